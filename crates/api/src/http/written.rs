//! JSON responses from encoded bytes, and replays for idempotency keys.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use orderdock_app::EncodedResponse;
use serde::Serialize;

const IDEMPOTENCY_REPLAYED: &str = "idempotency-replayed";

/// Encodes a response as JSON. Responses contain only values that JSON can represent.
pub fn encoded(shape: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(shape).unwrap_or_default()
}

pub fn written(response: EncodedResponse) -> Response {
    json(response.status, response.body.into())
}

pub fn json(status: u16, body: Bytes) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let json = HeaderValue::from_static("application/json");
    (status, [(header::CONTENT_TYPE, json)], body).into_response()
}

pub fn replayed(response: EncodedResponse) -> Response {
    let mut response = written(response);
    response.headers_mut().insert(IDEMPOTENCY_REPLAYED, HeaderValue::from_static("true"));
    response
}
