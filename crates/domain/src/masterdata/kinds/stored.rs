//! Records as they are stored and shown: their members with the values that a load file would give them.

use super::{Derived, Field, FieldType, GivenValue, KINDS, Kind, KindName, common_names};
use crate::ids::{OrganisationId, PostalCodeId};
use crate::problem::Language;
use crate::search::{SearchQuery, document};
use crate::text::fold;

/// A stored record. References stand as the keys of what they refer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRecord {
    pub id: i64,
    pub version: i64,
    /// Whose it is; shared where records of the kind belong to no one. An organisation is its own.
    pub owner: OrganisationId,
    /// One for each field of the kind.
    pub values: Vec<GivenValue>,
    /// Of an address the known postal code that it is linked to.
    pub postal_code: Option<PostalCodeId>,
    /// For each nested kind its records.
    pub children: Vec<Nested>,
}

/// Nested records that are shown with the one they are nested in; a list has the others.
pub const NESTED_SHOWN: usize = 100;

/// The first records that are nested in another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nested {
    /// Ascending by id, at most [`NESTED_SHOWN`].
    pub records: Vec<StoredRecord>,
    /// How many there are.
    pub total: usize,
}

/// A member whose value is no longer what it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberChange {
    pub field: &'static Field,
    pub before: GivenValue,
    pub after: GivenValue,
}

/// The member and the value that take a record out of use.
pub const OUT_OF_USE: (&str, GivenValue) = ("active", GivenValue::Boolean(false));

impl StoredRecord {
    pub fn value(&self, kind: &Kind, member: &str) -> Option<&GivenValue> {
        self.values.get(kind.place(member)?)
    }

    /// Whether it may be used.
    pub fn is_active(&self, kind: &Kind) -> bool {
        self.value(kind, "active") == Some(&GivenValue::Boolean(true))
    }

    /// What has changed since the record was `before`, nested records left out.
    pub fn changes(&self, kind: &'static Kind, before: &Self) -> Vec<MemberChange> {
        let values = kind.fields.iter().zip(before.values.iter().zip(&self.values));
        let changed = values.filter(|(_, (before, after))| before != after);
        changed
            .map(|(field, (before, after))| MemberChange {
                field,
                before: before.clone(),
                after: after.clone(),
            })
            .collect()
    }

    /// Whether a code, name or other part of what it is known by begins with the text or, if that is long enough, has it
    /// as a part. A name is compared as it is shown, too.
    pub fn is_found_by(&self, kind: &Kind, search: &TextSearch) -> bool {
        let values = kind.fields.iter().zip(&self.values);
        let values = values.filter(|(field, _)| field.is_searched(kind));
        let texts = values.flat_map(|(_, value)| match value {
            GivenValue::Text(text) => std::slice::from_ref(text),
            GivenValue::Codes(codes) => codes,
            _ => &[],
        });
        let texts: Vec<_> = texts.map(String::as_str).chain(self.shown_name(kind, search.language)).collect();
        texts.iter().any(|text| fold(text).starts_with(&search.folded))
            || search.parts.as_ref().is_some_and(|parts| parts.matches(&document(&texts)))
    }

    /// The name that readers of a language see of a unit or currency, if it is another one than the record has.
    fn shown_name(&self, kind: &Kind, language: Language) -> Option<&'static str> {
        let text = |member| match self.value(kind, member) {
            Some(GivenValue::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        let (code, name) = (text("code")?, text("name")?);
        match kind.name {
            KindName::Uoms => common_names::unit(code, name, language),
            KindName::Currencies => common_names::currency(code, name, language),
            _ => None,
        }
    }
}

/// What records of a small kind are searched for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextSearch {
    folded: String,
    parts: Option<SearchQuery>,
    language: Language,
}

impl TextSearch {
    pub fn of(query: &str, language: Language) -> Self {
        Self { folded: fold(query), parts: SearchQuery::parse(query), language }
    }
}

impl Field {
    /// Whether records are found by this member's value.
    pub fn is_searched(&self, kind: &Kind) -> bool {
        let in_key = || kind.keys.iter().copied().flatten().any(|key| self.name == *key);
        let readable = !matches!(self.field_type, FieldType::Date | FieldType::VersionDay);
        matches!(self.name, "code" | "name" | "externalId") || (readable && in_key())
    }
}

impl Kind {
    /// The kind with that of its parent: `bpartners.locations`.
    pub fn path(&self) -> String {
        match self.parent {
            Some(parent) => format!("{}.{}", parent.kind().member, self.member),
            None => self.member.to_owned(),
        }
    }

    pub fn by_path(path: &str) -> Option<&'static Self> {
        KINDS.iter().copied().find(|kind| kind.path() == path)
    }

    /// Whether its records are linked to known postal codes.
    pub fn is_linked(&self) -> bool {
        self.derived.iter().any(|(_, derived)| *derived == Derived::PostalCode)
    }

    /// The member by which other kinds refer to its records.
    pub fn reference_member(&self) -> &'static str {
        self.keys.first().and_then(|key| key.first()).copied().unwrap_or("code")
    }
}

impl GivenValue {
    /// Reads the text of a member that is not a list; `None` if no member of the type has this text.
    pub fn of_text(field_type: FieldType, text: &str) -> Option<Self> {
        match field_type {
            // what is stored was read once: blank text is kept where it is a value
            FieldType::Decimal(_) | FieldType::Date | FieldType::VersionDay => field_type.parse(text).ok(),
            _ => Some(Self::Text(text.to_owned())),
        }
    }
}
