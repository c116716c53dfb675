//! Cells of a written sheet.

use std::borrow::Cow;
use std::fmt::Write as _;

use jiff::civil::{Date, DateTime, date};

use super::xml::escape_cell;

/// Maximum length of a text in a cell, in UTF-16 code units.
const MAX_TEXT: usize = 32_767;
/// Digits that a number in a cell keeps.
const MAX_DIGITS: usize = 15;
/// First day whose serial number is the number of days since 1899-12-30: before, Excel counts 1900-02-29.
const FIRST_DAY: Date = date(1900, 3, 1);
const SECONDS_PER_DAY: i64 = 86_400;
/// Fractions of a day are written with ten decimals, which is exact to the second.
const FRACTION_SCALE: i64 = 10_000_000_000;

/// Format of a cell, which is also the format of an empty column. The value is its index in `styles.xml`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CellFormat {
    #[default]
    General = 0,
    Header = 1,
    /// Typed values stay texts, so that leading zeros are kept.
    Text = 2,
    /// Date in the format of the reader's country.
    Date = 3,
    DateTime = 4,
    /// Number with two decimals.
    Amount = 5,
    /// Text with line breaks.
    Wrapped = 6,
    /// Number with two to six decimals.
    Price = 7,
}

/// A cell of a row to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenCell<'c> {
    Empty,
    /// A text, which is never evaluated as a formula. Longer texts than 32,767 characters are cut.
    Text(Cow<'c, str>),
    Wrapped(Cow<'c, str>),
    /// Decimal text such as `-12.5`. It becomes a text if it has more than 15 digits, because a number would lose digits.
    Number(Cow<'c, str>),
    /// Number that is shown with two decimals.
    Amount(Cow<'c, str>),
    /// A day, as a text before March 1900.
    Date(Date),
    DateTime(DateTime),
}

impl WrittenCell<'_> {
    /// Appends the cell as XML, unless it is empty. `column` is its letters.
    pub(super) fn write(&self, xml: &mut String, row: u32, column: &str) {
        match self {
            Self::Empty => {}
            Self::Text(text) if text.is_empty() => {}
            Self::Wrapped(text) => push_text(xml, row, column, CellFormat::Wrapped, text),
            Self::Number(text) if is_exact(text) => push_number(xml, row, column, CellFormat::General, text),
            Self::Amount(text) if is_exact(text) => push_number(xml, row, column, CellFormat::Amount, text),
            Self::Text(text) | Self::Number(text) | Self::Amount(text) => {
                push_text(xml, row, column, CellFormat::Text, text);
            }
            Self::Date(day) => match serial(*day) {
                Some(serial) => push_number(xml, row, column, CellFormat::Date, &serial.to_string()),
                None => push_text(xml, row, column, CellFormat::Text, &day.to_string()),
            },
            Self::DateTime(time) => match serial(time.date()) {
                Some(serial) => {
                    let number = format!("{serial}.{:010}", fraction(*time));
                    push_number(xml, row, column, CellFormat::DateTime, &number);
                }
                None => push_text(xml, row, column, CellFormat::Text, &time.to_string()),
            },
        }
    }
}

/// Appends a title of a column.
pub(super) fn push_header(xml: &mut String, row: u32, column: &str, title: &str) {
    push_text(xml, row, column, CellFormat::Header, title);
}

fn push_start(xml: &mut String, row: u32, column: &str, format: CellFormat) {
    // writing to a text cannot fail
    let _ = write!(xml, "<c r=\"{column}{row}\"");
    if format != CellFormat::General {
        let _ = write!(xml, " s=\"{}\"", format as u8);
    }
}

fn push_number(xml: &mut String, row: u32, column: &str, format: CellFormat, number: &str) {
    push_start(xml, row, column, format);
    let _ = write!(xml, "><v>{number}</v></c>");
}

fn push_text(xml: &mut String, row: u32, column: &str, format: CellFormat, text: &str) {
    push_start(xml, row, column, format);
    xml.push_str(" t=\"inlineStr\"><is><t xml:space=\"preserve\">");
    escape_cell(xml, cut(text));
    xml.push_str("</t></is></c>");
}

/// Returns whether a number in a cell keeps all digits of a decimal text.
fn is_exact(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number).trim_start_matches(['0', '.']);
    !number.is_empty() && digits.bytes().filter(u8::is_ascii_digit).count() <= MAX_DIGITS
}

/// Returns the beginning of a text that fits into a cell.
fn cut(text: &str) -> &str {
    if text.len() <= MAX_TEXT {
        return text;
    }
    let mut units = 0;
    let end = text.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > MAX_TEXT
    });
    end.map_or(text, |(end, _)| &text[..end])
}

/// Returns the serial number of a day.
fn serial(day: Date) -> Option<i32> {
    (day >= FIRST_DAY).then(|| day.since(date(1899, 12, 30)).ok().map(|span| span.get_days()))?
}

/// Returns the time of a day as a fraction of the day.
fn fraction(time: DateTime) -> i64 {
    let seconds = i64::from(time.hour()) * 3600 + i64::from(time.minute()) * 60 + i64::from(time.second());
    (seconds * FRACTION_SCALE + SECONDS_PER_DAY / 2) / SECONDS_PER_DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(cell: &WrittenCell) -> String {
        let mut xml = String::new();
        cell.write(&mut xml, 2, "AB");
        xml
    }

    #[test]
    fn number_with_more_than_15_digits_is_a_text() {
        for (number, is_number) in [
            ("0", true),
            ("-12.5", true),
            ("123456789012345", true),
            ("0.00000000012345", true),
            ("99999999.9999999", true),
            ("1234567890123456", false),
            ("12345678901234.56", false),
        ] {
            let xml = written(&WrittenCell::Number(number.into()));
            assert_eq!(xml == format!("<c r=\"AB2\"><v>{number}</v></c>"), is_number, "{xml}");
        }
    }

    #[test]
    fn date_is_a_serial_number_from_march_1900_on() {
        for (day, expected) in [
            (date(1900, 3, 1), "<c r=\"AB2\" s=\"3\"><v>61</v></c>"),
            (date(2026, 4, 3), "<c r=\"AB2\" s=\"3\"><v>46115</v></c>"),
            (date(9999, 12, 31), "<c r=\"AB2\" s=\"3\"><v>2958465</v></c>"),
            (
                date(1900, 2, 28),
                "<c r=\"AB2\" s=\"2\" t=\"inlineStr\"><is><t xml:space=\"preserve\">1900-02-28</t></is></c>",
            ),
        ] {
            assert_eq!(written(&WrittenCell::Date(day)), expected);
        }
        let time = WrittenCell::DateTime(date(2026, 4, 3).at(8, 30, 0, 0));
        assert_eq!(written(&time), "<c r=\"AB2\" s=\"4\"><v>46115.3541666667</v></c>");
    }

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(cut(&"ü".repeat(32_767)).chars().count(), 32_767);
        assert_eq!(cut(&format!("{}😀", "x".repeat(32_766))).len(), 32_766);
    }
}
