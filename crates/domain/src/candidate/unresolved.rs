//! References of an imported row to records that do not exist.

use serde::{Deserialize, Serialize};

use super::{Candidate, Field, string_enum};
use crate::ids::{CrossReferenceId, ExternalSystemId, PartnerId, RunId};
use crate::problem::{Problem, ProblemCode};

string_enum! {
    /// Kind of record that an unresolved reference names.
    ReferenceKind {
        Partner "bpartner"
        Location "location"
        Contact "contact"
        Product "product"
        Unit "uom"
        Shipper "shipper"
        PaymentTerm "paymentTerm"
        Warehouse "warehouse"
        PricingSystem "pricingSystem"
        DocumentType "docType"
        SalesPartner "salesPartner"
    }
    /// Key of the record that an unresolved reference names.
    ReferenceKey {
        Code "code"
        ExternalId "externalId"
        Gln "gln"
        Id "id"
        Name "name"
        Address "address"
    }
}

impl ReferenceKind {
    /// Returns the problem of a candidate whose record of this kind does not exist.
    const fn problem(self) -> ProblemCode {
        match self {
            Self::Partner => ProblemCode::BpartnerUnresolved,
            Self::Location => ProblemCode::LocationUnresolved,
            Self::Contact => ProblemCode::ContactUnresolved,
            Self::Product => ProblemCode::ProductUnresolved,
            Self::Unit => ProblemCode::UomUnresolved,
            Self::Shipper => ProblemCode::ShipperUnresolved,
            Self::PaymentTerm => ProblemCode::PaymentTermUnresolved,
            Self::Warehouse => ProblemCode::WarehouseUnresolved,
            Self::PricingSystem => ProblemCode::PricingSystemUnresolved,
            Self::DocumentType => ProblemCode::DocTypeUnresolved,
            Self::SalesPartner => ProblemCode::SalesPartnerUnresolved,
        }
    }
}

/// A reference of an imported row to a record that did not exist at the import. The candidate has no record id in the
/// member.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct UnresolvedReference {
    /// Member whose override replaces the reference.
    pub field: Field,
    pub kind: ReferenceKind,
    /// Keys as sent, in the order of the look-up.
    pub keys: Vec<(ReferenceKey, String)>,
    /// External system of the external ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<ExternalSystemId>,
    /// Record that a user chose for it. A mapped reference is not open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mapped: Option<MappedTarget>,
}

/// Record that a user chose for an unresolved reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MappedTarget {
    pub record: i64,
    /// Run that mapped the reference.
    pub run: RunId,
    /// Cross-reference that maps the same value of later rows to the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cross_reference: Option<CrossReferenceId>,
}

impl UnresolvedReference {
    /// Returns the JSON Pointer of the reference in the row.
    pub fn pointer(&self) -> String {
        match self.field {
            Field::Bpartner | Field::Location | Field::Contact => format!("/bpartner/{}", self.kind.as_str()),
            Field::ProductCode => "/product".to_owned(),
            role if role.is_role() => format!("/{}/{}", role.as_str(), self.kind.as_str()),
            field => format!("/{}", field.as_str()),
        }
    }

    /// Returns the keys as readable text.
    pub fn keys_text(&self) -> String {
        let keys = self.keys.iter().map(|(key, value)| match key {
            ReferenceKey::Address | ReferenceKey::Name => value.clone(),
            _ => format!("{} {value}", key.as_str()),
        });
        keys.collect::<Vec<_>>().join(", ")
    }

    /// Returns whether the price or tax of the line depends on the record.
    fn decides_price(&self) -> bool {
        let by_kind = matches!(
            self.kind,
            ReferenceKind::Partner
                | ReferenceKind::Location
                | ReferenceKind::Product
                | ReferenceKind::Unit
                | ReferenceKind::PricingSystem
                | ReferenceKind::Warehouse
        );
        by_kind && !matches!(self.field, Field::HandOverBPartner | Field::WarehouseDestCode)
    }

    /// Returns the partner of a location or contact; `None` for other kinds.
    pub fn partner(&self, candidate: &Candidate) -> Option<PartnerId> {
        if !matches!(self.kind, ReferenceKind::Location | ReferenceKind::Contact) {
            return None;
        }
        let role = match self.field {
            Field::BillBPartner => candidate.bill,
            Field::DropShipBPartner => candidate.drop_ship,
            Field::HandOverBPartner => candidate.hand_over,
            _ => candidate.buyer,
        };
        role.map(|role| role.partner)
    }

    fn problem(&self, candidate: &Candidate) -> Problem {
        let pointer = match self.field {
            Field::ProductCode if candidate.identity.flat => "/productCode".to_owned(),
            _ => self.pointer(),
        };
        Problem::new(self.kind.problem(), pointer).with("keys", self.keys_text())
    }
}

impl Candidate {
    /// Iterates over the open references: those that are neither mapped nor overridden.
    pub fn open_references(&self) -> impl Iterator<Item = &UnresolvedReference> {
        let is_overridden = |field: Field| self.overrides.iter().any(|one| one.field == field);
        self.unresolved.iter().filter(move |one| one.mapped.is_none() && !is_overridden(one.field))
    }

    /// Iterates over the references for which a user chose a record.
    pub fn mapped_references(&self) -> impl Iterator<Item = (&UnresolvedReference, MappedTarget)> {
        self.unresolved.iter().filter_map(|one| Some((one, one.mapped?)))
    }

    /// Returns whether a member has an open reference.
    pub fn is_open(&self, field: Field) -> bool {
        self.open_references().any(|one| one.field == field)
    }

    /// Returns whether price and tax cannot be determined because of an open reference.
    pub(crate) fn lacks_price_terms(&self) -> bool {
        self.open_references().any(UnresolvedReference::decides_price)
    }

    /// Returns the problems of the open references.
    pub(crate) fn open_problems(&self) -> impl Iterator<Item = Problem> {
        self.open_references().map(|one| one.problem(self))
    }

    /// Returns whether a required reference can be absent because its record does not exist. Without a product, a unit that
    /// was not sent is unknown too.
    pub(super) fn may_lack(&self, field: Field) -> bool {
        self.unresolved.iter().filter(|one| one.mapped.is_none()).any(|one| match field {
            Field::UomCode => matches!(one.field, Field::UomCode | Field::ProductCode),
            _ => one.field == field,
        })
    }
}
