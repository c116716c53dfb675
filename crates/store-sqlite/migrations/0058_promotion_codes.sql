-- Promotion code and custom properties of a row, and of the order line that it becomes. An order has the code of the first
-- line that has one, in its header.
ALTER TABLE candidate ADD COLUMN promotion_code TEXT;
ALTER TABLE candidate ADD COLUMN promotion_code_key TEXT;
ALTER TABLE candidate ADD COLUMN extended_props TEXT;
ALTER TABLE sales_order_line ADD COLUMN promotion_code TEXT;
ALTER TABLE sales_order_line ADD COLUMN extended_props TEXT;
CREATE INDEX candidate_promotion_code_key ON candidate (promotion_code_key) WHERE promotion_code_key IS NOT NULL;
