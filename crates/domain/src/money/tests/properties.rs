//! Property tests of prices, taxes and totals with random numbers.

use proptest::prelude::*;

use super::*;
use crate::number::{MAX_DIGITS, add, product_divided_rounded, round, subtract};

/// Generates valid numbers: short, long, positive and negative ones.
fn any_number() -> impl Strategy<Value = Decimal> {
    let limit = 10i128.pow(MAX_DIGITS);
    let mantissa = prop_oneof![-1000i128..1000, -1_000_000_000i128..1_000_000_000, 1 - limit..limit];
    (mantissa, 0u32..=MAX_DIGITS)
        .prop_map(|(mantissa, scale)| Decimal::from_i128_with_scale(mantissa, scale).normalize())
}

fn cents(cents: i64) -> Decimal {
    Decimal::new(cents, 2).normalize()
}

/// Returns `dividend ÷ divisor` as an integer, rounded half away from zero.
fn rounded(dividend: i128, divisor: i128) -> i64 {
    let away = if dividend < 0 { -divisor / 2 } else { divisor / 2 };
    i64::try_from((dividend + away) / divisor).unwrap()
}

proptest! {
    #[test]
    fn extreme_numbers_do_not_panic(
        quantity in any_number(),
        price in proptest::option::of(any_number()),
        discount in proptest::option::of(any_number()),
        (list_price, multiplier, divisor) in (any_number(), any_number(), any_number()),
        (scale_from, rate) in (any_number(), any_number()),
        (list_digits, unit_digits) in (0u32..40, 0u32..40),
        tax_included: bool,
    ) {
        let mut fixture = Fixture::new();
        (fixture.quantity, fixture.price, fixture.discount, fixture.unit) = (quantity, price, discount, CTN);
        fixture.product.conversions = vec![Conversion { from: CTN, to: PCE, multiplier, divisor }];
        fixture.prices[0].price = list_price;
        fixture.prices[0].scales = vec![ScalePrice { from_quantity: scale_from, price: list_price }];
        fixture.reference.price_lists[0].precision = list_digits;
        fixture.reference.price_lists[0].tax_included = tax_included;
        fixture.reference.units[0].precision = unit_digits;
        fixture.reference.taxes[0].rate = rate;
        fixture.quoted(|quotation| match &quotation.result {
            Ok(quote) => {
                let line = LineAmount { net: quote.net, tax: quote.tax };
                if let Ok(totals) = totals([line, line], tax_included, 2) {
                    assert_eq!(Some(totals.total_lines), add(quote.net, quote.net));
                }
                // a manual price is per the row's unit
                let factor = if price.is_some() { Factor::ONE } else { Factor { multiplier, divisor } };
                let factors = [quantity, factor.multiplier, quote.price];
                assert_eq!(product_divided_rounded(&factors, factor.divisor, 2), Some(quote.net));
                assert_eq!(round(quote.price, list_digits), quote.price);
            }
            Err(problems) => assert!(!problems.is_empty()),
        });
    }

    #[test]
    fn price_equals_integer_calculation(
        entered in -10_000_000i64..10_000_000,
        discount in -20_000i64..=10_000,
        quantity in -100_000i64..100_000,
    ) {
        let mut fixture = Fixture::new();
        fixture.price = Some(cents(entered));
        fixture.organisation.negative_prices = NegativePrices::Allow;
        fixture.discount = Some(cents(discount));
        fixture.quantity = Decimal::new(quantity, 3);
        let price = rounded(i128::from(entered) * i128::from(10_000 - discount), 10_000);
        let net = rounded(i128::from(price) * i128::from(quantity), 1_000);
        let vanishes = [(price, entered != 0 && discount != 10_000), (net, price != 0 && quantity != 0)];
        fixture.quoted(|quotation| match &quotation.result {
            Ok(quote) => assert_eq!((quote.price, quote.net), (cents(price), cents(net))),
            Err(_) => assert!(vanishes.contains(&(0, true))),
        });
    }

    #[test]
    fn tax_equals_integer_calculation(net in -10_000_000i64..10_000_000, rate in 0i64..10_000) {
        let tax = Tax { rate: cents(rate), ..tax("T", None, "0") };
        let on_top = rounded(i128::from(net) * i128::from(rate), 10_000);
        let inside = rounded(i128::from(net) * i128::from(rate), i128::from(10_000 + rate));
        prop_assert_eq!(tax_on(cents(net), &tax, false, 2), Some(cents(on_top)));
        prop_assert_eq!(tax_on(cents(net), &tax, true, 2), Some(cents(inside)));
    }

    #[test]
    fn random_document_totals_add_up(
        lines in proptest::collection::vec((-10_000_000i64..10_000_000, 0usize..4), 0..30),
        tax_included: bool,
    ) {
        let taxes = [
            Some(tax("A", None, "19")),
            Some(Tax { per_line: true, ..tax("B", None, "7") }),
            Some(Tax { reverse_charge: true, ..tax("C", None, "19") }),
            None,
        ];
        let amounts = |sign: i64| {
            let line = |(net, of): &(i64, usize)| LineAmount { net: cents(sign * net), tax: taxes[*of].as_ref() };
            totals(lines.iter().map(line).collect::<Vec<_>>(), tax_included, 2).unwrap()
        };
        let (bought, returned) = (amounts(1), amounts(-1));
        let sum = |numbers: &mut dyn Iterator<Item = Decimal>| {
            numbers.fold(Decimal::ZERO, |sum, next| add(sum, next).unwrap())
        };
        prop_assert_eq!(bought.total_lines, sum(&mut lines.iter().map(|(net, _)| cents(*net))));
        prop_assert_eq!(bought.total_tax, sum(&mut bought.taxes.iter().map(|tax| tax.amount)));
        let on_top = if tax_included { Decimal::ZERO } else { bought.total_tax };
        prop_assert_eq!(subtract(bought.grand_total, bought.total_lines), Some(on_top));
        prop_assert_eq!(returned.grand_total, -bought.grand_total);
        for (index, tax) in taxes.iter().flatten().enumerate() {
            let of_it = lines.iter().filter(|(_, of)| *of == index).map(|(net, _)| cents(*net));
            let Some(known) = bought.taxes.iter().find(|known| known.tax.id == tax.id) else {
                prop_assert_eq!(of_it.count(), 0);
                continue;
            };
            let within = if tax_included { known.amount } else { Decimal::ZERO };
            prop_assert_eq!(add(known.base, within), Some(sum(&mut of_it.into_iter())));
        }
    }

    #[test]
    fn unit_conversion_is_symmetric_and_reversible(
        quantity in -1_000_000_000i64..1_000_000_000,
        multiplier in 1i64..10_000,
        twos in 0u32..6,
        fives in 0u32..6,
    ) {
        let factor = Factor {
            multiplier: Decimal::from(multiplier),
            divisor: Decimal::from(2i64.pow(twos) * 5i64.pow(fives)),
        };
        let quantity = Decimal::new(quantity, 4);
        let converted = factor.convert(quantity, 0).unwrap();
        prop_assert_eq!(factor.convert(-quantity, 0), Some(-converted));
        let back = Factor { multiplier: factor.divisor, divisor: factor.multiplier };
        prop_assert_eq!(back.convert(converted, 0), Some(quantity.normalize()), "exact there, exact back");
    }
}
