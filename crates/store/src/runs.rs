//! Runs: what they take, what they write, what is kept of them; schedules and leases.

use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, ReadScope, WriteScope};
use orderdock_domain::candidate::{Candidate, Hold, Status};
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId, OrganisationId, RunId};
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::{
    OrdersWrites, ProcessingContext, Run, RunCandidateResult, RunCounts, SplitMember,
};
use orderdock_domain::text::Code;

use crate::CandidateFilter;

/// Whose candidates a run takes, and whose records it sees.
#[derive(Clone, Debug)]
pub struct RunScope {
    pub candidates: WriteScope,
    pub records: ReadScope,
}

impl RunScope {
    pub fn of(organisations: &OrgScope) -> Self {
        Self { candidates: organisations.write(), records: organisations.read() }
    }
}

/// Which candidates a run is to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gather {
    /// Every header with candidates that are `new`, unless they wait for what only a clerk can settle.
    Due,
    /// The same with those that wait for a release by hand.
    Open,
    /// What was selected, whatever its status.
    Selected(Selection),
    /// What was selected, and the other lines of the same incoming orders in one of these statuses.
    WholeOrders(Selection, &'static [Status]),
    /// Candidates in error, and new ones with a list price of a product or list whose prices were changed since then; to
    /// be validated again.
    ToValidate { prices_since: Timestamp },
    /// What a run has changed or ordered and is still there; an order never lies in two chunks.
    DoneBy(RunId),
}

/// What a clerk or sender selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    Ids(Vec<CandidateId>),
    Filter { filter: Box<CandidateFilter>, exclude: Vec<CandidateId> },
    Header { data_source: DataSourceId, header_id: String },
}

/// The chunks of a run, and how they follow from its selection.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gathered {
    pub chunks: Vec<Chunk>,
    /// How many candidates of `chunks` were not selected themselves.
    pub added: u64,
    /// Incoming orders of which lines were selected, left out whole because a line of them is excluded. The first
    /// [`EXCLUDED_SAMPLE`], by their first selected line.
    pub excluded: Vec<ExcludedOrder>,
    /// How many there are.
    pub excluded_orders: u64,
}

impl From<Vec<Chunk>> for Gathered {
    fn from(chunks: Vec<Chunk>) -> Self {
        Self { chunks, ..Self::default() }
    }
}

/// Excluded incoming orders that are named; the figure is of all.
pub const EXCLUDED_SAMPLE: usize = 1_000;

/// An incoming order that a run leaves out because a line of it is excluded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExcludedOrder {
    /// Its first line that was selected or excluded.
    pub candidate: CandidateId,
    /// `None` if the sender gave a flat id.
    pub header_id: Option<Code>,
    pub po_reference: Code,
    /// How many of its lines were selected, the excluded ones among them.
    pub lines: u64,
}

/// Candidates that are planned and written together; a header never lies in two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Ascending.
    pub candidates: Vec<CandidateId>,
    pub extent: ChunkExtent,
}

/// Which candidates belong to a chunk besides those that it lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkExtent {
    /// None.
    Listed,
    /// Each listed candidate stands for its header: the chunk consists of the `new` candidates of these headers when it
    /// is loaded.
    Headers,
    /// The `new` candidates of the same headers when it is loaded.
    ListedAndHeaders,
}

/// A chunk with all that its plan must know.
#[derive(Clone, Debug, Default)]
pub struct LoadedChunk {
    /// By id; `content` is left empty, no plan reads it.
    pub candidates: Vec<Candidate>,
    pub context: ProcessingContext,
}

/// What one chunk of a run writes, in one commit.
#[derive(Debug)]
pub struct ChunkCommit {
    pub run: RunId,
    /// Who it works for.
    pub actor: String,
    pub writes: OrdersWrites,
    /// Those that the run keeps. Of a candidate whose order could not be made none is kept.
    pub results: Vec<RunCandidateResult>,
    /// The figures of the plan.
    pub counts: RunCounts,
    pub now: Timestamp,
    /// Of who works on the run.
    pub fence: Fence,
}

impl ChunkCommit {
    /// Returns about how many rows it writes.
    pub const fn row_count(&self) -> usize {
        let OrdersWrites { orders, changes, repriced, .. } = &self.writes;
        1 + orders.len() + changes.len() + repriced.len() + self.results.len()
    }
}

/// What became of a chunk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChunkOutcome {
    /// The figures of what was really written.
    pub counts: RunCounts,
    /// Candidates of orders that were not made, because one of them had changed. Ascending.
    pub overtaken: Vec<CandidateId>,
    /// The run is to end here.
    pub stop: bool,
}

/// A run as it is kept, with whose candidates it takes. Only who may write all of these sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunRecord {
    pub run: Run,
    pub organisations: OrgScope,
    /// Someone asked it to stop.
    pub stop_requested: bool,
    /// The run that undoes it, unless that ended before it was through.
    pub undone_by: Option<RunId>,
    /// Of who works on it.
    pub fence: Fence,
}

/// Drawn from the ids at each take of a run or lease, so none is ever drawn again. Who writes says with which one it
/// holds what it writes for: after another take nothing of theirs is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fence(pub i64);

/// What a run did with one candidate, as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct RunResult {
    pub candidate: CandidateId,
    pub outcome: RunResultOutcome,
    pub warnings: Vec<Problem>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum RunResultOutcome {
    Ordered {
        order: OrderId,
        document_no: Code,
        line: i64,
        split_by: Option<SplitMember>,
    },
    Held(Hold),
    Failed(Vec<Problem>),
    /// What it was before and still is; after a `revalidate` run, what it has become.
    Passed(Status),
    Changed,
    Unchanged,
}

/// When candidates of an organisation become orders by themselves. Without settings of its own an organisation
/// has the default: active, every minute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub organisation: OrganisationId,
    pub active: bool,
    /// Five fields, read in the organisation's time zone.
    pub cron: String,
    /// No run before this instant.
    pub paused_until: Option<Timestamp>,
    pub state: ScheduleState,
}

/// The settings of a new organisation.
pub const DEFAULT_CRON: &str = "* * * * *";

/// What the scheduler remembers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScheduleState {
    /// When the schedule was last followed, whether there was anything to do or not.
    pub last_run_at: Option<Timestamp>,
    /// When a header is due that only waits for its time.
    pub due_at: Option<Timestamp>,
    /// The [`master data stamp`](crate::Store::master_data_stamp) at which candidates in error were last
    /// validated again.
    pub validated_stamp: Option<i64>,
}
