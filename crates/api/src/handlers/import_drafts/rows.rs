//! Handlers of the rows of import drafts.

use std::borrow::Cow;

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use orderdock_app::{DraftRow, PROBLEM_COLUMN};
use orderdock_domain::import_draft::RowCheck;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Language, Param};
use orderdock_spreadsheet::DecimalSign;
use orderdock_store::CheckedRowQuery;

use crate::handlers::page::{self, MAX_PAGE_SIZE};
use crate::http::error::ApiError;
use crate::http::extract::QueryRequest;
use crate::request::import_draft::draft_id;
use crate::request::query::{ImportDraftExport, ImportDraftRowPage, Parameters};
use crate::response::export::ExportCell;
use crate::response::table::{CsvTable, escaped};
use crate::response::{ImportDraftRowsResponse, RowProblemResponse};

/// Maximum number of rows to skip, as many as a sheet can have.
const MAX_OFFSET: u32 = 1_048_576;
/// Maximum number of exported rows.
const MAX_EXPORTED: u32 = 10_000;

/// List rows of an import draft.
///
/// Returns rows of the sheet with their cells, in the order of the sheet. After a check or an import, they have results and
/// problems. Before a check, all rows that will be imported are returned.
#[utoipa::path(get, path = "/api/import-drafts/{id}/rows", tag = "spreadsheets", operation_id = "listImportDraftRows",
    params(("id" = i64, Path, description = "Record id of the draft."), ImportDraftRowPage),
    responses((status = 200, description = "The rows.", body = ImportDraftRowsResponse),
        (status = 404, description = "Draft not found.")))]
pub async fn list_import_draft_rows(
    Path(id): Path<String>,
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let id = draft_id(&id)?;
    let mut parameters = Parameters::of::<ImportDraftRowPage>(&uri);
    let checks = read_checks(&mut parameters);
    let expected = Phrase::NumberUpTo.of([i64::from(MAX_OFFSET).into()]);
    let offset = parameters
        .one("offset", expected, |text| text.parse::<u32>().ok().filter(|offset| *offset <= MAX_OFFSET));
    let offset = offset.unwrap_or_default();
    let limit = page::limit(&mut parameters, MAX_PAGE_SIZE);
    parameters.finish()?;
    let query = CheckedRowQuery { checks, offset: offset.into(), limit };
    let page = api.services.import_drafts.import_draft_rows(&caller, id, query).await?;
    Ok(Json(ImportDraftRowsResponse::of(&page, language)).into_response())
}

/// Export rows of an import draft.
///
/// Returns rows as a CSV file with the columns of the sheet and a column `Problem`; without `check`, the rejected and
/// conflicting ones, at most 10,000. The corrected file can be uploaded again.
#[utoipa::path(get, path = "/api/import-drafts/{id}/rows/export", tag = "spreadsheets",
    operation_id = "exportImportDraftRows",
    params(("id" = i64, Path, description = "Record id of the draft."), ImportDraftExport),
    responses((status = 200, description = "The file.", content((String = "text/csv"))),
        (status = 404, description = "Draft not found.")))]
pub async fn export_import_draft_rows(
    Path(id): Path<String>,
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let id = draft_id(&id)?;
    let mut parameters = Parameters::of::<ImportDraftExport>(&uri);
    let mut checks = read_checks(&mut parameters);
    parameters.finish()?;
    if checks.is_empty() {
        checks = vec![RowCheck::Rejected, RowCheck::Conflict];
    }
    let service = &api.services.import_drafts;
    let view = service.import_draft(&caller, id).await?;
    let query = CheckedRowQuery { checks, offset: 0, limit: MAX_EXPORTED };
    let page = service.import_draft_rows(&caller, id, query).await?;
    let columns = &view.inspection.detected.columns;
    let is_own = |index: &usize| columns[*index].header.trim() != PROBLEM_COLUMN;
    let own: Vec<usize> = (0..columns.len()).filter(is_own).collect();
    let titles: Vec<_> = own.iter().map(|index| escaped(&columns[*index].header)).collect();
    let titles = titles.iter().map(Cow::as_ref).chain([PROBLEM_COLUMN]);
    let mut table = CsvTable::new(language, titles)?;
    let has_comma = view.inspection.mapping.file.decimal_sign == Some(DecimalSign::Comma);
    for row in &page.rows {
        let text = |index: &usize| {
            let text = row.cells.get(*index).map_or("", String::as_str);
            let is_number = has_comma && row.numeric.contains(index);
            ExportCell::Text(if is_number { text.replace('.', ",").into() } else { text.into() })
        };
        let mut cells: Vec<_> = own.iter().map(text).collect();
        cells.push(ExportCell::Text(messages(row, language).into()));
        table.row(&cells)?;
    }
    let bytes = table.take()?;
    let name = format!("attachment; filename=\"import-{id}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, &*name),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, bytes).into_response())
}

/// Returns the messages of a row.
fn messages(row: &DraftRow, language: Language) -> String {
    let problems = row.problems.iter().map(|problem| RowProblemResponse::of(row.row, problem, language));
    let messages: Vec<_> = problems.map(|problem| problem.message().to_owned()).collect();
    messages.join(" ")
}

fn read_checks(parameters: &mut Parameters) -> Vec<RowCheck> {
    let names = RowCheck::ALL.iter().map(|check| check.as_str());
    parameters.many("check", Param::one_of(names), RowCheck::parse)
}
