//! The single writer thread. Small plans that are waiting share a commit. Each has a savepoint, so that it can fail
//! alone.

use orderdock_domain::cast;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use orderdock_store::{StoreError, StoreResult, StoreStatistics};
use orderdock_store_sql::Transaction;
use orderdock_store_sql::store::threads::{caught, closed};
use rusqlite::Connection;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::connection::{SqliteOptions, checkpoint, reopen_writer};
use crate::error::{translate, translate_commit};
use crate::opened_files::OpenedFiles;
use crate::transaction::SqliteTransaction;
use crate::write_queue::{Plan, PlanGroup, WriteQueue, WriteQueueSender, write_queue};

/// Idle time before a checkpoint. Until then, only the log contains the writes, and a log can be lost.
const IDLE: Duration = Duration::from_secs(1);
/// Maximum time between checkpoints under continuous writes.
const CHECKPOINT: Duration = Duration::from_mins(1);

struct WriterJob<F, T> {
    rows: usize,
    work: F,
    result: Option<StoreResult<T>>,
    reply: oneshot::Sender<StoreResult<T>>,
}

impl<F, T> Plan for WriterJob<F, T>
where
    F: Fn(&dyn Transaction) -> StoreResult<T> + Send,
    T: Send,
{
    fn rows(&self) -> usize {
        self.rows
    }

    fn run(&mut self, transaction: &dyn Transaction) -> StoreResult<()> {
        let result = caught(|| (self.work)(transaction)).unwrap_or_else(Err);
        let outcome = result.as_ref().map(|_| ()).map_err(Clone::clone);
        self.result = Some(result);
        outcome
    }

    fn reply(self: Box<Self>, committed: StoreResult<()>) {
        let Self { work, result, reply, .. } = *self;
        // dropped before the reply, because the caller may hold the last other reference and expects to drop it itself
        drop(work);
        let outcome = match (committed, result) {
            (_, Some(Err(error))) | (Err(error), _) => Err(error),
            (Ok(()), Some(Ok(result))) => Ok(result),
            (Ok(()), None) => Err(StoreError::Unavailable("the plan was never run".to_owned())),
        };
        // the caller may have stopped waiting
        let _ = reply.send(outcome);
    }
}

/// Handle of the writer thread. Dropping it waits for queued plans to be written and closes the database.
#[derive(Debug)]
pub struct Writer {
    entrance: Option<WriteQueueSender>,
    thread: Option<JoinHandle<()>>,
    commits: Arc<Commits>,
}

/// Counters of durable commits and of their plans.
#[derive(Debug, Default)]
struct Commits {
    count: AtomicU64,
    plans: AtomicU64,
}

impl Writer {
    pub fn start(connection: Connection, path: PathBuf, options: SqliteOptions) -> StoreResult<Self> {
        let (entrance, waiting) = write_queue();
        let commits = Arc::<Commits>::default();
        let failed = |error: std::io::Error| StoreError::Unavailable(error.to_string());
        let mut turns = WriterThread {
            files: OpenedFiles::note(&path)?,
            connection: Some(connection),
            path,
            options,
            commits: Arc::clone(&commits),
            logged_since: None,
            clock: tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(failed)?,
        };
        let thread = std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || turns.run(waiting))
            .map_err(failed)?;
        Ok(Self { entrance: Some(entrance), thread: Some(thread), commits })
    }

    /// Returns the counters of the writer; all others are 0.
    pub fn statistics(&self) -> StoreStatistics {
        let waiting = self.entrance.as_ref().map_or(0, WriteQueueSender::waiting);
        StoreStatistics {
            commits: self.commits.count.load(Ordering::Relaxed),
            committed_plans: self.commits.plans.load(Ordering::Relaxed),
            waiting_plans: cast::<u64>(waiting),
            ..StoreStatistics::default()
        }
    }

    /// Runs a job that writes about `rows` rows in a transaction, and returns after the durable commit.
    ///
    /// The job may share its commit with others. If it returns an error, its writes are rolled back.
    pub async fn write<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let (reply, result) = oneshot::channel();
        let plan = Box::new(WriterJob { rows, work, result: None, reply });
        self.entrance.as_ref().ok_or_else(closed)?.enter(plan)?;
        result.await.unwrap_or_else(|_| Err(closed()))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.entrance = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("writer thread panicked");
        }
    }
}

/// State of the writer thread. It has the only writing connection, which is reopened after a failed commit.
struct WriterThread {
    connection: Option<Connection>,
    path: PathBuf,
    files: OpenedFiles,
    options: SqliteOptions,
    commits: Arc<Commits>,
    /// Time since which the log has contained writes that are not yet in the database file.
    logged_since: Option<Instant>,
    /// Runtime for waiting for plans with a timeout.
    clock: Runtime,
}

impl WriterThread {
    fn run(&mut self, mut waiting: WriteQueue) {
        while let Some(group) = self.next(&mut waiting) {
            self.commit(group);
        }
        if let Some(connection) = self.connection.take() {
            // No statistics are gathered (`PRAGMA optimize`). If they were gathered while tables are small, SQLite
            // would later scan large tables. The statements specify the outer table themselves.
            let closing = connection
                .execute_batch("PRAGMA wal_checkpoint(TRUNCATE);")
                .and_then(|()| connection.close().map_err(|(_, error)| error));
            if let Err(error) = closing {
                tracing::warn!(%error, "checkpoint at shutdown failed");
            }
        }
    }

    /// Returns the next plans. Runs a checkpoint if the queue is idle.
    fn next(&mut self, waiting: &mut WriteQueue) -> Option<PlanGroup> {
        if let Some(since) = self.logged_since {
            if since.elapsed() < CHECKPOINT {
                if let Some(group) = waiting.waiting() {
                    return Some(group);
                }
                // the timeout must be created within the runtime
                let next = self.clock.block_on(async { timeout(IDLE, waiting.next()).await });
                if let Ok(next) = next {
                    return next;
                }
            }
            self.connection.iter().for_each(checkpoint);
            self.logged_since = None;
        }
        waiting.waiting().or_else(|| self.clock.block_on(waiting.next()))
    }

    /// Checks that the files are still those that were opened. If only the log was removed, runs a checkpoint at once,
    /// so that no acknowledged write is lost when this process ends.
    fn check_files(&self) -> StoreResult<()> {
        self.files.check().inspect_err(|error| {
            tracing::error!(%error, "writer stopped");
            if self.files.only_the_log_is_gone() {
                self.connection.iter().for_each(checkpoint);
            }
        })
    }

    /// Returns the connection after checking its files; opens a new one if there is none.
    fn connect(&mut self) -> StoreResult<Connection> {
        if self.connection.is_some() {
            self.check_files()?;
        }
        if let Some(connection) = self.connection.take() {
            return Ok(connection);
        }
        self.files.check_database()?;
        let connection = reopen_writer(&self.path, &self.options)?;
        self.files = OpenedFiles::note(&self.path)?;
        Ok(connection)
    }

    /// Commits a group of plans and then replies to each.
    fn commit(&mut self, mut group: PlanGroup) {
        let connection = match self.connect() {
            Ok(connection) => connection,
            Err(error) => return send_replies(group, &Err(error)),
        };
        let outcome = write_group(&connection, &mut group);
        match &outcome {
            Ok(committed) => {
                self.connection = Some(connection);
                self.commits.count.fetch_add(u64::from(*committed > 0), Ordering::Relaxed);
                self.commits.plans.fetch_add(*committed, Ordering::Relaxed);
                self.logged_since.get_or_insert_with(Instant::now);
            }
            // the connection is dropped, because it must not be used after a failed COMMIT
            Err(error) => tracing::error!(%error, plans = group.len(), "group commit failed"),
        }
        // the commit may have been written to a file that was removed in the meantime
        let reply = outcome
            .and_then(|_| self.check_files().map_err(|error| StoreError::OutcomeUnknown(error.to_string())));
        send_replies(group, &reply);
    }
}

fn send_replies(group: PlanGroup, outcome: &StoreResult<()>) {
    for plan in group {
        plan.reply(outcome.clone());
    }
}

/// Writes a group of plans in one transaction and returns the number of committed plans.
///
/// A single plan has no savepoint, because a savepoint makes SQLite copy every page that the plan touches.
fn write_group(connection: &Connection, group: &mut [Box<dyn Plan>]) -> StoreResult<u64> {
    let statement = |sql: &str| connection.prepare_cached(sql)?.execute([]);
    let alone = group.len() == 1;
    let mut committed = 0;
    statement("BEGIN IMMEDIATE").map_err(translate)?;
    for plan in group.iter_mut() {
        if !alone {
            statement("SAVEPOINT plan").map_err(translate)?;
        }
        let result = plan.run(&SqliteTransaction::on(connection));
        if connection.is_autocommit() {
            // SQLite rolls back the whole transaction on some errors, such as a full disk
            let unnamed = || Err(StoreError::Unavailable("the transaction ended early".to_owned()));
            return result.and_then(|()| unnamed());
        }
        match (alone, result) {
            (true, Ok(())) => committed += 1,
            (true, Err(_)) => return statement("ROLLBACK").map(|_| 0).map_err(translate),
            (false, Ok(())) => {
                statement("RELEASE plan").map_err(translate)?;
                committed += 1;
            }
            (false, Err(_)) => {
                statement("ROLLBACK TO plan").map_err(translate)?;
                statement("RELEASE plan").map_err(translate)?;
            }
        }
    }
    statement("COMMIT").map(|_| committed).map_err(translate_commit)
}
