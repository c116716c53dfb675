//! Derived data of candidates is updated with each change: holds follow their incoming order, prices follow the price
//! list, and figures equal those of the resulting orders.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

async fn post(app: &TestApp, path: &str, body: &Value) -> Value {
    let request = app.request(Method::POST, &format!("{CANDIDATES}/{path}"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    let response = send(request.header("Content-Type", "application/json").body(body.to_string())).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn import(app: &TestApp, rows: impl IntoIterator<Item = Value>) -> Vec<String> {
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let rows = response.json()["result"].as_array().unwrap().clone();
    rows.into_iter().map(|row| format!("{CANDIDATES}/{}", row["id"])).collect()
}

async fn get(app: &TestApp, path: &str) -> Value {
    let response = app.get(&app.admin, path).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn patch(app: &TestApp, path: &str, body: Value) -> HttpResponse {
    let response = app.patch(&app.admin, path, "*", body).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response
}

/// Returns the hold reasons of candidates.
async fn holds(app: &TestApp, paths: &[String]) -> Vec<Value> {
    let mut holds = Vec::new();
    for path in paths {
        holds.push(get(app, path).await["hold"].clone());
    }
    holds
}

/// Returns the number of new and of ready candidates, and the number of lines that a run over all new ones would
/// process.
async fn ready_counts(app: &TestApp) -> [Value; 3] {
    let counts = get(app, &format!("{CANDIDATES}/counts")).await;
    let all = json!({ "selection": { "filter": { "status": "new" } } });
    let planned = post(app, "process?dryRun=true", &all).await;
    let listed = get(app, &format!("{CANDIDATES}?status=new&held=false")).await;
    assert_eq!(listed["total"], counts["ready"], "the list has the same total");
    [counts["new"]["value"].clone(), counts["ready"]["value"].clone(), planned["counts"]["processed"].clone()]
}

#[tokio::test]
async fn corrected_line_releases_its_siblings() {
    let app = TestApp::start().await;
    let rows = [json!({}), json!({}), json!({ "qty": 0 })];
    let rows = rows.into_iter().enumerate().map(|(line, change)| candidate("A", &line.to_string(), change));
    let paths = import(&app, rows).await;
    let waits = json!("sibling.error");
    assert_eq!(
        holds(&app, &paths).await,
        [waits.clone(), waits.clone(), Value::Null],
        "as soon as they are in"
    );
    assert_eq!(ready_counts(&app).await, [2, 0, 0]);
    patch(&app, &paths[2], json!({ "override": { "qty": 3 } })).await;
    assert_eq!(holds(&app, &paths).await, [Value::Null, Value::Null, Value::Null]);
    assert_eq!(ready_counts(&app).await, [3, 3, 3]);
    // the other way round
    patch(&app, &paths[0], json!({ "waitingUntil": "2026-12-24" })).await;
    let waits = json!("waiting");
    assert_eq!(holds(&app, &paths).await, [waits.clone(), waits.clone(), waits]);
    assert_eq!(ready_counts(&app).await, [3, 0, 0]);
    patch(&app, &paths[0], json!({ "waitingUntil": null })).await;
    assert_eq!(holds(&app, &paths).await, [Value::Null, Value::Null, Value::Null]);
    assert_eq!(ready_counts(&app).await, [3, 3, 3]);
}

#[tokio::test]
async fn excluded_line_releases_its_siblings() {
    let app = TestApp::start().await;
    let paths =
        import(&app, [candidate("A", "1", json!({})), candidate("A", "2", json!({ "qty": 0 }))]).await;
    let id: i64 = paths[1].rsplit('/').next().unwrap().parse().unwrap();
    post(&app, "edit", &json!({ "selection": { "ids": [id] }, "active": false })).await;
    assert_eq!(holds(&app, &paths[..1]).await, [Value::Null]);
    assert_eq!(ready_counts(&app).await, [1, 1, 1]);
    post(&app, "edit", &json!({ "selection": { "ids": [id] }, "active": true })).await;
    assert_eq!(holds(&app, &paths[..1]).await, [json!("sibling.error")]);
}

#[tokio::test]
async fn last_line_of_incomplete_order_releases_first() {
    let app = TestApp::start().await;
    let line = |line: &str| candidate("A", line, json!({ "headerLineCount": 2 }));
    let mut paths = import(&app, [line("1")]).await;
    assert_eq!(holds(&app, &paths).await, [json!("header.incomplete")]);
    assert_eq!(ready_counts(&app).await, [1, 0, 0]);
    paths.extend(import(&app, [line("2")]).await);
    assert_eq!(holds(&app, &paths).await, [Value::Null, Value::Null]);
    assert_eq!(ready_counts(&app).await, [2, 2, 2]);
}

/// Changes the list price of the product of all candidates.
async fn set_list_price(app: &TestApp, price: &str) {
    app.load(&format!(
        "
product-prices:
  - {{priceList: DE-EUR, validFrom: 2015-01-01, product: P002737, uom: PCE, price: {price}, taxCategory: standard}}
"
    ))
    .await;
}

#[tokio::test]
async fn order_at_changed_price_updates_candidate() {
    let app = TestApp::start().await;
    let paths = import(&app, [candidate("A", "1", json!({}))]).await;
    assert_eq!(get(&app, &paths[0]).await["price"].to_string(), "10.00");
    set_list_price(&app, "12.00").await;
    let all = json!({ "selection": { "filter": { "status": "new" } } });
    let planned = post(&app, "process?dryRun=true", &all).await;
    let summary = |result: &Value| {
        let warning = &result["warnings"][0];
        (warning["code"].clone(), warning["params"]["price"].clone(), warning["params"]["stored"].clone())
    };
    let expected = (json!("price.changed"), json!("12"), json!("10"));
    assert_eq!(summary(&planned["results"][0]), expected);
    let run = post(&app, "process", &all).await;
    let results = get(&app, &format!("/api/process-runs/{}/results", run["id"])).await;
    assert_eq!(summary(&results["items"][0]), expected);
    let ordered = get(&app, &paths[0]).await;
    assert_eq!((&ordered["status"], ordered["price"].to_string()), (&json!("processed"), "12.00".to_owned()));
    let order = ordered["order"]["salesOrderId"].as_str().unwrap().to_owned();
    let order = get(&app, &format!("/api/sales/order/{order}")).await;
    assert_eq!(order["lines"][0]["price"].to_string(), "12.00");
    let history = get(&app, &format!("{}/history", paths[0])).await["items"].clone();
    let events: Vec<_> = history.as_array().unwrap().iter().map(|entry| entry["event"].clone()).collect();
    assert_eq!(events, ["imported", "validated", "ordered"]);
    assert_eq!(history[1]["problems"][0]["code"], "price.changed");
    // voiding the order excludes the candidate
    let void = format!("/api/sales/order/{}/void", order["salesOrderId"].as_str().unwrap());
    assert_eq!(app.post(&app.admin, &void, "").await.status, 200);
    assert_eq!(get(&app, &paths[0]).await["status"], "inactive");
}

#[tokio::test]
async fn changed_price_is_shown_after_scheduled_validation() {
    let app = TestApp::start().await;
    let paths = import(&app, [candidate("A", "1", json!({ "headerLineCount": 2 }))]).await;
    app.services.runs.scheduler().tick().await.unwrap();
    set_list_price(&app, "12.00").await;
    app.clock.advance(jiff::SignedDuration::from_mins(1));
    app.services.runs.scheduler().tick().await.unwrap();
    let shown = get(&app, &paths[0]).await;
    assert_eq!(
        (shown["price"].to_string(), &shown["hold"]),
        ("12.00".to_owned(), &json!("header.incomplete"))
    );
}

#[tokio::test]
async fn row_with_two_problems_is_in_one_group() {
    let app = TestApp::start().await;
    app.load("products:\n  - {org: \"*\", code: UNPRICED, name: Unpriced, type: ITEM, uom: PCE}\n").await;
    let both = json!({ "qty": 0, "product": { "code": "UNPRICED" } });
    import(&app, [candidate("A", "1", both), candidate("A", "2", json!({ "qty": 0 }))]).await;
    let groups = get(&app, &format!("{CANDIDATES}/problems")).await;
    let counts = |name: &str| {
        groups["items"].as_array().unwrap().iter().map(|group| group[name].clone()).collect::<Vec<_>>()
    };
    assert_eq!((counts("code"), counts("candidates")), (vec![json!("qty.not_positive")], vec![json!(2)]));
    assert_eq!((&groups["groups"], &groups["candidates"]), (&json!(1), &json!(2)));
    // the filter of the group selects the same candidates
    let filter = &groups["items"][0]["filter"];
    let body = json!({ "selection": { "filter": filter }, "changes": { "qty": { "set": "3" } } });
    let tried = post(&app, "edit?dryRun=true", &body).await;
    assert_eq!(tried["counts"]["selected"], 2);
    assert_eq!((&tried["counts"]["changed"], &tried["counts"]["resolved"]), (&json!(2), &json!(1)));
    assert_eq!(tried["remaining"], json!([{ "code": "price.none", "candidates": 1 }]));
}

/// Returns the net amount of a list with one currency.
fn net(amounts: &Value) -> String {
    assert_eq!(amounts.as_array().unwrap().len(), 1, "{amounts}");
    amounts[0]["net"].to_string()
}

#[tokio::test]
async fn value_of_incoming_order_equals_its_sales_order() {
    let app = TestApp::start().await;
    app.load(
        "
products:
  - {org: \"*\", code: BOLT, name: Bolt, type: ITEM, uom: PCE, conversions: [{from: CT, to: PCE, multiplier: 12, divisor: 1}]}
product-prices:
  - {priceList: DE-EUR, validFrom: 2015-01-01, product: BOLT, uom: PCE, price: 1.99, taxCategory: standard}
",
    )
    .await;
    for (header, change, expected) in [
        ("A", json!({ "qty": 7, "price": 1.99, "currencyCode": "EUR", "discount": 10 }), "12.53"),
        ("B", json!({ "qty": 1000, "price": 0.0149, "currencyCode": "EUR" }), "10.00"),
        ("C", json!({ "qty": 7, "uomCode": "CT", "product": { "code": "BOLT" }, "discount": 10 }), "150.36"),
    ] {
        import(&app, [candidate(header, "1", change)]).await;
        let headers = get(&app, &format!("{CANDIDATES}/headers?externalHeaderId={header}")).await;
        let shown = headers["items"][0].clone();
        assert_eq!((net(&shown["totals"]), &shown["unpriced"]), (expected.to_owned(), &json!(0)), "{header}");
        let selection = json!({ "selection": { "filter": { "externalHeaderId": header } } });
        let planned = post(&app, "process?dryRun=true", &selection).await;
        assert_eq!(planned["orders"][0]["totalLines"].to_string(), expected, "{header}");
    }
    let day = get(&app, "/api/statistics/day").await;
    assert_eq!(
        (net(&day["open"]["today"]["worth"]), &day["open"]["today"]["unpriced"]),
        ("172.89".to_owned(), &json!(0))
    );
    // the value of a problem group is calculated in the same way
    let faulty =
        json!({ "qty": 7, "price": 1.99, "currencyCode": "EUR", "discount": 10, "packingMaterialId": 7 });
    import(&app, [candidate("D", "1", faulty)]).await;
    let groups = get(&app, &format!("{CANDIDATES}/problems")).await;
    assert_eq!(groups["items"][0]["code"], "property.unsupported");
    assert_eq!(net(&groups["items"][0]["worth"]), "12.53");
}

#[tokio::test]
async fn orders_of_today_are_summed_without_tax() {
    let app = TestApp::start().await;
    app.load(
        "
pricing-systems:
  - {org: \"*\", code: GROSS, name: Gross}
price-lists:
  - {org: \"*\", code: DE-GROSS, name: Gross, pricingSystem: GROSS, country: DE, currency: EUR, sales: true,
     taxIncluded: true, precision: 2, defaultTaxCategory: standard, versions: [{validFrom: 2015-01-01}]}
product-prices:
  - {priceList: DE-GROSS, validFrom: 2015-01-01, product: P002737, uom: PCE, price: 119.00, taxCategory: standard}
",
    )
    .await;
    import(&app, [candidate("A", "1", json!({ "qty": 1, "pricingSystemCode": "GROSS" }))]).await;
    let run = post(&app, "process", &json!({ "selection": { "filter": { "status": "new" } } })).await;
    assert_eq!(run["counts"]["orders"], 1);
    let day = get(&app, "/api/statistics/day").await;
    assert_eq!(net(&day["orders"]["worth"]), "100.00");
}
