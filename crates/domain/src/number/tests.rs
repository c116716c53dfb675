//! Tests of exact decimal arithmetic.

use proptest::prelude::*;

use super::*;

fn number(text: &str) -> Decimal {
    exact(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

#[test]
fn decimal_is_parsed_exactly() {
    let table = [
        ("0", "0"),
        ("-0", "0"),
        ("-0.000", "0"),
        ("5", "5"),
        ("007", "7"),
        ("1.10", "1.1"),
        ("-12.50", "-12.5"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("15e-1", "1.5"),
        ("1500.0e-3", "1.5"),
        ("0e10", "0"),
        ("1.0e-28", "0.0000000000000000000000000001"),
        ("0.0000000000000000000000000001", "0.0000000000000000000000000001"),
        ("12345678901234567890.12345678", "12345678901234567890.12345678"),
        ("9999999999999999999999999999", "9999999999999999999999999999"),
        ("00000000000000000000000000000000000001.50000000000000000000000000000000000000", "1.5"),
        ("1e27", "1000000000000000000000000000"),
        ("0.00000000000000000000000000000000000001e30", "0.00000001"),
        ("100000000000000000000000000000000e-30", "100"),
    ];
    for (text, expected) in table {
        assert_eq!(canonical(&number(text)), expected, "{text}");
    }
}

#[test]
fn inexact_or_malformed_number_is_rejected() {
    use NumberFault::{DecimalComma, NotANumber, TooManyDigits};
    let table = [
        ("", NotANumber),
        (" ", NotANumber),
        ("-", NotANumber),
        ("+1", NotANumber),
        (".5", NotANumber),
        ("5.", NotANumber),
        ("-.5", NotANumber),
        ("1_000", NotANumber),
        ("1 000", NotANumber),
        ("1e", NotANumber),
        ("1e+", NotANumber),
        ("1e1.5", NotANumber),
        ("1.2.3", NotANumber),
        ("--1", NotANumber),
        ("0x10", NotANumber),
        ("NaN", NotANumber),
        ("Infinity", NotANumber),
        ("٣", NotANumber),
        ("five", NotANumber),
        ("five, six", NotANumber),
        (",", NotANumber),
        ("5,5", DecimalComma),
        ("-5,5", DecimalComma),
        (",5", DecimalComma),
        ("1.234,56", DecimalComma),
        ("1,234.56", DecimalComma),
        ("12345678901234567890123456789", TooManyDigits),
        ("0.12345678901234567890123456789", TooManyDigits),
        ("1e28", TooManyDigits),
        ("1e-29", TooManyDigits),
        ("1e400", TooManyDigits),
        ("-1e400", TooManyDigits),
        ("1e-400", TooManyDigits),
        ("0e400", TooManyDigits),
        ("1e99999999999999999999", TooManyDigits),
        ("1e-99999999999999999999", TooManyDigits),
    ];
    for (text, expected) in table {
        assert_eq!(exact(text), Err(expected), "{text}");
    }
    let long = "9".repeat(1_000_000);
    assert_eq!(exact(&long), Err(TooManyDigits));
    let long = format!("1{}", "0".repeat(1_000_000));
    assert_eq!(exact(&long), Err(TooManyDigits));
}

#[test]
fn half_is_rounded_away_from_zero() {
    let table = [
        ("3368.3", 2, "3368.3"),
        ("0", 2, "0"),
        ("-0.001", 2, "0"),
        ("1.005", 2, "1.01"),
        ("-1.005", 2, "-1.01"),
        ("1.5", 0, "2"),
        ("9.995", 2, "10"),
        ("7", 3, "7"),
    ];
    for (text, digits, expected) in table {
        assert_eq!(canonical(&round(number(text), digits)), expected, "{text} with {digits}");
    }
}

#[test]
fn inexact_product_is_rejected() {
    let table = [
        ("3", "19.99", Some("59.97")),
        ("0.5", "2", Some("1")),
        ("-1.5", "1.5", Some("-2.25")),
        ("0", "9999999999999999999999999999", Some("0")),
        ("9999999999999999999999999999", "1", Some("9999999999999999999999999999")),
        ("9999999999999999999999999999", "10", None),
        // 22 × 22 digits: the operator of the crate would return a rounded product
        ("1234567890.123456789012", "1234567890.123456789012", None),
        // 5^39 × 2^39 needs one significant digit, although the product of the mantissas is out of range
        ("1818989403545856475830078125", "0.000000000000000549755813888", Some("1000000000000")),
        ("0.00000000000001", "0.00000000000001", Some("0.0000000000000000000000000001")),
        ("0.000000000000001", "0.00000000000001", None),
    ];
    for (left, right, expected) in table {
        let product = multiply(number(left), number(right));
        assert_eq!(product.map(|product| canonical(&product)).as_deref(), expected, "{left} × {right}");
    }
}

#[test]
fn inexact_sum_is_rejected() {
    let table = [
        ("0.1", "0.2", Some("0.3")),
        ("1.25", "-1.25", Some("0")),
        ("9999999999999999999999999999", "1", None),
        ("9999999999999999999999999999", "0.1", None),
        ("1000000000000000000000000000", "0.0000000000000000000000000001", None),
        ("0.9999999999999999999999999999", "0.0000000000000000000000000001", Some("1")),
    ];
    for (left, right, expected) in table {
        let sum = add(number(left), number(right));
        assert_eq!(sum.map(|sum| canonical(&sum)).as_deref(), expected, "{left} + {right}");
        let difference = subtract(number(left), -number(right));
        assert_eq!(difference, sum, "{left} - -{right}");
    }
}

#[test]
fn quotient_is_exact_or_rounded() {
    let table = [
        ("1", "8", Some("0.125"), "0.13"),
        ("1", "3", None, "0.33"),
        ("2", "3", None, "0.67"),
        ("-2", "3", None, "-0.67"),
        ("1", "-8", Some("-0.125"), "-0.13"),
        ("0", "7", Some("0"), "0"),
        ("84", "12", Some("7"), "7"),
        ("107.94", "1.19", None, "90.71"),
        ("0.0000000000000000000000000001", "9999999999999999999999999999", None, "0"),
        (
            "9999999999999999999999999999",
            "3",
            Some("3333333333333333333333333333"),
            "3333333333333333333333333333",
        ),
        ("9999999999999999999999999998", "7", None, "refused"),
        ("1", "0.0000000000000000000000000001", None, "refused"),
    ];
    for (dividend, divisor, exactly, rounded) in table {
        let (left, right) = (number(dividend), number(divisor));
        let quotient = divide_exact(left, right).map(|quotient| canonical(&quotient));
        assert_eq!(quotient.as_deref(), exactly, "{dividend} / {divisor}");
        let quotient =
            divide_rounded(left, right, 2).map_or("refused".into(), |quotient| canonical(&quotient));
        assert_eq!(quotient, rounded, "{dividend} / {divisor} to two places");
    }
    assert_eq!(divide_exact(Decimal::ONE, Decimal::ZERO), None);
    assert_eq!(divide_rounded(Decimal::ONE, Decimal::ZERO, 2), None);
}

#[test]
fn intermediate_product_is_not_limited() {
    let long = "1234567890123456789012345678";
    let table = [
        ("7", "12", "1", 0, Some("84")),
        ("2", "1", "3", 3, Some("0.667")),
        (long, long, long, 0, Some(long)),
        ("-0.1234567890123456789012345678", "1.99", "1", 2, Some("-0.25")),
        ("9999999999999999999999999.99", "19", "100", 2, Some("1900000000000000000000000")),
        ("9999999999999999999999999999", "2", "3", 0, Some("6666666666666666666666666666")),
        ("9999999999999999999999999998", "5", "4", 0, None),
        ("0.9999999999999999999999999999", "0.9999999999999999999999999999", "1", 2, Some("1")),
        ("0.1111111111111111111111111111", "0.4500000000000000000000000005", "1", 1, Some("0.1")),
        ("0.1111111111111111111111111111", "0.4400000000000000000000000005", "1", 1, Some("0")),
        ("0.1111111111111111111111111111", "0.1111111111111111111111111111", long, 28, Some("0")),
        (long, "0.1234567890123456789012345678", "-0.0000000000000000000000000001", 0, None),
        (long, long, "0", 2, None),
        (long, long, "1", 2, None),
    ];
    for (left, right, divisor, digits, expected) in table {
        let result = multiply_divide_rounded(number(left), number(right), number(divisor), digits);
        assert_eq!(result.as_ref().map(canonical).as_deref(), expected, "{left} × {right} ÷ {divisor}");
    }
}

#[test]
fn sort_keys_order_like_numbers() {
    let ascending = [
        "-9999999999999999999999999999",
        "-100",
        "-99.5",
        "-10",
        "-9",
        "-1.51",
        "-1.5",
        "-1",
        "-0.11",
        "-0.1",
        "-0.01",
        "0",
        "0.01",
        "0.1",
        "0.11",
        "1",
        "1.5",
        "1.51",
        "9",
        "10",
        "99.5",
        "100",
        "9999999999999999999999999999",
    ];
    for pair in ascending.windows(2) {
        let (smaller, larger) = (sort_key(&number(pair[0])), sort_key(&number(pair[1])));
        assert!(smaller.as_bytes() < larger.as_bytes(), "{} {smaller} < {} {larger}", pair[0], pair[1]);
    }
}

/// Generates valid numbers, short and long ones.
fn any_number() -> impl Strategy<Value = Decimal> {
    let limit = i128::try_from(MANTISSA_LIMIT).unwrap();
    let mantissa = prop_oneof![-1000i128..1000, -1_000_000_000i128..1_000_000_000, 1 - limit..limit];
    (mantissa, 0u32..=MAX_DIGITS)
        .prop_map(|(mantissa, scale)| Decimal::from_i128_with_scale(mantissa, scale).normalize())
}

proptest! {
    #[test]
    fn canonical_text_parses_to_the_same_number(number in any_number()) {
        let text = canonical(&number);
        prop_assert_eq!(exact(&text), Ok(number));
        prop_assert_eq!(canonical(&exact(&text).unwrap()), text);
    }

    #[test]
    fn random_sort_keys_order_like_numbers(left in any_number(), right in any_number()) {
        prop_assert_eq!(sort_key(&left).as_bytes().cmp(sort_key(&right).as_bytes()), left.cmp(&right));
    }

    #[test]
    fn rounding_is_symmetric_and_within_half_a_digit(number in any_number(), digits in 0u32..10) {
        let rounded = round(number, digits);
        prop_assert_eq!(round(-number, digits), -rounded);
        prop_assert_eq!(round(rounded, digits), rounded);
        let half = Decimal::new(5, digits + 1);
        if let Some(distance) = subtract(number, rounded) {
            prop_assert!(distance.abs() <= half);
        }
    }

    #[test]
    fn dividing_a_product_returns_the_factor(left in any_number(), right in any_number()) {
        if let Some(product) = multiply(left, right) && !right.is_zero() {
            prop_assert_eq!(divide_exact(product, right), Some(left));
        }
    }

    #[test]
    fn subtracting_from_a_sum_returns_the_summand(left in any_number(), right in any_number()) {
        if let Some(sum) = add(left, right) {
            prop_assert_eq!(subtract(sum, right), Some(left));
        }
    }

    #[test]
    fn rounded_quotient_is_within_half_a_digit(left in -1_000_000_000i64..1_000_000_000, right in 1i64..1_000_000, digits in 0u32..8) {
        let (left, right) = (Decimal::new(left, 3), Decimal::new(right, 2));
        let quotient = divide_rounded(left, right, digits).unwrap();
        let back = multiply(quotient, right).unwrap();
        let half = multiply(Decimal::new(5, digits + 1), right).unwrap();
        prop_assert!(subtract(left, back).unwrap().abs() <= half);
        prop_assert!(quotient.scale() <= digits);
    }

    #[test]
    fn long_product_divided_by_factor_is_exact(left in any_number(), right in any_number(), digits in 0u32..10) {
        if !right.is_zero() && let Some(expected) = divide_rounded(left, Decimal::ONE, digits) {
            prop_assert_eq!(multiply_divide_rounded(left, right, right, digits), Some(expected));
            prop_assert_eq!(multiply_divide_rounded(-left, right, right, digits), Some(-expected));
        }
    }

    #[test]
    fn random_text_does_not_panic(text in "\\PC{0,40}|[-+0-9eE.,_]{0,45}") {
        if let Ok(number) = exact(&text) {
            prop_assert_eq!(exact(&canonical(&number)), Ok(number));
        }
    }
}
