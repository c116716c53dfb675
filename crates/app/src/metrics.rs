//! What the service counts about itself. No name or code of anybody's data is among it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters since the start of the process.
#[derive(Debug, Default)]
pub struct Metrics {
    pub rows_created: AtomicU64,
    pub rows_unchanged: AtomicU64,
    pub rows_rejected: AtomicU64,
    /// Batches of small imports that arrived together, and the requests in them.
    pub batches: AtomicU64,
    pub batched_requests: AtomicU64,
    /// Of those requests such that then went their way by themselves.
    pub unbatched_requests: AtomicU64,
    /// Plans that were overtaken and made again.
    pub plan_conflicts: AtomicU64,
    /// Plans that had to be made inside the writer's turn.
    pub plans_in_turn: AtomicU64,
    pub answers_replayed: AtomicU64,
    /// Looks at the runs for all who listen.
    pub run_looks: AtomicU64,
    pub authentications_failed: AtomicU64,
    pub connections: Arc<ConnectionMetrics>,
}

/// What is counted where connections are accepted.
#[derive(Debug, Default)]
pub struct ConnectionMetrics {
    /// Those that there are, not a counter.
    pub open: AtomicU64,
    /// Came when all places were taken.
    pub over_all: AtomicU64,
    /// Came when their peer had its share.
    pub over_share: AtomicU64,
    /// Ended because the client took bytes too slowly.
    pub stalled: AtomicU64,
    /// Closed because another connection needed the place.
    pub displaced: AtomicU64,
    /// Bytes of responses that clients have not taken, not a counter.
    pub response_bytes: AtomicU64,
    /// Requests for whose responses there was no room.
    pub responses_refused: AtomicU64,
}

/// Adds to a counter.
pub(crate) fn count(counter: &AtomicU64, by: usize) {
    counter.fetch_add(by as u64, Ordering::Relaxed);
}
