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
pub(crate) struct WaitingQuota {
    slots: KeyedSlots<String>,
    all: usize,
    each: usize,
}

/// Number of taken places by key.
#[derive(Clone, Default)]
pub(crate) struct KeyedSlots<K>(Arc<Mutex<SlotCounts<K>>>);

#[derive(Default)]
struct SlotCounts<K> {
    all: usize,
    by: HashMap<K, usize>,
}

/// A taken place; freed on drop.
pub(crate) struct KeyedSlot<K: Eq + Hash> {
    slots: KeyedSlots<K>,
    by: K,
}

impl WaitingQuota {
    /// Creates `all` places, at most `each` of them per network or name.
    pub fn new(all: usize, each: usize) -> Self {
        Self { slots: KeyedSlots::default(), all, each }
    }

    /// Takes a place; `None` if this network or name has too many.
    pub fn take(&self, by: &str) -> Option<KeyedSlot<String>> {
        self.slots.take(by.to_owned(), |all, own| own < self.each.min((self.all - all) / PARTS))
    }
}

impl<K: Eq + Hash + Clone> KeyedSlots<K> {
    /// Takes a place if `may` allows it, given the number of all taken places and of those with the same key.
    pub fn take(&self, by: K, may: impl FnOnce(usize, usize) -> bool) -> Option<KeyedSlot<K>> {
        let mut taken = locked(&self.0);
        let own = taken.by.get(&by).copied().unwrap_or(0);
        if !may(taken.all, own) {
            return None;
        }
        taken.all += 1;
        taken.by.insert(by.clone(), own + 1);
        Some(KeyedSlot { slots: self.clone(), by })
    }
}

impl<K: Eq + Hash> Drop for KeyedSlot<K> {
    fn drop(&mut self) {
        let mut taken = locked(&self.slots.0);
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
    fn places_per_owner_are_limited_and_returned() {
        let slots = WaitingQuota::new(100, 3);
        let held: Vec<_> = (0..3).filter_map(|_| slots.take("a")).collect();
        assert_eq!(held.len(), 3);
        assert!(slots.take("a").is_none());
        let other = slots.take("b").unwrap();
        drop(held);
        assert!(slots.take("a").is_some());
        drop(other);
        let taken = slots.slots.0.lock().unwrap();
        assert_eq!((taken.all, taken.by.len()), (0, 0));
    }

    #[test]
    fn newcomer_finds_a_place_beside_twenty_greedy_owners() {
        let slots = WaitingQuota::new(2_048, 256);
        let mut held = Vec::new();
        for network in 0..20 {
            let before = held.len();
            held.extend(std::iter::from_fn(|| slots.take(&network.to_string())));
            assert!(held.len() > before, "{network}");
        }
        assert!(held.len() <= 2_048);
        assert!(slots.take("newcomer").is_some());
    }
}
