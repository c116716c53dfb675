-- Rows that imports rejected because of their own errors, one entry for each identity. Text and problems are last, so that
-- lists read only the first page of a row.
CREATE TABLE rejected_row (
  id INTEGER PRIMARY KEY, identity_key BLOB NOT NULL, status TEXT NOT NULL, org_id INTEGER, data_source_id INTEGER,
  external_system_id INTEGER, external_header_id TEXT, external_line_id TEXT, request_id INTEGER NOT NULL,
  request_index INTEGER, caller_id INTEGER, actor TEXT NOT NULL, first_rejected_at INTEGER NOT NULL,
  last_rejected_at INTEGER NOT NULL, rejections INTEGER NOT NULL, candidate_id INTEGER, closed_at INTEGER, closed_by TEXT,
  reason TEXT, code TEXT NOT NULL, problem_count INTEGER NOT NULL, fell_with INTEGER NOT NULL, customer TEXT NOT NULL,
  product TEXT NOT NULL, po_reference TEXT NOT NULL, words TEXT NOT NULL, content_hash BLOB NOT NULL, is_cut INTEGER NOT NULL,
  problems TEXT NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX rejected_row_identity ON rejected_row (identity_key);
CREATE INDEX rejected_row_header ON rejected_row (external_header_id) WHERE candidate_id IS NULL;
CREATE INDEX rejected_row_time ON rejected_row (last_rejected_at, id);
CREATE INDEX rejected_row_cause ON rejected_row (status, code);
