//! Reads and writes of the outbox, each in its own transaction.

use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, OrderId, RequestId};

use crate::{FeedBacklog, FeedPage, NamedCandidate, NamedOrder, NamedRequest, Store, StoreResult};

/// Methods of [`OutboxReader`](crate::OutboxReader).
pub trait OutboxCalls {
    async fn read_events(&self, scope: ReadScope, from: i64, limit: u32) -> StoreResult<FeedPage>;
    async fn feed_backlog(&self, from: i64) -> StoreResult<FeedBacklog>;
    async fn named_candidates(
        &self,
        scope: ReadScope,
        ids: Vec<CandidateId>,
    ) -> StoreResult<Vec<NamedCandidate>>;
    async fn named_orders(&self, scope: ReadScope, ids: Vec<OrderId>) -> StoreResult<Vec<NamedOrder>>;
    async fn named_requests(&self, ids: Vec<RequestId>) -> StoreResult<Vec<NamedRequest>>;
}

impl OutboxCalls for dyn Store {
    async fn read_events(&self, scope: ReadScope, from: i64, limit: u32) -> StoreResult<FeedPage> {
        self.read(move |tx| tx.read_events(&scope, from, limit)).await
    }

    async fn feed_backlog(&self, from: i64) -> StoreResult<FeedBacklog> {
        self.read(move |tx| tx.feed_backlog(from)).await
    }

    async fn named_candidates(
        &self,
        scope: ReadScope,
        ids: Vec<CandidateId>,
    ) -> StoreResult<Vec<NamedCandidate>> {
        self.read(move |tx| tx.named_candidates(&scope, &ids)).await
    }

    async fn named_orders(&self, scope: ReadScope, ids: Vec<OrderId>) -> StoreResult<Vec<NamedOrder>> {
        self.read(move |tx| tx.named_orders(&scope, &ids)).await
    }

    async fn named_requests(&self, ids: Vec<RequestId>) -> StoreResult<Vec<NamedRequest>> {
        self.read(move |tx| tx.named_requests(&ids)).await
    }
}
