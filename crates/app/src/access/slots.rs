//! Limits for waiting requests: a total, and a share per network or name, so that no single caller uses all slots.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use crate::locked::locked;

/// Fraction of the free slots that one caller may hold: fewer than one in four. A caller with many slots therefore
/// leaves more free slots than it holds.
const PARTS: usize = 4;

/// Slots by network or name.
#[derive(Clone)]
pub(crate) struct WaitingQuota {
    slots: KeyedSlots<String>,
    all: usize,
    each: usize,
}

/// Number of taken slots by key.
#[derive(Clone, Default)]
pub(crate) struct KeyedSlots<K>(Arc<Mutex<SlotCounts<K>>>);

#[derive(Default)]
struct SlotCounts<K> {
    all: usize,
    by: HashMap<K, usize>,
}

/// A taken slot; freed on drop.
pub(crate) struct KeyedSlot<K: Eq + Hash> {
    slots: KeyedSlots<K>,
    by: K,
}

impl WaitingQuota {
    /// Creates `all` slots, at most `each` of them per network or name.
    pub fn new(all: usize, each: usize) -> Self {
        Self { slots: KeyedSlots::default(), all, each }
    }

    /// Takes a slot; `None` if this network or name has too many.
    pub fn take(&self, by: &str) -> Option<KeyedSlot<String>> {
        self.slots.take(by.to_owned(), |all, own| own < self.each.min((self.all - all) / PARTS))
    }
}

impl<K: Eq + Hash + Clone> KeyedSlots<K> {
    /// Takes a slot if `may` allows it. Its arguments are the number of all taken slots and the number with the same
    /// key.
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
    fn slots_per_caller_are_limited_and_released() {
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
    fn new_caller_gets_a_slot_despite_twenty_greedy_callers() {
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
