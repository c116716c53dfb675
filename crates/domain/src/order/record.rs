//! A sales order as it is kept: everything as it was when the order was made.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{Handover, LineExplanation, NumberPattern, OrderValues, optional_shared, shared};
use crate::candidate::{Candidate, ExtendedProps, PartnerRole, Releases, words};
use crate::ids::{
    CandidateId, DataSourceId, DocumentTypeId, OrderId, OrganisationId, PartnerId, PriceListId,
    PricingSystemId, ProductId, RequestId, RunId, TaxId, UnitId, WarehouseId,
};
use crate::masterdata::{Contact, CurrencyCode, Location, Partner};
use crate::money::Factor;
use crate::number::Decimal;
use crate::text::{Code, Name, Text};

words! {
    /// Orders are completed when they are made; there are no drafts.
    OrderStatus { Completed "completed" Voided "voided" }
}

/// A sales order with its lines and taxes, or with what a list has in their place. Master data stands in it as it was when
/// the order was made; what became of it since never shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Order<L = Vec<OrderLine>, T = Vec<OrderTax>> {
    pub id: OrderId,
    pub version: i64,
    pub status: OrderStatus,
    /// Drawn by the commit: `None` until then, and in a dry run.
    pub document_no: Option<Code>,
    pub document_type: OrderDocumentType,
    /// A prepay order: completed, but to be paid before anything leaves.
    pub awaits_payment: bool,
    pub header: OrderHeader,
    /// By line number.
    pub lines: L,
    /// In the order of their first line.
    pub taxes: T,
    /// Σ net of the lines.
    pub total_lines: Decimal,
    pub total_tax: Decimal,
    /// The lines, and the taxes unless they are included.
    pub grand_total: Decimal,
    /// The requests that it came with: its candidates', or its own. Each once, ascending.
    pub requests: Vec<RequestId>,
    /// The run that made it; `None` if it was sent whole.
    pub run: Option<RunId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Who has it, or does not want it.
    pub handover: Option<Handover>,
}

/// What all lines of an order have in common. Stored as JSON; the members of `values` are its own members.
#[serde_with::apply(
    Option => #[serde(skip_serializing_if = "Option::is_none")],
    bool => #[serde(default, skip_serializing_if = "std::ops::Not::not")],
)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OrderHeader {
    pub organisation: Named<OrganisationId>,
    /// `None` if it was sent whole.
    pub data_source: Option<DataSourceId>,
    /// The sender's; `None` where it only stood in for a flat `externalId`.
    pub external_header_id: Option<Code>,
    pub po_reference: Option<Code>,
    #[serde(with = "shared")]
    pub buyer: Arc<Party>,
    /// Where it is not the buyer.
    #[serde(default, with = "optional_shared")]
    pub bill: Option<Arc<Party>>,
    /// Where it is not the buyer.
    #[serde(default, with = "optional_shared")]
    pub drop_ship: Option<Arc<Party>>,
    /// Where it is not the buyer.
    #[serde(default, with = "optional_shared")]
    pub hand_over: Option<Arc<Party>>,
    pub sales_partner: Option<Named<PartnerId>>,
    pub currency: CurrencyCode,
    /// Digits of its amounts of money.
    pub currency_digits: u32,
    pub pricing_system: Named<PricingSystemId>,
    pub price_list: Named<PriceListId>,
    /// Whether the prices of its lines include tax.
    pub tax_included: bool,
    pub date_ordered: Date,
    pub date_promised: DatePromised,
    pub invoice_document_type: Option<OrderDocumentType>,
    /// The code of the first line that has one.
    pub promotion_code: Option<Code>,
    /// What partner, group or organisation can give.
    #[serde(flatten)]
    pub values: OrderValues,
}

/// A record by id, with the code and name it had.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named<Id> {
    pub id: Id,
    pub code: Code,
    pub name: Option<Name>,
}

/// A document type as it was.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OrderDocumentType {
    pub id: DocumentTypeId,
    pub name: Name,
    pub base_type: Code,
    pub sub_type: Option<Code>,
}

/// A partner with location and contact, as they were.
#[serde_with::apply(Option => #[serde(skip_serializing_if = "Option::is_none")])]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    pub partner: Partner,
    pub location: Option<Location>,
    pub contact: Option<Contact>,
}

impl Party {
    /// The records by id.
    pub fn role(&self) -> PartnerRole {
        PartnerRole {
            partner: self.partner.id,
            location: self.location.as_ref().map(|location| location.id),
            contact: self.contact.as_ref().map(|contact| contact.id),
        }
    }
}

/// When the goods are promised. Stored as text: a day, or an instant in UTC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DatePromised {
    /// As it was sent with the order.
    Instant(Timestamp),
    /// The earliest required day of its lines.
    Day(Date),
}

#[derive(Clone, PartialEq, Debug)]
pub struct OrderLine {
    /// The sender's line number where it keeps them ascending, else ten more than the line before.
    pub line: i64,
    pub product: OrderedProduct,
    pub description: Option<Text>,
    pub promotion_code: Option<Code>,
    pub extended_props: Option<ExtendedProps>,
    /// In `unit`; the sum of what its candidates gave.
    pub qty: Decimal,
    pub unit: OrderUnit,
    /// In `price_unit`, for display where it has no end in decimals.
    pub qty_in_price_unit: Decimal,
    /// `qty` × multiplier ÷ divisor is the exact quantity in `price_unit`. `None` if `qty_in_price_unit` counts: the
    /// unit rounds converted quantities, or the order is from before factors were stored.
    pub factor: Option<Factor>,
    pub price_unit: OrderUnit,
    /// Before discount.
    pub price_entered: Decimal,
    /// Percent.
    pub discount: Decimal,
    /// After discount.
    pub price: Decimal,
    /// Exact quantity in `price_unit` × price, rounded once; tax is in it if the order's prices include it.
    pub net: Decimal,
    /// `None` if the partner is exempt.
    pub tax: Option<LineTax>,
    pub explanation: LineExplanation,
    /// The day by which it is required.
    pub date_required: Option<Date>,
    pub preset_date_invoiced: Option<Date>,
    pub preset_date_shipped: Option<Date>,
    pub warehouse_dest: Option<Named<WarehouseId>>,
    /// Which candidate gave which quantity; none if the order was sent whole. In the sender's order.
    pub allocations: Vec<Allocation>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderedProduct {
    pub id: ProductId,
    pub code: Code,
    pub name: Name,
    /// What the sender wrote for it on this line.
    pub description: Option<Text>,
}

/// A unit by its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderUnit {
    pub id: UnitId,
    pub code: Code,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineTax {
    pub id: TaxId,
    pub code: Code,
    /// Percent.
    pub rate: Decimal,
}

/// The quantity that a candidate gave to a line, in the line's unit. A candidate has one at most, and one
/// only in orders that are not voided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allocation {
    pub candidate: CandidateId,
    pub qty: Decimal,
    /// Why the candidate would have stayed, had nobody released it.
    pub released: Releases,
}

/// The tax of an order by one tax record.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderTax {
    pub id: TaxId,
    pub code: Code,
    pub name: Option<Name>,
    /// Percent.
    pub rate: Decimal,
    /// The buyer owes it: the amount is 0.
    pub reverse_charge: bool,
    /// What the tax is on, without the tax itself.
    pub base: Decimal,
    pub amount: Decimal,
}

/// An order to be written, with its lines, allocations and number, or not at all.
#[derive(Clone, PartialEq, Debug)]
pub struct NewOrder {
    pub order: Order,
    /// How the number that the commit draws is written. It counts from 1 for the order's organisation and
    /// document type.
    pub number: NumberPattern,
    /// The candidates that it takes, with the version they were read with: each becomes `processed`, without
    /// hold. If one of them has changed, the order is not made.
    pub claims: Vec<CandidateClaim>,
}

/// A candidate that is to change, as it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CandidateClaim {
    pub candidate: CandidateId,
    /// The commit raises it by one.
    pub version: i64,
    // figures are kept by these
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
