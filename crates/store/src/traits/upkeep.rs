//! Maintenance of the database: clock, partitions, size, identity and statistics.

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{HeartbeatIntervals, StorageUse, StoreResult};

/// Counters since the store was opened, and the current length of the write queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreStatistics {
    /// Number of loaded import contexts.
    pub import_loads: u64,
    /// Number of statements of these loads.
    pub import_load_statements: u64,
    /// Number of durable commits, and of the plans in them.
    pub commits: u64,
    pub committed_plans: u64,
    pub waiting_plans: u64,
    /// Number of lists that a replica served, and of lists that the primary served instead.
    pub replica_lists: u64,
    pub replica_passed_over: u64,
}

/// Reads about the database itself.
pub trait UpkeepReader {
    /// Returns the size of the database in bytes, without the write-ahead log.
    fn database_bytes(&self) -> StoreResult<u64>;

    /// Returns the stored bytes of each organisation that stores any, ordered by id.
    fn storage_use(&self) -> StoreResult<Vec<StorageUse>>;

    /// Returns whether the database is quiet: schedules, webhooks and mail are disabled because it is a copy that was
    /// not activated.
    fn is_quiet(&self) -> StoreResult<bool>;
}

/// Writes that maintain the database.
pub trait UpkeepWriter: UpkeepReader {
    /// Verifies with a write that the database is writable.
    fn check_writable(&self) -> StoreResult<()>;
}

/// Maintenance of the database that is not a transaction, because it uses the server, the file or several transactions.
#[async_trait]
pub trait Upkeep: Send + Sync + 'static {
    /// Returns the time of the database, if it has a clock of its own.
    async fn time(&self) -> StoreResult<Option<Timestamp>>;

    /// Returns the time for the expiry of leases, claims and heartbeats, which is the same for all processes.
    async fn now(&self) -> StoreResult<Timestamp>;

    /// Returns the heartbeat interval and the timeout of this store.
    fn heartbeat_intervals(&self) -> HeartbeatIntervals;

    /// Terminates the connections with these session names, so that their transactions are rolled back and their locks
    /// released. A failure is only logged, because fences reject late writes too.
    async fn end_sessions(&self, sessions: Vec<String>);

    /// Returns a number that changes with every commit of any process. It is comparable only within the same store.
    async fn commit_stamp(&self) -> StoreResult<i64>;

    /// Creates the partitions of the coming months and starts the id range of a new month, if tables are partitioned by
    /// month. Called periodically by one process; concurrent calls are safe.
    async fn create_partitions(&self) -> StoreResult<()>;

    /// Compares the recorded identity of the database with that of its present location, and returns whether the
    /// database is quiet. A location without an identity gets `fresh`. A database without a recorded identity records
    /// one; a database that was recorded at another location is a copy and becomes quiet.
    async fn check_identity(&self, fresh: i64) -> StoreResult<bool>;

    /// Ends the quiet state and records the identity of the present location, which gets `fresh` if it has none.
    /// Returns whether the database was quiet.
    async fn activate(&self, fresh: i64) -> StoreResult<bool>;

    /// Returns the counters of the store without a query.
    fn statistics(&self) -> StoreStatistics;
}
