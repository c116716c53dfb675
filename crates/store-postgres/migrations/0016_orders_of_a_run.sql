-- The orders of a run are listed by it. Without an index for that all orders were looked at.
CREATE INDEX sales_order_run ON sales_order (run_id, id) WHERE run_id IS NOT NULL;
