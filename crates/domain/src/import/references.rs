//! Lookup of the simple references of a row: pricing system, shipper, payment term, warehouses, document types,
//! unit, currency, sales partner.

use super::row::{RowDraft, SentReference};
use super::unresolved::{code_key, identifier_keys, is_unknown};
use crate::candidate::ReferenceKind as Kind;
use crate::candidate::{
    Candidate, Field, InvoiceDocType, Names, ReferenceKey, coded, currency_named, sales_partner_named,
    unit_named,
};
use crate::identifier::IdentifierString;
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
    /// Sets the record that a member names; returns `false` if it does not exist.
    pub(super) fn write_one(&self, field: Field, candidate: &mut Candidate) -> bool {
        match field {
            Field::PricingSystemCode => replace(&mut candidate.pricing_system, self.pricing_system),
            Field::Shipper => replace(&mut candidate.shipper, self.shipper),
            Field::PaymentTerm => replace(&mut candidate.payment_term, self.payment_term),
            Field::WarehouseCode => replace(&mut candidate.warehouse, self.warehouse),
            Field::WarehouseDestCode => replace(&mut candidate.warehouse_dest, self.warehouse_dest),
            Field::InvoiceDocType => replace(&mut candidate.invoice_doc_type, self.invoice_doc_type),
            Field::SalesPartnerCode => replace(&mut candidate.sales_partner, self.sales_partner),
            _ => false,
        }
    }

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
        let request = self.request;
        let shipper = request.shipper.as_ref().and_then(|name| self.shipper(name));
        let term = request.payment_term.as_ref().and_then(|name| self.payment_term(name));
        let warehouse = request.warehouse_code.as_ref().and_then(|code| self.warehouse(code));
        let warehouse_dest = request.warehouse_dest_code.as_ref().and_then(|code| self.warehouse(code));
        let names = Names { organisation, reference: &self.state.reference };
        let order_type = request.order_doc_type.map(|wanted| names.order_doc_type(wanted));
        let system = request.pricing_system_code.as_ref().map(|code| names.pricing_system(code));
        let invoice_type = request.invoice_doc_type.as_ref().map(|wanted| names.invoice_doc_type(wanted));
        let seller = request.sales_partner_code.as_ref();
        let seller =
            seller.map(|code| sales_partner_named(code, &self.state.sales_partners(organisation, code)));
        // the validation of a stored row reports the missing document type
        self.found("/orderDocType", order_type.filter(|_| !self.stores));
        let code = |code: &Option<Code>| code.as_ref().map(code_key).unwrap_or_default();
        let name = |name: &Option<IdentifierString>| name.as_ref().map(identifier_keys).unwrap_or_default();
        let document = request.invoice_doc_type.as_ref().map(document_keys).unwrap_or_default();
        let (from, to) = (code(&request.warehouse_code), code(&request.warehouse_dest_code));
        let (priced_by, sold_by) = (code(&request.pricing_system_code), code(&request.sales_partner_code));
        let (shipped_by, paid_by) = (name(&request.shipper), name(&request.payment_term));
        References {
            pricing_system: self
                .named_record((Field::PricingSystemCode, Kind::PricingSystem, priced_by), system),
            shipper: self.named_record((Field::Shipper, Kind::Shipper, shipped_by), shipper),
            payment_term: self.named_record((Field::PaymentTerm, Kind::PaymentTerm, paid_by), term),
            warehouse: self.named_record((Field::WarehouseCode, Kind::Warehouse, from), warehouse),
            warehouse_dest: self
                .named_record((Field::WarehouseDestCode, Kind::Warehouse, to), warehouse_dest),
            invoice_doc_type: self
                .named_record((Field::InvoiceDocType, Kind::DocumentType, document), invoice_type),
            sales_partner: self.named_record((Field::SalesPartnerCode, Kind::SalesPartner, sold_by), seller),
        }
    }

    /// Returns the record that a member names. An unknown record becomes an open reference if the row is stored, otherwise
    /// an error.
    fn named_record<R>(&mut self, sent: SentReference, found: Option<Result<R, Problem>>) -> Option<R> {
        match found? {
            Ok(record) => Some(record),
            Err(problem) if self.stores && is_unknown(problem.code) => {
                self.leave_open(sent);
                None
            }
            Err(problem) => {
                let pointer = format!("/{}", sent.0.as_str());
                self.errors.push(Problem { pointer: pointer.into(), ..problem });
                None
            }
        }
    }

    /// Returns the sent unit of the row's quantity, if it is known.
    pub(super) fn row_unit(&mut self) -> Option<UnitId> {
        let code = self.request.uom_code.as_ref()?;
        let unit = self.unit_result(code);
        self.named_record((Field::UomCode, Kind::Unit, code_key(code)), Some(unit))
    }

    /// Returns the record found for a member. On failure, adds the problem to the errors with the member's pointer.
    fn found<R>(&mut self, pointer: &'static str, found: Option<Result<R, Problem>>) -> Option<R> {
        found?.map_err(|problem| self.errors.push(Problem { pointer: pointer.into(), ..problem })).ok()
    }

    /// Returns the active unit with this code; otherwise adds an error.
    pub(super) fn unit(&mut self, pointer: &'static str, code: &Code) -> Option<UnitId> {
        let unit = self.unit_result(code);
        self.found(pointer, Some(unit))
    }

    fn unit_result(&mut self, code: &Code) -> Result<UnitId, Problem> {
        match self.mapped_unit(code) {
            Some((unit, true)) => Ok(unit),
            Some((_, false)) => Err(coded(ProblemCode::UomUnknown, code)),
            None => unit_named(code, &self.state.reference),
        }
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

/// Returns the key of an unknown invoice document type.
fn document_keys(wanted: &InvoiceDocType) -> Vec<(ReferenceKey, String)> {
    let sub = wanted.doc_sub_type.as_ref().map(|sub| format!("/{sub}")).unwrap_or_default();
    vec![(ReferenceKey::Code, format!("{}{sub}", wanted.doc_base_type))]
}

/// Sets a member to a found record; returns `false` if none was found.
fn replace<T: Copy>(member: &mut Option<T>, found: Option<T>) -> bool {
    *member = found.or(*member);
    found.is_some()
}
