-- Candidates are searched by their unit.
CREATE INDEX candidate_uom ON candidate_row (uom_id, id);
