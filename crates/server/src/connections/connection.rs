//! Serves one connection until it ends.

use super::{
    ConnectionLimits,
    activity::{Activity, CloseReason, TimeoutAction},
    monitored_stream::MonitoredStream,
    responder::Responder,
    slots::ConnectionSlot,
};
use hyper::service::service_fn;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
};
use orderdock_app::ConnectionMetrics;
use rustls::ServerConfig;
use std::{
    future::pending,
    net::IpAddr,
    pin::pin,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::watch,
    time::{Instant, sleep, sleep_until},
};

/// Interval of checking timeouts, because a rate limit can be exceeded between two events.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
const HEADER_BYTES: u32 = 64 << 10;
const HTTP2_STREAMS: u32 = 64;
const HTTP2_KEEP_ALIVE: Duration = Duration::from_secs(20);

/// Shared state of all connections.
#[derive(Debug)]
pub struct ConnectionHandler {
    pub responder: Responder,
    pub limits: ConnectionLimits,
    pub metrics: Arc<ConnectionMetrics>,
    /// TLS configuration; absent for plain HTTP.
    pub tls: Option<Arc<ServerConfig>>,
}

impl ConnectionHandler {
    /// Serves requests until the connection ends.
    pub async fn handle<S>(
        &self,
        stream: S,
        peer: IpAddr,
        activity: Arc<Activity>,
        mut slot: ConnectionSlot,
        stopping: watch::Receiver<bool>,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        self.metrics.open.fetch_add(1, Ordering::Relaxed);
        let ConnectionSlot { in_reserve, lost, .. } = &mut slot;
        let in_reserve = *in_reserve;
        let reserve_timeout = async {
            if in_reserve {
                sleep(self.limits.reserve_timeout).await;
            } else {
                pending::<()>().await;
            }
        };
        tokio::select! {
            () = self.serve(stream, peer, &activity, in_reserve, stopping) => {}
            () = reserve_timeout => {}
            _ = lost => {}
        }
        self.metrics.open.fetch_sub(1, Ordering::Relaxed);
    }

    async fn serve<S>(
        &self,
        stream: S,
        peer: IpAddr,
        activity: &Arc<Activity>,
        in_reserve: bool,
        mut stopping: watch::Receiver<bool>,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        // monitored below TLS, where blocked writes are visible
        let stream = MonitoredStream::new(stream, activity.clone());
        let Some(tls) = self.tls.clone() else {
            return self.serve_http(stream, peer, activity, in_reserve, stopping).await;
        };
        if let Some(stream) = self.handshake(tls, stream, &mut stopping).await {
            self.serve_http(stream, peer, activity, in_reserve, stopping).await;
        }
    }

    async fn serve_http<S>(
        &self,
        stream: S,
        peer: IpAddr,
        activity: &Arc<Activity>,
        in_reserve: bool,
        mut stopping: watch::Receiver<bool>,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let service = service_fn(|request| self.responder.respond(request, activity, peer, in_reserve));
        let builder = builder(in_reserve);
        let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
        let interval = self.limits.header.min(self.limits.idle).min(CHECK_INTERVAL);
        let mut stopped = false;
        loop {
            let now = Instant::now();
            let next_check = match activity.next(&self.limits) {
                Some((due, TimeoutAction::Close(cause))) if due <= now => return self.record_close(cause),
                Some((due, TimeoutAction::Drain)) if due <= now => {
                    activity.drain();
                    connection.as_mut().graceful_shutdown();
                    now + interval
                }
                Some((due, _)) => due.min(now + interval),
                None => now + interval,
            };
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "connection ended");
                    }
                    return;
                }
                () = sleep_until(next_check) => {}
                _ = stopping.wait_for(|stopping| *stopping), if !stopped => {
                    stopped = true;
                    activity.drain();
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }

    pub(super) fn record_close(&self, cause: CloseReason) {
        if cause == CloseReason::Stalled {
            self.metrics.stalled.fetch_add(1, Ordering::Relaxed);
        }
        tracing::debug!(?cause, "connection closed");
    }
}

fn builder(in_reserve: bool) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // hyper's header timeout starts at the end of the previous response, so `Activity` measures it instead
    builder
        .http1()
        .timer(TokioTimer::new())
        // hyper fails if the clock is before 1970
        .auto_date_header(false)
        .header_read_timeout(None)
        .max_buf_size(HEADER_BYTES as usize)
        .keep_alive(!in_reserve);
    builder
        .http2()
        .timer(TokioTimer::new())
        .auto_date_header(false)
        .keep_alive_interval(HTTP2_KEEP_ALIVE)
        .keep_alive_timeout(HTTP2_KEEP_ALIVE)
        .max_concurrent_streams(HTTP2_STREAMS)
        .max_header_list_size(HEADER_BYTES);
    builder
}
