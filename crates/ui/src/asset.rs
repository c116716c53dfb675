//! Embedded files. Text files are embedded as gzip only.

use std::borrow::Cow;
use std::io::Read;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;

pub enum Asset {
    Plain(Cow<'static, [u8]>),
    Gzip(Cow<'static, [u8]>),
}

impl Asset {
    /// Returns the file at this path in the folder `F`.
    pub fn find<F: RustEmbed>(path: &str) -> Option<Self> {
        let gzip = F::get(&format!("{path}.gz")).map(|file| Self::Gzip(file.data));
        gzip.or_else(|| F::get(path).map(|file| Self::Plain(file.data)))
    }

    /// Returns the response with this file. Files in `assets/` have a hash in their names and are cached without limit.
    pub fn response(self, path: &str, headers: &HeaderMap) -> Response {
        let (body, encoding) = match self {
            Self::Plain(bytes) => (bytes, None),
            Self::Gzip(bytes) if accepts_gzip(headers) => (bytes, Some([(header::CONTENT_ENCODING, "gzip")])),
            Self::Gzip(bytes) => {
                let mut plain = Vec::new();
                // written by the build, so only a bug can corrupt it
                if GzDecoder::new(&*bytes).read_to_end(&mut plain).is_err() {
                    return StatusCode::INTERNAL_SERVER_ERROR.into_response();
                }
                (plain.into(), None)
            }
        };
        let cache_control =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let fixed_headers = [
            (header::CONTENT_TYPE, media_type(path)),
            (header::CACHE_CONTROL, cache_control),
            (header::VARY, "accept-encoding"),
        ];
        (fixed_headers, encoding, Body::from(body)).into_response()
    }
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|value| value.split(',').any(|coding| coding.trim().starts_with("gzip")))
}

/// Returns the media type of a file that the build writes.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("txt" | "yaml" | "yml" | "py" | "sh") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
