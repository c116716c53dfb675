//! Stored representation of notes about rows of a request that did not become candidates.

use orderdock_domain::ids::{CandidateId, OrganisationId};
use orderdock_domain::import::{RowNote, RowNoteOutcome};
use orderdock_domain::problem::ProblemCode;

use crate::{StoreResult, from_json, to_json};

const ROW_NOTES: &str = include_str!("../../tests/golden/row_notes.json");

fn read(json: &str) -> StoreResult<Vec<RowNote>> {
    from_json("request.notes", json)
}

fn notes() -> Vec<RowNote> {
    let codes = vec![ProblemCode::UomUnknown, ProblemCode::PropertyMissing];
    vec![
        RowNote {
            index: 0,
            header_id: Some("A\t\"1\"\\ü".to_owned()),
            line_id: Some("10".to_owned()),
            organisation: Some(OrganisationId(7)),
            outcome: RowNoteOutcome::Unchanged(CandidateId(i64::MAX)),
        },
        RowNote { index: 7, line_id: Some("\u{1f}\n".to_owned()), ..RowNote::rejected(codes) },
        RowNote { index: u32::MAX, header_id: Some("H".to_owned()), ..RowNote::rejected(Vec::new()) },
    ]
}

#[test]
fn row_notes_are_stored_as_before() {
    assert_eq!(to_json(&notes()), ROW_NOTES.trim_end());
    assert_eq!(read(ROW_NOTES).unwrap(), notes());
}

#[test]
fn malformed_row_notes_are_rejected() {
    for text in ["x", "{}", "[{}]", r#"[{"row":1,"codes":["no.such"]}]"#, r#"[{"row":1,"candidate":"7"}]"#] {
        assert!(read(text).is_err(), "{text}");
    }
}
