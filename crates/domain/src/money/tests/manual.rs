//! Prices set by the sender or a clerk.

use super::*;

fn manual(w: &mut Fixture, amount: &str) {
    w.price = Some(number(amount));
}

#[test]
fn manual_price_per_carton_matches_worked_example() {
    check(&[(
        "5.555 per carton, 3 cartons, 10 % off",
        |w| {
            manual(w, "5.555");
            (w.quantity, w.unit, w.discount) = (number("3"), CTN, Some(number("10")));
        },
        "DE: 5.56 -> 5 x 3 CTN = 15, DE19 ! price.rounded at /price",
    )]);
}

#[test]
fn manual_price_is_rounded_to_list_precision() {
    check(&[
        ("it replaces the list price", |w| manual(w, "5"), "DE: 5 -> 5 x 1 PCE = 5, DE19"),
        ("0 is a price", |w| manual(w, "0"), "DE: 0 -> 0 x 1 PCE = 0, DE19"),
        ("zeros behind are no rounding", |w| manual(w, "5.5500"), "DE: 5.55 -> 5.55 x 1 PCE = 5.55, DE19"),
        (
            "a half goes up",
            |w| manual(w, "0.005"),
            "DE: 0.01 -> 0.01 x 1 PCE = 0.01, DE19 ! price.rounded at /price",
        ),
        ("less goes down", |w| manual(w, "1.0049"), "DE: 1 -> 1 x 1 PCE = 1, DE19 ! price.rounded at /price"),
        ("nothing is left", |w| manual(w, "0.0049"), "price.rounds_to_zero at /price"),
        (
            "rounds to zero after a discount below 100 %",
            |w| {
                manual(w, "0.01");
                w.discount = Some(number("90"));
            },
            "price.rounds_to_zero at /price",
        ),
        (
            "rounded, and not convertible into stock",
            |w| {
                manual(w, "1.555");
                w.unit = KGM;
            },
            "uomCode.no_conversion at /uomCode ! price.rounded at /price",
        ),
        (
            "digits enough to overflow on the way, but not at its end",
            |w| {
                manual(w, "1234567890123456789012345678");
                w.discount = Some(number("99.9"));
            },
            "DE: 1234567890123456789012345678 -> 1234567890123456789012345.68 x 1 PCE \
             = 1234567890123456789012345.68, DE19",
        ),
        (
            "digits that do not fit",
            |w| {
                manual(w, "1234567890123456789012345678");
                w.discount = Some(number("0.1"));
            },
            "number.too_large at /price",
        ),
    ]);
    let mut fixture = Fixture::new();
    manual(&mut fixture, "0.0049");
    assert_eq!(fixture.messages(), ["The price 0.0049 rounded to 2 decimal places is 0."]);
    manual(&mut fixture, "5.555");
    assert_eq!(
        fixture.messages(),
        ["The price 5.555 was rounded to 5.56 because price list “DE” has fewer decimal places."]
    );
}

#[test]
fn manual_price_in_other_currency_than_list_is_rejected() {
    check(&[
        (
            "named",
            |w| {
                manual(w, "5");
                w.currency = Some(code("EUR"));
            },
            "DE: 5 -> 5 x 1 PCE = 5, DE19",
        ),
        ("not named, as in the short shape", |w| manual(w, "5"), "DE: 5 -> 5 x 1 PCE = 5, DE19"),
        (
            "another",
            |w| {
                manual(w, "5");
                w.currency = Some(code("INR"));
            },
            "currencyCode.mismatch at /currencyCode",
        ),
        (
            "another, without a manual price",
            |w| w.currency = Some(code("INR")),
            "currencyCode.mismatch at /currencyCode",
        ),
        (
            "another, and nothing is left of the price",
            |w| {
                manual(w, "0.001");
                w.currency = Some(code("INR"));
            },
            "currencyCode.mismatch at /currencyCode, price.rounds_to_zero at /price",
        ),
    ]);
}

#[test]
fn manual_price_without_list_price_uses_tax_category_of_product() {
    const MANUAL: &str = "DE: 5 -> 5 x 1 PCE = 5, DE19";
    check(&[
        (
            "no price",
            |w| {
                manual(w, "5");
                w.prices.clear();
            },
            MANUAL,
        ),
        (
            "no version",
            |w| {
                manual(w, "5");
                w.reference.price_list_versions.clear();
            },
            MANUAL,
        ),
        (
            "no list: nothing gives the digits",
            |w| {
                manual(w, "5");
                w.reference.price_lists.clear();
            },
            "pricelist.none at /pricingSystemCode",
        ),
        (
            "no price and no category but the list's",
            |w| {
                manual(w, "5");
                w.prices.clear();
                w.product.tax_category = None;
                w.reference.price_lists[0].default_tax_category = Some(NORMAL);
            },
            MANUAL,
        ),
        (
            "no price and no category at all",
            |w| {
                manual(w, "5");
                w.prices.clear();
                w.product.tax_category = None;
                w.reference.price_lists[0].default_tax_category = None;
            },
            "taxcategory.none at /taxCategoryCode",
        ),
        (
            "a price that names its category",
            |w| {
                manual(w, "5");
                w.prices[0].tax_category = Some(NORMAL);
                w.product.tax_category = Some(REDUCED);
            },
            MANUAL,
        ),
        (
            "also if its scales begin above the quantity",
            |w| {
                manual(w, "5");
                w.prices[0].tax_category = Some(NORMAL);
                w.prices[0].scales = vec![scale("100", "1")];
                w.product.tax_category = None;
            },
            MANUAL,
        ),
    ]);
}

#[test]
fn negative_price_is_a_problem_unless_allowed() {
    fn allowed(w: &mut Fixture, price: &str) {
        manual(w, price);
        w.organisation.negative_prices = NegativePrices::Allow;
    }
    check(&[
        ("not allowed", |w| manual(w, "-5"), "price.negative at /price"),
        ("of a list", |w| w.prices[0].price = number("-5"), "price.negative at /price"),
        (
            "of a list, allowed",
            |w| {
                w.prices[0].price = number("-5");
                w.organisation.negative_prices = NegativePrices::Allow;
            },
            "DE: -5 -> -5 x 1 PCE = -5, DE19",
        ),
        ("allowed", |w| allowed(w, "-5"), "DE: -5 -> -5 x 1 PCE = -5, DE19"),
        (
            "a half goes away from zero",
            |w| allowed(w, "-5.555"),
            "DE: -5.56 -> -5.56 x 1 PCE = -5.56, DE19 ! price.rounded at /price",
        ),
        (
            "less a discount",
            |w| {
                allowed(w, "-5.55");
                w.discount = Some(number("10"));
            },
            "DE: -5.55 -> -5 x 1 PCE = -5, DE19",
        ),
        ("nothing left", |w| allowed(w, "-0.001"), "price.rounds_to_zero at /price"),
        (
            "a surcharge",
            |w| {
                manual(w, "5");
                w.discount = Some(number("-12.5"));
            },
            "DE: 5 -> 5.63 x 1 PCE = 5.63, DE19",
        ),
    ]);
}

#[test]
fn free_line_costs_nothing_and_needs_no_list_price() {
    check(&[
        ("with a list price", |w| w.free = true, "DE: 0 -> 0 x 1 PCE = 0, DE19"),
        (
            "with a price beside it, which is no price",
            |w| {
                manual(w, "0.0049");
                w.free = true;
            },
            "DE: 0 -> 0 x 1 PCE = 0, DE19",
        ),
        (
            "without a price in the list",
            |w| {
                w.free = true;
                w.prices.clear();
            },
            "DE: 0 -> 0 x 1 PCE = 0, DE19",
        ),
        (
            "it must be countable in stock all the same",
            |w| (w.free, w.unit) = (true, KGM),
            "uomCode.no_conversion at /uomCode",
        ),
    ]);
}
