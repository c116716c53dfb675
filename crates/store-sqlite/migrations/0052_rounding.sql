-- Whether quantities converted into the unit are rounded before they are priced.
ALTER TABLE uom ADD COLUMN round_converted_quantities INTEGER NOT NULL DEFAULT 0;
-- Digits that net amounts are rounded to: `currency` or `list`. Price of a buyer who pays no tax: `keepGross` or `removeTax`.
ALTER TABLE price_list ADD COLUMN net_precision TEXT NOT NULL DEFAULT 'currency';
ALTER TABLE price_list ADD COLUMN exempt_buyers TEXT NOT NULL DEFAULT 'keepGross';
-- How the quantity in the unit of the price follows from the line's. Absent where net is the rounded quantity × price,
-- as on all lines written before this step.
ALTER TABLE sales_order_line ADD COLUMN multiplier TEXT;
ALTER TABLE sales_order_line ADD COLUMN divisor TEXT;
