//! Attacks on the real interface over real sockets, in small: many connections ask for much and take nothing.

use super::*;
use hyper::{Request, Response, body::Incoming, client::conn::http2};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use orderdock_testkit::TestApp;
use std::{net::SocketAddr, sync::atomic::Ordering};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::timeout,
};

const CONNECTIONS: u32 = 24;
/// More than there are places for.
const ATTACKERS: usize = 40;
const PATIENCE: Duration = Duration::from_mins(2);
const LARGE: &str = "/api/openapi.json";

struct Attacked {
    address: SocketAddr,
    metrics: Arc<ConnectionMetrics>,
    _app: TestApp,
}

async fn start() -> Attacked {
    let services = TestApp::start().await;
    let router = orderdock_api::router(services.services.clone(), orderdock_api::Options::default());
    let metrics = services.services.metrics.connections.clone();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let limits = ConnectionLimits {
        pace: ResponsePace { grace: Duration::from_secs(4), bytes_per_second: 16 << 10 },
        reserve: 8,
        ..ConnectionLimits::for_connections(CONNECTIONS)
    };
    let never = std::future::pending::<()>;
    tokio::spawn(serve(listener, None, router, limits, TrustedProxies::default(), metrics.clone(), never));
    Attacked { address, metrics, _app: services }
}

impl Attacked {
    /// The whole answer; empty if the connection was taken away.
    async fn ask(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let text = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let _ = stream.write_all(text.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8(answer).unwrap()
    }

    /// Health, readiness and metrics are answered while the share is held, and everything once the time has passed.
    async fn withstands(&self) {
        let share = u64::from(ConnectionLimits::for_connections(CONNECTIONS).share);
        let too_many = || self.metrics.over_share.load(Ordering::Relaxed);
        self.until("the share is held", async || too_many() > 0).await;
        for path in ["/api/health", "/api/v1/ready", "/metrics"] {
            self.until(path, async || self.ask(path).await.starts_with("HTTP/1.1 200")).await;
        }
        let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        let ended = || count(&self.metrics.stalled) + count(&self.metrics.displaced);
        self.until("the attackers are ended", async || ended() >= share).await;
        self.until("all is answered", async || {
            self.ask("/api/openapi.json").await.starts_with("HTTP/1.1 200")
        })
        .await;
    }

    async fn until(&self, what: &str, is_so: impl AsyncFn() -> bool) {
        let waiting = async {
            while !is_so().await {
                sleep(Duration::from_millis(20)).await;
            }
        };
        assert!(timeout(PATIENCE, waiting).await.is_ok(), "{what}: {:?}", self.metrics);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_that_do_not_read_are_withstood() {
    let server = start().await;
    let asked = format!("GET {LARGE} HTTP/1.1\r\nHost: x\r\n\r\n").repeat(30);
    let mut attackers = Vec::new();
    for _ in 0..ATTACKERS {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        // one in the reserve may be closed by now
        let _ = stream.write_all(asked.as_bytes()).await;
        attackers.push(stream);
    }
    server.withstands().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn windows_that_stay_shut_are_withstood() {
    let server = start().await;
    let attacks = (0..ATTACKERS).map(|_| shut_window(server.address));
    let attackers = futures_util::future::join_all(attacks).await;
    assert!(attackers.iter().flatten().count() > 0);
    server.withstands().await;
}

/// Asks over HTTP/2, and from then on only answers pings.
async fn shut_window(address: SocketAddr) -> Option<(http2::SendRequest<String>, Response<Incoming>)> {
    let stream = TcpStream::connect(address).await.ok()?;
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder.timer(TokioTimer::new()).initial_stream_window_size(1);
    let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(connection);
    let request = Request::get("http://x/docs/problems").body(String::new()).unwrap();
    let answer = sender.send_request(request).await.ok()?;
    Some((sender, answer))
}
