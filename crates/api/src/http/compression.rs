//! Compresses responses whose body is in memory. Files and event streams are not compressed.

use std::sync::Arc;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;

use crate::http::coding::Coding;
use crate::http::limits::Permit;
use crate::http::workers;

/// Minimum size in bytes: smaller bodies fit into one packet.
const SMALLEST: u64 = 1 << 10;
/// Bodies above this size in bytes are compressed on worker threads, so that other requests do not wait.
const LARGEST_INLINE: usize = 64 << 10;

/// Marks a response whose body is shared for the lifetime of the process: it uses no memory and is compressed
/// in advance or never.
#[derive(Clone, Copy, Debug)]
pub struct SharedBody;

/// Bytes that hold the permit of a bulk import.
struct PermitBytes {
    bytes: Vec<u8>,
    _permit: Option<Arc<Permit>>,
}

impl AsRef<[u8]> for PermitBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Outermost layer: compresses the response in a coding that the client accepts.
pub async fn compress(request: Request, next: Next) -> Response {
    let coding = Coding::accepted(request.headers(), &[Coding::Gzip, Coding::Zstd]);
    let mut response = next.run(request).await;
    if !is_compressible(&response) {
        return response;
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let Some(named) = coding.header() else { return response };
    let (mut parts, body) = response.into_parts();
    // a body of known size is in memory, so this does not wait
    let Ok(plain) = axum::body::to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let Some(bytes) = encoded(coding, plain.clone()).await else {
        return Response::from_parts(parts, Body::from(plain));
    };
    let permit = parts.extensions.remove::<Arc<Permit>>();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, named);
    Response::from_parts(parts, Body::from(Bytes::from_owner(PermitBytes { bytes, _permit: permit })))
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

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn large_body_is_compressed_on_a_worker_thread() {
        let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build().unwrap();
        runtime.block_on(async {
            // no worker thread is free
            let (release, released) = std::sync::mpsc::channel::<()>();
            let occupied = tokio::task::spawn_blocking(move || released.recv());
            let body = |size| Bytes::from(vec![b'a'; size]);
            assert!(encoded(Coding::Gzip, body(LARGEST_INLINE)).now_or_never().flatten().is_some());
            let mut large = pin!(encoded(Coding::Gzip, body(LARGEST_INLINE + 1)));
            assert_eq!((&mut large).now_or_never(), None, "other tasks of the thread continue");
            release.send(()).unwrap();
            occupied.await.unwrap().unwrap();
            assert!(large.await.is_some_and(|bytes| bytes.len() < LARGEST_INLINE));
        });
    }
}
