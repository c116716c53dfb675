//! The HTTP interface: one file per operation; JSON shapes live only here.

mod docs;
mod handlers;
mod http;
pub mod request;
pub mod response;
mod routes;

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use axum::{Router, middleware};
use orderdock_app::{App, NoReceivers, Outgoing, Receivers};
use orderdock_domain::problem::ProblemCode;
use percent_encoding::percent_decode_str;
use tower::util::MapRequest;
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::trace::TraceLayer;
use utoipa::openapi::OpenApi;

use crate::http::refusal::Refusal;
use crate::http::{compression, conversation, cross_origin, host, limits, path_end, trace};
use handlers::system::metrics::{self, HttpMetrics};

pub use handlers::candidates::import::{BULK_PATH, BroughtRow, bulk_of, import_brought, policy_word};
pub use http::access::Access;
pub use http::body::BULK_BYTES;
pub use http::caller_seen::CallerSeen;
pub use http::client_address::ClientAddress;
pub use http::compression::SharedBody;
pub use http::crowded::{Crowded, crowded};
pub use http::limits::{BodyPace, Limits};
pub use response::webhook_messages::CloudEvents;
pub use routes::{Call, calls};

/// The settings of the interface.
#[derive(Clone, Debug)]
pub struct Options {
    /// What requests may take, together and of one caller.
    pub limits: Limits,
    /// Bytes of the largest file that is attached; 413 beyond.
    pub largest_attachment: u64,
    /// What a browser is shown under the paths that are none of the API.
    pub pages: Option<MethodRouter>,
    /// Browsers reach this service by TLS alone: cookies go no other way.
    pub behind_tls: bool,
    /// Seconds for which browsers use TLS alone for this host (`Strict-Transport-Security`); used with `behind_tls`.
    pub hsts_max_age: Option<u32>,
    /// Origins of other sites whose pages may call the API with a token: `https://shop.example`.
    pub cors_origins: Vec<HeaderValue>,
    /// What calls the receivers of events.
    pub receivers: Arc<dyn Receivers>,
    /// Traces are exported: spans of requests have the attributes of OpenTelemetry and the parent of `traceparent`.
    pub traces: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            largest_attachment: 25 << 20,
            pages: None,
            behind_tls: false,
            hsts_max_age: None,
            cors_origins: Vec::new(),
            receivers: Arc::new(NoReceivers),
            traces: false,
        }
    }
}

/// What every operation works with. Layers and operations have a copy each, and a request makes copies of them.
#[derive(Clone)]
pub struct Api(Arc<Shared>);

/// What an [`Api`] leads to.
pub struct Shared {
    pub app: Arc<App>,
    pub options: Options,
    pub(crate) in_force: limits::InForce,
    pub(crate) metrics: HttpMetrics,
}

impl Deref for Api {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Shared {
    /// How events go out.
    pub(crate) fn outgoing(&self) -> Outgoing {
        Outgoing { receivers: self.options.receivers.clone(), messages: Arc::new(CloudEvents) }
    }
}

/// The interface, ready to be served.
pub fn router(app: Arc<App>, options: Options) -> Router {
    let in_force = limits::InForce::of(&options.limits);
    let api = Api(Arc::new(Shared { app, options, in_force, metrics: HttpMetrics::default() }));
    let router = routes::build(&api);
    let across = middleware::from_fn_with_state(api.clone(), cross_origin::allow);
    let hsts = api.options.hsts_max_age.filter(|_| api.options.behind_tls).map(conversation::hsts);
    let counted = middleware::from_fn_with_state(api.clone(), metrics::count);
    let request_span = if api.options.traces { trace::traced_request_span } else { trace::request_span };
    let layers = ServiceBuilder::new()
        .layer(middleware::from_fn(compression::compress))
        .layer(middleware::from_fn_with_state(hsts, conversation::converse))
        .layer(counted)
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(request_span)
                .on_response(trace::on_response)
                .on_failure(trace::on_failure),
        )
        .layer(middleware::from_fn(host::require_one))
        .layer(CatchPanicLayer::custom(conversation::after_panic));
    let router = router
        .merge(docs::routes())
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        // last, or they would not reach what was added after them
        .layer(layers)
        .with_state(api);
    // around the router: a path must be the right one before it is looked up, and the methods that it has are in the
    // answer only when the router is done
    let around = ServiceBuilder::new().layer(across).layer(middleware::map_response(with_options));
    let router = MapRequest::new(router, path_end::without_slash);
    Router::new().fallback_service(router).layer(around)
}

/// The document alone; it does not depend on the data.
pub fn openapi() -> &'static OpenApi {
    routes::document()
}

/// The router names the methods that have a handler; this one is taken everywhere.
async fn with_options(mut response: Response) -> Response {
    let allowed = response.headers().get(header::ALLOW).and_then(|methods| methods.to_str().ok());
    if let Some(Ok(methods)) = allowed.map(|methods| HeaderValue::try_from(format!("{methods},OPTIONS"))) {
        response.headers_mut().insert(header::ALLOW, methods);
    }
    response
}

/// A page for a browser, or the word that nothing is here.
async fn elsewhere(State(api): State<Api>, request: Request) -> Response {
    match &api.options.pages {
        Some(_) if !is_of_api(request.uri().path()) && request.method() == Method::OPTIONS => {
            (StatusCode::NO_CONTENT, [(header::ALLOW, "GET,HEAD")]).into_response()
        }
        Some(pages) if !is_of_api(request.uri().path()) => {
            let Ok(mut page) = pages.clone().oneshot(request).await;
            page.extensions_mut().insert(SharedBody);
            page
        }
        _ => Refusal::from(ProblemCode::PathNotFound).into_response(),
    }
}

/// `/api` and everything under it, in any case and however it is encoded.
fn is_of_api(path: &str) -> bool {
    let mut path = Cow::Borrowed(path);
    for _ in 0..DEEPEST_ENCODING {
        let decoded = percent_decode_str(&path).decode_utf8_lossy().into_owned();
        if *path == decoded {
            break;
        }
        path = Cow::Owned(decoded);
    }
    let begin = path.get(..API.len()).unwrap_or_default();
    let rest = path.get(API.len()..).unwrap_or_default();
    begin.eq_ignore_ascii_case(API) && (rest.is_empty() || rest.starts_with('/'))
}

const API: &str = "/api";
/// Times that a path is decoded to find out whether it is one of the interface.
const DEEPEST_ENCODING: usize = 8;

/// Which methods there are, where that is the question; else the outermost layer says which method it was. The router
/// adds the methods of the path.
async fn wrong_method(method: Method) -> StatusCode {
    if method == Method::OPTIONS { StatusCode::NO_CONTENT } else { StatusCode::METHOD_NOT_ALLOWED }
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
            ("/API/nope", true),
            ("/Api", true),
            ("/%61pi/nope", true),
            ("/api%2Fnope", true),
            ("/%2561pi/nope", true),
            ("/%ff", false),
            ("/apiary", false),
            ("/", false),
            ("/orders", false),
        ] {
            assert_eq!(is_of_api(path), expected, "{path}");
        }
    }
}
