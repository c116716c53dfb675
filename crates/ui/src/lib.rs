//! The browser interface as it was built, ready to be served.
//!
//! Assets carry a hash in their names and may be kept for ever; the page itself is written anew each time, with a
//! nonce that lets its styles, and nothing else, into the page.

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::io::Read;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct Built;

/// An embedded file. Text is embedded compressed only.
enum Asset {
    Plain(Cow<'static, [u8]>),
    Gzip(Cow<'static, [u8]>),
}

impl Asset {
    fn named(path: &str) -> Option<Self> {
        let gzip = Built::get(&format!("{path}.gz")).map(|file| Self::Gzip(file.data));
        gzip.or_else(|| Built::get(path).map(|file| Self::Plain(file.data)))
    }
}

const PAGE: &str = "index.html";
const NONCE: &str = "{nonce}";
const WITHOUT: &str =
    "This Orderdock was built without its browser interface. The API is described at /docs.\n";

/// Answers a GET: an asset, or the page for every path that is none.
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
    let Some(page) = Built::get(PAGE) else { return WITHOUT.into_response() };
    let nonce = format!("{:032x}", rand::random::<u128>());
    let text = String::from_utf8_lossy(&page.data).replace(NONCE, &nonce);
    let policy = format!(
        "default-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' blob:; frame-src blob:; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let fixed = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    (fixed, text).into_response()
}

fn file(path: &str, asset: Asset, headers: &HeaderMap) -> Response {
    let (body, encoding) = match asset {
        Asset::Plain(bytes) => (bytes, None),
        Asset::Gzip(bytes) if accepts_gzip(headers) => (bytes, Some([(header::CONTENT_ENCODING, "gzip")])),
        Asset::Gzip(bytes) => {
            let mut plain = Vec::new();
            // the build has written it, so it is complete
            if GzDecoder::new(&*bytes).read_to_end(&mut plain).is_err() {
                return StatusCode::INTERNAL_SERVER_ERROR.into_response();
            }
            (plain.into(), None)
        }
    };
    let kept = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let fixed = [
        (header::CONTENT_TYPE, media_type(path)),
        (header::CACHE_CONTROL, kept),
        (header::VARY, "accept-encoding"),
    ];
    (fixed, encoding, Body::from(body)).into_response()
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|value| value.split(',').any(|one| one.trim().starts_with("gzip")))
}

/// Of the kinds of files that Vite writes.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
