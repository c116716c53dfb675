-- What each commit tells others, a row for each organisation. Whoever reads the feed gives the rows their places in it, which
-- `feed` counts; up to the place in `feed_swept` they are kept no more.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, at INTEGER NOT NULL,
  events TEXT NOT NULL, -- a line for each kind: type, data source, status or kind of record, version, ids
  position INTEGER
) STRICT;
CREATE UNIQUE INDEX outbox_position ON outbox (position) WHERE position IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox (id) WHERE position IS NULL;
INSERT INTO counter (name, value) VALUES ('feed', 0), ('feed_swept', 0), ('feed_swept_events', 0);
