//! The outbox: events of commits, read as a feed.

use jiff::Timestamp;
use orderdock_domain::access::ReadScope;
use orderdock_domain::ids::{CandidateId, OrderId, RequestId};

use crate::{
    FeedBacklog, FeedPage, NamedCandidate, NamedOrder, NamedRequest, PLACED_AT_ONCE, Store, StoreResult,
    WriteMode,
};

/// Reads of the outbox. A commit that changes data on which other systems may depend writes its events to the outbox in
/// the same transaction.
pub trait OutboxReader {
    /// Returns at most `limit` commits with events of the scope, starting at a position.
    fn read_events(&self, scope: &ReadScope, from: i64, limit: u32) -> StoreResult<FeedPage>;

    /// Returns the size of the feed from a position on, including commits without a position.
    fn feed_backlog(&self, from: i64) -> StoreResult<FeedBacklog>;

    /// Returns the time of the oldest entry without a position.
    fn oldest_unplaced_event(&self) -> StoreResult<Option<Timestamp>>;

    /// Returns the senders' references of candidates, in any order. Omits archived candidates and those outside the
    /// scope.
    fn named_candidates(&self, scope: &ReadScope, ids: &[CandidateId]) -> StoreResult<Vec<NamedCandidate>>;

    /// Returns the senders' references of orders, like [`Self::named_candidates`].
    fn named_orders(&self, scope: &ReadScope, ids: &[OrderId]) -> StoreResult<Vec<NamedOrder>>;

    /// Returns the request ids of the responses to requests, in any order, for events about requests.
    fn named_requests(&self, ids: &[RequestId]) -> StoreResult<Vec<NamedRequest>>;
}

/// Writes of the outbox.
pub trait OutboxWriter: OutboxReader {
    /// Assigns a position in the feed to the next [`PLACED_AT_ONCE`] entries that have none, after all positions
    /// assigned before. Returns their number.
    fn place_events(&self) -> StoreResult<u64>;

    /// Removes some entries older than an instant from the beginning of the feed. Returns their number; 0 if none is
    /// left.
    fn sweep_events(&self, before: Timestamp) -> StoreResult<u64>;
}

impl dyn Store {
    /// Assigns a position in the feed to every committed entry that has none, after all positions assigned before.
    pub async fn place_events(&self) -> StoreResult<()> {
        while self.read(|tx| tx.oldest_unplaced_event()).await?.is_some() {
            if self.write(WriteMode::Unlocked, 2, |tx| tx.place_events()).await? < PLACED_AT_ONCE {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Removes the part of the feed that is older than an instant, in small batches. Returns the number of commits.
    pub async fn sweep_events(&self, before: Timestamp) -> StoreResult<u64> {
        // entries that were never read have no position either
        while self.read(|tx| tx.oldest_unplaced_event()).await?.is_some_and(|at| at < before) {
            self.write(WriteMode::Unlocked, 2, |tx| tx.place_events()).await?;
        }
        self.write_in_batches(WriteMode::Unlocked, 1, move |tx| tx.sweep_events(before)).await
    }
}
