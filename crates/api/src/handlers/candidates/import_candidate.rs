//! `POST /api/sales/order/candidates`.

use axum::response::Response;

use super::importing::{BodyForm, CandidatesAnswer, import};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::candidate_request::CandidateMembers;
use crate::request::query::{DryRun, ImportHeaders};

/// Import one order candidate.
///
/// Creates or matches the partner, location, contact and product according to the sync advice, and stores the
/// candidate. A candidate that cannot become an order line yet is stored with its problems (`status: "error"`). The
/// pair of external ids is unique forever: a repeated row is `unchanged`; different content is rejected with 409.
#[utoipa::path(post, path = "/api/sales/order/candidates", tag = "candidates", operation_id = "importCandidate",
    params(DryRun, ImportHeaders),
    request_body = CandidateMembers,
    responses((status = 200, description = "The same row was imported before. Also the response of a dry run.",
                  body = CandidatesAnswer),
        (status = 201, description = "Stored.", body = CandidatesAnswer),
        (status = 409, description = "The row was imported before with different content.")))]
pub async fn import_candidate(call: Commanding) -> Result<Response, Refusal> {
    import(call, BodyForm::Single).await
}
