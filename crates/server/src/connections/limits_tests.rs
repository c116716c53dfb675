//! Tests of the default limits with a paused clock that advances when all tasks wait.

use super::*;
use crate::{certificate::ServerCertificate, config::TlsFiles};
use axum::{
    body::{Body, Bytes},
    routing::get,
};
use futures_util::{Stream, StreamExt, stream};
use hyper::{
    Request, Response,
    body::{Body as _, Frame, Incoming},
    client::conn::http2::{self, SendRequest},
};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use std::{path::Path, pin::Pin, sync::atomic::Ordering};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream},
    task::JoinHandle,
    time::Instant,
};

const SECOND: Duration = Duration::from_secs(1);
const LARGE: usize = 1 << 20;
/// Larger than two chunks.
const MIDDLE: usize = 40_000;

fn router() -> Router {
    Router::new()
        .route("/small", get(|| async { "small" }))
        .route("/middle", get(|| async { vec![b'x'; MIDDLE] }))
        .route("/large", get(|| async { vec![b'x'; LARGE] }))
        .route("/events", get(|| async { Body::from_stream(events()) }))
        .route("/waits", get(async || (sleep(SECOND * 600).await, "at last").1))
}

/// Streams one event immediately and one after ten minutes.
fn events() -> impl Stream<Item = Result<&'static str, std::convert::Infallible>> {
    let minutes = |text, minutes: u32| async move { (sleep(SECOND * 60 * minutes).await, Ok(text)).1 };
    stream::iter([("hello", 0), ("again", 10)]).then(move |(text, wait)| minutes(text, wait))
}

struct Connected {
    metrics: Arc<ConnectionMetrics>,
    started_at: Instant,
    /// Returns the end time of the connection.
    ended: JoinHandle<Instant>,
    _stop: watch::Sender<bool>,
}

impl Connected {
    /// Returns the seconds until the server closed the connection.
    async fn seconds(self) -> u64 {
        let ended = self.ended.await.unwrap();
        ended.duration_since(self.started_at).as_secs()
    }
}

/// Opens a connection with a buffer of 4 KiB in each direction.
fn connect() -> (DuplexStream, Connected) {
    connect_with(ConnectionLimits::for_connections(8))
}

fn connect_with(limits: ConnectionLimits) -> (DuplexStream, Connected) {
    connect_served(limits, None)
}

fn connect_served(limits: ConnectionLimits, tls: Option<Arc<ServerConfig>>) -> (DuplexStream, Connected) {
    let metrics = Arc::<ConnectionMetrics>::default();
    let activity = Activity::begin(&limits);
    let slot = ConnectionSlots::new(&limits, metrics.clone()).take(None, &activity);
    let requests = AddressLimits::new(limits.share);
    let (crowded, proxies) = (orderdock_api::overloaded(), TrustedProxies::default());
    let (total, per_connection) = (limits.response_bytes, limits.connection_response_bytes);
    let budget = Arc::new(ResponseBudget { total, per_connection, metrics: metrics.clone() });
    let responder = Responder { router: router(), crowded, proxies, requests, budget };
    let handler = ConnectionHandler { responder, limits, metrics: metrics.clone(), tls };
    let (client, other_end) = tokio::io::duplex(4 << 10);
    let (stop, stopping) = watch::channel(false);
    let peer = IpAddr::from([192, 0, 2, 1]);
    let serving = async move { handler.handle(other_end, peer, activity, slot, stopping).await };
    let ended = tokio::spawn(async move { (serving.await, Instant::now()).1 });
    (client, Connected { metrics, started_at: Instant::now(), ended, _stop: stop })
}

#[tokio::test(start_paused = true)]
async fn incomplete_handshake_is_closed() {
    let file = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name);
    let files = TlsFiles { certificate: file("server.pem"), key: file("server.key") };
    let tls = ServerCertificate::load(&files).unwrap().config().unwrap();
    for sent in [&[][..], &[0x16], &[0x16, 3, 1, 2, 0, 1]] {
        let limits = ConnectionLimits::for_connections(8);
        let (mut client, connected) = connect_served(limits, Some(tls.clone()));
        client.write_all(sent).await.unwrap();
        assert_eq!(connected.seconds().await, 10, "{sent:?}");
    }
}

/// Opens an HTTP/2 connection. The client responds to pings while the sender or a response exists.
async fn connect_http2(window: u32) -> (SendRequest<Body>, Connected) {
    connect_http2_with(ConnectionLimits::for_connections(8), window).await
}

async fn connect_http2_with(limits: ConnectionLimits, window: u32) -> (SendRequest<Body>, Connected) {
    let (client, connected) = connect_with(limits);
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder.timer(TokioTimer::new()).initial_stream_window_size(window);
    let (sender, connection) = builder.handshake(TokioIo::new(client)).await.unwrap();
    tokio::spawn(connection);
    (sender, connected)
}

async fn send_get(sender: &mut SendRequest<Body>, path: &str) -> Response<Incoming> {
    let request = Request::get(format!("http://x{path}")).body(Body::empty()).unwrap();
    sender.ready().await.unwrap();
    sender.send_request(request).await.unwrap()
}

async fn next_data(response: &mut Response<Incoming>) -> Option<Bytes> {
    Some(next_frame(response).await?.unwrap().into_data().unwrap())
}

async fn next_frame(response: &mut Response<Incoming>) -> Option<Result<Frame<Bytes>, hyper::Error>> {
    std::future::poll_fn(|context| Pin::new(response.body_mut()).poll_frame(context)).await
}

async fn send(client: &mut DuplexStream, path: &str) {
    client.write_all(format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).await.unwrap();
}

/// Reads until the response ends with `end`.
async fn read_until(client: &mut DuplexStream, end: &str) -> String {
    let mut seen = String::new();
    while !seen.ends_with(end) {
        let mut buffer = [0; 512];
        let read = client.read(&mut buffer).await.unwrap();
        assert!(read > 0, "closed after {seen:?}");
        seen.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
    }
    seen
}

#[tokio::test(start_paused = true)]
async fn client_that_reads_nothing_is_closed() {
    let (mut client, connected) = connect();
    for _ in 0..30 {
        send(&mut client, "/large").await;
    }
    let metrics = connected.metrics.clone();
    sleep(SECOND).await;
    assert_eq!(metrics.open.load(Ordering::Relaxed), 1);
    assert_eq!(connected.seconds().await, 10);
    assert_eq!((metrics.stalled.load(Ordering::Relaxed), metrics.open.load(Ordering::Relaxed)), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn client_that_never_opens_window_is_closed() {
    for (path, window) in [
        ("/small", 1),
        ("/small", 4),
        ("/middle", 1),
        ("/middle", 39_999),
        ("/middle", 16_384),
        ("/large", 65_535),
    ] {
        let (mut sender, connected) = connect_http2(window).await;
        let response = send_get(&mut sender, path).await;
        let metrics = connected.metrics.clone();
        assert_eq!(connected.seconds().await, 10, "{path} with a window of {window}");
        assert_eq!(metrics.stalled.load(Ordering::Relaxed), 1);
        drop((response, sender));
    }
}

#[tokio::test(start_paused = true)]
async fn response_within_window_is_not_stalled() {
    let window = u32::try_from(MIDDLE).unwrap();
    let (mut sender, connected) = connect_http2(window).await;
    let response = send_get(&mut sender, "/middle").await;
    assert_eq!(connected.seconds().await, 60, "idle");
    drop((response, sender));
}

#[tokio::test(start_paused = true)]
async fn client_at_minimum_rate_is_served() {
    let (mut client, connected) = connect();
    send(&mut client, "/large").await;
    let mut total = 0;
    let mut buffer = vec![0; 16 << 10];
    while total < LARGE {
        // reads of 4 KiB: 18 KiB per second
        sleep(SECOND * 2 / 9).await;
        total += client.read(&mut buffer).await.unwrap();
    }
    assert!(connected.started_at.elapsed() > SECOND * 50);
    send(&mut client, "/small").await;
    read_until(&mut client, "small").await;
}

#[tokio::test(start_paused = true)]
async fn client_below_minimum_rate_is_closed() {
    let (mut client, connected) = connect();
    send(&mut client, "/large").await;
    let taking = tokio::spawn(async move {
        let mut buffer = vec![0; 16 << 10];
        // 8 KiB per second reduce the grace by half a second per second
        while client.read(&mut buffer).await.is_ok_and(|read| read > 0) {
            sleep(SECOND / 2).await;
        }
    });
    let seconds = connected.seconds().await;
    assert!((18..=22).contains(&seconds), "{seconds}");
    taking.await.unwrap();

    let (mut sender, connected) = connect_http2(20_000).await;
    let mut response = send_get(&mut sender, "/large").await;
    let taking = tokio::spawn(async move {
        while let Some(Ok(_)) = next_frame(&mut response).await {
            sleep(SECOND).await;
        }
    });
    let seconds = connected.seconds().await;
    assert!((10..=25).contains(&seconds), "{seconds}");
    taking.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn connection_at_its_byte_limit_processes_no_further_request() {
    let (mut sender, connected) = connect_http2(0).await;
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(send_get(&mut sender, "/large").await);
    }
    let buffered = || connected.metrics.response_bytes.load(Ordering::Relaxed);
    assert_eq!(buffered(), 4 << 20);
    let further = Request::get("http://x/small").body(Body::empty()).unwrap();
    let further = sender.send_request(further);
    assert!(tokio::time::timeout(SECOND * 5, further).await.is_err());
    drop(held);
    send_get(&mut sender, "/small").await;
    assert!(buffered() < 10);
}

#[tokio::test(start_paused = true)]
async fn responses_above_total_byte_limit_are_rejected() {
    for limit in [2 << 20, 5 << 19] {
        let limits = ConnectionLimits { response_bytes: limit, ..ConnectionLimits::for_connections(8) };
        let (mut sender, connected) = connect_http2_with(limits, 0).await;
        let mut held = Vec::new();
        for expected in [200, 200, 503, 503] {
            let response = send_get(&mut sender, "/large").await;
            assert_eq!(response.status(), expected, "of {limit}");
            held.push(response);
        }
        assert_eq!(held.pop().unwrap().headers()["retry-after"], "5");
        assert_eq!(connected.metrics.responses_rejected.load(Ordering::Relaxed), 2);
        let buffered = connected.metrics.response_bytes.load(Ordering::Relaxed);
        assert!((2 << 20..(2 << 20) + 4_000).contains(&buffered), "{buffered}: rejections are small");
    }
}

#[tokio::test(start_paused = true)]
async fn window_opened_at_minimum_rate_is_served() {
    let (mut sender, connected) = connect_http2(20_000).await;
    let mut response = send_get(&mut sender, "/large").await;
    let mut total = 0;
    while total < LARGE {
        sleep(SECOND * 4 / 5).await;
        // clients update their window when half of it is used
        let half = LARGE.min(total + 10_000);
        while total < half {
            total += next_data(&mut response).await.unwrap().len();
        }
    }
    assert!(connected.started_at.elapsed() > SECOND * 30);
    assert!(next_data(&mut response).await.is_none());
}

#[tokio::test(start_paused = true)]
async fn event_streams_and_slow_requests_are_not_idle() {
    let (mut client, connected) = connect();
    send(&mut client, "/events").await;
    read_until(&mut client, "again\r\n0\r\n\r\n").await;
    send(&mut client, "/waits").await;
    read_until(&mut client, "at last").await;
    assert_eq!(connected.started_at.elapsed().as_secs(), 1200);

    let (mut sender, connected) = connect_http2(65_535).await;
    let mut events = send_get(&mut sender, "/events").await;
    for expected in ["h", "a"] {
        assert_eq!(next_data(&mut events).await.unwrap().slice(..1), expected);
        // the last byte is a chunk of its own
        next_data(&mut events).await.unwrap();
    }
    send_get(&mut sender, "/waits").await;
    assert_eq!(connected.started_at.elapsed().as_secs(), 1200);
}

#[tokio::test(start_paused = true)]
async fn idle_connection_is_closed() {
    let (mut client, connected) = connect();
    send(&mut client, "/small").await;
    read_until(&mut client, "small").await;
    assert_eq!(connected.seconds().await, 60);

    let (mut sender, connected) = connect_http2(65_535).await;
    drop(send_get(&mut sender, "/small").await);
    assert_eq!(connected.seconds().await, 60);
}

#[tokio::test(start_paused = true)]
async fn connection_with_incomplete_headers_is_closed() {
    let beginnings =
        ["", "G", "GET /small HTTP/1.1\r\nHost: x\r\n", "PRI * HTT", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"];
    for beginning in beginnings {
        let (mut client, connected) = connect();
        client.write_all(beginning.as_bytes()).await.unwrap();
        assert_eq!(connected.seconds().await, 10, "{beginning:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn incomplete_headers_of_second_request_are_closed() {
    let (mut client, connected) = connect();
    send(&mut client, "/small").await;
    read_until(&mut client, "small").await;
    sleep(SECOND * 30).await;
    client.write_all(b"GET /small HTTP/1.1\r\n").await.unwrap();
    assert_eq!(connected.seconds().await, 40);
}

#[tokio::test(start_paused = true)]
async fn connection_above_maximum_age_accepts_no_request() {
    let (mut client, connected) = connect();
    for minute in 0..60 {
        send(&mut client, "/small").await;
        let response = read_until(&mut client, "small").await;
        assert!(!response.contains("connection: close"), "{minute}: {response}");
        sleep(SECOND * 59).await;
    }
    // the last request starts before the maximum age and ends after it
    send(&mut client, "/waits").await;
    let mut rest = String::new();
    client.read_to_string(&mut rest).await.unwrap();
    assert!(rest.ends_with("at last"), "{rest}");
    assert!(rest.contains("connection: close"), "{rest}");
    assert_eq!(connected.seconds().await, 59 * 60 + 600);

    let (mut sender, connected) = connect_http2(65_535).await;
    for _ in 0..60 {
        send_get(&mut sender, "/small").await;
        sleep(SECOND * 59).await;
    }
    let mut events = send_get(&mut sender, "/events").await;
    sleep(SECOND * 90).await;
    let further = Request::get("http://x/small").body(Body::empty()).unwrap();
    assert!(sender.send_request(further).await.is_err());
    while next_data(&mut events).await.is_some() {}
    assert_eq!(connected.seconds().await, 60 * 59 + 600, "active requests finish first");
}
