//! Extractors of requests: caller, language, parameters, body and idempotency key. Handlers use them; writes
//! run in their own task and rejected writes are logged.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Uri};
use axum::response::Response;
use bytes::Bytes;
use orderdock_app::{
    CallCommand, Caller, EncodedResponse, Idempotency, IdempotencyGuard, Received, RejectedRows, Services,
    check_idempotency_key,
};
use orderdock_domain::import::RequestKind;
use orderdock_domain::problem::{Language, Problem, ProblemCode};

use crate::Api;
use crate::http::body::{self, SINGLE_BYTES};
use crate::http::context::RequestContext;
use crate::http::error::ApiError;
use crate::http::limits::Permit;
use crate::http::redaction;
use crate::http::written::written;
use crate::request::json::{Handling, ValueFinding, locate, text_of};
use crate::request::located::located;
use crate::request::query::{DryRun, Parameters};
use crate::response::LocatedProblem;

/// Read request whose handler reads the query parameters.
pub struct QueryRequest {
    pub api: Api,
    pub caller: Arc<Caller>,
    pub language: Language,
    pub uri: Uri,
}

impl FromRequestParts<Api> for QueryRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        let caller = parts.extensions.get().cloned().ok_or(ProblemCode::ServerFault)?;
        let RequestContext { language, .. } = RequestContext::from_request_parts(parts, api).await?;
        Ok(Self { api: api.clone(), caller, language, uri: parts.uri.clone() })
    }
}

/// Read request without query parameters.
pub struct ReadRequest {
    pub api: Api,
    pub caller: Arc<Caller>,
    pub language: Language,
}

impl FromRequestParts<Api> for ReadRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, ApiError> {
        let QueryRequest { api, caller, language, uri } =
            QueryRequest::from_request_parts(parts, api).await?;
        Parameters::of::<()>(&uri).finish()?;
        Ok(Self { api, caller, language })
    }
}

/// Write request whose query parameters are checked and whose body is not yet read.
pub struct WriteRequest {
    pub api: Api,
    pub caller: Arc<Caller>,
    pub language: Language,
    pub parts: Parts,
    pub body: Body,
}

impl FromRequest<Api> for WriteRequest {
    type Rejection = ApiError;

    async fn from_request(request: Request, api: &Api) -> Result<Self, ApiError> {
        let CommandRequest(call) = CommandRequest::from_request(request, api).await?;
        Parameters::of::<()>(&call.parts.uri).finish()?;
        Ok(call)
    }
}

/// Write request whose handler reads the query parameters.
pub struct CommandRequest(pub WriteRequest);

impl FromRequest<Api> for CommandRequest {
    type Rejection = ApiError;

    async fn from_request(request: Request, api: &Api) -> Result<Self, ApiError> {
        let (mut parts, body) = request.into_parts();
        let QueryRequest { api, caller, language, .. } =
            QueryRequest::from_request_parts(&mut parts, api).await?;
        api.services.storage.require_free_space()?;
        Ok(Self(WriteRequest { api, caller, language, parts, body }))
    }
}

impl CommandRequest {
    /// Reads `dryRun`, the only parameter.
    pub fn dry_run(self) -> Result<(bool, WriteRequest), ApiError> {
        let Self(call) = self;
        let mut parameters = Parameters::of::<DryRun>(&call.parts.uri);
        let dry_run = parameters.flag("dryRun");
        parameters.finish().map(|()| (dry_run, call))
    }
}

impl WriteRequest {
    /// Reads the JSON body.
    pub async fn with_body(self) -> Result<BufferedRequest, ApiError> {
        self.with_body_up_to(SINGLE_BYTES).await
    }

    pub async fn with_body_up_to(self, bytes: usize) -> Result<BufferedRequest, ApiError> {
        body::check_media_type(&self.parts.headers)?;
        self.with_any_body_up_to(bytes).await
    }

    /// Reads the JSON body, if there is one. A chunked body can be empty, so this is known only after reading
    /// it.
    pub async fn with_optional_body(self) -> Result<BufferedRequest, ApiError> {
        let call = self.with_any_body().await?;
        match call.check_optional_body() {
            Ok(()) => Ok(call),
            Err(error) => Err(log_rejection(&call.api.services, &call.caller, &call.received, error).await),
        }
    }

    /// Reads the body of any media type.
    pub async fn with_any_body(self) -> Result<BufferedRequest, ApiError> {
        self.with_any_body_up_to(SINGLE_BYTES).await
    }

    async fn with_any_body_up_to(self, bytes: usize) -> Result<BufferedRequest, ApiError> {
        let Self { api, caller, language, parts, body } = self;
        let body = body::read(&api, &parts.headers, body, bytes).await?;
        Ok(BufferedRequest { received: received(&parts, body), api, caller, language, parts })
    }

    /// Reads the JSON body of a bulk import and acquires a permit.
    pub async fn with_bulk(self) -> Result<(BufferedRequest, Arc<Permit>), ApiError> {
        let Self { api, caller, language, parts, body } = self;
        let (body, permit) = body::read_bulk(&api, &caller, &parts.headers, body).await?;
        Ok((BufferedRequest { received: received(&parts, body), api, caller, language, parts }, permit))
    }

    /// Ignores the body.
    pub fn without_body(self) -> BufferedRequest {
        let Self { api, caller, language, parts, .. } = self;
        BufferedRequest { received: without_body(&parts), api, caller, language, parts }
    }
}

/// Write request with its complete body.
pub struct BufferedRequest {
    pub api: Api,
    pub caller: Arc<Caller>,
    pub language: Language,
    pub received: Received,
    pub parts: Parts,
}

impl BufferedRequest {
    /// Returns 415 if there is a body that is not JSON.
    pub fn check_optional_body(&self) -> Result<(), ApiError> {
        if self.received.body.is_empty() { Ok(()) } else { body::check_media_type(&self.parts.headers) }
    }

    /// Runs `work` in its own task, so that a disconnecting client does not interrupt it. Logs the request if
    /// it is rejected.
    pub async fn run<T: Send + 'static, W: Future<Output = Result<T, ApiError>> + Send + 'static>(
        &self,
        work: impl FnOnce(Api, Arc<Caller>, Received) -> W,
    ) -> Result<T, ApiError> {
        let (api, caller, received) = (self.api.clone(), self.caller.clone(), self.received.clone());
        let work = work(api.clone(), caller.clone(), received.clone());
        detached(async move {
            match work.await {
                Err(error) => Err(with_positions(
                    log_rejection(&api.services, &caller, &received, error).await,
                    &received.body,
                )),
                done => done,
            }
        })
        .await
    }

    /// Runs `work` once per idempotency key and replays its response.
    pub async fn once<W: Future<Output = Result<EncodedResponse, ApiError>> + Send + 'static>(
        &self,
        work: impl FnOnce(Api, Arc<Caller>, CallCommand) -> W,
    ) -> Result<Response, ApiError> {
        let call = self.begin().await?;
        self.run(|api, caller, _| work(api, caller, call)).await.map(written)
    }

    /// Runs a dry run with a read permit. It has no effect and is not logged.
    pub async fn try_out<T, W: Future<Output = Result<T, ApiError>>>(
        &self,
        work: impl FnOnce(Api, Arc<Caller>, CallCommand) -> W,
    ) -> Result<T, ApiError> {
        let call = self.begin_to_try()?;
        let _permit = self.api.active_limits.read(&self.caller).await?;
        let done = work(self.api.clone(), self.caller.clone(), call).await;
        done.map_err(|error| with_positions(error, &self.received.body))
    }

    /// Starts the request. Returns the stored response if its idempotency key already has one.
    pub async fn begin(&self) -> Result<CallCommand, ApiError> {
        let received = &self.received;
        match self.idempotency_guard().await {
            Ok(idempotency) => Ok(CallCommand { received: received.clone(), idempotency }),
            Err(error) => Err(log_rejection(&self.api.services, &self.caller, received, error).await),
        }
    }

    async fn idempotency_guard(&self) -> Result<Option<IdempotencyGuard>, ApiError> {
        let Some(key) = idempotency_key(&self.parts)? else { return Ok(None) };
        let Received { method, path, body, .. } = &self.received;
        match self.api.services.idempotency.begin_idempotent(&self.caller, key, method, path, body).await? {
            Idempotency::Replay(response) => Err(ApiError::replay(response)),
            Idempotency::Started(first) => Ok(Some(first)),
        }
    }

    /// Validates the idempotency key of a dry run, which has no effect to repeat.
    fn begin_to_try(&self) -> Result<CallCommand, ApiError> {
        if let Some(key) = idempotency_key(&self.parts)? {
            check_idempotency_key(key)?;
        }
        Ok(CallCommand { received: self.received.clone(), idempotency: None })
    }

    /// Starts a request that can be a dry run.
    pub async fn begin_or_try(&self, dry_run: bool) -> Result<CallCommand, ApiError> {
        if dry_run { self.begin_to_try() } else { self.begin().await }
    }
}

/// Returns the log data of a request whose body is ignored.
pub fn without_body(parts: &Parts) -> Received {
    received(parts, Bytes::new())
}

/// Returns the log data of a request. Its kind is set by the table of operations.
pub fn received(parts: &Parts, body: Bytes) -> Received {
    Received {
        kind: parts.extensions.get().copied().unwrap_or(RequestKind::Call),
        method: parts.method.to_string(),
        path: redaction::path(parts.uri.path()),
        query: redaction::query(parts.uri.query().unwrap_or_default()),
        media_type: body::media_type(&parts.headers),
        body,
        strict: body::is_strict(&parts.headers),
        replay_of: None,
    }
}

/// Returns how unknown members are handled.
pub fn handling(received: &Received) -> Handling {
    if received.strict { Handling::Strict } else { Handling::Lenient }
}

/// Returns the header `Idempotency-Key`.
pub fn idempotency_key(parts: &Parts) -> Result<Option<&str>, ApiError> {
    let key = parts.headers.get("idempotency-key").map(HeaderValue::to_str).transpose();
    key.map_err(|_| ProblemCode::IdempotencyKeyInvalid.into())
}

/// Logs a rejected request, unless it is logged, can be retried or is a replay.
pub async fn log_request(
    services: &Services,
    caller: &Caller,
    received: &Received,
    error: Option<&ApiError>,
) {
    if let Some(error) = error.filter(|error| is_logged(error)) {
        services.requests.log_rejected_request(caller, received, error.status, RejectedRows::default()).await;
    }
}

fn is_logged(error: &ApiError) -> bool {
    !error.logged && error.retry_after.is_none() && error.replay.is_none()
}

/// Logs an import whose body cannot be read or has no rows, as one rejected row, and marks the error as logged.
pub async fn log_unreadable_import(
    services: &Services,
    caller: &Caller,
    received: &Received,
    error: ApiError,
) -> ApiError {
    if is_logged(&error) {
        let problems = error.errors.iter().map(|error| error.problem.clone()).collect();
        let rows = RejectedRows::unreadable(problems);
        services.requests.log_rejected_request(caller, received, error.status, rows).await;
    }
    ApiError { logged: true, ..error }
}

/// Logs a rejected request and marks the error as logged.
pub async fn log_rejection(
    services: &Services,
    caller: &Caller,
    received: &Received,
    error: ApiError,
) -> ApiError {
    log_request(services, caller, received, Some(&error)).await;
    ApiError { logged: true, ..error }
}

/// Runs a write in its own task. `work` logs rejections itself.
pub async fn detached<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::spawn(work).await.unwrap_or_else(|fault| {
        tracing::error!(%fault, "request handler failed");
        Err(ProblemCode::ServerFault.into())
    })
}

/// Adds line and column to errors that point into the body.
pub fn with_positions(mut error: ApiError, body: &[u8]) -> ApiError {
    let wanted = |item: &LocatedProblem| !item.problem.pointer.is_empty() && item.position.is_none();
    if error.errors.iter().any(wanted) {
        let problems = error.errors.iter().filter(|item| wanted(item)).map(|item| &item.problem);
        let found = located_problems(problems, body);
        for (item, found) in error.errors.iter_mut().filter(|item| wanted(item)).zip(found) {
            *item = found;
        }
    }
    error
}

/// Returns problems with their positions in the body; none if the body is not text.
pub fn located_problems<'p>(
    problems: impl Iterator<Item = &'p Problem> + Clone,
    body: &[u8],
) -> Vec<LocatedProblem> {
    let Ok(text) = text_of(body) else { return Vec::new() };
    let resolved_pointers = locate(text, problems.clone().map(|problem| &*problem.pointer));
    let findings = problems.zip(resolved_pointers).map(|(problem, resolved)| {
        (None, ValueFinding { problem: problem.clone(), at: resolved.at, seen: resolved.seen })
    });
    located(body, findings.collect())
}
