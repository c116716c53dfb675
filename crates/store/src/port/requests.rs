//! The log of requests, and the answers under idempotency keys.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, RequestId};
use orderdock_domain::import::RejectedLine;

use crate::{IdempotencyKey, RequestQuery, StoreResult, StoredAnswer, StoredRequest};

/// The log of requests, and the answers under idempotency keys.
///
/// A request belongs to its caller and may carry rows of several organisations, and so does a key: they take no scope.
#[async_trait]
pub trait RequestStore: Send + Sync + 'static {
    /// Keeps a request that wrote nothing else (a rejected one), with its lines that headers wait for.
    async fn keep_request(&self, request: StoredRequest, rejected: Vec<RejectedLine>) -> StoreResult<()>;

    /// The request that a candidate came with.
    async fn request_of_candidate(
        &self,
        scope: ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>>;

    /// Requests as they were received, their bodies left out. They belong to no organisation: who may see whose is
    /// decided by the caller.
    async fn find_requests(&self, query: RequestQuery) -> StoreResult<Vec<StoredRequest>>;

    async fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>>;

    async fn answer_for(&self, key: IdempotencyKey) -> StoreResult<Option<StoredAnswer>>;

    /// Stores an answer whose effect is committed already. `AnswerTaken` if the key has one.
    async fn keep_answer(&self, answer: StoredAnswer) -> StoreResult<()>;

    /// Replaces status and body of the answer under a key, if there is one.
    async fn replace_answer(&self, answer: StoredAnswer) -> StoreResult<()>;

    /// Removes answers and candidate-less requests from before the instant; tells how many.
    async fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64>;
}
