//! The kinds of master data, each described once: for the load file, the HTTP interface, its schema and forms.
//!
//! A record's members, how they are read and what they refer to all come from these descriptions. Where they are kept is
//! said by whoever keeps them.
//!
//! A record that exists is changed only where it is given: a member that is absent stays as it is, `null` clears it
//! or brings its default back. Nested records that are not given stay, too; scales are replaced as a whole, and
//! internal names are only ever added. To take a record out of use, give `active: false`.

mod common_names;
mod list;
mod node;
mod partners;
mod read;
mod resolve;
mod restore;
mod rules;
mod shared_fields;
mod stored;
#[cfg(test)]
mod tests;
mod unit_search;
mod upsert;

use crate::phrase::Phrase;

pub use list::KINDS;
pub use node::{Node, NodeContent};
pub use read::{Batch, GivenRecord, GivenValue, MAX_ENTRIES, MAX_RECORDS, RecordReader, SCALE_FIELDS};
pub use resolve::number_key;
pub use restore::Former;
pub use stored::{MemberChange, NESTED_SHOWN, Nested, OUT_OF_USE, StoredRecord, TextSearch};
pub use unit_search::UnitSearch;
pub use upsert::{
    Cell, Counts, RecordRow, RecordWrite, RowLookup, Upsert, UpsertOutcome, UpsertWrites, UpsertedRecord,
};

/// Names every kind, nested ones included, in the order in which keys are resolved: a kind comes after those that its
/// records refer to.
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
    /// Returns the description of the kind.
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
    /// The kind it is nested in.
    pub parent: Option<KindName>,
    /// Whether the first cell of a row names the record it is nested in. That of the general unit conversions does
    /// without a parent: it is 0 there.
    pub nested: bool,
    pub children: &'static [KindName],
    pub fields: &'static [Field],
    /// Cells that identify a record within its organisation and parent. Of several lists the first one counts
    /// whose cells a record gives all.
    pub keys: &'static [&'static [&'static str]],
    /// Cells by which existing records are looked up, each list an index; empty where all are loaded because
    /// the kind is small.
    pub lookups: &'static [&'static [&'static str]],
    /// Cells whose value no two records of an organisation may share.
    pub unique: &'static [&'static str],
    /// Flags that at most one active record of a group may have.
    pub single: &'static [Single],
    /// Cells that are computed.
    pub derived: &'static [(&'static str, Derived)],
}

/// A flag that at most one active record has among those with equal other cells.
#[derive(Debug)]
pub struct Single {
    pub flag: &'static str,
    pub within: &'static [&'static str],
}

/// How a cell follows from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derived {
    /// The folded text of a cell.
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

    /// Which of the fields has this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
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

    /// The cells of a [`RecordRow`] in their order, by name: that of the parent, those of the members, computed ones.
    pub fn cells(&self) -> Vec<&'static str> {
        let parent = self.nested.then_some(NESTED_IN);
        let fields = self.fields.iter().filter(|field| field.has_cell()).map(|field| field.name);
        parent.into_iter().chain(fields).chain(self.derived.iter().map(|(cell, _)| *cell)).collect()
    }

    /// Which of those cells holds the organisation.
    pub fn owner_cell(&self) -> Option<usize> {
        let owner = self.fields.iter().find(|field| field.field_type == FieldType::Owner)?;
        self.cells().iter().position(|cell| *cell == owner.name)
    }

    /// Which of those cells hold the id of a record.
    pub fn cells_with_ids(&self) -> Vec<bool> {
        let parent = self.nested.then_some(true);
        let fields = self.fields.iter().filter(|field| field.has_cell()).map(Field::holds_id);
        let derived = self.derived.iter().map(|(_, derived)| *derived == Derived::PostalCode);
        parent.into_iter().chain(fields).chain(derived).collect()
    }
}

/// The cell that names the record another one is nested in.
pub const NESTED_IN: &str = "nestedIn";

/// The member that shows the known postal code of an address. A record may be sent with it, as it was read; it is the
/// address alone that says which one it is.
pub const POSTAL_CODE_LINK: &str = "postalCodeId";

impl Field {
    /// Whether the member has a cell of its own; else that of another member says it, too.
    pub fn has_cell(&self) -> bool {
        self.field_type != FieldType::VersionDay
    }

    /// Whether the cell holds the id of a record.
    pub fn holds_id(&self) -> bool {
        match self.field_type {
            FieldType::Owner | FieldType::Version { .. } => true,
            FieldType::Reference(kind) => !kind.kind().is_kept_by_code(),
            _ => false,
        }
    }
}
