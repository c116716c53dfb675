//! The recorded location of a database, by which a copy is detected.
//!
//! A copy has the webhooks, schedules and mail rules of its original. It stays quiet until it is activated.

use orderdock_store::{Finding, StoreResult, WriteMode};

use crate::sql::column::{integer, text};
use crate::sql::query::{run, value};
use crate::sql::template::Statement;
use crate::{Backend, SqlStore, Transaction, sql::keys};

/// Counters of the recorded identity, in the order of [`PlaceIdentity`].
const RECORDED: [&str; 2] = ["identity", "identity_database"];
const QUIET: &str = "quiet";

/// Identity of the location of a database: the system identifier of the cluster and the oid of the database on
/// PostgreSQL, a random number and zero on SQLite. It changes only if the database is moved or copied.
pub type PlaceIdentity = [i64; 2];

static READ: Statement = Statement::new("SELECT value FROM counter WHERE name = ?1");

static WRITE: Statement = Statement::new(
    r"
    INSERT INTO counter (name, value)
    VALUES (?1, {param ?2 int8})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    ",
);

static FORGET: Statement = Statement::new("DELETE FROM counter WHERE name {in ?1 text}");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&READ, &WRITE, &FORGET];

impl<B: Backend> SqlStore<B> {
    pub(crate) async fn compare_identity(&self, fresh: i64) -> StoreResult<bool> {
        let recorded = self.read(recorded).await?;
        let place = self.backend.identity().await?;
        match (recorded, place) {
            (Some(recorded), Some(place)) if recorded == place => {}
            (Some(_), _) => {
                tracing::warn!(
                    "this database is a copy; schedules, webhooks and mail stay off until it is activated"
                );
                self.write_identity(move |transaction| write(transaction, QUIET, 1)).await?;
            }
            (None, _) => {
                let place = self.backend.ensure_identity(fresh).await?;
                self.write_identity(move |transaction| record(transaction, place)).await?;
            }
        }
        self.read(is_quiet).await
    }

    pub(crate) async fn record_activation(&self, fresh: i64) -> StoreResult<bool> {
        let was_quiet = self.read(is_quiet).await?;
        let place = self.backend.renew_identity(fresh).await?;
        let activate = move |transaction: &dyn Transaction| {
            record(transaction, place)?;
            write(transaction, QUIET, 0)
        };
        self.write_identity(activate).await?;
        Ok(was_quiet)
    }

    async fn write_identity(
        &self,
        work: impl Fn(&dyn Transaction) -> StoreResult<()> + Send + 'static,
    ) -> StoreResult<()> {
        self.backend.write(WriteMode::Unlocked, 1, work).await
    }
}

pub(crate) fn is_quiet(transaction: &dyn Transaction) -> StoreResult<bool> {
    Ok(read(transaction, QUIET)?.is_some_and(|quiet| quiet != 0))
}

/// Marks a database as a copy before a server has opened it.
pub fn set_quiet(transaction: &dyn Transaction) -> StoreResult<()> {
    write(transaction, QUIET, 1)
}

/// Returns a notice if a server on this database is quiet. `place` is the identity of its current location.
pub fn quiet_finding(
    transaction: &dyn Transaction,
    place: Option<PlaceIdentity>,
) -> StoreResult<Option<Finding>> {
    let fault = if is_quiet(transaction)? {
        "the database is marked as a copy"
    } else if recorded(transaction)?.is_some_and(|recorded| Some(recorded) != place) {
        "the database was copied: it was used at another location before"
    } else {
        return Ok(None);
    };
    Ok(Some(Finding {
        fault: format!("{fault}. A server on it is quiet: schedules, webhooks and mail are off."),
        advice: "If it replaces the original, run `orderdock copy activate`. If the original is still in use, keep it quiet.",
        grave: false,
    }))
}

/// Removes the recorded identity, so that the next server records it, for example after a move to another engine. A
/// quiet database stays quiet.
pub(crate) fn forget(transaction: &dyn Transaction) -> StoreResult<()> {
    run(transaction, &FORGET, [keys::texts(RECORDED)]).map(|_| ())
}

fn recorded(transaction: &dyn Transaction) -> StoreResult<Option<PlaceIdentity>> {
    let [first, second] = RECORDED.map(|name| read(transaction, name));
    Ok(first?.zip(second?).map(|(first, second)| [first, second]))
}

fn record(transaction: &dyn Transaction, identity: PlaceIdentity) -> StoreResult<()> {
    RECORDED.into_iter().zip(identity).try_for_each(|(name, number)| write(transaction, name, number))
}

fn read(transaction: &dyn Transaction, name: &str) -> StoreResult<Option<i64>> {
    value(transaction, "counter", &READ, [text(name)])
}

fn write(transaction: &dyn Transaction, name: &str, number: i64) -> StoreResult<()> {
    run(transaction, &WRITE, [text(name), integer(number)]).map(|_| ())
}
