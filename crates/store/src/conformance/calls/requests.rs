//! Reads and writes of requests, each in its own transaction.

use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, RequestId};
use orderdock_domain::import::RejectedLine;

use crate::{IdempotencyKey, RequestQuery, Store, StoreResult, StoredRequest, StoredResponse, WriteMode};

/// Methods of [`RequestReader`](crate::RequestReader) and [`RequestWriter`](crate::RequestWriter).
pub trait RequestCalls {
    async fn store_request(&self, request: StoredRequest, rejected: Vec<RejectedLine>) -> StoreResult<()>;
    async fn request_of_candidate(
        &self,
        scope: ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>>;
    async fn find_requests(&self, query: RequestQuery) -> StoreResult<Vec<StoredRequest>>;
    async fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>>;
    async fn stored_response(&self, key: IdempotencyKey) -> StoreResult<Option<StoredResponse>>;
    async fn store_response(&self, response: StoredResponse) -> StoreResult<()>;
    async fn replace_response(&self, response: StoredResponse) -> StoreResult<()>;
    async fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64>;
}

impl RequestCalls for dyn Store {
    async fn store_request(&self, request: StoredRequest, rejected: Vec<RejectedLine>) -> StoreResult<()> {
        let rows = 1 + rejected.len();
        self.write(WriteMode::Shared, rows, move |tx| tx.store_request(&request, &rejected)).await
    }

    async fn request_of_candidate(
        &self,
        scope: ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>> {
        self.read(move |tx| tx.request_of_candidate(&scope, candidate)).await
    }

    async fn find_requests(&self, query: RequestQuery) -> StoreResult<Vec<StoredRequest>> {
        self.read(move |tx| tx.find_requests(&query)).await
    }

    async fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>> {
        self.read(move |tx| tx.request(id)).await
    }

    async fn stored_response(&self, key: IdempotencyKey) -> StoreResult<Option<StoredResponse>> {
        self.read(move |tx| tx.stored_response(&key)).await
    }

    async fn store_response(&self, response: StoredResponse) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.store_response(&response)).await
    }

    async fn replace_response(&self, response: StoredResponse) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.replace_response(&response)).await
    }

    async fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64> {
        self.write_in_batches(WriteMode::Shared, 1, move |tx| tx.sweep_requests(before)).await
    }
}
