//! The storage traits of requests, implemented by the functions of this folder.

use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, RequestId};
use orderdock_domain::import::RejectedLine;
use orderdock_store::{
    IdempotencyKey, RequestQuery, RequestReader, RequestWriter, StoreResult, StoredRequest, StoredResponse,
};

use super::notes_json;
use crate::maintenance::storage_use;
use crate::store::transaction::StoreTransaction;

/// Responses and requests that are removed per transaction.
const SWEEP_AT_ONCE: u32 = 500;

impl RequestReader for StoreTransaction<'_> {
    fn request_of_candidate(
        &self,
        scope: &ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>> {
        let organisations = self.readable(scope)?;
        super::of_candidate(self.transaction, &organisations, candidate)
    }

    fn find_requests(&self, query: &RequestQuery) -> StoreResult<Vec<StoredRequest>> {
        super::find(self.transaction, query)
    }

    fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>> {
        super::by_id(self.transaction, id)
    }

    fn stored_response(&self, key: &IdempotencyKey) -> StoreResult<Option<StoredResponse>> {
        super::stored_response(self.transaction, key)
    }
}

impl RequestWriter for StoreTransaction<'_> {
    fn store_request(&self, request: &StoredRequest, rejected: &[RejectedLine]) -> StoreResult<()> {
        super::store_request(self.transaction, request)?;
        super::store_rejected_lines(self.transaction, request, rejected)?;
        if request.status < 400 {
            return Ok(());
        }
        storage_use::add_rejected(self.transaction, request, &notes_json(&request.notes))
    }

    fn store_response(&self, response: &StoredResponse) -> StoreResult<()> {
        super::store_response(self.transaction, response)
    }

    fn replace_response(&self, response: &StoredResponse) -> StoreResult<()> {
        super::replace_response(self.transaction, response)
    }

    fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64> {
        super::sweep(self.transaction, before, i64::from(SWEEP_AT_ONCE))
    }
}
