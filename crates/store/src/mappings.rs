//! Mappings of missing records to existing ones.

use orderdock_domain::ids::{CrossReferenceId, DataSourceId, OrganisationId, PartnerId, RunId, UnitId};
use orderdock_domain::masterdata::{CrossReferenceKind, CrossReferenceMember};
use orderdock_domain::text::Code;

/// A record to which a missing one can be mapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MappingTarget {
    pub organisation: OrganisationId,
    pub active: bool,
    /// Code, or name if the record has none.
    pub label: String,
    /// Partner of a location or contact.
    pub partner: Option<PartnerId>,
    /// Unit of a product.
    pub unit: Option<UnitId>,
}

/// A mapping of a sent value to a record, which also applies to later rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RememberedValue {
    /// Id of the cross-reference if it has to be created.
    pub id: CrossReferenceId,
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    /// Buyer of the rows; for a location or contact, its partner.
    pub partner: Option<PartnerId>,
    pub kind: CrossReferenceKind,
    pub member: CrossReferenceMember,
    pub value: Code,
    pub record: i64,
    /// Run that maps the waiting lines.
    pub run: RunId,
}

/// An existing mapping of a value to another record, with the user who last changed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenValue {
    pub record: i64,
    pub user: Option<String>,
}
