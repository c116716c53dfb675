//! A backend that executes competing SQL before each read or write, to provoke conflicts.

use std::fmt;
use std::sync::Mutex;

use jiff::Timestamp;
use orderdock_store::{HeartbeatIntervals, StoreResult, StoreStatistics, WriteMode};
use orderdock_store_sql::maintenance::identity::PlaceIdentity;
use orderdock_store_sql::{Backend, Transaction};

use super::TestDatabaseAccess;

/// SQL statements of a competing process.
#[derive(Clone, Debug, Default)]
pub struct CompetingSql {
    /// Executed before each read by key.
    pub before_reading: String,
    /// Executed before each write.
    pub before_writing: String,
}

pub struct RacingBackend<B> {
    backend: B,
    others: CompetingSql,
    /// Connection of the competing process.
    connection: Mutex<TestDatabaseAccess>,
}

impl<B: fmt::Debug> fmt::Debug for RacingBackend<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RacingBackend").field(&self.backend).field(&self.others).finish()
    }
}

impl<B> RacingBackend<B> {
    fn execute_competing(&self, sql: &str) {
        if !sql.is_empty() {
            self.connection.lock().unwrap().change(sql);
        }
    }
}

impl<B: Backend> Backend for RacingBackend<B> {
    type Source = B::Source;
    type Options = (B::Options, CompetingSql, TestDatabaseAccess);

    const HEARTBEAT_INTERVALS: HeartbeatIntervals = B::HEARTBEAT_INTERVALS;
    const STEPS: usize = B::STEPS;

    fn open(source: &B::Source, (options, others, connection): Self::Options) -> StoreResult<Self> {
        Ok(Self { backend: B::open(source, options)?, others, connection: Mutex::new(connection) })
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.execute_competing(&self.others.before_reading);
        self.backend.read(work).await
    }

    async fn list<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> StoreResult<T> {
        self.backend.list(work).await
    }

    async fn write<T: Send + 'static>(
        &self,
        mode: WriteMode,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.execute_competing(&self.others.before_writing);
        self.backend.write(mode, rows, work).await
    }

    async fn time(&self) -> StoreResult<Option<Timestamp>> {
        self.backend.time().await
    }

    async fn now(&self) -> StoreResult<Timestamp> {
        self.backend.now().await
    }

    fn session(&self) -> String {
        self.backend.session()
    }

    async fn end_sessions(&self, sessions: Vec<String>) -> StoreResult<()> {
        self.backend.end_sessions(sessions).await
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        self.backend.commit_stamp().await
    }

    async fn create_partitions(&self) -> StoreResult<()> {
        self.backend.create_partitions().await
    }

    async fn identity(&self) -> StoreResult<Option<PlaceIdentity>> {
        self.backend.identity().await
    }

    async fn ensure_identity(&self, fresh: i64) -> StoreResult<PlaceIdentity> {
        self.backend.ensure_identity(fresh).await
    }

    async fn renew_identity(&self, fresh: i64) -> StoreResult<PlaceIdentity> {
        self.backend.renew_identity(fresh).await
    }

    fn statistics(&self) -> StoreStatistics {
        self.backend.statistics()
    }
}
