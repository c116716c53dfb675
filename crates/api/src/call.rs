//! Calls that write something else than rows: their body, their idempotency key, and the places of what is wrong.

use axum::body::Body;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::Response;
use bytes::Bytes;
use orderdock_app::{App, CallCommand, Idempotency, OpContext, Received, RefusedRows, check_idempotency_key};
use orderdock_domain::import::RequestKind;
use orderdock_domain::problem::Code;

use crate::body::{self, SINGLE_BYTES};
use crate::importing::{IDEMPOTENCY_KEY, located, replayed};
use crate::json::{Finding, Handling, locate, text_of};
use crate::refusal::Refusal;
use crate::{Api, kept};

/// A call whose idempotency key nobody has answered yet, or the answer that it had.
pub enum Begun {
    Call(CallCommand),
    Replayed(Response),
}

/// Takes in a call with a JSON body.
pub async fn with_body(api: &Api, parts: &Parts, body: Body) -> Result<Received, Refusal> {
    let body = body::read_json(api, &parts.headers, body, SINGLE_BYTES).await?;
    Ok(received(parts, body))
}

/// Takes in a call that may have a JSON body.
pub async fn with_optional_body(api: &Api, parts: &Parts, body: Body) -> Result<Received, Refusal> {
    let nothing = parts.headers.get(header::CONTENT_LENGTH).is_none_or(|length| length == "0")
        && !parts.headers.contains_key(header::TRANSFER_ENCODING);
    if nothing { Ok(without_body(parts)) } else { with_body(api, parts, body).await }
}

/// Takes in a call that needs no body; one that is sent is not looked at.
pub fn without_body(parts: &Parts) -> Received {
    received(parts, Bytes::new())
}

/// A call as it came in. Which kind it is, the table of operations knows.
pub fn received(parts: &Parts, body: Bytes) -> Received {
    Received {
        kind: parts.extensions.get().copied().unwrap_or(RequestKind::Call),
        method: parts.method.to_string(),
        path: kept::path(parts.uri.path()),
        query: kept::query(parts.uri.query().unwrap_or_default()),
        media_type: body::media_type(&parts.headers),
        body,
        strict: body::handling(&parts.headers) == Handling::Strict,
        replay_of: None,
    }
}

/// Looks at the idempotency key, if there is one.
pub async fn begin(
    api: &Api,
    caller: &OpContext,
    parts: &Parts,
    received: Received,
) -> Result<Begun, Refusal> {
    let Some(key) = parts.headers.get(IDEMPOTENCY_KEY) else {
        return Ok(Begun::Call(CallCommand { received, idempotency: None }));
    };
    let Ok(key) = key.to_str() else {
        return Err(refuse(&api.app, caller, &received, Code::IdempotencyKeyInvalid.into()).await);
    };
    let Received { method, path, body, .. } = &received;
    match api.app.begin_idempotent(caller, key, method, path, body).await {
        Ok(Idempotency::Replay { status, body }) => Ok(Begun::Replayed(replayed(status, body))),
        Ok(Idempotency::Run(run)) => Ok(Begun::Call(CallCommand { received, idempotency: Some(run) })),
        Err(failure) => Err(refuse(&api.app, caller, &received, failure.into()).await),
    }
}

/// Looks at the idempotency key of a call that may be a trial: that has no effect to repeat, but its key must be one.
pub async fn begin_or_try(
    api: &Api,
    caller: &OpContext,
    parts: &Parts,
    received: Received,
    dry_run: bool,
) -> Result<Begun, Refusal> {
    if !dry_run {
        return begin(api, caller, parts, received).await;
    }
    check_key(parts)?;
    Ok(Begun::Call(CallCommand { received, idempotency: None }))
}

/// Refuses an idempotency key that cannot be one.
pub fn check_key(parts: &Parts) -> Result<(), Refusal> {
    let Some(key) = parts.headers.get(IDEMPOTENCY_KEY) else { return Ok(()) };
    let key = key.to_str().map_err(|_| Code::IdempotencyKeyInvalid)?;
    Ok(check_idempotency_key(key)?)
}

/// Keeps a call in the request log that was refused, unless it is there, was refused for the moment alone and will
/// come again, or was answered before.
pub async fn keep(app: &App, caller: &OpContext, received: &Received, refusal: Option<&Refusal>) {
    let unkept =
        |refusal: &&Refusal| !refusal.kept && refusal.retry_after.is_none() && refusal.replay.is_none();
    if let Some(refusal) = refusal.filter(unkept) {
        app.keep_refused(caller, received, refusal.status, RefusedRows::default()).await;
    }
}

/// Keeps a call in the request log that is refused.
pub async fn refuse(app: &App, caller: &OpContext, received: &Received, refusal: Refusal) -> Refusal {
    keep(app, caller, received, Some(&refusal)).await;
    Refusal { kept: true, ..refusal }
}

/// Runs a write in a task of its own, so that a client that hangs up does not cut it; what is refused is kept.
pub async fn run<T: Send + 'static>(
    api: &Api,
    caller: &std::sync::Arc<OpContext>,
    received: Received,
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    let (api, caller) = (api.clone(), caller.clone());
    let task = tokio::spawn(async move {
        let done = work.await;
        match done {
            Err(refusal) => Err(placed(refuse(&api.app, &caller, &received, refusal).await, &received.body)),
            done => done,
        }
    });
    joined(task).await
}

/// Runs a write in a task of its own that keeps by itself what is refused.
pub async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    joined(tokio::spawn(work)).await
}

async fn joined<T>(task: tokio::task::JoinHandle<Result<T, Refusal>>) -> Result<T, Refusal> {
    task.await.unwrap_or_else(|fault| {
        tracing::error!(%fault, "a call ended in a fault");
        Err(Code::ServerFault.into())
    })
}

/// Gives errors that point into the body their places in it.
pub fn placed(refusal: Refusal, body: &[u8]) -> Refusal {
    let wanted = |error: &crate::shape::Located| !error.problem.pointer.is_empty() && error.place.is_none();
    if !refusal.errors.iter().any(wanted) {
        return refusal;
    }
    let Ok(text) = text_of(body) else { return refusal };
    let mut errors = refusal.errors;
    let spots =
        locate(text, errors.iter().filter(|error| wanted(error)).map(|error| &*error.problem.pointer));
    let findings = errors.iter().filter(|error| wanted(error)).zip(spots);
    let findings = findings.map(|(error, spot)| {
        (None, Finding { problem: error.problem.clone(), at: spot.at, seen: spot.seen })
    });
    let found = located(body, findings.collect());
    for (error, found) in errors.iter_mut().filter(|error| wanted(error)).zip(found) {
        *error = found;
    }
    Refusal { errors, ..refusal }
}
