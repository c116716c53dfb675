//! The first page: a field for the token, and the candidates that it may see.

use axum::Router;
use axum::response::{Html, IntoResponse};
use axum::routing::get;

use crate::Api;
use crate::docs::{script, style};

pub fn routes() -> Router<Api> {
    Router::new()
        .route("/", get(|| async { Html(include_str!("page/index.html")) }))
        .route("/assets/page.css", get(|| async { style(include_str!("page/page.css")) }))
        .route("/assets/page.js", get(|| async { script(include_str!("page/page.js")) }))
        .route("/assets/mark.svg", get(mark))
        .route("/favicon.ico", get(mark))
}

async fn mark() -> impl IntoResponse {
    ([(axum::http::header::CONTENT_TYPE, "image/svg+xml")], include_str!("page/mark.svg"))
}
