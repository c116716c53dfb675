//! Sales orders over HTTP: creation of whole orders, processing of candidates, reads, voiding, amounts.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";
const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// Products of the documented examples: cartons of 12, and a shop with gross prices.
const WORKED: &str = "
uoms:
  - {code: CT, name: Carton}
products:
  - {code: TEA, name: Tea, uom: PCE, conversions: [{from: CT, to: PCE, multiplier: 12}]}
  - {code: JAM, name: Jam, uom: PCE}
pricing-systems:
  - {code: GROSS, name: Gross}
price-lists:
  - code: DE-GROSS
    name: Germany, gross
    pricingSystem: GROSS
    country: DE
    currency: EUR
    precision: 2
    taxIncluded: true
    defaultTaxCategory: standard
    versions:
      - {validFrom: 2015-01-01}
product-prices:
  - {priceList: DE-EUR, validFrom: 2015-01-01, product: TEA, uom: PCE, price: 1.99, taxCategory: standard}
  - {priceList: DE-GROSS, validFrom: 2015-01-01, product: JAM, uom: PCE, price: 19.99, taxCategory: standard}
";

fn order(change: Value) -> Value {
    let mut order = json!({
        "shipBPartnerCode": "G0001",
        "datePromised": "2026-12-08T00:00:00.000Z",
        "docTypeName": "Auftrag",
        "lines": [{ "productCode": "P002737", "qty": 3 }, { "productCode": "A001", "qty": "1.5", "price": 20 }],
    });
    let Value::Object(change) = change else { return order };
    for (name, value) in change {
        order[name] = value;
    }
    order
}

async fn create(app: &TestApp, query: &str, order: &Value) -> HttpResponse {
    app.post(&app.admin, &format!("{ORDERS}{query}"), order.to_string()).await
}

/// Processes a selection and waits for the end of the run.
async fn process(app: &TestApp, selection: Value) -> Value {
    let path = format!("{CANDIDATES}/process");
    let request = app.request(Method::POST, &path).header("Authorization", &app.admin);
    let request = request.header("Content-Type", "application/json").header("Prefer", "wait=60");
    let response = send(request.body(json!({ "selection": selection }).to_string())).await;
    assert_eq!(response.status, 200, "{}", response.text);
    assert_eq!(response.header("preference-applied"), "wait=60");
    let run = response.json();
    assert_eq!(response.header("location"), format!("/api/process-runs/{}", run["id"]));
    run
}

fn header(id: &str) -> Value {
    json!({ "dataSource": SOURCE, "externalHeaderId": id })
}

async fn orders(app: &TestApp) -> Vec<Value> {
    let page = app.get(&app.admin, ORDERS).await.json();
    page["items"].as_array().unwrap().clone()
}

/// Asserts that the response contains this text, such as a number with all its digits.
fn assert_contains(response: &HttpResponse, text: &str) {
    assert!(response.text.contains(text), "{text} in {}", response.text);
}

#[tokio::test]
async fn order_is_completed_when_created() {
    let app = TestApp::start().await;
    let response = create(&app, "", &order(json!({}))).await;
    assert_eq!(response.status, 200, "{}", response.text);
    let made = response.json();
    for (pointer, value) in [
        ("/documentNo", json!("000001")),
        ("/docType/name", json!("Auftrag")),
        ("/status", json!("completed")),
        ("/org/code", json!("001")),
        ("/bpartner/bpartner/code", json!("G0001")),
        ("/bpartner/location/city", json!("Hamburg")),
        ("/currencyCode", json!("EUR")),
        ("/dateOrdered", json!("2026-11-20")),
        ("/datePromised", json!("2026-12-08T00:00:00.000Z")),
        ("/lines/0/productCode", json!("P002737")),
        ("/lines/0/taxCode", json!("DE-19")),
        ("/lines/0/allocations", json!([])),
        ("/lines/1/priceExplanation/source", json!("manual")),
        ("/taxIncluded", json!(false)),
        ("/attachments", json!([])),
    ] {
        assert_eq!(made.pointer(pointer), Some(&value), "{pointer} in {}", response.text);
    }
    assert!(made["salesOrderId"].is_string());
    for figure in [
        "\"qty\":3,",
        "\"net\":30.00,",
        "\"qty\":1.5,",
        "\"price\":20.00,",
        "\"base\":60.00,\"amount\":11.40",
        "\"totalLines\":60.00,\"totalTax\":11.40,\"grandTotal\":71.40",
    ] {
        assert_contains(&response, figure);
    }
    let message = made["lines"][0]["priceExplanation"]["message"].as_str().unwrap();
    assert_eq!(message, "Price list DE-EUR, version of 1 January 2015: 10.00 per PCE.");
    let read = app.get(&app.admin, &format!("{ORDERS}/{}", made["salesOrderId"].as_str().unwrap())).await;
    assert_eq!((read.status, read.header("etag")), (200, "\"1\""));
    assert_eq!(read.json(), made, "the stored order equals the response");
    let second = create(&app, "", &order(json!({ "docTypeName": null }))).await.json();
    assert_eq!(
        (&second["documentNo"], &second["docType"]["name"]),
        (&json!("000001"), &json!("Sales Order"))
    );
    let offer = create(&app, "", &order(json!({ "docTypeName": "Angebot" }))).await.json();
    assert_eq!((&offer["documentNo"], &offer["docType"]["docSubType"]), (&json!("000001"), &json!("OB")));
}

#[tokio::test]
async fn order_dry_run_has_no_number_and_repeat_creates_no_second() {
    let app = TestApp::start().await;
    let tried = create(&app, "?dryRun=true", &order(json!({}))).await;
    assert_eq!((tried.status, &tried.json()["salesOrderId"]), (200, &Value::Null), "{}", tried.text);
    assert!(tried.json().get("documentNo").is_none());
    assert_contains(&tried, "\"grandTotal\":71.40");
    assert!(orders(&app).await.is_empty());
    let keyed = || {
        let request = app.request(Method::POST, ORDERS).header("Authorization", &app.admin);
        request.header("Content-Type", "application/json").header("Idempotency-Key", "k1")
    };
    let first = send(keyed().body(order(json!({})).to_string())).await;
    let again = send(keyed().body(order(json!({})).to_string())).await;
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.text, first.text, "byte for byte");
    assert_eq!(first.json()["documentNo"], "000001", "the dry run drew none");
    let other = send(keyed().body(order(json!({ "docTypeName": null })).to_string())).await;
    assert_eq!((other.status, &other.json()["errors"][0]["code"]), (422, &json!("idempotency.reused")));
    assert_eq!(orders(&app).await.len(), 1);
}

#[tokio::test]
async fn bulk_becomes_order_with_totals() {
    let app = TestApp::start().await;
    app.import_bulk(
        "",
        bulk([candidate("A", "1", json!({})), candidate("A", "2", json!({ "discount": 5 }))]),
    )
    .await;
    let run = process(&app, header("A")).await;
    assert_eq!((&run["state"], &run["total"]), (&json!("done"), &json!(2)));
    assert_eq!(
        run["counts"],
        json!({ "selected": 2, "added": 0, "processed": 2, "orders": 1, "stayed": 0, "failed": 0 })
    );
    let found = orders(&app).await.remove(0);
    assert_eq!((&found["documentNo"], &found["runId"]), (&json!("000001"), &run["id"]));
    let path = format!("{ORDERS}/{}", found["salesOrderId"].as_str().unwrap());
    let whole = app.get(&app.admin, &path).await;
    assert_contains(&whole, "\"totalLines\":97.50,\"totalTax\":18.53,\"grandTotal\":116.03");
    let made = whole.json();
    assert_eq!((&made["datePromised"], &made["poReference"]), (&json!("2026-12-08"), &json!("PO-A")));
    let lines: Vec<_> =
        made["candidates"].as_array().unwrap().iter().map(|one| one["externalLineId"].clone()).collect();
    assert_eq!(lines, ["1", "2"]);
    assert_eq!(
        made["lines"][1]["allocations"],
        json!([{ "candidateId": made["candidates"][1]["id"], "qty": 5 }])
    );
    let german =
        app.request(Method::GET, &path).header("Authorization", &app.admin).header("Accept-Language", "de");
    assert_eq!(
        send(german).await.json()["lines"][1]["priceExplanation"]["message"],
        "Preisliste DE-EUR, Version vom 01.01.2015: 10,00 je PCE; abzüglich 5 %: 9,50."
    );
    // the order is found by the reference of the sender, and the candidate contains its order line
    let life = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{SOURCE}/A")).await.json();
    assert_eq!(life["orders"][0]["documentNo"], "000001");
    let place = json!({ "salesOrderId": found["salesOrderId"], "documentNo": "000001", "line": made["lines"][1]["line"] });
    assert_eq!(
        (&life["candidates"][1]["status"], &life["candidates"][1]["order"]),
        (&json!("processed"), &place)
    );
    let results =
        app.get(&app.admin, &format!("/api/process-runs/{}/results?limit=1", run["id"])).await.json();
    assert_eq!(results["items"][0]["outcome"], "ordered");
    assert_eq!(results["items"][0]["order"]["documentNo"], "000001");
    let next = results["next"].as_str().unwrap();
    let rest =
        app.get(&app.admin, &format!("/api/process-runs/{}/results?after={next}", run["id"])).await.json();
    assert_eq!((rest["items"].as_array().unwrap().len(), rest.get("next")), (1, None));
}

#[tokio::test]
async fn documented_examples_have_documented_results() {
    let app = TestApp::start().await;
    app.load(WORKED).await;
    let row = |header: &str, line: &str, change: Value| candidate(header, line, change);
    let gross =
        json!({ "product": { "code": "JAM" }, "qty": 3, "discount": 10, "pricingSystemCode": "GROSS" });
    let rows = [
        row("list", "1", json!({ "product": { "code": "TEA" }, "qty": 7, "uomCode": "CT", "discount": 10 })),
        row(
            "manual",
            "1",
            json!({ "product": { "code": "TEA" }, "qty": 3, "uomCode": "CT", "discount": 10,
            "price": 5.555, "currencyCode": "EUR" }),
        ),
        row("gross", "1", gross.clone()),
        row("gross", "2", gross),
    ];
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    for (id, figures) in [
        ("list", ["\"qtyInPriceUom\":84,\"multiplier\":12,\"divisor\":1,\"priceUom\":\"PCE\",\"priceEntered\":1.99,\"discount\":10,\"price\":1.79,\"net\":150.36"].as_slice()),
        ("manual", &["\"priceEntered\":5.56,\"discount\":10,\"price\":5.00,\"net\":15.00"]),
        ("gross", &["\"price\":17.99,\"net\":53.97", "\"amount\":17.23", "\"grandTotal\":107.94,\"taxIncluded\":true"]),
    ] {
        let run = process(&app, header(id)).await;
        assert_eq!(run["counts"]["orders"], 1, "{id}: {run}");
        let page = app.get(&app.admin, &format!("{ORDERS}?externalHeaderId={id}")).await.json();
        let path = format!("{ORDERS}/{}", page["items"][0]["salesOrderId"].as_str().unwrap());
        let whole = app.get(&app.admin, &path).await;
        for figure in figures {
            assert_contains(&whole, figure);
        }
        if id == "manual" {
            assert_eq!(
                whole.json()["lines"][0]["priceExplanation"]["message"],
                "Manual price 5.555, rounded to 5.56; less 10 %: 5.004, rounded to 5.00."
            );
        }
    }
}

#[tokio::test]
async fn dry_run_of_selection_returns_planned_result() {
    let app = TestApp::start().await;
    let rows = [
        candidate("A", "1", json!({})),
        candidate("A", "2", json!({ "poReference": "other" })),
        candidate("B", "1", json!({ "qty": 0 })),
    ];
    app.import_bulk("", bulk(rows)).await;
    let body = json!({ "selection": { "filter": { "status": "new,error" } } }).to_string();
    let response = app.post(&app.admin, &format!("{CANDIDATES}/process?dryRun=true"), body).await;
    assert_eq!(response.status, 200, "{}", response.text);
    let planned = response.json();
    assert_eq!(
        planned["counts"],
        json!({ "selected": 3, "added": 0, "processed": 2, "orders": 2, "stayed": 1, "failed": 0 })
    );
    assert_eq!(
        (&planned["orders"][0]["salesOrderId"], planned["orders"][0].get("documentNo")),
        (&Value::Null, None)
    );
    assert_eq!(planned["results"][1]["order"]["index"], 1);
    assert_eq!(planned["results"][1]["order"]["splitBy"], "poReference");
    assert_eq!(
        (&planned["results"][2]["outcome"], &planned["results"][2]["status"]),
        (&json!("passed"), &json!("error"))
    );
    // a candidate without an order has the same members as an order, and its problems
    let stays = &planned["results"][2];
    assert_eq!(
        (&stays["externalHeaderId"], &stays["poReference"], &stays["bpartner"]["bpartner"]["code"]),
        (&json!("B"), &json!("PO-B"), &json!("G0001"))
    );
    assert_eq!(stays["problems"][0]["code"], "qty.not_positive");
    assert_eq!(planned["results"][0].get("poReference"), None, "the planned order contains it");
    assert!(orders(&app).await.is_empty());
    assert!(app.get(&app.admin, "/api/process-runs").await.json()["items"].as_array().unwrap().is_empty());
}

/// More candidates than a chunk, so that each of two plans has its own orders.
#[tokio::test]
async fn dry_run_results_refer_to_planned_orders() {
    const PLANNED_TOGETHER: usize = 5_000;
    let app = TestApp::start().await;
    let row = |header: &str, line: usize| candidate(header, &line.to_string(), json!({}));
    let faulty = |line: usize| candidate("faulty", &line.to_string(), json!({ "qty": 0 }));
    let mut rows = vec![row("A", 1), row("B", 1)];
    rows.extend((1..=PLANNED_TOGETHER).map(faulty));
    rows.extend([row("C", 1), row("D", 1)]);
    rows.extend((2..=1_000).map(|line| row("C", line)));
    rows.push(row("B", 2));
    app.import_bulk("", bulk(rows)).await;
    let body = json!({ "selection": { "filter": { "status": "new,error" } } }).to_string();
    let response = app.post(&app.admin, &format!("{CANDIDATES}/process?dryRun=true"), body).await;
    let planned = response.json();
    let shown = planned["orders"].as_array().unwrap().iter().map(|order| &order["poReference"]);
    assert_eq!(shown.collect::<Vec<_>>(), ["PO-A", "PO-B", "PO-C"], "D comes behind a thousand lines");
    let results = planned["results"].as_array().unwrap();
    let ordered = results.iter().filter(|result| result["outcome"] == "ordered");
    let indices: Vec<_> = ordered.map(|result| result["order"].get("index")).take(5).collect();
    let at = |index: usize| Some(json!(index));
    assert_eq!(indices, [at(0), at(1), at(2), None, at(2)].each_ref().map(Option::as_ref));
}

#[tokio::test]
async fn voided_order_excludes_candidates_with_reason() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({}))])).await;
    process(&app, header("A")).await;
    let id = orders(&app).await[0]["salesOrderId"].as_str().unwrap().to_owned();
    let response = app.post(&app.admin, &format!("{ORDERS}/{id}/void"), "").await;
    assert_eq!((response.status, &response.json()["status"]), (200, &json!("voided")), "{}", response.text);
    let again = app.post(&app.admin, &format!("{ORDERS}/{id}/void"), "").await;
    assert_eq!((again.status, &again.json()["errors"][0]["code"]), (409, &json!("order.voided")));
    let life = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{SOURCE}/A")).await.json();
    let one = &life["candidates"][0];
    assert_eq!(
        (&one["status"], &one["order"], &one["hold"]),
        (&json!("inactive"), &Value::Null, &json!("order.voided"))
    );
    assert_eq!(one["holdMessage"], "Sales order 000001 was voided. Restore the line to process it again.");
    assert_eq!(
        (&life["orders"][0]["status"], &life["orders"][0]["documentNo"]),
        (&json!("voided"), &json!("000001"))
    );
    let whole = app.get(&app.admin, &format!("{ORDERS}/{id}")).await.json();
    assert_eq!((&whole["candidates"][0]["status"], &whole["version"]), (&json!("inactive"), &json!(2)));
    let listed = app.get(&app.admin, &format!("{ORDERS}?status=completed")).await.json();
    assert_eq!(listed["total"], json!({ "value": 0, "exact": true }));
}

#[tokio::test]
async fn void_without_body_needs_no_media_type() {
    let app = TestApp::start().await;
    let sent = create(&app, "", &order(json!({}))).await.json();
    let void = format!("{ORDERS}/{}/void", sent["salesOrderId"].as_str().unwrap());
    // a chunked body without content
    let nothing = futures_util::stream::empty::<std::io::Result<Vec<u8>>>();
    let request = app.request(Method::POST, &void).header("Authorization", &app.admin);
    let voided = send(request.body(reqwest::Body::wrap_stream(nothing))).await;
    assert_eq!((voided.status, &voided.json()["status"]), (200, &json!("voided")), "{}", voided.text);
}

#[tokio::test]
async fn order_history_contains_actors_and_reason() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({}))])).await;
    let run = process(&app, header("A")).await;
    let made = orders(&app).await[0]["salesOrderId"].as_str().unwrap().to_owned();
    let sent = create(&app, "", &order(json!({}))).await.json()["salesOrderId"].as_str().unwrap().to_owned();
    let history = async |id: &str| {
        let response = app.get(&app.admin, &format!("{ORDERS}/{id}/history")).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response.json()["items"].as_array().unwrap().clone()
    };
    let of_made = history(&made).await;
    assert_eq!(of_made.len(), 1);
    assert_eq!((&of_made[0]["event"], &of_made[0]["runId"]), (&json!("created"), &run["id"]));
    let candidate =
        app.get(&app.admin, &format!("{ORDERS}/{made}")).await.json()["candidates"][0]["id"].clone();
    let candidate = app.get(&app.admin, &format!("{CANDIDATES}/{candidate}")).await.json();
    assert_eq!(of_made[0]["requestIds"], json!([candidate["requestId"]]));

    let void = format!("{ORDERS}/{sent}/void");
    for (body, code) in [("{\"reason\": 5", "json.syntax"), ("{\"why\": \"\"}", "property.unknown")] {
        let rejected = app.post(&app.admin, &void, body).await;
        assert_eq!((rejected.status, rejected.json()["errors"][0]["code"].as_str()), (400, Some(code)));
    }
    let voided = app.post(&app.admin, &void, "{\"reason\": \" entered twice \"}").await;
    assert_eq!(voided.status, 200, "{}", voided.text);
    let of_sent = history(&sent).await;
    assert_eq!(of_sent.len(), 2);
    assert_eq!((&of_sent[0]["event"], of_sent[0].get("runId")), (&json!("created"), None));
    assert_eq!((&of_sent[1]["event"], &of_sent[1]["reason"]), (&json!("voided"), &json!("entered twice")));
    assert_eq!(of_sent[1]["at"], voided.json()["updatedAt"]);
    for entry in of_made.iter().chain(&of_sent) {
        assert_eq!(entry["actor"], of_made[0]["actor"], "the same token did it all");
    }
    assert_eq!(app.get(&app.admin, &format!("{ORDERS}/999999999/history")).await.status, 404);
}

/// Sends the same request twice under one idempotency key; asserts that the responses are equal.
async fn post_twice(app: &TestApp, path: &str, body: &str) -> HttpResponse {
    let call = async || {
        let request = app.request(Method::POST, path).header("Authorization", &app.admin);
        let request = request.header("Content-Type", "application/json").header("Idempotency-Key", "once");
        send(request.body(body.to_owned())).await
    };
    let first = call().await;
    let again = call().await;
    assert_eq!((again.status, &again.text), (first.status, &first.text));
    first
}

#[tokio::test]
async fn order_is_voided_once_per_key() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({}))])).await;
    process(&app, header("A")).await;
    let id = orders(&app).await[0]["salesOrderId"].as_str().unwrap().to_owned();
    let voided = post_twice(&app, &format!("{ORDERS}/{id}/void"), "").await;
    assert_eq!((voided.status, &voided.json()["status"]), (200, &json!("voided")), "{}", voided.text);
    let whole = app.get(&app.admin, &format!("{ORDERS}/{id}")).await.json();
    assert_eq!(whole["version"], 2, "it was changed once");
    let candidate = whole["candidates"][0]["id"].as_i64().unwrap();
    let history = app.get(&app.admin, &format!("{CANDIDATES}/{candidate}/history")).await.json();
    let events = history["items"].as_array().unwrap().iter().map(|entry| entry["event"].clone());
    assert_eq!(events.collect::<Vec<_>>(), ["imported", "ordered", "orderVoided"]);
}

#[tokio::test]
async fn run_is_started_once_per_key() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({}))])).await;
    let selection = json!({ "selection": header("A") }).to_string();
    let paths = ["/api/process-runs", &format!("{CANDIDATES}/process"), &format!("{CANDIDATES}/revalidate")];
    for (place, path) in paths.into_iter().enumerate() {
        let body = if place == 0 { "" } else { &selection };
        let started = post_twice(&app, path, body).await;
        assert_eq!(started.status, 202, "{}", started.text);
        let listed = app.get(&app.admin, "/api/process-runs").await.json();
        let runs = listed["items"].as_array().unwrap();
        assert_eq!((runs.len(), &runs[0]["id"]), (place + 1, &started.json()["id"]), "{path}");
    }
}

#[tokio::test]
async fn order_list_continues_at_cursor() {
    let app = TestApp::start().await;
    for _ in 0..3 {
        create(&app, "", &order(json!({}))).await;
    }
    let page = app.get(&app.admin, &format!("{ORDERS}?sort=-createdAt&limit=2&bpartner=G0001")).await.json();
    let numbers = |page: &Value| -> Vec<Value> {
        page["items"].as_array().unwrap().iter().map(|order| order["documentNo"].clone()).collect()
    };
    assert_eq!(
        (numbers(&page), &page["total"]["value"]),
        (vec![json!("000003"), json!("000002")], &json!(3))
    );
    let (first, id) = (&page["items"][0], page["items"][0]["salesOrderId"].as_str().unwrap());
    let whole = app.get(&app.admin, &format!("{ORDERS}/{id}")).await.json();
    let lines = whole["lines"].as_array().unwrap().len();
    assert_eq!((&first["lineCount"], &whole["lineCount"]), (&json!(lines), &json!(lines)));
    let next = page["next"].as_str().unwrap();
    let rest = app.get(&app.admin, &format!("{ORDERS}?sort=-createdAt&limit=2&after={next}")).await.json();
    assert_eq!((numbers(&rest), rest.get("next")), (vec![json!("000001")], None));
    let wrong = app.get(&app.admin, &format!("{ORDERS}?status=open&before=1")).await;
    assert_eq!((wrong.status, &wrong.json()["errorsTotal"]), (400, &json!(2)), "{}", wrong.text);
}

#[tokio::test]
async fn process_settings_are_changed_and_stored() {
    let app = TestApp::start().await;
    let path = "/api/process-settings/001";
    let put = |body: Value| {
        let request = app.request(Method::PUT, path).header("Authorization", &app.admin);
        send(request.header("Content-Type", "application/json").body(body.to_string()))
    };
    let usual = app.get(&app.admin, path).await.json();
    assert_eq!(usual["schedule"]["cron"], "* * * * *");
    assert_eq!((&usual["schedule"]["active"], &usual["mergeLines"]), (&json!(true), &json!(false)));
    assert_eq!(usual["schedule"]["nextRuns"][0], "2026-11-20T12:01:00Z");
    let changed = put(json!({ "cron": "0 6 * * *", "mergeLines": true,
        "numberPatterns": [{ "docTypeName": "Auftrag", "pattern": "AB-{n:04}" }] }))
    .await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    assert_eq!(changed.json()["schedule"]["nextRuns"][0], "2026-11-21T05:00:00Z", "six o'clock in Berlin");
    assert_eq!(create(&app, "", &order(json!({}))).await.json()["documentNo"], "AB-0001");
    let paused = put(json!({ "pausedUntil": "2026-12-01T00:00:00Z" })).await.json();
    assert_eq!(
        (&paused["mergeLines"], &paused["schedule"]["pausedUntil"]),
        (&json!(true), &json!("2026-12-01T00:00:00Z"))
    );
    let off = put(json!({ "active": false, "pausedUntil": null })).await.json();
    assert_eq!((&off["schedule"]["nextRuns"], off["schedule"].get("pausedUntil")), (&json!([]), None));
    for (body, code, pointer) in [
        (json!({ "cron": "every minute" }), "schedule.invalid", "/cron"),
        (json!({ "crom": "* * * * *" }), "property.unknown", "/crom"),
        (json!({ "active": "perhaps" }), "type.wrong", "/active"),
        (
            json!({ "numberPatterns": [{ "docTypeName": "Auftrag", "pattern": "AB" }] }),
            "numberPattern.invalid",
            "/numberPatterns/0/pattern",
        ),
        (
            json!({ "numberPatterns": [{ "docTypeName": "X", "pattern": "{n}" }] }),
            "docTypeName.unknown",
            "/numberPatterns/0/docTypeName",
        ),
    ] {
        let response = put(body.clone()).await;
        let error = response.json()["errors"][0].clone();
        assert_eq!(
            (response.status, &error["code"], &error["pointer"]),
            (400, &json!(code), &json!(pointer)),
            "{body}"
        );
        assert_eq!(error["line"], 1, "{error}");
    }
    let all = app.get(&app.admin, "/api/process-settings").await.json();
    assert!(all["items"].as_array().unwrap().iter().any(|one| one["org"]["code"] == "test-org-03"));
    assert!(all["dataSources"].as_array().unwrap().iter().any(|one| one["settleSeconds"] == 30));
}

#[tokio::test]
async fn scheduled_run_is_started_read_and_stopped() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({}))])).await;
    app.import(candidate("B", "1", json!({})).to_string()).await;
    let started = app.post(&app.admin, "/api/process-runs", "").await;
    assert_eq!((started.status, &started.json()["state"]), (202, &json!("queued")), "{}", started.text);
    let path = started.header("location").to_owned();
    let run = loop {
        let run = app.get(&app.admin, &path).await.json();
        if run.get("finishedAt").is_some() {
            break run;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(
        (&run["state"], &run["trigger"], &run["actor"]),
        (&json!("done"), &json!("call"), &json!("admin"))
    );
    assert_eq!(
        run["counts"],
        json!({ "selected": 2, "added": 0, "processed": 1, "orders": 1, "stayed": 1, "failed": 0 })
    );
    let results = app.get(&app.admin, &format!("{path}/results")).await.json();
    assert_eq!(results["items"][1]["hold"], "header.settling");
    let stop = async |key: &str| {
        let request = app.request(Method::POST, &format!("{path}/stop")).header("Authorization", &app.admin);
        send(request.header("Idempotency-Key", key)).await
    };
    let (first, again) = (stop("end").await, stop("end").await);
    assert_eq!((first.status, first.header("idempotency-replayed")), (200, ""));
    assert_eq!((again.status, again.header("idempotency-replayed"), &again.text), (200, "true", &first.text));
    assert_eq!(stop(&"k".repeat(256)).await.json()["errors"][0]["code"], "idempotency.invalid");
    let stopped = app.post(&app.admin, &format!("{path}/stop"), "").await;
    assert_eq!((stopped.status, &stopped.json()["state"]), (200, &json!("done")), "it had ended");
    let listed = app.get(&app.admin, "/api/process-runs").await.json();
    assert_eq!(listed["items"][0]["id"], run["id"]);
}
