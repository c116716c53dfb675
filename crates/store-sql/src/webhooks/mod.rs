//! Webhooks: destinations for events.

pub mod deliveries;
mod store;

use orderdock_domain::event::EventCursor;
use orderdock_domain::ids::WebhookId;
use orderdock_domain::webhook::WebhookStatus;
use orderdock_store::{
    Conflict, QueuedDeliveries, StoreError, StoreResult, Webhook, WebhookChange, WebhookSecrets,
    WebhookSettings, WebhookState,
};

use crate::sql::column::{Column, FromRow, RowReader, ToRow};
use crate::sql::query::{decode_row, first, run, run_one};
use crate::sql::tables::WEBHOOK;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction};

static INSERT: Statement = Statement::insert(&WEBHOOK);
static ALL: Statement = Statement::new("SELECT {columns webhook} FROM webhook ORDER BY id");
static BY_ID: Statement = Statement::new("SELECT {columns webhook} FROM webhook WHERE id = ?1");

/// `?2` fencing token of the lease.
static LED: Statement = Statement::new(
    r"
    SELECT {columns webhook}
    FROM webhook
    WHERE id = ?1
      AND EXISTS (SELECT 1 FROM lease WHERE fence = ?2)
    ",
);

/// `?2` expected version.
static CHANGE: Statement = Statement::new(
    r"
    UPDATE webhook
    SET
        version = version + 1,
        url = ?3,
        types = ?4,
        org_id = ?5,
        data_source_id = ?6,
        records = ?7,
        description = ?8,
        updated_at = ?9,
        updated_by = ?10,
        status = ?11,
        status_by = ?12,
        status_at = ?13
    WHERE id = ?1 AND version = ?2
    ",
);

static FORGET_FAILING: Statement = Statement::new("UPDATE webhook SET failing_since = NULL WHERE id = ?1");

static ROTATE: Statement = Statement::new(
    r"
    UPDATE webhook
    SET old_secret = secret, old_secret_until = ?4, secret = ?2, secret_rotated_at = ?3
    WHERE id = ?1
    ",
);

static REMOVE: Statement = Statement::new("DELETE FROM webhook WHERE id = ?1");

/// Locks the webhook, so that one transaction at a time writes its deliveries.
static LOCK_FOR_DELIVERIES: Statement = Statement::new("UPDATE webhook SET version = version WHERE id = ?1");

/// Moves the cursor from (`?2`, `?3`) to (`?4`, `?5`). `?6` fencing token of the lease, `?7` expected version.
static MOVE_CURSOR: Statement = Statement::new(
    r"
    UPDATE webhook
    SET cursor_position = ?4, cursor_number = ?5
    WHERE id = ?1
      AND cursor_position = ?2
      AND cursor_number = ?3
      AND status = 'active'
      AND version = ?7
      AND EXISTS (SELECT 1 FROM lease WHERE fence = ?6)
    ",
);

/// `?2` fencing token of the lease, `?3` last success, `?4` last failure, `?5` first failure since the last success.
static NOTE: Statement = Statement::new(
    r"
    UPDATE webhook
    SET
        last_success_at = coalesce(?3, last_success_at),
        last_failure_at = coalesce(?4, last_failure_at),
        failing_since = CASE
            WHEN {param ?3 instant} IS NULL THEN coalesce(failing_since, ?5)
            ELSE ?5
        END
    WHERE id = ?1
      AND EXISTS (SELECT 1 FROM lease WHERE fence = ?2)
    ",
);

/// Changes the status without a user.
static BECOME: Statement = Statement::new(
    r"
    UPDATE webhook
    SET status = ?2, status_by = NULL, status_at = ?3
    WHERE id = ?1 AND status = 'active'
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[
    &INSERT,
    &ALL,
    &BY_ID,
    &LED,
    &CHANGE,
    &FORGET_FAILING,
    &ROTATE,
    &REMOVE,
    &LOCK_FOR_DELIVERIES,
    &MOVE_CURSOR,
    &NOTE,
    &BECOME,
];

fn create(transaction: &dyn Transaction, webhook: &Webhook) -> StoreResult<()> {
    run(transaction, &INSERT, webhook.to_row()).map(|_| ())
}

fn change(transaction: &dyn Transaction, change: &WebhookChange) -> StoreResult<()> {
    let WebhookChange { id, settings, state, .. } = change;
    let was: Option<Webhook> = first(transaction, "webhook", &BY_ID, [id.write()], decode_row)?;
    let values = [id.write(), change.version.write()].into_iter().chain(settings.to_row());
    let values = values.chain([change.at.write(), change.by.write()]).chain(state.to_row());
    run_one(transaction, &CHANGE, values, StoreError::Conflict(Conflict::Webhook))?;
    let active = WebhookStatus::Active;
    if state.status == active && was.is_some_and(|was| was.state.status != active) {
        run(transaction, &FORGET_FAILING, [id.write()])?;
        deliveries::resume(transaction, *id, change.at)?;
    }
    Ok(())
}

/// Writes deliveries and moves the cursor of the webhook past their events.
fn queue_deliveries(transaction: &dyn Transaction, laid_out: &QueuedDeliveries) -> StoreResult<()> {
    let QueuedDeliveries { webhook, version, fence, from, to, .. } = laid_out;
    let places = from.to_row().into_iter().chain(to.to_row());
    let values = [webhook.write()].into_iter().chain(places).chain([fence.write(), version.write()]);
    if run(transaction, &MOVE_CURSOR, values)? == 1 {
        return deliveries::queue_deliveries(transaction, laid_out);
    }
    let led: Option<Webhook> =
        first(transaction, "webhook", &LED, [webhook.write(), fence.write()], decode_row)?;
    match led {
        Some(led) if led.version != *version => Err(StoreError::Conflict(Conflict::Webhook)),
        _ => Err(StoreError::TakenOver),
    }
}

/// Locks the webhook for writing deliveries. Returns `false` if it does not exist.
fn lock_for_deliveries(transaction: &dyn Transaction, webhook: WebhookId) -> StoreResult<bool> {
    Ok(run(transaction, &LOCK_FOR_DELIVERIES, [webhook.write()])? == 1)
}

impl FromRow for Webhook {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            settings: row.read()?,
            secrets: row.read()?,
            created_at: row.read()?,
            created_by: row.read()?,
            updated_at: row.read()?,
            updated_by: row.read()?,
            state: row.read()?,
            cursor: row.read()?,
            last_success_at: row.read()?,
            last_failure_at: row.read()?,
            failing_since: row.read()?,
        })
    }
}

impl ToRow for Webhook {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.id.append_to(row);
        self.version.append_to(row);
        self.settings.append_to(row);
        self.secrets.append_to(row);
        self.created_at.append_to(row);
        self.created_by.append_to(row);
        self.updated_at.append_to(row);
        self.updated_by.append_to(row);
        self.state.append_to(row);
        self.cursor.append_to(row);
        self.last_success_at.append_to(row);
        self.last_failure_at.append_to(row);
        self.failing_since.append_to(row);
    }
}

impl FromRow for WebhookSettings {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            url: row.read()?,
            types: row.read()?,
            organisation: row.read()?,
            data_source: row.read()?,
            records: row.read()?,
            description: row.read()?,
        })
    }
}

impl ToRow for WebhookSettings {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.url.append_to(row);
        self.types.append_to(row);
        self.organisation.append_to(row);
        self.data_source.append_to(row);
        self.records.append_to(row);
        self.description.append_to(row);
    }
}

impl FromRow for WebhookSecrets {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { current: row.read()?, before: row.read()?, rotated_at: row.read()? })
    }
}

impl ToRow for WebhookSecrets {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.current.append_to(row);
        self.before.append_to(row);
        self.rotated_at.append_to(row);
    }
}

impl FromRow for WebhookState {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { status: row.read()?, by: row.read()?, at: row.read()? })
    }
}

impl ToRow for WebhookState {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.status.append_to(row);
        self.by.append_to(row);
        self.at.append_to(row);
    }
}

impl FromRow for EventCursor {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { position: row.read()?, number: row.read()? })
    }
}

impl ToRow for EventCursor {
    fn append_to<'r>(&'r self, row: &mut Vec<SqlValue<'r>>) {
        self.position.append_to(row);
        self.number.append_to(row);
    }
}
