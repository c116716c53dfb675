//! The port over a backend: what every SQL database answers in the same way.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::import::{ImportContext, ImportKeys};
use orderdock_domain::masterdata::Reference;
use orderdock_store::{Pace, Store, StoreResult, StoreStatistics, WriteMode};

use crate::identity::PlaceIdentity;
use crate::processing::siblings;
use crate::reference::ReferenceCache;
use crate::scope::{OrganisationIds, Scoped};
use crate::transaction::Transaction;
use crate::{import_context, outbox};

/// A database of some engine: who may use which of its connections, and when what was written is durable.
pub trait Backend: Debug + Send + Sync + Sized + 'static {
    /// Where a database is.
    type Place: ?Sized;
    /// How it is opened.
    type Options;

    /// How signs of life are given: where nobody else can go on, there is no hurry.
    const PACE: Pace;

    /// How many steps of the schema this version knows.
    const STEPS: usize;

    /// Opens or creates the database and brings its schema up to date. Blocks.
    fn open(place: &Self::Place, options: Self::Options) -> StoreResult<Self>;

    /// Runs a job in one read snapshot: a short one, by key.
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> impl Future<Output = StoreResult<T>> + Send;

    /// The same for lists and figures, apart, so that one which reads a whole table holds up no import. Nothing is decided
    /// by what they show. The job may be run again on another server, if that one is in the state of the first or a later.
    fn list<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> impl Future<Output = StoreResult<T>> + Send;

    /// Runs a job in one read snapshot, as [`Self::read`] does, that waits behind nobody: whether others live.
    fn look<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> impl Future<Output = StoreResult<T>> + Send {
        self.read(work)
    }

    /// Runs a job that writes about so many rows, in a transaction, and returns when that is durable. An engine with one
    /// writer ignores the mode.
    ///
    /// The job may share its commit with others. If it answers an error, what it wrote is undone. It may be run again
    /// from its beginning, when what it wrote has been undone; the last run is the one that counts.
    fn write<T: Send + 'static>(
        &self,
        mode: WriteMode,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> impl Future<Output = StoreResult<T>> + Send;

    /// The clock of the database, where it has one of its own.
    fn time(&self) -> impl Future<Output = StoreResult<Option<Timestamp>>> + Send;

    /// The time by which leases, claims and signs of life end, the same for all processes.
    fn now(&self) -> impl Future<Output = StoreResult<Timestamp>> + Send;

    /// What the connections of this process are called where others can cut them.
    fn session(&self) -> String;

    /// Cuts the connections that are called so: what they were about is undone, and their locks are free.
    fn end_sessions(&self, sessions: Vec<String>) -> impl Future<Output = StoreResult<()>> + Send;

    /// Changes with every commit but signs of life, of whichever process.
    fn commit_stamp(&self) -> impl Future<Output = StoreResult<i64>> + Send;

    /// See [`orderdock_store::Upkeep::make_room`]. An engine with one table for everything has room.
    fn make_room(&self) -> impl Future<Output = StoreResult<()>> + Send {
        async { Ok(()) }
    }

    /// Size of the database in bytes, without the write-ahead log.
    fn database_bytes(transaction: &dyn Transaction) -> StoreResult<i64>;

    /// The identity of the place where the database is, unless it has none yet.
    fn identity(&self) -> impl Future<Output = StoreResult<Option<PlaceIdentity>>> + Send;

    /// The same, and gives the place one made from `fresh` if it has none.
    fn ensure_identity(&self, fresh: i64) -> impl Future<Output = StoreResult<PlaceIdentity>> + Send;

    /// Gives the place a new identity made from `fresh`, where places get theirs from us.
    fn renew_identity(&self, fresh: i64) -> impl Future<Output = StoreResult<PlaceIdentity>> + Send;

    /// What the backend counts about itself; the rest is zero.
    fn statistics(&self) -> StoreStatistics;
}

/// Now, by the clock of the store, and the end of what begins now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpanFromNow {
    pub now: Timestamp,
    pub until: Timestamp,
}

/// A database that other processes may use at the same time.
#[derive(Debug)]
pub struct SqlStore<B> {
    pub(crate) backend: B,
    pub(crate) shared: Arc<SharedState>,
}

/// What jobs on other threads use too.
#[derive(Debug, Default)]
pub(crate) struct SharedState {
    pub(crate) reference: ReferenceCache,
    pub(crate) import_loads: AtomicU64,
    pub(crate) import_load_statements: AtomicU64,
}

impl SharedState {
    pub(crate) fn load_import(
        &self,
        transaction: &dyn Transaction,
        scope: &ReadScope,
        keys: &ImportKeys,
        reference: Arc<Reference>,
    ) -> StoreResult<ImportContext> {
        let loaded = import_context::load(transaction, scope, keys, reference)?;
        self.import_loads.fetch_add(1, Ordering::Relaxed);
        self.import_load_statements.fetch_add(loaded.statements, Ordering::Relaxed);
        Ok(loaded.context)
    }
}

impl<B: Backend> Store for SqlStore<B> {}

impl<B: Backend> SqlStore<B> {
    /// Opens or creates the database and brings its schema up to date. Blocks; dropping the store blocks too, until
    /// what waits is written.
    pub fn open(place: &B::Place, options: B::Options) -> StoreResult<Self> {
        Ok(Self { backend: B::open(place, options)?, shared: Arc::default() })
    }

    /// Runs a job that writes about so many rows beside others; see [`Backend::write`].
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.write_as(WriteMode::Shared, rows, work).await
    }

    /// The same in another mode.
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

    /// The time of the store, and when what begins now and lasts so long ends.
    pub(crate) async fn lasting(&self, lasts: SignedDuration) -> StoreResult<SpanFromNow> {
        let now = self.backend.now().await?;
        Ok(SpanFromNow { now, until: now.saturating_add(lasts).unwrap_or(Timestamp::MAX) })
    }

    /// Runs a job on which no plan relies, and which tells nothing: it waits for nobody who is alone.
    pub(crate) async fn apart<T: Send + 'static>(
        &self,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.backend.write(WriteMode::Unlocked, rows, work).await
    }

    /// Takes away some at once, which counts as about so many rows, each time apart, until nothing is left; tells how many
    /// went.
    pub(crate) async fn sweep(
        &self,
        rows: usize,
        some: impl Fn(&dyn Transaction) -> StoreResult<u64> + Clone + Send + 'static,
    ) -> StoreResult<u64> {
        let mut removed = 0;
        loop {
            match self.apart(rows, some.clone()).await? {
                0 => return Ok(removed),
                now => removed += now,
            }
        }
    }

    /// Runs a job in one read snapshot, with the reference data of it.
    pub(crate) async fn read_seeing<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction, Arc<Reference>) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let shared = Arc::clone(&self.shared);
        self.read(move |transaction| work(transaction, shared.reference.in_snapshot(transaction)?)).await
    }

    /// The same with the organisations of a scope.
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

    /// The same for lists and figures; see [`Backend::list`].
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

    /// Runs a job that writes about so many rows beside others, with the organisations of a scope.
    pub(crate) async fn write_scoped<T: Send + 'static>(
        &self,
        scope: WriteScope,
        rows: usize,
        work: impl Fn(&dyn Transaction, &OrganisationIds) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let shared = Arc::clone(&self.shared);
        self.write(rows, move |transaction| {
            let reference = shared.reference.in_write(transaction)?;
            work(transaction, &scope.organisations(&reference))
        })
        .await
    }
}
