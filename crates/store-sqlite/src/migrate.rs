//! The schema, in steps that are applied once each, in order.

use orderdock_store::{StoreError, StoreResult};
use rusqlite::{Connection, TransactionBehavior};

use crate::error::translate;

/// Released steps never change; a change of the schema is a new step at the end.
pub const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_schema.sql"),
    include_str!("../migrations/0002_common_records.sql"),
    include_str!("../migrations/0003_attachments.sql"),
    include_str!("../migrations/0004_orders.sql"),
    include_str!("../migrations/0005_corrections.sql"),
    include_str!("../migrations/0006_masterdata_history.sql"),
    include_str!("../migrations/0007_users.sql"),
    include_str!("../migrations/0008_sessions.sql"),
    include_str!("../migrations/0009_lists.sql"),
    include_str!("../migrations/0010_run_ends.sql"),
    include_str!("../migrations/0011_request_headers.sql"),
    include_str!("../migrations/0012_run_total.sql"),
    include_str!("../migrations/0013_request_strict.sql"),
    include_str!("../migrations/0014_finding.sql"),
    include_str!("../migrations/0015_run_outcomes.sql"),
    include_str!("../migrations/0016_allocated.sql"),
    include_str!("../migrations/0017_order_history.sql"),
    include_str!("../migrations/0018_request_org.sql"),
    include_str!("../migrations/0019_import_problems.sql"),
    include_str!("../migrations/0020_release.sql"),
    include_str!("../migrations/0021_values.sql"),
    include_str!("../migrations/0022_disabled_users.sql"),
];

/// Marks a file as Orderdock's (`ODCK`), so that no other program's database is migrated by mistake.
pub const APPLICATION_ID: i32 = 0x4F44_434B;

/// Brings the schema up to date and tells how many steps that took. Several processes may try at once.
pub fn migrate(connection: &mut Connection) -> StoreResult<usize> {
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(translate)?;
    let done: i32 =
        transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(translate)?;
    let done = usize::try_from(done).unwrap_or_default();
    let Some(missing) = MIGRATIONS.get(done..) else {
        return Err(StoreError::Unavailable(format!(
            "the database was written by a newer version of Orderdock: its schema has {done} steps, this \
             version knows {}",
            MIGRATIONS.len()
        )));
    };
    if missing.is_empty() {
        return Ok(0);
    }
    for step in missing {
        transaction.execute_batch(step).map_err(translate)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(translate)?;
    transaction
        .pragma_update(None, "user_version", i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX))
        .map_err(translate)?;
    transaction.commit().map_err(translate)?;
    Ok(missing.len())
}
