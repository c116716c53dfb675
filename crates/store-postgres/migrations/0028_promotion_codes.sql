-- Promotion code and custom properties of a row, and of the order line that it becomes. An order has the code of the first
-- line that has one, in its header.
ALTER TABLE candidate_row ADD COLUMN promotion_code text COLLATE "C", ADD COLUMN promotion_code_key text COLLATE "C",
  ADD COLUMN extended_props json;
ALTER TABLE sales_order_line ADD COLUMN promotion_code text COLLATE "C", ADD COLUMN extended_props json;
COMMENT ON COLUMN candidate_row.promotion_code IS 'Promotion code of the customer.';
COMMENT ON COLUMN candidate_row.promotion_code_key IS 'The promotion code, folded: without regard to case, to search by.';
COMMENT ON COLUMN candidate_row.extended_props IS 'Custom properties of the sender: a JSON object.';
COMMENT ON COLUMN sales_order_line.promotion_code IS 'Promotion code of the customer.';
COMMENT ON COLUMN sales_order_line.extended_props IS 'Custom properties of the sender: a JSON object.';
-- the columns of the view are those of the table when the view is created
DROP VIEW candidate;
CREATE VIEW candidate AS
  SELECT r.*, s.version, s.updated_at, s.status, s.hold, s.problems, s.id AS state_id, s.assigned_to, s.net
  FROM candidate_row r LEFT JOIN candidate_state s ON s.id = r.id;
COMMENT ON VIEW candidate IS 'Order candidates with the values that hold for them, from both of their tables.';
COMMENT ON COLUMN candidate.state_id IS 'The id once more, from the table of the state: a list by status goes by its index.';
DO $$
DECLARE told record;
BEGIN
  FOR told IN SELECT DISTINCT ON (attname) attname, col_description(attrelid, attnum) AS words FROM pg_attribute
    WHERE attrelid IN ('candidate_row'::regclass, 'candidate_state'::regclass) AND attnum > 0 AND NOT attisdropped
  LOOP
    EXECUTE format('COMMENT ON COLUMN candidate.%I IS %L', told.attname, told.words);
  END LOOP;
END $$;
