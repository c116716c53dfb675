//! A candidate as it is stored, with the records that it names.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use super::{ExternalIdentity, Hold, OrderDocType, Override, PaymentRule, words};
use crate::ids::{
    CandidateId, ContactId, DataSourceId, DocumentTypeId, LocationId, OrganisationId, PartnerId,
    PaymentTermId, PricingSystemId, ProductId, RequestId, ShipperId, TaxCategoryId, UnitId, WarehouseId,
};
use crate::import::Content;
use crate::masterdata::{
    Contact, CurrencyCode, DefaultsOf, Location, Partner, Product, Reference, ValuesInEffect,
};
use crate::number::Decimal;
use crate::problem::Problem;
use crate::text::{Code, Text};

words! {
    /// Where a candidate stands.
    Status { New "new" Error "error" Processed "processed" Inactive "inactive" }
}

/// A partner with the location and contact that a candidate names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartnerRole {
    pub partner: PartnerId,
    /// Bill, drop-ship and hand-over partners may come without.
    pub location: Option<LocationId>,
    pub contact: Option<ContactId>,
}

/// A candidate with its effective values; what was imported is in `content`.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    pub id: CandidateId,
    pub organisation: OrganisationId,
    pub version: i64,
    pub status: Status,
    /// Why it stays where it is.
    pub problems: Vec<Problem>,
    /// Why a run passes it over although nothing is wrong with it.
    pub hold: Option<Hold>,
    pub identity: ExternalIdentity,
    pub data_source: DataSourceId,
    pub data_dest: DataSourceId,
    pub request: RequestId,
    /// Its place in the request, from 0.
    pub request_index: u32,
    pub line: Option<i64>,
    pub header_line_count: Option<i64>,
    pub po_reference: Code,
    pub buyer: PartnerRole,
    pub bill: Option<PartnerRole>,
    pub drop_ship: Option<PartnerRole>,
    pub hand_over: Option<PartnerRole>,
    pub product: ProductId,
    pub product_description: Option<Text>,
    pub description: Option<Text>,
    pub qty: Decimal,
    pub unit: UnitId,
    /// Manual price, per the row's unit.
    pub price: Option<Decimal>,
    /// The list price found when the candidate was last validated; `None` with a manual price or a problem.
    pub list_price: Option<Decimal>,
    pub currency: Option<CurrencyCode>,
    pub discount: Option<Decimal>,
    pub pricing_system: Option<PricingSystemId>,
    /// Set by hand only; else that of the product's price, the product, the list, the organisation holds.
    pub tax_category: Option<TaxCategoryId>,
    pub date_ordered: Date,
    pub date_required: Option<Date>,
    pub preset_date_invoiced: Option<Date>,
    pub preset_date_shipped: Option<Date>,
    pub order_doc_type: Option<OrderDocType>,
    pub invoice_doc_type: Option<DocumentTypeId>,
    pub payment_rule: Option<PaymentRule>,
    pub payment_term: Option<PaymentTermId>,
    pub shipper: Option<ShipperId>,
    pub sales_partner: Option<PartnerId>,
    pub warehouse: Option<WarehouseId>,
    pub warehouse_dest: Option<WarehouseId>,
    pub delivery_rule: Option<Code>,
    pub delivery_via_rule: Option<Code>,
    /// What was sent, normalised; never changes.
    pub content: Content,
    /// Members that hold another value than the imported one, in the order of [`Field::ALL`](super::Field).
    pub overrides: Vec<Override>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Candidate {
    /// The partner roles that are filled, the buyer first.
    pub fn roles(&self) -> impl Iterator<Item = PartnerRole> + '_ {
        [Some(self.buyer), self.bill, self.drop_ship, self.hand_over].into_iter().flatten()
    }

    /// The manual price, else the list price.
    pub fn price_in_effect(&self) -> Option<Decimal> {
        self.price.or(self.list_price)
    }
}

/// The records that candidates name, by id.
#[derive(Clone, Debug, Default)]
pub struct Related {
    pub reference: Arc<Reference>,
    pub partners: HashMap<PartnerId, Partner>,
    pub locations: HashMap<LocationId, Location>,
    pub contacts: HashMap<ContactId, Contact>,
    pub products: HashMap<ProductId, Product>,
}

impl Related {
    /// The values that hold for a candidate by today's master data: its own, else those of partner, group and
    /// organisation.
    pub fn values<'a>(&'a self, candidate: &'a Candidate) -> ValuesInEffect<'a> {
        let partner = |role: Option<PartnerRole>| self.partners.get(&role.unwrap_or(candidate.buyer).partner);
        let defaults = DefaultsOf {
            organisation: self.reference.organisation(candidate.organisation),
            billed: partner(candidate.bill),
            delivered: partner(candidate.drop_ship),
            reference: &self.reference,
        };
        defaults.values(Some(candidate))
    }
}
