//! Stored representation of the snapshots of an order, with all members and with only the required ones.
//!
//! It may get further members; the existing ones keep their name, order and notation.

use std::fmt::Debug;
use std::sync::Arc;

use jiff::civil::date;
use orderdock_domain::candidate::{Field, PaymentRule};
use orderdock_domain::ids::{
    ContactId, DataSourceId, DocumentTypeId, LocationId, OrganisationId, PartnerGroupId, PartnerId,
    PaymentTermId, PostalCodeId, PriceListId, PricingSystemId, RequestId, ShipperId, WarehouseId,
};
use orderdock_domain::masterdata::{Contact, Defaults, Location, Partner, ValueLevel};
use orderdock_domain::money::StepOutcome;
use orderdock_domain::order::{
    DatePromised, ExplainedSource, ExplainedStep, ExplainedTax, LineExplanation, OrderDocumentType,
    OrderHeader, OrderValues, Party, RecordSnapshot, ValueOrigin,
};
use orderdock_domain::text::Text;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{code, decimal, name, text};
use crate::{from_json, to_json};

const FULL_PARTY: &str = include_str!("../../tests/golden/full_party.json");
const BARE_PARTY: &str = include_str!("../../tests/golden/bare_party.json");
const FULL_HEADER: &str = include_str!("../../tests/golden/full_header.json");
const BARE_HEADER: &str = include_str!("../../tests/golden/bare_header.json");

/// One explanation per line, in the order of [`explanations`].
const EXPLANATIONS: &str = include_str!("../../tests/golden/explanations.ndjson");

const OWN: OrganisationId = OrganisationId(1);

fn named<Id>(id: Id, key: &str) -> RecordSnapshot<Id> {
    RecordSnapshot { id, code: code(key), name: Some(name(&format!("Name of {key}"))) }
}

fn full_defaults() -> Defaults {
    Defaults {
        pricing_system: Some(PricingSystemId(20)),
        payment_rule: Some(PaymentRule::Paypal),
        payment_term: Some(PaymentTermId(21)),
        shipper: Some(ShipperId(22)),
        warehouse: Some(WarehouseId(23)),
        delivery_rule: Some(code("A")),
        delivery_via_rule: Some(code("S")),
    }
}

fn full_partner() -> Partner {
    Partner {
        id: PartnerId(10),
        organisation: OWN,
        version: 3,
        active: true,
        code: code("G0001"),
        external_id: Some(code("ext-1")),
        name: name("Müller \"Nord\" \\ Söhne"),
        name2: Some(name("second")),
        name3: Some(name("third")),
        company_name: Some(name("Müller GmbH")),
        group: Some(PartnerGroupId(11)),
        phone: Some(name("+49 228 1")),
        language: Some(code("de_DE")),
        url: Some(text("https://one.example")),
        url2: Some(text("https://two.example")),
        url3: Some(text("https://three.example")),
        global_id: Some(code("global-1")),
        vat_id: Some(code("DE123456789")),
        parent: Some(PartnerId(12)),
        customer: true,
        vendor: true,
        invoice_rule: Some(code("D")),
        sales_code: Some(code("S-1")),
        tax_exempt: true,
        defaults: full_defaults(),
    }
}

fn full_location() -> Location {
    Location {
        id: LocationId(13),
        partner: PartnerId(10),
        organisation: OWN,
        version: 4,
        active: true,
        external_id: Some(code("loc-1")),
        gln: Some(code("4012345000009")),
        name: Some(name("Ramp")),
        bpartner_name: Some(name("Müller warehouse")),
        address1: Some(name("Street 1")),
        address2: Some(name("Building 2")),
        address3: Some(name("Floor 3")),
        address4: Some(name("Door 4")),
        po_box: Some(name("PO 12")),
        postal: Some(code("53115")),
        city: Some(name("Bonn")),
        district: Some(name("Poppelsdorf")),
        region: Some(name("NRW")),
        country: code("DE"),
        ship_to: true,
        ship_to_default: true,
        bill_to: true,
        bill_to_default: true,
        postal_code: Some(PostalCodeId(14)),
    }
}

fn full_contact() -> Contact {
    Contact {
        id: ContactId(15),
        partner: PartnerId(10),
        organisation: OWN,
        version: 5,
        active: true,
        external_id: Some(code("con-1")),
        code: Some(code("AL")),
        name: name("Ada Lovelace"),
        greeting: Some(name("Ms")),
        first_name: Some(name("Ada")),
        last_name: Some(name("Lovelace")),
        email: Some(name("ada@example.com")),
        phone: Some(name("1")),
        mobile_phone: Some(name("2")),
        fax: Some(name("3")),
        description: Some(text("two\nlines\tand a tab")),
        newsletter: true,
        default_contact: true,
        ship_to_default: true,
        bill_to_default: true,
        sales: true,
        sales_default: true,
        purchase: true,
        purchase_default: true,
        subject_matter: true,
    }
}

fn full_party() -> Party {
    Party { partner: full_partner(), location: Some(full_location()), contact: Some(full_contact()) }
}

fn bare_party() -> Party {
    let partner = Partner::new(PartnerId(10), OWN, code("G0001"), name("Müller"));
    let location = Location::new(LocationId(13), PartnerId(10), OWN, code("DE"));
    let contact = Contact::new(ContactId(15), PartnerId(10), OWN, name("Ada"));
    Party {
        partner: Partner { customer: false, ..partner },
        location: Some(Location { ship_to: false, bill_to: false, active: false, ..location }),
        contact: Some(contact),
    }
}

fn full_header() -> OrderHeader {
    let party = || Arc::new(full_party());
    OrderHeader {
        organisation: named(OWN, "001"),
        seller: None,
        data_source: Some(DataSourceId(30)),
        external_system: None,
        external_header_id: Some(code("H-1")),
        po_reference: Some(code("PO-1")),
        promotion_code: Some(code("PROMO")),
        buyer: party(),
        bill: Some(party()),
        drop_ship: Some(party()),
        hand_over: Some(party()),
        sales_partner: Some(named(PartnerId(31), "SP")),
        currency: code("EUR"),
        currency_digits: 2,
        pricing_system: named(PricingSystemId(32), "PS"),
        price_list: named(PriceListId(33), "PL"),
        tax_included: true,
        date_ordered: date(2026, 12, 1),
        date_promised: DatePromised::Instant("2026-12-08T13:00:00.123Z".parse().unwrap()),
        invoice_document_type: Some(OrderDocumentType {
            id: DocumentTypeId(34),
            name: name("Invoice"),
            base_type: code("ARI"),
            sub_type: Some(code("XY")),
        }),
        values: OrderValues {
            payment_rule: Some(PaymentRule::OnCredit),
            payment_term: Some(named(PaymentTermId(35), "30d")),
            shipper: Some(named(ShipperId(36), "DPD")),
            warehouse: Some(named(WarehouseId(37), "W1")),
            delivery_rule: Some(code("A")),
            delivery_via_rule: Some(code("S")),
            origins: vec![
                ValueOrigin {
                    field: Field::PaymentRule,
                    level: ValueLevel::Partner,
                    code: Some(name("G0001")),
                },
                ValueOrigin { field: Field::Shipper, level: ValueLevel::Candidate, code: None },
            ],
        },
    }
}

fn bare_header() -> OrderHeader {
    OrderHeader {
        organisation: RecordSnapshot { id: OWN, code: code("001"), name: None },
        seller: None,
        data_source: None,
        external_system: None,
        external_header_id: None,
        po_reference: None,
        promotion_code: None,
        buyer: Arc::new(bare_party()),
        bill: None,
        drop_ship: None,
        hand_over: None,
        sales_partner: None,
        currency: code("EUR"),
        currency_digits: 2,
        pricing_system: RecordSnapshot { id: PricingSystemId(32), code: code("PS"), name: None },
        price_list: RecordSnapshot { id: PriceListId(33), code: code("PL"), name: None },
        tax_included: false,
        date_ordered: date(2026, 12, 1),
        date_promised: DatePromised::Day(date(2026, 12, 8)),
        invoice_document_type: None,
        values: OrderValues {
            payment_rule: None,
            payment_term: None,
            shipper: None,
            warehouse: None,
            delivery_rule: None,
            delivery_via_rule: None,
            origins: Vec::new(),
        },
    }
}

#[track_caller]
fn assert_stored_as<T: Serialize + DeserializeOwned + PartialEq + Debug>(record: &T, json: &str) {
    let json = json.trim_end();
    // since version 0.3, line breaks and tabs are stored with their short escapes
    assert_eq!(to_json(record), json.replace("\\u000a", "\\n").replace("\\u0009", "\\t"));
    assert_eq!(from_json::<T>("", json).unwrap(), *record);
}

#[test]
fn party_with_every_member_is_stored_as_before() {
    assert_stored_as(&full_party(), FULL_PARTY);
}

#[test]
fn party_with_required_members_is_stored_as_before() {
    assert_stored_as(&bare_party(), BARE_PARTY);
}

#[test]
fn header_with_every_member_is_stored_as_before() {
    assert_stored_as(&full_header(), FULL_HEADER);
}

#[test]
fn header_with_required_members_is_stored_as_before() {
    assert_stored_as(&bare_header(), BARE_HEADER);
}

fn explanations() -> Vec<LineExplanation> {
    let step = |list, found| ExplainedStep { list: code(list), valid_from: date(2026, 1, 1), found };
    let steps = vec![step("DE\\EUR", StepOutcome::NoPrice), step("Base \"A\"", StepOutcome::Price)];
    let list = |steps, scale_from| ExplainedSource::List { steps, price: decimal("1.99"), scale_from };
    let free = |reason, value| ExplainedSource::WithoutCharge { reason, value };
    let explanation = |source, removed_tax, unrounded| LineExplanation {
        pricing_system: code("Kunden \"A\""),
        list: code("DE\\EUR"),
        precision: 2,
        source,
        removed_tax,
        discount: decimal("10"),
        unrounded,
    };
    let tax = ExplainedTax { code: code("DE-19"), rate: decimal("19") };
    vec![
        explanation(ExplainedSource::Manual { sent: decimal("5.555") }, None, None),
        explanation(list(steps, Some(decimal("10"))), Some(tax), Some(decimal("1.791"))),
        explanation(list(Vec::new(), None), None, None),
        explanation(free(Some(text("Sample")), Some(decimal("35.7"))), None, Some(decimal("0"))),
        explanation(free(None, None), None, None),
    ]
}

#[test]
fn explanations_are_stored_as_before() {
    assert_eq!(EXPLANATIONS.lines().count(), explanations().len());
    for (explanation, json) in explanations().iter().zip(EXPLANATIONS.lines()) {
        assert_stored_as(explanation, json);
    }
}

#[test]
fn other_columns_of_an_order_are_stored_as_before() {
    let document_type = OrderDocumentType {
        id: DocumentTypeId(34),
        name: name("Invoice"),
        base_type: code("ARI"),
        sub_type: None,
    };
    assert_stored_as(&document_type, r#"{"id":34,"name":"Invoice","base_type":"ARI"}"#);
    assert_stored_as(&vec![RequestId(1), RequestId(9_007_199_254_740_991)], "[1,9007199254740991]");
    assert_stored_as(&Vec::<RequestId>::new(), "[]");
    let warehouse = RecordSnapshot { id: WarehouseId(7), code: code("W1"), name: None };
    assert_stored_as(&warehouse, r#"{"id":7,"code":"W1"}"#);
}

#[test]
fn unescaped_line_breaks_of_older_versions_are_read() {
    assert_eq!(from_json::<Text>("", "\"Rampe 3\nTor\"").unwrap(), text("Rampe 3\nTor"));
}

#[test]
fn malformed_snapshot_is_rejected() {
    for json in ["", "[]", "{}", r#"{"id":"1","code":"x"}"#, r#"{"id":1,"code":" "}"#] {
        assert!(from_json::<RecordSnapshot<ShipperId>>("", json).is_err(), "{json}");
    }
}

#[test]
fn partner_stored_without_defaults_has_none() {
    let mut partner = full_partner();
    partner.defaults = Defaults::default();
    let json = to_json(&partner);
    assert!(json.ends_with(r#""tax_exempt":true,"defaults":{}}"#), "{json}");
    let without = json.replace(r#","defaults":{}"#, "");
    assert_eq!(from_json::<Partner>("", &without).unwrap(), partner);
}
