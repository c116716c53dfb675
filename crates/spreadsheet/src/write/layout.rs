//! Sheets and columns of a written workbook.

use super::cell::CellFormat;
use super::drop_down::DropDown;

/// A sheet of a workbook. Its first row contains the titles of the columns and stays visible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetLayout {
    /// Name of at most 31 characters, without `[]:*?/\`.
    pub name: String,
    pub columns: Vec<ColumnLayout>,
    /// Offers filters in the titles.
    pub filtered: bool,
    pub drop_downs: Vec<DropDown>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnLayout {
    pub title: String,
    /// In characters.
    pub width: u8,
    /// Format of values that are typed into the column.
    pub format: CellFormat,
}
