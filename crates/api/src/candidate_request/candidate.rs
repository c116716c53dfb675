//! The candidate itself, in either shape and variant.

use orderdock_domain::candidate::{
    CandidateRequest, Day, ExternalIdentity, InvoiceDocType, OrderDocType, OrgData, PaymentRule,
    SentInstants, SourceReference,
};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::import::{RowOrigin, Told};
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::Code as Problems;
use orderdock_domain::text::{Code, Text};

use super::newer;
use super::organisation::{self, OrganisationMembers};
use super::partner::{self, BlockMembers};
use super::product::{self, ProductMembers};
use super::restricted::{Count, Discount, PricingSystem};
use crate::json::{Fault, Members, Node, Reader, Slot, members};

members! {
    CandidateMembers("CandidateBody", Lenient)
    "An order candidate. With `externalId` alone it has the short shape; else it needs `externalHeaderId` and \
     `externalLineId`. Identifier strings are `int-…`, `ext-…`, `val-…` or a record id." {
        org: "org" OrganisationMembers<'t>;
        external_id: "externalId" Code, "Short shape: stands for both external ids.";
        external_header_id: "externalHeaderId" Code,
            "With the line id unique for ever in organisation and data source.";
        external_line_id: "externalLineId" Code;
        data_source: "dataSource" IdentifierString,
            "Variant A: identifier string; `int-` is the internal name.";
        data_source_internal_name: "dataSourceInternalName" Code, "Variant B: the bare internal name.";
        data_dest: "dataDest" IdentifierString, "Variant A.";
        data_dest_internal_name: "dataDestInternalName" Code, "Variant B.";
        external_system_code: "externalSystemCode" Code,
            "Understood as the data source's name if none is given.";
        bpartner: "bpartner" BlockMembers<'t>, required;
        bill_bpartner: "billBPartner" BlockMembers<'t>;
        drop_ship_bpartner: "dropShipBPartner" BlockMembers<'t>;
        hand_over_bpartner: "handOverBPartner" BlockMembers<'t>;
        product: "product" ProductMembers<'t>;
        product_code: "productCode" Code, "Instead of `product`.";
        product_description: "productDescription" Text;
        description: "description" Text;
        qty: "qty" Decimal, required, "Stored with a problem unless greater than 0.";
        uom_code: "uomCode" Code, "UN/ECE (X12 DE 355); the product's if absent.";
        price: "price" Decimal,
            "Manual price per `uomCode`, instead of the list price; 0 is a price. One below 0 is stored with \
             the problem `price.negative`, unless the organisation has `negativePrices: allow`.";
        currency_code: "currencyCode" Code, "Required with `price`, except in the short shape.";
        discount: "discount" Discount, "Percent, at most 100; below 0 it is a surcharge.";
        pricing_system_code: "pricingSystemCode" PricingSystem;
        po_reference: "poReference" Code, required, "The customer's own reference.";
        date_ordered: "dateOrdered" Day, "Absent: that of the header's first candidate, else today.";
        date_required: "dateRequired" Day,
            "Required unless the destination is `DEST.de.metas.invoicecandidate`. An instant with offset or `Z` \
             counts as the day it is in the organisation's zone, here as for every day.";
        preset_date_invoiced: "presetDateInvoiced" | "dateInvoiced" Day;
        preset_date_shipped: "presetDateShipped" Day;
        order_doc_type: "orderDocType" OrderDocType;
        invoice_doc_type: "invoiceDocType" InvoiceDocTypeMembers<'t>;
        payment_rule: "paymentRule" PaymentRule;
        payment_term: "paymentTerm" IdentifierString, "Identifier string.";
        shipper: "shipper" IdentifierString, "Identifier string.";
        sales_partner_code: "salesPartnerCode" Code;
        warehouse_code: "warehouseCode" Code;
        warehouse_dest_code: "warehouseDestCode" Code;
        delivery_rule: "deliveryRule" Code;
        delivery_via_rule: "deliveryViaRule" Code;
        line: "line" i64;
        header_line_count: "headerLineCount" Count,
            "How many lines the header has; it then waits for all of them.";
    }
}

members! {
    InvoiceDocTypeMembers("InvoiceDocumentTypeData", Lenient) "A document type by base and sub type." {
        doc_base_type: "docBaseType" Code, required, "For example `ARI`.";
        doc_sub_type: "docSubType" Code;
    }
}

/// The sender's ids as far as they could be read.
#[derive(Default)]
pub(super) struct Ids {
    pub header: Option<Code>,
    pub line: Option<Code>,
    /// Both are one flat `externalId`.
    flat: bool,
}

/// The candidate, unless something that it cannot be without is missing or wrong.
pub(super) fn read(reader: &mut Reader, node: &Node<'_>) -> (Ids, RowOrigin, Option<Box<CandidateRequest>>) {
    let Some(members) = CandidateMembers::open(reader, node) else {
        let origin = RowOrigin { org: Told::Unreadable, data_source: Told::Unreadable, flat: false };
        return (Ids::default(), origin, None);
    };
    newer::tell(reader, node);
    let ids = read_ids(reader, &members);
    let org = reader.object(members.org, organisation::read).flatten();
    let data_source = read_source(reader, &members);
    let origin = RowOrigin {
        org: told(members.org.is_given(), org.as_ref().map(|org| org.code.clone())),
        data_source: told(names_source(&members), data_source.clone()),
        flat: ids.flat,
    };
    let request = read_request(reader, &members, &ids, (org, data_source));
    (ids, origin, request)
}

fn told<T>(given: bool, read: Option<T>) -> Told<T> {
    match read {
        Some(value) => Told::This(value),
        None if given => Told::Unreadable,
        None => Told::Nothing,
    }
}

/// A row with `externalId` and neither of the pair has the short shape; `externalId` then stands for both.
fn read_ids(reader: &mut Reader, members: &CandidateMembers<'_>) -> Ids {
    let (flat, header, line) = (members.external_id, members.external_header_id, members.external_line_id);
    if flat.is_given() && !header.is_given() && !line.is_given() {
        let id = reader.read(flat);
        return Ids { header: id.clone(), line: id, flat: true };
    }
    reader.conflict(flat, if header.is_given() { header } else { line });
    Ids { header: reader.required(header), line: reader.required(line), flat: false }
}

fn read_request(
    reader: &mut Reader,
    members: &CandidateMembers<'_>,
    ids: &Ids,
    (org, data_source): (Option<OrgData>, Option<SourceReference>),
) -> Option<Box<CandidateRequest>> {
    if !members.bpartner.is_given() {
        reader.missing(members.bpartner);
    }
    let bpartner = reader.object(members.bpartner, partner::read);
    let product = product::read(reader, members.product, members.product_code);
    let qty = reader.required(members.qty);
    let po_reference = reader.required(members.po_reference);
    let price = reader.read(members.price);
    if price.is_some() && !members.currency_code.is_given() && !ids.flat {
        let currency = members.currency_code;
        reader.fault_at(currency.name, currency.object, Fault::new(Problems::CurrencyRequired));
    }
    let [date_ordered, date_required, preset_date_invoiced, preset_date_shipped] = [
        members.date_ordered,
        members.date_required,
        members.preset_date_invoiced,
        members.preset_date_shipped,
    ]
    .map(|slot| reader.read(slot));
    // fields are read in the order written here: what may be missing first, so that no fault is passed over
    Some(Box::new(CandidateRequest {
        org,
        data_source,
        data_dest: read_reference(reader, members.data_dest, members.data_dest_internal_name),
        bill_bpartner: reader.object(members.bill_bpartner, partner::read).map(Box::new),
        drop_ship_bpartner: reader.object(members.drop_ship_bpartner, partner::read).map(Box::new),
        hand_over_bpartner: reader.object(members.hand_over_bpartner, partner::read).map(Box::new),
        product_description: reader.read(members.product_description),
        description: reader.read(members.description),
        uom_code: reader.read(members.uom_code),
        price,
        currency_code: reader.read(members.currency_code),
        discount: reader.read(members.discount),
        pricing_system_code: reader.read(members.pricing_system_code),
        date_ordered: date_ordered.and_then(Day::date),
        date_required: date_required.and_then(Day::date),
        preset_date_invoiced: preset_date_invoiced.and_then(Day::date),
        preset_date_shipped: preset_date_shipped.and_then(Day::date),
        instants: SentInstants {
            date_ordered: date_ordered.and_then(Day::instant),
            date_required: date_required.and_then(Day::instant),
            preset_date_invoiced: preset_date_invoiced.and_then(Day::instant),
            preset_date_shipped: preset_date_shipped.and_then(Day::instant),
        },
        order_doc_type: reader.read(members.order_doc_type),
        invoice_doc_type: reader.object(members.invoice_doc_type, read_invoice_doc_type).flatten(),
        payment_rule: reader.read(members.payment_rule),
        payment_term: reader.read(members.payment_term),
        shipper: reader.read(members.shipper),
        sales_partner_code: reader.read(members.sales_partner_code),
        warehouse_code: reader.read(members.warehouse_code),
        warehouse_dest_code: reader.read(members.warehouse_dest_code),
        delivery_rule: reader.read(members.delivery_rule),
        delivery_via_rule: reader.read(members.delivery_via_rule),
        line: reader.read(members.line),
        header_line_count: reader.read(members.header_line_count),
        identity: ExternalIdentity {
            header_id: ids.header.clone()?,
            line_id: ids.line.clone()?,
            flat: ids.flat,
        },
        bpartner: bpartner?,
        product: product?,
        qty: qty?,
        po_reference: po_reference?,
    }))
}

fn names_source(members: &CandidateMembers<'_>) -> bool {
    let named = members.data_source_internal_name.is_given() || members.external_system_code.is_given();
    named || members.data_source.is_given()
}

/// `externalSystemCode` is understood as the source's name if no source is given, and otherwise ignored.
fn read_source(reader: &mut Reader, members: &CandidateMembers<'_>) -> Option<SourceReference> {
    let (identifier, name) = (members.data_source, members.data_source_internal_name);
    if identifier.is_given() || name.is_given() {
        return read_reference(reader, identifier, name);
    }
    reader.read(members.external_system_code).map(SourceReference::ExternalSystem)
}

/// Variant A writes an identifier string, variant B the bare internal name.
fn read_reference(
    reader: &mut Reader,
    identifier: Slot<'_, IdentifierString>,
    name: Slot<'_, Code>,
) -> Option<SourceReference> {
    reader.conflict(name, identifier);
    let name = reader.read(name).map(SourceReference::InternalName);
    reader.read(identifier).map(SourceReference::Identifier).or(name)
}

fn read_invoice_doc_type(reader: &mut Reader, members: &InvoiceDocTypeMembers<'_>) -> Option<InvoiceDocType> {
    let doc_base_type = reader.required(members.doc_base_type);
    Some(InvoiceDocType { doc_sub_type: reader.read(members.doc_sub_type), doc_base_type: doc_base_type? })
}
