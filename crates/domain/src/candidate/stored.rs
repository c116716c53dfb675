//! A stored candidate with resolved references.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use super::{
    CandidateRequest, DateOrInstant, ExtendedProps, ExternalIdentity, Field, Hold, OrderDocType, Override,
    PaymentRule, UnresolvedReference, string_enum,
};
use crate::ids::{
    CandidateId, ContactId, DataSourceId, DocumentTypeId, ExternalSystemId, LocationId, OrganisationId,
    PartnerId, PaymentTermId, PricingSystemId, ProductId, RequestId, ShipperId, TaxCategoryId, UnitId,
    WarehouseId,
};
use crate::import::Content;
use crate::masterdata::{
    Contact, CurrencyCode, DefaultSources, EffectiveValues, Location, Partner, Product, Reference,
};
use crate::number::Decimal;
use crate::problem::Problem;
use crate::text::{Code, Text};

string_enum! {
    /// Processing status of a candidate.
    Status { New "new" Error "error" Processed "processed" Inactive "inactive" }
}

/// Partner, location and contact in one of the roles of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartnerRole {
    pub partner: PartnerId,
    /// Optional for bill, drop-ship and hand-over partners.
    pub location: Option<LocationId>,
    pub contact: Option<ContactId>,
}

/// A stored candidate with its effective values. `content` contains the imported values.
///
/// [`CANDIDATE_FIELDS`](super::CANDIDATE_FIELDS) lists the members from `qty` on, in this order, with their columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    pub id: CandidateId,
    pub organisation: OrganisationId,
    /// Version for optimistic locking; incremented by every change.
    pub version: i64,
    pub status: Status,
    /// Reasons for the status `error`, or for the candidate being skipped.
    pub problems: Vec<Problem>,
    /// Reason why runs skip a candidate without problems.
    pub hold: Option<Hold>,
    /// Name of the user responsible for the candidate.
    pub assigned_to: Option<Code>,
    /// Ids of the sender.
    pub identity: ExternalIdentity,
    pub data_source: DataSourceId,
    /// External system that was sent, if any.
    pub external_system: Option<ExternalSystemId>,
    /// Destination.
    pub data_dest: DataSourceId,
    /// Request that imported the candidate.
    pub request: RequestId,
    /// Position in the request, from 0.
    pub request_index: u32,
    /// `None` if the partner is unresolved.
    pub buyer: Option<PartnerRole>,
    /// Partner who receives the invoice; `None`: the buyer.
    pub bill: Option<PartnerRole>,
    /// Partner who receives the goods; `None`: the buyer.
    pub drop_ship: Option<PartnerRole>,
    /// Partner to whom the goods are handed over; `None`: the buyer.
    pub hand_over: Option<PartnerRole>,
    /// `None` if the product is unresolved.
    pub product: Option<ProductId>,
    /// List price at the last validation; `None` with a manual price or a problem.
    pub list_price: Option<Decimal>,
    /// Net amount of the resulting order line at the last validation; `None` without a price.
    pub net: Option<Decimal>,
    /// Tax category set by an override; `None`: that of product price, product, price list or organisation.
    pub tax_category: Option<TaxCategoryId>,
    /// Normalised members of the imported row; never changes.
    pub content: Content,
    /// References of the row to records that did not exist at the import and were not found since. A user may have chosen
    /// a record for them.
    pub unresolved: Vec<UnresolvedReference>,
    /// Overrides of imported values.
    pub overrides: Vec<Override>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,

    /// Ordered quantity in `unit`.
    pub qty: Decimal,
    /// `None` if the unit is unresolved, or if the product is unresolved and no unit was sent.
    pub unit: Option<UnitId>,
    /// Manual price per `unit`; `None`: the list price.
    pub price: Option<Decimal>,
    /// Currency of the manual price; `None`: that of the price list.
    pub currency: Option<CurrencyCode>,
    /// Discount in percent, at most 100; a value below 0 is a surcharge.
    pub discount: Option<Decimal>,
    /// Pricing system; `None`: that of bill partner, its group or organisation.
    pub pricing_system: Option<PricingSystemId>,
    /// Free text about the product.
    pub product_description: Option<Text>,
    /// Free text about the line.
    pub description: Option<Text>,
    /// Order reference of the customer.
    pub po_reference: Code,
    pub date_ordered: Date,
    /// Date required by the customer.
    pub date_required: Option<Date>,
    /// Preset date of the invoice.
    pub preset_date_invoiced: Option<Date>,
    /// Preset date of the shipment.
    pub preset_date_shipped: Option<Date>,
    /// Document type of the sales order; `None`: the default type of the organisation.
    pub order_doc_type: Option<OrderDocType>,
    /// Document type of the invoice.
    pub invoice_doc_type: Option<DocumentTypeId>,
    /// Payment rule; `None`: that of bill partner, its group or organisation.
    pub payment_rule: Option<PaymentRule>,
    /// Payment term; `None`: that of bill partner, its group or organisation.
    pub payment_term: Option<PaymentTermId>,
    /// Shipper; `None`: that of the partner who receives the goods, its group or organisation.
    pub shipper: Option<ShipperId>,
    /// Partner who arranged the sale.
    pub sales_partner: Option<PartnerId>,
    /// Warehouse that delivers; `None`: that of the partner who receives the goods, its group or organisation.
    pub warehouse: Option<WarehouseId>,
    /// Warehouse that receives the goods.
    pub warehouse_dest: Option<WarehouseId>,
    /// Delivery rule; `None`: that of the partner who receives the goods, its group or organisation.
    pub delivery_rule: Option<Code>,
    /// Delivery route; `None`: that of the partner who receives the goods, its group or organisation.
    pub delivery_via_rule: Option<Code>,
    /// Line number given by the sender.
    pub line: Option<i64>,
    /// Number of lines of the incoming order.
    pub header_line_count: Option<i64>,
    /// Whether the line is free of charge; see [`Self::is_free`].
    pub is_without_charge: Option<bool>,
    /// Reason why the line is free of charge.
    pub reason: Option<Text>,
    pub promotion_code: Option<Code>,
    /// Custom properties, as sent.
    pub extended_props: Option<ExtendedProps>,
}

impl From<NewCandidate> for Candidate {
    fn from(new: NewCandidate) -> Self {
        Self {
            id: new.id,
            organisation: new.organisation,
            version: 1,
            status: Status::New,
            problems: Vec::new(),
            hold: None,
            assigned_to: None,
            identity: new.identity,
            data_source: new.data_source,
            external_system: None,
            data_dest: new.data_dest,
            request: new.request,
            request_index: new.request_index,
            buyer: new.buyer,
            bill: None,
            drop_ship: None,
            hand_over: None,
            product: new.product,
            list_price: None,
            net: None,
            tax_category: None,
            content: Content::default(),
            unresolved: Vec::new(),
            overrides: Vec::new(),
            created_at: new.at,
            updated_at: new.at,
            qty: new.qty,
            unit: new.unit,
            price: None,
            currency: None,
            discount: None,
            pricing_system: None,
            product_description: None,
            description: None,
            po_reference: new.po_reference,
            date_ordered: new.date_ordered,
            date_required: None,
            preset_date_invoiced: None,
            preset_date_shipped: None,
            order_doc_type: None,
            invoice_doc_type: None,
            payment_rule: None,
            payment_term: None,
            shipper: None,
            sales_partner: None,
            warehouse: None,
            warehouse_dest: None,
            delivery_rule: None,
            delivery_via_rule: None,
            line: None,
            header_line_count: None,
            is_without_charge: None,
            reason: None,
            promotion_code: None,
            extended_props: None,
        }
    }
}

/// Required members of a new candidate.
pub struct NewCandidate {
    pub id: CandidateId,
    pub organisation: OrganisationId,
    pub identity: ExternalIdentity,
    pub data_source: DataSourceId,
    pub data_dest: DataSourceId,
    pub request: RequestId,
    /// Position in the request, from 0.
    pub request_index: u32,
    pub buyer: Option<PartnerRole>,
    pub product: Option<ProductId>,
    /// Ordered quantity in `unit`.
    pub qty: Decimal,
    pub unit: Option<UnitId>,
    /// Order reference of the customer.
    pub po_reference: Code,
    pub date_ordered: Date,
    /// Time of the import.
    pub at: Timestamp,
}

impl Candidate {
    /// Copies the members of a row that do not refer to records.
    pub(crate) fn copy_values(&mut self, request: &CandidateRequest) {
        let date = |day: Option<DateOrInstant>| day.and_then(DateOrInstant::date);
        self.price = request.price;
        self.discount = request.discount;
        self.product_description.clone_from(&request.product_description);
        self.description.clone_from(&request.description);
        self.date_required = date(request.date_required);
        self.preset_date_invoiced = date(request.preset_date_invoiced);
        self.preset_date_shipped = date(request.preset_date_shipped);
        self.order_doc_type = request.order_doc_type;
        self.payment_rule = request.payment_rule;
        self.delivery_rule.clone_from(&request.delivery_rule);
        self.delivery_via_rule.clone_from(&request.delivery_via_rule);
        self.line = request.line;
        self.header_line_count = request.header_line_count;
        self.is_without_charge = request.is_without_charge;
        self.reason.clone_from(&request.reason);
        self.promotion_code.clone_from(&request.promotion_code);
        self.extended_props.clone_from(&request.extended_props);
    }

    /// Returns buyer, bill, drop-ship and hand-over partner.
    pub(crate) fn given_roles(&self) -> [Option<PartnerRole>; 4] {
        [self.buyer, self.bill, self.drop_ship, self.hand_over]
    }

    /// Returns a role, otherwise the buyer. `None` if the role names a partner that does not exist.
    pub fn role_or_buyer(&self, field: Field, role: Option<PartnerRole>) -> Option<PartnerRole> {
        if self.is_open(field) { role } else { role.or(self.buyer) }
    }

    /// Iterates over the partners with a role, the buyer first.
    pub fn roles(&self) -> impl Iterator<Item = PartnerRole> {
        self.given_roles().into_iter().flatten()
    }

    /// Returns whether the line is free of charge; `price` is then only its value.
    pub fn is_free(&self) -> bool {
        self.is_without_charge == Some(true)
    }

    /// Returns the manual price, otherwise the list price; 0 if the line is free of charge.
    pub fn price_in_effect(&self) -> Option<Decimal> {
        self.price_with(self.list_price)
    }

    /// Returns the price in effect for a given list price.
    pub(crate) fn price_with(&self, list_price: Option<Decimal>) -> Option<Decimal> {
        if self.is_free() { Some(Decimal::ZERO) } else { self.price.or(list_price) }
    }
}

/// Records to which candidates refer, by id.
#[derive(Clone, Debug, Default)]
pub struct Related {
    pub reference: Arc<Reference>,
    pub partners: HashMap<PartnerId, Partner>,
    pub locations: HashMap<LocationId, Location>,
    pub contacts: HashMap<ContactId, Contact>,
    pub products: HashMap<ProductId, Product>,
    /// First id of a record in an external system, by record id and system, if a candidate's row has a system.
    pub external_ids: HashMap<(i64, ExternalSystemId), Code>,
}

impl Related {
    /// Returns the external system that the external ids of a candidate's row refer to.
    pub fn row_system(&self, candidate: &Candidate) -> Option<ExternalSystemId> {
        self.reference.row_system(candidate.external_system, candidate.data_source).0
    }

    /// Returns the id that a record has in an external system, otherwise the shared one.
    pub fn external_id<'a>(
        &'a self,
        system: Option<ExternalSystemId>,
        record: i64,
        shared: Option<&'a Code>,
    ) -> Option<&'a Code> {
        system.and_then(|system| self.external_ids.get(&(record, system))).or(shared)
    }

    /// Returns the effective values of the candidate by current master data: its own, otherwise those of partner,
    /// partner group or organisation.
    pub fn values<'a>(&'a self, candidate: &'a Candidate) -> EffectiveValues<'a> {
        let partner = |field, role| {
            let role = candidate.role_or_buyer(field, role)?;
            self.partners.get(&role.partner)
        };
        let defaults = DefaultSources {
            organisation: self.reference.organisation(candidate.organisation),
            billed: partner(Field::BillBPartner, candidate.bill),
            delivered: partner(Field::DropShipBPartner, candidate.drop_ship),
            reference: &self.reference,
        };
        defaults.values(Some(candidate))
    }
}
