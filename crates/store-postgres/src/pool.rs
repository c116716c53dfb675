//! A pool of threads that each own a connection, and their job queue.

use orderdock_domain::cast;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::store::threads::{Threads, caught, closed};
use tokio::sync::oneshot;

use crate::address::Address;
use crate::link::Link;

/// Time after which a thread whose connection was refused retries, while other threads of the pool are connected.
const YIELD_DURATION: Duration = Duration::from_secs(1);

/// Settings of a pool, for example `jit = off`. Set once per connection, but with a pooler in each transaction.
pub type ConnectionSettings = Arc<Vec<String>>;

/// Handle of the threads. Dropping it ends them.
#[derive(Debug)]
pub struct Pool {
    threads: Threads<Worker>,
    waiting: Arc<AtomicU64>,
    shared: Arc<PoolState>,
}

/// State shared by the threads of a pool.
#[derive(Debug, Default)]
struct PoolState {
    connected: AtomicUsize,
    closing: AtomicBool,
}

/// A connection, counted among the open ones until it is dropped.
struct CountedConnection {
    link: Link,
    shared: Arc<PoolState>,
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        self.shared.connected.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A thread with its connection, which it reopens after a failure.
pub struct Worker {
    address: Address,
    application: String,
    settings: ConnectionSettings,
    held: Option<CountedConnection>,
    shared: Arc<PoolState>,
    /// System identifier of the last connected server, regardless of its host name.
    system: String,
    /// Time of the last refused connection.
    rejected: Option<Instant>,
    used: Option<Instant>,
    /// Number of the thread in the pool, from 0.
    pub number: i64,
}

impl Worker {
    /// Returns the connection; reconnects if it has failed.
    pub fn link(&mut self) -> StoreResult<&Link> {
        if !self.is_connected() {
            self.reconnect()?;
        }
        let held = self.held.as_ref().map(|held| &held.link);
        held.ok_or_else(|| StoreError::Unavailable("no connection".to_owned()))
    }

    /// Returns whether it has a connection that is not known to have failed.
    pub fn is_connected(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.link.is_open())
    }

    /// Replaces the connection with a new one.
    pub fn reconnect(&mut self) -> StoreResult<()> {
        self.held = None;
        self.rejected = Some(Instant::now());
        let link = Link::connect(&self.address, &self.application)?;
        link.give_up_after(self.address.answer_timeout());
        if !link.is_pooled() {
            link.batch(&self.set("SET"))?;
        }
        self.system = link.word("SELECT system_identifier FROM pg_control_system()")?;
        self.shared.connected.fetch_add(1, Ordering::Relaxed);
        self.held = Some(CountedConnection { link, shared: Arc::clone(&self.shared) });
        self.rejected = None;
        Ok(())
    }

    /// Returns the system identifier of the last connected server.
    pub fn system(&self) -> &str {
        &self.system
    }

    /// Waits while the server has refused a connection and other threads have one. Otherwise a thread without a
    /// connection would take one job after another and fail at once. It retries its own connection periodically.
    fn yield_to_others(&mut self) {
        while let Some(rejected) = self.rejected
            && self.shared.connected.load(Ordering::Relaxed) > 0
            && !self.shared.closing.load(Ordering::Relaxed)
        {
            if rejected.elapsed() < YIELD_DURATION {
                std::thread::sleep(YIELD_DURATION / 20);
            } else if let Err(error) = self.reconnect() {
                tracing::debug!(%error, "connecting failed, retrying");
            }
        }
    }

    /// Returns whether the connection was idle for longer than `so_long`, and marks it as used now.
    pub fn was_idle(&mut self, so_long: Duration) -> bool {
        let used = self.used.replace(Instant::now());
        used.is_none_or(|used| used.elapsed() > so_long)
    }

    /// Returns the SQL that has to precede each transaction.
    pub fn before_each(&self) -> String {
        // with a pooler, other clients may have prepared statements of the same name on this server connection
        self.held
            .as_ref()
            .filter(|held| held.link.is_pooled())
            .map_or_else(String::new, |_| format!("DEALLOCATE ALL; {}", self.set("SET LOCAL")))
    }

    fn set(&self, how: &str) -> String {
        self.settings.iter().map(|setting| format!("{how} {setting}; ")).collect::<Vec<_>>().concat()
    }
}

impl Pool {
    /// Starts `count` threads, at least one, with a connection each.
    pub fn start(
        name: &str,
        count: usize,
        address: &Address,
        application: &str,
        settings: &[&str],
    ) -> StoreResult<Self> {
        let shared = Arc::<PoolState>::default();
        let settings =
            ConnectionSettings::new(settings.iter().map(|setting| (*setting).to_owned()).collect());
        let workers = (0..cast::<i64>(count.max(1))).map(|number| Worker {
            address: address.clone(),
            application: application.to_owned(),
            settings: Arc::clone(&settings),
            held: None,
            shared: Arc::clone(&shared),
            system: String::new(),
            rejected: None,
            used: None,
            number,
        });
        let threads = Threads::start(name, workers, Worker::yield_to_others)?;
        Ok(Self { threads, waiting: Arc::default(), shared })
    }

    /// Runs a job on one of the connections. Skips it if the caller has stopped waiting, unless it is `needed`.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Worker) -> StoreResult<T> + Send + 'static,
        needed: bool,
    ) -> StoreResult<T> {
        self.send(work, needed)?.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Queues a job; the receiver gets its result. Skips it if the receiver is dropped, unless it is `needed`.
    pub fn send<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Worker) -> StoreResult<T> + Send + 'static,
        needed: bool,
    ) -> StoreResult<oneshot::Receiver<StoreResult<T>>> {
        let (reply, result) = oneshot::channel();
        let waiting = Arc::clone(&self.waiting);
        waiting.fetch_add(1, Ordering::Relaxed);
        let sent = self.threads.send(move |worker| {
            waiting.fetch_sub(1, Ordering::Relaxed);
            // the caller has stopped waiting
            if !needed && reply.is_closed() {
                return;
            }
            let result = caught(|| work(worker));
            if result.is_err() {
                // the state of the transaction is unknown after a panic
                worker.held = None;
            }
            // the caller may have stopped waiting
            let _ = reply.send(result.unwrap_or_else(Err));
        });
        sent.inspect_err(|_| {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        })?;
        Ok(result)
    }

    /// Returns the number of queued jobs.
    pub fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Relaxed);
    }
}
