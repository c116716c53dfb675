//! The storage traits of webhooks.

use jiff::Timestamp;
use orderdock_domain::ids::{DeliveryId, WebhookId};
use orderdock_domain::webhook::WebhookSecret;
use orderdock_store::{
    Attempt, AttemptsCommit, ClaimedDeliveries, Delivery, DeliveryQuery, FencingToken, NewDelivery,
    QueuedDeliveries, StoreError, StoreResult, Webhook, WebhookBacklog, WebhookChange, WebhookReader,
    WebhookWriter,
};

use super::deliveries::sql::{ATTEMPTS, FORGET_LATER, SINCE, WAITING};
use super::deliveries::{self, InitialDeliveryState, PLACE};
use super::{ALL, BECOME, LED, NOTE, REMOVE, ROTATE};
use crate::sql::column::Column;
use crate::sql::keys;
use crate::sql::query::{decode_row, first, rows, run, run_one};
use crate::store::transaction::StoreTransaction;

impl WebhookReader for StoreTransaction<'_> {
    fn webhooks(&self) -> StoreResult<Vec<Webhook>> {
        rows(self.transaction, "webhook", &ALL, [], decode_row)
    }

    fn waiting_deliveries(&self) -> StoreResult<Vec<WebhookBacklog>> {
        rows(self.transaction, PLACE, &WAITING, [], decode_row)
    }

    fn due_deliveries(
        &self,
        webhook: WebhookId,
        now: Timestamp,
        in_progress: &[DeliveryId],
        limit: u32,
    ) -> StoreResult<(Vec<Delivery>, Option<Timestamp>)> {
        deliveries::due(self.transaction, webhook, now, in_progress, limit)
    }

    fn claim_deliveries(
        &self,
        webhook: WebhookId,
        fence: FencingToken,
        deliveries: &[DeliveryId],
    ) -> StoreResult<ClaimedDeliveries> {
        let values = [webhook.write(), fence.write()];
        let led =
            first(self.transaction, "webhook", &LED, values, decode_row)?.ok_or(StoreError::TakenOver)?;
        let deliveries = deliveries::still_waiting(self.transaction, deliveries)?;
        Ok(ClaimedDeliveries { webhook: led, deliveries })
    }

    fn deliveries(&self, query: &DeliveryQuery) -> StoreResult<Vec<Delivery>> {
        deliveries::list(self.transaction, query)
    }

    fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> StoreResult<Option<Delivery>> {
        deliveries::by_id(self.transaction, webhook, id)
    }

    fn attempts(&self, deliveries: &[DeliveryId]) -> StoreResult<Vec<(DeliveryId, Attempt)>> {
        let ids = keys::numbers(deliveries.iter().map(|id| id.0));
        rows(self.transaction, "webhook_attempt", &ATTEMPTS, [ids], decode_row)
    }

    fn deliveries_since(
        &self,
        webhook: WebhookId,
        since: Timestamp,
        behind: DeliveryId,
        limit: u32,
    ) -> StoreResult<Vec<DeliveryId>> {
        let values = [webhook.write(), since.write(), behind.write(), limit.write()];
        rows(self.transaction, PLACE, &SINCE, values, decode_row)
    }
}

impl WebhookWriter for StoreTransaction<'_> {
    fn create_webhook(&self, webhook: &Webhook) -> StoreResult<()> {
        super::create(self.transaction, webhook)
    }

    fn change_webhook(&self, change: &WebhookChange) -> StoreResult<()> {
        super::change(self.transaction, change)
    }

    fn rotate_webhook_secret(
        &self,
        webhook: WebhookId,
        secret: &WebhookSecret,
        now: Timestamp,
        old_until: Timestamp,
    ) -> StoreResult<bool> {
        let values = [webhook.write(), secret.0.write(), now.write(), old_until.write()];
        Ok(run(self.transaction, &ROTATE, values)? == 1)
    }

    fn remove_webhook(&self, webhook: WebhookId) -> StoreResult<bool> {
        Ok(run(self.transaction, &REMOVE, [webhook.write()])? == 1)
    }

    fn remove_deliveries(&self, webhook: WebhookId) -> StoreResult<u64> {
        deliveries::remove_some(self.transaction, webhook)
    }

    fn queue_deliveries(&self, laid_out: &QueuedDeliveries) -> StoreResult<()> {
        super::queue_deliveries(self.transaction, laid_out)
    }

    fn queue_delivery(
        &self,
        webhook: WebhookId,
        delivery: &NewDelivery,
        now: Timestamp,
    ) -> StoreResult<Option<DeliveryId>> {
        if !super::lock_for_deliveries(self.transaction, webhook)? {
            return Ok(None);
        }
        deliveries::write_one(self.transaction, webhook, delivery, InitialDeliveryState::due(now), now)
            .map(Some)
    }

    fn store_delivery(
        &self,
        webhook: WebhookId,
        delivery: &NewDelivery,
        attempt: &Attempt,
        delivered: bool,
    ) -> StoreResult<Option<DeliveryId>> {
        if !super::lock_for_deliveries(self.transaction, webhook)? {
            return Ok(None);
        }
        deliveries::keep(self.transaction, webhook, delivery, attempt, delivered).map(Some)
    }

    fn record_attempts(&self, commit: &AttemptsCommit) -> StoreResult<()> {
        let AttemptsCommit { webhook, fence, succeeded_at, failed_at, failing_since, .. } = commit;
        let values =
            [webhook.write(), fence.write(), succeeded_at.write(), failed_at.write(), failing_since.write()];
        run_one(self.transaction, &NOTE, values, StoreError::TakenOver)?;
        deliveries::note(self.transaction, commit)?;
        if let Some(status) = commit.becomes {
            run(self.transaction, &BECOME, [webhook.write(), status.write(), commit.now.write()])?;
        }
        Ok(())
    }

    fn reset_future_timestamps(&self, webhook: WebhookId, now: Timestamp) -> StoreResult<()> {
        run(self.transaction, &FORGET_LATER, [webhook.write(), now.write()]).map(|_| ())
    }

    fn resend(
        &self,
        webhook: WebhookId,
        deliveries: &[DeliveryId],
        now: Timestamp,
    ) -> StoreResult<Vec<DeliveryId>> {
        if !super::lock_for_deliveries(self.transaction, webhook)? {
            return Ok(Vec::new());
        }
        let sent = deliveries.iter().map(|id| deliveries::resend(self.transaction, webhook, *id, now));
        sent.filter_map(Result::transpose).collect()
    }

    fn sweep_deliveries(&self, before: Timestamp) -> StoreResult<u64> {
        deliveries::sweep(self.transaction, before)
    }
}
