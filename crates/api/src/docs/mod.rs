//! The document and its interactive page; both work without internet access.

mod dry_run_schemas;
pub mod elements;
mod error_responses;
mod examples;
pub mod masterdata_schema;
mod nested_schemas;
pub mod openapi;
mod optional_members;
mod problems;
mod recorded_examples;
mod shared_parameters;
mod shared_responses;
mod shared_scalars;
mod static_file;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Query;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get};
use bytes::Bytes;
use orderdock_domain::problem::Language;
use serde::Deserialize;
use tokio::sync::OnceCell;

use crate::Api;
use crate::http::language;
use static_file::StaticFile;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// In the page, the folder of Swagger UI, which is named with its version.
const SWAGGER_UI: &str = "{swagger-ui}";

pub fn routes() -> Router<Api> {
    let page = include_str!("page.html").replace(SWAGGER_UI, concat!("/docs/", env!("SWAGGER_UI")));
    let bundle =
        StaticFile::built(JAVASCRIPT, include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js.gz")));
    let style = StaticFile::built(CSS, include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css.gz")));
    Router::new()
        .route("/api/openapi.json", get(document))
        .route("/api/v1/openapi.json", get(document))
        .route("/docs", get(|| async { Redirect::to("/docs/") }))
        .route("/swagger-ui.html", get(|| async { Redirect::permanent("/docs/") }))
        .route("/docs/", small(HTML, page))
        .route("/docs/page.css", small(CSS, include_str!("page.css")))
        .route("/docs/page.js", small(JAVASCRIPT, include_str!("page.js")))
        .route("/docs/words.js", small(JAVASCRIPT, include_str!("words.js")))
        .route("/docs/swagger-initializer.js", small(JAVASCRIPT, include_str!("swagger-initializer.js")))
        .route("/docs/problems", get(list_of_problems))
        .route("/docs/problems.css", small(CSS, include_str!("problems.css")))
        .route(concat!("/docs/", env!("SWAGGER_UI"), "/swagger-ui-bundle.js"), built(bundle))
        .route(concat!("/docs/", env!("SWAGGER_UI"), "/swagger-ui.css"), built(style))
}

/// Serves the OpenAPI document, which is created and compressed for the first request.
async fn document(headers: HeaderMap) -> Response {
    static FILE: OnceCell<StaticFile> = OnceCell::const_new();
    once(&FILE, || {
        let text = crate::openapi().to_json().unwrap_or_default();
        StaticFile::compressed("application/json", text.into())
    })
    .await
    .response(&headers)
}

/// Language of a page without scripts, which cannot be changed in the page.
#[derive(Deserialize)]
struct PageLanguage {
    #[serde(default)]
    lang: String,
}

async fn list_of_problems(Query(wish): Query<PageLanguage>, headers: HeaderMap) -> Response {
    static ENGLISH: OnceCell<StaticFile> = OnceCell::const_new();
    static GERMAN: OnceCell<StaticFile> = OnceCell::const_new();
    let language = Language::of_tag(&wish.lang).unwrap_or_else(|| language::wanted(&headers));
    let page = match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
    };
    let page = once(page, move || StaticFile::compressed(HTML, problems::page(language).into())).await;
    let mut response =
        ([(header::CONTENT_LANGUAGE, language.tag())], page.response(&headers)).into_response();
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-language"));
    response
}

/// Creates a file once on a worker thread, because compressing a large file takes long. The work continues if
/// the client disconnects, so that the next client does not start it again.
async fn once(
    cell: &'static OnceCell<StaticFile>,
    make: impl Fn() -> StaticFile + Clone + Send + 'static,
) -> &'static StaticFile {
    if let Some(file) = cell.get() {
        return file;
    }
    let (inline, again) = (make.clone(), make.clone());
    let begin = move || async move { tokio::task::spawn_blocking(make).await.unwrap_or_else(|_| inline()) };
    let work = tokio::spawn(async move { cell.get_or_init(begin).await });
    match work.await {
        Ok(file) => file,
        Err(_) => cell.get_or_init(|| async { again() }).await,
    }
}

/// Serves a text of a few kilobytes, compressed for the first client that requests it.
fn small(media_type: &'static str, text: impl Into<Bytes>) -> MethodRouter<Api> {
    let text = text.into();
    let file = Arc::new(LazyLock::new(move || StaticFile::compressed(media_type, text)));
    get(move |headers: HeaderMap| async move { file.response(&headers) })
}

/// Serves a file that was compressed by the build.
fn built(file: StaticFile) -> MethodRouter<Api> {
    let file = Arc::new(file);
    get(move |headers: HeaderMap| async move { file.response(&headers) })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn aborted_downloads_do_not_compress_file_again() {
        static FILE: OnceCell<StaticFile> = OnceCell::const_new();
        static BEGUN: AtomicUsize = AtomicUsize::new(0);
        let make = || {
            BEGUN.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(100));
            StaticFile::compressed(CSS, Bytes::from_static(b"a"))
        };
        for _ in 0..5 {
            let _given_up = tokio::time::timeout(Duration::from_millis(2), once(&FILE, make)).await;
        }
        once(&FILE, make).await;
        assert_eq!(BEGUN.load(Ordering::Relaxed), 1);
    }
}
