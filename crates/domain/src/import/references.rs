//! The smaller things that a row names: shipper, payment term, warehouse, document types, codes.

use super::row::RowDraft;
use crate::candidate::Candidate;
use crate::ids::{
    DocumentTypeId, OrganisationId, PartnerId, PaymentTermId, PricingSystemId, ShipperId, WarehouseId,
};
use crate::masterdata::CurrencyCode;
use crate::problem::{Problem, ProblemCode};
use crate::text::Code;

/// What a row names besides partners and product, looked up.
pub(super) struct References {
    pub(super) pricing_system: Option<PricingSystemId>,
    pub(super) shipper: Option<ShipperId>,
    pub(super) payment_term: Option<PaymentTermId>,
    pub(super) warehouse: Option<WarehouseId>,
    pub(super) warehouse_dest: Option<WarehouseId>,
    pub(super) invoice_doc_type: Option<DocumentTypeId>,
    pub(super) sales_partner: Option<PartnerId>,
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
    /// Everything that needs the row's organisation to be looked up.
    pub(super) fn references(&mut self, organisation: OrganisationId) -> References {
        self.check_order_doc_type(organisation);
        References {
            pricing_system: self.pricing_system(organisation),
            shipper: self.shipper(organisation),
            payment_term: self.payment_term(organisation),
            warehouse: self.warehouse(organisation, self.request.warehouse_code.as_ref(), "/warehouseCode"),
            warehouse_dest: self.warehouse(
                organisation,
                self.request.warehouse_dest_code.as_ref(),
                "/warehouseDestCode",
            ),
            invoice_doc_type: self.invoice_doc_type(organisation),
            sales_partner: self.sales_partner(organisation),
        }
    }

    fn named_error(&mut self, code: ProblemCode, pointer: &'static str, name: &'static str, value: String) {
        self.errors.push(Problem::new(code, pointer).with(name, value));
    }

    fn pricing_system(&mut self, organisation: OrganisationId) -> Option<PricingSystemId> {
        let code = self.request.pricing_system_code.as_ref()?;
        let found = self.world.reference.pricing_system_named(organisation, code);
        if found.is_none() {
            let (code_text, pointer) = (code.to_string(), "/pricingSystemCode");
            self.named_error(ProblemCode::PricingSystemUnknown, pointer, "code", code_text);
        }
        found
    }

    fn shipper(&mut self, organisation: OrganisationId) -> Option<ShipperId> {
        let identifier = self.request.shipper.as_ref()?;
        let found = self.world.reference.shipper_named(organisation, identifier);
        if found.is_none() {
            self.named_error(ProblemCode::ShipperUnknown, "/shipper", "name", identifier.to_string());
        }
        found
    }

    fn payment_term(&mut self, organisation: OrganisationId) -> Option<PaymentTermId> {
        let identifier = self.request.payment_term.as_ref()?;
        let found = self.world.reference.payment_term_named(organisation, identifier);
        if found.is_none() {
            self.named_error(ProblemCode::PaymentTermUnknown, "/paymentTerm", "name", identifier.to_string());
        }
        found
    }

    fn warehouse(
        &mut self,
        organisation: OrganisationId,
        code: Option<&Code>,
        pointer: &'static str,
    ) -> Option<WarehouseId> {
        let code = code?;
        let found = self.world.reference.warehouse_named(organisation, code);
        if found.is_none() {
            self.named_error(ProblemCode::WarehouseUnknown, pointer, "code", code.to_string());
        }
        found
    }

    fn invoice_doc_type(&mut self, organisation: OrganisationId) -> Option<DocumentTypeId> {
        let wanted = self.request.invoice_doc_type.as_ref()?;
        let sub = wanted.doc_sub_type.as_ref().map(Code::as_str);
        let found = self.world.reference.document_type_of(organisation, wanted.doc_base_type.as_str(), sub);
        if found.is_none() {
            let problem = Problem::new(ProblemCode::InvoiceDocTypeUnknown, "/invoiceDocType")
                .with("base", wanted.doc_base_type.as_str())
                .with("sub", sub.unwrap_or_default());
            self.errors.push(problem);
        }
        found
    }

    /// The order's own document type is chosen when it is made; here there must be one to choose.
    fn check_order_doc_type(&mut self, organisation: OrganisationId) {
        let Some(wanted) = self.request.order_doc_type else { return };
        if !self.world.reference.has_order_type(organisation, wanted) {
            let problem = Problem::new(ProblemCode::OrderDocTypeUnknown, "/orderDocType")
                .with("sub", wanted.sub_type())
                .with("value", wanted.as_str());
            self.errors.push(problem);
        }
    }

    fn sales_partner(&mut self, organisation: OrganisationId) -> Option<PartnerId> {
        let code = self.request.sales_partner_code.as_ref()?;
        match self.world.sales_partners(organisation, code).as_slice() {
            [only] => return Some(*only),
            [] => self.named_error(
                ProblemCode::SalesPartnerUnknown,
                "/salesPartnerCode",
                "code",
                code.to_string(),
            ),
            _ => {
                let pointer = "/salesPartnerCode";
                self.named_error(ProblemCode::SalesPartnerAmbiguous, pointer, "code", code.to_string());
            }
        }
        None
    }

    /// The row's currency: required with a price, but for the short shape, where the list's is taken.
    pub(super) fn currency(&mut self) -> Option<CurrencyCode> {
        let request = self.request;
        let Some(code) = &request.currency_code else {
            if request.price.is_some() && !request.identity.flat {
                self.error(ProblemCode::CurrencyRequired, "/currencyCode");
            }
            return None;
        };
        let known = self.world.reference.currency(code).is_some_and(|currency| currency.active);
        if !known {
            self.named_error(ProblemCode::CurrencyUnknown, "/currencyCode", "code", code.to_string());
        }
        known.then(|| code.clone())
    }
}
