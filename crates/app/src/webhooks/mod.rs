//! Webhooks: events are posted to whoever wants to hear them, at least once and in order for each record.

mod course;
mod deliverer;
mod deliveries;
mod sequence;
mod settings;
mod sign;

use std::fmt::Debug;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
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
pub use settings::{MOST_WEBHOOKS, NewWebhook, WebhookPatch, WebhookView};
pub use sign::revealed;

use crate::{Caller, Outcome};

/// How much of an answer is kept.
pub const KEPT_OF_ANSWER: usize = 1_024;

/// Calls receivers of events. What is called are addresses that administrators gave, so whoever implements it keeps them from
/// leading into the network that this process is in.
#[async_trait]
pub trait Receivers: Debug + Send + Sync + 'static {
    /// Why an address is not called, as far as that is known before a call.
    async fn refuse(&self, url: &str) -> Option<Phrase>;

    /// Posts a message and waits for the answer, for seconds at most. The answer says what failed.
    async fn post(&self, call: OutgoingCall) -> Answered;
}

/// Calls nobody.
#[derive(Debug)]
pub struct NoReceivers;

#[async_trait]
impl Receivers for NoReceivers {
    async fn refuse(&self, _: &str) -> Option<Phrase> {
        Some(Phrase::NoAddress)
    }

    async fn post(&self, _: OutgoingCall) -> Answered {
        Answered { error: Some(Phrase::CallsNobody.english().to_owned()), ..Answered::default() }
    }
}

/// A message as it goes out.
#[derive(Clone, Debug)]
pub struct OutgoingCall {
    pub url: String,
    pub media_type: &'static str,
    pub id: String,
    /// Seconds since 1970.
    pub timestamp: i64,
    pub signature: String,
    pub body: Bytes,
}

/// What a call came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answered {
    /// HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// What went wrong.
    pub error: Option<String>,
    /// How the answer begins, at most [`KEPT_OF_ANSWER`] bytes.
    pub answer: Option<String>,
    /// When the receiver wants to be called again.
    pub asked: Option<RetryAfter>,
}

/// `Retry-After`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetryAfter {
    In(SignedDuration),
    At(Timestamp),
}

impl Answered {
    /// What it means for the delivery.
    fn came(&self, now: Timestamp) -> AttemptOutcome {
        match self.status {
            Some(200..=299) if self.error.is_none() => AttemptOutcome::Through,
            Some(410) => AttemptOutcome::Gone,
            _ => AttemptOutcome::Back {
                asked: self.asked.map(|asked| match asked {
                    RetryAfter::In(pause) => pause,
                    RetryAfter::At(at) => at.duration_since(now),
                }),
            },
        }
    }
}

/// Writes messages as their receivers read them.
#[async_trait]
pub trait WriteMessages: Send + Sync + 'static {
    /// Each as a CloudEvent in JSON, in their order; with its record where that is wanted and there is one.
    async fn write(&self, ctx: &Caller, messages: &[WebhookMessage], records: bool) -> Outcome<Vec<Bytes>>;

    fn media_type(&self) -> &'static str;
}

/// The way out.
#[derive(Clone)]
pub struct Outgoing {
    pub receivers: Arc<dyn Receivers>,
    pub messages: Arc<dyn WriteMessages>,
}

/// Webhooks, their deliveries and their secrets.
pub struct WebhookService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) feed: Arc<FeedService>,
    pub(crate) instances: Arc<InstanceService>,
}

impl WebhookService {
    /// What sends events to webhooks. Every server has one, and one of them all works.
    pub fn deliverer(self: &Arc<Self>, outgoing: Outgoing) -> Deliverer {
        Deliverer::new(self.clone(), outgoing)
    }

    /// A message as it goes out now.
    fn outgoing_call(
        &self,
        webhook: &Webhook,
        outgoing: &Outgoing,
        message: &WebhookMessage,
        body: Bytes,
    ) -> OutgoingCall {
        let now = self.clock.now();
        let (id, timestamp) = (message.id(), now.as_second());
        OutgoingCall {
            url: webhook.settings.url.clone(),
            media_type: outgoing.messages.media_type(),
            signature: sign::signature(&webhook.secrets, now, &id, timestamp, &body),
            id,
            timestamp,
            body,
        }
    }
}

/// Who reads for a webhook: what it is sent is what a token of its organisation would be shown.
fn context(webhook: &Webhook, now: Timestamp) -> Caller {
    Caller::own("webhook", vec![Scope::CandidatesRead], webhook.settings.organisation, now)
}
