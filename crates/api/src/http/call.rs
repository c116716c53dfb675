//! Calls that read, and those that write: whose they are, their body, their idempotency key, and the places of what is
//! wrong.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Uri};
use axum::response::Response;
use bytes::Bytes;
use orderdock_app::{
    Answer, App, CallCommand, FirstAnswer, Idempotency, OpContext, Received, RefusedRows,
    check_idempotency_key,
};
use orderdock_domain::import::RequestKind;
use orderdock_domain::problem::{Language, Problem, ProblemCode};

use crate::Api;
use crate::http::body::{self, SINGLE_BYTES};
use crate::http::conversation::Conversation;
use crate::http::kept;
use crate::http::limits::GatePlace;
use crate::http::refusal::Refusal;
use crate::http::written::written;
use crate::request::json::{Handling, ValueFinding, locate, text_of};
use crate::request::located::located;
use crate::request::query::{DryRun, Parameters};
use crate::response::Located;

/// A call that reads. Its operation looks at its parameters.
pub struct Asking {
    pub api: Api,
    pub caller: Arc<OpContext>,
    pub language: Language,
    pub uri: Uri,
}

impl FromRequestParts<Api> for Asking {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Refusal> {
        let caller = parts.extensions.get().cloned().ok_or(ProblemCode::ServerFault)?;
        let Conversation { language, .. } = Conversation::from_request_parts(parts, api).await?;
        Ok(Self { api: api.clone(), caller, language, uri: parts.uri.clone() })
    }
}

/// A call that reads, and takes no parameters.
pub struct Reading {
    pub api: Api,
    pub caller: Arc<OpContext>,
    pub language: Language,
}

impl FromRequestParts<Api> for Reading {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Refusal> {
        let Asking { api, caller, language, uri } = Asking::from_request_parts(parts, api).await?;
        Parameters::of::<()>(&uri).finish()?;
        Ok(Self { api, caller, language })
    }
}

/// A call that writes, and has no parameters left to look at. Its body has not come.
pub struct Writing {
    pub api: Api,
    pub caller: Arc<OpContext>,
    pub language: Language,
    pub parts: Parts,
    pub body: Body,
}

impl FromRequest<Api> for Writing {
    type Rejection = Refusal;

    async fn from_request(request: Request, api: &Api) -> Result<Self, Refusal> {
        let Commanding(call) = Commanding::from_request(request, api).await?;
        Parameters::of::<()>(&call.parts.uri).finish()?;
        Ok(call)
    }
}

/// A call that writes. Its operation looks at its parameters.
pub struct Commanding(pub Writing);

impl FromRequest<Api> for Commanding {
    type Rejection = Refusal;

    async fn from_request(request: Request, api: &Api) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let Asking { api, caller, language, .. } = Asking::from_request_parts(&mut parts, api).await?;
        api.app.require_free_space()?;
        Ok(Self(Writing { api, caller, language, parts, body }))
    }
}

impl Commanding {
    /// Whether it is only to be tried out, where it takes no other parameter.
    pub fn dry_run(self) -> Result<(bool, Writing), Refusal> {
        let Self(call) = self;
        let mut parameters = Parameters::of::<DryRun>(&call.parts.uri);
        let dry_run = parameters.flag("dryRun");
        parameters.finish().map(|()| (dry_run, call))
    }
}

impl Writing {
    /// With its JSON body.
    pub async fn with_body(self) -> Result<Written, Refusal> {
        self.with_body_up_to(SINGLE_BYTES).await
    }

    pub async fn with_body_up_to(self, bytes: usize) -> Result<Written, Refusal> {
        body::check_media_type(&self.parts.headers)?;
        self.with_any_body_up_to(bytes).await
    }

    /// With its JSON body, if it has one: that is known only when it has come, for chunked it may end without a byte.
    pub async fn with_optional_body(self) -> Result<Written, Refusal> {
        let call = self.with_any_body().await?;
        match call.check_optional_body() {
            Ok(()) => Ok(call),
            Err(refusal) => Err(refuse(&call.api.app, &call.caller, &call.received, refusal).await),
        }
    }

    /// With its body, whatever that may be.
    pub async fn with_any_body(self) -> Result<Written, Refusal> {
        self.with_any_body_up_to(SINGLE_BYTES).await
    }

    async fn with_any_body_up_to(self, bytes: usize) -> Result<Written, Refusal> {
        let Self { api, caller, language, parts, body } = self;
        let body = body::read(&api, &parts.headers, body, bytes).await?;
        Ok(Written { received: received(&parts, body), api, caller, language, parts })
    }

    /// With the JSON body of a bulk, and its place among the caller's bulks.
    pub async fn with_bulk(self) -> Result<(Written, Arc<GatePlace>), Refusal> {
        let Self { api, caller, language, parts, body } = self;
        let (body, place) = body::read_bulk(&api, &caller, &parts.headers, body).await?;
        Ok((Written { received: received(&parts, body), api, caller, language, parts }, place))
    }

    /// It needs no body; one that is sent is not looked at.
    pub fn without_body(self) -> Written {
        let Self { api, caller, language, parts, .. } = self;
        Written { received: without_body(&parts), api, caller, language, parts }
    }
}

/// A call that writes and has come whole.
pub struct Written {
    pub api: Api,
    pub caller: Arc<OpContext>,
    pub language: Language,
    pub received: Received,
    pub parts: Parts,
}

impl Written {
    /// Refuses a body that is there and not said to be JSON.
    pub fn check_optional_body(&self) -> Result<(), Refusal> {
        if self.received.body.is_empty() { Ok(()) } else { body::check_media_type(&self.parts.headers) }
    }

    /// Does what is given the house, the caller and the call, in a task of its own: a client that hangs up does not cut
    /// it. What is refused is kept.
    pub async fn run<T: Send + 'static, W: Future<Output = Result<T, Refusal>> + Send + 'static>(
        &self,
        work: impl FnOnce(Api, Arc<OpContext>, Received) -> W,
    ) -> Result<T, Refusal> {
        let (api, caller, received) = (self.api.clone(), self.caller.clone(), self.received.clone());
        let work = work(api.clone(), caller.clone(), received.clone());
        detached(async move {
            match work.await {
                Err(refusal) => {
                    Err(placed(refuse(&api.app, &caller, &received, refusal).await, &received.body))
                }
                done => done,
            }
        })
        .await
    }

    /// The same for what is done once for each idempotency key, and answered anew as it was then.
    pub async fn once<W: Future<Output = Result<Answer, Refusal>> + Send + 'static>(
        &self,
        work: impl FnOnce(Api, Arc<OpContext>, CallCommand) -> W,
    ) -> Result<Response, Refusal> {
        let call = self.begin().await?;
        self.run(|api, caller, _| work(api, caller, call)).await.map(written)
    }

    /// Does what only tries out, when it is its turn among what reads. It has no effect to repeat, and is not kept.
    pub async fn try_out<T, W: Future<Output = Result<T, Refusal>>>(
        &self,
        work: impl FnOnce(Api, Arc<OpContext>, CallCommand) -> W,
    ) -> Result<T, Refusal> {
        let call = self.begin_to_try()?;
        let _place = self.api.in_force.read(&self.caller).await?;
        let done = work(self.api.clone(), self.caller.clone(), call).await;
        done.map_err(|refusal| placed(refusal, &self.received.body))
    }

    /// Looks at the idempotency key, if there is one. A call whose key was answered gets that answer in place of its own.
    pub async fn begin(&self) -> Result<CallCommand, Refusal> {
        let received = &self.received;
        match self.first_answer().await {
            Ok(idempotency) => Ok(CallCommand { received: received.clone(), idempotency }),
            Err(refusal) => Err(refuse(&self.api.app, &self.caller, received, refusal).await),
        }
    }

    async fn first_answer(&self) -> Result<Option<FirstAnswer>, Refusal> {
        let Some(key) = idempotency_key(&self.parts)? else { return Ok(None) };
        let Received { method, path, body, .. } = &self.received;
        match self.api.app.begin_idempotent(&self.caller, key, method, path, body).await? {
            Idempotency::Replay(answer) => Err(Refusal::replay(answer)),
            Idempotency::Unanswered(first) => Ok(Some(first)),
        }
    }

    /// Looks at the idempotency key of a trial: that has no effect to repeat, but its key must be one.
    fn begin_to_try(&self) -> Result<CallCommand, Refusal> {
        if let Some(key) = idempotency_key(&self.parts)? {
            check_idempotency_key(key)?;
        }
        Ok(CallCommand { received: self.received.clone(), idempotency: None })
    }

    /// Begins a call that may be a trial.
    pub async fn begin_or_try(&self, dry_run: bool) -> Result<CallCommand, Refusal> {
        if dry_run { self.begin_to_try() } else { self.begin().await }
    }
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
        strict: body::is_strict(&parts.headers),
        replay_of: None,
    }
}

/// How a call wants members to be taken that nobody knows.
pub fn handling(received: &Received) -> Handling {
    if received.strict { Handling::Strict } else { Handling::Lenient }
}

/// The idempotency key as it was sent.
pub fn idempotency_key(parts: &Parts) -> Result<Option<&str>, Refusal> {
    let key = parts.headers.get("idempotency-key").map(HeaderValue::to_str).transpose();
    key.map_err(|_| ProblemCode::IdempotencyKeyInvalid.into())
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

/// Runs a write in a task of its own that keeps by itself what is refused.
pub async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::spawn(work).await.unwrap_or_else(|fault| {
        tracing::error!(%fault, "request handler failed");
        Err(ProblemCode::ServerFault.into())
    })
}

/// Gives errors that point into the body their places in it.
pub fn placed(mut refusal: Refusal, body: &[u8]) -> Refusal {
    let wanted = |error: &Located| !error.problem.pointer.is_empty() && error.place.is_none();
    if refusal.errors.iter().any(wanted) {
        let problems = refusal.errors.iter().filter(|error| wanted(error)).map(|error| &error.problem);
        let found = pointed(problems, body);
        for (error, found) in refusal.errors.iter_mut().filter(|error| wanted(error)).zip(found) {
            *error = found;
        }
    }
    refusal
}

/// Problems with the places in the body that they point to; none of a body that is no text.
pub fn pointed<'p>(problems: impl Iterator<Item = &'p Problem> + Clone, body: &[u8]) -> Vec<Located> {
    let Ok(text) = text_of(body) else { return Vec::new() };
    let spots = locate(text, problems.clone().map(|problem| &*problem.pointer));
    let findings = problems.zip(spots).map(|(problem, spot)| {
        (None, ValueFinding { problem: problem.clone(), at: spot.at, seen: spot.seen })
    });
    located(body, findings.collect())
}
