//! `POST /api/sales/order/candidates/edit`.

use std::sync::Arc;

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_app::RunTask;

use crate::handlers::process::start::start;
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::candidate_edit::{EditMembers, read_edit};
use crate::request::query::{DryRun, RunHeaders};
use crate::response::{PlannedEditShape, RunShape};

/// Edit many candidates.
///
/// Starts a run that sets, changes or removes overrides of the selected candidates, or excludes or restores them.
/// Each candidate is validated immediately and gets a history entry. The run works in chunks; each chunk is written
/// completely or not at all. Processed candidates and candidates with an invalid result (a quantity that is not
/// positive, a discount above 100, a step without a value) are skipped, with a reason. An interrupted run has a
/// result for every candidate that it edited: do not repeat a `changeBy` for them.
///
/// With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the totals
/// and the first five candidates before and after (`PlannedEdit`).
#[utoipa::path(post, path = "/api/sales/order/candidates/edit", tag = "candidates",
    operation_id = "editCandidates", params(DryRun, RunHeaders),
    request_body = EditMembers,
    responses((status = 200, description = "The run ended within the wait time. For a dry run: the planned result.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The run is queued or active. Poll `Location` for its state.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "A selected candidate was not found.")))]
pub async fn edit_candidates(call: Commanding) -> Result<Response, Refusal> {
    let (dry_run, call) = call.dry_run()?;
    let call = call.with_body().await?;
    let language = call.language;
    if dry_run {
        let planned = call.try_out(|api, caller, call| async move {
            let reference = api.app.reference().await?;
            let (edit, gather) = read_edit(&call.received.body, &caller, &reference)?;
            let planned = api.app.plan_edit(&caller, gather, edit).await?;
            Ok(Json(PlannedEditShape::of(&planned, language)).into_response())
        });
        return planned.await;
    }
    start(call, |sent, caller, reference| {
        let (edit, gather) = read_edit(sent, caller, reference)?;
        Ok((RunTask::Edit(Arc::new(edit)), gather))
    })
    .await
}
