//! Checks the header `Host`: requests with none or several are ambiguous for proxies and caches.

use axum::extract::Request;
use axum::http::{Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use orderdock_domain::problem::{Problem, ProblemCode};

use crate::http::error::ApiError;

/// Rejects requests without a single host. HTTP/1.0 does not require it; HTTP/2 uses `:authority`.
pub async fn require_one(request: Request, next: Next) -> Response {
    let named = request.headers().get_all(header::HOST).iter().count();
    let elsewhere = request.version() < Version::HTTP_11
        || request.version() > Version::HTTP_11 && request.uri().authority().is_some();
    match named {
        0 if !elsewhere => ApiError::from(ProblemCode::HostMissing).into_response(),
        0 | 1 => next.run(request).await,
        seen => {
            let seen = i64::try_from(seen).unwrap_or(i64::MAX);
            ApiError::from(Problem::new(ProblemCode::HostDuplicate, "").with("seen", seen)).into_response()
        }
    }
}
