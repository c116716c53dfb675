//! Idempotency keys of operations whose use case does not store the response.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use orderdock_app::{Caller, EncodedResponse, Idempotency};
use orderdock_domain::problem::ProblemCode;

use crate::Api;
use crate::http::body::{self, SINGLE_BYTES};
use crate::http::error::ApiError;
use crate::http::extract;
use crate::http::written::replayed;

/// Runs a request once per idempotency key and replays the successful response for the same request.
///
/// The response is stored after the effect is committed. If the process ends between the two, repeating the
/// request repeats the effect.
pub async fn run(
    api: &Api,
    caller: &Arc<Caller>,
    mut parts: Parts,
    body: Body,
    next: Next,
) -> Result<Response, ApiError> {
    let Some(key) = extract::idempotency_key(&parts)?.map(str::to_owned) else {
        return Ok(next.run(Request::from_parts(parts, body)).await);
    };
    let body = body::read(api, &parts.headers, body, SINGLE_BYTES).await?;
    // the body is decoded, so these headers no longer apply
    parts.headers.remove(header::CONTENT_ENCODING);
    parts.headers.remove(header::CONTENT_LENGTH);
    let received = extract::received(&parts, body.clone());
    let known = api
        .services
        .idempotency
        .begin_idempotent(caller, &key, &received.method, &received.path, &body)
        .await?;
    let first = match known {
        Idempotency::Replay(response) => return Ok(replayed(response)),
        Idempotency::Started(first) => first,
    };
    let (api, caller) = (api.clone(), caller.clone());
    extract::detached(async move {
        let response = next.run(Request::from_parts(parts, Body::from(body))).await;
        if !response.status().is_success() {
            return Ok(response);
        }
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.map_err(|_| ProblemCode::ServerFault)?;
        let response = EncodedResponse { status: head.status.as_u16(), body: body.to_vec() };
        if let Err(failure) = api.services.idempotency.store_response(&caller, &first, &response).await {
            tracing::warn!(?failure, "storing the response of an idempotency key failed");
        }
        Ok(Response::from_parts(head, Body::from(body)))
    })
    .await
}
