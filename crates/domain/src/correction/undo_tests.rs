//! Tests of undoing a run, candidate by candidate.

use super::*;
use crate::candidate::{Candidate, Field, Hold, Status};
use crate::ids::RunId;
use crate::number::exact;
use crate::order::test_fixture::*;
use crate::problem::ProblemCode;
use crate::processing::{ProcessingContext, RunOutcome};

const RUN: RunId = RunId(7);

fn call(run: i64) -> CorrectionCall {
    let now = moment("2026-12-01T12:00:00Z");
    CorrectionCall { actor: "Order desk".to_owned(), now, run: Some(RunId(run)) }
}

fn context(
    fixture: &OrderFixture,
    candidate: &Candidate,
    previous: Option<PreviousState>,
    latest: i64,
) -> CorrectionContext {
    let records = ProcessingContext {
        related: fixture.related(),
        product_prices: fixture.prices.clone(),
        ..ProcessingContext::default()
    };
    let latest = LatestChange {
        run: Some(RunId(latest)),
        actor: "kim".to_owned(),
        at: moment("2026-12-01T12:00:00Z"),
    };
    CorrectionContext {
        candidates: vec![candidate.clone()],
        records,
        mappings: CorrectionMappings::default(),
        orders: Vec::new(),
        done: RunChanges {
            changed: [(candidate.id, previous)].into(),
            latest: [(candidate.id, latest)].into(),
            orders: Vec::new(),
        },
    }
}

/// Applies an edit to a candidate.
fn edited(before: &Candidate, edit: &CandidateEdit) -> Candidate {
    let fixture = OrderFixture::new();
    let context = context(&fixture, before, None, 0);
    let corrected = Corrector::new(&context, &call(RUN.0)).edit(before, edit).unwrap();
    Candidate { version: before.version + 1, ..corrected.candidate }
}

fn set(field: Field, value: &str) -> (Field, FieldEdit) {
    (field, FieldEdit::Set(RequestedValue::Value(value.to_owned())))
}

#[test]
fn undo_restores_the_previous_state() {
    // state after the import
    let plain = || Candidate { currency: Some(code("EUR")), ..candidate(1, "H1") };
    let waiting = || Candidate { hold: Some(Hold::HeaderIncomplete), ..plain() };
    let by_hand = || {
        let edit = CandidateEdit {
            changes: vec![set(Field::Qty, "3"), set(Field::Discount, "2")],
            active: None,
            ..CandidateEdit::default()
        };
        edited(&plain(), &edit)
    };
    let voided = || Candidate {
        status: Status::Inactive,
        hold: Some(Hold::OrderVoided { document_no: code("SO-7") }),
        ..plain()
    };
    let changes = vec![set(Field::Qty, "9"), set(Field::Price, "1.5"), (Field::Discount, FieldEdit::Clear)];
    let values = CandidateEdit { changes, active: None, ..CandidateEdit::default() };
    let exclusion = CandidateEdit { changes: Vec::new(), active: Some(false), ..CandidateEdit::default() };
    let back = CandidateEdit { changes: Vec::new(), active: Some(true), ..CandidateEdit::default() };
    for (case, before, edit) in [
        ("values", plain(), &values),
        ("values set before", by_hand(), &values),
        ("values of one that waits", waiting(), &values),
        ("put aside", waiting(), &exclusion),
        ("taken back", voided(), &back),
        (
            "taken back with values",
            Candidate { ..voided() },
            &CandidateEdit { active: Some(true), ..values.clone() },
        ),
    ] {
        let fixture = OrderFixture::new();
        let after = edited(&before, edit);
        let undoing =
            undo(&context(&fixture, &after, Some(PreviousState::of(&before)), RUN.0), RUN, None, &call(8));
        let [Correction { candidate: restored, entry: Some(entry), .. }] = &undoing.corrections[..] else {
            panic!("{case}: {undoing:?}");
        };
        assert_eq!(PreviousState::of(restored), PreviousState::of(&before), "{case}");
        for field in Field::ALL {
            assert_eq!(field.read(restored), field.read(&before), "{case} {}", field.as_str());
        }
        assert_eq!(
            (entry.event, entry.run, entry.version),
            (HistoryEvent::Undone, Some(RunId(8)), after.version + 1)
        );
        assert_eq!(
            undoing.results[0].outcome,
            RunOutcome::Changed(Box::new(PreviousState::of(&after))),
            "{case}"
        );
    }
}

#[test]
fn undo_of_ordered_candidate_validates_it_again() {
    let mut fixture = OrderFixture::new();
    let before = Candidate { status: Status::Processed, ..candidate(1, "H1") };
    let excluded = Candidate {
        status: Status::Inactive,
        hold: Some(Hold::OrderVoided { document_no: code("SO-7") }),
        ..before.clone()
    };
    let previous = || Some(PreviousState::of(&before));
    let restored = |fixture: &OrderFixture| {
        let undoing = undo(&context(fixture, &excluded, previous(), RUN.0), RUN, None, &call(8));
        let restored = &undoing.corrections[0].candidate;
        (restored.status, restored.hold.clone())
    };
    assert_eq!(restored(&fixture), (Status::New, None));
    fixture.product(SCREW).active = false;
    assert_eq!(restored(&fixture), (Status::Error, None));
}

#[test]
fn candidate_changed_since_is_not_undone() {
    let fixture = OrderFixture::new();
    let before = candidate(1, "H1");
    let after = Candidate { qty: exact("9").unwrap(), ..before.clone() };
    let ordered = Candidate { status: Status::Processed, ..after.clone() };
    for (candidate, previous, latest, expected) in [
        (&after, Some(PreviousState::of(&before)), 9, ProblemCode::UndoChanged),
        (&ordered, Some(PreviousState::of(&before)), RUN.0, ProblemCode::UndoOrdered),
        (&after, None, RUN.0, ProblemCode::UndoUnknown),
    ] {
        let undoing = undo(&context(&fixture, candidate, previous, latest), RUN, None, &call(8));
        let RunOutcome::Failed(problems) = &undoing.results[0].outcome else { panic!("{undoing:?}") };
        assert_eq!(problems[0].code, expected);
        assert!(undoing.corrections.is_empty());
    }
}
