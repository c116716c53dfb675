//! Deliveries of webhooks: list, test and resend.

use std::sync::Arc;

use jiff::Timestamp;
use orderdock_domain::cast;
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::webhook::AttemptOutcome;
use orderdock_store::{Attempt, Delivery, DeliveryQuery, NewDelivery, Webhook, WebhookMessage, WriteMode};
use tokio::time::Instant;

use super::settings::not_found;
use super::worker::attempt;
use super::{DELIVERIES_PER_TRANSACTION, WebhookTransport, context, post};
use crate::webhooks::WebhookService;
use crate::{Caller, Failure, Outcome};

/// Event type of a test.
pub const TEST_TYPE: &str = "orderdock.webhook.test";
/// Deliveries that are resent in one transaction.
const AT_ONCE: u32 = 500;
/// Maximum number of pending deliveries while many are resent.
const MAX_WAITING: u64 = 200_000;

/// A delivery with its attempts in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryView {
    pub delivery: Delivery,
    pub attempts: Vec<Attempt>,
}

impl WebhookService {
    /// Sends a test event immediately, regardless of the status of the webhook, and returns the delivery.
    pub async fn test_webhook(
        self: &Arc<Self>,
        caller: &Caller,
        outgoing: &WebhookTransport,
        id: WebhookId,
    ) -> Outcome<DeliveryView> {
        let webhook = self.webhook(caller, id).await?.webhook;
        let number: i64 = self.ids.take_one().await?;
        let message = WebhookMessage::Own {
            id: format!("m{number}"),
            event_type: TEST_TYPE.to_owned(),
            subject: Some(format!("/api/webhooks/{id}")),
            data: format!("{{\"webhookId\":{id}}}"),
            at: self.clock.now(),
        };
        let body = self.message_body(outgoing, &webhook, &message).await?;
        let call = self.outgoing_call(&webhook, outgoing, &message, body.into());
        let (at, started) = (self.clock.now(), Instant::now());
        let reply = post(&*outgoing.receivers, call).await;
        let delivered = reply.outcome(self.clock.now()) == AttemptOutcome::Delivered;
        let attempt = attempt(at, started.elapsed(), reply);
        let delivery = NewDelivery { sequence: message.id(), message, manual: true };
        let stored = self
            .store
            .write(WriteMode::Unlocked, 3, move |tx| tx.store_delivery(id, &delivery, &attempt, delivered))
            .await?;
        self.view(id, stored.ok_or_else(|| not_found(id))?).await
    }

    /// Returns deliveries, newest first.
    pub async fn webhook_deliveries(
        &self,
        caller: &Caller,
        query: DeliveryQuery,
    ) -> Outcome<Vec<DeliveryView>> {
        self.webhook(caller, query.webhook).await?;
        let deliveries = self.store.read(move |tx| tx.deliveries(&query)).await?;
        self.with_attempts(deliveries).await
    }

    /// Returns a delivery with its body as it would be sent now.
    pub async fn webhook_delivery(
        self: &Arc<Self>,
        caller: &Caller,
        outgoing: &WebhookTransport,
        webhook: WebhookId,
        id: DeliveryId,
    ) -> Outcome<(DeliveryView, String)> {
        let webhook = self.webhook(caller, webhook).await?.webhook;
        let view = self.view(webhook.id, id).await?;
        let body = self.message_body(outgoing, &webhook, &view.delivery.message).await?;
        Ok((view, body))
    }

    /// Sends a delivery again. A pending delivery becomes due immediately.
    pub async fn resend_delivery(
        &self,
        caller: &Caller,
        webhook: WebhookId,
        id: DeliveryId,
    ) -> Outcome<DeliveryView> {
        self.webhook(caller, webhook).await?;
        let now = self.clock.now();
        let sent = self.store.write(WriteMode::Unlocked, 1, move |tx| tx.resend(webhook, &[id], now)).await?;
        self.view(webhook, sent.first().copied().unwrap_or(id)).await
    }

    /// Sends all deliveries again that were created since an instant, each once. Returns their number.
    pub async fn resend_since(&self, caller: &Caller, webhook: WebhookId, since: Timestamp) -> Outcome<u64> {
        let waiting = self.webhook(caller, webhook).await?.waiting.map_or(0, |waiting| waiting.deliveries);
        let (now, mut behind, mut sent) = (self.clock.now(), DeliveryId(0), 0);
        loop {
            let some =
                self.store.read(move |tx| tx.deliveries_since(webhook, since, behind, AT_ONCE)).await?;
            let Some(last) = some.last().copied() else { return Ok(sent) };
            if waiting + sent >= MAX_WAITING {
                return Err(ProblemCode::WebhookUnderWay.into());
            }
            let rows = some.len();
            let resent =
                self.store.write(WriteMode::Unlocked, rows, move |tx| tx.resend(webhook, &some, now)).await?;
            sent += cast::<u64>(resent.len());
            behind = last;
        }
    }

    async fn view(&self, webhook: WebhookId, id: DeliveryId) -> Outcome<DeliveryView> {
        let delivery = self.store.read(move |tx| tx.delivery(webhook, id)).await?;
        let views = self.with_attempts(delivery.into_iter().collect()).await?;
        let missing =
            || Problem::new(ProblemCode::WebhookDeliveryNotFound, "").with("id", id.to_string()).into();
        views.into_iter().next().ok_or_else(missing)
    }

    async fn with_attempts(&self, deliveries: Vec<Delivery>) -> Outcome<Vec<DeliveryView>> {
        let ids: Vec<_> = deliveries.iter().map(|delivery| delivery.id).collect();
        let attempts = self.store.read(move |tx| tx.attempts(&ids)).await?;
        let view = |delivery: Delivery| {
            let own = attempts.iter().filter(|(id, _)| *id == delivery.id);
            let attempts = own.map(|(_, attempt)| attempt.clone()).collect();
            DeliveryView { delivery, attempts }
        };
        Ok(deliveries.into_iter().map(view).collect())
    }

    async fn message_body(
        self: &Arc<Self>,
        outgoing: &WebhookTransport,
        webhook: &Webhook,
        message: &WebhookMessage,
    ) -> Outcome<String> {
        let caller = context(webhook, self.clock.now());
        let message = std::slice::from_ref(message);
        let bodies = outgoing.messages.write(&caller, message, webhook.settings.records).await?;
        let body = bodies.first().ok_or_else(|| Failure::fault("a message without a body"))?;
        Ok(String::from_utf8_lossy(body).into_owned())
    }

    /// Deletes old deliveries. The server calls it periodically.
    pub async fn sweep_deliveries(&self, max_age: jiff::SignedDuration) -> Outcome<u64> {
        let before = self.clock.ago(max_age);
        let removed =
            self.store.write_in_batches(WriteMode::Unlocked, DELIVERIES_PER_TRANSACTION, move |tx| {
                tx.sweep_deliveries(before)
            });
        Ok(removed.await?)
    }
}
