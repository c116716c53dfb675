//! Small denial-of-service attacks over HTTP on the running binary: directly and through nginx, over HTTP/1.1 and
//! HTTP/2.

use crate::{
    nginx::Nginx,
    running::{Server, demo_token},
};
use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};

const HTTP2_CONNECTIONS: usize = 60;
const HTTP2_STREAMS: usize = 64;
/// Maximum resident memory during an attack.
const MAX_MIB: u64 = 300;
/// Unauthenticated requests; the last one is an error.
const PATHS: [&str; 5] = ["/docs/", "/docs/problems", "/api/openapi.json", "/", "/api/sales/order"];
const ATTACKER: [u8; 4] = [127, 0, 0, 2];
const ME: [u8; 4] = [127, 0, 0, 9];
const CODINGS: [&str; 3] = ["identity", "gzip", "zstd"];

/// Opens an unencrypted HTTP/2 connection that gives each stream a window of `window` bytes.
async fn http2(from: [u8; 4], to: SocketAddr, window: u32) -> Option<TcpStream> {
    let mut stream = connect(from, to).await?;
    let mut bytes = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    let [a, b, c, d] = window.to_be_bytes();
    // SETTINGS_INITIAL_WINDOW_SIZE
    bytes.extend(frame(4, 0, 0, &[0, 4, a, b, c, d]));
    stream.write_all(&bytes).await.ok()?;
    Some(stream)
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let [_, a, b, c] = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut frame = vec![a, b, c, kind, flags];
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// Returns the HEADERS frame of a complete GET request: names are in HPACK's static table, values are literals.
fn request(stream: u32, path: &str, coding: &str) -> Vec<u8> {
    let mut block = vec![0x82, 0x86, 0x01, 1, b'x', 0x04];
    for (name, value) in [(&[][..], path), (&[0x0f, 1], coding)] {
        block.extend(name);
        block.push(u8::try_from(value.len()).unwrap());
        block.extend(value.as_bytes());
    }
    // END_STREAM and END_HEADERS
    frame(1, 5, stream, &block)
}

fn window_update(stream: u32, bytes: u32) -> Vec<u8> {
    frame(8, 0, stream, &bytes.to_be_bytes())
}

async fn connect(from: [u8; 4], to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind((from, 0).into()).ok()?;
    socket.connect(to).await.ok()
}

/// Sends a request on a new connection from an address of this machine. Returns `None` unless the response is complete.
async fn status(from: [u8; 4], to: SocketAddr, path: &str) -> Option<u16> {
    let mut stream = connect(from, to).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await.ok()?;
    let text = String::from_utf8_lossy(&response);
    text.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
}

async fn assert_status(to: SocketAddr, path: &str, expected: u16, within: Duration) {
    let started = Instant::now();
    let mut seen = Vec::new();
    while started.elapsed() < within {
        let status = timeout(Duration::from_secs(5), status(ME, to, path)).await.ok().flatten();
        if status == Some(expected) {
            return;
        }
        seen.push(status);
        sleep(Duration::from_millis(100)).await;
    }
    panic!("{path} never answered {expected}: {seen:?}");
}

fn address(server: &Server) -> SocketAddr {
    server.url.trim_start_matches("http://").parse().unwrap()
}

/// Returns the paths that need no authentication, including the largest file.
async fn paths(server: &Server) -> Vec<String> {
    let page = server.get("/docs/").send().await.unwrap().text().await.unwrap();
    let script = page.split('"').find(|word| word.ends_with("swagger-ui-bundle.js")).unwrap();
    PATHS.into_iter().chain([script]).map(str::to_owned).collect()
}

/// Requests all unauthenticated paths over HTTP/2 with closed windows.
async fn request_with_closed_windows(to: SocketAddr, paths: &[String]) -> Vec<TcpStream> {
    let mut held = Vec::new();
    for number in 0..HTTP2_CONNECTIONS {
        let coding = CODINGS[number % CODINGS.len()];
        let mut stream = http2(ATTACKER, to, 0).await.unwrap();
        let requests = (0..HTTP2_STREAMS)
            .zip((1..).step_by(2))
            .map(|(at, id)| request(id, &paths[at % paths.len()], coding));
        stream.write_all(&requests.flatten().collect::<Vec<_>>()).await.unwrap();
        held.push(stream);
    }
    held
}

/// Pipelines requests without reading the responses.
async fn request_in_pipelines(to: SocketAddr, paths: &[String], connections: usize) -> Vec<TcpStream> {
    let mut held = Vec::new();
    for number in 0..connections {
        let mut stream = connect(ATTACKER, to).await.unwrap();
        let coding = CODINGS[number % CODINGS.len()];
        let requests = paths
            .iter()
            .map(|path| format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: {coding}\r\n\r\n"));
        let _ = stream.write_all(requests.collect::<String>().repeat(20).as_bytes()).await;
        held.push(stream);
    }
    held
}

fn assert_memory_is_bounded(server: &Server, attack: &str) {
    let peak = server.peak_mib();
    eprintln!("{attack}: {peak} MiB");
    assert!(peak < MAX_MIB, "{attack}: {peak} MiB resident");
}

#[tokio::test(flavor = "multi_thread")]
async fn http2_without_windows_takes_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve", "--data-dir", "d"]);
    let held = request_with_closed_windows(address(&server), &paths(&server).await).await;
    assert_eq!(held.len(), HTTP2_CONNECTIONS);
    for path in ["/api/health", "/api/ready", "/api/openapi.json"] {
        assert_status(address(&server), path, 200, Duration::from_secs(30)).await;
    }
    sleep(Duration::from_secs(3)).await;
    assert_memory_is_bounded(&server, "HTTP/2");
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn http1_pipelines_take_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve", "--data-dir", "d"]);
    let held = request_in_pipelines(address(&server), &paths(&server).await, 300).await;
    for path in ["/api/health", "/api/ready", "/api/openapi.json"] {
        assert_status(address(&server), path, 200, Duration::from_secs(30)).await;
    }
    sleep(Duration::from_secs(3)).await;
    assert_memory_is_bounded(&server, "HTTP/1.1");
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn attacks_through_nginx_take_bounded_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve", "--data-dir", "d", "--behind-proxy"]);
    let nginx = Nginx::start(folder.path(), address(&server)).await;
    let paths = paths(&server).await;
    let windows = request_with_closed_windows(nginx.http2, &paths).await;
    let pipelines = request_in_pipelines(nginx.http1, &paths, 100).await;
    for path in ["/api/health", "/api/ready"] {
        assert_status(nginx.http1, path, 200, Duration::from_secs(30)).await;
    }
    sleep(Duration::from_secs(3)).await;
    assert_memory_is_bounded(&server, "nginx");
    drop((windows, pipelines));
    assert_status(nginx.http1, "/api/openapi.json", 200, Duration::from_secs(30)).await;
}

/// Occupies connection slots: each connection opens the window by one byte periodically, each time for another stream.
async fn open_windows_slowly(to: SocketAddr, window: u32) {
    for from in [ATTACKER, [127, 0, 0, 3]] {
        for _ in 0..20 {
            tokio::spawn(async move {
                // closed clients reconnect
                loop {
                    drip(from, to, window).await;
                    sleep(Duration::from_millis(100)).await;
                }
            });
        }
    }
    sleep(Duration::from_secs(5)).await;
}

/// Returns how many of 40 requests of another address fail, while 40 clients drip at `attacked`.
async fn failed_requests(server: &Server, attacked: SocketAddr, to: SocketAddr) -> usize {
    let health = server.get("/api/health").send().await.unwrap().bytes().await.unwrap();
    open_windows_slowly(attacked, u32::try_from(health.len()).unwrap() - 1).await;
    let mut failed = 0;
    for _ in 0..40 {
        let status = timeout(Duration::from_secs(5), status(ME, to, "/docs/page.js")).await.ok().flatten();
        failed += usize::from(status != Some(200));
        sleep(Duration::from_millis(250)).await;
    }
    failed
}

#[tokio::test(flavor = "multi_thread")]
async fn slowly_read_responses_block_no_other_client() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["serve", "--data-dir", "d", "--max-connections", "32"]);
    let failed = failed_requests(&server, address(&server), address(&server)).await;
    assert!(failed <= 4, "{failed} of 40 requests of another address were not answered");
}

#[tokio::test(flavor = "multi_thread")]
async fn slowly_read_responses_block_no_other_client_of_nginx() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["serve", "--data-dir", "d", "--max-connections", "32", "--behind-proxy"];
    let server = Server::start(folder.path(), &options);
    let nginx = Nginx::start(folder.path(), address(&server)).await;
    let failed = failed_requests(&server, nginx.http2, nginx.http1).await;
    assert!(failed <= 4, "{failed} of 40 requests of another address were not answered");
}

/// Requests compressed files continuously until the result is dropped.
fn compressed_requests(to: SocketAddr, paths: &[String]) -> JoinSet<()> {
    let mut attackers = JoinSet::new();
    for number in 0..8 {
        let path = paths[number % paths.len()].clone();
        attackers.spawn(async move {
            let request = format!(
                "GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"
            );
            loop {
                let Some(mut stream) = connect(ATTACKER, to).await else { continue };
                let mut response = Vec::new();
                let _ = stream.write_all(request.as_bytes()).await;
                let _ = stream.read_to_end(&mut response).await;
            }
        });
    }
    attackers
}

/// Imports and health checks succeed while anonymous clients request compressed files.
async fn assert_imports_continue(server: &Server, token: &str, to: SocketAddr) {
    let paths = paths(server).await;
    let chosen = |path: &&String| !["/", "/api/sales/order"].contains(&path.as_str());
    let paths: Vec<_> = paths.iter().filter(chosen).cloned().collect();
    let attackers = compressed_requests(to, &paths);
    sleep(Duration::from_secs(1)).await;
    let within = Duration::from_secs(30);
    for number in 0..20 {
        let row = orderdock_testkit::candidate(&format!("{to}"), &number.to_string(), serde_json::json!({}));
        let import = orderdock_testkit::client().post(format!("http://{to}/api/sales/order/candidates"));
        let import = import.header("Authorization", token).timeout(within).json(&row).send().await.unwrap();
        assert_eq!(import.status(), 201, "{}", import.text().await.unwrap());
        let health = timeout(within, status(ME, to, "/api/health")).await.ok().flatten();
        assert_eq!(health, Some(200));
    }
    assert_eq!(attackers.len(), 8);
    assert_memory_is_bounded(server, "compressed files");
}

#[tokio::test(flavor = "multi_thread")]
async fn anonymous_compressed_requests_stop_no_import() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["demo", "--data-dir", "d", "--scheduler", "false", "--behind-proxy"];
    let server = Server::start(folder.path(), &options);
    let token = demo_token(&folder.path().join("d"));
    let nginx = Nginx::start(folder.path(), address(&server)).await;
    for to in [address(&server), nginx.http1] {
        assert_imports_continue(&server, &token, to).await;
    }
}

/// Holds a connection slot until the server closes the connection.
async fn drip(from: [u8; 4], to: SocketAddr, window: u32) -> Option<()> {
    let mut stream = http2(from, to, window).await?;
    let streams = || (1..).step_by(2).take(30);
    let requests = streams().flat_map(|id| request(id, "/api/health", "identity"));
    stream.write_all(&requests.collect::<Vec<_>>()).await.ok()?;
    for id in streams() {
        let mut seen = [0; 4096];
        let dripped = tokio::time::Instant::now() + Duration::from_secs(8);
        while let Ok(read) = tokio::time::timeout_at(dripped, stream.read(&mut seen)).await {
            if read.ok()? == 0 {
                return None;
            }
        }
        stream.write_all(&window_update(id, 1)).await.ok()?;
    }
    Some(())
}
