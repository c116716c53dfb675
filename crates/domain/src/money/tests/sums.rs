//! Totals of a document.

use super::*;

/// Net amount and tax of a line.
type Line<'a> = (&'a str, Option<&'a Tax>);
/// Test case: description, lines, whether tax is included, expected text.
type Document<'a> = (&'a str, &'a [Line<'a>], bool, &'a str);

/// Formats `base+tax CODE; …; lines L, tax T, total G`, or the problem.
fn describe(lines: &[Line<'_>], tax_included: bool) -> String {
    let lines = lines.iter().map(|(net, tax)| LineAmount { net: number(net), tax: *tax });
    match totals(lines, tax_included, 2) {
        Ok(totals) => {
            let taxes: String = totals.taxes.iter().map(describe_tax).collect();
            let [lines, tax, total] =
                [&totals.total_lines, &totals.total_tax, &totals.grand_total].map(canonical);
            format!("{taxes}lines {lines}, tax {tax}, total {total}")
        }
        Err(problem) => at(&problem),
    }
}

fn describe_tax(sum: &TaxAmount<'_>) -> String {
    format!("{}+{} {}; ", canonical(&sum.base), canonical(&sum.amount), sum.tax.code)
}

#[test]
fn gross_line_totals_match_worked_example() {
    let mut fixture = Fixture::new();
    fixture.reference.price_lists[0].tax_included = true;
    fixture.prices = vec![price(VERSION, PCE, "19.99")];
    (fixture.quantity, fixture.discount) = (number("3"), Some(number("10")));
    assert_eq!(fixture.describe(), "DE: 19.99 -> 17.99 x 3 PCE = 53.97, DE19");
    fixture.quoted(|quotation| {
        let quote = quotation.result.as_ref().unwrap();
        let line = LineAmount { net: quote.net, tax: quote.tax };
        let totals = totals([line, line], quote.list.tax_included, 2).unwrap();
        let [sum] = totals.taxes.as_slice() else { panic!("{totals:?}") };
        assert_eq!((canonical(&sum.base).as_str(), canonical(&sum.amount).as_str()), ("90.71", "17.23"));
        assert_eq!(canonical(&totals.total_lines), "107.94");
        assert_eq!(canonical(&totals.grand_total), "107.94");
    });
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn document_totals_add_up() {
    let normal = tax("DE19", Some("DE"), "19");
    let reduced = tax("DE7", Some("DE"), "7");
    let each = Tax { per_line: true, ..normal.clone() };
    let reverse = Tax { reverse_charge: true, ..tax("EU", None, "19") };
    let nothing = tax("ZERO", None, "0");
    let (normal, reduced, each) = (Some(&normal), Some(&reduced), Some(&each));
    let (reverse, nothing) = (Some(&reverse), Some(&nothing));
    let limit = "9999999999999999999999999999";
    let table: &[Document<'_>] = &[
        ("nothing", &[], false, "lines 0, tax 0, total 0"),
        (
            "one line",
            &[("150.36", normal)],
            false,
            "150.36+28.57 DE19; lines 150.36, tax 28.57, total 178.93",
        ),
        (
            "three of 0.13 on the sum: 7.41 cents",
            &[("0.13", normal), ("0.13", normal), ("0.13", normal)],
            false,
            "0.39+0.07 DE19; lines 0.39, tax 0.07, total 0.46",
        ),
        (
            "three of 0.13 line by line: 2.47 cents each",
            &[("0.13", each), ("0.13", each), ("0.13", each)],
            false,
            "0.39+0.06 DE19; lines 0.39, tax 0.06, total 0.45",
        ),
        (
            "two taxes in the order of their lines",
            &[("10", reduced), ("100", normal), ("20", reduced)],
            false,
            "30+2.1 DE7; 100+19 DE19; lines 130, tax 21.1, total 151.1",
        ),
        (
            "included, of each tax its own part",
            &[("107", reduced), ("119", normal)],
            true,
            "100+7 DE7; 100+19 DE19; lines 226, tax 26, total 226",
        ),
        (
            "included, line by line: 8.617 each",
            &[("53.97", each), ("53.97", each)],
            true,
            "90.7+17.24 DE19; lines 107.94, tax 17.24, total 107.94",
        ),
        (
            "a half goes up",
            &[("0.5", Some(&tax("T", None, "1")))],
            false,
            "0.5+0.01 T; lines 0.5, tax 0.01, total 0.51",
        ),
        (
            "below zero away from it",
            &[("-0.5", Some(&tax("T", None, "1")))],
            false,
            "-0.5+-0.01 T; lines -0.5, tax -0.01, total -0.51",
        ),
        ("reverse charge", &[("100", reverse)], false, "100+0 EU; lines 100, tax 0, total 100"),
        ("reverse charge, included", &[("100", reverse)], true, "100+0 EU; lines 100, tax 0, total 100"),
        ("no percent", &[("100", nothing)], true, "100+0 ZERO; lines 100, tax 0, total 100"),
        ("exempt", &[("100", None)], false, "lines 100, tax 0, total 100"),
        (
            "28 digits, more of them on the way",
            &[(limit, nothing)],
            true,
            "9999999999999999999999999999+0 ZERO; lines 9999999999999999999999999999, tax 0, \
             total 9999999999999999999999999999",
        ),
        (
            "19 % of 27 digits",
            &[("1234567890123456789012345.67", normal)],
            false,
            "1234567890123456789012345.67+234567899123456789912345.68 DE19; \
             lines 1234567890123456789012345.67, tax 234567899123456789912345.68, \
             total 1469135789246913578924691.35",
        ),
        (
            "28 digits, exempt",
            &[(limit, None)],
            false,
            "lines 9999999999999999999999999999, tax 0, total 9999999999999999999999999999",
        ),
        ("one more", &[(limit, None), ("1", None)], false, "number.too_large at "),
        ("taxes make it too much", &[(limit, normal)], false, "number.too_large at "),
    ];
    for (case, lines, tax_included, expected) in table {
        assert_eq!(describe(lines, *tax_included), *expected, "{case}");
    }
}
