//! `POST /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}/cancel`.

use axum::extract::Path;
use axum::response::Response;

use super::cancel::{CancelledAnswer, cancel};
use crate::http::call::Commanding;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::{CallHeaders, OneOrganisation};

/// Cancel a candidate by its header and line id.
///
/// Puts one candidate aside, unless it has become an order already.
#[utoipa::path(post,
    path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}/cancel",
    tag = "candidates", operation_id = "cancelLine",
    params(("dataSource" = String, Path, description = "Internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "The sender's header id."),
        ("externalLineId" = String, Path, description = "The sender's line id."), OneOrganisation, CallHeaders),
    responses((status = 200, description = "It is put aside.", body = CancelledAnswer),
        (status = 404, description = "Candidate not found.", body = ProblemDocument),
        (status = 409, description = "It has become an order; nothing was changed.", body = ProblemDocument)))]
pub async fn cancel_line(
    Path((source, header_id, line_id)): Path<(String, String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    cancel(call, (source, header_id, Some(line_id))).await
}
