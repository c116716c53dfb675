//! Notification rules and what they told.

use jiff::Timestamp;
use jiff::civil::Time;
use orderdock_app::{RuleTrial, TriedMessage};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::notification::{MailAddress, NotificationStatus};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Language;
use orderdock_store::{Notification, RuleRecord, Sending};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Id, internal_name};

/// What people want to be notified of.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationRule)]
pub struct NotificationRuleShape<'a> {
    id: Id,
    /// Rises with each change.
    version: i64,
    /// Whose data it tells of; null for all organisations.
    org_code: Option<&'a str>,
    kind: &'static str,
    /// The patience of the rule, where it is counted in minutes.
    minutes: Option<i64>,
    /// The same in hours.
    hours: Option<i64>,
    data_source_id: Option<Id>,
    data_source_internal_name: Option<&'a str>,
    /// Days on which people are notified, from Monday on.
    weekdays: Vec<&'static str>,
    /// From when on people are notified on such a day; null for the whole day.
    #[schema(example = "07:00")]
    from: Option<String>,
    #[schema(example = "18:00")]
    to: Option<String>,
    time_zone: &'a str,
    /// `en` or `de`.
    language: &'static str,
    recipients: Vec<&'a str>,
    webhook_id: Option<Id>,
    active: bool,
    /// When a message of it reached somebody last.
    last_sent_at: Option<Timestamp>,
    /// What keeps its last message from somebody.
    last_error: Option<String>,
    created_at: Timestamp,
    created_by: &'a str,
}

impl<'a> NotificationRuleShape<'a> {
    pub fn of(view: &'a RuleRecord, reference: &'a Reference, language: Language) -> Self {
        let rule = &view.rule;
        let unit = rule.kind.unit();
        let patience = |member: &str| {
            unit.filter(|unit| unit.as_str() == member).map(|unit| rule.patience_minutes / unit.minutes())
        };
        let (from, to) = rule.window.hours.unzip();
        let time = |time: Time| time.strftime("%H:%M").to_string();
        Self {
            id: Id(rule.id.0),
            version: rule.version,
            org_code: code(rule.organisation, reference),
            kind: rule.kind.as_str(),
            minutes: patience("minutes"),
            hours: patience("hours"),
            data_source_id: rule.data_source.map(|id| Id(id.0)),
            data_source_internal_name: rule.data_source.and_then(|id| internal_name(id, reference)),
            weekdays: rule.window.weekdays.iter().collect(),
            from: from.map(time),
            to: to.map(time),
            time_zone: rule.window.zone.iana_name().unwrap_or("UTC"),
            language: rule.language.tag(),
            recipients: rule.recipients.iter().map(MailAddress::as_str).collect(),
            webhook_id: rule.webhook.map(|id| Id(id.0)),
            active: rule.active_since.is_some(),
            last_sent_at: view.last_sent_at,
            last_error: view.last_error.as_ref().map(|error| Phrase::kept_in(language, error)),
            created_at: rule.created_at,
            created_by: &rule.created_by,
        }
    }
}

fn code(organisation: Option<OrganisationId>, reference: &Reference) -> Option<&str> {
    reference.organisation(organisation?).map(|known| known.code.as_str())
}

/// What a rule would have told.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TriedRule<'a> {
    /// How many days were looked at.
    days: i64,
    /// From when on it is known what happened.
    from: Timestamp,
    /// Oldest first, the first 100.
    messages: Vec<TriedMessageShape<'a>>,
    /// Whether there would have been more.
    more: bool,
}

/// A message that a rule would have sent.
#[derive(Serialize, ToSchema)]
#[schema(as = TriedMessage)]
pub struct TriedMessageShape<'a> {
    at: Timestamp,
    subject: &'a str,
    text: &'a str,
}

impl<'a> TriedRule<'a> {
    pub fn of(tried: &'a RuleTrial) -> Self {
        let message = |message: &'a TriedMessage| TriedMessageShape {
            at: message.at,
            subject: &message.composed.subject,
            text: &message.composed.text,
        };
        let messages = tried.messages.iter().map(message).collect();
        Self { days: RuleTrial::DAYS, from: tried.from, messages, more: tried.more }
    }
}

/// A message that a rule made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NotificationShape<'a> {
    id: Id,
    /// The rule may be gone by now.
    rule_id: Id,
    kind: &'static str,
    /// The organisation of the rule; null for all.
    org_code: Option<&'a str>,
    at: Timestamp,
    subject: &'a str,
    text: &'a str,
    /// `waiting` as long as somebody may still be reached, `failed` if somebody was not, else `sent`.
    status: &'static str,
    /// What keeps it from somebody.
    error: Option<String>,
    recipients: Vec<RecipientShape<'a>>,
}

/// A message on its way to one of its recipients.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationRecipient)]
pub struct RecipientShape<'a> {
    /// A mail address, or `webhook:` and its id.
    recipient: &'a str,
    /// `waiting`, `sent` or `failed`.
    status: &'static str,
    attempts: u32,
    next_attempt_at: Option<Timestamp>,
    sent_at: Option<Timestamp>,
    error: Option<String>,
}

impl<'a> NotificationShape<'a> {
    pub fn of(message: &'a Notification, reference: &'a Reference, language: Language) -> Self {
        let any = |status| message.sendings.iter().any(|sending| sending.status == status);
        let status =
            [NotificationStatus::Waiting, NotificationStatus::Failed].into_iter().find(|one| any(*one));
        Self {
            id: Id(message.id.0),
            rule_id: Id(message.rule.0),
            kind: message.kind.as_str(),
            org_code: code(message.organisation, reference),
            at: message.at,
            subject: &message.composed.subject,
            text: &message.composed.text,
            status: status.unwrap_or(NotificationStatus::Sent).as_str(),
            error: message.sendings.iter().find_map(|sending| error(sending, language)),
            recipients: message
                .sendings
                .iter()
                .map(|sending| RecipientShape::of(sending, language))
                .collect(),
        }
    }
}

impl<'a> RecipientShape<'a> {
    fn of(sending: &'a Sending, language: Language) -> Self {
        Self {
            recipient: &sending.recipient,
            status: sending.status.as_str(),
            attempts: sending.attempts,
            next_attempt_at: sending.next_attempt_at,
            sent_at: sending.sent_at,
            error: error(sending, language),
        }
    }
}

fn error(sending: &Sending, language: Language) -> Option<String> {
    sending.error.as_ref().map(|error| Phrase::kept_in(language, error))
}
