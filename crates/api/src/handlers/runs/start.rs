//! Handlers that start, stop and undo runs.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{EncodedResponse, IdempotencyGuard, RunCommand, RunTask, UndoTask};
use orderdock_domain::candidate::Releases;
use orderdock_domain::processing::RunTrigger;
use orderdock_store::{RunRecord, RunTarget};

use super::run_id;
use crate::http::body::preferences;
use crate::http::error::ApiError;
use crate::http::extract::{BufferedRequest, CommandRequest, WriteRequest};
use crate::http::written::{encoded, written};
use crate::request::query::{CallHeaders, DryRun, RunHeaders};
use crate::request::selection::{ProcessBody, SelectionContext, read_processing};
use crate::request::void_reason::{VoidBody, read_reason};
use crate::response::{PlannedRunResponse, PlannedUndoResponse, RunResponse};

/// Create sales orders from candidates.
///
/// Starts a run that creates sales orders from the selected candidates and the other open lines of the same incoming
/// orders. `counts.added` is the number of these other lines. An incoming order is skipped if `exclude` contains one of
/// its lines. With `"scope": "selection"` and `"release": ["partial"]`, only the selected lines are processed. The run does
/// not wait for lines that may still arrive. Candidates on hold for another reason are skipped unless `release` names
/// that reason; the history records each release. With `Prefer: wait=SECONDS` (at most 300), the response waits for
/// the end of the run. A dry run returns the orders that would result, the skipped candidates with reasons and the
/// effect of each release (`PlannedRun`).
#[utoipa::path(post, path = "/api/sales/order/candidates/process", tag = "process",
    operation_id = "processCandidates", params(DryRun, RunHeaders),
    request_body = ProcessBody,
    responses((status = 200, description = "The run ended within the wait time. For a dry run: the planned result.",
            body = RunResponse, headers(("Location" = String))),
        (status = 202, description = "The run is queued or active. Poll `Location` for its state.",
            body = RunResponse, headers(("Location" = String))),
        (status = 404, description = "A selected candidate was not found.")))]
pub async fn process_candidates(call: CommandRequest) -> Result<Response, ApiError> {
    let read: ReadTask = |sent, context| {
        let (release, gather) = read_processing(sent, context)?;
        Ok((RunTask::Process(release), gather))
    };
    run_selection(call, read).await
}

/// Start the scheduled run now.
///
/// Starts the run that the schedule would start: it creates sales orders from all incoming orders that are not on hold.
#[utoipa::path(post, path = "/api/process-runs", tag = "process", operation_id = "startRun",
    params(RunHeaders),
    responses((status = 200, description = "The run ended within the wait time.",
                  body = RunResponse,
            headers(("Location" = String))),
        (status = 202, description = "The run is queued or active.", body = RunResponse,
            headers(("Location" = String)))))]
pub async fn start_run(call: WriteRequest) -> Result<Response, ApiError> {
    start(call.without_body(), |_, _| Ok((RunTask::Process(Releases::NONE), RunTarget::Due))).await
}

/// Stop a run.
///
/// Stops the run before its next chunk of candidates. A run that has ended is not changed.
#[utoipa::path(post, path = "/api/process-runs/{id}/stop", tag = "process", operation_id = "stopRun",
    params(("id" = i64, Path, description = "Id of the run."), CallHeaders),
    responses((status = 200, description = "The run with its current state.", body = RunResponse),
        (status = 404, description = "Run not found.")))]
pub async fn stop_run(Path(id): Path<String>, call: WriteRequest) -> Result<Response, ApiError> {
    let id = run_id(&id)?;
    call.without_body()
        .once(|api, caller, call| async move { Ok(api.services.runs.stop_run(&caller, id, call, encode).await?) })
        .await
}

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
    request_body = Option<VoidBody>,
    responses((status = 200, description = "The undo run ended within the wait time. For a dry run: the planned result.",
            body = RunResponse, headers(("Location" = String))),
        (status = 202, description = "The undo run is queued or active. Poll `Location` for its state.",
            body = RunResponse, headers(("Location" = String))),
        (status = 404, description = "Run not found."),
        (status = 409, description = "The run has not ended, is already undone, or has no changes that can be undone.")))]
pub async fn undo_run(Path(id): Path<String>, call: CommandRequest) -> Result<Response, ApiError> {
    let (dry_run, call) = call.dry_run()?;
    let run = run_id(&id)?;
    let call = call.with_any_body().await?;
    // checked after the idempotency key, which may already have a response
    let json = call.check_optional_body();
    let read = move |sent: &[u8]| -> Result<UndoTask, ApiError> {
        json?;
        Ok(UndoTask { run, reason: read_reason(sent)? })
    };
    let language = call.language;
    if dry_run {
        let planned = call.try_out(|api, caller, call| async move {
            let planned = api.services.runs.plan_undo(&caller, read(&call.received.body)?).await?;
            Ok(Json(PlannedUndoResponse::of(&planned, language)).into_response())
        });
        return planned.await;
    }
    start(call, move |sent, _| Ok((RunTask::Undo(Arc::new(read(sent)?)), RunTarget::DoneBy(run)))).await
}

/// Maximum wait time of `Prefer: wait`.
const MAX_WAIT: u64 = 300;

/// Reads the task and the candidates of a run from a body.
pub type ReadTask = fn(&[u8], SelectionContext<'_>) -> Result<(RunTask, RunTarget), ApiError>;

/// Starts a run on a selection. A dry run returns the planned result.
pub async fn run_selection(call: CommandRequest, read: ReadTask) -> Result<Response, ApiError> {
    let (dry_run, call) = call.dry_run()?;
    let call = call.with_body().await?;
    let language = call.language;
    if dry_run {
        let planned = call.try_out(|api, caller, call| async move {
            let reference = api.services.reference().await?;
            let (task, gather) = read(
                &call.received.body,
                SelectionContext { caller: &caller, reference: &reference, language },
            )?;
            let planned = api.services.runs.plan_run(&caller, &task, gather).await?;
            Ok(Json(PlannedRunResponse::of(&planned, &reference, language)).into_response())
        });
        return planned.await;
    }
    start(call, read).await
}

/// Starts a run and responds when it has ended or the wait time has passed.
pub async fn start(
    call: BufferedRequest,
    read: impl FnOnce(&[u8], SelectionContext<'_>) -> Result<(RunTask, RunTarget), ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let command = call.begin().await?;
    let language = call.language;
    let started = call.run(|api, caller, received| async move {
        let reference = api.services.reference().await?;
        let (task, gather) =
            read(&received.body, SelectionContext { caller: &caller, reference: &reference, language })?;
        let run = RunCommand { task, trigger: RunTrigger::Call, gather };
        let (record, response) = api.services.runs.start_run(&caller, run, &command, encode).await?;
        // during the wait, no other request may use the idempotency key
        Ok((record, response, command.idempotency))
    });
    let started = started.await?;
    respond(call, started).await
}

/// A started run with its first response, and the right to store the response of the idempotency key.
pub type BegunRun = (RunRecord, EncodedResponse, Option<IdempotencyGuard>);

/// Responds when a run has ended or the wait time has passed.
pub async fn respond(call: BufferedRequest, (record, response, key): BegunRun) -> Result<Response, ApiError> {
    // the body is not kept in memory during the wait
    let BufferedRequest { api, caller, parts, received, .. } = call;
    drop(received);
    let location = [(header::LOCATION, format!("/api/process-runs/{}", record.run.id))];
    let Some(longest) = wait(&parts.headers) else {
        return Ok((location, written(response)).into_response());
    };
    let services = &api.services;
    let record =
        services.runs.wait_for_run(&caller, record.run.id, longest).await.map_err(ApiError::after_commit)?;
    let status = if record.run.finished_at.is_some() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let response = EncodedResponse { status: status.as_u16(), body: encode(&record) };
    if let Some(key) = key {
        services
            .idempotency
            .store_later_response(&caller, &key, &response)
            .await
            .map_err(ApiError::after_commit)?;
    }
    let applied = [(HeaderName::from_static("preference-applied"), format!("wait={}", longest.as_secs()))];
    Ok((location, applied, written(response)).into_response())
}

pub fn encode(record: &RunRecord) -> Vec<u8> {
    encoded(&RunResponse::from(record))
}

/// Reads `Prefer: wait=SECONDS`.
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let seconds = preferences(headers, "wait").find_map(|value| value.parse::<u64>().ok())?;
    Some(Duration::from_secs(seconds.min(MAX_WAIT)))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn wait_is_read_among_other_preferences() {
        for (prefer, seconds) in [
            ("wait=10", Some(10)),
            ("respond-async, Wait=\"5\"; foo", Some(5)),
            ("wait=86400", Some(MAX_WAIT)),
            ("wait=-1", None),
            ("handling=strict", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("prefer", HeaderValue::from_static(prefer));
            assert_eq!(wait(&headers).map(|wait| wait.as_secs()), seconds, "{prefer}");
        }
    }
}
