//! Handlers of saved views of lists.

use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use orderdock_app::Caller;
use orderdock_domain::ids::SavedViewId;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::saved_view::ViewList;
use orderdock_store::SavedViewRecord;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::http::error::ApiError;
use crate::http::extract::{BufferedRequest, ReadRequest, WriteRequest};
use crate::request::query::CallHeaders;
use crate::request::saved_view::{DefaultViewBody, SavedViewBody, check_query, read_default, read_view};
use crate::response::SavedViewResponse;

/// The saved views that the caller can use.
#[derive(Serialize, ToSchema)]
pub struct SavedViewList<'a> {
    /// Views of the caller, then shared views of other users, each sorted by name.
    items: Vec<SavedViewResponse<'a>>,
}

/// List saved views.
///
/// Returns the views of the caller and the views shared by users of the same organisations. A view contains no
/// records: its result depends on the permissions of the reader.
#[utoipa::path(get, path = "/api/views", tag = "views", operation_id = "listViews",
    responses((status = 200, description = "The views.", body = SavedViewList)))]
pub async fn list_views(ReadRequest { api, caller, .. }: ReadRequest) -> Result<Response, ApiError> {
    let views = api.services.saved_views.saved_views(&caller).await?;
    let reference = api.services.reference().await?;
    let items =
        views.views.iter().map(|record| (record, SavedViewResponse::of(record, views.default, &caller)));
    // views of lists that the caller cannot read are omitted
    let is_requested = |record: &SavedViewRecord| {
        let view = &record.view;
        Some(view.owner.0) == caller.actor.caller.map(|caller| caller.0)
            || check_query(view.list, &view.query, &caller, &reference).is_ok()
    };
    let items = items.filter(|(record, _)| is_requested(record)).map(|(_, shape)| shape).collect();
    Ok(Json(SavedViewList { items }).into_response())
}

/// Save a view.
///
/// Saves a view for the caller. Limit: 100 views per user. Filters and sort order must be valid for the list.
#[utoipa::path(post, path = "/api/views", tag = "views", operation_id = "createView",
    params(CallHeaders),
    request_body = SavedViewBody,
    responses((status = 201, description = "The saved view.", body = SavedViewResponse),
        (status = 400, description = "The body is invalid, or contains filters that the list rejects."),
        (status = 409, description = "The name is already used, or the limit of 100 views is reached."),
        (status = 413, description = "The body is larger than 16 KiB.")))]
pub async fn create_view(call: WriteRequest) -> Result<Response, ApiError> {
    let call = call.with_body_up_to(LARGEST_BODY).await?;
    let id = call
        .run(|api, caller, received| async move {
            let (_, change) = read_view(&received.body, false)?;
            let list = change.list.unwrap_or(ViewList::Candidates);
            let query = change.query.as_deref().unwrap_or_default();
            check_query(list, query, &caller, &*api.services.reference().await?)?;
            Ok(api.services.saved_views.create_saved_view(&caller, change).await?)
        })
        .await?;
    respond(&call.api, &call.caller, id, StatusCode::CREATED).await.map_err(ApiError::after_commit)
}

/// Set the default view.
///
/// Sets the view that the list opens with for the caller. It can be a view that another user shares.
#[utoipa::path(put, path = "/api/views/default", tag = "views", operation_id = "setDefaultView",
    request_body = DefaultViewBody,
    responses((status = 204, description = "The default view was set."),
        (status = 404, description = "View not found.")))]
pub async fn set_default_view(call: WriteRequest) -> Result<Response, ApiError> {
    let call = call.with_body_up_to(LARGEST_BODY).await?;
    call.run(|api, caller, received| async move {
        let id = read_default(&received.body)?.map(SavedViewId);
        Ok(api.services.saved_views.set_default_view(&caller, id).await?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Read a saved view.
#[utoipa::path(get, path = "/api/views/{id}", tag = "views", operation_id = "getView",
    params(("id" = i64, Path, description = "Record id of the view.")),
    responses((status = 200, description = "The view.", body = SavedViewResponse),
        (status = 404, description = "View not found.")))]
pub async fn get_view(
    Path(id): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    respond(&api, &caller, view_id(&id)?, StatusCode::OK).await
}

/// Change a saved view.
///
/// Changes the given fields. Absent fields stay unchanged; null clears a field. `version` is the version
/// that was read. Only the owner and administrators can change a shared view.
#[utoipa::path(patch, path = "/api/views/{id}", tag = "views", operation_id = "changeView",
    params(("id" = i64, Path, description = "Record id of the view.")), request_body = SavedViewBody,
    responses((status = 200, description = "The view after the change.", body = SavedViewResponse),
        (status = 204, description = "The view was changed and is now private to its owner."),
        (status = 400, description = "The body is invalid, or contains filters that the list rejects."),
        (status = 403, description = "The view belongs to another user, or the CSRF token is missing or invalid."),
        (status = 404, description = "View not found."),
        (status = 409, description = "The view was changed since it was read, or the name is already used."),
        (status = 413, description = "The body is larger than 16 KiB.")))]
pub async fn change_view(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = view_id(&id)?;
    let call = call.with_body_up_to(LARGEST_BODY).await?;
    call.run(|api, caller, received| async move {
        let (version, change) = read_view(&received.body, true)?;
        if change.list.is_some() || change.query.is_some() {
            let before = api.services.saved_views.saved_view(&caller, id).await?.view;
            let query = change.query.as_ref().unwrap_or(&before.query);
            let reference = api.services.reference().await?;
            check_query(change.list.unwrap_or(before.list), query, &caller, &reference)?;
        }
        Ok(api.services.saved_views.change_saved_view(&caller, id, version, change).await?)
    })
    .await?;
    let BufferedRequest { api, caller, .. } = &call;
    let views = api.services.saved_views.saved_views(caller).await.map_err(ApiError::after_commit)?;
    // an administrator who unshares the view of another user can no longer see it
    let seen = views.views.iter().find(|record| record.view.id == id);
    Ok(seen.map_or_else(
        || StatusCode::NO_CONTENT.into_response(),
        |record| Json(SavedViewResponse::of(record, views.default, caller)).into_response(),
    ))
}

/// Delete a saved view.
///
/// Deletes the view. Only the owner and administrators can delete a shared view.
#[utoipa::path(delete, path = "/api/views/{id}", tag = "views", operation_id = "removeView",
    params(("id" = i64, Path, description = "Record id of the view.")),
    responses((status = 204, description = "The view was deleted."),
        (status = 403, description = "The view belongs to another user, or the CSRF token is missing or invalid."),
        (status = 404, description = "View not found.")))]
pub async fn remove_view(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let (id, call) = (view_id(&id)?, call.without_body());
    call.run(
        |api, caller, _| async move { Ok(api.services.saved_views.remove_saved_view(&caller, id).await?) },
    )
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

const LARGEST_BODY: usize = 16 << 10;

async fn respond(
    api: &Api,
    caller: &Caller,
    id: SavedViewId,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let views = api.services.saved_views.saved_views(caller).await?;
    let found = views.views.iter().find(|record| record.view.id == id);
    let record = found.ok_or_else(|| Problem::new(ProblemCode::ViewNotFound, "").with("id", id.0))?;
    Ok((status, Json(SavedViewResponse::of(record, views.default, caller))).into_response())
}

fn view_id(text: &str) -> Result<SavedViewId, ApiError> {
    let id = text.parse().ok().filter(|id| *id > 0).map(SavedViewId);
    id.ok_or_else(|| Problem::new(ProblemCode::ViewNotFound, "").with("id", text).into())
}
