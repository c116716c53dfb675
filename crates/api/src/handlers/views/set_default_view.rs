//! `PUT /api/views/default`.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use orderdock_domain::ids::SavedViewId;

use super::LARGEST_BODY;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::saved_view::{DefaultViewMembers, read_default};

/// Set the default view.
///
/// Sets the view that the list opens with for the caller. It can be a view that another user shares.
#[utoipa::path(put, path = "/api/views/default", tag = "views", operation_id = "setDefaultView",
    request_body = DefaultViewMembers,
    responses((status = 204, description = "The default view was set."),
        (status = 404, description = "View not found.")))]
pub async fn set_default_view(call: Writing) -> Result<Response, Refusal> {
    let call = call.with_body_up_to(LARGEST_BODY).await?;
    call.run(|api, caller, received| async move {
        let id = read_default(&received.body)?.map(SavedViewId);
        Ok(api.app.set_default_view(&caller, id).await?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
