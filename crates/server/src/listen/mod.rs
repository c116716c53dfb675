//! Accepting connections: how many, for how long, and how they end.

use axum::Router;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::sleep,
};
use tower::util::MapRequest;

const HEADER_BYTES: u32 = 64 << 10;
const HTTP2_STREAMS: u32 = 64;
const HTTP2_KEEP_ALIVE: Duration = Duration::from_secs(20);
/// Waited after an accept failed, most likely because the process has no file descriptor left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What a client may take of this server.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Connections at the same time; further ones wait in the system's queue.
    pub connections: u32,
    /// Until the header of a request is there, counted from the connection or the end of the request before.
    pub header: Duration,
    /// For the requests under way once the server is to end.
    pub farewell: Duration,
}

impl Limits {
    /// The limits of section 8 of the contract for so many connections.
    pub const fn for_connections(connections: u32) -> Self {
        Self { connections, header: Duration::from_secs(10), farewell: Duration::from_secs(20) }
    }
}

/// Serves until it is asked to stop; then accepts nothing more, lets the requests under way finish and returns.
/// Asked a second time, it does not wait for them.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: impl AsyncFn()) {
    let slots = Arc::new(Semaphore::new(limits.connections as usize));
    let graceful = GracefulShutdown::new();
    let builder = connection_builder(limits.header);
    let mut stopped = pin!(stop());
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &slots) => accepted,
            () = &mut stopped => break,
        };
        let Some((stream, slot)) = accepted else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        // Answers are written whole; waiting for more to send with them would only delay them.
        let _ = stream.set_nodelay(true);
        let seen = Arc::new(AtomicBool::new(false));
        let service = TowerToHyperService::new(note_requests(router.clone(), seen.clone()));
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        let connection = graceful.watch(connection);
        let deadline = limits.header;
        tokio::spawn(async move {
            let _slot = slot;
            tokio::select! {
                ended = connection => if let Err(error) = ended { tracing::debug!(%error, "connection ended") },
                () = nothing_within(deadline, &seen) => tracing::debug!("connection closed: no request came"),
            }
        });
    }
    drop(listener);
    tokio::select! {
        () = graceful.shutdown() => {}
        () = sleep(limits.farewell) => tracing::warn!("cutting off what is under way after {:?}", limits.farewell),
        () = stop() => tracing::warn!("cutting off what is under way: asked to end a second time"),
    }
}

/// Done when the process is asked to end: SIGTERM, or Ctrl-C.
pub async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! { () = interrupt => {}, () = terminate => {} }
}

type Slot = tokio::sync::OwnedSemaphorePermit;

async fn accept(listener: &TcpListener, slots: &Arc<Semaphore>) -> Option<(TcpStream, Slot)> {
    let slot = slots.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, _peer)) => Some((stream, slot)),
        Err(error) => {
            tracing::warn!(%error, "a connection could not be accepted");
            None
        }
    }
}

fn connection_builder(header: Duration) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // without a timer hyper has no clock for its time limits
    builder.http1().timer(TokioTimer::new()).header_read_timeout(header).max_buf_size(HEADER_BYTES as usize);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(HTTP2_KEEP_ALIVE)
        .keep_alive_timeout(HTTP2_KEEP_ALIVE)
        .max_concurrent_streams(HTTP2_STREAMS)
        .max_header_list_size(HEADER_BYTES);
    builder
}

fn note_requests<B>(
    router: Router,
    seen: Arc<AtomicBool>,
) -> MapRequest<Router, impl Fn(hyper::Request<B>) -> hyper::Request<B> + Clone> {
    MapRequest::new(router, move |request| {
        seen.store(true, Ordering::Relaxed);
        request
    })
}

/// hyper's own time limit starts only once the first bytes tell HTTP/1 from HTTP/2; this one covers a client that
/// says nothing at all, or only the beginning of the HTTP/2 greeting.
async fn nothing_within(limit: Duration, seen: &AtomicBool) {
    sleep(limit).await;
    if seen.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests;
