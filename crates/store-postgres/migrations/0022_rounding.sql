ALTER TABLE uom ADD COLUMN round_converted_quantities boolean NOT NULL DEFAULT false;
ALTER TABLE price_list ADD COLUMN net_precision text COLLATE "C" NOT NULL DEFAULT 'currency';
ALTER TABLE price_list ADD COLUMN exempt_buyers text COLLATE "C" NOT NULL DEFAULT 'keepGross';
-- Absent where net is the rounded quantity × price, as on all lines written before this step.
ALTER TABLE sales_order_line ADD COLUMN multiplier numeric;
ALTER TABLE sales_order_line ADD COLUMN divisor numeric;
COMMENT ON COLUMN uom.round_converted_quantities IS 'Whether quantities converted into the unit are rounded before they are priced.';
COMMENT ON COLUMN price_list.net_precision IS 'Digits that net amounts are rounded to: those of the currency, or of the list.';
COMMENT ON COLUMN price_list.exempt_buyers IS 'Price of a buyer who pays no tax, where prices include it: keepGross or removeTax.';
COMMENT ON COLUMN sales_order_line.multiplier IS 'Quantity × multiplier ÷ divisor is the exact quantity in the unit of the price. Absent if the rounded one counts.';
COMMENT ON COLUMN sales_order_line.divisor IS 'See multiplier.';
