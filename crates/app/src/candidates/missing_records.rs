//! Missing records: records that lines refer to and that do not exist yet.

use orderdock_domain::access::Scope;
use orderdock_domain::candidate::MissingRecordId;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{FoundMissingRecord, MissingRecordQuery};

use crate::candidates::CandidateService;
use crate::{Caller, Outcome};

impl CandidateService {
    /// Returns a page of missing records of the caller's organisations.
    pub async fn missing_records(
        &self,
        caller: &Caller,
        query: MissingRecordQuery,
    ) -> Outcome<Vec<FoundMissingRecord>> {
        caller.require(Scope::CandidatesRead, Phrase::ListUnresolvedReferences)?;
        let scope = caller.organisations.write();
        Ok(self.store.list(move |tx| tx.missing_records(&scope, &query)).await?)
    }

    /// Returns a missing record of the caller's organisations.
    pub async fn missing_record(&self, caller: &Caller, id: &str) -> Outcome<FoundMissingRecord> {
        caller.require(Scope::CandidatesRead, Phrase::ListUnresolvedReferences)?;
        self.find_missing_record(caller, id).await
    }

    pub(crate) async fn find_missing_record(&self, caller: &Caller, id: &str) -> Outcome<FoundMissingRecord> {
        let missing = || Problem::not_found(ProblemCode::UnresolvedReferenceNotFound, id);
        let wanted: MissingRecordId = id.parse().map_err(|()| missing())?;
        let query = MissingRecordQuery { id: Some(wanted), limit: 1, ..MissingRecordQuery::default() };
        let scope = caller.organisations.write();
        let found = self.store.read(move |tx| tx.missing_records(&scope, &query)).await?;
        Ok(found.into_iter().next().ok_or_else(missing)?)
    }
}
