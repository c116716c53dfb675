//! A candidate as sent: parsed into types, with references that are not looked up yet.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::{ExtendedProps, Field, PartnerBlock, ProductData};
use crate::calendar;
use crate::identifier::IdentifierString;
use crate::number::Decimal;
use crate::problem::{Problem, ProblemCode};
use crate::sync_advice::SyncAdvice;
use crate::text::{Code, Name, Text};

/// A member of a record, which distinguishes an explicit null from an absent member.
///
/// Stored as `"nothing"` or `{"value": …}`; skipped if absent, with [`MaybeUndefined::is_absent`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MaybeUndefined<T> {
    #[default]
    Absent,
    /// Explicit null or blank text; `UPDATE_MERGE` clears the value.
    #[serde(rename = "nothing")]
    Null,
    Value(T),
}

impl<T> MaybeUndefined<T> {
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> MaybeUndefined<U> {
        match self {
            Self::Absent => MaybeUndefined::Absent,
            Self::Null => MaybeUndefined::Null,
            Self::Value(value) => MaybeUndefined::Value(change(value)),
        }
    }
}

/// A day as sent: a date, or an instant that is converted to a date in the time zone of the organisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DateOrInstant {
    Date(Date),
    Instant(Timestamp),
}

impl DateOrInstant {
    pub fn date(self) -> Option<Date> {
        match self {
            Self::Date(date) => Some(date),
            Self::Instant(_) => None,
        }
    }
}

/// An order candidate as sent, in either shape and variant. References to records are not looked up yet.
///
/// [`CANDIDATE_FIELDS`](super::CANDIDATE_FIELDS) lists the members from `qty` on, in this order, with their JSON
/// names.
#[derive(Clone, PartialEq, Debug)]
pub struct CandidateRequest {
    /// Ids of the sender; permanently unique per organisation, data source and external system.
    pub identity: ExternalIdentity,
    /// Organisation; the default organisation of the access token if absent.
    pub org: Option<OrgData>,
    /// System that sent the row; [`DEFAULT_SOURCE`](crate::import::DEFAULT_SOURCE) if absent.
    pub data_source: Option<SourceReference>,
    /// Code of the external system; `None` if `externalSystemCode` names the data source. Not part of the compared
    /// content.
    pub external_system: Option<Code>,
    /// Destination; [`DEFAULT_DEST`](crate::import::DEFAULT_DEST) if absent. Runs skip candidates with another one.
    pub data_dest: Option<SourceReference>,
    /// Buyer.
    pub bpartner: PartnerBlock,
    // the other partner blocks are boxed because they are large and most rows have none of them
    /// Partner who receives the invoice; the buyer if absent.
    pub bill_bpartner: Option<Box<PartnerBlock>>,
    /// Partner who receives the goods; the buyer if absent.
    pub drop_ship_bpartner: Option<Box<PartnerBlock>>,
    /// Partner to whom the goods are handed over; the buyer if absent.
    pub hand_over_bpartner: Option<Box<PartnerBlock>>,
    pub product: ProductData,
    /// Members that change prices and are not supported, with their values as JSON.
    pub unsupported: Vec<(Field, Text)>,

    /// Ordered quantity in `uom_code`. A candidate with a quantity of 0 or less is stored with a problem.
    pub qty: Decimal,
    /// Unit code (UN/ECE, X12 DE 355); the stock unit of the product if absent.
    pub uom_code: Option<Code>,
    /// Manual price per `uom_code`, used instead of the list price. 0 is a valid price.
    pub price: Option<Decimal>,
    /// Currency code (ISO 4217). Required with `price`, except in the short shape; the currency of the price list if
    /// absent.
    pub currency_code: Option<Code>,
    /// Discount in percent, at most 100; a value below 0 is a surcharge. No discount if absent.
    pub discount: Option<Decimal>,
    /// Code of the pricing system; that of bill partner, its group or organisation if absent.
    pub pricing_system_code: Option<Code>,
    /// Free text about the product, copied to the order line.
    pub product_description: Option<Text>,
    /// Free text about the line, copied to the order line.
    pub description: Option<Text>,
    /// Order reference of the customer.
    pub po_reference: Code,
    /// Order date; the date of the first candidate of the incoming order if absent, otherwise today in the time zone
    /// of the organisation.
    pub date_ordered: Option<DateOrInstant>,
    /// Date required by the customer. Rows without it are rejected unless their destination is
    /// `DEST.de.metas.invoicecandidate`.
    pub date_required: Option<DateOrInstant>,
    /// Preset date of the invoice.
    pub preset_date_invoiced: Option<DateOrInstant>,
    /// Preset date of the shipment.
    pub preset_date_shipped: Option<DateOrInstant>,
    /// Document type of the sales order; the default type of the organisation if absent.
    pub order_doc_type: Option<OrderDocType>,
    /// Document type of the invoice.
    pub invoice_doc_type: Option<InvoiceDocType>,
    /// Payment rule; that of bill partner, its group or organisation if absent.
    pub payment_rule: Option<PaymentRule>,
    /// Payment term; that of bill partner, its group or organisation if absent.
    pub payment_term: Option<IdentifierString>,
    /// Shipper; that of the partner who receives the goods, its group or organisation if absent.
    pub shipper: Option<IdentifierString>,
    /// Sales code of the partner who arranged the sale.
    pub sales_partner_code: Option<Code>,
    /// Code of the warehouse that delivers; that of the partner who receives the goods, its group or organisation if
    /// absent.
    pub warehouse_code: Option<Code>,
    /// Code of the warehouse that receives the goods.
    pub warehouse_dest_code: Option<Code>,
    /// Delivery rule; that of the partner who receives the goods, its group or organisation if absent. Any code is
    /// accepted.
    pub delivery_rule: Option<Code>,
    /// Delivery route; that of the partner who receives the goods, its group or organisation if absent. Any code is
    /// accepted.
    pub delivery_via_rule: Option<Code>,
    /// Line number given by the sender.
    pub line: Option<i64>,
    /// Number of lines of the incoming order, from 0. If present, the lines are on hold until all have arrived.
    pub header_line_count: Option<i64>,
    /// Whether the line is free of charge, regardless of the price list; `price` is then stored as its value.
    pub is_without_charge: Option<bool>,
    /// Reason why the line is free of charge.
    pub reason: Option<Text>,
    /// Promotion code. Any code is accepted.
    pub promotion_code: Option<Code>,
    /// Custom properties, stored and returned as sent.
    pub extended_props: Option<ExtendedProps>,
}

/// Members that are required in every row.
pub struct RequiredMembers {
    pub identity: ExternalIdentity,
    pub bpartner: PartnerBlock,
    pub product: ProductData,
    /// Ordered quantity.
    pub qty: Decimal,
    pub po_reference: Code,
}

impl CandidateRequest {
    /// Returns a row without any optional member.
    pub fn minimal(required: RequiredMembers) -> Self {
        let RequiredMembers { identity, bpartner, product, qty, po_reference } = required;
        Self {
            identity,
            org: None,
            data_source: None,
            external_system: None,
            data_dest: None,
            bpartner,
            bill_bpartner: None,
            drop_ship_bpartner: None,
            hand_over_bpartner: None,
            product,
            unsupported: Vec::new(),
            qty,
            uom_code: None,
            price: None,
            currency_code: None,
            discount: None,
            pricing_system_code: None,
            product_description: None,
            description: None,
            po_reference,
            date_ordered: None,
            date_required: None,
            preset_date_invoiced: None,
            preset_date_shipped: None,
            order_doc_type: None,
            invoice_doc_type: None,
            payment_rule: None,
            payment_term: None,
            shipper: None,
            sales_partner_code: None,
            warehouse_code: None,
            warehouse_dest_code: None,
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

    fn days(&mut self) -> [(&'static str, &mut Option<DateOrInstant>); 4] {
        [
            ("/dateOrdered", &mut self.date_ordered),
            ("/dateRequired", &mut self.date_required),
            ("/presetDateInvoiced", &mut self.preset_date_invoiced),
            ("/presetDateShipped", &mut self.preset_date_shipped),
        ]
    }

    /// Returns the row with its instants converted to days of a time zone, or a problem for each day outside the calendar.
    pub fn in_zone(&self, zone: impl FnOnce() -> TimeZone) -> Result<Cow<'_, Self>, Vec<Problem>> {
        let given =
            [self.date_ordered, self.date_required, self.preset_date_invoiced, self.preset_date_shipped];
        if given.into_iter().flatten().all(|day| matches!(day, DateOrInstant::Date(_))) {
            return Ok(Cow::Borrowed(self));
        }
        let (zone, mut row) = (zone(), self.clone());
        let mut faults = Vec::new();
        for (pointer, day) in row.days() {
            if let Some(DateOrInstant::Instant(instant)) = *day {
                *day = calendar::day_of(instant, &zone).map(DateOrInstant::Date);
                if day.is_none() {
                    faults.push(Problem::new(ProblemCode::DateInvalid, pointer));
                }
            }
        }
        if faults.is_empty() { Ok(Cow::Owned(row)) } else { Err(faults) }
    }
}

/// Ids that the sender assigned to a row; permanently unique per organisation, data source and external system.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExternalIdentity {
    pub header_id: Code,
    pub line_id: Code,
    /// Whether both ids come from one flat `externalId` (short shape).
    pub flat: bool,
}

/// Reference to a data source or destination.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SourceReference {
    /// Variant A: an identifier string; `int-` contains the internal name.
    Identifier(IdentifierString),
    /// Variant B (`…InternalName`): the internal name without prefix.
    InternalName(Code),
    /// `externalSystemCode`, used as the name of the data source if none is sent.
    ExternalSystem(Code),
}

impl std::fmt::Display for SourceReference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Identifier(identifier) => identifier.fmt(f),
            Self::InternalName(name) | Self::ExternalSystem(name) => name.fmt(f),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrgData {
    pub code: Code,
    pub name: MaybeUndefined<Name>,
    pub advice: Option<SyncAdvice>,
}

/// Document type of the invoice. Stored as a list: base type and sub type.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(Code, Option<Code>)", into = "(Code, Option<Code>)")]
pub struct InvoiceDocType {
    pub doc_base_type: Code,
    pub doc_sub_type: Option<Code>,
}

impl From<(Code, Option<Code>)> for InvoiceDocType {
    fn from((doc_base_type, doc_sub_type): (Code, Option<Code>)) -> Self {
        Self { doc_base_type, doc_sub_type }
    }
}

impl From<InvoiceDocType> for (Code, Option<Code>) {
    fn from(doc_type: InvoiceDocType) -> Self {
        (doc_type.doc_base_type, doc_type.doc_sub_type)
    }
}

/// Declares enums whose variants have fixed names in JSON and in the database, with `ALL`, `as_str` and `parse`.
///
/// ```text
/// string_enum! { Status { New "new" Error "error" } }
///
/// #[derive(…, serde::Serialize, serde::Deserialize)]
/// pub enum Status {
///     #[serde(rename = "new")]
///     New,
///     #[serde(rename = "error")]
///     Error,
/// }
///
/// impl Status {
///     pub const ALL: &'static [Self] = &[Self::New, Self::Error];
///     pub const fn as_str(self) -> &'static str; // "new", "error"
///     pub fn parse(word: &str) -> Option<Self>;
/// }
/// ```
#[macro_export]
macro_rules! string_enum {
    ($($(#[$doc:meta])* $name:ident { $($(#[$of_variant:meta])* $variant:ident $word:literal)* })*) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$of_variant])* #[serde(rename = $word)] $variant,)*
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word)
            }
        }
    )*};
}
pub(crate) use string_enum;

string_enum! {
    /// A key for looking up a partner, selected by `bpartnerLookupAdvise`.
    PartnerLookup { ExternalId "ExternalId" Gln "GLN" Code "Code" }
    OrderDocType { SalesOrder "SalesOrder" PrepayOrder "PrepayOrder" }
    PaymentRule { OnCredit "OnCredit" Paypal "Paypal" DirectDebit "DirectDebit" }
}
