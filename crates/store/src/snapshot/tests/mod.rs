//! Snapshots of values and explanations; those of orders and parties are in [`stored_form`].

mod stored_form;

use jiff::civil::Date;
use orderdock_domain::ids;
use orderdock_domain::money::StepOutcome;
use orderdock_domain::number::{self, Decimal};
use orderdock_domain::order::{ExplainedSource, ExplainedStep, LineExplanation, Named};
use orderdock_domain::text::{Code, Text};

use super::*;

fn code(text: &str) -> Code {
    Code::parse(text).unwrap().unwrap()
}

fn number(text: &str) -> Decimal {
    number::exact(text).unwrap()
}

#[test]
fn texts_keep_their_lines() {
    let text = Text::parse("Rampe 3\n\t\"Süd\" \\ Tor").unwrap().unwrap();
    let json = encode_snapshot(&text);
    assert_eq!(json, r#""Rampe 3\u000a\u0009\"Süd\" \\ Tor""#);
    assert_eq!(decode_snapshot(&json), Ok(text));
    // as they were stored once
    let lines = Text::parse("Rampe 3\nTor").unwrap().unwrap();
    assert_eq!(decode_snapshot("\"Rampe 3\nTor\""), Ok(lines));
}

#[test]
fn explanations_are_stored_in_few_words() {
    let day = |text: &str| text.parse::<Date>().unwrap();
    let list = |steps| ExplainedSource::List { steps, price: number("1.99"), scale_from: None };
    let explanation = |source, unrounded| LineExplanation {
        pricing_system: code("Kunden \"A\""),
        list: code("DE\\EUR"),
        precision: 2,
        source,
        removed_tax: None,
        discount: number("10"),
        unrounded,
    };
    let step = |list, found| ExplainedStep { list: code(list), valid_from: day("2026-01-01"), found };
    let table = [
        (
            explanation(ExplainedSource::Manual { sent: number("5.555") }, None),
            r#"{"pricing_system":"Kunden \"A\"","list":"DE\\EUR","precision":2,"source":{"manual":"5.555"},"discount":"10"}"#,
        ),
        (
            explanation(
                list(vec![step("a", StepOutcome::NoPrice), step("b", StepOutcome::Price)]),
                Some(number("1.791")),
            ),
            r#"{"pricing_system":"Kunden \"A\"","list":"DE\\EUR","precision":2,"source":{"steps":[{"list":"a","valid_from":"2026-01-01","found":"noPrice"},{"list":"b","valid_from":"2026-01-01","found":"price"}],"price":"1.99"},"discount":"10","unrounded":"1.791"}"#,
        ),
    ];
    let free = |value, reason| ExplainedSource::WithoutCharge { reason, value };
    let reason = Text::parse("Sample").unwrap();
    for (source, json) in [
        (free(Some(number("35.7")), reason), r#"{"without_charge":"35.7","reason":"Sample"}"#),
        (free(None, None), r#"{"without_charge":null}"#),
    ] {
        assert_eq!(encode_snapshot(&source), json);
        assert_eq!(decode_snapshot(json), Ok(source));
    }
    for (explanation, json) in table {
        assert_eq!(encode_snapshot(&explanation), json);
        assert_eq!(decode_snapshot(json), Ok(explanation));
    }
}

#[test]
fn promises_keep_whether_they_are_a_day_or_an_instant() {
    for text in ["2026-12-08", "2026-12-08T13:00:00.123Z"] {
        assert_eq!(promised_text(&promised(text).unwrap()), text);
    }
}

#[test]
fn what_is_no_snapshot_is_refused() {
    for json in ["", "[]", "{}", r#"{"id":"1","code":"x"}"#, r#"{"id":1,"code":" "}"#] {
        assert_eq!(decode_snapshot::<Named<ids::ShipperId>>(json), Err(SnapshotFault), "{json}");
    }
}
