//! Tests of the descriptions of kinds, and of parsing their fields.

use std::collections::HashSet;

use super::*;
use crate::masterdata::{CONTACT_FIELDS, LOCATION_FIELDS, PARTNER_FIELDS, PRODUCT_FIELDS};
use crate::problem::{Language, Problem};

#[test]
fn kinds_are_indexed_by_their_name() {
    for (place, kind) in KINDS.iter().enumerate() {
        assert_eq!(kind.name as usize, place, "{}", kind.member);
        for child in kind.children {
            assert_eq!(child.kind().parent, Some(kind.name), "{}", kind.member);
        }
        assert!(
            kind.parent.is_none_or(|parent| parent.kind().children.contains(&kind.name)),
            "{}",
            kind.member
        );
    }
}

#[test]
fn kind_fields_follow_the_order_of_the_field_tables() {
    let tables = [
        (KindName::Partners, PARTNER_FIELDS),
        (KindName::Locations, LOCATION_FIELDS),
        (KindName::Contacts, CONTACT_FIELDS),
        (KindName::Products, PRODUCT_FIELDS),
    ];
    for (kind, table) in tables {
        let fields: Vec<_> = kind.kind().fields.iter().map(|field| field.name).collect();
        let names: Vec<_> = table.iter().map(|field| field.master_data).collect();
        // the first field is the organisation
        assert_eq!(fields.get(1..=names.len()), Some(&names[..]), "{}", kind.kind().member);
    }
}

#[test]
fn kind_descriptions_refer_to_existing_cells() {
    for kind in KINDS {
        let cells = kind.cells();
        let unique: HashSet<_> = cells.iter().collect();
        assert_eq!(unique.len(), cells.len(), "{}: {cells:?}", kind.member);
        assert_eq!(kind.cells_with_ids().len(), cells.len(), "{}", kind.member);
        let single = kind.single.iter().flat_map(|single| single.within.iter().chain([&single.flag]));
        let named = kind.keys.iter().chain(kind.lookups).copied().flatten().chain(kind.unique).chain(single);
        for cell in named {
            assert!(cells.contains(cell), "{}: {cell}", kind.member);
        }
        for (_, derived) in kind.derived {
            if let Derived::Folded(cell) = derived {
                assert!(cells.contains(cell), "{}: {cell}", kind.member);
            }
        }
    }
}

#[test]
fn field_defaults_parse_and_labels_exist() {
    for kind in KINDS {
        for field in kind.fields {
            let place = format!("{}.{}", kind.member, field.name);
            assert!(!field.description.is_empty(), "{place}");
            assert!(!field.required || field.default.is_none(), "{place}");
            if let Some(default) = field.default {
                assert!(field.field_type.parse(default).is_ok(), "{place}");
            }
        }
    }
}

/// Keys are resolved in the order of the kinds, so the records in a key must belong to earlier kinds.
#[test]
fn kinds_follow_the_kinds_their_keys_refer_to() {
    for kind in KINDS {
        let parts: HashSet<&str> = kind.keys.iter().copied().flatten().copied().collect();
        for field in kind.fields {
            if !parts.contains(field.name) {
                continue;
            }
            let to = match field.field_type {
                FieldType::Reference(to) => to,
                FieldType::Version { .. } => KindName::PriceListVersions,
                _ => continue,
            };
            assert!(to < kind.name, "{}.{}", kind.member, field.name);
        }
        assert!(kind.parent.is_none_or(|parent| parent < kind.name), "{}", kind.member);
    }
}

#[test]
fn every_field_type_is_parsed() {
    let text = |text: &str| GivenValue::Text(text.to_owned());
    let number = |text: &str| GivenValue::Decimal(text.parse().unwrap());
    let table = [
        (FieldType::Code, " 007 ", text("007")),
        (FieldType::Code, "NO", text("NO")),
        (FieldType::Name, "Mu\u{308}ller", text("Müller")),
        (FieldType::Text, "", GivenValue::Null),
        (FieldType::Owner, "001", text("001")),
        (FieldType::Reference(KindName::Uoms), "PCE", text("PCE")),
        (FieldType::ReferenceWithin { kind: KindName::Locations, parent: "" }, "int-7", text("int-7")),
        (FieldType::Version { day: "" }, "DE-EUR", text("DE-EUR")),
        (FieldType::Letters(2), "DE", text("DE")),
        (FieldType::Short(10), "KV", text("KV")),
        (FieldType::Short(10), "ÜBERGROSSE", text("ÜBERGROSSE")),
        (FieldType::Boolean, "true", GivenValue::Boolean(true)),
        (FieldType::Boolean, "false", GivenValue::Boolean(false)),
        (FieldType::Whole { minimum: 0, maximum: 12 }, "12", GivenValue::Whole(12)),
        (FieldType::Decimal(Range::Any), "-1.50", number("-1.5")),
        (FieldType::Decimal(Range::Any), "0", number("0")),
        (
            FieldType::Decimal(Range::Positive),
            "1234567890123456.123456789012",
            number("1234567890123456.123456789012"),
        ),
        (FieldType::Decimal(Range::Percent), "100", number("100")),
        (FieldType::Date, "2015-01-01", GivenValue::Date(jiff::civil::date(2015, 1, 1))),
        (FieldType::VersionDay, "2016-02-29", GivenValue::Date(jiff::civil::date(2016, 2, 29))),
        (FieldType::TimeZone, "Europe/Berlin", text("Europe/Berlin")),
        (FieldType::Word(&["SOO", "ARI"]), "ARI", text("ARI")),
        (FieldType::Logo, " iVBORw0KGgo=\n", text("iVBORw0KGgo=")),
        (FieldType::Logo, "", GivenValue::Null),
    ];
    for (field_type, given, expected) in table {
        assert_eq!(field_type.parse(given), Ok(expected), "{field_type:?} {given}");
    }
}

#[test]
fn invalid_field_value_is_rejected() {
    let message = |problem: Problem| problem.message(Language::English);
    let (long, longer) = ("x".repeat(256), "x".repeat(501));
    let table = [
        (FieldType::Code, long.as_str(), "The text has 256 characters. The maximum is 255."),
        (FieldType::Name, longer.as_str(), "The text has 501 characters. The maximum is 500."),
        (FieldType::Name, "a\u{1}b", "The text contains the control character U+0001. Remove it."),
        (FieldType::Short(10), "ÜBERGROSSER", "The text has 11 characters. The maximum is 10."),
        (
            FieldType::Code,
            "G\u{200B}1",
            "The text contains the invisible or text-direction character U+200B at position 2. Remove it.",
        ),
        (FieldType::Letters(2), "de", "Expected two capital letters, got “de”."),
        (FieldType::Letters(3), "EURO", "Expected three capital letters, got “EURO”."),
        (FieldType::Boolean, "yes", "Expected true or false, got “yes”."),
        (FieldType::Boolean, "1", "Expected true or false, got “1”."),
        (
            FieldType::Whole { minimum: 0, maximum: 12 },
            "13",
            "Expected a whole number from 0 to 12, got “13”.",
        ),
        (
            FieldType::Whole { minimum: 0, maximum: 12 },
            "1.0",
            "Expected a whole number from 0 to 12, got “1.0”.",
        ),
        (FieldType::Decimal(Range::Positive), "0.0", "Expected a number above 0, got “0.0”."),
        (FieldType::Decimal(Range::Percent), "100.01", "Expected a number from 0 to 100, got “100.01”."),
        (
            FieldType::Decimal(Range::Percent),
            "19,5",
            "Invalid number: decimal comma. Use a decimal point, as in 5.5.",
        ),
        (FieldType::Decimal(Range::Percent), "ten", "Invalid number. Use a format like 12.5."),
        (
            FieldType::Decimal(Range::Positive),
            "1.00000000000000000000000000001",
            "The number exceeds the precision of 28 digits.",
        ),
        (FieldType::Date, "2015-02-29", "Invalid date. Use the format YYYY-MM-DD, as in 2026-12-08."),
        (FieldType::Date, "2015-1-1", "Invalid date. Use the format YYYY-MM-DD, as in 2026-12-08."),
        (
            FieldType::Date,
            "2015-01-01T00:00:00Z",
            "Invalid date. Use the format YYYY-MM-DD, as in 2026-12-08.",
        ),
        (FieldType::TimeZone, "Mars/Base", "Expected a time zone like Europe/Berlin, got “Mars/Base”."),
        (FieldType::Word(&["SOO", "ARI"]), "soo", "Invalid value “soo”. Allowed values: SOO, ARI."),
        (
            FieldType::Logo,
            "logo.svg",
            "Expected a PNG or JPEG image of up to 100 KiB in Base64, got a text of 8 characters.",
        ),
    ];
    for (field_type, given, expected) in table {
        let problem = field_type.parse(given).expect_err(given);
        assert_eq!(message(problem), expected, "{field_type:?} {given}");
    }
}

#[test]
fn pointer_resolves_to_its_node_or_nearest_parent() {
    let leaf = |column| Node { line: 2, column, content: NodeContent::Null };
    let list = Node { line: 2, column: 3, content: NodeContent::List(vec![leaf(4), leaf(5)]) };
    let members = vec![("a".to_owned(), leaf(2)), ("a".to_owned(), list), ("b/c".to_owned(), leaf(6))];
    let root = Node { line: 1, column: 1, content: NodeContent::Members(members) };
    for (pointer, column) in [("", 1), ("/a", 3), ("/a/1", 5), ("/a/2", 3), ("/b~1c", 6), ("/x/1", 1)] {
        assert_eq!(root.at(pointer).column, column, "{pointer}");
    }
}

#[test]
fn records_above_the_limit_are_rejected_with_their_count() {
    let scalar = |text: &str| Node { line: 1, column: 1, content: NodeContent::Scalar(text.to_owned()) };
    let members = ["code", "name"].map(|name| (name.to_owned(), scalar("X")));
    let node = Node { line: 1, column: 1, content: NodeContent::Members(members.to_vec()) };
    let read = |count| {
        let mut reader = RecordReader::default();
        (0..count).for_each(|index| reader.record(KindName::Uoms.kind(), index, &node));
        reader.finish()
    };
    assert_eq!(read(MAX_RECORDS).map(|batch| batch.len()), Ok(MAX_RECORDS));
    let problems = read(MAX_RECORDS + 1).expect_err("one record too many");
    let message = problems[0].message(Language::English);
    assert_eq!(message, "The request has 200001 records. The maximum is 200000.");
}

#[test]
fn boolean_for_text_is_rejected() {
    let read = |code: NodeContent, active: NodeContent| {
        let node = |content| Node { line: 1, column: 1, content };
        let name = ("name".to_owned(), node(NodeContent::Scalar("Stück".to_owned())));
        let members = vec![("code".to_owned(), node(code)), ("active".to_owned(), node(active)), name];
        let mut reader = RecordReader::default();
        reader.record(KindName::Uoms.kind(), 0, &node(NodeContent::Members(members)));
        let problems = reader.finish().unwrap().problems;
        problems.iter().map(|problem| problem.message(Language::English)).collect::<Vec<_>>()
    };
    let text = |text: &str| NodeContent::Scalar(text.to_owned());
    assert_eq!(read(text("true"), NodeContent::Boolean(false)), Vec::<String>::new());
    assert_eq!(read(NodeContent::Boolean(true), NodeContent::Boolean(true)), ["Expected text, got boolean."]);
}

#[test]
fn gtins_are_normalised_and_errors_name_entry_and_reason() {
    let scalar = |text: &str| Node { line: 1, column: 1, content: NodeContent::Scalar(text.to_owned()) };
    let node = |content| Node { line: 1, column: 1, content };
    let read = |gtins: Node| {
        let members = [("code", scalar("T")), ("name", scalar("T")), ("uom", scalar("PCE")), (GTINS, gtins)];
        let members = members.map(|(name, node)| (name.to_owned(), node)).into();
        let mut reader = RecordReader::default();
        reader.record(KindName::Products.kind(), 0, &node(NodeContent::Members(members)));
        let batch = reader.finish().unwrap();
        let value = batch.of(KindName::Products)[0].value(KindName::Products.kind(), GTINS).cloned();
        let problems = batch.problems.iter();
        (value, problems.map(|one| format!("{} {}", one.pointer, one.message(Language::English))).collect())
    };
    let list = |gtins: &[&str]| node(NodeContent::List(gtins.iter().map(|gtin| scalar(gtin)).collect()));
    let table: [(&[&str], &[&str]); 6] = [
        (&["4006381333931", "96385074"], &[]),
        (&["4006381333932"], &["0 Expected a GTIN with the check digit 1, got “4006381333932”."]),
        (&["400638133393X"], &["0 Expected a GTIN of 8, 12, 13 or 14 digits, got “400638133393X”."]),
        (&["96385074", "123"], &["1 Expected a GTIN of 8, 12, 13 or 14 digits, got “123”."]),
        (&[""], &["0 Expected a GTIN of 8, 12, 13 or 14 digits, got “”."]),
        (&["96385074", "00000096385074"], &["1 The list contains this entry more than once."]),
    ];
    for (given, expected) in table {
        let (value, problems): (_, Vec<String>) = read(list(given));
        let expected: Vec<_> = expected.iter().map(|one| format!("/products/0/gtins/{one}")).collect();
        assert_eq!(problems, expected, "{given:?}");
        if expected.is_empty() {
            let sorted = ["00000096385074", "04006381333931"].map(str::to_owned).into();
            assert_eq!(value, Some(GivenValue::Codes(sorted)));
        }
    }
    let (value, problems): (_, Vec<String>) = read(scalar("96385074"));
    let message = "/products/0/gtins Expected a list, got “96385074”.";
    assert_eq!((value, problems), (None, vec![message.to_owned()]));
    let many = vec!["96385074"; MAX_ENTRIES + 1];
    let (value, problems): (_, Vec<String>) = read(list(&many));
    assert_eq!((value, problems.len()), (None, 1));
    assert_eq!(read(node(NodeContent::Null)), (Some(GivenValue::Null), Vec::<String>::new()));
}
