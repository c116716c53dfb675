//! Candidates as they are read: by key, in lists, counted.

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, DataSourceId};
use orderdock_domain::masterdata::Reference;

use crate::{
    CandidateCounts, CandidateFilter, CandidatePage, CandidateQuery, Candidates, Day, DayQuery, HeaderPage,
    Intake, IntakeQuery, ProblemGroupQuery, ProblemGroups, StoreResult,
};

/// Which data source is meant, by what there is in the snapshot that is read.
pub type DataSourceChoice = Box<dyn FnOnce(&Reference) -> Option<DataSourceId> + Send>;

/// Reads of candidates by key.
pub trait CandidateReader {
    /// Returns candidates with the records that they name.
    fn candidates(&self, scope: &ReadScope, ids: &[CandidateId]) -> StoreResult<Candidates>;
}

/// Candidates as they are read: by key, in lists, counted.
#[async_trait]
pub trait CandidateStore: Send + Sync + 'static {
    async fn find_candidates(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<CandidatePage>;

    /// The headers of which a candidate matches, in the order of their leaders; see [`HeaderSummary`](crate::HeaderSummary).
    async fn find_headers(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<HeaderPage>;

    /// How many candidates match, by status, and how many of them do not wait on a day; the filter's own statuses do not
    /// narrow.
    async fn count_candidates(
        &self,
        scope: ReadScope,
        filter: CandidateFilter,
        today: Date,
    ) -> StoreResult<CandidateCounts>;

    /// Figures about what came in, of the organisations that the caller may write.
    async fn intake(&self, scope: WriteScope, query: IntakeQuery) -> StoreResult<Intake>;

    /// Figures about the present day, of the organisations that the caller may write.
    async fn day(&self, scope: WriteScope, query: DayQuery) -> StoreResult<Day>;

    /// Candidates in error, of the organisations that the caller may write, by what is wrong with them.
    async fn problem_groups(&self, scope: WriteScope, query: ProblemGroupQuery)
    -> StoreResult<ProblemGroups>;

    /// Forgets which causes of problems came before then, and tells how many that were.
    async fn sweep_causes(&self, before: Timestamp) -> StoreResult<u64>;

    /// The rows of an external header, or the one row of a line, in all organisations of the scope; none where no data
    /// source is meant.
    async fn candidates_by_reference(
        &self,
        scope: ReadScope,
        data_source: DataSourceChoice,
        header_id: String,
        line_id: Option<String>,
    ) -> StoreResult<Candidates>;
}
