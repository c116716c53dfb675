//! How often and how many at once sign in: passwords are not guessed in numbers, and their hashing does not take
//! all processors and memory.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use orderdock_store::StoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Outcome;
use crate::blocking::blocking;

/// Attempts for a name, without success, before others are refused.
const MOST: u32 = 10;
/// After this time from the first of them the count begins anew.
const WINDOW: SignedDuration = SignedDuration::from_mins(5);
/// Names that are counted at the same time; a further one makes the oldest be forgotten, of those that may still try
/// first: nobody gets rid of a block by trying other names.
const MOST_NAMES: usize = 10_000;
/// Passwords that are hashed at the same time at most, at 19 MiB each; never by more than half of the processors.
const HASHES_AT_ONCE: usize = 2;
/// Passwords that are hashed or wait for it; one more is refused at once.
const HASHES_WAITING: usize = 32;

pub(crate) struct Attempts {
    names: Mutex<HashMap<String, Counted>>,
    slots: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

/// A place among those who sign in.
pub(crate) struct Place(OwnedSemaphorePermit);

#[derive(Clone, Copy)]
struct Counted {
    attempts: u32,
    since: Timestamp,
}

impl Default for Attempts {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            names: Mutex::default(),
            slots: Arc::new(Semaphore::new(hashes_at_once(processors))),
            queue: Arc::new(Semaphore::new(HASHES_WAITING)),
        }
    }
}

impl Attempts {
    /// Counts an attempt, before it is known how it ends: many at once count as many. Answers after how many seconds
    /// to try again where there were too many.
    pub fn begin(&self, name: &str, now: Timestamp) -> Result<(), u32> {
        let Ok(mut names) = self.names.lock() else { return Ok(()) };
        // a clock that was put back must not lock anyone out
        names.retain(|_, counted| now.duration_since(counted.since).abs() < WINDOW);
        if names.len() >= MOST_NAMES && !names.contains_key(name) {
            let oldest = names.iter().min_by_key(|(_, counted)| (counted.attempts >= MOST, counted.since));
            let oldest = oldest.map(|(name, _)| name.clone());
            oldest.map(|name| names.remove(&name));
        }
        let counted = names.entry(name.to_owned()).or_insert(Counted { attempts: 0, since: now });
        if counted.attempts < MOST {
            counted.attempts += 1;
            return Ok(());
        }
        let left = WINDOW - now.duration_since(counted.since);
        Err(u32::try_from(left.as_secs() + 1).unwrap_or(1))
    }

    /// The attempt was good.
    pub fn succeeded(&self, name: &str) {
        if let Ok(mut names) = self.names.lock() {
            names.remove(name);
        }
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

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    #[test]
    fn too_many_attempts_wait_for_the_end_of_the_window() {
        let attempts = Attempts::default();
        for second in 0..10 {
            assert_eq!(attempts.begin("anna", at(second)), Ok(()));
        }
        assert_eq!(attempts.begin("anna", at(10)), Err(291));
        assert_eq!(attempts.begin("anna", at(299)), Err(2));
        assert_eq!(attempts.begin("adam", at(299)), Ok(()), "another name is not held up");
        assert_eq!(attempts.begin("anna", at(300)), Ok(()));
    }

    #[test]
    fn a_success_begins_anew_and_so_does_a_clock_that_was_put_back() {
        let attempts = Attempts::default();
        let fill = || (0..10).for_each(|_| attempts.begin("anna", at(1_000)).unwrap());
        fill();
        attempts.succeeded("anna");
        fill();
        assert!(attempts.begin("anna", at(1_000)).is_err());
        assert_eq!(attempts.begin("anna", at(0)), Ok(()));
    }

    /// As many other names as are counted, one attempt each, a hundred a second.
    fn with_others() -> Attempts {
        let attempts = Attempts::default();
        let since = |number: usize| at(i64::try_from(number / 100).unwrap());
        let others =
            (0..MOST_NAMES).map(|number| (number.to_string(), Counted { attempts: 1, since: since(number) }));
        attempts.names.lock().unwrap().extend(others);
        attempts
    }

    #[test]
    fn names_are_forgotten_from_the_oldest() {
        let attempts = with_others();
        let known = |name: &str| attempts.names.lock().unwrap().contains_key(name);
        attempts.begin("0", at(100)).unwrap();
        assert!((0..100).all(|number| known(&number.to_string())), "who is known needs no room");
        (0..100).for_each(|number| attempts.begin(&format!("other {number}"), at(100)).unwrap());
        assert!(!(0..100).any(|number| known(&number.to_string())));
        assert!(known("100"));
        assert_eq!(attempts.names.lock().unwrap().len(), MOST_NAMES);
    }

    #[test]
    fn a_block_is_not_washed_out_by_other_names() {
        let attempts = with_others();
        (0..10).for_each(|_| attempts.begin("anna", at(0)).unwrap());
        for number in 0..200 {
            attempts.begin(&format!("other {number}"), at(1)).unwrap();
        }
        assert!(attempts.begin("anna", at(2)).is_err());
        assert_eq!(attempts.names.lock().unwrap().len(), MOST_NAMES);
    }

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
