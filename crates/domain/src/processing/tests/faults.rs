//! Candidates with problems, and the other candidates of their incoming orders.

use super::*;
use crate::candidate::{CandidateChange, HoldReason, PartnerRole, PaymentRule, Releases};
use crate::ids::ProductId;

#[test]
fn each_fault_of_a_candidate_is_reported_with_pointer() {
    type Change = fn(&mut OrderFixture, &mut Candidate);
    let other = PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None };
    let table: [(Change, &str); 14] = [
        (|_, c| c.product = Some(GLUE), "price.none at /price"),
        (|w, _| w.prices.retain(|price| price.product != SCREW), "price.none at /price"),
        (|_, c| c.qty = number("0"), "qty.not_positive at /qty"),
        (|_, c| c.qty = number("-1"), "qty.not_positive at /qty"),
        (|w, _| w.partner(BUYER).active = false, "bpartner.inactive at /bpartner/bpartner"),
        (
            |w, _| w.locations.get_mut(&BUYER_DOCK).unwrap().active = false,
            "location.inactive at /bpartner/location",
        ),
        (
            |w, c| {
                w.contacts.get_mut(&CLERK).unwrap().active = false;
                c.buyer.as_mut().unwrap().contact = Some(CLERK);
            },
            "contact.inactive at /bpartner/contact",
        ),
        (|w, _| w.product(SCREW).active = false, "product.inactive at /product"),
        (|_, c| c.buyer.as_mut().unwrap().location = None, "location.none at /bpartner/location"),
        (|_, c| c.date_required = None, "property.missing at /dateRequired"),
        (|_, c| c.currency = Some(code("INR")), "currencyCode.mismatch at /currencyCode"),
        (|w, _| w.reference.taxes.clear(), "tax.none at /product"),
        (|w, _| w.reference.unit_conversions.clear(), ""),
        (|_, c| c.product = Some(ProductId(999)), "record.not_found at /product"),
    ];
    for (change, problem) in table {
        let (mut fixture, mut changed) = (OrderFixture::new(), candidate(1, "H1"));
        changed.unit = Some(if problem.is_empty() { CTN } else { PCE });
        change(&mut fixture, &mut changed);
        let problem = if problem.is_empty() { "uomCode.no_conversion at /uomCode" } else { problem };
        assert_eq!(summary(&run(&fixture, &[changed])), format!("[1: {problem}]"));
    }
    for (block, set) in [
        ("billBPartner", (|c, role| c.bill = role) as fn(&mut Candidate, Option<PartnerRole>)),
        ("dropShipBPartner", |c, role| c.drop_ship = role),
        ("handOverBPartner", |c, role| c.hand_over = role),
    ] {
        let mut fixture = OrderFixture::new();
        fixture.partner(OTHER).active = false;
        fixture.locations.get_mut(&OTHER_DOCK).unwrap().active = false;
        let changed = with(candidate(1, "H1"), |c| set(c, Some(other)));
        let problems =
            format!("[1: bpartner.inactive at /{block}/bpartner, location.inactive at /{block}/location]");
        assert_eq!(summary(&run(&fixture, &[changed])), problems);
    }
}

#[test]
fn all_faults_of_a_candidate_are_reported_together() {
    let mut fixture = OrderFixture::new();
    fixture.partner(BUYER).active = false;
    fixture.product(GLUE).active = false;
    let changed = with(candidate(1, "H1"), |c| (c.product, c.qty) = (Some(GLUE), number("0")));
    assert_eq!(
        summary(&run(&fixture, &[changed])),
        "[1: qty.not_positive at /qty, bpartner.inactive at /bpartner/bpartner, \
         product.inactive at /product, price.none at /price]"
    );
}

#[test]
fn faulty_line_holds_only_its_incoming_order() {
    let glue = |id, header: &str| with(candidate(id, header), |c| c.product = Some(GLUE));
    let candidates =
        [candidate(1, "H1"), glue(2, "H1"), glue(3, "H1"), candidate(4, "H1"), candidate(5, "H2")];
    let plan = run(&OrderFixture::new(), &candidates);
    assert_eq!(
        summary(&plan),
        "5 [1: sibling.error 2 price.none] [2: price.none at /price] [3: price.none at /price] \
         [4: sibling.error 2 price.none]"
    );
    let changes: Vec<_> = plan
        .writes
        .changes
        .iter()
        .map(|CandidateChange { claim, after, entry, .. }| {
            (claim.candidate.0, after.status, after.hold.is_some(), after.problems.len(), entry.is_some())
        })
        .collect();
    assert_eq!(
        changes,
        [
            (1, Status::New, true, 0, false),
            (2, Status::Error, false, 1, true),
            (3, Status::Error, false, 1, true),
            (4, Status::New, true, 0, false)
        ]
    );
    let counts = RunCounts::of(&plan);
    assert_eq!(counts, RunCounts { selected: 5, processed: 1, orders: 1, skipped: 2, failed: 2 });
}

#[test]
fn faulty_line_holds_all_orders_of_its_incoming_order() {
    let paypal = with(candidate(2, "H1"), |c| c.payment_rule = Some(PaymentRule::Paypal));
    let glue = with(candidate(3, "H1"), |c| c.product = Some(GLUE));
    assert_eq!(
        summary(&run(&OrderFixture::new(), &[candidate(1, "H1"), paypal, glue])),
        "[1: sibling.error 3 price.none] [2: sibling.error 3 price.none] [3: price.none at /price]"
    );
}

/// Two candidates are valid, but their sum in one line is not. Other candidates of the order are not affected.
#[test]
fn merged_line_above_28_digits_is_a_problem_of_its_candidates() {
    let mut fixture = OrderFixture::new();
    fixture.settings.organisations.entry(OWN).or_default().merge_lines = true;
    let free = |id| priced(id, "9999999999999999999999999999", |c| c.price = Some(number("0")));
    let candidates = [candidate(1, "H1"), free(2), free(3)];
    assert_eq!(
        summary(&run(&fixture, &candidates)),
        "[1: sibling.error 2 number.too_large] [2: number.too_large at /qty] [3: number.too_large at /qty]"
    );
    fixture.source(SHOP).partial_headers = true;
    assert_eq!(
        summary(&run(&fixture, &candidates)),
        "1 [2: number.too_large at /qty] [3: number.too_large at /qty]"
    );
}

#[test]
fn validation_reports_the_problems_of_a_run() {
    let (mut fixture, status) = (OrderFixture::new(), |c: &mut Candidate, status| c.status = status);
    let candidates = [
        with(candidate(1, "H1"), |c| status(c, Status::Error)),
        with(candidate(2, "H1"), |c| c.price = Some(number("5.555"))),
        with(candidate(3, "H1"), |c| (c.data_dest, c.date_required) = (INVOICES, None)),
        with(candidate(4, "H1"), |c| (c.status, c.product) = (Status::Inactive, Some(GLUE))),
    ];
    let described = |fixture: &OrderFixture| -> Vec<String> {
        let validations = validate(&context(fixture, HashMap::new()), &candidates);
        let described = validations.into_iter().map(|validation| {
            let price = validation.list_price.map_or("-".to_owned(), |price| canonical(&price));
            let currency = validation.currency.map_or("-".to_owned(), crate::text::Code::into_string);
            let items: Vec<_> = validation.problems.iter().chain(&validation.warnings).map(at).collect();
            format!("{} {price} {currency} {}", validation.status.as_str(), items.join(", "))
        });
        described.collect()
    };
    assert_eq!(
        described(&fixture),
        [
            "new 1.99 EUR ",
            "new - EUR price.rounded at /price",
            "new 1.99 EUR ",
            "error - - price.none at /price"
        ]
    );
    fixture.prices.push(price(CUSTOMERS, GLUE, "4"));
    assert_eq!(described(&fixture)[3], "new 4 EUR ");
}

/// This also applies if the candidate is valid on its own and failed only with its order.
#[test]
fn hold_names_the_first_failed_candidate() {
    let largest = |id| with(candidate(id, "H1"), |c| c.price = Some(number("99999999999999999999999999.99")));
    let paypal = with(candidate(3, "H1"), |c| c.payment_rule = Some(PaymentRule::Paypal));
    let glue = with(candidate(4, "H1"), |c| c.product = Some(GLUE));
    assert_eq!(
        summary(&run(&OrderFixture::new(), &[largest(1), largest(2), paypal, glue])),
        "[1: number.too_large at ] [2: number.too_large at ] [3: sibling.error 1 number.too_large] \
         [4: price.none at /price]"
    );
}

#[test]
fn faulty_line_holds_no_other_line_if_partial_orders_are_allowed() {
    let mut fixture = OrderFixture::new();
    fixture.source(SHOP).partial_headers = true;
    let glue = with(candidate(2, "H1"), |c| c.product = Some(GLUE));
    let plan = run(&fixture, &[candidate(1, "H1"), glue, candidate(3, "H1")]);
    assert_eq!(summary(&plan), "1 3 [2: price.none at /price]");
}

#[test]
fn selection_is_held_unless_its_hold_reasons_are_released() {
    let fixture = OrderFixture::new();
    let mut headers = headers_of(&[candidate(1, "H1")]);
    for state in headers.values_mut() {
        state.announced = Some(3);
        state.error = Some((CandidateId(9), crate::problem::ProblemCode::PriceNone));
    }
    let context = context(&fixture, headers);
    let candidates = [candidate(1, "H1"), with(candidate(2, "H2"), |c| c.status = Status::Processed)];
    let plan =
        |eligibility_options| plan_orders(&context, &candidates, call(eligibility_options, moment(NOW)));
    for eligibility_options in [EligibilityOptions::DUE, EligibilityOptions::SELECTED] {
        assert_eq!(summary(&plan(eligibility_options)), "[1: sibling.error 9 price.none] [2: processed]");
    }
    let release = Releases::NONE.with(HoldReason::SiblingError);
    let faulty = plan(EligibilityOptions { selected: true, release });
    assert_eq!(summary(&faulty), "[1: header.incomplete] [2: processed]");
    let release = release.with(HoldReason::HeaderIncomplete);
    let both = plan(EligibilityOptions { selected: true, release });
    assert_eq!(summary(&both), "1 [2: processed]");
    assert_eq!(only(&both).lines[0].allocations[0].released, release, "the release is stored with its actor");
}

#[test]
fn new_and_known_errors_hold_the_incoming_order_alike() {
    let fixture = OrderFixture::new();
    let paypal =
        with(candidate(2, "H1"), |c| (c.payment_rule, c.product) = (Some(PaymentRule::Paypal), Some(GLUE)));
    let first = [candidate(1, "H1"), paypal];
    let mut second = first.clone();
    second[1].status = Status::Error;
    let mut known = headers_of(&second);
    for state in known.values_mut() {
        state.error = Some((CandidateId(2), crate::problem::ProblemCode::PriceNone));
    }
    let runs = [(context(&fixture, headers_of(&first)), first), (context(&fixture, known), second)];
    for (context, candidates) in &runs {
        for selected in [false, true] {
            let plan = |release| {
                plan_orders(context, candidates, call(EligibilityOptions { selected, release }, moment(NOW)))
            };
            let held = plan(Releases::NONE);
            assert_eq!(held.writes.orders.len(), 0, "{}", summary(&held));
            assert!(summary(&held).starts_with("[1: sibling.error 2 price.none] [2: "), "{}", summary(&held));
            let release = Releases::NONE.with(HoldReason::SiblingError);
            let released = plan(release);
            assert!(summary(&released).starts_with("1 [2: "), "{}", summary(&released));
            assert_eq!(only(&released).lines[0].allocations[0].released, release);
        }
    }
}

/// The sum of valid lines has too many digits. No single candidate is the cause, so all of them have the problem.
#[test]
fn order_total_above_28_digits_is_a_problem_of_each_candidate() {
    let huge = |id, price: &str| with(candidate(id, "H1"), |c| c.price = Some(number(price)));
    let largest = "99999999999999999999999999.99";
    let plan = run(&OrderFixture::new(), &[huge(1, largest), huge(2, largest), candidate(3, "H2")]);
    assert_eq!(summary(&plan), "3 [1: number.too_large at ] [2: number.too_large at ]");
    let mut fixture = OrderFixture::new();
    fixture.partner(BUYER).tax_exempt = true;
    let alone = run(&fixture, &[huge(1, largest)]);
    assert_eq!(canonical(&only(&alone).grand_total), largest);
}
