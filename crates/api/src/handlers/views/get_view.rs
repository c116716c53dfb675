//! `GET /api/views/{id}`.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;

use super::{answer, view_id};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::SavedViewShape;

/// Read a saved view.
#[utoipa::path(get, path = "/api/views/{id}", tag = "views", operation_id = "getView",
    params(("id" = i64, Path, description = "Record id of the view.")),
    responses((status = 200, description = "The view.", body = SavedViewShape),
        (status = 404, description = "View not found.")))]
pub async fn get_view(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    answer(&api, &caller, view_id(&id)?, StatusCode::OK).await
}
