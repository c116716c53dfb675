//! `POST /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}[/{externalLineId}]/cancel`.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use orderdock_app::{SenderReference, SourceName, resolve_organisation};
use orderdock_domain::candidate::Candidate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Commanding;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::http::written::encoded;
use crate::read::query::{CallHeaders, OneOrganisation, Parameters};
use crate::shape::Id;

/// What is put aside now.
#[derive(Serialize, ToSchema)]
pub struct CancelledAnswer<'a> {
    candidates: Vec<CancelledCandidate<'a>>,
}

/// A candidate that was put aside, now or before.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelledCandidate<'a> {
    id: Id,
    external_header_id: &'a str,
    external_line_id: &'a str,
    /// `inactive`
    status: &'static str,
    version: i64,
}

/// Cancel an order by its header id.
///
/// Puts every candidate of an external header aside, or none: if one of them has become an order already, the
/// answer names the order. Cancelling again changes nothing.
#[utoipa::path(post, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/cancel",
    tag = "candidates", operation_id = "cancelHeader",
    params(("dataSource" = String, Path, description = "Internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "The sender's header id, or its flat external id."),
        OneOrganisation, CallHeaders),
    responses((status = 200, description = "All are put aside.", body = CancelledAnswer),
        (status = 404, description = "There is no such candidate.", body = ProblemDocument),
        (status = 409, description = "One of them has become an order; nothing was changed.",
            body = ProblemDocument)))]
pub async fn cancel_header(
    Path((source, header_id)): Path<(String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    cancel(call, (source, header_id, None)).await
}

/// Cancel a line by its header and line id.
///
/// Puts one candidate aside, unless it has become an order already.
#[utoipa::path(post,
    path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}/cancel",
    tag = "candidates", operation_id = "cancelLine",
    params(("dataSource" = String, Path, description = "Internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "The sender's header id."),
        ("externalLineId" = String, Path, description = "The sender's line id."), OneOrganisation, CallHeaders),
    responses((status = 200, description = "It is put aside.", body = CancelledAnswer),
        (status = 404, description = "There is no such candidate.", body = ProblemDocument),
        (status = 409, description = "It has become an order; nothing was changed.", body = ProblemDocument)))]
pub async fn cancel_line(
    Path((source, header_id, line_id)): Path<(String, String, String)>,
    call: Commanding,
) -> Result<Response, Refusal> {
    cancel(call, (source, header_id, Some(line_id))).await
}

async fn cancel(
    Commanding(call): Commanding,
    (source, header_id, line_id): (String, String, Option<String>),
) -> Result<Response, Refusal> {
    let mut parameters = Parameters::of::<OneOrganisation>(&call.parts.uri);
    let code = parameters.text("org");
    parameters.finish()?;
    let call = call.without_body();
    let organisation = match code {
        Some(code) => Some(resolve_organisation(&call.caller, &*call.api.app.reference().await?, &code)?),
        None => None,
    };
    let reference = SenderReference { source: SourceName(source), header_id, line_id, organisation };
    call.once(|api, caller, call| async move {
        Ok(api.app.cancel_candidates(&caller, reference, call, Arc::new(encode)).await?)
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
    encoded(&CancelledAnswer { candidates: candidates.collect() })
}
