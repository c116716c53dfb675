//! The guide: the static site that is built from `docs/`.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use rust_embed::RustEmbed;

use crate::asset::Asset;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/guide"]
struct Site;

/// Address of the site.
pub const BASE: &str = "/docs/guide";
const NOT_BUILT: &str = "This Orderdock was built without its guide. The API is described at /docs.\n";
const NOT_FOUND: &str = "404.html";

/// Serves a page or file of the site.
///
/// # Arguments
/// `path`: the part of the request path after [`BASE`], empty or with a leading slash.
pub fn serve(path: &str, headers: &HeaderMap) -> Response {
    let Some(path) = path.strip_prefix('/') else {
        return Redirect::permanent("/docs/guide/").into_response();
    };
    let file =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    if let Some(asset) = Asset::find::<Site>(&file) {
        return asset.response(&file, headers);
    }
    match Asset::find::<Site>(NOT_FOUND) {
        Some(asset) => (StatusCode::NOT_FOUND, asset.response(NOT_FOUND, headers)).into_response(),
        None => (StatusCode::NOT_FOUND, NOT_BUILT).into_response(),
    }
}
