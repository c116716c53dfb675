//! Webhooks and their deliveries.

use jiff::Timestamp;
use orderdock_domain::event::{EventCursor, EventKind, EventType};
use orderdock_domain::ids::{DataSourceId, DeliveryId, OrganisationId, WebhookId};
use orderdock_domain::webhook::{DeliveryStatus, WebhookSecret, WebhookStatus};

use crate::FencingToken;

/// A destination of events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    pub id: WebhookId,
    /// Incremented with each change by a user.
    pub version: i64,
    pub settings: WebhookSettings,
    pub secrets: WebhookSecrets,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
    pub state: WebhookState,
    /// Position in the feed up to which deliveries have been created.
    pub cursor: EventCursor,
    pub last_success_at: Option<Timestamp>,
    pub last_failure_at: Option<Timestamp>,
    /// Start of the present series of failures; absent if the last attempt succeeded.
    pub failing_since: Option<Timestamp>,
}

/// The settings of a webhook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookSettings {
    pub url: String,
    /// Types of events; empty for all.
    pub types: Vec<EventType>,
    /// The organisation whose events are sent, together with events of shared records; `None` for all organisations.
    pub organisation: Option<OrganisationId>,
    pub data_source: Option<DataSourceId>,
    /// Whether an event contains its record.
    pub records: bool,
    pub description: Option<String>,
}

/// The secrets that sign requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WebhookSecrets {
    pub current: WebhookSecret,
    /// The previous secret, and the instant until which it also signs requests.
    pub before: Option<(WebhookSecret, Timestamp)>,
    pub rotated_at: Option<Timestamp>,
}

/// Status of a webhook, and the time of the last change of status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookState {
    pub status: WebhookStatus,
    /// The user who changed it; `None` if it was paused after days of failures or ended by the receiver.
    pub by: Option<String>,
    pub at: Timestamp,
}

/// The waiting deliveries of a webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WebhookBacklog {
    pub webhook: WebhookId,
    pub deliveries: u64,
    pub oldest: Timestamp,
}

/// A change by a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookChange {
    pub id: WebhookId,
    /// The version that the change is based on.
    pub version: i64,
    pub settings: WebhookSettings,
    /// The unchanged or the new state. All waiting deliveries of a webhook that becomes active are due at once.
    pub state: WebhookState,
    pub at: Timestamp,
    pub by: String,
}

/// The content of a delivery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WebhookMessage {
    /// An event of the feed.
    Event { cursor: EventCursor, organisation: OrganisationId, at: Timestamp, kind: EventKind, record: i64 },
    /// An event that is not in the feed; `data` is JSON.
    Own { id: String, event_type: String, subject: Option<String>, data: String, at: Timestamp },
}

impl WebhookMessage {
    /// Returns the message id, which is the same for every attempt.
    pub fn id(&self) -> String {
        match self {
            Self::Event { cursor, .. } => cursor.to_string(),
            Self::Own { id, .. } => id.clone(),
        }
    }

    pub fn event_type(&self) -> &str {
        match self {
            Self::Event { kind, .. } => kind.event_type.as_str(),
            Self::Own { event_type, .. } => event_type,
        }
    }
}

/// A delivery to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDelivery {
    pub message: WebhookMessage,
    /// Deliveries of the same sequence are sent one after another.
    pub sequence: String,
    /// Whether a user requested the delivery.
    pub manual: bool,
}

/// A message for a webhook and the state of its transmission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    pub id: DeliveryId,
    pub webhook: WebhookId,
    pub message: WebhookMessage,
    pub sequence: String,
    pub status: DeliveryStatus,
    pub manual: bool,
    pub created_at: Timestamp,
    /// Number of attempts.
    pub attempts: u32,
    /// Number of attempts since the webhook was last activated, and the time of the first of them.
    pub tries: u32,
    pub first_tried_at: Option<Timestamp>,
    /// Absent if no attempt is due, or if an earlier delivery of the sequence must be sent first.
    pub next_attempt_at: Option<Timestamp>,
}

/// An attempt to send a delivery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub at: Timestamp,
    pub duration_ms: i64,
    /// Status of the response, if there was one.
    pub status: Option<u16>,
    /// Error message.
    pub error: Option<String>,
    /// Beginning of the response body.
    pub response: Option<String>,
}

/// The outcome of an attempt for its delivery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryAttempt {
    pub delivery: DeliveryId,
    pub sequence: String,
    /// Number of the attempt, from 1.
    pub number: u32,
    pub attempt: Attempt,
    pub status: DeliveryStatus,
    pub next_attempt_at: Option<Timestamp>,
}

/// The outcomes of attempts of a webhook, written together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttemptsCommit {
    pub webhook: WebhookId,
    /// Fence of the leading instance.
    pub fence: FencingToken,
    pub tried: Vec<DeliveryAttempt>,
    /// Time of the last successful attempt.
    pub succeeded_at: Option<Timestamp>,
    /// Time of the last failed attempt, and time of the first failure since a success.
    pub failed_at: Option<Timestamp>,
    pub failing_since: Option<Timestamp>,
    /// The new status of the webhook, if it was active.
    pub becomes: Option<WebhookStatus>,
    /// Whether the receiver is available again, so that all waiting deliveries become due now.
    pub hasten: bool,
    pub now: Timestamp,
}

impl AttemptsCommit {
    /// Returns about how many rows the commit writes.
    pub const fn row_count(&self) -> usize {
        self.tried.len() * 2 + 1
    }
}

/// The state of a webhook when its deliveries are claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedDeliveries {
    pub webhook: Webhook,
    /// The claimed deliveries that are still waiting, by id.
    pub deliveries: Vec<DeliveryId>,
}

/// The deliveries of a part of the feed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueuedDeliveries {
    pub webhook: WebhookId,
    /// Version of the webhook whose settings selected the events.
    pub version: i64,
    /// Fence of the leading instance.
    pub fence: FencingToken,
    /// Start of the part. If the stored cursor differs, another process has already created the deliveries.
    pub from: EventCursor,
    pub to: EventCursor,
    pub deliveries: Vec<NewDelivery>,
    pub now: Timestamp,
}

impl QueuedDeliveries {
    /// Returns about how many rows the commit writes.
    pub const fn row_count(&self) -> usize {
        self.deliveries.len() + 1
    }
}

/// A query for deliveries of a webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeliveryQuery {
    pub webhook: WebhookId,
    pub status: Option<DeliveryStatus>,
    /// Only deliveries older than this one.
    pub before: Option<DeliveryId>,
    pub limit: u32,
}
