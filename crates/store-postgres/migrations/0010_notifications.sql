-- What people want to be told; the messages that were made, one of a cause and hour; and each on its way to a recipient.
CREATE TABLE notification_rule (
  id bigint PRIMARY KEY, version bigint NOT NULL, org_id bigint, kind text COLLATE "C" NOT NULL,
  patience_minutes bigint NOT NULL, data_source_id bigint, weekdays text COLLATE "C" NOT NULL, from_time text COLLATE "C",
  to_time text COLLATE "C", time_zone text COLLATE "C" NOT NULL, language text COLLATE "C" NOT NULL,
  recipients text COLLATE "C" NOT NULL, webhook_id bigint, active_since timestamptz, created_at timestamptz NOT NULL,
  created_by text COLLATE "C" NOT NULL
);
CREATE TABLE notification_message (
  id bigint PRIMARY KEY, rule_id bigint NOT NULL, org_id bigint, kind text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL, hour bigint NOT NULL, at timestamptz NOT NULL, subject text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX notification_message_once ON notification_message (rule_id, cause, hour);
CREATE INDEX notification_message_at ON notification_message (at);
CREATE TABLE notification_sending (
  message_id bigint NOT NULL, position bigint NOT NULL, recipient text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL, attempts bigint NOT NULL, next_attempt_at timestamptz, sent_at timestamptz,
  error text COLLATE "C", PRIMARY KEY (message_id, position)
);
CREATE INDEX notification_sending_due ON notification_sending (next_attempt_at) WHERE status = 'waiting';

COMMENT ON TABLE notification_rule IS 'What people want to be told.';
COMMENT ON COLUMN notification_rule.id IS 'Record id.';
COMMENT ON COLUMN notification_rule.version IS 'Rises with each change.';
COMMENT ON COLUMN notification_rule.org_id IS 'Organisation whose data it tells of; absent for all.';
COMMENT ON COLUMN notification_rule.kind IS 'What it looks at: candidates-in-error, source-silent, run-failed, webhook-paused or order-not-handed-over.';
COMMENT ON COLUMN notification_rule.patience_minutes IS 'For how many minutes something may be as it is before it is told.';
COMMENT ON COLUMN notification_rule.data_source_id IS 'Data source; absent for all.';
COMMENT ON COLUMN notification_rule.weekdays IS 'Days on which people are told, with blanks between them.';
COMMENT ON COLUMN notification_rule.from_time IS 'From when on such a day, like 07:00; absent for the whole day.';
COMMENT ON COLUMN notification_rule.to_time IS 'Until when; before from_time it is of the next day.';
COMMENT ON COLUMN notification_rule.time_zone IS 'Time zone of days and hours, by its name.';
COMMENT ON COLUMN notification_rule.language IS 'Language of messages, de or en.';
COMMENT ON COLUMN notification_rule.recipients IS 'Mail addresses with blanks between them.';
COMMENT ON COLUMN notification_rule.webhook_id IS 'Webhook that is told besides.';
COMMENT ON COLUMN notification_rule.active_since IS 'Since when it is switched on; absent while it is off.';
COMMENT ON COLUMN notification_rule.created_at IS 'When it was made.';
COMMENT ON COLUMN notification_rule.created_by IS 'Who made it.';
COMMENT ON TABLE notification_message IS 'Messages that rules made; housekeeping removes what is old.';
COMMENT ON COLUMN notification_message.id IS 'Record id.';
COMMENT ON COLUMN notification_message.rule_id IS 'Rule, which may be gone by now.';
COMMENT ON COLUMN notification_message.org_id IS 'Organisation of the rule; absent for all.';
COMMENT ON COLUMN notification_message.kind IS 'What the rule looked at.';
COMMENT ON COLUMN notification_message.cause IS 'What it is about: organisation, source or webhook with its id, or several.';
COMMENT ON COLUMN notification_message.hour IS 'Hour since 1970 in which it was due: a rule tells of a cause once in it.';
COMMENT ON COLUMN notification_message.at IS 'When it was due.';
COMMENT ON COLUMN notification_message.subject IS 'Subject.';
COMMENT ON COLUMN notification_message.text IS 'Text.';
COMMENT ON TABLE notification_sending IS 'Messages on their way to each recipient.';
COMMENT ON COLUMN notification_sending.message_id IS 'Message.';
COMMENT ON COLUMN notification_sending.position IS 'Place of the recipient, from zero.';
COMMENT ON COLUMN notification_sending.recipient IS 'Mail address, or webhook with its id.';
COMMENT ON COLUMN notification_sending.status IS 'waiting, sent or failed.';
COMMENT ON COLUMN notification_sending.attempts IS 'How often it was tried; who tries raises it first.';
COMMENT ON COLUMN notification_sending.next_attempt_at IS 'When it is tried next; absent where it is tried no more.';
COMMENT ON COLUMN notification_sending.sent_at IS 'When it was sent.';
COMMENT ON COLUMN notification_sending.error IS 'Why the last attempt failed.';
