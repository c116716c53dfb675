//! `POST /api/sales/order/candidates/revalidate`.

use axum::response::Response;
use orderdock_app::RunTask;
use orderdock_store::Gather;

use crate::http::call::Commanding;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::operations::process::start::{ReadTask, run_selection};
use crate::read::query::{DryRun, RunHeaders};
use crate::read::selection::{BodyMembers, read_selection};
use crate::shape::RunShape;

/// Re-validate candidates.
///
/// Starts a run that looks at the selected candidates again, after their master data were mended: those that are
/// new or in error are one or the other from then on. With `Prefer: wait=SECONDS` (at most 300) the answer waits
/// for its end. A dry run tells what would be found (`PlannedRun`).
#[utoipa::path(post, path = "/api/sales/order/candidates/revalidate", tag = "candidates",
    operation_id = "revalidateCandidates", params(DryRun, RunHeaders),
    request_body = BodyMembers,
    responses((status = 200, description = "The run has ended within the time to wait; of a dry run, what it would do.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The run is queued or works; `Location` tells how it goes on.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "A selected candidate is not there.", body = ProblemDocument)))]
pub async fn revalidate_candidates(call: Commanding) -> Result<Response, Refusal> {
    let read: ReadTask = |sent, caller, reference| {
        let selection = read_selection(sent, caller, reference)?;
        Ok((RunTask::Revalidate, Gather::Selected(selection)))
    };
    run_selection(call, read).await
}
