-- Who writes draws a number and waits for nobody; whoever reads gives places, which the counter `feed` counts.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, org_id bigint NOT NULL, at timestamptz NOT NULL,
  position bigint, events text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX outbox_position ON outbox (position) WHERE position IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox (id) WHERE position IS NULL;
INSERT INTO counter (name, value) VALUES ('feed', 0), ('feed_swept', 0), ('feed_swept_events', 0);

COMMENT ON TABLE outbox IS 'What each commit tells others, a row for each organisation. What changes something writes it; readers of the feed give the places, housekeeping removes what is old.';
COMMENT ON COLUMN outbox.id IS 'Numbered by the database when the row is written.';
COMMENT ON COLUMN outbox.org_id IS 'Organisation; zero for what concerns all, or several.';
COMMENT ON COLUMN outbox.at IS 'When it happened.';
COMMENT ON COLUMN outbox.position IS 'Place in the feed; absent until somebody reads it.';
COMMENT ON COLUMN outbox.events IS 'A line for each kind of event: type, data source, status or kind of record, version, ids as steps from the one before.';
