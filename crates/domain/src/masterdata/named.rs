//! Records of small kinds by the names that senders and clerks give them.

use super::{DocumentType, PaymentTerm, Reference, Shipper, Warehouse, own_or_shared};
use crate::candidate::OrderDocType;
use crate::identifier::IdentifierString;
use crate::ids::{
    DocumentTypeId, OrganisationId, PaymentTermId, PricingSystemId, SHARED, ShipperId, TaxCategoryId,
    WarehouseId,
};
use crate::text::Code;

/// Base type of sales orders.
pub(crate) const SALES_ORDER: &str = "SOO";

/// Whether an identifier string names the record with these keys; `int-` is the record id here.
pub fn is_named(
    identifier: &IdentifierString,
    id: i64,
    external_id: Option<&Code>,
    code: Option<&Code>,
) -> bool {
    match identifier {
        IdentifierString::Id(wanted) => *wanted == id,
        IdentifierString::Internal(text) => text.as_str().parse() == Ok(id),
        IdentifierString::External(wanted) => external_id == Some(wanted),
        IdentifierString::Value(wanted) => code == Some(wanted),
    }
}

impl OrderDocType {
    /// The sub type of its document types.
    pub fn sub_type(self) -> &'static str {
        match self {
            Self::SalesOrder => "SO",
            Self::PrepayOrder => "PR",
        }
    }
}

/// Active records that an organisation sees, its own before shared ones.
impl Reference {
    pub fn pricing_system_named(&self, organisation: OrganisationId, code: &Code) -> Option<PricingSystemId> {
        let fitting = self.pricing_systems.iter().filter(|system| system.active && system.code == *code);
        own_or_shared(fitting, organisation, |system| system.organisation).map(|system| system.id)
    }

    pub fn tax_category_named(&self, organisation: OrganisationId, code: &Code) -> Option<TaxCategoryId> {
        let fitting = self.tax_categories.iter().filter(|category| category.active && category.code == *code);
        own_or_shared(fitting, organisation, |category| category.organisation).map(|category| category.id)
    }

    pub fn shipper_named(&self, organisation: OrganisationId, name: &IdentifierString) -> Option<ShipperId> {
        let named = |one: &&Shipper| {
            one.active && is_named(name, one.id.0, one.external_id.as_ref(), Some(&one.code))
        };
        own_or_shared(self.shippers.iter().filter(named), organisation, |one| one.organisation)
            .map(|one| one.id)
    }

    pub fn payment_term_named(
        &self,
        organisation: OrganisationId,
        name: &IdentifierString,
    ) -> Option<PaymentTermId> {
        let named = |one: &&PaymentTerm| {
            one.active && is_named(name, one.id.0, one.external_id.as_ref(), Some(&one.code))
        };
        let fitting = self.payment_terms.iter().filter(named);
        own_or_shared(fitting, organisation, |one| one.organisation).map(|one| one.id)
    }

    pub fn warehouse_named(&self, organisation: OrganisationId, code: &Code) -> Option<WarehouseId> {
        let fitting = |one: &&Warehouse| one.active && one.code == *code;
        let fitting = self.warehouses.iter().filter(fitting);
        own_or_shared(fitting, organisation, |one| one.organisation).map(|one| one.id)
    }

    /// A document type of the base type and sub type; of several the default.
    pub fn document_type_of(
        &self,
        organisation: OrganisationId,
        base: &str,
        sub: Option<&str>,
    ) -> Option<DocumentTypeId> {
        let fits = |kind: &&DocumentType| {
            let seen = kind.organisation == organisation || kind.organisation == SHARED;
            seen && kind.active && kind.base_type == *base && kind.sub_type.as_ref().map(Code::as_str) == sub
        };
        let fitting = self.document_types.iter().filter(fits);
        let first = fitting.min_by_key(|kind| (kind.organisation != organisation, !kind.is_default, kind.id));
        first.map(|kind| kind.id)
    }

    /// Whether an order of this kind can be made.
    pub fn has_order_type(&self, organisation: OrganisationId, wanted: OrderDocType) -> bool {
        self.document_type_of(organisation, SALES_ORDER, Some(wanted.sub_type())).is_some()
    }
}
