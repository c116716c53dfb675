//! Promotion codes and custom properties over HTTP: stored, returned, filtered, corrected, and passed on to orders and events.

use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";
const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

/// Members that are not in alphabetical order, and a number with a trailing zero.
const PROPS: &str = r#"{"giftWrap":true,"Rack":"A\u00001","weight":1.50,"notes":[null,{"b":1,"a":"ü b"}]}"#;

/// Returns a row with this text as its custom properties.
fn row(header: &str, line: &str, change: Value, props: &str) -> String {
    let row = candidate(header, line, change).to_string();
    format!("{},\"extendedProps\":{props}}}", row.strip_suffix('}').unwrap())
}

fn coded() -> Value {
    json!({ "promotionCode": "SUMMER 26" })
}

fn codes_and_pointers(items: &Value) -> Vec<String> {
    let items = items.as_array().map_or(&[][..], Vec::as_slice);
    let text = |item: &Value, name: &str| item[name].as_str().unwrap_or_default().to_owned();
    items.iter().map(|item| format!("{} {}", text(item, "code"), text(item, "pointer"))).collect()
}

fn outcome(response: &HttpResponse) -> (u16, Value) {
    (response.status, response.json()["result"][0]["outcome"].clone())
}

async fn post(app: &TestApp, path: &str, body: Value) -> HttpResponse {
    let request = app.request(Method::POST, path).header("Authorization", &app.admin);
    let request = request.header("Content-Type", "application/json").header("Prefer", "wait=60");
    send(request.body(body.to_string())).await
}

async fn listed(app: &TestApp, query: &str) -> Vec<String> {
    let page = app.get(&app.admin, &format!("{CANDIDATES}?{query}")).await;
    assert_eq!(page.status, 200, "{}", page.text);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    page.json()["items"].as_array().unwrap().iter().map(|one| text(&one["externalLineId"])).collect()
}

/// Processes the candidates of a header and returns the order.
async fn process_header(app: &TestApp, header: &str) -> HttpResponse {
    let selection = json!({ "selection": { "dataSource": SOURCE, "externalHeaderId": header } });
    let run = post(app, &format!("{CANDIDATES}/process"), selection).await;
    assert_eq!(run.json()["counts"]["orders"], 1, "{}", run.text);
    let page = app.get(&app.admin, &format!("{ORDERS}?externalHeaderId={header}")).await.json();
    assert_eq!(page["items"][0]["promotionCode"], "SUMMER 26", "{page}");
    let id = page["items"][0]["salesOrderId"].as_str().unwrap().to_owned();
    app.get(&app.admin, &format!("{ORDERS}/{id}")).await
}

#[tokio::test]
async fn code_and_properties_are_stored_and_returned_as_sent() {
    let app = TestApp::start().await;
    let response = app.import(row("H", "1", coded(), PROPS)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let stored = &response.json()["result"][0];
    assert_eq!(
        (&stored["status"], codes_and_pointers(&stored["warnings"])),
        (&json!("new"), vec![]),
        "{}",
        response.text
    );
    assert_eq!(stored["promotionCode"], "SUMMER 26");
    let props = format!("\"extendedProps\":{PROPS}");
    assert!(response.text.contains(&props), "{}", response.text);
    let read = app.get(&app.admin, &format!("{CANDIDATES}/{}", stored["id"])).await;
    assert_eq!(read.text.matches(&props).count(), 2, "effective and imported value: {}", read.text);
    let read = read.json();
    let codes = ["/promotionCode", "/imported/promotionCode", "/effective/promotionCode"];
    for pointer in codes {
        assert_eq!(read.pointer(pointer), Some(&json!("SUMMER 26")), "{pointer} in {read}");
    }
    let list = app.get(&app.admin, CANDIDATES).await;
    assert!(list.text.contains(&props), "{}", list.text);
}

#[tokio::test]
async fn repeated_row_with_reordered_properties_is_unchanged() {
    let app = TestApp::start().await;
    let first = app.import(row("H", "1", coded(), PROPS)).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let spelled = "{ \"weight\": 1.5, \"notes\": [null, {\"a\": \"ü\\u00a0b\", \"b\": 1.0}], \"Rack\": \"A\\u00001\", \
                   \"giftWrap\": true }";
    for props in [PROPS, spelled] {
        let again = app.import(row("H", "1", coded(), props)).await;
        assert_eq!(outcome(&again), (200, json!("unchanged")), "{}", again.text);
    }
    let other = app.import(row("H", "1", json!({ "promotionCode": "WINTER" }), r#"{"weight":2}"#)).await;
    assert_eq!(other.status, 409, "{}", other.text);
    let members = &other.json()["errors"][0]["params"]["members"];
    assert_eq!(
        *members,
        json!([
            { "pointer": "/promotionCode", "stored": "SUMMER 26", "sent": "WINTER" },
            { "pointer": "/extendedProps", "stored": PROPS, "sent": "{\"weight\":2}" },
        ]),
        "{}",
        other.text
    );
}

#[tokio::test]
async fn row_of_older_version_is_compared_without_new_members() {
    let app = TestApp::start().await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    let conflict = app.import(row("H", "1", coded(), PROPS)).await;
    assert_eq!(conflict.status, 409, "{}", conflict.text);
    app.database.change("UPDATE candidate_content SET content_version = 4");
    let again = app.import(row("H", "1", coded(), PROPS)).await;
    assert_eq!(outcome(&again), (200, json!("unchanged")), "{}", again.text);
    // a repeated row of an older sender without these members is unchanged
    let again = app.import(candidate("H", "1", json!({})).to_string()).await;
    assert_eq!(outcome(&again), (200, json!("unchanged")), "{}", again.text);
}

#[tokio::test]
async fn invalid_properties_are_rejected() {
    let app = TestApp::start().await;
    let longest = format!("{{\"a\":\"{}\"}}", "ü".repeat(16_384 - 8));
    let longer = format!("{{ \"a\": \"{}\" }}", "ü".repeat(16_384 - 7));
    for (line, props, expected) in [
        ("1", "[]", Some("type.wrong /extendedProps")),
        ("2", "\"x\"", Some("type.wrong /extendedProps")),
        ("3", r#"{"a":{"b":1,"b":2}}"#, Some("property.duplicate /extendedProps")),
        ("4", &longer, Some("text.too_long /extendedProps")),
        ("5", &longest, None),
        ("6", "null", None),
        ("7", "{}", None),
    ] {
        let response = app.import(row("H", line, json!({}), props)).await;
        let Some(expected) = expected else {
            assert_eq!(response.status, 201, "{line}: {}", response.text);
            continue;
        };
        assert_eq!(
            (response.status, codes_and_pointers(&response.json()["errors"])),
            (400, vec![expected.to_owned()]),
            "{line}"
        );
    }
    let absent = app.import(candidate("H", "7", json!({})).to_string()).await;
    assert_eq!(outcome(&absent), (200, json!("unchanged")), "{}", absent.text);
}

#[tokio::test]
async fn candidates_are_filtered_and_corrected_by_code() {
    let app = TestApp::start().await;
    let line = |line: &str, code: &str| candidate("H", line, json!({ "promotionCode": code }));
    let rows =
        [line("1", "SUMMER 26"), line("2", "summer 26"), line("3", "WINTER"), candidate("H", "4", json!({}))];
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    assert_eq!(listed(&app, "promotionCode=SUMMER%2026").await, ["1"]);
    assert_eq!(listed(&app, "promotionCode=WINTER&status=new").await, ["3"]);
    assert_eq!(listed(&app, "promotionCode=none").await, Vec::<String>::new());
    let counted = app.get(&app.admin, &format!("{CANDIDATES}/counts?promotionCode=SUMMER%2026")).await;
    assert_eq!(counted.json()["all"]["value"], 1, "{}", counted.text);

    // an override is found by its new value, and removed
    let path = format!("{CANDIDATES}/{}", response.json()["result"][3]["id"]);
    let set = json!({ "override": { "promotionCode": "SUMMER\u{A0}26" } });
    let set = app.patch(&app.admin, &path, "*", set).await.json();
    assert_eq!(
        (&set["override"]["promotionCode"], &set["status"]),
        (&json!("SUMMER 26"), &json!("new")),
        "{set}"
    );
    assert_eq!(listed(&app, "promotionCode=SUMMER%2026").await, ["1", "4"]);
    let cleared = json!({ "override": null, "clear": ["promotionCode"] });
    app.patch(&app.admin, &path, "*", cleared).await;
    assert_eq!(listed(&app, "promotionCode=SUMMER%2026").await, ["1"]);

    let edit = json!({
        "selection": { "filter": { "promotionCode": "WINTER" } },
        "changes": { "promotionCode": { "set": "AUTUMN" } },
    });
    let edited = post(&app, &format!("{CANDIDATES}/edit"), edit).await;
    assert_eq!(edited.json()["state"], "done", "{}", edited.text);
    assert_eq!(listed(&app, "promotionCode=AUTUMN").await, ["3"]);
    assert!(listed(&app, "promotionCode=WINTER").await.is_empty());
    let unknown = json!({ "override": { "extendedProps": {} } });
    let unknown = app.patch(&app.admin, &path, "*", unknown).await;
    assert_eq!(codes_and_pointers(&unknown.json()["errors"]), ["property.unknown /override/extendedProps"]);
}

#[tokio::test]
async fn order_and_events_contain_code_and_properties() {
    let app = TestApp::start().await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    app.import(row("H", "2", coded(), PROPS)).await;
    app.import(candidate("H", "3", json!({ "promotionCode": "WINTER" })).to_string()).await;
    let order = process_header(&app, "H").await;
    let made = order.json();
    assert_eq!(made["promotionCode"], "SUMMER 26", "{made}");
    let codes: Vec<_> = (0..3).map(|line| made["lines"][line].get("promotionCode").cloned()).collect();
    assert_eq!(codes, [None, Some(json!("SUMMER 26")), Some(json!("WINTER"))], "{made}");
    let props = format!("\"extendedProps\":{PROPS}");
    assert_eq!(order.text.matches(&props).count(), 1, "{}", order.text);
    assert!(made["lines"][0].get("extendedProps").is_none(), "{made}");

    let feed = app.get(&app.admin, "/api/event-feed?include=record").await;
    let events = feed.json();
    let records = events.as_array().unwrap().iter().map(|event| &event["data"]["record"]);
    let carrying = records.filter(|record| record["promotionCode"] == "SUMMER 26").count();
    assert_eq!(carrying, 3, "received, ordered and the order: {events}");
    assert!(feed.text.contains(&props), "{}", feed.text);
}
