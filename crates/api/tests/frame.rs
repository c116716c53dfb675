//! What holds for every answer: shape of errors, language, ids, headers, documents.
#![expect(clippy::unwrap_used, reason = "a test that cannot be prepared is to fail where it stands")]

use std::time::Duration;

use jiff::SignedDuration;
use orderdock_api::Options;
use orderdock_store::Store;
use orderdock_testkit::{CANDIDATES, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn shape(document: &Value) -> Vec<&str> {
    document.as_object().unwrap().keys().map(String::as_str).collect()
}

const SHAPE: [&str; 9] =
    ["body", "detail", "errors", "errorsTotal", "requestId", "retryable", "status", "title", "type"];

#[tokio::test]
async fn every_error_has_the_one_shape() {
    let app = TestApp::start().await;
    for (method, path, status, code) in [
        (Method::GET, "/nothing", 404, "path.not_found"),
        (Method::GET, "/api/nothing", 404, "path.not_found"),
        (Method::GET, "/docs/nothing.js", 404, "path.not_found"),
        (Method::DELETE, CANDIDATES, 405, "path.method"),
        (Method::GET, "/api/sales/order/candidates/bulk", 405, "path.method"),
        (Method::POST, "/api/health", 405, "path.method"),
        (Method::GET, CANDIDATES, 401, "token.missing"),
    ] {
        let answer = send(app.request(method.clone(), path)).await;
        let document = answer.json();
        assert_eq!((answer.status, shape(&document)), (status, SHAPE.to_vec()), "{method} {path}");
        assert_eq!(document["errors"][0]["code"], code, "{method} {path}");
        assert_eq!(document["status"], status);
        assert_eq!(document["requestId"], answer.header("x-request-id"));
        assert_eq!(answer.header("content-type"), "application/json");
    }
}

#[tokio::test]
async fn machines_may_ask_for_problem_json_and_people_for_german() {
    let app = TestApp::start().await;
    let request = app.request(Method::POST, CANDIDATES).header("Authorization", &app.admin);
    let request =
        request.header("Content-Type", "application/json").header("Accept-Language", "de-DE,de;q=0.9");
    let wrong = candidate("H", "1", json!({ "uomCode": "KISTE" })).to_string();
    let answer = send(request.header("Accept", "application/problem+json, */*;q=0.1").body(wrong)).await;
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_eq!(answer.header("content-language"), "de");
    let document = answer.json();
    assert_eq!(document["errors"][0]["message"], "Einheit „KISTE“ ist nicht bekannt.");
    assert_eq!(document["detail"], document["errors"][0]["message"]);
    assert!(
        document["body"].as_str().unwrap().starts_with("Unit \"KISTE\" is not known."),
        "old clients read English"
    );
    let fine = app.request(Method::GET, "/api/health").header("Accept", "application/problem+json");
    assert_eq!(send(fine).await.header("content-type"), "application/json");
}

#[tokio::test]
async fn a_request_id_is_ours_alone() {
    let app = TestApp::start().await;
    let sent = app.request(Method::GET, "/api/health").header("x-request-id", "mine");
    let (first, second) = (send(sent).await, send(app.request(Method::GET, "/api/health")).await);
    let ids = [first.header("x-request-id"), second.header("x-request-id")];
    assert!(ids.iter().all(|id| id.len() == 36) && ids[0] != ids[1], "{ids:?}");
}

#[tokio::test]
async fn every_answer_carries_safe_headers() {
    let app = TestApp::start().await;
    for path in ["/", "/api/health", "/nothing", "/docs/", "/docs/problems", "/metrics", CANDIDATES] {
        let answer = send(app.request(Method::GET, path)).await;
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        let policy = answer.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert_eq!(policy.contains("unsafe-inline"), path == "/docs/", "{path}: {policy}");
        assert!(!policy.contains("script-src"), "no script from elsewhere: {policy}");
    }
    let listed = app.get(&app.admin, CANDIDATES).await;
    assert_eq!(listed.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_body_that_stops_coming_is_answered_408() {
    let app =
        TestApp::start_with(Options { body_pause: Duration::from_millis(200), ..Options::default() }).await;
    let mut stream = tokio::net::TcpStream::connect(app.authority()).await.unwrap();
    let head = format!(
        "POST {CANDIDATES} HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        app.admin
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 2_000];
    let read = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..read]);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(
        answer.contains("\"code\":\"body.timeout\"") && answer.contains("\"retryable\":true"),
        "{answer}"
    );
    assert!(answer.to_lowercase().contains("retry-after: 1"), "{answer}");
}

#[tokio::test]
async fn the_token_is_asked_for_before_the_body_is_looked_at() {
    let app = TestApp::start().await;
    let request = app.request(Method::POST, CANDIDATES).header("Content-Type", "text/plain");
    let answer = send(request.body("x".repeat(2 << 20))).await;
    assert_eq!(answer.status, 401);
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_take_it() {
    let app = TestApp::start().await;
    let whole = send(app.request(Method::GET, "/api/openapi.json")).await.text.len();
    for coding in ["gzip", "zstd"] {
        let request = app.request(Method::GET, "/api/openapi.json").header("Accept-Encoding", coding);
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-encoding"], coding);
        assert!(response.bytes().await.unwrap().len() * 4 < whole, "less than a quarter is left");
    }
}

#[tokio::test]
async fn the_documents_are_there_and_lead_to_each_other() {
    let app = TestApp::start().await;
    let get = async |path: &str| send(app.request(Method::GET, path)).await;
    let document = get("/api/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document, serde_json::to_value(orderdock_api::openapi()).unwrap());
    let scheme = &document["components"]["securitySchemes"]["Authorization"];
    assert!(scheme["description"].as_str().unwrap().starts_with("Authorization token"));
    let moved = get("/swagger-ui.html").await;
    assert_eq!((moved.status, moved.header("location")), (308, "/docs/"));
    let page = get("/docs/").await;
    assert!(page.text.contains("swagger-ui"), "{}", page.text);
    let initializer = get("/docs/swagger-initializer.js").await.text;
    assert!(initializer.contains("\"Authorization token\"") && initializer.contains("validatorUrl: null"));
    assert!(get("/docs/problems").await.text.contains("id=\"qty.not_positive\""));
}

#[tokio::test]
async fn the_figures_name_no_data() {
    let app = TestApp::start().await;
    app.import(candidate("Müller-77", "1", json!({})).to_string()).await;
    app.get(&app.admin, &format!("{CANDIDATES}/by-ref/101/Müller-77")).await;
    let figures = send(app.request(Method::GET, "/metrics")).await.text;
    for line in [
        "orderdock_rows_created_total 1",
        "orderdock_rows_rejected_total 0",
        "orderdock_http_answers_total{method=\"POST\",path=\"/api/sales/order/candidates\",status=\"201\"} 1",
        "# EOF",
    ] {
        assert!(figures.contains(line), "{line} in {figures}");
    }
    assert!(!figures.contains("ller") && !figures.contains("G0001"), "{figures}");
    let ready = send(app.request(Method::GET, "/api/ready")).await;
    assert_eq!((ready.status, ready.json()), (200, json!({ "status": "ready" })));
}

/// `orderdock openapi > docs/openapi.json` writes it anew.
#[tokio::test]
async fn the_document_that_is_checked_in_is_the_one_that_is_served() {
    let checked_in = include_str!("../../../docs/openapi.json");
    let generated = orderdock_api::openapi().to_pretty_json().unwrap();
    let differs = checked_in.lines().zip(generated.lines()).find(|(left, right)| left != right);
    assert_eq!(differs, None, "docs/openapi.json is not what the code says");
    assert_eq!(checked_in.trim_end(), generated.trim_end());
}

#[tokio::test]
async fn asking_whether_it_is_ready_writes_once_in_five_seconds() {
    let app = TestApp::start().await;
    let beside = app.store_beside();
    let mut known = beside.commit_stamp().await.unwrap();
    for (after, checked) in [(0, true), (0, false), (4, false), (1, true), (0, false), (60, true)] {
        app.clock.advance(SignedDuration::from_secs(after));
        let ask = || send(app.request(Method::GET, "/api/ready"));
        let (one, other) = tokio::join!(ask(), ask());
        assert_eq!((one.status, other.status), (200, 200));
        let stamp = beside.commit_stamp().await.unwrap();
        assert_eq!(stamp - known, i64::from(checked), "after {after} s");
        known = stamp;
    }
}
