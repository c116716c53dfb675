-- Who has an order, or does not want it. What waits for a receiver is found by an index of its own.
ALTER TABLE sales_order ADD COLUMN receiver TEXT;
ALTER TABLE sales_order ADD COLUMN receiver_said_at INTEGER;
ALTER TABLE sales_order ADD COLUMN handed_over INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sales_order ADD COLUMN receiver_number TEXT;
ALTER TABLE sales_order ADD COLUMN receiver_words TEXT;
CREATE INDEX sales_order_waiting ON sales_order (org_id, id) WHERE handed_over = 0 AND status = 'completed';
-- Since when the orders of an organisation wait for a receiver; absent where none is expected.
ALTER TABLE order_setting ADD COLUMN hand_over_since INTEGER;
