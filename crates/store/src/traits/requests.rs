//! The request log and the responses under idempotency keys.

use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, RequestId};
use orderdock_domain::import::RejectedLine;

use crate::{IdempotencyKey, RequestQuery, StoreResult, StoredRequest, StoredResponse};

/// Reads of the request log. A request belongs to its caller and can contain rows of several organisations, so these methods
/// take no scope; the use case decides which requests a caller sees.
pub trait RequestReader {
    /// Returns the request that created a candidate.
    fn request_of_candidate(
        &self,
        scope: &ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>>;

    /// Returns requests without their bodies.
    fn find_requests(&self, query: &RequestQuery) -> StoreResult<Vec<StoredRequest>>;

    /// Returns a request with its body.
    fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>>;

    /// Returns the response stored under an idempotency key.
    fn stored_response(&self, key: &IdempotencyKey) -> StoreResult<Option<StoredResponse>>;
}

/// Writes of the request log.
pub trait RequestWriter: RequestReader {
    /// Stores a request that wrote nothing else, for example a rejected one, and the rejected lines for which incoming
    /// orders wait.
    fn store_request(&self, request: &StoredRequest, rejected: &[RejectedLine]) -> StoreResult<()>;

    /// Stores the response of a committed call; `ResponseExists` if the key already has one.
    fn store_response(&self, response: &StoredResponse) -> StoreResult<()>;

    /// Replaces status and body of the response under a key, if there is one.
    fn replace_response(&self, response: &StoredResponse) -> StoreResult<()>;

    /// Removes some responses and some requests without candidates that are older than an instant. Returns their
    /// number; 0 if none is left.
    fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64>;
}
