//! What an import decided: the rows to write, what must still hold then, and an answer for every row.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::{KnownReference, RowNote};
use crate::candidate::{Candidate, CandidateRequest, Related, SourceReference};
use crate::ids::{
    CandidateId, ContactId, DataSourceId, IdBlock, LocationId, OrganisationId, PartnerId, ProductId,
    RequestId,
};
use crate::masterdata::{Contact, Location, Organisation, Partner, PartnerGroup, Product, ProductPrice};
use crate::problem::Problem;
use crate::text::Code;

/// What happens to the other rows when one is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum ErrorPolicy {
    /// The whole request.
    #[default]
    All,
    /// The rows of the same external header id.
    Header,
    /// Only that row.
    Row,
}

/// A row that could be read, or its errors.
#[derive(Clone, Debug)]
pub struct ImportRow {
    /// The external ids as far as they could be read; for the answer.
    pub header_id: Option<String>,
    pub line_id: Option<String>,
    /// Where it comes from, for a row that could not be read.
    pub origin: RowOrigin,
    pub request: Result<Box<CandidateRequest>, Vec<Problem>>,
    /// Warnings of the reader (unknown members).
    pub warnings: Vec<Problem>,
}

/// What is known of where a row comes from, also when the row as a whole could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RowOrigin {
    pub org: OptionallyNamed<Code>,
    pub data_source: OptionallyNamed<SourceReference>,
    /// It has one id for header and line, so there is no header that could wait for it.
    pub flat: bool,
}

/// What a row says of something that it need not name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum OptionallyNamed<T> {
    /// The default is meant.
    #[default]
    Nothing,
    This(T),
    Unreadable,
}

/// Everything the planner must know besides the rows and the context.
#[derive(Debug)]
pub struct ImportCall {
    pub now: Timestamp,
    pub request: RequestId,
    pub policy: ErrorPolicy,
    pub permissions: crate::access::Permissions,
    pub ids: IdBlock,
}

#[derive(Clone, PartialEq, Debug)]
pub enum RowOutcome {
    Created {
        candidate: CandidateId,
        warnings: Vec<Problem>,
        created: Vec<CreatedRecord>,
    },
    /// The same row was imported before, as this candidate.
    Unchanged {
        candidate: CandidateId,
        warnings: Vec<Problem>,
    },
    /// Under [`ErrorPolicy::All`] a row may have no error of its own: it lacks what another row would have
    /// created, had that not been rejected.
    Rejected {
        errors: Vec<Problem>,
    },
}

/// Master data that a row created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreatedRecord {
    /// `org`, `bpartner`, `location`, `contact`, `group`, `product`, `productPrice`.
    pub kind: &'static str,
    pub id: i64,
    pub code: Option<String>,
}

/// The plan of one request. Records in `changed` lists carry the version they were read with.
#[derive(Debug, Default)]
pub struct ImportPlan {
    pub writes: ImportWrites,
    /// One for each row, in order.
    pub outcomes: Vec<RowOutcome>,
    /// For each row that did not become a candidate, in order.
    pub notes: Vec<RowNote>,
    /// Whose the rows are, as far as that could be read and is one of the caller's organisations; ascending.
    pub organisations: Vec<OrganisationId>,
    /// The records behind the outcomes, for the answer.
    pub related: Related,
    /// The planner ran out of ids: reserve at least this many and plan again.
    pub ids_short: u32,
}

/// A line that was rejected alone: the rest of its header was taken, or may come yet, and waits for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedLine {
    /// `None` if the row named none of the caller's: any of them may have been meant.
    pub organisation: Option<OrganisationId>,
    /// `None` if there is none like it: any may have been meant.
    pub data_source: Option<DataSourceId>,
    pub header_id: Code,
    pub line_id: Code,
    /// The row's place in its request.
    pub index: u32,
}

/// What the commit writes, in the order of the lists.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportWrites {
    pub organisations: Changes<Organisation>,
    pub partner_groups: Changes<PartnerGroup>,
    pub partners: Changes<Partner>,
    pub locations: Changes<Location>,
    pub contacts: Changes<Contact>,
    pub products: Changes<Product>,
    pub product_prices: Vec<ProductPrice>,
    /// In the order of their rows.
    pub candidates: Vec<Candidate>,
    /// Headers under which partners now used a reference, as [`used_references`](super::used_references) tells.
    pub po_references: Vec<KnownReference>,
    /// Lines that headers wait for: those that were rejected under [`ErrorPolicy::Row`].
    pub rejected: Vec<RejectedLine>,
    /// What was read, not written, and must still be what it was: Conflict if another process or request has changed it
    /// since.
    pub unchanged: Vec<Expectation>,
}

impl ImportWrites {
    /// Whose records are written.
    pub fn organisations(&self) -> BTreeSet<OrganisationId> {
        fn of<'a, T>(
            changes: &'a Changes<T>,
            owner: impl Fn(&T) -> OrganisationId + 'a,
        ) -> impl Iterator<Item = OrganisationId> + 'a {
            changes.created.iter().chain(&changes.changed).map(owner)
        }
        of(&self.organisations, |one| one.id)
            .chain(of(&self.partner_groups, |one| one.organisation))
            .chain(of(&self.partners, |one| one.organisation))
            .chain(of(&self.locations, |one| one.organisation))
            .chain(of(&self.contacts, |one| one.organisation))
            .chain(of(&self.products, |one| one.organisation))
            .chain(self.product_prices.iter().map(|one| one.organisation))
            .chain(self.candidates.iter().map(|one| one.organisation))
            .collect()
    }
}

/// New and changed records of one kind. A record created and changed in one plan is only created.
#[derive(Clone, PartialEq, Debug)]
pub struct Changes<T> {
    pub created: Vec<T>,
    /// `version` is the one that was read; the commit raises it by one.
    pub changed: Vec<T>,
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        Self { created: Vec::new(), changed: Vec::new() }
    }
}

/// What the plan relies on: a record exists with this version, or the reference data of an organisation (shared ones of
/// the shared one) has this generation.
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
