//! The storage traits over a backend: the common behaviour of all SQL databases.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::Reference;
use orderdock_store::{HeartbeatIntervals, Store, StoreResult, StoreStatistics, WriteMode};

use crate::maintenance::identity::PlaceIdentity;
use crate::processing::siblings;
use crate::reference::ReferenceCache;
use crate::sql::scope::{OrganisationIds, Scoped};
use crate::sql::transaction::Transaction;
use crate::{imports::context, outbox};

/// A database on an engine: its connections, and the durability of writes.
pub trait Backend: Debug + Send + Sync + Sized + 'static {
    /// Location of a database.
    type Source: ?Sized;
    /// Options for opening it.
    type Options;

    /// Heartbeat intervals; they can be long if no other process could take over.
    const HEARTBEAT_INTERVALS: HeartbeatIntervals;

    /// Number of schema steps of this version.
    const STEPS: usize;

    /// Opens or creates the database and migrates its schema. Blocks.
    fn open(source: &Self::Source, options: Self::Options) -> StoreResult<Self>;

    /// Runs a short job with lookups by key in one read snapshot.
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> impl Future<Output = StoreResult<T>> + Send;

    /// Runs a job for lists or figures in one read snapshot, on separate connections, so that a full scan delays no
    /// import. No decision may depend on its result. The job may be repeated on another server that is at least as
    /// current.
    fn list<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> impl Future<Output = StoreResult<T>> + Send;

    /// Runs a short job in one read snapshot like [`Self::read`]. An engine whose connections can be busy for long
    /// reserves one for it.
    fn priority_read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> impl Future<Output = StoreResult<T>> + Send {
        self.read(work)
    }

    /// Runs a job that writes about `rows` rows in a transaction, and returns after the durable commit. An engine with
    /// one writer ignores the mode.
    ///
    /// The job may share its commit with others. If it returns an error, its writes are rolled back. After a rollback,
    /// the engine may execute it again; only the last execution has an effect.
    fn write<T: Send + 'static>(
        &self,
        mode: WriteMode,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> impl Future<Output = StoreResult<T>> + Send;

    /// Returns the time of the database, if it has a clock of its own.
    fn time(&self) -> impl Future<Output = StoreResult<Option<Timestamp>>> + Send;

    /// Returns the time for the expiry of leases, claims and heartbeats, which is the same for all processes.
    fn now(&self) -> impl Future<Output = StoreResult<Timestamp>> + Send;

    /// Returns the session name of the connections of this process, if others can terminate them.
    fn session(&self) -> String;

    /// Terminates the connections with these session names: their transactions are rolled back and their locks
    /// released.
    fn end_sessions(&self, sessions: Vec<String>) -> impl Future<Output = StoreResult<()>> + Send;

    /// Returns a number that changes with every commit of any process, except heartbeats.
    fn commit_stamp(&self) -> impl Future<Output = StoreResult<i64>> + Send;

    /// See [`orderdock_store::Upkeep::create_partitions`]. Does nothing on an engine without partitions.
    fn create_partitions(&self) -> impl Future<Output = StoreResult<()>> + Send {
        async { Ok(()) }
    }

    /// Returns the identity of the location of the database; `None` if it has none yet.
    fn identity(&self) -> impl Future<Output = StoreResult<Option<PlaceIdentity>>> + Send;

    /// Returns the identity of the location. If there is none, creates one from `fresh`.
    fn ensure_identity(&self, fresh: i64) -> impl Future<Output = StoreResult<PlaceIdentity>> + Send;

    /// Replaces the identity of the location by one from `fresh`, unless the engine determines the identity.
    fn renew_identity(&self, fresh: i64) -> impl Future<Output = StoreResult<PlaceIdentity>> + Send;

    /// Returns the counters of the backend; the other counters are 0.
    fn statistics(&self) -> StoreStatistics;
}

/// A database that other processes can use at the same time.
#[derive(Debug)]
pub struct SqlStore<B> {
    pub(crate) backend: B,
    pub(crate) shared: Arc<SharedState>,
}

/// State shared with jobs on other threads.
#[derive(Debug)]
pub(crate) struct SharedState {
    /// Session name of the connections of this process.
    pub(crate) session: String,
    /// Number of schema steps of this version.
    pub(crate) steps: usize,
    pub(crate) reference: ReferenceCache,
    pub(crate) import_loads: AtomicU64,
    pub(crate) import_load_statements: AtomicU64,
}

impl SharedState {
    fn of<B: Backend>(backend: &B) -> Self {
        Self {
            session: backend.session(),
            steps: B::STEPS,
            reference: ReferenceCache::default(),
            import_loads: AtomicU64::default(),
            import_load_statements: AtomicU64::default(),
        }
    }

    pub(crate) fn load_import(
        &self,
        transaction: &dyn Transaction,
        scope: &ReadScope,
        keys: &ImportKeys,
        reference: Arc<Reference>,
    ) -> StoreResult<ImportContext> {
        let loaded = context::load(transaction, scope, keys, reference)?;
        self.import_loads.fetch_add(1, Ordering::Relaxed);
        self.import_load_statements.fetch_add(loaded.statements, Ordering::Relaxed);
        Ok(loaded.context)
    }
}

impl<B: Backend> Store for SqlStore<B> {}

impl<B: Backend> SqlStore<B> {
    /// Opens or creates the database and migrates its schema. Blocks. Dropping the store blocks until pending writes
    /// are complete.
    pub fn open(source: &B::Source, options: B::Options) -> StoreResult<Self> {
        let backend = B::open(source, options)?;
        let shared = Arc::new(SharedState::of(&backend));
        Ok(Self { backend, shared })
    }

    /// Runs a job that writes about `rows` rows; see [`Backend::write`]. Before the commit, recomputes the holds of
    /// changed incoming orders and writes the events to the outbox. A job without changed lines and events has no cost
    /// for either, for example in [`WriteMode::Unlocked`].
    pub(crate) async fn write_as<T: Send + 'static>(
        &self,
        mode: WriteMode,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let shared = Arc::clone(&self.shared);
        let work = move |transaction: &dyn Transaction| {
            let done = work(transaction)?;
            siblings::refresh_holds(transaction, &shared.reference)?;
            outbox::write(transaction)?;
            Ok(done)
        };
        self.backend.write(mode, rows, work).await
    }

    /// Runs a job in one read snapshot.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.backend.read(work).await
    }

    /// Runs a job without events, on which no plan depends. Does not wait for exclusive transactions.
    pub(crate) async fn write_unlocked<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.backend.write(WriteMode::Unlocked, rows, work).await
    }

    /// Removes rows in batches of about `rows`, each in its own unlocked transaction, until none is left. Returns the
    /// total.
    pub(crate) async fn sweep(
        &self,
        rows: usize,
        some: impl Fn(&dyn Transaction) -> StoreResult<u64> + Clone + Send + 'static,
    ) -> StoreResult<u64> {
        let mut removed = 0;
        loop {
            match self.write_unlocked(rows, some.clone()).await? {
                0 => return Ok(removed),
                now => removed += now,
            }
        }
    }

    /// Runs a job in one read snapshot with its reference data.
    pub(crate) async fn read_seeing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction, Arc<Reference>) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let shared = Arc::clone(&self.shared);
        self.read(move |transaction| work(transaction, shared.reference.in_snapshot(transaction)?)).await
    }

    /// Runs a job in one read snapshot with its reference data and the organisations of a scope.
    pub(crate) async fn read_scoped<T: Send + 'static>(
        &self,
        scope: impl Scoped,
        work: impl FnOnce(&dyn Transaction, &OrganisationIds, Arc<Reference>) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let work = move |transaction: &dyn Transaction, reference: Arc<Reference>| {
            work(transaction, &scope.organisations(&reference), reference)
        };
        self.read_seeing(work).await
    }

    /// Runs a job for lists or figures with the organisations of a scope; see [`Backend::list`].
    pub(crate) async fn list_scoped<T: Send + 'static>(
        &self,
        scope: impl Scoped,
        work: impl Fn(&dyn Transaction, &OrganisationIds, Arc<Reference>) -> StoreResult<T>
        + Send
        + Sync
        + 'static,
    ) -> StoreResult<T> {
        let shared = Arc::clone(&self.shared);
        let work = move |transaction: &dyn Transaction| {
            let reference = shared.reference.in_snapshot(transaction)?;
            work(transaction, &scope.organisations(&reference), reference)
        };
        self.backend.list(work).await
    }
}
