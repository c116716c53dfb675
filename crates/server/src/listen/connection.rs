//! One connection from its beginning to its end.

use super::{
    ConnectionLimits,
    activity::{Activity, DueStep, EndReason},
    answers::Answers,
    places::ConnectionPlace,
    stream::Observed,
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

/// How often it is looked at when nothing is due: a client may have little left of its grace.
const LOOK_EVERY: Duration = Duration::from_secs(1);
const HEADER_BYTES: u32 = 64 << 10;
const HTTP2_STREAMS: u32 = 64;
const HTTP2_KEEP_ALIVE: Duration = Duration::from_secs(20);

/// What connections are served with.
#[derive(Debug)]
pub struct Served {
    pub answers: Answers,
    pub limits: ConnectionLimits,
    pub metrics: Arc<ConnectionMetrics>,
    /// None where connections are not encrypted.
    pub tls: Option<Arc<ServerConfig>>,
}

impl Served {
    /// Answers what comes until the connection ends.
    pub async fn connection<S>(
        &self,
        stream: S,
        peer: IpAddr,
        activity: Arc<Activity>,
        mut place: ConnectionPlace,
        stopping: watch::Receiver<bool>,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        self.metrics.open.fetch_add(1, Ordering::Relaxed);
        let ConnectionPlace { in_reserve, lost, .. } = &mut place;
        let in_reserve = *in_reserve;
        let time = async {
            if in_reserve {
                sleep(self.limits.reserve_time).await;
            } else {
                pending::<()>().await;
            }
        };
        tokio::select! {
            () = self.answer(stream, peer, &activity, in_reserve, stopping) => {}
            () = time => {}
            _ = lost => {}
        }
        self.metrics.open.fetch_sub(1, Ordering::Relaxed);
    }

    async fn answer<S>(
        &self,
        stream: S,
        peer: IpAddr,
        activity: &Arc<Activity>,
        in_reserve: bool,
        mut stopping: watch::Receiver<bool>,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        // below TLS: bytes that the network does not take wait there
        let stream = Observed::new(stream, activity.clone());
        let Some(tls) = self.tls.clone() else {
            return self.answer_http(stream, peer, activity, in_reserve, stopping).await;
        };
        if let Some(stream) = self.handshake(tls, stream, &mut stopping).await {
            self.answer_http(stream, peer, activity, in_reserve, stopping).await;
        }
    }

    async fn answer_http<S>(
        &self,
        stream: S,
        peer: IpAddr,
        activity: &Arc<Activity>,
        in_reserve: bool,
        mut stopping: watch::Receiver<bool>,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let service = service_fn(|request| self.answers.answer(request, activity, peer, in_reserve));
        let builder = builder(in_reserve);
        let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
        // what becomes due after a look is noticed with the next one
        let shortest = self.limits.header.min(self.limits.idle).min(LOOK_EVERY);
        let mut stopped = false;
        loop {
            let now = Instant::now();
            let next_look = match activity.next(&self.limits) {
                Some((due, DueStep::End(cause))) if due <= now => return self.note_end(cause),
                Some((due, DueStep::Leave)) if due <= now => {
                    activity.leave();
                    connection.as_mut().graceful_shutdown();
                    now + shortest
                }
                Some((due, _)) => due.min(now + shortest),
                None => now + shortest,
            };
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "connection ended");
                    }
                    return;
                }
                () = sleep_until(next_look) => {}
                _ = stopping.wait_for(|stopping| *stopping), if !stopped => {
                    stopped = true;
                    activity.leave();
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }

    pub(super) fn note_end(&self, cause: EndReason) {
        if cause == EndReason::Stalled {
            self.metrics.stalled.fetch_add(1, Ordering::Relaxed);
        }
        tracing::debug!(?cause, "connection closed");
    }
}

fn builder(in_reserve: bool) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // the time of headers is watched here, for hyper's begins with the end of the answer before
    builder
        .http1()
        .timer(TokioTimer::new())
        // hyper's fails on a clock before 1970
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
