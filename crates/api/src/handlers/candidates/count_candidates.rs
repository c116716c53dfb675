//! `GET /api/sales/order/candidates/counts`.

use axum::Json;
use orderdock_store::CandidateCounts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::filter::candidates::{CandidateFilterInput, CandidateFilters};
use crate::request::query::Parameters;
use crate::response::TotalShape;

/// Number of matching candidates by status.
#[derive(Serialize, ToSchema)]
pub struct CandidateCountsAnswer {
    all: TotalShape,
    new: TotalShape,
    /// Candidates with status `new` that are not on hold. A run started now would process them.
    ready: TotalShape,
    error: TotalShape,
    processed: TotalShape,
    inactive: TotalShape,
}

impl From<CandidateCounts> for CandidateCountsAnswer {
    fn from(counts: CandidateCounts) -> Self {
        let CandidateCounts { all, new, ready, error, processed, inactive } = counts;
        Self {
            all: all.into(),
            new: new.into(),
            ready: ready.into(),
            error: error.into(),
            processed: processed.into(),
            inactive: inactive.into(),
        }
    }
}

/// Count candidates.
///
/// Returns the number of matching candidates by status. The filter `status` is ignored.
#[utoipa::path(get, path = "/api/sales/order/candidates/counts", tag = "candidates",
    operation_id = "countCandidates", params(CandidateFilters),
    responses((status = 200, description = "The numbers of candidates.", body = CandidateCountsAnswer)))]
pub async fn count_candidates(
    Asking { api, caller, uri, .. }: Asking,
) -> Result<Json<CandidateCountsAnswer>, Refusal> {
    let reference = api.app.reference().await?;
    let mut parameters = Parameters::of::<CandidateFilters>(&uri);
    let filter = CandidateFilterInput::read(&mut parameters, &caller, &reference);
    parameters.finish()?;
    let filter = filter.resolve(&caller, &reference)?;
    let counts = api.app.count_candidates(&caller, filter).await?;
    Ok(Json(counts.into()))
}
