//! Handlers of import drafts: uploaded spreadsheets that are mapped, checked and imported.

pub mod jobs;
pub mod mappings;
pub mod rows;

use axum::Json;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use orderdock_app::{DraftUpload, DraftView, EncodedResponse, Idempotency, resolve_organisation};
use orderdock_domain::ids::ImportDraftId;
use orderdock_domain::phrase::Phrase;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::handlers::page::{self, MAX_PAGE_SIZE, cut};
use crate::http::body;
use crate::http::error::ApiError;
use crate::http::extract::{self, BufferedRequest, CommandRequest, QueryRequest, ReadRequest, WriteRequest};
use crate::http::written::{encoded, replayed};
use crate::request::import_draft::{DraftChangeBody, draft_id, read_change};
use crate::request::query::{CallHeaders, ImportDraftList, ImportDraftUpload, Parameters};
use crate::response::{ImportDraftResponse, ImportDraftSummaryResponse};

/// Maximum size of a file in bytes.
const FILE_BYTES: usize = 64 << 20;
/// Maximum size of a change in bytes.
pub(super) const CHANGE_BYTES: usize = 8 << 20;

/// The bytes of a spreadsheet.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "describes the request, which is not JSON")]
pub struct SpreadsheetBytes(Vec<u8>);

/// A page of import drafts.
#[derive(Serialize, ToSchema)]
pub struct ImportDraftPage<'a> {
    items: Vec<ImportDraftSummaryResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List import drafts.
///
/// Returns the uploaded spreadsheets of the caller's organisations, newest first. A draft is deleted 30 days after its last
/// change.
#[utoipa::path(get, path = "/api/import-drafts", tag = "spreadsheets", operation_id = "listImportDrafts",
    params(ImportDraftList),
    responses((status = 200, description = "The drafts.", body = ImportDraftPage)))]
pub async fn list_import_drafts(
    QueryRequest { api, caller, uri, .. }: QueryRequest,
) -> Result<Response, ApiError> {
    let mut parameters = Parameters::of::<ImportDraftList>(&uri);
    let limit = page::limit(&mut parameters, MAX_PAGE_SIZE);
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok().map(ImportDraftId));
    parameters.finish()?;
    let mut drafts = api.services.import_drafts.import_drafts(&caller, after, limit + 1).await?;
    let next = cut(&mut drafts, limit, |(draft, _, _)| draft.id.to_string());
    let reference = api.services.reference().await?;
    let items = drafts.iter().map(|(draft, results, counts)| {
        ImportDraftSummaryResponse::of(draft, Some(results), *counts, &reference)
    });
    Ok(Json(ImportDraftPage { items: items.collect(), next }).into_response())
}

/// Upload a spreadsheet.
///
/// Creates a draft from a CSV, XLSX or ODS file with one order line per row. The response contains the structure of the
/// file, a proposed mapping of its columns and the questions that must be answered before a check. A saved mapping for the
/// same column names is applied. Nothing is imported yet.
#[utoipa::path(post, path = "/api/import-drafts", tag = "spreadsheets", operation_id = "createImportDraft",
    params(ImportDraftUpload, CallHeaders),
    request_body(content = inline(SpreadsheetBytes), content_type = "application/octet-stream"),
    responses((status = 201, description = "The draft.", body = ImportDraftResponse,
                  headers(("Location" = String))),
        (status = 400, description = "The file cannot be read as a spreadsheet."),
        (status = 409, description = "The organisation has 200 drafts."),
        (status = 413, description = "The file is larger than 64 MiB.")))]
pub async fn create_import_draft(CommandRequest(call): CommandRequest) -> Result<Response, ApiError> {
    let WriteRequest { api, caller, language, parts, body } = call;
    let mut parameters = Parameters::of::<ImportDraftUpload>(&parts.uri);
    let file_name = parameters.text("filename").unwrap_or_default();
    let reference = api.services.reference().await?;
    let organisation = parameters.text("org");
    parameters.finish()?;
    let organisation =
        organisation.map(|code| resolve_organisation(&caller, &reference, &code)).transpose()?;
    let bytes = body::read(&api, &parts.headers, body, FILE_BYTES).await?;
    let idempotency = match extract::idempotency_key(&parts)? {
        None => None,
        Some(key) => {
            let (method, path) = (parts.method.as_str(), parts.uri.path());
            match api.services.idempotency.begin_idempotent(&caller, key, method, path, &bytes).await? {
                Idempotency::Replay(response) => return Ok(replayed(response)),
                Idempotency::Started(first) => Some(first),
            }
        }
    };
    // the file itself is not logged
    let call =
        BufferedRequest { received: extract::received(&parts, Bytes::new()), api, caller, language, parts };
    let upload = DraftUpload { file_name, bytes, organisation };
    let view = call.run(|api, caller, _| async move {
        Ok(api.services.import_drafts.create_import_draft(&caller, upload).await?)
    });
    let view = view.await?;
    let body = encoded(&ImportDraftResponse::of(&view, &reference));
    let response = EncodedResponse { status: 201, body };
    if let Some(first) = idempotency {
        let services = &call.api.services;
        services.idempotency.store_response(&call.caller, &first, &response).await.map_err(ApiError::from)?;
    }
    let location = format!("/api/import-drafts/{}", view.draft.id);
    let headers = [(header::CONTENT_TYPE, "application/json".to_owned()), (header::LOCATION, location)];
    Ok((StatusCode::CREATED, headers, response.body).into_response())
}

/// Read an import draft.
///
/// Returns the structure of the file, the mapping, open questions, counts and results. While the draft is checked or
/// imported, poll this operation for the progress.
#[utoipa::path(get, path = "/api/import-drafts/{id}", tag = "spreadsheets", operation_id = "getImportDraft",
    params(("id" = i64, Path, description = "Record id of the draft.")),
    responses((status = 200, description = "The draft.", body = ImportDraftResponse),
        (status = 404, description = "Draft not found.")))]
pub async fn get_import_draft(
    Path(id): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let view = api.services.import_drafts.import_draft(&caller, draft_id(&id)?).await?;
    respond(&api, StatusCode::OK, &view).await
}

/// Change an import draft.
///
/// Changes settings, mapping or cells. The draft must then be checked again. After an import, rejected rows can be corrected
/// and imported in the same way: rows that were imported stay unchanged.
#[utoipa::path(patch, path = "/api/import-drafts/{id}", tag = "spreadsheets", operation_id = "changeImportDraft",
    params(("id" = i64, Path, description = "Record id of the draft.")), request_body = DraftChangeBody,
    responses((status = 200, description = "The changed draft.", body = ImportDraftResponse),
        (status = 400, description = "The body is invalid, or the mapping does not fit the file."),
        (status = 404, description = "Draft not found."),
        (status = 409, description = "The draft was changed since it was read, is in progress, or was undone.")))]
pub async fn change_import_draft(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = draft_id(&id)?;
    let call = call.with_body_up_to(CHANGE_BYTES).await?;
    let view = call.run(|api, caller, received| async move {
        let change = read_change(&received.body)?;
        Ok(api.services.import_drafts.change_import_draft(&caller, id, change).await?)
    });
    let view = view.await?;
    respond(&call.api, StatusCode::OK, &view).await.map_err(ApiError::after_commit)
}

/// Delete an import draft.
///
/// Deletes the file, its settings and results. Imported lines stay.
#[utoipa::path(delete, path = "/api/import-drafts/{id}", tag = "spreadsheets", operation_id = "removeImportDraft",
    params(("id" = i64, Path, description = "Record id of the draft.")),
    responses((status = 204, description = "The draft was deleted."),
        (status = 404, description = "Draft not found."),
        (status = 409, description = "The draft is in progress.")))]
pub async fn remove_import_draft(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let (id, call) = (draft_id(&id)?, call.without_body());
    call.run(|api, caller, _| async move {
        Ok(api.services.import_drafts.remove_import_draft(&caller, id).await?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

pub(super) async fn respond(api: &Api, status: StatusCode, view: &DraftView) -> Result<Response, ApiError> {
    let reference = api.services.reference().await?;
    Ok((status, Json(ImportDraftResponse::of(view, &reference))).into_response())
}
