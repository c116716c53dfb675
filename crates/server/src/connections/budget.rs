//! Limits the memory for response bytes that are not sent yet, per process and per connection.

use super::activity::Activity;
use orderdock_app::ConnectionMetrics;
use std::sync::{Arc, atomic::Ordering};

/// Limits of buffered response bytes.
#[derive(Debug)]
pub struct ResponseBudget {
    /// For all connections.
    pub total: u64,
    /// Limit of one connection, at which it processes no further request.
    pub per_connection: u64,
    pub metrics: Arc<ConnectionMetrics>,
}

impl ResponseBudget {
    /// Returns true if the total limit is reached.
    pub fn is_full(&self) -> bool {
        self.metrics.response_bytes.load(Ordering::Relaxed) >= self.total
    }

    /// Returns true if a response of `bytes` is within the total limit.
    pub fn fits(&self, bytes: u64) -> bool {
        self.metrics.response_bytes.load(Ordering::Relaxed).saturating_add(bytes) <= self.total
    }

    pub fn record_rejection(&self) {
        self.metrics.responses_rejected.fetch_add(1, Ordering::Relaxed);
    }
}

/// Buffered bytes of one response, counted until they are sent or dropped.
#[derive(Debug)]
pub struct BufferedBytes {
    metrics: Arc<ConnectionMetrics>,
    activity: Arc<Activity>,
    bytes: u64,
}

impl BufferedBytes {
    pub fn none(budget: &ResponseBudget, activity: Arc<Activity>) -> Self {
        Self { metrics: budget.metrics.clone(), activity, bytes: 0 }
    }

    /// Sets the current number of bytes.
    pub fn set(&mut self, bytes: u64) {
        if bytes > self.bytes {
            self.metrics.response_bytes.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        } else if bytes < self.bytes {
            self.metrics.response_bytes.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        }
        if bytes != self.bytes {
            self.activity.change_buffered_bytes(self.bytes, bytes);
        }
        self.bytes = bytes;
    }
}

impl Drop for BufferedBytes {
    fn drop(&mut self) {
        self.set(0);
    }
}
