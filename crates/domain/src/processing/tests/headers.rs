//! Eligibility of candidates, with each hold reason and its end.

use jiff::civil::date;

use super::*;
use crate::candidate::CandidateState;
use crate::ids::ExternalSystemId;
use crate::problem::ProblemCode;

/// Incoming order of one valid candidate from the shop, and the options of a run for due candidates.
struct Case {
    fixture: OrderFixture,
    candidate: Candidate,
    header: HeaderState,
    eligibility_options: EligibilityOptions,
    now: Timestamp,
}

fn case() -> Case {
    let candidate = candidate(1, "H1");
    let header = HeaderState {
        arrived: 1,
        ready: 1,
        announced: None,
        one_bulk: false,
        newest: moment("2026-12-01T08:00:00Z"),
        error: None,
        rejected_line: None,
        waiting: None,
    };
    Case {
        fixture: OrderFixture::new(),
        candidate,
        header,
        eligibility_options: EligibilityOptions::DUE,
        now: moment(NOW),
    }
}

/// Formats the eligibility: `taken` with the released reasons, the ignored status, or the hold with its end.
fn describe(case: &Case) -> String {
    let reference = case.fixture.reference();
    match eligibility(&case.candidate, Some(&case.header), &reference, case.eligibility_options, case.now) {
        Eligibility::Eligible(Releases::NONE) => "taken".to_owned(),
        Eligibility::Eligible(released) => format!("taken: {}", released_words(released)),
        Eligibility::Held(hold, None) => hold_words(&hold),
        Eligibility::Held(hold, Some(until)) => format!("{} until {until}", hold_words(&hold)),
        Eligibility::Ignored(status) => status.as_str().to_owned(),
    }
}

type Change = fn(&mut Case);

const IN_ERROR: Option<(CandidateId, ProblemCode)> = Some((CandidateId(2), ProblemCode::PriceNone));

fn settling(case: &mut Case) {
    case.now = moment("2026-12-01T08:00:29.999Z");
}

/// Checks the result for a due run, for a selection, and for a selection with all reasons released.
fn check(table: &[(&str, Change, [&str; 3])]) {
    for (special, change, expected) in table {
        let mut case = case();
        change(&mut case);
        let everything =
            EligibilityOptions { selected: true, release: HoldReason::RELEASABLE.into_iter().collect() };
        let seen =
            [EligibilityOptions::DUE, EligibilityOptions::SELECTED, everything].map(|eligibility_options| {
                case.eligibility_options = eligibility_options;
                describe(&case)
            });
        assert_eq!(seen, *expected, "{special}");
    }
}

#[test]
fn only_new_candidates_for_orders_are_eligible() {
    check(&[
        ("nothing special", |_| {}, ["taken", "taken", "taken"]),
        ("in error", |c| c.candidate.status = Status::Error, ["error", "error", "error"]),
        ("processed", |c| c.candidate.status = Status::Processed, ["processed", "processed", "processed"]),
        ("put aside", |c| c.candidate.status = Status::Inactive, ["inactive", "inactive", "inactive"]),
        (
            "for invoicing",
            |c| c.candidate.data_dest = INVOICES,
            ["destination", "destination", "destination"],
        ),
        ("held before", |c| c.candidate.hold = Some(Hold::HeaderSettling), ["taken", "taken", "taken"]),
    ]);
}

#[test]
fn incoming_order_waits_until_the_latest_day_of_its_lines() {
    check(&[
        (
            "waiting for the customer, where the day begins an hour before that of UTC",
            |c| c.candidate.hold = Some(Hold::Waiting { until: date(2026, 12, 3), sibling: None }),
            ["waiting until 2026-12-02T23:00:00Z"; 3],
        ),
        (
            "waiting for the customer, until today",
            |c| c.candidate.hold = Some(Hold::Waiting { until: date(2026, 12, 1), sibling: None }),
            ["taken", "taken", "taken"],
        ),
        (
            "a sibling that waits",
            |c| c.header.waiting = Some((CandidateId(2), date(2026, 12, 3))),
            ["waiting until 2026-12-02T23:00:00Z"; 3],
        ),
        (
            "a sibling that waits longer",
            |c| {
                c.candidate.hold = Some(Hold::Waiting { until: date(2026, 12, 3), sibling: None });
                c.header.waiting = Some((CandidateId(2), date(2026, 12, 4)));
            },
            ["waiting until 2026-12-03T23:00:00Z"; 3],
        ),
        (
            "a sibling that waited and a missing line",
            |c| {
                c.header.waiting = Some((CandidateId(2), date(2026, 11, 30)));
                c.header.announced = Some(2);
            },
            ["header.incomplete", "header.incomplete", "taken: header.incomplete"],
        ),
    ]);
}

#[test]
fn incoming_order_is_held_unless_its_reason_is_released() {
    check(&[
        ("announced and there", |c| c.header.announced = Some(1), ["taken", "taken", "taken"]),
        (
            "announced, one missing",
            |c| c.header.announced = Some(2),
            ["header.incomplete", "header.incomplete", "taken: header.incomplete"],
        ),
        (
            "more than announced",
            |c| (c.header.announced, c.header.arrived) = (Some(2), 3),
            ["taken", "taken", "taken"],
        ),
        (
            "announced and missing, in one bulk, long ago",
            |c| (c.header.announced, c.header.one_bulk) = (Some(2), true),
            ["header.incomplete", "header.incomplete", "taken: header.incomplete"],
        ),
        (
            "announced and there, a moment ago",
            |c| (c.header.announced = Some(1), settling(c)).1,
            ["taken", "taken", "taken"],
        ),
        ("a moment ago", settling, ["header.settling until 2026-12-01T08:00:30Z", "taken", "taken"]),
        (
            "a moment ago, in one bulk",
            |c| (c.header.one_bulk = true, settling(c)).1,
            ["taken", "taken", "taken"],
        ),
        ("just settled", |c| c.now = moment("2026-12-01T08:00:30Z"), ["taken", "taken", "taken"]),
        (
            "a slow source",
            |c| c.fixture.source(SHOP).settle_seconds = 86_400,
            ["header.settling until 2026-12-02T08:00:00Z", "taken", "taken"],
        ),
        (
            "a source that never settles",
            |c| c.fixture.source(SHOP).settle_seconds = i64::MAX,
            ["header.settling until 9999-12-30T22:00:00.999999999Z", "taken", "taken"],
        ),
        (
            "another in error",
            |c| c.header.error = IN_ERROR,
            ["sibling.error 2 price.none", "sibling.error 2 price.none", "taken: sibling.error"],
        ),
        (
            "another in error, partial headers allowed",
            |c| (c.header.error, c.fixture.source(SHOP).partial_headers) = (IN_ERROR, true),
            ["taken", "taken", "taken"],
        ),
        (
            "a row rejected",
            |c| c.header.rejected_line = Some(code("7")),
            ["sibling.rejected 7", "sibling.rejected 7", "taken: sibling.rejected"],
        ),
        (
            "a row rejected, all announced there",
            |c| (c.header.rejected_line, c.header.announced) = (Some(code("7")), Some(1)),
            ["sibling.rejected 7", "sibling.rejected 7", "taken: sibling.rejected"],
        ),
        (
            "released by hand",
            |c| c.fixture.source(SHOP).release_by_hand = true,
            ["release", "release", "taken: release"],
        ),
        (
            "another source released by hand",
            |c| c.fixture.source(EDI).release_by_hand = true,
            ["taken", "taken", "taken"],
        ),
    ]);
}

#[test]
fn first_actionable_hold_reason_is_reported() {
    let mut case = case();
    let everything: [(Change, &str); 6] = [
        (settling, "header.settling until 2026-12-01T08:00:30Z"),
        (|c| c.header.announced = Some(5), "header.incomplete"),
        (|c| c.header.rejected_line = Some(code("7")), "sibling.rejected 7"),
        (|c| c.header.error = IN_ERROR, "sibling.error 2 price.none"),
        (|c| c.fixture.source(SHOP).release_by_hand = true, "release"),
        (|c| c.candidate.data_dest = INVOICES, "destination"),
    ];
    for (change, hold) in everything {
        change(&mut case);
        assert_eq!(describe(&case), hold);
    }
}

#[test]
fn next_hold_reason_is_reported_after_a_release() {
    let mut case = case();
    case.header =
        HeaderState { announced: Some(5), rejected_line: Some(code("7")), error: IN_ERROR, ..case.header };
    case.fixture.source(SHOP).release_by_hand = true;
    let steps = [
        (HoldReason::SiblingRejected, "release"),
        (HoldReason::Release, "sibling.error 2 price.none"),
        (HoldReason::HeaderSettling, "sibling.error 2 price.none"),
        (HoldReason::SiblingError, "header.incomplete"),
        (HoldReason::HeaderIncomplete, "taken: release sibling.error sibling.rejected header.incomplete"),
    ];
    for selected in [false, true] {
        case.eligibility_options = EligibilityOptions { selected, release: Releases::NONE };
        for (reason, expected) in steps {
            case.eligibility_options.release = case.eligibility_options.release.with(reason);
            assert_eq!(describe(&case), expected);
        }
    }
}

#[test]
fn flat_ids_are_grouped_by_buyer_and_reference() {
    let flat = |id: i64, its_id: &str| with(candidate(id, its_id), |c| c.identity.flat = true);
    let key = HeaderKey::of(&flat(1, "a"));
    let table: [(&str, Candidate, bool); 7] = [
        ("another id", flat(2, "b"), true),
        (
            "another location",
            with(flat(2, "b"), |c| c.buyer.as_mut().unwrap().location = Some(BUYER_OFFICE)),
            true,
        ),
        ("another reference", with(flat(2, "b"), |c| c.po_reference = code("PO-2")), false),
        ("another buyer", with(flat(2, "b"), |c| c.buyer.as_mut().unwrap().partner = OTHER), false),
        ("another source", with(flat(2, "b"), |c| c.data_source = EDI), false),
        ("a system", with(flat(2, "b"), |c| c.external_system = Some(ExternalSystemId(1))), false),
        ("a header of the same name", candidate(2, "a"), false),
    ];
    for (special, other, together) in table {
        assert_eq!(HeaderKey::of(&other) == key, together, "{special}");
    }
}

/// Rows of another system do not complete an incoming order and do not hold it.
#[test]
fn incoming_orders_of_systems_are_held_separately() {
    let of = |id, system| with(candidate(id, "H1"), |c| c.external_system = Some(ExternalSystemId(system)));
    let incomplete = with(of(2, 2), |c| c.header_line_count = Some(2));
    let settling = with(of(4, 3), |c| c.created_at = moment("2026-12-01T11:59:50Z"));
    let plan = run(&OrderFixture::new(), &[of(1, 1), incomplete, of(3, 1), settling]);
    assert_eq!(summary(&plan), "1 3 [2: header.incomplete] [4: header.settling]");
}

#[test]
fn plan_contains_the_time_of_the_next_release() {
    let received = |id, header: &str, at: &str| with(candidate(id, header), |c| c.created_at = moment(at));
    let candidates = [
        received(1, "H1", "2026-12-01T11:59:40Z"),
        received(2, "H2", "2026-12-01T11:59:50Z"),
        received(3, "H3", "2026-12-01T11:00:00Z"),
        with(received(4, "H4", "2026-12-01T11:59:35Z"), |c| c.header_line_count = Some(2)),
    ];
    let plan = run(&OrderFixture::new(), &candidates);
    assert_eq!(summary(&plan), "3 [1: header.settling] [2: header.settling] [4: header.incomplete]");
    assert_eq!(plan.due, Some(moment("2026-12-01T12:00:10Z")));
    assert_eq!(run(&OrderFixture::new(), &candidates[2..]).due, None);
}

#[test]
fn unchanged_hold_is_not_written() {
    let waiting = |id| with(candidate(id, "H1"), |c| c.header_line_count = Some(9));
    let told_before = with(waiting(2), |c| c.hold = Some(Hold::HeaderIncomplete));
    let held_otherwise = with(waiting(3), |c| c.hold = Some(Hold::HeaderSettling));
    let plan = run(&OrderFixture::new(), &[waiting(1), told_before, held_otherwise]);
    assert_eq!(summary(&plan), "[1: header.incomplete] [2: header.incomplete] [3: header.incomplete]");
    let written: Vec<_> = plan.writes.changes.iter().map(|change| change.claim.candidate.0).collect();
    assert_eq!(written, [1, 3]);
    let change = &plan.writes.changes[0];
    assert_eq!(
        change.after,
        CandidateState { hold: Some(Hold::HeaderIncomplete), ..CandidateState::plain(Status::New) }
    );
    assert_eq!(change.entry, None, "a hold does not change the status event");
}

#[test]
fn clerk_hold_filter_contains_sources_with_manual_release() {
    let mut fixture = OrderFixture::new();
    fixture.source(EDI).release_by_hand = true;
    let left = ClerkHoldFilter::of(&fixture.reference());
    let expected = ClerkHoldFilter { order_destinations: vec![ORDERS], released_by_hand: vec![EDI] };
    assert_eq!(left, expected);
    assert_eq!(left.but_for_release(), ClerkHoldFilter { released_by_hand: vec![], ..expected });
}
