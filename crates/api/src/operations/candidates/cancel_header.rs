//! `POST /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/cancel`.

use axum::extract::Path;
use axum::response::Response;

use super::cancel::{CancelledAnswer, cancel};
use crate::http::call::Commanding;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::{CallHeaders, OneOrganisation};

/// Cancel an incoming order by its header id.
///
/// Puts every candidate of an external header aside, or none: if one of them has become an order already, the
/// answer names the order. Cancelling again changes nothing.
#[utoipa::path(post, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/cancel",
    tag = "candidates", operation_id = "cancelHeader",
    params(("dataSource" = String, Path, description = "Internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "The sender's header id, or its flat external id."),
        OneOrganisation, CallHeaders),
    responses((status = 200, description = "All are put aside.", body = CancelledAnswer),
        (status = 404, description = "Candidate not found.", body = ProblemDocument),
        (status = 409, description = "One of them has become an order; nothing was changed.",
            body = ProblemDocument)))]
pub async fn cancel_header(
    Path((source, header_id)): Path<(String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    cancel(call, (source, header_id, None)).await
}
