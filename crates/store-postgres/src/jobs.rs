//! Jobs on a connection: reads in a snapshot, and writes that are retried after conflicts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use orderdock_domain::cast;
use orderdock_store::{StoreError, StoreResult, WriteMode};
use orderdock_store_sql::Transaction;

use crate::error::translate;
use crate::link::{Link, first_value};
use crate::locks::{RECORDS, TURN};
use crate::pool::Worker;
use crate::transaction::PostgresTransaction;

/// Maximum number of executions of a transaction that conflicts with others.
const RUNS: usize = 6;
/// Maximum time to look up the outcome of a COMMIT that got no response.
const LOOK_UP: Duration = Duration::from_secs(5);
/// Idle time after which a connection is checked before use.
const REST: Duration = Duration::from_millis(500);
/// Number of slots of the counters.
pub const SLOTS: u64 = 64;

/// Returns a connection and the SQL that begins a transaction on it. Checks a connection that was idle, because it may
/// have failed unnoticed.
fn ready<'w>(worker: &'w mut Worker, sql: &str) -> StoreResult<(&'w Link, String)> {
    let rested = worker.was_idle(REST);
    let link = worker.link()?;
    if rested && !link.is_pooled() && !link.responds() {
        worker.reconnect()?;
    }
    let (before, after) = sql.split_once(';').unwrap_or((sql, ""));
    let sql = format!("{before}; {}{after}", worker.before_each());
    let link = worker.link()?;
    if link.is_pooled() {
        link.forget();
    }
    Ok((link, sql))
}

/// Runs work in a read snapshot.
pub fn in_snapshot<T>(
    worker: &mut Worker,
    work: impl FnOnce(&dyn Transaction) -> StoreResult<T>,
) -> StoreResult<T> {
    in_snapshot_as(worker, "", work)
}

/// Runs work in a read snapshot with additional settings.
pub fn in_snapshot_as<T>(
    worker: &mut Worker,
    settings: &str,
    work: impl FnOnce(&dyn Transaction) -> StoreResult<T>,
) -> StoreResult<T> {
    let begin = format!("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;{settings}");
    let (link, beginning) = ready(worker, &begin)?;
    let transaction = PostgresTransaction::over(link);
    transaction.begin(beginning);
    let result = work(&transaction);
    drop(transaction);
    // the result is complete, so the rollback is not awaited
    link.send("ROLLBACK");
    result
}

/// A write job.
pub struct WritingJob {
    pub mode: WriteMode,
    /// Slot of the first connection. The other connections have the slots after it.
    pub first_slot: i64,
    pub commits: Arc<AtomicU64>,
}

impl WritingJob {
    /// Runs the job, and repeats it while it conflicts with others.
    pub fn until_done<T>(
        &self,
        worker: &mut Worker,
        work: impl Fn(&dyn Transaction) -> StoreResult<T>,
    ) -> StoreResult<T> {
        for run in 1.. {
            let (result, is_retryable) = self.once(worker, &work)?;
            if is_retryable && run < RUNS {
                continue;
            }
            return result;
        }
        Err(StoreError::Overloaded)
    }

    /// Runs the job once. Returns its result, and whether a retry may succeed.
    fn once<T>(
        &self,
        worker: &mut Worker,
        work: impl Fn(&dyn Transaction) -> StoreResult<T>,
    ) -> StoreResult<(StoreResult<T>, bool)> {
        let slot = (self.first_slot + worker.number) % cast::<i64>(SLOTS);
        let (link, beginning) = ready(worker, &beginning(self.mode))?;
        let transaction = PostgresTransaction::with_slot(link, slot);
        transaction.begin(beginning);
        let done = work(&transaction).and_then(|done| transaction.is_finished().map(|()| done));
        let error = match done {
            Ok(done) => match (transaction.commit(), transaction.number()) {
                (Ok(()), _) => {
                    self.commits.fetch_add(1, Ordering::Relaxed);
                    return Ok((Ok(done), false));
                }
                (Err(StoreError::Unavailable(reason)), Some(number)) => {
                    drop(transaction);
                    let known = look_up(worker, &number, &reason);
                    if known.is_ok() {
                        self.commits.fetch_add(1, Ordering::Relaxed);
                    }
                    return Ok((known.map(|()| done), false));
                }
                (Err(error), _) => error,
            },
            Err(error) => error,
        };
        let is_retryable =
            transaction.lost_to_others() || self.is_retryable(&error, transaction.number().as_deref());
        drop(transaction);
        link.roll_back();
        Ok((Err(error), is_retryable))
    }

    /// Returns whether a retry may succeed. A manual change of master data reads and writes in one transaction, so its
    /// retry reads the concurrent changes of an import. A job whose transaction has not begun is retried on a new
    /// connection.
    fn is_retryable(&self, error: &StoreError, number: Option<&str>) -> bool {
        match error {
            StoreError::Conflict(_) => self.mode == WriteMode::Records,
            StoreError::Unavailable(_) => number.is_none(),
            _ => false,
        }
    }
}

/// The current timeline. A standby that is promoted begins a new one.
const TIMELINE: &str = "substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)";

/// Returns the SQL that begins a transaction, takes its lock, and returns the transaction id, the timeline and the
/// position of the log.
pub fn beginning(mode: WriteMode) -> String {
    let number =
        format!("SELECT pg_current_xact_id() || ' ' || {TIMELINE} || ' ' || pg_current_wal_flush_lsn()");
    match mode {
        WriteMode::Unlocked | WriteMode::Heartbeat => format!("BEGIN; {number}"),
        WriteMode::Ids => format!("BEGIN; SET LOCAL synchronous_commit = off; {number}"),
        WriteMode::Shared => format!("BEGIN; {number}, pg_advisory_xact_lock_shared({TURN})"),
        WriteMode::Records => {
            format!("BEGIN; {number}, pg_advisory_xact_lock_shared({TURN}), pg_advisory_xact_lock({RECORDS})")
        }
        WriteMode::Exclusive => format!("BEGIN; {number}, pg_advisory_xact_lock({TURN})"),
    }
}

/// Returns the query for the outcome of a transaction, as far as the server can know it. Ids are valid only on the same
/// server. After a crash, the id of a transaction whose records were lost is assigned again. Every crash is followed by
/// a checkpoint, so there was none if the latest checkpoint is older than the transaction.
pub fn status_of(beginning: &str, system: &str) -> String {
    let mut parts = beginning.split(' ');
    let mut next = || parts.next().unwrap_or_default();
    let (number, timeline, written) = (next(), next(), next());
    format!(
        "SELECT CASE WHEN {TIMELINE} = '{timeline}' \
         AND (SELECT system_identifier FROM pg_control_system())::text = '{system}' \
         AND (SELECT checkpoint_lsn FROM pg_control_checkpoint()) < '{written}'::pg_lsn \
         THEN pg_xact_status('{number}'::xid8) ELSE '{ELSEWHERE}' END"
    )
}

/// Result of the query if the server cannot know the outcome.
const ELSEWHERE: &str = "elsewhere";

/// Looks up the outcome of a transaction whose COMMIT got no response.
fn look_up(worker: &mut Worker, number: &str, reason: &str) -> StoreResult<()> {
    let unknown = |why: String| StoreError::OutcomeUnknown(format!("{reason}; {why}"));
    let sql = status_of(number, worker.system());
    let started = Instant::now();
    let mut seen = "the server does not respond".to_owned();
    while started.elapsed() < LOOK_UP {
        let looked_up = worker.reconnect().and_then(|()| {
            let link = worker.link()?;
            let result = link.wait(link.client.simple_query(&sql));
            result.map(|result| first_value(&result)).map_err(|error| translate(&error))
        });
        match looked_up {
            Ok(Some(status)) if status == "committed" => return Ok(()),
            Ok(Some(status)) if status == "aborted" => {
                return Err(StoreError::Unavailable(format!("{reason}; nothing was written")));
            }
            Ok(Some(status)) if status == ELSEWHERE => {
                return Err(unknown("the server was restarted or replaced".to_owned()));
            }
            Ok(status) => seen = format!("the transaction is {}", status.as_deref().unwrap_or("forgotten")),
            Err(error) => seen = error.to_string(),
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Err(unknown(seen))
}
