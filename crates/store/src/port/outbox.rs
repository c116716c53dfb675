//! The outbox: events of commits, read as a feed.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, OrderId, RequestId};

use crate::{FeedBacklog, FeedPage, NamedCandidate, NamedOrder, NamedRequest, StoreResult};

/// The outbox. Every commit writes its events there in the same transaction, if it changes data that other systems may
/// depend on.
#[async_trait]
pub trait OutboxStore: Send + Sync + 'static {
    /// Assigns a position in the feed to every committed entry that has none, after all positions assigned before.
    async fn place_events(&self) -> StoreResult<()>;

    /// Returns at most `limit` commits from a position on that have events of organisations of the scope.
    async fn read_events(&self, scope: ReadScope, from: i64, limit: u32) -> StoreResult<FeedPage>;

    /// Returns how much of the feed follows from a position on, including commits without a position.
    async fn feed_backlog(&self, from: i64) -> StoreResult<FeedBacklog>;

    /// Returns the references that senders use for candidates, in no particular order. Omits archived candidates and
    /// those outside the scope.
    async fn named_candidates(
        &self,
        scope: ReadScope,
        ids: Vec<CandidateId>,
    ) -> StoreResult<Vec<NamedCandidate>>;

    /// Returns the references that senders use for orders, like [`Self::named_candidates`].
    async fn named_orders(&self, scope: ReadScope, ids: Vec<OrderId>) -> StoreResult<Vec<NamedOrder>>;

    /// Returns the request ids that the responses of requests contain, in no particular order. Events about requests
    /// use them.
    async fn named_requests(&self, ids: Vec<RequestId>) -> StoreResult<Vec<NamedRequest>>;

    /// Removes the part of the feed that is older than an instant, in small batches. Returns the number of commits.
    async fn sweep_events(&self, before: Timestamp) -> StoreResult<u64>;
}
