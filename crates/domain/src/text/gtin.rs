//! Global trade item numbers (GTIN-8, GTIN-12, GTIN-13 and GTIN-14).

use super::Code;

/// Number of digits of a normalised GTIN.
const DIGITS: usize = 14;

/// Normalises a GTIN to 14 digits with leading zeros. Returns `None` if it does not have 8, 12, 13 or 14 digits, or if its
/// check digit (GS1 General Specifications, section 7.9) is wrong.
pub fn gtin(number: &str) -> Option<Code> {
    let valid = matches!(number.len(), 8 | 12 | 13 | 14)
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && has_check_digit(number);
    if !valid {
        return None;
    }
    Code::stored(&format!("{number:0>DIGITS$}"))
}

/// Returns whether the weighted sum of all digits is a multiple of 10. From the right, the weights alternate between 1
/// and 3.
fn has_check_digit(digits: &str) -> bool {
    let weights = [1_u32, 3].into_iter().cycle();
    let digits = digits.bytes().rev().map(|byte| u32::from(byte - b'0'));
    digits.zip(weights).map(|(digit, weight)| digit * weight).sum::<u32>().is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::gtin;

    #[test]
    fn valid_numbers_get_fourteen_digits() {
        for (number, expected) in [
            ("40170725", Some("00000040170725")),
            ("614141000036", Some("00614141000036")),
            ("4006381333931", Some("04006381333931")),
            ("04006381333931", Some("04006381333931")),
            ("10614141000415", Some("10614141000415")),
            ("4006381333932", None),
            ("40170726", None),
            ("10614141000416", None),
            ("400638133393", None),
            ("6381333931", None),
            ("004006381333931", None),
            ("400638133393X", None),
            ("4006381 333931", None),
            ("٤٠١٧", None),
            ("", None),
        ] {
            assert_eq!(gtin(number).as_ref().map(super::Code::as_str), expected, "{number:?}");
        }
    }
}
