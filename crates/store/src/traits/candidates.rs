//! Reads of candidates: by key, as lists, and as figures.

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, DataSourceId, ExternalSystemId, PartnerId};
use orderdock_domain::masterdata::Reference;

use crate::{
    CandidateCounts, CandidateFilter, CandidatePage, CandidateQuery, Candidates, Day, DayQuery,
    FoundMissingRecord, HeaderPage, HeldOrders, HoldGroupQuery, HoldGroups, Intake, IntakeQuery,
    MissingRecordQuery, ProblemGroupQuery, ProblemGroups, RecentProduct, StoreResult,
};

/// The data source or external systems to which a sender's reference applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReferenceOwner {
    DataSource(DataSourceId),
    /// Systems of several organisations can have the same code.
    Systems(Vec<ExternalSystemId>),
}

/// Returns the owner of a reference, by the reference data of the read snapshot.
pub type OwnerChoice = Box<dyn FnOnce(&Reference) -> Option<ReferenceOwner> + Send>;

/// Reads of candidates by key.
pub trait CandidateReader {
    /// Returns candidates with the records that they reference.
    fn candidates(&self, scope: &ReadScope, ids: &[CandidateId]) -> StoreResult<Candidates>;

    /// Returns missing records of the organisations that the caller may write, in the order of the query.
    fn missing_records(
        &self,
        scope: &WriteScope,
        query: &MissingRecordQuery,
    ) -> StoreResult<Vec<FoundMissingRecord>>;

    /// Returns the active products of the last orders of a partner, last ordered first.
    fn recently_ordered(&self, scope: &ReadScope, buyer: PartnerId) -> StoreResult<Vec<RecentProduct>>;
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

    /// Groups `new` candidates on hold by reason, for the organisations that the caller may write.
    async fn hold_groups(&self, scope: WriteScope, query: HoldGroupQuery) -> StoreResult<HoldGroups>;

    /// Returns the incoming orders of the candidates on hold, for notifications.
    async fn held_orders(&self, scope: WriteScope, query: HoldGroupQuery) -> StoreResult<HeldOrders>;

    /// Removes the recorded causes of problems before an instant. Returns their number.
    async fn sweep_causes(&self, before: Timestamp) -> StoreResult<u64>;

    /// Returns the rows of an external header, or of one of its lines, in all organisations of the scope. They can
    /// belong to several incoming orders. Empty if `owner` returns `None`.
    async fn candidates_by_reference(
        &self,
        scope: ReadScope,
        owner: OwnerChoice,
        header_id: String,
        line_id: Option<String>,
    ) -> StoreResult<Candidates>;
}
