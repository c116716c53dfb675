//! Content text and hash of rows with every member of partners, locations, contacts and products.
//!
//! The hashes of stored contents depend on these lines and their order. If they change, repeated rows are no longer
//! recognised as unchanged.

use std::fmt::Write as _;

use super::*;
use crate::candidate::*;
use crate::ids::*;
use crate::import::merge::Merge;
use crate::import::*;
use crate::masterdata::*;
use crate::sync_advice::{IfExists, IfNotExists};
use crate::text::Text;

/// Content of [`row_with_every_member`], as written by version 5 of the member list.
const EVERY_MEMBER: &str = include_str!("masterdata_content.txt");
const EVERY_MEMBER_HASH: &str = "c0aa41ac88d263ac8b7080d70e2deec6";
const FLAT_PRODUCT_AND_STATE_HASH: &str = "72ec25f4ba96d020381c01a61d5f35f3";

fn line(label: &str) -> MaybeUndefined<Text> {
    MaybeUndefined::Value(Text::parse(label).unwrap().unwrap())
}

fn partner(label: &str) -> PartnerData {
    PartnerData {
        active: MaybeUndefined::Value(true),
        code: sent(&format!("{label} code")),
        external_id: sent(&format!("{label} external id")),
        name: called(&format!("{label} name")),
        name2: called(&format!("{label} name 2")),
        name3: called(&format!("{label} name 3")),
        company_name: called(&format!("{label} company")),
        group: called(&format!("{label} group")),
        phone: called(&format!("{label} phone")),
        language: sent("de_DE"),
        url: line("https://one.example"),
        url2: line("https://two.example"),
        url3: line("https://three.example"),
        global_id: sent(&format!("{label} global id")),
        vat_id: sent("DE123456789"),
        parent_id: MaybeUndefined::Value(4711),
        customer: MaybeUndefined::Value(true),
        vendor: MaybeUndefined::Value(false),
        invoice_rule: sent("D"),
        advice: None,
    }
}

fn location(label: &str) -> LocationData {
    LocationData {
        active: MaybeUndefined::Value(false),
        external_id: sent(&format!("{label} external id")),
        gln: sent("4012345000009"),
        name: called(&format!("{label} name")),
        bpartner_name: called(&format!("{label} partner")),
        address1: called(&format!("{label} 1")),
        address2: called(&format!("{label} 2")),
        address3: called(&format!("{label} 3")),
        address4: called(&format!("{label} 4")),
        po_box: called("PO 12"),
        postal: sent("53115"),
        city: called("Bonn"),
        district: called("Poppelsdorf"),
        region: called("NRW"),
        country_code: sent("DE"),
        ship_to: MaybeUndefined::Value(true),
        ship_to_default: MaybeUndefined::Value(false),
        bill_to: MaybeUndefined::Value(true),
        bill_to_default: MaybeUndefined::Value(false),
        region_as_state: false,
        advice: None,
    }
}

fn contact(label: &str) -> ContactData {
    ContactData {
        active: MaybeUndefined::Value(true),
        external_id: sent(&format!("{label} external id")),
        code: sent(&format!("{label} code")),
        name: called(&format!("{label} name")),
        greeting: called("Ms"),
        first_name: called("Ada"),
        last_name: called("Lovelace"),
        email: called("ada@example.com"),
        phone: called("1"),
        mobile_phone: called("2"),
        fax: called("3"),
        description: line("two\nlines\tand a tab"),
        newsletter: MaybeUndefined::Value(true),
        default_contact: MaybeUndefined::Value(false),
        ship_to_default: MaybeUndefined::Value(true),
        bill_to_default: MaybeUndefined::Value(false),
        sales: MaybeUndefined::Value(true),
        sales_default: MaybeUndefined::Value(false),
        purchase: MaybeUndefined::Value(true),
        purchase_default: MaybeUndefined::Value(false),
        subject_matter: MaybeUndefined::Value(true),
        advice: None,
    }
}

fn block(label: &str) -> PartnerBlock {
    PartnerBlock {
        bpartner: partner(&format!("{label} partner")),
        location: Some(location(&format!("{label} location"))),
        contact: Some(contact(&format!("{label} contact"))),
        advice: None,
        lookup: None,
    }
}

fn row_with_every_member() -> CandidateRequest {
    let mut request = CandidateRequest::minimal(RequiredMembers {
        identity: ExternalIdentity { header_id: code("H"), line_id: code("1"), flat: false },
        bpartner: block("buyer"),
        product: ProductData {
            code: sent("P1"),
            external_id: sent("product external id"),
            name: called("product name"),
            product_type: MaybeUndefined::Value(ProductType::Service),
            uom_code: sent("PCE"),
            price_std: MaybeUndefined::Value(number("12.50")),
            flat: false,
            advice: None,
        },
        qty: number("1.50"),
        po_reference: code("PO-1"),
    });
    request.bill_bpartner = Some(Box::new(block("bill")));
    request.drop_ship_bpartner = Some(Box::new(block("drop ship")));
    request.hand_over_bpartner = Some(Box::new(block("hand over")));
    request
}

fn content_of(request: &CandidateRequest) -> Content {
    Content::of(request, OWN, SOURCE, DataSourceId(11))
}

fn hex(hash: [u8; 16]) -> String {
    hash.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

#[test]
fn content_with_every_master_data_member_is_stable() {
    let content = content_of(&row_with_every_member());
    assert_eq!(content.parts().concat(), EVERY_MEMBER);
    assert_eq!(hex(content.hash), EVERY_MEMBER_HASH);
    assert!(content.is_whole());
}

#[test]
fn content_with_flat_product_and_state_is_stable() {
    let mut request = row_with_every_member();
    request.bill_bpartner = None;
    request.drop_ship_bpartner = None;
    request.hand_over_bpartner = None;
    request.bpartner.location = Some(LocationData { region_as_state: true, ..location("buyer location") });
    request.product = ProductData { code: sent("P1"), flat: true, ..ProductData::default() };
    let content = content_of(&request);
    let text = content.parts().concat();
    assert!(
        text.contains("/bpartner/location/billToDefault\tb\tfalse\n/bpartner/location/state\ts\tNRW\n"),
        "{text}"
    );
    assert!(!text.contains("/region"), "{text}");
    assert!(text.contains("/productCode\tS\tP1\n/product/code\tr\tP1\n"), "{text}");
    assert_eq!(hex(content.hash), FLAT_PRODUCT_AND_STATE_HASH);
}

/// Returns the names of the content lines below a pointer, without `active` and the `unlisted` ones.
fn content_names(content: &Content, prefix: &str, unlisted: &[&str]) -> Vec<String> {
    let members =
        content.members().filter_map(|member| member.pointer.strip_prefix(prefix).map(str::to_owned));
    members.filter(|name| !unlisted.contains(&name.as_str())).collect()
}

fn json_names(fields: &[RecordField]) -> Vec<&'static str> {
    fields.iter().map(|field| field.json).collect()
}

#[test]
fn content_lines_follow_the_order_of_the_field_tables() {
    let content = content_of(&row_with_every_member());
    for block in ["/bpartner", "/billBPartner", "/dropShipBPartner", "/handOverBPartner"] {
        let names = |entity: &str| content_names(&content, &format!("{block}/{entity}/"), &["active"]);
        assert_eq!(names("bpartner"), json_names(PARTNER_FIELDS), "{block}");
        assert_eq!(names("location"), json_names(LOCATION_FIELDS), "{block}");
        assert_eq!(names("contact"), json_names(CONTACT_FIELDS), "{block}");
    }
    assert_eq!(content_names(&content, "/product/", &["uomCode", "priceStd"]), json_names(PRODUCT_FIELDS));
}

/// Returns the names of the members that are cleared when an update removes absent ones.
fn cleared(merge: &Merge) -> Vec<&'static str> {
    assert!(merge.required_nulls.is_empty());
    merge.changes.iter().map(|change| change.name).collect()
}

/// Returns the names of the members that null clears, without the given references to other records.
fn clearable(fields: &[RecordField], references: &[&str]) -> Vec<&'static str> {
    let fields = fields.iter().filter(|field| field.null == NullEffect::Clears);
    fields.map(|field| field.json).filter(|name| !references.contains(name)).collect()
}

#[test]
fn optional_members_are_cleared_as_the_field_tables_state() {
    let remove = || Merge::updating(advice(IfNotExists::Fail, IfExists::UpdateRemove));

    let mut record = Partner::new(PartnerId(1), OWN, code("P"), name("P"));
    Merge::creating().partner(&partner("x"), &mut record);
    let mut merge = remove();
    merge.partner(&PartnerData::default(), &mut record);
    assert_eq!(cleared(&merge), clearable(PARTNER_FIELDS, &["group", "parentId"]));

    let mut record = Location::new(LocationId(1), PartnerId(1), OWN, code("DE"));
    Merge::creating().location(&location("x"), &mut record);
    let mut merge = remove();
    merge.location(&LocationData::default(), &mut record);
    assert_eq!(cleared(&merge), clearable(LOCATION_FIELDS, &[]));

    let mut record = Contact::new(ContactId(1), PartnerId(1), OWN, name("C"));
    Merge::creating().contact(&contact("x"), &mut record);
    let mut merge = remove();
    merge.contact(&ContactData::default(), &mut record);
    assert_eq!(cleared(&merge), clearable(CONTACT_FIELDS, &[]));

    let mut record = Product::new(ProductId(1), OWN, code("P"), name("P"), PCE);
    Merge::creating().product(&row_with_every_member().product, &mut record);
    let mut merge = remove();
    merge.product(&ProductData::default(), &mut record);
    assert_eq!(cleared(&merge), clearable(PRODUCT_FIELDS, &[]));
}
