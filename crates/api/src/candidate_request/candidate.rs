//! The candidate itself, in either shape and variant.

use orderdock_domain::candidate::{
    CandidateRequest, Day, ExternalIdentity, InvoiceDocType, OrgData, SentInstants, SourceReference,
};
use orderdock_domain::import::{RowOrigin, Told};
use orderdock_domain::problem::Code as Problems;
use orderdock_domain::text::Code;

use super::restricted::{Count, Discount};
use super::{newer, organisation, partner, product};
use crate::json::{Fault, Node, Reader, Slot, members};

members! {
    CandidateMembers {
        org: "org",
        external_id: "externalId",
        external_header_id: "externalHeaderId",
        external_line_id: "externalLineId",
        data_source: "dataSource",
        data_source_internal_name: "dataSourceInternalName",
        data_dest: "dataDest",
        data_dest_internal_name: "dataDestInternalName",
        external_system_code: "externalSystemCode",
        bpartner: "bpartner",
        bill_bpartner: "billBPartner",
        drop_ship_bpartner: "dropShipBPartner",
        hand_over_bpartner: "handOverBPartner",
        product: "product",
        product_code: "productCode",
        product_description: "productDescription",
        description: "description",
        qty: "qty",
        uom_code: "uomCode",
        price: "price",
        currency_code: "currencyCode",
        discount: "discount",
        pricing_system_code: "pricingSystemCode",
        po_reference: "poReference",
        date_ordered: "dateOrdered",
        date_required: "dateRequired",
        preset_date_invoiced: "presetDateInvoiced" | "dateInvoiced",
        preset_date_shipped: "presetDateShipped",
        order_doc_type: "orderDocType",
        invoice_doc_type: "invoiceDocType",
        payment_rule: "paymentRule",
        payment_term: "paymentTerm",
        shipper: "shipper",
        sales_partner_code: "salesPartnerCode",
        warehouse_code: "warehouseCode",
        warehouse_dest_code: "warehouseDestCode",
        delivery_rule: "deliveryRule",
        delivery_via_rule: "deliveryViaRule",
        line: "line",
        header_line_count: "headerLineCount",
    }
}

members! {
    InvoiceDocTypeMembers {
        doc_base_type: "docBaseType",
        doc_sub_type: "docSubType",
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
    let org = reader.object(members.org, organisation::read);
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
        let id = reader.read::<Code>(flat);
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
    .map(|slot| reader.read::<Day>(slot));
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
        discount: reader.read::<Discount>(members.discount).map(|discount| discount.0),
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
        invoice_doc_type: reader.object(members.invoice_doc_type, read_invoice_doc_type),
        payment_rule: reader.read(members.payment_rule),
        payment_term: reader.read(members.payment_term),
        shipper: reader.read(members.shipper),
        sales_partner_code: reader.read(members.sales_partner_code),
        warehouse_code: reader.read(members.warehouse_code),
        warehouse_dest_code: reader.read(members.warehouse_dest_code),
        delivery_rule: reader.read(members.delivery_rule),
        delivery_via_rule: reader.read(members.delivery_via_rule),
        line: reader.read(members.line),
        header_line_count: reader.read::<Count>(members.header_line_count).map(|count| count.0),
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
    let names = [members.data_source, members.data_source_internal_name, members.external_system_code];
    names.iter().any(Slot::is_given)
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
fn read_reference(reader: &mut Reader, identifier: Slot<'_>, name: Slot<'_>) -> Option<SourceReference> {
    reader.conflict(name, identifier);
    let name = reader.read(name).map(SourceReference::InternalName);
    reader.read(identifier).map(SourceReference::Identifier).or(name)
}

fn read_invoice_doc_type(reader: &mut Reader, node: &Node<'_>) -> Option<InvoiceDocType> {
    let members = InvoiceDocTypeMembers::open(reader, node)?;
    let doc_base_type = reader.required(members.doc_base_type);
    Some(InvoiceDocType { doc_sub_type: reader.read(members.doc_sub_type), doc_base_type: doc_base_type? })
}
