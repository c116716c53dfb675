//! Parses dates that are written as text.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::serial_date::DateSystem;

/// Order of day and month in dates such as `03/04/2026`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DateOrder {
    /// Day, month, year.
    Dmy,
    /// Month, day, year.
    Mdy,
}

/// Possible interpretations of a text as a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DateReading {
    NotADate,
    /// The same date in both orders, such as `2026-04-03` or `03.04.2026`.
    Either,
    /// A date in this order only, such as `31/12/2026`.
    Only(DateOrder),
    /// Different dates in the two orders, such as `03/04/2026`.
    Ambiguous,
}

/// First letters of the English and German names of months.
const MONTHS: [(&str, i8); 18] = [
    ("jan", 1),
    ("jän", 1),
    ("feb", 2),
    ("mar", 3),
    ("mär", 3),
    ("mrz", 3),
    ("apr", 4),
    ("may", 5),
    ("mai", 5),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("sep", 9),
    ("oct", 10),
    ("okt", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
];
/// First letters of the English and German names of weekdays.
const WEEKDAYS: [&str; 12] = ["mo", "di", "mi", "do", "fr", "sa", "so", "tu", "we", "th", "su", "sonn"];
/// Maximum length of a date in bytes, with weekday and time.
const MAX_LENGTH: usize = 48;
/// Serial numbers of Excel that are read as dates: 2000-01-01 to 2099-12-31.
const SERIALS: std::ops::RangeInclusive<u32> = 36_526..=73_050;

/// Parses a date with the given order of day and month. Returns `None` if the text is not a date in this order. A time
/// after the date is ignored.
pub fn parse_date(text: &str, order: DateOrder) -> Option<Date> {
    if text.len() > MAX_LENGTH || instant(text).is_some() {
        return None;
    }
    let text = without_time(without_weekday(text.trim()));
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return of_digits(text);
    }
    let parts: Vec<&str> =
        text.split(['.', '/', '-', ' ', ',']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let [first, second, third] = parts[..] else { return None };
    if let Some(month) = month(second) {
        return date(year(third)?, month, day(first)?);
    }
    if let Some(month) = month(first) {
        return date(year(third)?, month, day(second)?);
    }
    if first.len() == 4 {
        return date(year(first)?, day(second)?, day(third)?);
    }
    let (first, second, year) = (day(first)?, day(second)?, year(third)?);
    match order {
        // dates with points are always day, month, year
        _ if text.contains('.') => date(year, second, first),
        DateOrder::Dmy => date(year, second, first),
        DateOrder::Mdy => date(year, first, second),
    }
}

/// Returns the text of an instant with offset or `Z`. The API converts it to a day of the organisation.
pub fn instant(text: &str) -> Option<&str> {
    (text.contains(':') && text.trim().parse::<Timestamp>().is_ok()).then(|| text.trim())
}

/// Returns the possible interpretations of a text as a date.
pub fn read_date(text: &str) -> DateReading {
    if !may_be_date(text) {
        return DateReading::NotADate;
    }
    match (parse_date(text, DateOrder::Dmy), parse_date(text, DateOrder::Mdy)) {
        (None, None) if instant(text).is_some() => DateReading::Either,
        (None, None) => DateReading::NotADate,
        (Some(_), None) => DateReading::Only(DateOrder::Dmy),
        (None, Some(_)) => DateReading::Only(DateOrder::Mdy),
        (Some(one), Some(other)) if one == other => DateReading::Either,
        (Some(_), Some(_)) => DateReading::Ambiguous,
    }
}

/// Returns false for texts that cannot be dates, without parsing them.
fn may_be_date(text: &str) -> bool {
    let (mut digits, mut separators) = (0, 0);
    for byte in text.bytes() {
        digits += usize::from(byte.is_ascii_digit());
        separators += usize::from(matches!(byte, b'.' | b'/' | b'-' | b' ' | b','));
    }
    text.len() <= MAX_LENGTH && digits > 0 && (separators >= 2 || digits == text.trim().len())
}

fn date(year: i16, month: i8, day: i8) -> Option<Date> {
    Date::new(year, month, day).ok()
}

/// Parses digits such as `20260403`, or a serial number of Excel.
fn of_digits(text: &str) -> Option<Date> {
    match text.len() {
        8 => date(year(text.get(..4)?)?, day(text.get(4..6)?)?, day(text.get(6..)?)?),
        5 => text
            .parse()
            .ok()
            .filter(|serial| SERIALS.contains(serial))
            .and_then(|serial| DateSystem::From1900.day(serial)),
        _ => None,
    }
}

fn day(text: &str) -> Option<i8> {
    (text.len() <= 2).then(|| text.parse().ok())?
}

fn year(text: &str) -> Option<i16> {
    let year = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i16>().ok())??;
    match text.len() {
        4 if (1900..=2999).contains(&year) => Some(year),
        2 => Some(2000 + year),
        _ => None,
    }
}

fn month(text: &str) -> Option<i8> {
    let text = text.to_lowercase();
    let is_name = text.chars().count() >= 3 && text.chars().all(char::is_alphabetic);
    let found = MONTHS.iter().find(|(name, _)| is_name && text.starts_with(name));
    found.map(|(_, month)| *month)
}

/// Removes the name of a weekday before a date.
fn without_weekday(text: &str) -> &str {
    let name: String = text.chars().take_while(|letter| letter.is_alphabetic()).collect();
    let lower = name.to_lowercase();
    if name.is_empty() || month(&name).is_some() || !WEEKDAYS.iter().any(|day| lower.starts_with(day)) {
        return text;
    }
    text[name.len()..].trim_start_matches(['.', ',', ' '])
}

/// Removes a time such as `T08:30:00` or ` 08:30` after a date.
fn without_time(text: &str) -> &str {
    let Some(colon) = text.find(':') else { return text };
    let before = text[..colon].trim_end_matches(|letter: char| letter.is_ascii_digit());
    let hours = colon - before.len();
    match before.strip_suffix(['T', ' ']) {
        Some(date) if (1..=2).contains(&hours) => date.trim_end_matches([',', ' ']),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_by_their_order() {
        for (text, dmy, mdy) in [
            ("03.04.2026", Some("2026-04-03"), Some("2026-04-03")),
            ("3.4.26", Some("2026-04-03"), Some("2026-04-03")),
            ("03/04/2026", Some("2026-04-03"), Some("2026-03-04")),
            ("31/12/2026", Some("2026-12-31"), None),
            ("12/31/2026", None, Some("2026-12-31")),
            ("05-05-2026", Some("2026-05-05"), Some("2026-05-05")),
            ("2026-04-03", Some("2026-04-03"), Some("2026-04-03")),
            ("2026/4/3", Some("2026-04-03"), Some("2026-04-03")),
            ("20260403", Some("2026-04-03"), Some("2026-04-03")),
            ("46115", Some("2026-04-03"), Some("2026-04-03")),
            ("3. April 2026", Some("2026-04-03"), Some("2026-04-03")),
            ("3. März 2026", Some("2026-03-03"), Some("2026-03-03")),
            ("3-Apr-26", Some("2026-04-03"), Some("2026-04-03")),
            ("April 3, 2026", Some("2026-04-03"), Some("2026-04-03")),
            ("Fr, 03.04.2026", Some("2026-04-03"), Some("2026-04-03")),
            ("Friday 3 April 2026", Some("2026-04-03"), Some("2026-04-03")),
            ("03.04.2026 08:30", Some("2026-04-03"), Some("2026-04-03")),
            ("2026-04-03T23:59:59", Some("2026-04-03"), Some("2026-04-03")),
            ("29.02.2026", None, None),
            ("31.04.2026", None, None),
            ("KW 15", None, None),
            ("1234", None, None),
            ("12345678", None, None),
            ("03.04.", None, None),
            ("1.5", None, None),
            ("2026-04-03T22:30:00Z", None, None),
            ("", None, None),
        ] {
            let read = |order| parse_date(text, order).map(|date| date.to_string());
            let seen = (read(DateOrder::Dmy), read(DateOrder::Mdy));
            assert_eq!((seen.0.as_deref(), seen.1.as_deref()), (dmy, mdy), "{text}");
        }
    }

    #[test]
    fn ambiguous_dates_are_recognised() {
        for (text, expected) in [
            ("03/04/2026", DateReading::Ambiguous),
            ("31/12/2026", DateReading::Only(DateOrder::Dmy)),
            ("12/31/2026", DateReading::Only(DateOrder::Mdy)),
            ("03.04.2026", DateReading::Either),
            ("2026-04-03T22:30:00Z", DateReading::Either),
            ("soon", DateReading::NotADate),
        ] {
            assert_eq!(read_date(text), expected, "{text}");
        }
        assert_eq!(instant("2026-04-03T22:30:00+02:00"), Some("2026-04-03T22:30:00+02:00"));
        assert_eq!(instant("2026-04-03"), None);
    }
}
