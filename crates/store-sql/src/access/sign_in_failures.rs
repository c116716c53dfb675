//! Failed sign-ins, counted across all processes.

use jiff::Timestamp;
use orderdock_store::{FailureKey, StoreResult};

use crate::Transaction;
use crate::sql::column::Column;
use crate::sql::query::{run, value};
use crate::sql::template::Statement;

/// `?2` now, `?3` instant before which failures no longer count.
static COUNT: Statement = Statement::new(
    r"
    INSERT INTO sign_in_failure (key, failures, since)
    VALUES (?1, 1, ?2)
    ON CONFLICT (key) DO UPDATE SET
        failures = CASE
            WHEN sign_in_failure.since <= ?3 THEN 1
            ELSE sign_in_failure.failures + 1
        END,
        since = CASE
            WHEN sign_in_failure.since <= ?3 THEN excluded.since
            ELSE sign_in_failure.since
        END
    ",
);

static KNOWN: Statement =
    Statement::new("SELECT failures FROM sign_in_failure WHERE key = ?1 AND since > ?2");
static SWEEP: Statement = Statement::new("DELETE FROM sign_in_failure WHERE since <= ?1");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&COUNT, &KNOWN, &SWEEP];

pub fn count(
    transaction: &dyn Transaction,
    keys: &[FailureKey],
    (now, since): (Timestamp, Timestamp),
) -> StoreResult<()> {
    // ordered, so that concurrent counts of the same keys do not deadlock
    let mut sorted: Vec<_> = keys.iter().collect();
    sorted.sort_unstable();
    for key in sorted {
        run(transaction, &COUNT, [key.write(), now.write(), since.write()])?;
    }
    Ok(())
}

/// Returns the number of failures since an instant for each key.
pub fn known(transaction: &dyn Transaction, keys: &[FailureKey], since: Timestamp) -> StoreResult<Vec<u32>> {
    let known = |key: &FailureKey| {
        let failures = value::<i64>(transaction, "sign_in_failure", &KNOWN, [key.write(), since.write()])?;
        Ok(u32::try_from(failures.unwrap_or_default()).unwrap_or(u32::MAX))
    };
    keys.iter().map(known).collect()
}

pub fn sweep(transaction: &dyn Transaction, since: Timestamp) -> StoreResult<()> {
    run(transaction, &SWEEP, [since.write()]).map(|_| ())
}
