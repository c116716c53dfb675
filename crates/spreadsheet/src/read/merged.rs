//! Copies the value of the first cell of a merged area to the cells below it.

use super::limits;
use super::package::too_much;
use super::sink::RowSink;
use crate::address::CellAddress;
use crate::error::SpreadsheetError;
use crate::value::CellValue;

/// First column of a merged area with several rows. The columns to the right of it stay empty, because a title that is
/// merged across a sheet is not a value of each column.
#[derive(Clone, Debug)]
pub(super) struct MergedArea {
    pub column: u32,
    pub first_row: u32,
    pub last_row: u32,
}

impl MergedArea {
    /// Reads a reference such as `A2:A5`. Returns `None` for areas with one row, and for other text.
    pub fn parse(reference: &str) -> Option<Self> {
        let (first, last) = reference.split_once(':')?;
        let (first, last) = (CellAddress::parse(first)?, CellAddress::parse(last)?);
        (last.row > first.row).then_some(Self {
            column: first.column,
            first_row: first.row,
            last_row: last.row,
        })
    }
}

/// Fills merged cells of rows in ascending order.
#[derive(Default)]
pub(super) struct MergedFill {
    /// Areas that have not begun, descending by row.
    pending: Vec<MergedArea>,
    /// Areas that contain the current row, with their value.
    active: Vec<(MergedArea, CellValue)>,
}

impl MergedFill {
    pub fn new(mut areas: Vec<MergedArea>) -> Self {
        areas.sort_by_key(|area| std::cmp::Reverse(area.first_row));
        Self { pending: areas, active: Vec::new() }
    }

    /// Adds an area that begins in the current row.
    pub fn begin(&mut self, area: MergedArea) -> Result<(), SpreadsheetError> {
        if self.pending.len() + self.active.len() >= limits::MERGED_AREAS {
            return Err(too_much("the number of merged areas", limits::MERGED_AREAS as u64));
        }
        self.pending.push(area);
        Ok(())
    }

    /// Fills the merged cells of the current row and stores the values of areas that begin in it.
    pub fn fill(&mut self, number: u32, sink: &mut RowSink<'_>) -> Result<(), SpreadsheetError> {
        self.active.retain(|(area, _)| area.last_row >= number);
        if !sink.row.cells.is_empty() {
            for (area, value) in &self.active {
                if !sink.row.cells.iter().any(|cell| cell.column == area.column) {
                    sink.cell(area.column, value.clone(), true)?;
                }
            }
        }
        while let Some(area) = self.pending.pop_if(|area| area.first_row <= number) {
            let first = sink.row.cells.iter().find(|cell| cell.column == area.column && !cell.merged);
            if let Some(cell) = first.filter(|_| area.first_row == number) {
                self.active.push((area, cell.value.clone()));
            }
        }
        Ok(())
    }
}
