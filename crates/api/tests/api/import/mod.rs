//! Imports over HTTP: outcomes, error policies, repeated rows, dry runs.

mod content;

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

fn outcomes(response: &HttpResponse) -> Vec<String> {
    let document = response.json();
    let rows = document["result"].as_array().unwrap_or_else(|| panic!("{}", response.text));
    rows.iter().map(|row| row["outcome"].as_str().unwrap().to_owned()).collect()
}

fn wrong_unit() -> Value {
    json!({ "uomCode": "KISTE" })
}

#[tokio::test]
async fn examples_are_imported_unchanged() {
    let app = TestApp::start().await;
    for sent in [
        include_str!("../../../../../examples/candidate-variant-a.json"),
        include_str!("../../../../../examples/candidate-variant-b.json"),
        include_str!("../../../../../examples/candidate-short.json"),
    ] {
        let response = app.import(sent).await;
        assert_eq!(response.status, 201, "{}", response.text);
        let row = response.json()["result"][0].clone();
        assert_eq!(
            (&row["outcome"], &row["status"]),
            (&json!("created"), &json!("new")),
            "{}",
            response.text
        );
        let again = app.import(sent).await;
        assert_eq!((again.status, outcomes(&again)), (200, vec!["unchanged".to_owned()]));
        assert_eq!(again.json()["result"][0]["id"], row["id"]);
    }
    let mixed = app.import_bulk("?errorPolicy=row", include_str!("../../../../../examples/bulk.json")).await;
    assert_eq!(mixed.status, 207, "{}", mixed.text);
    assert_eq!(outcomes(&mixed).iter().filter(|outcome| *outcome == "rejected").count(), 2);
    assert_eq!(mixed.json()["errorsTotal"], 2);
}

#[tokio::test]
async fn result_of_row_contains_all_members() {
    let app = TestApp::start().await;
    let response = app.import(include_str!("../../../../../examples/candidate-variant-a.json")).await;
    let row = response.json()["result"][0].clone();
    for (pointer, value) in [
        ("/externalHeaderId", json!("BG-2030-0318")),
        ("/org/code", json!("001")),
        ("/bpartner/bpartner/code", json!("G0815")),
        ("/bpartner/location/city", json!("Köln")),
        ("/bpartner/contact/description", json!("Purchasing, \"mornings only\"")),
        ("/productCode", json!("MEHL-550-25")),
        ("/uomCode", json!("PCE")),
        ("/pricingSystemCode", json!("Testpreise Kunden")),
        ("/datePromised", json!("2030-03-18")),
        ("/dateOrdered", json!("2026-11-20")),
        ("/problems", json!([])),
    ] {
        assert_eq!(row.pointer(pointer), Some(&value), "{pointer} in {}", response.text);
    }
    let created: Vec<_> =
        row["created"].as_array().unwrap().iter().map(|record| record["kind"].clone()).collect();
    assert_eq!(created, ["bpartner", "location", "contact", "product", "productPrice"]);
    assert!(!response.text.contains("null") && !response.text.contains(":-1"), "absent values are left out");
}

#[tokio::test]
async fn error_policy_determines_rejected_rows() {
    let rows = || {
        [candidate("A", "1", json!({})), candidate("A", "2", wrong_unit()), candidate("B", "1", json!({}))]
    };
    for (query, status, expected) in [
        ("?errorPolicy=header", 207, ["rejected", "rejected", "created"]),
        ("?errorPolicy=row", 207, ["created", "rejected", "created"]),
    ] {
        let app = TestApp::start().await;
        let response = app.import_bulk(query, bulk(rows())).await;
        assert_eq!((response.status, outcomes(&response)), (status, expected.map(str::to_owned).to_vec()));
        let rejected_with_sibling = response.json()["result"][1].clone();
        assert_eq!(rejected_with_sibling["errors"][0]["pointer"], "/requests/1/uomCode");
        assert_eq!(
            (&rejected_with_sibling["index"], &rejected_with_sibling["externalLineId"]),
            (&json!(1), &json!("2"))
        );
    }
    let app = TestApp::start().await;
    for query in ["", "?errorPolicy=all"] {
        let response = app.import_bulk(query, bulk(rows())).await;
        assert_eq!(response.status, 400);
        assert!(response.json().get("result").is_none());
    }
    let headers = app.import_bulk("?errorPolicy=header", bulk(rows())).await;
    let sibling = &headers.json()["result"][0]["errors"][0];
    assert_eq!((&sibling["code"], &sibling["params"]["rows"]), (&json!("header.rejected"), &json!([1])));
}

#[tokio::test]
async fn fully_rejected_bulk_returns_error_with_results() {
    let app = TestApp::start().await;
    let response = app.import_bulk("?errorPolicy=row", bulk([candidate("A", "1", wrong_unit())])).await;
    let document = response.json();
    assert_eq!((response.status, outcomes(&response)), (400, vec!["rejected".to_owned()]));
    assert_eq!((&document["status"], &document["errorsTotal"]), (&json!(400), &json!(1)));
    assert_eq!(document["errors"][0]["code"], "row.rejected");
    assert_eq!(response.text.matches("errorsTotal").count(), 1);
    assert_eq!(app.count().await, 0);
}

#[tokio::test]
async fn repeated_bulk_is_unchanged() {
    let app = TestApp::start().await;
    let rows = bulk((0..300).map(|line| candidate("H", &line.to_string(), json!({}))));
    assert_eq!(app.import_bulk("", rows.clone()).await.status, 201);
    let again = app.import_bulk("", rows).await;
    assert_eq!(again.status, 200);
    assert!(outcomes(&again).iter().all(|outcome| outcome == "unchanged"));
    assert_eq!(app.count().await, 300);
}

#[tokio::test]
async fn dry_run_writes_nothing_and_draws_no_number() {
    let app = TestApp::start().await;
    let sent = include_str!("../../../../../examples/candidate-variant-a.json");
    let response = app.post(&app.admin, &format!("{CANDIDATES}?dryRun=true"), sent).await;
    assert_eq!(response.status, 200, "{}", response.text);
    let row = response.json()["result"][0].clone();
    assert_eq!((&row["outcome"], &row["id"]), (&json!("created"), &Value::Null));
    assert_eq!(row["bpartner"]["bpartner"]["id"], Value::Null);
    assert_eq!(row["created"][0]["id"], Value::Null);
    assert_eq!(app.count().await, 0);
    let bad = candidate("A", "1", wrong_unit()).to_string();
    let bad = app.post(&app.admin, &format!("{CANDIDATES}?dryRun=true"), bad).await;
    assert_eq!(bad.status, 400, "the status it would have had");
    let real = app.import(sent).await;
    assert_eq!((real.status, real.json()["result"][0]["created"].as_array().unwrap().len()), (201, 5));
}

async fn with_key(app: &TestApp, key: &str, path: &str, body: String) -> HttpResponse {
    let request = app.request(Method::POST, path).header("Authorization", &app.admin);
    send(request.header("Content-Type", "application/json").header("Idempotency-Key", key).body(body)).await
}

#[tokio::test]
async fn idempotency_key_repeats_response_byte_for_byte() {
    let app = TestApp::start().await;
    let sent = candidate("H", "1", json!({})).to_string();
    let first = with_key(&app, "k-1", CANDIDATES, sent.clone()).await;
    let again = with_key(&app, "k-1", CANDIDATES, sent.clone()).await;
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.text, again.text);
    assert_eq!((first.header("idempotency-replayed"), again.header("idempotency-replayed")), ("", "true"));
    assert_ne!(first.header("x-request-id"), again.header("x-request-id"));
    let other = with_key(&app, "k-1", CANDIDATES, candidate("H", "2", json!({})).to_string()).await;
    assert_eq!((other.status, &other.json()["errors"][0]["code"]), (422, &json!("idempotency.reused")));
    let app = app.restart().await;
    let later = with_key(&app, "k-1", CANDIDATES, sent).await;
    assert_eq!(later.text, first.text, "also after a restart");
}

#[tokio::test]
async fn concurrent_imports_with_one_key_run_once() {
    let app = TestApp::start().await;
    let sent = bulk((0..500).map(|line| candidate("H", &line.to_string(), json!({}))));
    let path = format!("{CANDIDATES}/bulk");
    let call = || with_key(&app, "k", &path, sent.clone());
    let (one, two) = tokio::join!(call(), call());
    let (first, second) = if one.status == 201 { (one, two) } else { (two, one) };
    assert_eq!(first.status, 201, "{}", first.text);
    match second.status {
        201 => assert_eq!(second.text, first.text, "sent after the first request had ended"),
        status => {
            let document = second.json();
            assert_eq!((status, &document["errors"][0]["code"]), (409, &json!("idempotency.running")));
            assert_eq!((&document["retryable"], second.header("retry-after")), (&json!(true), "1"));
        }
    }
    assert_eq!(app.count().await, 500);
}

#[tokio::test]
async fn first_errors_are_returned_and_all_counted() {
    let app = TestApp::start().await;
    let rows = (0..1_100).map(|line| candidate("H", &line.to_string(), wrong_unit()));
    let response =
        app.import_bulk("?errorPolicy=row", bulk(rows.chain([candidate("Z", "1", json!({}))]))).await;
    let document = response.json();
    assert_eq!((response.status, &document["errorsTotal"]), (207, &json!(1_100)));
    let written = |row: &Value| row["errors"].as_array().map_or(0, Vec::len);
    let rows = document["result"].as_array().unwrap();
    assert_eq!(rows.iter().map(written).sum::<usize>(), 1_000);
    assert_eq!((written(&rows[999]), written(&rows[1_000])), (1, 0));
    assert_eq!(rows[1_000]["outcome"], "rejected");
}

#[tokio::test]
async fn rejected_requests_and_dry_runs_store_no_key() {
    let app = TestApp::start().await;
    let bad = candidate("H", "1", wrong_unit()).to_string();
    assert_eq!(with_key(&app, "k", CANDIDATES, bad).await.status, 400);
    let good = candidate("H", "1", json!({})).to_string();
    let dry = with_key(&app, "k", &format!("{CANDIDATES}?dryRun=true"), good.clone()).await;
    assert_eq!(dry.status, 200);
    let real = with_key(&app, "k", CANDIDATES, good).await;
    assert_eq!((real.status, real.header("idempotency-replayed")), (201, ""));
    for key in [" ", &"x".repeat(256)] {
        let response = with_key(&app, key, CANDIDATES, candidate("H", "1", json!({})).to_string()).await;
        assert_eq!(
            (response.status, &response.json()["errors"][0]["code"]),
            (400, &json!("idempotency.invalid"))
        );
    }
}

#[tokio::test]
async fn disconnected_client_does_not_interrupt_write() {
    use std::time::Duration;
    use tokio::io::AsyncWriteExt;
    let app = TestApp::start().await;
    // a busy machine needs the long ones to begin a write
    let patience = [0, 1, 2, 5, 10, 20, 40, 80, 320, 1_280, 5_120];
    for milliseconds in patience {
        let header = format!("H{milliseconds}");
        let body = bulk((0..200).map(|line| candidate(&header, &line.to_string(), json!({}))));
        let head = format!(
            "POST {CANDIDATES}/bulk HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            app.admin,
            body.len()
        );
        let mut stream = tokio::net::TcpStream::connect(app.authority()).await.unwrap();
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        drop(stream);
    }
    let whole = async || {
        let mut whole = 0;
        for milliseconds in patience {
            let found =
                app.get(&app.admin, &format!("{CANDIDATES}?limit=1&externalHeaderId=H{milliseconds}")).await;
            let found = found.json()["total"]["value"].as_u64().unwrap();
            assert!(found == 0 || found == 200, "{found} of 200 after {milliseconds} ms");
            whole += found / 200;
        }
        whole
    };
    // a started write continues after its client disconnects; its duration depends on the machine
    let mut seen = 0;
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let now = whole().await;
        if now > 0 && now == seen {
            return;
        }
        seen = now;
    }
    panic!("none of the writes was begun before its client was gone");
}

#[tokio::test]
async fn lists_are_filtered_sorted_and_paged() {
    let app = TestApp::start().await;
    let rows = (1..=5).map(|qty| candidate("H", &qty.to_string(), json!({ "qty": qty })));
    app.import_bulk("", bulk(rows.chain([candidate("Müller", "1", json!({ "qty": 0 }))]))).await;
    let list = async |query: &str| app.get(&app.admin, &format!("{CANDIDATES}?{query}")).await.json();
    let quantities = |page: &Value| {
        page["items"].as_array().unwrap().iter().map(|item| item["qty"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    let first = list("sort=-qty&limit=2&externalHeaderId=H").await;
    assert_eq!((quantities(&first), &first["total"]), (vec![5, 4], &json!({ "value": 5, "exact": true })));
    assert!(first.get("previous").is_none());
    let after = first["next"].as_str().unwrap();
    let second = list(&format!("sort=-qty&limit=2&externalHeaderId=H&after={after}")).await;
    assert_eq!(quantities(&second), [3, 2]);
    let before = second["previous"].as_str().unwrap();
    let back = list(&format!("sort=-qty&limit=2&externalHeaderId=H&before={before}")).await;
    assert_eq!(quantities(&back), [5, 4]);
    assert_eq!(quantities(&list("status=error").await), [0]);
    assert_eq!(list("q=m%C3%BCll").await["total"]["value"], 1);
    assert_eq!(list("createdFrom=2026-11-20&createdTo=2026-11-20").await["total"]["value"], 6);
    assert_eq!(list("createdFrom=2026-11-21").await["total"]["value"], 0);
    for query in
        ["limit=0", "limit=501", "sort=colour", "status=lost", "after=x", "colour=blue", "offset=1000001"]
    {
        let response = app.get(&app.admin, &format!("{CANDIDATES}?{query}")).await;
        let code = response.json()["errors"][0]["code"].clone();
        assert_eq!(response.status, 400, "{query}: {}", response.text);
        assert!(code == "query.invalid" || code == "query.unknown", "{query}: {code}");
    }
}

#[tokio::test]
async fn order_is_found_by_reference_of_sender() {
    let app = TestApp::start().await;
    let lines = [
        candidate("Ü 1/2", "1", json!({})),
        candidate("Ü 1/2", "2", json!({})),
        candidate("Z", "1", json!({})),
    ];
    app.import_bulk("", bulk(lines)).await;
    let source = "SOURCE.de.metas.ordercandidate.rest.OrderCandidatesRestControllerImpl";
    for (path, found) in [
        (format!("{source}/%C3%9C%201%2F2"), 2),
        (format!("int-{source}/%C3%9C%201%2F2/2"), 1),
        ("101/Z".to_owned(), 1),
    ] {
        let response = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{path}")).await;
        assert_eq!(
            (response.status, response.json()["candidates"].as_array().unwrap().len()),
            (200, found),
            "{path}"
        );
    }
    for path in ["101/nobody", "999/Z", "X/Z", "101/Z/9"] {
        let response = app.get(&app.admin, &format!("{CANDIDATES}/by-ref/{path}")).await;
        assert_eq!(
            (response.status, &response.json()["errors"][0]["code"]),
            (404, &json!("candidate.not_found"))
        );
    }
}

#[tokio::test]
async fn last_received_row_is_newest() {
    let app = TestApp::start().await;
    let newest = async || {
        let listed = app.get(&app.admin, &format!("{CANDIDATES}?sort=-createdAt&limit=1")).await;
        listed.json()["items"][0]["externalHeaderId"].clone()
    };
    assert_eq!(app.import(candidate("first", "1", json!({})).to_string()).await.status, 201);
    let many = (0..1_500).map(|line| candidate("many", &line.to_string(), json!({})));
    assert_eq!(app.import_bulk("", bulk(many)).await.status, 201);
    assert_eq!(newest().await, "many");
    assert_eq!(app.import(candidate("last", "1", json!({})).to_string()).await.status, 201);
    assert_eq!(newest().await, "last");
}

async fn process(app: &TestApp) {
    let request = app.request(Method::POST, "/api/process-runs").header("Authorization", &app.admin);
    let done = send(request.header("Prefer", "wait=30")).await;
    assert_eq!((done.status, &done.json()["state"]), (200, &json!("done")), "{}", done.text);
}

async fn one(app: &TestApp, header: &str) -> Value {
    app.get(&app.admin, &format!("{CANDIDATES}?externalHeaderId={header}")).await.json()["items"][0].clone()
}

#[tokio::test]
async fn negative_price_is_problem_unless_allowed() {
    let app = TestApp::start().await;
    let credit = json!({ "price": -5.555, "currencyCode": "EUR", "qty": 3, "discount": -10 });
    let rows = [candidate("CREDIT", "1", credit), candidate("CREDIT", "2", json!({ "qty": 1 }))];
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let [credit, other] = [0, 1].map(|row| response.json()["result"][row].clone());
    assert_eq!((&credit["status"], &other["status"]), (&json!("error"), &json!("new")));
    assert_eq!(credit["problems"][0]["code"], "price.negative", "{credit}");
    assert_eq!(credit["problems"][0]["pointer"], "/price");
    app.load("organisations: [{code: \"001\", name: Hauptbetrieb, negativePrices: allow}]").await;
    let again = app
        .post(
            &app.admin,
            &format!("{CANDIDATES}/revalidate?dryRun=true"),
            json!({"selection": {"ids": [credit["id"]]}}).to_string(),
        )
        .await;
    assert_eq!(again.status, 200, "{}", again.text);
    // the same rules apply to an override
    let path = format!("{CANDIDATES}/{}", credit["id"]);
    let changed = app.patch(&app.admin, &path, "*", json!({ "override": { "discount": -20 } })).await;
    assert_eq!((changed.status, &changed.json()["status"]), (200, &json!("new")), "{}", changed.text);
    process(&app).await;
    let order = app.get(&app.admin, "/api/sales/order").await.json()["items"][0]["salesOrderId"].clone();
    let order = app.get(&app.admin, &format!("/api/sales/order/{}", order.as_str().unwrap())).await.json();
    // -5.56 plus 20 % is -6.672, times three is -20.01; with 10.00 the net is -10.01, and 19 % of it is -1.90
    let line = &order["lines"][0];
    assert_eq!((&line["price"], &line["net"]), (&json!(-6.67), &json!(-20.01)), "{order}");
    let sums = ["totalLines", "totalTax", "grandTotal"].map(|sum| order[sum].to_string());
    assert_eq!(sums, ["-10.01", "-1.90", "-11.91"], "{order}");
}

#[tokio::test]
async fn negative_price_of_new_product_is_stored_with_problem() {
    let app = TestApp::start().await;
    let create = json!({ "ifNotExists": "CREATE" });
    let product = json!({ "code": "BOTTLE", "name": "Returned bottle", "type": "ITEM", "uomCode": "PCE", "priceStd": -0.25,
        "syncAdvise": create });
    let bought = candidate("BOTTLES", "1", json!({ "qty": 2 }));
    let returned = candidate("BOTTLES", "2", json!({ "product": product, "qty": 6 }));
    let response = app.import_bulk("", bulk([bought, returned])).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let row = response.json()["result"][1].clone();
    assert_eq!(row["status"], "error", "{row}");
    let problems = row["problems"].as_array().unwrap();
    assert_eq!((problems.len(), &problems[0]["code"]), (1, &json!("price.negative")), "{row}");
    assert_eq!(problems[0]["params"]["price"].to_string().trim_matches('"'), "-0.25", "{row}");
    let order = json!({ "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00.000Z",
        "lines": [{ "productCode": "BOTTLE", "qty": 1 }] });
    let rejected = app.post(&app.admin, "/api/sales/order", order.to_string()).await;
    let error = rejected.json()["errors"][0].clone();
    assert_eq!((rejected.status, &error["code"]), (400, &json!("price.negative")), "{error}");
    assert_eq!(error["pointer"], "/lines/0/productCode");

    // master data accept and return negative prices, too
    let listed = app.get(&app.admin, "/api/masterdata/product-prices?org=001").await.json();
    assert_eq!(listed["items"][0]["price"], json!(-0.25), "{listed}");
    app.load(
        "organisations: [{code: \"001\", name: Hauptbetrieb, negativePrices: allow}]\n\
         product-prices: [{org: \"001\", priceList: DE-EUR, validFrom: 2015-01-01, product: BOTTLE, uom: PCE, price: -0.5}]",
    )
    .await;
    let again = json!({ "selection": { "ids": [row["id"]] } }).to_string();
    let again = app.request(Method::POST, &format!("{CANDIDATES}/revalidate")).body(again);
    let again = again.header("Content-Type", "application/json").header("Prefer", "wait=30");
    let again = send(again.header("Authorization", &app.admin)).await;
    assert_eq!(again.status, 200, "{}", again.text);
    process(&app).await;
    let found = one(&app, "BOTTLES").await;
    assert_eq!(found["status"], "processed", "{found}");
    let order = app.get(&app.admin, "/api/sales/order").await.json()["items"][0].clone();
    assert_eq!(order["totalLines"].to_string(), "17.00", "{order}");
}

#[tokio::test]
async fn member_of_newer_format_is_warning() {
    let app = TestApp::start().await;
    let response = app.import(candidate("H", "1", json!({ "orgCode": "nowhere" })).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let row = response.json()["result"][0].clone();
    assert_eq!((&row["status"], &row["org"]["code"]), (&json!("new"), &json!("001")), "{row}");
    let warning = &row["warnings"][0];
    assert_eq!((&warning["code"], &warning["pointer"]), (&json!("property.unknown"), &json!("/orgCode")));
}

#[tokio::test]
async fn timestamp_is_date_in_zone_of_organisation() {
    let app = TestApp::start().await;
    app.load("organisations: [{code: \"WEST\", name: West, timeZone: America/New_York, country: DE, pricingSystem: Testpreise Kunden}]").await;
    let late = |header: &str, org: &str| {
        candidate(header, "1", json!({ "dateRequired": "2030-03-05T23:30:00Z", "org": { "code": org } }))
    };
    let rows = [late("EAST", "001"), late("WEST", "WEST")];
    let response = app.import_bulk("", bulk(rows.clone())).await;
    assert_eq!(response.status, 201, "{}", response.text);
    assert_eq!(one(&app, "EAST").await["datePromised"], "2030-03-06");
    assert_eq!(one(&app, "WEST").await["datePromised"], "2030-03-05");
    // the instant and the day are the same value, so the row is unchanged
    let day = candidate("EAST", "1", json!({ "dateRequired": "2030-03-06", "org": { "code": "001" } }));
    let again = app.import(day.to_string()).await;
    assert_eq!((again.status, outcomes(&again)), (200, vec!["unchanged".to_owned()]));
    let path = format!("{CANDIDATES}/{}", one(&app, "EAST").await["id"]);
    let moved = json!({ "override": { "dateRequired": "2030-03-07T22:59:59.999Z" } });
    let changed = app.patch(&app.admin, &path, "*", moved).await.json();
    assert_eq!(changed["override"]["dateRequired"], "2030-03-07", "{changed}");
    let moved = json!({ "override": { "dateRequired": "2030-03-07T22:59:59" } });
    assert_eq!(
        app.patch(&app.admin, &path, "*", moved).await.json()["errors"][0]["code"],
        "datetime.invalid"
    );
}

#[tokio::test]
async fn line_breaks_of_description_are_kept() {
    let app = TestApp::start().await;
    let lines = "Top:\r\n\t12 boxes\nBottom:\n\t7 boxes";
    let sent = candidate("LINES", "1", json!({ "description": lines, "productDescription": "one\ntwo" }));
    let response = app.import(sent.to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    assert_eq!(outcomes(&app.import(sent.to_string()).await), ["unchanged"]);
    let path = format!("{CANDIDATES}/{}", response.json()["result"][0]["id"]);
    let read = app.get(&app.admin, &path).await.json();
    assert_eq!(read["imported"]["description"], lines);
    assert_eq!(read["effective"]["description"], lines);
    let corrected =
        app.patch(&app.admin, &path, "*", json!({ "override": { "description": "a\n\tb" } })).await;
    assert_eq!(corrected.json()["override"]["description"], "a\n\tb", "{}", corrected.text);
    let back = app.patch(&app.admin, &path, "*", json!({ "override": { "description": null } })).await;
    assert_eq!(back.json()["effective"]["description"], lines, "{}", back.text);
    let history = app.get(&app.admin, &format!("{path}/history")).await;
    assert!(history.text.contains(r"Top:\r\n\t12 boxes\nBottom:\n\t7 boxes"), "{}", history.text);
    process_later(&app).await;
    let order = app.get(&app.admin, "/api/sales/order").await.json()["items"][0]["salesOrderId"].clone();
    let order = app.get(&app.admin, &format!("/api/sales/order/{}", order.as_str().unwrap())).await;
    assert!(order.text.contains(r"Top:\r\n\t12 boxes"), "{}", order.text);
}

/// Processes candidates after the settle time of single rows.
async fn process_later(app: &TestApp) {
    app.clock.advance(jiff::SignedDuration::from_mins(10));
    process(app).await;
}

#[tokio::test]
async fn invoice_sub_types_are_accepted_as_sent() {
    let app = TestApp::start().await;
    app.load("document-types: [{name: Kreditvormerkung, baseType: ARI, subType: KV}, {name: Eigen, baseType: ARI, subType: EA}]")
        .await;
    for (header, sub, status, code) in
        [("KV", "KV", 201, None), ("EA", "EA", 201, None), ("XX", "XX", 400, Some("invoiceDocType.unknown"))]
    {
        let kind = json!({ "docBaseType": "ARI", "docSubType": sub });
        let response =
            app.import(candidate(header, "1", json!({ "invoiceDocType": kind })).to_string()).await;
        assert_eq!(response.status, status, "{}", response.text);
        assert_eq!(response.json()["errors"][0]["code"].as_str(), code, "{}", response.text);
    }
}

#[tokio::test]
async fn lookalike_codes_are_rejected() {
    let app = TestApp::start().await;
    let response =
        app.import(candidate("TWIN\u{200B}", "1", json!({ "poReference": "\u{202E}PO" })).to_string()).await;
    let errors = response.json()["errors"].clone();
    assert_eq!((response.status, errors.as_array().unwrap().len()), (400, 2), "{}", response.text);
    for (error, pointer, character, place) in
        [(0, "/externalHeaderId", "U+200B", 5), (1, "/poReference", "U+202E", 1)]
    {
        let error = &errors[error];
        assert_eq!((&error["code"], &error["pointer"]), (&json!("text.hidden_character"), &json!(pointer)));
        assert_eq!(error["params"], json!({ "character": character, "place": place }));
    }
}

#[tokio::test]
async fn dry_run_with_invalid_key_is_rejected() {
    let app = TestApp::start().await;
    let row = candidate("DRY", "1", json!({}));
    let order = json!({ "shipBPartnerCode": "G0001", "datePromised": "2030-03-05T00:00:00Z",
        "lines": [{ "productCode": "P002737", "qty": 1 }] });
    let id = app.import(row.to_string()).await.json()["result"][0]["id"].clone();
    let selection = json!({ "selection": { "ids": [id] } });
    let edit = json!({ "selection": { "ids": [id] }, "changes": { "qty": { "set": 7 } } });
    for (method, path, body) in [
        (Method::POST, CANDIDATES.to_owned(), row.to_string()),
        (Method::POST, format!("{CANDIDATES}/bulk"), bulk([row.clone()])),
        (Method::POST, "/api/sales/order".to_owned(), order.to_string()),
        (Method::POST, format!("{CANDIDATES}/process"), selection.to_string()),
        (Method::POST, format!("{CANDIDATES}/revalidate"), selection.to_string()),
        (Method::POST, format!("{CANDIDATES}/edit"), edit.to_string()),
        (Method::PUT, "/api/masterdata/uoms".to_owned(), "[]".to_owned()),
    ] {
        let call = async |key: String| {
            let request = app.request(method.clone(), &format!("{path}?dryRun=true"));
            let request = request.header("Authorization", &app.admin).header("Idempotency-Key", key);
            send(request.header("Content-Type", "application/json").body(body.clone())).await
        };
        assert_eq!(call("k".repeat(255)).await.status, 200, "{path}");
        let rejected = call("k".repeat(256)).await;
        assert_eq!(
            (rejected.status, &rejected.json()["errors"][0]["code"]),
            (400, &json!("idempotency.invalid")),
            "{path}"
        );
    }
}
