//! Records by which callers are found, remembered while nothing has changed.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};
use orderdock_store::{Store, StoreResult};

use crate::locked::locked;

/// How long a look-up may be answered from memory before another process's change is looked for.
const STALE_AFTER: SignedDuration = SignedDuration::from_millis(500);
/// Records that are remembered at most; beyond it the memory starts anew.
const MOST: usize = 10_000;

pub(crate) struct Lookups<K, V>(Mutex<Remembered<K, V>>);

struct Remembered<K, V> {
    change_counter: i64,
    checked_at: Timestamp,
    records: HashMap<K, V>,
}

impl<K, V> Default for Lookups<K, V> {
    fn default() -> Self {
        let records = HashMap::new();
        Self(Mutex::new(Remembered { change_counter: 0, checked_at: Timestamp::default(), records }))
    }
}

impl<K: Eq + Hash, V: Clone> Lookups<K, V> {
    /// The record of a key, from memory or as `read` finds it.
    pub async fn find(
        &self,
        store: &dyn Store,
        now: Timestamp,
        key: K,
        read: impl Future<Output = StoreResult<Option<V>>>,
    ) -> StoreResult<Option<V>> {
        {
            let known = locked(&self.0);
            if now.duration_since(known.checked_at).abs() < STALE_AFTER
                && let Some(record) = known.records.get(&key)
            {
                return Ok(Some(record.clone()));
            }
        }
        // The counter is read before the record: a change in between is then noticed the next time.
        let change_counter = store.read(move |tx| tx.change_counter()).await?;
        {
            let mut known = locked(&self.0);
            if known.change_counter != change_counter || known.records.len() > MOST {
                known.records.clear();
            }
            known.change_counter = change_counter;
            known.checked_at = now;
            if let Some(record) = known.records.get(&key) {
                return Ok(Some(record.clone()));
            }
        }
        let record = read.await?;
        if let Some(record) = &record {
            locked(&self.0).records.insert(key, record.clone());
        }
        Ok(record)
    }

    /// Makes this process look every record up again: one of them has changed.
    pub fn forget(&self) {
        locked(&self.0).records.clear();
    }
}
