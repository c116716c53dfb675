//! A database on a server: its connections, and who may use which.

use orderdock_domain::fit;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use orderdock_store::{Pace, StoreError, StoreResult, StoreStatistics};
use orderdock_store_sql::column::{text, value};
use orderdock_store_sql::{Backend, SqlStore, StoreClock, Transaction, Turns, Verbatim};

use crate::address::Address;
use crate::error::translate;
use crate::link::Link;
use crate::migrate::{MIGRATIONS, migrate};
use crate::partitions;
use crate::pool::{Pool, Worker};
use crate::replica::Replica;
use crate::transaction::{PostgresTransaction, first_value};

/// The port on a PostgreSQL database. Any number of processes may use it at the same time.
pub type PostgresStore = SqlStore<Postgres>;

/// The lock that all business writes share, and that one takes alone which others overtook again and again.
pub const TURN: i64 = 0x4F44_434B_0001;
/// The lock of those who change master data by hand.
const RECORDS: i64 = 0x4F44_434B_0002;

/// How often a transaction is run again that another one was in the way of.
const RUNS: usize = 6;
/// How long the server may take to know what became of a COMMIT that it did not answer.
const LOOK_UP: Duration = Duration::from_secs(5);
/// A connection that was not used for so long is asked whether it still is one.
const REST: Duration = Duration::from_millis(500);
/// Slots of the counters.
const SLOTS: u64 = 64;

/// How a database is used.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Connections that write, each with a thread of its own.
    pub writers: usize,
    /// Those that read by key; with none, those that write do.
    pub readers: usize,
    /// Those that answer lists; with none, those that read by key do.
    pub list_readers: usize,
    /// How long a write waits for a lock.
    pub patience: Duration,
    /// A standby that answers lists as long as it follows.
    pub replica: Option<Address>,
    /// The clock by which leases end, instead of that of the server: tests set it.
    pub clock: Option<StoreClock>,
}

impl PostgresOptions {
    /// Connections that a process holds where nothing else is said.
    pub const CONNECTIONS: usize = 11;
    /// One for all that it does, besides the one of its own.
    pub const FEWEST_CONNECTIONS: usize = 2;
    /// Of its own, for what must not wait for others: the sign of life.
    const APART: usize = 1;

    /// So many connections in all, shared out: a fifth to lists, the rest to writing and reading alike. Of less than four
    /// one does several things.
    pub fn sharing(connections: usize) -> Self {
        let shared = connections.max(Self::FEWEST_CONNECTIONS) - Self::APART;
        let list_readers = if shared < 3 { 0 } else { (shared / 5).max(1) };
        let readers = (shared - list_readers) / 2;
        let writers = shared - list_readers - readers;
        let patience = Duration::from_secs(10);
        Self { writers, readers, list_readers, patience, replica: None, clock: None }
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
    /// For signs of life, which wait behind nobody.
    life: Pool,
    address: Address,
    application: String,
    clock: Option<StoreClock>,
    /// Of the first writer; those behind it have the next ones.
    first_slot: i64,
    counters: Arc<Counters>,
}

#[derive(Debug, Default)]
struct Counters {
    commits: AtomicU64,
}

impl Backend for Postgres {
    type Place = Address;
    type Options = PostgresOptions;

    const PACE: Pace = Pace { sign: Duration::from_secs(2), dead: SignedDuration::from_secs(6) };
    const STEPS: usize = MIGRATIONS.len();

    fn open(address: &Address, options: PostgresOptions) -> StoreResult<Self> {
        let steps = migrate(address)?;
        tracing::info!(database = %address, steps, "database opened");
        let application = application_name();
        let patience = format!("lock_timeout = {}", options.patience.as_millis());
        let usual: Vec<_> = SETTINGS.into_iter().chain([patience.as_str()]).collect();
        let of_parts = partitions::are_cut(address)?.then_some(OF_PARTS);
        let of_keys: Vec<_> = usual.iter().copied().chain(OF_KEYS).chain(of_parts).collect();
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
            life: start("postgres-life", 1, &of_keys)?,
            clock: options.clock,
            address: address.clone(),
            application,
            first_slot: fit::<i64>(u64::from(std::process::id()) * 7 % SLOTS),
            counters: Arc::default(),
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
            && let Some(answer) = replica.list(self.readers(), &work).await
        {
            return Ok(answer);
        }
        let list = move |transaction: &dyn Transaction| work(transaction);
        match &self.lists {
            Some(lists) => lists.run(move |worker| in_snapshot(worker, list), false).await,
            None => self.readers().run(move |worker| in_snapshot_as(worker, AS_LIST, list), false).await,
        }
    }

    async fn look<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        self.life.run(|worker| in_snapshot(worker, work), false).await
    }

    async fn write<T: Send + 'static>(
        &self,
        turns: Turns,
        _: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let writing = Write { turns, first_slot: self.first_slot, counters: Arc::clone(&self.counters) };
        let pool = if turns == Turns::Life { &self.life } else { &self.writers };
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
                tracing::warn!(session, ended, "connections of an instance that has died are cut");
            }
            Ok(())
        };
        self.look(end).await
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        // Each transaction that writes moves the end of the snapshot by one, and those that have not ended stand in it.
        // Each sign of life is such a transaction, and counts itself.
        const STAMP: Verbatim<'_> = Verbatim(
            "SELECT hashtextextended(concat_ws(' ', pg_snapshot_xmax(s)::text::bigint \
             - (SELECT coalesce(sum(signs), 0) FROM instance), \
             (SELECT string_agg(x::text, ' ') FROM pg_snapshot_xip(s) x)), 0) FROM pg_current_snapshot() s",
        );
        let stamp = self.read(|transaction| value(transaction, "snapshot", &STAMP, [])).await?;
        Ok(stamp.unwrap_or_default())
    }

    async fn make_room(&self) -> StoreResult<()> {
        const PARTS: Verbatim<'_> = Verbatim(partitions::STATE);
        let state = self.look(|transaction| value::<String>(transaction, "counter", &PARTS, [])).await?;
        let now = self.now().await?;
        if !partitions::is_due(&state.unwrap_or_default(), now)? {
            return Ok(());
        }
        let address = self.address.clone();
        // it takes as long as it takes, which connections of the pools may not
        let made = tokio::task::spawn_blocking(move || {
            partitions::keep(&Link::connect(&address, "orderdock/migrate")?, now)
        });
        made.await.unwrap_or_else(|_| Err(StoreError::Statement("making room panicked".to_owned())))
    }

    fn statistics(&self) -> StoreStatistics {
        let commits = self.counters.commits.load(Ordering::Relaxed);
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

impl Postgres {
    /// Those that read by key, whatever else they do.
    fn readers(&self) -> &Pool {
        self.readers.as_ref().unwrap_or(&self.writers)
    }

    async fn server_time(&self) -> StoreResult<Timestamp> {
        const NOW: Verbatim<'_> = Verbatim("SELECT clock_timestamp()");
        let now = self.look(|transaction| value(transaction, "clock", &NOW, [])).await?;
        now.ok_or_else(|| StoreError::Statement("the server tells no time".to_owned()))
    }
}

/// What tells a process from all others that use the database, on whichever machine they are.
fn application_name() -> String {
    let random = RandomState::new().build_hasher().finish() & 0xffff_ffff;
    format!("orderdock/{}-{random:08x}", std::process::id())
}

/// Of all connections.
pub const SETTINGS: [&str; 5] = [
    "jit = off",
    "timezone = 'UTC'",
    "statement_timeout = '30s'",
    "idle_in_transaction_session_timeout = '5s'",
    "client_min_messages = warning",
];
/// What is looked up by keys is read by the index of these keys. A plan is kept, and often made while tables are nearly
/// empty: reading them whole, or joining them by hashes, would be kept too.
pub const OF_KEYS: [&str; 3] = ["enable_seqscan = off", "enable_hashjoin = off", "enable_mergejoin = off"];
/// What is looked up in many parts takes longer to plan than to find: a plan is kept from the first time on.
const OF_PARTS: &str = "plan_cache_mode = force_generic_plan";
/// A list is planned for what it is asked, for some filters have few rows and others all. What it reads is mostly in memory:
/// a few thousand rows by an index are sooner there than a whole table.
pub const OF_LISTS: [&str; 2] = ["plan_cache_mode = force_custom_plan", "random_page_cost = 1.1"];

/// A list on a connection that also looks up by keys.
const AS_LIST: &str = "SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on; \
    SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL random_page_cost = 1.1";

/// A connection for a transaction, and what begins it there. One that rested may be dead without anybody having heard.
fn ready<'w>(worker: &'w mut Worker, sql: &str) -> StoreResult<(&'w Link, String)> {
    let rested = worker.has_rested(REST);
    let link = worker.link()?;
    if rested && !link.is_pooled() && !link.answers() {
        worker.reconnect()?;
    }
    let (before, after) = sql.split_once(';').unwrap_or((sql, ""));
    let sql = format!("{before}; {}{after}", worker.before_each());
    let link = worker.link()?;
    if link.is_pooled() {
        link.forget();
    }
    Ok((link, sql))
}

/// Nothing of the transaction stays; a connection that cannot say so is not used again.
fn roll_back(link: &Link) {
    if let Err(error) = link.batch("ROLLBACK") {
        tracing::debug!(%error, "a transaction was not rolled back, its connection is gone");
    }
}

pub fn in_snapshot<T>(
    worker: &mut Worker,
    work: impl FnOnce(&dyn Transaction) -> StoreResult<T>,
) -> StoreResult<T> {
    in_snapshot_as(worker, "", work)
}

fn in_snapshot_as<T>(
    worker: &mut Worker,
    settings: &str,
    work: impl FnOnce(&dyn Transaction) -> StoreResult<T>,
) -> StoreResult<T> {
    let begin = format!("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;{settings}");
    let (link, beginning) = ready(worker, &begin)?;
    let transaction = PostgresTransaction::over(link);
    transaction.begin(beginning);
    let result = work(&transaction);
    drop(transaction);
    // the answer was found: nobody waits for this
    link.send("ROLLBACK");
    result
}

/// A job that writes.
struct Write {
    turns: Turns,
    first_slot: i64,
    counters: Arc<Counters>,
}

impl Write {
    /// Runs it again as long as others are in the way of it.
    fn until_done<T>(
        &self,
        worker: &mut Worker,
        work: impl Fn(&dyn Transaction) -> StoreResult<T>,
    ) -> StoreResult<T> {
        for run in 1.. {
            let (result, may_go_well) = self.once(worker, &work)?;
            if may_go_well && run < RUNS {
                continue;
            }
            return result;
        }
        Err(StoreError::Overloaded)
    }

    /// What came of it, and whether it may go well another time.
    fn once<T>(
        &self,
        worker: &mut Worker,
        work: impl Fn(&dyn Transaction) -> StoreResult<T>,
    ) -> StoreResult<(StoreResult<T>, bool)> {
        let slot = (self.first_slot + worker.number) % fit::<i64>(SLOTS);
        let (link, beginning) = ready(worker, &beginning(self.turns))?;
        let transaction = PostgresTransaction::with_slot(link, slot);
        transaction.begin(beginning);
        let done = work(&transaction).and_then(|done| transaction.is_finished().map(|()| done));
        let error = match done {
            Ok(done) => match (transaction.commit(), transaction.number()) {
                (Ok(()), _) => {
                    self.counters.commits.fetch_add(1, Ordering::Relaxed);
                    return Ok((Ok(done), false));
                }
                (Err(StoreError::Unavailable(reason)), Some(number)) => {
                    drop(transaction);
                    let known = look_up(worker, &number, &reason);
                    if known.is_ok() {
                        self.counters.commits.fetch_add(1, Ordering::Relaxed);
                    }
                    return Ok((known.map(|()| done), false));
                }
                (Err(error), _) => error,
            },
            Err(error) => error,
        };
        let may_go_well =
            transaction.may_go_well() || self.may_go_well(&error, transaction.number().as_deref());
        drop(transaction);
        roll_back(link);
        Ok((Err(error), may_go_well))
    }

    /// By hand, master data is read and changed in one transaction: what an import made meanwhile is read then. And a
    /// connection that was dead before it heard anything is made anew.
    fn may_go_well(&self, error: &StoreError, number: Option<&str>) -> bool {
        match error {
            StoreError::Conflict(_) => self.turns == Turns::Records,
            StoreError::Unavailable(_) => number.is_none(),
            _ => false,
        }
    }
}

/// Another server that takes over leaves the timeline of the one before.
macro_rules! timeline {
    () => {
        "substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)"
    };
}

/// Begins, waits for its turn, and asks for the number by which the server knows the transaction, and for how far
/// what is written down has come.
pub fn beginning(turns: Turns) -> String {
    const NUMBER: &str = concat!(
        "SELECT pg_current_xact_id() || ' ' || ",
        timeline!(),
        " || ' ' || pg_current_wal_flush_lsn()"
    );
    match turns {
        Turns::Apart | Turns::Life => format!("BEGIN; {NUMBER}"),
        Turns::Ids => format!("BEGIN; SET LOCAL synchronous_commit = off; {NUMBER}"),
        Turns::Shared => format!("BEGIN; {NUMBER}, pg_advisory_xact_lock_shared({TURN})"),
        Turns::Records => {
            format!("BEGIN; {NUMBER}, pg_advisory_xact_lock_shared({TURN}), pg_advisory_xact_lock({RECORDS})")
        }
        Turns::Alone => format!("BEGIN; {NUMBER}, pg_advisory_xact_lock({TURN})"),
    }
}

/// Asks what became of a transaction, if the server can know it. Numbers mean something on the same server alone; and
/// what that had not written down before a crash is gone with its number, which is given to another transaction. A crash
/// is always followed by a checkpoint: as long as the latest one is older than the transaction there was none.
pub fn status_of(beginning: &str, system: &str) -> String {
    let mut parts = beginning.split(' ');
    let mut next = || parts.next().unwrap_or_default();
    let (number, timeline, written) = (next(), next(), next());
    format!(
        "SELECT CASE WHEN {} = '{timeline}' \
         AND (SELECT system_identifier FROM pg_control_system())::text = '{system}' \
         AND (SELECT checkpoint_lsn FROM pg_control_checkpoint()) < '{written}'::pg_lsn \
         THEN pg_xact_status('{number}'::xid8) ELSE '{ELSEWHERE}' END",
        timeline!()
    )
}

/// What is said of a transaction that a server can tell nothing of.
const ELSEWHERE: &str = "elsewhere";

/// What became of a transaction whose COMMIT was not answered.
fn look_up(worker: &mut Worker, number: &str, reason: &str) -> StoreResult<()> {
    let unknown = |why: String| StoreError::OutcomeUnknown(format!("{reason}; {why}"));
    let sql = status_of(number, worker.system());
    let begun = Instant::now();
    let mut seen = "the server does not answer".to_owned();
    while begun.elapsed() < LOOK_UP {
        let asked = worker.reconnect().and_then(|()| {
            let link = worker.link()?;
            let answer = link.wait(link.client.simple_query(&sql));
            answer.map(|answer| first_value(&answer)).map_err(|error| translate(&error))
        });
        match asked {
            Ok(Some(status)) if status == "committed" => return Ok(()),
            Ok(Some(status)) if status == "aborted" => {
                return Err(StoreError::Unavailable(format!("{reason}; nothing was written")));
            }
            Ok(Some(status)) if status == ELSEWHERE => {
                return Err(unknown("the server has been restarted since, or is another one".to_owned()));
            }
            Ok(status) => seen = format!("the transaction is {}", status.as_deref().unwrap_or("forgotten")),
            Err(error) => seen = error.to_string(),
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Err(unknown(seen))
}

#[cfg(test)]
mod tests {
    use orderdock_domain::access::OrgScope;
    use orderdock_domain::ids::UserId;
    use orderdock_store::{
        InstanceStore as _, OrderFilter, OrderQuery, OrderStore as _, SavedViewStore as _, Upkeep as _,
    };

    use super::*;
    use crate::plain::Plain;
    use crate::testing::Template;

    #[test]
    fn connections_are_shared_out() {
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
            assert_eq!(writers + readers + lists + PostgresOptions::APART, connections);
        }
        assert_eq!(PostgresOptions::sharing(0).writers, 1, "one at least");
    }

    #[test]
    fn two_connections_serve_two_hundred_who_write_read_and_list() {
        let copy = Template::migrated().copy();
        let store = PostgresStore::open(&copy.address, PostgresOptions::sharing(2)).unwrap();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let client = |_| async {
                store.reserve_ids(1).await.unwrap();
                store.time().await.unwrap();
                store.instances().await.unwrap();
                store.saved_views(UserId(1)).await.unwrap();
                let list = OrderQuery {
                    filter: OrderFilter::default(),
                    descending: true,
                    after: None,
                    limit: 5,
                    counted: true,
                };
                store.find_orders(OrgScope::All.read(), list).await.unwrap()
            };
            let found = futures_util::future::join_all((0..200).map(client)).await;
            assert!(found.iter().all(|page| page.orders.is_empty()));
        });
        let plain = Plain::connect(&copy.address).unwrap();
        let held = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
            AND application_name LIKE 'orderdock/%' AND application_name <> 'orderdock/plain'";
        assert_eq!(plain.figure(held).unwrap(), 2);
        drop(store);
        // what a list sets is for itself alone
        let backend = Postgres::open(&copy.address, PostgresOptions::sharing(2)).unwrap();
        let asked = |transaction: &dyn Transaction| {
            value::<String>(transaction, "setting", &Verbatim("SELECT current_setting('enable_seqscan')"), [])
        };
        let told = runtime.block_on(async {
            [backend.list(asked).await, backend.read(asked).await].map(|told| told.unwrap().unwrap())
        });
        assert_eq!(told, ["on", "off"]);
    }
}
