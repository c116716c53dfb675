//! Notification rules, the facts that they observe, and their messages.

pub mod facts;
pub mod rules;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{OrgScope, WriteScope};
use orderdock_domain::cast;
use orderdock_domain::ids::{CandidateId, DataSourceId, NotificationMessageId, NotificationRuleId, OrderId};
use orderdock_domain::notification::{Cause, ComposedMessage, NotificationRule, NotificationStatus};
use orderdock_store::{
    DueMailDelivery, FailedRun, LastMessage, LastingState, LastingStateQuery, MailAttempt, MailDelivery,
    NewNotification, Notification, NotificationCommit, NotificationQuery, NotificationReader,
    NotificationWriter, RuleRecord, StoreError, StoreResult, UnsentNotifications,
};

use crate::sql::column::{Column, FromRow, NULL, RowReader, integer, owned};
use crate::sql::ids::reserve_ids;
use crate::sql::query::{decode_row, first, rows, run, value};
use crate::sql::tables::{NOTIFICATION_MESSAGE, NOTIFICATION_SENDING};
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;
use crate::{Transaction, processing, sql::keys};

/// Messages that are removed per transaction.
const AT_ONCE: i64 = 500;
/// Minimum time between two messages about a cause.
const PAUSE: SignedDuration = SignedDuration::from_hours(1);
/// Longer than any delay between two attempts. An attempt planned later than this was stored before the clock was set
/// back.
const LONGER_THAN_ANY_PAUSE: SignedDuration = SignedDuration::from_hours(2);

static LAST_TOLD: Statement = Statement::new(
    r"
    SELECT rule_id, cause, max(at)
    FROM notification_message {use_index notification_message_at}
    WHERE at >= ?1
    GROUP BY rule_id, cause
    ",
);

static LEADS: Statement = Statement::new("SELECT 1 FROM lease WHERE fence = ?1");

/// `?1` rule, `?2` version, `?3` cause, `?4` an hour ago.
static WANTED: Statement = Statement::new(
    r"
    SELECT 1
    FROM notification_rule
    WHERE id = ?1
      AND version = ?2
      AND active_since IS NOT NULL
      AND NOT EXISTS (
          SELECT 1
          FROM notification_message m
          WHERE m.rule_id = ?1 AND m.cause = ?3 AND m.at > ?4
      )
    ",
);

/// Skips a message if the rule already has one with the same cause and hour.
static MAKE: Statement = Statement::keep(&NOTIFICATION_MESSAGE);
static MAKE_SENDING: Statement = Statement::insert(&NOTIFICATION_SENDING);

/// `?1` now, `?2` limit, `?3` latest possible time of an attempt. An attempt planned later is due, because the clock
/// was set back.
static DUE: Statement = Statement::new(
    r"
    SELECT
        s.message_id, s.position, s.recipient, m.rule_id, m.kind, m.org_id, m.at, m.subject,
        m.text, s.attempts
    FROM notification_sending s {use_index notification_sending_due}
    JOIN notification_message m ON m.id = s.message_id
    WHERE s.status = 'waiting'
      AND (s.next_attempt_at <= ?1 OR s.next_attempt_at > ?3)
    ORDER BY s.next_attempt_at, s.message_id, s.position
    LIMIT ?2
    ",
);

static WAITING: Statement = Statement::new(
    r"
    SELECT count(*), min(m.at)
    FROM notification_sending s {use_index notification_sending_due}
    JOIN notification_message m ON m.id = s.message_id
    WHERE s.status = 'waiting'
    ",
);

/// The sendings are counted per message, so that all others are not read.
static FAILED: Statement = Statement::new(
    r"
    SELECT CAST(coalesce(sum((
        SELECT count(*)
        FROM notification_sending s
        WHERE s.message_id = m.id AND s.status = 'failed'
    )), 0) AS bigint)
    FROM notification_message m {use_index notification_message_at}
    WHERE m.at >= ?1
    ",
);

/// Claims an attempt. If two workers try, the second one changes no row.
static BEGIN: Statement = Statement::new(
    r"
    UPDATE notification_sending
    SET attempts = attempts + 1, next_attempt_at = ?4
    WHERE message_id = ?1
      AND position = ?2
      AND attempts = ?3
      AND status = 'waiting'
    ",
);

static NOTE: Statement = Statement::new(
    r"
    UPDATE notification_sending
    SET status = ?4, next_attempt_at = ?5, sent_at = ?6, error = ?7
    WHERE message_id = ?1
      AND position = ?2
      AND attempts = ?3
      AND status = 'waiting'
    ",
);

/// `?1` organisations, `?2` 1 for all organisations, `?3` rule, `?4` status, `?5` id before which the page
/// begins, `?6` limit.
static LIST: Statement = Statement::new(
    r"
    SELECT id, rule_id, org_id, kind, cause, at, subject, text
    FROM notification_message
    WHERE ({param ?2 int8} = 1 OR org_id {in ?1 int8})
      AND ({param ?3 int8} IS NULL OR rule_id = ?3)
      AND ({param ?5 int8} IS NULL OR id < ?5)
      AND (
          {param ?4 text} IS NULL
          OR ?4 = (
              SELECT
                  CASE
                      WHEN count(*) FILTER (WHERE s.status = 'waiting') > 0 THEN 'waiting'
                      WHEN count(*) FILTER (WHERE s.status = 'failed') > 0 THEN 'failed'
                      ELSE 'sent'
                  END
              FROM notification_sending s
              WHERE s.message_id = notification_message.id
          )
      )
    ORDER BY id DESC
    LIMIT ?6
    ",
);

static SENDINGS: Statement = Statement::new(
    r"
    SELECT message_id, recipient, status, attempts, next_attempt_at, sent_at, error
    FROM notification_sending
    WHERE message_id {in ?1 int8}
    ORDER BY message_id, position
    ",
);

static OLD: Statement = Statement::new(
    r"
    SELECT id
    FROM notification_message {use_index notification_message_at}
    WHERE at < ?1
    ORDER BY at
    LIMIT ?2
    ",
);

static DROP_SENDINGS: Statement =
    Statement::new("DELETE FROM notification_sending WHERE message_id {in ?1 int8}");
static DROP: Statement = Statement::new("DELETE FROM notification_message WHERE id {in ?1 int8}");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &LAST_TOLD,
    &LEADS,
    &WANTED,
    &MAKE,
    &MAKE_SENDING,
    &DUE,
    &WAITING,
    &FAILED,
    &BEGIN,
    &NOTE,
    &LIST,
    &SENDINGS,
    &OLD,
    &DROP_SENDINGS,
    &DROP,
];

impl FromRow for LastMessage {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { rule: row.read()?, cause: row.read()?, at: row.read()? })
    }
}

impl FromRow for ComposedMessage {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { subject: row.read()?, text: row.read()? })
    }
}

impl FromRow for DueMailDelivery {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            message: row.read()?,
            position: row.read()?,
            recipient: row.read()?,
            rule: row.read()?,
            kind: row.read()?,
            organisation: row.read()?,
            at: row.read()?,
            composed: row.read()?,
            attempts: row.read()?,
        })
    }
}

impl FromRow for Notification {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            rule: row.read()?,
            organisation: row.read()?,
            kind: row.read()?,
            cause: row.read()?,
            at: row.read()?,
            composed: row.read()?,
            sendings: Vec::new(),
        })
    }
}

impl FromRow for MailDelivery {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            recipient: row.read()?,
            status: row.read()?,
            attempts: row.read()?,
            next_attempt_at: row.read()?,
            sent_at: row.read()?,
            error: row.read()?,
        })
    }
}

fn commit(transaction: &dyn Transaction, commit: &NotificationCommit) -> StoreResult<u64> {
    if value::<i64>(transaction, "lease", &LEADS, [commit.fence.write()])?.is_none() {
        return Err(StoreError::TakenOver);
    }
    let mut made = 0;
    for message in &commit.messages {
        made += u64::from(make(transaction, message, commit.now)?);
    }
    Ok(made)
}

/// Writes a message. Returns `false` if it was not written.
fn make(transaction: &dyn Transaction, new: &NewNotification, now: Timestamp) -> StoreResult<bool> {
    let hour_ago = new.at.checked_sub(PAUSE).unwrap_or(Timestamp::MIN);
    let wanted = [new.rule.write(), integer(new.rule_version), new.cause.write(), hour_ago.write()];
    if value::<i64>(transaction, "notification_rule", &WANTED, wanted)?.is_none() {
        return Ok(false);
    }
    let id = NotificationMessageId(reserve_ids(transaction, 1)?);
    let hour = new.at.as_second().div_euclid(3_600);
    let row = [
        id.write(),
        new.rule.write(),
        new.organisation.write(),
        new.kind.write(),
        new.cause.write(),
        integer(hour),
        new.at.write(),
        new.composed.subject.write(),
        new.composed.text.write(),
    ];
    if run(transaction, &MAKE, row)? == 0 {
        return Ok(false);
    }
    for (position, recipient) in (0_u32..).zip(&new.recipients) {
        let named = [id.write(), position.write(), recipient.write()];
        let waiting = [NotificationStatus::Waiting.write(), integer(0), now.write(), NULL, NULL];
        run(transaction, &MAKE_SENDING, named.into_iter().chain(waiting))?;
    }
    Ok(true)
}

fn due(transaction: &dyn Transaction, now: Timestamp, limit: u32) -> StoreResult<Vec<DueMailDelivery>> {
    let never = now.checked_add(LONGER_THAN_ANY_PAUSE).unwrap_or(Timestamp::MAX);
    rows(transaction, "notification_sending", &DUE, [now.write(), limit.write(), never.write()], decode_row)
}

fn unsent(transaction: &dyn Transaction, failed_since: Timestamp) -> StoreResult<UnsentNotifications> {
    const PLACE: &str = "notification_sending";
    let waiting: Option<(i64, Option<Timestamp>)> = first(transaction, PLACE, &WAITING, [], decode_row)?;
    let (waiting, oldest_waiting_at) = waiting.unwrap_or_default();
    let failed = value::<i64>(transaction, PLACE, &FAILED, [failed_since.write()])?.unwrap_or_default();
    Ok(UnsentNotifications { waiting: cast(waiting), oldest_waiting_at, failed: cast(failed) })
}

fn begin(transaction: &dyn Transaction, sending: &DueMailDelivery, until: Timestamp) -> StoreResult<bool> {
    let values = [sending.message.write(), sending.position.write(), sending.attempts.write(), until.write()];
    Ok(run(transaction, &BEGIN, values)? == 1)
}

fn note(transaction: &dyn Transaction, tried: &MailAttempt) -> StoreResult<()> {
    let values = [
        tried.message.write(),
        tried.position.write(),
        tried.attempt.write(),
        tried.status.write(),
        tried.next_attempt_at.write(),
        tried.sent_at.write(),
        tried.error.write(),
    ];
    run(transaction, &NOTE, values).map(|_| ())
}

fn list(transaction: &dyn Transaction, query: &NotificationQuery) -> StoreResult<Vec<Notification>> {
    let (organisations, all) = match &query.organisations {
        OrgScope::All => (Vec::new(), 1),
        OrgScope::These(ids) => (ids.iter().map(|id| id.0).collect(), 0),
    };
    let values = [
        keys::numbers(organisations),
        integer(all),
        query.rule.write(),
        query.status.write(),
        query.before.write(),
        query.limit.write(),
    ];
    let mut found: Vec<Notification> = rows(transaction, "notification_message", &LIST, values, decode_row)?;
    let ids = keys::numbers(found.iter().map(|message| message.id.0));
    let sendings: Vec<(NotificationMessageId, MailDelivery)> =
        rows(transaction, "notification_sending", &SENDINGS, [ids], decode_row)?;
    for (id, sending) in sendings {
        if let Some(message) = found.iter_mut().find(|message| message.id == id) {
            message.sendings.push(sending);
        }
    }
    Ok(found)
}

/// Removes the oldest messages. Returns their number.
fn sweep(transaction: &dyn Transaction, before: Timestamp) -> StoreResult<u64> {
    let old: Vec<i64> =
        rows(transaction, "notification_message", &OLD, [before.write(), integer(AT_ONCE)], decode_row)?;
    run(transaction, &DROP_SENDINGS, [keys::numbers(old.iter().copied())])?;
    run(transaction, &DROP, [keys::numbers(old.iter().copied())])?;
    Ok(cast::<u64>(old.len()))
}

impl NotificationReader for StoreTransaction<'_> {
    fn notification_rules(&self) -> StoreResult<Vec<RuleRecord>> {
        rules::all(self.transaction)
    }

    fn candidates_in_error(
        &self,
        scope: &WriteScope,
        query: &LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>> {
        let organisations = self.writable(scope)?;
        facts::candidates_in_error(self.transaction, &organisations, query)
    }

    fn orders_not_handed_over(
        &self,
        scope: &WriteScope,
        query: &LastingStateQuery,
    ) -> StoreResult<Vec<LastingState>> {
        let organisations = self.writable(scope)?;
        facts::orders_not_handed_over(self.transaction, &organisations, query)
    }

    fn excluded_in_error(
        &self,
        scope: &WriteScope,
        candidates: &[CandidateId],
    ) -> StoreResult<Vec<CandidateId>> {
        let organisations = self.writable(scope)?;
        facts::excluded_in_error(self.transaction, &organisations, candidates)
    }

    fn never_handed_over(&self, scope: &WriteScope, orders: &[OrderId]) -> StoreResult<Vec<OrderId>> {
        let organisations = self.writable(scope)?;
        facts::never_handed_over(self.transaction, &organisations, orders)
    }

    fn last_received(
        &self,
        scope: &WriteScope,
        data_source: DataSourceId,
        before: Timestamp,
    ) -> StoreResult<Option<Timestamp>> {
        let organisations = self.writable(scope)?;
        facts::last_received(self.transaction, &organisations, data_source, before)
    }

    fn runs_failed_since(
        &self,
        scope: &WriteScope,
        since: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<FailedRun>> {
        let organisations = self.writable(scope)?;
        processing::failed_since(self.transaction, &organisations, since, limit)
    }

    fn last_messages(&self, since: Timestamp) -> StoreResult<Vec<LastMessage>> {
        rows(self.transaction, "notification_message", &LAST_TOLD, [since.write()], decode_row)
    }

    fn due_sendings(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<DueMailDelivery>> {
        due(self.transaction, now, limit)
    }

    fn unsent_notifications(&self, failed_since: Timestamp) -> StoreResult<UnsentNotifications> {
        unsent(self.transaction, failed_since)
    }

    fn notifications(&self, query: &NotificationQuery) -> StoreResult<Vec<Notification>> {
        list(self.transaction, query)
    }
}

impl NotificationWriter for StoreTransaction<'_> {
    fn create_notification_rule(&self, rule: &NotificationRule, maximum: u32) -> StoreResult<()> {
        rules::create(self.transaction, rule, maximum)
    }

    fn change_notification_rule(&self, rule: &NotificationRule) -> StoreResult<()> {
        rules::change(self.transaction, rule)
    }

    fn remove_notification_rule(&self, rule: NotificationRuleId) -> StoreResult<bool> {
        rules::remove(self.transaction, rule)
    }

    fn commit_notifications(&self, notifications: &NotificationCommit) -> StoreResult<u64> {
        commit(self.transaction, notifications)
    }

    fn begin_sending(&self, sending: &DueMailDelivery, until: Timestamp) -> StoreResult<bool> {
        begin(self.transaction, sending, until)
    }

    fn record_mail_attempt(&self, tried: &MailAttempt) -> StoreResult<()> {
        note(self.transaction, tried)
    }

    fn sweep_notifications(&self, before: Timestamp) -> StoreResult<u64> {
        sweep(self.transaction, before)
    }
}

impl Column for Cause {
    const TYPE: crate::sql::column::SqlType = crate::sql::column::SqlType::Text;

    fn read(value: &crate::SqlValue<'_>) -> Option<Self> {
        Self::parse(value.as_text()?)
    }

    fn write(&self) -> crate::SqlValue<'_> {
        owned(self.to_string())
    }
}
