use std::borrow::Cow;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::civil::Date;
use orderdock_domain::candidate::{DateOrInstant, MaybeUndefined};
use orderdock_domain::identifier::IdentifierString;
use orderdock_domain::number::{Decimal, canonical};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, ProblemCode};
use orderdock_domain::text::{Code, Name, Text};
use serde_json::json;
use utoipa::PartialSchema;

use super::SyntaxKind::Expected;
use super::*;

fn at_line_column(sent: &[u8], at: u32) -> (u32, u32) {
    let place = line_columns(sent, &[at])[0];
    (place.line, place.column)
}

fn rejected(sent: &[u8]) -> SyntaxFault {
    match text_of(sent).and_then(|text| parse(text).map(|_| ())) {
        Err(fault) => fault,
        Ok(()) => panic!("{} was read", String::from_utf8_lossy(sent)),
    }
}

#[test]
fn syntax_faults_have_kind_and_position() {
    let table: [(&str, SyntaxKind, (u32, u32), &str); 27] = [
        ("", SyntaxKind::Empty, (1, 1), "the text is empty"),
        (" \n ", SyntaxKind::Empty, (2, 2), "the text is empty"),
        (
            "{\"qty\": 1",
            Expected(Phrase::RestOfObject),
            (1, 10),
            "`,` or `}` to continue or close an object, found the end",
        ),
        ("{\"qty\":", Expected(Phrase::AValue), (1, 8), "expected a value, found the end of the text"),
        ("{\"qty", Expected(Phrase::EndOfString), (1, 6), "the end of a string, found the end of the text"),
        (
            "[1,\n2",
            Expected(Phrase::RestOfList),
            (2, 2),
            "`,` or `]` to continue or close a list, found the end",
        ),
        ("{\"a\": tru", Expected(Phrase::AValue), (1, 10), "found the end of the text"),
        ("{\"a\": 1.", Expected(Phrase::AValue), (1, 9), "found the end of the text"),
        (
            "{\n  \"ä\": 1\n  \"b\": 2}",
            Expected(Phrase::CommaOrEndOfObject),
            (3, 3),
            "`,` or `}`, found `\\\"`",
        ),
        ("{\"ä\": \"ü\" \"b\": 2}", Expected(Phrase::CommaOrEndOfObject), (1, 11), "`,` or `}`"),
        ("[1 2]", Expected(Phrase::CommaOrEndOfList), (1, 4), "expected `,` or `]`, found `2`"),
        ("{\"a\" 1}", Expected(Phrase::Colon), (1, 6), "`:` after a field name, found `1`"),
        ("{a: 1}", Expected(Phrase::QuotedMemberName), (1, 2), "in double quotes, found `a`"),
        ("{\"qty\": 5,5}", SyntaxKind::DecimalComma, (1, 11), "a decimal comma is not allowed"),
        ("{\"a\": 1,}", Expected(Phrase::AnotherEntry), (1, 9), "another entry after the comma, found `}`"),
        ("[1,]", Expected(Phrase::AnotherEntry), (1, 4), "another entry after the comma, found `]`"),
        ("[ü]", Expected(Phrase::AValue), (1, 2), "expected a value, found `ü`"),
        ("[NaN]", Expected(Phrase::AValue), (1, 2), "expected a value, found `N`"),
        ("[-Infinity]", Expected(Phrase::Digit), (1, 3), "found `I`"),
        ("[01]", Expected(Phrase::Digit), (1, 3), "found `1`"),
        ("[+1]", Expected(Phrase::AValue), (1, 2), "found `+`"),
        ("[trux]", Expected(Phrase::Literal), (1, 5), "true, false or null, found `x`"),
        ("[\"a\\x\"]", Expected(Phrase::Escape), (1, 5), "an escape sequence like"),
        ("[\"ü\nb\"]", SyntaxKind::ControlCharacter, (1, 4), "must be escaped"),
        ("[\"\\ud800\"]", SyntaxKind::Surrogate, (1, 9), "half of a surrogate pair"),
        ("[\"\\udc00x\"]", SyntaxKind::Surrogate, (1, 8), "half of a surrogate pair"),
        ("{} {}", SyntaxKind::TrailingText, (1, 4), "unexpected text after the end: `{`"),
    ];
    for (text, kind, place, reason) in table {
        let fault = rejected(text.as_bytes());
        assert_eq!((fault.kind, at_line_column(text.as_bytes(), fault.at)), (kind, place), "{text}");
        let message = fault.reason().text(Language::English);
        assert!(message.contains(reason), "{text}: {message}");
        let marked = format!("\u{FEFF}{text}");
        let marked_fault = rejected(marked.as_bytes());
        assert_eq!(
            at_line_column(marked.as_bytes(), marked_fault.at),
            place,
            "{text} after a byte order mark"
        );
    }
}

#[test]
fn invalid_utf8_is_rejected_with_its_position() {
    let sent = b"{\"name\": \"M\xC3\xBCller\",\n \"city\": \"K\xF6ln\"}";
    let fault = rejected(sent);
    assert_eq!((fault.kind, at_line_column(sent, fault.at)), (SyntaxKind::NotUtf8, (2, 12)));
    assert_eq!(fault.finding().problem.code, ProblemCode::JsonNotUtf8);
}

#[test]
fn deep_nesting_is_refused_early_and_at_the_limit_understood() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(parse(&nested(MAX_NESTING)).is_ok());
    assert_eq!(parse(&nested(MAX_NESTING + 1)).map_err(|fault| fault.kind), Err(SyntaxKind::TooDeep));
    let start = Instant::now();
    for open in ["[", "{\"a\":"] {
        let fault = rejected(open.repeat(100_000).as_bytes());
        assert_eq!(fault.kind, SyntaxKind::TooDeep);
        assert_eq!(fault.finding().problem.code, ProblemCode::JsonTooDeep);
    }
    // a parser that backtracks at every level would take minutes
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_tree_has_a_limited_number_of_values() {
    let list = |values: u32| format!("[{}0]", "0,".repeat(values as usize - 2));
    assert!(parse(&list(MAX_VALUES)).is_ok());
    assert_eq!(parse(&list(MAX_VALUES + 1)).map_err(|fault| fault.kind), Err(SyntaxKind::TooManyValues));
}

#[test]
fn numbers_stay_text_and_strings_are_borrowed() {
    let text = r#"{"qty": 1.50, "big": 1e400, "name": "Müller", "quoted": "\"x\" \u00fc", "": null, "n\u0061me": true}"#;
    let node = parse(text).unwrap();
    let JsonValue::Object(members) = node.value else { panic!("not an object") };
    let values: Vec<_> = members.iter().map(|member| (&*member.name, &member.value.value)).collect();
    assert_eq!(values[0], ("qty", &JsonValue::Number("1.50")));
    assert_eq!(values[1], ("big", &JsonValue::Number("1e400")));
    assert!(matches!(values[2], ("name", JsonValue::Text(Cow::Borrowed("Müller")))));
    assert_eq!(values[3], ("quoted", &JsonValue::Text(Cow::Borrowed("\"x\" ü"))));
    assert!(matches!(values[3].1, JsonValue::Text(Cow::Owned(_))));
    assert_eq!(values[4], ("", &JsonValue::Null));
    assert_eq!(values[5], ("name", &JsonValue::Bool(true)));
}

#[test]
fn columns_count_characters_of_the_sent_text() {
    let text = "{\"ä\": 1,\r\n  \"name\": \"日本\", \"x\": 2}";
    let offset = |needle: &str| u32::try_from(text.find(needle).unwrap()).unwrap();
    let offsets = [offset("2}"), offset("1,"), offset("\"日"), u32::MAX, 0];
    let expected = [(2, 22), (1, 7), (2, 11), (2, 24), (1, 1)];
    for sent in [text.to_owned(), format!("\u{FEFF}{text}")] {
        let found: Vec<_> =
            line_columns(sent.as_bytes(), &offsets).iter().map(|place| (place.line, place.column)).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn values_are_located_by_pointer() {
    let row = r#"{"bpartner": {"location": {"a/b": 1, "m~n": 2}}, "lines": [{"qty": 0}, {}]}"#;
    let table = [
        ("", "{\"bp", Some("{…}")),
        ("/bpartner/location/a~1b", "1,", Some("1")),
        ("/bpartner/location/m~0n", "2}", Some("2")),
        ("/bpartner/location/countryCode", "{\"a/b", None),
        ("/bpartner/contact/name", "{\"location", None),
        ("/lines/0/qty", "0}", Some("0")),
        ("/lines/1/qty", "{}]", None),
        ("/lines/7", "[{\"qty", None),
        ("/lines", "[{\"qty", Some("[…]")),
    ];
    let resolved_pointers = locate(row, table.map(|(pointer, ..)| pointer));
    for ((pointer, text, seen), resolved) in table.into_iter().zip(resolved_pointers) {
        assert!(
            row[resolved.at as usize..].starts_with(text),
            "{pointer} leads to {}",
            &row[resolved.at as usize..]
        );
        assert_eq!(resolved.seen.as_deref(), seen, "{pointer}");
    }
}

fn scalar<T: Scalar>(text: &str) -> Result<Option<T::Read>, ProblemCode> {
    T::read(&parse(text).unwrap().value).map_err(|fault| fault.code)
}

#[test]
fn decimals_are_exact_and_strings_of_digits_understood() {
    let table: [(&str, Result<Option<&str>, ProblemCode>); 14] = [
        ("5", Ok(Some("5"))),
        ("1.50", Ok(Some("1.5"))),
        ("\"5\"", Ok(Some("5"))),
        ("\" 5.5 \"", Ok(Some("5.5"))),
        ("12345678901234567890.12345678", Ok(Some("12345678901234567890.12345678"))),
        ("null", Ok(None)),
        ("\"\"", Ok(None)),
        ("\"5,5\"", Err(ProblemCode::NumberDecimalComma)),
        ("\"five\"", Err(ProblemCode::NumberInvalid)),
        ("\"1_000\"", Err(ProblemCode::NumberInvalid)),
        ("1e400", Err(ProblemCode::NumberTooLarge)),
        ("12345678901234567890123456789", Err(ProblemCode::NumberTooLarge)),
        ("true", Err(ProblemCode::TypeWrong)),
        ("[5]", Err(ProblemCode::TypeWrong)),
    ];
    for (text, expected) in table {
        let read = scalar::<Decimal>(text).map(|number| number.map(|number| canonical(&number)));
        assert_eq!(read, expected.map(|number| number.map(str::to_owned)), "{text}");
    }
}

#[test]
fn number_is_accepted_as_code_with_its_digits() {
    let table: [(&str, Result<Option<&str>, ProblemCode>); 9] = [
        ("\" G0001 \"", Ok(Some("G0001"))),
        ("2156425", Ok(Some("2156425"))),
        ("007.0", Err(ProblemCode::JsonSyntax)),
        ("1.50", Ok(Some("1.50"))),
        ("\"\"", Ok(None)),
        ("null", Ok(None)),
        ("true", Err(ProblemCode::TypeWrong)),
        ("{}", Err(ProblemCode::TypeWrong)),
        ("\"a\\u0000b\"", Err(ProblemCode::TextControlCharacter)),
    ];
    for (text, expected) in table {
        let read = match parse(text) {
            Ok(_) => scalar::<Code>(text).map(|code| code.map(Code::into_string)),
            Err(fault) => Err(fault.finding().problem.code),
        };
        assert_eq!(read, expected.map(|code| code.map(str::to_owned)), "{text}");
    }
    for (text, expected) in [
        ("49221123456", Ok(Some("49221123456"))),
        ("1.50", Ok(Some("1.50"))),
        ("true", Err(ProblemCode::TypeWrong)),
    ] {
        let expected = expected.map(|text| text.map(str::to_owned));
        assert_eq!(scalar::<Name>(text).map(|name| name.map(Name::into_string)), expected, "{text}");
        assert_eq!(scalar::<Text>(text).map(|name| name.map(Text::into_string)), expected, "{text}");
    }
    assert_eq!(scalar::<Code>("\"G\\u200b1\""), Err(ProblemCode::TextHiddenCharacter));
    assert_eq!(scalar::<Name>("\"a\\u202eb\""), Err(ProblemCode::TextHiddenCharacter));
    assert_eq!(scalar::<Code>(&format!("\"{}\"", "x".repeat(256))), Err(ProblemCode::TextTooLong));
}

#[test]
fn booleans_and_integers_are_read_in_every_accepted_form() {
    let booleans = [
        ("true", Ok(Some(true))),
        ("\"true\"", Ok(Some(true))),
        ("\" false \"", Ok(Some(false))),
        ("\"TRUE\"", Ok(Some(true))),
        ("\"False\"", Ok(Some(false))),
        ("\"\"", Ok(None)),
        ("null", Ok(None)),
        ("\"yes\"", Err(ProblemCode::TypeWrong)),
        ("1", Ok(Some(true))),
        ("0", Ok(Some(false))),
        ("2", Err(ProblemCode::TypeWrong)),
        ("1.5", Err(ProblemCode::TypeWrong)),
    ];
    for (text, expected) in booleans {
        assert_eq!(scalar::<bool>(text), expected, "{text}");
    }
    let whole = [
        ("10", Ok(Some(10))),
        ("10.0", Ok(Some(10))),
        ("\"10\"", Ok(Some(10))),
        ("-3", Ok(Some(-3))),
        ("\"+5\"", Ok(Some(5))),
        ("\"+-5\"", Err(ProblemCode::NumberInvalid)),
        ("\"++5\"", Err(ProblemCode::NumberInvalid)),
        ("\"+\"", Err(ProblemCode::NumberInvalid)),
        ("10.5", Err(ProblemCode::TypeWrong)),
        ("9223372036854775808", Err(ProblemCode::NumberTooLarge)),
    ];
    for (text, expected) in whole {
        assert_eq!(scalar::<i64>(text), expected, "{text}");
    }
}

#[test]
fn dates_are_days_of_the_calendar() {
    let table = [
        ("\"2013-03-20\"", Ok(Some((2013, 3, 20)))),
        ("\" 2013-03-20 \"", Ok(Some((2013, 3, 20)))),
        ("[2013,3,20]", Ok(Some((2013, 3, 20)))),
        ("\"2024-02-29\"", Ok(Some((2024, 2, 29)))),
        ("null", Ok(None)),
        ("\" \"", Ok(None)),
        ("\"2023-02-29\"", Err(ProblemCode::DateInvalid)),
        ("\"2013-13-01\"", Err(ProblemCode::DateInvalid)),
        ("\"0000-01-01\"", Err(ProblemCode::DateInvalid)),
        ("\"2013-3-20\"", Err(ProblemCode::DateInvalid)),
        ("\"20.03.2013\"", Err(ProblemCode::DateInvalid)),
        ("\"2013-03-20T00:00:00\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"2013-02-30T00:00:00Z\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"2013-03-20 00:00:00Z\"", Err(ProblemCode::DateInvalid)),
        ("\"9999-12-31T23:59:59Z\"", Ok(Some((9999, 12, 31)))),
        ("\"9999-12-31T00:00:00.000+01:00\"", Ok(Some((9999, 12, 31)))),
        ("\"9999-12-30T23:00:00-12:00\"", Ok(Some((9999, 12, 30)))),
        ("\"9999-13-31T00:00:00Z\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"2013-03-20T00:00:00+25:00\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"2013-03-20T00:00:00-24:00\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"0000-06-01T00:00:00Z\"", Err(ProblemCode::DateInvalid)),
        ("\"tomorrow\"", Err(ProblemCode::DateInvalid)),
        ("[2013,3]", Err(ProblemCode::DateInvalid)),
        ("[2013,2,30]", Err(ProblemCode::DateInvalid)),
        ("[2013,3,200]", Err(ProblemCode::DateInvalid)),
        ("[2013,3,\"20\"]", Err(ProblemCode::DateInvalid)),
        ("20130320", Err(ProblemCode::TypeWrong)),
    ];
    for (text, expected) in table {
        let expected = expected.map(|day: Option<(i16, i8, i8)>| {
            day.map(|(y, m, d)| DateOrInstant::Date(Date::new(y, m, d).unwrap()))
        });
        assert_eq!(scalar::<DateOrInstant>(text), expected, "{text}");
    }
    let instant = "2030-03-05T23:30:00Z".parse().unwrap();
    assert_eq!(
        scalar::<DateOrInstant>("\"2030-03-06T00:30:00.000+01:00\""),
        Ok(Some(DateOrInstant::Instant(instant)))
    );
}

#[test]
fn date_times_need_an_offset() {
    let table = [
        ("\"2020-03-12T10:30:00.125Z\"", Ok(Some("2020-03-12T10:30:00.125Z"))),
        ("\"2020-03-12T10:30:00+05:30\"", Ok(Some("2020-03-12T05:00:00Z"))),
        ("\"\"", Ok(None)),
        ("\"2020-03-12T10:30:00+23:59\"", Ok(Some("2020-03-11T10:31:00Z"))),
        ("\"2020-03-12T10:30:00-23:59\"", Ok(Some("2020-03-13T10:29:00Z"))),
        ("\"2020-03-12T10:30:00+25:00\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"9999-12-31T23:59:59Z\"", Ok(Some("9999-12-30T22:00:00Z"))),
        ("\"2020-03-12T10:30:00\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"2020-03-12\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"2020-02-30T10:30:00Z\"", Err(ProblemCode::DateTimeInvalid)),
        ("\"2020-03-12T10:30:00+01:00[Europe/Berlin]\"", Err(ProblemCode::DateTimeInvalid)),
        ("5", Err(ProblemCode::TypeWrong)),
    ];
    for (text, expected) in table {
        let read = scalar::<Timestamp>(text).map(|instant| instant.map(|instant| instant.to_string()));
        assert_eq!(read, expected.map(|instant| instant.map(str::to_owned)), "{text}");
    }
}

#[test]
fn identifier_string_with_invalid_prefix_is_rejected() {
    assert!(matches!(scalar::<IdentifierString>("\"ext-4711 a\""), Ok(Some(IdentifierString::External(_)))));
    assert_eq!(scalar::<IdentifierString>("540006"), Ok(Some(IdentifierString::Id(540_006))));
    assert_eq!(scalar::<IdentifierString>("\"DPD\""), Err(ProblemCode::IdentifierInvalid));
    assert_eq!(scalar::<IdentifierString>("\"int-\""), Err(ProblemCode::IdentifierInvalid));
}

members! {
    /// A small object to read in tests.
    Parcel("Parcel", Lenient) "A small object." {
        name: "name" Name, required, "In capitals.";
        weight: "weight" | "mass" MaybeUndefined<Decimal>;
        to: "to" Parcel<'t>;
        lines: "lines" ListOf<Parcel<'t>>;
    }
}

/// Reads a parcel with its nested parcels.
fn parcel(reader: &mut Reader, members: &Parcel<'_>) -> (Option<Name>, MaybeUndefined<Decimal>) {
    reader.object(members.to, parcel);
    reader.objects(members.lines, |reader, members| Some(parcel(reader, members)));
    (reader.required(members.name), reader.sent(members.weight))
}

fn read_parcel(reader: &mut Reader, node: &JsonNode<'_>) -> Option<(Option<Name>, MaybeUndefined<Decimal>)> {
    let members = Parcel::open(reader, node)?;
    Some(parcel(reader, &members))
}

#[test]
fn object_schema_matches_its_reader() {
    let parcel = json!({
        "type": "object",
        "description": "A small object.",
        "required": ["name"],
        "properties": {
            "name": { "type": "string", "maxLength": 500, "description": "In capitals." },
            "weight": { "type": ["number", "null"], "format": "decimal" },
            "to": { "$ref": "#/components/schemas/Parcel" },
            "lines": { "type": "array", "items": { "$ref": "#/components/schemas/Parcel" } },
        },
        "additionalProperties": true,
    });
    assert_eq!(serde_json::to_value(<Parcel<'_> as PartialSchema>::schema()).unwrap(), parcel);
    let mut parts = NamedSchemas::new();
    Parcel::parts(&mut parts);
    assert_eq!(parts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Parcel"]);
}

/// Code, pointer, line and column, and quoted value of a finding.
type Note = (ProblemCode, String, (u32, u32), Option<String>);

fn noted(findings: &Findings, text: &str) -> Vec<Note> {
    let note = |finding: &ValueFinding| {
        let place = at_line_column(text.as_bytes(), finding.at);
        (finding.problem.code, finding.problem.pointer.to_string(), place, finding.seen.clone())
    };
    findings.first.iter().map(note).collect()
}

#[test]
fn all_faults_of_an_object_are_reported() {
    let text = r#"{"weight": "1,5", "colour": "rot",
  "to": {"name": 5, "name": "x", "a/b": [], "a/b": 1, "weight": 1, "mass": 2},
  "lines": [{"name": "ok"}, 7, {"name": " "}]}"#;
    let mut reader = Reader::new(Handling::Lenient, Keep { errors: 20, warnings: 20 });
    read_parcel(&mut reader, &parse(text).unwrap());
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        noted(&reader.errors, text),
        [
            (ProblemCode::PropertyDuplicate, "/to/name".into(), (2, 29), None),
            (ProblemCode::PropertyDuplicate, "/to/a~1b".into(), (2, 52), None),
            (ProblemCode::PropertyDuplicate, "/to/mass".into(), (2, 76), None),
            (ProblemCode::TypeWrong, "/lines/1".into(), (3, 29), some("7")),
            (ProblemCode::PropertyMissing, "/lines/2/name".into(), (3, 41), some(" ")),
            (ProblemCode::PropertyMissing, "/name".into(), (1, 1), None),
            (ProblemCode::NumberDecimalComma, "/weight".into(), (1, 12), some("1,5")),
        ]
    );
    assert_eq!(
        noted(&reader.warnings, text),
        [
            (ProblemCode::PropertyUnknown, "/colour".into(), (1, 29), some("rot")),
            (ProblemCode::PropertyUnknown, "/to/a~1b".into(), (2, 41), some("[…]")),
        ]
    );
    assert_eq!(reader.errors.first[3].problem.message(Language::English), "Expected object, got number.");
}

#[test]
fn unknown_members_are_errors_when_handling_is_strict() {
    let mut reader = Reader::new(Handling::Strict, Keep { errors: 20, warnings: 20 });
    read_parcel(&mut reader, &parse(r#"{"name": "x", "colour": 1}"#).unwrap());
    assert_eq!(reader.warnings.total, 0);
    assert_eq!(reader.errors.first[0].problem.code, ProblemCode::PropertyUnknown);
}

#[test]
fn null_differs_from_absent() {
    let weight = |text: &str| {
        let mut reader = Reader::new(Handling::Strict, Keep { errors: 20, warnings: 20 });
        let read = read_parcel(&mut reader, &parse(text).unwrap()).unwrap().1;
        assert_eq!(reader.errors.total, 0, "{text}");
        read
    };
    assert_eq!(weight(r#"{"name": "x"}"#), MaybeUndefined::Absent);
    assert_eq!(weight(r#"{"name": "x", "weight": null}"#), MaybeUndefined::Null);
    assert_eq!(weight(r#"{"name": "x", "weight": " "}"#), MaybeUndefined::Null);
    assert_eq!(weight(r#"{"name": "x", "mass": 2}"#), MaybeUndefined::Value(Decimal::TWO));
}

#[test]
fn first_findings_are_kept_and_all_counted() {
    let entries = vec!["7"; 1000].join(",");
    let mut reader = Reader::new(Handling::Lenient, Keep { errors: 20, warnings: 20 });
    read_parcel(&mut reader, &parse(&format!(r#"{{"name": "x", "lines": [{entries}]}}"#)).unwrap());
    assert_eq!((reader.errors.first.len(), reader.errors.total), (20, 1000));
}

#[test]
fn long_values_are_quoted_truncated() {
    let long = "ü".repeat(300);
    let seen = parse(&format!("\"{long}\"")).unwrap().value.seen();
    assert_eq!(seen, format!("{}…", "ü".repeat(80)));
}

/// Number of rows, the visited rows, and the findings around them.
type Visit = (Result<Option<usize>, SyntaxFault>, Vec<(usize, String)>, Reader);

fn visit(text: &str) -> Visit {
    let mut reader = Reader::new(Handling::Lenient, Keep { errors: 20, warnings: 20 });
    let mut rows = Vec::new();
    let count = visit_rows(text, "requests", &mut reader, |row| {
        assert!(text[row.node.at as usize..].starts_with(row.text));
        rows.push((row.index, row.text.to_owned()));
    });
    (count.map(|list| list.map(|list| list.rows)), rows, reader)
}

#[test]
fn rows_are_visited_at_any_position_of_the_list() {
    for text in [
        r#"{"requests": [{"a": 1}, [2] ,3]}"#,
        r#"{"x": {"requests": [9]}, "requests" : [ {"a": 1},[2],3 ], "y": 1}"#,
    ] {
        let (count, rows, reader) = visit(text);
        assert_eq!(count, Ok(Some(3)), "{text}");
        let expected = [(0, r#"{"a": 1}"#), (1, "[2]"), (2, "3")].map(|(index, row)| (index, row.to_owned()));
        assert_eq!(rows, expected, "{text}");
        assert_eq!(reader.errors.total, 0, "{text}");
    }
    assert_eq!(visit(r#"{"requests": [], "x": 1}"#).2.warnings.first[0].problem.pointer, "/x");
    assert_eq!(visit(r#"{"requests": []}"#).0, Ok(Some(0)));
}

#[test]
fn list_instead_of_document_is_reported_with_the_expected_form() {
    let (_, _, reader) = visit("[{\"a\": 1}]");
    let message = reader.errors.first[0].problem.message(Language::English);
    assert_eq!(
        message,
        r#"Expected an object with the list “requests”, like {"requests": [{…}]}, got array."#
    );
}

#[test]
fn faults_around_the_rows_are_reported() {
    let table = [
        ("[1]", ProblemCode::TypeWrong, "", (1, 1)),
        ("\"x\"", ProblemCode::TypeWrong, "", (1, 1)),
        (" {}", ProblemCode::PropertyMissing, "/requests", (1, 2)),
        (r#"{"requests": null}"#, ProblemCode::PropertyMissing, "/requests", (1, 1)),
        (r#"{"requests": {}}"#, ProblemCode::TypeWrong, "/requests", (1, 14)),
        (r#"{"requests": [1], "requests": [2]}"#, ProblemCode::PropertyDuplicate, "/requests", (1, 31)),
        (r#"{"requests": [1], "requests": 2}"#, ProblemCode::PropertyDuplicate, "/requests", (1, 31)),
        (r#"{"x": 1, "x": 2, "requests": []}"#, ProblemCode::PropertyDuplicate, "/x", (1, 15)),
    ];
    for (text, code, pointer, place) in table {
        let (count, rows, reader) = visit(text);
        assert!(count.is_ok() && rows.len() < 2, "{text}");
        let notes = noted(&reader.errors, text);
        assert_eq!(notes.len(), 1, "{text}: {notes:?}");
        assert_eq!((notes[0].0, &*notes[0].1, notes[0].2), (code, pointer, place), "{text}");
    }
    let (count, rows, _) = visit("{\"requests\": [{\"a\": 1}, {\"a\": 2,}]}");
    assert_eq!(count.map_err(|fault| fault.kind), Err(Expected(Phrase::AnotherEntry)));
    assert_eq!(rows.len(), 1);
    let deep = format!("{{\"requests\": [{}", "[".repeat(100_000));
    assert_eq!(visit(&deep).0.map_err(|fault| fault.kind), Err(SyntaxKind::TooDeep));
}
