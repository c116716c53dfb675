//! The PostgreSQL backend: its connection pools and their uses.

use orderdock_domain::cast;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use orderdock_store::{HeartbeatIntervals, StoreError, StoreResult, StoreStatistics, WriteMode};
use orderdock_store_sql::maintenance::identity::PlaceIdentity;
use orderdock_store_sql::sql::column::text;
use orderdock_store_sql::sql::query::value;
use orderdock_store_sql::{Backend, SqlStore, StoreClock, Transaction, Verbatim};

use crate::address::Address;
use crate::jobs::{SLOTS, WritingJob, in_snapshot, in_snapshot_as};
use crate::link::Link;
use crate::locks;
use crate::migrate::{MIGRATIONS, migrate};
use crate::partitions;
use crate::pool::Pool;
use crate::replica::Replica;

/// The store on a PostgreSQL database. Any number of processes may use it at the same time.
pub type PostgresStore = SqlStore<Postgres>;

/// Options of a PostgreSQL store.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Number of connections for writes, each with its own thread.
    pub writers: usize,
    /// Number of connections for reads by key; if 0, the connections for writes are used.
    pub readers: usize,
    /// Number of connections for lists; if 0, the connections for reads by key are used.
    pub list_readers: usize,
    /// Maximum time that a write waits for a lock.
    pub lock_timeout: Duration,
    /// A standby that serves lists while it is up to date.
    pub replica: Option<Address>,
    /// Clock for the expiry of leases instead of the server's clock; set by tests.
    pub clock: Option<StoreClock>,
}

impl PostgresOptions {
    /// Default number of connections of a process.
    pub const CONNECTIONS: usize = 11;
    /// Minimum number of connections: one for heartbeats, and one for all other work.
    pub const MIN_CONNECTIONS: usize = 2;
    /// Number of connections reserved for heartbeats, which must not wait for other work.
    const HEARTBEAT_CONNECTIONS: usize = 1;

    /// Distributes a total number of connections: a fifth for lists, the rest equally for writes and reads. If there
    /// are fewer than four, some connections have several uses.
    pub fn sharing(connections: usize) -> Self {
        let shared = connections.max(Self::MIN_CONNECTIONS) - Self::HEARTBEAT_CONNECTIONS;
        let list_readers = if shared < 3 { 0 } else { (shared / 5).max(1) };
        let readers = (shared - list_readers) / 2;
        let writers = shared - list_readers - readers;
        let lock_timeout = Duration::from_secs(10);
        Self { writers, readers, list_readers, lock_timeout, replica: None, clock: None }
    }
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self::sharing(Self::CONNECTIONS)
    }
}

#[derive(Debug)]
pub struct Postgres {
    writers: Pool,
    readers: Option<Pool>,
    lists: Option<Pool>,
    replica: Option<Replica>,
    /// Reserved for heartbeats, which must not wait for other work.
    heartbeats: Pool,
    address: Address,
    application: String,
    clock: Option<StoreClock>,
    /// Slot of the first writer. The other writers have the slots after it.
    first_slot: i64,
    commits: Arc<AtomicU64>,
}

impl Backend for Postgres {
    type Source = Address;
    type Options = PostgresOptions;

    const HEARTBEAT_INTERVALS: HeartbeatIntervals = locks::HEARTBEAT_INTERVALS;
    const STEPS: usize = MIGRATIONS.len();

    fn open(address: &Address, options: PostgresOptions) -> StoreResult<Self> {
        let steps = migrate(address)?;
        tracing::info!(database = %address, steps, "database opened");
        let application = application_name();
        let lock_timeout = format!("lock_timeout = {}", options.lock_timeout.as_millis());
        let usual: Vec<_> = SETTINGS.into_iter().chain([lock_timeout.as_str()]).collect();
        let of_partitioned = partitions::are_cut(address)?.then_some(OF_PARTITIONED);
        let of_keys: Vec<_> = usual.iter().copied().chain(OF_KEYS).chain(of_partitioned).collect();
        let of_lists: Vec<_> = usual.iter().copied().chain(OF_LISTS).collect();
        let start =
            |name, count, settings: &[&str]| Pool::start(name, count, address, &application, settings);
        let some = |count: usize| count > 0;
        let follow =
            |replica: &Address| Replica::start(replica, options.list_readers, &application, &of_lists);
        Ok(Self {
            replica: options.replica.as_ref().map(follow).transpose()?,
            writers: start("postgres-writer", options.writers, &of_keys)?,
            readers: some(options.readers)
                .then(|| start("postgres-reader", options.readers, &of_keys))
                .transpose()?,
            lists: some(options.list_readers)
                .then(|| start("postgres-list", options.list_readers, &of_lists))
                .transpose()?,
            heartbeats: start("postgres-life", 1, &of_keys)?,
            clock: options.clock,
            address: address.clone(),
            application,
            first_slot: cast::<i64>(u64::from(std::process::id()) * 7 % SLOTS),
            commits: Arc::default(),
        })
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.readers().run(|worker| in_snapshot(worker, work), false).await
    }

    async fn list<T: Send + 'static>(
        &self,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static,
    ) -> StoreResult<T> {
        let work = Arc::new(work);
        if let Some(replica) = &self.replica
            && let Some(result) = replica.list(self.readers(), &work).await
        {
            return Ok(result);
        }
        let list = move |transaction: &dyn Transaction| work(transaction);
        match &self.lists {
            Some(lists) => lists.run(move |worker| in_snapshot(worker, list), false).await,
            None => self.readers().run(move |worker| in_snapshot_as(worker, AS_LIST, list), false).await,
        }
    }

    async fn priority_read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.heartbeats.run(|worker| in_snapshot(worker, work), false).await
    }

    async fn write<T: Send + 'static>(
        &self,
        mode: WriteMode,
        _: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let writing = WritingJob { mode, first_slot: self.first_slot, commits: Arc::clone(&self.commits) };
        let pool = if mode == WriteMode::Heartbeat { &self.heartbeats } else { &self.writers };
        pool.run(move |worker| writing.until_done(worker, work), true).await
    }

    async fn time(&self) -> StoreResult<Option<Timestamp>> {
        if self.clock.is_some() { Ok(None) } else { self.server_time().await.map(Some) }
    }

    async fn now(&self) -> StoreResult<Timestamp> {
        if let Some(clock) = &self.clock {
            return Ok(clock.now());
        }
        self.server_time().await
    }

    fn session(&self) -> String {
        self.application.clone()
    }

    async fn end_sessions(&self, sessions: Vec<String>) -> StoreResult<()> {
        const END: Verbatim<'_> = Verbatim(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
             WHERE application_name = $1 AND pid <> pg_backend_pid()",
        );
        let end = move |transaction: &dyn Transaction| {
            for session in &sessions {
                let ended = value::<i64>(transaction, "pg_stat_activity", &END, [text(session)])?;
                tracing::warn!(session, ended, "connections of a lost instance terminated");
            }
            Ok(())
        };
        self.priority_read(end).await
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        // The snapshot's `xmax` grows by one per write transaction, and its `xip` lists the unfinished ones. Each
        // heartbeat is a write transaction that increments `instance.signs`, so heartbeats are subtracted.
        const STAMP: Verbatim<'_> = Verbatim(
            "SELECT hashtextextended(concat_ws(' ', pg_snapshot_xmax(s)::text::bigint \
             - (SELECT coalesce(sum(signs), 0) FROM instance), \
             (SELECT string_agg(x::text, ' ') FROM pg_snapshot_xip(s) x)), 0) FROM pg_current_snapshot() s",
        );
        let stamp = self.read(|transaction| value(transaction, "snapshot", &STAMP, [])).await?;
        Ok(stamp.unwrap_or_default())
    }

    async fn create_partitions(&self) -> StoreResult<()> {
        const PARTS: Verbatim<'_> = Verbatim(partitions::STATE);
        let state =
            self.priority_read(|transaction| value::<String>(transaction, "counter", &PARTS, [])).await?;
        let now = self.now().await?;
        if !partitions::is_due(&state.unwrap_or_default(), now)? {
            return Ok(());
        }
        let address = self.address.clone();
        // on a separate connection, because this may take long
        let made = tokio::task::spawn_blocking(move || {
            partitions::keep(&Link::connect(&address, "orderdock/migrate")?, now)
        });
        made.await.unwrap_or_else(|_| Err(StoreError::Statement("creating partitions panicked".to_owned())))
    }

    async fn identity(&self) -> StoreResult<Option<PlaceIdentity>> {
        self.in_cluster().await.map(Some)
    }

    async fn ensure_identity(&self, _: i64) -> StoreResult<PlaceIdentity> {
        self.in_cluster().await
    }

    async fn renew_identity(&self, _: i64) -> StoreResult<PlaceIdentity> {
        self.in_cluster().await
    }

    fn statistics(&self) -> StoreStatistics {
        let commits = self.commits.load(Ordering::Relaxed);
        let (replica_lists, replica_passed_over) =
            self.replica.as_ref().map(Replica::counted).unwrap_or_default();
        StoreStatistics {
            commits,
            committed_plans: commits,
            waiting_plans: self.writers.waiting(),
            replica_lists,
            replica_passed_over,
            ..StoreStatistics::default()
        }
    }
}

/// Returns the system identifier of the cluster, or 0 without the privilege to read it, and the oid of the database.
pub fn location(transaction: &dyn Transaction) -> StoreResult<PlaceIdentity> {
    const MAY_READ: Verbatim<'_> =
        Verbatim("SELECT has_function_privilege('pg_control_system()', 'execute')");
    const SYSTEM: Verbatim<'_> = Verbatim("SELECT system_identifier FROM pg_control_system()");
    const DATABASE: Verbatim<'_> =
        Verbatim("SELECT oid::bigint FROM pg_database WHERE datname = current_database()");
    let may_read = value::<bool>(transaction, "pg_control_system", &MAY_READ, [])?;
    let system =
        if may_read == Some(true) { value(transaction, "pg_control_system", &SYSTEM, [])? } else { None };
    let database = value(transaction, "pg_database", &DATABASE, [])?;
    Ok([system.unwrap_or_default(), database.unwrap_or_default()])
}

impl Postgres {
    /// Returns the pool for reads by key.
    fn readers(&self) -> &Pool {
        self.readers.as_ref().unwrap_or(&self.writers)
    }

    async fn in_cluster(&self) -> StoreResult<PlaceIdentity> {
        self.priority_read(location).await
    }

    async fn server_time(&self) -> StoreResult<Timestamp> {
        const NOW: Verbatim<'_> = Verbatim("SELECT clock_timestamp()");
        let now = self.priority_read(|transaction| value(transaction, "clock", &NOW, [])).await?;
        now.ok_or_else(|| StoreError::Statement("the server returned no time".to_owned()))
    }
}

/// Returns an application name that is unique among the processes that use the database, on any machine.
fn application_name() -> String {
    let random = RandomState::new().build_hasher().finish() & 0xffff_ffff;
    format!("orderdock/{}-{random:08x}", std::process::id())
}

/// Settings of all connections.
pub const SETTINGS: [&str; 5] = [
    "jit = off",
    "timezone = 'UTC'",
    "statement_timeout = '30s'",
    "idle_in_transaction_session_timeout = '5s'",
    "client_min_messages = warning",
];
/// Settings for lookups by key, which must use the index of the keys. Plans are cached and often made while tables are
/// nearly empty. Without these settings, a sequential scan or hash join would be cached.
pub const OF_KEYS: [&str; 3] = ["enable_seqscan = off", "enable_hashjoin = off", "enable_mergejoin = off"];
/// Setting for partitioned tables, for which planning takes longer than execution: a generic plan is cached at the
/// first execution.
const OF_PARTITIONED: &str = "plan_cache_mode = force_generic_plan";
/// Settings for lists. They are planned for their parameters, because some filters match few rows and others all. Most
/// of their pages are in memory, so an index scan of a few thousand rows is faster than a scan of the whole table.
pub const OF_LISTS: [&str; 2] = ["plan_cache_mode = force_custom_plan", "random_page_cost = 1.1"];

/// Settings for a list on a connection that also serves lookups by key.
const AS_LIST: &str = "SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on; \
    SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL random_page_cost = 1.1";

#[cfg(test)]
mod tests {
    use orderdock_domain::access::OrgScope;
    use orderdock_domain::ids::UserId;
    use orderdock_store::{OrderFilter, OrderQuery, ReadTransaction, Store};

    use super::*;
    use crate::blocking_connection::BlockingConnection;
    use crate::testing::TemplateDatabase;

    #[test]
    fn connections_are_divided_among_pools() {
        for (connections, writers, readers, lists) in [
            (2, 1, 0, 0),
            (3, 1, 1, 0),
            (4, 1, 1, 1),
            (5, 2, 1, 1),
            (6, 2, 2, 1),
            (11, 4, 4, 2),
            (12, 5, 4, 2),
            (31, 12, 12, 6),
        ] {
            let options = PostgresOptions::sharing(connections);
            let shared = (options.writers, options.readers, options.list_readers);
            assert_eq!(shared, (writers, readers, lists), "{connections}");
            assert_eq!(writers + readers + lists + PostgresOptions::HEARTBEAT_CONNECTIONS, connections);
        }
        assert_eq!(PostgresOptions::sharing(0).writers, 1, "at least one writer");
    }

    #[tokio::test]
    async fn priority_read_does_not_wait_for_other_reads() {
        let copy = TemplateDatabase::migrated().copy();
        let store: Arc<dyn Store> =
            Arc::new(PostgresStore::open(&copy.address, PostgresOptions::sharing(2)).unwrap());
        let (started, running) = tokio::sync::oneshot::channel();
        let (resume, wait) = std::sync::mpsc::channel::<()>();
        let busy = Arc::clone(&store);
        let long = tokio::spawn(async move {
            let work = move |_: &dyn ReadTransaction| Ok(started.send(()).is_ok() && wait.recv().is_ok());
            busy.read(work).await
        });
        running.await.unwrap();
        assert_eq!(store.priority_read(|tx| tx.webhooks()).await.unwrap(), []);
        resume.send(()).unwrap();
        assert!(long.await.unwrap().unwrap());
    }

    #[test]
    fn two_connections_serve_two_hundred_clients() {
        let copy = TemplateDatabase::migrated().copy();
        let store: Arc<dyn Store> =
            Arc::new(PostgresStore::open(&copy.address, PostgresOptions::sharing(2)).unwrap());
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let client = |_| async {
                store.write(WriteMode::Ids, 1, |tx| tx.reserve_ids(1)).await.unwrap();
                store.time().await.unwrap();
                store.read(|tx| tx.instances()).await.unwrap();
                let user = UserId(1);
                store.read(move |tx| tx.saved_views(user)).await.unwrap();
                let list = OrderQuery {
                    filter: OrderFilter::default(),
                    descending: true,
                    after: None,
                    limit: 5,
                    counted: true,
                };
                let scope = OrgScope::All.read();
                store.list(move |tx| tx.find_orders(&scope, &list)).await.unwrap()
            };
            let found = futures_util::future::join_all((0..200).map(client)).await;
            assert!(found.iter().all(|page| page.orders.is_empty()));
        });
        let plain = BlockingConnection::connect(&copy.address).unwrap();
        let held = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
            AND application_name LIKE 'orderdock/%' AND application_name <> 'orderdock/plain'";
        assert_eq!(plain.figure(held).unwrap(), 2);
        drop(store);
        // the settings for a list apply only to its transaction
        let backend = Postgres::open(&copy.address, PostgresOptions::sharing(2)).unwrap();
        let read_setting = |transaction: &dyn Transaction| {
            value::<String>(transaction, "setting", &Verbatim("SELECT current_setting('enable_seqscan')"), [])
        };
        let summary = runtime.block_on(async {
            [backend.list(read_setting).await, backend.read(read_setting).await]
                .map(|summary| summary.unwrap().unwrap())
        });
        assert_eq!(summary, ["on", "off"]);
    }
}
