//! Cache of the records by which callers are found, valid while nothing has changed.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;

use jiff::{SignedDuration, Timestamp};
use orderdock_store::{Store, StoreResult};

use crate::locked::locked;

/// Time for which a record is served from the cache before changes of other processes are checked.
const STALE_AFTER: SignedDuration = SignedDuration::from_millis(500);
/// Maximum number of cached records; the cache is cleared beyond it.
const MAX_CACHED: usize = 10_000;

pub(crate) struct Lookups<K, V>(Mutex<LookupCache<K, V>>);

struct LookupCache<K, V> {
    change_counter: i64,
    checked_at: Timestamp,
    records: HashMap<K, V>,
}

impl<K, V> Default for Lookups<K, V> {
    fn default() -> Self {
        let records = HashMap::new();
        Self(Mutex::new(LookupCache { change_counter: 0, checked_at: Timestamp::default(), records }))
    }
}

impl<K: Eq + Hash, V: Clone> Lookups<K, V> {
    /// Returns the record of a key, from the cache or from `read`.
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
        // the counter is read before the record, so that a change in between is noticed the next time
        let change_counter = store.read(move |tx| tx.change_counter()).await?;
        {
            let mut known = locked(&self.0);
            if known.change_counter != change_counter || known.records.len() > MAX_CACHED {
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

    /// Clears the cache after a change of any record.
    pub fn forget(&self) {
        locked(&self.0).records.clear();
    }
}
