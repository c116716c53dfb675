//! `GET /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}`.

use axum::extract::Path;
use axum::response::Response;

use super::by_reference::{ByReference, find};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;

/// Read a candidate by header and line id.
///
/// Searches all organisations of the caller. If the line id is `cancel`, write it as `%63ancel`: the path with `cancel`
/// cancels an incoming order.
#[utoipa::path(get, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}",
    tag = "candidates", operation_id = "getCandidatesByLine",
    params(("dataSource" = String, Path,
               description = "Data source by internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "Header id of the sender."),
        ("externalLineId" = String, Path, description = "Line id of the sender.")),
    responses((status = 200, description = "The candidates, sales orders and attachments.", body = ByReference),
        (status = 404, description = "Candidate not found.")))]
pub async fn get_candidates_by_line(
    Path((source, header, line)): Path<(String, String, String)>,
    call: Reading,
) -> Result<Response, Refusal> {
    find(call, source, &header, Some(&line)).await
}
