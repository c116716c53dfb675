//! Files that stay the same as long as the process runs. Every response shares their bytes, which are compressed once.

use std::fmt::Write;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::http::coding::Coding;
use crate::http::compression::SharedBody;

/// How long clients may keep a file.
#[derive(Clone, Copy, Debug)]
pub enum Freshness {
    /// The path names the version.
    Immutable,
    /// The next version may have another file there: clients ask again each time, with the entity tag.
    Revalidated,
}

/// A file with its codings.
#[derive(Debug)]
pub struct StaticFile {
    media_type: &'static str,
    freshness: Freshness,
    hash: String,
    /// As it is, first.
    bodies: Vec<(Coding, Bytes)>,
}

impl StaticFile {
    /// A file that is compressed here; large ones take too long for an asynchronous thread.
    pub fn compressed(media_type: &'static str, plain: Bytes) -> Self {
        let coded = [Coding::Gzip, Coding::Zstd];
        let coded = coded.map(|coding| coding.encode_best(&plain).ok().map(|bytes| (coding, bytes.into())));
        let bodies = [(Coding::Identity, plain)].into_iter().chain(coded.into_iter().flatten());
        Self::with(media_type, Freshness::Revalidated, bodies.collect())
    }

    /// A file that was compressed when this was built.
    pub fn built(media_type: &'static str, plain: &'static [u8], gzip: &'static [u8]) -> Self {
        let bodies =
            vec![(Coding::Identity, Bytes::from_static(plain)), (Coding::Gzip, Bytes::from_static(gzip))];
        Self::with(media_type, Freshness::Immutable, bodies)
    }

    fn with(media_type: &'static str, freshness: Freshness, bodies: Vec<(Coding, Bytes)>) -> Self {
        let digest = bodies.first().map(|(_, plain)| Sha256::digest(plain));
        let mut hash = String::new();
        for byte in digest.iter().flatten().take(12) {
            _ = write!(hash, "{byte:02x}");
        }
        Self { media_type, freshness, hash, bodies }
    }

    /// The file in the best coding that the client accepts, or 304 where it has that one.
    pub fn response(&self, request: &HeaderMap) -> Response {
        let offered: Vec<_> = self.bodies.iter().skip(1).map(|(coding, _)| *coding).collect();
        let coding = Coding::accepted(request, &offered);
        let kept = match self.freshness {
            Freshness::Immutable => "public, max-age=31536000, immutable",
            Freshness::Revalidated => "no-cache",
        };
        let tag = format!("\"{}-{}\"", self.hash, coding.as_str());
        let is_known = has_tag(request, &tag);
        let headers = [
            (header::CACHE_CONTROL, kept.to_owned()),
            (header::VARY, "accept-encoding".to_owned()),
            (header::ETAG, tag),
        ];
        if is_known {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let body = self.bodies.iter().find(|(known, _)| *known == coding).map(|(_, bytes)| bytes.clone());
        let mut response = (headers, Body::from(body.unwrap_or_default())).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type));
        if let Some(coding) = coding.header() {
            response.headers_mut().insert(header::CONTENT_ENCODING, coding);
        }
        response.extensions_mut().insert(SharedBody);
        response
    }
}

/// Whether `If-None-Match` names a tag; weak ones are compared like strong ones.
fn has_tag(request: &HeaderMap, tag: &str) -> bool {
    let values = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut named = values.flat_map(|value| value.split(',')).map(str::trim);
    named.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
