//! How often and how many at once sign in: passwords are not guessed in numbers, and their hashing does not take
//! all processors and memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use orderdock_store::StoreError;
use tokio::sync::Semaphore;

use crate::Outcome;
use crate::blocking::blocking;

/// Attempts for a name, without success, before others are refused.
const MOST: u32 = 10;
/// After this time from the first of them the count begins anew.
const WINDOW: SignedDuration = SignedDuration::from_mins(5);
/// Names that are counted at the same time; a further one makes the oldest be forgotten.
const MOST_NAMES: usize = 10_000;
/// Passwords that are hashed at the same time, at 19 MiB each.
const HASHES_AT_ONCE: usize = 2;
/// Passwords that are hashed or wait for it; one more is refused at once.
const HASHES_WAITING: usize = 32;

pub(crate) struct Attempts {
    names: Mutex<HashMap<String, Counted>>,
    slots: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

#[derive(Clone, Copy)]
struct Counted {
    attempts: u32,
    since: Timestamp,
}

impl Default for Attempts {
    fn default() -> Self {
        Self {
            names: Mutex::default(),
            slots: Arc::new(Semaphore::new(HASHES_AT_ONCE)),
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
            let oldest = names.iter().min_by_key(|(_, counted)| counted.since).map(|(name, _)| name.clone());
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

    /// Runs the hashing of a password when it is its turn. A caller that goes away leaves it to its end, and its
    /// place is free only then.
    pub async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
        let place = self.queue.clone().try_acquire_owned().map_err(|_| StoreError::Overloaded)?;
        let slot = self.slots.clone().acquire_owned().await.map_err(|_| StoreError::Overloaded)?;
        blocking(move || {
            let _held = (place, slot);
            work()
        })
        .await
    }
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

    #[test]
    fn names_are_forgotten_from_the_oldest() {
        let attempts = Attempts::default();
        (0..10).for_each(|_| attempts.begin("oldest", at(0)).unwrap());
        (0..10).for_each(|_| attempts.begin("second", at(1)).unwrap());
        for number in 2..MOST_NAMES {
            attempts.begin(&number.to_string(), at(2)).unwrap();
        }
        assert!(attempts.begin("oldest", at(3)).is_err(), "so many are counted");
        attempts.begin("one more", at(3)).unwrap();
        assert_eq!(attempts.names.lock().unwrap().len(), MOST_NAMES);
        assert!(attempts.begin("second", at(3)).is_err());
        assert_eq!(attempts.begin("oldest", at(3)), Ok(()));
    }

    #[tokio::test]
    async fn hashing_is_refused_where_too_many_wait() {
        let attempts = Attempts::default();
        let held = attempts.queue.clone().try_acquire_many_owned(31).unwrap();
        assert!(attempts.in_turn(|| ()).await.is_ok());
        let last = attempts.queue.clone().try_acquire_owned().unwrap();
        assert_eq!(attempts.in_turn(|| ()).await.unwrap_err().status(), 503);
        drop((held, last));
        assert!(attempts.in_turn(|| ()).await.is_ok());
    }
}
