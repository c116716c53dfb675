//! The answer to those who are too many.

use axum::extract::Request;
use axum::http::HeaderValue;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::conversation;
use crate::http::refusal::Refusal;

/// Seconds until it is worth another try.
const AGAIN: u8 = 5;

/// Of what there are too many. The server puts it into the extensions of a request that it hands to [`crowded`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crowded {
    /// Connections, in all or of one peer.
    Connections,
    /// Requests under way of one client behind a proxy.
    Requests,
    /// Bytes of responses that clients have not taken.
    Responses,
}

/// Refuses every request for the moment.
pub fn crowded() -> Router {
    // answers tell browsers by which way to come once these are let in, and not before
    Router::new()
        .fallback(refuse)
        .layer(middleware::from_fn_with_state(None::<HeaderValue>, conversation::converse))
}

async fn refuse(request: Request) -> Response {
    let code = match request.extensions().get() {
        Some(Crowded::Requests) => ProblemCode::AddressTooMany,
        Some(Crowded::Responses) => ProblemCode::ResponseNoRoom,
        Some(Crowded::Connections) | None => ProblemCode::ServerFull,
    };
    let problem = Problem::new(code, "").with("seconds", i64::from(AGAIN));
    Refusal::from(problem).retry_after(AGAIN.into()).into_response()
}
