//! Which host a request is for. Proxies and caches tell requests apart by it, and one that leaves it open, or names
//! two, is understood in two ways.

use axum::extract::Request;
use axum::http::{Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::refusal::Refusal;

/// Lets a request through that names its host once. HTTP/1.0 need not name one, and HTTP/2 does so in its own way.
pub async fn require_one(request: Request, next: Next) -> Response {
    let named = request.headers().get_all(header::HOST).iter().count();
    let elsewhere = request.version() < Version::HTTP_11
        || request.version() > Version::HTTP_11 && request.uri().authority().is_some();
    match named {
        0 if !elsewhere => Refusal::from(ProblemCode::HostMissing).into_response(),
        0 | 1 => next.run(request).await,
        seen => {
            let seen = i64::try_from(seen).unwrap_or(i64::MAX);
            Refusal::from(Problem::new(ProblemCode::HostDuplicate, "").with("seen", seen)).into_response()
        }
    }
}
