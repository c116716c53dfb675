//! `GET /api/process-runs`.

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_domain::ids::RunId;
use serde::Serialize;
use utoipa::ToSchema;

use super::read_page;
use crate::handlers::page::cut;
use crate::http::call::Asking;
use crate::http::refusal::Refusal;
use crate::request::query::{PageParameters, Parameters};
use crate::response::RunShape;

/// A page of runs, newest first.
#[derive(Serialize, ToSchema)]
pub struct RunPageAnswer<'a> {
    items: Vec<RunShape<'a>>,
    /// Cursor for the next page, to be sent as `after`. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List runs.
///
/// Returns the runs, newest first. Scheduled runs without work are not stored.
#[utoipa::path(get, path = "/api/process-runs", tag = "process", operation_id = "listRuns",
    params(PageParameters), responses((status = 200, description = "One page of results.", body = RunPageAnswer)))]
pub async fn list_runs(Asking { api, caller, uri, .. }: Asking) -> Result<Response, Refusal> {
    let (before, limit) = read_page(Parameters::of::<PageParameters>(&uri))?;
    let mut runs = api.app.process_runs(&caller, before.map(RunId), limit + 1).await?;
    let next = cut(&mut runs, limit, |record| record.run.id.to_string());
    Ok(Json(RunPageAnswer { items: runs.iter().map(Into::into).collect(), next }).into_response())
}
