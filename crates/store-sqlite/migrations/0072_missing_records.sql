-- Waiting candidates are found by the keys of records that appear, and those that wait for a location or contact by its
-- partner.
ALTER TABLE open_reference ADD COLUMN bpartner_id INTEGER NOT NULL DEFAULT 0;
DROP INDEX open_reference_value;
CREATE INDEX open_reference_value ON open_reference (kind, value, external_system_id);
CREATE INDEX open_reference_bpartner ON open_reference (bpartner_id) WHERE bpartner_id <> 0;
-- Records that do not exist, with the numbers of the lines that wait for them. The id is a hash of the columns up to `keys`.
CREATE TABLE missing_record (
  id TEXT PRIMARY KEY, org_id INTEGER NOT NULL, data_source_id INTEGER NOT NULL, kind TEXT NOT NULL,
  external_system_id INTEGER NOT NULL, bpartner_id INTEGER NOT NULL, keys TEXT NOT NULL, key_text TEXT NOT NULL,
  lines INTEGER NOT NULL, orders INTEGER NOT NULL, unpriced INTEGER NOT NULL, worth TEXT NOT NULL,
  oldest_id INTEGER NOT NULL, oldest_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX missing_record_lines ON missing_record (lines, org_id, id);
CREATE INDEX missing_record_oldest ON missing_record (oldest_at, org_id, id);
CREATE TABLE missing_record_line (
  missing_record_id TEXT NOT NULL, candidate_id INTEGER NOT NULL, header TEXT NOT NULL, currency TEXT, net TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (missing_record_id, candidate_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX missing_record_line_candidate ON missing_record_line (candidate_id);
CREATE INDEX missing_record_line_header ON missing_record_line (missing_record_id, header);
-- Cross-references that runs created or activated, with the version that they got.
CREATE TABLE reference_mapping (
  run_id INTEGER PRIMARY KEY, cross_reference_id INTEGER NOT NULL, version INTEGER NOT NULL
) STRICT;
