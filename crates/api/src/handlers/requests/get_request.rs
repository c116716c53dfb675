//! `GET /api/requests/{id}`.

use axum::extract::Path;
use axum::response::Response;

use super::{received, request_id};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::ReceivedRequest;

/// Read a write request.
///
/// Returns the request as it was received. An access token can read its own requests. Users can also read imports with
/// rows of their organisations; rows of other organisations are replaced by blanks. All other requests require the
/// scope `admin` for all organisations.
#[utoipa::path(get, path = "/api/requests/{id}", tag = "requests", operation_id = "getRequest",
    params(("id" = i64, Path, description = "Record id of the request.")),
    responses((status = 200, description = "The request.", body = ReceivedRequest),
        (status = 404, description = "The request is not stored, or the caller cannot read it.")))]
pub async fn get_request(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let id = request_id(&id)?;
    received(&api, async { Ok(api.app.kept_request(&caller, id).await?) }).await
}
