//! Denial-of-service attacks on the real API over real sockets: many connections request large responses and read nothing.

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
/// More than the limit plus the reserve.
const ATTACKERS: usize = 40;
const TEST_TIMEOUT: Duration = Duration::from_mins(2);
const LARGE: &str = "/api/openapi.json";

struct Attacked {
    address: SocketAddr,
    metrics: Arc<ConnectionMetrics>,
    _app: TestApp,
}

async fn start() -> Attacked {
    let app = TestApp::start().await;
    let router = orderdock_api::router(app.services.clone(), orderdock_api::Options::default());
    let metrics = app.services.metrics.connections.clone();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let limits = ConnectionLimits {
        rate: MinimumRate { grace: Duration::from_secs(4), bytes_per_second: 16 << 10 },
        reserve: 8,
        ..ConnectionLimits::for_connections(CONNECTIONS)
    };
    let never = std::future::pending::<()>;
    tokio::spawn(serve(listener, None, router, limits, TrustedProxies::default(), metrics.clone(), never));
    Attacked { address, metrics, _app: app }
}

impl Attacked {
    /// Returns the complete response, or an empty text if the connection was closed.
    async fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let text = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let _ = stream.write_all(text.as_bytes()).await;
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response).await;
        String::from_utf8(response).unwrap()
    }

    /// Asserts that health, readiness and metrics are served during the attack, and all paths after the attackers are closed.
    async fn assert_available(&self) {
        let share = u64::from(ConnectionLimits::for_connections(CONNECTIONS).share);
        let too_many = || self.metrics.over_share.load(Ordering::Relaxed);
        self.wait_until("limit per peer reached", async || too_many() > 0).await;
        for path in ["/api/health", "/api/v1/ready", "/metrics"] {
            self.wait_until(path, async || self.get(path).await.starts_with("HTTP/1.1 200")).await;
        }
        let count = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        let ended = || count(&self.metrics.stalled) + count(&self.metrics.displaced);
        self.wait_until("attackers closed", async || ended() >= share).await;
        self.wait_until("all paths served", async || {
            self.get("/api/openapi.json").await.starts_with("HTTP/1.1 200")
        })
        .await;
    }

    async fn wait_until(&self, condition: &str, holds: impl AsyncFn() -> bool) {
        let waiting = async {
            while !holds().await {
                sleep(Duration::from_millis(20)).await;
            }
        };
        assert!(timeout(TEST_TIMEOUT, waiting).await.is_ok(), "{condition}: {:?}", self.metrics);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn server_stays_available_with_clients_that_read_nothing() {
    let server = start().await;
    let requests = format!("GET {LARGE} HTTP/1.1\r\nHost: x\r\n\r\n").repeat(30);
    let mut attackers = Vec::new();
    for _ in 0..ATTACKERS {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        // a connection in the reserve may already be closed
        let _ = stream.write_all(requests.as_bytes()).await;
        attackers.push(stream);
    }
    server.assert_available().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_stays_available_with_clients_that_open_no_window() {
    let server = start().await;
    let attacks = (0..ATTACKERS).map(|_| request_with_closed_window(server.address));
    let attackers = futures_util::future::join_all(attacks).await;
    assert!(attackers.iter().flatten().count() > 0);
    server.assert_available().await;
}

/// Sends a request over HTTP/2 with a window of one byte, and only responds to pings afterwards.
async fn request_with_closed_window(
    address: SocketAddr,
) -> Option<(http2::SendRequest<String>, Response<Incoming>)> {
    let stream = TcpStream::connect(address).await.ok()?;
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder.timer(TokioTimer::new()).initial_stream_window_size(1);
    let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(connection);
    let request = Request::get("http://x/docs/problems").body(String::new()).unwrap();
    let response = sender.send_request(request).await.ok()?;
    Some((sender, response))
}
