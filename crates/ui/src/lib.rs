//! Serves the embedded browser interface.
//!
//! Assets have a hash in their names and are cached without limit. The page is never cached: it contains a nonce per
//! response that allows its styles.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::io::Read;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct EmbeddedFiles;

/// Embedded file. Text files are embedded as gzip only.
enum Asset {
    Plain(Cow<'static, [u8]>),
    Gzip(Cow<'static, [u8]>),
}

impl Asset {
    fn named(path: &str) -> Option<Self> {
        let gzip = EmbeddedFiles::get(&format!("{path}.gz")).map(|file| Self::Gzip(file.data));
        gzip.or_else(|| EmbeddedFiles::get(path).map(|file| Self::Plain(file.data)))
    }
}

const PAGE: &str = "index.html";
const NONCE: &str = "{nonce}";
const NOT_BUILT: &str =
    "This Orderdock was built without its browser interface. The API is described at /docs.\n";

/// Serves an asset, or the page for every other path.
#[expect(clippy::unused_async, reason = "a handler is asynchronous")]
pub async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    match Asset::named(path) {
        Some(asset) if path != PAGE => file(path, asset, &headers),
        None if path.starts_with("assets/") => StatusCode::NOT_FOUND.into_response(),
        _ => page(),
    }
}

fn page() -> Response {
    let Some(page) = EmbeddedFiles::get(PAGE) else { return NOT_BUILT.into_response() };
    let nonce = format!("{:032x}", rand::random::<u128>());
    let text = String::from_utf8_lossy(&page.data).replace(NONCE, &nonce);
    let policy = format!(
        "default-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' blob:; frame-src blob:; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let fixed_headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (fixed_headers, text).into_response()
}

fn file(path: &str, asset: Asset, headers: &HeaderMap) -> Response {
    let (body, encoding) = match asset {
        Asset::Plain(bytes) => (bytes, None),
        Asset::Gzip(bytes) if accepts_gzip(headers) => (bytes, Some([(header::CONTENT_ENCODING, "gzip")])),
        Asset::Gzip(bytes) => {
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

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|value| value.split(',').any(|coding| coding.trim().starts_with("gzip")))
}

/// Returns the media type of a file that Vite writes.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
