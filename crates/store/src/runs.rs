//! Runs: selection, chunks, commits and stored results; schedules and fences.

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

/// Scopes of the candidates that a run processes and of the records that it reads.
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

/// The selection of candidates for a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunTarget {
    /// Headers with `new` candidates, unless these are on hold for a reason that only a clerk can resolve.
    Due,
    /// `Due`, and headers on hold until a clerk releases them.
    Open,
    /// The selected candidates in any status.
    Selected(Selection),
    /// The selected candidates, and the other lines of their incoming orders that have one of these statuses.
    WholeOrders(Selection, &'static [Status]),
    /// Candidates to validate again: those in error, and new ones with a list price of a product or list whose prices
    /// have changed since the instant.
    ToValidate { prices_since: Timestamp },
    /// The candidates that a run changed or ordered. An order is never split between chunks.
    DoneBy(RunId),
}

/// A selection by a clerk or sender.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    Ids(Vec<CandidateId>),
    Filter { filter: Box<CandidateFilter>, exclude: Vec<CandidateId> },
    Header { data_source: DataSourceId, header_id: String },
}

/// The chunks of a run, and the differences from its selection.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gathered {
    pub chunks: Vec<Chunk>,
    /// Number of candidates in `chunks` that were not selected.
    pub added: u64,
    /// Incoming orders that are skipped because the selection excludes one of their lines: the first
    /// [`EXCLUDED_SAMPLE`], ordered by first selected line.
    pub excluded: Vec<ExcludedOrder>,
    /// Total number of skipped orders.
    pub excluded_orders: u64,
}

impl From<Vec<Chunk>> for Gathered {
    fn from(chunks: Vec<Chunk>) -> Self {
        Self { chunks, ..Self::default() }
    }
}

/// Maximum number of skipped incoming orders that are listed.
pub const EXCLUDED_SAMPLE: usize = 1_000;

/// An incoming order that a run skips because the selection excludes one of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExcludedOrder {
    /// The first line that was selected or excluded.
    pub candidate: CandidateId,
    /// `None` if the sender sent a flat id.
    pub header_id: Option<Code>,
    pub po_reference: Code,
    /// Number of selected lines, including the excluded ones.
    pub lines: u64,
}

/// Candidates that are planned and written together; a header is never split between chunks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Ascending.
    pub candidates: Vec<CandidateId>,
    pub extent: ChunkExtent,
}

/// Candidates that belong to a chunk in addition to its list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkExtent {
    /// No other candidates.
    Listed,
    /// Each listed candidate represents its header: the chunk consists of the candidates of these headers that are
    /// `new` when it is loaded.
    Headers,
    /// The candidates of the same headers that are `new` when the chunk is loaded.
    ListedAndHeaders,
}

/// A chunk and everything that its plan depends on.
#[derive(Clone, Debug, Default)]
pub struct LoadedChunk {
    /// Ordered by id; `content` is empty, because no plan reads it.
    pub candidates: Vec<Candidate>,
    pub context: ProcessingContext,
}

/// All writes of one chunk of a run, in one commit.
#[derive(Debug)]
pub struct ChunkCommit {
    pub run: RunId,
    /// Name of the caller for whom the run works.
    pub actor: String,
    pub writes: OrdersWrites,
    /// Results to store, without those of candidates whose order could not be created.
    pub results: Vec<RunCandidateResult>,
    /// The planned counts.
    pub counts: RunCounts,
    pub now: Timestamp,
    /// Fence of the instance that processes the run.
    pub fence: FencingToken,
}

impl ChunkCommit {
    /// Returns about how many rows it writes.
    pub const fn row_count(&self) -> usize {
        let OrdersWrites { orders, changes, repriced, .. } = &self.writes;
        1 + orders.len() + changes.len() + repriced.len() + self.results.len()
    }
}

/// The result of a chunk commit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ChunkOutcome {
    /// The counts of the actual writes.
    pub counts: RunCounts,
    /// Candidates of orders that were not created because one of them had changed, ascending.
    pub stale: Vec<CandidateId>,
    /// Whether the run must stop now.
    pub stop: bool,
}

/// A stored run with the organisations of its candidates. Visible only to callers that may write all of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunRecord {
    pub run: Run,
    pub organisations: OrgScope,
    /// Whether a stop was requested.
    pub stop_requested: bool,
    /// The run that undoes this one, unless it ended before it was complete.
    pub undone_by: Option<RunId>,
    /// Fence of the instance that processes it.
    pub fence: FencingToken,
}

/// Fencing token. Each takeover of a run or lease draws a new one from the ids, so no token is used twice. Writes with
/// an older token are rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FencingToken(pub i64);

/// The stored result of a run for one candidate.
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
    /// The unchanged status; after a `revalidate` run, the new status.
    Passed(Status),
    Changed,
    Unchanged,
}

/// The schedule by which candidates of an organisation become orders. The default is active, every minute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pub organisation: OrganisationId,
    pub active: bool,
    /// Cron expression with five fields, in the organisation's time zone.
    pub cron: String,
    /// No run starts before this instant.
    pub paused_until: Option<Timestamp>,
    pub state: ScheduleState,
}

/// Default schedule of an organisation: every minute.
pub const DEFAULT_CRON: &str = "* * * * *";

/// State of the scheduler for an organisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScheduleState {
    /// Time of the last run, including runs without candidates.
    pub last_run_at: Option<Timestamp>,
    /// Time when the next header becomes due that is on hold only until a time.
    pub due_at: Option<Timestamp>,
    /// The [`master data stamp`](crate::Store::master_data_stamp) when candidates in error were last validated again.
    pub validated_stamp: Option<i64>,
}
