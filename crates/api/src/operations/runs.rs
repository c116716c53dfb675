//! `GET /api/process-runs[/{id}[/results]]`, `POST /api/process-runs` and `POST /api/process-runs/{id}/stop`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use orderdock_app::RunTask;
use orderdock_domain::candidate::Releases;
use orderdock_domain::ids::{CandidateId, RunId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::RunOutcomeWord;
use orderdock_store::Gather;
use serde::Serialize;
use utoipa::ToSchema;

use super::page::{MOST, cut, limit};
use super::process_candidates::{encode, start};
use crate::http::call::{Asking, Reading, Writing};
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::candidate_filter::choice;
use crate::read::query::{CallHeaders, PageParameters, Parameters, RunHeaders, RunResultParameters};
use crate::shape::{RunResultShape, RunShape};

/// A page of runs, newest first.
#[derive(Serialize, ToSchema)]
pub struct RunPageAnswer<'a> {
    items: Vec<RunShape<'a>>,
    /// `after` of the page that follows, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A page of what a run did, by candidate.
#[derive(Serialize, ToSchema)]
pub struct RunResultPageAnswer<'a> {
    items: Vec<RunResultShape<'a>>,
    /// `after` of the page that follows, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List runs.
///
/// Newest first. Runs of the schedule that found nothing to do are not kept.
#[utoipa::path(get, path = "/api/process-runs", tag = "process", operation_id = "listRuns",
    params(PageParameters), responses((status = 200, description = "A page.", body = RunPageAnswer)))]
pub async fn list_runs(Asking { api, caller, uri, .. }: Asking) -> Result<Response, Refusal> {
    let (before, limit) = page(Parameters::of::<PageParameters>(&uri))?;
    let mut runs = api.app.process_runs(&caller, before.map(RunId), limit + 1).await?;
    let next = cut(&mut runs, limit, |record| record.run.id.to_string());
    Ok(Json(RunPageAnswer { items: runs.iter().map(Into::into).collect(), next }).into_response())
}

/// Start a run of what is due.
///
/// As the schedule would: every header that is whole and does not wait for anything.
#[utoipa::path(post, path = "/api/process-runs", tag = "process", operation_id = "startRun",
    params(RunHeaders),
    responses((status = 200, description = "The run has ended within the time to wait.", body = RunShape,
            headers(("Location" = String))),
        (status = 202, description = "The run is queued or works.", body = RunShape,
            headers(("Location" = String)))))]
pub async fn start_run(call: Writing) -> Result<Response, Refusal> {
    start(call.without_body(), |_, _, _| Ok((RunTask::Process(Releases::NONE), Gather::Due))).await
}

/// Read a run.
#[utoipa::path(get, path = "/api/process-runs/{id}", tag = "process", operation_id = "getRun",
    params(("id" = i64, Path, description = "Its id.")),
    responses((status = 200, description = "The run.", body = RunShape),
        (status = 404, description = "There is no such run.", body = ProblemDocument)))]
pub async fn get_run(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let record = api.app.process_run(&caller, run_id(&id)?).await?;
    Ok(Json(RunShape::from(&record)).into_response())
}

/// Read what a run did.
///
/// By candidate. A run of the schedule keeps only what it changed.
#[utoipa::path(get, path = "/api/process-runs/{id}/results", tag = "process", operation_id = "getRunResults",
    params(("id" = i64, Path, description = "The run's id."), RunResultParameters),
    responses((status = 200, description = "A page.", body = RunResultPageAnswer),
        (status = 404, description = "There is no such run.", body = ProblemDocument)))]
pub async fn get_run_results(
    Path(id): Path<String>,
    Asking { api, caller, language, uri }: Asking,
) -> Result<Response, Refusal> {
    let mut parameters = Parameters::of::<RunResultParameters>(&uri);
    let expected = choice(RunOutcomeWord::ALL, RunOutcomeWord::as_str);
    let outcome = parameters.one("outcome", expected, RunOutcomeWord::parse);
    let (after, limit) = page(parameters)?;
    let after = after.map(CandidateId);
    let mut results = api.app.run_results(&caller, run_id(&id)?, outcome, after, limit + 1).await?;
    let next = cut(&mut results, limit, |result| result.candidate.to_string());
    let items = results.iter().map(|result| RunResultShape::of(result, language));
    Ok(Json(RunResultPageAnswer { items: items.collect(), next }).into_response())
}

/// Stop a run.
///
/// It ends before its next chunk of candidates; one that has ended stays as it is.
#[utoipa::path(post, path = "/api/process-runs/{id}/stop", tag = "process", operation_id = "stopRun",
    params(("id" = i64, Path, description = "Its id."), CallHeaders),
    responses((status = 200, description = "The run as it is now.", body = RunShape),
        (status = 404, description = "There is no such run.", body = ProblemDocument)))]
pub async fn stop_run(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = run_id(&id)?;
    call.without_body()
        .once(|api, caller, call| async move { Ok(api.app.stop_run(&caller, id, call, encode).await?) })
        .await
}

/// The id behind which a page begins, and how long it may be.
fn page(mut parameters: Parameters) -> Result<(Option<i64>, u32), Refusal> {
    let after = parameters.one("after", Phrase::PageNext, |text| text.parse().ok());
    let limit = limit(&mut parameters, MOST);
    parameters.finish()?;
    Ok((after, limit))
}

pub(super) fn run_id(text: &str) -> Result<RunId, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.map(RunId).ok_or_else(|| ProblemCode::RunNotFound.into())
}
