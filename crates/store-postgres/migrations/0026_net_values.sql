-- The net amount of the order line that a candidate would become, so that figures show what its order will. Candidates that
-- were validated before have none: it is computed from price, quantity and discount until they are validated again.
ALTER TABLE candidate_state ADD COLUMN net numeric;
CREATE OR REPLACE VIEW candidate AS
  SELECT r.*, s.version, s.updated_at, s.status, s.hold, s.problems, s.id AS state_id, s.assigned_to, s.net
  FROM candidate_row r LEFT JOIN candidate_state s ON s.id = r.id;
COMMENT ON COLUMN candidate_state.net IS 'Net amount of the order line that it would become, as of the last validation.';
COMMENT ON COLUMN candidate.net IS 'Net amount of the order line that it would become, as of the last validation.';
