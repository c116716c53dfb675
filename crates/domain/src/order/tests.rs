//! Complete sales orders: resulting orders, and the problems that prevent them.

use std::sync::Arc;

use super::test_world::*;
use super::*;
use crate::access::{OrgScope, Permissions};
use crate::ids::*;
use crate::import::Expectation;
use crate::masterdata::{ExemptBuyers, Tax};
use crate::number::canonical;
use crate::problem::Language;

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

fn context(world: &OrderWorld) -> OrderContext {
    OrderContext {
        reference: world.reference(),
        settings: Arc::new(world.settings.clone()),
        partners: world.partners.values().cloned().collect(),
        locations: {
            let mut locations: Vec<_> = world.locations.values().cloned().collect();
            locations.sort_unstable_by_key(|location| std::cmp::Reverse(location.id));
            locations
        },
        products: world.products.values().cloned().collect(),
        product_prices: world.prices.clone(),
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

fn created(world: &OrderWorld, request: &OrderRequest) -> OrderPlan {
    create_order(&context(world), request, &call())
}

fn order(world: &OrderWorld, request: &OrderRequest) -> Order {
    created(world, request).result.unwrap().order.order
}

/// Returns `code at pointer` of every error.
fn errors(plan: &OrderPlan) -> Vec<String> {
    for problem in plan.result.as_ref().err().into_iter().flatten().chain(&plan.warnings) {
        for language in [Language::English, Language::German] {
            let words = problem.message(language);
            assert!(!words.contains(['{', '}']), "a parameter is missing: {words}");
        }
    }
    let errors = plan.result.as_ref().err().into_iter().flatten();
    errors.map(|problem| format!("{} at {}", problem.code, problem.pointer)).collect()
}

#[test]
fn an_order_is_completed_at_once() {
    let world = OrderWorld::new();
    let plan = created(&world, &request());
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
fn lines_with_and_without_included_tax_are_refused_together() {
    let mut world = OrderWorld::new();
    let list = &mut world.reference.price_lists[0];
    (list.tax_included, list.exempt_buyers) = (true, ExemptBuyers::RemoveTax);
    let reduced = TaxCategoryId(51);
    let domestic = Tax { id: TaxId(77), tax_category: reduced, ..world.reference.taxes[0].clone() };
    let owed = Tax { id: TaxId(78), requires_vat_id: true, reverse_charge: true, ..domestic.clone() };
    world.reference.taxes.extend([domestic, owed]);
    world.partner(BUYER).vat_id = Some(code("DE1"));
    world.products.get_mut(&NAIL).unwrap().tax_category = Some(reduced);
    assert_eq!(errors(&created(&world, &request())), ["taxIncluded.mixed at /lines/1/productCode"]);
}

#[test]
fn a_price_on_the_line_replaces_the_lists() {
    let mut request = request();
    request.lines[0].price = Some(number("0"));
    request.lines[1].price = Some(number("2.345"));
    let plan = created(&OrderWorld::new(), &request);
    let prices: Vec<_> =
        plan.result.unwrap().order.order.lines.iter().map(|line| canonical(&line.price)).collect();
    assert_eq!(prices, ["0", "2.35"]);
    let warnings: Vec<_> =
        plan.warnings.iter().map(|warning| (warning.code.as_str(), &*warning.pointer)).collect();
    assert_eq!(warnings, [("price.rounded", "/lines/1/price")]);
}

/// Prices depend on the date in the organisation's time zone.
#[test]
fn the_organisations_zone_decides_the_pricing_day() {
    let mut world = OrderWorld::new();
    let version = &mut world.reference.price_list_versions[0];
    version.valid_from = day("2026-12-09");
    let mut request = request();
    request.date_promised = moment("2026-12-08T23:30:00Z");
    assert_eq!(order(&world, &request).lines.len(), 2, "in Berlin it is the 9th");
    request.date_promised = moment("2026-12-08T22:30:00Z");
    assert_eq!(errors(&created(&world, &request)), ["pricelist.no_version at /shipBPartnerCode"]);
}

#[test]
fn a_promise_in_the_past_is_only_warned_of() {
    let mut request = request();
    request.date_promised = moment("2026-12-01T22:00:00Z");
    let plan = created(&OrderWorld::new(), &request);
    let warnings: Vec<_> =
        plan.warnings.iter().map(|warning| (warning.code.as_str(), &*warning.pointer)).collect();
    assert_eq!(warnings, [("date.in_past", "/datePromised")]);
    assert!(plan.result.is_ok());
}

#[test]
fn the_document_type_is_found_by_name_among_those_for_orders() {
    let mut world = OrderWorld::new();
    let named = |world: &OrderWorld, its_name: &str| {
        let mut request = request();
        request.doc_type_name = Some(name(its_name));
        let plan = created(world, &request);
        match &plan.result {
            Ok(write) => {
                let order = &write.order.order;
                format!("{} {}", order.document_type.id, order.awaits_payment)
            }
            Err(_) => errors(&plan).join(", "),
        }
    };
    assert_eq!(named(&world, "Proposal"), "22 false");
    assert_eq!(named(&world, "Prepay Order"), "21 true");
    for unknown in ["proposal", "Invoice", "Angebot"] {
        assert_eq!(named(&world, unknown), "docTypeName.unknown at /docTypeName");
    }
    let mut own = document_type(DocumentTypeId(29), "Proposal", "SOO", Some("OB"));
    own.organisation = OWN;
    world.reference.document_types.push(own);
    assert_eq!(named(&world, "Proposal"), "29 false", "own before shared");
    for kind in &mut world.reference.document_types {
        kind.active = kind.id != OFFER && kind.id.0 != 29;
    }
    assert_eq!(named(&world, "Proposal"), "docTypeName.unknown at /docTypeName");
    world.reference.document_types.clear();
    assert_eq!(errors(&created(&world, &request())), ["docTypeName.required at /docTypeName"]);
}

#[test]
fn goods_go_to_the_default_location_else_to_any_active_one() {
    let mut world = OrderWorld::new();
    let went = |world: &OrderWorld| order(world, &request()).header.buyer.role().location;
    let mut own = location(LocationId(79), BUYER, true);
    own.organisation = OWN;
    world.locations.insert(own.id, own);
    assert_eq!(went(&world), Some(LocationId(79)), "own before shared");
    world.locations.remove(&LocationId(79));
    world.locations.get_mut(&BUYER_DOCK).unwrap().ship_to_default = false;
    assert_eq!(went(&world), Some(BUYER_DOCK), "no default: the first");
    world.locations.get_mut(&BUYER_OFFICE).unwrap().ship_to_default = true;
    assert_eq!(went(&world), Some(BUYER_OFFICE), "the default");
    world.locations.get_mut(&BUYER_OFFICE).unwrap().ship_to_default = false;
    world.locations.get_mut(&BUYER_DOCK).unwrap().active = false;
    assert_eq!(went(&world), Some(BUYER_OFFICE));
    world.locations.remove(&BUYER_OFFICE);
    assert_eq!(errors(&created(&world, &request())), ["location.none at /shipBPartnerCode"]);
}

#[test]
fn own_records_win_over_shared_ones_and_others_are_not_seen() {
    let mut world = OrderWorld::new();
    let mut foreign = product(ProductId(118), "SCREW");
    foreign.organisation = OrganisationId(2);
    world.products.insert(foreign.id, foreign);
    assert_eq!(order(&world, &request()).lines[0].product.id, SCREW);
    let mut own = product(ProductId(119), "SCREW");
    own.organisation = OWN;
    world.products.insert(own.id, own);
    world.prices.push(price(CUSTOMERS, ProductId(119), "5"));
    assert_eq!(order(&world, &request()).lines[0].product.id, ProductId(119));
    world.partner(BUYER).organisation = OrganisationId(2);
    assert_eq!(errors(&created(&world, &request())), ["shipBPartnerCode.unknown at /shipBPartnerCode"]);
}

#[test]
fn everything_that_stands_against_an_order_is_said_at_its_place() {
    type Change = fn(&mut OrderWorld, &mut OrderRequest);
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
        let (mut world, mut request) = (OrderWorld::new(), request());
        change(&mut world, &mut request);
        assert_eq!(errors(&created(&world, &request)), expected);
    }
}

#[test]
fn the_quantity_that_failed_is_said() {
    let mut request = request();
    request.lines[1].qty = number("0");
    let plan = created(&OrderWorld::new(), &request);
    let message = plan.result.unwrap_err()[0].message(Language::English);
    assert!(message.contains("qty > 0") && message.contains("got 0"), "{message}");
}

#[test]
fn an_order_has_at_most_ten_thousand_lines() {
    let mut request = request();
    request.lines = vec![line("SCREW", "1"); MAX_LINES];
    assert_eq!(order(&OrderWorld::new(), &request).lines.len(), MAX_LINES);
    request.lines.push(line("SCREW", "1"));
    let plan = created(&OrderWorld::new(), &request);
    assert_eq!(errors(&plan), ["lines.too_many at /lines"]);
    assert_eq!(plan.result.unwrap_err()[0].code.status(), 413);
}

#[test]
fn a_caller_without_default_organisation_must_have_one() {
    let mut call = call();
    call.permissions.default_organisation = None;
    let plan = create_order(&context(&OrderWorld::new()), &request(), &call);
    assert_eq!(errors(&plan), ["org.required at "]);
}

#[test]
fn the_keys_are_partner_and_products_once() {
    let mut request = request();
    request.lines.push(line("SCREW", "1"));
    let keys = request.keys();
    assert_eq!(keys.partner_codes.into_iter().collect::<Vec<_>>(), [code("G0001")]);
    assert_eq!(keys.product_codes.into_iter().collect::<Vec<_>>(), [code("NAIL"), code("SCREW")]);
}
