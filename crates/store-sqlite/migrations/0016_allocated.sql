-- How many candidates an order holds; none once it is voided. What was made of candidates since an instant is summed
-- up from the index alone.
ALTER TABLE sales_order ADD COLUMN allocated INTEGER NOT NULL DEFAULT 0;
UPDATE sales_order SET allocated =
  (SELECT count(*) FROM allocation a WHERE a.order_id = sales_order.id AND a.live = 1);
DROP INDEX sales_order_created;
CREATE INDEX sales_order_created ON sales_order (created_at, org_id, data_source_id, allocated);
