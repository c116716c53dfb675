//! The file of a draft with its edited cells.

use std::collections::HashMap;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;

use bytes::Bytes;
use orderdock_domain::import_draft::EditedCell;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_spreadsheet::{
    CellValue, FileSettings, MappingError, SheetCell, SheetRow, SpreadsheetError, Workbook,
};

/// Texts of edited cells, by row and column. An empty text empties the cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits(Arc<HashMap<u32, Vec<(u32, String)>>>);

impl Edits {
    pub fn new(cells: Vec<EditedCell>) -> Self {
        let mut rows: HashMap<u32, Vec<(u32, String)>> = HashMap::new();
        for EditedCell { row, column, text } in cells {
            rows.entry(row).or_default().extend(text.map(|text| (column, text)));
        }
        Self(Arc::new(rows))
    }

    /// Number of edited cells.
    pub fn count(&self) -> u64 {
        self.0.values().map(|cells| cells.len() as u64).sum()
    }

    /// Returns the edited columns of a row.
    pub fn columns_of(&self, row: u32) -> Vec<u32> {
        self.0.get(&row).map(|cells| cells.iter().map(|(column, _)| *column).collect()).unwrap_or_default()
    }

    /// Returns the row with its edited cells; `None` if none of its cells was edited.
    fn apply(&self, row: &SheetRow) -> Option<SheetRow> {
        let edited = self.0.get(&row.number)?;
        let mut row = row.clone();
        for (column, text) in edited {
            row.cells.retain(|cell| cell.column != *column);
            if !text.trim().is_empty() {
                let value = CellValue::Text(text.clone());
                row.cells.push(SheetCell { column: *column, value, merged: false });
            }
        }
        row.cells.sort_unstable_by_key(|cell| cell.column);
        Some(row)
    }
}

/// Opens the file of a draft.
pub(super) fn open(bytes: &Bytes, settings: &FileSettings) -> Result<Workbook, Problem> {
    let input = Box::new(Cursor::new(bytes.clone()));
    Workbook::open(input, settings.open_options()).map_err(|error| unreadable(&error))
}

/// Visits the rows of a sheet with their edited cells.
pub(super) fn visit_rows(
    workbook: &mut Workbook,
    sheet: usize,
    edits: &Edits,
    mut visit: impl FnMut(&SheetRow) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let visited = workbook.rows(sheet, &mut |row| match edits.apply(row) {
        Some(edited) => visit(&edited),
        None => visit(row),
    });
    visited.map_err(|error| unreadable(&error))
}

/// Returns the reason why a spreadsheet cannot be read.
pub(super) fn unreadable(error: &SpreadsheetError) -> Problem {
    let of = |code| Problem::new(code, "");
    match error {
        SpreadsheetError::Io(error) => of(ProblemCode::SpreadsheetDamaged).with("reason", error.to_string()),
        SpreadsheetError::Empty => of(ProblemCode::SpreadsheetEmpty),
        SpreadsheetError::FileTooLarge { size, limit } => of(ProblemCode::SpreadsheetTooLarge)
            .with("size", i64::try_from(*size).unwrap_or(i64::MAX))
            .with("limit", i64::try_from(*limit).unwrap_or(i64::MAX)),
        SpreadsheetError::UnpackedTooLarge { limit } => of(ProblemCode::SpreadsheetUnpackedTooLarge)
            .with("limit", i64::try_from(*limit).unwrap_or(i64::MAX)),
        SpreadsheetError::TooMuch { quantity, limit } => of(ProblemCode::SpreadsheetTooMuch)
            .with("quantity", quantity.clone())
            .with("limit", i64::try_from(*limit).unwrap_or(i64::MAX)),
        SpreadsheetError::Protected => of(ProblemCode::SpreadsheetProtected),
        SpreadsheetError::Macros => of(ProblemCode::SpreadsheetMacros),
        SpreadsheetError::Unsupported { kind } => {
            of(ProblemCode::SpreadsheetUnsupported).with("format", *kind)
        }
        SpreadsheetError::Broken { reason } => {
            of(ProblemCode::SpreadsheetDamaged).with("reason", reason.clone())
        }
        SpreadsheetError::WrongEncoding { encoding } => {
            of(ProblemCode::SpreadsheetEncoding).with("encoding", *encoding)
        }
        SpreadsheetError::UnknownSheet { name, known } => {
            of(ProblemCode::SpreadsheetUnknownSheet).with("name", name.clone()).with("known", known.clone())
        }
    }
}

/// Returns the reason why a mapping does not fit a sheet.
pub(super) fn unusable(error: &MappingError) -> Problem {
    Problem::new(ProblemCode::ImportMappingInvalid, "/mapping").with("reason", error.to_string())
}
