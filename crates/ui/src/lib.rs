//! Serves the embedded browser interface and the guide.
//!
//! Assets have a hash in their names and are cached without limit. The page of the interface is never cached: it contains
//! a nonce per response that allows its styles.

mod asset;
mod guide;

use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use rust_embed::RustEmbed;

use crate::asset::Asset;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct EmbeddedFiles;

const PAGE: &str = "index.html";
const NONCE: &str = "{nonce}";
const COMMIT: &str = "{commit}";
const NOT_BUILT: &str =
    "This Orderdock was built without its browser interface. The API is described at /docs.\n";

/// Returns the handler of all paths outside of the API: the guide below `/docs/guide`, an asset of the interface, or
/// its page.
///
/// # Arguments
/// `commit`: the commit of this build, which the help menu shows.
pub fn pages<S: Clone + Send + Sync + 'static>(commit: &'static str) -> MethodRouter<S> {
    get(move |uri: Uri, headers: HeaderMap| async move { serve(&uri, &headers, commit) })
}

fn serve(uri: &Uri, headers: &HeaderMap, commit: &str) -> Response {
    if let Some(rest) = uri.path().strip_prefix(guide::BASE)
        && (rest.is_empty() || rest.starts_with('/'))
    {
        return guide::serve(rest, headers);
    }
    let path = uri.path().trim_start_matches('/');
    match Asset::find::<EmbeddedFiles>(path) {
        Some(asset) if path != PAGE => asset.response(path, headers),
        None if path.starts_with("assets/") => StatusCode::NOT_FOUND.into_response(),
        _ => page(commit),
    }
}

fn page(commit: &str) -> Response {
    let Some(page) = EmbeddedFiles::get(PAGE) else { return NOT_BUILT.into_response() };
    let nonce = format!("{:032x}", rand::random::<u128>());
    let text = String::from_utf8_lossy(&page.data).replace(NONCE, &nonce).replace(COMMIT, commit);
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
