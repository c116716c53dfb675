//! Passes rows to a visitor and enforces the limits of a sheet.

use std::ops::ControlFlow;

use super::limits;
use super::package::{cell_too_long, too_much};
use crate::error::SpreadsheetError;
use crate::value::{CellValue, SheetCell, SheetRow};

/// Callback for each row. Returns `Break` to stop reading.
pub type RowVisitor<'v> = dyn FnMut(&SheetRow) -> ControlFlow<()> + 'v;

/// Collects the cells of a row and passes complete rows to the visitor.
pub(super) struct RowSink<'v> {
    visit: &'v mut RowVisitor<'v>,
    pub row: SheetRow,
    row_bytes: usize,
    cells: u64,
    bytes: u64,
}

impl<'v> RowSink<'v> {
    pub fn new(visit: &'v mut RowVisitor<'v>) -> Self {
        Self { visit, row: SheetRow::default(), row_bytes: 0, cells: 0, bytes: 0 }
    }

    /// Adds a cell to the current row.
    pub fn cell(&mut self, column: u32, value: CellValue, merged: bool) -> Result<(), SpreadsheetError> {
        if column >= limits::COLUMNS {
            return Err(too_much("the number of columns", limits::COLUMNS.into()));
        }
        if let CellValue::Text(text) = &value {
            if text.len() > limits::CELL_CHARACTERS && text.chars().count() > limits::CELL_CHARACTERS {
                return Err(cell_too_long());
            }
            self.row_bytes += text.len();
            if self.row_bytes > limits::ROW_BYTES {
                return Err(too_much("the number of bytes in a row", limits::ROW_BYTES as u64));
            }
        }
        self.row.cells.push(SheetCell { column, value, merged });
        Ok(())
    }

    /// Ends the current row and passes it to the visitor `times` times, with ascending numbers from `number`. Rows without
    /// cells are not passed.
    pub fn end_row(
        &mut self,
        number: u32,
        hidden: bool,
        times: u32,
    ) -> Result<ControlFlow<()>, SpreadsheetError> {
        let mut flow = ControlFlow::Continue(());
        if !self.row.cells.is_empty() {
            if !self.row.cells.is_sorted_by_key(|cell| cell.column) {
                self.row.cells.sort_by_key(|cell| cell.column);
            }
            self.row.hidden = hidden;
            for number in (number..).take(times as usize) {
                self.count(number)?;
                self.row.number = number;
                flow = (self.visit)(&self.row);
                if flow.is_break() {
                    break;
                }
            }
        }
        self.row.cells.clear();
        self.row_bytes = 0;
        Ok(flow)
    }

    fn count(&mut self, number: u32) -> Result<(), SpreadsheetError> {
        self.cells += self.row.cells.len() as u64;
        self.bytes += self.row_bytes as u64;
        if number > limits::ROWS {
            return Err(too_much("the number of rows", limits::ROWS.into()));
        }
        if self.cells > limits::CELLS {
            return Err(too_much("the number of cells with content", limits::CELLS));
        }
        if self.bytes > limits::UNPACKED_BYTES {
            return Err(too_much("the number of bytes in a sheet", limits::UNPACKED_BYTES));
        }
        Ok(())
    }
}
