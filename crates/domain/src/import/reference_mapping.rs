//! Mapping of a missing record to an existing one.

use serde::{Deserialize, Serialize};

use crate::candidate::{Candidate, Field, MissingRecordId, PartnerRole, ReferenceKind};
use crate::ids::{
    ContactId, CrossReferenceId, DocumentTypeId, LocationId, PartnerId, PaymentTermId, PricingSystemId,
    ProductId, ShipperId, UnitId, WarehouseId,
};

/// A mapping of a missing record to an existing one, chosen by a user.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReferenceMapping {
    pub missing: MissingRecordId,
    pub kind: ReferenceKind,
    /// Id of the existing record.
    pub record: i64,
    /// Unit of a product, for lines without a unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// Cross-reference that maps the same value of later rows to the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cross_reference: Option<CrossReferenceId>,
}

impl ReferenceMapping {
    /// Sets the record of a member; returns `false` if the member cannot have it. Partners are not assigned here, because
    /// their locations and contacts must be looked up too.
    pub(super) fn assign(&self, field: Field, candidate: &mut Candidate) -> bool {
        let id = self.record;
        match self.kind {
            ReferenceKind::Partner => return false,
            ReferenceKind::Location => {
                return place(field, candidate, |role| role.location = Some(LocationId(id)));
            }
            ReferenceKind::Contact => {
                return place(field, candidate, |role| role.contact = Some(ContactId(id)));
            }
            ReferenceKind::Product => {
                candidate.product = Some(ProductId(id));
                let sends_unit = candidate.content.members().any(|member| member.pointer == "/uomCode");
                candidate.unit = candidate.unit.or(self.unit.filter(|_| !sends_unit));
            }
            ReferenceKind::Unit => candidate.unit = Some(UnitId(id)),
            ReferenceKind::Shipper => candidate.shipper = Some(ShipperId(id)),
            ReferenceKind::PaymentTerm => candidate.payment_term = Some(PaymentTermId(id)),
            ReferenceKind::Warehouse if field == Field::WarehouseDestCode => {
                candidate.warehouse_dest = Some(WarehouseId(id));
            }
            ReferenceKind::Warehouse => candidate.warehouse = Some(WarehouseId(id)),
            ReferenceKind::PricingSystem => candidate.pricing_system = Some(PricingSystemId(id)),
            ReferenceKind::DocumentType => candidate.invoice_doc_type = Some(DocumentTypeId(id)),
            ReferenceKind::SalesPartner => candidate.sales_partner = Some(PartnerId(id)),
        }
        true
    }
}

/// Sets the location or contact of a partner role.
fn place(field: Field, candidate: &mut Candidate, set: impl FnOnce(&mut PartnerRole)) -> bool {
    let role = match field {
        Field::BillBPartner => &mut candidate.bill,
        Field::DropShipBPartner => &mut candidate.drop_ship,
        Field::HandOverBPartner => &mut candidate.hand_over,
        _ => &mut candidate.buyer,
    };
    role.as_mut().map(set).is_some()
}
