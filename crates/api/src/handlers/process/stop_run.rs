//! `POST /api/process-runs/{id}/stop`.

use axum::extract::Path;
use axum::response::Response;

use super::run_id;
use super::start::encode;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::CallHeaders;
use crate::response::RunShape;

/// Stop a run.
///
/// Stops the run before its next chunk of candidates. A run that has ended is not changed.
#[utoipa::path(post, path = "/api/process-runs/{id}/stop", tag = "process", operation_id = "stopRun",
    params(("id" = i64, Path, description = "Id of the run."), CallHeaders),
    responses((status = 200, description = "The run with its current state.", body = RunShape),
        (status = 404, description = "Run not found.")))]
pub async fn stop_run(Path(id): Path<String>, call: Writing) -> Result<Response, Refusal> {
    let id = run_id(&id)?;
    call.without_body()
        .once(|api, caller, call| async move { Ok(api.app.stop_run(&caller, id, call, encode).await?) })
        .await
}
