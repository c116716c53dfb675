-- Who sent an order whole (what a run made, the run tells), and who voided one and why.
ALTER TABLE sales_order ADD COLUMN created_by TEXT;
ALTER TABLE sales_order ADD COLUMN voided_by TEXT;
ALTER TABLE sales_order ADD COLUMN void_reason TEXT;
