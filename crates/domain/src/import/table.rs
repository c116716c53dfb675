//! Record tables with a draft that is kept or undone as a whole, and an index over them.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};

use super::Changes;

/// Index of a record in its table.
pub(super) type TableIndex = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RecordOrigin {
    Loaded,
    Changed,
    Created,
}

/// Records of one kind: loaded records, and records that the plan changes or creates.
#[derive(Debug)]
pub(super) struct RecordTable<T> {
    records: Vec<(T, RecordOrigin)>,
    /// Number of records before the current draft.
    savepoint: usize,
    /// Records that the draft overwrote, oldest first.
    overwritten: Vec<(TableIndex, T, RecordOrigin)>,
}

impl<T> RecordTable<T> {
    pub(super) fn loaded(records: Vec<T>) -> Self {
        let records: Vec<_> = records.into_iter().map(|record| (record, RecordOrigin::Loaded)).collect();
        Self { savepoint: records.len(), records, overwritten: Vec::new() }
    }

    pub(super) fn get(&self, index: TableIndex) -> &T {
        &self.records[index].0
    }

    /// Returns the record at an index; `None` if the index belonged to an undone draft.
    pub(super) fn find(&self, index: TableIndex) -> Option<&T> {
        self.records.get(index).map(|(record, _)| record)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (TableIndex, &T)> {
        self.records.iter().enumerate().map(|(index, (record, _))| (index, record))
    }

    pub(super) fn is_created(&self, index: TableIndex) -> bool {
        self.records[index].1 == RecordOrigin::Created
    }

    pub(super) fn create(&mut self, record: T) -> TableIndex {
        self.records.push((record, RecordOrigin::Created));
        self.records.len() - 1
    }

    /// Adds a changed record whose original is stored outside this table.
    pub(super) fn overlay(&mut self, record: T) -> TableIndex {
        self.records.push((record, RecordOrigin::Changed));
        self.records.len() - 1
    }

    pub(super) fn change(&mut self, index: TableIndex, record: T) {
        let (current, origin) = &mut self.records[index];
        let before = std::mem::replace(current, record);
        self.overwritten.push((index, before, *origin));
        if *origin == RecordOrigin::Loaded {
            *origin = RecordOrigin::Changed;
        }
    }

    pub(super) fn keep(&mut self) {
        self.savepoint = self.records.len();
        self.overwritten.clear();
    }

    pub(super) fn undo(&mut self) {
        for (index, record, origin) in self.overwritten.drain(..).rev() {
            self.records[index] = (record, origin);
        }
        self.records.truncate(self.savepoint);
    }
}

impl<T: Clone> RecordTable<T> {
    /// Returns the new and changed records.
    pub(super) fn changes(&self) -> Changes<T> {
        let of = |wanted: RecordOrigin| {
            let records = self.records.iter().filter(move |(_, origin)| *origin == wanted);
            records.map(|(record, _)| record.clone()).collect()
        };
        Changes { created: of(RecordOrigin::Created), changed: of(RecordOrigin::Changed) }
    }

    /// Marks all created and changed records as loaded. Calls `changed` for each changed record.
    pub(super) fn settle(&mut self, mut changed: impl FnMut(&mut T)) {
        for (record, origin) in &mut self.records {
            if *origin == RecordOrigin::Changed {
                changed(record);
            }
            *origin = RecordOrigin::Loaded;
        }
    }

    /// Removes and returns all records.
    pub(super) fn take(&mut self) -> Vec<T> {
        self.savepoint = 0;
        std::mem::take(&mut self.records).into_iter().map(|(record, _)| record).collect()
    }

    pub(super) fn into_records(self) -> impl Iterator<Item = T> {
        self.records.into_iter().map(|(record, _)| record)
    }
}

/// Map from key hashes to table indexes. The caller must compare the record, because entries can be outdated: drafts
/// were undone, keys were changed, or hashes collide.
#[derive(Debug, Default)]
pub(super) struct HashIndex {
    indexes: HashMap<u64, Vec<TableIndex>, BuildHasherDefault<IdentityHasher>>,
    hasher: BuildHasherDefault<DefaultHasher>,
}

impl HashIndex {
    pub(super) fn add(&mut self, key: impl Hash, index: TableIndex) {
        let indexes = self.indexes.entry(self.hasher.hash_one(key)).or_default();
        if indexes.last() != Some(&index) {
            indexes.push(index);
        }
    }

    pub(super) fn get(&self, key: impl Hash) -> &[TableIndex] {
        self.indexes.get(&self.hasher.hash_one(key)).map_or(&[], Vec::as_slice)
    }
}

/// Hasher that returns a `u64` unchanged, because the keys are already hashes.
#[derive(Debug, Default)]
pub(super) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash << 8) | u64::from(*byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
