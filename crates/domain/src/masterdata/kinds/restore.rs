//! Records as they were before a change, as what would be sent to have them so again.

use super::read::GivenRecord;
use super::{Batch, Field, FieldType, GivenValue, Kind, MemberChange, StoredRecord};

/// A stored record and what was changed of it.
#[derive(Clone, Copy, Debug)]
pub struct Former<'a> {
    pub kind: &'static Kind,
    pub record: &'a StoredRecord,
    pub changes: &'a [MemberChange],
}

impl Batch {
    /// Gives a record and those nested in it back what they were; of each other record of `former` its kind is nested in
    /// that of the first.
    pub fn restoring(root: Former<'_>, nested: &[Former<'_>]) -> Self {
        let mut batch = Self::default();
        let parent =
            batch.push(root.kind.name, GivenRecord { index: 0, parent: None, values: root.values() });
        for (former, index) in nested.iter().zip(0..) {
            let record = GivenRecord { index, parent: Some(parent), values: former.values() };
            batch.push(former.kind.name, record);
        }
        batch
    }
}

impl Former<'_> {
    /// The first member whose former value cannot be given back: lists of codes only ever grow, and nothing is not kept
    /// where a default takes its place.
    pub fn lasting(&self) -> Option<&'static Field> {
        let mut fields = self.changes.iter().filter(|change| {
            change.field.field_type == FieldType::Codes
                || (change.before == GivenValue::Null && change.field.default.is_some())
        });
        fields.next().map(|change| change.field)
    }

    /// What it is known by, and what it was.
    fn values(&self) -> Vec<Option<GivenValue>> {
        let Self { kind, record, .. } = self;
        let values = kind.fields.iter().zip(&record.values);
        values
            .map(|(field, now)| {
                let changed = self.changes.iter().find(|change| change.field.name == field.name);
                match changed {
                    Some(change) => Some(change.before.clone()),
                    None => self.names(field).then(|| now.clone()),
                }
            })
            .collect()
    }

    /// Whether a member that stays is needed to know the record, or to say what another one was.
    fn names(&self, field: &Field) -> bool {
        let Self { kind, changes, .. } = self;
        // a computed part of a key follows from many
        let in_key =
            !kind.derived.is_empty() || kind.keys.iter().flat_map(|key| *key).any(|key| *key == field.name);
        let is_day_of = |one: &Field, day: &Field| one.field_type == FieldType::Version { day: day.name };
        let version_of_key = |other: &Field| {
            is_day_of(other, field) && kind.keys.iter().flat_map(|key| *key).any(|key| *key == other.name)
        };
        let goes_with =
            |change: &MemberChange| is_day_of(change.field, field) || is_day_of(field, change.field);
        field.field_type == FieldType::Owner
            || in_key
            || kind.fields.iter().any(version_of_key)
            || changes.iter().any(goes_with)
    }
}
