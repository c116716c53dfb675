//! Limits of request memory and of reading: small attacks, with requests of honest clients at the same time.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use orderdock_api::{BodyPace, Limits, Options};
use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Content length in bytes that attackers announce.
const ANNOUNCED: usize = 60_000;

async fn start(limits: Limits) -> TestApp {
    TestApp::start_with(Options { limits, ..Options::default() }).await
}

/// Sends the first bytes of a bulk. The request stays active until the connection is dropped.
async fn start_bulk(app: &TestApp, token: &str, bytes: usize) -> TcpStream {
    let head = format!(
        "POST {CANDIDATES}/bulk HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {ANNOUNCED}\r\n\r\n"
    );
    let mut stream = TcpStream::connect(app.authority()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&vec![b' '; bytes]).await.unwrap();
    stream
}

/// Asserts that `/api/ready` returns 200. On a busy machine the check of the database can exceed the second after which
/// 503 is returned, so that response is accepted for up to a minute.
async fn require_ready(app: &TestApp) {
    let mut response = send(app.request(Method::GET, "/api/ready")).await;
    for _ in 0..60 {
        if response.status == 200 {
            return;
        }
        assert_eq!(response.json()["errors"][0]["code"], "server.unavailable", "{}", response.text);
        response = send(app.request(Method::GET, "/api/ready")).await;
    }
    panic!("not ready: {}", response.text);
}

/// Returns a value of `/metrics`.
async fn figure(app: &TestApp, name: &str) -> usize {
    let text = send(app.request(Method::GET, "/metrics")).await.text;
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("orderdock_{name} ")));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

/// Waits until a metric has the wanted value.
async fn until(app: &TestApp, name: &str, wanted: impl Fn(usize) -> bool) {
    while !wanted(figure(app, name).await) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn small_bulk(header: &str) -> String {
    bulk([candidate(header, "1", json!({}))])
}

/// Returns a bulk of about as many bytes as attackers announce.
fn large_bulk(header: &str) -> String {
    format!("{}{}", " ".repeat(ANNOUNCED - 2_000), small_bulk(header))
}

fn rejected(response: &HttpResponse) -> (u16, Value, String, Value) {
    let document = response.json();
    let code = document["errors"][0]["code"].clone();
    (response.status, code, response.header("retry-after").to_owned(), document["retryable"].clone())
}

fn as_rejected(status: u16, code: &str) -> (u16, Value, String, Value) {
    (status, json!(code), "1".to_owned(), json!(true))
}

#[tokio::test]
async fn bodies_stay_within_memory_budget() {
    let app = start(Limits { body_bytes: 200_000, ..Limits::default() }).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(start_bulk(&app, &app.admin, ANNOUNCED - 1).await);
    }
    until(&app, "body_bytes", |bytes| bytes == 3 * ANNOUNCED).await;
    let response = app.import_bulk("", large_bulk("H1")).await;
    assert_eq!(rejected(&response), as_rejected(503, "body.no_room"), "{}", response.text);
    assert_eq!(figure(&app, "bodies_refused_total").await, 1);
    assert_eq!(app.import_bulk("", small_bulk("H1")).await.status, 201, "there is room for a small one");
    assert_eq!(app.import(candidate("H2", "1", json!({})).to_string()).await.status, 201);
    for path in ["/api/health", "/api/ready", "/metrics"] {
        assert_eq!(send(app.request(Method::GET, path)).await.status, 200, "{path}");
    }
    drop(held);
    until(&app, "body_bytes", |bytes| bytes == 0).await;
    assert_eq!(app.import_bulk("", large_bulk("H3")).await.status, 201);
    until(&app, "body_bytes", |bytes| bytes == 0).await;
}

#[tokio::test]
async fn announced_length_reserves_no_memory() {
    let limits = Limits { body_bytes: 2 * ANNOUNCED, bulks_per_caller: 100, ..Limits::default() };
    let app = start(limits).await;
    let mut held = Vec::new();
    for _ in 0..50 {
        held.push(start_bulk(&app, &app.admin, 100).await);
    }
    until(&app, "body_bytes", |bytes| bytes >= 50 * 100).await;
    assert!(figure(&app, "body_bytes").await <= 50 * 200);
    assert_eq!(app.import_bulk("", large_bulk("H1")).await.status, 201);
}

#[tokio::test]
async fn bulk_holds_memory_until_written() {
    let app = start(Limits::default()).await;
    let lock = app.database.lock_writes();
    let (body, token) = (large_bulk("H1"), app.admin.clone());
    let length = body.len();
    let request = app.request(Method::POST, &format!("{CANDIDATES}/bulk")).header("Authorization", token);
    let request = request.header("Content-Type", "application/json").body(body);
    let sent = tokio::spawn(send(request));
    until(&app, "body_bytes", |bytes| bytes == length).await;
    until(&app, "import_loads_total", |loads| loads > 0).await;
    assert_eq!(figure(&app, "body_bytes").await, length, "planned, and not written yet");
    drop(lock);
    assert_eq!(sent.await.unwrap().status, 201);
    until(&app, "body_bytes", |bytes| bytes == 0).await;
}

#[tokio::test]
async fn logged_requests_need_memory_budget() {
    let app = start(Limits { body_bytes: 100_000, ..Limits::default() }).await;
    assert_eq!(app.import_bulk("", large_bulk("H1")).await.status, 201);
    until(&app, "body_bytes", |bytes| bytes == 0).await;
    let listed = app.get(&app.admin, "/api/requests").await.json();
    let path = format!("/api/requests/{}", listed["items"][0]["id"]);
    let candidate = app.get(&app.admin, CANDIDATES).await.json()["items"][0]["id"].clone();
    let whole = app.get(&app.admin, &path).await;
    assert_eq!((whole.status, whole.json()["body"].as_str().unwrap()), (200, &*large_bulk("H1")));
    until(&app, "body_bytes", |bytes| bytes == 0).await;
    let held = start_bulk(&app, &app.admin, 1_000).await;
    until(&app, "body_bytes", |bytes| bytes >= 1_000).await;
    for path in [path.clone(), format!("{CANDIDATES}/{candidate}/request")] {
        let response = app.get(&app.admin, &path).await;
        assert_eq!(rejected(&response), as_rejected(503, "body.no_room"), "{path}");
    }
    let replayed = app.post(&app.admin, &format!("{path}/replay"), "").await;
    assert_eq!(rejected(&replayed), as_rejected(503, "body.no_room"));
    drop(held);
    until(&app, "body_bytes", |bytes| bytes == 0).await;
    assert_eq!(app.post(&app.admin, &format!("{path}/replay"), "").await.status, 200, "unchanged");
}

#[tokio::test]
async fn bulk_above_limit_waits_and_is_429() {
    let limits =
        Limits { bulks_per_caller: 2, queue_timeout: Duration::from_millis(50), ..Limits::default() };
    let app = start(limits).await;
    let other = app.token(&[Scope::Admin]).await;
    let (first, second) = (start_bulk(&app, &app.admin, 1).await, start_bulk(&app, &app.admin, 1).await);
    until(&app, "body_bytes", |bytes| bytes >= 2).await;
    let partners = json!([{ "org": "001", "code": "P1", "name": "P1" }]).to_string();
    let put = |token: &str| {
        let request = app.request(Method::PUT, "/api/masterdata/bpartners").header("Authorization", token);
        send(request.header("Content-Type", "application/json").body(partners.clone()))
    };
    for response in [app.import_bulk("", large_bulk("H1")).await, put(&app.admin).await] {
        assert_eq!(rejected(&response), as_rejected(429, "bulk.too_many_at_once"), "{}", response.text);
    }
    assert_eq!(figure(&app, "bulks_refused_total").await, 2);
    let single = app.import(candidate("H2", "1", json!({})).to_string()).await;
    assert_eq!(single.status, 201, "single requests are no bulks");
    let path = format!("{CANDIDATES}/bulk");
    assert_eq!(app.post(&other, &path, small_bulk("H3")).await.status, 201, "another token has its own");
    assert_eq!(put(&other).await.status, 200);
    drop(first);
    // until the server has noticed the disconnect
    let mut response = app.import_bulk("", small_bulk("H1")).await;
    while response.status == 429 {
        response = app.import_bulk("", small_bulk("H1")).await;
    }
    assert_eq!(response.status, 201);
    drop(second);
}

#[tokio::test]
async fn slow_bodies_are_408() {
    let body_pace = BodyPace { within: Duration::from_millis(300), bytes: 10_000 };
    let app = start(Limits { body_pace, ..Limits::default() }).await;
    let form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n";
    app.import(candidate("H", "1", json!({})).to_string()).await;
    for (path, media_type, begin) in [
        (CANDIDATES.to_owned(), "application/json", "{"),
        (format!("{CANDIDATES}/bulk"), "application/json", "{"),
        (format!("{CANDIDATES}/H/attachments"), "multipart/form-data; boundary=b", form),
    ] {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\nContent-Type: {media_type}\r\n\
             Content-Length: 100000\r\n\r\n{begin}",
            app.admin
        );
        let (mut reading, mut writing) = TcpStream::connect(app.authority()).await.unwrap().into_split();
        writing.write_all(head.as_bytes()).await.unwrap();
        let dribble = tokio::spawn(async move {
            while writing.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        let mut response = vec![0; 2_000];
        let read = reading.read(&mut response).await.unwrap();
        let response = String::from_utf8_lossy(&response[..read]);
        assert!(
            response.starts_with("HTTP/1.1 408") && response.contains("body.timeout"),
            "{path}: {response}"
        );
        dribble.abort();
    }
    until(&app, "body_bytes", |bytes| bytes == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_shed_and_other_callers_served() {
    let limits = Limits { lists: 3, queue_timeout: Duration::from_millis(5), ..Limits::default() };
    let app = Arc::new(start(limits).await);
    for header in 0..20 {
        app.import(candidate(&header.to_string(), "1", json!({})).to_string()).await;
    }
    let second_token = app.token(&[Scope::CandidatesRead]).await;
    let (over, shed, served) =
        (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let mut crowd = JoinSet::new();
    for _ in 0..20 {
        let (app, over, shed, served) = (app.clone(), over.clone(), shed.clone(), served.clone());
        crowd.spawn(async move {
            while !over.load(Ordering::Relaxed) {
                let response = app.get(&app.admin, CANDIDATES).await;
                if response.status == 200 {
                    served.fetch_add(1, Ordering::Relaxed);
                } else {
                    assert_eq!(rejected(&response), as_rejected(503, "server.reads_waiting"));
                    shed.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    while shed.load(Ordering::Relaxed) == 0 || served.load(Ordering::Relaxed) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for round in 0..20 {
        let response = app.get(&second_token, CANDIDATES).await;
        assert_eq!(response.status, 200, "{}", response.text);
        for path in ["/api/health", "/metrics"] {
            assert_eq!(send(app.request(Method::GET, path)).await.status, 200, "{path}");
        }
        require_ready(&app).await;
        let written = app.import(candidate(&format!("B{round}"), "1", json!({})).to_string()).await;
        assert_eq!(written.status, 201, "writes are not rejected: {}", written.text);
    }
    over.store(true, Ordering::Relaxed);
    while let Some(ended) = crowd.join_next().await {
        ended.unwrap();
    }
    assert_eq!(figure(&app, "lists_refused_total").await as u64, shed.load(Ordering::Relaxed));
    assert_eq!(figure(&app, "waiting_lists").await, 0);
}

#[tokio::test]
async fn dry_runs_wait_for_read_permit() {
    let app = start(Limits { reads: 0, queue_timeout: Duration::from_millis(50), ..Limits::default() }).await;
    let selection = json!({ "filter": { "status": "new" } });
    let process = json!({ "selection": selection });
    let edit = json!({ "selection": selection, "active": true });
    for (name, body) in [("process", &process), ("revalidate", &process), ("edit", &edit)] {
        let path = format!("{CANDIDATES}/{name}");
        let tried = app.post(&app.admin, &format!("{path}?dryRun=true"), body.to_string()).await;
        assert_eq!(rejected(&tried), as_rejected(503, "server.reads_waiting"), "{name}: {}", tried.text);
        let started = app.post(&app.admin, &path, body.to_string()).await;
        assert_eq!(started.status, 202, "a run waits in its own line: {}", started.text);
    }
    assert_eq!(figure(&app, "reads_refused_total").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_clients_of_one_token_are_served() {
    let app = Arc::new(start(Limits::default()).await);
    let mut clients = JoinSet::new();
    for client in 0..150 {
        let app = app.clone();
        clients.spawn(async move {
            for line in 0..3 {
                let sent = candidate(&format!("C{client}"), &line.to_string(), json!({})).to_string();
                let response = app.import(sent).await;
                assert_eq!((response.status, response.header("ratelimit")), (201, ""), "{}", response.text);
            }
        });
    }
    while let Some(ended) = clients.join_next().await {
        ended.unwrap();
    }
    assert_eq!(app.count().await, 450);
}

#[tokio::test]
async fn rate_limit_applies_if_configured() {
    let app = start(Limits { requests_per_second: NonZero::new(1), ..Limits::default() }).await;
    let other = app.token(&[Scope::CandidatesRead]).await;
    let first = app.get(&app.admin, CANDIDATES).await;
    assert_eq!(first.status, 200);
    assert_eq!(first.header("ratelimit-policy"), "\"caller\";q=1;w=1");
    assert_eq!(first.header("ratelimit"), "\"caller\";r=0;t=1");
    // until the rate limit is reached
    let mut response = app.get(&app.admin, CANDIDATES).await;
    while response.status == 200 {
        response = app.get(&app.admin, CANDIDATES).await;
    }
    assert_eq!(rejected(&response), as_rejected(429, "rate.exceeded"), "{}", response.text);
    assert_eq!(response.header("ratelimit"), "\"caller\";r=0;t=1");
    assert_eq!(app.get(&other, CANDIDATES).await.status, 200, "each token has its own");
    app.create_user("anna", Role::Clerk, &["001"]).await;
    let anna = app.sign_in("anna").await;
    let views = |app: &TestApp| send(anna.with(app.request(Method::GET, "/api/views")));
    let mut response = views(&app).await;
    while response.status == 200 {
        response = views(&app).await;
    }
    assert_eq!(rejected(&response), as_rejected(429, "rate.exceeded"), "{}", response.text);
    for path in ["/api/health", "/api/ready", "/metrics", "/api/openapi.json"] {
        let open = send(app.request(Method::GET, path)).await;
        assert_eq!((open.status, open.header("ratelimit")), (200, ""), "{path}");
    }
    assert!(figure(&app, "rate_exceeded_total").await > 0);
}
