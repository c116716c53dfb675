//! The storage traits of webhooks.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::webhook::WebhookSecret;
use orderdock_store::{
    Attempt, ClaimedDeliveries, Delivery, DeliveryQuery, Fence, LaidOut, NewDelivery, StoreError,
    StoreResult, TriedCommit, Webhook, WebhookChange, WebhookStore, WebhookWaiting,
};

use super::deliveries::sql::{ATTEMPTS, FORGET_LATER, SINCE, WAITING};
use super::deliveries::{self, DeliveryStanding, PLACE};
use super::{ALL, BECOME, LED, NOTE, REMOVE, ROTATE};
use crate::asking::{decode_row, first, rows, run, run_one};
use crate::column::Column;
use crate::{Backend, SqlStore, keys};

#[async_trait]
impl<B: Backend> WebhookStore for SqlStore<B> {
    async fn create_webhook(&self, webhook: Webhook) -> StoreResult<()> {
        self.apart(1, move |transaction| super::create(transaction, &webhook)).await
    }

    async fn webhooks(&self) -> StoreResult<Vec<Webhook>> {
        self.read(|transaction| rows(transaction, "webhook", &ALL, [], decode_row)).await
    }

    async fn waiting_deliveries(&self) -> StoreResult<Vec<WebhookWaiting>> {
        self.read(|transaction| rows(transaction, PLACE, &WAITING, [], decode_row)).await
    }

    async fn change_webhook(&self, change: WebhookChange) -> StoreResult<()> {
        self.apart(1, move |transaction| super::change(transaction, &change)).await
    }

    async fn rotate_webhook_secret(
        &self,
        webhook: WebhookId,
        secret: WebhookSecret,
        now: Timestamp,
        old_until: Timestamp,
    ) -> StoreResult<bool> {
        self.apart(1, move |transaction| {
            let values = [webhook.write(), secret.0.write(), now.write(), old_until.write()];
            Ok(run(transaction, &ROTATE, values)? == 1)
        })
        .await
    }

    async fn remove_webhook(&self, webhook: WebhookId) -> StoreResult<bool> {
        let removed =
            self.apart(1, move |transaction| Ok(run(transaction, &REMOVE, [webhook.write()])? == 1)).await?;
        // after an interruption, the rest is removed when it is old
        self.sweep(1_000, move |transaction| deliveries::remove_some(transaction, webhook)).await?;
        Ok(removed)
    }

    async fn lay_out(&self, laid_out: LaidOut) -> StoreResult<()> {
        let rows = laid_out.deliveries.len() + 1;
        self.apart(rows, move |transaction| super::lay_out(transaction, &laid_out)).await
    }

    async fn queue_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        now: Timestamp,
    ) -> StoreResult<Option<DeliveryId>> {
        self.apart(2, move |transaction| {
            if !super::turn(transaction, webhook)? {
                return Ok(None);
            }
            deliveries::write_one(transaction, webhook, &delivery, DeliveryStanding::due(now), now).map(Some)
        })
        .await
    }

    async fn keep_delivery(
        &self,
        webhook: WebhookId,
        delivery: NewDelivery,
        attempt: Attempt,
        delivered: bool,
    ) -> StoreResult<Option<DeliveryId>> {
        self.apart(3, move |transaction| {
            if !super::turn(transaction, webhook)? {
                return Ok(None);
            }
            deliveries::keep(transaction, webhook, &delivery, &attempt, delivered).map(Some)
        })
        .await
    }

    async fn due_deliveries(
        &self,
        webhook: WebhookId,
        now: Timestamp,
        under_way: Vec<DeliveryId>,
        limit: u32,
    ) -> StoreResult<(Vec<Delivery>, Option<Timestamp>)> {
        self.read(move |transaction| deliveries::due(transaction, webhook, now, &under_way, limit)).await
    }

    async fn claim_deliveries(
        &self,
        webhook: WebhookId,
        fence: Fence,
        deliveries: Vec<DeliveryId>,
    ) -> StoreResult<ClaimedDeliveries> {
        self.read(move |transaction| {
            let values = [webhook.write(), fence.write()];
            let led =
                first(transaction, "webhook", &LED, values, decode_row)?.ok_or(StoreError::TakenOver)?;
            let deliveries = deliveries::still_waiting(transaction, &deliveries)?;
            Ok(ClaimedDeliveries { webhook: led, deliveries })
        })
        .await
    }

    async fn note_attempts(&self, commit: TriedCommit) -> StoreResult<()> {
        self.apart(commit.tried.len() * 2 + 1, move |transaction| {
            let TriedCommit { webhook, fence, succeeded_at, failed_at, failing_since, .. } = &commit;
            let values = [
                webhook.write(),
                fence.write(),
                succeeded_at.write(),
                failed_at.write(),
                failing_since.write(),
            ];
            run_one(transaction, &NOTE, values, StoreError::TakenOver)?;
            deliveries::note(transaction, &commit)?;
            if let Some(status) = commit.becomes {
                run(transaction, &BECOME, [webhook.write(), status.write(), commit.now.write()])?;
            }
            Ok(())
        })
        .await
    }

    async fn forget_later_clock(&self, webhook: WebhookId, now: Timestamp) -> StoreResult<()> {
        self.apart(1, move |transaction| {
            run(transaction, &FORGET_LATER, [webhook.write(), now.write()]).map(|_| ())
        })
        .await
    }

    async fn deliveries(&self, query: DeliveryQuery) -> StoreResult<Vec<Delivery>> {
        self.read(move |transaction| deliveries::list(transaction, &query)).await
    }

    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>> {
        self.read(move |transaction| deliveries::by_id(transaction, webhook, id)).await
    }

    async fn attempts(&self, deliveries: Vec<DeliveryId>) -> StoreResult<Vec<(DeliveryId, Attempt)>> {
        self.read(move |transaction| {
            let ids = keys::numbers(deliveries.iter().map(|id| id.0));
            rows(transaction, "webhook_attempt", &ATTEMPTS, [ids], decode_row)
        })
        .await
    }

    async fn resend(
        &self,
        webhook: WebhookId,
        deliveries: Vec<DeliveryId>,
        now: Timestamp,
    ) -> StoreResult<Vec<DeliveryId>> {
        self.apart(deliveries.len(), move |transaction| {
            if !super::turn(transaction, webhook)? {
                return Ok(Vec::new());
            }
            let sent = deliveries.iter().map(|id| deliveries::resend(transaction, webhook, *id, now));
            sent.filter_map(Result::transpose).collect()
        })
        .await
    }

    async fn deliveries_since(
        &self,
        webhook: WebhookId,
        since: Timestamp,
        behind: DeliveryId,
        limit: u32,
    ) -> StoreResult<Vec<DeliveryId>> {
        self.read(move |transaction| {
            let values = [webhook.write(), since.write(), behind.write(), limit.write()];
            rows(transaction, PLACE, &SINCE, values, decode_row)
        })
        .await
    }

    async fn sweep_deliveries(&self, before: Timestamp) -> StoreResult<u64> {
        self.sweep(1_000, move |transaction| deliveries::sweep(transaction, before)).await
    }
}
