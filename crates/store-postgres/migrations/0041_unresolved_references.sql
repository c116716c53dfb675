-- Candidates whose rows name records that do not exist. They have no buyer, product or unit, so older versions cannot read
-- them.
ALTER TABLE candidate_row ALTER COLUMN bpartner_id DROP NOT NULL, ALTER COLUMN product_id DROP NOT NULL,
  ALTER COLUMN uom_id DROP NOT NULL, ADD COLUMN unresolved text COLLATE "C";
ALTER TABLE candidate_state ALTER COLUMN bpartner_id DROP NOT NULL;
COMMENT ON COLUMN candidate_row.unresolved IS 'References of the row to records that do not exist, as JSON; absent if there are none.';
COMMENT ON COLUMN candidate_row.bpartner_id IS 'Buyer; absent if it is unresolved.';
COMMENT ON COLUMN candidate_row.product_id IS 'Product; absent if it is unresolved.';
COMMENT ON COLUMN candidate_row.uom_id IS 'Unit of the quantity, and of a price that it came with; absent if it is unresolved.';
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
-- Keys of the records that candidates wait for; candidates that are excluded or processed have none.
CREATE TABLE open_reference (
  candidate_id bigint NOT NULL, member text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, external_system_id bigint NOT NULL, org_id bigint NOT NULL,
  data_source_id bigint NOT NULL,
  PRIMARY KEY (candidate_id, member, key)
);
CREATE INDEX open_reference_value ON open_reference (org_id, kind, value, external_system_id);
COMMENT ON TABLE open_reference IS 'Keys of records that do not exist and that candidates wait for. Imports and corrections write it.';
COMMENT ON COLUMN open_reference.candidate_id IS 'Candidate.';
COMMENT ON COLUMN open_reference.member IS 'JSON Pointer of the reference in the row.';
COMMENT ON COLUMN open_reference.key IS 'Key of the record: `code`, `externalId`, `gln`, `id`, `name` or `address`.';
COMMENT ON COLUMN open_reference.value IS 'Value of the key, folded: without regard to case.';
COMMENT ON COLUMN open_reference.kind IS 'Kind of the record.';
COMMENT ON COLUMN open_reference.external_system_id IS 'External system of an external id; 0 if there is none.';
COMMENT ON COLUMN open_reference.org_id IS 'Organisation of the candidate.';
COMMENT ON COLUMN open_reference.data_source_id IS 'Data source of the candidate.';
ALTER TABLE data_source ADD COLUMN unresolved_references text COLLATE "C" NOT NULL DEFAULT 'reject';
COMMENT ON COLUMN data_source.unresolved_references IS 'Effect of an unknown record: reject (the row is rejected) or store.';
