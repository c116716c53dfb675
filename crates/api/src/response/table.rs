//! CSV tables in the format that spreadsheets of a language expect.

use std::borrow::Cow;

use orderdock_domain::number::{Decimal, canonical};
use orderdock_domain::problem::{Language, ProblemCode};

use crate::http::error::ApiError;
use crate::response::Exact;

/// Byte order mark, by which spreadsheets recognise UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writer of CSV rows.
pub struct CsvTable {
    writer: csv::Writer<Vec<u8>>,
    language: Language,
}

impl CsvTable {
    /// Separator: German spreadsheets use semicolons because numbers contain commas.
    pub fn new(language: Language) -> Self {
        let delimiter = match language {
            Language::English => b',',
            Language::German => b';',
        };
        let mut builder = csv::WriterBuilder::new();
        let builder = builder.delimiter(delimiter).terminator(csv::Terminator::CRLF);
        Self { writer: builder.from_writer(Vec::new()), language }
    }

    /// Writes a text. An apostrophe is added if a spreadsheet would read it as a formula.
    pub fn text(text: &str) -> Cow<'_, str> {
        if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
            return Cow::Owned(format!("'{text}"));
        }
        Cow::Borrowed(text)
    }

    /// Formats a number without trailing zeros, with the decimal separator of the language.
    pub fn number(&self, number: &Decimal) -> String {
        self.language.decimal(canonical(number))
    }

    /// Formats an amount with the decimals of its currency.
    pub fn money(&self, amount: Decimal, currency_digits: u32) -> String {
        self.language.decimal(Exact::money(amount, currency_digits).0.to_string())
    }

    /// Adds a row of unescaped cells.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = Cow<'c, str>>) -> Result<(), ApiError> {
        self.writer.write_record(cells.into_iter().map(|cell| cell.as_bytes().to_vec())).map_err(|_| fault())
    }

    pub fn finish(self) -> Result<Vec<u8>, ApiError> {
        self.writer.into_inner().map_err(|_| fault())
    }
}

/// Returns the CSV. Writing to memory cannot fail.
fn fault() -> ApiError {
    ProblemCode::ServerFault.into()
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
            let mut table = CsvTable::new(language);
            let texts = ["a b", "x,y", "say \"hi\"", "two\r\nlines", "x;y", "=1+1", "-2"];
            let number = table.number(&exact("-2.50").unwrap());
            table.row(texts.into_iter().map(CsvTable::text).chain([number.into()])).unwrap();
            assert_eq!(String::from_utf8(table.finish().unwrap()).unwrap(), expected);
        }
    }

    #[test]
    fn formula_prefixes_are_escaped() {
        for text in ["=x", "+x", "-x", "@x", "\tx", "\rx"] {
            assert_eq!(CsvTable::text(text), format!("'{text}"));
        }
        for text in ["", "x", " =x", "5", "ü"] {
            assert_eq!(CsvTable::text(text), text);
        }
    }
}
