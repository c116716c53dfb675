//! Comments, waiting for the customer, and assignees of candidates.

use jiff::SignedDuration;
use orderdock_app::LastAdministrator;
use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::{BrowserSession, CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

/// The two days after the start of the test clock.
const TOMORROW: &str = "2026-11-21";
const LATER: &str = "2026-11-22";

/// Starts an application with two headers of organisation `001`, the first with two lines, a clerk of that
/// organisation, a clerk of another one and a viewer.
async fn start_app() -> TestApp {
    let app = TestApp::start().await;
    let rows =
        [candidate("H1", "1", json!({})), candidate("H1", "2", json!({})), candidate("H2", "1", json!({}))];
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    app.create_user("Anna", Role::Clerk, &["001"]).await;
    app.create_user("Bert", Role::Clerk, &["test-org-03"]).await;
    app.create_user("Vera", Role::Viewer, &["001"]).await;
    app
}

async fn get(app: &TestApp, path: &str) -> Value {
    let response = app.get(&app.admin, path).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn line(app: &TestApp, header: &str, line: usize) -> Value {
    let list = get(app, &format!("{CANDIDATES}?externalHeaderId={header}&sort=createdAt")).await;
    list["items"][line - 1].clone()
}

async fn listed(app: &TestApp, query: &str) -> Vec<String> {
    let list = get(app, &format!("{CANDIDATES}?{query}&sort=createdAt")).await;
    let count = get(app, &format!("{CANDIDATES}/counts?{query}")).await;
    let items = list["items"].as_array().unwrap();
    assert_eq!(count["all"]["value"], items.len(), "{query}: {count}");
    let name = |one: &Value| {
        format!("{}/{}", one["externalHeaderId"].as_str().unwrap(), one["externalLineId"].as_str().unwrap())
    };
    items.iter().map(name).collect()
}

async fn patch(app: &TestApp, candidate: &Value, body: Value) -> HttpResponse {
    app.patch(&app.admin, &format!("{CANDIDATES}/{}", candidate["id"]), "*", body).await
}

async fn history(app: &TestApp, candidate: &Value) -> Vec<Value> {
    let history = get(app, &format!("{CANDIDATES}/{}/history", candidate["id"])).await;
    history["items"].as_array().unwrap().clone()
}

/// Runs the process on all due candidates and returns the number of orders.
async fn process_due(app: &TestApp) -> Value {
    let request = app.request(Method::POST, "/api/process-runs").header("Authorization", &app.admin);
    let run = send(request.header("Prefer", "wait=60")).await;
    assert_eq!((run.status, &run.json()["state"]), (200, &json!("done")), "{}", run.text);
    run.json()["counts"]["orders"].clone()
}

async fn edit(app: &TestApp, body: Value) -> Value {
    let request = app.request(Method::POST, &format!("{CANDIDATES}/edit")).header("Prefer", "wait=60");
    let run = send(request.header("Authorization", &app.admin).json(&body)).await;
    assert_eq!((run.status, &run.json()["state"]), (200, &json!("done")), "{}", run.text);
    run.json()
}

fn fault(response: &HttpResponse) -> (u16, Value) {
    (response.status, response.json()["errors"][0]["code"].clone())
}

async fn post(app: &TestApp, session: &BrowserSession, path: &str, body: &Value) -> HttpResponse {
    send(session.writing(app.request(Method::POST, path)).json(body)).await
}

#[tokio::test]
async fn line_waiting_for_customer_holds_incoming_order_until_date() {
    let app = start_app().await;
    let first = line(&app, "H1", 1).await;
    let waits =
        patch(&app, &first, json!({ "waitingUntil": LATER, "comment": "asked for the colour" })).await;
    assert_eq!(waits.status, 200, "{}", waits.text);
    assert_eq!((&waits.json()["hold"], &waits.json()["waitingUntil"]), (&json!("waiting"), &json!(LATER)));
    assert!(waits.json()["holdMessage"].as_str().unwrap().contains("22 November 2026"), "{}", waits.text);
    let entry = history(&app, &first).await[1].clone();
    assert_eq!((&entry["event"], &entry["waitingUntil"]), (&json!("waiting"), &json!(LATER)));
    assert_eq!((&entry["comment"], &entry["status"]), (&json!("asked for the colour"), &json!("new")));
    app.clock.advance(SignedDuration::from_mins(5));
    assert_eq!(process_due(&app).await, 1, "the other header alone");
    assert_eq!(listed(&app, "hold=waiting").await, ["H1/1", "H1/2"]);
    assert_eq!(listed(&app, &format!("waitingUntilFrom={LATER}")).await, ["H1/1", "H1/2"]);
    assert!(listed(&app, &format!("waitingUntilTo={TOMORROW}")).await.is_empty());
    let headers = get(&app, &format!("{CANDIDATES}/headers?hold=waiting")).await;
    assert_eq!(headers["items"][0]["waitingUntil"], LATER);
    assert_eq!(headers["items"][0]["counts"]["held"], 2);
    // neither a correction nor a new row of the header ends the wait
    let corrected = patch(&app, &first, json!({ "override": { "qty": 7 } })).await.json();
    assert_eq!(corrected["waitingUntil"], LATER);
    let bad = patch(&app, &first, json!({ "override": { "qty": 0 } })).await.json();
    assert_eq!((&bad["status"], &bad["waitingUntil"]), (&json!("error"), &json!(LATER)));
    let good = patch(&app, &first, json!({ "override": { "qty": 1 } })).await.json();
    assert_eq!((&good["status"], &good["waitingUntil"]), (&json!("new"), &json!(LATER)));
    let row = app.import_bulk("", bulk([candidate("H1", "3", json!({}))])).await;
    assert_eq!(row.status, 201, "{}", row.text);
    app.clock.advance(SignedDuration::from_mins(5));
    assert_eq!(process_due(&app).await, 0);
    // in the time zone of the organisation, the day begins at 23:00 UTC
    app.clock.advance(SignedDuration::from_hours(34));
    assert_eq!(listed(&app, "hold=waiting").await.len(), 3);
    app.clock.advance(SignedDuration::from_hours(1));
    assert!(listed(&app, "hold=waiting").await.is_empty());
    let first = line(&app, "H1", 1).await;
    assert_eq!((first.get("hold"), first.get("waitingUntil")), (None, None), "{first}");
    let headers = get(&app, &format!("{CANDIDATES}/headers?externalHeaderId=H1")).await;
    assert_eq!(
        (headers["items"][0].get("waitingUntil"), &headers["items"][0]["counts"]["held"]),
        (None, &json!(0))
    );
    assert_eq!(process_due(&app).await, 1);
}

#[tokio::test]
async fn customer_wait_is_ended_manually_excluded_or_undone() {
    let app = start_app().await;
    let whole = json!({ "filter": { "externalHeaderId": "H1" } });
    let run =
        edit(&app, json!({ "selection": whole, "waitingUntil": LATER, "comment": "on the telephone" })).await;
    assert_eq!(run["counts"]["processed"], 2, "{run}");
    assert_eq!(listed(&app, "hold=waiting").await, ["H1/1", "H1/2"]);
    let undone = app.request(Method::POST, &format!("/api/process-runs/{}/undo", run["id"]));
    let undone = send(undone.header("Authorization", &app.admin).header("Prefer", "wait=60")).await;
    assert_eq!((undone.status, &undone.json()["counts"]["processed"]), (200, &json!(2)), "{}", undone.text);
    assert!(listed(&app, "hold=waiting").await.is_empty());
    edit(&app, json!({ "selection": whole, "waitingUntil": LATER })).await;
    let unchanged = edit(&app, json!({ "selection": whole, "waitingUntil": LATER })).await;
    assert_eq!(unchanged["counts"]["processed"], 0, "{unchanged}");
    let (first, second) = (line(&app, "H1", 1).await, line(&app, "H1", 2).await);
    let taken_up = patch(&app, &first, json!({ "waitingUntil": null })).await.json();
    assert_eq!(taken_up["hold"], "waiting", "the other line still waits: {taken_up}");
    assert_eq!(history(&app, &first).await.last().unwrap()["event"], "takenUp");
    assert_eq!(listed(&app, "hold=waiting").await, ["H1/1", "H1/2"]);
    let excluded = patch(&app, &second, json!({ "active": false })).await.json();
    assert_eq!((excluded.get("waitingUntil"), &excluded["status"]), (None, &json!("inactive")));
    assert!(listed(&app, "hold=waiting").await.is_empty());
    let entry = history(&app, &second).await.last().unwrap().clone();
    assert_eq!((&entry["event"], &entry["waitingUntil"]), (&json!("putAside"), &Value::Null));
    assert!(entry.as_object().unwrap().contains_key("waitingUntil"), "{entry}");
    let rejected = patch(&app, &second, json!({ "waitingUntil": LATER })).await;
    assert_eq!(fault(&rejected), (409, json!("waiting.inactive")), "{}", rejected.text);
    for day in ["2026-11-20", "2026-11-01", "2028-01-01"] {
        let rejected = patch(&app, &first, json!({ "waitingUntil": day })).await;
        assert_eq!(fault(&rejected), (400, json!("waiting.day_invalid")), "{}", rejected.text);
        assert_eq!(rejected.json()["errors"][0]["pointer"], "/waitingUntil");
    }
    let rejected = patch(&app, &first, json!({ "comment": "alone" })).await;
    assert_eq!(fault(&rejected), (400, json!("comment.alone")), "{}", rejected.text);
}

#[tokio::test]
async fn candidates_are_assigned_to_users_with_access() {
    let app = start_app().await;
    let (anna, vera) = (app.sign_in("Anna").await, app.sign_in("Vera").await);
    let (first, second) = (line(&app, "H1", 1).await, line(&app, "H1", 2).await);
    let path = format!("{CANDIDATES}/{}", first["id"]);
    let mine = anna.writing(app.request(Method::PATCH, &path)).header("If-Match", "*");
    let mine =
        send(mine.header("Content-Type", "application/merge-patch+json").body(r#"{"assignedTo":"me"}"#))
            .await;
    assert_eq!((mine.status, &mine.json()["assignedTo"]), (200, &json!("Anna")), "{}", mine.text);
    let entry = history(&app, &first).await.last().unwrap().clone();
    assert_eq!(
        (&entry["event"], &entry["assignedTo"], &entry["actor"]),
        (&json!("assigned"), &json!("Anna"), &json!("Anna"))
    );
    for (name, status) in [("anna", 200), ("Bert", 400), ("nobody", 400), ("me", 400)] {
        let response = patch(&app, &second, json!({ "assignedTo": name })).await;
        assert_eq!(response.status, status, "{name}: {}", response.text);
        if status == 400 {
            assert_eq!(fault(&response), (400, json!("assignee.unknown")), "{name}");
        }
    }
    let list = send(anna.with(app.request(Method::GET, &format!("{CANDIDATES}?assignedTo=me")))).await.json();
    assert_eq!(list["total"]["value"], 2);
    assert_eq!(listed(&app, "assignedTo=Anna").await, ["H1/1", "H1/2"]);
    assert_eq!(listed(&app, "assignedTo=none").await, ["H2/1"]);
    let headers = get(&app, &format!("{CANDIDATES}/headers?assignedTo=Anna")).await;
    assert_eq!(headers["items"][0]["assignedTo"], json!(["Anna"]));
    let names =
        send(anna.with(app.request(Method::GET, &format!("{CANDIDATES}/assignees?org=001")))).await.json();
    assert_eq!(names, json!({ "items": [{ "name": "Anna" }, { "name": "Vera" }] }));
    let rejected = send(vera.with(app.request(Method::GET, &format!("{CANDIDATES}/assignees")))).await;
    assert_eq!(fault(&rejected), (403, json!("scope.missing")));
    // a disabled user remains the assignee and can be searched
    app.services
        .access
        .disable_user(&orderdock_testkit::operator(&app.services), "Anna", LastAdministrator::Required)
        .await
        .unwrap();
    assert_eq!(listed(&app, "assignedTo=Anna").await.len(), 2);
    assert_eq!(patch(&app, &second, json!({ "assignedTo": "Anna" })).await.status, 400);
    let run =
        edit(&app, json!({ "selection": { "filter": { "assignedTo": "Anna" } }, "assignedTo": null })).await;
    assert_eq!(run["counts"]["processed"], 2);
    assert!(listed(&app, "assignedTo=Anna").await.is_empty());
}

#[tokio::test]
async fn history_keeps_the_name_of_a_removed_user() {
    let app = start_app().await;
    let anna = app.sign_in("Anna").await;
    let first = line(&app, "H1", 1).await;
    let path = format!("{CANDIDATES}/{}/comments", first["id"]);
    assert_eq!(post(&app, &anna, &path, &json!({ "text": "calls back" })).await.status, 201);
    let operator = orderdock_testkit::operator(&app.services);
    app.services.access.remove_user(&operator, "Anna", LastAdministrator::Required).await.unwrap();
    let entries = history(&app, &first).await;
    let comment = entries.iter().find(|entry| entry["event"] == "commented").unwrap();
    assert_eq!(comment["actor"], "Anna", "{comment}");
}

#[tokio::test]
async fn comment_is_in_history_and_keeps_version() {
    let app = start_app().await;
    let (anna, bert, vera) =
        (app.sign_in("Anna").await, app.sign_in("Bert").await, app.sign_in("Vera").await);
    let first = line(&app, "H1", 1).await;
    let path = format!("{CANDIDATES}/{}/comments", first["id"]);
    let commented = post(&app, &anna, &path, &json!({ "text": "calls back\ntomorrow" })).await;
    assert_eq!(commented.status, 201, "{}", commented.text);
    assert_eq!(
        (&commented.json()["actor"], &commented.json()["text"]),
        (&json!("Anna"), &json!("calls back\ntomorrow"))
    );
    assert_eq!(line(&app, "H1", 1).await["version"], first["version"]);
    app.clock.advance(SignedDuration::from_mins(5));
    assert_eq!(process_due(&app).await, 2);
    let later = post(&app, &anna, &path, &json!({ "text": "it is ordered" })).await;
    assert_eq!(later.status, 201, "{}", later.text);
    let events: Vec<_> = history(&app, &first).await.iter().map(|one| one["event"].clone()).collect();
    assert_eq!(events, ["imported", "commented", "ordered", "commented"]);
    for (session, body, status) in [
        (&bert, json!({ "text": "of another" }), 404),
        (&vera, json!({ "text": "only reads" }), 403),
        (&anna, json!({}), 400),
        (&anna, json!({ "text": " " }), 400),
        (&anna, json!({ "text": "x".repeat(2001) }), 400),
    ] {
        let response = post(&app, session, &path, &body).await;
        assert_eq!(response.status, status, "{}", response.text);
    }
    assert_eq!(post(&app, &anna, &path, &json!({ "text": "x".repeat(2000) })).await.status, 201);
    let second = format!("{CANDIDATES}/{}/comments", line(&app, "H1", 2).await["id"]);
    assert_eq!(post(&app, &anna, &second, &json!({ "text": "the same order" })).await.status, 201);
    let headers = get(&app, &format!("{CANDIDATES}/headers?sort=createdAt")).await;
    let counts: Vec<_> = headers["items"].as_array().unwrap().iter().map(|one| &one["comments"]).collect();
    assert_eq!(counts, [&json!(4), &json!(0)], "of all lines of an order");
    let order = line(&app, "H1", 1).await["order"]["salesOrderId"].as_str().unwrap().to_owned();
    let path = format!("/api/sales/order/{order}/comments");
    assert_eq!(post(&app, &anna, &path, &json!({ "text": "on pallets" })).await.status, 201);
    assert_eq!(post(&app, &bert, &path, &json!({ "text": "of another" })).await.status, 404);
    let token = app.token(&[Scope::CandidatesWrite]).await;
    assert_eq!(app.post(&token, &path, json!({ "text": "no orders" }).to_string()).await.status, 403);
    let entry = get(&app, &format!("/api/sales/order/{order}/history")).await["items"][1].clone();
    assert_eq!((&entry["event"], &entry["comment"]), (&json!("commented"), &json!("on pallets")));
}
