//! `GET /api/sales/order/candidates/{id}/request`.

use axum::extract::Path;
use axum::response::Response;

use super::candidate_id;
use crate::handlers::requests::received;
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::ReceivedRequest;

/// Read the request of a candidate.
///
/// Returns the request as it was received. An access token can read its own requests. Users can also read requests with
/// rows of their organisations; rows of other organisations are replaced by blanks. All other requests require the
/// scope `admin`.
#[utoipa::path(get, path = "/api/sales/order/candidates/{id}/request", tag = "candidates",
    operation_id = "getCandidateRequest", params(("id" = i64, Path, description = "Record id of the candidate.")),
    responses((status = 200, description = "The request.", body = ReceivedRequest),
        (status = 404, description = "Candidate not found, or another sender sent its request.")))]
pub async fn get_candidate_request(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let id = candidate_id(&id)?;
    received(&api, async { Ok(api.app.request_of_candidate(&caller, id).await?) }).await
}
