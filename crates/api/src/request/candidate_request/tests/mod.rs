mod field_tables;
mod fields;

use jiff::civil::{Date, date};
use orderdock_domain::candidate::{
    CandidateRequest, ContactData, DateOrInstant, ExternalIdentity, LocationData, MaybeUndefined,
    OrderDocType, OrgData, PartnerBlock, PartnerData, PaymentRule, ProductData, RequiredMembers,
    SourceReference,
};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::masterdata::ProductType;
use orderdock_domain::number::exact;
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_domain::sync_advice::{IfExists, IfNotExists, SyncAdvice};
use orderdock_domain::text::{Code, Name, Text};

use super::*;
use crate::request::json::{line_columns, locate, text_of};

const VARIANT_A: &str = include_str!("variant_a.json");
const VARIANT_B: &str = include_str!("variant_b.json");
const SHORT: &str = include_str!("short.json");

fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

fn name(text: &str) -> Name {
    Name::parse(text).unwrap().unwrap()
}

/// Reads a valid candidate.
fn accepted(text: &str) -> CandidateRequest {
    let read = read_one(text, Handling::Strict).unwrap();
    assert_eq!(read.errors.first, [], "{text}");
    *read.row.request.unwrap()
}

/// Returns code and pointer of each error in a valid JSON text.
fn errors(text: &str) -> Vec<(ProblemCode, String)> {
    let read = read_one(text, Handling::Lenient).unwrap();
    assert_eq!(read.row.request.is_err(), read.errors.total > 0, "{text}");
    read.errors.first.iter().map(|found| (found.problem.code, found.problem.pointer.to_string())).collect()
}

/// Returns the smallest candidate in full shape, with one part replaced.
fn with(part: &str, replacement: &str) -> String {
    const FULL: &str = concat!(
        r#"{"externalHeaderId": "h", "externalLineId": "l", "bpartner": {"bpartner": {"code": "G0001"}}, "#,
        r#""product": {"code": "P1"}, "qty": 1, "poReference": "po", "dateRequired": "2026-12-08"}"#
    );
    assert!(FULL.contains(part), "{part}");
    FULL.replacen(part, replacement, 1)
}

/// Returns the smallest candidate with additional members.
fn plus(members: &str) -> String {
    with(r#""qty": 1"#, &format!(r#""qty": 1, {members}"#))
}

#[test]
#[expect(clippy::too_many_lines, reason = "every member of a candidate")]
fn variant_a_is_read_completely() {
    let create = Some(SyncAdvice { if_not_exists: IfNotExists::Create, if_exists: IfExists::DontUpdate });
    let read = accepted(VARIANT_A);
    let row = RequiredMembers {
        identity: ExternalIdentity { header_id: code("SO-77120"), line_id: code("10"), flat: false },
        bpartner: PartnerBlock {
            bpartner: PartnerData {
                active: MaybeUndefined::Value(true),
                code: MaybeUndefined::Value(code("K4711")),
                company_name: MaybeUndefined::Value(name("Bäckerei Größner \"Am Markt\" GmbH")),
                external_id: MaybeUndefined::Value(code("990017")),
                group: MaybeUndefined::Value(name("Standard")),
                name: MaybeUndefined::Value(name("Bäckerei Größner")),
                phone: MaybeUndefined::Value(name("+49 228 555 0101")),
                advice: create,
                ..PartnerData::default()
            },
            location: Some(LocationData {
                active: MaybeUndefined::Value(true),
                address1: MaybeUndefined::Value(name("Mühlgasse 7")),
                address2: MaybeUndefined::Null,
                postal: MaybeUndefined::Value(code("53179")),
                city: MaybeUndefined::Value(name("Bonn")),
                country_code: MaybeUndefined::Value(code("DE")),
                external_id: MaybeUndefined::Value(code("990017-1")),
                name: MaybeUndefined::Value(name("Backstube")),
                advice: create,
                ..LocationData::default()
            }),
            contact: Some(ContactData {
                active: MaybeUndefined::Value(true),
                description: MaybeUndefined::Value(Text::parse("ruft vor 6 Uhr an").unwrap().unwrap()),
                email: MaybeUndefined::Value(name("einkauf@groessner.example")),
                external_id: MaybeUndefined::Value(code("990017-7")),
                first_name: MaybeUndefined::Value(name("Jörg")),
                last_name: MaybeUndefined::Value(name("Größner")),
                name: MaybeUndefined::Value(name("Jörg Größner")),
                phone: MaybeUndefined::Value(name("0228 555 0102")),
                advice: create,
                ..ContactData::default()
            }),
            advice: create,
            lookup: None,
        },
        product: ProductData {
            code: MaybeUndefined::Value(code("MEHL-405")),
            external_id: MaybeUndefined::Absent,
            name: MaybeUndefined::Value(name("Weizenmehl Type 405, 25 kg")),
            product_type: MaybeUndefined::Value(ProductType::Item),
            uom_code: MaybeUndefined::Value(code("PCE")),
            price_std: MaybeUndefined::Value(exact("21.35").unwrap()),
            advice: create,
            flat: false,
        },
        qty: exact("12.5").unwrap(),
        po_reference: code("B-2026/118"),
    };
    let expected = CandidateRequest {
        org: Some(OrgData {
            code: code("test-org-03"),
            name: MaybeUndefined::Value(name("Testorganisation Süd")),
            advice: Some(SyncAdvice::READ_ONLY),
        }),
        data_source: Some(SourceReference::Identifier(IdentifierString::Internal(code(
            "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl",
        )))),
        data_dest: Some(SourceReference::Identifier(IdentifierString::Internal(code(
            "DEST.de.metas.ordercandidate",
        )))),
        product_description: Text::parse("Palette, foliert").unwrap(),
        uom_code: Some(code("PCE")),
        price: exact("19.9").ok(),
        currency_code: Some(code("EUR")),
        discount: exact("2.5").ok(),
        pricing_system_code: Some(code("Testpreise Kunden")),
        date_required: Some(DateOrInstant::Date(date(2026, 12, 8))),
        order_doc_type: Some(OrderDocType::SalesOrder),
        invoice_doc_type: Some(orderdock_domain::candidate::InvoiceDocType {
            doc_base_type: code("ARI"),
            doc_sub_type: None,
        }),
        payment_rule: Some(PaymentRule::OnCredit),
        shipper: Some(IdentifierString::Value(code("DPD - Classic"))),
        sales_partner_code: Some(code("test_42")),
        ..CandidateRequest::minimal(row)
    };
    assert_eq!(read, expected);
}

#[test]
fn variant_b_is_read_like_variant_a() {
    let (a, b) = (accepted(VARIANT_A), accepted(VARIANT_B));
    let expected = CandidateRequest {
        data_source: Some(SourceReference::InternalName(code(
            "SOURCE.de.metas.ordercandidate.rest.OrderCandidatesRestControllerImpl",
        ))),
        data_dest: Some(SourceReference::InternalName(code("DEST.de.metas.ordercandidate"))),
        pricing_system_code: Some(code("2000837")),
        identity: orderdock_domain::candidate::ExternalIdentity {
            header_id: code("77120"),
            ..a.identity.clone()
        },
        ..a
    };
    assert_eq!(b, expected);
}

#[test]
fn short_shape_is_read() {
    let read = accepted(SHORT);
    assert!(read.identity.flat && read.product.flat);
    assert_eq!((read.identity.header_id.as_str(), read.identity.line_id.as_str()), ("web-5531", "web-5531"));
    assert_eq!(
        read.product,
        ProductData { code: MaybeUndefined::Value(code("A001")), flat: true, ..ProductData::default() }
    );
    assert_eq!((read.price, read.currency_code), (exact("0").ok(), None));
    assert_eq!(read.bpartner.bpartner.code, MaybeUndefined::Value(code("G0001")));
    assert_eq!(read.bpartner.advice, None);
    assert_eq!(read.data_source, None);
}

#[test]
fn optional_members_are_read() {
    let read = accepted(&plus(
        r#""billBPartner": {"bpartner": {"externalId": "b"}}, "dropShipBPartner": {"location": {"gln": "4300001"}},
           "handOverBPartner": {"bpartner": {"code": 5}}, "dateOrdered": [2026,11,20], "dateInvoiced": "2026-12-31",
           "presetDateShipped": "2026-12-30", "warehouseCode": "W1", "warehouseDestCode": "W2",
           "paymentTerm": "val-30", "line": 20, "description": "d", "deliveryRule": "A", "deliveryViaRule": "D",
           "headerLineCount": "3", "orderDocType": "PrepayOrder", "externalSystemCode": "shop",
           "invoiceDocType": {"docBaseType": "ARI", "docSubType": "AP"}, "discount": 100, "promotionCode": " S\u00a01 ",
           "extendedProps": { "b" : 1.50, "a" : ["\u0000", "x\u00a0y"] }"#,
    ));
    assert_eq!(read.bill_bpartner.unwrap().bpartner.external_id, MaybeUndefined::Value(code("b")));
    assert_eq!(
        read.drop_ship_bpartner.unwrap().location.unwrap().gln,
        MaybeUndefined::Value(code("4300001"))
    );
    assert_eq!(read.hand_over_bpartner.unwrap().bpartner.code, MaybeUndefined::Value(code("5")));
    assert_eq!(read.date_ordered, Some(DateOrInstant::Date(date(2026, 11, 20))));
    assert_eq!(read.preset_date_invoiced, Some(DateOrInstant::Date(date(2026, 12, 31))));
    assert_eq!(read.preset_date_shipped, Some(DateOrInstant::Date(date(2026, 12, 30))));
    assert_eq!((read.warehouse_code, read.warehouse_dest_code), (Some(code("W1")), Some(code("W2"))));
    assert_eq!(read.payment_term, Some(IdentifierString::Value(code("30"))));
    assert_eq!((read.line, read.header_line_count), (Some(20), Some(3)));
    assert_eq!((read.delivery_rule, read.delivery_via_rule), (Some(code("A")), Some(code("D"))));
    assert_eq!(read.order_doc_type, Some(OrderDocType::PrepayOrder));
    assert_eq!(read.data_source, Some(SourceReference::ExternalSystem(code("shop"))));
    assert_eq!(read.external_system, None);
    assert_eq!(read.invoice_doc_type.unwrap().doc_sub_type, Some(code("AP")));
    assert_eq!(read.discount, exact("100").ok());
    assert_eq!(read.promotion_code, Some(code("S 1")));
    let props = read.extended_props.unwrap();
    assert_eq!(props.as_str(), "{\"b\":1.50,\"a\":[\"\\u0000\",\"x\u{A0}y\"]}");
    assert_eq!(props.compared(), Some("{\"a\":[\"\\u0000\",\"x y\"],\"b\":1.5}"));
}

#[test]
fn external_system_code_beside_a_source_is_the_system() {
    let table = [
        (r#""dataSource": "ext-7""#, SourceReference::Identifier(IdentifierString::External(code("7")))),
        (r#""dataSource": 540006"#, SourceReference::Identifier(IdentifierString::Id(540_006))),
        (r#""dataSourceInternalName": "SOURCE.x""#, SourceReference::InternalName(code("SOURCE.x"))),
    ];
    for (member, expected) in table {
        let read = accepted(&plus(&format!(r#"{member}, "externalSystemCode": "shop""#)));
        assert_eq!(read.data_source, Some(expected), "{member}");
        assert_eq!(read.external_system, Some(code("shop")), "{member}");
    }
}

#[test]
fn quantities_that_are_not_positive_are_accepted() {
    for (qty, expected) in [("0", "0"), ("-3", "-3"), ("\"5\"", "5"), ("1.50", "1.5")] {
        let read = accepted(&with(r#""qty": 1"#, &format!(r#""qty": {qty}"#)));
        assert_eq!(Ok(read.qty), exact(expected));
    }
}

#[test]
fn null_and_blank_are_absent_and_clear_in_records() {
    let read = accepted(&plus(r#""price": null, "uomCode": " ", "org": null, "dataSource": null"#));
    assert_eq!((read.price, read.uom_code, read.org, read.data_source), (None, None, None, None));
    let block =
        r#"{"bpartner": {"code": "G0001", "name": null, "phone": "", "name2": "x"}, "contact": null}"#;
    let read = accepted(&with(r#"{"bpartner": {"code": "G0001"}}"#, block)).bpartner;
    let record = read.bpartner;
    assert_eq!((record.name, record.phone), (MaybeUndefined::Null, MaybeUndefined::Null));
    assert_eq!((record.name2, record.name3), (MaybeUndefined::Value(name("x")), MaybeUndefined::Absent));
    assert_eq!(read.contact, None);
}

#[test]
fn missing_member_of_sync_advice_has_its_default() {
    let advice = |text: &str| {
        let block = format!(r#"{{"bpartner": {{"code": "G0001"}}, "syncAdvise": {text}}}"#);
        accepted(&with(r#"{"bpartner": {"code": "G0001"}}"#, &block)).bpartner.advice
    };
    let given = |if_not_exists, if_exists| Some(SyncAdvice { if_not_exists, if_exists });
    assert_eq!(advice("null"), None);
    assert_eq!(advice("{}"), Some(SyncAdvice::READ_ONLY));
    assert_eq!(advice(r#"{"ifNotExists": "CREATE"}"#), given(IfNotExists::Create, IfExists::DontUpdate));
    assert_eq!(advice(r#"{"ifExists": "UPDATE_MERGE"}"#), given(IfNotExists::Fail, IfExists::UpdateMerge));
    assert_eq!(
        advice(r#"{"ifExists": "ASSERT_UNCHANGED"}"#),
        given(IfNotExists::Fail, IfExists::AssertUnchanged)
    );
}

/// Texts with the code and pointer of each expected error.
type RejectedCases = Vec<(String, Vec<(ProblemCode, &'static str)>)>;

fn assert_rejected(table: RejectedCases) {
    for (text, expected) in table {
        let expected: Vec<_> =
            expected.iter().map(|(code, pointer)| (*code, (*pointer).to_owned())).collect();
        assert_eq!(errors(&text), expected, "{text}");
    }
}

#[test]
fn row_without_line_product_or_partner_is_rejected() {
    let partner = r#"{"bpartner": {"code": "G0001"}}"#;
    let advised = r#"{"bpartner": {"code": "G0001", "syncAdvise": {"ifExists": "UPDATE_REMOVE"}}}"#;
    assert_rejected(vec![
        (
            with(r#""externalHeaderId": "h", "externalLineId": "l", "#, ""),
            vec![
                (ProblemCode::PropertyMissing, "/externalHeaderId"),
                (ProblemCode::PropertyMissing, "/externalLineId"),
            ],
        ),
        (
            with(r#""externalLineId": "l""#, r#""externalLineId": " ""#),
            vec![(ProblemCode::PropertyMissing, "/externalLineId")],
        ),
        (plus(r#""externalId": "x""#), vec![(ProblemCode::PropertyConflict, "/externalId")]),
        (
            with(r#""externalHeaderId": "h""#, r#""externalId": "x""#),
            vec![
                (ProblemCode::PropertyConflict, "/externalId"),
                (ProblemCode::PropertyMissing, "/externalHeaderId"),
            ],
        ),
        (plus(r#""productCode": "P2""#), vec![(ProblemCode::PropertyConflict, "/productCode")]),
        (with(r#""product": {"code": "P1"}, "#, ""), vec![(ProblemCode::PropertyMissing, "/product")]),
        (with(r#"{"code": "P1"}"#, r#"{"name": "x"}"#), vec![(ProblemCode::ProductKeyMissing, "/product")]),
        (
            with(r#"{"code": "P1"}"#, r#"{"code": "P1", "type": "GOODS"}"#),
            vec![(ProblemCode::EnumUnknown, "/product/type")],
        ),
        (with(partner, "null"), vec![(ProblemCode::PropertyMissing, "/bpartner")]),
        (with(partner, "{}"), vec![(ProblemCode::BpartnerKeyMissing, "/bpartner")]),
        (
            with(partner, r#"{"bpartner": {"name": "x"}}"#),
            vec![(ProblemCode::BpartnerKeyMissing, "/bpartner")],
        ),
        (with(partner, r#"{"bpartner": "G0001"}"#), vec![(ProblemCode::TypeWrong, "/bpartner/bpartner")]),
        (with(partner, r#""G0001""#), vec![(ProblemCode::TypeWrong, "/bpartner")]),
        (
            with(partner, advised),
            vec![(ProblemCode::AdviceNotAllowed, "/bpartner/bpartner/syncAdvise/ifExists")],
        ),
        (plus(r#""billBPartner": {}"#), vec![(ProblemCode::BpartnerKeyMissing, "/billBPartner")]),
    ]);
}

#[test]
fn invalid_values_are_rejected() {
    assert_rejected(vec![
        (
            with(r#""poReference": "po""#, r#""poReference": " ""#),
            vec![(ProblemCode::PropertyMissing, "/poReference")],
        ),
        (with(r#""qty": 1, "#, ""), vec![(ProblemCode::PropertyMissing, "/qty")]),
        (with(r#""qty": 1"#, r#""qty": "5,5""#), vec![(ProblemCode::NumberDecimalComma, "/qty")]),
        (with(r#""qty": 1"#, r#""qty": 1e400"#), vec![(ProblemCode::NumberTooLarge, "/qty")]),
        (
            with(r#""qty": 1"#, r#""qty": 12345678901234567890123456789"#),
            vec![(ProblemCode::NumberTooLarge, "/qty")],
        ),
        (with(r#""qty": 1"#, r#""qty": 1, "qty": 1"#), vec![(ProblemCode::PropertyDuplicate, "/qty")]),
        (with(r#""2026-12-08""#, r#""2026-02-30""#), vec![(ProblemCode::DateInvalid, "/dateRequired")]),
        (plus(r#""price": 5"#), vec![(ProblemCode::CurrencyRequired, "/currencyCode")]),
        (plus(r#""price": 5, "currencyCode": true"#), vec![(ProblemCode::TypeWrong, "/currencyCode")]),
        (plus(r#""discount": 100.01"#), vec![(ProblemCode::DiscountOutOfRange, "/discount")]),
        (plus(r#""paymentRule": "Cash""#), vec![(ProblemCode::EnumUnknown, "/paymentRule")]),
        (plus(r#""orderDocType": "salesorder""#), vec![(ProblemCode::EnumUnknown, "/orderDocType")]),
        (plus(r#""shipper": "DPD - Classic""#), vec![(ProblemCode::IdentifierInvalid, "/shipper")]),
        (
            plus(r#""invoiceDocType": {}"#),
            vec![(ProblemCode::PropertyMissing, "/invoiceDocType/docBaseType")],
        ),
        (plus(r#""org": {"name": "x"}"#), vec![(ProblemCode::PropertyMissing, "/org/code")]),
        (
            plus(r#""dataDest": "int-a", "dataDestInternalName": "a""#),
            vec![(ProblemCode::PropertyConflict, "/dataDestInternalName")],
        ),
        (plus(r#""headerLineCount": -1"#), vec![(ProblemCode::NumberNegative, "/headerLineCount")]),
        (plus(r#""line": 1.5"#), vec![(ProblemCode::TypeWrong, "/line")]),
        ("[]".into(), vec![(ProblemCode::TypeWrong, "")]),
        ("7".into(), vec![(ProblemCode::TypeWrong, "")]),
    ]);
}

#[test]
fn all_faults_of_a_row_are_reported_together() {
    let text = r#"{"externalLineId": "1", "bpartner": {"location": {"countryCode": 5.5, "active": "yes"}},
        "productCode": "P1", "qty": "five", "paymentRule": "Cash", "dateRequired": "soon", "surprise": 1}"#;
    let expected = [
        (ProblemCode::PropertyMissing, "/externalHeaderId"),
        (ProblemCode::TypeWrong, "/bpartner/location/active"),
        (ProblemCode::BpartnerKeyMissing, "/bpartner"),
        (ProblemCode::NumberInvalid, "/qty"),
        (ProblemCode::PropertyMissing, "/poReference"),
        (ProblemCode::DateInvalid, "/dateRequired"),
        (ProblemCode::EnumUnknown, "/paymentRule"),
    ];
    assert_eq!(errors(text), expected.map(|(code, pointer)| (code, pointer.to_owned())));
    let read = read_one(text, Handling::Lenient).unwrap();
    assert_eq!((read.row.header_id, read.row.line_id.as_deref()), (None, Some("1")));
    assert_eq!(read.row.warnings[0].pointer, "/surprise");
    let rule = read.errors.first.last().unwrap();
    assert_eq!(
        rule.problem.message(Language::English),
        "Invalid value “Cash”. Allowed values: OnCredit, Paypal, DirectDebit."
    );
    assert_eq!(rule.seen.as_deref(), Some("Cash"));
    assert_eq!(read_one(text, Handling::Strict).unwrap().errors.total, expected.len() + 1);
}

#[test]
fn positions_of_bulk_rows_refer_to_the_body() {
    let good = with(r#""qty": 1"#, r#""qty": "3""#);
    let text = format!(
        "{{\"x\": 1, \"requests\": [\n {good},\n {},\n null]}}",
        with(r#""qty": 1"#, r#""qty": "ü""#)
    );
    let bulk = read_bulk(&text, Handling::Lenient).unwrap();
    assert_eq!((bulk.rows.len(), bulk.errors.total, bulk.warnings.total), (3, 0, 1));
    assert!(bulk.rows[0].row.request.is_ok());
    let (second, third) = (&bulk.rows[1], &bulk.rows[2]);
    let found = &second.errors.first[0];
    assert_eq!((found.problem.code, found.problem.pointer.as_ref()), (ProblemCode::NumberInvalid, "/qty"));
    let place = line_columns(text.as_bytes(), &[found.at])[0];
    let line = text.lines().nth(2).unwrap();
    let column = line.chars().position(|c| c == 'ü').unwrap(); // 1-based column of the quotation mark before it
    assert_eq!((place.line, place.column as usize), (3, column));
    assert_eq!(second.at + locate(second.text, ["/qty"])[0].at, found.at);
    assert_eq!(third.errors.first[0].problem.code, ProblemCode::TypeWrong);
}

#[test]
fn bulk_with_no_row_or_too_many_rows_is_rejected() {
    let row = with(r#""qty": 1"#, r#""qty": 2"#);
    let bulk = |count: usize| format!(r#"{{"requests": [{}]}}"#, vec![row.as_str(); count].join(","));
    for (count, rows, expected) in [
        (0, 0, Some(ProblemCode::BulkEmpty)),
        (MAX_REQUESTS, MAX_REQUESTS, None),
        (MAX_REQUESTS + 1, MAX_REQUESTS, Some(ProblemCode::BulkTooMany)),
    ] {
        let text = bulk(count);
        let read = read_bulk(&text, Handling::Lenient).unwrap();
        assert_eq!(read.rows.len(), rows);
        assert_eq!(read.errors.first.first().map(|found| found.problem.code), expected, "{count}");
    }
}

#[test]
fn date_list_is_read_as_the_same_date() {
    let read = accepted(&with(r#""2026-12-08""#, "[2026,12,8]"));
    assert_eq!(read.date_required, Date::new(2026, 12, 8).ok().map(DateOrInstant::Date));
}

#[test]
fn first_findings_of_a_bulk_are_kept_and_all_counted() {
    let row = r#"{"a": 1, "b": 2, "c": 3}"#;
    let text = format!(r#"{{"requests": [{}]}}"#, vec![row; 2000].join(","));
    let read = read_bulk(&text, Handling::Lenient).unwrap();
    let listed = |of: for<'r> fn(&'r ReadRow<'_>) -> &'r Findings| {
        let counts = read.rows.iter().map(|row| (of(row).first.len(), of(row).total));
        counts.fold((0, 0), |(listed, total), (more, all)| (listed + more, total + all))
    };
    // missing in each row: both ids, partner, product, qty and poReference
    assert_eq!(listed(|row| &row.warnings), (KEPT_PER_REQUEST, 6000));
    let (errors, total) = listed(|row| &row.errors);
    assert_eq!(total, 12_000);
    assert!((KEPT_PER_REQUEST..KEPT_PER_REQUEST + 2000).contains(&errors), "{errors}");
    assert!(read.rows.iter().all(|row| row.row.request.as_ref().is_err_and(|errors| !errors.is_empty())));
}

#[test]
fn truncated_text_is_rejected_at_its_end() {
    let whole = VARIANT_A.trim_end();
    for (end, _) in whole.char_indices().skip(1) {
        let fault = read_one(&whole[..end], Handling::Lenient).unwrap_err();
        assert_eq!((fault.at as usize, fault.seen), (end, None), "{:?}", fault.reason());
    }
}

#[test]
fn damaged_bytes_cause_only_findings_within_the_text() {
    for at in 0..SHORT.len() {
        for damage in *b"{}[],:\"\\0-e\x00\x7F\xC3\xFF" {
            let mut sent = SHORT.as_bytes().to_vec();
            sent[at] = damage;
            let places = match text_of(&sent).and_then(|text| read_one(text, Handling::Strict)) {
                Ok(read) => read.errors.first.iter().map(|found| found.at).collect(),
                Err(fault) => vec![fault.at],
            };
            assert!(places.iter().all(|place| *place as usize <= sent.len()), "byte {at} as {damage}");
        }
    }
}

#[test]
fn negative_price_and_discount_are_accepted() {
    let plus = |members: &str| with(r#""qty": 1"#, &format!(r#""qty": 1, {members}"#));
    let read = accepted(&plus(r#""price": -5.5, "currencyCode": "EUR", "discount": -12.5"#));
    assert_eq!((read.price, read.discount), (exact("-5.5").ok(), exact("-12.5").ok()));
}

#[test]
fn instant_becomes_a_date_in_the_time_zone_of_the_organisation() {
    let sent = with(r#""2026-12-08""#, r#""2026-12-08T23:30:00Z""#);
    let read = accepted(&sent);
    assert_eq!(read.date_required, "2026-12-08T23:30:00Z".parse().ok().map(DateOrInstant::Instant));
    for (zone, day) in [("Europe/Berlin", date(2026, 12, 9)), ("UTC", date(2026, 12, 8))] {
        let there = read.in_zone(|| jiff::tz::TimeZone::get(zone).unwrap());
        assert_eq!(there.unwrap().date_required, Some(DateOrInstant::Date(day)));
    }
    assert_eq!(
        errors(&with(r#""2026-12-08""#, r#""2026-12-08T23:30:00""#)),
        [(ProblemCode::DateTimeInvalid, "/dateRequired".to_owned())]
    );
}

#[test]
fn line_breaks_are_kept_in_description_and_replaced_in_url() {
    let contact = r#"{"bpartner": {"code": "G"}, "contact": {"name": "A", "description": "one\n\ttwo"}}"#;
    let read = accepted(&with(r#"{"bpartner": {"code": "G0001"}}"#, contact));
    let description = read.bpartner.contact.unwrap().description;
    assert_eq!(description.value().map(Text::as_str), Some("one\n\ttwo"));
    let url = r#"{"bpartner": {"code": "G", "url": "http://a\nb"}}"#;
    let read = accepted(&with(r#"{"bpartner": {"code": "G0001"}}"#, url));
    assert_eq!(read.bpartner.bpartner.url.value().map(Text::as_str), Some("http://a b"));
}

#[test]
fn row_in_newer_shape_is_rejected_with_its_members() {
    let newer = r#"{"orgCode": "001", "externalHeaderId": "h", "externalLineId": "1", "poReference": "po",
        "bpartner": {"bpartnerIdentifier": "ext-2156425", "bpartnerLocationIdentifier": "gln-1"},
        "productIdentifier": "val-P1", "qty": 1, "dateRequired": "2026-12-08"}"#;
    let read = read_one(newer, Handling::Lenient).unwrap();
    let first = &read.errors.first[0].problem;
    assert_eq!((first.code, &*first.pointer), (ProblemCode::BodyNewerShape, ""));
    let message = first.message(Language::English);
    assert!(
        message.contains("(orgCode, productIdentifier, bpartnerIdentifier, bpartnerLocationIdentifier)"),
        "{message}"
    );
    // members of the newer shape in a row of the older one are only warnings
    let older = with(r#""qty": 1"#, r#""qty": 1, "orgCode": "001", "productIdentifier": "val-P1""#);
    let read = read_one(&older, Handling::Lenient).unwrap();
    assert_eq!((read.errors.total, read.warnings.total), (0, 2));
}
