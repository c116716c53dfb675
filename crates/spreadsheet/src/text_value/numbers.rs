//! Parses numbers that are formatted as text, with separators and currencies.

use serde::{Deserialize, Serialize};

/// Character between the whole part of a number and its decimal places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DecimalSign {
    #[serde(rename = ",")]
    Comma,
    #[serde(rename = ".")]
    Point,
}

/// A number that was read from text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextNumber {
    /// Number in JSON format.
    pub number: String,
    /// Currency code before or after the number.
    pub currency: Option<&'static str>,
}

/// Possible interpretations of a text as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberReading {
    NotANumber,
    /// The same number with both decimal signs, such as `12`.
    Either,
    /// A number with this decimal sign only, such as `13,75`.
    Only(DecimalSign),
    /// Different numbers with the two decimal signs, such as `1,234`.
    Ambiguous,
}

/// Currency codes that are recognised next to a number and in a column, with their symbols.
const CURRENCIES: [(&str, &str); 26] = [
    ("EUR", "€"),
    ("USD", "$"),
    ("GBP", "£"),
    ("CHF", "Fr."),
    ("PLN", "zł"),
    ("CZK", "Kč"),
    ("SEK", ""),
    ("NOK", ""),
    ("DKK", ""),
    ("HUF", "Ft"),
    ("RON", ""),
    ("BGN", ""),
    ("TRY", "₺"),
    ("JPY", "¥"),
    ("CNY", ""),
    ("INR", "₹"),
    ("AUD", ""),
    ("CAD", ""),
    ("NZD", ""),
    ("ZAR", ""),
    ("BRL", ""),
    ("MXN", ""),
    ("SGD", ""),
    ("HKD", ""),
    ("AED", ""),
    ("UAH", "₴"),
];

/// Maximum length of a number in bytes, with separators and currency.
const MAX_LENGTH: usize = 64;

/// Returns the code of a currency, given as code or symbol.
pub fn currency_code(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let found = CURRENCIES
        .iter()
        .find(|(code, symbol)| code.eq_ignore_ascii_case(text) || (!symbol.is_empty() && *symbol == text));
    found.map(|(code, _)| *code)
}

/// Parses a number with the given decimal sign. Groups of three digits may be separated by the other sign, spaces or apostrophes.
/// Returns `None` if the text is not a number with this sign: `13.75` is not a number with a decimal comma.
pub fn parse_number(text: &str, sign: DecimalSign) -> Option<TextNumber> {
    let (text, currency) = without_currency(text.trim());
    let (negative, text) = without_minus(text.trim());
    let (decimal, group) = match sign {
        DecimalSign::Comma => (',', '.'),
        DecimalSign::Point => ('.', ','),
    };
    let (whole, fraction) = match text.split_once(decimal) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !fraction.is_none_or(are_digits) {
        return None;
    }
    let whole = match whole {
        "" if fraction.is_some() => "0".to_owned(),
        whole if are_digits(whole) => whole.to_owned(),
        whole => ungrouped(whole, group)?,
    };
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let minus = if negative { "-" } else { "" };
    let number = match fraction {
        Some(fraction) => format!("{minus}{whole}.{fraction}"),
        None => format!("{minus}{whole}"),
    };
    Some(TextNumber { number, currency })
}

/// Returns the possible interpretations of a text as a number, and the currency next to it.
pub fn read_number(text: &str) -> (NumberReading, Option<&'static str>) {
    if !may_be_number(text) {
        return (NumberReading::NotANumber, None);
    }
    let comma = parse_number(text, DecimalSign::Comma);
    let point = parse_number(text, DecimalSign::Point);
    let currency = comma.as_ref().or(point.as_ref()).and_then(|number| number.currency);
    let reading = match (comma, point) {
        (None, None) => NumberReading::NotANumber,
        (Some(_), None) => NumberReading::Only(DecimalSign::Comma),
        (None, Some(_)) => NumberReading::Only(DecimalSign::Point),
        (Some(comma), Some(point)) if comma == point => NumberReading::Either,
        (Some(_), Some(_)) => NumberReading::Ambiguous,
    };
    (reading, currency)
}

/// Returns false for texts that cannot be numbers, without parsing them.
fn may_be_number(text: &str) -> bool {
    text.len() <= MAX_LENGTH
        && text.bytes().any(|byte| byte.is_ascii_digit())
        // a currency has up to three letters
        && text.chars().filter(|letter| letter.is_alphabetic()).count() <= 3
}

/// Returns whether the text is a number in scientific notation, such as `4.00638E+12`, which has lost its last digits.
pub fn is_scientific(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.trim().split_once(['E', 'e']) else { return false };
    let is_mantissa = mantissa.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','));
    let exponent = exponent.strip_prefix(['+', '-']);
    is_mantissa
        && mantissa.contains(['.', ','])
        && exponent
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn without_currency(text: &str) -> (&str, Option<&'static str>) {
    let is_plain = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b',' | b' ' | b'-' | b'+' | b'\'');
    if text.bytes().all(is_plain) {
        return (text, None);
    }
    for (code, symbol) in CURRENCIES {
        for name in [code, symbol] {
            let stripped = text.strip_suffix(name).or_else(|| text.strip_prefix(name));
            if let Some(rest) = stripped.filter(|_| !name.is_empty()) {
                return (rest, Some(code));
            }
        }
    }
    (text, None)
}

/// Removes a minus before or, as SAP writes it, after a number.
fn without_minus(text: &str) -> (bool, &str) {
    let stripped = text.strip_prefix(['-', '\u{2212}']).or_else(|| text.strip_suffix('-'));
    match stripped {
        Some(rest) => (true, rest.trim()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Removes the separators of a whole number. Returns `None` unless all separators are equal and every group but the first
/// has three digits. A grouped number does not begin with zero.
fn ungrouped(text: &str, group: char) -> Option<String> {
    let separators = [group, ' ', '\u{a0}', '\u{202f}', '\'', '’'];
    let separator = text.chars().find(|letter| separators.contains(letter))?;
    let groups: Vec<&str> = text.split(separator).collect();
    let are_digits = groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_digit()));
    let (first, others) = groups.split_first()?;
    let is_grouped = (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && others.iter().all(|group| group.len() == 3);
    (are_digits && is_grouped).then(|| groups.concat())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_read_with_their_decimal_sign_only() {
        for (text, comma, point) in [
            ("13,75", Some("13.75"), None),
            ("13.75", None, Some("13.75")),
            ("1,234", Some("1.234"), Some("1234")),
            ("1.234", Some("1234"), Some("1.234")),
            ("0,125", Some("0.125"), None),
            ("1.234,50", Some("1234.50"), None),
            ("1,234.50", None, Some("1234.50")),
            ("1.234.567", Some("1234567"), None),
            ("1 234,5", Some("1234.5"), None),
            ("1\u{202f}234,5", Some("1234.5"), None),
            ("1'234.50", None, Some("1234.50")),
            ("12", Some("12"), Some("12")),
            ("007", Some("7"), Some("7")),
            ("-3,5", Some("-3.5"), None),
            ("3,5-", Some("-3.5"), None),
            ("\u{2212}3", Some("-3"), Some("-3")),
            (",5", Some("0.5"), None),
            ("12,34,56", None, None),
            ("1.23,456", None, None),
            ("1.2.3", None, None),
            ("12 Stk", None, None),
            ("1e5", None, None),
            ("1,5,", None, None),
            ("", None, None),
            ("-", None, None),
        ] {
            let read = |sign| parse_number(text, sign).map(|read| read.number);
            let seen = (read(DecimalSign::Comma), read(DecimalSign::Point));
            assert_eq!((seen.0.as_deref(), seen.1.as_deref()), (comma, point), "{text}");
        }
    }

    #[test]
    fn ambiguous_numbers_are_recognised() {
        for (text, expected) in [
            ("13,75", NumberReading::Only(DecimalSign::Comma)),
            ("13.75", NumberReading::Only(DecimalSign::Point)),
            ("1,234", NumberReading::Ambiguous),
            ("12", NumberReading::Either),
            ("1 000", NumberReading::Either),
            ("zwölf", NumberReading::NotANumber),
        ] {
            assert_eq!(read_number(text).0, expected, "{text}");
        }
    }

    #[test]
    fn currencies_next_to_numbers_are_recognised() {
        for (text, number, currency) in [
            ("13,75 €", "13.75", Some("EUR")),
            ("€ 13,75", "13.75", Some("EUR")),
            ("EUR 1.234,00", "1234.00", Some("EUR")),
            ("-5,00 CHF", "-5.00", Some("CHF")),
            ("5", "5", None),
        ] {
            let read = parse_number(text, DecimalSign::Comma).unwrap();
            assert_eq!((read.number.as_str(), read.currency), (number, currency), "{text}");
        }
        assert_eq!(["eur", "$", "STK", ""].map(currency_code), [Some("EUR"), Some("USD"), None, None]);
    }

    #[test]
    fn scientific_notation_is_recognised() {
        for (text, expected) in [
            ("4.00638E+12", true),
            ("4,00638E+12", true),
            ("1.5e-3", true),
            ("A1E+2", false),
            ("12E5", false),
            ("4E+12", false),
            ("1.5E+", false),
        ] {
            assert_eq!(is_scientific(text), expected, "{text}");
        }
    }

    /// Formats a number with a decimal sign and optional group separators.
    fn format_number(whole: u64, fraction: &str, decimal: char, group: Option<char>) -> String {
        let digits = whole.to_string();
        let mut text = String::new();
        for (index, digit) in digits.char_indices() {
            let is_boundary = index > 0 && (digits.len() - index).is_multiple_of(3);
            text.extend(group.filter(|_| is_boundary));
            text.push(digit);
        }
        if fraction.is_empty() { text } else { format!("{text}{decimal}{fraction}") }
    }

    proptest! {
        /// A number is parsed exactly with its decimal sign. With the other sign it is not a number, equal or ambiguous.
        #[test]
        fn decimal_places_never_become_whole_digits(
            whole in 0_u64..10_000_000, fraction in "[0-9]{0,4}", grouped: bool, comma: bool,
        ) {
            let (sign, other, decimal, group) = if comma {
                (DecimalSign::Comma, DecimalSign::Point, ',', '.')
            } else {
                (DecimalSign::Point, DecimalSign::Comma, '.', ',')
            };
            let text = format_number(whole, &fraction, decimal, grouped.then_some(group));
            let exact = format_number(whole, &fraction, '.', None);
            prop_assert_eq!(parse_number(&text, sign).map(|read| read.number), Some(exact.clone()));
            let misread = parse_number(&text, other).filter(|read| read.number != exact);
            prop_assert!(misread.is_none() || read_number(&text).0 == NumberReading::Ambiguous);
        }
    }
}
