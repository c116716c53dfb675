//! Undo of master data changes of one request.

use orderdock_domain::access::Scope;
use orderdock_testkit::{HttpResponse, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

use super::{codes, history, listed_id, partner, put, record, upsert};

const OWN: [Scope; 2] = [Scope::MasterdataWrite, Scope::CandidatesRead];

async fn undo(app: &TestApp, token: &str, record: &str, body: Value) -> HttpResponse {
    let (record, query) = record.split_once('?').unwrap_or((record, ""));
    app.post(token, &format!("/api/masterdata/{record}/undo?{query}"), body.to_string()).await
}

/// Starts an application with a product of `001` without a price and a candidate for it.
async fn app_with_unpriced_product() -> TestApp {
    let app = TestApp::start().await;
    app.load(r#"products: [{org: "001", code: UNPRICED, name: Unpriced, type: ITEM, uom: PCE}]"#).await;
    let response =
        app.import(candidate("H", "1", json!({ "product": { "code": "UNPRICED" } })).to_string()).await;
    assert_eq!(response.json()["result"][0]["status"], "error", "{}", response.text);
    app
}

fn price() -> Value {
    json!([{ "org": "001", "priceList": "DE-EUR", "validFrom": "2015-01-01", "product": "UNPRICED", "uom": "PCE", "price": 3.25,
        "scales": [{ "fromQuantity": 10, "price": 3 }] }])
}

/// Upserts a record and returns its id and the request id.
async fn upsert_as(app: &TestApp, token: &str, kind: &str, records: Value) -> (i64, String) {
    let response = put(app, token, kind, records.to_string()).await;
    assert_eq!(response.status, 200, "{}", response.text);
    (response.json()["result"][0]["id"].as_i64().unwrap(), response.header("x-request-id").to_owned())
}

/// Executes a run on the candidate and returns its status afterwards.
async fn run(app: &TestApp, command: &str) -> String {
    let body = json!({ "selection": { "filter": { "externalHeaderId": "H" } } }).to_string();
    let request = app.request(Method::POST, &format!("/api/sales/order/candidates/{command}"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=20");
    let response = send(request.header("Content-Type", "application/json").body(body)).await;
    assert_eq!((response.status, &response.json()["state"]), (200, &json!("done")), "{}", response.text);
    let list = app.get(&app.admin, "/api/sales/order/candidates?externalHeaderId=H").await.json();
    list["items"][0]["status"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn undo_removes_created_price() {
    let app = app_with_unpriced_product().await;
    let clerk = app.token_of("001", &OWN).await;
    let (id, request) = upsert_as(&app, &clerk, "product-prices", price()).await;
    assert_eq!(run(&app, "revalidate").await, "new");
    let path = format!("product-prices/{id}");
    let body = json!({ "requestId": request, "reason": "a typing error" });
    let planned = undo(&app, &clerk, &format!("{path}?dryRun=true"), body.clone()).await;
    assert_eq!(planned.status, 200, "{}", planned.text);
    let first = &planned.json()["records"][0];
    assert_eq!((&first["kind"], &first["outcome"]), (&json!("product-prices"), &json!("removed")));
    assert_eq!(record(&app, "product-prices", id).await["price"], json!(3.25), "it was only tried");

    let undone = undo(&app, &clerk, &path, body.clone()).await;
    assert_eq!((undone.status, undone.json()), (200, planned.json()), "{}", undone.text);
    assert_eq!(app.get(&clerk, &format!("/api/masterdata/{path}")).await.status, 404);
    assert_eq!(run(&app, "revalidate").await, "error");
    // the history of the removed record stays, with author and reason
    let events = history(&app, &clerk, "product-prices", id).await;
    let recorded: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(recorded, ["removed", "created"]);
    assert_eq!(
        (&events[0]["undoes"], &events[0]["reason"], &events[0]["actor"], &events[0]["version"]),
        (&json!(1), &json!("a typing error"), &json!("test"), &json!(2)),
    );
    let changes = events[0]["changes"].as_array().unwrap();
    let entered = changes.iter().find(|one| one["member"] == "price").unwrap();
    assert_eq!(entered, &json!({ "member": "price", "before": 3.25, "after": null }));
    let again = undo(&app, &clerk, &path, body).await;
    assert_eq!((again.status, &codes(&again)[..]), (404, &["record.not_found".to_owned()][..]));
    // the same record can be created again
    upsert_as(&app, &clerk, "product-prices", price()).await;
    assert_eq!(run(&app, "revalidate").await, "new");
}

#[tokio::test]
async fn undo_restores_changed_values_only() {
    let app = TestApp::start().await;
    let clerk = app.token_of("001", &OWN).await;
    let before =
        json!({ "vatId": "DE1", "locations": [{ "externalId": "L", "country": "DE", "city": "Bonn" }] });
    let (id, _) = upsert(&app, "bpartners", partner(&before)).await;
    let change = json!({ "vatId": null, "group": "Standard", "active": false,
        "locations": [{ "externalId": "L", "country": "DE", "city": "Ulm" }] });
    let (_, request) = upsert_as(&app, &clerk, "bpartners", partner(&change)).await;
    let path = format!("bpartners/{id}");
    app.clock.advance(jiff::SignedDuration::from_secs(60));
    let undone = undo(&app, &clerk, &path, json!({ "requestId": request })).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
    let outcomes: Vec<_> = undone.json()["records"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["kind"].clone(), one["outcome"].clone()))
        .collect();
    let restored = json!("restored");
    assert_eq!(outcomes, [(json!("bpartners"), restored.clone()), (json!("bpartners.locations"), restored)]);
    let now = record(&app, "bpartners", id).await;
    let values = ["vatId", "group", "active", "version"].map(|member| now[member].clone());
    assert_eq!(values, [json!("DE1"), Value::Null, json!(true), json!(3)]);
    assert_eq!(now["locations"][0]["city"], "Bonn");
    let events = history(&app, &clerk, "bpartners", id).await;
    let newest: Vec<_> = events[..2]
        .iter()
        .map(|one| (one["event"].clone(), one["version"].clone(), one["undoes"].clone()))
        .collect();
    assert_eq!(newest, [(json!("changed"), json!(3), json!(2)), (json!("changed"), json!(3), json!(2))]);
    let again = undo(&app, &clerk, &path, json!({ "requestId": request })).await;
    assert_eq!((again.status, codes(&again)[0].as_str()), (409, "undo.record_undone"), "{}", again.text);
    // an undo can be undone like any other change
    let own = undone.header("x-request-id");
    let back = undo(&app, &clerk, &path, json!({ "requestId": own })).await;
    assert_eq!(back.status, 200, "{}", back.text);
    assert_eq!(record(&app, "bpartners", id).await["group"], "Standard");
}

#[tokio::test]
async fn undo_keeps_referenced_records() {
    let app = app_with_unpriced_product().await;
    let clerk = app.token_of("001", &OWN).await;
    let (id, request) = upsert_as(&app, &clerk, "product-prices", price()).await;
    assert_eq!(run(&app, "revalidate").await, "new");
    assert_eq!(run(&app, "process").await, "processed");
    let path = format!("product-prices/{id}");
    let body = json!({ "requestId": request });
    for query in ["", "?dryRun=true"] {
        let rejected = undo(&app, &clerk, &format!("{path}{query}"), body.clone()).await;
        assert_eq!(
            (rejected.status, codes(&rejected)[0].as_str()),
            (409, "undo.record_used"),
            "{}",
            rejected.text
        );
    }
    let orders = app.get(&app.admin, "/api/sales/order").await.json();
    let order = &orders["items"][0];
    let rejected = undo(&app, &clerk, &path, body.clone()).await.text;
    assert!(rejected.contains(order["documentNo"].as_str().unwrap()), "{rejected}");
    // a voided order no longer depends on the record
    let void = format!("/api/sales/order/{}/void", order["salesOrderId"].as_str().unwrap());
    assert_eq!(app.post(&app.admin, &void, "").await.status, 200);
    let mut dearer = price();
    dearer[0]["price"] = json!(4);
    let (_, second) = upsert_as(&app, &app.admin.clone(), "product-prices", dearer).await;
    let rejected = undo(&app, &clerk, &path, body.clone()).await;
    assert_eq!(
        (rejected.status, codes(&rejected)[0].as_str()),
        (409, "undo.record_changed"),
        "{}",
        rejected.text
    );
    assert!(rejected.text.contains("admin"), "{}", rejected.text);
    let undone = undo(&app, &clerk, &path, json!({ "requestId": second })).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
    assert_eq!(record(&app, "product-prices", id).await["price"], json!(3.25));
    assert_eq!(record(&app, "product-prices", id).await["scales"][0]["price"], json!(3));
}

#[tokio::test]
async fn undo_removes_new_version_without_prices() {
    let app = TestApp::start().await;
    let list = listed_id(&app, "price-lists?q=DE-EUR").await;
    let stored = record(&app, "price-lists", list).await;
    let version = json!([{ "org": stored["org"], "code": stored["code"], "name": stored["name"], "pricingSystem": stored["pricingSystem"],
        "currency": stored["currency"], "versions": [{ "validFrom": "2030-01-01", "baseValidFrom": "2015-01-01" }] }]);
    let (_, request) = upsert_as(&app, &app.admin.clone(), "price-lists", version).await;
    let price = json!([{ "org": "001", "priceList": "DE-EUR", "validFrom": "2030-01-01", "product": "A001", "uom": "PCE", "price": 1 }]);
    let (priced, pricing) = upsert_as(&app, &app.admin.clone(), "product-prices", price).await;
    let path = format!("price-lists/{list}");
    let body = json!({ "requestId": request });
    let rejected = undo(&app, &app.admin, &path, body.clone()).await;
    assert_eq!(
        (rejected.status, codes(&rejected)[0].as_str()),
        (409, "undo.record_named"),
        "{}",
        rejected.text
    );
    assert!(rejected.text.contains("A001"), "{}", rejected.text);
    let undone =
        undo(&app, &app.admin, &format!("product-prices/{priced}"), json!({ "requestId": pricing })).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
    let undone = undo(&app, &app.admin, &path, body).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
    let now = record(&app, "price-lists", list).await;
    assert_eq!(now["versions"], stored["versions"]);
    let events = history(&app, &app.admin, "price-lists", list).await;
    assert_eq!(
        (&events[0]["kind"], &events[0]["event"]),
        (&json!("price-lists.versions"), &json!("removed"))
    );
}

#[tokio::test]
async fn undo_requires_write_access() {
    let app = app_with_unpriced_product().await;
    app.load(r#"products: [{org: "test-org-03", code: FOREIGN, name: Foreign, type: ITEM, uom: PCE}]"#).await;
    let clerk = app.token_of("001", &OWN).await;
    let reader = app.token_of("001", &[Scope::CandidatesRead, Scope::CandidatesWrite]).await;
    let everywhere = app.token(&[Scope::MasterdataWrite]).await;
    let shared = json!([{ "code": "A001", "name": "Other", "uom": "PCE" }]);
    let (product, of_shared) = upsert_as(&app, &everywhere, "products", shared).await;
    let foreign = json!([{ "org": "test-org-03", "code": "FOREIGN", "name": "Other", "uom": "PCE" }]);
    let (other, of_other) = upsert_as(&app, &everywhere, "products", foreign).await;
    let (priced, of_price) = upsert_as(&app, &clerk, "product-prices", price()).await;
    let organisation = listed_id(&app, "organisations").await;
    let none = "01980000-0000-7000-8000-000000000000";
    let (new, of_new) = upsert_as(
        &app,
        &clerk,
        "products",
        json!([{ "org": "001", "code": "N", "name": "N", "uom": "PCE" }]),
    )
    .await;
    for (token, path, request, status, code) in [
        (&reader, format!("product-prices/{priced}"), &*of_price, 403, "scope.missing"),
        (&clerk, format!("products/{product}"), &*of_shared, 403, "record.shared_forbidden"),
        (&clerk, format!("products/{other}"), &*of_other, 404, "record.not_found"),
        (&clerk, format!("product-prices/{priced}"), none, 404, "undo.record_unknown"),
        (&clerk, format!("product-prices/{priced}"), &*of_other, 404, "undo.record_unknown"),
        (&clerk, format!("products/{new}"), &*of_new, 409, "undo.record_stays"),
        (&clerk, "nothing/1".to_owned(), none, 404, "kind.not_found"),
        (&everywhere, format!("organisations/{organisation}"), none, 403, "scope.missing"),
    ] {
        let response = undo(&app, token, &path, json!({ "requestId": request })).await;
        assert_eq!(
            (response.status, codes(&response)[0].as_str()),
            (status, code),
            "{path}: {}",
            response.text
        );
    }
    let faulty = undo(&app, &clerk, &format!("product-prices/{priced}"), json!({ "reason": "?" })).await;
    assert_eq!((faulty.status, codes(&faulty)[0].as_str()), (400, "property.missing"), "{}", faulty.text);
    let undone =
        undo(&app, &everywhere, &format!("products/{product}"), json!({ "requestId": of_shared })).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
}
