-- Who looks after a candidate. Until when someone waits for the customer stands in its hold. What a change did to either is
-- told with it; what was said about a candidate or an order stands by itself, for it changes neither.
ALTER TABLE candidate_state ADD COLUMN assigned_to text COLLATE "C";
CREATE INDEX candidate_assigned_to ON candidate_state (assigned_to, id) WHERE assigned_to IS NOT NULL;
CREATE OR REPLACE VIEW candidate AS
  SELECT r.*, s.version, s.updated_at, s.status, s.hold, s.problems, s.id AS state_id, s.assigned_to
  FROM candidate_row r LEFT JOIN candidate_state s ON s.id = r.id;
ALTER TABLE candidate_history ADD COLUMN noted text COLLATE "C";
CREATE TABLE comment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, candidate_id bigint, order_id bigint, at timestamptz NOT NULL,
  actor text COLLATE "C" NOT NULL, text text COLLATE "C" NOT NULL
);
CREATE INDEX comment_candidate ON comment (candidate_id, id) WHERE candidate_id IS NOT NULL;
CREATE INDEX comment_order ON comment (order_id, id) WHERE order_id IS NOT NULL;

COMMENT ON COLUMN candidate_state.assigned_to IS 'User who looks after it, by the name that they had then.';
COMMENT ON COLUMN candidate.assigned_to IS 'User who looks after it, by the name that they had then.';
COMMENT ON COLUMN candidate_history.event IS 'corrected, putAside, takenBack, cancelled, validated, ordered, orderVoided, undone, waiting, takenUp or assigned.';
COMMENT ON COLUMN candidate_history.noted IS 'What it did to who looks after it and what they wait for, and why: a word and a value to a line; absent where it did nothing.';
COMMENT ON TABLE comment IS 'What people said about candidates and orders. It never changes.';
COMMENT ON COLUMN comment.id IS 'Number, in the order in which they were written.';
COMMENT ON COLUMN comment.candidate_id IS 'Candidate that it is about, if it is about no order.';
COMMENT ON COLUMN comment.order_id IS 'Order that it is about, if it is about no candidate.';
COMMENT ON COLUMN comment.at IS 'When it was said.';
COMMENT ON COLUMN comment.actor IS 'Who said it.';
COMMENT ON COLUMN comment.text IS 'What was said.';
