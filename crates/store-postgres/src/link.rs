//! A connection that belongs to one thread and blocks it.

use orderdock_domain::cast;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use orderdock_store::{StoreError, StoreResult};
use tokio::runtime::Runtime;
use tokio::task::AbortHandle;
use tokio_postgres::config::LoadBalanceHosts;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error, SimpleQueryMessage, Statement};

use crate::address::Address;
use crate::error::{chain, translate};

/// Timeout for connecting, over all hosts.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// Number of attempts within that time if there are several hosts.
const TRIES: u32 = 6;
/// Whether one of several servers was found to accept connections without responding, like a server that hangs. From
/// then on, hosts are tried in random order, so that a working one is often the first.
static ONE_HANGS: AtomicBool = AtomicBool::new(false);
/// Maximum number of cached prepared statements. The cache is cleared when it is full.
const KEPT_STATEMENTS: usize = 512;

/// A connection. The driver runs only while the thread waits for a response.
pub struct Link {
    runtime: Runtime,
    pub client: Client,
    statements: RefCell<HashMap<Box<str>, Statement>>,
    pooled: bool,
    connection: AbortHandle,
    waits: WaitClock,
}

/// Measures how long the thread has been waiting for a response.
#[derive(Clone)]
struct WaitClock {
    born: Instant,
    /// Start of the wait in milliseconds after `born`; 0 while the thread does not wait.
    since: Arc<AtomicU64>,
}

impl WaitClock {
    fn begin(&self) {
        let now = cast::<u64>(self.born.elapsed().as_millis());
        self.since.store(now.max(1), Ordering::Relaxed);
    }

    fn end(&self) {
        self.since.store(0, Ordering::Relaxed);
    }

    fn longer_than(&self, limit: Duration) -> bool {
        let since = self.since.load(Ordering::Relaxed);
        since > 0 && self.born.elapsed() > Duration::from_millis(since).saturating_add(limit)
    }
}

impl Link {
    /// Connects, blocking the thread.
    pub fn connect(address: &Address, application: &str) -> StoreResult<Self> {
        let unavailable = |reason: String| StoreError::Unavailable(format!("{address}: {reason}"));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| unavailable(error.to_string()))?;
        let mut config = address.config();
        config.application_name(application);
        let tls = address.tls()?;
        let connected = runtime.block_on(async {
            let several = config.get_hosts().len().max(config.get_hostaddrs().len()) > 1;
            let tries = if several { TRIES } else { 1 };
            let mut connected = None;
            for _ in 0..tries {
                if several && ONE_HANGS.load(Ordering::Relaxed) {
                    config.load_balance_hosts(LoadBalanceHosts::Random);
                }
                connected =
                    tokio::time::timeout(CONNECT_TIMEOUT / tries, config.connect(tls.clone())).await.ok();
                if connected.is_some() {
                    break;
                }
                ONE_HANGS.store(true, Ordering::Relaxed);
            }
            let (client, connection) = connected
                .ok_or_else(|| unavailable("no answer".to_owned()))?
                .map_err(|error| unavailable(chain(&error)))?;
            let connection = tokio::spawn(async move {
                // the waiting caller gets the error too
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "connection closed");
                }
            });
            Ok((client, connection.abort_handle()))
        });
        let (client, connection) = connected?;
        let waits = WaitClock { born: Instant::now(), since: Arc::default() };
        let (statements, pooled) = (RefCell::default(), address.is_pooled());
        Ok(Self { runtime, client, statements, pooled, connection, waits })
    }

    /// Closes the connection when a response takes longer than the limit. Otherwise a hanging server or network would
    /// not be noticed as long as the remote machine is up.
    pub fn give_up_after(&self, limit: Duration) {
        let (waits, connection) = (self.waits.clone(), self.connection.clone());
        self.runtime.spawn(async move {
            while !waits.longer_than(limit) {
                tokio::time::sleep(limit / 10).await;
            }
            tracing::warn!(seconds = limit.as_secs(), "database does not respond, connection closed");
            connection.abort();
        });
    }

    /// Blocks until the future is complete.
    pub fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.waits.begin();
        let done = self.runtime.block_on(work);
        self.waits.end();
        done
    }

    /// Runs statements without a result.
    pub fn batch(&self, sql: &str) -> StoreResult<()> {
        self.wait(self.client.batch_execute(sql)).map_err(|error| translate(&error))
    }

    /// Returns the first column of every row as text.
    pub fn texts(&self, sql: &str) -> StoreResult<Vec<String>> {
        let result = self.wait(self.client.simple_query(sql)).map_err(|error| translate(&error))?;
        let rows = result.iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row.try_get(0)),
            _ => None,
        });
        let nothing = || StoreError::Statement(format!("expected a value in every row, got null: {sql}"));
        rows.map(|text| text.map_err(|error| translate(&error))?.map(str::to_owned).ok_or_else(nothing))
            .collect()
    }

    /// Rolls the transaction back. If that fails, the connection is not used again.
    pub fn roll_back(&self) {
        if let Err(error) = self.batch("ROLLBACK") {
            tracing::debug!(%error, "rollback failed, connection lost");
        }
    }

    /// Returns the single value that a statement returns. The statement is sent as text in one message: outside a
    /// transaction, a pooler may route the next message to another server connection, where a prepared statement does
    /// not exist.
    pub fn word(&self, sql: &str) -> StoreResult<String> {
        let result = self.wait(self.client.simple_query(sql)).map_err(|error| translate(&error))?;
        first_value(&result).ok_or_else(|| StoreError::Statement(format!("expected a text: {sql}")))
    }

    /// Returns whether the connection is not known to be closed.
    pub fn is_open(&self) -> bool {
        // processes pending messages
        self.wait(tokio::task::yield_now());
        !self.client.is_closed()
    }

    /// Returns whether the connection uses a pooler. Then a server connection is reserved only for a transaction: its
    /// session state may come from other clients, and ours is lost.
    pub fn is_pooled(&self) -> bool {
        self.pooled
    }

    /// Clears the cache of prepared statements.
    pub fn forget(&self) {
        self.statements.borrow_mut().clear();
    }

    /// Sends statements without waiting for the response.
    pub fn send(&self, sql: &str) {
        let result = Box::pin(self.client.batch_execute(sql)).now_or_never();
        if let Some(Err(error)) = result {
            tracing::debug!(%error, sql, "sending a statement failed");
        }
        // sends the message, because the driver runs only while this thread waits
        self.wait(tokio::task::yield_now());
    }

    /// Returns whether the server responds.
    pub fn responds(&self) -> bool {
        self.wait(self.client.check_connection()).is_ok()
    }

    /// Returns a prepared statement, from the cache if possible.
    pub async fn prepared(&self, sql: &str) -> Result<Statement, Error> {
        if let Some(known) = self.known(sql) {
            return Ok(known);
        }
        let prepared = self
            .client
            .prepare_typed(sql, &parameter_types(sql))
            .await
            .inspect_err(|error| tracing::debug!(sql, %error, "preparing a statement failed"))?;
        let mut statements = self.statements.borrow_mut();
        if statements.len() >= KEPT_STATEMENTS {
            statements.clear();
        }
        statements.insert(sql.into(), prepared.clone());
        Ok(prepared)
    }

    /// Returns a cached prepared statement.
    pub fn known(&self, sql: &str) -> Option<Statement> {
        self.statements.borrow().get(sql).cloned()
    }
}

/// Runs blocking work on a separate thread, because the calling thread may run an async runtime, and runtimes cannot be
/// nested.
pub fn run_on_thread<T: Send>(
    thread_name: &str,
    work: impl FnOnce() -> StoreResult<T> + Send,
) -> StoreResult<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().spawn_scoped(scope, work);
        let thread = thread.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        thread.join().unwrap_or_else(|_| Err(StoreError::Statement(format!("{thread_name} panicked"))))
    })
}

/// Returns the first value of the first row.
pub fn first_value(result: &[SimpleQueryMessage]) -> Option<String> {
    result.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    })
}

/// Returns the types of the parameters. The server infers all types except those of unused parameters.
pub fn parameter_types(sql: &str) -> Vec<Type> {
    let mut named = BTreeSet::new();
    for (at, _) in sql.match_indices('$') {
        let digits = sql.get(at + 1..).unwrap_or_default();
        let end = digits.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(digits.len());
        named.extend(digits.get(..end).and_then(|digits| digits.parse::<usize>().ok()));
    }
    let maximum = named.last().copied().unwrap_or_default();
    (1..=maximum).map(|place| if named.contains(&place) { Type::UNKNOWN } else { Type::TEXT }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_parameters_have_a_type() {
        assert_eq!(parameter_types("SELECT 1"), []);
        assert_eq!(
            parameter_types("a = $1 AND b = $3::bigint AND c = $1"),
            [Type::UNKNOWN, Type::TEXT, Type::UNKNOWN]
        );
    }
}
