-- Ids of partners, locations, contacts and products in external systems. An id without a system is in the record.
CREATE TABLE external_reference (
  external_id TEXT NOT NULL, external_system_id INTEGER NOT NULL REFERENCES external_system (id), kind TEXT NOT NULL,
  org_id INTEGER NOT NULL REFERENCES organisation (id), bpartner_id INTEGER NOT NULL, record_id INTEGER NOT NULL,
  PRIMARY KEY (external_id, external_system_id, kind, org_id, bpartner_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX external_reference_record ON external_reference (record_id);
-- Imports find locations and contacts within their partner.
CREATE INDEX external_reference_bpartner ON external_reference (bpartner_id) WHERE bpartner_id <> 0;
