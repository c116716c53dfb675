//! Accepts connections and serves HTTP over them within limits of number, time and memory.

mod activity;
mod budget;
mod connection;
mod handshake;
mod monitored_stream;
mod origin;
mod rate;
mod responder;
mod slots;

pub use origin::TrustedProxies;

use activity::Activity;
use axum::Router;
use budget::ResponseBudget;
use connection::ConnectionHandler;
use orderdock_app::ConnectionMetrics;
use rate::MinimumRate;
use responder::Responder;
use rustls::ServerConfig;
use slots::{AddressLimits, ConnectionSlots};
use std::{future::pending, net::IpAddr, pin::pin, sync::Arc, time::Duration};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::sleep,
};

/// Delay after a failed accept, which is usually caused by a lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Connections reserved for health, readiness and metrics.
pub const RESERVE: u32 = 32;
/// Unsent bytes that the kernel buffers before writes block. Its default buffer grows to megabytes, so a slow client would
/// appear stalled for minutes.
#[cfg(target_os = "linux")]
const UNSENT_BYTES: u32 = 128 << 10;

/// Limits of connections.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Concurrent connections, without the reserve.
    pub connections: u32,
    /// Additional connections that serve only health, readiness and metrics.
    pub reserve: u32,
    /// Connections of one peer; behind trusted proxies, active requests of one client.
    pub share: u32,
    /// Timeout for the headers of a request, from the start of the connection or the first byte of the request. On the first
    /// request it includes the TLS handshake.
    pub header: Duration,
    /// Minimum rate at which clients read responses.
    pub rate: MinimumRate,
    /// Timeout without an active request.
    pub idle: Duration,
    /// Age after which a connection accepts no new requests.
    pub age: Duration,
    /// Lifetime of a connection in the reserve.
    pub reserve_timeout: Duration,
    /// Timeout for active requests during shutdown.
    pub drain_timeout: Duration,
    /// Age below which a connection with a request is not closed to free its slot.
    pub protected_age: Duration,
    /// Buffered response bytes of all connections.
    pub response_bytes: u64,
    /// Buffered response bytes of one connection at which it processes no further request.
    pub connection_response_bytes: u64,
}

impl ConnectionLimits {
    /// Returns the default limits for a number of connections.
    pub const fn for_connections(connections: u32) -> Self {
        Self {
            connections,
            reserve: RESERVE,
            share: connections - connections / 4,
            header: Duration::from_secs(10),
            rate: MinimumRate { grace: Duration::from_secs(10), bytes_per_second: 16 << 10 },
            idle: Duration::from_mins(1),
            age: Duration::from_hours(1),
            reserve_timeout: Duration::from_secs(5),
            drain_timeout: Duration::from_secs(20),
            protected_age: Duration::from_secs(2),
            response_bytes: 256 << 20,
            connection_response_bytes: 4 << 20,
        }
    }
}

/// Serves until `stop` returns, then stops accepting and waits for active requests. A second return of `stop` or the drain
/// timeout aborts them.
pub async fn serve(
    listener: TcpListener,
    tls: Option<Arc<ServerConfig>>,
    router: Router,
    limits: ConnectionLimits,
    proxies: TrustedProxies,
    metrics: Arc<ConnectionMetrics>,
    stop: impl AsyncFn(),
) {
    let slots = ConnectionSlots::new(&limits, metrics.clone());
    let drain_timeout = limits.drain_timeout;
    let (crowded, requests) = (orderdock_api::overloaded(), AddressLimits::new(limits.share));
    let budget = ResponseBudget {
        total: limits.response_bytes,
        per_connection: limits.connection_response_bytes,
        metrics: metrics.clone(),
    };
    let responder = Responder { router, crowded, proxies, requests, budget: Arc::new(budget) };
    let handler = Arc::new(ConnectionHandler { responder, limits, metrics, tls });
    let (stop_sender, stopping) = watch::channel(false);
    let mut stopped = pin!(stop());
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stopped => break,
        };
        let Some((stream, peer)) = accepted else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        prepare(&stream, handler.limits.rate.grace * 2);
        // a trusted proxy has no limit because its connections carry requests of many clients
        let counted_peer = (!handler.responder.proxies.trust(peer)).then(|| origin::counted_address(peer));
        let activity = Activity::begin(&handler.limits);
        let slot = slots.take(counted_peer, &activity);
        let (handler, stopping) = (handler.clone(), stopping.clone());
        tokio::spawn(async move { handler.handle(stream, peer, activity, slot, stopping).await });
    }
    drop((listener, stopping));
    stop_sender.send_replace(true);
    tokio::select! {
        () = stop_sender.closed() => {}
        () = sleep(drain_timeout) => tracing::warn!(timeout_seconds = drain_timeout.as_secs(), "shutdown timeout: aborting open requests"),
        () = stop() => tracing::warn!("second shutdown signal: aborting open requests"),
    }
}

/// Receives SIGTERM and Ctrl-C. Created before startup work, so that an early signal also causes an orderly shutdown.
pub struct ShutdownSignals {
    #[cfg(unix)]
    terminate: Option<Signal>,
}

impl ShutdownSignals {
    pub fn listen() -> Self {
        Self {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate()).ok(),
        }
    }

    /// Returns on the next signal.
    pub async fn next(&mut self) {
        let interrupt = async {
            if tokio::signal::ctrl_c().await.is_err() {
                pending::<()>().await;
            }
        };
        #[cfg(unix)]
        let terminate = async {
            match &mut self.terminate {
                Some(terminate) => drop(terminate.recv().await),
                None => pending().await,
            }
        };
        #[cfg(not(unix))]
        let terminate = pending::<()>();
        tokio::select! { () = interrupt => {}, () = terminate => {} }
    }
}

async fn accept(listener: &TcpListener) -> Option<(TcpStream, IpAddr)> {
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer.ip())),
        Err(error) => {
            tracing::warn!(%error, "accepting a connection failed");
            None
        }
    }
}

fn prepare(stream: &TcpStream, unacknowledged: Duration) {
    // responses are written completely, so Nagle's algorithm would only delay them
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    {
        let socket = socket2::SockRef::from(stream);
        let _ = socket.set_tcp_notsent_lowat(UNSENT_BYTES);
        // limits the time that the kernel keeps unacknowledged bytes of a closed connection
        let _ = socket.set_tcp_user_timeout(Some(unacknowledged));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = unacknowledged;
}

#[cfg(test)]
mod attack_tests;
#[cfg(test)]
mod limits_tests;
#[cfg(test)]
mod tests;
