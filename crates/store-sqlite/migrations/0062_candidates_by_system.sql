-- External system that a row was sent with.
ALTER TABLE candidate ADD COLUMN external_system_id INTEGER;
CREATE INDEX candidate_external_system ON candidate (external_system_id) WHERE external_system_id IS NOT NULL;
