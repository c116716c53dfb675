//! Handlers that cancel candidates by the reference of their sender.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::{SenderReference, SourceName, resolve_organisation};
use orderdock_domain::candidate::Candidate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::extract::CommandRequest;
use crate::http::written::encoded;
use crate::request::query::{CallHeaders, OneOrganisation, Parameters};
use crate::response::Id;

/// Cancel an incoming order by its header id.
///
/// Excludes all candidates of the incoming order, or none. If a candidate is already in a sales order, the request is
/// rejected with 409, which names the order. Repeating the request changes nothing. For a data source, the incoming order
/// without an external system is cancelled, otherwise the only one with this id; if several external systems have it, the
/// response is 409 `identity.ambiguous`.
#[utoipa::path(post, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/cancel",
    tag = "candidates", operation_id = "cancelHeader",
    params(("dataSource" = String, Path,
               description = "Data source by internal name, record id or identifier string; otherwise the code of an external system."),
        ("externalHeaderId" = String, Path, description = "Header id or flat external id of the sender."),
        OneOrganisation, CallHeaders),
    responses((status = 200, description = "All candidates are excluded.", body = CancelledResponse),
        (status = 404, description = "Candidate not found."),
        (status = 409, description = "A candidate is already in a sales order; nothing was changed.")))]
pub async fn cancel_header(
    Path((source, header_id)): Path<(String, String)>,
    call: CommandRequest,
) -> Result<Response, ApiError> {
    cancel(call, (source, header_id, None)).await
}

/// Cancel a candidate by header and line id.
///
/// Excludes the candidate. A candidate that is already in a sales order is rejected with 409.
#[utoipa::path(post,
    path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}/cancel",
    tag = "candidates", operation_id = "cancelLine",
    params(("dataSource" = String, Path,
               description = "Data source by internal name, record id or identifier string; otherwise the code of an external system."),
        ("externalHeaderId" = String, Path, description = "Header id of the sender."),
        ("externalLineId" = String, Path, description = "Line id of the sender."), OneOrganisation, CallHeaders),
    responses((status = 200, description = "The candidate is excluded.", body = CancelledResponse),
        (status = 404, description = "Candidate not found."),
        (status = 409, description = "The candidate is already in a sales order; nothing was changed.")))]
pub async fn cancel_line(
    Path((source, header_id, line_id)): Path<(String, String, String)>,
    call: CommandRequest,
) -> Result<Response, ApiError> {
    cancel(call, (source, header_id, Some(line_id))).await
}

/// The cancelled candidates.
#[derive(Serialize, ToSchema)]
#[schema(as = CancelledAnswer)]
pub struct CancelledResponse<'a> {
    candidates: Vec<CancelledCandidate<'a>>,
}

/// A cancelled candidate. Candidates that were already excluded are included.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelledCandidate<'a> {
    id: Id,
    external_header_id: &'a str,
    external_line_id: &'a str,
    /// Status of the candidate, always `inactive`.
    status: &'static str,
    version: i64,
}

/// Cancels one line, or all lines of an incoming order.
pub async fn cancel(
    CommandRequest(call): CommandRequest,
    (source, header_id, line_id): (String, String, Option<String>),
) -> Result<Response, ApiError> {
    let mut parameters = Parameters::of::<OneOrganisation>(&call.parts.uri);
    let code = parameters.text("org");
    parameters.finish()?;
    let call = call.without_body();
    let organisation = match code {
        Some(code) => {
            Some(resolve_organisation(&call.caller, &*call.api.services.reference().await?, &code)?)
        }
        None => None,
    };
    let reference = SenderReference { source: SourceName(source), header_id, line_id, organisation };
    call.once(|api, caller, call| async move {
        Ok(api.services.candidates.cancel_candidates(&caller, reference, call, Arc::new(encode)).await?)
    })
    .await
}

fn encode(candidates: &[Candidate]) -> Vec<u8> {
    let candidates = candidates.iter().map(|candidate| CancelledCandidate {
        id: Id(candidate.id.0),
        external_header_id: candidate.identity.header_id.as_str(),
        external_line_id: candidate.identity.line_id.as_str(),
        status: candidate.status.as_str(),
        version: candidate.version,
    });
    encoded(&CancelledResponse { candidates: candidates.collect() })
}
