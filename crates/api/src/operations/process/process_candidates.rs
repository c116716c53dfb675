//! `POST /api/sales/order/candidates/process`.

use axum::response::Response;
use orderdock_app::RunTask;

use super::start::{ReadTask, run_selection};
use crate::http::call::Commanding;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::read::query::{DryRun, RunHeaders};
use crate::read::selection::{ProcessMembers, read_processing};
use crate::shape::RunShape;

/// Create sales orders from candidates.
///
/// Starts a run that makes orders of the selected candidates and of the other open lines of the same incoming orders;
/// `counts.added` is the number of these lines. An incoming order of which `exclude` names a line is left out whole. With
/// `"scope": "selection"` and `"release": ["partial"]`, only the selected lines are ordered. The run does not wait for
/// lines that may still follow. Candidates that wait for another reason stay, unless `release` names that reason. The
/// history of a candidate records who released what. With `Prefer: wait=SECONDS` (at most 300) the answer waits for the end of the run. A dry run tells which
/// orders would result, what would stay and why, and what each release would bring: the figures of all, and of many
/// the first (`PlannedRun`).
#[utoipa::path(post, path = "/api/sales/order/candidates/process", tag = "process",
    operation_id = "processCandidates", params(DryRun, RunHeaders),
    request_body = ProcessMembers,
    responses((status = 200, description = "The run has ended within the time to wait; of a dry run, what it would do.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The run is queued or works; `Location` tells how it goes on.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "A selected candidate is not there.", body = ProblemDocument)))]
pub async fn process_candidates(call: Commanding) -> Result<Response, Refusal> {
    let read: ReadTask = |sent, caller, reference| {
        let (release, gather) = read_processing(sent, caller, reference)?;
        Ok((RunTask::Process(release), gather))
    };
    run_selection(call, read).await
}
