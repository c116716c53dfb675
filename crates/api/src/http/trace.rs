//! Spans and log lines of requests.

use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use opentelemetry::global;
use opentelemetry::trace::Status;
use opentelemetry_http::HeaderExtractor;
use tower_http::classify::ServerErrorsFailureClass;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

use super::context::RequestContext;
use super::redaction;

/// Creates the span of a request with its id, method and path. Headers and query are omitted because they can
/// contain tokens and names; credentials in the path are hidden.
pub fn request_span(request: &Request) -> Span {
    let context = request.extensions().get::<RequestContext>();
    let request_id = context.map(|context| &*context.request_id).unwrap_or_default();
    let (method, path) = (request.method(), redaction::path(request.uri().path()));
    tracing::info_span!("request", request_id, %method, path)
}

/// Creates the span of a request if traces are exported: also with the attributes of OpenTelemetry, and as a
/// child of the span in `traceparent`.
pub fn traced_request_span(request: &Request) -> Span {
    let context = request.extensions().get::<RequestContext>();
    let request_id = context.map(|context| &*context.request_id).unwrap_or_default();
    let (method, path) = (request.method(), redaction::path(request.uri().path()));
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let name = format!("{method} {route}");
    let span =
        tracing::info_span!("request", request_id, %method, path, otel.name = name, otel.kind = "server");
    let parent =
        global::get_text_map_propagator(|propagator| propagator.extract(&HeaderExtractor(request.headers())));
    if let Err(error) = span.set_parent(parent) {
        tracing::debug!(%error, "trace context ignored");
    }
    span.set_attribute("http.request.method", method.to_string());
    span.set_attribute("http.route", route.to_owned());
    span
}

/// Logs the status and duration of a response.
pub fn on_response(response: &Response, latency: Duration, span: &Span) {
    let status = response.status();
    span.set_attribute("http.response.status_code", i64::from(status.as_u16()));
    let (status, duration_ms) = (status.as_u16(), milliseconds(latency));
    if status >= 500 {
        span.set_status(Status::error(""));
        tracing::error!(status, duration_ms, "request failed");
    } else {
        tracing::info!(status, duration_ms, "request finished");
    }
}

/// Logs a response whose body failed. Status 5xx is already logged.
pub fn on_failure(failure: ServerErrorsFailureClass, latency: Duration, _: &Span) {
    if let ServerErrorsFailureClass::Error(error) = failure {
        let duration_ms = milliseconds(latency);
        tracing::error!(error, duration_ms, "response interrupted");
    }
}

/// Returns milliseconds with three decimals.
fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1_000_000.0).round() / 1000.0
}
