//! The HTTP interface: one file per operation; JSON shapes live only here.

mod body;
mod call;
mod candidate_edit;
mod candidate_filter;
mod candidate_patch;
pub mod candidate_request;
mod client_address;
mod conversation;
mod credentials;
mod crowded;
mod docs;
mod export;
mod form;
mod importing;
pub mod json;
mod kept;
mod language;
mod masterdata_schema;
mod openapi;
pub mod operations;
mod order_request;
mod query;
mod record_list;
mod refusal;
mod request;
mod routes;
mod selection;
pub mod shape;
mod table;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use axum::{Router, middleware};
use orderdock_app::App;
use orderdock_domain::problem::Code;
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};
use tower_http::trace::{DefaultOnFailure, DefaultOnResponse, TraceLayer};
use utoipa::openapi::OpenApi;

pub use client_address::ClientAddress;
pub use crowded::{Crowded, crowded};
pub use importing::import_bulk;
pub use masterdata_schema::load_file_schema;
pub use refusal::{MOST_ERRORS, MOST_PER_ROW, ProblemDocument, Refusal};
pub use routes::{Access, Call, calls};

/// What the interface can be told.
#[derive(Clone, Debug)]
pub struct Options {
    /// The longest pause between two pieces of a body; then 408.
    pub body_pause: Duration,
    /// Bytes of the largest file that is attached; 413 beyond.
    pub largest_attachment: u64,
    /// What a browser is shown under the paths that are none of the API.
    pub pages: Option<MethodRouter>,
    /// Browsers reach this service by TLS alone, so the cookie of a session never goes another way.
    pub secure_cookies: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            body_pause: Duration::from_secs(10),
            largest_attachment: 25 << 20,
            pages: None,
            secure_cookies: false,
        }
    }
}

/// What every operation works with.
#[derive(Clone)]
pub struct Api {
    pub app: Arc<App>,
    pub options: Arc<Options>,
    pub(crate) metrics: Arc<operations::metrics::HttpMetrics>,
}

/// The interface, ready to be served, and the document that describes it.
pub fn router(app: Arc<App>, options: Options) -> (Router, OpenApi) {
    let api = Api { app, options: Arc::new(options), metrics: Arc::default() };
    let (router, document) = (routes::build(&api), openapi());
    let counted = middleware::from_fn_with_state(api.clone(), operations::metrics::count);
    let layers = ServiceBuilder::new()
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(is_no_download)))
        .layer(middleware::from_fn(conversation::converse))
        .layer(counted)
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(conversation::span)
                .on_response(DefaultOnResponse::new().level(tracing::Level::INFO))
                .on_failure(DefaultOnFailure::new()),
        )
        .layer(CatchPanicLayer::custom(conversation::after_panic));
    let router = router
        .merge(docs::routes(&document))
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        // last, or they would not reach what was added after them
        .layer(layers)
        .with_state(api);
    (router, document)
}

/// The document alone; it does not depend on the data.
pub fn openapi() -> OpenApi {
    routes::document()
}

/// A file keeps its length, and most are compressed in themselves.
fn is_no_download(
    _: axum::http::StatusCode,
    _: axum::http::Version,
    headers: &axum::http::HeaderMap,
    _: &axum::http::Extensions,
) -> bool {
    !headers.contains_key(axum::http::header::CONTENT_DISPOSITION)
}

/// A page for a browser, or the word that nothing is here.
async fn elsewhere(State(api): State<Api>, request: Request) -> Response {
    match &api.options.pages {
        Some(pages) if !is_of_api(request.uri().path()) => {
            let Ok(page) = pages.clone().oneshot(request).await;
            page
        }
        _ => Refusal::from(Code::PathNotFound).into_response(),
    }
}

/// `/api` and everything under it.
fn is_of_api(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The outermost layer says which method it was.
async fn wrong_method() -> Response {
    axum::http::StatusCode::METHOD_NOT_ALLOWED.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_may_begin_like_the_api() {
        for (path, expected) in [
            ("/api", true),
            ("/api/", true),
            ("/api/v2", true),
            ("/apiary", false),
            ("/", false),
            ("/orders", false),
        ] {
            assert_eq!(is_of_api(path), expected, "{path}");
        }
    }
}
