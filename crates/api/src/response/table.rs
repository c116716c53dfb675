//! CSV tables in the format that spreadsheets of a language expect.

use std::borrow::Cow;
use std::mem;

use orderdock_domain::number::{Decimal, canonical};
use orderdock_domain::problem::Language;

use crate::http::error::ApiError;
use crate::response::Exact;
use crate::response::export_cell::{ExportCell, export_failed};

/// Byte order mark, by which spreadsheets recognise UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writer of CSV rows.
pub struct CsvTable {
    writer: csv::Writer<Vec<u8>>,
    language: Language,
}

impl CsvTable {
    /// Begins a table with the titles of its columns.
    pub fn new<'t>(language: Language, titles: impl IntoIterator<Item = &'t str>) -> Result<Self, ApiError> {
        let mut table = Self { writer: writer(language, BYTE_ORDER_MARK.as_bytes().to_vec()), language };
        table.write(titles.into_iter().map(Cow::Borrowed))?;
        Ok(table)
    }

    /// Adds a row.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = &'c ExportCell<'c>>) -> Result<(), ApiError> {
        let language = self.language;
        self.write(cells.into_iter().map(|cell| text_of(cell, language)))
    }

    /// Returns the bytes written since the last call.
    pub fn take(&mut self) -> Result<Vec<u8>, ApiError> {
        let written = mem::replace(&mut self.writer, writer(self.language, Vec::new()));
        written.into_inner().map_err(export_failed)
    }

    fn write<'c>(&mut self, cells: impl Iterator<Item = Cow<'c, str>>) -> Result<(), ApiError> {
        self.writer.write_record(cells.map(|cell| cell.as_bytes().to_vec())).map_err(export_failed)
    }
}

/// Separator: German spreadsheets use semicolons because numbers contain commas.
fn writer(language: Language, bytes: Vec<u8>) -> csv::Writer<Vec<u8>> {
    let delimiter = match language {
        Language::English => b',',
        Language::German => b';',
    };
    let mut builder = csv::WriterBuilder::new();
    builder.delimiter(delimiter).terminator(csv::Terminator::CRLF).from_writer(bytes)
}

fn text_of<'c>(cell: &'c ExportCell<'c>, language: Language) -> Cow<'c, str> {
    match cell {
        ExportCell::Empty => Cow::Borrowed(""),
        ExportCell::Text(text) => escaped(text),
        ExportCell::Number(number) => language.decimal(canonical(number)).into(),
        ExportCell::Money(amount, digits) => money(*amount, *digits, language).into(),
        ExportCell::Integer(number) => number.to_string().into(),
        ExportCell::Day(day) => day.to_string().into(),
        ExportCell::Time(time) => time.strftime("%Y-%m-%d %H:%M:%S").to_string().into(),
    }
}

/// Formats an amount with the decimals of its currency.
fn money(amount: Decimal, currency_digits: u32, language: Language) -> String {
    language.decimal(Exact::money(amount, currency_digits).0.to_string())
}

/// Adds an apostrophe to a text that a spreadsheet would read as a formula.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return Cow::Owned(format!("'{text}"));
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use orderdock_domain::number::exact;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        for (language, expected) in [
            (Language::English, "a b,\"x,y\",\"say \"\"hi\"\"\",\"two\r\nlines\",x;y,'=1+1,'-2,-2.5\r\n"),
            (Language::German, "a b;x,y;\"say \"\"hi\"\"\";\"two\r\nlines\";\"x;y\";'=1+1;'-2;-2,5\r\n"),
        ] {
            let mut table = CsvTable::new(language, []).unwrap();
            table.take().unwrap();
            let texts = ["a b", "x,y", "say \"hi\"", "two\r\nlines", "x;y", "=1+1", "-2"];
            let mut cells: Vec<_> = texts.into_iter().map(|text| ExportCell::Text(text.into())).collect();
            cells.push(ExportCell::Number(exact("-2.50").unwrap()));
            table.row(&cells).unwrap();
            assert_eq!(String::from_utf8(table.take().unwrap()).unwrap(), expected);
        }
    }

    #[test]
    fn formula_prefixes_are_escaped() {
        for text in ["=x", "+x", "-x", "@x", "\tx", "\rx"] {
            assert_eq!(escaped(text), format!("'{text}"));
        }
        for text in ["", "x", " =x", "5", "ü"] {
            assert_eq!(escaped(text), text);
        }
    }
}
