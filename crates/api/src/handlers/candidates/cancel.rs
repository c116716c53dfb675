//! Candidates that their sender cancels, by header or by line.

use std::sync::Arc;

use axum::response::Response;
use orderdock_app::{SenderReference, SourceName, resolve_organisation};
use orderdock_domain::candidate::Candidate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::http::written::encoded;
use crate::request::query::{OneOrganisation, Parameters};
use crate::response::Id;

/// The cancelled candidates.
#[derive(Serialize, ToSchema)]
pub struct CancelledAnswer<'a> {
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

/// Cancels a line, or all lines of a header.
pub async fn cancel(
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
