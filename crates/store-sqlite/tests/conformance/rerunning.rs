//! A transaction may have to run again.

use std::path::Path;

use jiff::Timestamp;
use orderdock_store::{Pace, StoreResult, StoreStatistics};
use orderdock_store_sql::{Backend, Transaction, Turns};
use orderdock_store_sqlite::{Sqlite, SqliteOptions};

/// SQLite, as an engine that aborts every transaction once.
#[derive(Debug)]
pub struct Rerunning(Sqlite);

impl Backend for Rerunning {
    type Place = Path;
    type Options = SqliteOptions;

    const PACE: Pace = Sqlite::PACE;

    fn open(place: &Path, options: SqliteOptions) -> StoreResult<Self> {
        Sqlite::open(place, options).map(Self)
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.0.read(work).await
    }

    async fn list<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> StoreResult<T> {
        self.0.list(work).await
    }

    async fn write<T: Send + 'static>(
        &self,
        turns: Turns,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let twice = move |transaction: &dyn Transaction| {
            transaction.savepoint(&mut || {
                // whatever comes of it, it has not happened
                let _ = work(transaction);
                Ok(false)
            })?;
            work(transaction)
        };
        self.0.write(turns, rows, twice).await
    }

    async fn time(&self) -> StoreResult<Option<Timestamp>> {
        self.0.time().await
    }

    async fn now(&self) -> StoreResult<Timestamp> {
        self.0.now().await
    }

    fn session(&self) -> String {
        self.0.session()
    }

    async fn end_sessions(&self, sessions: Vec<String>) -> StoreResult<()> {
        self.0.end_sessions(sessions).await
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        self.0.commit_stamp().await
    }

    fn statistics(&self) -> StoreStatistics {
        self.0.statistics()
    }
}
