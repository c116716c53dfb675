//! Limits of a running server, and the responses when they are reached.

use crate::{
    attachments::{attach, create_header},
    engine::{ends_here, examined},
    import::{counted, row, write},
    running::{Server, call, demo_token, status_and_body},
};
use std::{io::Write, net::TcpStream, path::Path, time::Duration};

const BULKS: &str = "/api/sales/order/candidates/bulk";

/// Starts a demo without schedules and returns it with its token.
fn demo(folder: &Path, options: &[&str]) -> (Server, String) {
    let begin = ["demo", "--scheduler", "false", "--data-dir", "d"];
    let server = Server::start(folder, &[&begin, options].concat());
    (server, demo_token(&folder.join("d")))
}

/// Starts a bulk whose Content-Length is one byte too long, so that it stays active.
fn start_bulk(server: &Server, token: &str, bytes: usize) -> TcpStream {
    let address = server.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST {BULKS} HTTP/1.1\r\nHost: {address}\r\nAuthorization: {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        bytes + 1
    );
    stream.write_all(head.as_bytes()).unwrap();
    let piece = vec![b' '; bytes.min(1 << 20)];
    for _ in 0..bytes.div_ceil(1 << 20) {
        // a rejected request may be closed before it is sent completely
        if stream.write_all(&piece).is_err() {
            break;
        }
    }
    stream
}

/// Returns a value of `/metrics`.
async fn metric(server: &Server, name: &str) -> u64 {
    let text = server.get("/metrics").send().await.unwrap().text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("orderdock_{name} ")));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

async fn until(server: &Server, name: &str, wanted: impl Fn(u64) -> bool) {
    while !wanted(metric(server, name).await) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn concurrent_bulks_stay_within_memory_limit() {
    let folder = tempfile::tempdir().unwrap();
    let (server, token) = demo(folder.path(), &["--max-body-bytes-under-way", "67108864"]);
    let before = server.peak_mib();
    let held: Vec<_> = std::thread::scope(|scope| {
        // 480 MiB in total
        let started: Vec<_> = (0..8).map(|_| scope.spawn(|| start_bulk(&server, &token, 60 << 20))).collect();
        started.into_iter().map(|started| started.join().unwrap()).collect()
    });
    until(&server, "bodies_refused_total", |rejected| rejected > 0).await;
    drop(held);
    // the allocator keeps freed memory of rejected requests for a while
    let more = server.peak_mib() - before;
    assert!(more < 160, "{more} MiB more than the {before} before");
    until(&server, "body_bytes", |bytes| bytes == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn import_waits_as_long_as_retry_after() {
    let folder = tempfile::tempdir().unwrap();
    let (server, token) = demo(folder.path(), &[]);
    let held: Vec<_> = (0..8).map(|_| start_bulk(&server, &token, 10)).collect();
    until(&server, "body_bytes", |bytes| bytes >= 80).await;
    let line = row("A", 1, "1").replace(r#""code":"B""#, r#""code":"G0001""#);
    write(folder.path(), "one.ndjson", &line.replace(r#""code":"A""#, r#""code":"A001""#));
    let importing = {
        let (folder, url) = (folder.path().to_owned(), server.url.clone());
        let token = token.clone();
        tokio::task::spawn_blocking(move || {
            call(&folder, &[], &["import", "--url", &url, "--token", &token, "one.ndjson"])
        })
    };
    until(&server, "bulks_refused_total", |rejected| rejected > 0).await;
    drop(held);
    let (code, counts, stderr) = counted(&importing.await.unwrap());
    assert_eq!((code, counts), (Some(0), [1, 0, 0]), "{stderr}");
    assert!(stderr.contains("the server is busy (429") && stderr.contains("retrying in"), "{stderr}");
}

#[tokio::test]
async fn write_below_the_floor_of_free_space_is_507_and_doctor_reports_it() {
    if ends_here("write_below_the_floor_of_free_space_is_507_and_doctor_reports_it") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (server, token) = demo(folder.path(), &[]);
    drop(server);
    let serve = ["serve", "--scheduler", "false", "--data-dir", "d"];
    let floor = ["--free-space-floor", "9000000000000000000"];
    let server = Server::start(folder.path(), &[&serve[..], &floor].concat());
    let rejected = server.post_text(BULKS, "{\"requests\": []}".to_owned()).header("Authorization", &token);
    let (status, response) = status_and_body(rejected.send().await).await;
    assert_eq!((status, response["errors"][0]["code"].as_str()), (507, Some("server.no_space")));
    assert_eq!(server.get("/api/ready").send().await.unwrap().status(), 507);
    let listed = server.get("/api/sales/order/candidates").header("Authorization", &token);
    assert_eq!(status_and_body(listed.send().await).await.0, 200, "reads still succeed");
    drop(server);
    write(folder.path(), "floor.toml", "free-space-floor = 9000000000000000000");
    let (code, text) = examined(folder.path(), &["--data-dir", "d", "--config", "floor.toml"]);
    assert!(code == Some(1) && text.contains("less than the minimum of 9000000000000000000"), "{text}");
}

#[tokio::test]
async fn doctor_reports_organisations_near_their_quota() {
    let folder = tempfile::tempdir().unwrap();
    let (server, token) = demo(folder.path(), &[]);
    let rejected = server.post_text(BULKS, "{\"requests\": [{\"qty\": \"much\"}]}".to_owned());
    assert_eq!(status_and_body(rejected.header("Authorization", &token).send().await).await.0, 400);
    create_header(&server, &token).await;
    let file = attach(&server, &token, "note.txt", std::iter::once(vec![b'a'; 9]), Duration::ZERO);
    assert_eq!(status_and_body(file.send().await).await.0, 201);
    assert!(server.stop().status.success());
    let text = |log: u32, attachments: u32| {
        let quotas = format!("request-log-quota = {log}\nattachment-quota = {attachments}");
        write(folder.path(), "quota.toml", &quotas);
        examined(folder.path(), &["--data-dir", "d", "--config", "quota.toml"]).1
    };
    let (large, requests, files) =
        (1_000_000, "the rejected requests of organisation ", "the attachments of organisation ");
    for (log, attachments, reported, other, advice) in [
        (10, large, requests, files, "raise request-log-quota"),
        (large, 10, files, requests, "Raise attachment-quota"),
    ] {
        let full = text(log, attachments);
        for part in [reported, " of 10 bytes of their quota", advice] {
            assert!(full.contains(part), "{part:?} in {full}");
        }
        assert!(!full.contains(other), "{full}");
    }
    let without_limit = text(large, large);
    assert!(!without_limit.contains("of their quota"), "{without_limit}");
}
