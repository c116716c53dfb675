//! `GET /api/process-runs/{id}`.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use super::run_id;
use crate::http::call::Reading;
use crate::http::refusal::Refusal;
use crate::response::RunShape;

/// Read a run.
#[utoipa::path(get, path = "/api/process-runs/{id}", tag = "process", operation_id = "getRun",
    params(("id" = i64, Path, description = "Id of the run.")),
    responses((status = 200, description = "The run.", body = RunShape),
        (status = 404, description = "Run not found.")))]
pub async fn get_run(
    Path(id): Path<String>,
    Reading { api, caller, .. }: Reading,
) -> Result<Response, Refusal> {
    let record = api.app.process_run(&caller, run_id(&id)?).await?;
    Ok(Json(RunShape::from(&record)).into_response())
}
