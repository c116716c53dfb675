-- Ids of partners, locations, contacts and products in external systems. An id without a system is in the record.
CREATE TABLE external_reference (
  external_id text COLLATE "C" NOT NULL, external_system_id bigint NOT NULL, kind text COLLATE "C" NOT NULL,
  org_id bigint NOT NULL, bpartner_id bigint NOT NULL, record_id bigint NOT NULL,
  PRIMARY KEY (external_id, external_system_id, kind, org_id, bpartner_id)
);
CREATE INDEX external_reference_record ON external_reference (record_id);
-- Imports find locations and contacts within their partner.
CREATE INDEX external_reference_bpartner ON external_reference (bpartner_id) WHERE bpartner_id <> 0;
COMMENT ON TABLE external_reference IS 'Ids of records in external systems. Imports and master data write it.';
COMMENT ON COLUMN external_reference.external_id IS 'Id of the record in the external system.';
COMMENT ON COLUMN external_reference.external_system_id IS 'External system that the id belongs to.';
COMMENT ON COLUMN external_reference.kind IS 'Kind of the record: `bpartners`, `bpartners.locations`, `bpartners.contacts` or `products`.';
COMMENT ON COLUMN external_reference.org_id IS 'Organisation that the record belongs to; 0 is shared by all.';
COMMENT ON COLUMN external_reference.bpartner_id IS 'Partner of a location or contact; 0 for partners and products.';
COMMENT ON COLUMN external_reference.record_id IS 'The record.';
