//! Reads and writes of webhooks, each in its own transaction.

use jiff::Timestamp;
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::webhook::WebhookSecret;

use crate::{
    Attempt, AttemptsCommit, ClaimedDeliveries, Delivery, DeliveryQuery, FencingToken, NewDelivery,
    QueuedDeliveries, Store, StoreResult, Webhook, WebhookBacklog, WebhookChange, WriteMode,
};

/// Methods of [`WebhookReader`](crate::WebhookReader) and [`WebhookWriter`](crate::WebhookWriter).
pub trait WebhookCalls {
    async fn webhooks(&self) -> StoreResult<Vec<Webhook>>;
    async fn waiting_deliveries(&self) -> StoreResult<Vec<WebhookBacklog>>;
    async fn due_deliveries(
        &self,
        webhook: WebhookId,
        now: Timestamp,
        in_progress: Vec<DeliveryId>,
        limit: u32,
    ) -> StoreResult<(Vec<Delivery>, Option<Timestamp>)>;
    async fn claim_deliveries(
        &self,
        webhook: WebhookId,
        fence: FencingToken,
        deliveries: Vec<DeliveryId>,
    ) -> StoreResult<ClaimedDeliveries>;
    async fn deliveries(&self, query: DeliveryQuery) -> StoreResult<Vec<Delivery>>;
    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>>;
    async fn attempts(&self, deliveries: Vec<DeliveryId>) -> StoreResult<Vec<(DeliveryId, Attempt)>>;
    async fn deliveries_since(
        &self,
        webhook: WebhookId,
        since: Timestamp,
        behind: DeliveryId,
        limit: u32,
    ) -> StoreResult<Vec<DeliveryId>>;
    async fn create_webhook(&self, webhook: Webhook) -> StoreResult<()>;
    async fn change_webhook(&self, change: WebhookChange) -> StoreResult<()>;
    async fn rotate_webhook_secret(
        &self,
        webhook: WebhookId,
        secret: WebhookSecret,
        now: Timestamp,
        old_until: Timestamp,
    ) -> StoreResult<bool>;
    async fn remove_webhook(&self, webhook: WebhookId) -> StoreResult<bool>;
    async fn remove_deliveries(&self, webhook: WebhookId) -> StoreResult<u64>;
    async fn queue_deliveries(&self, queued: QueuedDeliveries) -> StoreResult<()>;
    async fn queue_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        now: Timestamp,
    ) -> StoreResult<Option<DeliveryId>>;
    async fn store_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        attempt: Attempt,
        delivered: bool,
    ) -> StoreResult<Option<DeliveryId>>;
    async fn record_attempts(&self, commit: AttemptsCommit) -> StoreResult<()>;
    async fn reset_future_timestamps(&self, webhook: WebhookId, now: Timestamp) -> StoreResult<()>;
    async fn resend(
        &self,
        webhook: WebhookId,
        deliveries: Vec<DeliveryId>,
        now: Timestamp,
    ) -> StoreResult<Vec<DeliveryId>>;
    async fn sweep_deliveries(&self, before: Timestamp) -> StoreResult<u64>;
}

impl WebhookCalls for dyn Store {
    async fn webhooks(&self) -> StoreResult<Vec<Webhook>> {
        self.read(move |tx| tx.webhooks()).await
    }

    async fn waiting_deliveries(&self) -> StoreResult<Vec<WebhookBacklog>> {
        self.read(move |tx| tx.waiting_deliveries()).await
    }

    async fn due_deliveries(
        &self,
        webhook: WebhookId,
        now: Timestamp,
        in_progress: Vec<DeliveryId>,
        limit: u32,
    ) -> StoreResult<(Vec<Delivery>, Option<Timestamp>)> {
        self.read(move |tx| tx.due_deliveries(webhook, now, &in_progress, limit)).await
    }

    async fn claim_deliveries(
        &self,
        webhook: WebhookId,
        fence: FencingToken,
        deliveries: Vec<DeliveryId>,
    ) -> StoreResult<ClaimedDeliveries> {
        self.read(move |tx| tx.claim_deliveries(webhook, fence, &deliveries)).await
    }

    async fn deliveries(&self, query: DeliveryQuery) -> StoreResult<Vec<Delivery>> {
        self.read(move |tx| tx.deliveries(&query)).await
    }

    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>> {
        self.read(move |tx| tx.delivery(webhook, id)).await
    }

    async fn attempts(&self, deliveries: Vec<DeliveryId>) -> StoreResult<Vec<(DeliveryId, Attempt)>> {
        self.read(move |tx| tx.attempts(&deliveries)).await
    }

    async fn deliveries_since(
        &self,
        webhook: WebhookId,
        since: Timestamp,
        behind: DeliveryId,
        limit: u32,
    ) -> StoreResult<Vec<DeliveryId>> {
        self.read(move |tx| tx.deliveries_since(webhook, since, behind, limit)).await
    }

    async fn create_webhook(&self, webhook: Webhook) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.create_webhook(&webhook)).await
    }

    async fn change_webhook(&self, change: WebhookChange) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.change_webhook(&change)).await
    }

    async fn rotate_webhook_secret(
        &self,
        webhook: WebhookId,
        secret: WebhookSecret,
        now: Timestamp,
        old_until: Timestamp,
    ) -> StoreResult<bool> {
        self.write(WriteMode::Unlocked, 1, move |tx| {
            tx.rotate_webhook_secret(webhook, &secret, now, old_until)
        })
        .await
    }

    async fn remove_webhook(&self, webhook: WebhookId) -> StoreResult<bool> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.remove_webhook(webhook)).await
    }

    async fn remove_deliveries(&self, webhook: WebhookId) -> StoreResult<u64> {
        self.write_in_batches(WriteMode::Unlocked, 1_000, move |tx| tx.remove_deliveries(webhook)).await
    }

    async fn queue_deliveries(&self, queued: QueuedDeliveries) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, queued.row_count(), move |tx| tx.queue_deliveries(&queued)).await
    }

    async fn queue_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        now: Timestamp,
    ) -> StoreResult<Option<DeliveryId>> {
        self.write(WriteMode::Unlocked, 2, move |tx| tx.queue_delivery(webhook, &delivery, now)).await
    }

    async fn store_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        attempt: Attempt,
        delivered: bool,
    ) -> StoreResult<Option<DeliveryId>> {
        self.write(WriteMode::Unlocked, 3, move |tx| {
            tx.store_delivery(webhook, &delivery, &attempt, delivered)
        })
        .await
    }

    async fn record_attempts(&self, commit: AttemptsCommit) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, commit.row_count(), move |tx| tx.record_attempts(&commit)).await
    }

    async fn reset_future_timestamps(&self, webhook: WebhookId, now: Timestamp) -> StoreResult<()> {
        self.write(WriteMode::Unlocked, 1, move |tx| tx.reset_future_timestamps(webhook, now)).await
    }

    async fn resend(
        &self,
        webhook: WebhookId,
        deliveries: Vec<DeliveryId>,
        now: Timestamp,
    ) -> StoreResult<Vec<DeliveryId>> {
        let rows = deliveries.len();
        self.write(WriteMode::Unlocked, rows, move |tx| tx.resend(webhook, &deliveries, now)).await
    }

    async fn sweep_deliveries(&self, before: Timestamp) -> StoreResult<u64> {
        self.write_in_batches(WriteMode::Unlocked, 1_000, move |tx| tx.sweep_deliveries(before)).await
    }
}
