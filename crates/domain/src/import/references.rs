//! Lookup of the simple references of a row: pricing system, shipper, payment term, warehouses, document types,
//! unit, currency, sales partner.

use super::row::RowDraft;
use crate::candidate::{Candidate, Names, currency_named, sales_partner_named, unit_named};
use crate::ids::{
    DocumentTypeId, OrganisationId, PartnerId, PaymentTermId, PricingSystemId, ShipperId, UnitId, WarehouseId,
};
use crate::masterdata::CurrencyCode;
use crate::problem::{Problem, ProblemCode};
use crate::text::Code;

/// References of a row other than partner blocks and product.
pub(super) struct References {
    pricing_system: Option<PricingSystemId>,
    shipper: Option<ShipperId>,
    payment_term: Option<PaymentTermId>,
    warehouse: Option<WarehouseId>,
    warehouse_dest: Option<WarehouseId>,
    invoice_doc_type: Option<DocumentTypeId>,
    sales_partner: Option<PartnerId>,
}

impl References {
    pub(super) fn write(&self, candidate: &mut Candidate) {
        candidate.pricing_system = self.pricing_system;
        candidate.shipper = self.shipper;
        candidate.payment_term = self.payment_term;
        candidate.warehouse = self.warehouse;
        candidate.warehouse_dest = self.warehouse_dest;
        candidate.invoice_doc_type = self.invoice_doc_type;
        candidate.sales_partner = self.sales_partner;
    }
}

impl RowDraft<'_> {
    /// Looks up all references that depend on the row's organisation.
    pub(super) fn references(&mut self, organisation: OrganisationId) -> References {
        let (request, names) = (self.request, Names { organisation, reference: &self.state.reference });
        let order_type = request.order_doc_type.map(|wanted| names.order_doc_type(wanted));
        let system = request.pricing_system_code.as_ref().map(|code| names.pricing_system(code));
        let shipper = request.shipper.as_ref().map(|name| names.shipper(name));
        let term = request.payment_term.as_ref().map(|name| names.payment_term(name));
        let warehouse = request.warehouse_code.as_ref().map(|code| names.warehouse(code));
        let warehouse_dest = request.warehouse_dest_code.as_ref().map(|code| names.warehouse(code));
        let invoice_type = request.invoice_doc_type.as_ref().map(|wanted| names.invoice_doc_type(wanted));
        let seller = request.sales_partner_code.as_ref();
        let seller =
            seller.map(|code| sales_partner_named(code, &self.state.sales_partners(organisation, code)));
        self.found("/orderDocType", order_type);
        References {
            pricing_system: self.found("/pricingSystemCode", system),
            shipper: self.found("/shipper", shipper),
            payment_term: self.found("/paymentTerm", term),
            warehouse: self.found("/warehouseCode", warehouse),
            warehouse_dest: self.found("/warehouseDestCode", warehouse_dest),
            invoice_doc_type: self.found("/invoiceDocType", invoice_type),
            sales_partner: self.found("/salesPartnerCode", seller),
        }
    }

    /// Returns the record found for a member. On failure, adds the problem to the errors with the member's pointer.
    fn found<R>(&mut self, pointer: &'static str, found: Option<Result<R, Problem>>) -> Option<R> {
        found?.map_err(|problem| self.errors.push(Problem { pointer: pointer.into(), ..problem })).ok()
    }

    /// Returns the active unit with this code; otherwise adds an error.
    pub(super) fn unit(&mut self, pointer: &'static str, code: &Code) -> Option<UnitId> {
        self.found(pointer, Some(unit_named(code, &self.state.reference)))
    }

    /// Returns the row's currency. It is required with a price, except in the short shape, which uses the currency of
    /// the price list.
    pub(super) fn currency(&mut self) -> Option<CurrencyCode> {
        let request = self.request;
        let code = request.currency_code.as_ref();
        if code.is_none() && request.price.is_some() && !request.identity.flat {
            self.error(ProblemCode::CurrencyRequired, "/currencyCode");
        }
        self.found("/currencyCode", code.map(|code| currency_named(code, &self.state.reference)))
    }
}
