//! Comparison of the records of a batch with stored records.

use super::{Batch, Field, FieldType, GivenValue, Kind, MemberChange, StoredRecord};

impl Batch {
    /// Returns the values of the members by which a record is identified, in the order of the key. The first day follows
    /// the price list of a version.
    pub fn key_values(&self, kind: &Kind, record: usize) -> Vec<&GivenValue> {
        let Some(given) = self.of(kind.name).get(record) else { return Vec::new() };
        let values_of = |key: &[&str]| -> Option<Vec<&GivenValue>> {
            let mut values = Vec::new();
            for member in key {
                values.push(given.value(kind, member)?);
                if let Some(FieldType::Version { day }) = kind.field(member).map(|field| field.field_type) {
                    values.push(given.value(kind, day)?);
                }
            }
            Some(values)
        };
        kind.keys.iter().find_map(|key| values_of(key)).unwrap_or_default()
    }

    /// Returns the members of a record whose given values differ from the stored ones, without nested records.
    pub fn changes(&self, kind: &'static Kind, record: usize, stored: &StoredRecord) -> Vec<MemberChange> {
        let Some(given) = self.of(kind.name).get(record) else { return Vec::new() };
        let members = kind.fields.iter().zip(given.values.iter().zip(&stored.values));
        let changes = members.filter_map(|(field, (given, before))| {
            let after = field.stored_value(given.as_ref()?, before);
            (after != *before).then(|| MemberChange { field, before: before.clone(), after })
        });
        changes.collect()
    }
}

impl Field {
    /// Returns the value of the member after a given value was applied to a stored one.
    fn stored_value(&self, given: &GivenValue, before: &GivenValue) -> GivenValue {
        match (given, before) {
            (GivenValue::Null, _) => {
                let default = self.default.and_then(|default| self.field_type.parse(default).ok());
                default.unwrap_or(GivenValue::Null)
            }
            // names are only added
            (GivenValue::Codes(added), GivenValue::Codes(known)) if self.field_type == FieldType::Codes => {
                let added = added.iter().filter(|code| !known.contains(code));
                GivenValue::Codes(known.iter().chain(added).cloned().collect())
            }
            _ => given.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::KindName;
    use super::*;

    fn codes(codes: &[&str]) -> GivenValue {
        GivenValue::Codes(codes.iter().map(|code| (*code).to_owned()).collect())
    }

    #[test]
    fn given_names_are_added_to_stored_ones() {
        let names = KindName::DataSources.kind().field("internalNames").unwrap();
        let after = names.stored_value(&codes(&["b", "c"]), &codes(&["a", "b"]));
        assert_eq!(after, codes(&["a", "b", "c"]));
    }

    #[test]
    fn null_restores_default() {
        let product = KindName::Products.kind();
        for (member, expected) in [
            ("type", GivenValue::Text("ITEM".to_owned())),
            ("active", GivenValue::Boolean(true)),
            ("externalId", GivenValue::Null),
        ] {
            let before = GivenValue::Text("SERVICE".to_owned());
            assert_eq!(product.field(member).unwrap().stored_value(&GivenValue::Null, &before), expected);
        }
    }
}
