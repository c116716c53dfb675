//! Accepting connections: how many, for how long, and how they end.

mod activity;
mod answers;
mod budget;
mod connection;
mod handshake;
mod origin;
mod pace;
mod places;
mod stream;

pub use origin::TrustedProxies;

use activity::Activity;
use answers::Answers;
use axum::Router;
use budget::ResponseBudget;
use connection::Served;
use orderdock_app::ConnectionMetrics;
use pace::ResponsePace;
use places::{ConnectionPlaces, Shares};
use rustls::ServerConfig;
use std::{future::pending, net::IpAddr, pin::pin, sync::Arc, time::Duration};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::sleep,
};

/// Waited after an accept failed, most likely because the process has no file descriptor left.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// Places for questions that are always answered.
pub const RESERVE: u32 = 32;
/// Bytes that the system keeps for a client before it says that it takes no more; with its own buffer, which grows to
/// megabytes, a client on a thin line would seem to take nothing for minutes.
#[cfg(target_os = "linux")]
const UNSENT_BYTES: u32 = 128 << 10;

/// What a client may take of this server.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Connections at the same time, and beside them:
    pub connections: u32,
    /// Those that only `health`, `ready` and `metrics` are answered on.
    pub reserve: u32,
    /// Connections of one peer; behind trusted proxies, requests under way of one client.
    pub share: u32,
    /// Until the header of a request is there, counted from the connection or its first byte; with TLS the first one
    /// includes the handshake.
    pub header: Duration,
    /// How fast bytes of responses must be taken.
    pub pace: ResponsePace,
    /// Without a request under way.
    pub idle: Duration,
    /// After this a connection takes no new request.
    pub age: Duration,
    /// For a connection in the reserve, whatever it does.
    pub reserve_time: Duration,
    /// For the requests under way once the server is to end.
    pub farewell: Duration,
    /// Younger connections are not closed for others while their request is on its way or worked on.
    pub settled_after: Duration,
    /// Bytes of responses that clients have not taken, for all connections.
    pub response_bytes: u64,
    /// Of those, what a connection may hold before it begins another request.
    pub connection_response_bytes: u64,
}

impl ConnectionLimits {
    /// The usual limits, for so many connections.
    pub const fn for_connections(connections: u32) -> Self {
        Self {
            connections,
            reserve: RESERVE,
            share: connections - connections / 4,
            header: Duration::from_secs(10),
            pace: ResponsePace { grace: Duration::from_secs(10), bytes_per_second: 16 << 10 },
            idle: Duration::from_mins(1),
            age: Duration::from_hours(1),
            reserve_time: Duration::from_secs(5),
            farewell: Duration::from_secs(20),
            settled_after: Duration::from_secs(2),
            response_bytes: 256 << 20,
            connection_response_bytes: 4 << 20,
        }
    }
}

/// Serves until it is asked to stop; then accepts nothing more, lets the requests under way finish and returns.
/// Asked a second time, it does not wait for them.
pub async fn serve(
    listener: TcpListener,
    tls: Option<Arc<ServerConfig>>,
    router: Router,
    limits: ConnectionLimits,
    proxies: TrustedProxies,
    metrics: Arc<ConnectionMetrics>,
    stop: impl AsyncFn(),
) {
    let places = ConnectionPlaces::new(&limits, metrics.clone());
    let farewell = limits.farewell;
    let (crowded, requests) = (orderdock_api::overloaded(), Shares::new(limits.share));
    let budget = ResponseBudget {
        total: limits.response_bytes,
        of_a_connection: limits.connection_response_bytes,
        metrics: metrics.clone(),
    };
    let answers = Answers { router, crowded, proxies, requests, budget: Arc::new(budget) };
    let served = Arc::new(Served { answers, limits, metrics, tls });
    let (ask_to_stop, stopping) = watch::channel(false);
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
        prepare(&stream, served.limits.pace.grace * 2);
        // many clients share the connections of a proxy
        let counted = (!served.answers.proxies.trust(peer)).then(|| origin::counted_by(peer));
        let activity = Activity::begin(&served.limits);
        let place = places.take(counted, &activity);
        let (served, stopping) = (served.clone(), stopping.clone());
        tokio::spawn(async move { served.connection(stream, peer, activity, place, stopping).await });
    }
    drop((listener, stopping));
    ask_to_stop.send_replace(true);
    tokio::select! {
        () = ask_to_stop.closed() => {}
        () = sleep(farewell) => tracing::warn!(timeout_seconds = farewell.as_secs(), "shutdown timeout: aborting open requests"),
        () = stop() => tracing::warn!("second shutdown signal: aborting open requests"),
    }
}

/// Hears that the process is asked to end, by SIGTERM or Ctrl-C, from when it is made: also who is asked at the very
/// beginning ends in order.
pub struct StopSignals {
    #[cfg(unix)]
    terminate: Option<Signal>,
}

impl StopSignals {
    pub fn hear() -> Self {
        Self {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate()).ok(),
        }
    }

    /// Done when the process is asked once more.
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
    // Answers are written whole; waiting for more to send with them would only delay them.
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    {
        let socket = socket2::SockRef::from(stream);
        let _ = socket.set_tcp_notsent_lowat(UNSENT_BYTES);
        // what is left to the system when a connection is closed has no longer either
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
