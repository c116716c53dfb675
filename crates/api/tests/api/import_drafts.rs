//! Import drafts: upload, mapping, check, import, correction, undo, saved mappings and access rights.

use std::time::Duration;

use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, send};
use reqwest::Method;
use serde_json::{Value, json};

const DRAFTS: &str = "/api/import-drafts";

/// A semicolon file as a German spreadsheet program saves it.
const ORDERS: &str = "Bestellnummer;Kundennummer;Artikelnummer;Menge;Liefertermin\r\n\
    PO-1;G0001;P002737;5,5;24.12.2026\r\n\
    PO-1;G0001;P002737;2;24.12.2026\r\n\
    PO-2;G0001;KAFFEE;1;24.12.2026\r\n";

async fn upload(app: &TestApp, name: &str, bytes: impl Into<Vec<u8>>) -> HttpResponse {
    upload_as(app, &app.admin, name, bytes).await
}

async fn upload_as(app: &TestApp, token: &str, name: &str, bytes: impl Into<Vec<u8>>) -> HttpResponse {
    let request = app.request(Method::POST, &format!("{DRAFTS}?filename={name}"));
    send(request.bearer_auth(token).body(bytes.into())).await
}

async fn uploaded(app: &TestApp, bytes: impl Into<Vec<u8>>) -> Value {
    let response = upload(app, "orders.csv", bytes).await;
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()
}

fn path(draft: &Value) -> String {
    format!("{DRAFTS}/{}", draft["id"])
}

async fn read(app: &TestApp, draft: &Value) -> Value {
    let response = app.get(&app.admin, &path(draft)).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn try_change(app: &TestApp, draft: &Value, mut change: Value) -> HttpResponse {
    change["version"] = draft["version"].clone();
    let request = app.request(Method::PATCH, &path(draft));
    send(request.bearer_auth(&app.admin).json(&change)).await
}

async fn change(app: &TestApp, draft: &Value, change: Value) -> Value {
    let response = try_change(app, draft, change).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn start(app: &TestApp, draft: &Value, action: &str, mut body: Value) -> HttpResponse {
    body["version"] = draft["version"].clone();
    app.post(&app.admin, &format!("{}/{action}", path(draft)), body.to_string()).await
}

/// Starts a job and returns the draft when it has ended.
async fn finish(app: &TestApp, draft: &Value, action: &str, body: Value) -> Value {
    let response = start(app, draft, action, body).await;
    assert_eq!(response.status, 202, "{}", response.text);
    loop {
        let draft = read(app, draft).await;
        if !["checking", "importing"].contains(&draft["status"].as_str().unwrap()) {
            return draft;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn checked(app: &TestApp, draft: &Value) -> Value {
    let draft = finish(app, draft, "check", json!({})).await;
    assert_eq!(draft["status"], "checked", "{draft}");
    draft
}

async fn imported(app: &TestApp, draft: &Value) -> Value {
    let draft = finish(app, draft, "commit", json!({})).await;
    assert_eq!(draft["status"], "imported", "{draft}");
    draft
}

async fn rows(app: &TestApp, draft: &Value, query: &str) -> Value {
    let response = app.get(&app.admin, &format!("{}/rows{query}", path(draft))).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

fn code(response: &HttpResponse) -> String {
    response.json()["errors"][0]["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn upload_returns_structure_and_proposed_mapping() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    assert_eq!(draft["status"], "open");
    assert_eq!(draft["confirmed"], false);
    assert_eq!(draft["file"]["delimiter"], ";");
    assert_eq!(draft["mapping"]["file"]["decimalSign"], ",");
    assert_eq!(draft["columns"][3]["member"], "qty");
    assert_eq!(draft["columns"][3]["samples"][0], json!({ "cell": "D2", "text": "5,5" }));
    assert_eq!(draft["questions"], json!([]));
    assert_eq!(draft["totals"]["rows"], 3);
    assert_eq!(draft["totals"]["orders"], 2);
}

#[tokio::test]
async fn files_that_cannot_be_read_are_rejected_in_words() {
    let app = TestApp::start().await;
    for (name, bytes, expected) in [
        ("empty.csv", b"".to_vec(), "spreadsheet.empty"),
        ("page.xls", b"<html><table><tr><td>1</td></tr></table></html>".to_vec(), "spreadsheet.unsupported"),
        ("broken.xlsx", b"PK\x03\x04 not a package".to_vec(), "spreadsheet.damaged"),
    ] {
        let response = upload(&app, name, bytes).await;
        assert_eq!((response.status, code(&response).as_str()), (400, expected), "{name}");
    }
    let list = app.get(&app.admin, DRAFTS).await.json();
    assert_eq!(list["items"], json!([]));
}

#[tokio::test]
async fn check_finds_problems_and_unknown_values_without_writing() {
    let app = TestApp::start().await;
    let draft = checked(&app, &uploaded(&app, ORDERS).await).await;
    let expected = json!({ "ready": 2, "problems": 1, "rejected": 0, "unchanged": 0, "conflict": 0 });
    assert_eq!(draft["checks"], expected, "{draft}");
    assert_eq!(draft["progress"], json!({ "rows": 3, "total": 3 }));
    let value = &draft["values"][0];
    assert_eq!(value["member"], "product.code");
    assert_eq!(value["value"], "KAFFEE");
    assert_eq!(value["rows"], 1);
    let found = rows(&app, &draft, "?check=problems").await;
    assert_eq!(found["total"], 1);
    assert_eq!(found["items"][0]["row"], 4);
    assert_eq!(found["items"][0]["cells"][2], "KAFFEE");
    assert_eq!(found["items"][0]["problems"][0]["code"], "product.unresolved");
    assert_eq!(found["items"][0]["problems"][0]["cell"], "C4");
    assert_eq!(app.count().await, 0);
}

#[tokio::test]
async fn unknown_code_has_suggestions_of_similar_codes() {
    let app = TestApp::start().await;
    for unresolved in ["store", "reject"] {
        let draft = uploaded(&app, ORDERS.replace("KAFFEE", "P02737")).await;
        let draft = change(&app, &draft, json!({ "unresolved": unresolved })).await;
        let value = &checked(&app, &draft).await["values"][0];
        assert_eq!((&value["value"], &value["rows"]), (&json!("P02737"), &json!(1)), "{unresolved}");
        assert_eq!(value["suggestions"][0]["code"], "P002737", "{unresolved}: {value}");
    }
}

#[tokio::test]
async fn import_creates_candidates_and_repeated_file_changes_nothing() {
    let app = TestApp::start().await;
    let draft = imported(&app, &checked(&app, &uploaded(&app, ORDERS).await).await).await;
    assert_eq!(draft["result"]["orders"], 2, "{draft}");
    assert_eq!(app.count().await, 3);
    let lines = app.get(&app.admin, &format!("{CANDIDATES}?importDraft={}", draft["id"])).await.json();
    assert_eq!(lines["items"].as_array().unwrap().len(), 3);
    assert_eq!(lines["items"][0]["externalHeaderId"], "G0001/PO-1");
    assert_eq!(lines["items"][0]["qty"], 5.5);
    let again = uploaded(&app, ORDERS).await;
    assert_eq!(again["sameFile"]["id"], draft["id"]);
    let again = checked(&app, &again).await;
    assert_eq!(again["checks"]["unchanged"], 3);
}

#[tokio::test]
async fn faulty_cell_is_corrected_and_its_row_imported_afterwards() {
    let app = TestApp::start().await;
    let sheet = ORDERS.replace(";2;", ";two;");
    let draft = change(&app, &uploaded(&app, sheet).await, json!({ "errorPolicy": "row" })).await;
    let draft = imported(&app, &checked(&app, &draft).await).await;
    assert_eq!(draft["checks"]["rejected"], 1, "{draft}");
    let rejected = rows(&app, &draft, "?check=rejected").await;
    let problem = &rejected["items"][0]["problems"][0];
    assert_eq!((&problem["code"], &problem["cell"]), (&json!("cell.number"), &json!("D3")));
    assert_eq!(problem["seen"], "two");
    let edits = json!({ "edits": [{ "row": 3, "column": 3, "text": "2" }] });
    let draft = checked(&app, &change(&app, &draft, edits).await).await;
    assert_eq!(draft["checks"]["ready"], 1);
    assert_eq!(draft["checks"]["unchanged"], 2);
    assert_eq!(rows(&app, &draft, "?check=ready").await["items"][0]["edited"], json!([3]));
    imported(&app, &draft).await;
    assert_eq!(app.count().await, 3);
}

#[tokio::test]
async fn policy_all_imports_nothing_while_a_row_is_rejected() {
    let app = TestApp::start().await;
    let sheet = ORDERS.replace(";2;", ";two;");
    let draft = change(&app, &uploaded(&app, sheet).await, json!({ "errorPolicy": "all" })).await;
    let draft = checked(&app, &draft).await;
    let response = start(&app, &draft, "commit", json!({})).await;
    assert_eq!((response.status, code(&response).as_str()), (409, "importDraft.rejected_rows"));
    assert_eq!(app.count().await, 0);
}

#[tokio::test]
async fn texts_of_a_column_are_found_and_replaced() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    let replace = json!({ "column": 2, "find": "KAFFEE", "replace": "P002737", "whole": true });
    let draft = checked(&app, &change(&app, &draft, json!({ "replace": replace })).await).await;
    assert_eq!(draft["totals"]["edited"], 1);
    assert_eq!(draft["checks"]["ready"], 3, "{draft}");
}

#[tokio::test]
async fn saved_mapping_is_applied_to_the_next_file_with_the_same_columns() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    let mut members = draft["mapping"]["members"].clone();
    members["product.code"]["values"] = json!({ "Kaffee": "P002737" });
    let draft = change(&app, &draft, json!({ "mapping": { "members": members } })).await;
    assert_eq!(draft["confirmed"], true);
    let draft = checked(&app, &draft).await;
    assert_eq!(draft["checks"]["ready"], 3);
    finish(&app, &draft, "commit", json!({ "saveMapping": "Customer G0001" })).await;
    let next = uploaded(&app, ORDERS.replace("PO-", "NEXT-")).await;
    assert_eq!(next["confirmed"], true);
    assert_eq!(next["mappingName"], "Customer G0001");
    assert_eq!(checked(&app, &next).await["checks"]["ready"], 3);
    let saved = app.get(&app.admin, "/api/import-mappings").await.json();
    assert_eq!(saved["items"][0]["name"], "Customer G0001");
    let id = &saved["items"][0]["id"];
    let remove = app.request(Method::DELETE, &format!("/api/import-mappings/{id}"));
    assert_eq!(send(remove.bearer_auth(&app.admin)).await.status, 204);
    assert_eq!(uploaded(&app, ORDERS).await["confirmed"], false);
}

#[tokio::test]
async fn ambiguous_dates_are_asked_before_a_check() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS.replace("24.12.2026", "03/04/2026")).await;
    assert_eq!(draft["questions"][0]["setting"], "file.dateOrder");
    let response = start(&app, &draft, "check", json!({})).await;
    assert_eq!((response.status, code(&response).as_str()), (409, "importDraft.open_questions"));
    let answer = json!({ "mapping": { "file": { "dateOrder": "mdy" } } });
    let draft = change(&app, &draft, answer).await;
    assert_eq!(draft["questions"], json!([]));
    imported(&app, &checked(&app, &draft).await).await;
    let lines = app.get(&app.admin, CANDIDATES).await.json();
    assert_eq!(lines["items"][0]["datePromised"], "2026-03-04");
}

#[tokio::test]
async fn import_is_undone_except_for_lines_in_orders() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    let response = start(&app, &draft, "undo", json!({})).await;
    assert_eq!((response.status, code(&response).as_str()), (409, "importDraft.not_imported"));
    let draft = imported(&app, &checked(&app, &draft).await).await;
    let response = start(&app, &draft, "undo", json!({})).await;
    assert_eq!(response.status, 202, "{}", response.text);
    let draft = response.json();
    assert_eq!(draft["status"], "undone");
    let run = format!("/api/process-runs/{}", draft["undoRun"]);
    loop {
        let run = app.get(&app.admin, &run).await.json();
        if !run["finishedAt"].is_null() {
            assert_eq!(run["counts"]["selected"], 3, "{run}");
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let lines = app.get(&app.admin, &format!("{CANDIDATES}?status=inactive")).await.json();
    assert_eq!(lines["items"].as_array().unwrap().len(), 3);
    let response = start(&app, &draft, "check", json!({})).await;
    assert_eq!((response.status, code(&response).as_str()), (409, "importDraft.undone"));
}

#[tokio::test]
async fn change_of_an_outdated_version_names_the_other_user() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    change(&app, &draft, json!({ "errorPolicy": "row" })).await;
    let response = try_change(&app, &draft, json!({ "errorPolicy": "all" })).await;
    assert_eq!((response.status, code(&response).as_str()), (409, "importDraft.outdated"));
    assert_eq!(response.json()["errors"][0]["params"]["user"], "admin");
}

#[tokio::test]
async fn mapping_that_does_not_fit_is_rejected_with_reason() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    let members = json!({ "qty": { "column": "Anzahl" } });
    let response = try_change(&app, &draft, json!({ "mapping": { "members": members } })).await;
    assert_eq!((response.status, code(&response).as_str()), (400, "importMapping.invalid"));
    assert!(response.text.contains("Menge"), "{}", response.text);
}

#[tokio::test]
async fn rejected_rows_are_exported_with_their_problems() {
    let app = TestApp::start().await;
    let sheet = ORDERS.replace(";2;", ";=1+1;");
    let draft = change(&app, &uploaded(&app, sheet).await, json!({ "errorPolicy": "row" })).await;
    let draft = checked(&app, &draft).await;
    let request = app.request(Method::GET, &format!("{}/rows/export", path(&draft)));
    let file = send(request.bearer_auth(&app.admin).header("Accept-Language", "de")).await;
    assert_eq!(file.status, 200, "{}", file.text);
    let lines: Vec<_> = file.text.lines().collect();
    assert_eq!(lines.len(), 2, "{}", file.text);
    assert!(lines[0].ends_with(";Liefertermin;Problem"), "{}", lines[0]);
    assert!(lines[1].starts_with("PO-1;G0001;P002737;'=1+1;24.12.2026;"), "{}", lines[1]);
}

#[tokio::test]
async fn draft_of_another_organisation_is_invisible() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    let other = app.token_of("test-org-03", &[Scope::CandidatesRead, Scope::CandidatesWrite]).await;
    assert_eq!(app.get(&other, &path(&draft)).await.status, 404);
    assert_eq!(app.get(&other, &format!("{}/rows", path(&draft))).await.status, 404);
    assert_eq!(app.get(&other, DRAFTS).await.json()["items"], json!([]));
    let body = json!({ "version": 1 }).to_string();
    assert_eq!(app.post(&other, &format!("{}/check", path(&draft)), body).await.status, 404);
    let foreign = app.request(Method::POST, &format!("{DRAFTS}?filename=a.csv&org=001"));
    assert_eq!(send(foreign.bearer_auth(&other).body(ORDERS)).await.status, 403);
}

#[tokio::test]
async fn viewer_reads_drafts_and_cannot_upload() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    app.create_user("vera", Role::Viewer, &["001"]).await;
    let session = app.sign_in("vera").await;
    let read = send(session.with(app.request(Method::GET, &path(&draft)))).await;
    assert_eq!(read.status, 200, "{}", read.text);
    let write = session.writing(app.request(Method::POST, &format!("{DRAFTS}?filename=a.csv")));
    assert_eq!(send(write.body(ORDERS)).await.status, 403);
}

#[tokio::test]
async fn deleted_draft_leaves_its_candidates() {
    let app = TestApp::start().await;
    let draft = imported(&app, &checked(&app, &uploaded(&app, ORDERS).await).await).await;
    let remove = app.request(Method::DELETE, &path(&draft));
    assert_eq!(send(remove.bearer_auth(&app.admin)).await.status, 204);
    assert_eq!(app.get(&app.admin, &path(&draft)).await.status, 404);
    assert_eq!(app.count().await, 3);
}

#[tokio::test]
async fn expired_draft_is_deleted_by_the_sweep() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    assert_eq!(app.services.import_drafts.sweep_import_drafts().await.unwrap(), 0);
    app.clock.advance(jiff::SignedDuration::from_hours(24 * 31));
    assert_eq!(app.services.import_drafts.sweep_import_drafts().await.unwrap(), 1);
    assert_eq!(app.get(&app.admin, &path(&draft)).await.status, 404);
}

#[tokio::test]
async fn draft_survives_a_restart() {
    let app = TestApp::start().await;
    let draft = uploaded(&app, ORDERS).await;
    let draft = change(&app, &draft, json!({ "errorPolicy": "row" })).await;
    let app = app.restart().await;
    let after = read(&app, &draft).await;
    assert_eq!(after, draft);
    imported(&app, &checked(&app, &after).await).await;
    assert_eq!(app.count().await, 3);
}
