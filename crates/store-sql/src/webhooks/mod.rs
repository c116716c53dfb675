//! Webhooks: where events are sent.

pub mod deliveries;
mod store;

use orderdock_domain::event::EventCursor;
use orderdock_domain::ids::WebhookId;
use orderdock_domain::webhook::WebhookStatus;
use orderdock_store::{
    Conflict, LaidOut, StoreError, StoreResult, Webhook, WebhookChange, WebhookSecrets, WebhookSettings,
    WebhookState,
};

use crate::asking::{first, run, run_one, take};
use crate::column::{Column, Columns, Fields, Taken};
use crate::tables::WEBHOOK;
use crate::template::Statement;
use crate::{Datum, Transaction};

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
static TURN: Statement = Statement::new("UPDATE webhook SET version = version WHERE id = ?1");

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
            WHEN {value 3 instant} IS NULL THEN coalesce(failing_since, ?5)
            ELSE ?5
        END
    WHERE id = ?1
      AND EXISTS (SELECT 1 FROM lease WHERE fence = ?2)
    ",
);

/// A change of status that no user made.
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
    &TURN,
    &MOVE_CURSOR,
    &NOTE,
    &BECOME,
];

fn create(transaction: &dyn Transaction, webhook: &Webhook) -> StoreResult<()> {
    run(transaction, &INSERT, webhook.row()).map(|_| ())
}

fn change(transaction: &dyn Transaction, change: &WebhookChange) -> StoreResult<()> {
    let WebhookChange { id, settings, state, .. } = change;
    let was: Option<Webhook> = first(transaction, "webhook", &BY_ID, [id.write()], take)?;
    let values = [id.write(), change.version.write()].into_iter().chain(settings.row());
    let values = values.chain([change.at.write(), change.by.write()]).chain(state.row());
    run_one(transaction, &CHANGE, values, StoreError::Conflict(Conflict::Webhook))?;
    let active = WebhookStatus::Active;
    if state.status == active && was.is_some_and(|was| was.state.status != active) {
        run(transaction, &FORGET_FAILING, [id.write()])?;
        deliveries::go_on(transaction, *id, change.at)?;
    }
    Ok(())
}

/// Writes deliveries and moves the cursor of the webhook behind the events they were made of.
fn lay_out(transaction: &dyn Transaction, laid_out: &LaidOut) -> StoreResult<()> {
    let LaidOut { webhook, version, fence, from, to, .. } = laid_out;
    let places = from.row().into_iter().chain(to.row());
    let values = [webhook.write()].into_iter().chain(places).chain([fence.write(), version.write()]);
    if run(transaction, &MOVE_CURSOR, values)? == 1 {
        return deliveries::lay_out(transaction, laid_out);
    }
    let led: Option<Webhook> = first(transaction, "webhook", &LED, [webhook.write(), fence.write()], take)?;
    match led {
        Some(led) if led.version != *version => Err(StoreError::Conflict(Conflict::Webhook)),
        _ => Err(StoreError::TakenOver),
    }
}

/// Waits for others that write deliveries of the webhook; `false` if there is none.
fn turn(transaction: &dyn Transaction, webhook: WebhookId) -> StoreResult<bool> {
    Ok(run(transaction, &TURN, [webhook.write()])? == 1)
}

impl Taken for Webhook {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: fields.take()?,
            version: fields.take()?,
            settings: fields.take()?,
            secrets: fields.take()?,
            created_at: fields.take()?,
            created_by: fields.take()?,
            updated_at: fields.take()?,
            updated_by: fields.take()?,
            state: fields.take()?,
            cursor: fields.take()?,
            last_success_at: fields.take()?,
            last_failure_at: fields.take()?,
            failing_since: fields.take()?,
        })
    }
}

impl Columns for Webhook {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.id.put(row);
        self.version.put(row);
        self.settings.put(row);
        self.secrets.put(row);
        self.created_at.put(row);
        self.created_by.put(row);
        self.updated_at.put(row);
        self.updated_by.put(row);
        self.state.put(row);
        self.cursor.put(row);
        self.last_success_at.put(row);
        self.last_failure_at.put(row);
        self.failing_since.put(row);
    }
}

impl Taken for WebhookSettings {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self {
            url: fields.take()?,
            types: fields.take()?,
            organisation: fields.take()?,
            data_source: fields.take()?,
            records: fields.take()?,
            description: fields.take()?,
        })
    }
}

impl Columns for WebhookSettings {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.url.put(row);
        self.types.put(row);
        self.organisation.put(row);
        self.data_source.put(row);
        self.records.put(row);
        self.description.put(row);
    }
}

impl Taken for WebhookSecrets {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { current: fields.take()?, before: fields.take()?, rotated_at: fields.take()? })
    }
}

impl Columns for WebhookSecrets {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.current.put(row);
        self.before.put(row);
        self.rotated_at.put(row);
    }
}

impl Taken for WebhookState {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { status: fields.take()?, by: fields.take()?, at: fields.take()? })
    }
}

impl Columns for WebhookState {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.status.put(row);
        self.by.put(row);
        self.at.put(row);
    }
}

impl Taken for EventCursor {
    fn take(fields: &mut Fields<'_>) -> StoreResult<Self> {
        Ok(Self { position: fields.take()?, number: fields.take()? })
    }
}

impl Columns for EventCursor {
    fn put<'r>(&'r self, row: &mut Vec<Datum<'r>>) {
        self.position.put(row);
        self.number.put(row);
    }
}
