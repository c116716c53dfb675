//! Responses of the server if it is overloaded.

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::context;
use crate::http::error::ApiError;

/// `Retry-After` in seconds.
const AGAIN: u8 = 5;

/// Exhausted limit of the server. The server adds it to the extensions of a request that it passes to
/// [`overloaded`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OverloadReason {
    /// Connections, in total or of one peer.
    Connections,
    /// Concurrent requests of one client behind a proxy.
    Requests,
    /// Bytes of responses that clients have not read.
    Responses,
}

/// Creates a router that rejects all requests with a retryable error.
pub fn overloaded() -> Router {
    // without `Strict-Transport-Security`: only regular responses set it
    Router::new()
        .fallback(reject)
        .layer(middleware::from_fn_with_state(None::<HeaderValue>, context::complete_response))
}

async fn reject(request: Request) -> Response {
    let code = match request.extensions().get() {
        Some(OverloadReason::Requests) => ProblemCode::AddressTooMany,
        Some(OverloadReason::Responses) => ProblemCode::ResponseNoRoom,
        Some(OverloadReason::Connections) | None => ProblemCode::ServerFull,
    };
    let problem = Problem::new(code, "").with("seconds", i64::from(AGAIN));
    ApiError::from(problem).retry_after(AGAIN.into()).into_response()
}
