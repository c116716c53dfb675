//! `GET /api/process-runs/{id}/results`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::processing::RunOutcomeWord;
use serde::Serialize;
use utoipa::ToSchema;

use super::{read_page, run_id};
use crate::handlers::page::cut;
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::{Parameters, RunResultParameters, choice};
use crate::response::RunResultShape;

/// A page of the results of a run, by candidate.
#[derive(Serialize, ToSchema)]
pub struct RunResultPageAnswer<'a> {
    items: Vec<RunResultShape<'a>>,
    /// Cursor for the next page, to be sent as `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Read the results of a run.
///
/// Returns the results by candidate. A scheduled run only stores results of changed candidates.
#[utoipa::path(get, path = "/api/process-runs/{id}/results", tag = "process", operation_id = "getRunResults",
    params(("id" = i64, Path, description = "Id of the run."), RunResultParameters),
    responses((status = 200, description = "One page of results.", body = RunResultPageAnswer),
        (status = 404, description = "Run not found.")))]
pub async fn get_run_results(
    Path(id): Path<String>,
    Asking { api, caller, language, uri }: Asking,
) -> Result<Response, Refusal> {
    let mut parameters = Parameters::of::<RunResultParameters>(&uri);
    let expected = choice(RunOutcomeWord::ALL, RunOutcomeWord::as_str);
    let outcome = parameters.one("outcome", expected, RunOutcomeWord::parse);
    let (after, limit) = read_page(parameters)?;
    let after = after.map(CandidateId);
    let mut results = api.app.run_results(&caller, run_id(&id)?, outcome, after, limit + 1).await?;
    let next = cut(&mut results, limit, |result| result.candidate.to_string());
    let items = results.iter().map(|result| RunResultShape::of(result, language));
    Ok(Json(RunResultPageAnswer { items: items.collect(), next }).into_response())
}
