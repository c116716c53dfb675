//! Rate limits by name, counted in memory.

use std::collections::HashMap;
use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};

use crate::locked::locked;

/// Maximum number of counted names. A further name evicts the oldest one, low counts first, so that a caller cannot
/// escape the limit by using other names.
const MAX_NAMES: usize = 10_000;
/// Count that is not low, regardless of the limit.
const MANY: u32 = 10;

pub(crate) struct RateLimit {
    maximum: u32,
    window: SignedDuration,
    names: Mutex<HashMap<String, NameCount>>,
}

#[derive(Clone, Copy)]
struct NameCount {
    times: u32,
    since: Timestamp,
}

impl RateLimit {
    /// Returns a limit of `maximum` events per name. The count of a name restarts `window` after its first event.
    pub fn new(maximum: u32, window: SignedDuration) -> Self {
        Self { maximum, window, names: Mutex::default() }
    }

    /// Counts an event of a name. Beyond the limit, returns the seconds until the next one is allowed.
    pub fn add(&self, name: &str, now: Timestamp) -> Result<(), u32> {
        let mut names = locked(&self.names);
        names.retain(|_, counted| self.counts(counted, now));
        if names.len() >= MAX_NAMES && !names.contains_key(name) {
            let oldest = names
                .iter()
                .min_by_key(|(_, counted)| (counted.times >= self.maximum.min(MANY), counted.since));
            let oldest = oldest.map(|(name, _)| name.clone());
            oldest.map(|name| names.remove(&name));
        }
        let counted = names.entry(name.to_owned()).or_insert(NameCount { times: 0, since: now });
        if counted.times < self.maximum {
            counted.times += 1;
            return Ok(());
        }
        let left = self.window - now.duration_since(counted.since);
        Err(u32::try_from(left.as_secs() + 1).unwrap_or(1))
    }

    /// Raises the count of a name to that of other processes.
    pub fn at_least(&self, name: &str, times: u32, now: Timestamp) {
        if times <= self.times(name, now) || self.add(name, now).is_err() {
            return;
        }
        if let Some(counted) = locked(&self.names).get_mut(name) {
            counted.times = times.min(self.maximum);
        }
    }

    /// Returns the current count of a name.
    pub fn times(&self, name: &str, now: Timestamp) -> u32 {
        let names = locked(&self.names);
        let counted = names.get(name).filter(|counted| self.counts(counted, now));
        counted.map_or(0, |counted| counted.times)
    }

    /// Returns whether a count is still valid. Uses the absolute age, so that a clock that was set back locks no one
    /// out.
    fn counts(&self, counted: &NameCount, now: Timestamp) -> bool {
        now.duration_since(counted.since).abs() < self.window
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn ten_in_five_minutes() -> RateLimit {
        RateLimit::new(10, SignedDuration::from_mins(5))
    }

    #[test]
    fn exceeded_rate_limit_lasts_until_the_window_ends() {
        let counts = ten_in_five_minutes();
        for second in 0..10 {
            assert_eq!(counts.add("anna", at(second)), Ok(()));
        }
        assert_eq!(counts.add("anna", at(10)), Err(291));
        assert_eq!(counts.add("anna", at(299)), Err(2));
        assert_eq!(counts.add("adam", at(299)), Ok(()), "another name is not held up");
        assert_eq!(counts.add("anna", at(300)), Ok(()));
    }

    #[test]
    fn higher_count_of_other_instances_is_adopted() {
        let counts = ten_in_five_minutes();
        counts.add("anna", at(0)).unwrap();
        for (others, expected) in [(0, 1), (7, 7), (3, 7), (1_000_000, 10)] {
            counts.at_least("anna", others, at(1));
            assert_eq!(counts.times("anna", at(1)), expected, "{others}");
        }
        assert_eq!(counts.add("anna", at(2)), Err(299), "from its own first one");
        counts.at_least("adam", 0, at(2));
        assert_eq!(counts.times("adam", at(2)), 0);
    }

    #[test]
    fn clock_set_back_resets_the_rate_limit() {
        let counts = ten_in_five_minutes();
        assert_eq!(counts.times("anna", at(1_000)), 0);
        (0..10).for_each(|_| counts.add("anna", at(1_000)).unwrap());
        assert!(counts.add("anna", at(1_000)).is_err());
        assert_eq!((counts.times("anna", at(1_299)), counts.times("adam", at(1_000))), (10, 0));
        assert_eq!((counts.times("anna", at(1_300)), counts.times("anna", at(0))), (0, 0));
        assert_eq!(counts.add("anna", at(0)), Ok(()));
    }

    /// Returns a limit with the maximum number of other names, counted once each, 100 names per second.
    fn with_others() -> RateLimit {
        let counts = ten_in_five_minutes();
        let since = |number: usize| at(i64::try_from(number / 100).unwrap());
        let others =
            (0..MAX_NAMES).map(|number| (number.to_string(), NameCount { times: 1, since: since(number) }));
        counts.names.lock().unwrap().extend(others);
        counts
    }

    #[test]
    fn oldest_names_are_evicted_first() {
        let counts = with_others();
        let known = |name: &str| counts.names.lock().unwrap().contains_key(name);
        counts.add("0", at(100)).unwrap();
        assert!((0..100).all(|number| known(&number.to_string())), "known callers need no new entry");
        (0..100).for_each(|number| counts.add(&format!("other {number}"), at(100)).unwrap());
        assert!(!(0..100).any(|number| known(&number.to_string())));
        assert!(known("100"));
        assert_eq!(counts.names.lock().unwrap().len(), MAX_NAMES);
    }

    #[test]
    fn exhausted_name_is_not_evicted_by_other_names() {
        let counts = with_others();
        (0..10).for_each(|_| counts.add("anna", at(0)).unwrap());
        for number in 0..200 {
            counts.add(&format!("other {number}"), at(1)).unwrap();
        }
        assert!(counts.add("anna", at(2)).is_err());
        assert_eq!(counts.names.lock().unwrap().len(), MAX_NAMES);
    }
}
