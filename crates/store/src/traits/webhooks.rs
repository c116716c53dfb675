//! Webhooks and their deliveries.

use jiff::Timestamp;
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::webhook::WebhookSecret;

use crate::{
    Attempt, AttemptsCommit, ClaimedDeliveries, Delivery, DeliveryQuery, FencingToken, NewDelivery,
    QueuedDeliveries, StoreResult, Webhook, WebhookBacklog, WebhookChange,
};

/// Reads of webhooks. They belong to administrators; the use case decides which ones a caller sees.
pub trait WebhookReader {
    /// Returns all webhooks, ordered by id.
    fn webhooks(&self) -> StoreResult<Vec<Webhook>>;

    /// Returns the waiting deliveries by webhook, without webhooks that have none.
    fn waiting_deliveries(&self) -> StoreResult<Vec<WebhookBacklog>>;

    /// Returns due deliveries, longest waiting first, without those in progress, and the time when the next one is due.
    fn due_deliveries(
        &self,
        webhook: WebhookId,
        now: Timestamp,
        in_progress: &[DeliveryId],
        limit: u32,
    ) -> StoreResult<(Vec<Delivery>, Option<Timestamp>)>;

    /// Returns the state of the webhook and the deliveries that are still waiting. `TakenOver` if another process holds
    /// the lease or the webhook was removed.
    fn claim_deliveries(
        &self,
        webhook: WebhookId,
        fence: FencingToken,
        deliveries: &[DeliveryId],
    ) -> StoreResult<ClaimedDeliveries>;

    /// Returns deliveries, newest first.
    fn deliveries(&self, query: &DeliveryQuery) -> StoreResult<Vec<Delivery>>;

    fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>>;

    /// Returns the attempts of deliveries, in order.
    fn attempts(&self, deliveries: &[DeliveryId]) -> StoreResult<Vec<(DeliveryId, Attempt)>>;

    /// Returns deliveries after an id, oldest first, that were created since an instant, are no longer waiting and were
    /// not requested by a user.
    fn deliveries_since(
        &self,
        webhook: WebhookId,
        since: Timestamp,
        after: DeliveryId,
        limit: u32,
    ) -> StoreResult<Vec<DeliveryId>>;
}

/// Writes of webhooks. Writes of deliveries need the fencing token of the lease [`WEBHOOKS`](crate::WEBHOOKS).
pub trait WebhookWriter: WebhookReader {
    fn create_webhook(&self, webhook: &Webhook) -> StoreResult<()>;

    /// Changes the settings of a webhook; `Conflict` if the stored version differs or the webhook was removed.
    fn change_webhook(&self, change: &WebhookChange) -> StoreResult<()>;

    /// Replaces the secret of a webhook; until `old_until`, the previous secret also signs requests. Returns `false` if
    /// the webhook does not exist.
    fn rotate_webhook_secret(
        &self,
        webhook: WebhookId,
        secret: &WebhookSecret,
        now: Timestamp,
        old_until: Timestamp,
    ) -> StoreResult<bool>;

    /// Removes a webhook but not its deliveries. Returns `false` if it does not exist.
    fn remove_webhook(&self, webhook: WebhookId) -> StoreResult<bool>;

    /// Removes some deliveries of a removed webhook. Returns their number; 0 if none is left.
    fn remove_deliveries(&self, webhook: WebhookId) -> StoreResult<u64>;

    /// Stores deliveries and moves the cursor of the webhook past their events. `TakenOver` if another process has
    /// moved it or the webhook is not active; `Conflict` if the stored version differs.
    fn queue_deliveries(&self, queued: &QueuedDeliveries) -> StoreResult<()>;

    /// Stores a delivery that is due now. Returns `None` if the webhook does not exist.
    fn queue_delivery(
        &self,
        webhook: WebhookId,
        delivery: &NewDelivery,
        now: Timestamp,
    ) -> StoreResult<Option<DeliveryId>>;

    /// Stores a delivery with its only attempt. Returns `None` if the webhook does not exist.
    fn store_delivery(
        &self,
        webhook: WebhookId,
        delivery: &NewDelivery,
        attempt: &Attempt,
        delivered: bool,
    ) -> StoreResult<Option<DeliveryId>>;

    /// Records the outcome of attempts and releases the deliveries that waited for them. `TakenOver` if another process
    /// holds the lease or the webhook was removed.
    fn record_attempts(&self, commit: &AttemptsCommit) -> StoreResult<()>;

    /// Makes waiting deliveries due that were last changed after `now`: the clock was set back, so their next attempt
    /// would be too late.
    fn reset_future_timestamps(&self, webhook: WebhookId, now: Timestamp) -> StoreResult<()>;

    /// Sends deliveries again: a waiting delivery becomes due now, and any other one is copied. Returns the waiting or
    /// new deliveries; unknown ids are omitted.
    fn resend(
        &self,
        webhook: WebhookId,
        deliveries: &[DeliveryId],
        now: Timestamp,
    ) -> StoreResult<Vec<DeliveryId>>;

    /// Removes some of the oldest deliveries before an instant. Returns their number; 0 if none is left.
    fn sweep_deliveries(&self, before: Timestamp) -> StoreResult<u64>;
}
