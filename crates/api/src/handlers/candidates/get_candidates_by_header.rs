//! `GET /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}`.

use axum::extract::Path;
use axum::response::Response;

use super::by_reference::{ByReference, find};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;

/// Read an incoming order by its header id.
///
/// Returns all candidates of the incoming order, in all organisations of the caller, with their sales orders and
/// attachments.
#[utoipa::path(get, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}",
    tag = "candidates", operation_id = "getCandidatesByHeader",
    params(("dataSource" = String, Path,
               description = "Data source by internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "Header id or flat external id of the sender.")),
    responses((status = 200, description = "The candidates, sales orders and attachments.", body = ByReference),
        (status = 404, description = "Candidate not found.")))]
pub async fn get_candidates_by_header(
    Path((source, header)): Path<(String, String)>,
    call: Reading,
) -> Result<Response, Refusal> {
    find(call, source, &header, None).await
}
