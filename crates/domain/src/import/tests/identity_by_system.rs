//! Rows with equal external ids of several external systems.

use super::*;
use crate::ids::{ExternalSystemId, RequestId, SHARED};
use crate::import::{
    ErrorPolicy, IdentityMatch, ImportCall, ImportPlanner, ImportRow, ImportWrites, OptionalReference,
    RowOrigin, RowOutcome, SentSystem, match_identity,
};
use crate::masterdata::ExternalSystem;
use crate::problem::{Param, Problem, ProblemCode};
use crate::processing::RejectedSystem;
use crate::text::Code;

const A: ExternalSystemId = ExternalSystemId(70);
const B: ExternalSystemId = ExternalSystemId(71);

fn system(id: ExternalSystemId, key: &str) -> ExternalSystem {
    ExternalSystem { id, organisation: SHARED, active: true, code: code(key), name: None }
}

fn known() -> ImportFixture {
    given()
        .partner("G0001")
        .product("P1")
        .reference(|reference| reference.external_systems = vec![system(A, "a"), system(B, "b")])
}

/// Returns a row with or without the code of an external system.
fn sent_by(key: Option<&str>, header: &str, line: &str) -> ImportRow {
    row_with(header, line, |request| request.external_system = key.map(code))
}

fn line(key: Option<&str>) -> ImportRow {
    sent_by(key, "H", "1")
}

/// Returns a fixture in which a row of each system was imported.
fn stored(systems: &[Option<&str>]) -> ImportFixture {
    systems.iter().fold(known(), |given, key| {
        let plan = given.plan(ErrorPolicy::All, &[line(*key)]);
        assert_eq!(plan.writes.candidates.len(), 1, "{key:?} {:?}", plan.outcomes);
        given.after(&plan.writes)
    })
}

#[test]
fn row_repeats_its_system_then_the_row_without_one() {
    use IdentityMatch::{Ambiguous, None as New, One};
    let (none, a, b) = (None, Some(A), Some(B));
    let (not_sent, sent) = (SentSystem::NotSent, SentSystem::Known);
    let table = [
        (vec![], not_sent, New),
        (vec![], sent(A), New),
        (vec![none], not_sent, One(0)),
        (vec![none], sent(A), One(0)),
        (vec![none], SentSystem::Unknown, One(0)),
        (vec![a], not_sent, One(0)),
        (vec![a], sent(A), One(0)),
        (vec![a], sent(B), New),
        (vec![a], SentSystem::Unknown, New),
        (vec![a, b], not_sent, Ambiguous(vec![A, B])),
        (vec![a, b], sent(B), One(1)),
        (vec![a, none], not_sent, One(1)),
        (vec![none, a], sent(A), One(1)),
        (vec![a, none], sent(B), One(1)),
        (vec![a, b, none], not_sent, One(2)),
        // rows of one system whose ids differ in spaces
        (vec![a, a], not_sent, One(0)),
        (vec![a, a], sent(A), One(0)),
    ];
    for (stored, sent, expected) in table {
        let found = match_identity(sent, stored.iter().copied().zip(0..));
        assert_eq!(found, expected, "{stored:?} {sent:?}");
    }
}

#[test]
fn retries_are_unchanged_and_other_systems_are_new() {
    let ambiguous = "rejected identity.ambiguous /externalLineId";
    let made = "created externalSystem, warned externalSystem.created /externalSystemCode";
    let (none, a, b, new) = (None, Some("a"), Some("b"), Some("new"));
    let table = [
        (vec![none], none, "unchanged"),
        (vec![none], a, "unchanged"),
        // the system of an unchanged row is not created
        (vec![none], new, "unchanged"),
        (vec![a], none, "unchanged"),
        (vec![a], a, "unchanged"),
        (vec![a], b, "created"),
        (vec![a], new, made),
        (vec![a, b], none, ambiguous),
        (vec![a, b], a, "unchanged"),
        (vec![a, b], b, "unchanged"),
        (vec![a, b], new, made),
    ];
    for (before, sent, expected) in table {
        let given = stored(&before);
        assert_eq!(given.outcome(line(sent)), expected, "{before:?} {sent:?}");
        // the outcome is the same within one request
        let rows: Vec<_> = before.iter().chain([&sent]).map(|key| line(*key)).collect();
        assert_eq!(
            known().outcomes(ErrorPolicy::Row, &rows).last().unwrap(),
            expected,
            "{before:?} {sent:?}"
        );
    }
}

#[test]
fn different_content_conflicts_with_the_row_of_its_system() {
    let other = |key| {
        row_with("H", "1", |request| {
            request.external_system = Some(code(key));
            request.qty = number("3");
        })
    };
    let conflict = "rejected identity.conflict /externalLineId";
    let given = stored(&[Some("a")]);
    assert_eq!(given.outcome(other("a")), conflict);
    assert_eq!(given.outcome(other("b")), "created");
    // a row that was stored without a system conflicts with rows of all systems
    assert_eq!(stored(&[None]).outcome(other("b")), conflict);
}

#[test]
fn ambiguous_row_names_the_systems() {
    let plan = stored(&[Some("b"), Some("a")]).plan(ErrorPolicy::Row, &[line(None)]);
    let RowOutcome::Rejected { errors } = &plan.outcomes[0] else { panic!("{plan:?}") };
    let Param::Texts(systems) = &errors[0].params[0].1 else { panic!("{errors:?}") };
    assert_eq!(systems, &["a", "b"]);
}

#[test]
fn renamed_system_still_owns_its_rows() {
    let given = stored(&[Some("a"), Some("b")]);
    let given = given.reference(|reference| reference.external_systems[0].code = code("renamed"));
    assert_eq!(given.outcome(line(Some("renamed"))), "unchanged");
}

#[test]
fn system_of_the_data_source_is_not_part_of_the_identity() {
    let given = stored(&[None]).reference(|reference| {
        let source = reference.data_sources.iter_mut().find(|source| source.id == SOURCE).unwrap();
        source.external_system = Some(A);
    });
    assert_eq!(given.outcome(line(None)), "unchanged");
    let plan = given.plan(ErrorPolicy::All, &[sent_by(None, "H", "2")]);
    assert_eq!(plan.writes.candidates[0].external_system, None);
}

#[test]
fn rows_that_differ_in_spaces_match_by_system() {
    let given = stored(&[]).context(|context| {
        let plan = known().plan(ErrorPolicy::All, &[sent_by(Some("a"), "H 1", "1")]);
        let mut identity = super::known(&plan.writes.candidates[0]);
        identity.identity.header_id = Code::stored("H\u{2003}1").unwrap();
        context.identities.push(identity);
    });
    let outcome = |key| given.outcome(sent_by(key, "H 1", "1"));
    assert_eq!(outcome(Some("a")), "unchanged");
    assert_eq!(outcome(None), "unchanged");
    assert_eq!(outcome(Some("b")), "created");
}

#[test]
fn each_system_forms_its_own_unit() {
    let bad = |key: &str, line: &str| {
        row_with("H", line, |request| {
            request.external_system = Some(code(key));
            request.uom_code = Some(code("???"));
        })
    };
    let rows = [line(Some("a")), line(Some("b")), bad("b", "2"), sent_by(Some("a"), "H", "2")];
    let expected = ["created", "rejected header.rejected ", "rejected uomCode.unknown /uomCode", "created"];
    assert_eq!(known().outcomes(ErrorPolicy::Header, &rows), expected);
    // a row with an unreadable system may belong to any system
    let unreadable = ImportRow {
        origin: RowOrigin { external_system: OptionalReference::Unreadable, ..RowOrigin::default() },
        request: Err(vec![Problem::new(ProblemCode::TextTooLong, "/externalSystemCode")]),
        ..row("H", "3")
    };
    let rows = [line(Some("a")), line(Some("b")), unreadable, row("I", "1")];
    let outcomes = known().outcomes(ErrorPolicy::Header, &rows);
    let rejected = "rejected header.rejected ";
    assert_eq!((&*outcomes[0], &*outcomes[1], &*outcomes[3]), (rejected, rejected, "created"));
}

#[test]
fn rejected_line_is_recorded_with_its_system() {
    let bad = |key: Option<&str>| {
        row_with("H", "9", |request| {
            request.external_system = key.map(code);
            request.uom_code = Some(code("???"));
        })
    };
    let unreadable = ImportRow {
        origin: RowOrigin { external_system: OptionalReference::Unreadable, ..RowOrigin::default() },
        request: Err(vec![Problem::new(ProblemCode::TextTooLong, "/externalSystemCode")]),
        ..row("H", "9")
    };
    let table = [
        (bad(None), RejectedSystem::NotSent),
        (bad(Some("a")), RejectedSystem::One(A)),
        (bad(Some("new")), RejectedSystem::Any),
        (unreadable, RejectedSystem::Any),
    ];
    for (row, expected) in table {
        let plan = known().plan(ErrorPolicy::Row, &[row]);
        assert_eq!(plan.writes.rejected[0].system, expected);
    }
    // the system is created by another row of the request
    let plan = known().plan(ErrorPolicy::Row, &[bad(Some("new")), line(Some("new"))]);
    let created = plan.writes.external_systems.created[0].id;
    assert_eq!(plan.writes.rejected[0].system, RejectedSystem::One(created));
}

#[test]
fn order_date_is_that_of_the_incoming_order() {
    let first = row_with("H", "1", |request| {
        request.external_system = Some(code("a"));
        request.date_ordered = Some(day(2026, 11, 1));
    });
    let given = known();
    let plan = given.plan(ErrorPolicy::All, &[first]);
    let rows = [sent_by(Some("a"), "H", "2"), sent_by(Some("b"), "H", "2"), sent_by(None, "H", "3")];
    let plan = given.after(&plan.writes).plan(ErrorPolicy::All, &rows);
    let dates: Vec<_> = plan.writes.candidates.iter().map(|one| one.date_ordered.to_string()).collect();
    assert_eq!(dates, ["2026-11-01", "2026-11-20", "2026-11-20"]);
}

#[test]
fn planner_of_several_requests_knows_earlier_systems() {
    let given = known();
    let mut planner = ImportPlanner::new(given.loaded());
    let mut plan = |key| {
        let call = ImportCall { request: RequestId(5), ..given.call(ErrorPolicy::All) };
        let plan = planner.plan(&[line(key)], call);
        (outcome_text(&plan.outcomes[0]), plan.writes.ids_used_before.len())
    };
    let table = [
        (Some("a"), "created", 0),
        (None, "unchanged", 0),
        (Some("b"), "created", 1),
        (Some("a"), "unchanged", 0),
        (None, "rejected identity.ambiguous /externalLineId", 0),
    ];
    for (key, expected, used) in table {
        assert_eq!(plan(key), (expected.to_owned(), used), "{key:?}");
    }
}

#[test]
fn first_row_with_its_ids_is_not_listed() {
    let used = |rows: &[ImportRow]| {
        let writes: ImportWrites = known().plan(ErrorPolicy::All, rows).writes;
        let place = |id| writes.candidates.iter().position(|candidate| candidate.id == id).unwrap();
        writes.ids_used_before.iter().map(|id| place(*id)).collect::<Vec<_>>()
    };
    assert_eq!(used(&[line(None), sent_by(None, "H", "2")]), [0; 0]);
    assert_eq!(used(&[line(Some("a")), line(Some("b")), line(Some("new"))]), [1, 2]);
}
