//! `POST /api/process-runs/{id}/undo`.

use std::sync::Arc;

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use orderdock_app::{RunTask, UndoTask};
use orderdock_store::Gather;

use super::run_id;
use super::start::start;
use crate::http::call::Commanding;
use crate::http::refusal::Refusal;
use crate::request::query::{DryRun, RunHeaders};
use crate::request::void_reason::{VoidMembers, read_reason};
use crate::response::{PlannedUndoShape, RunShape};

/// Undo a run.
///
/// Starts a run that reverts the changes of another run. Edited, excluded and restored candidates get their previous
/// values; created orders are voided with the given reason and their candidates are excluded. Candidates and orders
/// that were changed since are skipped, with a reason: for example if a candidate was processed or the transfer of an
/// order was confirmed. Undoing an undo restores candidates; the orders stay voided. A run can be undone once, unless
/// the undo was interrupted. Undoing a run that created orders also requires `process:run` and `orders:write`.
///
/// With `Prefer: wait=SECONDS` (at most 300), the response waits for the end of the run. A dry run returns the
/// totals, the first five candidates before and after, the first five orders, and the reasons for skipped ones
/// (`PlannedUndo`).
#[utoipa::path(post, path = "/api/process-runs/{id}/undo", tag = "process", operation_id = "undoRun",
    params(("id" = i64, Path, description = "Id of the run."), DryRun, RunHeaders),
    request_body = Option<VoidMembers>,
    responses((status = 200, description = "The undo run ended within the wait time. For a dry run: the planned result.",
            body = RunShape, headers(("Location" = String))),
        (status = 202, description = "The undo run is queued or active. Poll `Location` for its state.",
            body = RunShape, headers(("Location" = String))),
        (status = 404, description = "Run not found."),
        (status = 409, description = "The run has not ended, is already undone, or has no changes that can be undone.")))]
pub async fn undo_run(Path(id): Path<String>, call: Commanding) -> Result<Response, Refusal> {
    let (dry_run, call) = call.dry_run()?;
    let run = run_id(&id)?;
    let call = call.with_any_body().await?;
    // refused only behind the idempotency key, which may have its answer
    let json = call.check_optional_body();
    let read = move |sent: &[u8]| -> Result<UndoTask, Refusal> {
        json?;
        Ok(UndoTask { run, reason: read_reason(sent)? })
    };
    let language = call.language;
    if dry_run {
        let planned = call.try_out(|api, caller, call| async move {
            let planned = api.app.plan_undo(&caller, read(&call.received.body)?).await?;
            Ok(Json(PlannedUndoShape::of(&planned, language)).into_response())
        });
        return planned.await;
    }
    start(call, move |sent, _, _| Ok((RunTask::Undo(Arc::new(read(sent)?)), Gather::DoneBy(run)))).await
}
