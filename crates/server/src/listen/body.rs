//! A body that stops coming must not hold a connection for ever.

use axum::{
    body::{Body, HttpBody},
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream};
use std::{sync::Arc, time::Duration};
use tokio::{sync::Notify, time::timeout};

/// Answers 408 and ends the connection when the body makes a longer pause than `limit` while it is read.
pub async fn require_progress(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let stuck = Arc::new(Notify::new());
    let request = request.map(|body| watched(body, limit, stuck.clone()));
    tokio::select! {
        response = next.run(request) => response,
        () = stuck.notified() => too_slow(limit),
    }
}

/// The same body; when a piece is late it says so to `stuck` and gives nothing any more, so that whoever reads it
/// is dropped waiting and needs no answer of its own to this.
fn watched(body: Body, limit: Duration, stuck: Arc<Notify>) -> Body {
    Body::from_stream(stream::unfold(body.into_data_stream(), move |mut pieces| {
        let stuck = stuck.clone();
        async move {
            if let Ok(piece) = timeout(limit, pieces.next()).await {
                return piece.map(|piece| (piece, pieces));
            }
            stuck.notify_one();
            std::future::pending().await
        }
    }))
}

fn too_slow(limit: Duration) -> Response {
    let detail = format!("nothing more of the body came for {limit:?}; send the request again");
    let mut response = (StatusCode::REQUEST_TIMEOUT, detail).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
