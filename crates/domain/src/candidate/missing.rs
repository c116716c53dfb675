//! Records that do not exist but are named by unresolved references of candidates.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Candidate, ReferenceKey, ReferenceKind, UnresolvedReference};
use crate::ids::{DataSourceId, ExternalSystemId, OrganisationId, PartnerId};

/// A record that does not exist, with the values that all references to it have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingRecord {
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub kind: ReferenceKind,
    /// Keys as sent, in the order of the look-up.
    pub keys: Vec<(ReferenceKey, String)>,
    /// External system of the external id.
    pub system: Option<ExternalSystemId>,
    /// Partner of a location or contact.
    pub partner: Option<PartnerId>,
}

/// Id of a missing record: the first half of the SHA-256 of its values, so equal values have the same id. The default is
/// not the id of any record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MissingRecordId([u8; 16]);

impl MissingRecord {
    pub fn of(candidate: &Candidate, reference: &UnresolvedReference) -> Self {
        Self {
            organisation: candidate.organisation,
            data_source: candidate.data_source,
            kind: reference.kind,
            keys: reference.keys.clone(),
            system: reference.system,
            partner: reference.partner(candidate),
        }
    }

    /// Returns the id. Control characters separate the values, because values do not contain any.
    pub fn id(&self) -> MissingRecordId {
        let Self { organisation, data_source, kind, keys, system, partner } = self;
        let numbers =
            [organisation.0, data_source.0, system.map_or(0, |id| id.0), partner.map_or(0, |id| id.0)];
        let numbers = numbers.map(|number| format!("\u{1f}{number}")).concat();
        let keys = keys.iter().map(|(key, value)| format!("\u{1e}{}\u{1f}{value}", key.as_str()));
        let text = format!("{}{numbers}{}", kind.as_str(), keys.collect::<Vec<_>>().concat());
        let mut id = [0; 16];
        id.iter_mut().zip(Sha256::digest(text.as_bytes())).for_each(|(byte, hash_byte)| *byte = hash_byte);
        MissingRecordId(id)
    }

    /// Returns the value of a key as sent.
    pub fn value(&self, key: ReferenceKey) -> Option<&str> {
        self.keys.iter().find(|(known, _)| *known == key).map(|(_, value)| value.as_str())
    }
}

impl Candidate {
    /// Iterates over the missing records of the open references. Several references can name the same record.
    pub fn missing_records(&self) -> impl Iterator<Item = MissingRecord> {
        self.open_references().map(|reference| MissingRecord::of(self, reference))
    }
}

/// Writes 32 hexadecimal digits.
impl fmt::Display for MissingRecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for MissingRecordId {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() != 32 || !text.bytes().all(is_digit) {
            return Err(());
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| ())?;
        Ok(Self(number.to_be_bytes()))
    }
}

impl From<MissingRecordId> for String {
    fn from(id: MissingRecordId) -> Self {
        id.to_string()
    }
}

impl TryFrom<String> for MissingRecordId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        text.parse().map_err(|()| "expected 32 hexadecimal digits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(keys: &[(ReferenceKey, &str)]) -> MissingRecord {
        MissingRecord {
            organisation: OrganisationId(1),
            data_source: DataSourceId(2),
            kind: ReferenceKind::Product,
            keys: keys.iter().map(|(key, value)| (*key, (*value).to_owned())).collect(),
            system: None,
            partner: None,
        }
    }

    #[test]
    fn equal_values_have_the_same_id() {
        let one = product(&[(ReferenceKey::Code, "A"), (ReferenceKey::ExternalId, "1")]);
        assert_eq!(one.id(), one.clone().id());
        let others = [
            product(&[(ReferenceKey::Code, "A")]),
            product(&[(ReferenceKey::Code, "a"), (ReferenceKey::ExternalId, "1")]),
            MissingRecord { organisation: OrganisationId(2), data_source: DataSourceId(1), ..one.clone() },
            MissingRecord { kind: ReferenceKind::Unit, ..one.clone() },
            MissingRecord { system: Some(ExternalSystemId(3)), ..one.clone() },
            MissingRecord { partner: Some(PartnerId(3)), ..one.clone() },
        ];
        for other in others {
            assert_ne!(one.id(), other.id(), "{other:?}");
        }
    }

    #[test]
    fn id_parses_back_from_its_text() {
        let id = product(&[(ReferenceKey::Code, "A")]).id();
        assert_eq!(id.to_string().parse(), Ok(id));
        for text in ["", "0", "+0000000000000000000000000000000", "ABCDEF00000000000000000000000000"] {
            assert_eq!(text.parse::<MissingRecordId>(), Err(()), "{text}");
        }
    }
}
