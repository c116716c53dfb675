-- Candidates whose rows name records that do not exist. They have no buyer, product or unit, so older versions cannot read
-- them.
ALTER TABLE candidate ALTER COLUMN bpartner_id DROP NOT NULL;
ALTER TABLE candidate ALTER COLUMN product_id DROP NOT NULL;
ALTER TABLE candidate ALTER COLUMN uom_id DROP NOT NULL;
ALTER TABLE candidate ADD COLUMN unresolved TEXT; -- JSON, absent where there are none
-- Keys of the records that candidates wait for; candidates that are excluded or processed have none.
CREATE TABLE open_reference (
  candidate_id INTEGER NOT NULL, member TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, kind TEXT NOT NULL,
  external_system_id INTEGER NOT NULL, org_id INTEGER NOT NULL, data_source_id INTEGER NOT NULL,
  PRIMARY KEY (candidate_id, member, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_reference_value ON open_reference (org_id, kind, value, external_system_id);
ALTER TABLE data_source ADD COLUMN unresolved_references TEXT NOT NULL DEFAULT 'reject';
