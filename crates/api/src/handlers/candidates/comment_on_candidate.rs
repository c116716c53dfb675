//! `POST /api/sales/order/candidates/{id}/comments`.

use axum::extract::Path;
use axum::response::Response;
use orderdock_store::Commented;

use super::candidate_id;
use crate::handlers::comment::{CommentMembers, CommentShape, comment};
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;

/// Comment on a candidate.
///
/// Adds a comment to the history of the candidate. The candidate and its version do not change. The comment cannot be
/// edited. Candidates of any status accept comments.
#[utoipa::path(post, path = "/api/sales/order/candidates/{id}/comments", tag = "candidates",
    operation_id = "commentOnCandidate",
    params(("id" = i64, Path, description = "Record id of the candidate."), CallHeaders), request_body = CommentMembers,
    responses((status = 201, description = "The comment.", body = CommentShape),
        (status = 404, description = "Candidate not found.")))]
pub async fn comment_on_candidate(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    comment(Commented::Candidate(candidate_id(&id)?), call).await
}
