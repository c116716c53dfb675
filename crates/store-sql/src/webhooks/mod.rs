//! Webhooks: where events are sent.

pub mod deliveries;
mod store;

use jiff::Timestamp;
use orderdock_domain::event::{EventCursor, EventType};
use orderdock_domain::ids::WebhookId;
use orderdock_domain::webhook::{WebhookSecret, WebhookStatus};
use orderdock_store::{
    Conflict, StoreError, StoreResult, Webhook, WebhookChange, WebhookSecrets, WebhookSettings, WebhookState,
};

use crate::Transaction;
use crate::asking::{first, rows, run};
use crate::column::{Column, Fields, owned, text};
use crate::template::statements;

statements! {
    INSERT = insert WEBHOOK;
    ALL = "SELECT {columns webhook} FROM webhook ORDER BY id";
    BY_ID = "SELECT {columns webhook} FROM webhook WHERE id = ?1";
    /// `?2` the version that is changed.
    CHANGE = "UPDATE webhook SET version = version + 1, url = ?3, types = ?4, org_id = ?5, data_source_id = ?6, \
     records = ?7, description = ?8, updated_at = ?9, updated_by = ?10, status = ?11, status_by = ?12, status_at = ?13 \
     WHERE id = ?1 AND version = ?2";
    FORGET_FAILING = "UPDATE webhook SET failing_since = NULL WHERE id = ?1";
    ROTATE = "UPDATE webhook SET old_secret = secret, old_secret_until = ?4, secret = ?2, secret_rotated_at = ?3 WHERE id = ?1";
    REMOVE = "DELETE FROM webhook WHERE id = ?1";
    /// Whoever writes deliveries of a webhook waits here for who does so too.
    TURN = "UPDATE webhook SET version = version WHERE id = ?1";
    /// `?2`, `?3` where it is moved from, `?4`, `?5` to; `?6` the fence of the lease.
    MOVE_CURSOR = "UPDATE webhook SET cursor_position = ?4, cursor_number = ?5 WHERE id = ?1 AND cursor_position = ?2 \
     AND cursor_number = ?3 AND status = 'active' AND EXISTS (SELECT 1 FROM lease WHERE fence = ?6)";
    /// `?2` the fence of the lease, `?3` when an attempt last came through, `?4` when one last failed, `?5` the first since.
    NOTE = "UPDATE webhook SET last_success_at = coalesce(?3, last_success_at), \
     last_failure_at = coalesce(?4, last_failure_at), \
     failing_since = CASE WHEN {value 3 instant} IS NULL THEN coalesce(failing_since, ?5) ELSE ?5 END \
     WHERE id = ?1 AND EXISTS (SELECT 1 FROM lease WHERE fence = ?2)";
    /// By itself.
    BECOME = "UPDATE webhook SET status = ?2, status_by = NULL, status_at = ?3 WHERE id = ?1 AND status = 'active'";
}

fn create(transaction: &dyn Transaction, webhook: &Webhook) -> StoreResult<()> {
    let Webhook { settings, secrets, state, cursor, .. } = webhook;
    let (before, until) = secrets.before.unzip();
    let before = before.map(|secret| secret.0);
    let values = [
        webhook.id.write(),
        webhook.version.write(),
        text(&settings.url),
        owned(write_types(&settings.types)),
        settings.organisation.write(),
        settings.data_source.write(),
        settings.records.write(),
        settings.description.write(),
        secrets.current.0.write(),
        before.write(),
        until.write(),
        secrets.rotated_at.write(),
        webhook.created_at.write(),
        webhook.created_by.write(),
        webhook.updated_at.write(),
        webhook.updated_by.write(),
        text(state.status.as_str()),
        state.by.write(),
        state.at.write(),
        cursor.position.write(),
        cursor.number.write(),
        webhook.last_success_at.write(),
        webhook.last_failure_at.write(),
        webhook.failing_since.write(),
    ];
    run(transaction, &INSERT, values).map(|_| ())
}

fn change(transaction: &dyn Transaction, change: &WebhookChange) -> StoreResult<()> {
    let WebhookChange { id, settings, state, .. } = change;
    let was = first(transaction, "webhook", &BY_ID, [id.write()], read)?;
    let values = [
        id.write(),
        change.version.write(),
        text(&settings.url),
        owned(write_types(&settings.types)),
        settings.organisation.write(),
        settings.data_source.write(),
        settings.records.write(),
        settings.description.write(),
        change.at.write(),
        text(&change.by),
        text(state.status.as_str()),
        state.by.write(),
        state.at.write(),
    ];
    if run(transaction, &CHANGE, values)? == 0 {
        return Err(StoreError::Conflict(Conflict::Webhook));
    }
    let active = WebhookStatus::Active;
    if state.status == active && was.is_some_and(|was| was.state.status != active) {
        run(transaction, &FORGET_FAILING, [id.write()])?;
        deliveries::go_on(transaction, *id, change.at)?;
    }
    Ok(())
}

/// Waits for others that write deliveries of the webhook; `false` if there is none.
fn turn(transaction: &dyn Transaction, webhook: WebhookId) -> StoreResult<bool> {
    Ok(run(transaction, &TURN, [webhook.write()])? == 1)
}

fn become_by_itself(
    transaction: &dyn Transaction,
    webhook: WebhookId,
    status: WebhookStatus,
    now: Timestamp,
) -> StoreResult<()> {
    run(transaction, &BECOME, [webhook.write(), text(status.as_str()), now.write()]).map(|_| ())
}

fn all(transaction: &dyn Transaction) -> StoreResult<Vec<Webhook>> {
    rows(transaction, "webhook", &ALL, [], read)
}

fn read(fields: &mut Fields<'_>) -> StoreResult<Webhook> {
    Ok(Webhook {
        id: fields.take()?,
        version: fields.take()?,
        settings: WebhookSettings {
            url: fields.take()?,
            types: read_types(&fields.take::<String>()?),
            organisation: fields.take()?,
            data_source: fields.take()?,
            records: fields.take()?,
            description: fields.take()?,
        },
        secrets: read_secrets(fields)?,
        created_at: fields.take()?,
        created_by: fields.take()?,
        updated_at: fields.take()?,
        updated_by: fields.take()?,
        state: WebhookState { status: read_status(fields)?, by: fields.take()?, at: fields.take()? },
        cursor: EventCursor { position: fields.take()?, number: fields.take()? },
        last_success_at: fields.take()?,
        last_failure_at: fields.take()?,
        failing_since: fields.take()?,
    })
}

fn read_secrets(fields: &mut Fields<'_>) -> StoreResult<WebhookSecrets> {
    let current = WebhookSecret(fields.take()?);
    let (before, until): (Option<[u8; 32]>, Option<Timestamp>) = (fields.take()?, fields.take()?);
    let before = before.map(WebhookSecret).zip(until);
    Ok(WebhookSecrets { current, before, rotated_at: fields.take()? })
}

fn read_status(fields: &mut Fields<'_>) -> StoreResult<WebhookStatus> {
    let word: String = fields.take()?;
    WebhookStatus::parse(&word).ok_or_else(|| unknown("webhook.status", &word))
}

fn unknown(place: &'static str, seen: &str) -> StoreError {
    StoreError::Inconsistent { place, fault: format!("\"{seen}\"") }
}

fn write_types(types: &[EventType]) -> String {
    types.iter().map(|one| one.as_str()).collect::<Vec<_>>().join(" ")
}

/// Leaves out the types that only a later version knows.
fn read_types(words: &str) -> Vec<EventType> {
    words.split_whitespace().filter_map(EventType::parse).collect()
}
