//! Prices in a price list version: unit, scales, base versions, discount, quantity, net amount.

use super::*;

const BASE: PriceListVersionId = PriceListVersionId(31);
const BASE_OF_BASE: PriceListVersionId = PriceListVersionId(32);

/// Adds two older versions. Each one is the base of the next newer one.
fn based(w: &mut Fixture) {
    let versions = &mut w.reference.price_list_versions;
    versions[0].base = Some(BASE);
    versions.push(PriceListVersion { base: Some(BASE_OF_BASE), ..version(BASE, LIST, "2014-01-01") });
    versions.push(version(BASE_OF_BASE, LIST, "2013-01-01"));
}

fn with_scales(mut record: ProductPrice, scales: &[(&str, &str)]) -> ProductPrice {
    record.scales = scales.iter().map(|(from, price)| scale(from, price)).collect();
    record
}

#[test]
fn price_per_piece_for_cartons_matches_worked_example() {
    check(&[(
        "7 cartons of 12 at 1.99 per PCE less 10 %",
        |w| {
            w.prices = vec![price(VERSION, PCE, "1.99")];
            (w.quantity, w.unit, w.discount) = (number("7"), CTN, Some(number("10")));
        },
        "DE: 1.99 -> 1.79 x 84 PCE = 150.36, DE19",
    )]);
}

#[test]
fn discount_price_and_net_are_each_rounded_half_up() {
    check(&[
        ("no discount", |w| w.quantity = number("3"), "DE: 10 -> 10 x 3 PCE = 30, DE19"),
        ("all of it", |w| w.discount = Some(number("100")), "DE: 10 -> 0 x 1 PCE = 0, DE19"),
        (
            "a discount with digits",
            |w| w.discount = Some(number("33.335")),
            "DE: 10 -> 6.67 x 1 PCE = 6.67, DE19",
        ),
        ("a half goes up", |w| w.discount = Some(number("0.05")), "DE: 10 -> 10 x 1 PCE = 10, DE19"),
        (
            "less than a half goes down",
            |w| w.discount = Some(number("0.0500001")),
            "DE: 10 -> 9.99 x 1 PCE = 9.99, DE19",
        ),
        (
            "the list's digits may be more than the currency's",
            |w| {
                w.reference.price_lists[0].precision = 4;
                w.prices[0].price = number("0.0125");
            },
            "DE: 0.0125 -> 0.0125 x 1 PCE = 0.01, DE19",
        ),
        (
            "a list price is rounded to the list's digits too",
            |w| {
                w.prices[0].price = number("0.0125");
                w.quantity = number("100");
            },
            "DE: 0.0125 -> 0.01 x 100 PCE = 1, DE19 ! price.rounded at /price",
        ),
        (
            "a currency without digits",
            |w| {
                w.reference.price_lists[0].currency = code("JPY");
                w.quantity = number("0.25");
            },
            "DE: 10 -> 10 x 0.25 PCE = 3, DE19",
        ),
        ("a price of 0 is a price", |w| w.prices[0].price = Decimal::ZERO, "DE: 0 -> 0 x 1 PCE = 0, DE19"),
        (
            "a quantity below zero is priced too",
            |w| w.quantity = number("-2"),
            "DE: 10 -> 10 x -2 PCE = -20, DE19",
        ),
        (
            "unusable price is reported",
            |w| w.quantity = number("9999999999999999999999999999"),
            "number.too_large at /qty",
        ),
        (
            "28 digits fit",
            |w| {
                w.quantity = number("9999999999999999999999999999");
                w.prices[0].price = number("1");
            },
            "DE: 1 -> 1 x 9999999999999999999999999999 PCE = 9999999999999999999999999999, DE19",
        ),
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn price_in_ordered_unit_is_preferred() {
    fn prices(w: &mut Fixture, units: &[(UnitId, &str)]) {
        w.product.conversions.push(conversion(KGM, PCE, "4", "1"));
        w.product.conversions.push(conversion(LTR, PCE, "2", "1"));
        w.product.conversions.push(conversion(CTN, KGM, "3", "1"));
        w.prices = units.iter().map(|(unit, amount)| price(VERSION, *unit, amount)).collect();
    }
    check(&[
        (
            "the row's unit first",
            |w| {
                prices(w, &[(PCE, "10"), (CTN, "100"), (KGM, "30")]);
                w.unit = CTN;
            },
            "DE: 100 -> 100 x 1 CTN = 100, DE19",
        ),
        (
            "then the stock unit",
            |w| {
                prices(w, &[(LTR, "7"), (PCE, "10"), (KGM, "30")]);
                w.unit = CTN;
            },
            "DE: 10 -> 10 x 12 PCE = 120, DE19",
        ),
        (
            "then the only one",
            |w| {
                prices(w, &[(KGM, "30")]);
                w.unit = CTN;
            },
            "DE: 30 -> 30 x 3 KGM = 90, DE19",
        ),
        (
            "several other prices, so none is chosen",
            |w| {
                prices(w, &[(KGM, "30"), (LTR, "7")]);
                w.unit = CTN;
            },
            "price.ambiguous at /uomCode",
        ),
        (
            "the unit counts more than the owner",
            |w| {
                prices(w, &[(PCE, "10"), (CTN, "100")]);
                w.prices[1].organisation = OWN;
            },
            "DE: 10 -> 10 x 1 PCE = 10, DE19",
        ),
        (
            "own before shared of the same unit",
            |w| {
                prices(w, &[(PCE, "10"), (PCE, "9")]);
                w.prices[1].organisation = OWN;
            },
            "DE: 9 -> 9 x 1 PCE = 9, DE19",
        ),
        (
            "also where it is the only unit",
            |w| {
                prices(w, &[(KGM, "10"), (KGM, "9")]);
                w.prices[1].organisation = OWN;
                w.unit = CTN;
            },
            "DE: 9 -> 9 x 3 KGM = 27, DE19",
        ),
        (
            "another organisation's never",
            |w| {
                prices(w, &[(PCE, "10"), (PCE, "9")]);
                w.prices[1].organisation = OTHER;
            },
            "DE: 10 -> 10 x 1 PCE = 10, DE19",
        ),
        ("nor one that is not active", |w| w.prices[0].active = false, "price.none at /price"),
        ("nor another product's", |w| w.prices[0].product = ProductId(41), "price.none at /price"),
        ("nor another version's", |w| w.prices[0].price_list_version = BASE, "price.none at /price"),
    ]);
}

#[test]
fn scale_price_is_chosen_by_quantity_in_price_unit() {
    fn scaled(w: &mut Fixture, quantity: &str) {
        based(w);
        w.prices = vec![
            with_scales(price(VERSION, PCE, "99"), &[("5", "8"), ("12", "7"), ("100", "6.50")]),
            price(BASE, PCE, "12"),
        ];
        w.quantity = number(quantity);
    }
    check(&[
        (
            "below the first scale: the price without scale, regardless of the base version",
            |w| scaled(w, "4.99"),
            "DE: 99 -> 99 x 4.99 PCE = 494.01, DE19",
        ),
        ("at the first", |w| scaled(w, "5"), "DE: 8 -> 8 x 5 PCE = 40, DE19"),
        ("between", |w| scaled(w, "11.999"), "DE: 8 -> 8 x 11.999 PCE = 95.99, DE19"),
        ("at the second", |w| scaled(w, "12"), "DE: 7 -> 7 x 12 PCE = 84, DE19"),
        ("beyond the last", |w| scaled(w, "1000"), "DE: 6.5 -> 6.5 x 1000 PCE = 6500, DE19"),
        (
            "one carton is twelve",
            |w| {
                scaled(w, "1");
                w.unit = CTN;
            },
            "DE: 7 -> 7 x 12 PCE = 84, DE19",
        ),
        (
            "not positive: one problem is enough, and it is not this one",
            |w| scaled(w, "0"),
            "DE: 99 -> 99 x 0 PCE = 0, DE19",
        ),
        (
            "no way into the price's unit",
            |w| {
                scaled(w, "5");
                w.prices[0].unit = KGM;
            },
            "uomCode.no_conversion at /uomCode",
        ),
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn missing_price_is_taken_from_base_version() {
    fn only_in(w: &mut Fixture, version: PriceListVersionId) {
        based(w);
        w.prices = vec![price(version, PCE, "12")];
    }
    const FOUND: &str = "DE: 12 -> 12 x 1 PCE = 12, DE19";
    check(&[
        ("in the base", |w| only_in(w, BASE), FOUND),
        ("in the base's base", |w| only_in(w, BASE_OF_BASE), FOUND),
        (
            "in none",
            |w| {
                based(w);
                w.prices.clear();
            },
            "price.none at /price",
        ),
        (
            "a circle",
            |w| {
                based(w);
                w.prices.clear();
                w.reference.price_list_versions[2].base = Some(VERSION);
            },
            "pricelist.cycle at /pricingSystemCode",
        ),
        (
            "its own base",
            |w| {
                w.prices.clear();
                w.reference.price_list_versions[0].base = Some(VERSION);
            },
            "pricelist.cycle at /pricingSystemCode",
        ),
        (
            "a circle with the price in it",
            |w| {
                only_in(w, BASE);
                w.reference.price_list_versions[1].base = Some(VERSION);
            },
            FOUND,
        ),
        (
            "a base that is not active ends the search",
            |w| {
                only_in(w, BASE_OF_BASE);
                w.reference.price_list_versions[1].active = false;
            },
            "price.none at /price",
        ),
        (
            "another organisation's base too",
            |w| {
                only_in(w, BASE);
                w.reference.price_list_versions[1].organisation = OTHER;
            },
            "price.none at /price",
        ),
        (
            "a base of another list; its own digits do not matter",
            |w| {
                only_in(w, BASE);
                w.reference.price_lists.push(PriceList {
                    precision: 0,
                    sales: false,
                    ..list(PriceListId(21), "base", None, "EUR")
                });
                w.reference.price_list_versions[1].price_list = PriceListId(21);
                w.discount = Some(number("1"));
            },
            "DE: 12 -> 11.88 x 1 PCE = 11.88, DE19",
        ),
        (
            "prices in another currency are passed over",
            |w| {
                based(w);
                w.prices = vec![price(BASE, PCE, "500"), price(BASE_OF_BASE, PCE, "12")];
                w.reference.price_lists.push(list(PriceListId(21), "base", None, "INR"));
                w.reference.price_list_versions[1].price_list = PriceListId(21);
            },
            FOUND,
        ),
        (
            "and so are prices with tax where the list is without",
            |w| {
                only_in(w, BASE);
                w.reference
                    .price_lists
                    .push(PriceList { tax_included: true, ..list(PriceListId(21), "gross", None, "EUR") });
                w.reference.price_list_versions[1].price_list = PriceListId(21);
            },
            "price.none at /price",
        ),
    ]);
}

#[test]
fn explanation_lists_every_pricing_step() {
    let mut fixture = Fixture::new();
    based(&mut fixture);
    fixture.prices = vec![with_scales(price(BASE_OF_BASE, PCE, "99"), &[("1", "9.99"), ("10", "8.88")])];
    (fixture.quantity, fixture.discount) = (number("12"), Some(number("2.5")));
    fixture.quoted(|quotation| {
        let explanation = &quotation.result.as_ref().unwrap().explanation;
        assert_eq!(explanation.pricing_system.code, "customers");
        assert_eq!(explanation.list.code, "DE");
        assert_eq!(canonical(&explanation.discount), "2.5");
        assert_eq!(explanation.unrounded, Some(number("8.658")));
        let PriceSource::List { steps, scale, .. } = &explanation.source else { panic!("{explanation:?}") };
        let steps: Vec<_> = steps.iter().map(|step| (step.version.id, step.found)).collect();
        assert_eq!(
            steps,
            [
                (VERSION, StepOutcome::NoPrice),
                (BASE, StepOutcome::NoPrice),
                (BASE_OF_BASE, StepOutcome::Price)
            ]
        );
        assert_eq!(scale.map(|scale| canonical(&scale.from_quantity)).as_deref(), Some("10"));
    });
}
