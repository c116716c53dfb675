-- Who created and changed master data: a row for each version of a record that was written since this step.
CREATE TABLE masterdata_change (
  root_id INTEGER NOT NULL, -- the record that it is nested in, else itself
  record_id INTEGER NOT NULL, version INTEGER NOT NULL,
  kind TEXT NOT NULL, -- `bpartners`, `bpartners.locations`, …
  org_id INTEGER NOT NULL, -- who may read it; 0 where the record belongs to no one
  at INTEGER NOT NULL, actor TEXT NOT NULL, request_id TEXT NOT NULL,
  changes TEXT, -- JSON: [[member, before, after], …]; absent where the record was created
  PRIMARY KEY (root_id, record_id, version)
) STRICT, WITHOUT ROWID;
