//! Result of planning an import: the records to write, the expectations that must hold at commit, and an outcome
//! for every row.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::{KnownReference, RejectedImportRow, RowNote};
use crate::candidate::{Candidate, CandidateRequest, Related, SourceReference};
use crate::ids::{
    CandidateId, ContactId, CrossReferenceId, DataSourceId, IdBlock, LocationId, OrganisationId, PartnerId,
    ProductId, RequestId,
};
use crate::masterdata::{
    Contact, ExternalReference, ExternalSystem, Location, Organisation, Partner, PartnerGroup, Product,
    ProductPrice, UnresolvedReferences,
};
use crate::problem::Problem;
use crate::processing::RejectedSystem;
use crate::text::Code;

/// Error policy: the rows that are rejected together with a row in error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum ErrorPolicy {
    /// All rows of the request.
    #[default]
    All,
    /// All rows of the same incoming order: equal external header id and external system.
    Header,
    /// Only the row in error.
    Row,
}

/// Effects of faulty rows and of unknown records in an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportPolicies {
    pub errors: ErrorPolicy,
    /// Effect of unknown records; `None`: that of the data source.
    pub unresolved: Option<UnresolvedReferences>,
}

/// A row of a request: parsed, or with the errors that prevented parsing.
#[derive(Clone, Debug)]
pub struct ImportRow {
    /// External ids for the response, as far as they could be read.
    pub header_id: Option<String>,
    pub line_id: Option<String>,
    /// Organisation, data source and external system of a row that could not be parsed.
    pub origin: RowOrigin,
    pub request: Result<Box<CandidateRequest>, Vec<Problem>>,
    /// Warnings of the JSON reader, for example about unknown members.
    pub warnings: Vec<Problem>,
}

/// Organisation, data source and external system of a row, as far as they could be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowOrigin {
    pub org: OptionalReference<Code>,
    pub data_source: OptionalReference<SourceReference>,
    pub external_system: OptionalReference<Code>,
    /// Whether the row has one flat `externalId`, so that no incoming order can wait for it.
    pub flat: bool,
}

/// Value of an optional reference in a row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum OptionalReference<T> {
    /// Not sent; the default applies.
    #[default]
    Default,
    Named(T),
    Unreadable,
}

impl<T> OptionalReference<T> {
    pub fn named(&self) -> Option<&T> {
        match self {
            Self::Named(value) => Some(value),
            Self::Default | Self::Unreadable => None,
        }
    }
}

/// Parameters of the planner besides the rows and the context.
#[derive(Debug)]
pub struct ImportCall {
    pub now: Timestamp,
    pub request: RequestId,
    pub policy: ErrorPolicy,
    pub permissions: crate::access::Permissions,
    /// Effect of unknown records; `None`: that of the data source.
    pub unresolved: Option<UnresolvedReferences>,
    pub ids: IdBlock,
}

#[derive(Clone, PartialEq, Debug)]
pub enum RowOutcome {
    Created {
        candidate: CandidateId,
        warnings: Vec<Problem>,
        created: Vec<CreatedRecord>,
    },
    /// The row was already imported as this candidate, with the same content.
    Unchanged {
        candidate: CandidateId,
        warnings: Vec<Problem>,
    },
    /// Under [`ErrorPolicy::All`], `errors` can be empty: the row needs a record that another, rejected row would have
    /// created.
    Rejected {
        errors: Vec<Problem>,
    },
}

/// A master data record that a row created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreatedRecord {
    /// Name in the response, for example `org`, `bpartner`, `group` or `productPrice`.
    pub kind: &'static str,
    pub id: i64,
    pub code: Option<String>,
}

/// Plan of one request. Records in `changed` lists contain the version that was read.
#[derive(Debug, Default)]
pub struct ImportPlan {
    pub writes: ImportWrites,
    /// One outcome per row, in order.
    pub outcomes: Vec<RowOutcome>,
    /// Notes on the rows that did not become candidates, in order.
    pub notes: Vec<RowNote>,
    /// Rows that were rejected because of errors of their own, in order.
    pub rejected_rows: Vec<RejectedImportRow>,
    /// Organisations of the rows to which the caller has access, in ascending order.
    pub organisations: Vec<OrganisationId>,
    /// Records referenced by the outcomes, for the response.
    pub related: Related,
    /// If not 0, the planner ran out of ids: reserve at least this many and plan again.
    pub ids_short: u32,
}

/// A line that was rejected individually. Other lines of its incoming order that are imported wait for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedLine {
    /// `None` if the row named none of the caller's organisations, so that it may belong to any.
    pub organisation: Option<OrganisationId>,
    /// `None` if no data source matches, so that the row may belong to any.
    pub data_source: Option<DataSourceId>,
    pub system: RejectedSystem,
    pub header_id: Code,
    pub line_id: Code,
    /// Index of the row in its request.
    pub index: u32,
}

/// Writes of the commit, in the order of the fields.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportWrites {
    pub organisations: Changes<Organisation>,
    pub partner_groups: Changes<PartnerGroup>,
    pub external_systems: Changes<ExternalSystem>,
    pub partners: Changes<Partner>,
    pub locations: Changes<Location>,
    pub contacts: Changes<Contact>,
    pub products: Changes<Product>,
    pub product_prices: Vec<ProductPrice>,
    /// Inserted and deleted ids of records in external systems.
    pub external_references: ReferenceChanges,
    /// Written locations and contacts with ids in external systems. Their addresses and names need not be unique.
    pub without_unique_key: BTreeSet<i64>,
    /// Number of rows that used each cross-reference.
    pub used_cross_references: BTreeMap<CrossReferenceId, u64>,
    /// Created candidates, in the order of their rows.
    pub candidates: Vec<Candidate>,
    /// Candidates whose external ids are also used by a row of another external system.
    pub ids_used_before: Vec<CandidateId>,
    /// New headers under which partners use a reference; see [`used_references`](super::used_references).
    pub po_references: Vec<KnownReference>,
    /// Rejected lines that incoming orders wait for; only under [`ErrorPolicy::Row`].
    pub rejected: Vec<RejectedLine>,
    /// Records that were read but not written. A change of one of them before the commit is a conflict.
    pub unchanged: Vec<Expectation>,
}

impl ImportWrites {
    /// Returns whether records of the reference data are written.
    pub fn writes_reference(&self) -> bool {
        self.organisations != Changes::default()
            || self.partner_groups != Changes::default()
            || self.external_systems != Changes::default()
    }

    /// Returns the organisations whose records are written.
    pub fn organisations(&self) -> BTreeSet<OrganisationId> {
        fn of<'a, T>(
            changes: &'a Changes<T>,
            owner: impl Fn(&T) -> OrganisationId + 'a,
        ) -> impl Iterator<Item = OrganisationId> + 'a {
            changes.created.iter().chain(&changes.changed).map(owner)
        }
        of(&self.organisations, |one| one.id)
            .chain(of(&self.partner_groups, |one| one.organisation))
            .chain(of(&self.external_systems, |one| one.organisation))
            .chain(of(&self.partners, |one| one.organisation))
            .chain(of(&self.locations, |one| one.organisation))
            .chain(of(&self.contacts, |one| one.organisation))
            .chain(of(&self.products, |one| one.organisation))
            .chain(self.product_prices.iter().map(|one| one.organisation))
            .chain(self.candidates.iter().map(|one| one.organisation))
            .collect()
    }
}

/// Ids in external systems that are added to and removed from records.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReferenceChanges {
    pub inserted: Vec<ExternalReference>,
    pub deleted: Vec<ExternalReference>,
}

/// New and changed records of one kind. A record that is created and changed in one plan is only in `created`.
#[derive(Clone, PartialEq, Debug)]
pub struct Changes<T> {
    pub created: Vec<T>,
    /// Each `version` is the one that was read; the commit increments it.
    pub changed: Vec<T>,
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        Self { created: Vec::new(), changed: Vec::new() }
    }
}

/// A precondition of the plan: a record exists with this version, or the reference data of an organisation has this
/// generation. Shared reference data belongs to the shared organisation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Expectation {
    Partner(PartnerId, i64),
    Location(LocationId, i64),
    Contact(ContactId, i64),
    Product(ProductId, i64),
    Reference(OrganisationId, i64),
}

impl From<&Partner> for Expectation {
    fn from(record: &Partner) -> Self {
        Self::Partner(record.id, record.version)
    }
}

impl From<&Location> for Expectation {
    fn from(record: &Location) -> Self {
        Self::Location(record.id, record.version)
    }
}

impl From<&Contact> for Expectation {
    fn from(record: &Contact) -> Self {
        Self::Contact(record.id, record.version)
    }
}

impl From<&Product> for Expectation {
    fn from(record: &Product) -> Self {
        Self::Product(record.id, record.version)
    }
}
