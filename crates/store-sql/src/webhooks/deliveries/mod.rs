//! Webhook deliveries and their outcomes.

pub mod sql;

use orderdock_domain::cast;
use std::collections::HashSet;

use jiff::Timestamp;
use orderdock_domain::event::{EventCursor, Events};
use orderdock_domain::ids::{DeliveryId, OrganisationId, WebhookId};
use orderdock_domain::webhook::DeliveryStatus;
use orderdock_store::{
    Attempt, AttemptsCommit, Delivery, DeliveryAttempt, DeliveryQuery, NewDelivery, QueuedDeliveries,
    StoreError, StoreResult, WebhookBacklog, WebhookMessage,
};

use self::sql::{
    AGAIN_NOW, BEGIN_AGAIN, BUSY, BY_ID, DUE, HASTEN, INSERT, INSERT_ATTEMPT, LIST, NEWEST, NEXT_DUE,
    OF_WEBHOOK, OLDEST, RELEASE, REMOVE, REMOVE_ATTEMPTS, SEND_AGAIN, STATUSES, TRIED,
};
use crate::candidates::count::figure;
use crate::sql::column::{Column, FromRow, NULL, RowReader, ToRow, integer, owned, text};
use crate::sql::query::{RowWriter, decode_row, first, rows, run, value};
use crate::{SqlValue, Transaction, sql::keys};

/// Rows that are removed per transaction.
const AT_ONCE: i64 = 1_000;

pub(super) const PLACE: &str = "webhook_delivery";

/// The initial state of a new delivery, which may already have been attempted.
#[derive(Clone, Copy)]
pub(super) struct InitialDeliveryState {
    pub status: DeliveryStatus,
    pub tried_at: Option<Timestamp>,
    pub next_attempt_at: Option<Timestamp>,
}

impl InitialDeliveryState {
    pub fn due(at: Timestamp) -> Self {
        Self { status: DeliveryStatus::Waiting, tried_at: None, next_attempt_at: Some(at) }
    }
}

/// Writes deliveries in order. A delivery after a waiting one of the same sequence gets no time yet.
pub(super) fn queue_deliveries(
    transaction: &dyn Transaction,
    laid_out: &QueuedDeliveries,
) -> StoreResult<()> {
    let QueuedDeliveries { webhook, deliveries, now, .. } = laid_out;
    let sequences = keys::texts(deliveries.iter().map(|one| one.sequence.as_str()));
    let busy = rows(transaction, PLACE, &BUSY, [webhook.write(), sequences], decode_row)?;
    let mut busy: HashSet<String> = busy.into_iter().collect();
    let mut rows = RowWriter::prepare(transaction, &INSERT)?;
    for delivery in deliveries {
        let first = busy.insert(delivery.sequence.clone());
        let initial = InitialDeliveryState {
            next_attempt_at: first.then_some(*now),
            ..InitialDeliveryState::due(*now)
        };
        write(&mut rows, *webhook, delivery, initial, *now)?;
    }
    rows.close()
}

/// Writes one delivery and returns its id.
pub(super) fn write_one(
    transaction: &dyn Transaction,
    webhook: WebhookId,
    delivery: &NewDelivery,
    initial: InitialDeliveryState,
    now: Timestamp,
) -> StoreResult<DeliveryId> {
    let mut rows = RowWriter::prepare(transaction, &INSERT)?;
    write(&mut rows, webhook, delivery, initial, now)?;
    rows.close()?;
    value(transaction, PLACE, &NEWEST, [webhook.write()])?
        .ok_or_else(|| StoreError::Inconsistent { place: PLACE, fault: "a row is missing".to_owned() })
}

fn write(
    rows: &mut RowWriter<'_>,
    webhook: WebhookId,
    delivery: &NewDelivery,
    initial: InitialDeliveryState,
    now: Timestamp,
) -> StoreResult<()> {
    let NewDelivery { message, sequence, manual } = delivery;
    let (organisation, at) = match message {
        WebhookMessage::Event { organisation, at, .. } => (*organisation, *at),
        WebhookMessage::Own { at, .. } => (OrganisationId(0), *at),
    };
    let content: [SqlValue<'_>; 3] = match message {
        WebhookMessage::Event { kind, record, .. } => {
            let mut event = Events::default();
            event.add(*kind, *record);
            [owned(event.encode()), NULL, NULL]
        }
        WebhookMessage::Own { subject, data, .. } => [NULL, subject.write(), text(data)],
    };
    let InitialDeliveryState { status, tried_at, next_attempt_at } = initial;
    let tries = integer(i64::from(tried_at.is_some()));
    let head =
        [webhook.write(), owned(message.id()), text(message.event_type()), organisation.write(), at.write()];
    let tail = [
        text(sequence),
        status.write(),
        manual.write(),
        now.write(),
        tries.clone(),
        tries,
        tried_at.write(),
        next_attempt_at.write(),
        tried_at.write(),
    ];
    rows.write(head.into_iter().chain(content).chain(tail))
}

pub(super) fn write_attempt(
    rows: &mut RowWriter<'_>,
    delivery: DeliveryId,
    number: u32,
    attempt: &Attempt,
) -> StoreResult<()> {
    rows.write([delivery.write(), number.write()].into_iter().chain(attempt.to_row()))
}

pub(super) fn keep(
    transaction: &dyn Transaction,
    webhook: WebhookId,
    delivery: &NewDelivery,
    attempt: &Attempt,
    delivered: bool,
) -> StoreResult<DeliveryId> {
    let status = if delivered { DeliveryStatus::Delivered } else { DeliveryStatus::Failed };
    let initial = InitialDeliveryState { status, tried_at: Some(attempt.at), next_attempt_at: None };
    let id = write_one(transaction, webhook, delivery, initial, attempt.at)?;
    let mut rows = RowWriter::prepare(transaction, &INSERT_ATTEMPT)?;
    write_attempt(&mut rows, id, 1, attempt)?;
    rows.close()?;
    Ok(id)
}

/// Records attempts. Deliveries that waited for a finished one become due now.
pub(super) fn note(transaction: &dyn Transaction, commit: &AttemptsCommit) -> StoreResult<()> {
    let AttemptsCommit { webhook, tried, now, .. } = commit;
    let mut states = RowWriter::prepare(transaction, &TRIED)?;
    for DeliveryAttempt { delivery, number, attempt, status, next_attempt_at, .. } in tried {
        states.write([
            delivery.write(),
            webhook.write(),
            status.write(),
            next_attempt_at.write(),
            number.write(),
            attempt.at.write(),
        ])?;
    }
    states.close()?;
    let mut attempts = RowWriter::prepare(transaction, &INSERT_ATTEMPT)?;
    tried.iter().try_for_each(|one| write_attempt(&mut attempts, one.delivery, one.number, &one.attempt))?;
    attempts.close()?;
    let through = tried.iter().filter(|one| one.status != DeliveryStatus::Waiting);
    let sequences = keys::texts(through.map(|one| one.sequence.as_str()));
    run(transaction, &RELEASE, [webhook.write(), sequences, now.write()])?;
    if commit.hasten {
        run(transaction, &HASTEN, [webhook.write(), now.write()])?;
    }
    Ok(())
}

/// Makes all waiting deliveries due now and resets their tries.
pub(super) fn resume(transaction: &dyn Transaction, webhook: WebhookId, now: Timestamp) -> StoreResult<()> {
    run(transaction, &BEGIN_AGAIN, [webhook.write()])?;
    run(transaction, &HASTEN, [webhook.write(), now.write()])?;
    Ok(())
}

pub(super) fn due(
    transaction: &dyn Transaction,
    webhook: WebhookId,
    now: Timestamp,
    in_progress: &[DeliveryId],
    limit: u32,
) -> StoreResult<(Vec<Delivery>, Option<Timestamp>)> {
    let in_progress = keys::numbers(in_progress.iter().map(|id| id.0));
    let values = [webhook.write(), now.write(), in_progress, limit.write()];
    let due = rows(transaction, PLACE, &DUE, values, decode_row)?;
    let next = value(transaction, PLACE, &NEXT_DUE, [webhook.write(), now.write()])?;
    Ok((due, next))
}

/// Returns the ids of the deliveries that are still waiting.
pub(super) fn still_waiting(
    transaction: &dyn Transaction,
    deliveries: &[DeliveryId],
) -> StoreResult<Vec<DeliveryId>> {
    let ids = keys::numbers(deliveries.iter().map(|id| id.0));
    let found: Vec<(DeliveryId, DeliveryStatus)> = rows(transaction, PLACE, &STATUSES, [ids], decode_row)?;
    let waiting = found.into_iter().filter(|(_, status)| *status == DeliveryStatus::Waiting);
    Ok(waiting.map(|(id, _)| id).collect())
}

pub(super) fn list(transaction: &dyn Transaction, query: &DeliveryQuery) -> StoreResult<Vec<Delivery>> {
    let DeliveryQuery { webhook, status, before, limit } = query;
    let before = integer(before.map_or(i64::MAX, |id| id.0));
    rows(transaction, PLACE, &LIST, [webhook.write(), status.write(), before, limit.write()], decode_row)
}

pub(super) fn by_id(
    transaction: &dyn Transaction,
    webhook: WebhookId,
    id: DeliveryId,
) -> StoreResult<Option<Delivery>> {
    first(transaction, PLACE, &BY_ID, [webhook.write(), id.write()], decode_row)
}

/// Returns the copy of a delivery that is sent again.
pub(super) fn resend(
    transaction: &dyn Transaction,
    webhook: WebhookId,
    id: DeliveryId,
    now: Timestamp,
) -> StoreResult<Option<DeliveryId>> {
    let Some(delivery) = by_id(transaction, webhook, id)? else { return Ok(None) };
    let values = [webhook.write(), id.write(), now.write()];
    if delivery.status == DeliveryStatus::Waiting {
        run(transaction, &AGAIN_NOW, values)?;
        return Ok(Some(id));
    }
    value(transaction, PLACE, &SEND_AGAIN, values)
}

/// Removes the oldest deliveries before an instant. Returns their number.
pub(super) fn sweep(transaction: &dyn Transaction, before: Timestamp) -> StoreResult<u64> {
    let oldest: Vec<OldDelivery> = rows(transaction, PLACE, &OLDEST, [integer(AT_ONCE)], decode_row)?;
    let expired: Vec<OldDelivery> = oldest.into_iter().take_while(|old| old.at < before).collect();
    let removed = remove(transaction, &expired.iter().map(|old| old.id).collect::<Vec<_>>())?;
    // releases deliveries that waited for a removed one
    for old in expired.iter().filter(|old| old.status == DeliveryStatus::Waiting.as_str()) {
        let sequence = keys::texts([old.sequence.as_str()]);
        run(transaction, &RELEASE, [old.webhook.write(), sequence, before.write()])?;
    }
    Ok(removed)
}

/// One of the oldest deliveries.
struct OldDelivery {
    id: DeliveryId,
    webhook: WebhookId,
    sequence: String,
    status: String,
    at: Timestamp,
}

/// Removes some deliveries of a removed webhook. Returns their number.
pub(super) fn remove_some(transaction: &dyn Transaction, webhook: WebhookId) -> StoreResult<u64> {
    let some: Vec<DeliveryId> =
        rows(transaction, PLACE, &OF_WEBHOOK, [webhook.write(), integer(AT_ONCE)], decode_row)?;
    remove(transaction, &some)
}

fn remove(transaction: &dyn Transaction, deliveries: &[DeliveryId]) -> StoreResult<u64> {
    if deliveries.is_empty() {
        return Ok(0);
    }
    let ids = || keys::numbers(deliveries.iter().map(|id| id.0));
    run(transaction, &REMOVE_ATTEMPTS, [ids()])?;
    Ok(cast::<u64>(run(transaction, &REMOVE, [ids()])?))
}

impl FromRow for Delivery {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            webhook: row.read()?,
            message: message(row)?,
            sequence: row.read()?,
            status: row.read()?,
            manual: row.read()?,
            created_at: row.read()?,
            attempts: row.read()?,
            tries: row.read()?,
            first_tried_at: row.read()?,
            next_attempt_at: row.read()?,
        })
    }
}

impl FromRow for WebhookBacklog {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { webhook: row.read()?, deliveries: figure(row)?, oldest: row.read()? })
    }
}

impl FromRow for OldDelivery {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            webhook: row.read()?,
            sequence: row.read()?,
            status: row.read()?,
            at: row.read()?,
        })
    }
}
impl FromRow for Attempt {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            at: row.read()?,
            duration_ms: row.read()?,
            status: row.read()?,
            error: row.read()?,
            response: row.read()?,
        })
    }
}

impl ToRow for Attempt {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.at.append_to(row);
        self.duration_ms.append_to(row);
        self.status.append_to(row);
        self.error.append_to(row);
        self.response.append_to(row);
    }
}

fn message(row: &mut RowReader<'_>) -> StoreResult<WebhookMessage> {
    let (id, event_type, organisation, at): (String, String, _, _) = row.read()?;
    let (event, subject, body): (Option<String>, _, Option<String>) = row.read()?;
    match event {
        Some(event) => message_of_event(&id, &event, organisation, at).ok_or_else(|| {
            StoreError::Inconsistent { place: "webhook_delivery.event", fault: format!("\"{event}\"") }
        }),
        None => Ok(WebhookMessage::Own { id, event_type, subject, data: body.unwrap_or_default(), at }),
    }
}

fn message_of_event(
    id: &str,
    event: &str,
    organisation: OrganisationId,
    at: Timestamp,
) -> Option<WebhookMessage> {
    let events = Events::decode(event)?;
    let (kind, record) = events.iter().next()?;
    Some(WebhookMessage::Event { cursor: EventCursor::parse(id)?, organisation, at, kind: *kind, record })
}
