//! Tests over real sockets. Long timeouts are tested in `limits_tests` with a paused clock.

use super::*;
use axum::extract::Request;
use axum::routing::get;
use orderdock_api::ClientAddress;
use std::{net::SocketAddr, time::Instant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::Notify,
    task::JoinHandle,
    time::timeout,
};

const HEADER: Duration = Duration::from_millis(200);
const TEST_TIMEOUT: Duration = Duration::from_mins(1);
const NOW: &str = "GET /now HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const HEALTH: &str = "GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

struct Running {
    address: SocketAddr,
    /// Notified when a slow request starts.
    request_started: Arc<Notify>,
    stop: Arc<Notify>,
    ended: JoinHandle<()>,
}

fn limits(connections: u32) -> ConnectionLimits {
    // timeouts that a test does not check must never expire
    let limits = ConnectionLimits::for_connections(connections);
    ConnectionLimits {
        header: TEST_TIMEOUT,
        idle: TEST_TIMEOUT,
        reserve_timeout: TEST_TIMEOUT,
        drain_timeout: TEST_TIMEOUT * 2,
        ..limits
    }
}

async fn start(connections: u32) -> Running {
    start_with(limits(connections), &[]).await
}

async fn start_with(limits: ConnectionLimits, proxies: &[&str]) -> Running {
    let request_started = Arc::new(Notify::new());
    let [begins, never_begins] = [request_started.clone(), request_started.clone()];
    let soon = async move || (begins.notify_one(), sleep(HEADER).await, "soon").2;
    let never = async move || (never_begins.notify_one(), std::future::pending::<()>().await).1;
    let router = Router::new()
        .route("/now", get(|| async { "now" }))
        .route("/api/health", get(|| async { "alive" }))
        .route("/who", get(async |request: Request| ClientAddress::of(request.extensions()).0.to_string()))
        .route("/never", get(never))
        .route("/soon", get(soon));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = Arc::new(Notify::new());
    let stop_requested = stop.clone();
    let proxies = TrustedProxies(proxies.iter().map(|network| network.parse().unwrap()).collect());
    let stop_when = async move || stop_requested.notified().await;
    let ended = tokio::spawn(serve(listener, None, router, limits, proxies, Arc::default(), stop_when));
    Running { address, request_started, stop, ended }
}

/// Sends `text`, reads until the server closes, and returns the response and the duration.
async fn exchange(address: SocketAddr, text: &str) -> (String, Duration) {
    exchange_over(TcpStream::connect(address).await.unwrap(), text).await
}

async fn exchange_over(mut stream: TcpStream, text: &str) -> (String, Duration) {
    let began = Instant::now();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut response = String::new();
    let closed = timeout(TEST_TIMEOUT, stream.read_to_string(&mut response)).await;
    assert!(closed.is_ok(), "not closed after {:?}: {text:?} {response:?}", began.elapsed());
    (response, began.elapsed())
}

/// Repeats a request until the response contains `part`.
async fn request_until(address: SocketAddr, text: &str, part: &str) {
    let requesting = async { while !exchange(address, text).await.0.contains(part) {} };
    assert!(timeout(TEST_TIMEOUT, requesting).await.is_ok(), "{text:?} was never answered with {part:?}");
}

/// Formats a request that a proxy forwards for a client.
fn forwarded(path: &str, client: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {client}\r\nConnection: close\r\n\r\n")
}

#[tokio::test]
async fn connection_with_incomplete_headers_is_closed() {
    let server = start_with(ConnectionLimits { header: HEADER, ..limits(8) }, &[]).await;
    let (response, took) = exchange(server.address, "GET /now HTTP/1.1\r\nHost: x\r\n").await;
    assert!(response.is_empty() && took >= HEADER, "{response} {took:?}");
}

#[tokio::test]
async fn connection_above_limit_serves_health_only() {
    let server = start_with(limits(1), &[]).await;
    let first = TcpStream::connect(server.address).await.unwrap();
    let (response, _) = exchange(server.address, NOW).await;
    assert!(response.starts_with("HTTP/1.1 503"), "{response}");
    for part in ["retry-after: 5\r\n", "connection: close\r\n", "\"server.full\""] {
        assert!(response.contains(part), "{part} in {response}");
    }
    let (response, _) = exchange(server.address, HEALTH).await;
    assert!(response.ends_with("alive"), "{response}");
    drop(first);
    request_until(server.address, NOW, "200 OK").await;
}

#[tokio::test]
async fn idle_connections_do_not_block_the_reserve() {
    let server = start_with(ConnectionLimits { reserve: 2, ..limits(1) }, &[]).await;
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(TcpStream::connect(server.address).await.unwrap());
    }
    let (response, _) = exchange(server.address, HEALTH).await;
    assert!(response.ends_with("alive"), "{response}");
}

#[tokio::test]
async fn connection_in_reserve_is_closed_after_timeout() {
    let short = ConnectionLimits { reserve_timeout: HEADER, ..limits(1) };
    let server = start_with(short, &[]).await;
    let _first = TcpStream::connect(server.address).await.unwrap();
    let (response, took) = exchange(server.address, "GET /api/health HTTP/1.1\r\n").await;
    assert!(response.is_empty() && took >= HEADER, "{response} {took:?}");
}

/// Linux only: other systems cannot bind to a second loopback address.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn peer_at_its_limit_leaves_connections_to_others() {
    let server = start_with(ConnectionLimits { share: 3, ..limits(4) }, &[]).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(TcpStream::connect(server.address).await.unwrap());
    }
    let (response, _) = exchange(server.address, NOW).await;
    assert!(response.starts_with("HTTP/1.1 503"), "{response}");
    let other = tokio::net::TcpSocket::new_v4().unwrap();
    other.bind(([127, 0, 0, 2], 0).into()).unwrap();
    let (response, _) = exchange_over(other.connect(server.address).await.unwrap(), NOW).await;
    assert!(response.ends_with("now"), "{response}");
}

#[tokio::test]
async fn requests_of_client_behind_proxy_are_limited() {
    let server = start_with(ConnectionLimits { share: 2, ..limits(8) }, &["127.0.0.0/8"]).await;
    let address = server.address;
    let get = async |path: &str, client: &str| exchange(address, &forwarded(path, client)).await.0;
    let mut waiting = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(forwarded("/never", "203.0.113.9").as_bytes()).await.unwrap();
        waiting.push(stream);
    }
    request_until(address, &forwarded("/now", "203.0.113.9"), "HTTP/1.1 429").await;
    let rejected = get("/now", "198.51.100.1, 203.0.113.9").await;
    assert!(
        rejected.contains("retry-after: 5\r\n") && rejected.contains("\"address.too_many\""),
        "{rejected}"
    );
    assert!(get("/api/health", "203.0.113.9").await.ends_with("alive"));
    assert!(get("/now", "203.0.113.10").await.ends_with("now"), "another client has a share of its own");
    assert!(get("/now", "127.0.0.1").await.ends_with("now"), "the proxy itself has none");
    drop(waiting);
    request_until(address, &forwarded("/now", "203.0.113.9"), "200 OK").await;
}

#[tokio::test]
async fn request_has_the_client_address() {
    let request = forwarded("/who", "198.51.100.1, 203.0.113.9");
    for (proxies, expected) in [(&[][..], "127.0.0.1"), (&["127.0.0.1/32"], "203.0.113.9")] {
        let server = start_with(limits(8), proxies).await;
        let (response, _) = exchange(server.address, &request).await;
        assert!(response.ends_with(&format!("\r\n\r\n{expected}")), "{response}");
    }
}

#[tokio::test]
async fn shutdown_waits_for_active_requests() {
    let server = start(8).await;
    let address = server.address;
    let active_request = tokio::spawn(exchange(address, "GET /soon HTTP/1.1\r\nHost: x\r\n\r\n"));
    server.request_started.notified().await;
    server.stop.notify_one();
    let (response, _) = active_request.await.unwrap();
    assert!(response.ends_with("soon"), "{response}");
    timeout(TEST_TIMEOUT, server.ended).await.unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn second_shutdown_signal_aborts_active_requests() {
    let server = start(8).await;
    let active_request = tokio::spawn(exchange(server.address, "GET /never HTTP/1.1\r\nHost: x\r\n\r\n"));
    server.request_started.notified().await;
    server.stop.notify_one();
    // shutdown has started when connections are refused
    while TcpStream::connect(server.address).await.is_ok() {
        sleep(HEADER / 10).await;
    }
    assert!(!server.ended.is_finished());
    server.stop.notify_one();
    timeout(TEST_TIMEOUT, server.ended).await.unwrap().unwrap();
    active_request.abort();
}
