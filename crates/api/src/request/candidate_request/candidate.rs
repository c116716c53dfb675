//! Reads a candidate, in both formats and variants.

use orderdock_domain::candidate::{
    CandidateRequest, DateOrInstant, ExtendedProps, ExternalIdentity, Field, InvoiceDocType, OrderDocType,
    OrgData, PaymentRule, SourceReference,
};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::import::{OptionalReference, RowOrigin};
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::text::{Code, Text};

use super::newer;
use super::organisation::{self, OrganisationMembers};
use super::partner::{self, BlockMembers};
use super::product::{self, ProductMembers};
use super::restricted::{CodeOrNumber, Count, Discount, PlainCode, Unsupported};
use crate::request::json::{JsonNode, Members, Reader, Scalar, TypedMember, ValueFault, members};

members! {
    CandidateBody("CandidateBody", Lenient)
    "An order candidate. It requires `externalHeaderId` and `externalLineId`, or only `externalId` in the short \
     shape. Identifier strings are `int-…`, `ext-…`, `val-…` or a record id." {
        org: "org" OrganisationMembers<'t>;
        external_id: "externalId" Code,
            "Flat external id of the short shape. Replaces `externalHeaderId` and `externalLineId`.";
        external_header_id: "externalHeaderId" Code,
            "Header id of the sender. Header and line id together are unique forever within organisation, data source and external \
             system.";
        external_line_id: "externalLineId" Code;
        data_source: "dataSource" IdentifierString,
            "Variant A: identifier string of the data source. `int-` refers to its internal name.";
        data_source_internal_name: "dataSourceInternalName" Code, "Variant B: internal name of the data source.";
        data_dest: "dataDest" IdentifierString, "Variant A: identifier string of the destination.";
        data_dest_internal_name: "dataDestInternalName" Code, "Variant B: internal name of the destination.";
        external_system_code: "externalSystemCode" Code,
            "Code of the external system that the row originates from, for example one of several shops. An unknown one \
             is created. It is part of the identity of the row: several systems can have the same header and line ids. If \
             no other field specifies the data source, it is the internal name of the data source instead.";
        bpartner: "bpartner" BlockMembers<'t>, required;
        bill_bpartner: "billBPartner" BlockMembers<'t>;
        drop_ship_bpartner: "dropShipBPartner" BlockMembers<'t>;
        hand_over_bpartner: "handOverBPartner" BlockMembers<'t>;
        product: "product" ProductMembers<'t>;
        product_code: "productCode" Code, "Product code. Alternative to `product`.";
        packing_material_id: "packingMaterialId" Unsupported,
            "Not supported because it changes prices. Values other than null, 0 and empty cause the problem \
             `property.unsupported`.";
        qty_item_capacity: "qtyItemCapacity" Unsupported, "Not supported, like `packingMaterialId`.";
        order_line_group: "orderLineGroup" Unsupported, "Not supported, like `packingMaterialId`.";
        qty: "qty" Decimal, required,
            "Ordered quantity. If it is not greater than 0, the candidate is stored with a problem.";
        uom_code: "uomCode" Code, "Unit code (UN/ECE, X12 DE 355). Default: the unit of the product.";
        price: "price" Decimal,
            "Manual price per `uomCode`, used instead of the list price. 0 is a valid price. With a price \
             below 0, the candidate is stored with the problem `price.negative`, unless the organisation \
             has `negativePrices: allow`.";
        currency_code: "currencyCode" Code,
            "Currency code. Required with `price`, except in the short shape.";
        discount: "discount" Discount, "Discount in percent, at most 100. A value below 0 is a surcharge.";
        pricing_system_code: "pricingSystemCode" CodeOrNumber;
        product_description: "productDescription" Text;
        description: "description" Text;
        po_reference: "poReference" PlainCode, required, "Order reference of the customer.";
        date_ordered: "dateOrdered" DateOrInstant,
            "Order date. Default: the date of the first candidate of the incoming order, otherwise today.";
        date_required: "dateRequired" DateOrInstant,
            "Required unless the destination is `DEST.de.metas.invoicecandidate`. In every date, an \
             instant with offset or `Z` is converted to the day in the organisation's time zone.";
        preset_date_invoiced: "presetDateInvoiced" | "dateInvoiced" DateOrInstant;
        preset_date_shipped: "presetDateShipped" DateOrInstant;
        order_doc_type: "orderDocType" OrderDocType;
        invoice_doc_type: "invoiceDocType" InvoiceDocTypeMembers<'t>;
        payment_rule: "paymentRule" PaymentRule;
        payment_term: "paymentTerm" IdentifierString, "Identifier string.";
        shipper: "shipper" IdentifierString, "Identifier string.";
        sales_partner_code: "salesPartnerCode" Code;
        warehouse_code: "warehouseCode" Code;
        warehouse_dest_code: "warehouseDestCode" Code;
        delivery_rule: "deliveryRule" PlainCode;
        delivery_via_rule: "deliveryViaRule" PlainCode;
        line: "line" i64;
        header_line_count: "headerLineCount" Count,
            "Number of lines of the incoming order. If present, the lines are on hold until all have arrived.";
        is_without_charge: "isWithoutCharge" bool,
            "Whether the line is free of charge, regardless of the price list. A `price` sent with it is \
             stored as its value.";
        reason: "reason" Text, "Reason why the line is free of charge.";
        promotion_code: "promotionCode" PlainCode, "Promotion code. Any code is accepted.";
        extended_props: "extendedProps" ExtendedProps,
            "Custom properties, an object of at most 16,384 characters without white space. They are \
             stored and returned as sent. Null and an empty object count as absent.";
    }
}

members! {
    InvoiceDocTypeMembers("InvoiceDocumentTypeData", Lenient) "A document type by base type and sub type." {
        doc_base_type: "docBaseType" Code, required, "Base type, for example `ARI`.";
        doc_sub_type: "docSubType" Code;
    }
}

/// Ids of the sender, if they could be read.
#[derive(Default)]
pub(super) struct SenderIds {
    pub header: Option<Code>,
    pub line: Option<Code>,
    /// Whether both ids are those of a flat `externalId`.
    flat: bool,
}

/// Reads a candidate. Returns `None` if a required member is missing or invalid.
pub(super) fn read(
    reader: &mut Reader,
    node: &JsonNode<'_>,
) -> (SenderIds, RowOrigin, Option<Box<CandidateRequest>>) {
    let Some(members) = CandidateBody::open(reader, node) else {
        let origin = RowOrigin {
            org: OptionalReference::Unreadable,
            data_source: OptionalReference::Unreadable,
            external_system: OptionalReference::Unreadable,
            flat: false,
        };
        return (SenderIds::default(), origin, None);
    };
    newer::report(reader, node);
    let ids = read_ids(reader, &members);
    let org = reader.object(members.org, organisation::read).flatten();
    let data_source = read_source(reader, &members);
    let external_system = read_system(reader, &members);
    let names_system = names_source_itself(&members) && members.external_system_code.is_given();
    let origin = RowOrigin {
        org: optional_reference(members.org.is_given(), org.as_ref().map(|org| org.code.clone())),
        data_source: optional_reference(names_source(&members), data_source.clone()),
        external_system: optional_reference(names_system, external_system.clone()),
        flat: ids.flat,
    };
    let request = read_request(reader, &members, &ids, (org, data_source, external_system));
    (ids, origin, request)
}

fn optional_reference<T>(given: bool, read: Option<T>) -> OptionalReference<T> {
    match read {
        Some(value) => OptionalReference::Named(value),
        None if given => OptionalReference::Unreadable,
        None => OptionalReference::Default,
    }
}

/// Reads the ids. A row with `externalId` and neither header nor line id has the short format, and
/// `externalId` is both.
fn read_ids(reader: &mut Reader, members: &CandidateBody<'_>) -> SenderIds {
    let (flat, header, line) = (members.external_id, members.external_header_id, members.external_line_id);
    if flat.is_given() && !header.is_given() && !line.is_given() {
        let id = reader.read(flat);
        return SenderIds { header: id.clone(), line: id, flat: true };
    }
    reader.conflict(flat, if header.is_given() { header } else { line });
    SenderIds { header: reader.required(header), line: reader.required(line), flat: false }
}

fn read_request(
    reader: &mut Reader,
    members: &CandidateBody<'_>,
    ids: &SenderIds,
    (org, data_source, external_system): (Option<OrgData>, Option<SourceReference>, Option<Code>),
) -> Option<Box<CandidateRequest>> {
    if !members.bpartner.is_given() {
        reader.missing(members.bpartner);
    }
    let bpartner = reader.object(members.bpartner, partner::read);
    let product = product::read(reader, members.product, members.product_code);
    let qty = reader.required(members.qty);
    let po_reference = reader.required(members.po_reference);
    if is_priced(members) && !members.currency_code.is_given() && !ids.flat {
        let currency = members.currency_code;
        reader.fault_at(currency.name, currency.object, ValueFault::new(ProblemCode::CurrencyRequired));
    }
    // all members are read before returning, so that all problems are found
    let read_block = |reader: &mut Reader, block| reader.object(block, partner::read).map(Box::new);
    Some(Box::new(CandidateRequest {
        org,
        data_source,
        external_system,
        data_dest: read_reference(reader, members.data_dest, members.data_dest_internal_name),
        bill_bpartner: read_block(reader, members.bill_bpartner),
        drop_ship_bpartner: read_block(reader, members.drop_ship_bpartner),
        hand_over_bpartner: read_block(reader, members.hand_over_bpartner),
        unsupported: read_unsupported(reader, members),
        uom_code: reader.read(members.uom_code),
        price: reader.read(members.price),
        currency_code: reader.read(members.currency_code),
        discount: reader.read(members.discount),
        pricing_system_code: reader.read(members.pricing_system_code),
        product_description: reader.read(members.product_description),
        description: reader.read(members.description),
        date_ordered: reader.read(members.date_ordered),
        date_required: reader.read(members.date_required),
        preset_date_invoiced: reader.read(members.preset_date_invoiced),
        preset_date_shipped: reader.read(members.preset_date_shipped),
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
        is_without_charge: reader.read(members.is_without_charge),
        reason: reader.read(members.reason),
        promotion_code: reader.read(members.promotion_code),
        extended_props: reader.read(members.extended_props),
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

fn read_unsupported(reader: &mut Reader, members: &CandidateBody<'_>) -> Vec<(Field, Text)> {
    let slots = [members.packing_material_id, members.qty_item_capacity, members.order_line_group];
    let read = Field::UNSUPPORTED.into_iter().zip(slots);
    read.filter_map(|(field, slot)| Some((field, reader.read(slot)?))).collect()
}

/// Whether there is a valid price. Problems are noted when the member is read.
fn is_priced(members: &CandidateBody<'_>) -> bool {
    members.price.node.is_some_and(|node| matches!(Decimal::read(&node.value), Ok(Some(_))))
}

fn names_source(members: &CandidateBody<'_>) -> bool {
    names_source_itself(members) || members.external_system_code.is_given()
}

/// Returns whether a member other than `externalSystemCode` specifies the data source.
fn names_source_itself(members: &CandidateBody<'_>) -> bool {
    members.data_source.is_given() || members.data_source_internal_name.is_given()
}

/// Reads the data source; `externalSystemCode` is its name if no data source is given.
fn read_source(reader: &mut Reader, members: &CandidateBody<'_>) -> Option<SourceReference> {
    if names_source_itself(members) {
        return read_reference(reader, members.data_source, members.data_source_internal_name);
    }
    reader.read(members.external_system_code).map(SourceReference::ExternalSystem)
}

/// Reads `externalSystemCode` as the external system; `None` if it names the data source.
fn read_system(reader: &mut Reader, members: &CandidateBody<'_>) -> Option<Code> {
    names_source_itself(members).then(|| reader.read(members.external_system_code)).flatten()
}

/// Reads a reference: an identifier string in variant A, an internal name in variant B.
fn read_reference(
    reader: &mut Reader,
    identifier: TypedMember<'_, IdentifierString>,
    name: TypedMember<'_, Code>,
) -> Option<SourceReference> {
    reader.conflict(name, identifier);
    let name = reader.read(name).map(SourceReference::InternalName);
    reader.read(identifier).map(SourceReference::Identifier).or(name)
}

fn read_invoice_doc_type(reader: &mut Reader, members: &InvoiceDocTypeMembers<'_>) -> Option<InvoiceDocType> {
    let doc_base_type = reader.required(members.doc_base_type);
    Some(InvoiceDocType { doc_sub_type: reader.read(members.doc_sub_type), doc_base_type: doc_base_type? })
}
