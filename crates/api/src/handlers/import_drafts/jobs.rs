//! Handlers that check, import, stop and undo import drafts.

use std::sync::Arc;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use orderdock_app::{CallCommand, RowDecoder};

use super::respond;
use crate::handlers::candidates::import::SheetRowDecoder;
use crate::http::error::ApiError;
use crate::http::extract::WriteRequest;
use crate::request::import_draft::{DraftCommitBody, DraftVersionBody, draft_id, read_commit, read_version};
use crate::request::query::CallHeaders;
use crate::response::ImportDraftResponse;

/// Check an import draft.
///
/// Starts a check of all rows by the rules of the import. Nothing is imported. Poll the draft for progress and results.
#[utoipa::path(post, path = "/api/import-drafts/{id}/check", tag = "spreadsheets", operation_id = "checkImportDraft",
    params(("id" = i64, Path, description = "Record id of the draft."), CallHeaders),
    request_body = DraftVersionBody,
    responses((status = 202, description = "The draft in status `checking`.", body = ImportDraftResponse),
        (status = 404, description = "Draft not found."),
        (status = 409, description = "Questions are open, or the draft was changed, is in progress, or was undone.")))]
pub async fn check_import_draft(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = draft_id(&id)?;
    let call = call.with_body().await?;
    let view = call.run(|api, caller, received| async move {
        let version = read_version(&received.body)?;
        Ok(api.services.import_drafts.check_import_draft(&caller, id, version, decoder()).await?)
    });
    let view = view.await?;
    respond(&call.api, StatusCode::ACCEPTED, &view).await.map_err(ApiError::after_commit)
}

/// Import a checked draft.
///
/// Starts the import of all rows in bulks of whole incoming orders, or continues a stopped import. Poll the draft for
/// progress and results. With `saveMapping`, the mapping is applied to later files with the same column names.
#[utoipa::path(post, path = "/api/import-drafts/{id}/commit", tag = "spreadsheets", operation_id = "commitImportDraft",
    params(("id" = i64, Path, description = "Record id of the draft."), CallHeaders),
    request_body = DraftCommitBody,
    responses((status = 202, description = "The draft in status `importing`.", body = ImportDraftResponse),
        (status = 404, description = "Draft not found."),
        (status = 409, description = "The draft was not checked, has rejected rows under the policy `all`, was changed, is in \
            progress, or was undone.")))]
pub async fn commit_import_draft(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = draft_id(&id)?;
    let call = call.with_body().await?;
    let view = call.run(|api, caller, received| async move {
        let start = read_commit(&received.body)?;
        Ok(api.services.import_drafts.commit_import_draft(&caller, id, start, decoder()).await?)
    });
    let view = view.await?;
    respond(&call.api, StatusCode::ACCEPTED, &view).await.map_err(ApiError::after_commit)
}

/// Stop a check or import.
///
/// Stops before the next bulk. Imported rows stay; a stopped import can be continued.
#[utoipa::path(post, path = "/api/import-drafts/{id}/stop", tag = "spreadsheets", operation_id = "stopImportDraft",
    params(("id" = i64, Path, description = "Record id of the draft."), CallHeaders),
    responses((status = 200, description = "The draft.", body = ImportDraftResponse),
        (status = 404, description = "Draft not found.")))]
pub async fn stop_import_draft(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let (id, call) = (draft_id(&id)?, call.without_body());
    let view = call.run(|api, caller, _| async move {
        Ok(api.services.import_drafts.stop_import_draft(&caller, id).await?)
    });
    let view = view.await?;
    respond(&call.api, StatusCode::OK, &view).await.map_err(ApiError::after_commit)
}

/// Undo the import of a draft.
///
/// Starts a run that excludes the imported lines. Lines in sales orders stay; the results of the run list them.
#[utoipa::path(post, path = "/api/import-drafts/{id}/undo", tag = "spreadsheets", operation_id = "undoImportDraft",
    params(("id" = i64, Path, description = "Record id of the draft."), CallHeaders),
    request_body = DraftVersionBody,
    responses((status = 202, description = "The draft with the run in `undoRun`.", body = ImportDraftResponse),
        (status = 404, description = "Draft not found."),
        (status = 409, description = "Nothing was imported, or the draft was changed, is in progress, or was undone.")))]
pub async fn undo_import_draft(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = draft_id(&id)?;
    let call = call.with_body().await?;
    let view = call.run(|api, caller, received| async move {
        let version = read_version(&received.body)?;
        let command = CallCommand { received, idempotency: None };
        Ok(api.services.import_drafts.undo_import_draft(&caller, id, version, &command).await?)
    });
    let view = view.await?;
    respond(&call.api, StatusCode::ACCEPTED, &view).await.map_err(ApiError::after_commit)
}

fn decoder() -> Arc<dyn RowDecoder> {
    Arc::new(SheetRowDecoder)
}
