//! Answers that are there as bytes: written, and written again for a key that was answered before.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use orderdock_app::Answer;

pub const IDEMPOTENCY_KEY: &str = "idempotency-key";
const IDEMPOTENCY_REPLAYED: &str = "idempotency-replayed";

pub fn written(answer: Answer) -> Response {
    json(answer.status, answer.body.into())
}

pub fn json(status: u16, body: Bytes) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let json = HeaderValue::from_static("application/json");
    (status, [(header::CONTENT_TYPE, json)], body).into_response()
}

pub fn replayed(status: u16, body: Vec<u8>) -> Response {
    let mut response = written(Answer { status, body });
    response.headers_mut().insert(IDEMPOTENCY_REPLAYED, HeaderValue::from_static("true"));
    response
}
