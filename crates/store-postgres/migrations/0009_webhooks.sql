CREATE TABLE webhook (
  id bigint PRIMARY KEY, version bigint NOT NULL, url text COLLATE "C" NOT NULL, types text COLLATE "C" NOT NULL,
  org_id bigint, data_source_id bigint, records boolean NOT NULL, description text COLLATE "C", secret bytea NOT NULL,
  old_secret bytea, old_secret_until timestamptz, secret_rotated_at timestamptz, created_at timestamptz NOT NULL,
  created_by text COLLATE "C" NOT NULL, updated_at timestamptz NOT NULL, updated_by text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL, status_by text COLLATE "C", status_at timestamptz NOT NULL,
  cursor_position bigint NOT NULL, cursor_number bigint NOT NULL, last_success_at timestamptz, last_failure_at timestamptz,
  failing_since timestamptz
);
CREATE TABLE webhook_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, webhook_id bigint NOT NULL, event_id text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL, org_id bigint NOT NULL, happened_at timestamptz NOT NULL, event text COLLATE "C",
  subject text COLLATE "C", body text COLLATE "C", sequence text COLLATE "C" NOT NULL, status text COLLATE "C" NOT NULL,
  manual boolean NOT NULL, created_at timestamptz NOT NULL, attempts bigint NOT NULL, tries bigint NOT NULL,
  first_tried_at timestamptz, tried_at timestamptz, next_attempt_at timestamptz
);
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, id);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id, sequence, id) WHERE status = 'waiting';
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE TABLE webhook_attempt (
  delivery_id bigint NOT NULL, number bigint NOT NULL, at timestamptz NOT NULL, duration_ms bigint NOT NULL, status bigint,
  error text COLLATE "C", answer text COLLATE "C", PRIMARY KEY (delivery_id, number)
);

COMMENT ON TABLE webhook IS 'Where events are sent. Administrators write it; who sends notes how far it has come.';
COMMENT ON COLUMN webhook.id IS 'From the counter of ids.';
COMMENT ON COLUMN webhook.version IS 'Rises with each change of what administrators write.';
COMMENT ON COLUMN webhook.url IS 'Where events are posted.';
COMMENT ON COLUMN webhook.types IS 'Types of events that are sent, with blanks between them; none for all.';
COMMENT ON COLUMN webhook.org_id IS 'Organisation whose events are sent, with what is shared; absent for all.';
COMMENT ON COLUMN webhook.data_source_id IS 'Data source whose events are sent; absent for all.';
COMMENT ON COLUMN webhook.records IS 'Whether an event carries its record.';
COMMENT ON COLUMN webhook.description IS 'What it is for.';
COMMENT ON COLUMN webhook.secret IS 'What calls are signed with; the receiver has it too.';
COMMENT ON COLUMN webhook.old_secret IS 'The one before, with which calls are signed too for a while.';
COMMENT ON COLUMN webhook.old_secret_until IS 'Until when.';
COMMENT ON COLUMN webhook.secret_rotated_at IS 'When the secret took the place of the one before.';
COMMENT ON COLUMN webhook.created_at IS 'When it was created.';
COMMENT ON COLUMN webhook.created_by IS 'Who created it.';
COMMENT ON COLUMN webhook.updated_at IS 'When an administrator last changed it.';
COMMENT ON COLUMN webhook.updated_by IS 'Who that was.';
COMMENT ON COLUMN webhook.status IS 'active, paused or ended.';
COMMENT ON COLUMN webhook.status_by IS 'Who made it so; absent where it came to that by itself: paused after days of failing, ended by the receiver.';
COMMENT ON COLUMN webhook.status_at IS 'Since when.';
COMMENT ON COLUMN webhook.cursor_position IS 'How far the feed was laid out into deliveries: place in the outbox.';
COMMENT ON COLUMN webhook.cursor_number IS 'And how many events of that row.';
COMMENT ON COLUMN webhook.last_success_at IS 'When the receiver last took an event.';
COMMENT ON COLUMN webhook.last_failure_at IS 'When an attempt last failed.';
COMMENT ON COLUMN webhook.failing_since IS 'When the first attempt failed since the receiver last took one; absent if none did.';
COMMENT ON TABLE webhook_delivery IS 'An event that a webhook is sent. Who sends writes it; housekeeping removes it with the events of its days.';
COMMENT ON COLUMN webhook_delivery.id IS 'Numbered by the database when the row is written.';
COMMENT ON COLUMN webhook_delivery.webhook_id IS 'Where it is sent.';
COMMENT ON COLUMN webhook_delivery.event_id IS 'Id of the event, the same however often it is sent.';
COMMENT ON COLUMN webhook_delivery.event_type IS 'Type of the event.';
COMMENT ON COLUMN webhook_delivery.org_id IS 'Organisation; zero for what concerns all, or several.';
COMMENT ON COLUMN webhook_delivery.happened_at IS 'When it happened.';
COMMENT ON COLUMN webhook_delivery.event IS 'The event as a line of the outbox; absent where it was never there.';
COMMENT ON COLUMN webhook_delivery.subject IS 'Of an event that was never in the outbox: what it is about.';
COMMENT ON COLUMN webhook_delivery.body IS 'Of such a one: its data, as JSON.';
COMMENT ON COLUMN webhook_delivery.sequence IS 'Deliveries of one sequence come one after the other: those of one header, or one order.';
COMMENT ON COLUMN webhook_delivery.status IS 'waiting, delivered or failed.';
COMMENT ON COLUMN webhook_delivery.manual IS 'Whether somebody had it sent, again or as a test.';
COMMENT ON COLUMN webhook_delivery.created_at IS 'When it was laid out.';
COMMENT ON COLUMN webhook_delivery.attempts IS 'How often it was tried.';
COMMENT ON COLUMN webhook_delivery.tries IS 'How often since the webhook was last made active.';
COMMENT ON COLUMN webhook_delivery.first_tried_at IS 'When the first of those was.';
COMMENT ON COLUMN webhook_delivery.tried_at IS 'When the last was.';
COMMENT ON COLUMN webhook_delivery.next_attempt_at IS 'When the next is due; absent where none is, or another of its sequence comes first.';
COMMENT ON TABLE webhook_attempt IS 'An attempt to send a delivery. Who sends writes it; it goes with its delivery.';
COMMENT ON COLUMN webhook_attempt.delivery_id IS 'What was sent.';
COMMENT ON COLUMN webhook_attempt.number IS 'From one.';
COMMENT ON COLUMN webhook_attempt.at IS 'When it began.';
COMMENT ON COLUMN webhook_attempt.duration_ms IS 'How many milliseconds it took.';
COMMENT ON COLUMN webhook_attempt.status IS 'HTTP status of the answer; absent if there was none.';
COMMENT ON COLUMN webhook_attempt.error IS 'What went wrong, in words.';
COMMENT ON COLUMN webhook_attempt.answer IS 'How the answer begins: at most 1,024 bytes.';
