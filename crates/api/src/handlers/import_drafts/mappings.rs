//! Handlers of saved mappings.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::extract::{ReadRequest, WriteRequest};
use crate::request::import_draft::mapping_id;
use crate::response::SavedMappingResponse;

/// The saved mappings of the caller's organisations.
#[derive(Serialize, ToSchema)]
pub struct ImportMappingList<'a> {
    /// Sorted by name.
    items: Vec<SavedMappingResponse<'a>>,
}

/// List saved mappings.
///
/// Returns the mappings that are applied to files with the same column names.
#[utoipa::path(get, path = "/api/import-mappings", tag = "spreadsheets", operation_id = "listImportMappings",
    responses((status = 200, description = "The mappings.", body = ImportMappingList)))]
pub async fn list_import_mappings(
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let saved = api.services.import_drafts.import_mappings(&caller).await?;
    let reference = api.services.reference().await?;
    let items = saved.iter().filter_map(|saved| SavedMappingResponse::of(saved, &reference)).collect();
    Ok(Json(ImportMappingList { items }).into_response())
}

/// Delete a saved mapping.
#[utoipa::path(delete, path = "/api/import-mappings/{id}", tag = "spreadsheets",
    operation_id = "removeImportMapping",
    params(("id" = i64, Path, description = "Record id of the mapping.")),
    responses((status = 204, description = "The mapping was deleted."),
        (status = 404, description = "Mapping not found.")))]
pub async fn remove_import_mapping(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let (id, call) = (mapping_id(&id)?, call.without_body());
    call.run(|api, caller, _| async move {
        Ok(api.services.import_drafts.remove_import_mapping(&caller, id).await?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
