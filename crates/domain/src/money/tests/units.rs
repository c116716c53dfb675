//! Conversion of quantities between units.

use super::*;

/// Test case: description, the product's rules, general rules, source and target unit, quantity, expected text.
type Row<'a> = (&'a str, &'a [Conversion], &'a [Conversion], UnitId, UnitId, &'a str, &'a str);

fn check_rules(table: &[Row<'_>]) {
    let product = |rules: &[Conversion]| Product { conversions: rules.to_vec(), ..product() };
    let general = |rules: &[Conversion]| {
        let mut reference = reference();
        reference.unit_conversions = rules.to_vec();
        reference.indexed()
    };
    for (case, products, generals, from, to, quantity, expected) in table {
        let result = convert(number(quantity), *from, *to, &product(products), &general(generals));
        match result {
            Ok(converted) => assert_eq!(canonical(&converted.decimal), *expected, "{case}"),
            Err(problem) if problem.code == crate::problem::ProblemCode::NumberTooLarge => {
                assert_eq!((problem.code.as_str(), &*problem.pointer), (*expected, "/qty"), "{case}");
            }
            Err(problem) => {
                let unit = reference().indexed().unit(*from).unwrap().code.clone();
                let messages = format!("The product has no conversion from {unit} to {expected}.");
                assert_eq!(problem.message(Language::English), messages, "{case}");
                assert_eq!(problem.pointer, "/uomCode", "{case}");
            }
        }
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn product_conversion_wins_over_general_one_in_both_directions() {
    let dozen = conversion(CTN, PCE, "12", "1");
    let ten = conversion(CTN, PCE, "10", "1");
    let third = conversion(PCE, CTN, "1", "3");
    let (mine, none): (&[_], &[_]) = (std::slice::from_ref(&dozen), &[]);
    let table: &[Row<'_>] = &[
        ("equal units need no rule", none, none, KGM, KGM, "1.2345", "1.2345"),
        ("the product's rule", mine, none, CTN, PCE, "7", "84"),
        ("its reverse", mine, none, PCE, CTN, "84", "7"),
        ("the general rule", none, mine, CTN, PCE, "7", "84"),
        ("its reverse, exact although beyond the unit's digits", none, mine, PCE, CTN, "0.0003", "0.000025"),
        ("the product's before the general", mine, std::slice::from_ref(&ten), CTN, PCE, "1", "12"),
        ("even where only its reverse is stored", std::slice::from_ref(&third), mine, CTN, PCE, "1", "3"),
        (
            "the rule for the direction before the reverse",
            &[third.clone(), ten.clone()],
            none,
            CTN,
            PCE,
            "1",
            "10",
        ),
        ("no end: rounded to the unit's digits", mine, none, PCE, CTN, "7", "0.583333"),
        ("a half goes up", &[conversion(PCE, KGM, "1", "6.4")], none, PCE, KGM, "1", "0.15625"),
        (
            "two thirds, shown with six digits at least",
            &[conversion(PCE, KGM, "2", "3")],
            none,
            PCE,
            KGM,
            "1",
            "0.666667",
        ),
        ("below zero alike", &[conversion(PCE, KGM, "2", "3")], none, PCE, KGM, "-1", "-0.666667"),
        ("whole units", &[conversion(KGM, PCE, "1", "3")], none, KGM, PCE, "4.5", "1.5"),
        ("never shown as whole units", &[conversion(KGM, PCE, "1", "3")], none, KGM, PCE, "5", "1.666667"),
        (
            "a rule with 0 is none",
            &[conversion(CTN, PCE, "0", "1")],
            std::slice::from_ref(&ten),
            CTN,
            PCE,
            "1",
            "10",
        ),
        ("and so is its reverse", &[conversion(CTN, PCE, "0", "1")], none, PCE, CTN, "1", "CTN"),
        ("no rule", none, none, CTN, PCE, "1", "PCE"),
        (
            "28 digits hold",
            mine,
            none,
            CTN,
            PCE,
            "100000000000000000000000000",
            "1200000000000000000000000000",
        ),
        ("29 do not", mine, none, CTN, PCE, "1000000000000000000000000000", "number.too_large"),
        (
            "exact, although too long before the division",
            &[conversion(CTN, PCE, "144", "12")],
            none,
            CTN,
            PCE,
            "0.0100000000000000000000000001",
            "0.1200000000000000000000000012",
        ),
        (
            "the same where the rule itself has no end",
            &[conversion(CTN, PCE, "2", "3")],
            none,
            CTN,
            PCE,
            "0.9999999999999999999999999999",
            "0.6666666666666666666666666666",
        ),
        (
            "rounded after a product of 57 digits",
            &[conversion(CTN, PCE, "1.234567890123456789012345678", "7")],
            none,
            CTN,
            PCE,
            "1234567890123456789012345678",
            "217736839331983382149933593",
        ),
    ];
    check_rules(table);
}

#[test]
fn units_without_direct_conversion_convert_via_stock_unit() {
    let dozen = conversion(CTN, PCE, "12", "1");
    let (mine, none): (&[_], &[_]) = (std::slice::from_ref(&dozen), &[]);
    check_rules(&[
        ("through the stock unit", mine, &[conversion(PCE, KGM, "1", "2")], CTN, KGM, "1", "6"),
        ("and back", mine, &[conversion(PCE, KGM, "1", "2")], KGM, CTN, "6", "1"),
        ("both by general rules", none, &[dozen.clone(), conversion(KGM, PCE, "4", "1")], CTN, KGM, "2", "6"),
        (
            "a rule of its own before that",
            &[dozen.clone(), conversion(CTN, KGM, "5", "1")],
            &[conversion(PCE, KGM, "1", "2")],
            CTN,
            KGM,
            "1",
            "5",
        ),
        (
            "exact, although a third on the way",
            &[conversion(CTN, PCE, "1", "3"), conversion(PCE, KGM, "3", "1")],
            none,
            CTN,
            KGM,
            "7",
            "7",
        ),
        (
            "through no other unit",
            &[conversion(CTN, LTR, "2", "1"), conversion(LTR, KGM, "2", "1")],
            none,
            CTN,
            KGM,
            "1",
            "KGM",
        ),
    ]);
}

#[test]
fn unit_without_conversion_to_stock_unit_is_a_problem() {
    check(&[
        ("cartons", |w| w.unit = CTN, "DE: 10 -> 10 x 12 PCE = 120, DE19"),
        ("kilograms", |w| w.unit = KGM, "uomCode.no_conversion at /uomCode"),
        (
            "kilograms at a manual price",
            |w| (w.unit, w.price) = (KGM, Some(number("5"))),
            "uomCode.no_conversion at /uomCode",
        ),
        (
            "kilograms with a price of their own",
            |w| {
                w.unit = KGM;
                w.prices = vec![price(VERSION, KGM, "5")];
            },
            "uomCode.no_conversion at /uomCode",
        ),
        (
            "stock reached, but not the only price's unit",
            |w| w.prices = vec![price(VERSION, KGM, "5")],
            "uomCode.no_conversion at /uomCode",
        ),
        (
            "neither stock nor the only price's unit",
            |w| {
                w.unit = LTR;
                w.prices = vec![price(VERSION, KGM, "5")];
            },
            "uomCode.no_conversion at /uomCode, uomCode.no_conversion at /uomCode",
        ),
    ]);
}
