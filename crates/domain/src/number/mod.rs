//! Exact decimal numbers, without binary floating point.
//!
//! Numbers of the domain have at most [`MAX_DIGITS`] significant digits and [`MAX_DIGITS`] decimal places. Arithmetic is
//! exact or returns `None`. The operators of [`Decimal`] round silently and must not be used for money or quantities.

pub mod optional_text;
pub mod text;

use std::cmp::Ordering;

pub use rust_decimal::Decimal;
use rust_decimal::RoundingStrategy;

use crate::problem::ProblemCode;

/// Maximum number of significant digits, of digits before the point and of digits after the point.
pub const MAX_DIGITS: u32 = 28;

/// Maximum exponent. Numbers beyond it are rejected before any calculation, even if all digits are zero.
const MAX_EXPONENT: i32 = 99;

/// Smallest mantissa with more than [`MAX_DIGITS`] digits.
const MANTISSA_LIMIT: u128 = 10u128.pow(MAX_DIGITS);

/// Reason why a text is not a number of the domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NumberFault {
    /// The text is a number with commas.
    #[error("a decimal comma is not supported; use a decimal point")]
    DecimalComma,
    /// The text is not in JSON number format.
    #[error("not a number")]
    NotANumber,
    /// The number has more digits than can be stored exactly.
    #[error("a number may have at most 28 digits")]
    TooManyDigits,
}

impl From<NumberFault> for ProblemCode {
    fn from(fault: NumberFault) -> Self {
        match fault {
            NumberFault::DecimalComma => Self::NumberDecimalComma,
            NumberFault::NotANumber => Self::NumberInvalid,
            NumberFault::TooManyDigits => Self::NumberTooLarge,
        }
    }
}

/// Parses a number in JSON format (`-12`, `0.50`, `1.5e3`); leading zeros are tolerated.
///
/// The result is normalised: no trailing zeros after the point, no negative zero.
pub fn exact(text: &str) -> Result<Decimal, NumberFault> {
    let Some(written) = WrittenNumber::read(text.as_bytes()) else {
        return Err(if is_comma_number(text) { NumberFault::DecimalComma } else { NumberFault::NotANumber });
    };
    written.value().ok_or(NumberFault::TooManyDigits)
}

/// Parsed number: `± digits × 10^(shift + exponent)`.
struct WrittenNumber {
    negative: bool,
    /// Significant digits without trailing zeros; meaningless if there are too many.
    digits: u128,
    digit_count: u32,
    /// Number of removed trailing zeros minus the number of decimal places.
    shift: i32,
    /// Exponent as written.
    exponent: i32,
}

impl WrittenNumber {
    /// Parses `-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?`; `None` for any other format.
    fn read(bytes: &[u8]) -> Option<Self> {
        let (negative, rest) = match bytes.split_first() {
            Some((b'-', rest)) => (true, rest),
            _ => (false, bytes),
        };
        let (whole, rest) = split_digits(rest)?;
        let (fraction, rest) = match rest.split_first() {
            Some((b'.', rest)) => split_digits(rest)?,
            _ => (&rest[..0], rest),
        };
        let exponent = match rest.split_first() {
            Some((b'e' | b'E', rest)) => read_exponent(rest)?,
            Some(_) => return None,
            None => 0,
        };
        let (mut digits, mut digit_count, mut zeros) = (0u128, 0u32, 0u32);
        for byte in whole.iter().chain(fraction) {
            if *byte == b'0' {
                zeros += 1;
                continue;
            }
            digit_count = if digit_count == 0 { 1 } else { digit_count + zeros + 1 };
            if digit_count <= MAX_DIGITS {
                digits = digits * 10u128.pow(zeros.min(MAX_DIGITS) + 1) + u128::from(byte - b'0');
            }
            zeros = 0;
        }
        let shift = i32::try_from(zeros).ok()? - i32::try_from(fraction.len()).ok()?;
        Some(Self { negative, digits, digit_count, shift, exponent })
    }

    fn value(&self) -> Option<Decimal> {
        if self.exponent.abs() > MAX_EXPONENT || self.digit_count > MAX_DIGITS {
            return None;
        }
        let digits = i128::try_from(self.digits).ok()?;
        from_parts(if self.negative { -digits } else { digits }, self.shift + self.exponent)
    }
}

/// Splits off the leading digits; `None` if there are none.
fn split_digits(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len());
    if end == 0 { None } else { Some(bytes.split_at(end)) }
}

/// Parses the exponent, limited to the range of `i32`.
fn read_exponent(bytes: &[u8]) -> Option<i32> {
    let (sign, rest) = match bytes.split_first() {
        Some((b'-', rest)) => (-1, rest),
        Some((b'+', rest)) => (1, rest),
        _ => (1, bytes),
    };
    let (digits, []) = split_digits(rest)? else { return None };
    let size = digits
        .iter()
        .fold(0i32, |size, digit| size.saturating_mul(10).saturating_add(i32::from(digit - b'0')));
    Some(sign * size)
}

/// Returns whether a text would be a number if commas were accepted.
fn is_comma_number(text: &str) -> bool {
    let body = text.strip_prefix('-').unwrap_or(text);
    body.contains(',')
        && body.starts_with(|c: char| c.is_ascii_digit() || c == ',')
        && body.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'))
        && body.contains(|c: char| c.is_ascii_digit())
}

/// Returns `mantissa × 10^exponent`, normalised; `None` if it does not fit.
fn from_parts(mut mantissa: i128, mut exponent: i32) -> Option<Decimal> {
    if mantissa == 0 {
        return Some(Decimal::ZERO);
    }
    while exponent < 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        exponent += 1;
    }
    if exponent > 0 {
        let factor = 10i128.checked_pow(exponent.unsigned_abs())?;
        mantissa = mantissa.checked_mul(factor)?;
        exponent = 0;
    }
    if mantissa.unsigned_abs() >= MANTISSA_LIMIT || exponent.unsigned_abs() > MAX_DIGITS {
        return None;
    }
    Decimal::try_from_i128_with_scale(mantissa, exponent.unsigned_abs()).ok()
}

/// Returns mantissa and exponent, without trailing zeros after the point.
fn parts(number: Decimal) -> (i128, i32) {
    let number = number.normalize();
    (number.mantissa(), -number.scale().cast_signed())
}

/// Returns the stored form: plain digits without exponent and without trailing zeros after the point.
pub fn canonical(number: &Decimal) -> String {
    number.normalize().to_string()
}

/// Rounds to `digits` decimal places, half away from zero.
pub fn round(number: Decimal, digits: u32) -> Decimal {
    number.round_dp_with_strategy(digits, RoundingStrategy::MidpointAwayFromZero).normalize()
}

/// Returns the exact sum; `None` if it does not fit.
pub fn add(left: Decimal, right: Decimal) -> Option<Decimal> {
    let ((mut left, left_exponent), (mut right, right_exponent)) = (parts(left), parts(right));
    let exponent = left_exponent.min(right_exponent);
    left = left.checked_mul(10i128.checked_pow((left_exponent - exponent).unsigned_abs())?)?;
    right = right.checked_mul(10i128.checked_pow((right_exponent - exponent).unsigned_abs())?)?;
    from_parts(left.checked_add(right)?, exponent)
}

/// Returns the exact difference; `None` if it does not fit.
pub fn subtract(left: Decimal, right: Decimal) -> Option<Decimal> {
    add(left, -right)
}

/// Returns the exact product; `None` if it does not fit.
pub fn multiply(left: Decimal, right: Decimal) -> Option<Decimal> {
    let ((left, left_exponent), (right, right_exponent)) = (parts(left), parts(right));
    let mut exponent = left_exponent + right_exponent;
    let product = left.checked_mul(right).or_else(|| {
        // the product of two long mantissas can be short if its trailing zeros become part of the exponent
        let (left, right, zeros) = without_common_tens(left, right);
        let (right, left, more_zeros) = without_common_tens(right, left);
        exponent += zeros + more_zeros;
        left.checked_mul(right)
    })?;
    from_parts(product, exponent)
}

/// Removes factors of 10 from the product: pairs of a factor 2 of the first and a factor 5 of the second number.
fn without_common_tens(mut twos: i128, mut fives: i128) -> (i128, i128, i32) {
    let mut zeros = 0;
    while twos % 2 == 0 && fives % 5 == 0 {
        twos /= 2;
        fives /= 5;
        zeros += 1;
    }
    (twos, fives, zeros)
}

/// Returns the quotient if it is finite and fits; `None` also for a division by zero.
pub fn divide_exact(dividend: Decimal, divisor: Decimal) -> Option<Decimal> {
    let ((dividend, dividend_exponent), (divisor, divisor_exponent)) = (parts(dividend), parts(divisor));
    if divisor == 0 {
        return None;
    }
    let common = greatest_common_divisor(dividend.unsigned_abs(), divisor.unsigned_abs());
    let common = i128::try_from(common).ok()?;
    let (dividend, mut rest) = (dividend / common, divisor / common);
    let (mut twos, mut fives) = (0u32, 0u32);
    while rest % 2 == 0 {
        rest /= 2;
        twos += 1;
    }
    while rest % 5 == 0 {
        rest /= 5;
        fives += 1;
    }
    if rest.unsigned_abs() != 1 {
        return None;
    }
    let places = twos.max(fives);
    let mantissa = dividend
        .checked_mul(rest)?
        .checked_mul(2i128.checked_pow(places - twos)?)?
        .checked_mul(5i128.checked_pow(places - fives)?)?;
    from_parts(mantissa, dividend_exponent - divisor_exponent - i32::try_from(places).ok()?)
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns the quotient, rounded once half away from zero to `digits` decimal places.
///
/// Returns `None` for a division by zero or a quotient that does not fit.
pub fn divide_rounded(dividend: Decimal, divisor: Decimal, digits: u32) -> Option<Decimal> {
    let ((dividend, dividend_exponent), (divisor, divisor_exponent)) = (parts(dividend), parts(divisor));
    if divisor == 0 {
        return None;
    }
    let digits = i32::try_from(digits.min(MAX_DIGITS)).ok()?;
    let shift = dividend_exponent - divisor_exponent + digits;
    let negative = (dividend < 0) != (divisor < 0);
    let (dividend, mut divisor) = (dividend.unsigned_abs(), divisor.unsigned_abs());
    if shift < 0 {
        let Some(larger) =
            10u128.checked_pow(shift.unsigned_abs()).and_then(|factor| divisor.checked_mul(factor))
        else {
            return Some(Decimal::ZERO); // the divisor exceeds any dividend more than twice
        };
        divisor = larger;
    }
    let (mut quotient, mut remainder) = (dividend / divisor, dividend % divisor);
    for _ in 0..shift.max(0) {
        // long division: the remainder is below 10^28, so ten times its value fits
        remainder *= 10;
        quotient = quotient.checked_mul(10)?.checked_add(remainder / divisor)?;
        remainder %= divisor;
    }
    if remainder >= divisor - remainder {
        quotient = quotient.checked_add(1)?;
    }
    let quotient = i128::try_from(quotient).ok()?;
    from_parts(if negative { -quotient } else { quotient }, -digits)
}

/// Returns `left × right ÷ divisor`, rounded once half away from zero to `digits` decimal places. The intermediate
/// product can have any length.
///
/// Returns `None` for a division by zero or a result that does not fit.
pub fn multiply_divide_rounded(
    left: Decimal,
    right: Decimal,
    divisor: Decimal,
    digits: u32,
) -> Option<Decimal> {
    product_divided_rounded(&[left, right], divisor, digits)
}

/// Returns the product of all factors divided by the divisor, rounded once half away from zero to `digits` decimal
/// places.
///
/// Returns `None` for a division by zero or a result that does not fit. The product can have any length.
pub fn product_divided_rounded(factors: &[Decimal], divisor: Decimal, digits: u32) -> Option<Decimal> {
    if let Some(product) = factors.iter().try_fold(Decimal::ONE, |product, factor| multiply(product, *factor))
    {
        return divide_rounded(product, divisor, digits);
    }
    let (divisor, divisor_exponent) = parts(divisor);
    if divisor == 0 {
        return None;
    }
    let product = LongProduct::of(factors);
    let negative = (product.sign < 0) != (divisor < 0);
    let digits = i32::try_from(digits.min(MAX_DIGITS)).ok()?;
    let shift = product.exponent - divisor_exponent + digits;
    // one additional decimal place, which alone determines the rounding
    let places = usize::try_from(i32::try_from(product.digits.len()).ok()? + shift + 1).unwrap_or(0);
    let (mut quotient, mut remainder) = (0u128, 0u128);
    for digit in product.digits.into_iter().chain(std::iter::repeat(0)).take(places) {
        remainder = remainder * 10 + digit;
        quotient = quotient.checked_mul(10)?.checked_add(remainder / divisor.unsigned_abs())?;
        remainder %= divisor.unsigned_abs();
    }
    let quotient = i128::try_from(quotient / 10 + u128::from(quotient % 10 >= 5)).ok()?;
    from_parts(if negative { -quotient } else { quotient }, -digits)
}

/// Compares two products of any length exactly.
pub fn compare_products(left: &[Decimal], right: &[Decimal]) -> Ordering {
    let (mut left, mut right) = (LongProduct::of(left), LongProduct::of(right));
    if left.sign != right.sign || left.sign == 0 {
        return left.sign.cmp(&right.sign);
    }
    let lowest = left.exponent.min(right.exponent);
    for product in [&mut left, &mut right] {
        let zeros = (product.exponent - lowest).unsigned_abs() as usize;
        product.digits.extend(std::iter::repeat_n(0, zeros));
    }
    let by_size = (left.digits.len(), left.digits).cmp(&(right.digits.len(), right.digits));
    if left.sign < 0 { by_size.reverse() } else { by_size }
}

/// Product of any length: `sign × digits × 10^exponent`.
struct LongProduct {
    sign: i128,
    /// Decimal digits, most significant first; the first one is 0 only if the product is 0.
    digits: Vec<u128>,
    exponent: i32,
}

impl LongProduct {
    fn of(factors: &[Decimal]) -> Self {
        let mut product = Self { sign: 1, digits: vec![1], exponent: 0 };
        for factor in factors {
            let (mantissa, exponent) = parts(*factor);
            product.sign *= mantissa.signum();
            product.exponent += exponent;
            let mut carry = 0;
            // a digit × 28 digits is far below 2^128
            for digit in product.digits.iter_mut().rev() {
                let sum = *digit * mantissa.unsigned_abs() + carry;
                (*digit, carry) = (sum % 10, sum / 10);
            }
            while carry > 0 {
                product.digits.insert(0, carry % 10);
                carry /= 10;
            }
        }
        product
    }
}

/// Returns the sort key of a number, whose byte order is the numeric order: `n` or `p`, the number of digits before the
/// point, the digits. The digits of a negative number are complemented to nine and followed by `~`, so that `-1.5` sorts
/// before `-1`. The key is stored with numbers that the database sorts or filters.
pub fn sort_key(number: &Decimal) -> String {
    let plain = canonical(number);
    let negative = plain.starts_with('-');
    let (whole, fraction) = match plain.trim_start_matches('-').split_once('.') {
        Some((whole, fraction)) => (whole, fraction),
        None => (plain.trim_start_matches('-'), ""),
    };
    let whole = whole.trim_start_matches('0');
    if !negative {
        return format!("p{:02}{whole}{fraction}", whole.len());
    }
    let mut key = format!("n{:02}", 99 - whole.len());
    key.extend(whole.bytes().chain(fraction.bytes()).map(|digit| char::from(b'9' - (digit - b'0'))));
    key.push('~');
    key
}

#[cfg(test)]
mod tests;
