//! Records with a draft on top that is kept or undone as a whole.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};

use super::Changes;

/// Where a record stands in its table.
pub(super) type TablePlace = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RecordOrigin {
    Loaded,
    Changed,
    Created,
}

/// Records of one kind: loaded ones, and those that the plan changes and creates.
#[derive(Debug)]
pub(super) struct RecordTable<T> {
    records: Vec<(T, RecordOrigin)>,
    /// How many records there were before the draft.
    kept: usize,
    /// What the draft overwrote, oldest first.
    overwritten: Vec<(TablePlace, T, RecordOrigin)>,
}

impl<T> RecordTable<T> {
    pub(super) fn loaded(records: Vec<T>) -> Self {
        let records: Vec<_> = records.into_iter().map(|record| (record, RecordOrigin::Loaded)).collect();
        Self { kept: records.len(), records, overwritten: Vec::new() }
    }

    pub(super) fn get(&self, place: TablePlace) -> &T {
        &self.records[place].0
    }

    /// `None` for a place that an undone draft left behind.
    pub(super) fn find(&self, place: TablePlace) -> Option<&T> {
        self.records.get(place).map(|(record, _)| record)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (TablePlace, &T)> {
        self.records.iter().enumerate().map(|(place, (record, _))| (place, record))
    }

    pub(super) fn is_created(&self, place: TablePlace) -> bool {
        self.records[place].1 == RecordOrigin::Created
    }

    pub(super) fn create(&mut self, record: T) -> TablePlace {
        self.records.push((record, RecordOrigin::Created));
        self.records.len() - 1
    }

    /// Adds a changed record whose original is held elsewhere.
    pub(super) fn overlay(&mut self, record: T) -> TablePlace {
        self.records.push((record, RecordOrigin::Changed));
        self.records.len() - 1
    }

    pub(super) fn change(&mut self, place: TablePlace, record: T) {
        let (current, origin) = &mut self.records[place];
        let before = std::mem::replace(current, record);
        self.overwritten.push((place, before, *origin));
        if *origin == RecordOrigin::Loaded {
            *origin = RecordOrigin::Changed;
        }
    }

    pub(super) fn keep(&mut self) {
        self.kept = self.records.len();
        self.overwritten.clear();
    }

    pub(super) fn undo(&mut self) {
        for (place, record, origin) in self.overwritten.drain(..).rev() {
            self.records[place] = (record, origin);
        }
        self.records.truncate(self.kept);
    }
}

impl<T: Clone> RecordTable<T> {
    /// The new and changed records.
    pub(super) fn changes(&self) -> Changes<T> {
        let of = |wanted: RecordOrigin| {
            let records = self.records.iter().filter(move |(_, origin)| *origin == wanted);
            records.map(|(record, _)| record.clone()).collect()
        };
        Changes { created: of(RecordOrigin::Created), changed: of(RecordOrigin::Changed) }
    }

    /// From now on what the plan created and changed counts as loaded. It tells of each record that was changed.
    pub(super) fn settle(&mut self, mut changed: impl FnMut(&mut T)) {
        for (record, origin) in &mut self.records {
            if *origin == RecordOrigin::Changed {
                changed(record);
            }
            *origin = RecordOrigin::Loaded;
        }
    }

    /// Takes all records out.
    pub(super) fn take(&mut self) -> Vec<T> {
        self.kept = 0;
        std::mem::take(&mut self.records).into_iter().map(|(record, _)| record).collect()
    }

    pub(super) fn into_records(self) -> impl Iterator<Item = T> {
        self.records.into_iter().map(|(record, _)| record)
    }
}

/// Places by the hash of a key. They are hints: whoever follows one looks at the record itself, so a place that
/// an undone draft left behind, a changed key or two keys of one hash do no harm.
#[derive(Debug, Default)]
pub(super) struct Hints {
    places: HashMap<u64, Vec<TablePlace>, BuildHasherDefault<Hashed>>,
    hasher: BuildHasherDefault<DefaultHasher>,
}

impl Hints {
    pub(super) fn add(&mut self, key: impl Hash, place: TablePlace) {
        let places = self.places.entry(self.hasher.hash_one(key)).or_default();
        if places.last() != Some(&place) {
            places.push(place);
        }
    }

    pub(super) fn get(&self, key: impl Hash) -> &[TablePlace] {
        self.places.get(&self.hasher.hash_one(key)).map_or(&[], Vec::as_slice)
    }
}

/// Takes a hash for what it is.
#[derive(Debug, Default)]
pub(super) struct Hashed(u64);

impl Hasher for Hashed {
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
