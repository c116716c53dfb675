//! The database itself.

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{StorageUse, StoreResult};

/// Counters since the store was opened, and how long the write queue is now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StoreStatistics {
    /// Batches for which an import context was loaded.
    pub import_loads: u64,
    /// Statements that those loads ran.
    pub import_load_statements: u64,
    /// Durable commits, and the plans in them.
    pub commits: u64,
    pub committed_plans: u64,
    pub waiting_plans: u64,
    /// Lists that a replica answered, and those that went to the primary instead.
    pub replica_lists: u64,
    pub replica_passed_over: u64,
}

/// The database itself.
#[async_trait]
pub trait Upkeep: Send + Sync + 'static {
    /// The clock of the database, where it has one of its own.
    async fn time(&self) -> StoreResult<Option<Timestamp>>;

    /// Changes with every commit of any process; only to be compared with others of the same store.
    async fn commit_stamp(&self) -> StoreResult<i64>;

    /// Makes room for what comes, where tables are cut by month: those of the months to come, and the ids of a month that
    /// has begun. To be called once in a while by one process; whoever does so too is in nobody's way.
    async fn make_room(&self) -> StoreResult<()>;

    /// Stored bytes of each organisation that stores something, in the order of their ids.
    async fn storage_use(&self) -> StoreResult<Vec<StorageUse>>;

    /// Size of the database in bytes, without the write-ahead log.
    async fn database_bytes(&self) -> StoreResult<u64>;

    /// Proves by a write that writing works.
    async fn check_writable(&self) -> StoreResult<()>;

    /// Compares the identity that the database has recorded with the place where it is now, and returns whether it is
    /// quiet. A database without a recorded identity records one, for which `fresh` is used where the place has none.
    /// One that was recorded in another place is a copy and becomes quiet.
    async fn check_identity(&self, fresh: i64) -> StoreResult<bool>;

    /// Whether schedules, webhooks and mail do not run on this database, because it is a copy that was not activated.
    async fn is_quiet(&self) -> StoreResult<bool>;

    /// Ends the quiet state and records the place where the database is now, for which `fresh` is used where the place
    /// has no identity of its own. Returns whether the database was quiet.
    async fn activate(&self, fresh: i64) -> StoreResult<bool>;

    /// What the store counts about itself; read without touching the database.
    fn statistics(&self) -> StoreStatistics;
}
