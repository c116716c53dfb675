//! Compresses responses whose body is in memory. The others are files and event streams, and go out as they are.

use std::sync::Arc;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;

use crate::http::coding::Coding;
use crate::http::limits::GatePlace;
use crate::http::workers;

/// Smaller bodies fit into a packet anyway.
const SMALLEST: u64 = 1 << 10;
/// Larger bodies are compressed on threads of their own: the others would wait for it.
const LARGEST_INLINE: usize = 64 << 10;

/// Marks a response whose body lives as long as the process: it costs no memory, and is compressed already or never.
#[derive(Clone, Copy, Debug)]
pub struct SharedBody;

/// Bytes that keep a bulk's place as long as they live.
struct PlacedBytes {
    bytes: Vec<u8>,
    _place: Option<Arc<GatePlace>>,
}

impl AsRef<[u8]> for PlacedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// The outermost layer.
pub async fn compress(request: Request, next: Next) -> Response {
    let coding = Coding::accepted(request.headers(), &[Coding::Gzip, Coding::Zstd]);
    let mut response = next.run(request).await;
    if !is_compressible(&response) {
        return response;
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let Some(named) = coding.header() else { return response };
    let (mut parts, body) = response.into_parts();
    // a body of known size is in memory, and comes at once
    let Ok(plain) = axum::body::to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let Some(bytes) = encoded(coding, plain.clone()).await else {
        return Response::from_parts(parts, Body::from(plain));
    };
    let place = parts.extensions.remove::<Arc<GatePlace>>();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, named);
    Response::from_parts(parts, Body::from(Bytes::from_owner(PlacedBytes { bytes, _place: place })))
}

fn is_compressible(response: &Response) -> bool {
    let headers = response.headers();
    let is_text = |value: &HeaderValue| {
        let kind = value.as_bytes();
        !kind.starts_with(b"image/") && !kind.starts_with(b"text/event-stream")
    };
    response.body().size_hint().exact().is_some_and(|size| size >= SMALLEST)
        && response.extensions().get::<SharedBody>().is_none()
        && ![header::CONTENT_ENCODING, header::CONTENT_RANGE, header::CONTENT_DISPOSITION]
            .iter()
            .any(|name| headers.contains_key(name))
        && headers.get(header::CONTENT_TYPE).is_some_and(is_text)
}

async fn encoded(coding: Coding, plain: Bytes) -> Option<Vec<u8>> {
    if plain.len() <= LARGEST_INLINE {
        return coding.encode(&plain).ok();
    }
    workers::run(move || coding.encode(&plain)).await?.ok()
}
