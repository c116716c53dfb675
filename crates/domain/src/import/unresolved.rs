//! References of a row to unknown records, which are stored with the candidate as unresolved.

use super::partner::BlockRole;
use super::row::{RowDraft, SentReference};
use crate::candidate::{Field, ReferenceKey, ReferenceKind, UnresolvedReference};
use crate::identifier::IdentifierString;
use crate::ids::DataSourceId;
use crate::masterdata::UnresolvedReferences;
use crate::problem::ProblemCode;
use crate::text::Code;

impl RowDraft<'_> {
    /// Returns whether the row is stored although it names unknown records.
    pub(super) fn stores_unresolved(&self, source: Option<DataSourceId>) -> bool {
        let source = source.and_then(|id| self.state.reference.data_source(id));
        let setting = source.map_or(UnresolvedReferences::Reject, |source| source.unresolved_references);
        self.terms.unresolved.unwrap_or(setting) == UnresolvedReferences::Store
    }

    /// Adds an unresolved reference.
    pub(super) fn leave_open(&mut self, (field, kind, keys): SentReference) {
        let has_id = keys.iter().any(|(key, _)| *key == ReferenceKey::ExternalId);
        let of_system = matches!(
            kind,
            ReferenceKind::Partner
                | ReferenceKind::Location
                | ReferenceKind::Contact
                | ReferenceKind::Product
        );
        let system = self.ids.system.filter(|_| has_id && of_system);
        self.unresolved.push(UnresolvedReference { field, kind, keys, system, mapped: None });
    }

    /// Returns whether a member has an unresolved reference to a record of the kind.
    pub(super) fn is_open(&self, field: Field, kind: ReferenceKind) -> bool {
        self.unresolved.iter().any(|one| (one.field, one.kind) == (field, kind))
    }
}

impl BlockRole {
    /// Returns the member whose override replaces a record of the block.
    pub(super) fn field(self, kind: ReferenceKind) -> Field {
        match (self, kind) {
            (Self::Buyer, ReferenceKind::Location) => Field::Location,
            (Self::Buyer, ReferenceKind::Contact) => Field::Contact,
            (Self::Buyer, _) => Field::Bpartner,
            (Self::Bill, _) => Field::BillBPartner,
            (Self::DropShip, _) => Field::DropShipBPartner,
            (Self::HandOver, _) => Field::HandOverBPartner,
        }
    }
}

/// Returns the key of a record that was named by its code.
pub(super) fn code_key(code: &Code) -> Vec<(ReferenceKey, String)> {
    vec![(ReferenceKey::Code, code.to_string())]
}

/// Returns the key of a record that was named by an identifier string.
pub(super) fn identifier_keys(name: &IdentifierString) -> Vec<(ReferenceKey, String)> {
    vec![match name {
        IdentifierString::Id(id) => (ReferenceKey::Id, id.to_string()),
        IdentifierString::Internal(id) => (ReferenceKey::Id, id.to_string()),
        IdentifierString::External(id) => (ReferenceKey::ExternalId, id.to_string()),
        IdentifierString::Value(code) => (ReferenceKey::Code, code.to_string()),
    }]
}

/// Returns whether a problem means that the record does not exist or is inactive.
pub(super) fn is_unknown(code: ProblemCode) -> bool {
    matches!(
        code,
        ProblemCode::UomUnknown
            | ProblemCode::PricingSystemUnknown
            | ProblemCode::ShipperUnknown
            | ProblemCode::PaymentTermUnknown
            | ProblemCode::WarehouseUnknown
            | ProblemCode::InvoiceDocTypeUnknown
            | ProblemCode::SalesPartnerUnknown
    )
}
