//! Webhooks: events are posted to receivers at least once, in order for each record.

mod deliverer;
mod deliveries;
mod sequence;
mod settings;
mod sign;
mod worker;

use std::fmt::Debug;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::Scope;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::webhook::AttemptOutcome;
use orderdock_store::{Store, Webhook, WebhookMessage};

use crate::clock::{Clock, Randomness};
use crate::feed::FeedService;
use crate::ids::IdSource;
use crate::instances::InstanceService;

pub use deliverer::Deliverer;
pub use deliveries::{DeliveryView, TEST_TYPE};
pub use settings::{MAX_WEBHOOKS, NewWebhook, WebhookPatch, WebhookView};
pub use sign::revealed;

use crate::{Caller, Outcome};

/// Bytes of a response that are stored.
pub const MAX_STORED_RESPONSE: usize = 1_024;

/// Deliveries that are removed in one transaction.
const DELIVERIES_PER_TRANSACTION: usize = 1_000;

/// HTTP client for receivers. Administrators enter the addresses, so an implementation must block addresses in the
/// network of this process.
#[async_trait]
pub trait WebhookSender: Debug + Send + Sync + 'static {
    /// Returns why an address is blocked, as far as that is known before a request.
    async fn reject(&self, url: &str) -> Option<Phrase>;

    /// Posts a message and waits for the response, a few seconds at most. Failures are reported in the result.
    async fn post(&self, call: WebhookRequest) -> WebhookReply;
}

/// Posts a message. A panic of the client is a failed attempt, so that the delivery is tried again later.
async fn post(receivers: &dyn WebhookSender, call: WebhookRequest) -> WebhookReply {
    let id = call.id.clone();
    let posted = AssertUnwindSafe(receivers.post(call)).catch_unwind().await;
    posted.unwrap_or_else(|_| {
        tracing::error!(id, "webhook request panicked");
        WebhookReply { error: Some("internal error".to_owned()), ..WebhookReply::default() }
    })
}

/// Client that rejects all requests.
#[derive(Debug)]
pub struct NoWebhookSender;

#[async_trait]
impl WebhookSender for NoWebhookSender {
    async fn reject(&self, _: &str) -> Option<Phrase> {
        Some(Phrase::NoAddress)
    }

    async fn post(&self, _: WebhookRequest) -> WebhookReply {
        WebhookReply { error: Some(Phrase::CallsNobody.english().to_owned()), ..WebhookReply::default() }
    }
}

/// A signed request to a receiver.
#[derive(Clone, Debug)]
pub struct WebhookRequest {
    pub url: String,
    pub media_type: &'static str,
    pub id: String,
    /// Unix time in seconds.
    pub timestamp: i64,
    pub signature: String,
    pub body: Bytes,
}

/// Result of a request to a receiver.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WebhookReply {
    /// HTTP status, if there was a response.
    pub status: Option<u16>,
    /// Error message, if the request failed.
    pub error: Option<String>,
    /// Beginning of the response, at most [`MAX_STORED_RESPONSE`] bytes.
    pub response: Option<String>,
    /// Requested time of the next attempt.
    pub retry_after: Option<RetryAfter>,
}

/// Value of the `Retry-After` header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetryAfter {
    In(SignedDuration),
    At(Timestamp),
}

impl WebhookReply {
    /// Returns the outcome for the delivery.
    fn outcome(&self, now: Timestamp) -> AttemptOutcome {
        match self.status {
            Some(200..=299) if self.error.is_none() => AttemptOutcome::Delivered,
            Some(410) => AttemptOutcome::Unsubscribed,
            _ => AttemptOutcome::Failed {
                retry_after: self.retry_after.map(|retry_after| match retry_after {
                    RetryAfter::In(pause) => pause,
                    RetryAfter::At(at) => at.duration_since(now),
                }),
            },
        }
    }
}

/// Encoder of messages for receivers.
#[async_trait]
pub trait WebhookEncoder: Send + Sync + 'static {
    /// Encodes messages in order, each as a CloudEvent in JSON. With `records`, an event includes its record if it
    /// exists.
    async fn write(&self, caller: &Caller, messages: &[WebhookMessage], records: bool)
    -> Outcome<Vec<Bytes>>;

    fn media_type(&self) -> &'static str;
}

/// HTTP client and encoder of webhooks.
#[derive(Clone)]
pub struct WebhookTransport {
    pub receivers: Arc<dyn WebhookSender>,
    pub messages: Arc<dyn WebhookEncoder>,
}

/// Service for webhooks, their deliveries and their secrets.
pub struct WebhookService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) feed: Arc<FeedService>,
    pub(crate) instances: Arc<InstanceService>,
}

impl WebhookService {
    /// Returns the task that sends events. Every server has one; only the one of a single process is active.
    pub fn deliverer(self: &Arc<Self>, outgoing: WebhookTransport) -> Deliverer {
        Deliverer::new(self.clone(), outgoing)
    }

    /// Signs a message for sending now.
    fn outgoing_call(
        &self,
        webhook: &Webhook,
        outgoing: &WebhookTransport,
        message: &WebhookMessage,
        body: Bytes,
    ) -> WebhookRequest {
        let now = self.clock.now();
        let (id, timestamp) = (message.id(), now.as_second());
        WebhookRequest {
            url: webhook.settings.url.clone(),
            media_type: outgoing.messages.media_type(),
            signature: sign::signature(&webhook.secrets, now, &id, timestamp, &body),
            id,
            timestamp,
            body,
        }
    }
}

/// Returns the caller that reads for a webhook. It has the rights of a token of the webhook's organisation.
fn context(webhook: &Webhook, now: Timestamp) -> Caller {
    Caller::own("webhook", vec![Scope::CandidatesRead], webhook.settings.organisation, now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct PanickingClient;

    #[async_trait]
    impl WebhookSender for PanickingClient {
        async fn reject(&self, _: &str) -> Option<Phrase> {
            None
        }

        async fn post(&self, _: WebhookRequest) -> WebhookReply {
            panic!("the client has a bug")
        }
    }

    #[tokio::test]
    async fn panic_of_client_is_a_failed_attempt() {
        let call = WebhookRequest {
            url: "https://receiver.example".to_owned(),
            media_type: "application/json",
            signature: String::new(),
            id: "5-1".to_owned(),
            timestamp: 0,
            body: Bytes::new(),
        };
        let reply = post(&PanickingClient, call).await;
        assert_eq!(reply.outcome(Timestamp::UNIX_EPOCH), AttemptOutcome::Failed { retry_after: None });
        assert_eq!((reply.status, reply.error.as_deref()), (None, Some("internal error")));
    }
}
