//! CORS for the configured origins.
//!
//! Requests with cookies are never allowed, so other sites cannot use a session. The layer of tower-http is
//! not used because it answers every `OPTIONS` itself; here `OPTIONS` returns the methods of the path with
//! and without an origin.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::{Api, is_of_api};

/// Request headers that pages can send.
const SENT: &str = "authorization, content-encoding, content-type, idempotency-key, if-match, prefer";
/// Response headers that pages can read.
const READ: &str = "allow, content-disposition, etag, idempotency-replayed, location, preference-applied, ratelimit, \
                    ratelimit-policy, retry-after, x-request-id";
/// Seconds that browsers cache a preflight response.
const REMEMBERED: HeaderValue = HeaderValue::from_static("3600");

/// Adds the CORS headers for configured origins.
pub async fn allow(State(api): State<Api>, request: Request, next: Next) -> Response {
    let origins = &api.options.cors_origins;
    if origins.is_empty() || !is_of_api(request.uri().path()) {
        return next.run(request).await;
    }
    let origin = request.headers().get(header::ORIGIN).filter(|origin| origins.contains(origin)).cloned();
    let is_preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = next.run(request).await;
    response.headers_mut().append(header::VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = origin {
        add(response.headers_mut(), origin, is_preflight);
    }
    response
}

fn add(headers: &mut HeaderMap, origin: HeaderValue, is_preflight: bool) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    if !is_preflight {
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        return;
    }
    if let Some(methods) = headers.get(header::ALLOW).cloned() {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    }
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(SENT));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, REMEMBERED);
}
