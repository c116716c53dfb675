//! The queues of small and large plans. Both alternate while both have plans: a small plan waits for at most one large
//! plan, and large plans are not starved by small ones.

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::Transaction;
use orderdock_store_sql::store::threads::closed;
use tokio::sync::mpsc;

/// Maximum number of plans in a queue. Further plans are rejected immediately.
pub const QUEUE_LIMIT: usize = 1_024;
/// Number of rows from which a plan is large. Small imports that are batched together have fewer.
const LARGE: usize = 500;
/// Maximum number of small plans that share a commit, and of their rows.
const GROUP_PLANS: usize = 32;
const GROUP_ROWS: usize = 2_000;

/// A queued write.
pub trait Plan: Send {
    fn rows(&self) -> usize;

    /// Writes, and stores the result for the reply. May be called again after a rollback.
    fn run(&mut self, transaction: &dyn Transaction) -> StoreResult<()>;

    /// Replies to the caller, with an error if the commit failed.
    fn reply(self: Box<Self>, committed: StoreResult<()>);
}

impl std::fmt::Debug for dyn Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Plan({} rows)", self.rows())
    }
}

pub type PlanGroup = Vec<Box<dyn Plan>>;

/// Sending side of the queues.
#[derive(Debug)]
pub struct WriteQueueSender {
    small: mpsc::Sender<Box<dyn Plan>>,
    large: mpsc::Sender<Box<dyn Plan>>,
}

/// Receiving side of the queues.
pub struct WriteQueue {
    small: mpsc::Receiver<Box<dyn Plan>>,
    large: mpsc::Receiver<Box<dyn Plan>>,
    large_is_next: bool,
}

pub fn write_queue() -> (WriteQueueSender, WriteQueue) {
    let (small, small_receiver) = mpsc::channel(QUEUE_LIMIT);
    let (large, large_receiver) = mpsc::channel(QUEUE_LIMIT);
    (
        WriteQueueSender { small, large },
        WriteQueue { small: small_receiver, large: large_receiver, large_is_next: false },
    )
}

impl WriteQueueSender {
    pub fn enter(&self, plan: Box<dyn Plan>) -> StoreResult<()> {
        let lane = if plan.rows() < LARGE { &self.small } else { &self.large };
        lane.try_send(plan).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Overloaded,
            mpsc::error::TrySendError::Closed(_) => closed(),
        })
    }

    /// Returns the number of waiting plans.
    pub fn waiting(&self) -> usize {
        [&self.small, &self.large].map(|lane| lane.max_capacity() - lane.capacity()).iter().sum()
    }
}

impl WriteQueue {
    /// Returns the plans for the next commit, if any are waiting.
    pub fn waiting(&mut self) -> Option<PlanGroup> {
        if self.large_is_next {
            return self.next_large().or_else(|| self.next_small());
        }
        self.next_small().or_else(|| self.next_large())
    }

    /// Waits for the plans of the next commit; `None` after the sending side is closed.
    pub async fn next(&mut self) -> Option<PlanGroup> {
        tokio::select! {
            biased;
            Some(plan) = self.small.recv() => Some(self.with_others(plan)),
            Some(plan) = self.large.recv() => Some(self.alone(plan)),
            else => None,
        }
    }

    fn next_small(&mut self) -> Option<PlanGroup> {
        self.small.try_recv().ok().map(|plan| self.with_others(plan))
    }

    fn next_large(&mut self) -> Option<PlanGroup> {
        self.large.try_recv().ok().map(|plan| self.alone(plan))
    }

    fn with_others(&mut self, first: Box<dyn Plan>) -> PlanGroup {
        self.large_is_next = true;
        let mut rows = first.rows();
        let mut group = vec![first];
        while group.len() < GROUP_PLANS && rows < GROUP_ROWS {
            let Ok(next) = self.small.try_recv() else { break };
            rows += next.rows();
            group.push(next);
        }
        group
    }

    fn alone(&mut self, plan: Box<dyn Plan>) -> PlanGroup {
        self.large_is_next = false;
        vec![plan]
    }
}
