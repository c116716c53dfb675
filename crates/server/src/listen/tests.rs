use super::*;
use axum::routing::get;
use std::{net::SocketAddr, time::Instant};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::Notify,
    task::JoinHandle,
    time::timeout,
};

const HEADER: Duration = Duration::from_millis(200);

struct Running {
    address: SocketAddr,
    stop: Arc<Notify>,
    ended: JoinHandle<()>,
}

async fn start(connections: u32) -> Running {
    let router = Router::new()
        .route("/now", get(|| async { "now" }))
        .route("/soon", get(async || (sleep(HEADER * 2).await, "soon").1));
    let limits = Limits { connections, header: HEADER, farewell: Duration::from_secs(5) };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = Arc::new(Notify::new());
    let asked = stop.clone();
    let ended = tokio::spawn(serve(listener, router, limits, async move || asked.notified().await));
    Running { address, stop, ended }
}

/// Sends `text`, then reads until the server closes; answers what came and how long that took.
async fn exchange(address: SocketAddr, text: &str) -> (String, Duration) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let began = Instant::now();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = String::new();
    let closed = timeout(Duration::from_secs(10), stream.read_to_string(&mut answer)).await;
    assert!(closed.is_ok(), "not closed after {:?}: {text:?} {answer:?}", began.elapsed());
    (answer, began.elapsed())
}

#[tokio::test]
async fn a_connection_without_a_whole_header_is_closed_in_time() {
    let server = start(8).await;
    let beginnings =
        ["", "G", "GET /now HTTP/1.1\r\nHost: x\r\n", "PRI * HTT", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"];
    for beginning in beginnings {
        let (answer, took) = exchange(server.address, beginning).await;
        assert!(!answer.contains("200 OK"), "{beginning:?} was answered {answer:?}");
        assert!(took >= HEADER && took < HEADER * 10, "{beginning:?} closed after {took:?}");
    }
}

#[tokio::test]
async fn an_idle_connection_is_closed_after_its_answer() {
    let server = start(8).await;
    let (answer, took) = exchange(server.address, "GET /now HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(answer.ends_with("now"), "{answer}");
    assert!(took >= HEADER && took < HEADER * 10, "closed after {took:?}");
}

#[tokio::test]
async fn an_answer_may_take_longer_than_a_header() {
    let server = start(8).await;
    let (answer, _) =
        exchange(server.address, "GET /soon HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(answer.ends_with("soon"), "{answer}");
}

#[tokio::test]
async fn one_connection_too_many_waits_for_its_turn() {
    let server = start(1).await;
    let first = TcpStream::connect(server.address).await.unwrap();
    let second = tokio::spawn(exchange(server.address, "GET /now HTTP/1.1\r\nHost: x\r\n\r\n"));
    sleep(HEADER / 4).await;
    assert!(!second.is_finished());
    drop(first);
    assert!(second.await.unwrap().0.ends_with("now"));
}

#[tokio::test]
async fn the_end_lets_requests_under_way_finish() {
    let server = start(8).await;
    let address = server.address;
    let under_way = tokio::spawn(exchange(address, "GET /soon HTTP/1.1\r\nHost: x\r\n\r\n"));
    sleep(HEADER).await;
    server.stop.notify_one();
    let (answer, _) = under_way.await.unwrap();
    assert!(answer.ends_with("soon"), "{answer}");
    timeout(Duration::from_secs(5), server.ended).await.unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_second_request_to_end_does_not_wait() {
    let server = start(8).await;
    let under_way = tokio::spawn(exchange(server.address, "GET /soon HTTP/1.1\r\nHost: x\r\n\r\n"));
    sleep(HEADER).await;
    server.stop.notify_one();
    sleep(HEADER / 4).await;
    assert!(!server.ended.is_finished());
    server.stop.notify_one();
    timeout(HEADER / 2, server.ended).await.unwrap().unwrap();
    under_way.abort();
}
