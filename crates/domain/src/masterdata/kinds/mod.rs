//! Descriptions of the kinds of master data, used by the load file, the HTTP API, its schema and its forms.
//!
//! The descriptions define the members of a record, their types and their references. They do not define tables and
//! columns; each store does that itself.
//!
//! An existing record is changed only in the members that are sent: an absent member is unchanged, and `null`
//! clears it or restores its default. Nested records that are not sent are unchanged too. Scales, external
//! references and GTINs are replaced as a whole, and internal names are only added. To deactivate a record, send `active: false`.

mod common_names;
mod cross_references;
mod differences;
mod external_references;
mod gtins;
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

pub use cross_references::{TARGET_KINDS, TARGETS, USAGE_MEMBERS};
pub use external_references::EXTERNAL_REFERENCES;
pub use gtins::GTINS;
pub use list::KINDS;
pub use node::{Node, NodeContent};
pub use read::{
    Batch, GivenRecord, GivenValue, MAX_ENTRIES, MAX_RECORDS, REFERENCE_FIELDS, RecordReader, SCALE_FIELDS,
};
pub use resolve::number_key;
pub use restore::RecordRevert;
pub use stored::{MemberChange, NESTED_SHOWN, Nested, OUT_OF_USE, RecordUsage, StoredRecord, TextSearch};
pub use unit_search::UnitSearch;
pub use upsert::{
    Cell, Counts, RecordRow, RecordWrite, RowLookup, Upsert, UpsertOutcome, UpsertWrites, UpsertedRecord,
};

/// Name of a kind, including nested ones. Keys are resolved in this order, so a kind follows the kinds that its
/// records refer to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum KindName {
    Organisations,
    Countries,
    Currencies,
    Uoms,
    ExternalSystems,
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
    PartnerProducts,
    CrossReferences,
}

impl KindName {
    /// Returns the description of the kind.
    pub fn kind(self) -> &'static Kind {
        KINDS[self as usize]
    }
}

/// Description of one kind of record.
#[derive(Debug)]
pub struct Kind {
    pub name: KindName,
    /// Member of a load file and path segment; for a nested kind, the member of its parent.
    pub member: &'static str,
    /// Name of a single record in messages.
    pub singular: Phrase,
    /// Kind that it is nested in.
    pub parent: Option<KindName>,
    /// Whether the first cell of a row is the id of the parent record. It is 0 for general unit conversions, which have no
    /// parent.
    pub nested: bool,
    pub children: &'static [KindName],
    pub fields: &'static [Field],
    /// Cells that identify a record within its organisation and parent. If there are several lists, the first one for which
    /// a record has all values applies.
    pub keys: &'static [&'static [&'static str]],
    /// Cells for the lookup of existing records; each list has an index. Empty if all records are loaded because
    /// the kind is small.
    pub lookups: &'static [&'static [&'static str]],
    /// Cells whose values must be unique within an organisation.
    pub unique: &'static [&'static str],
    /// Flags that at most one active record of a group can have.
    pub single: &'static [Single],
    /// Computed cells.
    pub derived: &'static [(&'static str, Derived)],
}

/// A flag that at most one active record can have among those with equal `within` cells.
#[derive(Debug)]
pub struct Single {
    pub flag: &'static str,
    pub within: &'static [&'static str],
}

/// Rule for computing a cell from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derived {
    /// The folded text of a cell.
    Folded(&'static str),
    /// The folded address key.
    Address,
    /// The id of the known postal code for the location's country, postal code and city.
    PostalCode,
}

/// Description of one member of a record.
#[derive(PartialEq, Eq, Debug)]
pub struct Field {
    pub name: &'static str,
    pub field_type: FieldType,
    pub required: bool,
    /// Value of a new record without the member, and of a record for which `null` is sent.
    pub default: Option<&'static str>,
    pub description: &'static str,
    /// Values with another meaning, which no record can have.
    pub reserved: &'static [&'static str],
}

/// Type of a member's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// At most 255 characters, compared exactly.
    Code,
    /// At most 500 characters.
    Name,
    /// At most 4,000 characters.
    Text,
    /// At most this number of characters, compared exactly.
    Short(usize),
    /// Exactly this number of capital letters, as in country and currency codes.
    Letters(usize),
    Boolean,
    Whole {
        minimum: i64,
        maximum: i64,
    },
    /// An exact number.
    Decimal(Range),
    Date,
    /// An IANA time zone.
    TimeZone,
    /// One of the listed words.
    Word(&'static [&'static str]),
    /// The code of the organisation that owns the record; the default of nested records is their parent's.
    Owner,
    /// The key of another record: one of the owner, otherwise a shared one.
    Reference(KindName),
    /// A record nested in the partner of another member: its external id or GLN, otherwise `int-` and its id.
    ReferenceWithin {
        kind: KindName,
        parent: &'static str,
    },
    /// The code of a price list. Together with the day in the named member, it refers to a version.
    Version {
        day: &'static str,
    },
    /// First day of the version that another member refers to.
    VersionDay,
    /// Codes that are added to the existing ones.
    Codes,
    /// Prices from a quantity on; replaced as a whole.
    Scales,
    /// Ids in external systems, each with the code of its system; replaced as a whole.
    ExternalReferences,
    /// GTINs with 14 digits; replaced as a whole.
    Gtins,
    /// A PNG or JPEG image in Base64.
    Logo,
}

/// Range of a decimal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    Any,
    Positive,
    /// 0 to 100.
    Percent,
}

impl Kind {
    /// Returns the kind with this member name in a load file.
    pub fn by_member(member: &str) -> Option<&'static Self> {
        KINDS.iter().copied().find(|kind| kind.parent.is_none() && kind.member == member)
    }

    /// Returns the names of the members of a load file.
    pub fn members() -> impl Iterator<Item = &'static str> {
        KINDS.iter().filter(|kind| kind.parent.is_none()).map(|kind| kind.member)
    }

    /// Returns the index of the field with this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }

    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns whether records belong to organisations.
    pub fn is_owned(&self) -> bool {
        self.fields.iter().any(|field| field.field_type == FieldType::Owner)
    }

    /// Returns whether a change creates a new generation of the reference data. This is the case if all records of the
    /// kind are kept in memory, or if plans depend on records that they do not list (cross-references, product numbers).
    pub fn is_reference(&self) -> bool {
        use KindName::{CrossReferences, PartnerProducts, UomConversions};
        self.lookups.is_empty() || matches!(self.name, UomConversions | CrossReferences | PartnerProducts)
    }

    /// Returns whether other tables refer to records by code instead of id.
    pub fn is_kept_by_code(&self) -> bool {
        matches!(self.name, KindName::Countries | KindName::Currencies)
    }

    /// Returns the names of the cells of a [`RecordRow`] in order: the parent, the members, the computed ones.
    pub fn cells(&self) -> Vec<&'static str> {
        let parent = self.nested.then_some(NESTED_IN);
        let fields = self.fields.iter().filter(|field| field.has_cell()).map(|field| field.name);
        parent.into_iter().chain(fields).chain(self.derived.iter().map(|(cell, _)| *cell)).collect()
    }

    /// Returns the index of the cell that contains the organisation.
    pub fn owner_cell(&self) -> Option<usize> {
        let owner = self.fields.iter().find(|field| field.field_type == FieldType::Owner)?;
        self.cells().iter().position(|cell| *cell == owner.name)
    }

    /// Returns for each cell whether it contains the id of a record.
    pub fn cells_with_ids(&self) -> Vec<bool> {
        let parent = self.nested.then_some(true);
        let fields = self.fields.iter().filter(|field| field.has_cell()).map(Field::holds_id);
        let derived = self.derived.iter().map(|(_, derived)| *derived == Derived::PostalCode);
        parent.into_iter().chain(fields).chain(derived).collect()
    }
}

/// Name of the cell with the id of the parent record.
pub const NESTED_IN: &str = "nestedIn";

/// Read-only member with the known postal code of an address. It is ignored in requests, so that a record can be sent as
/// it was read.
pub const POSTAL_CODE_LINK: &str = "postalCodeId";

impl FieldType {
    /// Returns whether the value is a list, whose entries are rows of a separate table.
    pub fn is_list(self) -> bool {
        matches!(self, Self::Codes | Self::Scales | Self::ExternalReferences | Self::Gtins)
    }
}

impl Field {
    /// Returns whether the member has its own cell. The day of a version has none, because the reference to the version
    /// includes it.
    pub fn has_cell(&self) -> bool {
        self.field_type != FieldType::VersionDay
    }

    /// Returns whether the cell contains the id of a record.
    pub fn holds_id(&self) -> bool {
        match self.field_type {
            FieldType::Owner | FieldType::Version { .. } | FieldType::ReferenceWithin { .. } => true,
            FieldType::Reference(kind) => !kind.kind().is_kept_by_code(),
            _ => false,
        }
    }
}
