//! Rejected rows: stored entries, closing, resending, dismissal, access rights, export and retention.

use jiff::SignedDuration;
use orderdock_app::NewToken;
use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::{
    BrowserSession, CANDIDATES, HttpResponse, TestApp, bulk, candidate, new_token, send,
};
use reqwest::Method;
use serde_json::{Value, json};

const ROWS: &str = "/api/rejected-rows";
const OTHER: &str = "test-org-03";
/// The default data source.
const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// Returns a row with an unknown unit.
fn faulty(header: &str, line: &str) -> Value {
    candidate(header, line, json!({ "uomCode": "KISTE" }))
}

fn good(header: &str, line: &str) -> Value {
    candidate(header, line, json!({}))
}

async fn read(app: &TestApp, path: &str) -> Value {
    let found = app.get(&app.admin, path).await;
    assert_eq!(found.status, 200, "{}", found.text);
    found.json()
}

async fn listed(app: &TestApp, query: &str) -> Vec<Value> {
    read(app, &format!("{ROWS}{query}")).await["items"].as_array().unwrap().clone()
}

/// Returns the only entry.
async fn only_entry(app: &TestApp) -> Value {
    let items = listed(app, "").await;
    assert_eq!(items.len(), 1, "{items:?}");
    items[0].clone()
}

fn path(entry: &Value) -> String {
    format!("{ROWS}/{}", entry["id"])
}

async fn post(app: &TestApp, path: &str, body: &str) -> HttpResponse {
    app.post(&app.admin, path, body).await
}

fn codes(response: &HttpResponse) -> Vec<String> {
    let errors = response.json()["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().map(|error| error["code"].as_str().unwrap().to_owned()).collect()
}

async fn candidates(app: &TestApp) -> usize {
    read(app, CANDIDATES).await["items"].as_array().unwrap().len()
}

#[tokio::test]
async fn rejected_row_is_listed_corrected_and_sent_again() {
    let app = TestApp::start().await;
    assert_eq!(app.import(faulty("H1", "1").to_string()).await.status, 400);
    let entry = only_entry(&app).await;
    for (member, value) in [
        ("status", json!("open")),
        ("orgCode", json!("001")),
        ("externalHeaderId", json!("H1")),
        ("externalLineId", json!("1")),
        ("customer", json!("G0001")),
        ("product", json!("P002737")),
        ("code", json!("uomCode.unknown")),
        ("problemCount", json!(1)),
        ("count", json!(1)),
    ] {
        assert_eq!(entry[member], value, "{member} of {entry}");
    }
    let request = read(&app, &format!("/api/requests/{}", entry["requestId"])).await;
    assert_eq!(request["status"], 400);
    let details = read(&app, &path(&entry)).await;
    let row = details["row"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(row).unwrap(), faulty("H1", "1"));
    let problem = &details["problems"][0];
    assert_eq!((&problem["pointer"], &problem["seen"]), (&json!("/uomCode"), &json!("KISTE")), "{problem}");
    let column = row[..row.find("\"KISTE\"").unwrap()].chars().count() + 1;
    assert_eq!((&problem["line"], &problem["column"]), (&json!(1), &json!(column)));

    let send_path = format!("{}/send", path(&entry));
    let again = post(&app, &send_path, "").await;
    assert_eq!((again.status, codes(&again)), (400, vec!["uomCode.unknown".to_owned()]), "{}", again.text);
    assert_eq!(only_entry(&app).await["count"], 2);
    let corrected = good("H1", "1").to_string();
    let dry = post(&app, &format!("{send_path}?dryRun=true"), &corrected).await;
    assert_eq!((dry.status, &dry.json()["result"][0]["outcome"]), (200, &json!("created")), "{}", dry.text);
    assert_eq!((only_entry(&app).await["status"].clone(), candidates(&app).await), (json!("open"), 0));
    let done = post(&app, &send_path, &corrected).await;
    assert_eq!(done.status, 201, "{}", done.text);
    let entry = only_entry(&app).await;
    assert_eq!(entry["status"], "sentAgain", "{entry}");
    assert_eq!(entry["candidateId"], done.json()["result"][0]["id"]);
    let second = post(&app, &send_path, &corrected).await;
    assert_eq!(
        (second.status, codes(&second)),
        (409, vec!["rejectedRow.closed".to_owned()]),
        "{}",
        second.text
    );
    assert_eq!(candidates(&app).await, 1);
}

#[tokio::test]
async fn entry_is_closed_when_its_sender_imports_the_row() {
    let app = TestApp::start().await;
    let body = bulk([good("H1", "1"), faulty("H1", "2"), faulty("H2", "1")]);
    let mixed = app.import_bulk("?errorPolicy=row", body.clone()).await;
    assert_eq!(mixed.status, 207, "{}", mixed.text);
    assert_eq!(listed(&app, "?status=open").await.len(), 2);
    let repeated = app.import_bulk("?errorPolicy=row", body).await;
    assert_eq!(repeated.status, 207, "{}", repeated.text);
    let entries = listed(&app, "").await;
    assert_eq!(entries.iter().map(|entry| &entry["count"]).collect::<Vec<_>>(), [2, 2], "{entries:?}");
    let fixed = app.import_bulk("", bulk([good("H1", "2")])).await;
    assert_eq!(fixed.status, 201, "{}", fixed.text);
    let closed = listed(&app, "?status=imported").await;
    assert_eq!(closed.len(), 1, "{closed:?}");
    assert_eq!(closed[0]["candidateId"], fixed.json()["result"][0]["id"]);
    assert_eq!((&closed[0]["externalHeaderId"], &closed[0]["externalLineId"]), (&json!("H1"), &json!("2")));
    let open = listed(&app, "?status=open").await;
    assert_eq!((open.len(), &open[0]["externalHeaderId"]), (1, &json!("H2")));
    // sending the imported row with other content opens the entry again
    let other = app.import(candidate("H1", "2", json!({ "qty": 99 })).to_string()).await;
    assert_eq!(other.status, 409, "{}", other.text);
    let open = listed(&app, "?cause=identity.conflict").await;
    assert_eq!((open.len(), &open[0]["status"], &open[0]["count"]), (1, &json!("open"), &json!(3)));
    // repeating the stored row closes the entry
    assert_eq!(app.import(good("H1", "2").to_string()).await.status, 200);
    assert_eq!(listed(&app, "?cause=identity.conflict").await[0]["status"], "imported");
}

#[tokio::test]
async fn rows_rejected_with_a_faulty_one_are_counted_and_resent() {
    let app = TestApp::start().await;
    for policy in ["all", "header"] {
        let (header, other) = (format!("H-{policy}"), format!("X-{policy}"));
        let body =
            bulk([good(&header, "1"), faulty(&header, "2"), faulty(&header, "3"), faulty(&other, "1")]);
        let rejected = app.import_bulk(&format!("?errorPolicy={policy}"), body).await;
        assert_eq!(rejected.status, 400, "{}", rejected.text);
        let entries = listed(&app, &format!("?q={header}&sort=firstRejectedAt")).await;
        let lines: Vec<_> = entries.iter().map(|entry| entry["externalLineId"].as_str().unwrap()).collect();
        assert_eq!(lines, ["2", "3"], "{policy}");
        assert!(entries.iter().all(|entry| entry["fellWith"] == 1), "{entries:?}");
        // after a rejection, resending still includes the order and waits for the other line
        let again = post(&app, &format!("{}/send", path(&entries[0])), "").await;
        assert_eq!(again.status, 400, "{}", again.text);
        let done = post(&app, &format!("{}/send", path(&entries[0])), &good(&header, "2").to_string()).await;
        assert_eq!(done.status, 201, "{}", done.text);
        let lines: Vec<_> = done.json()["result"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["externalLineId"].clone())
            .collect();
        assert_eq!(lines, ["2", "1"], "{policy}: the row, then the one that fell with it");
        let held = read(&app, &format!("{CANDIDATES}?externalHeaderId={header}")).await;
        for line in held["items"].as_array().unwrap() {
            assert_eq!(line["hold"], "sibling.rejected", "{line}");
        }
        let done = post(&app, &format!("{}/send", path(&entries[1])), &good(&header, "3").to_string()).await;
        assert_eq!(done.status, 201, "{}", done.text);
        assert_eq!(done.json()["result"].as_array().unwrap().len(), 1, "line 1 is imported already");
        let free = read(&app, &format!("{CANDIDATES}?externalHeaderId={header}")).await;
        let lines = free["items"].as_array().unwrap();
        assert_eq!(lines.len(), 3);
        assert!(
            lines.iter().all(|line| line.get("hold").is_none_or(|hold| hold != "sibling.rejected")),
            "{free}"
        );
    }
}

#[tokio::test]
async fn only_the_rejected_row_can_be_sent_again() {
    let app = TestApp::start().await;
    app.import(faulty("H1", "1").to_string()).await;
    let entry = only_entry(&app).await;
    let send_path = format!("{}/send", path(&entry));
    let mut of_source = good("H1", "1");
    of_source["externalSystemCode"] = json!("shop");
    let mut of_system = of_source.clone();
    of_system["dataSourceInternalName"] = json!(SOURCE);
    for (row, pointer) in [
        (good("H1", "2"), "/externalLineId"),
        (good("H2", "1"), "/externalHeaderId"),
        (of_system, "/externalSystemCode"),
    ] {
        let rejected = post(&app, &send_path, &row.to_string()).await;
        assert_eq!(codes(&rejected), ["rejectedRow.identity_differs"], "{}", rejected.text);
        assert_eq!(rejected.json()["errors"][0]["pointer"], pointer);
    }
    let unknown = post(&app, &send_path, &of_source.to_string()).await;
    assert_eq!(codes(&unknown), ["dataSource.unknown"], "{}", unknown.text);
    let entry = only_entry(&app).await;
    assert_eq!((&entry["count"], &entry["dataSource"]), (&json!(2), &json!(SOURCE)), "{entry}");
    // the row may name the default data source explicitly
    let mut of_default = good("H1", "1");
    of_default["dataSourceInternalName"] = json!(SOURCE);
    let dry = post(&app, &format!("{send_path}?dryRun=true"), &of_default.to_string()).await;
    assert_eq!(dry.status, 200, "{}", dry.text);
    let mut of_other = good("H1", "1");
    of_other["org"] = json!({ "code": OTHER });
    let rejected = post(&app, &send_path, &of_other.to_string()).await;
    assert_eq!(rejected.status, 403, "{}", rejected.text);
    assert_eq!(candidates(&app).await, 0);
    // only the correction completes the identity
    let mut without_line = good("H3", "1");
    without_line.as_object_mut().unwrap().remove("externalLineId");
    app.import(without_line.to_string()).await;
    app.import(without_line.to_string()).await;
    let entry = listed(&app, "?q=H3").await.remove(0);
    assert_eq!((&entry["count"], entry.get("externalLineId")), (&json!(2), None), "{entry}");
    let send_path = format!("{}/send", path(&entry));
    assert_eq!(post(&app, &send_path, &good("H3", "1").to_string()).await.status, 201);
    let second = post(&app, &send_path, &good("H3", "2").to_string()).await;
    assert_eq!(codes(&second), ["rejectedRow.closed"], "never a second line: {}", second.text);
    assert_eq!(candidates(&app).await, 1);
}

#[tokio::test]
async fn repeated_key_sends_a_row_once() {
    let app = TestApp::start().await;
    app.import(faulty("H1", "1").to_string()).await;
    let send_path = format!("{}/send", path(&only_entry(&app).await));
    let keyed = || {
        let request = app.request(Method::POST, &send_path).header("Authorization", &app.admin);
        let request = request.header("Idempotency-Key", "k1").header("Content-Type", "application/json");
        send(request.body(good("H1", "1").to_string()))
    };
    let (first, second) = (keyed().await, keyed().await);
    assert_eq!((first.status, second.status), (201, 201), "{}", second.text);
    assert_eq!(first.text, second.text);
    assert_eq!(candidates(&app).await, 1);
}

#[tokio::test]
async fn unreadable_body_is_one_entry() {
    let app = TestApp::start().await;
    for body in ["{\"requests\": [\n {\"qty\": }]}", "{\"requests\": []}", "{}"] {
        for _ in 0..2 {
            assert_eq!(app.import_bulk("", body).await.status, 400, "{body}");
        }
    }
    let entries = listed(&app, "?sort=firstRejectedAt").await;
    assert_eq!(entries.len(), 3, "{entries:?}");
    for entry in &entries {
        assert_eq!((&entry["unreadable"], &entry["count"]), (&json!(true), &json!(2)), "{entry}");
        assert_eq!(entry.get("orgCode"), None, "its rows can be of any organisation");
    }
    let details = read(&app, &path(&entries[0])).await;
    assert_eq!(details["row"], "{\"requests\": [\n {\"qty\": }]}");
    let problem = &details["problems"][0];
    assert_eq!((&problem["line"], &problem["column"]), (&json!(2), &json!(10)), "{problem}");
    let rejected = post(&app, &format!("{}/send", path(&entries[0])), &good("H1", "1").to_string()).await;
    assert_eq!((rejected.status, codes(&rejected)), (409, vec!["rejectedRow.unreadable".to_owned()]));
    let lines = app.get(&app.admin, &format!("{ROWS}/export")).await;
    assert_eq!((lines.status, lines.text.as_str()), (200, ""));
}

#[tokio::test]
async fn dismissed_row_is_reopened_by_users_and_by_other_content() {
    let app = TestApp::start().await;
    app.import(faulty("H1", "1").to_string()).await;
    let entry = path(&only_entry(&app).await);
    let rejected = post(&app, &format!("{entry}/dismiss"), "{}").await;
    assert_eq!(codes(&rejected), ["property.missing"], "{}", rejected.text);
    let reason = json!({ "reason": "test order" }).to_string();
    let dismissed = post(&app, &format!("{entry}/dismiss"), &reason).await;
    assert_eq!(dismissed.status, 200, "{}", dismissed.text);
    let dismissed = dismissed.json();
    assert_eq!((&dismissed["status"], &dismissed["reason"]), (&json!("dismissed"), &json!("test order")));
    app.import(faulty("H1", "1").to_string()).await;
    assert_eq!(only_entry(&app).await["status"], "dismissed");
    let reopened = post(&app, &format!("{entry}/reopen"), "").await;
    assert_eq!((reopened.status, &reopened.json()["status"]), (200, &json!("open")), "{}", reopened.text);
    post(&app, &format!("{entry}/dismiss"), &reason).await;
    app.import(candidate("H1", "1", json!({ "uomCode": "EIMER" })).to_string()).await;
    let entry_now = only_entry(&app).await;
    assert_eq!((&entry_now["status"], entry_now.get("reason")), (&json!("open"), None), "{entry_now}");
    post(&app, &format!("{entry}/dismiss"), &reason).await;
    assert_eq!(app.import(good("H1", "1").to_string()).await.status, 201);
    assert_eq!(only_entry(&app).await["status"], "imported");
    for action in ["dismiss", "reopen"] {
        let rejected = post(&app, &format!("{entry}/{action}"), &reason).await;
        assert_eq!(
            (rejected.status, codes(&rejected)),
            (409, vec!["rejectedRow.closed".to_owned()]),
            "{action}"
        );
    }
}

#[tokio::test]
async fn open_rows_are_dismissed_by_ids_or_filter() {
    let app = TestApp::start().await;
    let rows =
        [faulty("H1", "1"), faulty("H2", "1"), candidate("H3", "1", json!({ "product": { "code": "NO" } }))];
    app.import_bulk("?errorPolicy=row", bulk(rows)).await;
    let all = format!("{ROWS}/dismiss");
    let dismiss = async |body: Value| post(&app, &all, &body.to_string()).await;
    for body in [
        json!({ "reason": "x" }),
        json!({ "filter": {} }),
        json!({ "reason": "x", "ids": [1], "filter": {} }),
    ] {
        assert_eq!(dismiss(body.clone()).await.status, 400, "{body}");
    }
    let rejected = dismiss(json!({ "reason": "x", "filter": { "cause": "nothing" } })).await;
    assert_eq!(codes(&rejected), ["query.invalid"], "{}", rejected.text);
    let id = listed(&app, "?q=h1").await[0]["id"].clone();
    let done = dismiss(json!({ "reason": "x", "ids": [id, 999_999_999] })).await;
    assert_eq!(done.json(), json!({ "dismissed": 1 }), "{}", done.text);
    let done = dismiss(json!({ "reason": "x", "filter": { "cause": "uomCode.unknown" } })).await;
    assert_eq!(done.json(), json!({ "dismissed": 1 }), "{}", done.text);
    assert_eq!(listed(&app, "?status=open").await.len(), 1);
}

#[tokio::test]
async fn rows_are_grouped_by_cause_and_paged() {
    let app = TestApp::start().await;
    let product = |header: &str| candidate(header, "1", json!({ "product": { "code": "NO" } }));
    app.import_bulk("?errorPolicy=row", bulk([faulty("H1", "1"), product("H2"), product("H3")])).await;
    let groups = read(&app, &format!("{ROWS}/causes")).await;
    let items = groups["items"].as_array().unwrap();
    assert_eq!((items.len(), &groups["rows"]), (2, &json!(3)), "{groups}");
    assert_eq!((&items[0]["code"], &items[0]["rows"]), (&json!("product.unknown"), &json!(2)));
    assert_eq!(groups["statuses"], json!({ "open": 3, "imported": 0, "sentAgain": 0, "dismissed": 0 }));
    let filter = &items[0]["filter"];
    let query = format!(
        "?cause={}&dataSource={}",
        filter["cause"].as_str().unwrap(),
        filter["dataSource"].as_str().unwrap()
    );
    assert_eq!(listed(&app, &query).await.len(), 2);
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let page = read(&app, &format!("{ROWS}?limit=1{after}")).await;
        seen.push(page["items"][0]["externalHeaderId"].clone());
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    seen.sort_by_key(ToString::to_string);
    assert_eq!(seen, ["H1", "H2", "H3"]);
}

#[tokio::test]
async fn exported_rows_can_be_imported_again() {
    let app = TestApp::start().await;
    let spaced = serde_json::to_string_pretty(&faulty("H1", "1")).unwrap();
    app.import(spaced).await;
    app.import(candidate("H2", "1", json!({ "product": { "code": "=NO" } })).to_string()).await;
    let lines = app.get(&app.admin, &format!("{ROWS}/export")).await;
    assert_eq!(lines.header("content-type"), "application/x-ndjson");
    let rows: Vec<Value> = lines.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows[0], faulty("H1", "1"));
    let again = app.import_bulk("?errorPolicy=row", bulk(rows)).await;
    assert_eq!(again.status, 400);
    assert!(listed(&app, "").await.iter().all(|entry| entry["count"] == 2));
    let table = app.get(&app.admin, &format!("{ROWS}/export?format=csv&cause=product.unknown")).await;
    let lines: Vec<_> = table.text.lines().collect();
    assert_eq!(lines.len(), 2, "{}", table.text);
    assert!(lines[1].contains(",H2,1,") && lines[1].contains(",'=NO,product.unknown,"), "{}", lines[1]);
}

#[tokio::test]
async fn users_see_and_change_rows_of_their_organisations_only() {
    let app = TestApp::start().await;
    let mut of_other = faulty("SECRET", "1");
    of_other["org"] = json!({ "code": OTHER });
    let mut of_nobody = faulty("NOWHERE", "1");
    of_nobody["org"] = json!({ "code": "unknown" });
    app.import_bulk("?errorPolicy=row", bulk([faulty("OWN", "1"), of_other, of_nobody])).await;
    let all = listed(&app, "?sort=firstRejectedAt").await;
    assert_eq!(all.len(), 3, "{all:?}");
    let entry = |header: &str| path(all.iter().find(|one| one["externalHeaderId"] == header).unwrap());
    let clerk = clerk(&app).await;
    let token =
        NewToken { organisations: vec!["001".to_owned()], ..new_token("shop", &[Scope::CandidatesRead]) };
    let token = app.create_token(token).await;
    for (list, groups) in [
        (user_get(&app, &clerk, ROWS).await, user_get(&app, &clerk, &format!("{ROWS}/causes")).await),
        (app.get(&token, ROWS).await, app.get(&token, &format!("{ROWS}/causes")).await),
    ] {
        let items = list.json()["items"].as_array().unwrap().clone();
        assert_eq!((items.len(), &items[0]["externalHeaderId"]), (1, &json!("OWN")), "{}", list.text);
        assert_eq!((&groups.json()["rows"], &groups.json()["statuses"]["open"]), (&json!(1), &json!(1)));
    }
    let lines = user_get(&app, &clerk, &format!("{ROWS}/export")).await;
    assert!(lines.text.contains("OWN") && !lines.text.contains("SECRET") && !lines.text.contains("NOWHERE"));
    for header in ["SECRET", "NOWHERE"] {
        let entry = entry(header);
        assert_eq!(user_get(&app, &clerk, &entry).await.status, 404);
        for (action, body) in [
            ("send", good(header, "1").to_string()),
            ("dismiss", json!({ "reason": "x" }).to_string()),
            ("reopen", String::new()),
        ] {
            let rejected = user_post(&app, &clerk, &format!("{entry}/{action}"), body).await;
            assert_eq!(
                (rejected.status, codes(&rejected)),
                (404, vec!["rejectedRow.not_found".to_owned()]),
                "{action}"
            );
        }
    }
    let body = json!({ "reason": "x", "filter": { "from": "2000-01-01" } }).to_string();
    let done = user_post(&app, &clerk, &format!("{ROWS}/dismiss"), body).await;
    assert_eq!(done.json(), json!({ "dismissed": 1 }), "{}", done.text);
    let done = user_post(&app, &clerk, &format!("{}/send", entry("OWN")), good("OWN", "1").to_string()).await;
    assert_eq!(done.status, 201, "{}", done.text);
}

async fn clerk(app: &TestApp) -> BrowserSession {
    app.create_user("anna", Role::Clerk, &["001"]).await;
    app.sign_in("anna").await
}

async fn user_get(app: &TestApp, user: &BrowserSession, path: &str) -> HttpResponse {
    send(user.with(app.request(Method::GET, path))).await
}

async fn user_post(app: &TestApp, user: &BrowserSession, path: &str, body: String) -> HttpResponse {
    let request = app.request(Method::POST, path).header("Content-Type", "application/json");
    send(user.writing(request).body(body)).await
}

#[tokio::test]
async fn rejected_rows_are_removed_after_their_last_rejection() {
    let app = TestApp::start().await;
    app.import(faulty("H1", "1").to_string()).await;
    app.import(faulty("H2", "1").to_string()).await;
    app.clock.advance(SignedDuration::from_hours(24));
    app.import(faulty("H2", "1").to_string()).await;
    let sweep = async |hours| {
        let max_age = SignedDuration::from_hours(hours);
        app.services.rejected_rows.sweep_rejected_rows(max_age).await.unwrap()
    };
    assert_eq!(sweep(25).await, 0);
    assert_eq!(sweep(24 - 1).await, 1);
    assert_eq!(only_entry(&app).await["externalHeaderId"], "H2");
}

#[tokio::test]
async fn open_rejected_rows_cause_a_notification() {
    let app = TestApp::start().await;
    let rule = json!({ "orgCode": "001", "kind": "candidates-rejected", "minutes": 30, "recipients": ["anna@shop.example"] });
    let made = app.post(&app.admin, "/api/notification-rules", rule.to_string()).await;
    assert_eq!(made.status, 201, "{}", made.text);
    app.import(faulty("H1", "1").to_string()).await;
    let notifier = app.services.notifications.notifier();
    app.clock.advance(SignedDuration::from_mins(20));
    assert_eq!(notifier.make().await.unwrap().made, 0);
    app.clock.advance(SignedDuration::from_mins(20));
    assert_eq!(notifier.make().await.unwrap().made, 1);
    let message = read(&app, "/api/notification-rules/messages").await["items"][0].clone();
    let text = message["text"].as_str().unwrap();
    assert!(text.contains("1 rejected row has been open for more than 30 minutes"), "{message}");
    assert!(text.contains("H1 / 1 (uomCode.unknown)"), "{message}");
}
