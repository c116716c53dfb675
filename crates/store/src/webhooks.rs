//! Webhooks as they are kept, and what is on its way to them.

use jiff::Timestamp;
use orderdock_domain::event::{EventCursor, EventKind, EventType};
use orderdock_domain::ids::{DataSourceId, DeliveryId, OrganisationId, WebhookId};
use orderdock_domain::webhook::{DeliveryStatus, WebhookSecret, WebhookStatus};

use crate::Fence;

/// Where events are sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    pub id: WebhookId,
    /// Rises with each change by people.
    pub version: i64,
    pub settings: WebhookSettings,
    pub secrets: WebhookSecrets,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
    pub state: WebhookState,
    /// How far the feed was laid out into deliveries.
    pub cursor: EventCursor,
    pub last_success_at: Option<Timestamp>,
    pub last_failure_at: Option<Timestamp>,
    /// Since when nothing came through; absent if the last attempt did.
    pub failing_since: Option<Timestamp>,
}

/// What people say of a webhook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookSettings {
    pub url: String,
    /// All where there are none.
    pub types: Vec<EventType>,
    /// Whose events, with what is shared; those of all where there is none.
    pub organisation: Option<OrganisationId>,
    pub data_source: Option<DataSourceId>,
    /// Whether an event carries its record.
    pub records: bool,
    pub description: Option<String>,
}

/// What calls are signed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WebhookSecrets {
    pub current: WebhookSecret,
    /// The one before, and until when it is used too.
    pub before: Option<(WebhookSecret, Timestamp)>,
    pub rotated_at: Option<Timestamp>,
}

/// Whether events are sent, and since when it is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookState {
    pub status: WebhookStatus,
    /// Who made it so; nobody where it came to that by itself: paused after days of failing, ended by the receiver.
    pub by: Option<String>,
    pub at: Timestamp,
}

/// What waits for a webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WebhookWaiting {
    pub webhook: WebhookId,
    pub deliveries: u64,
    pub oldest: Timestamp,
}

/// A change by people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookChange {
    pub id: WebhookId,
    /// The version that it changes.
    pub version: i64,
    pub settings: WebhookSettings,
    /// As it was, or as it becomes. What becomes active goes on at once with all that waits.
    pub state: WebhookState,
    pub at: Timestamp,
    pub by: String,
}

/// What is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WebhookMessage {
    /// What a commit told.
    Told { cursor: EventCursor, organisation: OrganisationId, at: Timestamp, kind: EventKind, record: i64 },
    /// What was never in the outbox: `data` is JSON.
    Own { id: String, event_type: String, subject: Option<String>, data: String, at: Timestamp },
}

impl WebhookMessage {
    /// The same however often it is sent.
    pub fn id(&self) -> String {
        match self {
            Self::Told { cursor, .. } => cursor.to_string(),
            Self::Own { id, .. } => id.clone(),
        }
    }

    pub fn event_type(&self) -> &str {
        match self {
            Self::Told { kind, .. } => kind.event_type.as_str(),
            Self::Own { event_type, .. } => event_type,
        }
    }
}

/// A delivery that is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewDelivery {
    pub message: WebhookMessage,
    /// Those of one sequence come one after the other.
    pub sequence: String,
    /// Somebody had it sent.
    pub manual: bool,
}

/// A message on its way to a webhook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    pub id: DeliveryId,
    pub webhook: WebhookId,
    pub message: WebhookMessage,
    pub sequence: String,
    pub status: DeliveryStatus,
    pub manual: bool,
    pub created_at: Timestamp,
    /// How often it was tried.
    pub attempts: u32,
    /// How often since the webhook was last made active, and when that was first.
    pub tries: u32,
    pub first_tried_at: Option<Timestamp>,
    /// Absent where none is due, or where another of its sequence comes first.
    pub next_attempt_at: Option<Timestamp>,
}

/// An attempt to send a delivery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub at: Timestamp,
    pub duration_ms: i64,
    /// Of the answer, if there was one.
    pub status: Option<u16>,
    /// What went wrong, in words.
    pub error: Option<String>,
    /// How the answer begins.
    pub answer: Option<String>,
}

/// What became of a delivery by an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriedDelivery {
    pub delivery: DeliveryId,
    pub sequence: String,
    /// Counted from one.
    pub number: u32,
    pub attempt: Attempt,
    pub status: DeliveryStatus,
    pub next_attempt_at: Option<Timestamp>,
}

/// What attempts of a webhook came to, written together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TriedCommit {
    pub webhook: WebhookId,
    /// Of who leads.
    pub fence: Fence,
    pub tried: Vec<TriedDelivery>,
    /// When the last of them came through.
    pub succeeded_at: Option<Timestamp>,
    /// When the last of them failed, and the first since one came through.
    pub failed_at: Option<Timestamp>,
    pub failing_since: Option<Timestamp>,
    /// What it came to for the webhook, if that was active.
    pub becomes: Option<WebhookStatus>,
    /// The receiver is there again: what waits for a later attempt need not.
    pub hasten: bool,
    pub now: Timestamp,
}

/// The webhook as it is when its deliveries are claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedDeliveries {
    pub webhook: Webhook,
    /// The claimed deliveries that are still waiting, by id.
    pub deliveries: Vec<DeliveryId>,
}

/// A part of the feed as deliveries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaidOut {
    pub webhook: WebhookId,
    /// Version of the webhook whose settings selected the events.
    pub version: i64,
    /// Of who leads.
    pub fence: Fence,
    /// Where the part begins; who laid it out before has moved the cursor.
    pub from: EventCursor,
    pub to: EventCursor,
    pub deliveries: Vec<NewDelivery>,
    pub now: Timestamp,
}

/// Which deliveries are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeliveryQuery {
    pub webhook: WebhookId,
    pub status: Option<DeliveryStatus>,
    /// Older ones than this.
    pub before: Option<DeliveryId>,
    pub limit: u32,
}
