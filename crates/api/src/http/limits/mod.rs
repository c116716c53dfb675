//! Limits on concurrent requests, body sizes and request rates, for the process and for each caller.

mod bodies;
mod concurrency;
mod pace;
mod rates;

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use orderdock_app::{Caller, EncodedResponse};
use orderdock_domain::ids::CallerId;
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::error::ApiError;
use crate::http::written::json;

pub use bodies::{Bodies, Reservation};
pub use concurrency::{ConcurrencyLimit, Permit};
pub use pace::{BodyWatch, TooSlow};
pub use rates::Rates;

/// Configured limits.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum size of all bodies in memory, in bytes. Requests above it are rejected with 503.
    pub body_bytes: usize,
    /// Minimum transfer rate of request bodies. Slower requests are rejected with 408.
    pub body_pace: BodyPace,
    /// Concurrent bulk imports of one caller. Others wait up to `queue_timeout`, then are rejected with 429.
    pub bulks_per_caller: usize,
    /// Concurrent list queries, one reader thread each. Others wait up to `queue_timeout`, then are rejected
    /// with 503.
    pub lists: usize,
    /// Concurrent other read requests.
    pub reads: usize,
    /// Maximum time that a request waits for a permit.
    pub queue_timeout: Duration,
    /// Requests per second of one caller; unlimited if `None`.
    pub requests_per_second: Option<NonZero<u32>>,
}

/// Minimum transfer rate: at least `bytes` in each period of `within` spent waiting for the body.
#[derive(Clone, Copy, Debug)]
pub struct BodyPace {
    pub within: Duration,
    pub bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 256 << 20,
            body_pace: BodyPace { within: Duration::from_secs(10), bytes: 160 << 10 },
            bulks_per_caller: 8,
            lists: 3,
            reads: 16,
            queue_timeout: Duration::from_secs(1),
            requests_per_second: None,
        }
    }
}

/// Limits in use, with their current state.
pub struct ActiveLimits {
    pub bodies: Arc<Bodies>,
    pub bulks: ConcurrencyLimit,
    pub lists: ConcurrencyLimit,
    pub reads: ConcurrencyLimit,
    pub rates: Rates,
}

impl ActiveLimits {
    pub fn new(limits: &Limits) -> Self {
        // one caller gets at most three quarters, so that others are not blocked
        let maximum = |permits: usize| (permits * 3 / 4).max(1);
        let shared = |permits: usize| ConcurrencyLimit::new(permits, maximum(permits), limits.queue_timeout);
        Self {
            bodies: Arc::new(Bodies::new(limits.body_bytes)),
            bulks: ConcurrencyLimit::per_caller_only(limits.bulks_per_caller, limits.queue_timeout),
            lists: shared(limits.lists),
            reads: shared(limits.reads),
            rates: Rates::new(limits.requests_per_second),
        }
    }

    /// Acquires a permit for a bulk import. It is held until the response is sent. Returns 429 after the
    /// timeout.
    pub async fn bulk(&self, caller: &Caller) -> Result<Arc<Permit>, ApiError> {
        let permit = self.bulks.acquire_in_time(caller_key(caller)).await;
        permit.map(Arc::new).ok_or_else(|| {
            let limit = i64::try_from(self.bulks.per_caller()).unwrap_or(i64::MAX);
            temporary_error(Problem::new(ProblemCode::BulkTooManyAtOnce, "").with("limit", limit))
        })
    }

    /// Acquires a permit for a list query. Returns 503 after the timeout.
    pub async fn list(&self, caller: &Caller) -> Result<Permit, ApiError> {
        Self::reading(&self.lists, caller).await
    }

    /// Acquires a permit for another read request or a dry run. Returns 503 after the timeout.
    pub async fn read(&self, caller: &Caller) -> Result<Permit, ApiError> {
        Self::reading(&self.reads, caller).await
    }

    /// Creates a response whose bytes count towards `body_bytes` until they are sent.
    pub fn counted(&self, response: EncodedResponse, permit: Option<Arc<Permit>>) -> Response {
        let mut response = json(response.status, self.bodies.count(response.body, permit.clone()));
        if let Some(permit) = permit {
            // the compressed body takes the permit over
            response.extensions_mut().insert(permit);
        }
        response
    }

    async fn reading(limit: &ConcurrencyLimit, caller: &Caller) -> Result<Permit, ApiError> {
        let permit = limit.acquire_in_time(caller_key(caller)).await;
        permit.ok_or_else(|| temporary_error(Problem::new(ProblemCode::ServerReadsWaiting, "")))
    }
}

/// Returns the key by which limits count a caller. The command line has no caller id and shares one key.
pub fn caller_key(caller: &Caller) -> CallerId {
    caller.actor.caller.unwrap_or(CallerId(0))
}

/// Creates an error that can be retried after a second.
fn temporary_error(problem: Problem) -> ApiError {
    const SECONDS: u32 = 1;
    ApiError::from(problem.with("seconds", i64::from(SECONDS))).retry_after(SECONDS)
}
