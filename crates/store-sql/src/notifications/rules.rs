//! Notification rules.

use jiff::civil::Time;
use orderdock_domain::ids::NotificationRuleId;
use orderdock_domain::notification::{MailAddress, NotificationRule, NotificationWindow, Weekdays};
use orderdock_domain::problem::Language;
use orderdock_store::{Conflict, RuleRecord, StoreError, StoreResult};

use crate::asking::{rows, run, value};
use crate::column::Holds;
use crate::column::{Column, Fields, NULL, integer, owned, text};
use crate::template::statements;
use crate::{Datum, Transaction};

statements! {
    CREATE = insert NOTIFICATION_RULE;
    COUNT = "SELECT count(*) FROM notification_rule";
    /// `?2` the version that is changed. When and by whom it was made stays.
    CHANGE = "UPDATE notification_rule SET version = version + 1, org_id = ?3, kind = ?4, patience_minutes = ?5, \
     data_source_id = ?6, weekdays = ?7, from_time = ?8, to_time = ?9, time_zone = ?10, language = ?11, recipients = ?12, \
     webhook_id = ?13, active_since = ?14 WHERE id = ?1 AND version = ?2";
    REMOVE = "DELETE FROM notification_rule WHERE id = ?1";
    /// Behind each how it fared: when it told somebody last, and what kept its last message from somebody.
    ALL = "SELECT {columns notification_rule}, \
     (SELECT max(s.sent_at) FROM notification_message m JOIN notification_sending s ON s.message_id = m.id \
       WHERE m.rule_id = notification_rule.id), \
     (SELECT s.error FROM notification_sending s WHERE s.error IS NOT NULL AND s.message_id = \
       (SELECT max(m.id) FROM notification_message m WHERE m.rule_id = notification_rule.id) \
       ORDER BY s.position LIMIT 1) \
     FROM notification_rule ORDER BY id";
}

pub fn create(transaction: &dyn Transaction, rule: &NotificationRule, most: u32) -> StoreResult<()> {
    let there = value::<i64>(transaction, "notification_rule", &COUNT, [])?.unwrap_or_default();
    if there >= i64::from(most) {
        return Err(StoreError::Conflict(Conflict::NotificationRule));
    }
    let made = [rule.created_at.write(), rule.created_by.write()];
    run(transaction, &CREATE, said(rule).into_iter().chain(made)).map(|_| ())
}

pub fn change(transaction: &dyn Transaction, rule: &NotificationRule) -> StoreResult<()> {
    match run(transaction, &CHANGE, said(rule))? {
        1 => Ok(()),
        _ => Err(StoreError::Conflict(Conflict::NotificationRule)),
    }
}

pub fn remove(transaction: &dyn Transaction, rule: NotificationRuleId) -> StoreResult<bool> {
    Ok(run(transaction, &REMOVE, [rule.write()])? == 1)
}

pub fn all(transaction: &dyn Transaction) -> StoreResult<Vec<RuleRecord>> {
    rows(transaction, "notification_rule", &ALL, [], |fields| {
        Ok(RuleRecord { rule: read(fields)?, last_sent_at: fields.take()?, last_error: fields.take()? })
    })
}

/// What people say of it, with its id and version.
fn said(rule: &NotificationRule) -> [Datum<'_>; 14] {
    let (from, to) = rule.window.hours.map_or((None, None), |(from, to)| (Some(from), Some(to)));
    let time = |time: Option<Time>| time.map_or(NULL, written);
    [
        rule.id.write(),
        integer(rule.version),
        rule.organisation.write(),
        rule.kind.write(),
        integer(rule.patience_minutes),
        rule.data_source.write(),
        rule.window.weekdays.write(),
        time(from),
        time(to),
        rule.window.zone.write(),
        rule.language.write(),
        rule.recipients.write(),
        rule.webhook.write(),
        rule.active_since.write(),
    ]
}

fn read(fields: &mut Fields<'_>) -> StoreResult<NotificationRule> {
    Ok(NotificationRule {
        id: fields.take()?,
        version: fields.take()?,
        organisation: fields.take()?,
        kind: fields.take()?,
        patience_minutes: fields.take()?,
        data_source: fields.take()?,
        window: NotificationWindow {
            weekdays: fields.take()?,
            hours: fields.take::<Option<Time>>()?.zip(fields.take::<Option<Time>>()?),
            zone: fields.take()?,
        },
        language: fields.take()?,
        recipients: fields.take()?,
        webhook: fields.take()?,
        active_since: fields.take()?,
        created_at: fields.take()?,
        created_by: fields.take()?,
    })
}

impl Column for Weekdays {
    const HOLDS: Holds = Holds::Text;

    fn read(value: &Datum<'_>) -> Option<Self> {
        Self::of(value.as_text()?.split_whitespace())
    }

    fn write(&self) -> Datum<'_> {
        owned(self.iter().collect::<Vec<_>>().join(" "))
    }
}

impl Column for Time {
    const HOLDS: Holds = Holds::Text;

    fn read(value: &Datum<'_>) -> Option<Self> {
        value.as_text()?.parse().ok()
    }

    fn write(&self) -> Datum<'_> {
        written(*self)
    }
}

fn written(time: Time) -> Datum<'static> {
    owned(time.strftime("%H:%M").to_string())
}

impl Column for Language {
    const HOLDS: Holds = Holds::Text;

    fn read(value: &Datum<'_>) -> Option<Self> {
        Self::of_tag(value.as_text()?)
    }

    fn write(&self) -> Datum<'_> {
        text(self.tag())
    }
}

/// One after the other with a blank between them, which none has in it.
impl Column for Vec<MailAddress> {
    const HOLDS: Holds = Holds::Text;

    fn read(value: &Datum<'_>) -> Option<Self> {
        value.as_text()?.split_whitespace().map(MailAddress::parse).collect()
    }

    fn write(&self) -> Datum<'_> {
        owned(self.iter().map(MailAddress::as_str).collect::<Vec<_>>().join(" "))
    }
}
