//! A clock and a source of randomness that tests control.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::{SignedDuration, Timestamp};
use orderdock_app::{Clock, Randomness};

/// A clock that advances only by [`Self::advance`]. It starts at 2026-11-20T12:00:00Z.
pub struct TestClock(Mutex<Timestamp>);

impl Default for TestClock {
    fn default() -> Self {
        Self(Mutex::new("2026-11-20T12:00:00Z".parse().unwrap()))
    }
}

impl TestClock {
    pub fn advance(&self, by: SignedDuration) {
        let mut now = self.0.lock().unwrap();
        *now = now.checked_add(by).unwrap();
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
}

/// A generator with a fixed seed (splitmix64).
pub struct SeededRandomness(AtomicU64);

impl Default for SeededRandomness {
    fn default() -> Self {
        Self(AtomicU64::new(0x0dd0_c0de))
    }
}

impl SeededRandomness {
    fn next(&self) -> u64 {
        let step = 0x9e37_79b9_7f4a_7c15_u64;
        let state = self.0.fetch_add(step, Ordering::Relaxed).wrapping_add(step);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

impl Randomness for SeededRandomness {
    fn token_bytes(&self) -> [u8; 48] {
        let mut bytes = [0; 48];
        for part in bytes.chunks_exact_mut(8) {
            part.copy_from_slice(&self.next().to_le_bytes());
        }
        bytes
    }
}
