//! The document and its interactive page; both work without internet access.

mod problems;

use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect};
use axum::routing::get;
use bytes::Bytes;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::SwaggerUi;

use crate::Api;

const INITIALIZER: &str = include_str!("docs/swagger-initializer.js");

pub fn routes(document: &OpenApi) -> Router<Api> {
    let json = Bytes::from(document.to_pretty_json().unwrap_or_default());
    let openapi = get(move || {
        let json = json.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], json) }
    });
    Router::new()
        .route("/api/openapi.json", openapi.clone())
        .route("/api/v1/openapi.json", openapi)
        .route("/docs/swagger-initializer.js", get(|| async { script(INITIALIZER) }))
        .route("/docs/problems", get(|| async { Html(problems::page()) }))
        .route("/docs/problems.css", get(|| async { style(include_str!("docs/problems.css")) }))
        .route("/swagger-ui.html", get(|| async { Redirect::permanent("/docs/") }))
        .merge(SwaggerUi::new("/docs"))
}

pub fn script(text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], text)
}

pub fn style(text: &'static str) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], text)
}
