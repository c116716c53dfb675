//! `POST /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}/cancel`.

use axum::extract::Path;
use axum::response::Response;

use super::cancel::{CancelledAnswer, cancel};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::{CallHeaders, OneOrganisation};

/// Cancel a candidate by header and line id.
///
/// Excludes the candidate. A candidate that is already in a sales order is rejected with 409.
#[utoipa::path(post,
    path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}/cancel",
    tag = "candidates", operation_id = "cancelLine",
    params(("dataSource" = String, Path,
               description = "Data source by internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "Header id of the sender."),
        ("externalLineId" = String, Path, description = "Line id of the sender."), OneOrganisation, CallHeaders),
    responses((status = 200, description = "The candidate is excluded.", body = CancelledAnswer),
        (status = 404, description = "Candidate not found."),
        (status = 409, description = "The candidate is already in a sales order; nothing was changed.")))]
pub async fn cancel_line(
    Path((source, header_id, line_id)): Path<(String, String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    cancel(call, (source, header_id, Some(line_id))).await
}
