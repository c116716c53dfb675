-- Waiting candidates are found by the keys of records that appear, and those that wait for a location or contact by its
-- partner.
ALTER TABLE open_reference ADD COLUMN bpartner_id bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN open_reference.bpartner_id IS 'Partner of a location or contact; 0 for other kinds.';
DROP INDEX open_reference_value;
CREATE INDEX open_reference_value ON open_reference (kind, value, external_system_id);
CREATE INDEX open_reference_bpartner ON open_reference (bpartner_id) WHERE bpartner_id <> 0;
-- Records that do not exist, with the numbers of the lines that wait for them. The id is a hash of the columns up to `keys`.
CREATE TABLE missing_record (
  id text COLLATE "C" PRIMARY KEY, org_id bigint NOT NULL, data_source_id bigint NOT NULL, kind text COLLATE "C" NOT NULL,
  external_system_id bigint NOT NULL, bpartner_id bigint NOT NULL, keys text COLLATE "C" NOT NULL,
  key_text text COLLATE "C" NOT NULL, lines bigint NOT NULL, orders bigint NOT NULL, unpriced bigint NOT NULL,
  worth text COLLATE "C" NOT NULL, oldest_id bigint NOT NULL, oldest_at timestamptz NOT NULL
);
CREATE INDEX missing_record_lines ON missing_record (lines, org_id, id);
CREATE INDEX missing_record_oldest ON missing_record (oldest_at, org_id, id);
CREATE TABLE missing_record_line (
  missing_record_id text COLLATE "C" NOT NULL, candidate_id bigint NOT NULL, header text COLLATE "C" NOT NULL,
  currency text COLLATE "C", net numeric, created_at timestamptz NOT NULL,
  PRIMARY KEY (missing_record_id, candidate_id)
);
CREATE INDEX missing_record_line_candidate ON missing_record_line (candidate_id);
CREATE INDEX missing_record_line_header ON missing_record_line (missing_record_id, header);
COMMENT ON TABLE missing_record IS 'Records that do not exist, each with the numbers of the lines that wait for it. Imports and corrections write it.';
COMMENT ON COLUMN missing_record.id IS 'Hash of the columns up to `keys`, in hexadecimal.';
COMMENT ON COLUMN missing_record.org_id IS 'Organisation of the lines.';
COMMENT ON COLUMN missing_record.data_source_id IS 'Data source of the lines.';
COMMENT ON COLUMN missing_record.kind IS 'Kind of the record.';
COMMENT ON COLUMN missing_record.external_system_id IS 'External system of an external id; 0 if there is none.';
COMMENT ON COLUMN missing_record.bpartner_id IS 'Partner of a location or contact; 0 for other kinds.';
COMMENT ON COLUMN missing_record.keys IS 'Keys as sent: JSON array of pairs.';
COMMENT ON COLUMN missing_record.key_text IS 'Values of the keys without case, for searching.';
COMMENT ON COLUMN missing_record.lines IS 'Number of waiting lines.';
COMMENT ON COLUMN missing_record.orders IS 'Number of incoming orders with these lines.';
COMMENT ON COLUMN missing_record.unpriced IS 'Number of lines without a sent price.';
COMMENT ON COLUMN missing_record.worth IS 'Value of the lines with a sent price by currency, as JSON.';
COMMENT ON COLUMN missing_record.oldest_id IS 'Line that arrived first.';
COMMENT ON COLUMN missing_record.oldest_at IS 'Instant at which it was received, UTC.';
COMMENT ON TABLE missing_record_line IS 'Lines that wait for a missing record. Imports and corrections write it.';
COMMENT ON COLUMN missing_record_line.missing_record_id IS 'The missing record.';
COMMENT ON COLUMN missing_record_line.candidate_id IS 'Candidate.';
COMMENT ON COLUMN missing_record_line.header IS 'Header id of the sender and external system of the candidate.';
COMMENT ON COLUMN missing_record_line.currency IS 'Currency of a sent price.';
COMMENT ON COLUMN missing_record_line.net IS 'Net amount at a sent price.';
COMMENT ON COLUMN missing_record_line.created_at IS 'Instant at which the candidate was received, UTC.';
-- Cross-references that runs created or activated, with the version that they got.
CREATE TABLE reference_mapping (
  run_id bigint PRIMARY KEY, cross_reference_id bigint NOT NULL, version bigint NOT NULL
);
COMMENT ON TABLE reference_mapping IS 'Cross-references that runs created or activated by mapping a missing record.';
COMMENT ON COLUMN reference_mapping.run_id IS 'The run.';
COMMENT ON COLUMN reference_mapping.cross_reference_id IS 'The cross-reference.';
COMMENT ON COLUMN reference_mapping.version IS 'Version that it got; undoing the run deactivates no later one.';
