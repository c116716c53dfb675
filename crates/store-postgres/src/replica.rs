//! A standby that answers lists in the primary's place, where it has all writes that were acknowledged to anybody.
//!
//! Each list asks the primary how far its log is durable, and the standby whether it has come so far; if not, it waits a
//! moment, and then the primary answers. So a list is never older than what its caller wrote before, through whichever
//! instance, and no session has to remember anything.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use orderdock_store::{Finding, StoreError, StoreResult};
use orderdock_store_sql::Transaction;
use tokio::sync::oneshot;

use crate::address::Address;
use crate::jobs::in_snapshot;
use crate::plain::BlockingConnection;
use crate::pool::{Pool, Worker};

/// How long a standby may need to come as far as the primary.
const CATCH_UP: Duration = Duration::from_millis(250);
const LOOK: Duration = Duration::from_millis(2);
/// How long a list waits until a connection of the standby takes it up.
const TAKEN_UP: Duration = Duration::from_millis(500);
/// How long a standby is left alone that is gone or behind.
const REST: Duration = Duration::from_secs(2);

/// Which cluster it is, and how far its log is durable. Where commits do not wait for that, how far it is written.
const POSITION: &str = "SELECT system_identifier || ' ' || CASE current_setting('synchronous_commit') \
     WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END FROM pg_control_system()";

/// Lists that were asked of the standby.
#[derive(Debug, Default)]
struct Counters {
    answered: AtomicU64,
    /// Those that went to the primary instead.
    passed_over: AtomicU64,
}

#[derive(Debug)]
pub struct Replica {
    pool: Pool,
    rest: Arc<Rest>,
    counters: Counters,
}

/// Until when nothing is asked of it.
#[derive(Debug, Default)]
struct Rest(Mutex<Option<Instant>>);

impl Rest {
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
    /// So many connections to a standby, each made when it is first needed: it need not be there.
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

    /// What the standby answers; nothing where the primary has to.
    pub async fn list<T: Send + 'static>(
        &self,
        primary: &Pool,
        work: &Arc<impl Fn(&dyn Transaction) -> StoreResult<T> + Send + Sync + 'static>,
    ) -> Option<T> {
        let answer = self.asked(primary, work).await;
        let counter = if answer.is_some() { &self.counters.answered } else { &self.counters.passed_over };
        counter.fetch_add(1, Ordering::Relaxed);
        answer
    }

    /// Lists that it answered, and those that it did not.
    pub fn counted(&self) -> (u64, u64) {
        let Counters { answered, passed_over } = &self.counters;
        (answered.load(Ordering::Relaxed), passed_over.load(Ordering::Relaxed))
    }

    async fn asked<T: Send + 'static>(
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
        let answer = self.pool.send(
            move |worker| {
                come_so_far(worker, &rest, &position)?;
                // who did not wait so long asks the primary
                taken.send(()).map_err(|()| StoreError::Overloaded)?;
                in_snapshot(worker, |transaction| work(transaction))
            },
            false,
        );
        let answer = answer.ok()?;
        // where all its connections are at work, the primary takes what is too much for it
        tokio::time::timeout(TAKEN_UP, is_taken).await.ok()?.ok()?;
        match answer.await.ok()? {
            Ok(answer) => Some(answer),
            Err(error) => {
                tracing::warn!(%error, "list answered by the primary: replica failed");
                self.rest.begin();
                None
            }
        }
    }
}

/// Returns when the standby has everything up to a position of its primary; not where that takes long.
fn come_so_far(worker: &mut Worker, rest: &Rest, position: &str) -> StoreResult<()> {
    if !worker.is_connected() {
        // others do not wait for what may take long, or never succeed
        rest.begin();
        worker.link().inspect_err(|error| tracing::warn!(%error, "connecting to the replica failed"))?;
        rest.set(None);
    }
    let begun = Instant::now();
    let asked = asked(position);
    loop {
        let standing = worker.link().and_then(|link| link.word(&asked));
        let fault = match standing.as_deref() {
            Ok("there") => return Ok(()),
            Ok("behind") if begun.elapsed() < CATCH_UP => {
                std::thread::sleep(LOOK);
                continue;
            }
            Ok(standing) => StoreError::Unavailable(words(standing).to_owned()),
            Err(error) => StoreError::Unavailable(error.to_string()),
        };
        rest.begin();
        tracing::warn!(%fault, "replica disabled temporarily");
        return Err(fault);
    }
}

/// Where a server stands beside a position of the primary. No snapshot of a transaction may be older than the answer, so
/// it is asked outside of any.
fn asked(position: &str) -> String {
    let (cluster, place) = position.split_once(' ').unwrap_or((position, "0/0"));
    format!(
        "SELECT CASE WHEN NOT pg_is_in_recovery() THEN 'primary' WHEN system_identifier::text <> '{cluster}' THEN 'other' \
         WHEN pg_last_wal_replay_lsn() >= '{place}'::pg_lsn THEN 'there' ELSE 'behind' END FROM pg_control_system()"
    )
}

fn words(standing: &str) -> &'static str {
    match standing {
        "primary" => "it is not a standby, and its data may be different",
        "other" => "it is a standby of another server",
        _ => "it is behind the primary",
    }
}

/// What keeps a standby from answering lists.
pub fn examine(primary: &Address, replica: &Address) -> Option<Finding> {
    let standing =
        BlockingConnection::connect(primary).and_then(|plain| plain.text(POSITION)).and_then(|position| {
            let standby = BlockingConnection::connect(&replica.of_standby())?;
            let begun = Instant::now();
            loop {
                let standing = standby.text(&asked(&position))?;
                if standing != "behind" || begun.elapsed() > REST {
                    return Ok(standing);
                }
                std::thread::sleep(LOOK);
            }
        });
    let fault = match standing {
        Ok(standing) if standing == "there" => return None,
        Ok(standing) => words(&standing).to_owned(),
        Err(error) => error.to_string(),
    };
    Some(Finding {
        fault: format!("the replica {replica} is not used: {fault}"),
        advice: "Until then, the primary serves all lists. See \"Read replicas\" in docs/scaling.md.",
        grave: false,
    })
}
