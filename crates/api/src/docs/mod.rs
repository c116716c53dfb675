//! The document and its interactive page; both work without internet access.

pub mod dry_run_schemas;
mod examples;
pub mod masterdata_schema;
pub mod openapi;
mod problems;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use orderdock_domain::problem::Language;
use serde::Deserialize;
use utoipa_swagger_ui::Config;

use crate::Api;
use crate::http::language;

pub fn routes() -> Router<Api> {
    Router::new()
        .route("/api/openapi.json", get(document))
        .route("/api/v1/openapi.json", get(document))
        .route("/docs", get(|| async { Redirect::to("/docs/") }))
        .route("/swagger-ui.html", get(|| async { Redirect::permanent("/docs/") }))
        .route("/docs/", fresh("text/html", include_str!("page.html")))
        .route("/docs/page.css", fresh("text/css", include_str!("page.css")))
        .route("/docs/page.js", fresh("text/javascript", include_str!("page.js")))
        .route("/docs/words.js", fresh("text/javascript", include_str!("words.js")))
        .route(
            "/docs/swagger-initializer.js",
            fresh("text/javascript", include_str!("swagger-initializer.js")),
        )
        .route("/docs/problems", get(list_of_problems))
        .route("/docs/problems.css", fresh("text/css", include_str!("problems.css")))
        .route("/docs/{*file}", get(file_of_swagger))
}

/// The document as text, which is made for who asks first.
async fn document() -> impl IntoResponse {
    static TEXT: LazyLock<Bytes> =
        LazyLock::new(|| crate::openapi().to_pretty_json().unwrap_or_default().into());
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone())
}

/// The language of a page that no script can change.
#[derive(Deserialize)]
struct PageLanguage {
    #[serde(default)]
    lang: String,
}

async fn list_of_problems(Query(wish): Query<PageLanguage>, headers: HeaderMap) -> Response {
    let language = Language::of_tag(&wish.lang).unwrap_or_else(|| language::wanted(&headers));
    let fixed = [(header::CONTENT_LANGUAGE, language.tag()), (header::VARY, "accept-language")];
    (fixed, Html(problems::page(language))).into_response()
}

/// What Swagger UI consists of, but for its page, which is ours.
async fn file_of_swagger(Path(path): Path<String>) -> Response {
    static PLAIN: LazyLock<Arc<Config<'static>>> = LazyLock::new(|| Arc::new(Config::new([""])));
    let file = (path != "index.html").then(|| utoipa_swagger_ui::serve(&path, PLAIN.clone()).ok().flatten());
    let Some(file) = file.flatten() else { return StatusCode::NOT_FOUND.into_response() };
    let kind = [(header::CONTENT_TYPE, file.content_type)];
    let coding = file.gzpipped.then_some([(header::CONTENT_ENCODING, "gzip")]);
    (kind, coding, file.bytes.into_owned()).into_response()
}

/// Answers a text of this version, which the next one may change.
fn fresh(kind: &str, text: &'static str) -> MethodRouter<Api> {
    let kind = format!("{kind}; charset=utf-8");
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache".to_owned())];
    get(move || async move { (headers, text) })
}
