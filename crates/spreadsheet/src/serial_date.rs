//! Dates of Excel: days since 1900 or 1904, with the time as a fraction.

use jiff::ToSpan;
use jiff::civil::{Date, Time, date};

use crate::value::CellValue;

/// The day from which serial numbers are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DateSystem {
    /// Serial number 1 is 1900-01-01. Number 60 is 1900-02-29, a day that did not exist.
    #[default]
    From1900,
    /// Serial number 0 is 1904-01-01; used by older versions of Excel for Mac.
    From1904,
}

/// Kind of values that a number format displays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NumberKind {
    #[default]
    Number,
    Percentage,
    Date,
    /// A time of day without a date.
    Time,
}

const SECONDS: u128 = 86_400;

impl DateSystem {
    /// Returns the day of a serial number. Returns `None` for days that do not exist, or after the year 9999.
    pub fn day(self, serial: u32) -> Option<Date> {
        let (zero, serial) = match self {
            Self::From1904 => (date(1904, 1, 1), serial),
            Self::From1900 if serial == 0 || serial == 60 => return None,
            Self::From1900 if serial < 60 => (date(1899, 12, 31), serial),
            Self::From1900 => (date(1899, 12, 30), serial),
        };
        zero.checked_add(i64::from(serial).days()).ok()
    }

    /// Returns the date, date with time, or time of a serial number, as decimal text with 15 significant digits. The day
    /// is never rounded up. Times are rounded down to seconds.
    pub fn value(self, number: &str, kind: NumberKind) -> Option<CellValue> {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let serial: u32 = whole.parse().ok()?;
        let time = time_of_day(fraction)?;
        if kind == NumberKind::Time && serial == 0 {
            return Some(CellValue::Text(time.to_string()));
        }
        let day = self.day(serial)?;
        Some(if time == Time::midnight() {
            CellValue::Date(day)
        } else {
            CellValue::DateTime(day.to_datetime(time))
        })
    }
}

/// Returns the time of a fraction of a day. Half a millisecond is added, because a rounded fraction can be slightly less
/// than the exact second.
fn time_of_day(fraction: &str) -> Option<Time> {
    if fraction.is_empty() {
        return Some(Time::midnight());
    }
    let scale = 10_u128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let digits: u128 = fraction.parse().ok()?;
    let seconds = (digits.checked_mul(SECONDS)? + scale / 2_000) / scale;
    let seconds = i64::try_from(seconds.min(SECONDS - 1)).ok()?;
    Time::midnight().checked_add(seconds.seconds()).ok()
}

/// Returns the kind of a built-in number format (ECMA-376, part 1, 18.8.30).
pub fn builtin_format(id: u32) -> NumberKind {
    match id {
        9 | 10 => NumberKind::Percentage,
        14..=17 | 22 | 27..=31 | 34..=36 | 50..=54 | 57 | 58 => NumberKind::Date,
        18..=21 | 32 | 33 | 45..=47 | 55 | 56 => NumberKind::Time,
        _ => NumberKind::Number,
    }
}

/// Returns the kind of a format code such as `dd.mm.yyyy hh:mm`, `#,##0.00 "Stück"` or `[h]:mm`.
pub fn custom_format(code: &str) -> NumberKind {
    // only the first section is read; it applies to positive numbers
    let mut letters = String::new();
    let mut chars = code.chars();
    while let Some(letter) = chars.next() {
        match letter {
            '"' => {
                chars.by_ref().find(|end| *end == '"');
            }
            '\\' | '_' | '*' => {
                chars.next();
            }
            '[' => {
                let bracketed: String = chars.by_ref().take_while(|end| *end != ']').collect();
                // elapsed hours, minutes or seconds; other brackets contain colours, currencies and conditions
                if !bracketed.is_empty()
                    && bracketed.chars().all(|letter| matches!(letter.to_ascii_lowercase(), 'h' | 'm' | 's'))
                {
                    return NumberKind::Time;
                }
            }
            ';' => break,
            _ => letters.push(letter.to_ascii_lowercase()),
        }
    }
    // some programs write the German names of the default format and of date parts
    if letters.contains("general") || letters.contains("standard") {
        return NumberKind::Number;
    }
    let has = |wanted: &[char]| letters.contains(wanted);
    match (has(&['y', 'd', 'j']), has(&['h', 's']), has(&['m'])) {
        (true, _, _) | (false, false, true) => NumberKind::Date,
        (false, true, _) => NumberKind::Time,
        (false, false, false) if has(&['%']) => NumberKind::Percentage,
        (false, false, false) => NumberKind::Number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serial_number_is_converted_to_the_day_of_excel() {
        for (system, number, expected) in [
            (DateSystem::From1900, "1", "1900-01-01"),
            (DateSystem::From1900, "59", "1900-02-28"),
            (DateSystem::From1900, "61", "1900-03-01"),
            (DateSystem::From1900, "36526", "2000-01-01"),
            (DateSystem::From1900, "46115", "2026-04-03"),
            (DateSystem::From1900, "46115.5", "2026-04-03 12:00:00"),
            (DateSystem::From1900, "46115.3541666667", "2026-04-03 08:30:00"),
            (DateSystem::From1900, "46115.9999999999", "2026-04-03 23:59:59"),
            (DateSystem::From1900, "2958465", "9999-12-31"),
            (DateSystem::From1904, "0", "1904-01-01"),
            (DateSystem::From1904, "44653", "2026-04-03"),
            (DateSystem::From1904, "59", "1904-02-29"),
        ] {
            let value = system.value(number, NumberKind::Date).unwrap();
            assert_eq!(value.to_text(), expected, "{number}");
        }
        for number in ["0", "60", "-1", "2958466", "99999999999", "0.5"] {
            assert_eq!(DateSystem::From1900.value(number, NumberKind::Date), None, "{number}");
        }
        let time = DateSystem::From1900.value("0.75", NumberKind::Time).unwrap();
        assert_eq!(time, CellValue::Text("18:00:00".to_owned()));
    }

    #[test]
    fn date_formats_are_recognised() {
        use NumberKind::{Date, Number, Percentage, Time};
        for (code, kind) in [
            ("General", Number),
            ("Standard", Number),
            ("0.00", Number),
            ("#,##0.00\\ \"Stück/Tag\"", Number),
            ("[$€-407]\\ #,##0.00", Number),
            ("[Red]0;[Blue]-0", Number),
            ("0.00E+00", Number),
            ("_-* #,##0.00 _€_-", Number),
            ("0.0\\ %", Percentage),
            ("0\"%\"", Number),
            ("dd.mm.yyyy", Date),
            ("TT.MM.JJJJ", Date),
            ("[$-407]d. mmmm yyyy;@", Date),
            ("m/d/yy h:mm", Date),
            ("mmm", Date),
            ("hh:mm", Time),
            ("[h]:mm:ss", Time),
            ("[hh]:mm", Time),
        ] {
            assert_eq!(custom_format(code), kind, "{code}");
        }
        assert_eq!(
            [0, 9, 14, 22, 20, 49].map(builtin_format),
            [Number, Percentage, Date, Date, Time, Number]
        );
    }
}
