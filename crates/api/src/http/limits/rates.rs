//! Rate limit per caller and its response headers (draft-ietf-httpapi-ratelimit-headers).

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use orderdock_domain::ids::CallerId;
use orderdock_domain::problem::{Problem, ProblemCode};

use super::temporary_error;
use crate::http::error::ApiError;

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

type Limiter<C> = RateLimiter<CallerId, HashMapStateStore<CallerId>, C, StateInformationMiddleware>;

/// Rate limiters of all callers. Keys are existing tokens and users, so their number is bounded.
pub struct Rates<C: Clock = DefaultClock> {
    set: Option<(i64, Limiter<C>)>,
    rejected: AtomicU64,
}

/// Remaining requests of a caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    per_second: i64,
    left: u32,
}

impl Rates {
    pub fn new(per_second: Option<NonZero<u32>>) -> Self {
        Self::with_clock(per_second, DefaultClock::default())
    }
}

impl<C: Clock> Rates<C> {
    fn with_clock(per_second: Option<NonZero<u32>>, clock: C) -> Self {
        let set = per_second.map(|per_second| {
            let limiter = Limiter::new(Quota::per_second(per_second), HashMapStateStore::default(), clock);
            (i64::from(per_second.get()), limiter)
        });
        Self { set, rejected: AtomicU64::new(0) }
    }

    /// Counts a request. Returns the remaining requests and 429 if the limit is exceeded; `None` without a
    /// limit.
    pub fn count(&self, caller: CallerId) -> Option<(Allowance, Result<(), ApiError>)> {
        let (per_second, limiter) = self.set.as_ref()?;
        let per_second = *per_second;
        if let Ok(state) = limiter.check_key(&caller) {
            return Some((Allowance { per_second, left: state.remaining_burst_capacity() }, Ok(())));
        }
        self.rejected.fetch_add(1, Ordering::Relaxed);
        let problem = Problem::new(ProblemCode::RateExceeded, "").with("limit", per_second);
        // at least one request per second is allowed, so a retry after a second can succeed
        Some((Allowance { per_second, left: 0 }, Err(temporary_error(problem))))
    }

    /// Number of rejected requests.
    pub fn rejected(&self) -> u64 {
        self.rejected.load(Ordering::Relaxed)
    }
}

impl Allowance {
    /// Adds the rate limit headers.
    pub fn write_headers(self, headers: &mut HeaderMap) {
        let Self { per_second, left } = self;
        let fields = [
            (RATE_LIMIT_POLICY, format!("\"caller\";q={per_second};w=1")),
            (RATE_LIMIT, format!("\"caller\";r={left};t=1")),
        ];
        for (name, value) in fields {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(name, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn requests_above_rate_are_rejected() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(NonZero::new(4), clock.clone());
        let left = |caller| {
            rates.count(CallerId(caller)).map(|(allowance, counted)| (allowance.left, counted.is_ok()))
        };
        for expected in [(3, true), (2, true), (1, true), (0, true), (0, false), (0, false)] {
            assert_eq!(left(1), Some(expected));
        }
        assert_eq!(left(2), Some((3, true)), "each caller has a rate of its own");
        assert_eq!(rates.rejected(), 2);
        clock.advance(Duration::from_millis(250));
        assert_eq!((left(1), left(1)), (Some((0, true)), Some((0, false))));
        clock.advance(Duration::from_secs(1));
        assert_eq!(left(1), Some((3, true)));
        let (_, rejected) = (0..5).filter_map(|_| rates.count(CallerId(1))).last().unwrap();
        let rejected = rejected.unwrap_err();
        assert_eq!((rejected.status, rejected.retry_after), (429, Some(1)));
    }

    #[test]
    fn without_rate_nothing_is_counted() {
        let rates = Rates::new(None);
        assert!((0..10_000).all(|_| rates.count(CallerId(1)).is_none()));
        assert_eq!(rates.rejected(), 0);
    }

    #[test]
    fn rate_limit_headers_follow_draft() {
        let mut headers = HeaderMap::new();
        Allowance { per_second: 100, left: 7 }.write_headers(&mut headers);
        assert_eq!(headers["ratelimit-policy"], "\"caller\";q=100;w=1");
        assert_eq!(headers["ratelimit"], "\"caller\";r=7;t=1");
    }
}
