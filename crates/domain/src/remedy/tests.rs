//! Suggested fixes by problem, and proof that they resolve it.

use super::*;
use crate::candidate::{Field, Hold, Sent};
use crate::masterdata::TaxCategory;
use crate::order::test_world::*;
use crate::processing::ProcessingContext;

fn context(world: &OrderWorld) -> CorrectionContext {
    let records = ProcessingContext {
        related: world.related(),
        product_prices: world.prices.clone(),
        ..ProcessingContext::default()
    };
    CorrectionContext { records, ..CorrectionContext::default() }
}

/// Sets a currency of the row that differs from the list's.
fn in_rupees(candidate: &mut Candidate) {
    candidate.currency = Some(code("INR"));
    candidate.overrides.push(crate::candidate::Override {
        field: Field::CurrencyCode,
        imported: None,
        cleared: false,
        actor: "Order desk".to_owned(),
        at: moment("2026-12-01T11:00:00Z"),
    });
}

fn call() -> CorrectionCall {
    CorrectionCall { actor: "Order desk".to_owned(), now: moment("2026-12-01T12:00:00Z"), run: None }
}

/// Returns the fixes suggested for the problems of a candidate in the fixture.
fn offered(world: &OrderWorld, change: impl FnOnce(&mut Candidate)) -> Vec<Vec<Remedy>> {
    let mut candidate = candidate(1, "H1");
    change(&mut candidate);
    let context = context(world);
    let call = call();
    let corrector = Corrector::new(&context, &call);
    candidate.problems = corrector.found(&candidate).problems;
    candidate.status = Status::Error;
    remedies(&context, &call, &candidate).problems
}

/// Formats `kind sureness what`, where `what` is the patch or the record, and the remaining problems.
fn said(remedies: &[Vec<Remedy>]) -> Vec<String> {
    let said = |remedy: &Remedy| {
        let what = match &remedy.cure {
            Cure::Correct { patch, fill, leaves, .. } => {
                let sets =
                    patch.overrides.value().into_iter().flatten().map(|(field, change)| match change {
                        crate::correction::OverrideChange::Set(wanted) => {
                            format!("{}={}", field.as_str(), value(wanted))
                        }
                        crate::correction::OverrideChange::Remove => format!("{}-", field.as_str()),
                    });
                let clears =
                    patch.clear.value().into_iter().flatten().map(|field| format!("{}-", field.as_str()));
                let fill = fill.iter().map(|fill| match fill {
                    Fill::Value(field) => format!("{}=?", field.as_str()),
                    Fill::WaitingUntil => "waitingUntil=?".to_owned(),
                });
                let waits = (patch.attention.waiting == Sent::Null).then(|| "waitingUntil-".to_owned());
                let fill = waits.into_iter().chain(fill);
                let leaves = leaves.iter().map(|code| format!("leaves {code}"));
                sets.chain(clears).chain(fill).chain(leaves).collect::<Vec<_>>().join(" ")
            }
            Cure::Write { kind, record, .. } => {
                let fill =
                    record.fill.iter().map(|pointer| format!(" {pointer}?")).collect::<Vec<_>>().concat();
                format!("{} {}{fill}", kind.kind().member, members(record))
            }
            Cure::Revalidate => "revalidate".to_owned(),
            Cure::Attend { candidate, another_day } => format!("of {candidate} {another_day}"),
            Cure::Process(reason) => format!("process {}", reason.map_or("", HoldReason::as_str)),
        };
        format!("{} {} {what}", remedy.kind.as_str(), remedy.sureness.as_str())
    };
    remedies.iter().flatten().map(said).collect()
}

fn value(wanted: &crate::correction::WantedValue) -> String {
    use crate::correction::WantedValue::*;
    match wanted {
        Value(value) => value.clone(),
        Code(code) => code.to_string(),
        Identifier(name) => name.to_string(),
        Role(role) => format!("{}/{:?}", role.bpartner, role.location.as_ref().map(ToString::to_string)),
        other => format!("{other:?}"),
    }
}

fn members(record: &ProposedRecord) -> String {
    let member = |(name, value): &(&str, RecordValue)| match value {
        RecordValue::Text(text) => format!("{name}={text}"),
        RecordValue::Number(number) => format!("{name}={number}"),
        RecordValue::Flag(flag) => format!("{name}={flag}"),
        RecordValue::Nested(record) => format!("{name}=[{}]", members(record)),
    };
    record.members.iter().map(member).collect::<Vec<_>>().join(",")
}

/// Returns a content in which members have a value that no record has.
fn content_with(pointers: [&str; 3]) -> crate::import::Content {
    let lines = pointers.map(|pointer| format!("{pointer}\ts\tAny other\n"));
    crate::import::Content::kept([&lines.concat(), "", "", "", "", "", ""], 0, [0; 16])
}

type Change = fn(&mut OrderWorld, &mut Candidate);
/// Description, change that causes the problem, and suggested fixes.
const OFFERS: &[(&str, Change, &[&str])] = &[
    (
        "the currency of the list holds where the list has the price",
        |_, one| in_rupees(one),
        &[
            "currency.take_list certain currencyCode=EUR",
            "pricingsystem.choose likely pricingSystemCode=42 leaves price.none",
        ],
    ),
    (
        "a price of the row counts in another currency then",
        |_, one| {
            in_rupees(one);
            one.price = Some(number("5"));
        },
        &["pricingsystem.choose likely pricingSystemCode=42", "currency.take_list possible currencyCode=EUR"],
    ),
    (
        "a price is created, or set for this candidate alone",
        |_, one| one.product = GLUE,
        &[
            "price.create likely product-prices org=001,priceList=list 40,validFrom=2015-01-01,product=GLUE,uom=PCE /price?",
            "price.set possible price=?",
        ],
    ),
    (
        "a price by hand says beforehand what it would lack",
        |world, one| {
            one.product = GLUE;
            world.product(GLUE).tax_category = None;
            for list in &mut world.reference.price_lists {
                list.default_tax_category = None;
            }
        },
        &[
            "price.create likely product-prices org=001,priceList=list 40,validFrom=2015-01-01,product=GLUE,uom=PCE /price?",
            "price.set possible price=? leaves taxcategory.none",
        ],
    ),
    (
        "the only category with a tax",
        |world, one| {
            one.product = GLUE;
            one.price = Some(number("5"));
            world.product(GLUE).tax_category = None;
            for list in &mut world.reference.price_lists {
                list.default_tax_category = None;
            }
            world.reference.tax_categories.push(untaxed());
        },
        &[
            "taxcategory.choose likely taxCategoryCode=normal",
            "product.set_taxcategory possible products org=*,code=GLUE,name=GLUE,uom=PCE,taxCategory=normal",
        ],
    ),
    (
        "no tax yet on that day",
        |world, _| world.reference.taxes[0].valid_from = day("2027-01-01"),
        &[
            "date.take_valid possible dateRequired=2027-01-01",
            "tax.create possible taxes org=001,taxCategory=normal,fromCountry=DE,toCountry=DE,validFrom=2026-12-08 /code? /rate?",
        ],
    ),
    (
        "no version yet on that day",
        |world, _| {
            for version in &mut world.reference.price_list_versions {
                version.valid_from = day("2027-02-01");
            }
        },
        &[
            "date.take_valid possible dateRequired=2027-02-01",
            "version.create possible price-lists org=*,code=list 40,name=list 40,pricingSystem=40,currency=EUR,versions=[validFrom=2026-12-08]",
        ],
    ),
    (
        "a unit that does not convert",
        |world, one| {
            world.reference.unit_conversions.clear();
            one.unit = CTN;
            one.qty = number("3");
        },
        &[
            "conversion.create likely products org=*,code=SCREW,name=SCREW,uom=PCE,conversions=[from=CTN,to=PCE] /conversions/0/multiplier?",
            "unit.take_stock possible uomCode=PCE",
        ],
    ),
    (
        "an order for no day",
        |_, one| one.date_required = None,
        &["date.set possible dateRequired=2026-12-01"],
    ),
    (
        "data that differ are confirmed in all roles at once",
        |world, one| {
            world.source(SHOP).differences = crate::masterdata::MatchDifferences::Problem;
            one.bill = Some(one.buyer);
            one.content =
                content_with(["/bpartner/bpartner/name", "/billBPartner/bpartner/name", "/product/name"]);
        },
        &[
            "record.keep possible bpartner=60 billBPartner=60/Some(\"70\") leaves product.differs",
            "record.keep possible bpartner=60 billBPartner=60/Some(\"70\") leaves product.differs",
            "record.keep possible productCode=SCREW leaves bpartner.differs",
        ],
    ),
    (
        "another address is confirmed for the buyer alone",
        |world, one| {
            world.source(SHOP).differences = crate::masterdata::MatchDifferences::Problem;
            one.content = content_with(["/bpartner/location/countryCode", "", ""]);
        },
        &["record.keep possible location=70"],
    ),
    ("less than nothing", |_, one| one.qty = number("-3"), &["qty.set possible qty=3"]),
    ("nothing", |_, one| one.qty = number("0"), &["qty.set possible qty=?"]),
    (
        "amounts of too many digits",
        |_, one| {
            (one.qty, one.price) = (number("1e20"), Some(number("3e20")));
            one.currency = Some(code("EUR"));
        },
        &["qty.set possible qty=?", "price.set possible price=?"],
    ),
    (
        "a price below zero",
        |_, one| one.price = Some(number("-3")),
        &["price.take_list possible price-", "price.set possible price=3"],
    ),
    (
        "a partner that is not active",
        |world, _| world.partner(BUYER).active = false,
        &["bpartner.activate possible bpartners org=*,code=G0001,name=G0001,active=true"],
    ),
    (
        "a product that is not active",
        |world, _| world.product(SCREW).active = false,
        &["product.activate possible products org=*,code=SCREW,name=SCREW,uom=PCE,active=true"],
    ),
    (
        "a place that is not active",
        |world, _| world.locations.get_mut(&BUYER_DOCK).unwrap().active = false,
        &["location.choose likely location=71"],
    ),
    (
        "no default pricing system anywhere",
        |world, _| world.reference.organisations[0].defaults.pricing_system = None,
        &[
            "pricingsystem.choose possible pricingSystemCode=40",
            "pricingsystem.choose possible pricingSystemCode=41",
            "pricingsystem.choose possible pricingSystemCode=42 leaves price.none",
        ],
    ),
];

#[test]
fn each_problem_has_the_remedies_that_cure_it() {
    for (about, change, expected) in OFFERS {
        let mut world = OrderWorld::new();
        let mut one = candidate(1, "H1");
        change(&mut world, &mut one);
        let offered = offered(&world, |candidate| *candidate = one);
        assert_eq!(said(&offered), *expected, "{about}");
    }
}

fn untaxed() -> TaxCategory {
    TaxCategory {
        id: crate::ids::TaxCategoryId(91),
        organisation: SHARED,
        active: true,
        code: code("untaxed"),
        name: name("Untaxed"),
    }
}

/// Every suggested correction is tried, so none leaves its problem unresolved.
#[test]
fn no_correction_leaves_the_problem_that_it_is_for() {
    let mut world = OrderWorld::new();
    world.reference.unit_conversions.clear();
    let mut one = candidate(1, "H1");
    in_rupees(&mut one);
    (one.unit, one.qty) = (CTN, number("-1"));
    let context = context(&world);
    let call = call();
    let corrector = Corrector::new(&context, &call);
    one.problems = corrector.found(&one).problems;
    one.status = Status::Error;
    let found = remedies(&context, &call, &one);
    assert_eq!(found.problems.len(), one.problems.len());
    for (problem, remedies) in one.problems.iter().zip(&found.problems) {
        assert!(!remedies.is_empty(), "{problem:?}");
        for remedy in remedies {
            if let Cure::Correct { patch, fill: None, leaves, .. } = &remedy.cure {
                let after = corrector.correct(&one, patch).unwrap().candidate;
                let codes: std::collections::BTreeSet<_> =
                    after.problems.iter().map(|one| one.code).collect();
                assert_eq!(codes.into_iter().collect::<Vec<_>>(), *leaves, "{remedy:?}");
                assert!(!leaves.contains(&problem.code), "{remedy:?}");
            }
        }
    }
}

#[test]
fn what_is_cured_by_master_data_is_only_to_be_looked_at_again() {
    let context = context(&OrderWorld::new());
    let call = call();
    let mut one = candidate(1, "H1");
    one.problems = vec![crate::problem::Problem::new(ProblemCode::PriceNone, "/price")];
    one.status = Status::Error;
    assert_eq!(said(&remedies(&context, &call, &one).problems), ["revalidate certain revalidate"]);
    // excluded candidates need no fix
    one.status = Status::Inactive;
    assert_eq!(remedies(&context, &call, &one).problems, [vec![]]);
}

#[test]
fn what_waits_is_released_by_its_reason() {
    let context = context(&OrderWorld::new());
    let line_id = code("3");
    let document_no = line_id.clone();
    let waiting = |sibling: Option<i64>| Hold::Waiting {
        until: day("2026-12-09"),
        sibling: sibling.map(crate::ids::CandidateId),
    };
    for (status, hold, expected) in [
        (Status::New, Hold::Release, "release certain process release"),
        (Status::New, Hold::HeaderIncomplete, "release possible process header.incomplete"),
        (Status::New, Hold::SiblingRejected { line_id }, "release possible process sibling.rejected"),
        (Status::New, Hold::HeaderSettling, "process possible process "),
        (Status::Inactive, Hold::OrderVoided { document_no }, "take_back possible "),
        (Status::New, Hold::Destination, ""),
        (Status::New, waiting(None), "take_up possible waitingUntil-, wait_until possible waitingUntil=?"),
        (Status::Error, waiting(None), "take_up possible waitingUntil-, wait_until possible waitingUntil=?"),
        (Status::New, waiting(Some(7)), "take_up possible of 7 false, wait_until possible of 7 true"),
        (Status::Inactive, waiting(None), ""),
    ] {
        let mut one = candidate(1, "H1");
        (one.status, one.hold) = (status, Some(hold));
        let found = remedies(&context, &call(), &one);
        assert_eq!(said(&[found.hold]).join(", "), expected);
    }
}

/// A price of the organisation in a shared list needs no access to shared records; a shared product does.
#[test]
fn who_may_write_depends_on_whose_record_it_is() {
    let world = OrderWorld::new();
    let price = offered(&world, |one| one.product = GLUE);
    assert!(price[0].iter().all(|remedy| !remedy.is_shared()), "{price:?}");
    assert_eq!(price[0][0].scope(), Scope::MasterdataWrite);
    let mut world = OrderWorld::new();
    world.product(SCREW).active = false;
    let product = offered(&world, |_| {});
    assert!(product[0][0].is_shared(), "{product:?}");
}

#[test]
fn words_come_in_both_languages() {
    let world = OrderWorld::new();
    let offered = offered(&world, |one| {
        in_rupees(one);
        one.price = Some(number("5.00"));
    });
    let take = offered[0].iter().find(|remedy| remedy.kind == RemedyKind::TakeListCurrency).unwrap();
    assert_eq!(
        take.message(Language::English),
        "Change the currency to EUR, the currency of price list “list 40”. The price sent then applies in EUR, without conversion."
    );
    assert_eq!(
        take.message(Language::German),
        "Währung auf EUR ändern, die Währung der Preisliste „list 40“. Der gesendete Preis gilt dann in EUR, ohne Umrechnung."
    );
    let kinds: std::collections::BTreeSet<_> = RemedyKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(kinds.len(), RemedyKind::ALL.len());
}

#[test]
fn the_nearest_codes_come_first() {
    let known = |codes: &[&str]| -> Vec<Meant> {
        codes.iter().map(|code| Meant { code: (*code).to_owned(), name: String::new() }).collect()
    };
    for (unknown, codes, expected) in [
        ("P00273", &["P002737", "P002738", "A001"][..], &["P002737", "P002738"][..]),
        ("p002737", &["P002737"], &["P002737"]),
        ("PO02737", &["P002737", "X999999"], &["P002737"]),
        ("P-002737", &["P002737"], &["P002737"]),
        ("2737", &["0002737", "P002737"], &["0002737"]),
        ("G0010", &["G0001", "G0100", "G1000", "G0011"], &["G0001", "G0011", "G0100"]),
        ("EURO", &["EUR", "AUD", "USD"], &["EUR"]),
        ("KG", &["KGM", "GRM", "PCE"], &["KGM"]),
        ("XX", &["EUR"], &[]),
        ("", &["EUR"], &[]),
        ("Schraube", &["Mutter", "Dübel"], &[]),
    ] {
        let found: Vec<_> = nearest(unknown, known(codes)).into_iter().map(|one| one.code).collect();
        assert_eq!(found, expected, "{unknown}");
    }
}

#[test]
fn change_of_the_tax_class_is_never_the_first_choice() {
    let mut world = OrderWorld::new();
    world.reference.tax_categories.push(untaxed());
    for price in &mut world.prices {
        price.tax_category = Some(untaxed().id);
    }
    let offered = offered(&world, |_| {});
    let [found] = offered.as_slice() else { panic!("{offered:?}") };
    let choose = found.iter().position(|remedy| remedy.kind == RemedyKind::ChooseTaxCategory).unwrap();
    assert!(choose > 0, "{found:?}");
    let remedy = &found[choose];
    assert_eq!(remedy.caution(ProblemCode::TaxNone, None), Some(Caution::TaxClass));
    assert_eq!(remedy.caution(ProblemCode::TaxCategoryNone, None), None, "none is changed");
    assert_eq!(remedy.sureness, Sureness::Possible);
    let Cure::Correct { members, .. } = &remedy.cure else { panic!("{remedy:?}") };
    assert_eq!(
        members,
        &[Field::TaxCategoryCode, Field::CurrencyCode, Field::Price],
        "what follows is named"
    );
}

#[test]
fn day_in_the_past_becomes_today_where_that_is_valid() {
    let offered = offered(&OrderWorld::new(), |one| one.date_required = Some(day("2014-12-31")));
    let days = said(&offered).into_iter().filter(|said| said.starts_with("date.take_valid"));
    let days: std::collections::BTreeSet<_> = days.collect();
    assert_eq!(days.into_iter().collect::<Vec<_>>(), ["date.take_valid possible dateRequired=2026-12-01"]);
}

#[test]
fn remedy_of_a_group_names_no_value_of_one_row() {
    let mut world = OrderWorld::new();
    world.reference.unit_conversions.clear();
    let offered = offered(&world, |one| (one.unit, one.qty) = (CTN, number("3")));
    let take = offered[0].iter().find(|remedy| remedy.kind == RemedyKind::TakeStockUnit).unwrap();
    assert_eq!(take.of_group().message(Language::English), "Change the unit to PCE and keep the quantities.");
}
