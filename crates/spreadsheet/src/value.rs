//! Rows and typed cells of a sheet.

use std::borrow::Cow;
use std::fmt;

use jiff::civil::{Date, DateTime};

/// A row with content.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SheetRow {
    /// Row number in the sheet, from 1.
    pub number: u32,
    /// The spreadsheet program does not show the row, for example because of a filter.
    pub hidden: bool,
    /// Cells that are not empty, ascending by column.
    pub cells: Vec<SheetCell>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct SheetCell {
    /// Column number, from 0.
    pub column: u32,
    pub value: CellValue,
    /// The value was copied from the first cell of a merged area.
    pub merged: bool,
}

/// Value of a cell that is not empty.
#[derive(Clone, PartialEq, Debug)]
pub enum CellValue {
    Text(String),
    /// Decimal number with at most 15 significant digits, for example `-13.75`: without exponent, leading zeros and
    /// trailing zeros.
    Number(String),
    /// Number of a cell that is formatted as a percentage, in percent: `2.5` for 2.5 %.
    Percentage(String),
    Date(Date),
    DateTime(DateTime),
    Boolean(bool),
    /// The cell has no usable value.
    Fault(CellFault),
}

/// Reason why a cell has no usable value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CellFault {
    /// A formula error such as `#REF!`.
    Formula(String),
    /// A formula whose result was not stored.
    NotCalculated,
    /// A number whose digits before the decimal sign exceed the precision of a spreadsheet, which is 15 digits.
    TooManyDigits(String),
    /// A number or a date that cannot be read.
    Unreadable(String),
}

impl fmt::Display for CellFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula(error) => write!(f, "The formula of this cell returns the error {error}."),
            Self::NotCalculated => f.write_str(
                "This cell contains a formula without a stored result. Open the file in a spreadsheet program and save it.",
            ),
            Self::TooManyDigits(seen) => write!(
                f,
                "The number {seen} has more than 15 digits, so the spreadsheet has lost some of them. Format the column as \
                 text and enter the value again."
            ),
            Self::Unreadable(seen) => write!(f, "The value {seen:?} of this cell is neither a number nor a date."),
        }
    }
}

impl CellValue {
    /// Returns the value as plain text: dates as `2026-12-31`, numbers with a decimal point.
    pub fn to_text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Number(text) => Cow::Borrowed(text),
            Self::Percentage(number) => Cow::Owned(format!("{number} %")),
            Self::Date(date) => Cow::Owned(date.to_string()),
            Self::DateTime(time) => Cow::Owned(time.to_string().replace('T', " ")),
            Self::Boolean(true) => Cow::Borrowed("true"),
            Self::Boolean(false) => Cow::Borrowed("false"),
            Self::Fault(
                CellFault::Formula(seen) | CellFault::TooManyDigits(seen) | CellFault::Unreadable(seen),
            ) => Cow::Borrowed(seen),
            Self::Fault(CellFault::NotCalculated) => Cow::Borrowed(""),
        }
    }

    /// Converts a text, or returns `None` if it is blank. Removes the apostrophe that exports of Orderdock add to texts
    /// that a spreadsheet program would interpret as a formula.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let own = text.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@', '\t', '\r']));
        let text = own.unwrap_or(text);
        (!text.trim().is_empty()).then(|| Self::Text(text.to_owned()))
    }
}

impl SheetRow {
    /// Returns the cell in a column, if it is not empty.
    pub fn get(&self, column: u32) -> Option<&SheetCell> {
        let index = self.cells.binary_search_by_key(&column, |cell| cell.column).ok()?;
        self.cells.get(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apostrophe_of_own_exports_is_removed() {
        for (text, expected) in [
            ("'=1+1", Some("=1+1")),
            ("'-2", Some("-2")),
            ("'+49 30", Some("+49 30")),
            ("'@home", Some("@home")),
            ("'s-Hertogenbosch", Some("'s-Hertogenbosch")),
            ("''=1", Some("''=1")),
            ("'", Some("'")),
            (" \u{a0} ", None),
            ("", None),
        ] {
            assert_eq!(
                CellValue::of_text(text),
                expected.map(|text| CellValue::Text(text.to_owned())),
                "{text:?}"
            );
        }
    }
}
