//! Implements the storage traits of candidates.

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::access::{ReadScope, WriteScope};
use orderdock_domain::ids::{CandidateId, PartnerId};
use orderdock_store::{
    CandidateCounts, CandidateFilter, CandidatePage, CandidateQuery, CandidateReader, CandidateStore,
    Candidates, Day, DayQuery, FoundMissingRecord, HeaderPage, HeldOrders, HoldGroupQuery, HoldGroups,
    Intake, IntakeQuery, MissingRecordQuery, OwnerChoice, ProblemGroupQuery, ProblemGroups, RecentProduct,
    StoreResult,
};

use crate::sql::scope::OrganisationIds;
use crate::store::transaction::StoreTransaction;
use crate::{
    Backend, SqlStore, candidates::causes, candidates::count, candidates::find, candidates::headers,
    candidates::hold_groups, candidates::loaded, candidates::problem_groups, statistics::day,
    statistics::intake, unresolved::missing_records,
};

impl CandidateReader for StoreTransaction<'_> {
    fn candidates(&self, scope: &ReadScope, ids: &[CandidateId]) -> StoreResult<Candidates> {
        let reference = self.reference()?;
        let organisations = OrganisationIds::readable(scope, &reference);
        loaded::by_ids(self.transaction, &organisations, reference, ids)
    }

    fn missing_records(
        &self,
        scope: &WriteScope,
        query: &MissingRecordQuery,
    ) -> StoreResult<Vec<FoundMissingRecord>> {
        missing_records::list::find(self.transaction, &self.writable(scope)?, query)
    }

    fn recently_ordered(&self, scope: &ReadScope, buyer: PartnerId) -> StoreResult<Vec<RecentProduct>> {
        missing_records::list::recently_ordered(self.transaction, &self.readable(scope)?, buyer)
    }
}

#[async_trait]
impl<B: Backend> CandidateStore for SqlStore<B> {
    async fn find_candidates(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<CandidatePage> {
        self.list_scoped(scope, move |transaction, organisations, reference| {
            find::find(transaction, organisations, reference, &query)
        })
        .await
    }

    async fn find_headers(&self, scope: ReadScope, query: CandidateQuery) -> StoreResult<HeaderPage> {
        self.list_scoped(scope, move |transaction, organisations, reference| {
            headers::find(transaction, organisations, reference, &query)
        })
        .await
    }

    async fn count_candidates(
        &self,
        scope: ReadScope,
        filter: CandidateFilter,
        today: Date,
    ) -> StoreResult<CandidateCounts> {
        self.list_scoped(scope, move |transaction, organisations, _| {
            count::by_status(transaction, organisations, &filter, today)
        })
        .await
    }

    async fn intake(&self, scope: WriteScope, query: IntakeQuery) -> StoreResult<Intake> {
        self.list_scoped(scope, move |transaction, organisations, _| {
            intake::figures(transaction, organisations, &query)
        })
        .await
    }

    async fn day(&self, scope: WriteScope, query: DayQuery) -> StoreResult<Day> {
        self.list_scoped(scope, move |transaction, organisations, reference| {
            day::figures(transaction, organisations, &reference, &query)
        })
        .await
    }

    async fn problem_groups(
        &self,
        scope: WriteScope,
        query: ProblemGroupQuery,
    ) -> StoreResult<ProblemGroups> {
        self.list_scoped(scope, move |transaction, organisations, reference| {
            problem_groups::groups(transaction, organisations, &reference, &query)
        })
        .await
    }

    async fn hold_groups(&self, scope: WriteScope, query: HoldGroupQuery) -> StoreResult<HoldGroups> {
        self.list_scoped(scope, move |transaction, organisations, reference| {
            hold_groups::groups(transaction, organisations, &reference, &query)
        })
        .await
    }

    async fn held_orders(&self, scope: WriteScope, query: HoldGroupQuery) -> StoreResult<HeldOrders> {
        self.list_scoped(scope, move |transaction, organisations, reference| {
            hold_groups::orders(transaction, organisations, &reference, &query)
        })
        .await
    }

    async fn sweep_causes(&self, before: Timestamp) -> StoreResult<u64> {
        self.sweep(1, move |transaction| causes::sweep(transaction, before)).await
    }

    async fn candidates_by_reference(
        &self,
        scope: ReadScope,
        owner: OwnerChoice,
        header_id: String,
        line_id: Option<String>,
    ) -> StoreResult<Candidates> {
        self.read_scoped(scope, move |transaction, organisations, reference| {
            let Some(owner) = owner(&reference) else {
                return loaded::with_related(transaction, organisations, reference, Vec::new());
            };
            let line = line_id.as_deref();
            loaded::by_reference(transaction, organisations, reference, &owner, &header_id, line)
        })
        .await
    }
}
