//! How often and how many at once sign in: passwords are not guessed in numbers, and their hashing does not take
//! all processors and memory.

use std::num::NonZero;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use orderdock_store::StoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Outcome;
use crate::blocking::blocking;
use crate::counts::Counts;

/// Attempts for a name, without success, before others are refused.
const MOST: u32 = 10;
/// After this time from the first of them the count begins anew.
const WINDOW: SignedDuration = SignedDuration::from_mins(5);
/// Passwords that are hashed at the same time at most, at 19 MiB each; never by more than half of the processors.
const HASHES_AT_ONCE: usize = 2;
/// Passwords that are hashed or wait for it; one more is refused at once.
const HASHES_WAITING: usize = 32;

pub(crate) struct Attempts {
    names: Counts,
    slots: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

/// A place among those who sign in.
pub(crate) struct Place(OwnedSemaphorePermit);

impl Default for Attempts {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            names: Counts::new(MOST, WINDOW),
            slots: Arc::new(Semaphore::new(hashes_at_once(processors))),
            queue: Arc::new(Semaphore::new(HASHES_WAITING)),
        }
    }
}

impl Attempts {
    /// Counts an attempt, before it is known how it ends: many at once count as many. Answers after how many seconds
    /// to try again where there were too many.
    pub fn begin(&self, name: &str, now: Timestamp) -> Result<(), u32> {
        self.names.add(name, now)
    }

    /// The attempt was good.
    pub fn succeeded(&self, name: &str) {
        self.names.forget(name);
    }

    /// A place to hash a password, or the refusal where too many wait. It is taken before an attempt is counted: one
    /// that is refused for want of room was none.
    pub fn place(&self) -> Outcome<Place> {
        let place = self.queue.clone().try_acquire_owned().map_err(|_| StoreError::Overloaded)?;
        Ok(Place(place))
    }

    /// Runs the hashing of a password when it is its turn. A caller that goes away leaves it to its end, and its
    /// place is free only then.
    pub async fn in_turn<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Outcome<T> {
        let slot = self.slots.clone().acquire_owned().await.map_err(|_| StoreError::Overloaded)?;
        blocking(move || {
            let _held = (place.0, slot);
            work()
        })
        .await
    }
}

/// Whoever signs in leaves half of the processors to everyone else.
fn hashes_at_once(processors: usize) -> usize {
    (processors / 2).clamp(1, HASHES_AT_ONCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hashing_is_refused_where_too_many_wait() {
        let attempts = Attempts::default();
        let mut held: Vec<_> = (0..HASHES_WAITING).map(|_| attempts.place().unwrap()).collect();
        assert_eq!(attempts.place().err().unwrap().status(), 503);
        attempts.in_turn(held.pop().unwrap(), || ()).await.unwrap();
        assert!(attempts.place().is_ok(), "who is done makes room");
    }

    #[test]
    fn half_of_the_processors_hash() {
        for (processors, expected) in [(1, 1), (2, 1), (3, 1), (4, 2), (64, 2)] {
            assert_eq!(hashes_at_once(processors), expected, "{processors}");
        }
    }
}
