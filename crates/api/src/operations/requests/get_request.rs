//! `GET /api/requests/{id}`.

use axum::extract::Path;
use axum::response::Response;

use super::{received, request_id};
use crate::http::call::Reading;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::shape::ReceivedRequest;

/// Read a write request.
///
/// As it was received. A token sees requests of its own, people also imports with rows of their organisations, with blanks
/// in place of the rows of others; the rest takes the scope `admin` for all organisations.
#[utoipa::path(get, path = "/api/requests/{id}", tag = "requests", operation_id = "getRequest",
    params(("id" = i64, Path, description = "Its record id.")),
    responses((status = 200, description = "The request.", body = ReceivedRequest),
        (status = 404, description = "It is not kept, or not yours.", body = ProblemDocument)))]
pub async fn get_request(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let id = request_id(&id)?;
    received(&api, async { Ok(api.app.kept_request(&caller, id).await?) }).await
}
