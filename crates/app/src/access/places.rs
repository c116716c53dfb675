//! Bounded numbers of places for waiting requests, shared so that no single caller takes all.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use crate::locked::locked;

/// Divisor of free places. A caller may hold fewer than this part of them, so that one with many places leaves more to
/// a newcomer than to itself.
const PARTS: usize = 4;

/// Places by network or name.
#[derive(Clone)]
pub(crate) struct WaitingPlaces {
    places: Places<String>,
    all: usize,
    each: usize,
}

/// Number of taken places by key.
#[derive(Clone, Default)]
pub(crate) struct Places<K>(Arc<Mutex<TakenPlaces<K>>>);

#[derive(Default)]
struct TakenPlaces<K> {
    all: usize,
    by: HashMap<K, usize>,
}

/// A taken place; freed on drop.
pub(crate) struct TakenPlace<K: Eq + Hash> {
    places: Places<K>,
    by: K,
}

impl WaitingPlaces {
    /// Creates `all` places, at most `each` of them per network or name.
    pub fn new(all: usize, each: usize) -> Self {
        Self { places: Places::default(), all, each }
    }

    /// Takes a place; `None` if this network or name has too many.
    pub fn take(&self, by: &str) -> Option<TakenPlace<String>> {
        self.places.take(by.to_owned(), |all, own| own < self.each.min((self.all - all) / PARTS))
    }
}

impl<K: Eq + Hash + Clone> Places<K> {
    /// Takes a place if `may` allows it, given the number of all taken places and of those with the same key.
    pub fn take(&self, by: K, may: impl FnOnce(usize, usize) -> bool) -> Option<TakenPlace<K>> {
        let mut taken = locked(&self.0);
        let own = taken.by.get(&by).copied().unwrap_or(0);
        if !may(taken.all, own) {
            return None;
        }
        taken.all += 1;
        taken.by.insert(by.clone(), own + 1);
        Some(TakenPlace { places: self.clone(), by })
    }
}

impl<K: Eq + Hash> Drop for TakenPlace<K> {
    fn drop(&mut self) {
        let mut taken = locked(&self.places.0);
        taken.all -= 1;
        if let Some(own) = taken.by.get_mut(&self.by) {
            *own -= 1;
            if *own == 0 {
                taken.by.remove(&self.by);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_so_many_and_gives_them_back() {
        let places = WaitingPlaces::new(100, 3);
        let held: Vec<_> = (0..3).filter_map(|_| places.take("a")).collect();
        assert_eq!(held.len(), 3);
        assert!(places.take("a").is_none());
        let other = places.take("b").unwrap();
        drop(held);
        assert!(places.take("a").is_some());
        drop(other);
        let taken = places.places.0.lock().unwrap();
        assert_eq!((taken.all, taken.by.len()), (0, 0));
    }

    #[test]
    fn where_twenty_take_all_they_can_a_newcomer_finds_a_place() {
        let places = WaitingPlaces::new(2_048, 256);
        let mut held = Vec::new();
        for network in 0..20 {
            let before = held.len();
            held.extend(std::iter::from_fn(|| places.take(&network.to_string())));
            assert!(held.len() > before, "{network}");
        }
        assert!(held.len() <= 2_048);
        assert!(places.take("newcomer").is_some());
    }
}
