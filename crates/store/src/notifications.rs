//! Notification rules, the facts that they observe, and their messages.

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{
    DataSourceId, NotificationMessageId, NotificationRuleId, OrganisationId, RunId, WebhookId,
};
use orderdock_domain::notification::{
    Cause, ComposedMessage, NotificationKind, NotificationRule, NotificationStatus,
};

use crate::FencingToken;

/// A record that has been in a state for some time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LastingState {
    pub organisation: OrganisationId,
    /// Id of the record.
    pub id: i64,
    pub since: Timestamp,
}

/// A query for records that have been in a state since an instant or earlier, latest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastingStateQuery {
    pub data_source: Option<DataSourceId>,
    pub since: Timestamp,
    pub limit: u32,
}

/// A run that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedRun {
    pub id: RunId,
    /// Organisations of its candidates.
    pub organisations: OrgScope,
    pub failed_at: Timestamp,
}

/// Time of the last message of a rule about a cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastMessage {
    pub rule: NotificationRuleId,
    pub cause: Cause,
    pub at: Timestamp,
}

/// A message to send.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNotification {
    pub rule: NotificationRuleId,
    /// Version of the rule when the message was created.
    pub rule_version: i64,
    pub organisation: Option<OrganisationId>,
    pub kind: NotificationKind,
    pub cause: Cause,
    pub at: Timestamp,
    pub composed: ComposedMessage,
    /// Addresses, and the webhook as [`webhook_recipient`].
    pub recipients: Vec<String>,
}

/// Messages that are stored together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotificationCommit {
    /// Fence of the leading instance.
    pub fence: FencingToken,
    pub messages: Vec<NewNotification>,
    pub now: Timestamp,
}

/// A stored message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notification {
    pub id: NotificationMessageId,
    pub rule: NotificationRuleId,
    pub organisation: Option<OrganisationId>,
    pub kind: NotificationKind,
    pub cause: Cause,
    pub at: Timestamp,
    pub composed: ComposedMessage,
    /// In the order of the rule.
    pub sendings: Vec<MailDelivery>,
}

/// Deliveries of messages that were not sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnsentNotifications {
    /// Deliveries that are due or retried.
    pub waiting: u64,
    /// Time of the oldest message with such a delivery.
    pub oldest_waiting_at: Option<Timestamp>,
    /// Deliveries that have failed.
    pub failed: u64,
}

/// Delivery of a message to one recipient.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailDelivery {
    pub recipient: String,
    pub status: NotificationStatus,
    pub attempts: u32,
    /// Absent if no attempt is due.
    pub next_attempt_at: Option<Timestamp>,
    pub sent_at: Option<Timestamp>,
    /// Error of the last attempt.
    pub error: Option<String>,
}

/// A delivery of a message that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueMailDelivery {
    pub message: NotificationMessageId,
    pub position: u32,
    pub recipient: String,
    pub rule: NotificationRuleId,
    pub kind: NotificationKind,
    pub organisation: Option<OrganisationId>,
    /// Time when the message was created.
    pub at: Timestamp,
    pub composed: ComposedMessage,
    pub attempts: u32,
}

/// The outcome of an attempt. It is not written if another attempt has begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailAttempt {
    pub message: NotificationMessageId,
    pub position: u32,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    pub status: NotificationStatus,
    pub next_attempt_at: Option<Timestamp>,
    pub sent_at: Option<Timestamp>,
    pub error: Option<String>,
}

/// A query for messages, newest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotificationQuery {
    /// Only messages of rules for these organisations. Rules for all organisations are included only if the scope is
    /// all organisations.
    pub organisations: OrgScope,
    pub rule: Option<NotificationRuleId>,
    pub status: Option<NotificationStatus>,
    /// Only messages older than this one.
    pub before: Option<NotificationMessageId>,
    pub limit: u32,
}

/// A rule and the results of its deliveries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleRecord {
    pub rule: NotificationRule,
    pub last_sent_at: Option<Timestamp>,
    /// Error of a delivery of the last message.
    pub last_error: Option<String>,
}

impl DueMailDelivery {
    /// Returns the data of the event for a webhook, as JSON.
    pub fn data(&self) -> String {
        let Self { message, rule, kind, at, composed, .. } = self;
        let ComposedMessage { subject, text } = composed;
        let (id, rule, kind, at) = (message.0, rule.0, kind.as_str(), at.to_string());
        serde_json::json!({
            "notificationId": id, "ruleId": rule, "kind": kind, "at": at, "subject": subject, "text": text,
        })
        .to_string()
    }
}

/// Returns the recipient string of a webhook, which is not a valid mail address.
pub fn webhook_recipient(webhook: WebhookId) -> String {
    format!("webhook:{webhook}")
}

/// Returns the webhook of a recipient string; `None` for a mail address.
pub fn recipient_webhook(recipient: &str) -> Option<WebhookId> {
    Some(WebhookId(recipient.strip_prefix("webhook:")?.parse().ok()?))
}
