//! Runs that begin with a call, which may wait for their end.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{Answer, OpContext, RunCommand, RunTask};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::processing::RunTrigger;
use orderdock_store::{Gather, RunRecord};

use crate::http::body::preferences;
use crate::http::call::{Commanding, Written};
use crate::http::refusal::Refusal;
use crate::http::written::{encoded, written};
use crate::response::{PlannedRunShape, RunShape};

/// The longest that a call waits for its run.
const LONGEST_WAIT: u64 = 300;

/// Reads what is to be done with which candidates.
pub type ReadTask = fn(&[u8], &OpContext, &Reference) -> Result<(RunTask, Gather), Refusal>;

/// Starts a run over what is selected; a dry run tells what it would do.
pub async fn run_selection(call: Commanding, read: ReadTask) -> Result<Response, Refusal> {
    let (dry_run, call) = call.dry_run()?;
    let call = call.with_body().await?;
    let language = call.language;
    if dry_run {
        let planned = call.try_out(|api, caller, call| async move {
            let reference = api.app.reference().await?;
            let (task, gather) = read(&call.received.body, &caller, &reference)?;
            let planned = api.app.plan_run(&caller, &task, gather).await?;
            Ok(Json(PlannedRunShape::of(&planned, &reference, language)).into_response())
        });
        return planned.await;
    }
    start(call, read).await
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
    // what was sent takes no room while the call waits
    let Written { api, caller, parts, received, .. } = call;
    drop(received);
    let location = [(header::LOCATION, format!("/api/process-runs/{}", record.run.id))];
    let Some(longest) = wait(&parts.headers) else {
        return Ok((location, written(answer)).into_response());
    };
    let app = &api.app;
    let record = app.wait_for_run(&caller, record.run.id, longest).await.map_err(Refusal::after_commit)?;
    let status = if record.run.finished_at.is_some() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let answer = Answer { status: status.as_u16(), body: encode(&record) };
    if let Some(key) = key {
        app.keep_later_answer(&caller, &key, &answer).await.map_err(Refusal::after_commit)?;
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
