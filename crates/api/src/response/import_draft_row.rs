//! Rows of import drafts in responses.

use orderdock_app::{DraftRow, DraftRowPage, RowProblem, RowProblemKind, RowProblemReason};
use orderdock_domain::import_draft::RowCheck;
use orderdock_domain::problem::Language;
use orderdock_spreadsheet::CellAddress;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Params, SuggestedRecord};

/// A page of rows of an import draft.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportDraftRows)]
pub struct ImportDraftRowsResponse<'a> {
    items: Vec<ImportDraftRowResponse<'a>>,
    /// Number of all selected rows.
    total: u64,
}

/// A row of an import draft.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportDraftRow)]
pub struct ImportDraftRowResponse<'a> {
    /// Row number in the sheet.
    row: u32,
    /// Texts of the cells, in the order of `columns` of the draft.
    cells: &'a [String],
    /// Numbers of edited columns.
    edited: &'a [u32],
    /// Result of the last check or import: `ready`, `problems`, `rejected`, `unchanged` or `conflict`. Absent if the row was
    /// not checked.
    check: Option<&'static str>,
    /// Id of the incoming order.
    header_id: Option<&'a str>,
    problems: Vec<RowProblemResponse<'a>>,
}

/// A problem of a row.
#[serde_with::skip_serializing_none]
#[derive(Serialize, ToSchema)]
#[schema(as = ImportDraftProblem)]
pub struct RowProblemResponse<'a> {
    /// Code of the problem. Codes that begin with `cell.` are problems of cells that cannot be read.
    #[schema(example = "product.unresolved")]
    code: &'a str,
    /// `error` rejects the row, `problem` prevents a sales order, `warning` does neither.
    kind: &'static str,
    /// Message in the requested language. Messages about cells are in English.
    message: String,
    /// Values used in the message.
    #[schema(value_type = Object)]
    params: Option<Params<'a>>,
    /// JSON Pointer to the member of the row.
    pointer: &'a str,
    /// Number of the column that contains the value, from 0.
    column: Option<u32>,
    /// Cell that contains the value.
    #[schema(example = "B7")]
    cell: Option<String>,
    /// Text of the cell.
    seen: Option<&'a str>,
    /// Records that an unknown code may mean.
    suggestions: Vec<SuggestedRecord<'a>>,
}

impl<'a> ImportDraftRowsResponse<'a> {
    pub fn of(page: &'a DraftRowPage, language: Language) -> Self {
        let items = page.rows.iter().map(|row| ImportDraftRowResponse::of(row, language));
        Self { items: items.collect(), total: page.total }
    }
}

impl<'a> ImportDraftRowResponse<'a> {
    fn of(row: &'a DraftRow, language: Language) -> Self {
        let problems = row.problems.iter();
        Self {
            row: row.row,
            cells: &row.cells,
            edited: &row.edited,
            check: row.check.map(RowCheck::as_str),
            header_id: row.header_id.as_deref(),
            problems: problems.map(|problem| RowProblemResponse::of(row.row, problem, language)).collect(),
        }
    }
}

impl<'a> RowProblemResponse<'a> {
    pub fn of(row: u32, problem: &'a RowProblem, language: Language) -> Self {
        let (message, params, seen) = match &problem.reason {
            RowProblemReason::Cell { message, seen, .. } => (message.clone(), None, Some(seen.as_str())),
            RowProblemReason::Import(problem) => (problem.message(language), Some(Params::of(problem)), None),
        };
        let suggestions = problem.suggestions.iter();
        Self {
            code: problem.reason.code(),
            kind: kind(problem.kind),
            message,
            params,
            pointer: problem.reason.pointer(),
            column: problem.column,
            cell: problem.column.map(|column| CellAddress { row, column }.to_string()),
            seen: seen.filter(|seen| !seen.is_empty()),
            suggestions: suggestions
                .map(|one| SuggestedRecord { code: &one.code, name: &one.name })
                .collect(),
        }
    }

    pub fn message(&self) -> &str {
        &self.message
    }
}

const fn kind(kind: RowProblemKind) -> &'static str {
    match kind {
        RowProblemKind::Error => "error",
        RowProblemKind::Problem => "problem",
        RowProblemKind::Warning => "warning",
    }
}
