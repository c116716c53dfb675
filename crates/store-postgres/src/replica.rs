//! A standby that serves lists instead of the primary while it has all acknowledged writes.
//!
//! For each list, the primary returns the position up to which its log is durable. The standby is used if it replays
//! that position within a short wait; otherwise the primary serves the list. So a list always contains the previous
//! writes of its caller, made through any instance, and sessions need no state.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use orderdock_store::{Finding, StoreError, StoreResult};
use orderdock_store_sql::Transaction;
use tokio::sync::oneshot;

use crate::address::Address;
use crate::blocking_connection::BlockingConnection;
use crate::jobs::in_snapshot;
use crate::pool::{Pool, Worker};

/// Maximum time to wait for the standby to replay the position.
const CATCH_UP: Duration = Duration::from_millis(250);
const LOOK: Duration = Duration::from_millis(2);
/// Maximum time to wait for a free connection to the standby.
const TAKEN_UP: Duration = Duration::from_millis(500);
/// Time for which an unavailable or lagging standby is not used.
const REST: Duration = Duration::from_secs(2);

/// Query for the system identifier and the durable position of the log. If commits do not wait for durability, the
/// insert position is used.
const POSITION: &str = "SELECT system_identifier || ' ' || CASE current_setting('synchronous_commit') \
     WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END FROM pg_control_system()";

/// Counters of the lists that could be served by the standby.
#[derive(Debug, Default)]
struct Counters {
    served: AtomicU64,
    /// Lists that the primary served instead.
    passed_over: AtomicU64,
}

#[derive(Debug)]
pub struct Replica {
    pool: Pool,
    rest: Arc<Cooldown>,
    counters: Counters,
}

/// Time until which the standby is not used.
#[derive(Debug, Default)]
struct Cooldown(Mutex<Option<Instant>>);

impl Cooldown {
    fn begin(&self) {
        self.set(Instant::now().checked_add(REST));
    }

    fn set(&self, until: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    fn lasts(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|until| Instant::now() < until)
    }
}

impl Replica {
    /// Starts a pool of connections to a standby. Each connects at its first use, because the standby may be
    /// unavailable.
    pub fn start(
        address: &Address,
        connections: usize,
        application: &str,
        settings: &[&str],
    ) -> StoreResult<Self> {
        let pool =
            Pool::start("postgres-replica", connections, &address.of_standby(), application, settings)?;
        Ok(Self { pool, rest: Arc::default(), counters: Counters::default() })
    }

    /// Returns the result of the standby; `None` if the primary must serve the list.
    pub async fn list<T: Send + 'static>(
        &self,
        primary: &Pool,
        work: &Arc<impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static>,
    ) -> Option<T> {
        let result = self.list_from_standby(primary, work).await;
        let counter = if result.is_some() { &self.counters.served } else { &self.counters.passed_over };
        counter.fetch_add(1, Ordering::Relaxed);
        result
    }

    /// Returns the numbers of lists that the standby served and that it did not serve.
    pub fn counted(&self) -> (u64, u64) {
        let Counters { served, passed_over } = &self.counters;
        (served.load(Ordering::Relaxed), passed_over.load(Ordering::Relaxed))
    }

    async fn list_from_standby<T: Send + 'static>(
        &self,
        primary: &Pool,
        work: &Arc<impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static>,
    ) -> Option<T> {
        if self.rest.lasts() {
            return None;
        }
        let position = primary.run(|worker| worker.link()?.word(POSITION), false).await.ok()?;
        let (taken, is_taken) = oneshot::channel();
        let (rest, work) = (Arc::clone(&self.rest), Arc::clone(work));
        let result = self.pool.send(
            move |worker| {
                wait_for_position(worker, &rest, &position)?;
                // fails if the caller has timed out and uses the primary
                taken.send(()).map_err(|()| StoreError::Overloaded)?;
                in_snapshot(worker, |transaction| work(transaction))
            },
            false,
        );
        let result = result.ok()?;
        // if all connections are busy, the primary serves the list
        tokio::time::timeout(TAKEN_UP, is_taken).await.ok()?.ok()?;
        match result.await.ok()? {
            Ok(result) => Some(result),
            Err(error) => {
                tracing::warn!(%error, "replica failed, list read from the primary");
                self.rest.begin();
                None
            }
        }
    }
}

/// Waits until the standby has replayed a position of the primary. Fails after a timeout.
fn wait_for_position(worker: &mut Worker, rest: &Cooldown, position: &str) -> StoreResult<()> {
    if !worker.is_connected() {
        // set first, so that other lists do not wait for a connection attempt that may take long or fail
        rest.begin();
        worker.link().inspect_err(|error| tracing::warn!(%error, "connecting to the replica failed"))?;
        rest.set(None);
    }
    let started = Instant::now();
    let list_from_standby = list_from_standby(position);
    loop {
        let state = worker.link().and_then(|link| link.word(&list_from_standby));
        let fault = match state.as_deref() {
            Ok("there") => return Ok(()),
            Ok("behind") if started.elapsed() < CATCH_UP => {
                std::thread::sleep(LOOK);
                continue;
            }
            Ok(state) => StoreError::Unavailable(state_text(state).to_owned()),
            Err(error) => StoreError::Unavailable(error.to_string()),
        };
        rest.begin();
        tracing::warn!(%fault, "replica disabled temporarily");
        return Err(fault);
    }
}

/// Returns a query that compares a server with a position of the primary. It must run outside a transaction, because a
/// snapshot older than its result would not contain the replayed writes.
fn list_from_standby(position: &str) -> String {
    let (cluster, place) = position.split_once(' ').unwrap_or((position, "0/0"));
    format!(
        "SELECT CASE WHEN NOT pg_is_in_recovery() THEN 'primary' WHEN system_identifier::text <> '{cluster}' THEN 'other' \
         WHEN pg_last_wal_replay_lsn() >= '{place}'::pg_lsn THEN 'there' ELSE 'behind' END FROM pg_control_system()"
    )
}

fn state_text(state: &str) -> &'static str {
    match state {
        "primary" => "it is not a standby, and its data may be different",
        "other" => "it is a standby of another server",
        _ => "it is behind the primary",
    }
}

/// Returns a finding if the standby cannot serve lists.
pub fn examine(primary: &Address, replica: &Address) -> Option<Finding> {
    let state =
        BlockingConnection::connect(primary).and_then(|plain| plain.text(POSITION)).and_then(|position| {
            let standby = BlockingConnection::connect(&replica.of_standby())?;
            let started = Instant::now();
            loop {
                let state = standby.text(&list_from_standby(&position))?;
                if state != "behind" || started.elapsed() > REST {
                    return Ok(state);
                }
                std::thread::sleep(LOOK);
            }
        });
    let fault = match state {
        Ok(state) if state == "there" => return None,
        Ok(state) => state_text(&state).to_owned(),
        Err(error) => error.to_string(),
    };
    Some(Finding {
        fault: format!("the replica {replica} is not used: {fault}"),
        advice: "Until then, the primary serves all lists. See \"Read replicas\" in docs/scaling.md.",
        grave: false,
    })
}
