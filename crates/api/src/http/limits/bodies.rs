//! Memory budget for request and response bodies.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytes::Bytes;
use orderdock_domain::problem::{Problem, ProblemCode};

use super::{Permit, temporary_error};
use crate::http::error::ApiError;

/// Memory budget of the process for bodies, in bytes.
#[derive(Debug)]
pub struct Bodies {
    limit: usize,
    taken: AtomicUsize,
    rejected: AtomicU64,
}

/// Reserved part of the budget. Dropping it releases the bytes.
#[derive(Debug)]
pub struct Reservation {
    bodies: Arc<Bodies>,
    bytes: usize,
}

/// Bytes that hold their reservation and a permit until they are dropped.
pub struct CountedBytes<B> {
    bytes: B,
    _reservation: Reservation,
    _permit: Option<Arc<Permit>>,
}

impl Bodies {
    pub const fn new(limit: usize) -> Self {
        Self { limit, taken: AtomicUsize::new(0), rejected: AtomicU64::new(0) }
    }

    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Number of reserved bytes.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Number of bodies rejected because the budget was exhausted.
    pub fn rejected(&self) -> u64 {
        self.rejected.load(Ordering::Relaxed)
    }

    /// Returns an empty reservation.
    pub fn begin(self: &Arc<Self>) -> Reservation {
        Reservation { bodies: self.clone(), bytes: 0 }
    }

    /// Reserves the bytes of a response. Never rejected, because the work is already done.
    pub fn count(self: &Arc<Self>, bytes: Vec<u8>, permit: Option<Arc<Permit>>) -> Bytes {
        let mut reservation = self.begin();
        self.taken.fetch_add(bytes.len(), Ordering::Relaxed);
        reservation.bytes = bytes.len();
        reservation.keep(bytes, permit)
    }
}

impl Reservation {
    /// Reserves `by` more bytes. Returns 503 and reserves nothing if the budget is exhausted.
    pub fn grow(&mut self, by: usize) -> Result<(), ApiError> {
        let reserved = |taken: usize| taken.checked_add(by).filter(|taken| *taken <= self.bodies.limit);
        if self.bodies.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, reserved).is_err() {
            self.bodies.rejected.fetch_add(1, Ordering::Relaxed);
            let limit = i64::try_from(self.bodies.limit).unwrap_or(i64::MAX);
            return Err(temporary_error(Problem::new(ProblemCode::BodyNoRoom, "").with("limit", limit)));
        }
        self.bytes += by;
        Ok(())
    }

    /// Extends the reservation to `bytes`.
    pub fn grow_to(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.grow(bytes.saturating_sub(self.bytes))
    }

    /// Reduces the reservation to `bytes`.
    pub fn shrink_to(&mut self, bytes: usize) {
        let surplus = self.bytes.saturating_sub(bytes);
        self.bodies.taken.fetch_sub(surplus, Ordering::Relaxed);
        self.bytes -= surplus;
    }

    /// Attaches the reservation to the bytes. It is released when the last copy is dropped.
    pub fn keep<B: AsRef<[u8]> + Send + 'static>(self, bytes: B, permit: Option<Arc<Permit>>) -> Bytes {
        Bytes::from_owner(CountedBytes { bytes, _reservation: self, _permit: permit })
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.bodies.taken.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

impl<B: AsRef<[u8]>> AsRef<[u8]> for CountedBytes<B> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_reserved_up_to_limit_and_released() {
        let bodies = Arc::new(Bodies::new(100));
        let (mut one, mut other) = (bodies.begin(), bodies.begin());
        one.grow(60).unwrap();
        other.grow_to(40).unwrap();
        other.grow_to(40).unwrap();
        assert_eq!((bodies.taken(), bodies.rejected()), (100, 0));
        let rejected = other.grow(1).unwrap_err();
        assert_eq!((rejected.status, rejected.retry_after), (503, Some(1)));
        assert_eq!((bodies.taken(), bodies.rejected()), (100, 1), "rejected bytes are not reserved");
        other.shrink_to(10);
        other.shrink_to(50);
        assert_eq!(bodies.taken(), 70);
        drop(one);
        other.grow(90).unwrap();
        assert_eq!(bodies.taken(), 100);
        assert!(bodies.begin().grow(usize::MAX).is_err());
        drop(other);
        assert_eq!(bodies.taken(), 0);
    }

    #[test]
    fn reservation_lasts_until_last_copy_is_dropped() {
        let bodies = Arc::new(Bodies::new(100));
        let mut reservation = bodies.begin();
        reservation.grow(5).unwrap();
        let bytes = reservation.keep(b"hello".to_vec(), None);
        let part = bytes.slice(1..2);
        drop(bytes);
        assert_eq!((bodies.taken(), &*part), (5, &b"e"[..]));
        drop(part);
        assert_eq!(bodies.taken(), 0);
        let response = bodies.count(vec![0; 200], None);
        assert_eq!(bodies.taken(), 200, "a response is always reserved");
        assert!(bodies.begin().grow(1).is_err());
        drop(response);
        assert_eq!(bodies.taken(), 0);
    }
}
