//! Content of attachments: parsing of forms, stored files, and cleanup after failures.

use orderdock_domain::ids::InstanceId;
use std::time::Duration;

use super::common::{
    Form, PDF, SOURCE, assert_nothing_stored, attach, code, files, import, pdf, upload, with_header,
};
use jiff::SignedDuration;
use orderdock_api::Options;
use orderdock_testkit::{CANDIDATES, CompetingSql, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn media_type_is_detected_and_name_cleaned() {
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
        let response = attach(&app, "H", Form::default().part(&headers, bytes).end()).await;
        assert_eq!(response.status, 201, "{headers}: {}", response.text);
        let attachment = response.json();
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
async fn invalid_form_is_rejected_without_traces() {
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
        let response = attach(&app, "H", body).await;
        assert_eq!(
            (response.status, code(&response).as_str()),
            (status, expected),
            "{shown}: {}",
            response.text
        );
    }
    for (media_type, status, expected) in [
        ("application/json", 415, "body.media_type"),
        ("multipart/mixed; boundary=edge", 415, "body.media_type"),
        ("multipart/form-data", 400, "form.invalid"),
        ("multipart/form-data; boundary=wrong", 400, "form.invalid"),
    ] {
        let request = app.request(Method::POST, &format!("{CANDIDATES}/H/attachments"));
        let request = request.header("Authorization", &app.admin).header("Content-Type", media_type);
        let response = send(request.body(pdf())).await;
        assert_eq!(
            (response.status, code(&response).as_str()),
            (status, expected),
            "{media_type}: {}",
            response.text
        );
    }
    assert_nothing_stored(&app).await;
}

#[tokio::test]
async fn file_above_limit_is_rejected() {
    let app = TestApp::start_with(Options { largest_attachment: 1 << 20, ..Options::default() }).await;
    import(&app, candidate("H", "1", json!({}))).await;
    let at = attach(&app, "H", Form::default().file("a.bin", &vec![7; 1 << 20]).end()).await;
    assert_eq!((at.status, &at.json()["size"]), (201, &json!(1 << 20)), "{}", at.text);
    for size in [(1 << 20) + 1, 30 << 20] {
        let beyond = attach(&app, "H", Form::default().file("a.bin", &vec![8; size]).end()).await;
        assert_eq!((beyond.status, code(&beyond).as_str()), (413, "attachment.too_large"), "{}", beyond.text);
        assert_eq!(beyond.json()["errors"][0]["params"]["limit"], 1 << 20);
    }
    let stored = files(app.database.folder());
    assert!(stored.len() == 1 && stored[0].starts_with("sha256/"), "{stored:?}");
}

#[tokio::test]
async fn same_bytes_are_one_attachment() {
    let app = with_header().await;
    let first = attach(&app, "H", pdf()).await;
    let again = attach(&app, "H", Form::default().file("other.pdf", PDF).tag("a").tag("b").end()).await;
    assert_eq!((first.status, again.status), (201, 200));
    assert_eq!(first.json(), again.json());
    let at_once = (0..8).map(|_| attach(&app, "H", Form::default().file("x.txt", b"at once").end()));
    let responses = futures_util::future::join_all(at_once).await;
    let created = responses.iter().filter(|response| response.status == 201).count();
    let ids: std::collections::BTreeSet<_> =
        responses.iter().map(|response| response.json()["attachmentId"].to_string()).collect();
    assert_eq!((created, ids.len()), (1, 1), "{responses:?}");
    assert_eq!(files(app.database.folder()).len(), 2);
}

#[tokio::test]
async fn lost_file_is_restored_by_same_bytes() {
    let app = with_header().await;
    let first = attach(&app, "H", pdf()).await.json();
    let stored = files(app.database.folder());
    std::fs::remove_file(app.database.folder().join("attachments").join(&stored[0])).unwrap();
    let again = attach(&app, "H", pdf()).await;
    assert_eq!((again.status, &again.json()), (200, &first));
    assert_eq!(files(app.database.folder()), stored);
    let download = app.get(&app.admin, first["url"].as_str().unwrap()).await;
    assert_eq!((download.status, download.text.as_bytes()), (200, PDF));
}

#[tokio::test]
async fn damaged_file_is_not_served_and_repaired_by_same_bytes() {
    let app = with_header().await;
    // content of several pieces, and of a single piece
    for (bytes, flipped) in [(vec![b'z'; 600 << 10], 300 << 10), (PDF.to_vec(), 10)] {
        let form = || Form::default().file("x.bin", &bytes).end();
        let first = attach(&app, "H", form()).await.json();
        let path = first["url"].as_str().unwrap();
        let hash = first["sha256"].as_str().unwrap();
        let stored = app.database.folder().join(format!("attachments/sha256/{}/{hash}", &hash[..2]));
        let mut damaged = bytes.clone();
        damaged[flipped] ^= 1;
        std::fs::write(&stored, &damaged).unwrap();
        let download = app.request(Method::GET, path).header("Authorization", &app.admin);
        let download = download.send().await.unwrap();
        let status = download.status().as_u16();
        let read = download.bytes().await;
        // damage of a single piece is detected before the response begins
        let one_piece = bytes.len() < 1 << 10;
        assert_eq!((status, read.is_err()), if one_piece { (500, false) } else { (200, true) });
        std::fs::write(&stored, &bytes[..bytes.len() / 2]).unwrap();
        let cut = app.get(&app.admin, path).await;
        assert_eq!((cut.status, code(&cut).as_str()), (500, "attachment.damaged"), "{}", cut.text);

        assert_eq!(attach(&app, "H", form()).await.status, 200);
        assert_eq!(std::fs::read(&stored).unwrap(), bytes);
        assert_eq!(app.get(&app.admin, path).await.text.as_bytes(), bytes);
    }
}

#[tokio::test]
async fn tags_are_stored_as_keys_and_values() {
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
        // tags may precede or follow the file
        let response = send(request.body(form.file(name, name.as_bytes()).end())).await;
        assert_eq!(
            (response.status, &response.json()["tags"]),
            (201, &expected),
            "{name}: {}",
            response.text
        );
    }
    let old = Form::default().file("old", b"old").part("name=\"tags\"", b"gr\xFC\xDF").tag("x").end();
    assert_eq!(attach(&app, "H", old).await.json()["tags"], json!([{ "key": "grüß", "value": "x" }]));
    let after = Form::default().file("5", b"5").tag("kind").tag("label").end();
    assert_eq!(attach(&app, "H", after).await.json()["tags"], json!([{ "key": "kind", "value": "label" }]));
}

#[tokio::test]
async fn idempotency_key_covers_file_name_and_tags() {
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
        let response = keyed("k", other).await;
        assert_eq!(
            (response.status, code(&response).as_str()),
            (422, "idempotency.reused"),
            "{}",
            response.text
        );
    }
    let other_key = keyed("l", pdf()).await;
    assert_eq!((other_key.status, other_key.header("idempotency-replayed")), (200, ""));
    let bad = keyed(" ", pdf()).await;
    assert_eq!((bad.status, code(&bad).as_str()), (400, "idempotency.invalid"), "{}", bad.text);
    assert_eq!(files(app.database.folder()).len(), 1);
}

#[tokio::test]
async fn interrupted_upload_leaves_nothing() {
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
    let mut response = vec![0; 12];
    connection.read_exact(&mut response).await.unwrap();
    assert_eq!(response, b"HTTP/1.1 201", "the whole file is accepted");
}

#[tokio::test]
async fn sweep_removes_unreferenced_files_only() {
    let app = with_header().await;
    attach(&app, "H", pdf()).await;
    let before = files(app.database.folder());
    let incoming = app.database.folder().join("attachments/incoming");
    std::fs::write(incoming.join("77#1"), b"of a killed process").unwrap();
    let claimed = orderdock_domain::attachment::ContentHash([0xab; 32]);
    let orphan = app.database.folder().join(format!("attachments/sha256/ab/{claimed}"));
    std::fs::create_dir_all(orphan.parent().unwrap()).unwrap();
    std::fs::write(&orphan, b"placed, and then the power went").unwrap();
    let hour = SignedDuration::from_hours(1);
    let store = app.database.open();
    store.claim_content(claimed, InstanceId(1), hour).await.unwrap();

    // file times are real, so the test clock is moved next to them
    let real = std::fs::metadata(&orphan).unwrap().modified().unwrap();
    let real = jiff::Timestamp::try_from(real).unwrap();
    app.clock.advance(real.duration_since(app.services.now()));
    store.claim_content(claimed, InstanceId(1), hour).await.unwrap();
    assert_eq!(app.services.attachments.sweep_attachments().await.unwrap(), 0, "an upload may be under way");
    app.clock.advance(hour + SignedDuration::from_mins(1));
    assert_eq!(app.services.attachments.sweep_attachments().await.unwrap(), 2);
    assert_eq!(files(app.database.folder()), before);
    assert_eq!(attach(&app, "H", pdf()).await.status, 200);
}

#[tokio::test]
async fn attachments_survive_restart() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("H", "1", json!({})), candidate("H", "2", json!({}))])).await;
    let attachment = attach(&app, "H", pdf()).await.json();
    let app = app.restart().await;
    let download = app.get(&app.admin, attachment["url"].as_str().unwrap()).await;
    assert_eq!((download.status, download.text.as_bytes()), (200, PDF));
    for id in ["0", "-1", "x", "999999999"] {
        let response = app.get(&app.admin, &format!("/api/attachments/{id}/content")).await;
        assert_eq!((response.status, code(&response).as_str()), (404, "attachment.not_found"), "{id}");
    }
}

/// Another instance attaches the same file before each write, and deletes the attachment before each read.
#[tokio::test]
async fn file_is_attached_despite_concurrent_uploads() {
    let app = with_header().await;
    let others = CompetingSql {
        before_reading: "DELETE FROM attachment".into(),
        before_writing: "INSERT INTO attachment (id, org_id, data_source_id, external_header_id, sha256, \
                         size, file_name, media_type, tags, created_by, created_at) \
                         SELECT 1, i.org_id, i.data_source_id, i.external_header_id, c.sha256, 1, 'theirs.pdf', \
                         'application/pdf', '[]', 'others', t.created_at FROM attachment_content c, \
                         candidate_identity i, token t WHERE TRUE ON CONFLICT DO NOTHING"
            .into(),
    };
    let server = app.start_racing_instance(others).await;
    let response = attach(&server, "H", pdf()).await;
    assert_eq!(
        (response.status, &response.json()["filename"]),
        (200, &json!("theirs.pdf")),
        "{}",
        response.text
    );
}

/// Returns a ZIP archive with empty members.
fn zip(names: &[&str]) -> Vec<u8> {
    let (mut members, mut directory) = (Vec::new(), Vec::new());
    for name in names {
        let offset = u32::try_from(members.len()).unwrap().to_le_bytes();
        // version, flags, method, time, checksum and sizes, then the lengths of name and further members
        let head = [&[20, 0][..], &[0; 20], &[u8::try_from(name.len()).unwrap(), 0, 0, 0]].concat();
        members.extend([b"PK\x03\x04", &head[..], name.as_bytes()].concat());
        directory.extend([b"PK\x01\x02\x14\0", &head[..], &[0; 10], &offset, name.as_bytes()].concat());
    }
    let count = u16::try_from(names.len()).unwrap().to_le_bytes();
    let [size, offset] = [&directory, &members].map(|part| u32::try_from(part.len()).unwrap().to_le_bytes());
    let end = [b"PK\x05\x06\0\0\0\0", &count[..], &count, &size, &offset, b"\0\0"].concat();
    [members, directory, end].concat()
}

#[tokio::test]
async fn extension_decides_between_types_of_one_container() {
    let app = with_header().await;
    let workbook = zip(&["[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/vbaProject.bin"]);
    let signed = b"\x30\x82\x01\x0a\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02 signed".to_vec();
    for (name, bytes, expected) in [
        ("orders.xlsm", &workbook, "application/vnd.ms-excel.sheet.macroenabled.12"),
        ("orders.xlsx", &workbook, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("orders.pdf", &workbook, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("order.p7m", &signed, "application/pkcs7-mime"),
    ] {
        // repeating the same bytes creates no second attachment
        let own = import(&app, candidate(name, "1", json!({}))).await;
        let attached = attach(&app, name, Form::default().file(name, bytes).end()).await;
        assert_eq!(attached.status, 201, "{name} of {own}: {}", attached.text);
        assert_eq!(attached.json()["mimeType"], expected, "{name}");
    }
}
