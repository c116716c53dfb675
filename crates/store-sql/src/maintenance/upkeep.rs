//! Maintenance of the database: clock and statistics.

use std::sync::atomic::Ordering;

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::cast;
use orderdock_store::{
    HeartbeatIntervals, StorageUse, StoreResult, StoreStatistics, Upkeep, UpkeepReader, UpkeepWriter,
};

use crate::sql::query::{run, value};
use crate::sql::template::Statement;
use crate::store::transaction::StoreTransaction;
use crate::{Backend, SqlStore, maintenance::identity, maintenance::storage_use};

static CHECK: Statement = Statement::new("UPDATE counter SET value = value + 1 WHERE name = 'check'");

static BYTES: Statement = Statement::new("SELECT {database_bytes}");

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&CHECK, &BYTES];

impl UpkeepReader for StoreTransaction<'_> {
    fn database_bytes(&self) -> StoreResult<u64> {
        let bytes = value::<i64>(self.transaction, "database size", &BYTES, [])?;
        Ok(cast(bytes.unwrap_or_default()))
    }

    fn storage_use(&self) -> StoreResult<Vec<StorageUse>> {
        storage_use::all(self.transaction)
    }

    fn is_quiet(&self) -> StoreResult<bool> {
        identity::is_quiet(self.transaction)
    }
}

impl UpkeepWriter for StoreTransaction<'_> {
    fn check_writable(&self) -> StoreResult<()> {
        // the value must change, because SQLite does not write unchanged pages
        run(self.transaction, &CHECK, []).map(|_| ())
    }
}

#[async_trait]
impl<B: Backend> Upkeep for SqlStore<B> {
    async fn time(&self) -> StoreResult<Option<Timestamp>> {
        self.backend.time().await
    }

    async fn now(&self) -> StoreResult<Timestamp> {
        self.backend.now().await
    }

    fn heartbeat_intervals(&self) -> HeartbeatIntervals {
        B::HEARTBEAT_INTERVALS
    }

    async fn end_sessions(&self, sessions: Vec<String>) {
        if let Err(error) = self.backend.end_sessions(sessions).await {
            tracing::warn!(%error, "terminating connections of a lost instance failed");
        }
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        self.backend.commit_stamp().await
    }

    async fn create_partitions(&self) -> StoreResult<()> {
        self.backend.create_partitions().await
    }

    async fn check_identity(&self, fresh: i64) -> StoreResult<bool> {
        self.compare_identity(fresh).await
    }

    async fn activate(&self, fresh: i64) -> StoreResult<bool> {
        self.record_activation(fresh).await
    }

    fn statistics(&self) -> StoreStatistics {
        let written = self.backend.statistics();
        StoreStatistics {
            import_loads: self.shared.import_loads.load(Ordering::Relaxed),
            import_load_statements: self.shared.import_load_statements.load(Ordering::Relaxed),
            ..written
        }
    }
}
