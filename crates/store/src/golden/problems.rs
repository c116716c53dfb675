//! Stored representation of problems with parameters of every type.

use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Difference, Param, Problem, ProblemCode};

use super::decimal;
use crate::{StoreResult, from_json, to_json};

const PROBLEMS: &str = include_str!("../../tests/golden/problems.json");

fn read(json: &str) -> StoreResult<Vec<Problem>> {
    from_json("candidate.problems", json)
}

fn in_berlin() -> Zoned {
    let instant: Timestamp = "2026-03-09T08:05:59.123456Z".parse().unwrap();
    instant.to_zoned(TimeZone::get("Europe/Berlin").unwrap())
}

fn problems() -> Vec<Problem> {
    let difference = |stored: Option<&str>, sent: Option<&str>| Difference {
        pointer: "/bpartner/location/city".to_owned(),
        stored: stored.map(str::to_owned),
        sent: sent.map(str::to_owned),
    };
    vec![
        Problem::new(ProblemCode::BulkEmpty, ""),
        Problem::new(ProblemCode::TypeWrong, "/lines/3/qty")
            .with("expected", "Zahl „\"\\\n\t\u{1f}/")
            .with("limit", i64::MAX)
            .with("least", i64::MIN)
            .with("allowed", Param::texts(["a", "ü"]))
            .with("none", Param::Texts(Vec::new()))
            .with("known", Param::one_of(["all", "row"]))
            .with("indexes", Param::Numbers(vec![3, 0, -1]))
            .with("time", Timestamp::UNIX_EPOCH)
            .with("there", in_berlin())
            .with("date", date(2030, 1, 15)),
        Problem::new(ProblemCode::IdentityConflict, "/externalLineId")
            .with("found", Phrase::Partner)
            .with("named", Phrase::NamedRecord.of([Phrase::Partner.into(), "G0001".into()]))
            .with("counted", Phrase::NamedRecord.of([Phrase::Partner.into(), Param::Number(7)]))
            .with(
                "members",
                Param::Differences(vec![
                    difference(None, Some("1.5")),
                    difference(Some("Bonn"), None),
                    difference(None, None),
                ]),
            ),
    ]
}

#[test]
fn problems_are_stored_as_before() {
    assert_eq!(to_json(&problems()), PROBLEMS.trim_end());
    assert_eq!(read(PROBLEMS).unwrap(), problems());
}

#[test]
fn phrase_of_an_earlier_version_becomes_text() {
    let stored = r#"[{"code":"type.wrong","pointer":"","params":[["found",{"phrase":["a blue moon",1]}]]}]"#;
    let found = read(stored).unwrap();
    assert_eq!(found[0].params[0].1, Param::Text("a blue moon".to_owned()));
    let stored =
        r#"[{"code":"type.wrong","pointer":"","params":[["found",{"phrase":["{0} moons, {1}","two",1]}]]}]"#;
    let found = read(stored).unwrap();
    assert_eq!(found[0].params[0].1, Param::Text("two moons, 1".to_owned()));
}

/// Version 0.2 cannot read decimals in parameters.
#[test]
fn decimals_are_stored_as_texts() {
    let problem = Problem::new(ProblemCode::QtyNotPositive, "/qty").with("seen", decimal("-1.50"));
    let stored = r#"[{"code":"qty.not_positive","params":[["seen","-1.5"]],"pointer":"/qty"}]"#;
    assert_eq!(to_json(&[problem]), stored);
    assert_eq!(read(stored).unwrap()[0].params[0].1, Param::Text("-1.5".to_owned()));
}

#[test]
fn malformed_problems_are_rejected() {
    for text in [
        "",
        "{}",
        "[{}]",
        r#"[{"code":"no.such","pointer":"","params":[]}]"#,
        r#"[{"code":"bulk.empty","pointer":"","params":[["x",null]]}]"#,
        r#"[{"code":"bulk.empty","pointer":"","params":[["x",1.5]]}]"#,
        r#"[{"code":"bulk.empty","pointer":"","params":[["x",{"phrase":[]}]]}]"#,
        r#"[{"code":"bulk.empty","pointer":"","params":[["x",{"unheard":[]}]]}]"#,
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}
