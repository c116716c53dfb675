//! Order candidates in responses.

use jiff::civil::Date;
use orderdock_domain::candidate::{Candidate, ExtendedProps, Field, OrderDocType, Related};
use orderdock_domain::ids::{DocumentTypeId, OrganisationId, PaymentTermId, ShipperId, WarehouseId};
use orderdock_domain::text::Code;
use serde::Serialize;
use utoipa::ToSchema;

use super::free_texts::FreeTexts;
use super::{
    Exact, Id, NamedResponse, PartnerBlockResponse, RawJson, WrittenBlock, WrittenBlocks, internal_name,
    system_code,
};

/// Decimals of an amount of a candidate without currency.
const NO_CURRENCY: u32 = 0;

/// Document type of the future invoice.
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceDocumentType)]
pub struct InvoiceDocTypeResponse<'a> {
    pub id: Id,
    pub doc_base_type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_sub_type: Option<&'a str>,
    pub name: &'a str,
}

/// Effective values of a candidate. Fields without a value are absent.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema, Debug)]
#[serde(rename_all = "camelCase")]
pub struct CandidateRow<'a> {
    pub id: Id,
    /// Status: `new`, `error`, `processed` or `inactive`.
    pub status: &'static str,
    pub external_header_id: &'a str,
    pub external_line_id: &'a str,
    pub po_reference: &'a str,
    pub org: NamedResponse<'a>,
    pub data_source_id: Id,
    pub data_source_internal_name: Option<&'a str>,
    /// Code of the external system of the row.
    pub external_system_code: Option<&'a str>,
    pub data_dest_id: Id,
    pub data_dest_internal_name: Option<&'a str>,
    #[schema(value_type = Option<PartnerBlockResponse<'a>>)]
    pub bpartner: Option<WrittenBlock>,
    /// Bill partner; the buyer by default.
    #[serde(rename = "billBPartner")]
    #[schema(value_type = Option<PartnerBlockResponse<'a>>)]
    pub bill_bpartner: Option<WrittenBlock>,
    #[serde(rename = "dropShipBPartner")]
    #[schema(value_type = Option<PartnerBlockResponse<'a>>)]
    pub drop_ship_bpartner: Option<WrittenBlock>,
    #[serde(rename = "handOverBPartner")]
    #[schema(value_type = Option<PartnerBlockResponse<'a>>)]
    pub hand_over_bpartner: Option<WrittenBlock>,
    pub date_ordered: Date,
    /// `dateRequired` of the row.
    pub date_promised: Option<Date>,
    pub preset_date_invoiced: Option<Date>,
    pub preset_date_shipped: Option<Date>,
    pub line: Option<i64>,
    pub header_line_count: Option<i64>,
    pub product_id: Option<Id>,
    pub product_code: Option<&'a str>,
    pub product_name: Option<&'a str>,
    #[serde(flatten)]
    #[schema(inline)]
    pub texts: FreeTexts<'a>,
    pub qty: Exact,
    pub uom_id: Option<Id>,
    pub uom_code: Option<&'a str>,
    /// Pricing system of the row, otherwise of the bill partner, its group or the organisation.
    pub pricing_system_id: Option<Id>,
    pub pricing_system_code: Option<&'a str>,
    /// Price per unit before discount: the manual price, otherwise the list price. 0 if the line is free of charge.
    pub price: Option<Exact>,
    /// Whether the line is free of charge.
    pub is_without_charge: Option<bool>,
    /// Reason why the line is free of charge.
    pub reason: Option<&'a str>,
    /// Price sent with a line that is free of charge.
    pub value: Option<Exact>,
    pub currency_code: Option<&'a str>,
    /// Discount in percent.
    pub discount: Exact,
    pub order_doc_type: Option<&'static str>,
    pub invoice_doc_type: Option<InvoiceDocTypeResponse<'a>>,
    pub payment_rule: Option<&'static str>,
    pub payment_term: Option<NamedResponse<'a>>,
    pub shipper: Option<NamedResponse<'a>>,
    pub sales_partner: Option<NamedResponse<'a>>,
    pub warehouse_id: Option<Id>,
    pub warehouse_code: Option<&'a str>,
    pub warehouse_dest_id: Option<Id>,
    pub warehouse_dest_code: Option<&'a str>,
    pub delivery_rule: Option<&'a str>,
    pub delivery_via_rule: Option<&'a str>,
    pub promotion_code: Option<&'a str>,
    /// Custom properties, as sent.
    #[schema(value_type = Option<std::collections::HashMap<String, serde_json::Value>>)]
    pub extended_props: Option<RawJson<'a>>,
}

impl<'a> CandidateRow<'a> {
    pub fn of(candidate: &'a Candidate, blocks: &WrittenBlocks<'a>) -> Self {
        let related = blocks.related;
        let reference = &*related.reference;
        let product = candidate.product.and_then(|id| related.products.get(&id));
        let digits = currency_digits(candidate, related);
        let price = candidate.price_in_effect();
        let value = candidate.price.filter(|_| candidate.is_free());
        let effective = related.values(candidate);
        let system = effective.pricing_system.map(|system| system.value);
        let warehouse = effective.warehouse.map(|warehouse| warehouse.value);
        let bill = candidate.role_or_buyer(Field::BillBPartner, candidate.bill);
        let row_system = related.row_system(candidate);
        let block = |role| blocks.block(role, row_system);
        Self {
            id: Id(candidate.id.0),
            status: candidate.status.as_str(),
            external_header_id: candidate.identity.header_id.as_str(),
            external_line_id: candidate.identity.line_id.as_str(),
            po_reference: candidate.po_reference.as_str(),
            org: organisation(candidate.organisation, related),
            data_source_id: Id(candidate.data_source.0),
            data_source_internal_name: internal_name(candidate.data_source, reference),
            external_system_code: candidate.external_system.and_then(|id| system_code(id, reference)),
            data_dest_id: Id(candidate.data_dest.0),
            data_dest_internal_name: internal_name(candidate.data_dest, reference),
            bpartner: candidate.buyer.and_then(block),
            bill_bpartner: bill.and_then(block),
            drop_ship_bpartner: candidate.drop_ship.and_then(block),
            hand_over_bpartner: candidate.hand_over.and_then(block),
            date_ordered: candidate.date_ordered,
            date_promised: candidate.date_required,
            preset_date_invoiced: candidate.preset_date_invoiced,
            preset_date_shipped: candidate.preset_date_shipped,
            line: candidate.line,
            header_line_count: candidate.header_line_count,
            product_id: candidate.product.map(|id| Id(id.0)),
            product_code: product.and_then(|product| product.code.known()),
            product_name: product.map(|product| product.name.as_str()),
            texts: FreeTexts::of(candidate),
            qty: Exact::plain(candidate.qty),
            uom_id: candidate.unit.map(|id| Id(id.0)),
            uom_code: candidate.unit.and_then(|id| reference.unit(id)).map(|unit| unit.code.as_str()),
            pricing_system_id: system.map(|id| Id(id.0)),
            pricing_system_code: system
                .and_then(|id| reference.pricing_system(id))
                .map(|system| system.code.as_str()),
            price: price.map(|price| Exact::money(price, digits)),
            is_without_charge: candidate.is_without_charge,
            reason: candidate.reason.as_ref().map(AsRef::as_ref),
            value: value.map(|value| Exact::money(value, digits)),
            currency_code: candidate.currency.as_ref().map(Code::as_str),
            discount: Exact::plain(candidate.discount.unwrap_or_default()),
            order_doc_type: candidate.order_doc_type.map(OrderDocType::as_str),
            invoice_doc_type: candidate.invoice_doc_type.and_then(|id| invoice_doc_type(id, related)),
            payment_rule: effective.payment_rule.map(|rule| rule.value.as_str()),
            payment_term: effective.payment_term.map(|term| payment_term(term.value, related)),
            shipper: effective.shipper.map(|one| shipper(one.value, related)),
            sales_partner: sales_partner(candidate, related),
            warehouse_id: warehouse.map(|id| Id(id.0)),
            warehouse_code: warehouse.and_then(|id| warehouse_code(id, related)),
            warehouse_dest_id: candidate.warehouse_dest.map(|id| Id(id.0)),
            warehouse_dest_code: candidate.warehouse_dest.and_then(|id| warehouse_code(id, related)),
            delivery_rule: effective.delivery_rule.map(|rule| rule.value.as_str()),
            delivery_via_rule: effective.delivery_via_rule.map(|rule| rule.value.as_str()),
            promotion_code: candidate.promotion_code.as_ref().map(Code::as_str),
            extended_props: candidate.extended_props.as_ref().map(ExtendedProps::as_str).map(RawJson),
        }
    }
}

/// Decimals of an amount in the currency of the candidate.
pub(super) fn currency_digits(candidate: &Candidate, related: &Related) -> u32 {
    let currency = candidate.currency.as_ref().and_then(|code| related.reference.currency(code));
    currency.map_or(NO_CURRENCY, |currency| currency.precision)
}

fn organisation(id: OrganisationId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.reference.organisation(id), |known| (Some(&known.code), Some(&known.name)))
}

pub(super) fn invoice_doc_type(id: DocumentTypeId, related: &Related) -> Option<InvoiceDocTypeResponse<'_>> {
    let known = related.reference.document_type(id)?;
    Some(InvoiceDocTypeResponse {
        id: Id(id.0),
        doc_base_type: known.base_type.as_str(),
        doc_sub_type: known.sub_type.as_ref().map(Code::as_str),
        name: known.name.as_str(),
    })
}

pub(super) fn payment_term(id: PaymentTermId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.reference.payment_term(id), |term| (Some(&term.code), term.name.as_ref()))
}

pub(super) fn shipper(id: ShipperId, related: &Related) -> NamedResponse<'_> {
    NamedResponse::of(id, related.reference.shipper(id), |one| (Some(&one.code), one.name.as_ref()))
}

/// Returns the code of the sales partner.
pub(super) fn sales_partner<'a>(candidate: &Candidate, related: &'a Related) -> Option<NamedResponse<'a>> {
    let id = candidate.sales_partner?;
    Some(NamedResponse::of(id, related.partners.get(&id), |partner| {
        (Some(partner.sales_code.as_ref().unwrap_or(&partner.code)), Some(&partner.name))
    }))
}

fn warehouse_code(id: WarehouseId, related: &Related) -> Option<&str> {
    related.reference.warehouse(id).map(|warehouse| warehouse.code.as_str())
}
