//! `GET /api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}[/{externalLineId}]`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use orderdock_app::{OpContext, SourceName};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::conversation::Conversation;
use crate::query::Parameters;
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::{AttachmentShape, FullCandidate};

/// What became of an order, found by the sender's own reference.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ByReference<'a> {
    external_header_id: &'a str,
    /// Its candidates with their problems, in the order of their coming.
    candidates: Vec<FullCandidate<'a>>,
    /// Its files, in the order of their coming.
    attachments: Vec<AttachmentShape<'a>>,
}

/// Read an order by its header id.
///
/// Every candidate of an external header, in all organisations of the token.
#[utoipa::path(get, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}",
    tag = "candidates", operation_id = "getCandidatesByHeader",
    params(("dataSource" = String, Path, description = "Internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "The sender's header id, or its flat external id.")),
    responses((status = 200, description = "The candidates.", body = ByReference),
        (status = 404, description = "There is no such candidate.", body = ProblemDocument)))]
pub async fn get_header(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path((source, header)): Path<(String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    find(&api, &caller, &conversation, &uri, source, &header, None).await
}

/// Read a candidate by its header and line id.
///
/// In all organisations of the token.
#[utoipa::path(get, path = "/api/sales/order/candidates/by-ref/{dataSource}/{externalHeaderId}/{externalLineId}",
    tag = "candidates", operation_id = "getCandidatesByLine",
    params(("dataSource" = String, Path, description = "Internal name, record id or identifier string."),
        ("externalHeaderId" = String, Path, description = "The sender's header id."),
        ("externalLineId" = String, Path, description = "The sender's line id.")),
    responses((status = 200, description = "The candidates.", body = ByReference),
        (status = 404, description = "There is no such candidate.", body = ProblemDocument)))]
pub async fn get_line(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    Path((source, header, line)): Path<(String, String, String)>,
    uri: Uri,
) -> Result<Response, Refusal> {
    find(&api, &caller, &conversation, &uri, source, &header, Some(&line)).await
}

async fn find(
    api: &Api,
    caller: &OpContext,
    conversation: &Conversation,
    uri: &Uri,
    source: String,
    header: &str,
    line: Option<&str>,
) -> Result<Response, Refusal> {
    Parameters::read(uri, &[]).finish()?;
    let found = api.app.candidates_by_reference(caller, &SourceName(source), header, line).await?;
    let attachments = api.app.attachments_of(caller, &found.candidates).await?;
    let (related, language) = (&found.related, conversation.language);
    let candidates = found.candidates.iter();
    let answer = ByReference {
        external_header_id: header,
        candidates: candidates
            .map(|candidate| FullCandidate::of(candidate, related, &attachments, language))
            .collect(),
        attachments: attachments
            .iter()
            .map(|attachment| AttachmentShape::of(attachment, &related.reference))
            .collect(),
    };
    Ok(Json(answer).into_response())
}
