//! Request bodies with `Content-Encoding`.

use std::io::Write;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use orderdock_api::{BULK_BYTES, Limits, Options};
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::json;

use crate::attachments::common::{Form, PDF, code, with_header};

const CODINGS: [&str; 2] = ["gzip", "zstd"];

fn compressed(coding: &str, content: &[u8]) -> Vec<u8> {
    match coding {
        "gzip" => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(content).unwrap();
            encoder.finish().unwrap()
        }
        "zstd" => zstd::encode_all(content, 3).unwrap(),
        _ => content.to_vec(),
    }
}

async fn post(app: &TestApp, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> HttpResponse {
    let mut request = app.request(Method::POST, path).header("Authorization", &app.admin);
    if !headers.iter().any(|(name, _)| *name == "Content-Type") {
        request = request.header("Content-Type", "application/json");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(request.body(body)).await
}

fn coded(coding: &str) -> (&str, &str) {
    ("Content-Encoding", coding)
}

#[tokio::test]
async fn compressed_import_is_stored_decompressed() {
    let app = TestApp::start().await;
    for (number, coding) in ["gzip", "x-gzip", "zstd", "identity"].into_iter().enumerate() {
        let header = format!("H{number}");
        // longer than the pieces that a worker decompresses at once
        let body = format!("{}{}", bulk([candidate(&header, "1", json!({}))]), " ".repeat(3 << 20));
        let kind = coding.trim_start_matches("x-");
        let path = format!("{CANDIDATES}/bulk");
        let response = post(&app, &path, &[coded(coding)], compressed(kind, body.as_bytes())).await;
        assert_eq!(response.status, 201, "{coding}: {}", response.text);
        let listed = app.get(&app.admin, "/api/requests").await.json();
        let stored = app.get(&app.admin, &format!("/api/requests/{}", listed["items"][0]["id"])).await.json();
        assert!(stored["body"] == json!(body), "{coding}");
        let single = candidate(&header, "2", json!({})).to_string();
        let response = post(&app, CANDIDATES, &[coded(coding)], compressed(kind, single.as_bytes())).await;
        assert_eq!(response.status, 201, "{coding}: {}", response.text);
    }
    assert_eq!(app.count().await, 8);
}

#[tokio::test]
async fn idempotency_compares_decompressed_body() {
    let app = TestApp::start().await;
    let body = candidate("H", "1", json!({})).to_string().into_bytes();
    let key = ("Idempotency-Key", "one");
    let first = post(&app, CANDIDATES, &[key, coded("gzip")], compressed("gzip", &body)).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let plain = post(&app, CANDIDATES, &[key], body.clone()).await;
    let other = post(&app, CANDIDATES, &[key, coded("zstd")], compressed("zstd", &body)).await;
    for repeated in [plain, other] {
        let replayed = repeated.header("idempotency-replayed").to_owned();
        assert_eq!((repeated.status, &*replayed, &repeated.text), (201, "true", &first.text));
    }
    // the idempotency key of a webhook is checked before its body is read
    let webhook = json!({ "url": "http://127.0.0.1:9/hook" }).to_string().into_bytes();
    let key = ("Idempotency-Key", "two");
    let first = post(&app, "/api/webhooks", &[key, coded("zstd")], compressed("zstd", &webhook)).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let again = post(&app, "/api/webhooks", &[key], webhook).await;
    assert_eq!((again.status, again.text), (201, first.text));
}

#[tokio::test]
async fn unsupported_coding_is_415_with_accepted_ones() {
    let app = with_header().await;
    let body = candidate("A", "1", json!({})).to_string().into_bytes();
    let form = ("Content-Type", "multipart/form-data; boundary=edge");
    let attachments = format!("{CANDIDATES}/H/attachments");
    for coding in ["br", "deflate", "gzip, zstd", "gzip;q=1"] {
        for (path, headers) in [(CANDIDATES, vec![coded(coding)]), (&*attachments, vec![coded(coding), form])]
        {
            let response = post(&app, path, &headers, body.clone()).await;
            assert_eq!(
                (response.status, &*code(&response)),
                (415, "body.encoding_unsupported"),
                "{}",
                response.text
            );
            assert_eq!(response.header("accept-encoding"), "gzip, zstd");
            let detail = response.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(coding) && detail.contains("gzip, zstd or identity"), "{detail}");
        }
    }
    let response = post(&app, CANDIDATES, &[("Content-Type", "text/plain")], body).await;
    assert_eq!((response.status, response.header("accept-encoding")), (415, ""));
}

#[tokio::test]
async fn invalid_compressed_data_is_400_with_reason() {
    let app = with_header().await;
    let body = candidate("A", "1", json!({})).to_string().into_bytes();
    for coding in CODINGS {
        let mut cut = compressed(coding, &body);
        cut.truncate(cut.len() - 3);
        for (sent, reason) in [(cut, "ends too early"), (body.clone(), "is damaged")] {
            let response = post(&app, CANDIDATES, &[coded(coding)], sent).await;
            assert_eq!(
                (response.status, &*code(&response)),
                (400, "body.encoding_invalid"),
                "{}",
                response.text
            );
            let detail = response.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains(coding) && detail.contains(reason), "{detail}");
        }
        // an empty body is invalid in every coding
        let response = post(&app, CANDIDATES, &[coded(coding)], Vec::new()).await;
        assert_eq!((response.status, &*code(&response)), (400, "json.syntax"), "{}", response.text);
        let form = ("Content-Type", "multipart/form-data; boundary=edge");
        let form_body = Form::default().file("order.pdf", PDF).end();
        let mut cut = compressed(coding, &form_body);
        cut.truncate(cut.len() / 2);
        let response = post(&app, &format!("{CANDIDATES}/H/attachments"), &[coded(coding), form], cut).await;
        assert_eq!((response.status, &*code(&response)), (400, "body.encoding_invalid"), "{}", response.text);
    }
    assert_eq!(app.count().await, 1);
}

#[tokio::test]
async fn limits_apply_to_decompressed_body() {
    let app = TestApp::start().await;
    for (coding, path, limit) in [
        ("gzip", CANDIDATES.to_owned(), 1 << 20),
        ("zstd", CANDIDATES.to_owned(), 1 << 20),
        ("zstd", format!("{CANDIDATES}/bulk"), BULK_BYTES),
    ] {
        let bomb = compressed(coding, &vec![b' '; limit + 1]);
        assert!(bomb.len() < limit / 100, "{}", bomb.len());
        let response = post(&app, &path, &[coded(coding)], bomb).await;
        assert_eq!(
            (response.status, &*code(&response)),
            (413, "body.too_large"),
            "{path}: {}",
            response.text
        );
        assert_eq!(response.json()["errors"][0]["params"]["limit"], limit);
    }
    // exactly the allowed size
    let fits = format!("{}{}", candidate("H", "1", json!({})), " ".repeat(1 << 20));
    let response =
        post(&app, CANDIDATES, &[coded("zstd")], compressed("zstd", &fits.as_bytes()[..1 << 20])).await;
    assert_eq!(response.status, 201, "{}", response.text);
}

#[tokio::test]
async fn decompressed_bytes_count_towards_memory_budget() {
    let limits = Limits { body_bytes: 400_000, ..Limits::default() };
    let app = TestApp::start_with(Options { limits, ..Options::default() }).await;
    for coding in CODINGS {
        let bomb = compressed(coding, &vec![b' '; 8 << 20]);
        let response = post(&app, &format!("{CANDIDATES}/bulk"), &[coded(coding)], bomb).await;
        assert_eq!((response.status, &*code(&response)), (503, "body.no_room"), "{}", response.text);
    }
    loop {
        let text = send(app.request(Method::GET, "/metrics")).await.text;
        if text.lines().any(|line| line == "orderdock_body_bytes 0") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn attachments_are_stored_decompressed() {
    let app = with_header().await;
    let form = ("Content-Type", "multipart/form-data; boundary=edge");
    for coding in CODINGS {
        // several pieces, with different content in each coding
        let content = [PDF, coding.as_bytes(), &vec![b'%'; 700_000]].concat();
        let body = compressed(coding, &Form::default().file("order.pdf", &content).end());
        let response = post(&app, &format!("{CANDIDATES}/H/attachments"), &[coded(coding), form], body).await;
        assert_eq!(response.status, 201, "{}", response.text);
        assert_eq!(response.json()["size"], content.len(), "{}", response.text);
    }
    let limit = Options::default().largest_attachment + 1;
    let large = Form::default().file("a.bin", &vec![0; usize::try_from(limit).unwrap()]).end();
    let path = format!("{CANDIDATES}/H/attachments");
    let response = post(&app, &path, &[coded("zstd"), form], compressed("zstd", &large)).await;
    assert_eq!(response.status, 413, "{}", response.text);
}
