-- Candidates are searched by their unit.
CREATE INDEX candidate_uom ON candidate (uom_id);
