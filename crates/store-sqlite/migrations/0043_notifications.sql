-- What people want to be told; the messages that were made, one of a cause and hour; and each on its way to a recipient.
CREATE TABLE notification_rule (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL, org_id INTEGER, kind TEXT NOT NULL, patience_minutes INTEGER NOT NULL,
  data_source_id INTEGER, weekdays TEXT NOT NULL, from_time TEXT, to_time TEXT, time_zone TEXT NOT NULL,
  language TEXT NOT NULL, recipients TEXT NOT NULL, webhook_id INTEGER, active_since INTEGER, created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;
CREATE TABLE notification_message (
  id INTEGER PRIMARY KEY, rule_id INTEGER NOT NULL, org_id INTEGER, kind TEXT NOT NULL, cause TEXT NOT NULL,
  hour INTEGER NOT NULL, at INTEGER NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX notification_message_once ON notification_message (rule_id, cause, hour);
CREATE INDEX notification_message_at ON notification_message (at);
CREATE TABLE notification_sending (
  message_id INTEGER NOT NULL, position INTEGER NOT NULL, recipient TEXT NOT NULL, status TEXT NOT NULL,
  attempts INTEGER NOT NULL, next_attempt_at INTEGER, sent_at INTEGER, error TEXT, PRIMARY KEY (message_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX notification_sending_due ON notification_sending (next_attempt_at) WHERE status = 'waiting';
