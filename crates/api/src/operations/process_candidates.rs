//! `POST /api/sales/order/candidates/process` and `…/revalidate`.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{Answer, OpContext, RunCommand, RunTask};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::processing::RunTrigger;
use orderdock_store::{Gather, RunRecord, Selection};

use crate::http::body::preferences;
use crate::http::call::{Commanding, Written};
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::http::written::{encoded, written};
use crate::read::query::{DryRun, RunHeaders};
use crate::read::selection::{BodyMembers, ProcessMembers, read_processing, read_selection};
use crate::shape::{PlannedRunShape, RunShape};

/// The longest that a call waits for its run.
const LONGEST_WAIT: u64 = 300;

/// Process candidates.
///
/// Starts a run that makes orders of the selected candidates. It does not wait for lines that may still follow; what
/// waits for another reason stays, unless `release` names that reason. Who released what stands in the history of the
/// candidate. With `Prefer: wait=SECONDS` (at most 300) the answer waits for the end of the run. A dry run tells which
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
        let (release, selection) = read_processing(sent, caller, reference)?;
        Ok((RunTask::Process(release), selection))
    };
    run_selection(call, read).await
}

/// Validate candidates again.
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
    let read: ReadTask =
        |sent, caller, reference| Ok((RunTask::Revalidate, read_selection(sent, caller, reference)?));
    run_selection(call, read).await
}

/// Reads what is to be done with which candidates.
type ReadTask = fn(&[u8], &OpContext, &Reference) -> Result<(RunTask, Selection), Refusal>;

async fn run_selection(call: Commanding, read: ReadTask) -> Result<Response, Refusal> {
    let (dry_run, call) = call.dry_run()?;
    let call = call.with_body().await?;
    let language = call.language;
    if dry_run {
        let planned = call.try_out(|api, caller, call| async move {
            let reference = api.app.reference().await?;
            let (task, selection) = read(&call.received.body, &caller, &reference)?;
            let planned = api.app.plan_run(&caller, &task, selection).await?;
            Ok(Json(PlannedRunShape::of(&planned, &reference, language)).into_response())
        });
        return planned.await;
    }
    start(call, move |sent, caller, reference| {
        let (task, selection) = read(sent, caller, reference)?;
        Ok((task, Gather::Selected(selection)))
    })
    .await
}

/// Starts a run as a call asks for it, and answers it when it has ended or the time to wait is over.
pub async fn start(
    call: Written,
    read: impl FnOnce(&[u8], &OpContext, &Reference) -> Result<(RunTask, Gather), Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let command = call.begin().await?;
    let begun = call.run(|api, caller, received| async move {
        let reference = api.app.reference().await?;
        let (task, gather) = read(&received.body, &caller, &reference)?;
        let run = RunCommand { task, trigger: RunTrigger::Call, gather };
        let (record, answer) = api.app.start_run(&caller, run, &command, encode).await?;
        // while the call waits, nobody else may answer its key
        Ok((record, answer, command.idempotency))
    });
    let (record, answer, key) = begun.await?;
    let location = [(header::LOCATION, format!("/api/process-runs/{}", record.run.id))];
    let Some(longest) = wait(&call.parts.headers) else {
        return Ok((location, written(answer)).into_response());
    };
    let (app, caller) = (&call.api.app, &call.caller);
    let record = app.wait_for_run(caller, record.run.id, longest).await.map_err(Refusal::after_commit)?;
    let status = if record.run.finished_at.is_some() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let answer = Answer { status: status.as_u16(), body: encode(&record) };
    if let Some(key) = key {
        app.keep_later_answer(caller, &key, &answer).await.map_err(Refusal::after_commit)?;
    }
    let applied = [(HeaderName::from_static("preference-applied"), format!("wait={}", longest.as_secs()))];
    Ok((location, applied, written(answer)).into_response())
}

pub(super) fn encode(record: &RunRecord) -> Vec<u8> {
    encoded(&RunShape::from(record))
}

/// `Prefer: wait=SECONDS`.
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let seconds = preferences(headers, "wait").find_map(|value| value.parse::<u64>().ok())?;
    Some(Duration::from_secs(seconds.min(LONGEST_WAIT)))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_time_to_wait_is_a_preference_among_others() {
        for (prefer, seconds) in [
            ("wait=10", Some(10)),
            ("respond-async, Wait=\"5\"; foo", Some(5)),
            ("wait=86400", Some(LONGEST_WAIT)),
            ("wait=-1", None),
            ("handling=strict", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("prefer", HeaderValue::from_static(prefer));
            assert_eq!(wait(&headers).map(|wait| wait.as_secs()), seconds, "{prefer}");
        }
    }
}
