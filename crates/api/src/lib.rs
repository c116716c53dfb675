//! The HTTP interface of Orderdock: `routes` lists the operations, `handlers` implements them, `request`
//! reads and `response` writes JSON.
//! The server and the testkit use it. It calls use cases of `app` and never the store.

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
use orderdock_app::{NoWebhookSender, Services, WebhookSender, WebhookTransport};
use orderdock_domain::problem::ProblemCode;
use percent_encoding::percent_decode_str;
use tower::util::MapRequest;
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::trace::TraceLayer;
use utoipa::openapi::OpenApi;

use crate::http::error::ApiError;
use crate::http::{compression, context, cross_origin, host, limits, path_end, trace};
use handlers::system::metrics::{self, HttpMetrics};

pub use handlers::candidates::import::{
    BULK_PATH, LocalRow, SheetRowDecoder, bulk_request, error_policy_name, import_local_rows, policy_query,
};
pub use http::access::Access;
pub use http::body::BULK_BYTES;
pub use http::caller_seen::CallerSeen;
pub use http::client_address::ClientAddress;
pub use http::compression::SharedBody;
pub use http::limits::{BodyPace, Limits};
pub use http::overload::{OverloadReason, overloaded};
pub use response::webhook_messages::CloudEvents;
pub use routes::{Call, calls};

/// Settings of the HTTP interface.
#[derive(Clone, Debug)]
pub struct Options {
    /// Limits for all requests together and for each caller.
    pub limits: Limits,
    /// Maximum size of an attachment in bytes. Larger files are rejected with 413.
    pub largest_attachment: u64,
    /// Pages for paths outside the API.
    pub pages: Option<MethodRouter>,
    /// Browsers connect over TLS only, so cookies are `Secure`.
    pub behind_tls: bool,
    /// `max-age` of `Strict-Transport-Security` in seconds. Used with `behind_tls`.
    pub hsts_max_age: Option<u32>,
    /// Origins whose pages can call the API with a token (CORS), for example `https://shop.example`.
    pub cors_origins: Vec<HeaderValue>,
    /// HTTP client for webhooks.
    pub receivers: Arc<dyn WebhookSender>,
    /// Traces are exported: request spans get the attributes of OpenTelemetry and the parent of
    /// `traceparent`.
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
            receivers: Arc::new(NoWebhookSender),
            traces: false,
        }
    }
}

/// Shared state of layers and handlers. Cloning is cheap.
#[derive(Clone)]
pub struct Api(Arc<Shared>);

/// Content of an [`Api`].
pub struct Shared {
    pub services: Arc<Services>,
    pub options: Options,
    pub(crate) active_limits: limits::ActiveLimits,
    pub(crate) metrics: HttpMetrics,
}

impl Deref for Api {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Shared {
    /// Delivery of events to webhooks.
    pub(crate) fn outgoing(&self) -> WebhookTransport {
        WebhookTransport {
            receivers: self.options.receivers.clone(),
            messages: Arc::new(CloudEvents::new(Arc::clone(&self.services))),
        }
    }
}

/// Creates the router with all routes and layers.
pub fn router(services: Arc<Services>, options: Options) -> Router {
    let active_limits = limits::ActiveLimits::new(&options.limits);
    let api = Api(Arc::new(Shared { services, options, active_limits, metrics: HttpMetrics::default() }));
    let router = routes::build(&api);
    let across = middleware::from_fn_with_state(api.clone(), cross_origin::allow);
    let hsts = api.options.hsts_max_age.filter(|_| api.options.behind_tls).map(context::hsts);
    let counted = middleware::from_fn_with_state(api.clone(), metrics::count);
    let request_span = if api.options.traces { trace::traced_request_span } else { trace::request_span };
    let layers = ServiceBuilder::new()
        .layer(middleware::from_fn(compression::compress))
        .layer(middleware::from_fn_with_state(hsts, context::complete_response))
        .layer(counted)
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(request_span)
                .on_response(trace::on_response)
                .on_failure(trace::on_failure),
        )
        .layer(middleware::from_fn(host::require_one))
        .layer(CatchPanicLayer::custom(context::after_panic));
    let router = router
        .merge(docs::routes())
        .fallback(elsewhere)
        .method_not_allowed_fallback(wrong_method)
        // layers apply only to routes that exist when they are added
        .layer(layers)
        .with_state(api);
    // outside the router: the path must be corrected before routing, and `Allow` is set after it
    let around = ServiceBuilder::new().layer(across).layer(middleware::map_response(with_options));
    let router = MapRequest::new(router, path_end::without_slash);
    Router::new().fallback_service(router).layer(around)
}

/// Returns the OpenAPI document. It does not depend on data.
pub fn openapi() -> &'static OpenApi {
    routes::document()
}

/// Adds `OPTIONS` to `Allow`: the router lists only methods that have a handler.
async fn with_options(mut response: Response) -> Response {
    let allowed = response.headers().get(header::ALLOW).and_then(|methods| methods.to_str().ok());
    if let Some(Ok(methods)) = allowed.map(|methods| HeaderValue::try_from(format!("{methods},OPTIONS"))) {
        response.headers_mut().insert(header::ALLOW, methods);
    }
    response
}

/// Serves a page, or 404 for paths of the API.
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
        _ => ApiError::from(ProblemCode::PathNotFound).into_response(),
    }
}

/// Whether a path is `/api` or below it, in any case and encoding.
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
/// Maximum number of times that a path is decoded to detect the prefix `/api`.
const DEEPEST_ENCODING: usize = 8;

/// Returns 405, or 204 for `OPTIONS`. The router adds `Allow`.
async fn wrong_method(method: Method) -> StatusCode {
    if method == Method::OPTIONS { StatusCode::NO_CONTENT } else { StatusCode::METHOD_NOT_ALLOWED }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_is_of_api_in_every_encoding() {
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
