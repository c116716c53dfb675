-- Where events are sent, and what became of each. `types` are words with blanks between them, none for all; the cursor says
-- how far the feed was laid out into deliveries.
CREATE TABLE webhook (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL, url TEXT NOT NULL, types TEXT NOT NULL, org_id INTEGER,
  data_source_id INTEGER, records INTEGER NOT NULL, description TEXT, secret BLOB NOT NULL, old_secret BLOB,
  old_secret_until INTEGER, secret_rotated_at INTEGER, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
  updated_at INTEGER NOT NULL, updated_by TEXT NOT NULL, status TEXT NOT NULL, status_by TEXT, status_at INTEGER NOT NULL,
  cursor_position INTEGER NOT NULL, cursor_number INTEGER NOT NULL, last_success_at INTEGER, last_failure_at INTEGER,
  failing_since INTEGER
) STRICT;

-- One row for each event that a webhook is sent. Of those that come one after the other (`sequence`) the first one that waits
-- has a time for its next attempt, and no other.
CREATE TABLE webhook_delivery (
  id INTEGER PRIMARY KEY, webhook_id INTEGER NOT NULL, event_id TEXT NOT NULL, event_type TEXT NOT NULL,
  org_id INTEGER NOT NULL, happened_at INTEGER NOT NULL,
  event TEXT, -- as in the outbox; or else subject and body
  subject TEXT, body TEXT, sequence TEXT NOT NULL, status TEXT NOT NULL, manual INTEGER NOT NULL,
  created_at INTEGER NOT NULL, attempts INTEGER NOT NULL, tries INTEGER NOT NULL, first_tried_at INTEGER,
  tried_at INTEGER, next_attempt_at INTEGER
) STRICT;
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, id);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id, sequence, id) WHERE status = 'waiting';
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE webhook_attempt (
  delivery_id INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, duration_ms INTEGER NOT NULL, status INTEGER,
  error TEXT, answer TEXT, PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;
