//! Entries of rejected rows: their content, and the imports that close them.

use super::*;
use crate::ids::{CallerId, DataSourceId, ExternalSystemId, OrganisationId, RejectedRowId};
use crate::import::{
    ClosedRejection, ErrorPolicy, ImportRow, OpenRejection, OptionalReference, RejectedRowStatus, RowOrigin,
    closed_rejections,
};
use crate::problem::{Problem, ProblemCode};
use crate::processing::RejectedSystem;

const SENDER: Option<CallerId> = Some(CallerId(5));

fn known() -> ImportFixture {
    given().partner("G0001").product("P1")
}

fn bad(header: &str, line: &str) -> ImportRow {
    row_with(header, line, |request| request.uom_code = Some(code("???")))
}

#[test]
fn faulty_row_is_listed_with_the_number_of_rows_rejected_with_it() {
    use ErrorPolicy::{All, Header, Row};
    let rows = [row("H", "1"), bad("H", "2"), row("I", "1"), bad("H", "3"), row("H", "1")];
    for (policy, rejected_with) in [(All, 3), (Header, 2), (Row, 0)] {
        let plan = known().plan(policy, &rows);
        let listed: Vec<_> = plan.rejected_rows.iter().map(|one| (one.index, one.rejected_with)).collect();
        assert_eq!(listed, [(1, rejected_with), (3, rejected_with)], "{policy:?}");
    }
    // a row that was imported before is not counted
    let given = known();
    let plan = given.plan(All, &rows[..1]);
    let given = given.after(&plan.writes);
    for (policy, rejected_with) in [(All, 1), (Header, 0)] {
        let plan = given.plan(policy, &[row("H", "1"), bad("H", "2"), row("I", "1")]);
        assert_eq!(plan.rejected_rows[0].rejected_with, rejected_with, "{policy:?}");
    }
    assert_eq!(known().plan(All, &[row("H", "1")]).rejected_rows, []);
}

#[test]
fn rejected_row_contains_the_readable_members() {
    let unreadable = ImportRow {
        header_id: Some("H".to_owned()),
        line_id: None,
        origin: RowOrigin {
            org: OptionalReference::Unreadable,
            external_system: OptionalReference::Unreadable,
            ..RowOrigin::default()
        },
        request: Err(vec![Problem::new(ProblemCode::PropertyMissing, "/externalLineId")]),
        warnings: Vec::new(),
    };
    let plan = known().plan(ErrorPolicy::Row, &[bad("H", "1"), unreadable]);
    let [own, other] = &*plan.rejected_rows else { panic!("{:?}", plan.rejected_rows) };
    assert!(own.organisation.is_some() && own.data_source.is_some());
    assert_eq!(
        (own.system, own.header_id.clone(), own.line_id.clone()),
        (RejectedSystem::NotSent, Some(code("H")), Some(code("1")))
    );
    assert_eq!((other.organisation, other.data_source, other.system), (None, None, RejectedSystem::Any));
    assert_eq!((other.header_id.clone(), other.line_id.clone()), (Some(code("H")), None));
}

#[test]
fn candidate_closes_the_entries_of_its_identity() {
    let plan = known().plan(ErrorPolicy::All, &[row("H", "1")]);
    let mut candidate = plan.writes.candidates[0].clone();
    let (one, two) = (ExternalSystemId(70), ExternalSystemId(71));
    let entry = OpenRejection {
        entry: RejectedRowId(9),
        organisation: Some(candidate.organisation),
        data_source: Some(candidate.data_source),
        system: RejectedSystem::NotSent,
        header_id: code("H"),
        line_id: code("1"),
        sender: Some(CallerId(6)),
    };
    let of = |set: fn(&mut OpenRejection)| {
        let mut changed = entry.clone();
        set(&mut changed);
        changed
    };
    let mut closes = |entry: &OpenRejection, system| {
        candidate.external_system = system;
        let closed = closed_rejections(std::slice::from_ref(entry), std::iter::once(&candidate), SENDER);
        let (entry, candidate, status) = (RejectedRowId(9), candidate.id, RejectedRowStatus::Imported);
        assert!(closed.is_empty() || closed == [ClosedRejection { entry, candidate, status }]);
        !closed.is_empty()
    };
    let table = [
        (entry.clone(), true),
        (of(|entry| entry.line_id = code("2")), false),
        (of(|entry| entry.header_id = code("I")), false),
        (of(|entry| entry.organisation = Some(OrganisationId(99))), false),
        (of(|entry| entry.data_source = Some(DataSourceId(99))), false),
        // an entry without organisation or data source is closed only by the same sender
        (of(|entry| entry.organisation = None), false),
        (of(|entry| (entry.organisation, entry.sender) = (None, SENDER)), true),
        (of(|entry| entry.data_source = None), false),
        (of(|entry| (entry.data_source, entry.sender) = (None, SENDER)), true),
    ];
    for (entry, expected) in table {
        assert_eq!(closes(&entry, None), expected, "{entry:?}");
    }
    let systems = [
        (RejectedSystem::NotSent, None, true),
        (RejectedSystem::NotSent, Some(one), true),
        (RejectedSystem::One(one), None, true),
        (RejectedSystem::One(one), Some(one), true),
        (RejectedSystem::One(one), Some(two), false),
        (RejectedSystem::Any, Some(two), true),
    ];
    for (of_entry, of_candidate, expected) in systems {
        let entry = OpenRejection { system: of_entry, ..entry.clone() };
        assert_eq!(closes(&entry, of_candidate), expected, "{of_entry:?} {of_candidate:?}");
    }
}
