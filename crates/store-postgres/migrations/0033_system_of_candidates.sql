-- External system that a row was sent with.
ALTER TABLE candidate_row ADD COLUMN external_system_id bigint;
COMMENT ON COLUMN candidate_row.external_system_id IS 'External system that the row was sent with.';
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
