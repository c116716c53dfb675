//! The kinds of master data, each described once: for the load file, the HTTP interface, its schema and forms.
//!
//! A record's members, how they are read, what they refer to, and the table and columns they are kept in all
//! come from these descriptions. A column is named after its field.
//!
//! A record that exists is changed only where it is given: a member that is absent stays as it is, `null` clears it
//! or brings its default back. Nested records that are not given stay, too; scales are replaced as a whole, and
//! internal names are only ever added. To take a record out of use, give `active: false`.

mod list;
mod node;
mod read;
mod resolve;
mod rules;
mod stored;
#[cfg(test)]
mod tests;
mod upsert;

use crate::phrase::Phrase;

pub use list::KINDS;
pub use node::{Content, Node};
pub use read::{Batch, MAX_ENTRIES, MAX_RECORDS, Reader, Record, SCALE_FIELDS, Value};
pub use resolve::number_key;
pub use stored::{MemberChange, NESTED_SHOWN, Nested, POSTAL_CODE_LINK, StoredRecord};
pub use upsert::{Cell, Counts, Lookup, Row, Upsert, UpsertOutcome, UpsertedRecord, Write, Writes};

/// Names every kind, nested ones included, in the order in which keys resolve: what a key refers to comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KindName {
    Organisations,
    Countries,
    Currencies,
    Uoms,
    DataSources,
    DocumentTypes,
    TaxCategories,
    Taxes,
    PricingSystems,
    PriceLists,
    PriceListVersions,
    Warehouses,
    Shippers,
    PaymentTerms,
    PartnerGroups,
    UomConversions,
    PostalCodes,
    Partners,
    Locations,
    Contacts,
    Products,
    ProductConversions,
    ProductPrices,
}

impl KindName {
    pub fn kind(self) -> &'static Kind {
        KINDS[self as usize]
    }
}

/// One kind of record.
#[derive(Debug)]
pub struct Kind {
    pub name: KindName,
    /// The member of a load file and the segment of a path; of a nested kind the member of its parent.
    pub member: &'static str,
    /// One record in words.
    pub singular: Phrase,
    pub table: &'static str,
    /// The kind it is nested in.
    pub parent: Option<KindName>,
    /// The column with the id of the record it is nested in. The general unit conversions have it without a
    /// parent: it is 0 there.
    pub parent_column: Option<&'static str>,
    pub children: &'static [KindName],
    pub fields: &'static [Field],
    /// Columns that identify a record within its organisation and parent. Of several lists the first one counts
    /// whose columns a record gives all.
    pub keys: &'static [&'static [&'static str]],
    /// Columns by which existing records are looked up, each list an index; empty where all are loaded because
    /// the kind is small.
    pub lookups: &'static [&'static [&'static str]],
    /// Columns whose value no two records of an organisation may share.
    pub unique: &'static [&'static str],
    /// Flags that at most one active record of a group may have.
    pub single: &'static [Single],
    /// Columns that are computed.
    pub derived: &'static [(&'static str, Derived)],
}

/// A flag that at most one active record has among those with equal other columns.
#[derive(Debug)]
pub struct Single {
    pub flag: &'static str,
    pub within: &'static [&'static str],
}

/// How a column follows from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derived {
    /// The folded text of a column.
    Folded(&'static str),
    /// The folded address.
    Address,
    /// The known postal code of the location's country, postal code and city.
    PostalCode,
}

/// One member of a record.
#[derive(PartialEq, Eq, Debug)]
pub struct Field {
    pub name: &'static str,
    pub field_type: FieldType,
    pub required: bool,
    /// Taken by a new record that does not give the member, and by a record that gives `null`.
    pub default: Option<&'static str>,
    pub words: &'static str,
    /// Names that mean something else and that no record may have.
    pub reserved: &'static [&'static str],
    column: Option<&'static str>,
}

/// The closed set of what a member can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// At most 255 characters, compared exactly.
    Code,
    /// At most 500 characters.
    Name,
    /// At most 4,000 characters.
    Text,
    /// At most so many characters, compared exactly.
    Short(usize),
    /// So many capital letters, as the codes of countries and currencies are.
    Letters(usize),
    Boolean,
    Whole {
        least: i64,
        most: i64,
    },
    /// An exact number.
    Decimal(Range),
    Date,
    /// An IANA time zone.
    TimeZone,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The code of the organisation that owns the record; nested records have their parent's unless they say.
    Owner,
    /// The key of another record: the owner's own, else a shared one.
    Reference(KindName),
    /// The code of a price list: with the day in the named member it refers to a version.
    Version {
        day: &'static str,
    },
    /// The day of the version that another member refers to.
    VersionDay,
    /// Codes that are added to those there are.
    Codes,
    /// Prices from a quantity on, replaced as a whole.
    Scales,
}

/// Which numbers a decimal may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    Any,
    Positive,
    /// 0 to 100.
    Percent,
}

impl Kind {
    /// The kind with this name in a load file.
    pub fn by_member(member: &str) -> Option<&'static Self> {
        KINDS.iter().copied().find(|kind| kind.parent.is_none() && kind.member == member)
    }

    /// The members of a load file.
    pub fn members() -> impl Iterator<Item = &'static str> {
        KINDS.iter().filter(|kind| kind.parent.is_none()).map(|kind| kind.member)
    }

    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Whether records belong to organisations.
    pub fn is_owned(&self) -> bool {
        self.fields.iter().any(|field| field.field_type == FieldType::Owner)
    }

    /// Whether the planners hold the kind whole, so that a change makes a new generation of the reference data.
    pub fn is_reference(&self) -> bool {
        self.lookups.is_empty() || self.name == KindName::UomConversions
    }

    /// Whether other tables keep its code instead of its id.
    pub fn is_kept_by_code(&self) -> bool {
        matches!(self.name, KindName::Countries | KindName::Currencies)
    }

    /// Columns in the order of a [`Row`]: parent, those of the fields, computed ones.
    pub fn columns(&self) -> Vec<String> {
        let parent = self.parent_column.map(str::to_owned);
        let fields = self.fields.iter().filter_map(Field::column);
        let derived = self.derived.iter().map(|(column, _)| (*column).to_owned());
        parent.into_iter().chain(fields).chain(derived).collect()
    }

    /// Which of those columns holds the organisation.
    pub fn owner_column(&self) -> Option<usize> {
        self.columns().iter().position(|column| column == "org_id")
    }

    /// Which of those columns hold the id of a record.
    pub fn columns_with_ids(&self) -> Vec<bool> {
        let parent = self.parent_column.map(|_| true);
        let fields = self.fields.iter().filter(|field| field.column().is_some()).map(Field::holds_id);
        let derived = self.derived.iter().map(|(_, derived)| *derived == Derived::PostalCode);
        parent.into_iter().chain(fields).chain(derived).collect()
    }
}

impl Field {
    /// The column the member is kept in; none if another member's column says it, too.
    pub fn column(&self) -> Option<String> {
        if self.field_type == FieldType::VersionDay {
            return None;
        }
        if let Some(column) = self.column {
            return Some(column.to_owned());
        }
        let mut column = String::with_capacity(self.name.len() + 4);
        for letter in self.name.chars() {
            if letter.is_ascii_uppercase() {
                column.push('_');
            }
            column.push(letter.to_ascii_lowercase());
        }
        match self.field_type {
            FieldType::Owner => column.push_str("_id"),
            FieldType::Reference(kind) if !kind.kind().is_kept_by_code() => column.push_str("_id"),
            _ => {}
        }
        Some(column)
    }

    /// Whether the column holds the id of a record.
    pub fn holds_id(&self) -> bool {
        match self.field_type {
            FieldType::Owner | FieldType::Version { .. } => true,
            FieldType::Reference(kind) => !kind.kind().is_kept_by_code(),
            _ => false,
        }
    }
}
