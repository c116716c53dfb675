//! Notification rules, what they look at, and the messages that they made.

use jiff::Timestamp;
use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{
    DataSourceId, NotificationMessageId, NotificationRuleId, OrganisationId, RunId, WebhookId,
};
use orderdock_domain::notification::{
    Cause, Composed, NotificationKind, NotificationRule, NotificationStatus,
};

use crate::Fence;

/// Something that has been as it is for some time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LongStanding {
    pub organisation: OrganisationId,
    /// The record.
    pub id: i64,
    pub since: Timestamp,
}

/// What has been so since an instant or longer; the newest ones of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingQuery {
    pub data_source: Option<DataSourceId>,
    pub since: Timestamp,
    pub limit: u32,
}

/// A run that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedRun {
    pub id: RunId,
    /// Whose candidates it took.
    pub organisations: OrgScope,
    pub failed_at: Timestamp,
}

/// When a rule told of a cause last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastTold {
    pub rule: NotificationRuleId,
    pub cause: Cause,
    pub at: Timestamp,
}

/// A message that is to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNotification {
    pub rule: NotificationRuleId,
    /// That of the rule when the message was made.
    pub rule_version: i64,
    pub organisation: Option<OrganisationId>,
    pub kind: NotificationKind,
    pub cause: Cause,
    pub at: Timestamp,
    pub composed: Composed,
    /// Addresses, and the webhook as [`webhook_recipient`].
    pub recipients: Vec<String>,
}

/// Messages that are made together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotificationCommit {
    /// Of who leads.
    pub fence: Fence,
    pub messages: Vec<NewNotification>,
    pub now: Timestamp,
}

/// A message as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notification {
    pub id: NotificationMessageId,
    pub rule: NotificationRuleId,
    pub organisation: Option<OrganisationId>,
    pub kind: NotificationKind,
    pub cause: Cause,
    pub at: Timestamp,
    pub composed: Composed,
    /// In the order of the rule.
    pub sendings: Vec<Sending>,
}

/// A message on its way to one of its recipients.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sending {
    pub recipient: String,
    pub status: NotificationStatus,
    pub attempts: u32,
    /// Absent where none is due.
    pub next_attempt_at: Option<Timestamp>,
    pub sent_at: Option<Timestamp>,
    /// Why the last attempt failed.
    pub error: Option<String>,
}

/// One that is to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueSending {
    pub message: NotificationMessageId,
    pub position: u32,
    pub recipient: String,
    pub rule: NotificationRuleId,
    pub kind: NotificationKind,
    pub organisation: Option<OrganisationId>,
    /// When the message was made.
    pub at: Timestamp,
    pub composed: Composed,
    pub attempts: u32,
}

/// What an attempt to send came to. It is written if nobody else has begun another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SendingTried {
    pub message: NotificationMessageId,
    pub position: u32,
    /// Counted from one.
    pub attempt: u32,
    pub status: NotificationStatus,
    pub next_attempt_at: Option<Timestamp>,
    pub sent_at: Option<Timestamp>,
    pub error: Option<String>,
}

/// Which messages are asked for, newest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotificationQuery {
    /// Those of rules of these organisations; all, and those of rules for all, where it is all of them.
    pub organisations: OrgScope,
    pub rule: Option<NotificationRuleId>,
    pub status: Option<NotificationStatus>,
    /// Older ones than this.
    pub before: Option<NotificationMessageId>,
    pub limit: u32,
}

/// How a rule has fared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleRecord {
    pub rule: NotificationRule,
    pub last_sent_at: Option<Timestamp>,
    /// Why the last of its messages did not reach somebody, if so.
    pub last_error: Option<String>,
}

impl DueSending {
    /// The data of the event that a webhook gets, as JSON.
    pub fn data(&self) -> String {
        let Self { message, rule, kind, at, composed, .. } = self;
        let Composed { subject, text } = composed;
        let (id, rule, kind, at) = (message.0, rule.0, kind.as_str(), at.to_string());
        serde_json::json!({
            "notificationId": id, "ruleId": rule, "kind": kind, "at": at, "subject": subject, "text": text,
        })
        .to_string()
    }
}

/// A webhook as a recipient: no address looks like that.
pub fn webhook_recipient(webhook: WebhookId) -> String {
    format!("webhook:{webhook}")
}

/// The webhook, where a recipient is one.
pub fn recipient_webhook(recipient: &str) -> Option<WebhookId> {
    Some(WebhookId(recipient.strip_prefix("webhook:")?.parse().ok()?))
}
