//! Bytes of responses that clients have not taken yet: counted for the process and for each connection.

use super::activity::Activity;
use orderdock_app::ConnectionMetrics;
use std::sync::{Arc, atomic::Ordering};

/// The bytes that may wait.
#[derive(Debug)]
pub struct ResponseBudget {
    /// For all connections.
    pub total: u64,
    /// For a connection before it begins another request.
    pub of_a_connection: u64,
    pub metrics: Arc<ConnectionMetrics>,
}

impl ResponseBudget {
    /// Whether no further response fits.
    pub fn is_full(&self) -> bool {
        self.metrics.response_bytes.load(Ordering::Relaxed) >= self.total
    }

    /// Whether a response of so many bytes fits.
    pub fn has_room(&self, bytes: u64) -> bool {
        self.metrics.response_bytes.load(Ordering::Relaxed).saturating_add(bytes) <= self.total
    }

    pub fn note_refused(&self) {
        self.metrics.responses_refused.fetch_add(1, Ordering::Relaxed);
    }
}

/// The bytes of one response, until they are taken or it is dropped.
#[derive(Debug)]
pub struct UntakenBytes {
    metrics: Arc<ConnectionMetrics>,
    activity: Arc<Activity>,
    bytes: u64,
}

impl UntakenBytes {
    pub fn none(budget: &ResponseBudget, activity: Arc<Activity>) -> Self {
        Self { metrics: budget.metrics.clone(), activity, bytes: 0 }
    }

    /// So many are there now.
    pub fn set(&mut self, bytes: u64) {
        if bytes > self.bytes {
            self.metrics.response_bytes.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        } else if bytes < self.bytes {
            self.metrics.response_bytes.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        }
        if bytes != self.bytes {
            self.activity.hold_bytes(self.bytes, bytes);
        }
        self.bytes = bytes;
    }
}

impl Drop for UntakenBytes {
    fn drop(&mut self) {
        self.set(0);
    }
}
