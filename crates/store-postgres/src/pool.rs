//! Threads that each own a connection, and what waits for them.

use orderdock_domain::fit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::threads::{Threads, caught, closed};
use tokio::sync::oneshot;

use crate::address::Address;
use crate::link::Link;

/// How long who was given no connection waits before it asks again, as long as others of the pool have one.
const ASIDE: Duration = Duration::from_secs(1);

/// What holds for what a pool does, like `jit = off`: for its connections as long as they live; behind a pooler, for each
/// transaction.
pub type ConnectionSettings = Arc<Vec<String>>;

/// The way to the threads; dropping it ends them.
#[derive(Debug)]
pub struct Pool {
    threads: Threads<Worker>,
    waiting: Arc<AtomicU64>,
    shared: Arc<PoolState>,
}

/// What the threads of a pool know of each other.
#[derive(Debug, Default)]
struct PoolState {
    connected: AtomicUsize,
    closing: AtomicBool,
}

/// A connection that is counted as long as it lives.
struct CountedConnection {
    link: Link,
    shared: Arc<PoolState>,
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        self.shared.connected.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A thread with its connection, which it makes anew where it broke.
pub struct Worker {
    address: Address,
    application: String,
    settings: ConnectionSettings,
    held: Option<CountedConnection>,
    shared: Arc<PoolState>,
    /// Which server it spoke to last, whatever its name was.
    system: String,
    /// When it was last given no connection.
    refused: Option<Instant>,
    used: Option<Instant>,
    /// Which of the pool's it is, counted from zero.
    pub number: i64,
}

impl Worker {
    /// Its connection; a new one if the last one broke.
    pub fn link(&mut self) -> StoreResult<&Link> {
        if !self.is_connected() {
            self.reconnect()?;
        }
        let held = self.held.as_ref().map(|held| &held.link);
        held.ok_or_else(|| StoreError::Unavailable("no connection".to_owned()))
    }

    /// Whether it has a connection, as far as it knows.
    pub fn is_connected(&self) -> bool {
        self.held.as_ref().is_some_and(|held| held.link.is_open())
    }

    /// A new connection instead of one that is of no use.
    pub fn reconnect(&mut self) -> StoreResult<()> {
        self.held = None;
        self.refused = Some(Instant::now());
        let link = Link::connect(&self.address, &self.application)?;
        link.give_up_after(self.address.answer_timeout());
        if !link.is_pooled() {
            link.batch(&self.set("SET"))?;
        }
        self.system = link.word("SELECT system_identifier FROM pg_control_system()")?;
        self.shared.connected.fetch_add(1, Ordering::Relaxed);
        self.held = Some(CountedConnection { link, shared: Arc::clone(&self.shared) });
        self.refused = None;
        Ok(())
    }

    /// What the server it spoke to last calls itself.
    pub fn system(&self) -> &str {
        &self.system
    }

    /// Where a server gives out fewer connections than there are threads, who has none would take up the work, fail it
    /// at once and take up the next: it leaves that to those who have one, and asks for its own from time to time.
    fn stand_aside(&mut self) {
        while let Some(refused) = self.refused
            && self.shared.connected.load(Ordering::Relaxed) > 0
            && !self.shared.closing.load(Ordering::Relaxed)
        {
            if refused.elapsed() < ASIDE {
                std::thread::sleep(ASIDE / 20);
            } else if let Err(error) = self.reconnect() {
                tracing::debug!(%error, "connecting failed, retrying");
            }
        }
    }

    /// Whether nobody has used it for so long. It is used now.
    pub fn has_rested(&mut self, so_long: Duration) -> bool {
        let used = self.used.replace(Instant::now());
        used.is_none_or(|used| used.elapsed() > so_long)
    }

    /// What is said before each transaction.
    pub fn before_each(&self) -> String {
        // what others prepared on the same connection of the server has names like ours
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
    /// So many threads called so, each with a connection of its own.
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
        let workers = (0..fit::<i64>(count.max(1))).map(|number| Worker {
            address: address.clone(),
            application: application.to_owned(),
            settings: Arc::clone(&settings),
            held: None,
            shared: Arc::clone(&shared),
            system: String::new(),
            refused: None,
            used: None,
            number,
        });
        let threads = Threads::start(name, workers, Worker::stand_aside)?;
        Ok(Self { threads, waiting: Arc::default(), shared })
    }

    /// Runs a job on one of the connections.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Worker) -> StoreResult<T> + Send + 'static,
        needed: bool,
    ) -> StoreResult<T> {
        self.send(work, needed)?.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Lets one of the connections do a job; whoever awaits the receiver gets what comes of it.
    pub fn send<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Worker) -> StoreResult<T> + Send + 'static,
        needed: bool,
    ) -> StoreResult<oneshot::Receiver<StoreResult<T>>> {
        let (reply, answer) = oneshot::channel();
        let waiting = Arc::clone(&self.waiting);
        waiting.fetch_add(1, Ordering::Relaxed);
        let sent = self.threads.send(move |worker| {
            waiting.fetch_sub(1, Ordering::Relaxed);
            // what only who has gone wanted is not done
            if !needed && reply.is_closed() {
                return;
            }
            let result = caught(|| work(worker));
            if result.is_err() {
                // nobody knows what its transaction is in
                worker.held = None;
            }
            // who no longer waits needs no answer
            let _ = reply.send(result.unwrap_or_else(Err));
        });
        sent.inspect_err(|_| {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        })?;
        Ok(answer)
    }

    /// Jobs that no connection has taken up.
    pub fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Relaxed);
    }
}
