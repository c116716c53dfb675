//! Requests with a value in every member, for tests.

use jiff::civil::date;

use super::{
    CandidateRequest, ContactData, DateOrInstant, ExtendedProps, ExternalIdentity, Field, InvoiceDocType,
    LocationData, MaybeUndefined, OrderDocType, OrgData, PartnerBlock, PartnerData, PartnerLookup,
    PaymentRule, ProductData, SourceReference,
};
use crate::identifier::IdentifierString;
use crate::masterdata::ProductType;
use crate::number::{Decimal, exact};
use crate::sync_advice::SyncAdvice;
use crate::text::{Code, Name, Text};

fn code(value: &str) -> Code {
    Code::parse(value).unwrap().unwrap()
}

fn name(value: &str) -> MaybeUndefined<Name> {
    MaybeUndefined::Value(Name::parse(value).unwrap().unwrap())
}

fn text(value: &str) -> Text {
    Text::parse(value).unwrap().unwrap()
}

fn number(value: &str) -> Decimal {
    exact(value).unwrap()
}

/// Returns a request in the full shape with a value in every member, including the partner blocks and the product.
pub(crate) fn full_request() -> CandidateRequest {
    CandidateRequest {
        identity: ExternalIdentity { header_id: code("H-1"), line_id: code("10"), flat: false },
        org: Some(OrgData { code: code("001"), name: name("Own"), advice: Some(SyncAdvice::CREATE) }),
        data_source: Some(SourceReference::Identifier(IdentifierString::Internal(code("SOURCE.shop")))),
        external_system: Some(code("shop-1")),
        data_dest: Some(SourceReference::InternalName(code("DEST.de.metas.ordercandidate"))),
        bpartner: partner_block("buyer", false),
        bill_bpartner: Some(Box::new(partner_block("bill", true))),
        drop_ship_bpartner: Some(Box::new(partner_block("dropship", false))),
        hand_over_bpartner: Some(Box::new(partner_block("handover", false))),
        product: ProductData {
            code: MaybeUndefined::Value(code("P1")),
            external_id: MaybeUndefined::Value(code("P1-ext")),
            name: name("Flour"),
            product_type: MaybeUndefined::Value(ProductType::Item),
            advice: Some(SyncAdvice::CREATE),
            uom_code: MaybeUndefined::Value(code("PCE")),
            price_std: MaybeUndefined::Value(number("21.350")),
            flat: false,
        },
        unsupported: Field::UNSUPPORTED.map(|field| (field, text("7"))).into(),
        qty: number("12.50"),
        uom_code: Some(code("KGM")),
        price: Some(number("19.90")),
        currency_code: Some(code("EUR")),
        discount: Some(number("-2.5")),
        pricing_system_code: Some(code("2000837")),
        product_description: Some(text("Pallet,\n\twrapped")),
        description: Some(text("leave at the gate")),
        po_reference: code("B-2026/118"),
        date_ordered: Some(DateOrInstant::Date(date(2026, 12, 1))),
        date_required: Some(DateOrInstant::Date(date(2026, 12, 8))),
        preset_date_invoiced: Some(DateOrInstant::Date(date(2026, 12, 9))),
        preset_date_shipped: Some(DateOrInstant::Date(date(2026, 12, 7))),
        order_doc_type: Some(OrderDocType::SalesOrder),
        invoice_doc_type: Some(InvoiceDocType { doc_base_type: code("ARI"), doc_sub_type: Some(code("KV")) }),
        payment_rule: Some(PaymentRule::DirectDebit),
        payment_term: Some(IdentifierString::Value(code("30 days"))),
        shipper: Some(IdentifierString::External(code("DPD"))),
        sales_partner_code: Some(code("test_42")),
        warehouse_code: Some(code("W1")),
        warehouse_dest_code: Some(code("W2")),
        delivery_rule: Some(code("A")),
        delivery_via_rule: Some(code("S")),
        line: Some(10),
        header_line_count: Some(3),
        is_without_charge: Some(true),
        reason: Some(text("sample")),
        promotion_code: Some(code("WINTER")),
        extended_props: Some(ExtendedProps::new(
            r#"{"b":1.0,"a":"x"}"#.to_owned(),
            r#"{"a":"x","b":1}"#.to_owned(),
        )),
    }
}

fn partner_block(id: &str, region_as_state: bool) -> PartnerBlock {
    PartnerBlock {
        bpartner: partner(id),
        location: Some(location(id, region_as_state)),
        contact: Some(contact(id)),
        advice: Some(SyncAdvice::CREATE),
        lookup: Some(PartnerLookup::Code),
    }
}

fn partner(id: &str) -> PartnerData {
    PartnerData {
        active: MaybeUndefined::Value(true),
        code: MaybeUndefined::Value(code(id)),
        external_id: MaybeUndefined::Value(code(&format!("{id}-ext"))),
        name: name("Name"),
        name2: name("Name 2"),
        name3: name("Name 3"),
        company_name: name("Company"),
        group: name("Standard"),
        phone: name("+49 228 1"),
        language: MaybeUndefined::Value(code("de_DE")),
        url: MaybeUndefined::Value(text("https://example.org/1")),
        url2: MaybeUndefined::Value(text("https://example.org/2")),
        url3: MaybeUndefined::Value(text("https://example.org/3")),
        global_id: MaybeUndefined::Value(code("global")),
        vat_id: MaybeUndefined::Value(code("DE1")),
        parent_id: MaybeUndefined::Value(4711),
        customer: MaybeUndefined::Value(true),
        vendor: MaybeUndefined::Value(false),
        invoice_rule: MaybeUndefined::Value(code("D")),
        advice: Some(SyncAdvice::CREATE),
    }
}

fn location(id: &str, region_as_state: bool) -> LocationData {
    LocationData {
        active: MaybeUndefined::Value(true),
        external_id: MaybeUndefined::Value(code(&format!("{id}-location"))),
        gln: MaybeUndefined::Value(code("4000001000005")),
        name: name("Dock"),
        bpartner_name: name("Name at the dock"),
        address1: name("Line 1"),
        address2: name("Line 2"),
        address3: name("Line 3"),
        address4: name("Line 4"),
        po_box: name("Box 1"),
        postal: MaybeUndefined::Value(code("53179")),
        city: name("Bonn"),
        district: name("District"),
        region: name("Region"),
        country_code: MaybeUndefined::Value(code("DE")),
        ship_to: MaybeUndefined::Value(true),
        ship_to_default: MaybeUndefined::Value(false),
        bill_to: MaybeUndefined::Value(true),
        bill_to_default: MaybeUndefined::Value(false),
        region_as_state,
        advice: Some(SyncAdvice::CREATE),
    }
}

fn contact(id: &str) -> ContactData {
    ContactData {
        active: MaybeUndefined::Value(true),
        external_id: MaybeUndefined::Value(code(&format!("{id}-contact"))),
        code: MaybeUndefined::Value(code("C1")),
        name: name("Contact"),
        greeting: name("Mr"),
        first_name: name("First"),
        last_name: name("Last"),
        email: name("first@example.org"),
        phone: name("+49 228 2"),
        mobile_phone: name("+49 151 1"),
        fax: name("+49 228 3"),
        description: MaybeUndefined::Value(text("calls before six")),
        newsletter: MaybeUndefined::Value(false),
        default_contact: MaybeUndefined::Value(true),
        ship_to_default: MaybeUndefined::Value(true),
        bill_to_default: MaybeUndefined::Value(false),
        sales: MaybeUndefined::Value(true),
        sales_default: MaybeUndefined::Value(false),
        purchase: MaybeUndefined::Value(true),
        purchase_default: MaybeUndefined::Value(false),
        subject_matter: MaybeUndefined::Value(true),
        advice: Some(SyncAdvice::CREATE),
    }
}
