//! Rounding: amounts that become 0, quantities without finite decimal form, and decimal places of net amounts.

use super::*;

const BOX: UnitId = CTN;

/// Sets up a product ordered in pieces and priced per box of 12.
fn per_box(w: &mut Fixture, amount: &str, pieces: &str, digits: u32) {
    w.reference.units[1].precision = digits;
    w.prices = vec![price(VERSION, BOX, amount)];
    w.quantity = number(pieces);
}

#[test]
fn price_from_any_source_that_rounds_to_zero_is_a_problem() {
    const LOST: &str = "price.rounds_to_zero at /price";
    fn listed(w: &mut Fixture, amount: &str, quantity: &str) {
        w.prices[0].price = number(amount);
        w.quantity = number(quantity);
    }
    fn scaled(w: &mut Fixture, quantity: &str) {
        listed(w, "0.02", quantity);
        w.prices[0].scales = vec![scale("10000", "0.004")];
    }
    check(&[
        ("a list price", |w| listed(w, "0.0049", "10000"), LOST),
        ("below the scale", |w| scaled(w, "9999"), "DE: 0.02 -> 0.02 x 9999 PCE = 199.98, DE19"),
        ("a scale's price", |w| scaled(w, "10000"), LOST),
        (
            "a currency without digits",
            |w| {
                listed(w, "0.4", "100");
                w.reference.price_lists[0].currency = code("JPY");
                w.reference.price_lists[0].precision = 0;
            },
            LOST,
        ),
        (
            "after a discount",
            |w| {
                listed(w, "0.04", "1");
                w.discount = Some(number("90"));
            },
            LOST,
        ),
        (
            "a discount of all",
            |w| {
                listed(w, "0.0049", "10000");
                w.discount = Some(number("100"));
            },
            "DE: 0.0049 -> 0 x 10000 PCE = 0, DE19 ! price.rounded at /price",
        ),
        (
            "half a digit is kept",
            |w| listed(w, "0.005", "100"),
            "DE: 0.005 -> 0.01 x 100 PCE = 1, DE19 ! price.rounded at /price",
        ),
    ]);
}

#[test]
fn list_price_rounded_before_discount_is_a_warning() {
    check(&[
        (
            "more digits than the list",
            |w| w.prices[0].price = number("19.995"),
            "DE: 19.995 -> 20 x 1 PCE = 20, DE19 ! price.rounded at /price",
        ),
        (
            "more digits by the discount alone",
            |w| {
                w.prices[0].price = number("19.99");
                w.discount = Some(number("10"));
            },
            "DE: 19.99 -> 17.99 x 1 PCE = 17.99, DE19",
        ),
        (
            "more digits and a discount",
            |w| {
                w.prices[0].price = number("19.995");
                w.discount = Some(number("10"));
            },
            "DE: 19.995 -> 18 x 1 PCE = 18, DE19 ! price.rounded at /price",
        ),
    ]);
}

#[test]
fn net_that_rounds_to_zero_is_a_problem() {
    check(&[
        ("a tiny quantity", |w| w.quantity = number("0.0004"), "net.rounds_to_zero at /qty"),
        ("half a cent", |w| w.quantity = number("0.0005"), "DE: 10 -> 10 x 0.0005 PCE = 0.01, DE19"),
        ("no quantity is another problem", |w| w.quantity = Decimal::ZERO, "DE: 10 -> 10 x 0 PCE = 0, DE19"),
        (
            "a discount of all",
            |w| (w.quantity, w.discount) = (number("0.0004"), Some(number("100"))),
            "DE: 10 -> 0 x 0.0004 PCE = 0, DE19",
        ),
        (
            "wanted by the list",
            |w| {
                w.quantity = number("0.0004");
                w.reference.price_lists[0].net_precision = NetPrecision::List;
            },
            "DE: 10 -> 10 x 0.0004 PCE = 0, DE19",
        ),
    ]);
    let mut fixture = Fixture::new();
    fixture.quantity = number("0.0004");
    assert_eq!(
        fixture.messages(),
        ["The net amount of the line is 0: quantity 0.0004 times price 10 is rounded to 2 decimal places."]
    );
}

#[test]
fn converted_quantity_is_priced_unrounded() {
    check(&[
        ("5 pieces", |w| per_box(w, "24.00", "5", 0), "DE: 24 -> 24 x 0.416667 CTN = 10, DE19"),
        ("6 pieces", |w| per_box(w, "24.00", "6", 0), "DE: 24 -> 24 x 0.5 CTN = 12, DE19"),
        ("7 pieces", |w| per_box(w, "24.00", "7", 0), "DE: 24 -> 24 x 0.583333 CTN = 14, DE19"),
        (
            "no cent is lost in a large amount",
            |w| per_box(w, "24000.00", "100", 6),
            "DE: 24000 -> 24000 x 8.333333 CTN = 200000, DE19",
        ),
        (
            "a product of more than 28 digits",
            |w| per_box(w, "23999999999999.99", "100.00000000000001", 6),
            "DE: 23999999999999.99 -> 23999999999999.99 x 8.333333 CTN = 199999999999999.94, DE19",
        ),
    ]);
    let mut fixture = Fixture::new();
    per_box(&mut fixture, "24.00", "5", 0);
    fixture.quoted(|quotation| {
        let factor = quotation.result.as_ref().unwrap().factor;
        assert_eq!(factor, Some(Factor { multiplier: number("1"), divisor: number("12") }));
    });
}

#[test]
fn scale_price_needs_the_exact_quantity() {
    fn scaled(w: &mut Fixture, pieces: &str) {
        per_box(w, "24.00", pieces, 0);
        w.prices[0].scales = vec![scale("2", "22.00")];
    }
    check(&[
        ("not quite two boxes", |w| scaled(w, "23.9999999"), "DE: 24 -> 24 x 2 CTN = 48, DE19"),
        ("two boxes", |w| scaled(w, "24"), "DE: 22 -> 22 x 2 CTN = 44, DE19"),
        (
            "less than two boxes by the last of 28 digits",
            |w| scaled(w, "23.99999999999999999999999999"),
            "DE: 24 -> 24 x 2 CTN = 48, DE19",
        ),
    ]);
}

#[test]
fn unit_can_round_converted_quantities_before_they_are_priced() {
    const GRM: UnitId = LTR;
    fn grams(w: &mut Fixture, rounds: bool) {
        w.reference.units[2].precision = 2;
        w.reference.units[2].round_converted_quantities = rounds;
        w.product.unit = KGM;
        w.product.conversions = vec![conversion(GRM, KGM, "1", "1000")];
        w.prices = vec![price(VERSION, KGM, "10.00")];
        (w.quantity, w.unit) = (number("125"), GRM);
    }
    check(&[
        ("exact", |w| grams(w, false), "DE: 10 -> 10 x 0.125 KGM = 1.25, DE19"),
        ("rounded", |w| grams(w, true), "DE: 10 -> 10 x 0.13 KGM = 1.3, DE19"),
        (
            "a quantity that needs no conversion is not rounded",
            |w| {
                grams(w, true);
                (w.quantity, w.unit) = (number("0.125"), KGM);
            },
            "DE: 10 -> 10 x 0.125 KGM = 1.25, DE19",
        ),
        (
            "a scale counts the rounded quantity",
            |w| {
                grams(w, true);
                w.prices[0].scales = vec![scale("0.13", "9.00")];
            },
            "DE: 9 -> 9 x 0.13 KGM = 1.17, DE19",
        ),
        (
            "rounded to nothing",
            |w| {
                grams(w, true);
                w.quantity = number("4");
            },
            "net.rounds_to_zero at /qty",
        ),
    ]);
    let mut fixture = Fixture::new();
    grams(&mut fixture, true);
    fixture.quoted(|quotation| assert_eq!(quotation.result.as_ref().unwrap().factor, None));
}

#[test]
fn net_amount_is_rounded_to_currency_or_list_precision() {
    fn coarse(w: &mut Fixture, digits: u32, precision: NetPrecision) {
        let list = &mut w.reference.price_lists[0];
        (list.precision, list.net_precision) = (digits, precision);
        w.prices[0].price = number("3");
        w.quantity = number("1.5");
    }
    check(&[
        ("the currency's", |w| coarse(w, 0, NetPrecision::Currency), "DE: 3 -> 3 x 1.5 PCE = 4.5, DE19"),
        ("the list's", |w| coarse(w, 0, NetPrecision::List), "DE: 3 -> 3 x 1.5 PCE = 5, DE19"),
        (
            "never more than the currency has",
            |w| {
                coarse(w, 4, NetPrecision::List);
                w.prices[0].price = number("3.3333");
            },
            "DE: 3.3333 -> 3.3333 x 1.5 PCE = 5, DE19",
        ),
    ]);
}
