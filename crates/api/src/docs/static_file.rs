//! Files that stay the same as long as the process runs. Every response shares their bytes, which are compressed once.

use std::fmt::Write;
use std::io::Read;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

use crate::http::coding::Coding;
use crate::http::compression::SharedBody;

/// Caching of a file by clients.
#[derive(Clone, Copy, Debug)]
pub enum Freshness {
    /// Cached permanently: the path contains the version.
    Immutable,
    /// Revalidated with the entity tag: the next version can have a different file.
    Revalidated,
}

/// A file with its codings.
#[derive(Debug)]
pub struct StaticFile {
    media_type: &'static str,
    freshness: Freshness,
    hash: String,
    plain: PlainBytes,
    coded: Vec<(Coding, Bytes)>,
}

/// The uncompressed bytes.
#[derive(Debug)]
enum PlainBytes {
    Uncompressed(Bytes),
    /// Only the compressed bytes are embedded; they are decompressed for the first client that accepts no coding.
    Compressed(LazyLock<Bytes, GzipReader>),
}

type GzipReader = Box<dyn FnOnce() -> Bytes + Send>;

impl StaticFile {
    /// Compresses a file on a worker thread.
    pub fn compressed(media_type: &'static str, plain: Bytes) -> Self {
        let coded = [Coding::Gzip, Coding::Zstd];
        let coded = coded.map(|coding| coding.encode_best(&plain).ok().map(|bytes| (coding, bytes.into())));
        Self {
            media_type,
            freshness: Freshness::Revalidated,
            hash: hash(&plain),
            plain: PlainBytes::Uncompressed(plain),
            coded: coded.into_iter().flatten().collect(),
        }
    }

    /// Creates a file that was compressed by the build.
    pub fn built(media_type: &'static str, gzip: &'static [u8]) -> Self {
        Self {
            media_type,
            freshness: Freshness::Immutable,
            hash: hash(gzip),
            plain: PlainBytes::Compressed(LazyLock::new(Box::new(|| decompress(gzip)))),
            coded: vec![(Coding::Gzip, Bytes::from_static(gzip))],
        }
    }

    fn body(&self, coding: Coding) -> Bytes {
        match self.coded.iter().find(|(known, _)| *known == coding) {
            Some((_, bytes)) => bytes.clone(),
            None => match &self.plain {
                PlainBytes::Uncompressed(bytes) => bytes.clone(),
                PlainBytes::Compressed(bytes) => Bytes::clone(bytes),
            },
        }
    }

    /// Returns the file in the best coding that the client accepts, or 304.
    pub fn response(&self, request: &HeaderMap) -> Response {
        let offered: Vec<_> = self.coded.iter().map(|(coding, _)| *coding).collect();
        let coding = Coding::accepted(request, &offered);
        let cache_control = match self.freshness {
            Freshness::Immutable => "public, max-age=31536000, immutable",
            Freshness::Revalidated => "no-cache",
        };
        let tag = format!("\"{}-{}\"", self.hash, coding.as_str());
        let is_known = has_tag(request, &tag);
        let headers = [
            (header::CACHE_CONTROL, cache_control.to_owned()),
            (header::VARY, "accept-encoding".to_owned()),
            (header::ETAG, tag),
        ];
        if is_known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let mut response = (headers, Body::from(self.body(coding))).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        if let Some(coding) = coding.header() {
            response.headers_mut().insert(header::CONTENT_ENCODING, coding);
        }
        response.extensions_mut().insert(SharedBody);
        response
    }
}

/// Returns the first bytes of the SHA-256 of a file, in hexadecimal.
fn hash(bytes: &[u8]) -> String {
    let mut hash = String::new();
    for byte in Sha256::digest(bytes).iter().take(12) {
        _ = write!(hash, "{byte:02x}");
    }
    hash
}

/// Decompresses an embedded file. The build created it, so it is complete.
fn decompress(gzip: &[u8]) -> Bytes {
    let mut plain = Vec::new();
    match GzDecoder::new(gzip).read_to_end(&mut plain) {
        Ok(_) => plain.into(),
        Err(error) => {
            tracing::error!(%error, "embedded file is damaged");
            Bytes::new()
        }
    }
}

/// Returns whether `If-None-Match` contains a tag. Weak tags are compared like strong ones.
fn has_tag(request: &HeaderMap, tag: &str) -> bool {
    let values = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut named = values.flat_map(|value| value.split(',')).map(str::trim);
    named.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn responses_share_the_bytes_of_a_file() {
        let plain = Bytes::from("text ".repeat(1_000));
        let gzip: &'static [u8] = Coding::Gzip.encode_best(&plain).unwrap().leak();
        let files = [StaticFile::compressed("text/plain", plain), StaticFile::built("text/plain", gzip)];
        for file in &files {
            for coding in ["identity", "gzip"] {
                let request =
                    HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(coding))]);
                let body = async || {
                    let body = file.response(&request).into_body();
                    axum::body::to_bytes(body, usize::MAX).await.unwrap()
                };
                let (first, second) = (body().await, body().await);
                assert!(!first.is_empty());
                assert_eq!(first.as_ptr(), second.as_ptr(), "{coding}, {:?}", file.freshness);
            }
        }
    }
}
