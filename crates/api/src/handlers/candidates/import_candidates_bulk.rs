//! `POST /api/sales/order/candidates/bulk`.

use axum::response::Response;

use super::importing::{BodyForm, CandidatesAnswer, import};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::candidate_request::BulkMembers;
use crate::request::query::{DryRun, ErrorPolicyParameter, ImportHeaders};

/// Import up to 10,000 order candidates.
///
/// Rows are processed in order; each row sees records created by earlier rows. By default, one faulty row rejects the
/// request. `errorPolicy=header` or `row` accepts the correct rows.
#[utoipa::path(post, path = "/api/sales/order/candidates/bulk", tag = "candidates",
    operation_id = "importCandidatesBulk", params(DryRun, ErrorPolicyParameter, ImportHeaders),
    request_body = BulkMembers,
    responses((status = 200, description = "All rows were imported before. Also the response of a dry run.",
                  body = CandidatesAnswer),
        (status = 201, description = "Stored.", body = CandidatesAnswer),
        (status = 207, description = "Some rows were rejected.", body = CandidatesAnswer),
        (status = 400, description = "All rows were rejected, or the request cannot be read."),
        (status = 409, description = "A row was imported before with different content.")))]
pub async fn import_candidates_bulk(call: Commanding) -> Result<Response, Refusal> {
    import(call, BodyForm::Bulk).await
}
