//! What commits tell others.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, OrderId, RequestId};

use crate::{FeedBacklog, FeedPage, NamedCandidate, NamedOrder, NamedRequest, StoreResult};

/// The part of the port that deals with the outbox: every commit that changes something others may care about writes there
/// what it tells, in the same transaction.
#[async_trait]
pub trait OutboxStore: Send + Sync + 'static {
    /// Gives a place in the feed to everything that is committed and has none: behind all places given before.
    async fn place_events(&self) -> StoreResult<()>;

    /// The first commits from a position on that tell of organisations of the scope, at most `limit`.
    async fn read_events(&self, scope: ReadScope, from: i64, limit: u32) -> StoreResult<FeedPage>;

    /// Returns how much of the feed follows from a position on, including commits without a position.
    async fn feed_backlog(&self, from: i64) -> StoreResult<FeedBacklog>;

    /// What candidates are called by their senders, in no order; without those outside of the scope, and those that were
    /// archived.
    async fn named_candidates(
        &self,
        scope: ReadScope,
        ids: Vec<CandidateId>,
    ) -> StoreResult<Vec<NamedCandidate>>;

    /// The same of orders.
    async fn named_orders(&self, scope: ReadScope, ids: Vec<OrderId>) -> StoreResult<Vec<NamedOrder>>;

    /// What requests are called in their answers, in no order; events about them say it.
    async fn named_requests(&self, ids: Vec<RequestId>) -> StoreResult<Vec<NamedRequest>>;

    /// Removes the beginning of the feed, as far as it is older than an instant, in small pieces; tells how many commits.
    async fn sweep_events(&self, before: Timestamp) -> StoreResult<u64>;
}
