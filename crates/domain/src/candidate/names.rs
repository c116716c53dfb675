//! Look-ups of records of small kinds by code or identifier string. The problems have no pointer, because only the
//! caller knows it.

use super::{InvoiceDocType, OrderDocType};
use crate::identifier::IdentifierString;
use crate::ids::{
    DocumentTypeId, OrganisationId, PartnerId, PaymentTermId, PricingSystemId, ShipperId, TaxCategoryId,
    UnitId, WarehouseId,
};
use crate::masterdata::{CurrencyCode, Reference};
use crate::problem::{Problem, ProblemCode};
use crate::text::Code;

/// Look-ups of active records that candidates of an organisation can refer to.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub organisation: OrganisationId,
    pub reference: &'a Reference,
}

impl Names<'_> {
    pub fn pricing_system(self, code: &Code) -> Result<PricingSystemId, Problem> {
        let found = self.reference.pricing_system_named(self.organisation, code);
        found.ok_or_else(|| coded(ProblemCode::PricingSystemUnknown, code))
    }

    pub fn tax_category(self, code: &Code) -> Result<TaxCategoryId, Problem> {
        let found = self.reference.tax_category_named(self.organisation, code);
        found.ok_or_else(|| coded(ProblemCode::TaxCategoryUnknown, code))
    }

    pub fn warehouse(self, code: &Code) -> Result<WarehouseId, Problem> {
        let found = self.reference.warehouse_named(self.organisation, code);
        found.ok_or_else(|| coded(ProblemCode::WarehouseUnknown, code))
    }

    pub fn shipper(self, name: &IdentifierString) -> Result<ShipperId, Problem> {
        let found = self.reference.shipper_named(self.organisation, name);
        found.ok_or_else(|| identified(ProblemCode::ShipperUnknown, name))
    }

    pub fn payment_term(self, name: &IdentifierString) -> Result<PaymentTermId, Problem> {
        let found = self.reference.payment_term_named(self.organisation, name);
        found.ok_or_else(|| identified(ProblemCode::PaymentTermUnknown, name))
    }

    pub fn invoice_doc_type(self, wanted: &InvoiceDocType) -> Result<DocumentTypeId, Problem> {
        let (base, sub) = (wanted.doc_base_type.as_str(), wanted.doc_sub_type.as_ref().map(Code::as_str));
        self.reference.document_type_of(self.organisation, base, sub).ok_or_else(|| {
            let problem = Problem::new(ProblemCode::InvoiceDocTypeUnknown, "").with("base", base);
            problem.with("sub", sub.unwrap_or_default())
        })
    }

    /// Checks that a document type exists for the requested order type. It is chosen when the order is created.
    pub fn order_doc_type(self, wanted: OrderDocType) -> Result<(), Problem> {
        if self.reference.has_order_type(self.organisation, wanted) {
            return Ok(());
        }
        let problem = Problem::new(ProblemCode::OrderDocTypeUnknown, "").with("sub", wanted.sub_type());
        Err(problem.with("value", wanted.as_str()))
    }
}

/// Returns the active unit with this code.
pub(crate) fn unit_named(code: &Code, reference: &Reference) -> Result<UnitId, Problem> {
    let found = reference.unit_by_code(code).filter(|unit| unit.active).map(|unit| unit.id);
    found.ok_or_else(|| coded(ProblemCode::UomUnknown, code))
}

/// Returns the active currency with this code.
pub(crate) fn currency_named(code: &Code, reference: &Reference) -> Result<CurrencyCode, Problem> {
    let found = reference.currency(code).filter(|currency| currency.active).map(|one| one.code.clone());
    found.ok_or_else(|| coded(ProblemCode::CurrencyUnknown, code))
}

/// Returns the only partner among the partners with a sales code; several are a problem.
pub(crate) fn sales_partner_named(code: &Code, partners: &[PartnerId]) -> Result<PartnerId, Problem> {
    match partners {
        [only] => Ok(*only),
        [] => Err(coded(ProblemCode::SalesPartnerUnknown, code)),
        _ => Err(coded(ProblemCode::SalesPartnerAmbiguous, code)),
    }
}

pub(crate) fn coded(problem: ProblemCode, code: &Code) -> Problem {
    Problem::new(problem, "").with("code", code.as_str())
}

pub(crate) fn identified(problem: ProblemCode, name: &IdentifierString) -> Problem {
    Problem::new(problem, "").with("name", name.to_string())
}
