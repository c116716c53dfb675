//! Tests of a bulk edit on one candidate.

use super::*;
use crate::candidate::{Candidate, Field, Status};
use crate::number::{Decimal, canonical, exact};
use crate::order::test_fixture::*;
use crate::problem::ProblemCode;
use crate::processing::ProcessingContext;

/// Returns the edited candidate, or code and pointer of every problem.
fn edited(
    fixture: &OrderFixture,
    candidate: &Candidate,
    edit: &CandidateEdit,
) -> Result<Correction, Vec<(ProblemCode, String)>> {
    let records = ProcessingContext {
        related: fixture.related(),
        product_prices: fixture.prices.clone(),
        ..ProcessingContext::default()
    };
    let context = CorrectionContext { records, ..CorrectionContext::default() };
    let call =
        CorrectionCall { actor: "Order desk".to_owned(), now: moment("2026-12-01T12:00:00Z"), run: None };
    Corrector::new(&context, &call)
        .edit(candidate, edit)
        .map_err(|problems| problems.into_iter().map(|one| (one.code, one.pointer.into_owned())).collect())
}

fn changing(field: Field, edit: FieldEdit) -> CandidateEdit {
    CandidateEdit { changes: vec![(field, edit)], active: None, ..CandidateEdit::default() }
}

/// Creates a candidate with this value in a member; `-` for no value.
fn with(field: Field, value: &str) -> Candidate {
    let mut candidate = candidate(1, "H1");
    assert!(field.write(&mut candidate, Some(value).filter(|value| *value != "-")), "{value}");
    candidate
}

#[test]
fn step_result_is_exact_and_validated() {
    use ProblemCode::*;
    let twenty_eight_nines = "9999999999999999999999999999";
    let table: &[(Field, &str, &str, Result<&str, ProblemCode>)] = &[
        (Field::Qty, "103.99", "+10%", Ok("114.389")),
        (Field::Qty, "3", "-33.333%", Ok("2.00001")),
        (Field::Qty, "5", "-2", Ok("3")),
        (Field::Qty, "5", "+0.125", Ok("5.125")),
        (Field::Qty, "2", "-2", Err(QtyNotPositive)),
        (Field::Qty, "2", "-100%", Err(QtyNotPositive)),
        (Field::Qty, "2", "-150%", Err(QtyNotPositive)),
        (Field::Qty, twenty_eight_nines, "+1", Err(NumberTooLarge)),
        (Field::Qty, twenty_eight_nines, "+1%", Err(NumberTooLarge)),
        // the price list has two decimal places
        (Field::Price, "103.99", "+10%", Ok("114.39")),
        (Field::Price, "0.05", "+10%", Ok("0.06")),
        (Field::Price, "10", "+0.005", Ok("10.01")),
        (Field::Price, "10", "-10", Ok("0")),
        (Field::Price, "10", "-100%", Ok("0")),
        (Field::Price, "10", "-10.01", Ok("-0.01")),
        (Field::Price, "0.01", "-99%", Err(PriceRoundsToZero)),
        (Field::Price, "-", "+10%", Err(ChangeByNoValue)),
        (Field::Discount, "2.5", "+10%", Ok("2.75")),
        (Field::Discount, "95", "+5", Ok("100")),
        (Field::Discount, "95", "+5.01", Err(DiscountOutOfRange)),
        (Field::Discount, "5", "-5", Ok("0")),
        (Field::Discount, "5", "-5.5", Ok("-0.5")),
        (Field::Discount, "-", "+5", Err(ChangeByNoValue)),
        (Field::DateRequired, "2026-12-30", "+3", Ok("2027-01-02")),
        (Field::DateRequired, "2028-03-01", "-1", Ok("2028-02-29")),
        // daylight-saving changes do not affect dates
        (Field::DateRequired, "2026-10-24", "+1", Ok("2026-10-25")),
        (Field::DateRequired, "2026-03-28", "+1", Ok("2026-03-29")),
        (Field::DateRequired, "9999-12-31", "+1", Err(DateOutOfRange)),
        (Field::DateRequired, "0001-01-01", "-1", Err(DateOutOfRange)),
        (Field::DateRequired, "2026-12-08", "+2000000000", Err(DateOutOfRange)),
        (Field::DateRequired, "-", "+3", Err(ChangeByNoValue)),
        (Field::PresetDateShipped, "2026-12-08", "-7", Ok("2026-12-01")),
    ];
    let fixture = OrderFixture::new();
    for (field, value, step, expected) in table {
        let case = format!("{} {value} {step}", field.as_str());
        let edit = changing(*field, FieldEdit::ChangeBy(Step::parse(*field, step).unwrap()));
        let before = with(*field, value);
        match (edited(&fixture, &before, &edit), expected) {
            (Ok(Correction { candidate: after, entry, .. }), Ok(expected)) => {
                assert_eq!(field.read(&after).as_deref(), Some(*expected), "{case}");
                assert_eq!(after.overrides.len(), 1, "{case}");
                assert_eq!(after.overrides[0].imported.as_deref(), Some(*value), "{case}");
                assert_eq!(entry.unwrap().event, HistoryEvent::Corrected, "{case}");
            }
            (Err(problems), Err(code)) => {
                assert_eq!(problems, [(*code, format!("/{}", field.as_str()))], "{case}");
            }
            (found, _) => panic!("{case}: {found:?}"),
        }
    }
}

#[test]
fn changed_price_without_list_is_rounded_to_four_digits() {
    let fixture = OrderFixture::new();
    let mut before = with(Field::Price, "103.99");
    before.product = Some(GLUE);
    before.unit = Some(CTN);
    before.currency = Some(code("INR"));
    let edit = changing(Field::Price, FieldEdit::ChangeBy(Step::parse(Field::Price, "+12.3456%").unwrap()));
    let after = edited(&fixture, &before, &edit).unwrap().candidate;
    assert_eq!(after.price.map(|price| canonical(&price)).as_deref(), Some("116.8282"));
}

/// Returns a price of 9.999 raised by 10 percent, with modified candidate and edit.
fn price_raised(
    adapt: impl FnOnce(&mut OrderFixture, &mut Candidate),
    given: &[(Field, FieldEdit)],
) -> String {
    let mut fixture = OrderFixture::new();
    let mut before = with(Field::Price, "9.999");
    adapt(&mut fixture, &mut before);
    let step = Step::parse(Field::Price, "+10%").unwrap();
    let mut edit = changing(Field::Price, FieldEdit::ChangeBy(step));
    edit.changes.extend_from_slice(given);
    canonical(&edited(&fixture, &before, &edit).unwrap().candidate.price.unwrap())
}

#[test]
fn changed_price_is_rounded_by_its_list_despite_other_problems() {
    type Adapt = fn(&mut OrderFixture, &mut Candidate);
    let table: &[(&str, Adapt)] = &[
        ("nothing", |_, _| {}),
        ("an inactive buyer", |fixture, _| fixture.partner(BUYER).active = false),
        ("an inactive product", |fixture, _| fixture.product(SCREW).active = false),
        ("no quantity", |_, candidate| candidate.qty = Decimal::ZERO),
        ("no tax", |fixture, _| fixture.reference.taxes.clear()),
        ("no order type", |fixture, _| fixture.reference.document_types.clear()),
    ];
    for (case, adapt) in table {
        assert_eq!(price_raised(adapt, &[]), "11", "{case}");
    }
}

#[test]
fn changed_price_is_rounded_by_the_list_after_the_edit() {
    let to_rupees = |fixture: &mut OrderFixture, _: &mut Candidate| {
        let list =
            fixture.reference.price_lists.iter_mut().find(|list| list.pricing_system == RUPEES).unwrap();
        list.precision = 1;
    };
    let set = |field, value: &str| (field, FieldEdit::Set(RequestedValue::Code(code(value))));
    let (system, rupees, euros) = (
        set(Field::PricingSystemCode, &RUPEES.to_string()),
        set(Field::CurrencyCode, "INR"),
        set(Field::CurrencyCode, "EUR"),
    );
    let before = |fixture: &mut OrderFixture, candidate: &mut Candidate| {
        to_rupees(fixture, candidate);
        candidate.price = Some(exact("9.954").unwrap());
    };
    // 10.9494
    for (given, expected) in [
        (vec![], "10.95"),
        (vec![euros.clone()], "10.95"),
        (vec![system.clone()], "10.9"),
        (vec![system.clone(), rupees.clone()], "10.9"),
        (vec![rupees], "10.9494"),
        (vec![system, euros], "10.9494"),
    ] {
        assert_eq!(price_raised(before, &given), expected, "{given:?}");
    }
}

#[test]
fn malformed_step_is_rejected() {
    use ProblemCode::*;
    for (field, text, fault) in [
        (Field::Qty, "10", ChangeByInvalid),
        (Field::Qty, "", ChangeByInvalid),
        (Field::Qty, "+", ChangeByInvalid),
        (Field::Qty, "+-5", ChangeByInvalid),
        (Field::Qty, "-+5", ChangeByInvalid),
        (Field::Qty, "++5", ChangeByInvalid),
        (Field::Qty, "+five", ChangeByInvalid),
        (Field::Qty, "+5%%", ChangeByInvalid),
        (Field::Qty, "+2,5", NumberDecimalComma),
        (Field::Price, "+2,5%", NumberDecimalComma),
        (Field::Qty, "+12345678901234567890123456789", NumberTooLarge),
        (Field::DateRequired, "+3%", ChangeByInvalid),
        (Field::DateRequired, "+1.5", ChangeByInvalid),
        (Field::DateRequired, "++3", ChangeByInvalid),
        (Field::DateRequired, "--3", ChangeByInvalid),
        (Field::DateRequired, "-+3", ChangeByInvalid),
        (Field::DateRequired, "+99999999999", ChangeByInvalid),
        (Field::PoReference, "+1", ChangeByNotAllowed),
        (Field::Line, "+1", ChangeByNotAllowed),
    ] {
        assert_eq!(Step::parse(field, text), Err(fault), "{} {text:?}", field.as_str());
    }
    assert_eq!(Step::parse(Field::Qty, "+10 %"), Ok(Step::Percent(exact("10").unwrap())));
}

#[test]
fn step_applies_to_current_value_and_clearing_restores_the_import() {
    let fixture = OrderFixture::new();
    let before = with(Field::Qty, "10");
    let step = |text| changing(Field::Qty, FieldEdit::ChangeBy(Step::parse(Field::Qty, text).unwrap()));
    let once = edited(&fixture, &before, &step("+10%")).unwrap().candidate;
    let twice = edited(&fixture, &once, &step("+10%")).unwrap().candidate;
    assert_eq!(canonical(&twice.qty), "12.1");
    let still = edited(&fixture, &twice, &step("+0%")).unwrap();
    assert_eq!((still.entry, &still.candidate), (None, &twice), "nothing moves by nothing");
    let back = edited(&fixture, &twice, &changing(Field::Qty, FieldEdit::Clear)).unwrap();
    assert_eq!((canonical(&back.candidate.qty).as_str(), back.candidate.overrides.len()), ("10", 0));
    let none = edited(&fixture, &before, &changing(Field::Qty, FieldEdit::Clear)).unwrap();
    assert_eq!(none.entry, None);
}

#[test]
fn edit_with_faults_reports_all_and_changes_nothing() {
    let fixture = OrderFixture::new();
    let edit = CandidateEdit {
        changes: vec![
            (Field::Qty, FieldEdit::Set(exact("0").unwrap().into())),
            (Field::Price, FieldEdit::ChangeBy(Step::Amount(exact("1").unwrap()))),
            (Field::UomCode, FieldEdit::Set(RequestedValue::Code(code("KISTE")))),
            (Field::Description, FieldEdit::Clear),
        ],
        active: Some(false),
        ..CandidateEdit::default()
    };
    let found = edited(&fixture, &candidate(1, "H1"), &edit).unwrap_err();
    let summary: Vec<_> = found.iter().map(|(code, pointer)| (*code, pointer.as_str())).collect();
    assert_eq!(
        summary,
        [
            (ProblemCode::QtyNotPositive, "/qty"),
            (ProblemCode::ChangeByNoValue, "/price"),
            (ProblemCode::UomUnknown, "/uomCode")
        ]
    );
    let processed = Candidate { status: Status::Processed, ..candidate(1, "H1") };
    assert_eq!(
        edited(&fixture, &processed, &edit).unwrap_err(),
        [(ProblemCode::ProcessedReadonly, String::new())]
    );
}

#[test]
fn candidate_is_excluded_and_restored_by_edit() {
    let fixture = OrderFixture::new();
    let active =
        |active| CandidateEdit { changes: Vec::new(), active: Some(active), ..CandidateEdit::default() };
    let excluded = edited(&fixture, &candidate(1, "H1"), &active(false)).unwrap();
    assert_eq!(excluded.candidate.status, Status::Inactive);
    assert_eq!(excluded.entry.map(|entry| entry.event), Some(HistoryEvent::Excluded));
    assert_eq!(edited(&fixture, &excluded.candidate, &active(false)).unwrap().entry, None);
    let back = edited(&fixture, &excluded.candidate, &active(true)).unwrap();
    assert_eq!(back.candidate.status, Status::New);
    assert_eq!(back.entry.map(|entry| entry.event), Some(HistoryEvent::Restored));
}
