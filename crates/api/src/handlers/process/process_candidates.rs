//! `POST /api/sales/order/candidates/process`.

use axum::response::Response;
use orderdock_app::RunTask;

use super::start::{ReadTask, run_selection};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::{DryRun, RunHeaders};
use crate::request::selection::{ProcessMembers, read_processing};
use crate::response::RunShape;

/// Create sales orders from candidates.
///
/// Starts a run that creates sales orders from the selected candidates and the other open lines of the same incoming
/// orders. `counts.added` is the number of these other lines. An incoming order is skipped if `exclude` names one of its
/// lines. With `"scope": "selection"` and `"release": ["partial"]`, only the selected lines are processed. The run does
/// not wait for lines that may still arrive. Candidates on hold for another reason are skipped unless `release` names
/// that reason; the history records each release. With `Prefer: wait=SECONDS` (at most 300), the response waits for
/// the end of the run. A dry run returns the orders that would result, the skipped candidates with reasons and the
/// effect of each release (`PlannedRun`).
#[utoipa::path(post, path = "/api/sales/order/candidates/process", tag = "process",
    operation_id = "processCandidates", params(DryRun, RunHeaders),
    request_body = ProcessMembers,
    responses((status = 200, description = "The run ended within the wait time. For a dry run: the planned result.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The run is queued or active. Poll `Location` for its state.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "A selected candidate was not found.")))]
pub async fn process_candidates(call: Commanding) -> Result<Response, Refusal> {
    let read: ReadTask = |sent, caller, reference| {
        let (release, gather) = read_processing(sent, caller, reference)?;
        Ok((RunTask::Process(release), gather))
    };
    run_selection(call, read).await
}
