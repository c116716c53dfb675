//! `POST /api/sales/order/candidates/edit`.

use std::sync::Arc;

use axum::Json;
use axum::response::{IntoResponse, Response};
use orderdock_app::RunTask;

use crate::http::call::Commanding;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::operations::process::start::start;
use crate::read::candidate_edit::{EditMembers, read_edit};
use crate::read::query::{DryRun, RunHeaders};
use crate::shape::{PlannedEditShape, RunShape};

/// Edit many candidates.
///
/// Starts a run that sets, moves or takes back overrides of the selected candidates, puts them aside or takes them
/// back; each is validated at once and has its history, as after a correction of it alone. It works in chunks, each
/// written whole or not at all; a candidate is decided as it is when its turn comes. One that is processed, or of
/// which a result is not allowed (a quantity that is not positive, a discount above 100, a step of a value that it
/// does not have), stays as it is, and its result says why. A run that was cut short has a result for every candidate
/// that it edited; a step must not be repeated for these.
///
/// With `Prefer: wait=SECONDS` (at most 300) the answer waits for its end. A dry run tells the figures, and the
/// first five candidates before and after (`PlannedEdit`).
#[utoipa::path(post, path = "/api/sales/order/candidates/edit", tag = "candidates",
    operation_id = "editCandidates", params(DryRun, RunHeaders),
    request_body = EditMembers,
    responses((status = 200, description = "The run has ended within the time to wait; of a dry run, what it would do.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The run is queued or works; `Location` tells how it goes on.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "A selected candidate is not there.", body = ProblemDocument)))]
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
