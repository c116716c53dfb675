//! Handlers that return runs, their results and instances.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use orderdock_domain::ids::{CandidateId, InstanceId, RunId};
use orderdock_domain::processing::RunOutcomeKind;
use orderdock_store::Instance;
use serde::Serialize;
use utoipa::ToSchema;

use super::{read_page, run_id};
use crate::handlers::page::cut;
use crate::http::error::ApiError;
use crate::http::extract::{QueryRequest, ReadRequest};
use crate::request::query::{PageParameters, Parameters, RunResultParameters, choice};
use crate::response::{Id, RunResponse, RunResultResponse};

/// A page of runs, newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = RunPageAnswer)]
pub struct RunPageResponse<'a> {
    items: Vec<RunResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List runs.
///
/// Returns the runs, newest first. Scheduled runs without work are not stored.
#[utoipa::path(get, path = "/api/process-runs", tag = "process", operation_id = "listRuns",
    params(PageParameters), responses((status = 200, description = "One page of results.", body = RunPageResponse)))]
pub async fn list_runs(QueryRequest { api, caller, uri, .. }: QueryRequest) -> Result<Response, ApiError> {
    let (before, limit) = read_page(Parameters::of::<PageParameters>(&uri))?;
    let mut runs = api.services.runs.process_runs(&caller, before.map(RunId), limit + 1).await?;
    let next = cut(&mut runs, limit, |record| record.run.id.to_string());
    Ok(Json(RunPageResponse { items: runs.iter().map(Into::into).collect(), next }).into_response())
}

/// Read a run.
#[utoipa::path(get, path = "/api/process-runs/{id}", tag = "process", operation_id = "getRun",
    params(("id" = i64, Path, description = "Id of the run.")),
    responses((status = 200, description = "The run.", body = RunResponse),
        (status = 404, description = "Run not found.")))]
pub async fn get_run(
    Path(id): Path<String>,
    ReadRequest { api, caller, .. }: ReadRequest,
) -> Result<Response, ApiError> {
    let record = api.services.runs.process_run(&caller, run_id(&id)?).await?;
    Ok(Json(RunResponse::from(&record)).into_response())
}

/// A page of the results of a run, by candidate.
#[derive(Serialize, ToSchema)]
#[schema(as = RunResultPageAnswer)]
pub struct RunResultPageResponse<'a> {
    items: Vec<RunResultResponse<'a>>,
    /// Cursor of the next page for `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Read the results of a run.
///
/// Returns the results by candidate. A scheduled run stores results of changed candidates only.
#[utoipa::path(get, path = "/api/process-runs/{id}/results", tag = "process", operation_id = "getRunResults",
    params(("id" = i64, Path, description = "Id of the run."), RunResultParameters),
    responses((status = 200, description = "One page of results.", body = RunResultPageResponse),
        (status = 404, description = "Run not found.")))]
pub async fn get_run_results(
    Path(id): Path<String>,
    QueryRequest { api, caller, language, uri }: QueryRequest,
) -> Result<Response, ApiError> {
    let mut parameters = Parameters::of::<RunResultParameters>(&uri);
    let expected = choice(RunOutcomeKind::ALL, RunOutcomeKind::as_str);
    let outcome = parameters.one("outcome", expected, RunOutcomeKind::parse);
    let (after, limit) = read_page(parameters)?;
    let after = after.map(CandidateId);
    let mut results = api.services.runs.run_results(&caller, run_id(&id)?, outcome, after, limit + 1).await?;
    let next = cut(&mut results, limit, |result| result.candidate.to_string());
    let items = results.iter().map(|result| RunResultResponse::of(result, language));
    Ok(Json(RunResultPageResponse { items: items.collect(), next }).into_response())
}

/// The instances that use the database, oldest first.
#[derive(Serialize, ToSchema)]
#[schema(as = InstancesAnswer)]
pub struct InstancesResponse<'a> {
    items: Vec<InstanceResponse<'a>>,
}

/// An instance that uses the database or has used it recently.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Instance)]
pub struct InstanceResponse<'a> {
    id: Id,
    /// Host name and process id.
    #[schema(example = "dock-1/4711")]
    name: &'a str,
    version: &'a str,
    /// Storage location of attachments, which is the same for all instances.
    attachments: &'a str,
    started_at: Timestamp,
    /// Time of the last heartbeat. After some seconds without one, other instances take over its work.
    last_sign_at: Timestamp,
    /// Seconds by which the clock of the host is ahead of the database clock. All instances use the database clock.
    clock_ahead_seconds: i64,
    /// Whether the instance runs the schedules of all organisations.
    leads: bool,
    /// Whether this instance sent the response.
    answers: bool,
}

/// List instances.
///
/// Returns the instances that use the database, their start times and the one that runs the schedules.
#[utoipa::path(get, path = "/api/instances", tag = "process", operation_id = "listInstances",
    responses((status = 200, description = "The instances.", body = InstancesResponse)))]
pub async fn list_instances(ReadRequest { api, caller, .. }: ReadRequest) -> Result<Response, ApiError> {
    let view = api.services.instances.instances(&caller).await?;
    let items = view.instances.iter().map(|one| InstanceResponse::of(one, view.own)).collect();
    Ok(Json(InstancesResponse { items }).into_response())
}

impl<'a> InstanceResponse<'a> {
    fn of(instance: &'a Instance, own: InstanceId) -> Self {
        Self {
            id: Id(instance.id.0),
            name: &instance.new.name,
            version: &instance.new.version,
            attachments: &instance.new.attachments,
            started_at: instance.started_at,
            last_sign_at: instance.heartbeat_at,
            clock_ahead_seconds: instance.clock_ahead.as_secs(),
            leads: instance.leads,
            answers: instance.id == own,
        }
    }
}
