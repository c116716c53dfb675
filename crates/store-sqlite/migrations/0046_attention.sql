-- Who looks after a candidate. Until when someone waits for the customer stands in its hold. What a change did to either is
-- told with it; what was said about a candidate or an order stands by itself, for it changes neither.
ALTER TABLE candidate ADD COLUMN assigned_to TEXT;
CREATE INDEX candidate_assigned_to ON candidate (assigned_to) WHERE assigned_to IS NOT NULL;
ALTER TABLE candidate_history ADD COLUMN noted TEXT; -- one to a line: a word and a value
CREATE TABLE comment (
  id INTEGER PRIMARY KEY, candidate_id INTEGER, order_id INTEGER, at INTEGER NOT NULL, actor TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX comment_candidate ON comment (candidate_id) WHERE candidate_id IS NOT NULL;
CREATE INDEX comment_order ON comment (order_id) WHERE order_id IS NOT NULL;
