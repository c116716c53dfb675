//! Metrics of the service. They contain no names and no codes from data.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counters since the start of the process.
#[derive(Debug, Default)]
pub struct Metrics {
    pub rows_created: AtomicU64,
    pub rows_unchanged: AtomicU64,
    pub rows_rejected: AtomicU64,
    /// Batches of small imports that arrived together.
    pub batches: AtomicU64,
    pub batched_requests: AtomicU64,
    /// Requests of a batch that were then processed one by one.
    pub unbatched_requests: AtomicU64,
    /// Plans that were stale at the commit and made again.
    pub plan_conflicts: AtomicU64,
    /// Plans that were made in an exclusive transaction.
    pub plans_in_turn: AtomicU64,
    pub responses_replayed: AtomicU64,
    /// Snapshots of the runs that were taken for the listeners.
    pub run_looks: AtomicU64,
    pub authentications_failed: AtomicU64,
    pub connections: Arc<ConnectionMetrics>,
}

/// Metrics of accepted connections.
#[derive(Debug, Default)]
pub struct ConnectionMetrics {
    /// Open connections; a gauge, not a counter.
    pub open: AtomicU64,
    /// Connections that arrived when all slots were taken.
    pub over_all: AtomicU64,
    /// Connections that arrived when their peer had used up its share of slots.
    pub over_share: AtomicU64,
    /// Connections closed because the client read too slowly.
    pub stalled: AtomicU64,
    /// Connections closed because another one needed the slot.
    pub displaced: AtomicU64,
    /// Bytes of responses that clients have not read yet; a gauge, not a counter.
    pub response_bytes: AtomicU64,
    /// Requests rejected because there was no room for their responses.
    pub responses_rejected: AtomicU64,
}

/// Adds to a counter.
pub(crate) fn count(counter: &AtomicU64, by: usize) {
    counter.fetch_add(by as u64, Ordering::Relaxed);
}
