//! Context and headers of every request and response: request id, language, error format, security headers.

use std::any::Any;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use orderdock_domain::problem::{Language, Problem, ProblemCode};
use percent_encoding::percent_decode_str;
use uuid::timestamp::context::ContextV7;
use uuid::{Timestamp, Uuid};

use crate::http::error::ApiError;
use crate::http::{decompression, language};

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const PROBLEM_JSON: &str = "application/problem+json";
const CONTENT_POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Swagger UI uses style attributes and data images.
const DOCS_POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
                           base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Context of a request.
#[derive(Clone, Debug)]
pub struct RequestContext {
    /// Created by the server; an id sent by the client is ignored.
    pub request_id: Arc<str>,
    pub language: Language,
    /// The client accepts `application/problem+json`.
    problem_json: bool,
}

#[expect(clippy::disallowed_methods, reason = "the id of a request is random except for its timestamp")]
fn now() -> SystemTime {
    SystemTime::now()
}

/// Creates an id that increases with time, so that the index of the request log grows at its end. Clocks
/// before 1970 count as 1970.
fn request_id(now: SystemTime) -> Uuid {
    static CONTEXT: Mutex<ContextV7> = Mutex::new(ContextV7::new());
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    Uuid::new_v7(Timestamp::from_unix(&CONTEXT, since.as_secs(), since.subsec_nanos()))
}

impl RequestContext {
    fn begin(request: &Request) -> Self {
        let id = request_id(now()).hyphenated();
        Self {
            request_id: (&*id.encode_lower(&mut Uuid::encode_buffer())).into(),
            language: language::wanted(request.headers()),
            problem_json: wants_problem_json(request.headers()),
        }
    }

    /// Writes an error in the requested language and media type.
    fn write(&self, mut response: Response, error: &ApiError) -> Response {
        *response.body_mut() = Body::from(error.encode(self.language, &self.request_id));
        let headers = response.headers_mut();
        headers.remove(header::CONTENT_LENGTH);
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if error.has(ProblemCode::BodyEncodingUnsupported) {
            headers.insert(header::ACCEPT_ENCODING, decompression::ACCEPTED);
        }
        if let Some(seconds) = error.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl<S: Sync> FromRequestParts<S> for RequestContext {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get().cloned().ok_or_else(|| ProblemCode::ServerFault.into())
    }
}

/// Returns the value of `Strict-Transport-Security`.
pub fn hsts(seconds: u32) -> HeaderValue {
    HeaderValue::try_from(format!("max-age={seconds}")).unwrap_or(HeaderValue::from_static("max-age=0"))
}

/// Layer that creates the context, writes errors and adds headers. Only compression is outside it.
pub async fn complete_response(
    State(hsts): State<Option<HeaderValue>>,
    mut request: Request,
    next: Next,
) -> Response {
    let context = RequestContext::begin(&request);
    request.extensions_mut().insert(context.clone());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let error = response.extensions().get::<Arc<ApiError>>().cloned();
    let error = error.or_else(|| error_without_body(&response, method.as_str(), &path).map(Arc::new));
    let mut response = match error {
        Some(error) => context.write(response, &error),
        None => response,
    };
    let status = response.status();
    let headers = response.headers_mut();
    if status.as_u16() >= 400 && context.problem_json && is_json(headers) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"orderdock\""));
    }
    add_common(headers, &context, &path);
    if let Some(hsts) = hsts {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, hsts);
    }
    response
}

/// Returns an error for a response of the router (unknown path, wrong method) that has no JSON body.
fn error_without_body(response: &Response, method: &str, path: &str) -> Option<ApiError> {
    let status = response.status();
    let shaped = is_json(response.headers());
    let problem = match status.as_u16() {
        _ if shaped || status.as_u16() < 400 => return None,
        400 if percent_decode_str(path).decode_utf8().is_err() => Problem::new(ProblemCode::PathNotUtf8, ""),
        404 => Problem::new(ProblemCode::PathNotFound, ""),
        405 => Problem::new(ProblemCode::PathMethod, "").with("method", method),
        500.. => Problem::new(ProblemCode::ServerFault, ""),
        _ => Problem::new(ProblemCode::RequestInvalid, ""),
    };
    Some(ApiError { status: status.as_u16(), ..problem.into() })
}

fn add_common(headers: &mut HeaderMap, context: &RequestContext, path: &str) {
    let docs = path.starts_with("/docs") && path != "/docs/problems";
    let policy = if docs { DOCS_POLICY } else { CONTENT_POLICY };
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ];
    for (name, value) in fixed {
        // a response can have a stricter value
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if path.starts_with("/api/") {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(context.language.tag()));
        headers
            .append(header::VARY, HeaderValue::from_static("accept, accept-language, authorization, cookie"));
    }
    if let Ok(id) = HeaderValue::from_str(&context.request_id) {
        headers.insert(X_REQUEST_ID, id);
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"application/json"))
}

fn wants_problem_json(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|range| range.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(PROBLEM_JSON))
}

/// Logs a panic and returns 500 without details.
#[expect(clippy::needless_pass_by_value, reason = "the signature of the layer's handler")]
pub fn after_panic(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    tracing::error!(panic = text.unwrap_or("unknown"), "request handler panicked");
    ApiError::from(ProblemCode::ServerFault).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::middleware;
    use axum::routing::get;
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    #[test]
    fn request_ids_increase_with_time() {
        let request = Request::get("/").body(Body::empty()).unwrap();
        let ids: Vec<_> = (0..100).map(|_| RequestContext::begin(&request).request_id).collect();
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
    }

    #[test]
    fn clock_before_1970_gives_increasing_ids() {
        let before = UNIX_EPOCH - std::time::Duration::from_hours(400 * 24);
        let ids: Vec<_> = (0..100).map(|_| request_id(before)).collect();
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
    }

    #[tokio::test]
    async fn panic_returns_500_without_details() {
        async fn broken() -> &'static str {
            let inside = std::hint::black_box(Vec::<u8>::new());
            if inside.is_empty() { panic!("SELECT secret") } else { "whole" }
        }
        let router = Router::new().route("/", get(broken));
        let router = router
            .layer(CatchPanicLayer::custom(after_panic))
            .layer(middleware::from_fn_with_state(None::<HeaderValue>, complete_response));
        let response = router.oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        let document: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(document["errors"][0]["code"], "server.fault");
        assert!(!document.to_string().contains("SELECT"), "{document}");
    }
}
