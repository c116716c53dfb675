//! Stored sales orders. Master data is copied, so an order contains the values of the time when it was created.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{Handover, LineExplanation, NumberPattern, OrderValues, optional_shared, shared};
use crate::candidate::{Candidate, ExtendedProps, PartnerRole, Releases, string_enum};
use crate::ids::{
    CandidateId, DataSourceId, DocumentTypeId, ExternalSystemId, OrderId, OrganisationId, PartnerId,
    PriceListId, PricingSystemId, ProductId, RequestId, RunId, TaxId, UnitId, WarehouseId,
};
use crate::masterdata::{Contact, CurrencyCode, Location, Partner, Seller};
use crate::money::Factor;
use crate::number::Decimal;
use crate::text::{Code, Name, Text};

string_enum! {
    /// Status of an order. There are no drafts: an order is completed when it is created.
    OrderStatus { Completed "completed" Voided "voided" }
}

/// Sales order with its lines and taxes. In lists of orders, other types replace lines and taxes. Later changes of master
/// data do not affect the order.
#[derive(Clone, PartialEq, Debug)]
pub struct Order<L = Vec<OrderLine>, T = Vec<OrderTax>> {
    pub id: OrderId,
    pub version: i64,
    pub status: OrderStatus,
    /// Assigned by the commit; `None` before and in a dry run.
    pub document_no: Option<Code>,
    pub document_type: OrderDocumentType,
    /// Whether it is a prepay order, which must be paid before shipment.
    pub awaits_payment: bool,
    pub header: OrderHeader,
    /// Order lines, sorted by line number.
    pub lines: L,
    /// Taxes in the order of their first lines.
    pub taxes: T,
    /// Sum of the net amounts of the lines.
    pub total_lines: Decimal,
    pub total_tax: Decimal,
    /// Sum of the lines, plus the taxes unless prices include them.
    pub grand_total: Decimal,
    /// Import requests of its candidates, or the request of a complete order; ascending, without duplicates.
    pub requests: Vec<RequestId>,
    /// Run that created the order; `None` for a complete order.
    pub run: Option<RunId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Reply of the receiver that accepted or rejected the order.
    pub handover: Option<Handover>,
}

/// Values that all lines of an order share. Stored as JSON, with the members of `values` flattened into the object.
#[serde_with::apply(
    Option => #[serde(skip_serializing_if = "Option::is_none")],
    bool => #[serde(default, skip_serializing_if = "std::ops::Not::not")],
)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OrderHeader {
    pub organisation: RecordSnapshot<OrganisationId>,
    /// Seller; `None` if the organisation had no letterhead.
    #[serde(default)]
    pub seller: Option<Seller>,
    /// Data source; `None` for a complete order.
    pub data_source: Option<DataSourceId>,
    /// External system that the rows were sent with.
    pub external_system: Option<ExternalSystemId>,
    /// External header id of the sender; `None` if the rows had a flat `externalId`.
    pub external_header_id: Option<Code>,
    pub po_reference: Option<Code>,
    #[serde(with = "shared")]
    pub buyer: Arc<Party>,
    /// Only if it differs from the buyer.
    #[serde(default, with = "optional_shared")]
    pub bill: Option<Arc<Party>>,
    /// Only if it differs from the buyer.
    #[serde(default, with = "optional_shared")]
    pub drop_ship: Option<Arc<Party>>,
    /// Only if it differs from the buyer.
    #[serde(default, with = "optional_shared")]
    pub hand_over: Option<Arc<Party>>,
    pub sales_partner: Option<RecordSnapshot<PartnerId>>,
    pub currency: CurrencyCode,
    /// Decimal places of the amounts.
    pub currency_digits: u32,
    pub pricing_system: RecordSnapshot<PricingSystemId>,
    pub price_list: RecordSnapshot<PriceListId>,
    /// Whether the prices of the lines include tax.
    pub tax_included: bool,
    pub date_ordered: Date,
    pub date_promised: DatePromised,
    pub invoice_document_type: Option<OrderDocumentType>,
    /// Promotion code of the first line that has one.
    pub promotion_code: Option<Code>,
    /// Effective values, which can come from partner, group or organisation.
    #[serde(flatten)]
    pub values: OrderValues,
}

/// Reference to a record by id, with its code and name when the order was created.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordSnapshot<Id> {
    pub id: Id,
    pub code: Code,
    pub name: Option<Name>,
}

/// Document type when the order was created.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OrderDocumentType {
    pub id: DocumentTypeId,
    pub name: Name,
    pub base_type: Code,
    pub sub_type: Option<Code>,
}

/// Partner with location and contact when the order was created.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    pub partner: Partner,
    pub location: Option<Location>,
    pub contact: Option<Contact>,
}

impl Party {
    /// Returns the ids of the records.
    pub fn role(&self) -> PartnerRole {
        PartnerRole {
            partner: self.partner.id,
            location: self.location.as_ref().map(|location| location.id),
            contact: self.contact.as_ref().map(|contact| contact.id),
        }
    }
}

/// Promised date. Stored as text: a date, or a timestamp in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DatePromised {
    /// As sent with the order.
    Instant(Timestamp),
    /// Earliest required date of the lines.
    Day(Date),
}

#[derive(Clone, PartialEq, Debug)]
pub struct OrderLine {
    /// Line number of the sender if it is greater than the previous one, otherwise the previous number plus 10.
    pub line: i64,
    pub product: OrderedProduct,
    pub description: Option<Text>,
    pub promotion_code: Option<Code>,
    pub extended_props: Option<ExtendedProps>,
    /// Quantity in `unit`. It is the sum of the allocations, if there are any.
    pub qty: Decimal,
    pub unit: OrderUnit,
    /// Quantity in `price_unit`; only for display if it has no finite decimal form.
    pub qty_in_price_unit: Decimal,
    /// Factor from `qty` to the exact quantity in `price_unit`. `None` if `qty_in_price_unit` is used instead: the unit
    /// rounds converted quantities, or the order is older than stored factors.
    pub factor: Option<Factor>,
    pub price_unit: OrderUnit,
    /// Price before discount.
    pub price_entered: Decimal,
    /// Discount in percent.
    pub discount: Decimal,
    /// Price after discount.
    pub price: Decimal,
    /// Exact quantity in `price_unit` × price, rounded once. Includes tax if the prices of the order do.
    pub net: Decimal,
    /// `None` if the partner is exempt.
    pub tax: Option<LineTax>,
    pub explanation: LineExplanation,
    /// Required date.
    pub date_required: Option<Date>,
    pub preset_date_invoiced: Option<Date>,
    pub preset_date_shipped: Option<Date>,
    pub warehouse_dest: Option<RecordSnapshot<WarehouseId>>,
    /// Quantity of each candidate, in the order of the sender; empty for a complete order.
    pub allocations: Vec<Allocation>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderedProduct {
    pub id: ProductId,
    pub code: Code,
    pub name: Name,
    /// Description by the sender on this line.
    pub description: Option<Text>,
}

/// Unit with its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderUnit {
    pub id: UnitId,
    pub code: Code,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineTax {
    pub id: TaxId,
    pub code: Code,
    /// Rate in percent.
    pub rate: Decimal,
}

/// Quantity of a candidate in an order line, in the unit of the line. A candidate has at most one allocation, and only in
/// an order that is not voided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allocation {
    pub candidate: CandidateId,
    pub qty: Decimal,
    /// Hold reasons that were released.
    pub released: Releases,
}

/// Taxable amount and tax of an order for one tax record.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderTax {
    pub id: TaxId,
    pub code: Code,
    pub name: Option<Name>,
    /// Rate in percent.
    pub rate: Decimal,
    /// Whether the buyer owes the tax; the amount is 0 then.
    pub reverse_charge: bool,
    /// Taxable amount, without the tax.
    pub base: Decimal,
    pub amount: Decimal,
}

/// Order to write in one transaction with its lines, allocations and number.
#[derive(Clone, PartialEq, Debug)]
pub struct NewOrder {
    pub order: Order,
    /// Format of the document number. The commit assigns numbers from 1 on per organisation and document type.
    pub number: NumberPattern,
    /// Candidates of the order with the version that was read. They become `processed` without a hold. If one of them has
    /// changed, the order is not created.
    pub claims: Vec<CandidateClaim>,
}

/// Candidate to change, with the version that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateClaim {
    pub candidate: CandidateId,
    /// The commit increments it by 1.
    pub version: i64,
    // the numbers of candidates are stored per organisation and data source
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
    pub created_at: Timestamp,
}

impl CandidateClaim {
    pub fn of(candidate: &Candidate) -> Self {
        let Candidate { id, version, organisation, data_source, created_at, .. } = *candidate;
        Self { candidate: id, version, organisation, data_source, created_at }
    }
}
