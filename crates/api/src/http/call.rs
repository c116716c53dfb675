//! Calls that read, and those that write something else than rows: whose they are, their body, their idempotency key, and
//! the places of what is wrong.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use bytes::Bytes;
use orderdock_app::{
    Answer, App, CallCommand, Idempotency, OpContext, Received, RefusedRows, check_idempotency_key,
};
use orderdock_domain::import::RequestKind;
use orderdock_domain::problem::{Language, ProblemCode};

use crate::Api;
use crate::http::body::{self, SINGLE_BYTES};
use crate::http::conversation::Conversation;
use crate::http::kept;
use crate::http::refusal::Refusal;
use crate::http::written::{IDEMPOTENCY_KEY, replayed, written};
use crate::read::json::{Handling, ValueFinding, locate, text_of};
use crate::read::located::located;
use crate::read::query::Parameters;

/// A call that reads, and takes no parameters.
pub struct Reading {
    pub api: Api,
    pub caller: Arc<OpContext>,
    pub language: Language,
}

impl FromRequestParts<Api> for Reading {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Refusal> {
        let caller = parts.extensions.get().cloned().ok_or(ProblemCode::ServerFault)?;
        let Conversation { language, .. } = Conversation::from_request_parts(parts, api).await?;
        Parameters::of::<()>(&parts.uri).finish()?;
        Ok(Self { api: api.clone(), caller, language })
    }
}

/// A call that writes, and takes no parameters. Its body has not come.
pub struct Writing {
    reading: Reading,
    parts: Parts,
    body: Body,
}

impl FromRequest<Api> for Writing {
    type Rejection = Refusal;

    async fn from_request(request: Request, api: &Api) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let reading = Reading::from_request_parts(&mut parts, api).await?;
        Ok(Self { reading, parts, body })
    }
}

impl Writing {
    /// With its JSON body.
    pub async fn with_body(self) -> Result<Written, Refusal> {
        self.with_body_up_to(SINGLE_BYTES).await
    }

    pub async fn with_body_up_to(self, bytes: usize) -> Result<Written, Refusal> {
        let Self { reading, parts, body } = self;
        let body = body::read_json(&reading.api, &parts.headers, body, bytes).await?;
        Ok(Written::new(reading, parts, body))
    }

    /// With its JSON body, if it has one: that is known only when it has come, for chunked it may end without a byte.
    pub async fn with_optional_body(self) -> Result<Written, Refusal> {
        let Self { reading, parts, body } = self;
        let body = body::read(&reading.api, &parts.headers, body, SINGLE_BYTES).await?;
        let call = Written::new(reading, parts, body);
        let json =
            if call.received.body.is_empty() { Ok(()) } else { body::check_media_type(&call.parts.headers) };
        match json {
            Ok(()) => Ok(call),
            Err(refusal) => Err(refuse(&call.api.app, &call.caller, &call.received, refusal).await),
        }
    }

    /// It needs no body; one that is sent is not looked at.
    pub fn without_body(self) -> Written {
        Written::new(self.reading, self.parts, Bytes::new())
    }

    pub fn headers(&self) -> &HeaderMap {
        &self.parts.headers
    }
}

/// A call that writes and has come whole.
pub struct Written {
    pub api: Api,
    pub caller: Arc<OpContext>,
    pub language: Language,
    pub received: Received,
    parts: Parts,
}

impl Written {
    fn new(Reading { api, caller, language }: Reading, parts: Parts, body: Bytes) -> Self {
        let received = received(&parts, body);
        Self { api, caller, language, received, parts }
    }

    /// Does what is given the house, the caller and the call, in a task of its own; what is refused is kept.
    pub async fn run<T: Send + 'static, W: Future<Output = Result<T, Refusal>> + Send + 'static>(
        &self,
        work: impl FnOnce(Api, Arc<OpContext>, Received) -> W,
    ) -> Result<T, Refusal> {
        let Self { api, caller, received, .. } = self;
        run(api, caller, received.clone(), work(api.clone(), caller.clone(), received.clone())).await
    }

    /// The same for what is done once for each idempotency key, and answered anew as it was then.
    pub async fn once<W: Future<Output = Result<Answer, Refusal>> + Send + 'static>(
        self,
        work: impl FnOnce(Api, Arc<OpContext>, CallCommand) -> W,
    ) -> Result<Response, Refusal> {
        let Self { api, caller, parts, received, .. } = self;
        match begin(&api, &caller, &parts, received.clone()).await? {
            Begun::Replayed(answer) => Ok(answer),
            Begun::Call(call) => {
                let work = work(api.clone(), caller.clone(), call);
                run(&api, &caller, received, work).await.map(written)
            }
        }
    }
}

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
        return Err(refuse(&api.app, caller, &received, ProblemCode::IdempotencyKeyInvalid.into()).await);
    };
    let Received { method, path, body, .. } = &received;
    match api.app.begin_idempotent(caller, key, method, path, body).await {
        Ok(Idempotency::Replay(Answer { status, body })) => Ok(Begun::Replayed(replayed(status, body))),
        Ok(Idempotency::Unanswered(first)) => {
            Ok(Begun::Call(CallCommand { received, idempotency: Some(first) }))
        }
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
    let key = key.to_str().map_err(|_| ProblemCode::IdempotencyKeyInvalid)?;
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
        Err(ProblemCode::ServerFault.into())
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
        (None, ValueFinding { problem: error.problem.clone(), at: spot.at, seen: spot.seen })
    });
    let found = located(body, findings.collect());
    for (error, found) in errors.iter_mut().filter(|error| wanted(error)).zip(found) {
        *error = found;
    }
    Refusal { errors, ..refusal }
}
