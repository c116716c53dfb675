//! `GET /api/sales/order/candidates/{id}`.

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use orderdock_domain::problem::{Problem, ProblemCode};

use super::{candidate_id, entity_tag};
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::{Beside, FixTeller, Fixes, FullCandidate};

/// Read a candidate.
///
/// Returns imported values, overrides and effective values, and suggested fixes for each problem based on the current
/// master data.
#[utoipa::path(get, path = "/api/sales/order/candidates/{id}", tag = "candidates", operation_id = "getCandidate",
    params(("id" = i64, Path, description = "Record id of the candidate.")),
    responses((status = 200, description = "The candidate. Its `ETag` is the version.", body = FullCandidate,
            headers(("ETag" = String))),
        (status = 404, description = "Candidate not found.")))]
pub async fn get_candidate(
    Path(id): Path<String>,
    Reading { api, caller, language }: Reading,
) -> Result<Response, Refusal> {
    let found = api.app.candidate(&caller, candidate_id(&id)?).await?;
    let missing = || Problem::not_found(ProblemCode::CandidateNotFound, &id);
    let candidate = found.candidates.first().ok_or_else(missing)?;
    let tag = entity_tag(candidate);
    let beside = Beside::of(&api.app, &caller, &found.candidates).await?;
    let teller = FixTeller { caller: &caller, of: Some((candidate, &found.related)), language };
    let fixes = Fixes::look(&api.app, teller).await?;
    let answer = FullCandidate::of(candidate, &found.related, &beside, language).with_fixes(fixes);
    Ok(([(header::ETAG, tag)], Json(answer)).into_response())
}
