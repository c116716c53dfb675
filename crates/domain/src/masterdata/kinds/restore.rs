//! Restores former values of records: returns a batch that sets them again.

use super::read::GivenRecord;
use super::{Batch, Field, FieldType, GivenValue, Kind, MemberChange, StoredRecord};

/// A stored record and its changes to revert.
#[derive(Clone, Copy, Debug)]
pub struct RecordRevert<'a> {
    pub kind: &'static Kind,
    pub record: &'a StoredRecord,
    pub changes: &'a [MemberChange],
}

impl Batch {
    /// Returns a batch that restores the former values of a record and of records nested in it. The kinds of
    /// `nested` must be nested in the kind of `root`.
    pub fn restoring(root: RecordRevert<'_>, nested: &[RecordRevert<'_>]) -> Self {
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

impl RecordRevert<'_> {
    /// Returns the first member whose former value cannot be restored. Codes cannot be removed from a list, and a member
    /// with a default cannot become absent.
    pub fn lasting(&self) -> Option<&'static Field> {
        let mut fields = self.changes.iter().filter(|change| {
            change.field.field_type == FieldType::Codes
                || (change.before == GivenValue::Null && change.field.default.is_some())
        });
        fields.next().map(|change| change.field)
    }

    /// Returns the values that identify the record and the former values of the changed members.
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

    /// Returns whether an unchanged member is needed to identify the record or to complete a changed member.
    fn names(&self, field: &Field) -> bool {
        let Self { kind, changes, .. } = self;
        // a computed part of a key can depend on any member
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
