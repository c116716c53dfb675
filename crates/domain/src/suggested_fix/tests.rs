//! Suggested fixes for each problem, and the check that they resolve it.

use super::*;
use crate::candidate::{Field, Hold, MaybeUndefined};
use crate::masterdata::TaxCategory;
use crate::order::test_fixture::*;
use crate::processing::ProcessingContext;

fn context(fixture: &OrderFixture) -> CorrectionContext {
    let records = ProcessingContext {
        related: fixture.related(),
        product_prices: fixture.prices.clone(),
        ..ProcessingContext::default()
    };
    CorrectionContext { records, ..CorrectionContext::default() }
}

/// Sets a currency that differs from that of the price list.
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
fn offered(fixture: &OrderFixture, change: impl FnOnce(&mut Candidate)) -> Vec<Vec<SuggestedFix>> {
    let mut candidate = candidate(1, "H1");
    change(&mut candidate);
    let context = context(fixture);
    let call = call();
    let corrector = Corrector::new(&context, &call);
    candidate.problems = corrector.found(&candidate).problems;
    candidate.status = Status::Error;
    suggested_fixes(&context, &call, &candidate).problems
}

/// Formats each fix as kind, confidence, patch or record, and remaining problems.
fn describe_fixes(suggested_fixes: &[Vec<SuggestedFix>]) -> Vec<String> {
    let describe = |suggested_fix: &SuggestedFix| {
        let action = match &suggested_fix.fix_action {
            FixAction::Correct { patch, fill, leaves, .. } => {
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
                    RequiredInput::Value(field) => format!("{}=?", field.as_str()),
                    RequiredInput::WaitingUntil => "waitingUntil=?".to_owned(),
                });
                let waits =
                    (patch.attention.waiting == MaybeUndefined::Null).then(|| "waitingUntil-".to_owned());
                let fill = waits.into_iter().chain(fill);
                let leaves = leaves.iter().map(|code| format!("leaves {code}"));
                sets.chain(clears).chain(fill).chain(leaves).collect::<Vec<_>>().join(" ")
            }
            FixAction::Write { kind, record, .. } => {
                let fill =
                    record.fill.iter().map(|pointer| format!(" {pointer}?")).collect::<Vec<_>>().concat();
                format!("{} {}{fill}", kind.kind().member, members(record))
            }
            FixAction::Revalidate => "revalidate".to_owned(),
            FixAction::Attend { candidate, another_day } => format!("of {candidate} {another_day}"),
            FixAction::Process(reason) => format!("process {}", reason.map_or("", HoldReason::as_str)),
        };
        format!("{} {} {action}", suggested_fix.kind.as_str(), suggested_fix.confidence.as_str())
    };
    suggested_fixes.iter().flatten().map(describe).collect()
}

fn value(wanted: &crate::correction::RequestedValue) -> String {
    use crate::correction::RequestedValue::*;
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
    crate::import::Content::from_stored([&lines.concat(), "", "", "", "", "", ""], 0, [0; 16])
}

type Change = fn(&mut OrderFixture, &mut Candidate);
/// Test cases: description, change that causes the problem, and suggested fixes.
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
        |_, one| one.product = Some(GLUE),
        &[
            "price.create likely product-prices org=001,priceList=list 40,validFrom=2015-01-01,product=GLUE,uom=PCE /price?",
            "price.set possible price=?",
        ],
    ),
    (
        "a manual price is suggested with its missing values",
        |fixture, one| {
            one.product = Some(GLUE);
            fixture.product(GLUE).tax_category = None;
            for list in &mut fixture.reference.price_lists {
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
        |fixture, one| {
            one.product = Some(GLUE);
            one.price = Some(number("5"));
            fixture.product(GLUE).tax_category = None;
            for list in &mut fixture.reference.price_lists {
                list.default_tax_category = None;
            }
            fixture.reference.tax_categories.push(untaxed());
        },
        &[
            "taxcategory.choose likely taxCategoryCode=normal",
            "product.set_taxcategory possible products org=*,code=GLUE,name=GLUE,uom=PCE,taxCategory=normal",
        ],
    ),
    (
        "no tax yet on that day",
        |fixture, _| fixture.reference.taxes[0].valid_from = day("2027-01-01"),
        &[
            "date.take_valid possible dateRequired=2027-01-01",
            "tax.create possible taxes org=001,taxCategory=normal,fromCountry=DE,toCountry=DE,validFrom=2026-12-08 /code? /rate?",
        ],
    ),
    (
        "no version yet on that day",
        |fixture, _| {
            for version in &mut fixture.reference.price_list_versions {
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
        |fixture, one| {
            fixture.reference.unit_conversions.clear();
            one.unit = Some(CTN);
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
        |fixture, one| {
            fixture.source(SHOP).differences = crate::masterdata::MatchDifferences::Problem;
            one.bill = one.buyer;
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
        |fixture, one| {
            fixture.source(SHOP).differences = crate::masterdata::MatchDifferences::Problem;
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
        |fixture, _| fixture.partner(BUYER).active = false,
        &["bpartner.activate possible bpartners org=*,code=G0001,name=G0001,active=true"],
    ),
    (
        "a product that is not active",
        |fixture, _| fixture.product(SCREW).active = false,
        &["product.activate possible products org=*,code=SCREW,name=SCREW,uom=PCE,active=true"],
    ),
    (
        "a place that is not active",
        |fixture, _| fixture.locations.get_mut(&BUYER_DOCK).unwrap().active = false,
        &["location.choose likely location=71"],
    ),
    (
        "no default pricing system anywhere",
        |fixture, _| fixture.reference.organisations[0].defaults.pricing_system = None,
        &[
            "pricingsystem.choose possible pricingSystemCode=40",
            "pricingsystem.choose possible pricingSystemCode=41",
            "pricingsystem.choose possible pricingSystemCode=42 leaves price.none",
        ],
    ),
];

#[test]
fn each_problem_has_its_suggested_fixes() {
    for (about, change, expected) in OFFERS {
        let mut fixture = OrderFixture::new();
        let mut one = candidate(1, "H1");
        change(&mut fixture, &mut one);
        let offered = offered(&fixture, |candidate| *candidate = one);
        assert_eq!(describe_fixes(&offered), *expected, "{about}");
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

#[test]
fn suggested_correction_resolves_its_problem() {
    let mut fixture = OrderFixture::new();
    fixture.reference.unit_conversions.clear();
    let mut one = candidate(1, "H1");
    in_rupees(&mut one);
    (one.unit, one.qty) = (Some(CTN), number("-1"));
    let context = context(&fixture);
    let call = call();
    let corrector = Corrector::new(&context, &call);
    one.problems = corrector.found(&one).problems;
    one.status = Status::Error;
    let found = suggested_fixes(&context, &call, &one);
    assert_eq!(found.problems.len(), one.problems.len());
    for (problem, suggested_fixes) in one.problems.iter().zip(&found.problems) {
        assert!(!suggested_fixes.is_empty(), "{problem:?}");
        for suggested_fix in suggested_fixes {
            if let FixAction::Correct { patch, fill: None, leaves, .. } = &suggested_fix.fix_action {
                let after = corrector.correct(&one, patch).unwrap().candidate;
                let codes: std::collections::BTreeSet<_> =
                    after.problems.iter().map(|one| one.code).collect();
                assert_eq!(codes.into_iter().collect::<Vec<_>>(), *leaves, "{suggested_fix:?}");
                assert!(!leaves.contains(&problem.code), "{suggested_fix:?}");
            }
        }
    }
}

#[test]
fn resolved_problem_suggests_only_revalidation() {
    let context = context(&OrderFixture::new());
    let call = call();
    let mut one = candidate(1, "H1");
    one.problems = vec![crate::problem::Problem::new(ProblemCode::PriceNone, "/price")];
    one.status = Status::Error;
    assert_eq!(
        describe_fixes(&suggested_fixes(&context, &call, &one).problems),
        ["revalidate certain revalidate"]
    );
    // excluded candidates need no fix
    one.status = Status::Inactive;
    assert_eq!(suggested_fixes(&context, &call, &one).problems, [vec![]]);
}

#[test]
fn held_candidate_suggests_release_of_its_reason() {
    let context = context(&OrderFixture::new());
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
        let found = suggested_fixes(&context, &call(), &one);
        assert_eq!(describe_fixes(&[found.hold]).join(", "), expected);
    }
}

/// A price in a shared list can belong to the organisation, but changing a shared product requires access to shared
/// records.
#[test]
fn suggested_fix_requires_access_to_its_record() {
    let fixture = OrderFixture::new();
    let price = offered(&fixture, |one| one.product = Some(GLUE));
    assert!(price[0].iter().all(|suggested_fix| !suggested_fix.is_shared()), "{price:?}");
    assert_eq!(price[0][0].scope(), Scope::MasterdataWrite);
    let mut fixture = OrderFixture::new();
    fixture.product(SCREW).active = false;
    let product = offered(&fixture, |_| {});
    assert!(product[0][0].is_shared(), "{product:?}");
}

#[test]
fn suggested_fixes_have_both_languages() {
    let fixture = OrderFixture::new();
    let offered = offered(&fixture, |one| {
        in_rupees(one);
        one.price = Some(number("5.00"));
    });
    let take = offered[0]
        .iter()
        .find(|suggested_fix| suggested_fix.kind == SuggestedFixKind::UseListCurrency)
        .unwrap();
    assert_eq!(
        take.message(Language::English),
        "Change the currency to EUR, the currency of price list “list 40”. The price sent then applies in EUR, without conversion."
    );
    assert_eq!(
        take.message(Language::German),
        "Währung auf EUR ändern (Währung der Preisliste „list 40“). Der gesendete Preis gilt dann in EUR, ohne Umrechnung."
    );
    let kinds: std::collections::BTreeSet<_> =
        SuggestedFixKind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert_eq!(kinds.len(), SuggestedFixKind::ALL.len());
}

#[test]
fn similar_codes_are_sorted_by_distance() {
    let known = |codes: &[&str]| -> Vec<RecordSuggestion> {
        codes.iter().map(|code| RecordSuggestion { code: (*code).to_owned(), name: String::new() }).collect()
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
fn change_of_tax_category_is_not_suggested_first() {
    let mut fixture = OrderFixture::new();
    fixture.reference.tax_categories.push(untaxed());
    for price in &mut fixture.prices {
        price.tax_category = Some(untaxed().id);
    }
    let offered = offered(&fixture, |_| {});
    let [found] = offered.as_slice() else { panic!("{offered:?}") };
    let choose = found
        .iter()
        .position(|suggested_fix| suggested_fix.kind == SuggestedFixKind::ChooseTaxCategory)
        .unwrap();
    assert!(choose > 0, "{found:?}");
    let suggested_fix = &found[choose];
    assert_eq!(suggested_fix.caution(ProblemCode::TaxNone, None), Some(Caution::TaxClass));
    assert_eq!(suggested_fix.caution(ProblemCode::TaxCategoryNone, None), None, "none is changed");
    assert_eq!(suggested_fix.confidence, Confidence::Possible);
    let FixAction::Correct { members, .. } = &suggested_fix.fix_action else { panic!("{suggested_fix:?}") };
    assert_eq!(
        members,
        &[Field::TaxCategoryCode, Field::CurrencyCode, Field::Price],
        "dependent members are listed"
    );
}

#[test]
fn past_date_is_replaced_by_today_if_valid() {
    let offered = offered(&OrderFixture::new(), |one| one.date_required = Some(day("2014-12-31")));
    let days = describe_fixes(&offered).into_iter().filter(|text| text.starts_with("date.take_valid"));
    let days: std::collections::BTreeSet<_> = days.collect();
    assert_eq!(days.into_iter().collect::<Vec<_>>(), ["date.take_valid possible dateRequired=2026-12-01"]);
}

#[test]
fn fix_with_past_date_is_suggested_last() {
    type Change = fn(&mut OrderFixture);
    let table: [(Change, &[&str]); 2] = [
        (
            |fixture| {
                for version in &mut fixture.reference.price_list_versions {
                    version.valid_to = Some(day("2020-12-31"));
                }
                fixture.reference.taxes[0].valid_from = day("2010-01-01");
            },
            &[
                "version.create possible price-lists org=*,code=list 40,name=list 40,pricingSystem=40,currency=EUR,versions=[validFrom=2014-12-31]",
                "date.take_valid possible dateRequired=2015-01-01",
            ],
        ),
        (
            |fixture| {
                for version in &mut fixture.reference.price_list_versions {
                    version.valid_from = day("2010-01-01");
                }
                fixture.reference.taxes[0].valid_to = Some(day("2020-12-31"));
            },
            &[
                "tax.create possible taxes org=001,taxCategory=normal,fromCountry=DE,toCountry=DE,validFrom=2014-12-31 /code? /rate?",
                "date.take_valid possible dateRequired=2015-01-01",
            ],
        ),
    ];
    for (change, expected) in table {
        let mut fixture = OrderFixture::new();
        change(&mut fixture);
        let offered = offered(&fixture, |one| one.date_required = Some(day("2014-12-31")));
        assert_eq!(describe_fixes(&offered), expected);
        let last = offered[0].last().unwrap();
        for (today, caution) in [("2015-01-01", None), ("2015-01-02", Some(Caution::PastDate))] {
            assert_eq!(last.caution(ProblemCode::TaxNone, Some(day(today))), caution, "{today}");
        }
    }
}

#[test]
fn suggested_fix_of_a_group_omits_row_values() {
    let mut fixture = OrderFixture::new();
    fixture.reference.unit_conversions.clear();
    let offered = offered(&fixture, |one| (one.unit, one.qty) = (Some(CTN), number("3")));
    let take =
        offered[0].iter().find(|suggested_fix| suggested_fix.kind == SuggestedFixKind::UseStockUnit).unwrap();
    assert_eq!(take.of_group().message(Language::English), "Change the unit to PCE and keep the quantities.");
}
