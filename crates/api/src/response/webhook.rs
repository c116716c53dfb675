//! Webhooks and their deliveries in responses.

use jiff::Timestamp;
use orderdock_app::{DeliveryView, WebhookView};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Language;
use orderdock_store::{Attempt, WebhookMessage};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Id, subject};

/// A webhook: a URL that receives events.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Webhook)]
pub struct WebhookResponse {
    id: Id,
    /// Version of the webhook. Incremented by each change that a user makes.
    version: i64,
    url: String,
    /// Event types that are sent. An empty list means all types.
    types: Vec<&'static str>,
    /// Code of the organisation whose events are sent. Null for all organisations.
    org_code: Option<String>,
    data_source_id: Option<Id>,
    /// `record` if each event contains its current record, otherwise null.
    #[schema(example = "record")]
    include: Option<&'static str>,
    description: Option<String>,
    /// Status of the webhook: `active`, `paused` or `ended` (the receiver responded with 410).
    #[schema(example = "active")]
    status: &'static str,
    /// Reason why the webhook is not active. Null if it is active.
    status_reason: Option<String>,
    /// User or access token that set the status. Null if it was set because of the receiver's responses.
    status_by: Option<String>,
    status_at: Timestamp,
    created_at: Timestamp,
    created_by: String,
    last_success_at: Option<Timestamp>,
    last_failure_at: Option<Timestamp>,
    /// Time since which all attempts have failed. Null if the last attempt succeeded.
    failing_since: Option<Timestamp>,
    /// Number of pending deliveries. Beyond 10,000, further events remain in the feed.
    waiting: u64,
    oldest_waiting_at: Option<Timestamp>,
    secret_rotated_at: Option<Timestamp>,
}

/// A delivery of an event to a webhook.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookDelivery)]
pub struct DeliveryResponse {
    id: Id,
    /// Value of the header `webhook-id`: the `id` of the event.
    event_id: String,
    #[serde(rename = "type")]
    #[schema(example = "orderdock.order.completed")]
    event_type: String,
    subject: Option<String>,
    /// Status of the delivery: `waiting`, `delivered` or `failed` (no further attempts).
    #[schema(example = "delivered")]
    status: &'static str,
    created_at: Timestamp,
    /// Time of the next attempt. Null if none is due, or if another delivery for the same record is sent first.
    next_attempt_at: Option<Timestamp>,
    attempts: Vec<AttemptResponse>,
    attempt_count: u32,
    /// Whether the delivery was requested manually.
    manual: bool,
    /// Body of the request to the receiver. Only present when a single delivery is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
}

/// An attempt to deliver an event.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookAttempt)]
pub struct AttemptResponse {
    at: Timestamp,
    duration_ms: i64,
    /// HTTP status of the response. Null if there was none.
    status: Option<u16>,
    /// Error message; text from other systems is included unchanged. Null if there was no error.
    error: Option<String>,
    /// Beginning of the response body, at most 1,024 bytes. Null if there was no response.
    #[serde(rename = "answer")]
    response: Option<String>,
}

impl WebhookResponse {
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

impl DeliveryResponse {
    pub fn of(view: &DeliveryView, body: Option<String>, language: Language) -> Self {
        let DeliveryView { delivery, attempts } = view;
        let subject = match &delivery.message {
            WebhookMessage::Event { kind, record, .. } => kind.subject(*record).map(subject),
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
            attempts: attempts.iter().map(|attempt| AttemptResponse::of(attempt, language)).collect(),
            attempt_count: delivery.attempts,
            manual: delivery.manual,
            body,
        }
    }
}

impl AttemptResponse {
    fn of(attempt: &Attempt, language: Language) -> Self {
        let Attempt { at, duration_ms, status, error, response } = attempt.clone();
        let error = error.map(|error| Phrase::translate_stored(language, &error));
        Self { at, duration_ms, status, error, response }
    }
}
