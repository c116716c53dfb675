//! `PATCH /api/views/{id}`.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::{LARGEST_BODY, view_id};
use crate::http::call::{Writing, Written};
use crate::http::refusal::Refusal;
use crate::request::saved_view::{SavedViewMembers, check_query, read_view};
use crate::response::SavedViewShape;

/// Change a saved view.
///
/// Changes the given fields. Absent fields stay unchanged; null clears a field. `version` is the version
/// that was read. Only the owner and administrators can change a shared view.
#[utoipa::path(patch, path = "/api/views/{id}", tag = "views", operation_id = "changeView",
    params(("id" = i64, Path, description = "Record id of the view.")), request_body = SavedViewMembers,
    responses((status = 200, description = "The view after the change.", body = SavedViewShape),
        (status = 204, description = "The view was changed and is now private to its owner."),
        (status = 400, description = "The body is invalid, or contains filters that the list rejects."),
        (status = 403, description = "The view belongs to another user, or the CSRF token is missing or invalid."),
        (status = 404, description = "View not found."),
        (status = 409, description = "The view was changed since it was read, or the name is already used."),
        (status = 413, description = "The body is larger than 16 KiB.")))]
pub async fn change_view(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = view_id(&id)?;
    let call = call.with_body_up_to(LARGEST_BODY).await?;
    call.run(|api, caller, received| async move {
        let (version, change) = read_view(&received.body, true)?;
        if change.list.is_some() || change.query.is_some() {
            let before = api.app.saved_view(&caller, id).await?.view;
            let query = change.query.as_ref().unwrap_or(&before.query);
            let reference = api.app.reference().await?;
            check_query(change.list.unwrap_or(before.list), query, &caller, &reference)?;
        }
        Ok(api.app.change_saved_view(&caller, id, version, change).await?)
    })
    .await?;
    let Written { api, caller, .. } = &call;
    let views = api.app.saved_views(caller).await.map_err(Refusal::after_commit)?;
    // an administrator who ends that somebody else shares it sees it no more
    let seen = views.views.iter().find(|record| record.view.id == id);
    Ok(seen.map_or_else(
        || StatusCode::NO_CONTENT.into_response(),
        |record| Json(SavedViewShape::of(record, views.default, caller)).into_response(),
    ))
}
