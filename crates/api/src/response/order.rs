//! Sales orders in responses.

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::attachment::Attachment;
use orderdock_domain::calendar::LAST_INSTANT;
use orderdock_domain::candidate::{Candidate, ExtendedProps, PaymentRule};
use orderdock_domain::cast;
use orderdock_domain::masterdata::{Reference, Seller};
use orderdock_domain::order::{
    DatePromised, ExplainedSource, Handover, HandoverReply, Order, OrderDocumentType, OrderLine, OrderTax,
    RecordSnapshot,
};
use orderdock_domain::problem::Language;
use orderdock_domain::text::{Code, Name};
use orderdock_store::{CandidateOrder, OrderHead};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    AttachmentResponse, Exact, Id, NamedResponse, PartnerBlockResponse, PriceExplanationResponse, RawJson,
    SalesOrderId, ValueOrigins, ValueSourceResponse, internal_name, system_code,
};

/// Document type of a sales order or of its invoice.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentType)]
pub struct DocumentTypeResponse<'a> {
    pub id: Id,
    pub name: &'a str,
    pub doc_base_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_sub_type: Option<&'a str>,
}

/// A sales order without its lines. Contains master data as it was when the order was created.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderHead)]
pub struct OrderHeadResponse<'a> {
    pub sales_order_id: SalesOrderId,
    /// Document number. Absent in a dry run, which draws no number.
    pub document_no: Option<&'a str>,
    pub doc_type: DocumentTypeResponse<'a>,
    /// Status of the order: `completed` or `voided`.
    pub status: &'static str,
    /// Whether this is a prepay order: completed, but to be paid before the goods are shipped.
    pub awaits_payment: bool,
    pub org: NamedResponse<'a>,
    /// Internal name of the data source. Absent for an order that was created directly, without candidates.
    pub data_source_internal_name: Option<&'a str>,
    /// Code of the external system that the rows were sent with.
    pub external_system_code: Option<&'a str>,
    /// External header id of the sender. Absent if the sender used a flat `externalId`.
    pub external_header_id: Option<&'a str>,
    pub po_reference: Option<&'a str>,
    /// Promotion code of the first line that has one.
    pub promotion_code: Option<&'a str>,
    pub bpartner: PartnerBlockResponse<'a>,
    #[serde(rename = "billBPartner")]
    pub bill_bpartner: Option<PartnerBlockResponse<'a>>,
    #[serde(rename = "dropShipBPartner")]
    pub drop_ship_bpartner: Option<PartnerBlockResponse<'a>>,
    #[serde(rename = "handOverBPartner")]
    pub hand_over_bpartner: Option<PartnerBlockResponse<'a>>,
    pub sales_partner: Option<NamedResponse<'a>>,
    pub currency_code: &'a str,
    pub pricing_system: NamedResponse<'a>,
    pub price_list: NamedResponse<'a>,
    pub date_ordered: Date,
    /// Promised date: the instant as sent, in UTC, or the earliest required date of the lines.
    #[schema(example = "2026-12-08T00:00:00.000Z")]
    pub date_promised: String,
    pub invoice_doc_type: Option<DocumentTypeResponse<'a>>,
    pub payment_rule: Option<&'static str>,
    pub payment_term: Option<NamedResponse<'a>>,
    pub shipper: Option<NamedResponse<'a>>,
    pub warehouse: Option<NamedResponse<'a>>,
    pub delivery_rule: Option<&'a str>,
    pub delivery_via_rule: Option<&'a str>,
    /// Sources of the values that the partner, group or organisation can provide, by field. Absent for orders
    /// created before sources were recorded.
    #[serde(skip_serializing_if = "ValueOrigins::is_empty")]
    #[schema(value_type = Option<std::collections::HashMap<String, ValueSourceResponse>>)]
    pub values_from: ValueOrigins<'a>,
    /// Number of lines.
    pub line_count: usize,
    /// Sum of the net amounts of the lines.
    pub total_lines: Exact,
    pub total_tax: Exact,
    /// Total of the order: `totalLines`, plus `totalTax` unless prices include tax.
    pub grand_total: Exact,
    /// Whether prices and net amounts include tax.
    pub tax_included: bool,
    /// Id of the run that created the order. Absent for an order that was created directly, without candidates.
    pub run_id: Option<Id>,
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Reply of the receiver to the transfer. Absent until the receiver replies.
    pub handed_over: Option<HandoverResponse<'a>>,
}

/// Reply of a receiver to the transfer of a sales order: confirmed, or rejected with a reason.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Handover)]
pub struct HandoverResponse<'a> {
    #[schema(example = "ERP")]
    pub receiver: &'a str,
    /// Time of the confirmation or rejection, as reported by the receiver.
    pub at: Timestamp,
    /// Number of the order in the receiver's system.
    pub number: Option<&'a str>,
    /// Reason for the rejection. Absent if the transfer is confirmed.
    pub refused: Option<&'a str>,
}

impl<'a> From<&'a Handover> for HandoverResponse<'a> {
    fn from(handover: &'a Handover) -> Self {
        let (number, refused) = match &handover.reply {
            HandoverReply::Accepted { number } => (number.as_ref().map(Code::as_str), None),
            HandoverReply::Rejected { reason } => (None, Some(reason.as_str())),
        };
        Self { receiver: handover.receiver.as_str(), at: handover.at, number, refused }
    }
}

/// A sales order.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[schema(as = Order)]
pub struct OrderResponse<'a> {
    #[serde(flatten)]
    pub head: OrderHeadResponse<'a>,
    /// The organisation as the seller when the order was created. Absent if it had no letterhead.
    pub seller: Option<SellerResponse<'a>>,
    pub lines: Vec<OrderLineResponse<'a>>,
    pub taxes: Vec<OrderTaxResponse<'a>>,
    /// Candidates of the order. Absent in responses that create, plan or void an order.
    pub candidates: Option<Vec<OrderedCandidateResponse<'a>>>,
    /// Attachments of the order and of the incoming orders of its candidates. Absent in the same cases as
    /// `candidates`.
    pub attachments: Option<Vec<AttachmentResponse<'a>>>,
}

/// The seller of a sales order, from the letterhead of the organisation.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Seller)]
pub struct SellerResponse<'a> {
    pub name: &'a str,
    pub address1: Option<&'a str>,
    pub address2: Option<&'a str>,
    pub postal: Option<&'a str>,
    pub city: Option<&'a str>,
    pub country_code: Option<&'a str>,
    pub vat_id: Option<&'a str>,
    pub phone: Option<&'a str>,
    pub email: Option<&'a str>,
    /// Lines at the end of printed orders.
    pub footer: Option<&'a str>,
}

/// A line of a sales order.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderLine)]
pub struct OrderLineResponse<'a> {
    pub line: i64,
    pub product_id: Id,
    pub product_code: &'a str,
    pub product_name: &'a str,
    pub product_description: Option<&'a str>,
    pub description: Option<&'a str>,
    pub promotion_code: Option<&'a str>,
    /// Custom properties of the candidate, as sent.
    #[schema(value_type = Option<std::collections::HashMap<String, serde_json::Value>>)]
    pub extended_props: Option<RawJson<'a>>,
    pub qty: Exact,
    pub uom_code: &'a str,
    /// Quantity in `priceUom`: `qty` × `multiplier` ÷ `divisor`, rounded for display if the result has no finite
    /// decimal form (5 ÷ 12).
    pub qty_in_price_uom: Exact,
    /// Multiplier for the conversion from `uomCode` to `priceUom`. `multiplier` and `divisor` are absent if the
    /// rounded `qtyInPriceUom` was priced: the unit has `roundConvertedQuantities`, or the order was created before
    /// exact quantities were supported.
    pub multiplier: Option<Exact>,
    pub divisor: Option<Exact>,
    pub price_uom: &'a str,
    /// Price per `priceUom`, before discount.
    pub price_entered: Exact,
    /// Discount in percent.
    pub discount: Exact,
    /// Price per `priceUom`, after discount.
    pub price: Exact,
    /// Net amount: `qty` × `multiplier` ÷ `divisor` × `price`, rounded once to the digits of the currency, or to
    /// those of the price list with `netPrecision: list`. Includes tax if `taxIncluded` is true.
    pub net: Exact,
    /// True if the line is free of charge. Absent otherwise.
    pub is_without_charge: Option<bool>,
    /// Reason why the line is free of charge.
    pub reason: Option<&'a str>,
    /// Price that was sent with a line that is free of charge.
    pub value: Option<Exact>,
    /// Code of the tax. Absent if the partner is exempt from tax.
    pub tax_code: Option<&'a str>,
    /// Tax rate in percent.
    pub tax_rate: Option<Exact>,
    pub price_explanation: PriceExplanationResponse<'a>,
    pub date_required: Option<Date>,
    pub preset_date_invoiced: Option<Date>,
    pub preset_date_shipped: Option<Date>,
    pub warehouse_dest: Option<NamedResponse<'a>>,
    /// Quantities of the line by candidate. Empty if the order was created directly, without candidates.
    pub allocations: Vec<AllocationResponse>,
}

/// Quantity of a candidate in an order line.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = Allocation)]
pub struct AllocationResponse {
    pub candidate_id: Id,
    /// Quantity in the unit of the line.
    pub qty: Exact,
}

/// Tax of a sales order, calculated with one tax record.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderTax)]
pub struct OrderTaxResponse<'a> {
    pub tax_code: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'a str>,
    /// Tax rate in percent.
    pub rate: Exact,
    /// Whether the buyer owes the tax (reverse charge). If true, `amount` is 0.
    pub reverse_charge: bool,
    /// Taxable amount, excluding the tax itself.
    pub base: Exact,
    pub amount: Exact,
}

/// A candidate of an order line.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderedCandidate)]
pub struct OrderedCandidateResponse<'a> {
    pub id: Id,
    pub external_header_id: &'a str,
    pub external_line_id: &'a str,
    /// `processed`, or the current status of the candidate if the order is voided.
    pub status: &'static str,
    pub line: i64,
}

/// Sales order that contains a candidate.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
pub struct OrderOfCandidate<'a> {
    pub sales_order_id: String,
    pub document_no: &'a str,
    pub line: i64,
}

impl<'a> From<&'a CandidateOrder> for OrderOfCandidate<'a> {
    fn from(order: &'a CandidateOrder) -> Self {
        Self {
            sales_order_id: order.order.to_string(),
            document_no: order.document_no.as_str(),
            line: order.line,
        }
    }
}

impl<'a> OrderHeadResponse<'a> {
    pub fn of_head(order: &'a OrderHead, reference: &'a Reference) -> Self {
        Self::of(order, cast(order.lines), reference)
    }

    pub fn of_order(order: &'a Order, reference: &'a Reference) -> Self {
        Self::of(order, order.lines.len(), reference)
    }

    fn of<L, T>(order: &'a Order<L, T>, lines: usize, reference: &'a Reference) -> Self {
        let header = &order.header;
        let money = |amount| Exact::money(amount, header.currency_digits);
        Self {
            sales_order_id: SalesOrderId(order.id),
            document_no: order.document_no.as_ref().map(Code::as_str),
            doc_type: document_type(&order.document_type),
            status: order.status.as_str(),
            awaits_payment: order.awaits_payment,
            org: of_snapshot(&header.organisation),
            data_source_internal_name: header.data_source.and_then(|id| internal_name(id, reference)),
            external_system_code: header.external_system.and_then(|id| system_code(id, reference)),
            external_header_id: header.external_header_id.as_ref().map(Code::as_str),
            po_reference: header.po_reference.as_ref().map(Code::as_str),
            promotion_code: header.promotion_code.as_ref().map(Code::as_str),
            bpartner: PartnerBlockResponse::of_party(&header.buyer),
            bill_bpartner: header.bill.as_deref().map(PartnerBlockResponse::of_party),
            drop_ship_bpartner: header.drop_ship.as_deref().map(PartnerBlockResponse::of_party),
            hand_over_bpartner: header.hand_over.as_deref().map(PartnerBlockResponse::of_party),
            sales_partner: header.sales_partner.as_ref().map(of_snapshot),
            currency_code: header.currency.as_str(),
            pricing_system: of_snapshot(&header.pricing_system),
            price_list: of_snapshot(&header.price_list),
            date_ordered: header.date_ordered,
            date_promised: date_promised(header.date_promised),
            invoice_doc_type: header.invoice_document_type.as_ref().map(document_type),
            payment_rule: header.values.payment_rule.map(PaymentRule::as_str),
            payment_term: header.values.payment_term.as_ref().map(of_snapshot),
            shipper: header.values.shipper.as_ref().map(of_snapshot),
            warehouse: header.values.warehouse.as_ref().map(of_snapshot),
            delivery_rule: header.values.delivery_rule.as_ref().map(Code::as_str),
            delivery_via_rule: header.values.delivery_via_rule.as_ref().map(Code::as_str),
            values_from: ValueOrigins(&header.values.origins),
            line_count: lines,
            total_lines: money(order.total_lines),
            total_tax: money(order.total_tax),
            grand_total: money(order.grand_total),
            tax_included: header.tax_included,
            run_id: order.run.map(|run| Id(run.0)),
            version: order.version,
            created_at: order.created_at,
            updated_at: order.updated_at,
            handed_over: order.handover.as_ref().map(Into::into),
        }
    }
}

impl<'a> OrderResponse<'a> {
    /// Returns an order without related records.
    pub fn of(order: &'a Order, reference: &'a Reference, language: Language) -> Self {
        let digits = order.header.currency_digits;
        Self {
            head: OrderHeadResponse::of_order(order, reference),
            seller: order.header.seller.as_ref().map(SellerResponse::of),
            lines: order.lines.iter().map(|line| OrderLineResponse::of(line, digits, language)).collect(),
            taxes: order.taxes.iter().map(|tax| OrderTaxResponse::of(tax, digits)).collect(),
            candidates: None,
            attachments: None,
        }
    }

    /// Returns an order with its candidates and attachments.
    pub fn whole(
        order: &'a Order,
        candidates: &'a [Candidate],
        attachments: &'a [Attachment],
        reference: &'a Reference,
        language: Language,
    ) -> Self {
        let files = attachments.iter().map(|file| AttachmentResponse::of(file, reference)).collect();
        Self {
            candidates: Some(ordered(order, candidates)),
            attachments: Some(files),
            ..Self::of(order, reference, language)
        }
    }
}

impl<'a> SellerResponse<'a> {
    fn of(seller: &'a Seller) -> Self {
        let text = |name: &'a Option<Name>| name.as_ref().map(AsRef::as_ref);
        Self {
            name: seller.name.as_ref(),
            address1: text(&seller.address1),
            address2: text(&seller.address2),
            postal: text(&seller.postal),
            city: text(&seller.city),
            country_code: seller.country.as_ref().map(Code::as_str),
            vat_id: text(&seller.vat_id),
            phone: text(&seller.phone),
            email: text(&seller.email),
            footer: seller.footer.as_ref().map(AsRef::as_ref),
        }
    }
}

impl<'a> OrderLineResponse<'a> {
    fn of(line: &'a OrderLine, digits: u32, language: Language) -> Self {
        let money = |amount| Exact::money(amount, digits);
        let free = match &line.explanation.source {
            ExplainedSource::WithoutCharge { reason, value } => Some((reason.as_ref(), *value)),
            ExplainedSource::Manual { .. } | ExplainedSource::List { .. } => None,
        };
        Self {
            line: line.line,
            product_id: Id(line.product.id.0),
            product_code: line.product.code.as_str(),
            product_name: line.product.name.as_str(),
            product_description: line.product.description.as_ref().map(AsRef::as_ref),
            description: line.description.as_ref().map(AsRef::as_ref),
            promotion_code: line.promotion_code.as_ref().map(Code::as_str),
            extended_props: line.extended_props.as_ref().map(ExtendedProps::as_str).map(RawJson),
            qty: Exact::plain(line.qty),
            uom_code: line.unit.code.as_str(),
            qty_in_price_uom: Exact::plain(line.qty_in_price_unit),
            multiplier: line.factor.map(|factor| Exact::plain(factor.multiplier)),
            divisor: line.factor.map(|factor| Exact::plain(factor.divisor)),
            price_uom: line.price_unit.code.as_str(),
            price_entered: money(line.price_entered),
            discount: Exact::plain(line.discount),
            price: money(line.price),
            net: money(line.net),
            is_without_charge: free.map(|_| true),
            reason: free.and_then(|(reason, _)| reason).map(AsRef::as_ref),
            value: free.and_then(|(_, value)| value).map(money),
            tax_code: line.tax.as_ref().map(|tax| tax.code.as_str()),
            tax_rate: line.tax.as_ref().map(|tax| Exact::plain(tax.rate)),
            price_explanation: PriceExplanationResponse::of(line, digits, language),
            date_required: line.date_required,
            preset_date_invoiced: line.preset_date_invoiced,
            preset_date_shipped: line.preset_date_shipped,
            warehouse_dest: line.warehouse_dest.as_ref().map(of_snapshot),
            allocations: line
                .allocations
                .iter()
                .map(|given| AllocationResponse {
                    candidate_id: Id(given.candidate.0),
                    qty: Exact::plain(given.qty),
                })
                .collect(),
        }
    }
}

impl<'a> OrderTaxResponse<'a> {
    fn of(tax: &'a OrderTax, digits: u32) -> Self {
        Self {
            tax_code: tax.code.as_str(),
            name: tax.name.as_ref().map(AsRef::as_ref),
            rate: Exact::plain(tax.rate),
            reverse_charge: tax.reverse_charge,
            base: Exact::money(tax.base, digits),
            amount: Exact::money(tax.amount, digits),
        }
    }
}

/// Returns the candidates of the lines, by line.
fn ordered<'a>(order: &'a Order, candidates: &'a [Candidate]) -> Vec<OrderedCandidateResponse<'a>> {
    let known: std::collections::HashMap<_, _> =
        candidates.iter().map(|candidate| (candidate.id, candidate)).collect();
    let given = order.lines.iter().flat_map(|line| line.allocations.iter().map(move |given| (line, given)));
    given
        .filter_map(|(line, given)| known.get(&given.candidate).map(|candidate| (line, *candidate)))
        .map(|(line, candidate)| OrderedCandidateResponse {
            id: Id(candidate.id.0),
            external_header_id: candidate.identity.header_id.as_str(),
            external_line_id: candidate.identity.line_id.as_str(),
            status: candidate.status.as_str(),
            line: line.line,
        })
        .collect()
}

fn of_snapshot<I: Copy + Into<i64>>(named: &RecordSnapshot<I>) -> NamedResponse<'_> {
    NamedResponse::of(named.id, Some(named), |named| (Some(&named.code), named.name.as_ref()))
}

fn document_type(kind: &OrderDocumentType) -> DocumentTypeResponse<'_> {
    DocumentTypeResponse {
        id: Id(kind.id.0),
        name: kind.name.as_str(),
        doc_base_type: kind.base_type.as_str(),
        doc_sub_type: kind.sub_type.as_ref().map(Code::as_str),
    }
}

/// Formats a timestamp with milliseconds, as senders do.
fn date_promised(promised: DatePromised) -> String {
    match promised {
        DatePromised::Day(day) => day.to_string(),
        DatePromised::Instant(instant) if instant >= LAST_INSTANT => "9999-12-31T23:59:59.000Z".to_owned(),
        DatePromised::Instant(instant) => format!("{instant:.3}"),
    }
}
