//! Tests of complete sales orders: resulting orders, and problems that prevent them.

use std::sync::Arc;

use super::test_fixture::*;
use super::*;
use crate::access::{OrgScope, Permissions};
use crate::ids::*;
use crate::import::Expectation;
use crate::masterdata::{CrossReference, CrossReferenceKind, ExemptBuyers, Tax};
use crate::number::canonical;
use crate::problem::{Language, ProblemCode};

/// Returns a request with two lines for the buyer, promised for noon on 2026-12-08 in Berlin.
fn request() -> OrderRequest {
    OrderRequest {
        ship_bpartner_code: code("G0001"),
        date_promised: moment("2026-12-08T11:00:00Z"),
        doc_type_name: None,
        lines: vec![line("SCREW", "3"), line("NAIL", "2")],
    }
}

fn line(product: &str, qty: &str) -> OrderLineRequest {
    OrderLineRequest { product_code: code(product), qty: number(qty), price: None }
}

fn context(fixture: &OrderFixture) -> OrderContext {
    OrderContext {
        reference: fixture.reference(),
        settings: Arc::new(fixture.settings.clone()),
        partners: fixture.partners.values().cloned().collect(),
        locations: {
            let mut locations: Vec<_> = fixture.locations.values().cloned().collect();
            locations.sort_unstable_by_key(|location| std::cmp::Reverse(location.id));
            locations
        },
        products: fixture.products.values().cloned().collect(),
        product_prices: fixture.prices.clone(),
        cross_references: Vec::new(),
        gtins: Vec::new(),
        partner_products: Vec::new(),
    }
}

fn call() -> OrderCall {
    OrderCall {
        now: moment("2026-12-01T23:30:00Z"),
        order: OrderId(1000),
        request: RequestId(2000),
        permissions: Permissions {
            organisations: OrgScope::These(vec![OWN]),
            default_organisation: Some(OWN),
            update_masterdata: false,
            create_organisations: false,
        },
    }
}

fn created(fixture: &OrderFixture, request: &OrderRequest) -> OrderPlan {
    create_order(&context(fixture), request, &call())
}

fn order(fixture: &OrderFixture, request: &OrderRequest) -> Order {
    created(fixture, request).result.unwrap().order.order
}

/// Returns `code at pointer` of every error.
fn errors(plan: &OrderPlan) -> Vec<String> {
    for problem in plan.result.as_ref().err().into_iter().flatten().chain(&plan.warnings) {
        for language in [Language::English, Language::German] {
            let messages = problem.message(language);
            assert!(!messages.contains(['{', '}']), "a parameter is missing: {messages}");
        }
    }
    let errors = plan.result.as_ref().err().into_iter().flatten();
    errors.map(|problem| format!("{} at {}", problem.code, problem.pointer)).collect()
}

#[test]
fn codes_are_found_by_cross_references_before_own_codes() {
    let fixture = OrderFixture::new();
    let of = |code: &str| fixture.products.values().find(|one| one.code.as_str() == code).unwrap().id.0;
    let buyer = fixture.partners.values().find(|one| one.code.as_str() == "G0001").unwrap().id;
    let reference = |id, kind, value: &str, record| CrossReference {
        id: CrossReferenceId(id),
        organisation: OWN,
        data_source: None,
        partner: None,
        kind,
        member: None,
        value: code(value),
        record,
    };
    let product = CrossReferenceKind::Product;
    let of_buyer = CrossReference { partner: Some(buyer), ..reference(3, product, "B", of("NAIL")) };
    let of_source =
        CrossReference { data_source: Some(DataSourceId(1)), ..reference(4, product, "A", of("NAIL")) };
    let mut context = context(&fixture);
    context.cross_references = vec![
        reference(1, CrossReferenceKind::Partner, "1001", buyer.0),
        reference(2, product, "A", of("SCREW")),
        reference(5, product, "B", of("SCREW")),
        of_buyer,
        of_source,
        reference(6, product, "NAIL", of("SCREW")),
    ];
    let mut request = request();
    request.ship_bpartner_code = code("1001");
    request.lines = vec![line("A", "3"), line("B", "2"), line("NAIL", "1"), line("A", "1")];
    let plan = create_order(&context, &request, &call());
    let write = plan.result.unwrap();
    let codes: Vec<_> = write.order.order.lines.iter().map(|line| line.product.code.as_str()).collect();
    assert_eq!(codes, ["SCREW", "NAIL", "SCREW", "SCREW"]);
    let used: Vec<_> = write.used_cross_references.iter().map(|(id, uses)| (id.0, *uses)).collect();
    assert_eq!(used, [(1, 1), (2, 2), (3, 1), (6, 1)]);
    let warnings: Vec<_> = plan.warnings.iter().map(|one| (one.code, one.pointer.as_ref())).collect();
    assert_eq!(warnings, [(ProblemCode::ProductKeyDiffers, "/lines/2/productCode")]);
}

#[test]
fn created_order_is_completed() {
    let fixture = OrderFixture::new();
    let plan = created(&fixture, &request());
    assert_eq!(plan.warnings, []);
    let write = plan.result.unwrap();
    let NewOrder { order, number, claims } = write.order;
    assert_eq!((order.status, order.awaits_payment, claims), (OrderStatus::Completed, false, vec![]));
    assert_eq!(
        (order.document_type.id, order.run, order.requests),
        (SALES_ORDER, None, vec![RequestId(2000)])
    );
    assert_eq!(number.write(1), "000001");
    let lines: Vec<_> = order
        .lines
        .iter()
        .map(|line| {
            format!("{} {} {} {}", line.line, line.product.code, line.unit.code, canonical(&line.net))
        })
        .collect();
    assert_eq!(lines, ["10 SCREW PCE 5.97", "20 NAIL PCE 20"]);
    let totals = [order.total_lines, order.total_tax, order.grand_total].map(|total| canonical(&total));
    assert_eq!(totals, ["25.97", "4.93", "30.9"]);
    let header = order.header;
    assert_eq!(header.organisation.id, OWN);
    assert_eq!(header.buyer.role().location, Some(BUYER_DOCK), "the default ship-to");
    assert_eq!(header.date_promised, DatePromised::Instant(moment("2026-12-08T11:00:00Z")));
    assert_eq!(header.date_ordered, day("2026-12-02"), "today in Berlin");
    assert_eq!(write.unchanged.len(), 6, "partner, location, two products, own and shared reference data");
    assert!(write.unchanged.contains(&Expectation::Reference(OWN, 7)), "{:?}", write.unchanged);
}

#[test]
fn mixed_tax_inclusion_is_rejected() {
    let mut fixture = OrderFixture::new();
    let list = &mut fixture.reference.price_lists[0];
    (list.tax_included, list.exempt_buyers) = (true, ExemptBuyers::RemoveTax);
    let reduced = TaxCategoryId(51);
    let domestic = Tax { id: TaxId(77), tax_category: reduced, ..fixture.reference.taxes[0].clone() };
    let owed = Tax { id: TaxId(78), requires_vat_id: true, reverse_charge: true, ..domestic.clone() };
    fixture.reference.taxes.extend([domestic, owed]);
    fixture.partner(BUYER).vat_id = Some(code("DE1"));
    fixture.products.get_mut(&NAIL).unwrap().tax_category = Some(reduced);
    assert_eq!(errors(&created(&fixture, &request())), ["taxIncluded.mixed at /lines/1/productCode"]);
}

#[test]
fn line_price_replaces_the_list_price() {
    let mut request = request();
    request.lines[0].price = Some(number("0"));
    request.lines[1].price = Some(number("2.345"));
    let plan = created(&OrderFixture::new(), &request);
    let prices: Vec<_> =
        plan.result.unwrap().order.order.lines.iter().map(|line| canonical(&line.price)).collect();
    assert_eq!(prices, ["0", "2.35"]);
    let warnings: Vec<_> =
        plan.warnings.iter().map(|warning| (warning.code.as_str(), &*warning.pointer)).collect();
    assert_eq!(warnings, [("price.rounded", "/lines/1/price")]);
}

#[test]
fn pricing_date_is_in_the_time_zone_of_the_organisation() {
    let mut fixture = OrderFixture::new();
    let version = &mut fixture.reference.price_list_versions[0];
    version.valid_from = day("2026-12-09");
    let mut request = request();
    request.date_promised = moment("2026-12-08T23:30:00Z");
    assert_eq!(order(&fixture, &request).lines.len(), 2, "in Berlin it is the 9th");
    request.date_promised = moment("2026-12-08T22:30:00Z");
    assert_eq!(errors(&created(&fixture, &request)), ["pricelist.no_version at /shipBPartnerCode"]);
}

#[test]
fn promised_date_in_the_past_is_a_warning() {
    let mut request = request();
    request.date_promised = moment("2026-12-01T22:00:00Z");
    let plan = created(&OrderFixture::new(), &request);
    let warnings: Vec<_> =
        plan.warnings.iter().map(|warning| (warning.code.as_str(), &*warning.pointer)).collect();
    assert_eq!(warnings, [("date.in_past", "/datePromised")]);
    assert!(plan.result.is_ok());
}

#[test]
fn document_type_is_found_by_name_among_order_types() {
    let mut fixture = OrderFixture::new();
    let named = |fixture: &OrderFixture, its_name: &str| {
        let mut request = request();
        request.doc_type_name = Some(name(its_name));
        let plan = created(fixture, &request);
        match &plan.result {
            Ok(write) => {
                let order = &write.order.order;
                format!("{} {}", order.document_type.id, order.awaits_payment)
            }
            Err(_) => errors(&plan).join(", "),
        }
    };
    assert_eq!(named(&fixture, "Proposal"), "22 false");
    assert_eq!(named(&fixture, "Prepay Order"), "21 true");
    for unknown in ["proposal", "Invoice", "Angebot"] {
        assert_eq!(named(&fixture, unknown), "docTypeName.unknown at /docTypeName");
    }
    let mut own = document_type(DocumentTypeId(29), "Proposal", "SOO", Some("OB"));
    own.organisation = OWN;
    fixture.reference.document_types.push(own);
    assert_eq!(named(&fixture, "Proposal"), "29 false", "own before shared");
    for kind in &mut fixture.reference.document_types {
        kind.active = kind.id != OFFER && kind.id.0 != 29;
    }
    assert_eq!(named(&fixture, "Proposal"), "docTypeName.unknown at /docTypeName");
    fixture.reference.document_types.clear();
    assert_eq!(errors(&created(&fixture, &request())), ["docTypeName.required at /docTypeName"]);
}

#[test]
fn default_location_is_preferred_over_other_active_ones() {
    let mut fixture = OrderFixture::new();
    let went = |fixture: &OrderFixture| order(fixture, &request()).header.buyer.role().location;
    let mut own = location(LocationId(79), BUYER, true);
    own.organisation = OWN;
    fixture.locations.insert(own.id, own);
    assert_eq!(went(&fixture), Some(LocationId(79)), "own before shared");
    fixture.locations.remove(&LocationId(79));
    fixture.locations.get_mut(&BUYER_DOCK).unwrap().ship_to_default = false;
    assert_eq!(went(&fixture), Some(BUYER_DOCK), "no default: the first");
    fixture.locations.get_mut(&BUYER_OFFICE).unwrap().ship_to_default = true;
    assert_eq!(went(&fixture), Some(BUYER_OFFICE), "the default");
    fixture.locations.get_mut(&BUYER_OFFICE).unwrap().ship_to_default = false;
    fixture.locations.get_mut(&BUYER_DOCK).unwrap().active = false;
    assert_eq!(went(&fixture), Some(BUYER_OFFICE));
    fixture.locations.remove(&BUYER_OFFICE);
    assert_eq!(errors(&created(&fixture, &request())), ["location.none at /shipBPartnerCode"]);
}

#[test]
fn own_records_are_preferred_and_foreign_ones_hidden() {
    let mut fixture = OrderFixture::new();
    let mut foreign = product(ProductId(118), "SCREW");
    foreign.organisation = OrganisationId(2);
    fixture.products.insert(foreign.id, foreign);
    assert_eq!(order(&fixture, &request()).lines[0].product.id, SCREW);
    let mut own = product(ProductId(119), "SCREW");
    own.organisation = OWN;
    fixture.products.insert(own.id, own);
    fixture.prices.push(price(CUSTOMERS, ProductId(119), "5"));
    assert_eq!(order(&fixture, &request()).lines[0].product.id, ProductId(119));
    fixture.partner(BUYER).organisation = OrganisationId(2);
    assert_eq!(errors(&created(&fixture, &request())), ["shipBPartnerCode.unknown at /shipBPartnerCode"]);
}

#[test]
fn all_faults_of_an_order_are_reported_with_pointer() {
    type Change = fn(&mut OrderFixture, &mut OrderRequest);
    let table: [(Change, &[&str]); 12] = [
        (|_, r| r.lines.clear(), &["lines.empty at /lines"]),
        (|_, r| r.lines[1].qty = number("0"), &["qty.not_positive at /lines/1/qty"]),
        (|_, r| r.lines[0].qty = number("-2"), &["qty.not_positive at /lines/0/qty"]),
        (
            |_, r| {
                r.lines.push(line("PAINT", "0"));
                r.doc_type_name = Some(name("Angebot"));
                r.ship_bpartner_code = code("g0001");
            },
            &[
                "docTypeName.unknown at /docTypeName",
                "shipBPartnerCode.unknown at /shipBPartnerCode",
                "qty.not_positive at /lines/2/qty",
                "productCode.unknown at /lines/2/productCode",
            ],
        ),
        (|_, r| r.lines.push(line("GLUE", "1")), &["price.none at /lines/2/productCode"]),
        (|w, _| w.product(NAIL).active = false, &["product.inactive at /lines/1/productCode"]),
        (|w, _| w.partner(BUYER).active = false, &["bpartner.inactive at /shipBPartnerCode"]),
        (
            |w, _| w.reference.organisations[0].defaults.pricing_system = None,
            &["pricingsystem.none at /shipBPartnerCode"],
        ),
        (
            |w, _| w.reference.taxes.clear(),
            &["tax.none at /lines/0/productCode", "tax.none at /lines/1/productCode"],
        ),
        (|_, r| r.lines[1].price = Some(number("0.001")), &["price.rounds_to_zero at /lines/1/price"]),
        (
            |_, r| {
                (r.lines[0].qty, r.lines[0].price) =
                    (number("9999999999999999999999999999"), Some(number("9999")));
            },
            &["number.too_large at /lines/0/qty"],
        ),
        (
            |_, r| {
                for line in &mut r.lines {
                    line.price = Some(number("99999999999999999999999999"));
                    line.qty = number("50");
                }
            },
            &["number.too_large at "],
        ),
    ];
    for (change, expected) in table {
        let (mut fixture, mut request) = (OrderFixture::new(), request());
        change(&mut fixture, &mut request);
        assert_eq!(errors(&created(&fixture, &request)), expected);
    }
}

#[test]
fn rejected_quantity_is_in_the_message() {
    let mut request = request();
    request.lines[1].qty = number("0");
    let plan = created(&OrderFixture::new(), &request);
    let message = plan.result.unwrap_err()[0].message(Language::English);
    assert!(message.contains("qty > 0") && message.contains("got 0"), "{message}");
}

#[test]
fn order_above_ten_thousand_lines_is_rejected() {
    let mut request = request();
    request.lines = vec![line("SCREW", "1"); MAX_LINES];
    assert_eq!(order(&OrderFixture::new(), &request).lines.len(), MAX_LINES);
    request.lines.push(line("SCREW", "1"));
    let plan = created(&OrderFixture::new(), &request);
    assert_eq!(errors(&plan), ["lines.too_many at /lines"]);
    assert_eq!(plan.result.unwrap_err()[0].code.status(), 413);
}

#[test]
fn caller_without_default_organisation_is_rejected() {
    let mut call = call();
    call.permissions.default_organisation = None;
    let plan = create_order(&context(&OrderFixture::new()), &request(), &call);
    assert_eq!(errors(&plan), ["org.required at "]);
}

#[test]
fn order_keys_contain_each_code_once() {
    let mut request = request();
    request.lines.push(line("SCREW", "1"));
    let keys = request.keys();
    assert_eq!(keys.partner_codes.into_iter().collect::<Vec<_>>(), [code("G0001")]);
    assert_eq!(keys.product_codes.into_iter().collect::<Vec<_>>(), [code("NAIL"), code("SCREW")]);
}
