//! Plans wait in two lanes, small ones and large ones, which take turns where both wait: a small one waits for one large
//! one at most, and the large ones go on however many small ones come.

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::Transaction;
use orderdock_store_sql::threads::closed;
use tokio::sync::mpsc;

/// Plans that may wait in a lane; one more is refused at once.
pub const QUEUE_LIMIT: usize = 1_024;
/// Rows from which on a plan is a large one, more than the small imports have that are written together.
const LARGE: usize = 500;
/// Small plans that share a commit, and their rows.
const GROUP_PLANS: usize = 32;
const GROUP_ROWS: usize = 2_000;

/// Something that waits to be written.
pub trait Plan: Send {
    fn rows(&self) -> usize;

    /// Writes, and keeps the result for the reply. Run again, it begins from the beginning.
    fn run(&mut self, transaction: &dyn Transaction) -> StoreResult<()>;

    /// Answers the caller; with an error if the commit failed.
    fn reply(self: Box<Self>, committed: StoreResult<()>);
}

impl std::fmt::Debug for dyn Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Plan({} rows)", self.rows())
    }
}

pub type PlanGroup = Vec<Box<dyn Plan>>;

/// Where plans come in.
#[derive(Debug)]
pub struct Entrance {
    small: mpsc::Sender<Box<dyn Plan>>,
    large: mpsc::Sender<Box<dyn Plan>>,
}

/// Where they wait.
pub struct Lanes {
    small: mpsc::Receiver<Box<dyn Plan>>,
    large: mpsc::Receiver<Box<dyn Plan>>,
    large_is_next: bool,
}

pub fn lanes() -> (Entrance, Lanes) {
    let (small, small_ones) = mpsc::channel(QUEUE_LIMIT);
    let (large, large_ones) = mpsc::channel(QUEUE_LIMIT);
    (Entrance { small, large }, Lanes { small: small_ones, large: large_ones, large_is_next: false })
}

impl Entrance {
    pub fn enter(&self, plan: Box<dyn Plan>) -> StoreResult<()> {
        let lane = if plan.rows() < LARGE { &self.small } else { &self.large };
        lane.try_send(plan).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Overloaded,
            mpsc::error::TrySendError::Closed(_) => closed(),
        })
    }

    /// Plans that wait.
    pub fn waiting(&self) -> usize {
        [&self.small, &self.large].map(|lane| lane.max_capacity() - lane.capacity()).iter().sum()
    }
}

impl Lanes {
    /// The plans that are written next with one commit, if any wait.
    pub fn waiting(&mut self) -> Option<PlanGroup> {
        if self.large_is_next {
            return self.large_one().or_else(|| self.small_ones());
        }
        self.small_ones().or_else(|| self.large_one())
    }

    /// Waits for such plans; nothing once no more can come.
    pub async fn next(&mut self) -> Option<PlanGroup> {
        tokio::select! {
            biased;
            Some(plan) = self.small.recv() => Some(self.with_others(plan)),
            Some(plan) = self.large.recv() => Some(self.alone(plan)),
            else => None,
        }
    }

    fn small_ones(&mut self) -> Option<PlanGroup> {
        self.small.try_recv().ok().map(|plan| self.with_others(plan))
    }

    fn large_one(&mut self) -> Option<PlanGroup> {
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
