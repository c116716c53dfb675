//! Rules for every response: form of errors, language, ids, headers, documents.

use std::time::Duration;

use orderdock_api::{BodyPace, Limits, Options};
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
async fn every_error_has_same_format() {
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
        let response = send(app.request(method.clone(), path)).await;
        let document = response.json();
        assert_eq!((response.status, shape(&document)), (status, SHAPE.to_vec()), "{method} {path}");
        assert_eq!(document["errors"][0]["code"], code, "{method} {path}");
        assert_eq!(document["status"], status);
        assert_eq!(document["requestId"], response.header("x-request-id"));
        assert_eq!(response.header("content-type"), "application/json");
    }
}

#[tokio::test]
async fn problem_json_and_german_are_negotiated() {
    let app = TestApp::start().await;
    let request = app.request(Method::POST, CANDIDATES).header("Authorization", &app.admin);
    let request =
        request.header("Content-Type", "application/json").header("Accept-Language", "de-DE,de;q=0.9");
    let wrong = candidate("H", "1", json!({ "uomCode": "KISTE" })).to_string();
    let response = send(request.header("Accept", "application/problem+json, */*;q=0.1").body(wrong)).await;
    assert_eq!(response.header("content-type"), "application/problem+json");
    assert_eq!(response.header("content-language"), "de");
    let document = response.json();
    assert_eq!(document["errors"][0]["message"], "Die Einheit „KISTE“ existiert nicht.");
    assert_eq!(document["detail"], document["errors"][0]["message"]);
    assert!(
        document["body"].as_str().unwrap().starts_with("Unit “KISTE” does not exist."),
        "old clients read English"
    );
    let fine = app.request(Method::GET, "/api/health").header("Accept", "application/problem+json");
    assert_eq!(send(fine).await.header("content-type"), "application/json");
}

#[tokio::test]
async fn request_id_of_client_is_ignored() {
    let app = TestApp::start().await;
    let sent = app.request(Method::GET, "/api/health").header("x-request-id", "mine");
    let (first, second) = (send(sent).await, send(app.request(Method::GET, "/api/health")).await);
    let ids = [first.header("x-request-id"), second.header("x-request-id")];
    assert!(ids.iter().all(|id| id.len() == 36) && ids[0] != ids[1], "{ids:?}");
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let app = TestApp::start().await;
    for path in ["/", "/api/health", "/nothing", "/docs/", "/docs/problems", "/metrics", CANDIDATES] {
        let response = send(app.request(Method::GET, path)).await;
        assert_eq!(response.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(response.header("referrer-policy"), "no-referrer", "{path}");
        let policy = response.header("content-security-policy");
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
async fn stalled_body_is_408() {
    let body_pace = BodyPace { within: Duration::from_millis(200), bytes: 1_000 };
    let limits = Limits { body_pace, ..Limits::default() };
    let app = TestApp::start_with(Options { limits, ..Options::default() }).await;
    let mut stream = tokio::net::TcpStream::connect(app.authority()).await.unwrap();
    let head = format!(
        "POST {CANDIDATES} HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        app.admin
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut response = vec![0; 2_000];
    let read = stream.read(&mut response).await.unwrap();
    let response = String::from_utf8_lossy(&response[..read]);
    assert!(response.starts_with("HTTP/1.1 408"), "{response}");
    assert!(
        response.contains("\"code\":\"body.timeout\"") && response.contains("\"retryable\":true"),
        "{response}"
    );
    assert!(response.to_lowercase().contains("retry-after: 1"), "{response}");
}

#[tokio::test]
async fn token_is_checked_before_body() {
    let app = TestApp::start().await;
    let request = app.request(Method::POST, CANDIDATES).header("Content-Type", "text/plain");
    let response = send(request.body("x".repeat(2 << 20))).await;
    assert_eq!(response.status, 401);
}

#[tokio::test]
async fn responses_are_compressed_if_accepted() {
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
async fn static_files_are_shared_compressed_and_revalidated() {
    let app = TestApp::start().await;
    let page = send(app.request(Method::GET, "/docs/")).await.text;
    let linked = |end: &str| page.split('"').find(|word| word.ends_with(end)).unwrap().to_owned();
    let (script, style) = (linked("/swagger-ui-bundle.js"), linked("/swagger-ui.css"));
    for (path, is_versioned) in [
        (script.as_str(), true),
        (&style, true),
        ("/docs/", false),
        ("/docs/page.js", false),
        ("/docs/problems", false),
        ("/api/openapi.json", false),
        ("/api/v1/openapi.json", false),
    ] {
        let get = |name: &str, value: &str| send(app.request(Method::GET, path).header(name, value));
        let plain = get("Accept-Encoding", "identity").await;
        let gzip = get("Accept-Encoding", "gzip").await;
        assert_eq!(
            (plain.header("content-encoding"), gzip.header("content-encoding")),
            ("", "gzip"),
            "{path}"
        );
        assert_ne!(plain.header("etag"), gzip.header("etag"), "{path}");
        assert_eq!(plain.header("cache-control").contains("immutable"), is_versioned, "{path}");
        assert!(gzip.header("vary").contains("accept-encoding"), "{path}");
        for tag in
            [plain.header("etag").to_owned(), format!("\"x\", W/{}", plain.header("etag")), "*".to_owned()]
        {
            let known = get("If-None-Match", &tag).await;
            assert_eq!((known.status, known.text.as_str()), (304, ""), "{path} {tag}");
        }
        assert_eq!(get("If-None-Match", "\"x\"").await.status, 200, "{path}");
    }
    for path in ["/docs/index.html", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.js"] {
        assert_eq!(send(app.request(Method::GET, path)).await.status, 404, "{path}");
    }
    let document = send(app.request(Method::GET, "/api/openapi.json")).await.text;
    assert!(!document.contains("\n  "), "it is compact");
}

#[tokio::test]
async fn documentation_pages_are_served_and_linked() {
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
async fn metrics_contain_no_data() {
    let app = TestApp::start().await;
    app.import(candidate("Müller-77", "1", json!({})).to_string()).await;
    app.get(&app.admin, &format!("{CANDIDATES}/by-ref/101/Müller-77")).await;
    let figures = send(app.request(Method::GET, "/metrics")).await.text;
    for line in [
        "orderdock_rows_created_total 1",
        "orderdock_rows_rejected_total 0",
        "orderdock_candidates{status=\"new\"} 1",
        "orderdock_candidates{status=\"error\"} 0",
        "orderdock_quiet 0",
        "orderdock_build_info{version=",
        "orderdock_database_size_bytes ",
        "orderdock_http_requests_total{method=\"POST\",route=\"/api/sales/order/candidates\",status_class=\"2xx\"} 1",
        "# EOF",
    ] {
        assert!(figures.contains(line), "{line} in {figures}");
    }
    assert!(!figures.contains("ller") && !figures.contains("G0001"), "{figures}");
    let ready = send(app.request(Method::GET, "/api/ready")).await;
    assert_eq!((ready.status, ready.json()), (200, json!({ "status": "ready" })));
}

#[tokio::test]
async fn feed_lag_is_measured_for_webhooks_and_search() {
    let app = TestApp::start().await;
    let webhook = json!({ "url": "http://127.0.0.1:9/" }).to_string();
    let made = app.post(&app.admin, "/api/webhooks", webhook).await;
    assert_eq!(made.status, 201, "{}", made.text);
    app.import(candidate("H1", "1", json!({})).to_string()).await;
    app.services.search.update_search().await.unwrap();
    app.clock.advance(jiff::SignedDuration::from_secs(90));
    app.import(candidate("H2", "1", json!({})).to_string()).await;
    let figures = send(app.request(Method::GET, "/metrics")).await.text;
    for line in [
        "orderdock_event_feed_lag_seconds{reader=\"webhooks\"} 90",
        "orderdock_event_feed_lag_commits{reader=\"webhooks\"} 2",
        "orderdock_event_feed_lag_seconds{reader=\"search\"} 0",
        "orderdock_event_feed_lag_commits{reader=\"search\"} 1",
    ] {
        assert!(figures.contains(line), "{line} in {figures}");
    }
}

#[tokio::test]
async fn trailing_slash_is_ignored() {
    let app = TestApp::start().await;
    let sent = candidate("H", "1", json!({})).to_string();
    let made = app.post(&app.admin, &format!("{CANDIDATES}/"), sent.clone()).await;
    assert_eq!(made.status, 201, "{}", made.text);
    let keyed = async |path: &str| {
        let request = app.request(Method::POST, path).header("Authorization", &app.admin);
        let request = request.header("Content-Type", "application/json").header("Idempotency-Key", "k");
        send(request.body(sent.clone())).await
    };
    let first = keyed(&format!("{CANDIDATES}/?dryRun=false")).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let again = keyed(&format!("{CANDIDATES}?dryRun=false")).await;
    assert_eq!((again.header("idempotency-replayed"), &again.text), ("true", &first.text));
    let id = made.json()["result"][0]["id"].to_string();
    for path in [format!("{CANDIDATES}/{id}"), "/api/v1/health".into(), "/metrics".into(), CANDIDATES.into()]
    {
        for path in [path.clone(), format!("{path}/")] {
            assert_eq!(app.get(&app.admin, &path).await.status, 200, "{path}");
        }
        let response = app.get(&app.admin, &format!("{path}//")).await;
        assert_eq!(response.status, 404, "two are no end of a path: {path}");
    }
    let log = app.get(&app.admin, "/api/requests/").await.json();
    assert!(log["items"].as_array().unwrap().iter().all(|entry| entry["path"] == CANDIDATES), "{log}");
    let wrong = send(app.request(Method::DELETE, &format!("{CANDIDATES}/"))).await;
    assert_eq!(wrong.json()["errors"][0]["code"], "path.method");
}

/// Sends the text of a request unchanged and returns the complete response.
async fn send_text(app: &TestApp, head: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(app.authority()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    response
}

#[tokio::test]
async fn request_without_single_host_is_rejected() {
    let app = TestApp::start().await;
    for (line, hosts, status, code) in [
        ("GET /api/health HTTP/1.1", vec!["x"], 200, ""),
        ("GET http://x/api/health HTTP/1.1", vec!["x"], 200, ""),
        ("GET /api/health HTTP/1.0", vec![], 200, ""),
        ("GET /api/health HTTP/1.1", vec![], 400, "host.missing"),
        ("GET /nothing HTTP/1.1", vec![], 400, "host.missing"),
        ("OPTIONS /api/health HTTP/1.1", vec![], 400, "host.missing"),
        ("GET http://x/api/health HTTP/1.1", vec![], 400, "host.missing"),
        ("GET /api/health HTTP/1.1", vec!["x", "y"], 400, "host.duplicate"),
        ("GET /api/health HTTP/1.1", vec!["x", "x"], 400, "host.duplicate"),
        ("GET /api/health HTTP/1.0", vec!["x", "y", "z"], 400, "host.duplicate"),
        (&format!("POST {CANDIDATES} HTTP/1.1"), vec![], 400, "host.missing"),
    ] {
        let hosts: String = hosts.iter().flat_map(|host| ["Host: ", host, "\r\n"]).collect();
        let response = send_text(&app, &format!("{line}\r\n{hosts}Connection: close\r\n\r\n")).await;
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert_eq!(head.split(' ').nth(1).unwrap(), status.to_string(), "{line} {hosts:?}: {response}");
        let document: Value = serde_json::from_str(body).unwrap();
        assert_eq!(document["errors"][0]["code"].as_str().unwrap_or_default(), code, "{line} {hosts:?}");
        assert!(code.is_empty() || shape(&document) == SHAPE, "{document}");
    }
}

#[tokio::test]
async fn hsts_is_sent_if_configured() {
    for (behind_tls, hsts_max_age, expected) in [
        (false, None, ""),
        (true, None, ""),
        (false, Some(1), ""),
        (true, Some(31_536_000), "max-age=31536000"),
    ] {
        let app = TestApp::start_with(Options { behind_tls, hsts_max_age, ..Options::default() }).await;
        for path in ["/api/health", "/api/nothing", "/docs/", CANDIDATES] {
            let response = send(app.request(Method::GET, path)).await;
            assert_eq!(response.header("strict-transport-security"), expected, "{path}");
        }
    }
}

#[tokio::test]
async fn cors_allows_configured_origins_only() {
    let cors_origins =
        vec!["https://shop.example".parse().unwrap(), "http://localhost:5173".parse().unwrap()];
    let app = TestApp::start_with(Options { cors_origins, ..Options::default() }).await;
    let call = async |method: Method, path: &str, origin: &str| {
        let request = app.request(method.clone(), path).header("Origin", origin);
        let is_preflight = method == Method::OPTIONS;
        let request =
            if is_preflight { request.header("Access-Control-Request-Method", "POST") } else { request };
        send(request.header("Cookie", "orderdock_session=os_x")).await
    };
    for origin in ["https://shop.example", "http://localhost:5173"] {
        let preflight = call(Method::OPTIONS, CANDIDATES, origin).await;
        assert_eq!((preflight.status, preflight.header("access-control-allow-origin")), (204, origin));
        assert!(preflight.header("access-control-allow-methods").split(',').any(|method| method == "POST"));
        for name in
            ["authorization", "content-encoding", "content-type", "idempotency-key", "if-match", "prefer"]
        {
            let allowed = preflight.header("access-control-allow-headers");
            assert!(allowed.split(", ").any(|allowed| allowed == name), "{name} in {allowed}");
        }
        assert_eq!(preflight.header("access-control-max-age"), "3600");
        assert!(preflight.header("allow").ends_with(",OPTIONS"), "{}", preflight.header("allow"));
        // an error response has the same headers
        let response = call(Method::GET, CANDIDATES, origin).await;
        assert_eq!((response.status, response.header("access-control-allow-origin")), (401, origin));
        for name in ["location", "etag", "retry-after", "x-request-id", "ratelimit", "preference-applied"] {
            let exposed = response.header("access-control-expose-headers");
            assert!(exposed.split(", ").any(|exposed| exposed == name), "{name} in {exposed}");
        }
        for response in [preflight, response] {
            assert_eq!(response.header("access-control-allow-credentials"), "", "never with a cookie");
            let vary = response.headers.get_all("vary").iter().any(|value| value == "origin");
            assert!(vary, "{:?}", response.headers);
        }
    }
    for origin in
        ["https://shop.example.evil", "http://shop.example", "https://shop.example:444", "null", "*"]
    {
        for method in [Method::OPTIONS, Method::GET] {
            let response = call(method, CANDIDATES, origin).await;
            assert!(
                !response.headers.keys().any(|name| name.as_str().starts_with("access-control")),
                "{origin}"
            );
            assert!(response.headers.get_all("vary").iter().any(|value| value == "origin"));
        }
    }
    let page = call(Method::GET, "/docs/", "https://shop.example").await;
    assert_eq!((page.status, page.header("access-control-allow-origin")), (200, ""), "the API alone");
}

/// Update the file with `orderdock openapi > docs/openapi.json`.
#[tokio::test]
async fn checked_in_document_equals_served_one() {
    let checked_in = include_str!("../../../../docs/openapi.json");
    let generated = orderdock_api::openapi().to_pretty_json().unwrap();
    let differs = checked_in.lines().zip(generated.lines()).find(|(left, right)| left != right);
    assert_eq!(differs, None, "docs/openapi.json differs from the generated document");
    assert_eq!(checked_in.trim_end(), generated.trim_end());
}

#[test]
fn attachments_are_binary_in_the_document() {
    let document = serde_json::to_value(orderdock_api::openapi()).unwrap();
    let paths = &document["paths"];
    let content =
        &paths["/api/attachments/{id}/content"]["get"]["responses"]["200"]["content"]["*/*"]["schema"];
    let upload =
        &paths["/api/sales/order/candidates/{externalId}/attachments"]["post"]["requestBody"]["content"];
    let form = &upload["multipart/form-data"]["schema"];
    let form =
        form["$ref"].as_str().map_or(form, |name| document.pointer(name.trim_start_matches('#')).unwrap());
    for schema in [content, &form["properties"]["file"]] {
        assert_eq!((schema["type"].as_str(), schema["format"].as_str()), (Some("string"), Some("binary")));
    }
}

/// Maximum number of bytes per operation in the pretty-printed document without examples. Shared schemas must be
/// described once.
const MAX_OPERATION_BYTES: usize = 5_600;

/// Removes the examples of media types, parameters and schemas.
fn without_examples(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let others = members.into_iter().filter(|(name, _)| name != "example" && name != "examples");
            others.map(|(name, member)| (name, without_examples(member))).collect()
        }
        Value::Array(items) => items.into_iter().map(without_examples).collect(),
        other => other,
    }
}

#[test]
fn document_without_examples_is_small() {
    let document = without_examples(serde_json::to_value(orderdock_api::openapi()).unwrap());
    let bytes = serde_json::to_string_pretty(&document).unwrap().len();
    let paths = document["paths"].as_object().unwrap().values();
    let operations: usize = paths.map(|path| path.as_object().unwrap().len()).sum();
    assert!(bytes <= operations * MAX_OPERATION_BYTES, "{bytes} bytes, {operations} operations");
}

#[test]
fn errors_are_described_once() {
    let document = serde_json::to_value(orderdock_api::openapi()).unwrap();
    let mut shared = 0;
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            let name = operation["operationId"].as_str().unwrap();
            let responses = operation["responses"].as_object().unwrap();
            for (status, response) in responses.iter().filter(|(status, _)| status.starts_with(['4', '5'])) {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert!(
                    schema.as_str().is_some_and(|schema| !schema.ends_with("/Problem")),
                    "{name} {status}"
                );
            }
            match responses.get("default").map(|response| response["$ref"].as_str().unwrap()) {
                Some(reference) => {
                    let response = document.pointer(reference.trim_start_matches('#')).unwrap();
                    let types: Vec<_> = response["content"].as_object().unwrap().keys().collect();
                    assert_eq!(types, ["application/json"], "{name}");
                    shared += 1;
                }
                None => assert_eq!(operation["security"], json!([]), "{name}"),
            }
        }
    }
    assert!(shared > 50, "{shared} operations");
}

#[tokio::test]
async fn readiness_checks_write_once_a_second() {
    let app = TestApp::start().await;
    let commits = || app.services.store_statistics().commits;
    let check = || send(app.request(Method::GET, "/api/ready"));
    let (known, started) = (commits(), std::time::Instant::now());
    for _ in 0..20 {
        let (one, other) = tokio::join!(check(), check());
        assert_eq!((one.status, other.status), (200, 200));
    }
    let (written, seconds) = (commits() - known, started.elapsed().as_secs());
    assert!((1..=seconds + 1).contains(&written), "{written} commits in {seconds} s");
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    let known = commits();
    assert_eq!((check().await.status, commits() - known), (200, 1));
}
