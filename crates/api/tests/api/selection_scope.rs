//! Scope of a run: the selected lines only, or their whole incoming orders.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

async fn post(app: &TestApp, path: &str, body: &Value) -> HttpResponse {
    let request = app.request(Method::POST, &format!("{CANDIDATES}/{path}"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    send(request.header("Content-Type", "application/json").body(body.to_string())).await
}

/// Returns the body of a successful response.
async fn post_ok(app: &TestApp, path: &str, body: &Value) -> Value {
    let response = post(app, path, body).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

/// Imports two incoming orders of three lines, `A` and `B`, and returns the ids of the lines.
async fn two_orders() -> (TestApp, Vec<Value>) {
    let app = TestApp::start().await;
    let line =
        |header: &str, line: &str| candidate(header, line, json!({ "poReference": format!("PO-{header}") }));
    let lines = ["A", "B"].into_iter().flat_map(|header| ["1", "2", "3"].map(|number| line(header, number)));
    let response = app.import_bulk("", bulk(lines)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let results = response.json()["result"].as_array().unwrap().clone();
    (app, results.into_iter().map(|row| row["id"].clone()).collect())
}

async fn statuses(app: &TestApp, ids: &[Value]) -> Vec<String> {
    let mut statuses = Vec::new();
    for id in ids {
        let candidate = app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await.json();
        statuses.push(candidate["status"].as_str().unwrap().to_owned());
    }
    statuses
}

#[tokio::test]
async fn selected_line_processes_its_incoming_order() {
    let (app, ids) = two_orders().await;
    let body = json!({ "selection": { "ids": [ids[1]] } });
    let planned = post_ok(&app, "process?dryRun=true", &body).await;
    assert_eq!(
        planned["counts"],
        json!({ "selected": 3, "added": 2, "processed": 3, "orders": 1, "stayed": 0, "failed": 0 })
    );
    assert_eq!(planned["orders"][0]["lines"].as_array().unwrap().len(), 3);
    assert_eq!((&planned["excluded"], &planned["excludedOrders"]), (&json!([]), &json!(0)));
    let run = post_ok(&app, "process", &body).await;
    assert_eq!(run["counts"], planned["counts"]);
    assert_eq!((&run["total"], run.get("release")), (&json!(3), None));
    let orders = app.get(&app.admin, "/api/sales/order").await.json();
    assert_eq!(orders["items"].as_array().unwrap().len(), 1);
    assert_eq!(orders["items"][0]["lineCount"], 3);
    assert_eq!(statuses(&app, &ids).await, ["processed", "processed", "processed", "new", "new", "new"]);
}

#[tokio::test]
async fn faulty_sibling_is_added_and_holds_selected_line() {
    let (app, ids) = two_orders().await;
    let line = candidate("A", "4", json!({ "qty": 0, "poReference": "PO-A" }));
    assert_eq!(app.import_bulk("", bulk([line])).await.status, 201);
    let planned = post_ok(&app, "process?dryRun=true", &json!({ "selection": { "ids": [ids[0]] } })).await;
    assert_eq!((&planned["counts"]["added"], &planned["counts"]["orders"]), (&json!(3), &json!(0)));
    assert_eq!(planned["stays"], json!({ "held": 3, "error": 1, "processed": 0, "inactive": 0 }));
}

#[tokio::test]
async fn excluded_line_skips_its_incoming_order() {
    let (app, ids) = two_orders().await;
    let body = json!({ "selection": { "filter": { "status": "new" }, "exclude": [ids[4]] } });
    let planned = post_ok(&app, "process?dryRun=true", &body).await;
    assert_eq!(
        planned["excluded"],
        json!([{ "candidateId": ids[3], "externalHeaderId": "B", "poReference": "PO-B", "lines": 3 }])
    );
    assert_eq!((&planned["excludedOrders"], &planned["counts"]["orders"]), (&json!(1), &json!(1)));
    assert_eq!(post_ok(&app, "process", &body).await["counts"], planned["counts"]);
    assert_eq!(statuses(&app, &ids).await, ["processed", "processed", "processed", "new", "new", "new"]);
}

#[tokio::test]
async fn scope_selection_requires_release_and_is_in_history() {
    let (app, ids) = two_orders().await;
    let mut body = json!({ "selection": { "ids": [ids[0]] }, "scope": "selection" });
    for query in ["", "?dryRun=true"] {
        let rejected = post(&app, &format!("process{query}"), &body).await;
        assert_eq!(rejected.status, 400, "{}", rejected.text);
        let error = &rejected.json()["errors"][0];
        assert_eq!((&error["code"], &error["pointer"]), (&json!("release.required"), &json!("/scope")));
    }
    body["release"] = json!(["partial"]);
    let planned = post_ok(&app, "process?dryRun=true", &body).await;
    let run = post_ok(&app, "process", &body).await;
    assert_eq!(
        run["counts"],
        json!({ "selected": 1, "added": 0, "processed": 1, "orders": 1, "stayed": 0, "failed": 0 })
    );
    assert_eq!((&planned["counts"], &run["release"]), (&run["counts"], &json!(["partial"])));
    assert_eq!(statuses(&app, &ids[..3]).await, ["processed", "new", "new"]);
    let history = app.get(&app.admin, &format!("{CANDIDATES}/{}/history", ids[0])).await.json();
    let last = history["items"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["event"], &last["released"]), (&json!("ordered"), &json!(["partial"])));
    // processing the rest leaves no line of the order
    let rest =
        json!({ "selection": { "ids": [ids[1], ids[2]] }, "scope": "selection", "release": ["partial"] });
    post_ok(&app, "process", &rest).await;
    let history = app.get(&app.admin, &format!("{CANDIDATES}/{}/history", ids[2])).await.json();
    assert_eq!(history["items"].as_array().unwrap().last().unwrap().get("released"), None);
}

#[tokio::test]
async fn partial_release_keeps_other_holds() {
    let (app, ids) = two_orders().await;
    let line = candidate("A", "4", json!({ "qty": 0, "poReference": "PO-A" }));
    assert_eq!(app.import_bulk("", bulk([line])).await.status, 201);
    let body = json!({ "selection": { "ids": [ids[0]] }, "scope": "selection", "release": ["partial"] });
    let planned = post_ok(&app, "process?dryRun=true", &body).await;
    assert_eq!((&planned["counts"]["orders"], &planned["counts"]["stayed"]), (&json!(0), &json!(1)));
    assert_eq!(planned["results"][0]["hold"], "sibling.error");
}

#[tokio::test]
async fn edit_of_incoming_order_changes_all_lines() {
    let (app, ids) = two_orders().await;
    let mut body = json!({ "selection": { "ids": [ids[0]] }, "active": false });
    let tried = post_ok(&app, "edit?dryRun=true", &body).await;
    assert_eq!(tried["counts"]["selected"], 1);
    body["scope"] = json!("order");
    let tried = post_ok(&app, "edit?dryRun=true", &body).await;
    assert_eq!((&tried["counts"]["selected"], &tried["counts"]["changed"]), (&json!(3), &json!(3)));
    let run = post_ok(&app, "edit", &body).await;
    assert_eq!((&run["counts"]["processed"], &run["counts"]["added"]), (&json!(3), &json!(2)));
    assert_eq!(statuses(&app, &ids).await, ["inactive", "inactive", "inactive", "new", "new", "new"]);
    body["active"] = json!(true);
    assert_eq!(post_ok(&app, "edit", &body).await["counts"]["processed"], 3);
}
