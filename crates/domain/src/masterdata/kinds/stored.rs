//! Stored records for display, with member values in the format of master data files.

use jiff::Timestamp;

use super::{Derived, Field, FieldType, GivenValue, KINDS, Kind, KindName, common_names};
use crate::ids::{OrganisationId, PostalCodeId};
use crate::problem::Language;
use crate::search::{SearchQuery, document};
use crate::text::fold;

/// A stored record. References contain the keys of the referenced records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredRecord {
    pub id: i64,
    pub version: i64,
    /// Owner of the record; the shared organisation for kinds without owner. An organisation owns itself.
    pub owner: OrganisationId,
    /// One value for each field of the kind.
    pub values: Vec<GivenValue>,
    /// Known postal code that an address is linked to.
    pub postal_code: Option<PostalCodeId>,
    /// Uses and author of a cross-reference.
    pub usage: Option<RecordUsage>,
    /// Nested records, for each nested kind.
    pub children: Vec<Nested>,
}

/// Uses of a record by imports, and its author.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordUsage {
    /// Number of rows that used the record. `None` for a shared record if the caller cannot read all organisations, because
    /// the number includes rows of other organisations.
    pub uses: Option<i64>,
    /// Instant of the last import that used it.
    pub last_used_at: Option<Timestamp>,
    /// Actor that created it.
    pub created_by: Option<String>,
}

/// Maximum number of nested records that a record contains. A separate list contains all of them.
pub const NESTED_SHOWN: usize = 100;

/// First nested records of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nested {
    /// In ascending order of id, at most [`NESTED_SHOWN`].
    pub records: Vec<StoredRecord>,
    /// Total number of nested records.
    pub total: usize,
}

/// A changed member with both values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberChange {
    pub field: &'static Field,
    pub before: GivenValue,
    pub after: GivenValue,
}

/// Member and value by which a record is deactivated.
pub const OUT_OF_USE: (&str, GivenValue) = ("active", GivenValue::Boolean(false));

impl StoredRecord {
    pub fn value(&self, kind: &Kind, member: &str) -> Option<&GivenValue> {
        self.values.get(kind.place(member)?)
    }

    /// Returns whether the record can be used.
    pub fn is_active(&self, kind: &Kind) -> bool {
        self.value(kind, "active") == Some(&GivenValue::Boolean(true))
    }

    /// Returns the changed members compared with an earlier state, without nested records.
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

    /// Returns whether a code, name or other searched member starts with the text, or contains it if the text is long
    /// enough. Displayed names are compared too.
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

    /// Returns the displayed name of a unit or currency in a language, if it differs from the record's name.
    pub fn shown_name(&self, kind: &Kind, language: Language) -> Option<&'static str> {
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

/// Text search in records of a small kind.
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
    /// Returns whether searches compare the values of this member.
    pub fn is_searched(&self, kind: &Kind) -> bool {
        let in_key = || kind.keys.iter().copied().flatten().any(|key| self.name == *key);
        let readable = !matches!(self.field_type, FieldType::Date | FieldType::VersionDay);
        matches!(self.name, "code" | "name" | "externalId") || (readable && in_key())
    }
}

impl Kind {
    /// Returns the path of the kind, with its parent if it has one: `bpartners.locations`.
    pub fn path(&self) -> String {
        match self.parent {
            Some(parent) => format!("{}.{}", parent.kind().member, self.member),
            None => self.member.to_owned(),
        }
    }

    pub fn by_path(path: &str) -> Option<&'static Self> {
        KINDS.iter().copied().find(|kind| kind.path() == path)
    }

    /// Returns whether records of this kind are linked to known postal codes.
    pub fn is_linked(&self) -> bool {
        self.derived.iter().any(|(_, derived)| *derived == Derived::PostalCode)
    }

    /// Returns the member by which other kinds refer to records of this kind.
    pub fn reference_member(&self) -> &'static str {
        self.keys.first().and_then(|key| key.first()).copied().unwrap_or("code")
    }
}

impl GivenValue {
    /// Parses the stored text of a member that is not a list; `None` if the type does not allow it.
    pub fn of_text(field_type: FieldType, text: &str) -> Option<Self> {
        match field_type {
            // stored text was validated before and can be blank
            FieldType::Decimal(_) | FieldType::Date | FieldType::VersionDay => field_type.parse(text).ok(),
            _ => Some(Self::Text(text.to_owned())),
        }
    }
}
