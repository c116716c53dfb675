-- External systems, and how a data source uses them.
CREATE TABLE external_system (
  id bigint PRIMARY KEY, org_id bigint NOT NULL REFERENCES organisation (id),
  version bigint NOT NULL DEFAULT 1, active boolean NOT NULL DEFAULT true,
  code text COLLATE "C" NOT NULL, name text COLLATE "C",
  UNIQUE (code, org_id)
);
ALTER TABLE data_source ADD COLUMN external_system_id bigint REFERENCES external_system (id);
ALTER TABLE data_source ADD COLUMN external_ids text COLLATE "C" NOT NULL DEFAULT 'shared';
COMMENT ON TABLE external_system IS 'Systems that rows originate from. Imports and master data write it.';
COMMENT ON COLUMN external_system.id IS 'Id from the sequence.';
COMMENT ON COLUMN external_system.org_id IS 'Organisation it belongs to; 0 is shared by all.';
COMMENT ON COLUMN external_system.version IS 'Incremented by each change; a change must name the current one.';
COMMENT ON COLUMN external_system.active IS 'Whether it can be used.';
COMMENT ON COLUMN external_system.code IS 'Search key, unique within the organisation.';
COMMENT ON COLUMN external_system.name IS 'Name.';
COMMENT ON COLUMN data_source.external_system_id IS 'External system of rows that name none.';
COMMENT ON COLUMN data_source.external_ids IS 'External ids that rows refer to: `shared` (of their system, otherwise without one) or `own` (of their system only).';
