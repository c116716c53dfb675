//! Tests that the stored representation of lists in columns does not change. Rows of older versions must stay readable,
//! and during a rolling upgrade older instances read rows of this version. The files in `tests/golden` were written by
//! version 0.2.0 and never change.

use jiff::Timestamp;
use jiff::civil::date;
use orderdock_domain::candidate::{Field, Hold, MaybeUndefined, Override, Status};
use orderdock_domain::correction::{AttentionChange, FieldChange, OverriddenValue, PreviousState};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::saved_view::ViewColumn;
use orderdock_domain::text::{Code, Text};
use orderdock_store::to_json;

use crate::sql::lines::{
    decode, decode_attention, decode_previous_state, encode, encode_attention, encode_previous_state,
};

const OVERRIDES: &str = include_str!("../../tests/golden/overrides.txt");
const CHANGES: &str = include_str!("../../tests/golden/changes.txt");
const VIEW_COLUMNS: &str = include_str!("../../tests/golden/view_columns.txt");
/// States before a run, separated by empty lines.
const STATES: &str = include_str!("../../tests/golden/states.txt");
/// Notes of history entries, separated by empty lines.
const NOTES: &str = include_str!("../../tests/golden/notes.txt");

fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn at() -> Timestamp {
    Timestamp::from_microsecond(1_790_000_000_000_001).unwrap()
}

fn overrides() -> Vec<Override> {
    let one = |field, imported, cleared| Override {
        field,
        imported: owned(imported),
        cleared,
        actor: "Order desk".to_owned(),
        at: at(),
    };
    vec![
        one(Field::Qty, Some("5"), false),
        one(Field::Price, None, false),
        one(Field::Description, Some("a = b\n\t- \"c\" \\ ü\r"), true),
        one(Field::BillBPartner, Some("7 - 9"), false),
        one(Field::PackingMaterialId, Some(""), true),
    ]
}

fn changes() -> Vec<FieldChange> {
    let one = |field, old, new| FieldChange { field, old: owned(old), new: owned(new) };
    vec![
        one(Field::Description, None, Some("a = b\tc\n- d")),
        one(Field::Description, Some("x\r\ny\tz"), None),
        one(Field::Price, Some("1.99"), Some("")),
        one(Field::Shipper, None, None),
    ]
}

fn view_columns() -> Vec<ViewColumn> {
    let one = |name, width, pinned, hidden| ViewColumn { name: code(name), width, pinned, hidden };
    vec![
        one("poReference", Some(120), true, false),
        one("qty", None, false, true),
        one("my column", Some(0), true, true),
        one("price", None, false, false),
    ]
}

fn states() -> Vec<PreviousState> {
    let held = |field, value, cleared| OverriddenValue {
        field,
        value: owned(value),
        cleared,
        actor: "Kim \"B\"".to_owned(),
        at: at(),
    };
    let sibling = Hold::SiblingError { candidate: CandidateId(42), code: ProblemCode::PriceNone };
    vec![
        PreviousState {
            status: Status::New,
            hold: None,
            assigned_to: None,
            held: Vec::new(),
            references: None,
        },
        PreviousState {
            status: Status::Error,
            hold: Some(sibling),
            assigned_to: None,
            held: Vec::new(),
            references: None,
        },
        PreviousState {
            status: Status::Inactive,
            hold: Some(Hold::OrderVoided { document_no: code("A 000012") }),
            assigned_to: Some(code("kim b")),
            held: vec![
                held(Field::Qty, Some("7"), false),
                held(Field::Description, Some("a\nb\tc"), false),
                held(Field::Price, None, true),
            ],
            references: None,
        },
        PreviousState {
            status: Status::New,
            hold: None,
            assigned_to: Some(code("-")),
            held: Vec::new(),
            references: None,
        },
    ]
}

fn notes() -> Vec<AttentionChange> {
    let comment = Text::parse("called:\n\t\"tomorrow\"").unwrap();
    vec![
        AttentionChange {
            waiting: MaybeUndefined::Value(date(2026, 12, 1)),
            assigned: MaybeUndefined::Value(code("kim b")),
            comment,
        },
        AttentionChange { waiting: MaybeUndefined::Null, assigned: MaybeUndefined::Null, comment: None },
        AttentionChange { assigned: MaybeUndefined::Value(code("-")), ..AttentionChange::default() },
    ]
}

#[test]
fn lists_are_stored_as_before() {
    assert_eq!(encode(&overrides()), OVERRIDES);
    assert_eq!(decode(OVERRIDES), Some(overrides()));
    assert_eq!(encode(&changes()), CHANGES);
    assert_eq!(decode(CHANGES), Some(changes()));
    assert_eq!(encode(&view_columns()), VIEW_COLUMNS);
    assert_eq!(decode(VIEW_COLUMNS), Some(view_columns()));
}

#[test]
fn malformed_list_is_rejected() {
    for wrong in [
        "qty",
        "qty\tset\tx\ta\t=5",
        "qtty\tset\t1\ta\t=5",
        "qty\tsat\t1\ta\t=5",
        "qty\tset\t1\ta\t5",
        "qty\tset\t1\ta\t",
        "[{}]",
        r#"[{"field":"qtty","imported":null,"cleared":false,"actor":"a","at":"2026-09-21T14:13:20Z"}]"#,
    ] {
        assert_eq!(decode::<Override>(wrong), None, "{wrong:?}");
    }
}

#[test]
fn json_of_the_next_version_is_read() {
    let at = r#""at":"2026-09-21T14:13:20.000001Z""#;
    let json = [
        to_json(&overrides()[..2]),
        to_json(&changes()[..1]),
        to_json(&view_columns()[..2]),
        to_json(&states()[2]),
        to_json(&notes()[..]),
    ];
    let expected = [
        format!(
            r#"[{{"field":"qty","imported":"5","cleared":false,"actor":"Order desk",{at}}},{{"field":"price","imported":null,"cleared":false,"actor":"Order desk",{at}}}]"#
        ),
        r#"[{"field":"description","old":null,"new":"a = b\tc\n- d"}]"#.to_owned(),
        r#"[{"name":"poReference","width":120,"pinned":true,"hidden":false},{"name":"qty","width":null,"pinned":false,"hidden":true}]"#.to_owned(),
        format!(
            r#"{{"status":"inactive","hold":"order.voided A 000012","assigned_to":"kim b","held":[{{"field":"qty","value":"7","cleared":false,"actor":"Kim \"B\"",{at}}},{{"field":"description","value":"a\nb\tc","cleared":false,"actor":"Kim \"B\"",{at}}},{{"field":"price","value":null,"cleared":true,"actor":"Kim \"B\"",{at}}}]}}"#
        ),
        r#"[{"waiting":{"value":"2026-12-01"},"assigned":{"value":"kim b"},"comment":"called:\n\t\"tomorrow\""},{"waiting":"nothing","assigned":"nothing"},{"assigned":{"value":"-"}}]"#.to_owned(),
    ];
    assert_eq!(json, expected);
    assert_eq!(decode(&to_json(&overrides())), Some(overrides()));
    assert_eq!(decode(&to_json(&changes())), Some(changes()));
    assert_eq!(decode(&to_json(&view_columns())), Some(view_columns()));
    assert!(states().iter().all(|state| decode_previous_state(&to_json(state)).as_ref() == Some(state)));
    assert!(notes().iter().all(|note| decode_attention(&to_json(note)).as_ref() == Some(note)));
}

#[test]
fn states_are_stored_as_before() {
    let stored: Vec<_> = STATES.split("\n\n").map(|state| format!("{}\n", state.trim_end())).collect();
    assert_eq!(states().iter().map(encode_previous_state).collect::<Vec<_>>(), stored);
    assert_eq!(
        stored.iter().map(|text| decode_previous_state(text)).collect::<Option<Vec<_>>>(),
        Some(states())
    );
}

#[test]
fn notes_are_stored_as_before() {
    let stored: Vec<_> = NOTES.split("\n\n").map(|note| format!("{}\n", note.trim_end())).collect();
    assert_eq!(notes().iter().map(encode_attention).collect::<Option<Vec<_>>>().as_ref(), Some(&stored));
    assert_eq!(stored.iter().map(|text| decode_attention(text)).collect::<Option<Vec<_>>>(), Some(notes()));
    assert_eq!(encode_attention(&AttentionChange::default()), None);
}
