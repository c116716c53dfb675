//! Webhooks and what is sent to them.

use jiff::Timestamp;
use orderdock_app::{DeliveryView, WebhookView};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Language;
use orderdock_store::{Attempt, WebhookMessage};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Id, subject};

/// Where events are sent.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub struct WebhookShape {
    id: Id,
    /// Rises with each change by people.
    version: i64,
    url: String,
    /// Types of events that are sent; none for all.
    types: Vec<&'static str>,
    /// Null for all organisations.
    org_code: Option<String>,
    data_source_id: Option<Id>,
    #[schema(example = "record")]
    include: Option<&'static str>,
    description: Option<String>,
    /// `active`, `paused` or `ended` (the receiver answered 410).
    #[schema(example = "active")]
    status: &'static str,
    /// Why it is not active.
    status_reason: Option<String>,
    /// Who made it so; null where the receiver did, by its answers.
    status_by: Option<String>,
    status_at: Timestamp,
    created_at: Timestamp,
    created_by: String,
    last_success_at: Option<Timestamp>,
    last_failure_at: Option<Timestamp>,
    /// Since when nothing has come through; null if the last attempt did.
    failing_since: Option<Timestamp>,
    /// Deliveries that are not through yet; beyond 10,000 the rest waits in the feed.
    waiting: u64,
    oldest_waiting_at: Option<Timestamp>,
    secret_rotated_at: Option<Timestamp>,
}

/// An event that is or was sent.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub struct DeliveryShape {
    id: Id,
    /// `webhook-id`, which is the `id` of the event.
    event_id: String,
    #[serde(rename = "type")]
    #[schema(example = "orderdock.order.completed")]
    event_type: String,
    subject: Option<String>,
    /// `waiting`, `delivered`, or `failed` (given up).
    #[schema(example = "delivered")]
    status: &'static str,
    created_at: Timestamp,
    /// Null where none is due, or where another one of the same record comes first.
    next_attempt_at: Option<Timestamp>,
    attempts: Vec<AttemptShape>,
    attempt_count: u32,
    /// Somebody had it sent.
    manual: bool,
    /// What is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
}

/// An attempt to send an event.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookAttempt)]
pub struct AttemptShape {
    at: Timestamp,
    duration_ms: i64,
    /// HTTP status of the answer; null if there was none.
    status: Option<u16>,
    /// What went wrong, in words; what others said is as they said it.
    error: Option<String>,
    /// How the answer begins, at most 1,024 bytes.
    answer: Option<String>,
}

impl WebhookShape {
    pub fn of(view: &WebhookView, reference: &Reference) -> Self {
        let WebhookView { webhook, waiting } = view;
        let settings = &webhook.settings;
        let code = |id| reference.organisation(id).map(|one| one.code.as_str().to_owned());
        Self {
            id: Id(webhook.id.0),
            version: webhook.version,
            url: settings.url.clone(),
            types: settings.types.iter().map(|one| one.as_str()).collect(),
            org_code: settings.organisation.and_then(code),
            data_source_id: settings.data_source.map(|id| Id(id.0)),
            include: settings.records.then_some("record"),
            description: settings.description.clone(),
            status: webhook.state.status.as_str(),
            status_reason: view.reason(),
            status_by: webhook.state.by.clone(),
            status_at: webhook.state.at,
            created_at: webhook.created_at,
            created_by: webhook.created_by.clone(),
            last_success_at: webhook.last_success_at,
            last_failure_at: webhook.last_failure_at,
            failing_since: webhook.failing_since,
            waiting: waiting.map_or(0, |waiting| waiting.deliveries),
            oldest_waiting_at: waiting.map(|waiting| waiting.oldest),
            secret_rotated_at: webhook.secrets.rotated_at,
        }
    }
}

impl DeliveryShape {
    pub fn of(view: &DeliveryView, body: Option<String>, language: Language) -> Self {
        let DeliveryView { delivery, attempts } = view;
        let subject = match &delivery.message {
            WebhookMessage::Told { kind, record, .. } => kind.subject(*record).map(subject),
            WebhookMessage::Own { subject, .. } => subject.clone(),
        };
        Self {
            id: Id(delivery.id.0),
            event_id: delivery.message.id(),
            event_type: delivery.message.event_type().to_owned(),
            subject,
            status: delivery.status.as_str(),
            created_at: delivery.created_at,
            next_attempt_at: delivery.next_attempt_at,
            attempts: attempts.iter().map(|attempt| AttemptShape::of(attempt, language)).collect(),
            attempt_count: delivery.attempts,
            manual: delivery.manual,
            body,
        }
    }
}

impl AttemptShape {
    fn of(attempt: &Attempt, language: Language) -> Self {
        let Attempt { at, duration_ms, status, error, answer } = attempt.clone();
        let error = error.map(|error| Phrase::kept_in(language, &error));
        Self { at, duration_ms, status, error, answer }
    }
}
