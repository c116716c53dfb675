//! Rows of a draft with their cells and results.

use std::collections::HashMap;
use std::ops::ControlFlow;

use orderdock_domain::access::Scope;
use orderdock_domain::ids::ImportDraftId;
use orderdock_domain::import_draft::{CheckedRow, RowCheck, RowCheckCounts};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::Problem;
use orderdock_spreadsheet::{CellValue, SheetConverter, SheetRow};
use orderdock_store::{CheckedRowQuery, StoreResult, from_json};

use super::row_results::RowProblem;
use super::sheet_file::{open, unusable, visit_rows};
use super::{ImportDraftService, decode_settings};
use crate::blocking::blocking;
use crate::{Caller, Outcome};

/// A row of a draft.
#[derive(Clone, Debug)]
pub struct DraftRow {
    /// Row number in the sheet.
    pub row: u32,
    /// Texts of the cells, by columns of the inspection.
    pub cells: Vec<String>,
    /// Positions of cells with numbers, whose texts have a decimal point.
    pub numeric: Vec<usize>,
    /// Numbers of edited columns.
    pub edited: Vec<u32>,
    /// Result of the last check or import; `None` if the row was not checked.
    pub check: Option<RowCheck>,
    pub header_id: Option<String>,
    pub problems: Vec<RowProblem>,
}

/// Rows of a draft, and the number of all selected rows.
#[derive(Clone, Debug)]
pub struct DraftRowPage {
    pub rows: Vec<DraftRow>,
    pub total: u64,
}

/// Cells of a row that is shown.
#[derive(Default)]
struct RowCells {
    texts: Vec<String>,
    numeric: Vec<usize>,
    edited: Vec<u32>,
}

impl RowCells {
    fn of(row: &SheetRow, columns: &[u32], edited: Vec<u32>) -> Self {
        let is_number =
            |column: &u32| row.get(*column).is_some_and(|cell| matches!(cell.value, CellValue::Number(_)));
        Self {
            texts: columns.iter().map(|column| text_of(row, *column)).collect(),
            numeric: (0..columns.len()).filter(|index| is_number(&columns[*index])).collect(),
            edited,
        }
    }
}

impl ImportDraftService {
    /// Returns rows of a draft. Before a check these are all rows that will be imported.
    pub async fn import_draft_rows(
        &self,
        caller: &Caller,
        id: ImportDraftId,
        query: CheckedRowQuery,
    ) -> Outcome<DraftRowPage> {
        caller.require(Scope::CandidatesRead, Phrase::ReadImportDrafts)?;
        let draft = self.find_draft(caller, id).await?;
        let inspection = self.inspect(&draft).await?;
        let selected = query.clone();
        let read = move |tx: &dyn orderdock_store::ReadTransaction| -> StoreResult<_> {
            Ok((tx.checked_row_counts(id)?, tx.checked_rows(id, &selected)?))
        };
        let (counts, checked) = self.store.read(read).await?;
        let is_checked = counts != RowCheckCounts::default();
        if !is_checked && !query.checks.is_empty() {
            return Ok(DraftRowPage { rows: Vec::new(), total: 0 });
        }
        let total = if is_checked { selected_rows(counts, &query.checks) } else { inspection.totals.rows };
        let wanted: Vec<u32> = checked.iter().map(|row| row.row).collect();
        let wanted = is_checked.then_some(wanted);
        let _reader = self.reader().await?;
        let (settings, edits) = (decode_settings(&draft)?, self.edits(id).await?);
        let bytes = self.attachments.draft_file(draft.content).await?;
        let read = move || {
            let mut workbook = open(&bytes, &settings.file)?;
            let mut converter = SheetConverter::new(&inspection.detected, &inspection.mapping)
                .map_err(|error| unusable(&error))?;
            let columns: Vec<u32> = inspection.detected.columns.iter().map(|one| one.column).collect();
            let mut selection = RowSelection::new(wanted, &query);
            let mut cells = Vec::new();
            visit_rows(&mut workbook, inspection.detected.sheet, &edits, |row| {
                if selection.selects(row, &mut converter) {
                    cells.push((row.number, RowCells::of(row, &columns, edits.columns_of(row.number))));
                }
                if selection.is_complete(cells.len()) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
            Ok::<Vec<(u32, RowCells)>, Problem>(cells)
        };
        let cells = blocking(read).await??;
        let rows = if is_checked { checked_rows(checked, cells)? } else { unchecked_rows(cells) };
        Ok(DraftRowPage { rows, total })
    }
}

/// Rows whose cells are read.
enum RowSelection {
    /// Rows with these ascending numbers.
    Numbers { numbers: Vec<u32>, position: usize },
    /// Rows that will be imported, by position.
    Positions { skip: u64, limit: usize },
}

impl RowSelection {
    fn new(numbers: Option<Vec<u32>>, query: &CheckedRowQuery) -> Self {
        let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
        match numbers {
            Some(numbers) => Self::Numbers { numbers, position: 0 },
            None => Self::Positions { skip: query.offset, limit },
        }
    }

    fn selects(&mut self, row: &SheetRow, converter: &mut SheetConverter) -> bool {
        match self {
            Self::Numbers { numbers, position } => {
                while numbers.get(*position).is_some_and(|number| *number < row.number) {
                    *position += 1;
                }
                numbers.get(*position) == Some(&row.number)
            }
            Self::Positions { skip, .. } => {
                let is_imported = converter.convert(row).is_some();
                let is_selected = is_imported && *skip == 0;
                *skip -= u64::from(is_imported && *skip > 0);
                is_selected
            }
        }
    }

    /// Returns whether no further row is selected after this number of rows.
    fn is_complete(&self, taken: usize) -> bool {
        match self {
            Self::Numbers { numbers, position } => taken >= numbers.len() || *position >= numbers.len(),
            Self::Positions { limit, .. } => taken >= *limit,
        }
    }
}

fn text_of(row: &SheetRow, column: u32) -> String {
    row.get(column).map(|cell| cell.value.to_text().into_owned()).unwrap_or_default()
}

fn selected_rows(counts: RowCheckCounts, checks: &[RowCheck]) -> u64 {
    let RowCheckCounts { ready, problems, rejected, unchanged, conflict } = counts;
    let all = [
        (RowCheck::Ready, ready),
        (RowCheck::Problems, problems),
        (RowCheck::Rejected, rejected),
        (RowCheck::Unchanged, unchanged),
        (RowCheck::Conflict, conflict),
    ];
    let selected = all.into_iter().filter(|(check, _)| checks.is_empty() || checks.contains(check));
    selected.map(|(_, rows)| rows).sum()
}

fn checked_rows(checked: Vec<CheckedRow>, cells: Vec<(u32, RowCells)>) -> StoreResult<Vec<DraftRow>> {
    let mut cells: HashMap<u32, RowCells> = cells.into_iter().collect();
    let rows = checked.into_iter().map(|row| {
        let RowCells { texts, numeric, edited } = cells.remove(&row.row).unwrap_or_default();
        let problems = row.problems.map(|json| from_json("import_draft_row.problems", &json));
        Ok(DraftRow {
            row: row.row,
            cells: texts,
            numeric,
            edited,
            check: Some(row.check),
            header_id: row.header_id,
            problems: problems.transpose()?.unwrap_or_default(),
        })
    });
    rows.collect()
}

fn unchecked_rows(cells: Vec<(u32, RowCells)>) -> Vec<DraftRow> {
    let row = |(row, RowCells { texts, numeric, edited })| DraftRow {
        row,
        cells: texts,
        numeric,
        edited,
        check: None,
        header_id: None,
        problems: Vec::new(),
    };
    cells.into_iter().map(row).collect()
}
