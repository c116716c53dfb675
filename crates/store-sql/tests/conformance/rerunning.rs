//! Tests that transactions can be executed again. Both engines include this file in their conformance suites.

use jiff::Timestamp;
use orderdock_store::{HeartbeatIntervals, StoreResult, StoreStatistics, WriteMode};
use orderdock_store_sql::maintenance::identity::PlaceIdentity;
use orderdock_store_sql::{Backend, Transaction};

/// An engine that rolls back and repeats every transaction once.
#[derive(Debug)]
pub struct Rerunning<B>(B);

impl<B: Backend> Backend for Rerunning<B> {
    type Source = B::Source;
    type Options = B::Options;

    const HEARTBEAT_INTERVALS: HeartbeatIntervals = B::HEARTBEAT_INTERVALS;
    const STEPS: usize = B::STEPS;

    fn open(source: &B::Source, options: B::Options) -> StoreResult<Self> {
        B::open(source, options).map(Self)
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
        mode: WriteMode,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let twice = move |transaction: &dyn Transaction| {
            transaction.savepoint(&mut || {
                // the result does not matter, because the work is rolled back
                let _ = work(transaction);
                Ok(false)
            })?;
            work(transaction)
        };
        self.0.write(mode, rows, twice).await
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

    async fn create_partitions(&self) -> StoreResult<()> {
        self.0.create_partitions().await
    }

    async fn identity(&self) -> StoreResult<Option<PlaceIdentity>> {
        self.0.identity().await
    }

    async fn ensure_identity(&self, fresh: i64) -> StoreResult<PlaceIdentity> {
        self.0.ensure_identity(fresh).await
    }

    async fn renew_identity(&self, fresh: i64) -> StoreResult<PlaceIdentity> {
        self.0.renew_identity(fresh).await
    }

    fn statistics(&self) -> StoreStatistics {
        self.0.statistics()
    }
}
