//! `GET /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}`.

use axum::extract::Path;
use axum::response::Response;

use super::by_reference::{ByReference, find};
use crate::http::call::Reading;
use crate::http::refusal::{ProblemDocument, Refusal};

/// Read a candidate by its header and line id.
///
/// In all organisations of the token. The path of a line that is called `cancel` ends in `%63ancel`: without the
/// escape it is the call that cancels a header.
#[utoipa::path(get, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}",
    tag = "candidates", operation_id = "getCandidatesByLine",
    params(("dataSource" = String, Path, description = "Internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "The sender's header id."),
        ("externalLineId" = String, Path, description = "The sender's line id.")),
    responses((status = 200, description = "The candidates.", body = ByReference),
        (status = 404, description = "Candidate not found.", body = ProblemDocument)))]
pub async fn get_candidates_by_line(
    Path((source, header, line)): Path<(String, String, String)>,
    call: Reading,
) -> Result<Response, Refusal> {
    find(call, source, &header, Some(&line)).await
}
