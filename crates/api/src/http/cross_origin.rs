//! Pages of other sites that may call the API (CORS): those whose origin is in the configuration, with a token alone.
//!
//! Cookies are never allowed to come along, so a session is of no use to another site. The layer of tower-http answers
//! every `OPTIONS` by itself, and here these say which methods a path has, with and without an origin.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::{Api, is_of_api};

/// What a page may send besides what every page may.
const SENT: &str = "authorization, content-encoding, content-type, idempotency-key, if-match, prefer";
/// What a page may read besides what every page may.
const READ: &str = "allow, content-disposition, etag, idempotency-replayed, location, preference-applied, ratelimit, \
                    ratelimit-policy, retry-after, x-request-id";
/// Seconds that a browser need not ask again.
const REMEMBERED: HeaderValue = HeaderValue::from_static("3600");

/// Tells browsers which pages may ask and read.
pub async fn allow(State(api): State<Api>, request: Request, next: Next) -> Response {
    let origins = &api.options.cors_origins;
    if origins.is_empty() || !is_of_api(request.uri().path()) {
        return next.run(request).await;
    }
    let origin = request.headers().get(header::ORIGIN).filter(|origin| origins.contains(origin)).cloned();
    let asks = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut answer = next.run(request).await;
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = origin {
        add(answer.headers_mut(), origin, asks);
    }
    answer
}

fn add(headers: &mut HeaderMap, origin: HeaderValue, asks: bool) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    if !asks {
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        return;
    }
    if let Some(methods) = headers.get(header::ALLOW).cloned() {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
    }
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(SENT));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, REMEMBERED);
}
