//! Invalid requests of senders and the errors in the responses: status, code, pointer, line, column and message.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use serde_json::json;

/// A candidate as text with known positions: `qty` is in line 7, additional members are in line 9.
const CANDIDATE: &str = r#"{
  "externalHeaderId": "H-1",
  "externalLineId": "1",
  "poReference": "PO-1",
  "bpartner": { "bpartner": { "code": "G0001" } },
  "product": { "code": "P002737" },
  "qty": 5,
  "dateRequired": "2026-12-08"
}"#;

fn changed(from: &str, to: &str) -> String {
    assert!(CANDIDATE.contains(from), "{from}");
    CANDIDATE.replacen(from, to, 1)
}

fn added(member: &str) -> String {
    changed("\"2026-12-08\"\n", &format!("\"2026-12-08\",\n  {member}\n"))
}

fn other_line(candidate: &str) -> String {
    candidate.replace("\"externalLineId\": \"1\"", "\"externalLineId\": \"2\"")
}

struct Bad {
    name: &'static str,
    body: String,
    code: &'static str,
    pointer: &'static str,
    /// Expected line and column.
    at: (u32, u32),
    /// Expected part of the English message.
    message: &'static str,
}

fn bad(
    name: &'static str,
    body: String,
    code: &'static str,
    pointer: &'static str,
    at: (u32, u32),
    message: &'static str,
) -> Bad {
    Bad { name, body, code, pointer, at, message }
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn unreadable() -> Vec<Bad> {
    let qty = |value: &str| changed("\"qty\": 5", &format!("\"qty\": {value}"));
    let partner = |block: &str| changed("{ \"bpartner\": { \"code\": \"G0001\" } }", block);
    vec![
        bad(
            "truncated",
            CANDIDATE[..CANDIDATE.len() - 2].into(),
            "json.syntax",
            "",
            (8, 31),
            "the end of the text",
        ),
        bad(
            "missing comma",
            changed("\"qty\": 5,", "\"qty\": 5"),
            "json.syntax",
            "",
            (8, 3),
            "expected `,` or `}`",
        ),
        bad("empty", String::new(), "json.syntax", "", (1, 1), "empty"),
        bad("a list", "[]".into(), "type.wrong", "", (1, 1), "object"),
        bad("too deep", qty(&"[".repeat(100_000)), "json.too_deep", "", (7, 41), "32"),
        bad("qty as word", qty("\"five\""), "number.invalid", "/qty", (7, 10), "Invalid number"),
        bad("qty as list", qty("[5]"), "type.wrong", "/qty", (7, 10), "got array"),
        bad("qty with comma in text", qty("\"5,5\""), "number.decimal_comma", "/qty", (7, 10), "point"),
        bad("qty with comma", qty("5,5"), "number.decimal_comma", "", (7, 12), "point"),
        bad(
            "qty of 29 digits",
            qty("12345678901234567890123456789"),
            "number.too_large",
            "/qty",
            (7, 10),
            "28",
        ),
        bad("qty 1e400", qty("1e400"), "number.too_large", "/qty", (7, 10), "28"),
        bad("qty missing", changed("  \"qty\": 5,\n", ""), "property.missing", "/qty", (1, 1), "“qty”"),
        bad("twice", added("\"qty\": 6"), "property.duplicate", "/qty", (9, 10), "more than once"),
        bad(
            "poReference blank",
            changed("PO-1", "  "),
            "property.missing",
            "/poReference",
            (4, 18),
            "poReference",
        ),
        bad(
            "date",
            changed("2026-12-08", "08.12.2026"),
            "date.invalid",
            "/dateRequired",
            (8, 19),
            "2026-12-08",
        ),
        bad(
            "payment",
            added("\"paymentRule\": \"Cash\""),
            "enum.unknown",
            "/paymentRule",
            (9, 18),
            "OnCredit",
        ),
        bad(
            "doc type",
            added("\"orderDocType\": \"X\""),
            "enum.unknown",
            "/orderDocType",
            (9, 19),
            "SalesOrder",
        ),
        bad("discount", added("\"discount\": 101"), "discount.out_of_range", "/discount", (9, 15), "100"),
        bad(
            "list price",
            added("\"headerLineCount\": -1"),
            "number.negative",
            "/headerLineCount",
            (9, 22),
            "0 or greater",
        ),
        bad(
            "no currency",
            added("\"price\": 1"),
            "currencyCode.required",
            "/currencyCode",
            (1, 1),
            "currency",
        ),
        bad(
            "no partner key",
            partner("{ \"bpartner\": {} }"),
            "bpartner.key_missing",
            "/bpartner",
            (5, 15),
            "code",
        ),
        bad(
            "product twice",
            added("\"productCode\": \"A001\""),
            "property.conflict",
            "/productCode",
            (9, 18),
            "combined",
        ),
        bad(
            "control character",
            changed("PO-1", "PO\\u0007"),
            "text.control_character",
            "/poReference",
            (4, 18),
            "U+0007",
        ),
    ]
}

fn unknown() -> Vec<Bad> {
    let partner = |block: &str| changed("{ \"bpartner\": { \"code\": \"G0001\" } }", block);
    let two = "{ \"bpartner\": { \"code\": \"G0001\", \"externalId\": \"999\" } }";
    vec![
        bad("org", added("\"org\": {\"code\": \"X\"}"), "org.unknown", "/org/code", (9, 19), "“X”"),
        bad("source", added("\"dataSource\": \"int-X\""), "dataSource.unknown", "/dataSource", (9, 17), "X"),
        bad("dest", added("\"dataDest\": \"int-X\""), "dataDest.unknown", "/dataDest", (9, 15), "X"),
        bad("shipper", added("\"shipper\": \"val-X\""), "shipper.unknown", "/shipper", (9, 14), "X"),
        bad("unit", added("\"uomCode\": \"KISTE\""), "uomCode.unknown", "/uomCode", (9, 14), "KISTE"),
        bad(
            "currency",
            added("\"price\": 1, \"currencyCode\": \"XXX\""),
            "currencyCode.unknown",
            "/currencyCode",
            (9, 31),
            "XXX",
        ),
        bad(
            "pricing system",
            added("\"pricingSystemCode\": 999"),
            "pricingSystemCode.unknown",
            "/pricingSystemCode",
            (9, 24),
            "999",
        ),
        bad(
            "invoice document type",
            added("\"invoiceDocType\": {\"docBaseType\": \"XYZ\"}"),
            "invoiceDocType.unknown",
            "/invoiceDocType",
            (9, 21),
            "XYZ",
        ),
        bad(
            "partner under FAIL",
            partner("{ \"bpartner\": { \"code\": \"G9\" } }"),
            "bpartner.unknown",
            "/bpartner/bpartner/code",
            (5, 39),
            "FAIL",
        ),
        bad(
            "two partners",
            partner(two),
            "bpartner.ambiguous",
            "/bpartner/bpartner/externalId",
            (5, 62),
            "G0001",
        ),
        bad(
            "product under FAIL",
            changed("P002737", "P9"),
            "product.unknown",
            "/product/code",
            (6, 24),
            "P9",
        ),
    ]
}

fn check(bad: &Bad, response: &HttpResponse) {
    let name = bad.name;
    assert_eq!(response.status, 400, "{name}: {}", response.text);
    let document = response.json();
    let error = &document["errors"][0];
    assert_eq!(error["code"], bad.code, "{name}: {}", response.text);
    assert_eq!(error["pointer"], bad.pointer, "{name}: {}", response.text);
    let at = (error["line"].as_u64(), error["column"].as_u64());
    assert_eq!(at, (Some(bad.at.0.into()), Some(bad.at.1.into())), "{name}: {}", response.text);
    let message = error["message"].as_str().unwrap();
    assert!(message.contains(bad.message), "{name}: {message}");
    assert!(!message.contains('{'), "{name}: a parameter is not filled in: {message}");
    let body = document["body"].as_str().unwrap();
    assert!(body.contains(&format!("line {}, column {}", bad.at.0, bad.at.1)), "{name}: {body}");
    assert_eq!((document["status"].as_u64(), document["retryable"].as_bool()), (Some(400), Some(false)));
    assert_eq!(document["type"], format!("/docs/problems#{}", bad.code));
    assert_eq!(document["requestId"], response.header("x-request-id"));
}

#[tokio::test]
async fn unreadable_values_are_reported_with_position() {
    let app = TestApp::start().await;
    for bad in unreadable() {
        check(&bad, &app.import(bad.body.clone()).await);
    }
    assert_eq!(app.count().await, 0, "nothing half-written");
}

#[tokio::test]
async fn unknown_references_are_reported_with_position() {
    let app = TestApp::start().await;
    for bad in unknown() {
        check(&bad, &app.import(bad.body.clone()).await);
    }
    assert_eq!(app.count().await, 0, "nothing half-written");
}

#[tokio::test]
async fn positions_in_bulk_refer_to_whole_body() {
    let app = TestApp::start().await;
    let sent =
        format!("{{ \"requests\": [\n{CANDIDATE},\n{}\n] }}", other_line(&added("\"uomCode\": \"KISTE\"")));
    let response = app.import_bulk("", sent).await;
    assert_eq!(response.status, 400);
    let document = response.json();
    let error = &document["errors"][0];
    assert_eq!(error["pointer"], "/requests/1/uomCode");
    assert_eq!((&error["index"], &error["line"], &error["column"]), (&json!(1), &json!(19), &json!(14)));
    assert_eq!(error["seen"], "KISTE");
    let body = document["body"].as_str().unwrap();
    assert!(body.contains("requests[1].uomCode, line 19, column 14"), "{body}");
    assert!(document.get("result").is_none(), "under `all` the answer carries only errors");
    assert_eq!(app.count().await, 0);
}

#[tokio::test]
async fn all_errors_are_reported_together() {
    let app = TestApp::start().await;
    let wrong =
        CANDIDATE.replace("\"qty\": 5", "\"qty\": true").replace("2026-12-08", "soon").replace("PO-1", "");
    let response = app.import(wrong).await;
    let codes: Vec<_> =
        response.json()["errors"].as_array().unwrap().iter().map(|e| e["code"].clone()).collect();
    assert_eq!(codes.len(), 3, "{codes:?}");
    assert_eq!(response.json()["errorsTotal"], 3);
}

#[tokio::test]
async fn impossible_quantity_is_stored_with_problem() {
    let app = TestApp::start().await;
    for (line, qty) in [("1", "0"), ("2", "-3")] {
        let sent = changed("\"qty\": 5", &format!("\"qty\": {qty}"))
            .replace("\"externalLineId\": \"1\"", &format!("\"externalLineId\": \"{line}\""));
        let response = app.import(sent).await;
        assert_eq!(response.status, 201, "{}", response.text);
        let row = response.json()["result"][0].clone();
        assert_eq!((&row["status"], &row["outcome"]), (&json!("error"), &json!("created")));
        assert_eq!(row["problems"][0]["code"], "qty.not_positive");
        assert_eq!(row["problems"][0]["pointer"], "/qty");
        assert!(row["problems"][0]["message"].as_str().unwrap().contains("qty > 0"));
    }
    let text = app.import(changed("\"qty\": 5", "\"qty\": \"5\"").replace("H-1", "H-2")).await;
    assert_eq!(text.json()["result"][0]["status"], "new", "{}", text.text);
}

#[tokio::test]
async fn numbers_are_returned_without_loss() {
    let app = TestApp::start().await;
    let response = app.import(changed("\"qty\": 5", "\"qty\": 12345678901234567890.12345678")).await;
    assert_eq!(response.status, 201, "{}", response.text);
    assert!(response.text.contains("\"qty\":12345678901234567890.12345678,"), "{}", response.text);
    assert!(response.text.contains("\"price\":10.00,"), "{}", response.text);
    let id = response.json()["result"][0]["id"].to_string();
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await;
    assert_eq!(read.text.matches("\"qty\":12345678901234567890.12345678").count(), 3, "{}", read.text);
}

#[tokio::test]
async fn unknown_members_are_warnings_or_errors() {
    let app = TestApp::start().await;
    let sent = added("\"colour\": \"blue\"");
    let response = app.import(sent.clone()).await;
    assert_eq!(response.status, 201);
    let warning = &response.json()["result"][0]["warnings"][0];
    assert_eq!((&warning["code"], &warning["pointer"]), (&json!("property.unknown"), &json!("/colour")));
    assert_eq!((&warning["line"], &warning["column"]), (&json!(9), &json!(13)));
    let strict = app.request(reqwest::Method::POST, CANDIDATES).header("Authorization", &app.admin);
    let strict = strict.header("Content-Type", "application/json").header("Prefer", "handling=strict");
    let response = send(strict.body(sent)).await;
    assert_eq!((response.status, &response.json()["errors"][0]["code"]), (400, &json!("property.unknown")));
}

#[tokio::test]
async fn empty_and_oversized_bulks_are_rejected() {
    let app = TestApp::start().await;
    for (body, status, code, pointer) in [
        (bulk([]), 400, "bulk.empty", "/requests"),
        ("{}".to_owned(), 400, "property.missing", "/requests"),
        ("{\"requests\": {}}".to_owned(), 400, "type.wrong", "/requests"),
        (bulk((0..10_001).map(|_| json!(1))), 413, "bulk.too_many", "/requests"),
    ] {
        let response = app.import_bulk("", body).await;
        let document = response.json();
        assert_eq!((response.status, &document["type"]), (status, &json!(format!("/docs/problems#{code}"))));
        let errors = document["errors"].as_array().unwrap();
        assert!(errors.iter().any(|e| e["code"] == code && e["pointer"] == pointer), "{}", response.text);
        assert!(errors.len() <= 1_000);
    }
}

#[tokio::test]
async fn media_type_and_size_are_checked() {
    let app = TestApp::start().await;
    let post = |media_type: &str, body: String| {
        let request = app.request(reqwest::Method::POST, CANDIDATES).header("Authorization", &app.admin);
        send(request.header("Content-Type", media_type).body(body))
    };
    let response = post("text/plain", CANDIDATE.into()).await;
    assert_eq!((response.status, &response.json()["errors"][0]["code"]), (415, &json!("body.media_type")));
    let response = post("application/json; charset=latin1", CANDIDATE.into()).await;
    assert_eq!(response.status, 415);
    let response = post("application/vnd.shop+json; charset=UTF-8", CANDIDATE.into()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let fits = format!("{}{}", " ".repeat((1 << 20) - CANDIDATE.len()), CANDIDATE);
    assert_eq!(post("application/json", fits.clone()).await.status, 200);
    let response = post("application/json", fits + " ").await;
    assert_eq!((response.status, &response.json()["errors"][0]["code"]), (413, &json!("body.too_large")));
}

#[tokio::test]
async fn oversized_body_without_length_is_rejected() {
    let app = TestApp::start().await;
    let pieces = (0..80).map(|_| Ok::<_, std::io::Error>(" ".repeat(16 << 10)));
    let request = app.request(reqwest::Method::POST, CANDIDATES).header("Authorization", &app.admin);
    let request = request.header("Content-Type", "application/json");
    let response = send(request.body(reqwest::Body::wrap_stream(futures_util::stream::iter(pieces)))).await;
    assert_eq!((response.status, &response.json()["errors"][0]["code"]), (413, &json!("body.too_large")));
}

#[tokio::test]
async fn same_identity_with_other_content_is_conflict() {
    let app = TestApp::start().await;
    let first = app.import(CANDIDATE).await;
    let again = app.import(CANDIDATE.replace("\"qty\": 5", "\"qty\": 5.0")).await;
    assert_eq!((again.status, &again.json()["result"][0]["outcome"]), (200, &json!("unchanged")));
    let other = app.import(changed("\"qty\": 5", "\"qty\": 6")).await;
    assert_eq!(other.status, 409, "{}", other.text);
    let params = &other.json()["errors"][0]["params"];
    assert_eq!(params["members"], json!([{ "pointer": "/qty", "stored": "5", "sent": "6" }]));
    assert_eq!(params["id"], first.json()["result"][0]["id"]);
    assert_eq!(params["url"], format!("{CANDIDATES}/{}", params["id"]));
}

#[tokio::test]
async fn most_severe_error_determines_status() {
    let app = TestApp::start().await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    let token = app.token_of("test-org-03", &[orderdock_domain::access::Scope::CandidatesWrite]).await;
    let conflict = candidate("H", "1", json!({ "qty": 6 }));
    let unknown = candidate("H", "2", json!({ "uomCode": "KISTE" }));
    let foreign = candidate("H", "3", json!({ "org": { "code": "001" } }));
    let response = app.import_bulk("", bulk([conflict.clone(), unknown.clone()])).await;
    assert_eq!(response.status, 400);
    let response = app.post(&token, &format!("{CANDIDATES}/bulk"), bulk([unknown, foreign])).await;
    assert_eq!(
        (response.status, &response.json()["errors"].as_array().unwrap().len()),
        (403, &2),
        "{}",
        response.text
    );
}
