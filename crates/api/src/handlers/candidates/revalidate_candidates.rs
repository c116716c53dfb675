//! `POST /api/sales/order/candidates/revalidate`.

use axum::response::Response;
use orderdock_app::RunTask;
use orderdock_store::Gather;

use crate::handlers::process::start::{ReadTask, run_selection};
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::{DryRun, RunHeaders};
use crate::request::selection::{BodyMembers, read_selection};
use crate::response::RunShape;

/// Re-validate candidates.
///
/// Starts a run that validates the selected candidates, for example after changes of master data. Candidates with
/// status `new` or `error` get the status that follows from the validation; other candidates are not changed. With
/// `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the result of the
/// validation (`PlannedRun`).
#[utoipa::path(post, path = "/api/sales/order/candidates/revalidate", tag = "candidates",
    operation_id = "revalidateCandidates", params(DryRun, RunHeaders),
    request_body = BodyMembers,
    responses((status = 200, description = "The run ended within the wait time. For a dry run: the planned result.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The run is queued or active. Poll `Location` for its state.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "A selected candidate was not found.")))]
pub async fn revalidate_candidates(call: Commanding) -> Result<Response, Refusal> {
    let read: ReadTask = |sent, caller, reference| {
        let selection = read_selection(sent, caller, reference)?;
        Ok((RunTask::Revalidate, Gather::Selected(selection)))
    };
    run_selection(call, read).await
}
