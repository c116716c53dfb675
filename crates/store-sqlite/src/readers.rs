//! Reader threads, each with its own connection; every job reads one snapshot.

use orderdock_store::StoreResult;
use orderdock_store_sql::Transaction;
use orderdock_store_sql::store::threads::{Threads, caught, closed};
use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::error::translate;
use crate::transaction::SqliteTransaction;

/// Handle of the reader threads. Dropping it ends them.
#[derive(Debug)]
pub struct Readers(Threads<Connection>);

impl Readers {
    /// Starts `count` threads, at least one, each with a connection from `open`.
    pub fn start(count: usize, open: impl Fn() -> StoreResult<Connection>) -> StoreResult<Self> {
        let connections = (0..count.max(1)).map(|_| open()).collect::<StoreResult<Vec<_>>>()?;
        Threads::start("sqlite-reader", connections, |_| ()).map(Self)
    }

    /// Runs a job in one read snapshot.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let (reply, result) = oneshot::channel();
        self.0.send(move |connection| {
            // skip the job if its caller has stopped waiting
            if reply.is_closed() {
                return;
            }
            // the caller may have stopped waiting
            let _ = reply.send(caught(|| in_snapshot(connection, work)).unwrap_or_else(Err));
        })?;
        result.await.unwrap_or_else(|_| Err(closed()))
    }
}

/// Runs work in a read transaction. A guard ends the transaction even if the work panics.
fn in_snapshot<T>(
    connection: &Connection,
    work: impl FnOnce(&dyn Transaction) -> StoreResult<T>,
) -> StoreResult<T> {
    let transaction = connection.unchecked_transaction().map_err(translate)?;
    work(&SqliteTransaction::on(&transaction))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::connection::{SqliteOptions, open_reader, open_writer};

    #[tokio::test]
    async fn cancelled_read_is_not_executed() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("orderdock.sqlite");
        let options = SqliteOptions::default();
        drop(open_writer(&path, &options).unwrap());
        let readers = Readers::start(1, || open_reader(&path, &options)).unwrap();
        let (resume, wait) = std::sync::mpsc::channel::<()>();
        let first = readers.read(move |_| Ok(wait.recv().is_ok()));
        let read = Arc::new(AtomicBool::new(false));
        let noted = read.clone();
        let cancelled = readers.read(move |_| {
            noted.store(true, Ordering::SeqCst);
            Ok(())
        });
        // polled in this order, so that the first job runs before the second is queued
        let (first, ()) = tokio::join!(biased; first, async {
            tokio::time::timeout(Duration::from_millis(50), cancelled).await.unwrap_err();
            resume.send(()).unwrap();
        });
        assert!(first.unwrap(), "the only thread was busy");
        readers.read(|_| Ok(())).await.unwrap();
        assert!(!read.load(Ordering::SeqCst));
    }
}
