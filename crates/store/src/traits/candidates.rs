//! Reads of candidates: by key, as lists, and as figures.

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

/// Chooses the data source from the reference data of the snapshot that is read.
pub type DataSourceChoice = Box<dyn FnOnce(&Reference) -> Option<DataSourceId> + Send>;

/// Reads of candidates by key.
pub trait CandidateReader {
    /// Returns candidates with the records that they reference.
    fn candidates(&self, scope: &ReadScope, ids: &[CandidateId]) -> StoreResult<Candidates>;
}

/// Reads of candidates: by key, as lists, and as figures.
#[async_trait]
pub trait CandidateStore: Send + Sync + 'static {
    async fn find_candidates(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<CandidatePage>;

    /// Returns the headers with a matching candidate, ordered by their leaders; see
    /// [`HeaderSummary`](crate::HeaderSummary).
    async fn find_headers(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<HeaderPage>;

    /// Counts the matching candidates by status, and the new ones that are not on hold on a day. Ignores the statuses
    /// of the filter.
    async fn count_candidates(
        &self,
        scope: ReadScope,
        filter: CandidateFilter,
        today: Date,
    ) -> StoreResult<CandidateCounts>;

    /// Returns figures about received candidates of the organisations that the caller may write.
    async fn intake(&self, scope: WriteScope, query: IntakeQuery) -> StoreResult<Intake>;

    /// Returns figures about the present day for the organisations that the caller may write.
    async fn day(&self, scope: WriteScope, query: DayQuery) -> StoreResult<Day>;

    /// Groups candidates in error by their first problem, for the organisations that the caller may write.
    async fn problem_groups(&self, scope: WriteScope, query: ProblemGroupQuery)
    -> StoreResult<ProblemGroups>;

    /// Removes the recorded causes of problems before an instant. Returns their number.
    async fn sweep_causes(&self, before: Timestamp) -> StoreResult<u64>;

    /// Returns the rows of an external header, or the one row of a line, in all organisations of the scope. The result
    /// is empty if `data_source` chooses no data source.
    async fn candidates_by_reference(
        &self,
        scope: ReadScope,
        data_source: DataSourceChoice,
        header_id: String,
        line_id: Option<String>,
    ) -> StoreResult<Candidates>;
}
