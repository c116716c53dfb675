//! Contents of orders from candidates: amounts, values and texts.

use super::*;
use crate::candidate::{ExtendedProps, OrderDocType, PartnerRole, PaymentRule};
use crate::ids::{PaymentTermId, RequestId, SHARED, ShipperId, WarehouseId};
use crate::import::Expectation;
use crate::masterdata::{Defaults, ScalePrice, Tax, Warehouse};
use crate::order::{DatePromised, NumberPattern, OrderLine};

/// Formats a line as `price x quantity UNIT = net`.
fn figures(line: &OrderLine) -> String {
    let [entered, price, quantity, net] =
        [line.price_entered, line.price, line.qty_in_price_unit, line.net].map(|number| canonical(&number));
    format!("{entered} -> {price} x {quantity} {} = {net}", line.price_unit.code)
}

/// Formats each line, then `code base amount` of each tax, then the totals.
fn document(order: &Order) -> String {
    let lines = order.lines.iter().map(figures);
    let taxes = order
        .taxes
        .iter()
        .map(|tax| format!("{} {} {}", tax.code, canonical(&tax.base), canonical(&tax.amount)));
    let totals = [order.total_lines, order.total_tax, order.grand_total].map(|number| canonical(&number));
    lines.chain(taxes).chain([totals.join(" + ").replacen(" + ", " / ", 2)]).collect::<Vec<_>>().join("; ")
}

#[test]
fn orders_match_the_worked_examples() {
    let table: [(&str, Vec<Candidate>, &str); 3] = [
        (
            "7 cartons of 12 at 1.99 per piece less 10 %",
            vec![priced(1, "7", |c| (c.unit, c.discount) = (Some(CTN), Some(number("10"))))],
            "1.99 -> 1.79 x 84 PCE = 150.36; DE19 150.36 28.57; 150.36 / 28.57 / 178.93",
        ),
        (
            "3 cartons at 5.555 by hand less 10 %",
            vec![priced(1, "3", |c| {
                (c.unit, c.price, c.discount) = (Some(CTN), Some(number("5.555")), Some(number("10")));
            })],
            "5.56 -> 5 x 3 CTN = 15; DE19 15 2.85; 15 / 2.85 / 17.85",
        ),
        (
            "two lines of 3 at 19.99 gross less 10 %",
            [1, 2]
                .map(|id| {
                    priced(id, "3", |c| {
                        (c.pricing_system, c.discount) = (Some(CONSUMERS), Some(number("10")));
                    })
                })
                .to_vec(),
            "19.99 -> 17.99 x 3 PCE = 53.97; 19.99 -> 17.99 x 3 PCE = 53.97; DE19 90.71 17.23; \
             107.94 / 17.23 / 107.94",
        ),
    ];
    for (case, candidates, expected) in table {
        assert_eq!(document(only(&run(&OrderFixture::new(), &candidates))), expected, "{case}");
    }
}

#[test]
fn rounded_manual_price_is_a_warning_of_the_result() {
    let plan = run(&OrderFixture::new(), &[priced(1, "3", |c| c.price = Some(number("5.555")))]);
    let warnings: Vec<_> = plan.results[0].warnings.iter().map(at).collect();
    assert_eq!(warnings, ["price.rounded at /price"]);
}

/// Order of precedence: candidate, partner, partner group, organisation.
#[test]
fn most_specific_default_value_wins() {
    type Change = fn(&mut OrderFixture, &mut Candidate);
    let levels: [Change; 4] = [
        |fixture, _| fixture.reference.organisations[0].defaults.pricing_system = Some(CUSTOMERS),
        |fixture, _| fixture.reference.partner_groups[0].defaults.pricing_system = Some(CONSUMERS),
        |fixture, _| fixture.partner(BUYER).defaults.pricing_system = Some(CUSTOMERS),
        |_, candidate| candidate.pricing_system = Some(CONSUMERS),
    ];
    let expected = [CUSTOMERS, CONSUMERS, CUSTOMERS, CONSUMERS];
    let (mut fixture, mut candidate) = (OrderFixture::new(), candidate(1, "H1"));
    for (change, system) in levels.into_iter().zip(expected) {
        change(&mut fixture, &mut candidate);
        let plan = run(&fixture, std::slice::from_ref(&candidate));
        assert_eq!(only(&plan).header.pricing_system.id, system);
    }
    fixture.partner(OTHER).defaults.pricing_system = Some(CUSTOMERS);
    candidate.pricing_system = None;
    candidate.bill = Some(PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None });
    let plan = run(&fixture, std::slice::from_ref(&candidate));
    assert_eq!(only(&plan).header.pricing_system.id, CUSTOMERS, "the bill partner's before the buyer's");
}

/// Formats the values of an order with their sources.
fn values(order: &Order) -> String {
    let header = &order.header;
    let values = [
        ("paymentRule", header.values.payment_rule.map(|rule| rule.as_str().to_owned())),
        ("paymentTerm", header.values.payment_term.as_ref().map(|term| term.code.to_string())),
        ("shipper", header.values.shipper.as_ref().map(|shipper| shipper.code.to_string())),
        ("warehouseCode", header.values.warehouse.as_ref().map(|warehouse| warehouse.code.to_string())),
        ("deliveryRule", header.values.delivery_rule.as_ref().map(ToString::to_string)),
        ("deliveryViaRule", header.values.delivery_via_rule.as_ref().map(ToString::to_string)),
    ];
    let summary = values.into_iter().filter_map(|(member, value)| {
        let origin = header.values.origins.iter().find(|origin| origin.field.as_str() == member);
        let of = origin.map(|origin| (origin.level.as_str(), origin.code.as_ref().map_or("", AsRef::as_ref)));
        let (level, code) = of.unwrap_or(("nowhere", ""));
        Some(format!("{member} {} of {level} {code}", value?).trim_end().to_owned())
    });
    summary.collect::<Vec<_>>().join(", ")
}

fn defaults(rule: PaymentRule, delivery: &str) -> Defaults {
    Defaults {
        pricing_system: Some(CUSTOMERS),
        payment_rule: Some(rule),
        delivery_rule: Some(code(delivery)),
        ..Defaults::default()
    }
}

#[test]
fn payment_defaults_come_from_bill_partner_and_delivery_from_recipient() {
    let mut fixture = OrderFixture::new();
    let order = |fixture: &OrderFixture, candidate: &Candidate| {
        values(only(&run(fixture, std::slice::from_ref(candidate))))
    };
    let mut candidate = candidate(1, "H1");
    assert_eq!(order(&fixture, &candidate), "");
    fixture.reference.organisations[0].defaults = Defaults {
        payment_term: Some(PaymentTermId(130)),
        shipper: Some(ShipperId(120)),
        warehouse: Some(WAREHOUSE),
        delivery_via_rule: Some(code("P")),
        ..defaults(PaymentRule::OnCredit, "O")
    };
    let of_organisation = "paymentRule OnCredit of organisation 001, paymentTerm 30 days of organisation 001, \
        shipper DPD - Classic of organisation 001, warehouseCode Bonn of organisation 001, \
        deliveryRule O of organisation 001, deliveryViaRule P of organisation 001";
    assert_eq!(order(&fixture, &candidate), of_organisation);

    fixture.reference.organisations[0].defaults = defaults(PaymentRule::OnCredit, "O");
    fixture.reference.partner_groups[0].defaults = defaults(PaymentRule::Paypal, "G");
    let of_group = "paymentRule Paypal of bpartnerGroup Standard, deliveryRule G of bpartnerGroup Standard";
    assert_eq!(order(&fixture, &candidate), of_group);

    let buyer = fixture.partner(BUYER).code.clone();
    fixture.partner(BUYER).defaults = defaults(PaymentRule::DirectDebit, "B");
    let of_buyer = format!("paymentRule DirectDebit of bpartner {buyer}, deliveryRule B of bpartner {buyer}");
    assert_eq!(order(&fixture, &candidate), of_buyer);

    let other = fixture.partner(OTHER).code.clone();
    fixture.partner(OTHER).defaults = defaults(PaymentRule::Paypal, "X");
    let at_other = PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None };
    candidate.bill = Some(at_other);
    let billed = format!("paymentRule Paypal of bpartner {other}, deliveryRule B of bpartner {buyer}");
    assert_eq!(order(&fixture, &candidate), billed);
    (candidate.bill, candidate.drop_ship) = (None, Some(at_other));
    let delivered =
        format!("paymentRule DirectDebit of bpartner {buyer}, deliveryRule X of bpartner {other}");
    assert_eq!(order(&fixture, &candidate), delivered);
    (candidate.drop_ship, candidate.hand_over) = (None, Some(at_other));
    assert_eq!(order(&fixture, &candidate), of_buyer, "goods that are handed over go where they go");

    (candidate.payment_rule, candidate.delivery_rule) = (Some(PaymentRule::OnCredit), Some(code("C")));
    assert_eq!(order(&fixture, &candidate), "paymentRule OnCredit of candidate, deliveryRule C of candidate");
}

#[test]
fn candidates_with_equal_effective_values_share_an_order() {
    let mut fixture = OrderFixture::new();
    fixture.partner(BUYER).defaults.shipper = Some(ShipperId(120));
    let named = with(candidate(2, "H1"), |c| c.shipper = Some(ShipperId(120)));
    assert_eq!(summary(&run(&fixture, &[candidate(1, "H1"), named.clone()])), "1 2");
    fixture.reference.shippers[0].active = false;
    assert_eq!(
        summary(&run(&fixture, &[candidate(1, "H1"), named])),
        "1 | 2",
        "one taken out of use is no default"
    );
}

#[test]
fn warehouse_of_organisation_is_the_fallback() {
    let mut fixture = OrderFixture::new();
    let warehouse = |fixture: &OrderFixture, candidate: Candidate| {
        only(&run(fixture, &[candidate])).header.values.warehouse.as_ref().map(|warehouse| warehouse.id)
    };
    assert_eq!(warehouse(&fixture, candidate(1, "H1")), None);
    fixture.reference.organisations[0].defaults.warehouse = Some(WAREHOUSE);
    assert_eq!(warehouse(&fixture, candidate(1, "H1")), Some(WAREHOUSE));
    let named = with(candidate(2, "H1"), |c| c.warehouse = Some(WAREHOUSE));
    assert_eq!(summary(&run(&fixture, &[candidate(1, "H1"), named])), "1 2");
}

/// The country of the goods recipient selects the tax. The bill partner determines whether tax is charged.
#[test]
fn tax_follows_the_drop_ship_location_and_the_bill_partner() {
    type Change = fn(&mut Candidate, PartnerRole);
    let mut fixture = OrderFixture::new();
    fixture.reference.taxes.push(Tax { to_country: Some(code("AT")), ..tax("AT20", "20") });
    fixture.locations.get_mut(&OTHER_DOCK).unwrap().country = code("AT");
    fixture.partner(OTHER).tax_exempt = true;
    let other = PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None };
    let nowhere = PartnerRole { location: None, ..other };
    let table: [(&str, Change, PartnerRole, Option<&str>); 5] = [
        ("to the buyer", |_, _| {}, other, Some("DE19")),
        ("dropped elsewhere", |c, role| c.drop_ship = Some(role), other, Some("AT20")),
        ("dropped at no known place", |c, role| c.drop_ship = Some(role), nowhere, Some("DE19")),
        ("handed over elsewhere", |c, role| c.hand_over = Some(role), other, Some("DE19")),
        ("billed to an exempt partner", |c, role| c.bill = Some(role), other, None),
    ];
    for (case, change, role, expected) in table {
        let plan = run(&fixture, &[with(candidate(1, "H1"), |c| change(c, role))]);
        let line = &only(&plan).lines[0];
        assert_eq!(line.tax.as_ref().map(|tax| tax.code.as_str()), expected, "{case}");
    }
}

#[test]
fn reverse_charge_follows_the_vat_id_of_the_bill_partner() {
    let other = PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None };
    for (with_vat_id, bill, expected) in [
        (OTHER, Some(other), "DE0"),
        (OTHER, None, "DE19"),
        (BUYER, Some(other), "DE19"),
        (BUYER, None, "DE0"),
    ] {
        let mut fixture = OrderFixture::new();
        let owed = Tax { requires_vat_id: true, reverse_charge: true, ..tax("DE0", "0") };
        fixture.reference.taxes.push(owed);
        fixture.partner(with_vat_id).vat_id = Some(code("DE123456789"));
        let plan = run(&fixture, &[with(candidate(1, "H1"), |c| c.bill = bill)]);
        let found = only(&plan).lines[0].tax.as_ref().map(|tax| tax.code.as_str());
        assert_eq!(found, Some(expected), "VAT id of {with_vat_id}, billed to {bill:?}");
    }
}

/// The country of the warehouse is the origin country of the tax.
#[test]
fn warehouse_and_tax_follow_the_drop_ship_partner() {
    type Change = fn(&mut Candidate, PartnerRole);
    const VIENNA: WarehouseId = WarehouseId(101);
    let mut fixture = OrderFixture::new();
    let bonn = fixture.reference.warehouses[0].clone();
    let vienna = Warehouse { id: VIENNA, code: code("Vienna"), country: Some(code("AT")), ..bonn };
    fixture.reference.warehouses.push(vienna);
    fixture.reference.taxes.push(Tax { from_country: code("AT"), ..tax("AT20", "20") });
    fixture.partner(OTHER).defaults.warehouse = Some(VIENNA);
    let other = PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None };
    let table: [(&str, Change, bool); 4] = [
        ("to the buyer", |_, _| {}, false),
        ("dropped elsewhere", |c, role| c.drop_ship = Some(role), true),
        ("handed over elsewhere", |c, role| c.hand_over = Some(role), false),
        ("billed elsewhere", |c, role| c.bill = Some(role), false),
    ];
    for warehouse_of_buyer in [None, Some(WAREHOUSE)] {
        fixture.partner(BUYER).defaults.warehouse = warehouse_of_buyer;
        for (case, change, follows) in table {
            let plan = run(&fixture, &[with(candidate(1, "H1"), |c| change(c, other))]);
            let order = only(&plan);
            let found = (
                order.header.values.warehouse.as_ref().map(|warehouse| warehouse.id),
                order.lines[0].tax.as_ref().map(|tax| tax.code.as_str()),
            );
            let expected =
                if follows { (Some(VIENNA), Some("AT20")) } else { (warehouse_of_buyer, Some("DE19")) };
            assert_eq!(found, expected, "{case}, buyer has {warehouse_of_buyer:?}");
        }
    }
}

#[test]
fn sent_texts_and_dates_are_copied_to_header_and_lines() {
    let text = |text: &str| crate::text::Text::parse(text).unwrap();
    let sent = with(candidate(1, "H1"), |c| {
        c.product_description = text("M4");
        c.description = text("urgent");
        c.preset_date_invoiced = Some(day("2026-12-10"));
        c.preset_date_shipped = Some(day("2026-12-07"));
        c.warehouse_dest = Some(WAREHOUSE);
        c.shipper = Some(ShipperId(120));
        c.payment_term = Some(PaymentTermId(130));
        c.invoice_doc_type = Some(INVOICE);
        c.delivery_rule = Some(code("A"));
        c.delivery_via_rule = Some(code("S"));
    });
    let plan = run(&OrderFixture::new(), &[sent]);
    let (header, line) = (&only(&plan).header, &only(&plan).lines[0]);
    assert_eq!((&line.product.description, &line.description), (&text("M4"), &text("urgent")));
    assert_eq!(line.preset_date_invoiced, Some(day("2026-12-10")));
    assert_eq!(line.preset_date_shipped, Some(day("2026-12-07")));
    assert_eq!(line.warehouse_dest.as_ref().map(|warehouse| warehouse.code.as_str()), Some("Bonn"));
    assert_eq!(header.values.shipper.as_ref().map(|shipper| shipper.code.as_str()), Some("DPD - Classic"));
    assert_eq!(header.values.payment_term.as_ref().map(|term| term.code.as_str()), Some("30 days"));
    assert_eq!(header.invoice_document_type.as_ref().map(|kind| kind.name.as_str()), Some("Invoice"));
    assert_eq!(
        (&header.values.delivery_rule, &header.values.delivery_via_rule),
        (&Some(code("A")), &Some(code("S")))
    );
    assert_eq!((header.data_source, &header.po_reference), (Some(SHOP), &Some(code("PO-1"))));
    assert_eq!((header.date_ordered, header.currency.as_str()), (day("2026-12-01"), "EUR"));
}

#[test]
fn order_has_the_promotion_code_of_its_first_line_with_one() {
    let promoted = |id, of: &str| with(candidate(id, "H1"), |c| c.promotion_code = Some(code(of)));
    let props = ExtendedProps::stored("{\"a\":1}");
    let last = with(promoted(3, "WINTER"), |c| c.extended_props.clone_from(&props));
    let plan = run(&OrderFixture::new(), &[candidate(1, "H1"), promoted(2, "SUMMER"), last]);
    let order = only(&plan);
    assert_eq!(order.header.promotion_code, Some(code("SUMMER")));
    let codes: Vec<_> = order.lines.iter().map(|line| line.promotion_code.clone()).collect();
    assert_eq!(codes, [None, Some(code("SUMMER")), Some(code("WINTER"))]);
    let found: Vec<_> = order.lines.iter().map(|line| line.extended_props.clone()).collect();
    assert_eq!(found, [None, None, props]);
    assert_eq!(only(&run(&OrderFixture::new(), &[candidate(1, "H1")])).header.promotion_code, None);
}

#[test]
fn header_has_the_earliest_date_of_its_lines() {
    let due = |id, at: &str| with(candidate(id, "H1"), |c| c.date_required = Some(day(at)));
    let plan = run(&OrderFixture::new(), &[due(1, "2026-12-24"), due(2, "2026-12-08"), due(3, "2026-12-31")]);
    let order = only(&plan);
    assert_eq!(order.header.date_promised, DatePromised::Day(day("2026-12-08")));
    let days: Vec<_> = order.lines.iter().map(|line| line.date_required.unwrap().to_string()).collect();
    assert_eq!(days, ["2026-12-24", "2026-12-08", "2026-12-31"]);
}

#[test]
fn lines_keep_order_and_numbers_of_the_sender() {
    type Sent = &'static [Option<i64>];
    let table: [(&str, Sent, &str, &[i64]); 6] = [
        ("no numbers", &[None, None, None], "1 2 3", &[10, 20, 30]),
        ("numbers", &[Some(3), Some(1), Some(2)], "2 3 1", &[1, 2, 3]),
        ("some numbers", &[None, Some(20), Some(5)], "3 2 1", &[5, 20, 30]),
        ("a number twice", &[Some(10), Some(10)], "1 2", &[10, 20]),
        ("no number above 0", &[Some(0), Some(-4)], "2 1", &[10, 20]),
        ("too large a number", &[Some(i64::MAX), Some(1)], "2 1", &[1, 11]),
    ];
    for (case, sent, candidates, numbers) in table {
        let rows: Vec<_> =
            (1..).zip(sent).map(|(id, line)| with(candidate(id, "H1"), |c| c.line = *line)).collect();
        let plan = run(&OrderFixture::new(), &rows);
        assert_eq!(summary(&plan), candidates, "{case}");
        let lines: Vec<_> = only(&plan).lines.iter().map(|line| line.line).collect();
        assert_eq!(lines, numbers, "{case}");
        for (line, result) in only(&plan).lines.iter().map(|line| (line.line, line.allocations[0].candidate))
        {
            let found = plan.results.iter().find(|found| found.candidate == result).unwrap();
            assert!(matches!(found.outcome, RunOutcome::Ordered { line: on, .. } if on == line), "{case}");
        }
    }
}

#[test]
fn equal_lines_merge_if_the_organisation_allows_it() {
    type Change = fn(&mut Candidate);
    let mut fixture = OrderFixture::new();
    let candidates = [priced(1, "2", |_| {}), priced(2, "3.5", |_| {})];
    assert_eq!(summary(&run(&fixture, &candidates)), "1 2");
    fixture.settings.organisations.entry(OWN).or_default().merge_lines = true;
    let plan = run(&fixture, &candidates);
    assert_eq!(summary(&plan), "1+2");
    let line = &only(&plan).lines[0];
    assert_eq!(figures(line), "1.99 -> 1.99 x 5.5 PCE = 10.95");
    let given: Vec<_> = line.allocations.iter().map(|given| canonical(&given.qty)).collect();
    assert_eq!((canonical(&line.qty).as_str(), given), ("5.5", vec!["2".to_owned(), "3.5".to_owned()]));

    let unmerged: [(&str, Change); 13] = [
        ("product description", |c| c.product_description = crate::text::Text::parse("M4").unwrap()),
        ("product", |c| c.product = Some(NAIL)),
        ("unit", |c| c.unit = Some(CTN)),
        ("price", |c| c.price = Some(number("1.99"))),
        ("discount", |c| c.discount = Some(number("1"))),
        ("required day", |c| c.date_required = Some(day("2026-12-09"))),
        ("day of the invoice", |c| c.preset_date_invoiced = Some(day("2026-12-09"))),
        ("day of the shipment", |c| c.preset_date_shipped = Some(day("2026-12-09"))),
        ("tax category", |c| c.tax_category = Some(NORMAL)),
        ("destination warehouse", |c| c.warehouse_dest = Some(WAREHOUSE)),
        ("description", |c| c.description = crate::text::Text::parse("blue").unwrap()),
        ("promotion code", |c| c.promotion_code = Some(code("SUMMER"))),
        ("custom properties", |c| c.extended_props = ExtendedProps::stored("{\"a\":1}")),
    ];
    for (case, change) in unmerged {
        let candidates = [candidate(1, "H1"), with(candidate(2, "H1"), change), candidate(3, "H1")];
        assert_eq!(summary(&run(&fixture, &candidates)), "1+3 2", "{case}");
    }
    let no_discount = with(candidate(2, "H1"), |c| c.discount = Some(number("0")));
    assert_eq!(summary(&run(&fixture, &[candidate(1, "H1"), no_discount])), "1+2");
}

#[test]
fn merged_line_gets_the_scale_price_of_its_total_quantity() {
    let mut fixture = OrderFixture::new();
    fixture.settings.organisations.entry(OWN).or_default().merge_lines = true;
    let nails = |id| priced(id, "60", |c| c.product = Some(NAIL));
    let plan = run(&fixture, &[nails(1), nails(2)]);
    assert_eq!(figures(&only(&plan).lines[0]), "9 -> 9 x 120 PCE = 1080");
    fixture.settings = crate::order::OrderSettings::default();
    assert_eq!(figures(&only(&run(&fixture, &[nails(1), nails(2)])).lines[0]), "10 -> 10 x 60 PCE = 600");
}

#[test]
fn default_document_type_of_the_requested_kind_is_used() {
    let mut fixture = OrderFixture::new();
    let wanted = |kind| with(candidate(1, "H1"), |c| c.order_doc_type = kind);
    let made = |fixture: &OrderFixture, kind| {
        let plan = run(fixture, &[wanted(kind)]);
        let order = only(&plan);
        (order.document_type.id, order.awaits_payment)
    };
    assert_eq!(made(&fixture, None), (SALES_ORDER, false));
    assert_eq!(made(&fixture, Some(OrderDocType::SalesOrder)), (SALES_ORDER, false));
    assert_eq!(made(&fixture, Some(OrderDocType::PrepayOrder)), (PREPAY_ORDER, true));

    let own = crate::ids::DocumentTypeId(29);
    fixture.reference.document_types.push(document_type(own, "Auftrag", "SOO", Some("SO")));
    let place = fixture.reference.document_types.len() - 1;
    fixture.reference.document_types[place].organisation = OWN;
    assert_eq!(made(&fixture, None), (own, false), "own before shared");
    fixture.reference.document_types[place].is_default = false;
    assert_eq!(made(&fixture, None), (SALES_ORDER, false), "the default only");
    fixture.reference.document_types.retain(|kind| kind.id != PREPAY_ORDER);
    assert_eq!(
        summary(&run(&fixture, &[wanted(Some(OrderDocType::PrepayOrder))])),
        "[1: orderDocType.unknown at /orderDocType]"
    );
}

/// An order contains copies of codes, names and addresses. The records must be unchanged when it is written.
#[test]
fn order_copies_its_records_and_lists_expectations() {
    let mut fixture = OrderFixture::new();
    fixture.settings.organisations.entry(OWN).or_default().number_patterns =
        [(SALES_ORDER, NumberPattern::parse("SO-{n:06}").unwrap())].into();
    let other = PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None };
    let candidates = [1, 2].map(|id| {
        with(candidate(id, "H1"), |c| {
            c.buyer.as_mut().unwrap().contact = Some(CLERK);
            c.drop_ship = Some(other);
            c.sales_partner = Some(AGENT);
            c.version = 10 + id;
            c.request = RequestId(3 - id);
            c.payment_rule = Some(PaymentRule::Paypal);
        })
    });
    let plan = run(&fixture, &candidates);
    let order = only(&plan);
    let header = &order.header;
    assert_eq!(Some(header.buyer.role()), candidates[0].buyer);
    assert_eq!(header.buyer.location, fixture.locations.get(&BUYER_DOCK).cloned());
    assert_eq!(header.drop_ship.as_ref().map(|party| party.role()), Some(other));
    assert!(header.bill.is_none() && header.hand_over.is_none(), "where they are the buyer");
    assert_eq!(header.sales_partner.as_ref().map(|agent| agent.code.as_str()), Some("A0001"));
    assert_eq!(header.external_header_id, Some(code("H1")));
    assert_eq!(header.values.payment_rule, Some(PaymentRule::Paypal));
    assert_eq!((order.document_no.clone(), order.run), (None, Some(RunId(500))));
    assert_eq!(order.requests, [RequestId(1), RequestId(2)]);
    let new = &plan.writes.orders[0];
    assert_eq!(new.number.write(7), "SO-000007");
    let claims: Vec<_> = new.claims.iter().map(|claim| (claim.candidate.0, claim.version)).collect();
    assert_eq!(claims, [(1, 11), (2, 12)]);
    assert_eq!(
        plan.writes.unchanged,
        [
            Expectation::Partner(BUYER, 3),
            Expectation::Partner(OTHER, 3),
            Expectation::Location(BUYER_DOCK, 4),
            Expectation::Location(OTHER_DOCK, 4),
            Expectation::Contact(CLERK, 5),
            Expectation::Product(SCREW, 6),
            Expectation::Reference(SHARED, 3),
            Expectation::Reference(OWN, 7),
        ]
    );
    assert!(plan.writes.changes.is_empty());
}

#[test]
fn order_of_exempt_partner_has_no_tax() {
    let mut fixture = OrderFixture::new();
    fixture.partner(BUYER).tax_exempt = true;
    let plan = run(&fixture, &[priced(1, "3", |_| {})]);
    assert_eq!(document(only(&plan)), "1.99 -> 1.99 x 3 PCE = 5.97; 5.97 / 0 / 5.97");
    assert_eq!(only(&plan).lines[0].tax, None);
}

#[test]
fn line_explanation_contains_codes_instead_of_ids() {
    use crate::money::StepOutcome;
    use crate::order::{ExplainedSource, ExplainedStep};
    let mut fixture = OrderFixture::new();
    fixture.prices[0].scales = vec![ScalePrice { from_quantity: number("5"), price: number("1.50") }];
    let plan = run(&fixture, &[priced(1, "6", |c| c.discount = Some(number("3")))]);
    let explanation = &only(&plan).lines[0].explanation;
    assert_eq!((explanation.list.as_str(), explanation.precision), ("list 40", 2));
    assert_eq!(canonical(&explanation.unrounded.unwrap()), "1.455");
    assert_eq!(
        explanation.source,
        ExplainedSource::List {
            steps: vec![ExplainedStep {
                list: code("list 40"),
                valid_from: day("2015-01-01"),
                found: StepOutcome::Price
            }],
            price: number("1.50"),
            scale_from: Some(number("5")),
        }
    );
}

#[test]
fn planner_reports_the_number_of_missing_ids() {
    let fixture = OrderFixture::new();
    let candidates = [candidate(1, "H1"), candidate(2, "H2"), candidate(3, "H3")];
    let context = context(&fixture, headers_of(&candidates));
    let mut call = call(EligibilityOptions::DUE, moment(NOW));
    call.ids = IdBlock::new(1000, 1);
    assert_eq!(plan_orders(&context, &candidates, call).ids_short, 2);
}
