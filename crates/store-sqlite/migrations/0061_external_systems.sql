-- External systems, and how a data source uses them.
CREATE TABLE external_system (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL REFERENCES organisation (id), version INTEGER NOT NULL DEFAULT 1, active INTEGER NOT NULL DEFAULT 1,
  code TEXT NOT NULL, name TEXT,
  UNIQUE (code, org_id)
) STRICT;
ALTER TABLE data_source ADD COLUMN external_system_id INTEGER REFERENCES external_system (id);
ALTER TABLE data_source ADD COLUMN external_ids TEXT NOT NULL DEFAULT 'shared';
