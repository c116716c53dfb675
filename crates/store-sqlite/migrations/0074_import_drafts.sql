-- Uploaded spreadsheets that are mapped, checked and imported. The last columns belong to the job that works on a draft;
-- they are null without one. The file is in the attachment storage.
CREATE TABLE import_draft (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL, org_id INTEGER NOT NULL, file_name TEXT NOT NULL, size INTEGER NOT NULL,
  sha256 BLOB NOT NULL REFERENCES attachment_content (sha256), status TEXT NOT NULL, settings TEXT NOT NULL,
  results TEXT NOT NULL, undo_run_id INTEGER, created_by TEXT NOT NULL, created_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL, changed_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, fence INTEGER, instance_id INTEGER,
  caller TEXT, stop_requested INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX import_draft_org ON import_draft (org_id, id);
CREATE INDEX import_draft_content ON import_draft (sha256);
CREATE INDEX import_draft_expires ON import_draft (expires_at);
CREATE INDEX import_draft_working ON import_draft (instance_id) WHERE instance_id IS NOT NULL;
-- Cells whose text differs from the file.
CREATE TABLE import_draft_cell (
  draft_id INTEGER NOT NULL, row_number INTEGER NOT NULL, column_number INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (draft_id, row_number, column_number)
) STRICT, WITHOUT ROWID;
-- Results of rows: of the last check, or of the import.
CREATE TABLE import_draft_row (
  draft_id INTEGER NOT NULL, row_number INTEGER NOT NULL, result TEXT NOT NULL, header_id TEXT, problems TEXT,
  PRIMARY KEY (draft_id, row_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_draft_row_result ON import_draft_row (draft_id, result, row_number);
-- Logged requests that created candidates of drafts.
CREATE TABLE import_draft_request (
  draft_id INTEGER NOT NULL, request_id INTEGER NOT NULL, PRIMARY KEY (draft_id, request_id)
) STRICT, WITHOUT ROWID;
-- Settings of drafts that are used again for files with the same columns.
CREATE TABLE import_mapping (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, name TEXT NOT NULL, columns TEXT NOT NULL, settings TEXT NOT NULL,
  changed_by TEXT NOT NULL, changed_at INTEGER NOT NULL, name_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX import_mapping_name ON import_mapping (org_id, name_key);
