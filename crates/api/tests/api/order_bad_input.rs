//! Invalid whole orders and selections and the errors in the responses: status, code, position and message.

use orderdock_app::NewToken;
use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, new_token, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";

/// An order as text with known positions.
const ORDER: &str = r#"{
  "shipBPartnerCode": "G0001",
  "datePromised": "2026-12-08T00:00:00.000Z",
  "docTypeName": "Auftrag",
  "lines": [
    { "productCode": "P002737", "qty": 3 },
    { "productCode": "A001", "qty": 1, "price": 20 }
  ]
}"#;

fn changed(from: &str, to: &str) -> String {
    assert!(ORDER.contains(from), "{from}");
    ORDER.replacen(from, to, 1)
}

async fn post(app: &TestApp, body: impl Into<String>) -> HttpResponse {
    app.post(&app.admin, ORDERS, body).await
}

async fn count_orders(app: &TestApp) -> Value {
    app.get(&app.admin, ORDERS).await.json()["total"]["value"].clone()
}

#[tokio::test]
async fn quantity_zero_is_rejected_in_specified_format() {
    let app = TestApp::start().await;
    let line = |qty: &str| format!(r#"{{"productCode":"P002737","qty":{qty}}}"#);
    let lines = [line("1"), line("2"), line("3"), line("0")].join(",");
    let body = format!(
        r#"{{"shipBPartnerCode":"G0001","datePromised":"2026-12-08T00:00:00.000Z","lines":[{lines}]}}"#
    );
    let column = body.rfind(":0}").unwrap() + 2;
    let response = post(&app, body).await;
    let document = response.json();
    assert_eq!((response.status, &document["status"]), (400, &json!(400)), "{}", response.text);
    let message = document["body"].as_str().unwrap();
    for part in ["qty > 0", "lines[3].qty", &format!("line 1, column {column}")] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert_eq!(document["type"], "/docs/problems#qty.not_positive");
    assert_eq!(
        document["errors"],
        json!([{ "code": "qty.not_positive", "message": document["errors"][0]["message"], "params": { "seen": "0" },
            "errorCode": "qty.not_positive", "parameters": { "seen": "0" }, "pointer": "/lines/3/qty", "index": 3, "line": 1, "column": column, "seen": "0" }])
    );
    assert_eq!(count_orders(&app).await, 0);
}

#[tokio::test]
async fn every_fault_has_code_and_position() {
    let app = TestApp::start().await;
    let qty = |value: &str| changed("\"qty\": 3", &format!("\"qty\": {value}"));
    let price = |value: &str| changed("\"price\": 20", &format!("\"price\": {value}"));
    let date = |value: &str| changed("\"2026-12-08T00:00:00.000Z\"", value);
    for (body, code, pointer, place, message) in [
        (qty("-0.5"), "qty.not_positive", "/lines/0/qty", (6, 40), "-0.5"),
        (qty("\"0.00\""), "qty.not_positive", "/lines/0/qty", (6, 40), "qty > 0"),
        (qty("\"3,5\""), "number.decimal_comma", "/lines/0/qty", (6, 40), "point"),
        (qty("12345678901234567890123456789"), "number.too_large", "/lines/0/qty", (6, 40), "28"),
        (qty("null"), "property.missing", "/lines/0/qty", (6, 40), "qty"),
        (changed(", \"qty\": 3", ""), "property.missing", "/lines/0/qty", (6, 5), "qty"),
        (price("-1"), "price.negative", "/lines/1/price", (7, 49), "negativePrices"),
        (price("0.001"), "price.rounds_to_zero", "/lines/1/price", (7, 49), ""),
        (changed("P002737", "P9"), "productCode.unknown", "/lines/0/productCode", (6, 22), "P9"),
        (changed("G0001", "G9"), "shipBPartnerCode.unknown", "/shipBPartnerCode", (2, 23), "G9"),
        (changed("Auftrag", "Auftrog"), "docTypeName.unknown", "/docTypeName", (4, 18), "Auftrog"),
        (changed("Auftrag", "Invoice"), "docTypeName.unknown", "/docTypeName", (4, 18), "Invoice"),
        (date("\"2026-12-08\""), "datetime.invalid", "/datePromised", (3, 19), "offset"),
        (date("\"2026-12-08T00:00:00\""), "datetime.invalid", "/datePromised", (3, 19), "offset"),
        (
            changed("  \"shipBPartnerCode\": \"G0001\",\n", ""),
            "property.missing",
            "/shipBPartnerCode",
            (1, 1),
            "",
        ),
        (changed("\"lines\"", "\"line\""), "property.missing", "/lines", (1, 1), "lines"),
        (
            r#"{"shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00Z", "lines": []}"#.into(),
            "lines.empty",
            "/lines",
            (1, 80),
            "",
        ),
        (changed("\n  ]", "\n  "), "json.syntax", "", (9, 1), ""),
        ("[]".into(), "type.wrong", "", (1, 1), "object"),
        (
            changed("\"docTypeName\"", "\"docTypeName\": \"Auftrag\",\n  \"docTypeName\""),
            "property.duplicate",
            "/docTypeName",
            (5, 18),
            "",
        ),
    ] {
        let response = post(&app, body.clone()).await;
        let document = response.json();
        let error = &document["errors"][0];
        assert_eq!((response.status, &error["code"]), (400, &json!(code)), "{body}\n{}", response.text);
        assert_eq!(
            (&error["pointer"], &document["errorsTotal"]),
            (&json!(pointer), &json!(1)),
            "{}",
            response.text
        );
        assert_eq!((&error["line"], &error["column"]), (&json!(place.0), &json!(place.1)), "{body}\n{error}");
        assert!(document["body"].as_str().unwrap().contains(message), "{message} in {}", response.text);
    }
    assert_eq!(count_orders(&app).await, 0);
}

#[tokio::test]
async fn all_faults_are_reported_together() {
    let app = TestApp::start().await;
    let body = changed("G0001", "G9").replace("A001", "A9").replace("\"qty\": 3", "\"qty\": 0");
    let response = post(&app, body.replace("Auftrag", "X")).await;
    let codes: Vec<_> =
        response.json()["errors"].as_array().unwrap().iter().map(|error| error["code"].clone()).collect();
    for code in ["docTypeName.unknown", "shipBPartnerCode.unknown", "productCode.unknown", "qty.not_positive"]
    {
        assert!(codes.contains(&json!(code)), "{code} in {codes:?}");
    }
    assert_eq!((response.status, codes.len()), (400, 4));
    // a body that cannot be decoded has the same errors
    let response =
        post(&app, body.replace("\"2026-12-08T00:00:00.000Z\"", "7").replace("A9\"", "A9\", \"x\": 1")).await;
    assert_eq!(response.json()["errorsTotal"], 2, "{}", response.text);
}

#[tokio::test]
async fn line_without_price_tax_or_location_is_rejected() {
    let app = TestApp::start().await;
    app.load(
        "tax-categories:\n  - {code: none, name: Untaxed}\nproducts:\n  - {code: DEAR, name: Dear, uom: PCE}\n  \
         - {code: FREE, name: Free, uom: PCE}\n  - {code: GONE, name: Gone, uom: PCE, active: false}\nproduct-prices:\n  \
         - {priceList: DE-EUR, validFrom: 2015-01-01, product: FREE, uom: PCE, price: 1, taxCategory: none}\n  \
         - {priceList: DE-EUR, validFrom: 2015-01-01, product: GONE, uom: PCE, price: 1, taxCategory: standard}\n\
         bpartners:\n  - {code: NOWHERE, name: Nowhere, group: Standard}\n  - {code: OUT, name: Out, group: Standard, active: false, \
         locations: [{country: DE, city: Bonn, address1: A}]}\n",
    )
    .await;
    for (from, to, code) in [
        ("P002737", "DEAR", "price.none"),
        ("P002737", "FREE", "tax.none"),
        ("P002737", "GONE", "product.inactive"),
        ("G0001", "NOWHERE", "location.none"),
        ("G0001", "OUT", "bpartner.inactive"),
        ("2026-12-08", "2014-12-08", "pricelist.no_version"),
    ] {
        let response = post(&app, changed(from, to)).await;
        let codes: Vec<_> =
            response.json()["errors"].as_array().unwrap().iter().map(|error| error["code"].clone()).collect();
        assert!(response.status == 400 && codes.contains(&json!(code)), "{to}: {code} in {}", response.text);
    }
    let digits = changed("\"qty\": 3", "\"qty\": 1234567890123456789012345678")
        .replace("\"qty\": 1,", "\"qty\": 9999999999999999999999999999,");
    let response = post(&app, digits).await;
    assert_eq!(
        (response.status, &response.json()["errors"][0]["code"]),
        (400, &json!("number.too_large")),
        "{}",
        response.text
    );
    assert_eq!(count_orders(&app).await, 0);
}

#[tokio::test]
async fn unknown_members_are_warnings_or_errors() {
    let app = TestApp::start().await;
    let body = changed("\"price\": 20", "\"prise\": 20");
    let response = post(&app, body.clone()).await;
    let warning = &response.json()["warnings"][0];
    assert_eq!((response.status, &warning["pointer"]), (200, &json!("/lines/1/prise")), "{}", response.text);
    assert_eq!((&warning["index"], &warning["line"]), (&json!(1), &json!(7)));
    let strict = app.request(Method::POST, ORDERS).header("Authorization", &app.admin);
    let strict = strict.header("Content-Type", "application/json").header("Prefer", "handling=strict");
    let response = send(strict.body(body)).await;
    assert_eq!((response.status, &response.json()["errors"][0]["code"]), (400, &json!("property.unknown")));
    let past = post(&app, changed("2026-12-08", "2026-11-01")).await;
    assert_eq!(past.json()["warnings"][0]["code"], "date.in_past", "{}", past.text);
    assert_eq!(past.json()["warnings"][0]["pointer"], "/datePromised");
}

#[tokio::test]
async fn order_above_ten_thousand_lines_is_rejected() {
    let app = TestApp::start().await;
    let of = |count: usize| {
        let lines = vec![r#"{"productCode":"A001","qty":1}"#; count].join(",");
        format!(r#"{{"shipBPartnerCode":"G0001","datePromised":"2026-12-08T00:00:00Z","lines":[{lines}]}}"#)
    };
    let response = post(&app, of(10_000)).await;
    assert_eq!(response.status, 200, "{}", &response.text[..300]);
    assert_eq!(response.json()["lines"].as_array().unwrap().len(), 10_000);
    let response = post(&app, of(10_001)).await;
    let error = response.json()["errors"][0].clone();
    assert_eq!(
        (response.status, &error["code"], &error["pointer"]),
        (413, &json!("lines.too_many"), &json!("/lines"))
    );
    assert_eq!(error["params"], json!({ "seen": 10_001, "limit": 10_000 }));
}

#[tokio::test]
async fn response_contains_first_thousand_of_20000_errors() {
    let app = TestApp::start().await;
    let line = r#"{"productCode":"A-product-that-is-not-known-to-anybody-by-this-code-which-is-quite-long","qty":0}"#;
    let lines = vec![line; 10_000].join(",\n                 ");
    let body =
        format!(r#"{{"shipBPartnerCode":"G0001","datePromised":"2026-12-08T00:00:00Z","lines":[{lines}]}}"#);
    assert!(body.len() > 1 << 20, "{} bytes", body.len());
    let response = post(&app, body).await;
    let document = response.json();
    let errors = document["errors"].as_array().unwrap();
    assert_eq!((response.status, errors.len(), &document["errorsTotal"]), (400, 1_000, &json!(20_000)));
    assert!(document["body"].as_str().unwrap().contains("qty > 0"), "{}", document["body"]);
}

#[tokio::test]
async fn media_type_size_and_organisation_are_checked() {
    let app = TestApp::start().await;
    let sent = |media_type: &str, body: String| {
        let request = app.request(Method::POST, ORDERS).header("Authorization", &app.admin);
        send(request.header("Content-Type", media_type).body(body))
    };
    assert_eq!(sent("text/plain", ORDER.into()).await.status, 415);
    let large = format!("{}{}", " ".repeat((8 << 20) - ORDER.len()), ORDER);
    assert_eq!(sent("application/json", large.clone()).await.status, 200);
    assert_eq!(sent("application/json", large + " ").await.status, 413);
    // a token without a default organisation
    let lost =
        orderdock_app::NewToken { default_organisation: None, ..new_token("lost", &[Scope::OrdersWrite]) };
    let lost = app.create_token(lost).await;
    let response = app.post(&lost, ORDERS, ORDER).await;
    assert_eq!(
        (response.status, &response.json()["errors"][0]["code"]),
        (400, &json!("org.required")),
        "{}",
        response.text
    );
    assert_eq!(app.get(&app.admin, &format!("{ORDERS}/candidates/1/2/3/4")).await.status, 404);
    for path in ["0", "x", "-5", "99999999999999999999"] {
        let response = app.get(&app.admin, &format!("{ORDERS}/{path}")).await;
        assert_eq!(
            (response.status, &response.json()["errors"][0]["code"]),
            (404, &json!("order.not_found"))
        );
    }
}

#[tokio::test]
async fn selection_has_exactly_one_of_three_members() {
    let app = TestApp::start().await;
    app.import_bulk("", bulk([candidate("A", "1", json!({}))])).await;
    let too_many = json!({ "selection": { "ids": vec![1; 10_001] } }).to_string();
    for (body, status, code, pointer) in [
        ("", 400, "json.syntax", ""),
        (too_many.as_str(), 413, "records.too_many", "/selection/ids"),
        ("{}", 400, "property.missing", "/selection"),
        (r#"{"selection": null}"#, 400, "property.missing", "/selection"),
        (r#"{"selection": {}}"#, 400, "selection.invalid", "/selection"),
        (r#"{"selection": {"ids": []}}"#, 400, "selection.invalid", "/selection/ids"),
        (
            r#"{"selection": {"ids": [1], "filter": {"status": "new"}}}"#,
            400,
            "selection.invalid",
            "/selection",
        ),
        (r#"{"selection": {"ids": [1, "x"]}}"#, 400, "number.invalid", "/selection/ids/1"),
        (r#"{"selection": {"ids": [999999]}}"#, 404, "candidate.not_found", "/selection/ids/0"),
        (r#"{"selection": {"filter": {}}}"#, 400, "selection.invalid", "/selection/filter"),
        (
            r#"{"selection": {"filter": {"state": "new"}}}"#,
            400,
            "property.unknown",
            "/selection/filter/state",
        ),
        (
            r#"{"selection": {"filter": {"status": "open"}}}"#,
            400,
            "query.invalid",
            "/selection/filter/status",
        ),
        (
            r#"{"selection": {"filter": {"dateRequiredTo": "8.12."}}}"#,
            400,
            "query.invalid",
            "/selection/filter/dateRequiredTo",
        ),
        (r#"{"selection": {"filter": {"org": "none"}}}"#, 400, "org.unknown", "/selection/filter/org"),
        (
            r#"{"selection": {"dataSource": "int-NONE", "externalHeaderId": "A"}}"#,
            400,
            "query.invalid",
            "/selection/dataSource",
        ),
        (r#"{"selection": {"externalHeaderId": "A"}}"#, 400, "property.missing", "/selection/dataSource"),
    ] {
        for query in ["", "?dryRun=true"] {
            let response = app.post(&app.admin, &format!("{CANDIDATES}/process{query}"), body).await;
            let error = response.json()["errors"][0].clone();
            assert_eq!(
                (response.status, &error["code"]),
                (status, &json!(code)),
                "{body}: {}",
                response.text
            );
            assert_eq!(error["pointer"], pointer, "{body}: {error}");
            assert!(error["line"].is_number(), "{body}: {error}");
        }
    }
    assert_eq!(
        app.get(&app.admin, "/api/process-runs").await.json()["items"],
        json!([]),
        "nothing was started"
    );
}

#[tokio::test]
async fn invalid_quantity_is_reported_with_other_errors() {
    let app = TestApp::start().await;
    let homeless = app
        .create_token(NewToken { default_organisation: None, ..new_token("homeless", &[Scope::OrdersWrite]) })
        .await;
    let order = |lines: &[String]| {
        format!(
            r#"{{"shipBPartnerCode":"G0001","datePromised":"2026-12-08T00:00:00Z","lines":[{}]}}"#,
            lines.join(",")
        )
    };
    let line = |code: &str, qty: &str| format!(r#"{{"productCode":"{code}","qty":{qty}}}"#);
    let zero = line("P002737", "0");
    // more errors than a response lists, before the invalid quantity
    let unknown = vec![line("P9", "1"); 1_100];
    let nameless = vec![r#"{"qty":1}"#.to_owned(); 1_100];
    let many = vec![line("P002737", "1"); 10_000];
    for (name, token, body, status, place) in [
        (
            "no such partner",
            &app.admin,
            order(std::slice::from_ref(&zero)).replace("G0001", "G9"),
            400,
            "lines[0].qty",
        ),
        (
            "no such products",
            &app.admin,
            order(&[unknown, vec![zero.clone()]].concat()),
            400,
            "lines[1100].qty",
        ),
        ("no products", &app.admin, order(&[nameless, vec![zero.clone()]].concat()), 400, "lines[1100].qty"),
        (
            "no date",
            &app.admin,
            order(std::slice::from_ref(&zero)).replace("datePromised", "date"),
            400,
            "lines[0].qty",
        ),
        (
            "too many lines",
            &app.admin,
            order(&[many.clone(), vec![zero.clone()]].concat()),
            413,
            "lines[10000].qty",
        ),
        (
            "too many lines, and no partner",
            &app.admin,
            order(&[vec![zero.clone()], many].concat()).replace("shipBPartnerCode", "partner"),
            413,
            "lines[0].qty",
        ),
        ("no organisation", &homeless, order(std::slice::from_ref(&zero)), 400, "lines[0].qty"),
        ("no number", &app.admin, order(&[line("P9", "\"two\"")]), 400, "lines[0].qty"),
        ("nothing", &app.admin, order(&[line("P9", "null")]), 400, "lines[0].qty"),
    ] {
        let response = app.post(token, ORDERS, body).await;
        let document = response.json();
        let message = document["body"].as_str().unwrap();
        assert_eq!(response.status, status, "{name}: {message}");
        assert!(message.contains("qty > 0") && message.contains(place), "{name}: {message}");
    }
    assert_eq!(count_orders(&app).await, 0);
}

#[tokio::test]
async fn negative_order_is_accepted_if_allowed() {
    let app = TestApp::start().await;
    app.load("organisations: [{code: \"001\", name: Hauptbetrieb, negativePrices: allow}]").await;
    let body = changed("\"price\": 20", "\"price\": -20.555");
    let response = post(&app, body).await;
    let order = response.json();
    assert_eq!(response.status, 200, "{}", response.text);
    assert_eq!(order["lines"][1]["price"], json!(-20.56), "{}", response.text);
}
