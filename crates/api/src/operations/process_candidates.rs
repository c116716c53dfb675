//! `POST /api/sales/order/candidates/process` and `…/revalidate`.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orderdock_app::{Answer, OpContext, Received, RunCommand, RunTask};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::processing::RunTrigger;
use orderdock_store::{Gather, RunRecord, Selection};

use crate::Api;
use crate::http::call::{self, Begun};
use crate::http::conversation::Conversation;
use crate::http::refusal::{ProblemDocument, Refusal};
use crate::http::written::written;
use crate::read::query::{DryRun, Parameters, RunHeaders};
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
pub async fn process_candidates(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    request: Request,
) -> Result<Response, Refusal> {
    let read: ReadTask = |sent, caller, reference| {
        let (release, selection) = read_processing(sent, caller, reference)?;
        Ok((RunTask::Process(release), selection))
    };
    run_selection(&api, &caller, &conversation, read, request).await
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
pub async fn revalidate_candidates(
    State(api): State<Api>,
    Extension(caller): Extension<Arc<OpContext>>,
    conversation: Conversation,
    request: Request,
) -> Result<Response, Refusal> {
    let read: ReadTask =
        |sent, caller, reference| Ok((RunTask::Revalidate, read_selection(sent, caller, reference)?));
    run_selection(&api, &caller, &conversation, read, request).await
}

/// Reads what is to be done with which candidates.
type ReadTask = fn(&[u8], &OpContext, &Reference) -> Result<(RunTask, Selection), Refusal>;

async fn run_selection(
    api: &Api,
    caller: &Arc<OpContext>,
    conversation: &Conversation,
    read: ReadTask,
    request: Request,
) -> Result<Response, Refusal> {
    let (parts, body) = request.into_parts();
    let mut parameters = Parameters::of::<DryRun>(&parts.uri);
    let dry_run = parameters.flag("dryRun");
    parameters.finish()?;
    let received = call::with_body(api, &parts, body).await?;
    if dry_run {
        call::check_key(&parts)?;
        let _place = api.in_force.read(caller).await?;
        return plan(api, caller, conversation, read, &received).await;
    }
    start(api, caller, &parts, received, move |sent, caller, reference| {
        let (task, selection) = read(sent, caller, reference)?;
        Ok((task, Gather::Selected(selection)))
    })
    .await
}

async fn plan(
    api: &Api,
    caller: &OpContext,
    conversation: &Conversation,
    read: ReadTask,
    received: &Received,
) -> Result<Response, Refusal> {
    let reference = api.app.reference().await?;
    let placed = |refusal: Refusal| call::placed(refusal, &received.body);
    let (task, selection) = read(&received.body, caller, &reference).map_err(placed)?;
    let planned =
        api.app.plan_run(caller, &task, selection).await.map_err(|failure| placed(failure.into()))?;
    let shape = PlannedRunShape::of(&planned, &reference, conversation.language);
    Ok(axum::Json(shape).into_response())
}

/// Starts a run as a call asks for it, and answers it when it has ended or the time to wait is over.
pub async fn start(
    api: &Api,
    caller: &Arc<OpContext>,
    parts: &Parts,
    received: Received,
    read: impl FnOnce(&[u8], &OpContext, &Reference) -> Result<(RunTask, Gather), Refusal> + Send + 'static,
) -> Result<Response, Refusal> {
    let command = match call::begin(api, caller, parts, received.clone()).await? {
        Begun::Replayed(answer) => return Ok(answer),
        Begun::Call(command) => command,
    };
    let work = {
        let (api, caller, sent) = (api.clone(), caller.clone(), received.body.clone());
        async move {
            let reference = api.app.reference().await?;
            let (task, gather) = read(&sent, &caller, &reference)?;
            let run = RunCommand { task, trigger: RunTrigger::Call, gather };
            let (record, answer) = api.app.start_run(&caller, run, &command, encode).await?;
            // while the call waits, nobody else may answer its key
            Ok((record, answer, command.idempotency))
        }
    };
    let (record, answer, key) = call::run(api, caller, received, work).await?;
    let location = location(&record);
    let Some(longest) = wait(&parts.headers) else {
        return Ok(([(header::LOCATION, location)], written(answer)).into_response());
    };
    let waited = api.app.wait_for_run(caller, record.run.id, longest).await;
    let record = waited.map_err(|failure| Refusal::from(failure).after_commit())?;
    let status = if record.run.finished_at.is_some() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let answer = Answer { status: status.as_u16(), body: encode(&record) };
    if let Some(key) = key {
        let kept = api.app.keep_later_answer(caller, &key, &answer).await;
        kept.map_err(|failure| Refusal::from(failure).after_commit())?;
    }
    let applied = HeaderValue::from_str(&format!("wait={}", longest.as_secs()));
    let mut answer = ([(header::LOCATION, location)], written(answer)).into_response();
    if let Ok(applied) = applied {
        answer.headers_mut().insert(HeaderName::from_static("preference-applied"), applied);
    }
    Ok(answer)
}

pub(super) fn encode(record: &RunRecord) -> Vec<u8> {
    // the shape holds nothing that JSON cannot write
    serde_json::to_vec(&RunShape::from(record)).unwrap_or_default()
}

fn location(record: &RunRecord) -> String {
    format!("/api/process-runs/{}", record.run.id)
}

/// `Prefer: wait=SECONDS` (RFC 7240).
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let wishes = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    let seconds = wishes.flat_map(|value| value.split([',', ';'])).find_map(|wish| {
        let (name, value) = wish.split_once('=')?;
        let wait = name.trim().eq_ignore_ascii_case("wait");
        wait.then(|| value.trim().trim_matches('"').parse::<u64>().ok()).flatten()
    })?;
    Some(Duration::from_secs(seconds.min(LONGEST_WAIT)))
}

#[cfg(test)]
mod tests {
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
