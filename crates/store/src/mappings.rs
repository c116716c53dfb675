//! Mappings of missing records to existing ones.

use orderdock_domain::ids::{CrossReferenceId, DataSourceId, OrganisationId, PartnerId, RunId, UnitId};
use orderdock_domain::masterdata::{CrossReferenceKind, CrossReferenceMember};
use orderdock_domain::text::Code;

/// A record that a missing one can be mapped to.
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

/// A value that later rows contain, and the record that it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RememberedValue {
    /// Id of the cross-reference if none exists.
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

/// The record that a value means already, and the user who last changed the cross-reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenValue {
    pub record: i64,
    pub user: Option<String>,
}
