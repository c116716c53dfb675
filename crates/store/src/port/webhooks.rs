//! Webhooks, and what is on its way to them.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::webhook::WebhookSecret;

use crate::{
    Attempt, ClaimedDeliveries, Delivery, DeliveryQuery, Fence, LaidOut, NewDelivery, StoreResult,
    TriedCommit, Webhook, WebhookChange, WebhookWaiting,
};

/// Webhooks. They belong to administrators; the use case says whose they see. What leads the deliveries writes with the
/// fence of the lease [`WEBHOOKS`](crate::WEBHOOKS).
#[async_trait]
pub trait WebhookStore: Send + Sync + 'static {
    async fn create_webhook(&self, webhook: Webhook) -> StoreResult<()>;

    /// In the order of their ids.
    async fn webhooks(&self) -> StoreResult<Vec<Webhook>>;

    /// What waits, of each webhook for which something does.
    async fn waiting_deliveries(&self) -> StoreResult<Vec<WebhookWaiting>>;

    /// Changes what people say of one; Conflict if it has another version by now, or is gone.
    async fn change_webhook(&self, change: WebhookChange) -> StoreResult<()>;

    /// Gives one another secret, beside which the one before is used until an instant; `false` if there is no such one.
    async fn rotate_webhook_secret(
        &self,
        webhook: WebhookId,
        secret: WebhookSecret,
        now: Timestamp,
        old_until: Timestamp,
    ) -> StoreResult<bool>;

    /// Removes one at once, and then, in small pieces, what was sent to it; `false` if there is no such one.
    async fn remove_webhook(&self, webhook: WebhookId) -> StoreResult<bool>;

    /// Writes deliveries and how far the feed is laid out; `TakenOver` if somebody else did, or it is not active;
    /// `Conflict` if the webhook has another version.
    async fn lay_out(&self, laid_out: LaidOut) -> StoreResult<()>;

    /// Writes a delivery that is due now; nothing if there is no such webhook.
    async fn queue_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        now: Timestamp,
    ) -> StoreResult<Option<DeliveryId>>;

    /// Writes a delivery with the one attempt that there was of it; nothing if there is no such webhook.
    async fn keep_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        attempt: Attempt,
        delivered: bool,
    ) -> StoreResult<Option<DeliveryId>>;

    /// Those that are due, the longest waiting first, without those that are under way; and when the next one is due.
    async fn due_deliveries(
        &self,
        webhook: WebhookId,
        now: Timestamp,
        under_way: Vec<DeliveryId>,
        limit: u32,
    ) -> StoreResult<(Vec<Delivery>, Option<Timestamp>)>;

    /// Reads the webhook in the transaction that claims deliveries for the holder of the lease; `TakenOver` if another process
    /// leads, or the webhook is gone.
    async fn claim_deliveries(
        &self,
        webhook: WebhookId,
        fence: Fence,
        deliveries: Vec<DeliveryId>,
    ) -> StoreResult<ClaimedDeliveries>;

    /// Writes what attempts came to, and lets those go that waited behind them; `TakenOver` if somebody else leads or there
    /// is no such webhook any more.
    async fn note_attempts(&self, commit: TriedCommit) -> StoreResult<()>;

    /// Makes due what waits for a later attempt although it was last touched after now: the clock was set back.
    async fn forget_later_clock(&self, webhook: WebhookId, now: Timestamp) -> StoreResult<()>;

    /// Newest first.
    async fn deliveries(&self, query: DeliveryQuery) -> StoreResult<Vec<Delivery>>;

    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>>;

    /// The attempts of deliveries, in their order.
    async fn attempts(&self, deliveries: Vec<DeliveryId>) -> StoreResult<Vec<(DeliveryId, Attempt)>>;

    /// Sends again: what waits is due now, of what does not wait there is another delivery. Answers each with the one that
    /// stands for it now; without those that are not there.
    async fn resend(
        &self,
        webhook: WebhookId,
        deliveries: Vec<DeliveryId>,
        now: Timestamp,
    ) -> StoreResult<Vec<DeliveryId>>;

    /// Those behind an id that were laid out since an instant, and wait no more, nor were sent by hand; oldest first.
    async fn deliveries_since(
        &self,
        webhook: WebhookId,
        since: Timestamp,
        behind: DeliveryId,
        limit: u32,
    ) -> StoreResult<Vec<DeliveryId>>;

    /// Removes the oldest deliveries, as far as they are older than an instant, in small pieces; tells how many.
    async fn sweep_deliveries(&self, before: Timestamp) -> StoreResult<u64>;
}
