//! Endpoints 4 and 4b: files at the candidates of a header, files at orders, and downloading them.
#![expect(clippy::unwrap_used, reason = "a test that cannot be prepared is to fail where it stands")]

use std::path::Path;
use std::time::Duration;

use jiff::SignedDuration;
use orderdock_api::Options;
use orderdock_domain::access::Scope;
use orderdock_store::AttachmentRecords;
use orderdock_testkit::{Answer, CANDIDATES, TestApp, bulk, candidate, send};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";
const OTHER_SOURCE: &str = "SOURCE.shop";
const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n";

/// A form as clients write it, part by part.
#[derive(Default)]
struct Form(Vec<u8>);

impl Form {
    fn part(mut self, headers: &str, bytes: &[u8]) -> Self {
        self.0.extend(format!("--edge\r\nContent-Disposition: form-data; {headers}\r\n\r\n").bytes());
        self.0.extend(bytes);
        self.0.extend(b"\r\n");
        self
    }

    fn file(self, name: &str, bytes: &[u8]) -> Self {
        self.part(&format!("name=\"file\"; filename=\"{name}\""), bytes)
    }

    fn tag(self, word: &str) -> Self {
        self.part("name=\"tags\"", word.as_bytes())
    }

    fn end(mut self) -> Vec<u8> {
        self.0.extend(b"--edge--\r\n");
        self.0
    }
}

fn pdf() -> Vec<u8> {
    Form::default().file("order.pdf", PDF).end()
}

fn upload(app: &TestApp, path: &str, body: Vec<u8>) -> RequestBuilder {
    form(app, &app.admin, &format!("{CANDIDATES}/{path}/attachments"), body)
}

fn form(app: &TestApp, token: &str, path: &str, body: Vec<u8>) -> RequestBuilder {
    let request = app.request(Method::POST, path).header("Authorization", token);
    request.header("Content-Type", "multipart/form-data; boundary=edge").body(body)
}

/// The path of an order made of one candidate.
async fn order_of(app: &TestApp, header: &str) -> String {
    import(app, candidate(header, "1", json!({}))).await;
    let selection = json!({ "selection": { "dataSource": SOURCE, "externalHeaderId": header } });
    let request = app.request(Method::POST, &format!("{CANDIDATES}/process"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    let request = request.header("Content-Type", "application/json").body(selection.to_string());
    let run = send(request).await;
    assert_eq!(run.json()["counts"]["orders"], 1, "{}", run.text);
    let page = app.get(&app.admin, &format!("/api/sales/order?externalHeaderId={header}")).await.json();
    format!("/api/sales/order/{}", page["items"][0]["salesOrderId"].as_str().unwrap())
}

async fn attach(app: &TestApp, path: &str, body: Vec<u8>) -> Answer {
    send(upload(app, path, body)).await
}

/// A running service with a candidate of header `H`.
async fn with_header() -> TestApp {
    let app = TestApp::start().await;
    import(&app, candidate("H", "1", json!({}))).await;
    app
}

async fn import(app: &TestApp, candidate: Value) -> String {
    let answer = app.import(candidate.to_string()).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()["result"][0]["id"].to_string()
}

fn code(answer: &Answer) -> String {
    answer.json()["errors"][0]["code"].as_str().unwrap_or_default().to_owned()
}

/// Every file below the folder of attachments.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.join("attachments")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(app_folder(&path)).unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

fn app_folder(path: &Path) -> &Path {
    path.ancestors().find(|folder| folder.ends_with("attachments")).unwrap()
}

/// What an aborted upload leaves goes in a task of its own.
async fn assert_nothing_stored(app: &TestApp) {
    for _ in 0..100 {
        if files(app.folder()).is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(files(app.folder()), Vec::<String>::new());
}

#[tokio::test]
async fn a_pdf_arrives_at_a_candidate_and_comes_back() {
    let app = with_header().await;
    let answer = attach(&app, &format!("{SOURCE}/H"), pdf()).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let attachment = answer.json();
    let id = attachment["attachmentId"].as_str().unwrap();
    let expected = json!({
        "externalReference": "H",
        "dataSourceName": SOURCE,
        "attachmentId": id,
        "type": "Data",
        "filename": "order.pdf",
        "mimeType": "application/pdf",
        "size": PDF.len(),
        "sha256": "a5e6af8059d4b2336959e51a451a59d992a91ae3e1a453d4bc14947ed1d45315",
        "url": format!("/api/attachments/{id}/content"),
        "createdBy": "admin",
        "createdAt": "2026-11-20T12:00:00Z",
    });
    assert_eq!(attachment, expected);
    let digits = attachment["sha256"].as_str().unwrap();
    assert_eq!(files(app.folder()), [format!("sha256/{}/{digits}", &digits[..2])]);

    let download = app.get(&app.admin, attachment["url"].as_str().unwrap()).await;
    assert_eq!((download.status, download.text.as_bytes()), (200, PDF));
    for (header, value) in [
        ("content-type", "application/pdf"),
        ("content-length", "48"),
        ("content-disposition", "attachment; filename=\"order.pdf\"; filename*=UTF-8''order.pdf"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(download.header(header), value, "{header}");
    }
}

#[tokio::test]
async fn every_candidate_of_the_header_has_it_also_a_later_one() {
    let app = with_header().await;
    let attachment = attach(&app, "H", pdf()).await.json();
    let later = import(&app, candidate("H", "2", json!({}))).await;
    let stranger = import(&app, candidate("I", "1", json!({}))).await;
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{later}")).await.json();
    assert_eq!(read["attachments"], json!([attachment]));
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{stranger}")).await.json();
    assert_eq!(read["attachments"], json!([]));
    let whole = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{SOURCE}/H")).await.json();
    assert_eq!(whole["attachments"], json!([attachment]));
    assert_eq!(whole["candidates"][0]["attachments"], json!([attachment]));
    let list = app.get(&app.admin, &format!("{CANDIDATES}?externalHeaderId=H")).await.json();
    assert_eq!(list["items"][1]["attachments"], json!([attachment]));
}

#[tokio::test]
async fn a_header_is_named_in_every_spelling() {
    let app = TestApp::start().await;
    import(&app, candidate("K/1 ü", "1", json!({}))).await;
    let short = json!({ "externalId": "FLAT", "poReference": "P", "productCode": "P002737", "qty": 1,
        "dateRequired": "2026-12-08", "bpartner": { "bpartner": { "code": "G0001" } } });
    import(&app, short).await;
    let listed = app.get(&app.admin, &format!("{CANDIDATES}?limit=1")).await.json();
    let record = listed["items"][0]["dataSourceId"].to_string();
    let older = "SOURCE.de.metas.ordercandidate.rest.OrderCandidatesRestControllerImpl";
    let odd = "K%2F1%20%C3%BC";
    for (path, status) in [
        (format!("{SOURCE}/{odd}"), 201),
        (format!("int-{SOURCE}/{odd}"), 200),
        (format!("INT-{older}/{odd}"), 200),
        (format!("int%2D{SOURCE}/{odd}"), 200),
        (format!("{record}/{odd}"), 200),
        (odd.to_owned(), 200),
        ("FLAT".to_owned(), 201),
        (format!("{older}/FLAT"), 200),
        ("%20FLAT%20".to_owned(), 200),
        ("flat".to_owned(), 404),
        ("SOURCE.nobody/FLAT".to_owned(), 404),
        ("999999/FLAT".to_owned(), 404),
        (format!("ext-{SOURCE}/FLAT"), 404),
        (format!("{SOURCE}/nothing"), 404),
        ("%20".to_owned(), 404),
    ] {
        let answer = attach(&app, &path, pdf()).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text);
        if status == 404 {
            assert_eq!(code(&answer), "candidate.not_found", "{path}");
        }
    }
    assert_eq!(files(app.folder()).len(), 1, "the same bytes at two headers are one file");
}

#[tokio::test]
async fn nothing_is_stored_where_there_is_no_candidate() {
    let app = with_header().await;
    let answer = attach(&app, "nothing", pdf()).await;
    assert_eq!((answer.status, code(&answer)), (404, "candidate.not_found".to_owned()));
    let foreign = app.token_of("test-org-03", &[Scope::AttachmentsWrite]).await;
    let request = app.request(Method::POST, &format!("{CANDIDATES}/H/attachments"));
    let request = request.header("Authorization", foreign);
    let request = request.header("Content-Type", "multipart/form-data; boundary=edge").body(pdf());
    let answer = send(request).await;
    assert_eq!(
        (answer.status, code(&answer)),
        (404, "candidate.not_found".to_owned()),
        "another organisation's"
    );
    assert_nothing_stored(&app).await;
}

#[tokio::test]
async fn several_headers_are_named_and_the_organisation_decides() {
    let app = with_header().await;
    let load = format!("data-sources:\n  - org: \"*\"\n    internalNames: [{OTHER_SOURCE}]\n");
    app.app.load_masterdata(&orderdock_testkit::operator(&app.app), &load).await.unwrap();
    import(&app, candidate("H", "1", json!({ "dataSource": format!("int-{OTHER_SOURCE}") }))).await;
    import(&app, candidate("H", "1", json!({ "org": { "code": "test-org-03" } }))).await;

    let answer = attach(&app, "H", pdf()).await;
    assert_eq!((answer.status, code(&answer)), (409, "candidate.ambiguous".to_owned()));
    let mut named: Vec<String> =
        serde_json::from_value(answer.json()["errors"][0]["params"]["candidates"].clone()).unwrap();
    named.sort();
    assert_eq!(
        named,
        [format!("{SOURCE} (001)"), format!("{SOURCE} (test-org-03)"), format!("{OTHER_SOURCE} (001)")]
    );
    assert_nothing_stored(&app).await;

    let own = app.token_of("test-org-03", &[Scope::AttachmentsWrite]).await;
    for (path, query, status) in [
        (format!("{SOURCE}/H"), "", 409),
        ("H".to_owned(), "?org=001", 409),
        (format!("{SOURCE}/H"), "?org=001", 201),
        (format!("{OTHER_SOURCE}/H"), "", 201),
        ("H".to_owned(), "?org=test-org-03", 201),
        ("H".to_owned(), "?org=nobody", 400),
        ("H".to_owned(), "?organisation=001", 400),
    ] {
        let request = app.request(Method::POST, &format!("{CANDIDATES}/{path}/attachments{query}"));
        let request = request.header("Content-Type", "multipart/form-data; boundary=edge").body(pdf());
        let answer = send(request.header("Authorization", &app.admin)).await;
        assert_eq!(answer.status, status, "{path}{query}: {}", answer.text);
    }
    let request = app.request(Method::POST, &format!("{CANDIDATES}/H/attachments"));
    let request = request.header("Content-Type", "multipart/form-data; boundary=edge").body(pdf());
    let answer = send(request.header("Authorization", own)).await;
    assert_eq!(answer.status, 200, "one organisation alone sees its own: {}", answer.text);
}

#[tokio::test]
async fn the_type_is_decided_and_the_name_cleaned() {
    let app = with_header().await;
    let file = "name=\"file\"";
    let long = format!("{}.pdf", "ü".repeat(300));
    let short = format!("{}.pdf", "ü".repeat(125));
    let typed = |media_type: &str| format!("{file}; filename=\"a.unknown\"\r\nContent-Type: {media_type}");
    let named = |name: &str| format!("{file}; filename=\"{name}\"");
    let cases: Vec<(String, &[u8], &str, &str, &str)> = vec![
        (named("a.txt"), PDF, "a.txt", "application/pdf", "application/pdf"),
        (named("a.csv"), b"a;b\n1;2\n", "a.csv", "text/csv", "text/csv"),
        (typed("text/calendar; charset=utf-8"), b"BEGIN:X", "a.unknown", "text/calendar", "text/calendar"),
        (
            typed("nonsense"),
            b"\x00\x01\x02",
            "a.unknown",
            "application/octet-stream",
            "application/octet-stream",
        ),
        (file.to_owned(), b"%PDF-1.4 x", "attachment.pdf", "application/pdf", "application/pdf"),
        (named(""), b"plain words", "attachment.txt", "text/plain", "text/plain"),
        (
            file.to_owned(),
            b"\x00\x01\x03",
            "attachment.bin",
            "application/octet-stream",
            "application/octet-stream",
        ),
        (named("../../etc/passwd"), b"root", "passwd", "text/plain", "text/plain"),
        (named("C:\\\\x\\\\y.pdf"), b"%PDF-1.5 y", "y.pdf", "application/pdf", "application/pdf"),
        (named("a\u{202E}fdp.zip"), b"MZ bidi", "afdp.zip", "application/zip", "application/zip"),
        (named(&long), b"%PDF-1.5 long", &short, "application/pdf", "application/pdf"),
        (
            named("x.html"),
            b"<!DOCTYPE html><script>alert(1)</script>",
            "x.html",
            "text/html",
            "application/octet-stream",
        ),
        (named("x.png"), b"<svg onload=\"alert(1)\"/>", "x.png", "image/svg+xml", "application/octet-stream"),
        (named("x.xml"), b"<?xml version=\"1.0\"?><a/>", "x.xml", "text/xml", "application/octet-stream"),
        (named("x.xhtml"), b"plain", "x.xhtml", "application/xhtml+xml", "application/octet-stream"),
        (named("x.js"), b"alert(2)", "x.js", "text/javascript", "application/octet-stream"),
        (format!("{file}; filename*=utf-8''%C3%9Cber.txt"), b"name", "Über.txt", "text/plain", "text/plain"),
        (
            format!("{file}; filename=\"=?utf-8?B?w5xiZXIuY3N2?=\"; filename*=utf-8''%C3%9Cber.csv"),
            b"both names",
            "Über.csv",
            "text/csv",
            "text/csv",
        ),
    ];
    for (headers, bytes, name, media_type, served) in cases {
        let answer = attach(&app, "H", Form::default().part(&headers, bytes).end()).await;
        assert_eq!(answer.status, 201, "{headers}: {}", answer.text);
        let attachment = answer.json();
        assert_eq!(
            (&attachment["filename"], &attachment["mimeType"]),
            (&json!(name), &json!(media_type)),
            "{headers}"
        );
        let download = app.get(&app.admin, attachment["url"].as_str().unwrap()).await;
        assert_eq!((download.status, download.header("content-type")), (200, served), "{headers}");
        assert!(download.header("content-disposition").starts_with("attachment; filename=\""), "{headers}");
        assert_eq!(download.header("content-security-policy"), "sandbox; default-src 'none'");
    }
}

#[tokio::test]
async fn a_form_that_is_none_says_why_and_leaves_nothing() {
    let app = with_header().await;
    let empty = Form::default;
    let tag = "x".repeat(17 << 10);
    let many = (0..101).fold(empty(), |form, _| form.tag("a"));
    let cut = |whole: Vec<u8>, left: usize| whole[..whole.len() - left].to_vec();
    let cases: Vec<(Vec<u8>, u16, &str)> = vec![
        (empty().file("a.pdf", b"").end(), 400, "attachment.empty"),
        (empty().end(), 400, "attachment.file_missing"),
        (empty().tag("a").end(), 400, "attachment.file_missing"),
        (empty().file("a", b"1").file("b", b"2").end(), 400, "attachment.several_files"),
        (empty().file("a", b"1").tag(&tag).end(), 413, "form.part_too_large"),
        (many.file("a", b"1").end(), 413, "form.too_many_parts"),
        (cut(pdf(), 10), 400, "form.invalid"),
        (Vec::new(), 400, "form.invalid"),
        (b"--other\r\n\r\n--other--\r\n".to_vec(), 400, "form.invalid"),
        (vec![b'x'; 8 << 20], 400, "form.invalid"),
        (empty().file("a", b"1").tag(&"k".repeat(256)).tag("v").end(), 400, "text.too_long"),
    ];
    for (body, status, expected) in cases {
        let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
        let answer = attach(&app, "H", body).await;
        assert_eq!((answer.status, code(&answer).as_str()), (status, expected), "{shown}: {}", answer.text);
    }
    for (media_type, status, expected) in [
        ("application/json", 415, "body.media_type"),
        ("multipart/mixed; boundary=edge", 415, "body.media_type"),
        ("multipart/form-data", 400, "form.invalid"),
        ("multipart/form-data; boundary=wrong", 400, "form.invalid"),
    ] {
        let request = app.request(Method::POST, &format!("{CANDIDATES}/H/attachments"));
        let request = request.header("Authorization", &app.admin).header("Content-Type", media_type);
        let answer = send(request.body(pdf())).await;
        assert_eq!(
            (answer.status, code(&answer).as_str()),
            (status, expected),
            "{media_type}: {}",
            answer.text
        );
    }
    assert_nothing_stored(&app).await;
}

#[tokio::test]
async fn a_file_may_be_as_large_as_the_limit_and_no_larger() {
    let app = TestApp::start_with(Options { largest_attachment: 1 << 20, ..Options::default() }).await;
    import(&app, candidate("H", "1", json!({}))).await;
    let at = attach(&app, "H", Form::default().file("a.bin", &vec![7; 1 << 20]).end()).await;
    assert_eq!((at.status, &at.json()["size"]), (201, &json!(1 << 20)), "{}", at.text);
    for size in [(1 << 20) + 1, 30 << 20] {
        let beyond = attach(&app, "H", Form::default().file("a.bin", &vec![8; size]).end()).await;
        assert_eq!((beyond.status, code(&beyond).as_str()), (413, "attachment.too_large"), "{}", beyond.text);
        assert_eq!(beyond.json()["errors"][0]["params"]["limit"], 1 << 20);
    }
    let stored = files(app.folder());
    assert!(stored.len() == 1 && stored[0].starts_with("sha256/"), "{stored:?}");
}

#[tokio::test]
async fn the_same_bytes_are_one_attachment() {
    let app = with_header().await;
    let first = attach(&app, "H", pdf()).await;
    let again = attach(&app, "H", Form::default().file("other.pdf", PDF).tag("a").tag("b").end()).await;
    assert_eq!((first.status, again.status), (201, 200));
    assert_eq!(first.json(), again.json());
    let at_once = (0..8).map(|_| attach(&app, "H", Form::default().file("x.txt", b"at once").end()));
    let answers = futures_util::future::join_all(at_once).await;
    let created = answers.iter().filter(|answer| answer.status == 201).count();
    let ids: std::collections::BTreeSet<_> =
        answers.iter().map(|answer| answer.json()["attachmentId"].to_string()).collect();
    assert_eq!((created, ids.len()), (1, 1), "{answers:?}");
    assert_eq!(files(app.folder()).len(), 2);
}

#[tokio::test]
async fn a_file_that_was_lost_is_there_again_with_the_same_bytes() {
    let app = with_header().await;
    let first = attach(&app, "H", pdf()).await.json();
    let stored = files(app.folder());
    std::fs::remove_file(app.folder().join("attachments").join(&stored[0])).unwrap();
    let again = attach(&app, "H", pdf()).await;
    assert_eq!((again.status, &again.json()), (200, &first));
    assert_eq!(files(app.folder()), stored);
    let download = app.get(&app.admin, first["url"].as_str().unwrap()).await;
    assert_eq!((download.status, download.text.as_bytes()), (200, PDF));
}

#[tokio::test]
async fn tags_are_kept_as_keys_and_values() {
    let app = with_header().await;
    for (name, form, query, expected) in [
        (
            "1",
            Form::default().tag("kind").tag("label").tag("odd"),
            "",
            json!([{ "key": "kind", "value": "label" }]),
        ),
        (
            "2",
            Form::default().tag("kind,label, n ,2"),
            "",
            json!([{ "key": "kind", "value": "label" }, { "key": "n", "value": "2" }]),
        ),
        ("3", Form::default(), "?tags=kind,label", json!([{ "key": "kind", "value": "label" }])),
        ("4", Form::default().tag("odd"), "", Value::Null),
    ] {
        let request = app.request(Method::POST, &format!("{CANDIDATES}/H/attachments{query}"));
        let request = request.header("Authorization", &app.admin);
        let request = request.header("Content-Type", "multipart/form-data; boundary=edge");
        // tags may come before the file, and after it
        let answer = send(request.body(form.file(name, name.as_bytes()).end())).await;
        assert_eq!((answer.status, &answer.json()["tags"]), (201, &expected), "{name}: {}", answer.text);
    }
    let old = Form::default().file("old", b"old").part("name=\"tags\"", b"gr\xFC\xDF").tag("x").end();
    assert_eq!(attach(&app, "H", old).await.json()["tags"], json!([{ "key": "grüß", "value": "x" }]));
    let after = Form::default().file("5", b"5").tag("kind").tag("label").end();
    assert_eq!(attach(&app, "H", after).await.json()["tags"], json!([{ "key": "kind", "value": "label" }]));
}

#[tokio::test]
async fn an_idempotency_key_stands_for_file_name_and_tags() {
    let app = with_header().await;
    let keyed =
        |key: &'static str, body: Vec<u8>| send(upload(&app, "H", body).header("Idempotency-Key", key));
    let first = keyed("k", pdf()).await;
    let again = keyed("k", pdf()).await;
    assert_eq!((first.status, again.status), (201, 201), "{}", again.text);
    assert_eq!((first.text.as_str(), again.header("idempotency-replayed")), (again.text.as_str(), "true"));
    for other in [
        Form::default().file("order.pdf", b"%PDF-1.4 other").end(),
        Form::default().file("other.pdf", PDF).end(),
        Form::default().file("order.pdf", PDF).tag("a").tag("b").end(),
    ] {
        let answer = keyed("k", other).await;
        assert_eq!((answer.status, code(&answer).as_str()), (422, "idempotency.reused"), "{}", answer.text);
    }
    let other_key = keyed("l", pdf()).await;
    assert_eq!((other_key.status, other_key.header("idempotency-replayed")), (200, ""));
    let bad = keyed(" ", pdf()).await;
    assert_eq!((bad.status, code(&bad).as_str()), (400, "idempotency.invalid"), "{}", bad.text);
    assert_eq!(files(app.folder()).len(), 1);
}

#[tokio::test]
async fn a_client_that_hangs_up_at_any_byte_leaves_nothing() {
    let app = with_header().await;
    let body = Form::default().tag("a").tag("b").file("big.bin", &vec![b'z'; 600 << 10]).end();
    let head = format!(
        "POST {CANDIDATES}/H/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\n\
         Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: {}\r\n\r\n",
        app.admin,
        body.len()
    );
    let length = body.len();
    let cuts =
        [0, 1, 40, 90, 120, 200, 260, 300, 400, 4_000, 100_000, 300_000, 614_000, length - 9, length - 1];
    for cut in cuts {
        let mut connection = TcpStream::connect(app.authority()).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        connection.write_all(&body[..cut]).await.unwrap();
        connection.flush().await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(connection);
    }
    assert_nothing_stored(&app).await;
    let listed = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{SOURCE}/H")).await.json();
    assert_eq!(listed["attachments"], json!([]));
    let mut connection = TcpStream::connect(app.authority()).await.unwrap();
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&body).await.unwrap();
    let mut answer = vec![0; 12];
    connection.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 201", "the whole of it is taken");
}

#[tokio::test]
async fn the_sweep_takes_what_nothing_names_and_nothing_else() {
    let app = with_header().await;
    attach(&app, "H", pdf()).await;
    let kept = files(app.folder());
    let incoming = app.folder().join("attachments/incoming");
    std::fs::write(incoming.join("77#1"), b"of a killed process").unwrap();
    let claimed = orderdock_domain::attachment::ContentHash([0xab; 32]);
    let orphan = app.folder().join(format!("attachments/sha256/ab/{claimed}"));
    std::fs::create_dir_all(orphan.parent().unwrap()).unwrap();
    std::fs::write(&orphan, b"placed, and then the power went").unwrap();
    let hour = SignedDuration::from_hours(1);
    let until = app.app.now().checked_add(hour).unwrap();
    let store = app.store_beside();
    store.claim_content(claimed, until).await.unwrap();

    // files carry the real time, the clock of the test stands elsewhere
    let real = std::fs::metadata(&orphan).unwrap().modified().unwrap();
    let real = jiff::Timestamp::try_from(real).unwrap();
    app.clock.advance(real.duration_since(app.app.now()));
    store.claim_content(claimed, app.app.now().checked_add(hour).unwrap()).await.unwrap();
    assert_eq!(app.app.sweep_attachments().await.unwrap(), 0, "an upload may be under way");
    app.clock.advance(hour + SignedDuration::from_mins(1));
    assert_eq!(app.app.sweep_attachments().await.unwrap(), 2);
    assert_eq!(files(app.folder()), kept);
    assert_eq!(attach(&app, "H", pdf()).await.status, 200);
}

#[tokio::test]
async fn attachments_survive_a_restart() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("H", "1", json!({})), candidate("H", "2", json!({}))])).await;
    let attachment = attach(&app, "H", pdf()).await.json();
    let app = app.restart().await;
    let download = app.get(&app.admin, attachment["url"].as_str().unwrap()).await;
    assert_eq!((download.status, download.text.as_bytes()), (200, PDF));
    for id in ["0", "-1", "x", "999999999"] {
        let answer = app.get(&app.admin, &format!("/api/attachments/{id}/content")).await;
        assert_eq!((answer.status, code(&answer).as_str()), (404, "attachment.not_found"), "{id}");
    }
}

#[tokio::test]
async fn an_order_has_its_own_files_and_those_of_its_headers() {
    let app = TestApp::start().await;
    let (order, other) = (order_of(&app, "H").await, order_of(&app, "I").await);
    let files = format!("{order}/attachments");
    let answer = send(form(&app, &app.admin, &files, pdf())).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let own = answer.json();
    let id = own["attachmentId"].as_str().unwrap();
    let expected = json!({
        "salesOrderId": order.rsplit('/').next().unwrap(),
        "attachmentId": id,
        "type": "Data",
        "filename": "order.pdf",
        "mimeType": "application/pdf",
        "size": PDF.len(),
        "sha256": "a5e6af8059d4b2336959e51a451a59d992a91ae3e1a453d4bc14947ed1d45315",
        "url": format!("/api/attachments/{id}/content"),
        "createdBy": "admin",
        "createdAt": "2026-11-20T12:00:00Z",
    });
    assert_eq!(own, expected);
    let again = send(form(&app, &app.admin, &files, pdf())).await;
    assert_eq!((again.status, again.json()), (200, own.clone()));
    let of_header = attach(&app, "H", pdf()).await;
    assert_eq!(of_header.status, 201, "the same bytes elsewhere are another attachment");

    let both = json!([own, of_header.json()]);
    assert_eq!(app.get(&app.admin, &files).await.json(), json!({ "items": both }));
    assert_eq!(app.get(&app.admin, &order).await.json()["attachments"], both);
    assert_eq!(app.get(&app.admin, &other).await.json()["attachments"], json!([]));
    let life = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{SOURCE}/H")).await.json();
    assert_eq!(life["candidates"][0]["attachments"], json!([of_header.json()]), "not at the candidate");

    let url = own["url"].as_str().unwrap();
    let download = app.get(&app.admin, url).await;
    assert_eq!((download.status, download.text.as_bytes()), (200, PDF));
    let foreign = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    let denied = app.get(&foreign, url).await;
    assert_eq!((denied.status, code(&denied).as_str()), (404, "attachment.not_found"));
}

#[tokio::test]
async fn a_file_for_no_order_or_of_no_bytes_is_refused() {
    let app = TestApp::start().await;
    let files = format!("{}/attachments", order_of(&app, "H").await);
    let foreign = app.token_of("test-org-03", &[Scope::AttachmentsWrite]).await;
    let empty = Form::default().file("a.pdf", b"").end();
    for (token, path, body, status, expected) in [
        (&foreign, files.as_str(), pdf(), 404, "order.not_found"),
        (&app.admin, "/api/sales/order/999999999/attachments", pdf(), 404, "order.not_found"),
        (&app.admin, "/api/sales/order/x/attachments", pdf(), 404, "order.not_found"),
        (&app.admin, &files, empty, 400, "attachment.empty"),
        (&app.admin, &format!("{files}?org=001"), pdf(), 400, "query.unknown"),
    ] {
        let answer = send(form(&app, token, path, body)).await;
        assert_eq!((answer.status, code(&answer).as_str()), (status, expected), "{path}: {}", answer.text);
    }
    assert_nothing_stored(&app).await;
    assert_eq!(app.get(&app.admin, &files).await.json(), json!({ "items": [] }));
}
