-- Rows that imports rejected because of their own errors, one entry for each identity.
CREATE TABLE rejected_row (
  id bigint PRIMARY KEY, identity_key bytea NOT NULL, status text COLLATE "C" NOT NULL, org_id bigint,
  data_source_id bigint, external_system_id bigint, external_header_id text COLLATE "C",
  external_line_id text COLLATE "C", request_id bigint NOT NULL, request_index bigint, caller_id bigint,
  actor text COLLATE "C" NOT NULL, first_rejected_at timestamptz NOT NULL, last_rejected_at timestamptz NOT NULL,
  rejections bigint NOT NULL, candidate_id bigint, closed_at timestamptz, closed_by text COLLATE "C",
  reason text COLLATE "C", code text COLLATE "C" NOT NULL, problem_count bigint NOT NULL, fell_with bigint NOT NULL,
  customer text COLLATE "C" NOT NULL, product text COLLATE "C" NOT NULL, po_reference text COLLATE "C" NOT NULL,
  words text COLLATE "C" NOT NULL, content_hash bytea NOT NULL, is_cut boolean NOT NULL,
  problems text COLLATE "C" NOT NULL, body text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX rejected_row_identity ON rejected_row (identity_key);
CREATE INDEX rejected_row_header ON rejected_row (external_header_id) WHERE candidate_id IS NULL;
CREATE INDEX rejected_row_time ON rejected_row (last_rejected_at, id);
CREATE INDEX rejected_row_cause ON rejected_row (status, code);

COMMENT ON TABLE rejected_row IS 'Rows that imports rejected because of their own errors, one entry for each identity.';
COMMENT ON COLUMN rejected_row.id IS 'Record id.';
COMMENT ON COLUMN rejected_row.identity_key IS 'Hash of the identity of the row; of its text if it has no complete identity.';
COMMENT ON COLUMN rejected_row.status IS 'open, imported, sentAgain or dismissed.';
COMMENT ON COLUMN rejected_row.org_id IS 'Organisation; null if the row named none of the sender''s.';
COMMENT ON COLUMN rejected_row.data_source_id IS 'Data source; null if the row named none that exists.';
COMMENT ON COLUMN rejected_row.external_system_id IS 'External system; 0 if none was sent, null if it is unknown.';
COMMENT ON COLUMN rejected_row.external_header_id IS 'Header id as sent, if it could be read.';
COMMENT ON COLUMN rejected_row.external_line_id IS 'Line id as sent, if it could be read.';
COMMENT ON COLUMN rejected_row.request_id IS 'Request that contained the row the last time.';
COMMENT ON COLUMN rejected_row.request_index IS 'Index of the row in the request; null for an unreadable body.';
COMMENT ON COLUMN rejected_row.caller_id IS 'Token or user of the last request; null for the command line.';
COMMENT ON COLUMN rejected_row.actor IS 'Name of the token or user, or cli.';
COMMENT ON COLUMN rejected_row.first_rejected_at IS 'Time of the first rejection.';
COMMENT ON COLUMN rejected_row.last_rejected_at IS 'Time of the last rejection.';
COMMENT ON COLUMN rejected_row.rejections IS 'Number of rejections.';
COMMENT ON COLUMN rejected_row.candidate_id IS 'Candidate of the imported row.';
COMMENT ON COLUMN rejected_row.closed_at IS 'Time of the import or dismissal.';
COMMENT ON COLUMN rejected_row.closed_by IS 'Name of the sender who imported the row or of the user who dismissed it.';
COMMENT ON COLUMN rejected_row.reason IS 'Reason for the dismissal.';
COMMENT ON COLUMN rejected_row.code IS 'Code of the first problem.';
COMMENT ON COLUMN rejected_row.problem_count IS 'Number of problems.';
COMMENT ON COLUMN rejected_row.fell_with IS 'Number of rows without errors that were rejected together with this one.';
COMMENT ON COLUMN rejected_row.customer IS 'Customer as sent.';
COMMENT ON COLUMN rejected_row.product IS 'Product as sent.';
COMMENT ON COLUMN rejected_row.po_reference IS 'Order reference as sent.';
COMMENT ON COLUMN rejected_row.words IS 'Folded text for searching.';
COMMENT ON COLUMN rejected_row.content_hash IS 'Hash of text and problem codes; a dismissed entry stays dismissed while it is the same.';
COMMENT ON COLUMN rejected_row.is_cut IS 'Whether the body is only the beginning of the row.';
COMMENT ON COLUMN rejected_row.problems IS 'Problems as JSON.';
COMMENT ON COLUMN rejected_row.body IS 'Row as sent, at most 64 KiB.';
