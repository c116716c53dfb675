-- Candidates are filtered by their external system. Most have none.
CREATE INDEX candidate_external_system ON candidate_row (external_system_id, id) WHERE external_system_id IS NOT NULL;
