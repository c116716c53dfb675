//! Numbers of spreadsheets as decimal text.
//!
//! XLSX and ODS files contain the shortest decimal text of a binary number, such as `0.30000000000000004` for the formula
//! `=0.1+0.2`. Spreadsheet programs calculate and show 15 significant digits. The text is rounded to these 15 digits, half
//! away from zero, without converting it to a binary number. The result is the number that the user sees in the cell if
//! its format does not hide digits.

/// Number of significant digits in a spreadsheet.
const SIGNIFICANT: usize = 15;
/// Maximum exponent. Exponents of 64-bit floating-point numbers are smaller.
const MAX_EXPONENT: i32 = 400;

/// A number of a spreadsheet.
#[derive(PartialEq, Eq, Debug)]
pub struct RoundedNumber {
    /// Decimal text without exponent and without unnecessary zeros.
    pub text: String,
    /// Digits before the decimal sign were rounded away.
    pub lost_digits: bool,
}

/// Reads a number such as `-12`, `0.5` or `1.5E-7` and rounds it to 15 significant digits. Returns `None` for other text.
pub fn rounded(text: &str) -> Option<RoundedNumber> {
    let (negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) || exponent.abs() > MAX_EXPONENT {
        return None;
    }
    // number of digits before the point; negative for zeros after the point
    let mut point = i32::try_from(whole.len()).ok()? + exponent;
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    digits.drain(..zeros);
    point -= i32::try_from(zeros).ok()?;
    if point.abs() > MAX_EXPONENT + 20 {
        return None;
    }
    let lost_digits = digits.len() > SIGNIFICANT && point > i32::try_from(SIGNIFICANT).ok()?;
    if digits.len() > SIGNIFICANT {
        let up = digits[SIGNIFICANT] >= b'5';
        digits.truncate(SIGNIFICANT);
        if up && carry(&mut digits) {
            point += 1;
        }
    }
    while digits.last() == Some(&b'0') {
        digits.pop();
    }
    Some(RoundedNumber { text: plain(&digits, point, negative), lost_digits })
}

/// Returns a fraction such as `0.025` in percent.
pub fn percentage(fraction: &str) -> Option<String> {
    let fraction = rounded(fraction)?;
    rounded(&format!("{}E2", fraction.text)).map(|percent| percent.text)
}

/// Adds 1 to the last digit. Returns true if the number has become a power of ten with one more digit.
fn carry(digits: &mut Vec<u8>) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return false;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
    true
}

fn plain(digits: &[u8], point: i32, negative: bool) -> String {
    if digits.is_empty() {
        return "0".to_owned();
    }
    let digits: String = digits.iter().map(|digit| char::from(*digit)).collect();
    let sign = if negative { "-" } else { "" };
    match usize::try_from(point) {
        Ok(before) if before >= digits.len() => format!("{sign}{digits:0<before$}"),
        Ok(before) if before > 0 => format!("{sign}{}.{}", &digits[..before], &digits[before..]),
        _ => format!("{sign}0.{}{digits}", "0".repeat(usize::try_from(-point).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_rounded_as_spreadsheets_show_them() {
        for (text, expected) in [
            ("13.75", "13.75"),
            ("0.30000000000000004", "0.3"),
            ("1.1000000000000001", "1.1"),
            ("2.2999999999999998", "2.3"),
            ("0.99999999999999989", "1"),
            ("-9.9999999999999995E-2", "-0.1"),
            ("4006381333931", "4006381333931"),
            ("4.006381333931E12", "4006381333931"),
            ("1E-7", "0.0000001"),
            ("1.5e3", "1500"),
            ("007", "7"),
            ("0.50", "0.5"),
            ("-0", "0"),
            ("0.000", "0"),
            ("100", "100"),
            ("123456789012345", "123456789012345"),
            ("12345678901234.56", "12345678901234.6"),
            ("999999999999999.9", "1000000000000000"),
            ("5.5511151231257827E-17", "0.0000000000000000555111512312578"),
            (".5", "0.5"),
            ("5.", "5"),
        ] {
            let number = rounded(text).unwrap();
            assert_eq!((number.text.as_str(), number.lost_digits), (expected, false), "{text}");
        }
    }

    #[test]
    fn lost_digits_are_reported() {
        for (text, lost) in [
            ("123456789012345", false),
            ("1234567890123456", true),
            ("123456789012345678", true),
            ("123456789012345000", true),
            ("1.2345678901234567E17", true),
            ("1E20", false),
        ] {
            assert_eq!(rounded(text).unwrap().lost_digits, lost, "{text}");
        }
    }

    #[test]
    fn fractions_are_converted_to_percent() {
        for (fraction, expected) in [
            ("0.025", "2.5"),
            ("0.07", "7"),
            ("1", "100"),
            ("-0.1", "-10"),
            ("0", "0"),
            ("7.0000000000000007E-2", "7"),
        ] {
            assert_eq!(percentage(fraction).as_deref(), Some(expected), "{fraction}");
        }
    }

    #[test]
    fn invalid_number_is_rejected() {
        for text in [
            "",
            "-",
            ".",
            "1,5",
            "1e",
            "1e999",
            "NaN",
            "inf",
            "0x10",
            "1.2.3",
            "1 000",
            "٤",
            "1e-99999999999",
        ] {
            assert_eq!(rounded(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn rounded_text_of_short_numbers_is_exact(digits in 0_u64..1_000_000_000_000_000, places in 0_u32..10) {
            let number = orderdock_domain::number::Decimal::from_i128_with_scale(i128::from(digits), places);
            let expected = orderdock_domain::number::canonical(&number);
            prop_assert_eq!(rounded(&number.to_string()).unwrap().text, expected.as_str());
            // the text of the nearest binary number has 17 digits
            let binary: f64 = number.to_string().parse().unwrap();
            prop_assert_eq!(rounded(&format!("{binary:.16e}")).unwrap().text, expected);
        }
    }
}
