//! `DELETE /api/views/{id}`.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::view_id;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;

/// Delete a saved view.
///
/// Deletes the view. Only the owner and administrators can delete a shared view.
#[utoipa::path(delete, path = "/api/views/{id}", tag = "views", operation_id = "removeView",
    params(("id" = i64, Path, description = "Record id of the view.")),
    responses((status = 204, description = "The view was deleted."),
        (status = 403, description = "The view belongs to another user, or the CSRF token is missing or invalid."),
        (status = 404, description = "View not found.")))]
pub async fn remove_view(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let (id, call) = (view_id(&id)?, call.without_body());
    call.run(|api, caller, _| async move { Ok(api.app.remove_saved_view(&caller, id).await?) }).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
