//! Two shops that send equal header and line ids to one data source, with different values of `externalSystemCode`.

use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

use crate::attachments::common::{attach, form, pdf};

const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// Returns a row of header `H` with a data source and, unless it is null, a system code.
fn line(system: impl Into<Value>, line: &str, change: Value) -> Value {
    let mut row = candidate("H", line, change);
    row["dataSource"] = json!(format!("int-{SOURCE}"));
    row["externalSystemCode"] = system.into();
    row
}

/// Imports lines `1` and `2` of two systems. Returns the app and the ids of the candidates by system.
async fn two_shops() -> (TestApp, [Value; 2]) {
    let app = TestApp::start().await;
    let mut ids = Vec::new();
    for system in ["shop-a", "shop-b"] {
        let response =
            app.import_bulk("", bulk([line(system, "1", json!({})), line(system, "2", json!({}))])).await;
        assert_eq!(response.status, 201, "{}", response.text);
        let rows = response.json()["result"].clone();
        assert_eq!([&rows[0]["outcome"], &rows[1]["outcome"]], ["created", "created"], "{rows}");
        ids.push(json!([rows[0]["id"], rows[1]["id"]]));
    }
    let [first, second] = ids.try_into().unwrap();
    (app, [first, second])
}

fn error(response: &HttpResponse) -> (u16, Value) {
    (response.status, response.json()["errors"][0]["code"].clone())
}

fn ids(candidates: &Value) -> Value {
    candidates.as_array().unwrap().iter().map(|candidate| candidate["id"].clone()).collect()
}

async fn by_reference(app: &TestApp, token: &str, path: &str) -> HttpResponse {
    app.get(token, &format!("{CANDIDATES}/by-ref/{path}")).await
}

async fn process(app: &TestApp, selection: Value) -> Value {
    let request = app.request(Method::POST, &format!("{CANDIDATES}/process"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    let run = send(request.json(&json!({ "selection": selection }))).await;
    assert_eq!((run.status, &run.json()["state"]), (200, &json!("done")), "{}", run.text);
    run.json()
}

#[tokio::test]
async fn equal_ids_of_two_systems_become_two_orders() {
    let (app, [a, b]) = two_shops().await;
    let headers = app.get(&app.admin, &format!("{CANDIDATES}/headers")).await.json();
    assert_eq!(headers["total"]["value"], 2, "{headers}");
    // selecting one line processes the incoming order of its system only
    let run = process(&app, json!({ "ids": [a[0]] })).await;
    assert_eq!((&run["counts"]["orders"], &run["counts"]["processed"]), (&json!(1), &json!(2)), "{run}");
    let left = app.get(&app.admin, &format!("{CANDIDATES}?status=new")).await.json();
    assert_eq!(ids(&left["items"]).as_array().unwrap().len(), 2);
    let run = process(&app, json!({ "ids": [b[0], b[1]] })).await;
    assert_eq!(run["counts"]["orders"], 1, "{run}");
    let orders = app.get(&app.admin, "/api/sales/order").await.json();
    let mut systems: Vec<_> =
        orders["items"].as_array().unwrap().iter().map(|order| &order["externalSystemCode"]).collect();
    systems.sort_by_key(ToString::to_string);
    assert_eq!(systems, ["shop-a", "shop-b"], "{orders}");
    // a path with a system returns the order of that system only
    for system in ["shop-a", "shop-b"] {
        let found = by_reference(&app, &app.admin, &format!("{system}/H")).await.json();
        let orders = found["orders"].as_array().unwrap();
        assert_eq!((orders.len(), &orders[0]["externalSystemCode"]), (1, &json!(system)), "{found}");
    }
}

#[tokio::test]
async fn lines_of_two_systems_are_ordered_by_one_run() {
    let (app, _) = two_shops().await;
    let run = process(&app, json!({ "filter": { "status": "new" } })).await;
    assert_eq!((&run["counts"]["orders"], &run["counts"]["processed"]), (&json!(2), &json!(4)), "{run}");
}

#[tokio::test]
async fn repeated_rows_are_unchanged_and_ambiguous_ones_rejected() {
    let (app, [a, b]) = two_shops().await;
    for (system, id) in [("shop-a", &a[0]), ("shop-b", &b[0])] {
        let again = app.import(line(system, "1", json!({})).to_string()).await;
        let row = &again.json()["result"][0];
        assert_eq!(
            (again.status, &row["outcome"], &row["id"]),
            (200, &json!("unchanged"), id),
            "{}",
            again.text
        );
    }
    let ambiguous = app.import(line(Value::Null, "1", json!({})).to_string()).await;
    assert_eq!(error(&ambiguous), (409, json!("identity.ambiguous")), "{}", ambiguous.text);
    let named = &ambiguous.json()["errors"][0];
    assert_eq!(
        (&named["params"], &named["pointer"]),
        (&json!({ "systems": ["shop-a", "shop-b"] }), &json!("/externalLineId"))
    );
    // rows of a renamed system are still recognised
    app.database.change("UPDATE external_system SET code = 'shop-one' WHERE code = 'shop-a'");
    app.database.change("UPDATE generation SET value = value + 1");
    let again = app.import(line("shop-one", "1", json!({})).to_string()).await;
    assert_eq!(again.json()["result"][0]["id"], a[0], "{}", again.text);
}

#[tokio::test]
async fn header_policy_rejects_the_rows_of_one_system() {
    let app = TestApp::start().await;
    let faulty = line("shop-b", "2", json!({ "product": { "code": "none" } }));
    let rows = [line("shop-a", "1", json!({})), line("shop-b", "1", json!({})), faulty];
    let response = app.import_bulk("?errorPolicy=header", bulk(rows)).await;
    assert_eq!(response.status, 207, "{}", response.text);
    let rows = response.json()["result"].clone();
    let outcomes: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["outcome"].clone()).collect();
    assert_eq!(outcomes, ["created", "rejected", "rejected"], "{rows}");
}

#[tokio::test]
async fn rejected_and_missing_lines_hold_the_order_of_their_system() {
    let app = TestApp::start().await;
    let count = json!({ "headerLineCount": 2 });
    let rows =
        [line("shop-a", "1", count.clone()), line("shop-a", "2", json!({})), line("shop-b", "1", count)];
    assert_eq!(app.import_bulk("", bulk(rows)).await.status, 201);
    let due = async || {
        let request = app.request(Method::POST, "/api/process-runs").header("Authorization", &app.admin);
        let run = send(request.header("Prefer", "wait=60")).await;
        assert_eq!(run.status, 200, "{}", run.text);
        run.json()["counts"]["processed"].clone()
    };
    assert_eq!(due().await, 2, "two lines of shop A are complete, one of shop B is not");
    let faulty = |system: &str| line(system, "3", json!({ "product": { "code": "none" } }));
    let rows = [faulty("shop-b"), line("shop-b", "2", json!({}))];
    assert_eq!(app.import_bulk("?errorPolicy=row", bulk(rows)).await.status, 207);
    assert_eq!(due().await, 0, "shop B waits for its rejected line");
    let other = [faulty("shop-a"), line("shop-c", "1", json!({}))];
    assert_eq!(app.import_bulk("?errorPolicy=row", bulk(other)).await.status, 207);
    assert_eq!(app.import(line("shop-b", "3", json!({})).to_string()).await.status, 201);
    // three lines of shop B and one of shop C are processed; the rejected line of shop A holds neither
    assert_eq!(due().await, 4);
}

#[tokio::test]
async fn reference_names_a_data_source_or_a_system() {
    let (app, [a, b]) = two_shops().await;
    let ambiguous = by_reference(&app, &app.admin, &format!("{SOURCE}/H")).await;
    assert_eq!(error(&ambiguous), (409, json!("identity.ambiguous")), "{}", ambiguous.text);
    assert_eq!(ambiguous.json()["errors"][0]["params"]["systems"], json!(["shop-a", "shop-b"]));
    assert_eq!(error(&by_reference(&app, &app.admin, &format!("{SOURCE}/H/1")).await).0, 409);
    for (path, expected) in [("shop-a/H", a.clone()), ("shop-b/H", b.clone()), ("shop-b/H/2", json!([b[1]]))]
    {
        let found = by_reference(&app, &app.admin, path).await;
        assert_eq!(
            (found.status, ids(&found.json()["candidates"])),
            (200, expected),
            "{path} {}",
            found.text
        );
    }
    for path in ["shop-c/H", "shop-a/I"] {
        assert_eq!(error(&by_reference(&app, &app.admin, path).await).0, 404, "{path}");
    }
    // a row without a system is found by the name of its data source
    let plain = app.import(line(Value::Null, "3", json!({})).to_string()).await.json();
    let found = by_reference(&app, &app.admin, &format!("{SOURCE}/H")).await.json();
    assert_eq!(ids(&found["candidates"]), json!([plain["result"][0]["id"]]));
    // a data source has priority over a system with the same name
    app.load("data-sources: [{org: \"*\", internalNames: [shop-a]}]").await;
    assert_eq!(error(&by_reference(&app, &app.admin, "shop-a/H").await).0, 404);
    let mut other = line("shop-b", "1", json!({}));
    other["dataSource"] = json!("int-shop-a");
    assert_eq!(app.import(other.to_string()).await.status, 201);
    let several = by_reference(&app, &app.admin, "shop-b/H").await;
    assert_eq!(error(&several), (409, json!("candidate.ambiguous")), "{}", several.text);
    let named = several.json()["errors"][0]["params"]["candidates"].clone();
    assert_eq!(named, json!([format!("{SOURCE} / shop-b (001)"), "shop-a / shop-b (001)"]));
}

#[tokio::test]
async fn sender_cancels_the_lines_of_one_system() {
    let (app, [a, b]) = two_shops().await;
    let cancel =
        async |path: &str| app.post(&app.admin, &format!("{CANDIDATES}/by-ref/{path}/cancel"), "").await;
    assert_eq!(error(&cancel(&format!("{SOURCE}/H")).await), (409, json!("identity.ambiguous")));
    let cancelled = cancel("shop-a/H").await;
    assert_eq!((cancelled.status, ids(&cancelled.json()["candidates"])), (200, a), "{}", cancelled.text);
    let left = app.get(&app.admin, &format!("{CANDIDATES}?status=new")).await.json();
    let mut left: Vec<_> = ids(&left["items"]).as_array().unwrap().iter().map(Value::to_string).collect();
    left.sort();
    assert_eq!(left, [b[0].to_string(), b[1].to_string()]);
    assert_eq!(cancel("shop-b/H/2").await.status, 200);
}

#[tokio::test]
async fn attachment_belongs_to_the_order_of_one_system() {
    let (app, [a, b]) = two_shops().await;
    for path in [format!("{SOURCE}/H"), "H".to_owned()] {
        let ambiguous = attach(&app, &path, pdf()).await;
        assert_eq!(error(&ambiguous), (409, json!("identity.ambiguous")), "{path} {}", ambiguous.text);
    }
    let attached = attach(&app, "shop-a/H", pdf()).await;
    assert_eq!(attached.status, 201, "{}", attached.text);
    let file = attached.json();
    assert_eq!((&file["dataSourceName"], &file["externalSystemCode"]), (&json!(SOURCE), &json!("shop-a")));
    for (id, files) in [(&a[0], json!([file])), (&b[0], json!([]))] {
        let read = app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await.json();
        assert_eq!(read["attachments"], files);
    }
    let path = format!("{CANDIDATES}/{SOURCE}/H/attachments?externalSystem=shop-b");
    let other = send(form(&app, &app.admin, &path, pdf())).await;
    assert_eq!(other.status, 201, "the same bytes at the other order: {}", other.text);
    // a path without a system prefers the order without a system
    let plain = app.import(line(Value::Null, "3", json!({})).to_string()).await.json();
    let attached = attach(&app, "H", pdf()).await;
    assert_eq!((attached.status, &attached.json()["externalSystemCode"]), (201, &json!(SOURCE)));
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{}", plain["result"][0]["id"])).await.json();
    assert_eq!(read["attachments"].as_array().unwrap().len(), 1);
    let run = process(&app, json!({ "ids": [a[0]] })).await;
    assert_eq!(run["counts"]["orders"], 1);
    let found = by_reference(&app, &app.admin, "shop-a/H").await.json();
    let order = found["orders"][0]["salesOrderId"].as_str().unwrap().to_owned();
    let order = app.get(&app.admin, &format!("/api/sales/order/{order}")).await.json();
    assert_eq!(order["attachments"].as_array().unwrap().len(), 1, "{order}");
}

#[tokio::test]
async fn systems_of_other_organisations_name_no_orders() {
    let (app, _) = two_shops().await;
    let scopes = [Scope::CandidatesRead, Scope::CandidatesWrite, Scope::AttachmentsWrite];
    let foreign = app.token_of("test-org-03", &scopes).await;
    assert_eq!(error(&by_reference(&app, &foreign, "shop-a/H").await).0, 404);
    let cancelled = app.post(&foreign, &format!("{CANDIDATES}/by-ref/shop-a/H/cancel"), "").await;
    assert_eq!(error(&cancelled).0, 404);
    // rows of another organisation with these ids do not make the path ambiguous
    let change =
        json!({ "bpartner": { "bpartner": { "code": "1000106" } }, "org": { "code": "test-org-03" } });
    for system in ["shop-a", "shop-x"] {
        let response = app.post(&foreign, CANDIDATES, line(system, "1", change.clone()).to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
    }
    let own = app.token_of("001", &scopes).await;
    let found = by_reference(&app, &own, "shop-a/H").await.json();
    assert_eq!(found["candidates"].as_array().unwrap().len(), 2, "{found}");
    let foreign_order = by_reference(&app, &foreign, "shop-a/H").await.json();
    assert_eq!(foreign_order["candidates"][0]["org"]["code"], "test-org-03", "{foreign_order}");
}

#[tokio::test]
async fn suggested_fix_releases_the_order_of_one_system() {
    let (app, [_, b]) = two_shops().await;
    let late = line("shop-b", "3", json!({ "headerLineCount": 9 }));
    assert_eq!(app.import(late.to_string()).await.status, 201);
    let due = app.request(Method::POST, "/api/process-runs").header("Authorization", &app.admin);
    assert_eq!(send(due.header("Prefer", "wait=60")).await.json()["counts"]["orders"], 1);
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{}", b[0])).await.json();
    assert_eq!(read["hold"], "header.incomplete", "{read}");
    let request = &read["holdFixes"][0]["request"];
    assert_eq!(request["body"]["selection"], json!({ "ids": [b[0]] }), "{read}");
    let run =
        app.request(Method::POST, request["path"].as_str().unwrap()).header("Authorization", &app.admin);
    let run = send(run.header("Prefer", "wait=60").json(&request["body"])).await.json();
    assert_eq!((&run["counts"]["orders"], &run["counts"]["processed"]), (&json!(1), &json!(3)), "{run}");
}
