-- Who has an order, or does not want it. What waits for a receiver is found by an index of its own.
ALTER TABLE sales_order ADD COLUMN receiver text COLLATE "C", ADD COLUMN receiver_said_at timestamptz,
  ADD COLUMN handed_over boolean NOT NULL DEFAULT FALSE, ADD COLUMN receiver_number text COLLATE "C",
  ADD COLUMN receiver_words text COLLATE "C";
CREATE INDEX sales_order_waiting ON sales_order (org_id, id) WHERE NOT handed_over AND status = 'completed';
ALTER TABLE order_setting ADD COLUMN hand_over_since timestamptz;

COMMENT ON COLUMN sales_order.receiver IS 'Who has said something of the order; absent as long as nobody has.';
COMMENT ON COLUMN sales_order.receiver_said_at IS 'When that was, as the receiver tells it.';
COMMENT ON COLUMN sales_order.handed_over IS 'Whether the receiver has the order.';
COMMENT ON COLUMN sales_order.receiver_number IS 'What the order is called there.';
COMMENT ON COLUMN sales_order.receiver_words IS 'Why the receiver does not want it.';
COMMENT ON COLUMN order_setting.hand_over_since IS 'Since when orders wait for a receiver; absent where none is expected.';
