//! Notification rules.

use jiff::civil::Time;
use orderdock_domain::ids::NotificationRuleId;
use orderdock_domain::notification::{MailAddress, NotificationRule, NotificationWindow, Weekdays};
use orderdock_domain::problem::Language;
use orderdock_store::{Conflict, RuleRecord, StoreError, StoreResult};

use crate::sql::column::{Column, FromRow, RowReader, SqlType, ToRow, owned, text};
use crate::sql::query::{decode_row, rows, run, run_one, value};
use crate::sql::tables::NOTIFICATION_RULE;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction};

static CREATE: Statement = Statement::insert(&NOTIFICATION_RULE);
static COUNT: Statement = Statement::new("SELECT count(*) FROM notification_rule");

/// `?2` expected version. Creator and creation time do not change.
static CHANGE: Statement = Statement::new(
    r"
    UPDATE notification_rule
    SET
        version = version + 1,
        org_id = ?3,
        kind = ?4,
        patience_minutes = ?5,
        data_source_id = ?6,
        weekdays = ?7,
        from_time = ?8,
        to_time = ?9,
        time_zone = ?10,
        language = ?11,
        recipients = ?12,
        webhook_id = ?13,
        active_since = ?14
    WHERE id = ?1 AND version = ?2
    ",
);

static REMOVE: Statement = Statement::new("DELETE FROM notification_rule WHERE id = ?1");

/// Also returns the time of the last successful delivery of each rule, and the error of its last message.
static ALL: Statement = Statement::new(
    r"
    SELECT
        {columns notification_rule},
        (
            SELECT max(s.sent_at)
            FROM notification_message m
            JOIN notification_sending s ON s.message_id = m.id
            WHERE m.rule_id = notification_rule.id
        ),
        (
            SELECT s.error
            FROM notification_sending s
            WHERE s.error IS NOT NULL
              AND s.message_id = (
                  SELECT max(m.id)
                  FROM notification_message m
                  WHERE m.rule_id = notification_rule.id
              )
            ORDER BY s.position
            LIMIT 1
        )
    FROM notification_rule
    ORDER BY id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&CREATE, &COUNT, &CHANGE, &REMOVE, &ALL];

pub fn create(transaction: &dyn Transaction, rule: &NotificationRule, maximum: u32) -> StoreResult<()> {
    let existing = value::<i64>(transaction, "notification_rule", &COUNT, [])?.unwrap_or_default();
    if existing >= i64::from(maximum) {
        return Err(StoreError::Conflict(Conflict::NotificationRule));
    }
    run(transaction, &CREATE, rule.to_row()).map(|_| ())
}

pub fn change(transaction: &dyn Transaction, rule: &NotificationRule) -> StoreResult<()> {
    let mut values = rule.to_row();
    values.truncate(values.len() - MADE);
    run_one(transaction, &CHANGE, values, StoreError::Conflict(Conflict::NotificationRule))
}

pub fn remove(transaction: &dyn Transaction, rule: NotificationRuleId) -> StoreResult<bool> {
    Ok(run(transaction, &REMOVE, [rule.write()])? == 1)
}

pub fn all(transaction: &dyn Transaction) -> StoreResult<Vec<RuleRecord>> {
    rows(transaction, "notification_rule", &ALL, [], decode_row)
}

// creator and creation time are the last columns
impl FromRow for NotificationRule {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            organisation: row.read()?,
            kind: row.read()?,
            threshold_minutes: row.read()?,
            data_source: row.read()?,
            window: row.read()?,
            language: row.read()?,
            recipients: row.read()?,
            webhook: row.read()?,
            active_since: row.read()?,
            created_at: row.read()?,
            created_by: row.read()?,
        })
    }
}

impl ToRow for NotificationRule {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.version.append_to(row);
        self.organisation.append_to(row);
        self.kind.append_to(row);
        self.threshold_minutes.append_to(row);
        self.data_source.append_to(row);
        self.window.append_to(row);
        self.language.append_to(row);
        self.recipients.append_to(row);
        self.webhook.append_to(row);
        self.active_since.append_to(row);
        self.created_at.append_to(row);
        self.created_by.append_to(row);
    }
}

impl FromRow for NotificationWindow {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { weekdays: row.read()?, hours: row.read()?, zone: row.read()? })
    }
}

impl ToRow for NotificationWindow {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.weekdays.append_to(row);
        self.hours.append_to(row);
        self.zone.append_to(row);
    }
}
/// Number of columns that a change does not write.
const MADE: usize = 2;

impl FromRow for RuleRecord {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { rule: row.read()?, last_sent_at: row.read()?, last_error: row.read()? })
    }
}

impl Column for Weekdays {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Self::of(value.as_text()?.split_whitespace())
    }

    fn write(&self) -> SqlValue<'_> {
        owned(self.iter().collect::<Vec<_>>().join(" "))
    }
}

impl Column for Time {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_text()?.parse().ok()
    }

    fn write(&self) -> SqlValue<'_> {
        owned(self.strftime("%H:%M").to_string())
    }
}

impl Column for Language {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        Self::of_tag(value.as_text()?)
    }

    fn write(&self) -> SqlValue<'_> {
        text(self.tag())
    }
}

/// Addresses separated by spaces; an address contains none.
impl Column for Vec<MailAddress> {
    const TYPE: SqlType = SqlType::Text;

    fn read(value: &SqlValue<'_>) -> Option<Self> {
        value.as_text()?.split_whitespace().map(MailAddress::parse).collect()
    }

    fn write(&self) -> SqlValue<'_> {
        owned(self.iter().map(MailAddress::as_str).collect::<Vec<_>>().join(" "))
    }
}
