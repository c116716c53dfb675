-- Uploaded spreadsheets that are mapped, checked and imported. The file is in the attachment storage.
CREATE TABLE import_draft (
  id bigint PRIMARY KEY, version bigint NOT NULL, org_id bigint NOT NULL, file_name text COLLATE "C" NOT NULL,
  size bigint NOT NULL, sha256 bytea NOT NULL REFERENCES attachment_content (sha256), status text COLLATE "C" NOT NULL,
  settings text COLLATE "C" NOT NULL, results text COLLATE "C" NOT NULL, undo_run_id bigint,
  created_by text COLLATE "C" NOT NULL, created_at timestamptz NOT NULL, changed_by text COLLATE "C" NOT NULL,
  changed_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, fence bigint, instance_id bigint,
  caller text COLLATE "C", stop_requested boolean NOT NULL DEFAULT false
);
CREATE INDEX import_draft_org ON import_draft (org_id, id);
CREATE INDEX import_draft_content ON import_draft (sha256);
CREATE INDEX import_draft_expires ON import_draft (expires_at);
CREATE INDEX import_draft_working ON import_draft (instance_id) WHERE instance_id IS NOT NULL;
CREATE TABLE import_draft_cell (
  draft_id bigint NOT NULL, row_number bigint NOT NULL, column_number bigint NOT NULL, text text COLLATE "C" NOT NULL,
  PRIMARY KEY (draft_id, row_number, column_number)
);
CREATE TABLE import_draft_row (
  draft_id bigint NOT NULL, row_number bigint NOT NULL, result text COLLATE "C" NOT NULL, header_id text COLLATE "C",
  problems text COLLATE "C",
  PRIMARY KEY (draft_id, row_number)
);
CREATE INDEX import_draft_row_result ON import_draft_row (draft_id, result, row_number);
CREATE TABLE import_draft_request (
  draft_id bigint NOT NULL, request_id bigint NOT NULL, PRIMARY KEY (draft_id, request_id)
);
CREATE TABLE import_mapping (
  id bigint PRIMARY KEY, org_id bigint NOT NULL, name text COLLATE "C" NOT NULL, columns text COLLATE "C" NOT NULL,
  settings text COLLATE "C" NOT NULL, changed_by text COLLATE "C" NOT NULL, changed_at timestamptz NOT NULL,
  name_key text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX import_mapping_name ON import_mapping (org_id, name_key);

COMMENT ON TABLE import_draft IS 'Uploaded spreadsheets that are mapped, checked and imported.';
COMMENT ON COLUMN import_draft.id IS 'Record id.';
COMMENT ON COLUMN import_draft.version IS 'Incremented by each change of settings, cells or status.';
COMMENT ON COLUMN import_draft.org_id IS 'Organisation.';
COMMENT ON COLUMN import_draft.file_name IS 'Name of the file.';
COMMENT ON COLUMN import_draft.size IS 'Size of the file in bytes.';
COMMENT ON COLUMN import_draft.sha256 IS 'SHA-256 of the file, which is in the attachment storage.';
COMMENT ON COLUMN import_draft.status IS 'open, checking, checked, importing, stopped, imported or undone.';
COMMENT ON COLUMN import_draft.settings IS 'Settings as JSON.';
COMMENT ON COLUMN import_draft.results IS 'Results of check and import as JSON.';
COMMENT ON COLUMN import_draft.undo_run_id IS 'Run that excluded the imported candidates.';
COMMENT ON COLUMN import_draft.created_by IS 'User who uploaded the file.';
COMMENT ON COLUMN import_draft.created_at IS 'Instant of the upload, UTC.';
COMMENT ON COLUMN import_draft.changed_by IS 'User of the last change.';
COMMENT ON COLUMN import_draft.changed_at IS 'Instant of the last change; with a job, of its start, UTC.';
COMMENT ON COLUMN import_draft.expires_at IS 'Instant at which the draft is deleted, UTC.';
COMMENT ON COLUMN import_draft.fence IS 'Fencing token of the job that works on the draft; null without one.';
COMMENT ON COLUMN import_draft.instance_id IS 'Instance that executes the job; null without one.';
COMMENT ON COLUMN import_draft.caller IS 'Caller of the job as JSON; null without one.';
COMMENT ON COLUMN import_draft.stop_requested IS 'Whether the job must stop.';
COMMENT ON TABLE import_draft_cell IS 'Cells of drafts whose text differs from the file.';
COMMENT ON COLUMN import_draft_cell.draft_id IS 'The draft.';
COMMENT ON COLUMN import_draft_cell.row_number IS 'Row of the cell.';
COMMENT ON COLUMN import_draft_cell.column_number IS 'Column of the cell, from 0.';
COMMENT ON COLUMN import_draft_cell.text IS 'Text of the cell.';
COMMENT ON TABLE import_draft_row IS 'Results of the rows of drafts: of the last check, or of the import.';
COMMENT ON COLUMN import_draft_row.draft_id IS 'The draft.';
COMMENT ON COLUMN import_draft_row.row_number IS 'Number of the row.';
COMMENT ON COLUMN import_draft_row.result IS 'ready, problems, rejected, unchanged or conflict.';
COMMENT ON COLUMN import_draft_row.header_id IS 'Id of the incoming order.';
COMMENT ON COLUMN import_draft_row.problems IS 'Errors, problems and warnings as JSON; null if there are none.';
COMMENT ON TABLE import_draft_request IS 'Logged requests that created candidates of drafts.';
COMMENT ON COLUMN import_draft_request.draft_id IS 'The draft.';
COMMENT ON COLUMN import_draft_request.request_id IS 'The request.';
COMMENT ON TABLE import_mapping IS 'Settings of drafts that are used again for files with the same columns.';
COMMENT ON COLUMN import_mapping.id IS 'Record id.';
COMMENT ON COLUMN import_mapping.org_id IS 'Organisation.';
COMMENT ON COLUMN import_mapping.name IS 'Name, unique per organisation, ignoring case.';
COMMENT ON COLUMN import_mapping.columns IS 'Hash of the column names.';
COMMENT ON COLUMN import_mapping.settings IS 'Settings as JSON.';
COMMENT ON COLUMN import_mapping.changed_by IS 'User of the last change.';
COMMENT ON COLUMN import_mapping.changed_at IS 'Instant of the last change, UTC.';
COMMENT ON COLUMN import_mapping.name_key IS 'Name without case.';
