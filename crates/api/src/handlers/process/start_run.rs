//! `POST /api/process-runs`.

use axum::response::Response;
use orderdock_app::RunTask;
use orderdock_domain::candidate::Releases;
use orderdock_store::Gather;

use super::start::start;
use crate::http::call::Writing;
use crate::http::refusal::Refusal;
use crate::request::query::RunHeaders;
use crate::response::RunShape;

/// Start the scheduled run now.
///
/// Starts the run that the schedule would start: it creates sales orders from all incoming orders that are not on hold.
#[utoipa::path(post, path = "/api/process-runs", tag = "process", operation_id = "startRun",
    params(RunHeaders),
    responses((status = 200, description = "The run ended within the wait time.",
                  body = RunShape,
            headers(("Location" = String))),
        (status = 202, description = "The run is queued or active.", body = RunShape,
            headers(("Location" = String)))))]
pub async fn start_run(call: Writing) -> Result<Response, Refusal> {
    start(call.without_body(), |_, _, _| Ok((RunTask::Process(Releases::NONE), Gather::Due))).await
}
