//! Webhook messages: one CloudEvent each, as in the feed.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use jiff::Timestamp;
use orderdock_app::{Caller, Failure, FeedEvent, Outcome, Services, WebhookEncoder};
use orderdock_domain::event::EventCursor;
use orderdock_domain::problem::Language;
use orderdock_store::WebhookMessage;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::http::error::ApiError;
use crate::response::SOURCE;
use crate::response::event_records::{event_records, unwritten};

/// Returns an event as CloudEvents 1.0 JSON.
pub struct CloudEvents {
    services: Arc<Services>,
}

impl CloudEvents {
    pub fn new(services: Arc<Services>) -> Self {
        Self { services }
    }
}

/// Event that is not a change of a record.
#[derive(Serialize)]
struct OwnEvent<'a> {
    specversion: &'static str,
    id: &'a str,
    source: &'static str,
    #[serde(rename = "type")]
    event_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    time: Timestamp,
    datacontenttype: &'static str,
    data: &'a RawValue,
}

#[async_trait]
impl WebhookEncoder for CloudEvents {
    async fn write(
        &self,
        caller: &Caller,
        messages: &[WebhookMessage],
        records: bool,
    ) -> Outcome<Vec<Bytes>> {
        let services = &self.services;
        let events: Vec<FeedEvent> = messages.iter().filter_map(event).collect();
        let known = services.feed.records_of_events(caller, &events).await?;
        let reference = services.reference().await?;
        let language = records.then_some(Language::English);
        let shapes =
            event_records(services, caller, &events, &known, &reference, language).await.map_err(failure)?;
        let mut written: HashMap<EventCursor, Bytes> = HashMap::with_capacity(events.len());
        for (event, shape) in events.iter().zip(&shapes) {
            let body = serde_json::to_vec(shape).map_err(|fault| failure(unwritten(&fault)))?;
            written.insert(event.cursor, body.into());
        }
        messages.iter().map(|message| body(message, &written)).collect()
    }

    fn media_type(&self) -> &'static str {
        "application/cloudevents+json"
    }
}

fn event(message: &WebhookMessage) -> Option<FeedEvent> {
    let WebhookMessage::Event { cursor, organisation, at, kind, record } = message else { return None };
    let subject = kind.subject(*record)?;
    Some(FeedEvent { cursor: *cursor, at: *at, organisation: *organisation, kind: *kind, subject })
}

fn body(message: &WebhookMessage, written: &HashMap<EventCursor, Bytes>) -> Outcome<Bytes> {
    match message {
        WebhookMessage::Event { cursor, .. } => Ok(written.get(cursor).cloned().unwrap_or_default()),
        WebhookMessage::Own { id, event_type, subject, data, at } => {
            let data = serde_json::from_str(data).map_err(|fault| failure(unwritten(&fault)))?;
            let event = OwnEvent {
                specversion: "1.0",
                id,
                source: SOURCE,
                event_type,
                subject: subject.as_deref(),
                time: *at,
                datacontenttype: "application/json",
                data,
            };
            let body = serde_json::to_vec(&event).map_err(|fault| failure(unwritten(&fault)))?;
            Ok(body.into())
        }
    }
}

fn failure(error: ApiError) -> Failure {
    let problems: Vec<_> = error.errors.into_iter().map(|item| item.problem).collect();
    Failure { retry_after: error.retry_after, ..Failure::from(problems) }
}
