//! Implements the storage traits of the outbox.

use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, OrderId, RequestId};
use orderdock_store::{
    FeedBacklog, FeedPage, NamedCandidate, NamedOrder, NamedRequest, OutboxReader, OutboxWriter, StoreResult,
};

use super::{CANDIDATES, ORDERS, REQUESTS, WAITING_SINCE};
use crate::sql::keys;
use crate::sql::query::{decode_row, rows, value};
use crate::store::transaction::StoreTransaction;

impl OutboxReader for StoreTransaction<'_> {
    fn read_events(&self, scope: &ReadScope, from: i64, limit: u32) -> StoreResult<FeedPage> {
        super::read(self.transaction, &self.readable(scope)?, from, limit)
    }

    fn feed_backlog(&self, from: i64) -> StoreResult<FeedBacklog> {
        super::backlog(self.transaction, from)
    }

    fn oldest_unplaced_event(&self) -> StoreResult<Option<Timestamp>> {
        value(self.transaction, "outbox", &WAITING_SINCE, [])
    }

    fn named_candidates(&self, scope: &ReadScope, ids: &[CandidateId]) -> StoreResult<Vec<NamedCandidate>> {
        let organisations = self.readable(scope)?;
        let ids = keys::numbers(ids.iter().map(|id| id.0));
        rows(self.transaction, "candidate", &CANDIDATES, [organisations.write(), ids], decode_row)
    }

    fn named_orders(&self, scope: &ReadScope, ids: &[OrderId]) -> StoreResult<Vec<NamedOrder>> {
        let organisations = self.readable(scope)?;
        let ids = keys::numbers(ids.iter().map(|id| id.0));
        rows(self.transaction, "sales_order", &ORDERS, [organisations.write(), ids], decode_row)
    }

    fn named_requests(&self, ids: &[RequestId]) -> StoreResult<Vec<NamedRequest>> {
        let ids = keys::numbers(ids.iter().map(|id| id.0));
        rows(self.transaction, "request", &REQUESTS, [ids], decode_row)
    }
}

impl OutboxWriter for StoreTransaction<'_> {
    fn place_events(&self) -> StoreResult<u64> {
        super::feed_position(self.transaction)
    }

    fn sweep_events(&self, before: Timestamp) -> StoreResult<u64> {
        super::sweep(self.transaction, before)
    }
}
