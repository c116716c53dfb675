//! Webhooks and their deliveries.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::webhook::WebhookSecret;

use crate::{
    Attempt, ClaimedDeliveries, Delivery, DeliveryQuery, Fence, LaidOut, NewDelivery, StoreResult,
    TriedCommit, Webhook, WebhookChange, WebhookWaiting,
};

/// Webhooks. They belong to administrators; the use case decides which ones a caller sees. The leading process writes
/// deliveries with the fence of the lease [`WEBHOOKS`](crate::WEBHOOKS).
#[async_trait]
pub trait WebhookStore: Send + Sync + 'static {
    async fn create_webhook(&self, webhook: Webhook) -> StoreResult<()>;

    /// Returns all webhooks, ordered by id.
    async fn webhooks(&self) -> StoreResult<Vec<Webhook>>;

    /// Returns the waiting deliveries of each webhook that has any.
    async fn waiting_deliveries(&self) -> StoreResult<Vec<WebhookWaiting>>;

    /// Changes the settings of a webhook; `Conflict` if the stored version differs or the webhook is gone.
    async fn change_webhook(&self, change: WebhookChange) -> StoreResult<()>;

    /// Replaces the secret of a webhook; the previous secret is also used until `old_until`. Returns `false` if the
    /// webhook does not exist.
    async fn rotate_webhook_secret(
        &self,
        webhook: WebhookId,
        secret: WebhookSecret,
        now: Timestamp,
        old_until: Timestamp,
    ) -> StoreResult<bool>;

    /// Removes a webhook at once, and then its deliveries in small batches. Returns `false` if the webhook does not
    /// exist.
    async fn remove_webhook(&self, webhook: WebhookId) -> StoreResult<bool>;

    /// Stores deliveries and the new cursor of the webhook in the feed. `TakenOver` if another process did so or the
    /// webhook is not active; `Conflict` if the stored version differs.
    async fn lay_out(&self, laid_out: LaidOut) -> StoreResult<()>;

    /// Stores a delivery that is due now. Returns `None` if the webhook does not exist.
    async fn queue_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        now: Timestamp,
    ) -> StoreResult<Option<DeliveryId>>;

    /// Stores a delivery with its only attempt. Returns `None` if the webhook does not exist.
    async fn keep_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        attempt: Attempt,
        delivered: bool,
    ) -> StoreResult<Option<DeliveryId>>;

    /// Returns due deliveries that are not in progress, longest waiting first, and the time when the next one is due.
    async fn due_deliveries(
        &self,
        webhook: WebhookId,
        now: Timestamp,
        under_way: Vec<DeliveryId>,
        limit: u32,
    ) -> StoreResult<(Vec<Delivery>, Option<Timestamp>)>;

    /// Reads the webhook in the transaction that claims deliveries for the holder of the lease. `TakenOver` if another
    /// process leads or the webhook is gone.
    async fn claim_deliveries(
        &self,
        webhook: WebhookId,
        fence: Fence,
        deliveries: Vec<DeliveryId>,
    ) -> StoreResult<ClaimedDeliveries>;

    /// Records the outcome of attempts and releases the deliveries that waited for them. `TakenOver` if another
    /// process leads or the webhook is gone.
    async fn note_attempts(&self, commit: TriedCommit) -> StoreResult<()>;

    /// Makes deliveries due that wait for a later attempt although they were last changed after `now`, because the
    /// clock was set back.
    async fn forget_later_clock(&self, webhook: WebhookId, now: Timestamp) -> StoreResult<()>;

    /// Returns deliveries, newest first.
    async fn deliveries(&self, query: DeliveryQuery) -> StoreResult<Vec<Delivery>>;

    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>>;

    /// Returns the attempts of deliveries, in order.
    async fn attempts(&self, deliveries: Vec<DeliveryId>) -> StoreResult<Vec<(DeliveryId, Attempt)>>;

    /// Sends deliveries again: a waiting delivery becomes due now, any other is copied to a new one. Returns the
    /// waiting or new delivery of each; unknown ids are omitted.
    async fn resend(
        &self,
        webhook: WebhookId,
        deliveries: Vec<DeliveryId>,
        now: Timestamp,
    ) -> StoreResult<Vec<DeliveryId>>;

    /// Returns deliveries after an id that were created since an instant, are no longer waiting and were not sent by
    /// hand; oldest first.
    async fn deliveries_since(
        &self,
        webhook: WebhookId,
        since: Timestamp,
        behind: DeliveryId,
        limit: u32,
    ) -> StoreResult<Vec<DeliveryId>>;

    /// Removes deliveries older than an instant, oldest first, in small batches. Returns their number.
    async fn sweep_deliveries(&self, before: Timestamp) -> StoreResult<u64>;
}
