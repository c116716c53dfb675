//! Lookup of records of small kinds by the names that senders and clerks use for them.

use super::{DocumentType, Reference, own_or_shared};
use crate::candidate::OrderDocType;
use crate::identifier::IdentifierString;
use crate::ids::{
    DocumentTypeId, OrganisationId, PaymentTermId, PricingSystemId, SHARED, ShipperId, TaxCategoryId,
    WarehouseId,
};
use crate::text::Code;

/// Base type of sales orders.
pub(crate) const SALES_ORDER: &str = "SOO";

/// Comparison of the key of a record with the sent key.
pub(crate) type KeyComparison = fn(&Code, &Code) -> bool;

/// Finds a record by its exact key, otherwise by a key that differs only in spaces, because older versions stored other
/// space characters.
pub(crate) fn exact_or_spelled<T>(find: impl Fn(KeyComparison) -> Option<T>) -> Option<T> {
    find(Code::eq).or_else(|| find(Code::is_spelled))
}

/// Returns whether an identifier string names the record with these keys. `int-` is interpreted as the record id.
pub(crate) fn is_named(
    identifier: &IdentifierString,
    id: i64,
    (external_id, code): (Option<&Code>, Option<&Code>),
    same: KeyComparison,
) -> bool {
    match identifier {
        IdentifierString::Id(wanted) => *wanted == id,
        IdentifierString::Internal(text) => text.as_str().parse() == Ok(id),
        IdentifierString::External(wanted) => external_id.is_some_and(|id| same(id, wanted)),
        IdentifierString::Value(wanted) => code.is_some_and(|code| same(code, wanted)),
    }
}

impl OrderDocType {
    /// Returns the sub type of document types for this order type.
    pub fn sub_type(self) -> &'static str {
        match self {
            Self::SalesOrder => "SO",
            Self::PrepayOrder => "PR",
        }
    }
}

/// Lookups of active records; those of the organisation take precedence over shared ones.
impl Reference {
    /// Returns the pricing system with this code that the organisation can use.
    pub fn pricing_system_named(&self, organisation: OrganisationId, code: &Code) -> Option<PricingSystemId> {
        exact_or_spelled(|same| {
            let fitting = self.pricing_systems.iter().filter(|one| one.active && same(&one.code, code));
            own_or_shared(fitting, organisation, |one| one.organisation).map(|one| one.id)
        })
    }

    /// Returns the tax category with this code that the organisation can use.
    pub fn tax_category_named(&self, organisation: OrganisationId, code: &Code) -> Option<TaxCategoryId> {
        exact_or_spelled(|same| {
            let fitting = self.tax_categories.iter().filter(|one| one.active && same(&one.code, code));
            own_or_shared(fitting, organisation, |one| one.organisation).map(|one| one.id)
        })
    }

    /// Returns the warehouse with this code that the organisation can use.
    pub fn warehouse_named(&self, organisation: OrganisationId, code: &Code) -> Option<WarehouseId> {
        exact_or_spelled(|same| {
            let fitting = self.warehouses.iter().filter(|one| one.active && same(&one.code, code));
            own_or_shared(fitting, organisation, |one| one.organisation).map(|one| one.id)
        })
    }

    /// Returns the shipper with this identifier that the organisation can use.
    pub fn shipper_named(&self, organisation: OrganisationId, name: &IdentifierString) -> Option<ShipperId> {
        exact_or_spelled(|same| {
            let fitting = self.shippers.iter().filter(|one| {
                let keys = (one.external_id.as_ref(), Some(&one.code));
                one.active && is_named(name, one.id.0, keys, same)
            });
            own_or_shared(fitting, organisation, |one| one.organisation).map(|one| one.id)
        })
    }

    /// Returns the payment term with this identifier that the organisation can use.
    pub fn payment_term_named(
        &self,
        organisation: OrganisationId,
        name: &IdentifierString,
    ) -> Option<PaymentTermId> {
        exact_or_spelled(|same| {
            let fitting = self.payment_terms.iter().filter(|one| {
                let keys = (one.external_id.as_ref(), Some(&one.code));
                one.active && is_named(name, one.id.0, keys, same)
            });
            own_or_shared(fitting, organisation, |one| one.organisation).map(|one| one.id)
        })
    }

    /// Returns the document type with this base type and sub type. If there are several, the default takes precedence.
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

    /// Returns whether the organisation has a document type for orders of this kind.
    pub fn has_order_type(&self, organisation: OrganisationId, wanted: OrderDocType) -> bool {
        self.document_type_of(organisation, SALES_ORDER, Some(wanted.sub_type())).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::masterdata::Shipper;

    #[test]
    fn exact_code_is_preferred_over_other_spacing() {
        let shipper = |id, code: &str| Shipper {
            id: ShipperId(id),
            organisation: SHARED,
            active: true,
            code: Code::stored(code).unwrap(),
            external_id: None,
            name: None,
        };
        let mut reference = Reference::default();
        reference.shippers = vec![shipper(1, "DPD\u{A0}1"), shipper(2, "DPD\u{2003}1")];
        let sent = IdentifierString::Value(Code::stored("DPD 1").unwrap());
        assert_eq!(reference.shipper_named(OrganisationId(1), &sent), Some(ShipperId(1)));
        reference.shippers.push(shipper(3, "DPD 1"));
        assert_eq!(reference.shipper_named(OrganisationId(1), &sent), Some(ShipperId(3)));
    }
}
