//! `POST /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/cancel`.

use axum::extract::Path;
use axum::response::Response;

use super::cancel::{CancelledAnswer, cancel};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::{CallHeaders, OneOrganisation};

/// Cancel an incoming order by its header id.
///
/// Excludes all candidates of the incoming order, or none. If a candidate is already in a sales order, the request is
/// rejected with 409, which names the order. Repeating the request changes nothing.
#[utoipa::path(post, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/cancel",
    tag = "candidates", operation_id = "cancelHeader",
    params(("dataSource" = String, Path,
               description = "Data source by internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "Header id or flat external id of the sender."),
        OneOrganisation, CallHeaders),
    responses((status = 200, description = "All candidates are excluded.", body = CancelledAnswer),
        (status = 404, description = "Candidate not found."),
        (status = 409, description = "A candidate is already in a sales order; nothing was changed.")))]
pub async fn cancel_header(
    Path((source, header_id)): Path<(String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    cancel(call, (source, header_id, None)).await
}
