//! `GET /api/sales/order/candidates/{id}/request`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use jiff::Timestamp;
use orderdock_app::OpContext;
use serde::Serialize;
use utoipa::ToSchema;

use super::get_candidate::candidate_id;
use crate::Api;
use crate::query::Parameters;
use crate::refusal::{ProblemDocument, Refusal};
use crate::shape::Id;

/// A write request as it was received.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedRequest<'a> {
    id: Id,
    /// The request id of its answer and log lines.
    request_id: &'a str,
    method: &'a str,
    path: &'a str,
    query: &'a str,
    #[schema(value_type = String, format = DateTime)]
    received_at: Timestamp,
    /// Who sent it: the name of the token, or `cli`.
    actor: &'a str,
    status: u16,
    media_type: &'a str,
    /// Bytes of the body.
    size: i64,
    /// The body, character for character.
    body: std::borrow::Cow<'a, str>,
}

/// Read the request that a candidate came with.
///
/// As it was received. A token sees requests of its own; others take the scope `admin`.
#[utoipa::path(get, path = "/api/sales/order/candidates/{id}/request", tag = "candidates",
    operation_id = "getCandidateRequest", params(("id" = i64, Path, description = "The candidate's record id.")),
    responses((status = 200, description = "The request.", body = ReceivedRequest),
        (status = 404, description = "There is no such candidate, or its request is not yours.",
            body = ProblemDocument)))]
pub async fn get_candidate_request(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Refusal> {
    Parameters::read(&uri, &[]).finish()?;
    let kept = api.app.request_of_candidate(&caller, candidate_id(&id)?).await?;
    let answer = ReceivedRequest {
        id: Id(kept.request.id.0),
        request_id: &kept.request.request_id,
        method: &kept.request.method,
        path: &kept.request.path,
        query: &kept.request.query,
        received_at: kept.request.received_at,
        actor: &kept.request.actor,
        status: kept.request.status,
        media_type: &kept.request.media_type,
        size: kept.request.body_size,
        body: String::from_utf8_lossy(&kept.body),
    };
    Ok(Json(answer).into_response())
}
