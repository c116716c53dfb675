//! `GET /api/events`: what happens while someone looks.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use orderdock_app::LiveEvent;
use orderdock_domain::problem::ProblemCode;
use serde_json::json;

use crate::http::call::Reading;
use crate::http::credentials;
use crate::http::refusal::Refusal;
use crate::response::RunShape;

/// A sign of life where nothing happens; shorter than proxies wait.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Stream changes as server-sent events.
///
/// Returns a stream of server-sent events. It ends when the access token or the session is no longer valid. `hello` is
/// the first event and contains the `version` of the service. `run` contains a queued or active run, and is sent again
/// when its state or counts change and when it ends. `changed` is sent at most once a second after a commit, so that
/// clients can reload.
#[utoipa::path(get, path = "/api/events", tag = "session", operation_id = "streamEvents",
    responses((status = 200, description = "The stream.", body = String, content_type = "text/event-stream")))]
pub async fn stream_events(
    Reading { api, caller, .. }: Reading,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let credential = credentials::credential(&api, &headers).ok_or(ProblemCode::TokenMissing)?;
    let listener = api.app.listen(&caller, credential).await?;
    let hello =
        sse::Event::default().event("hello").json_data(json!({ "version": env!("CARGO_PKG_VERSION") }));
    let events = stream::unfold(listener, async |mut listener| {
        let event = listener.next().await?;
        Some((written(&event), listener))
    });
    let events = stream::iter([hello]).chain(events);
    // what cannot be written is a fault of ours; the log has it
    let events = events.filter_map(async |event| {
        event
            .map(Ok::<_, Infallible>)
            .inspect_err(|fault| tracing::error!(%fault, "serializing an event failed"))
            .ok()
    });
    let mut answer = Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // nginx would keep events back
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(answer)
}

fn written(event: &LiveEvent) -> Result<sse::Event, axum::Error> {
    match event {
        LiveEvent::Changed => Ok(sse::Event::default().event("changed").data("{}")),
        LiveEvent::Run(record) => sse::Event::default().event("run").json_data(RunShape::from(&**record)),
    }
}
