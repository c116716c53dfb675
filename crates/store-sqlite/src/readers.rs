//! Threads that only read, each with a connection of its own; every job sees one snapshot.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::Transaction;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use crate::error::translate;
use crate::transaction::SqliteTransaction;
use crate::writer::panicked;

/// Reading jobs that may wait; one more is refused at once.
pub const QUEUE_LIMIT: usize = 1_024;

type ReaderJob = Box<dyn FnOnce(&Connection) + Send>;

/// The way to the reading threads; dropping it ends them.
#[derive(Debug)]
pub struct Readers {
    queue: Option<mpsc::Sender<ReaderJob>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    /// So many threads, each with a connection that is opened so.
    pub fn start(count: usize, open: impl Fn() -> StoreResult<Connection>) -> StoreResult<Self> {
        let (queue, waiting) = mpsc::channel::<ReaderJob>(QUEUE_LIMIT);
        let waiting = Arc::new(Mutex::new(waiting));
        let mut threads = Vec::new();
        for number in 1..=count.max(1) {
            let connection = open()?;
            let waiting = Arc::clone(&waiting);
            let thread = std::thread::Builder::new()
                .name(format!("sqlite-reader-{number}"))
                .spawn(move || {
                    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
                    while let Some(job) = next() {
                        job(&connection);
                    }
                })
                .map_err(|error| StoreError::Unavailable(error.to_string()))?;
            threads.push(thread);
        }
        Ok(Self { queue: Some(queue), threads })
    }

    /// Runs a job in one read snapshot.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let gone = || StoreError::Unavailable("the database is closed".to_owned());
        let (reply, answer) = oneshot::channel();
        let job: ReaderJob = Box::new(move |connection| {
            // who has gone meanwhile needs no work
            if reply.is_closed() {
                return;
            }
            let result = catch_unwind(AssertUnwindSafe(|| in_snapshot(connection, work)))
                .unwrap_or_else(|panic| Err(StoreError::Statement(panicked(panic.as_ref()))));
            // who no longer waits needs no answer
            let _ = reply.send(result);
        });
        self.queue.as_ref().ok_or_else(gone)?.try_send(job).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Overloaded,
            mpsc::error::TrySendError::Closed(_) => gone(),
        })?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a reader of the database ended by a panic");
            }
        }
    }
}

/// The transaction ends with the guard, also when the work panics.
fn in_snapshot<T>(
    connection: &Connection,
    work: impl FnOnce(&dyn Transaction) -> StoreResult<T>,
) -> StoreResult<T> {
    let transaction = connection.unchecked_transaction().map_err(translate)?;
    work(&SqliteTransaction::on(&transaction))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::connection::{SqliteOptions, open_reader, open_writer};

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_not_read() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("orderdock.sqlite");
        let options = SqliteOptions::default();
        drop(open_writer(&path, &options).unwrap());
        let readers = Readers::start(1, || open_reader(&path, &options)).unwrap();
        let (go_on, wait) = std::sync::mpsc::channel::<()>();
        let first = readers.read(move |_| Ok(wait.recv().is_ok()));
        let read = Arc::new(AtomicBool::new(false));
        let noted = read.clone();
        let given_up = readers.read(move |_| {
            noted.store(true, Ordering::SeqCst);
            Ok(())
        });
        // polled in this order: the first is at work before the second is asked for
        let (first, ()) = tokio::join!(biased; first, async {
            tokio::time::timeout(Duration::from_millis(50), given_up).await.unwrap_err();
            go_on.send(()).unwrap();
        });
        assert!(first.unwrap(), "the only thread was busy meanwhile");
        readers.read(|_| Ok(())).await.unwrap();
        assert!(!read.load(Ordering::SeqCst));
    }
}
