//! Notification rules and their messages in responses.

use jiff::Timestamp;
use jiff::civil::Time;
use orderdock_app::{RuleTrial, TrialMessage};
use orderdock_domain::ids::OrganisationId;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::notification::{MailAddress, NotificationStatus};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Language;
use orderdock_store::{MailDelivery, Notification, RuleRecord};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Id, internal_name};

/// A notification rule: when to send a message, about which condition, and to which recipients.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationRule)]
pub struct NotificationRuleResponse<'a> {
    id: Id,
    /// Version of the rule. Incremented by each change.
    version: i64,
    /// Code of the organisation whose data the rule covers. Null for all organisations.
    org_code: Option<&'a str>,
    kind: &'static str,
    /// Threshold in minutes. Null if the kind of rule has no threshold in minutes.
    minutes: Option<i64>,
    /// Threshold in hours. Null if the kind of rule has no threshold in hours.
    hours: Option<i64>,
    data_source_id: Option<Id>,
    data_source_internal_name: Option<&'a str>,
    /// Days on which messages are sent, starting with Monday.
    weekdays: Vec<&'static str>,
    /// Start of the period in which messages are sent on these days. Null for the whole day.
    #[schema(example = "07:00")]
    from: Option<String>,
    /// End of this period, on the next day if it is not after `from`. Null for the whole day.
    #[schema(example = "18:00")]
    to: Option<String>,
    time_zone: &'a str,
    /// Language of the messages: `en` or `de`.
    language: &'static str,
    recipients: Vec<&'a str>,
    webhook_id: Option<Id>,
    active: bool,
    /// Time when a message of the rule last reached a recipient. Null if none has.
    last_sent_at: Option<Timestamp>,
    /// Error that prevents the delivery of the last message to a recipient. Null if there is none.
    last_error: Option<String>,
    created_at: Timestamp,
    created_by: &'a str,
}

impl<'a> NotificationRuleResponse<'a> {
    pub fn of(view: &'a RuleRecord, reference: &'a Reference, language: Language) -> Self {
        let rule = &view.rule;
        let unit = rule.kind.unit();
        let threshold = |member: &str| {
            unit.filter(|unit| unit.as_str() == member).map(|unit| rule.threshold_minutes / unit.minutes())
        };
        let (from, to) = rule.window.hours.unzip();
        let time = |time: Time| time.strftime("%H:%M").to_string();
        Self {
            id: Id(rule.id.0),
            version: rule.version,
            org_code: code(rule.organisation, reference),
            kind: rule.kind.as_str(),
            minutes: threshold("minutes"),
            hours: threshold("hours"),
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
            last_error: view.last_error.as_ref().map(|error| Phrase::translate_stored(language, error)),
            created_at: rule.created_at,
            created_by: &rule.created_by,
        }
    }
}

fn code(organisation: Option<OrganisationId>, reference: &Reference) -> Option<&str> {
    reference.organisation(organisation?).map(|known| known.code.as_str())
}

/// Messages that a rule would have sent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TriedRule<'a> {
    /// Number of past days covered by the trial.
    days: i64,
    /// Start of the period for which events are known.
    from: Timestamp,
    /// Messages, oldest first. Limited to the first 100.
    messages: Vec<TriedMessageResponse<'a>>,
    /// Whether there would have been more messages.
    more: bool,
}

/// A message that a rule would have sent.
#[derive(Serialize, ToSchema)]
#[schema(as = TriedMessage)]
pub struct TriedMessageResponse<'a> {
    at: Timestamp,
    subject: &'a str,
    text: &'a str,
}

impl<'a> TriedRule<'a> {
    pub fn of(tried: &'a RuleTrial) -> Self {
        let message = |message: &'a TrialMessage| TriedMessageResponse {
            at: message.at,
            subject: &message.composed.subject,
            text: &message.composed.text,
        };
        let messages = tried.messages.iter().map(message).collect();
        Self { days: RuleTrial::DAYS, from: tried.from, messages, more: tried.more }
    }
}

/// A message created by a notification rule.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NotificationResponse<'a> {
    id: Id,
    /// Id of the rule. The rule may have been deleted since.
    rule_id: Id,
    kind: &'static str,
    /// Code of the organisation of the rule. Null for all organisations.
    org_code: Option<&'a str>,
    at: Timestamp,
    subject: &'a str,
    text: &'a str,
    /// Delivery status: `waiting` while delivery to a recipient is pending, `failed` if delivery to a recipient
    /// failed, otherwise `sent`.
    status: &'static str,
    /// Error of the delivery to a recipient. Null if there is none.
    error: Option<String>,
    recipients: Vec<RecipientResponse<'a>>,
}

/// Delivery of a message to one recipient.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationRecipient)]
pub struct RecipientResponse<'a> {
    /// Mail address, or `webhook:` followed by the id of the webhook.
    recipient: &'a str,
    /// Delivery status: `waiting`, `sent` or `failed`.
    status: &'static str,
    attempts: u32,
    next_attempt_at: Option<Timestamp>,
    sent_at: Option<Timestamp>,
    error: Option<String>,
}

impl<'a> NotificationResponse<'a> {
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
                .map(|sending| RecipientResponse::of(sending, language))
                .collect(),
        }
    }
}

impl<'a> RecipientResponse<'a> {
    fn of(sending: &'a MailDelivery, language: Language) -> Self {
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

fn error(sending: &MailDelivery, language: Language) -> Option<String> {
    sending.error.as_ref().map(|error| Phrase::translate_stored(language, error))
}
