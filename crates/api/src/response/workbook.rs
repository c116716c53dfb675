//! Exported rows as a sheet of a workbook.

use orderdock_domain::number::{Decimal, canonical};
use orderdock_domain::problem::Language;
use orderdock_spreadsheet::{CellFormat, ColumnLayout, SheetLayout, WrittenCell, XlsxWriter};

use crate::http::error::ApiError;
use crate::response::Exact;
use crate::response::export_cell::{ExportCell, ExportColumn, export_failed, word};

/// Currencies with this number of decimals have a number format.
const USUAL_DIGITS: u32 = 2;

/// Writer of a workbook with one sheet.
pub struct XlsxTable(XlsxWriter);

impl XlsxTable {
    pub fn new(sheet: &str, columns: &[&ExportColumn], language: Language) -> Result<Self, ApiError> {
        let columns = columns.iter().map(|column| ColumnLayout {
            title: word(column.title, language).to_owned(),
            width: column.width,
            format: CellFormat::General,
        });
        let sheet = SheetLayout {
            name: sheet.to_owned(),
            columns: columns.collect(),
            filtered: true,
            drop_downs: Vec::new(),
        };
        XlsxWriter::new(vec![sheet]).map(Self).map_err(export_failed)
    }

    /// Adds a row.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = &'c ExportCell<'c>>) -> Result<(), ApiError> {
        self.0.row(cells.into_iter().map(written)).map_err(export_failed)
    }

    /// Returns the bytes written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        self.0.take()
    }

    /// Completes the file and returns the bytes written since the last `take`.
    pub fn finish(self) -> Result<Vec<u8>, ApiError> {
        self.0.finish().map_err(export_failed)
    }
}

fn written<'c>(cell: &'c ExportCell<'c>) -> WrittenCell<'c> {
    match cell {
        ExportCell::Empty => WrittenCell::Empty,
        ExportCell::Text(text) => WrittenCell::Text(text.as_ref().into()),
        ExportCell::Number(number) => WrittenCell::Number(canonical(number).into()),
        ExportCell::Money(amount, digits) => money(*amount, *digits),
        ExportCell::Integer(number) => WrittenCell::Number(number.to_string().into()),
        ExportCell::Day(day) => WrittenCell::Date(*day),
        ExportCell::Time(time) => WrittenCell::DateTime(*time),
    }
}

/// Returns an amount. Its format must not hide decimals.
fn money<'c>(amount: Decimal, currency_digits: u32) -> WrittenCell<'c> {
    let exact = Exact::money(amount, currency_digits).0;
    let number = canonical(&exact).into();
    if exact.scale() == USUAL_DIGITS { WrittenCell::Amount(number) } else { WrittenCell::Number(number) }
}
