//! `POST /api/views`.

use axum::http::StatusCode;
use axum::response::Response;
use orderdock_domain::saved_view::ViewList;

use super::{LARGEST_BODY, answer};
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;
use crate::request::saved_view::{SavedViewMembers, check_query, read_view};
use crate::response::SavedViewShape;

/// Save a view.
///
/// Saves a view for the caller. Limit: 100 views per user. Filters and sort order must be valid for the list.
#[utoipa::path(post, path = "/api/views", tag = "views", operation_id = "createView",
    params(CallHeaders),
    request_body = SavedViewMembers,
    responses((status = 201, description = "The saved view.", body = SavedViewShape),
        (status = 400, description = "The body is invalid, or contains filters that the list rejects."),
        (status = 409, description = "The name is already used, or the limit of 100 views is reached."),
        (status = 413, description = "The body is larger than 16 KiB.")))]
pub async fn create_view(call: Writing) -> Result<Response, Refusal> {
    let call = call.with_body_up_to(LARGEST_BODY).await?;
    let id = call
        .run(|api, caller, received| async move {
            let (_, change) = read_view(&received.body, false)?;
            let list = change.list.unwrap_or(ViewList::Candidates);
            let query = change.query.as_deref().unwrap_or_default();
            check_query(list, query, &caller, &*api.app.reference().await?)?;
            Ok(api.app.create_saved_view(&caller, change).await?)
        })
        .await?;
    answer(&call.api, &call.caller, id, StatusCode::CREATED).await.map_err(Refusal::after_commit)
}
