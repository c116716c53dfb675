//! Cross-references over HTTP: writes, lists, undo, organisations, load files.

use orderdock_domain::access::Scope;
use orderdock_testkit::{HttpResponse, TestApp, send};
use reqwest::Method;
use serde_json::{Value, json};

const PATH: &str = "/api/masterdata/cross-references";

async fn put(app: &TestApp, token: &str, records: Value) -> HttpResponse {
    send(app.request(Method::PUT, PATH).header("Authorization", token).json(&records)).await
}

async fn items(app: &TestApp, token: &str, query: &str) -> Vec<Value> {
    let list = app.get(token, &format!("{PATH}?{query}")).await;
    assert_eq!(list.status, 200, "{}", list.text);
    list.json()["items"].as_array().unwrap().clone()
}

fn coffee() -> Value {
    json!({ "org": "001", "kind": "product", "value": "KAF-1KG", "targetProduct": "A001", "note": "Coffee" })
}

#[tokio::test]
async fn cross_reference_is_written_listed_and_undone() {
    let app = TestApp::start().await;
    let written = put(&app, &app.admin, json!([coffee()])).await;
    assert_eq!(written.status, 200, "{}", written.text);
    let id = written.json()["result"][0]["id"].clone();
    let stored = app.get(&app.admin, &format!("{PATH}/{id}")).await.json();
    let mut expected = coffee();
    let generated = [
        ("id", id.clone()),
        ("version", json!(1)),
        ("member", json!("any")),
        ("active", json!(true)),
        ("useCount", json!(0)),
        ("createdBy", stored["createdBy"].clone()),
    ];
    for (member, value) in generated {
        expected[member] = value;
    }
    assert_eq!(stored, expected);
    assert!(stored["createdBy"].is_string(), "{stored}");
    // sending a record as it was read changes nothing
    let mut same = stored;
    same.as_object_mut().unwrap().retain(|name, _| name != "id" && name != "version");
    let again = put(&app, &app.admin, json!([same])).await.json();
    assert_eq!(again["result"][0]["outcome"], "unchanged", "{again}");
    let product =
        app.get(&app.admin, "/api/masterdata/products?q=A001").await.json()["items"][0]["id"].clone();
    for query in ["value=KAF-1KG", "targetKind=product", &format!("target={product}"), "q=kaf", "org=001"] {
        let found = items(&app, &app.admin, query).await;
        assert_eq!((found.len(), &found[0]["id"]), (1, &id), "{query}");
    }
    for query in ["value=kaf-1kg", "targetKind=uom", "target=1", "q=kg", "org=*"] {
        assert_eq!(items(&app, &app.admin, query).await, [] as [Value; 0], "{query}");
    }
    for (path, code) in [
        (format!("{PATH}?targetKind=none"), "query.invalid"),
        ("/api/masterdata/products?value=1".to_owned(), "query.unknown"),
    ] {
        let rejected = app.get(&app.admin, &path).await;
        assert_eq!((rejected.status, &rejected.json()["errors"][0]["code"]), (400, &json!(code)), "{path}");
    }
    let history = app.get(&app.admin, &format!("{PATH}/{id}/history")).await.json();
    let undo = json!({ "requestId": history["items"][0]["requestId"] }).to_string();
    let undone = app.post(&app.admin, &format!("{PATH}/{id}/undo"), undo).await;
    assert_eq!((undone.status, &undone.json()["records"][0]["outcome"]), (200, &json!("removed")));
    assert_eq!(items(&app, &app.admin, "value=KAF-1KG").await, [] as [Value; 0]);
}

#[tokio::test]
async fn load_file_contains_records_and_their_cross_references() {
    let app = TestApp::start().await;
    let file = "bpartners: [{org: \"001\", code: P-1, name: P-1, locations: [{externalId: 7, city: Bonn, country: DE}], \
                contacts: [{name: Anna}]}]\n\
                cross-references:\n\
                - {org: \"001\", kind: bpartner, value: 1001, targetBpartner: P-1}\n\
                - {org: \"001\", kind: location, bpartner: P-1, value: 12, member: gln, targetLocation: 7}\n\
                - {org: \"001\", kind: warehouse, value: X, targetWarehouse: X}\n\
                warehouses: [{org: \"001\", code: X}]\n";
    app.load(file).await;
    let listed = items(&app, &app.admin, "org=001").await;
    let targets = ["targetBpartner", "targetLocation", "targetWarehouse"];
    let found: Vec<_> = listed.iter().zip(targets).map(|(one, target)| one[target].clone()).collect();
    assert_eq!(found, [json!("P-1"), json!("7"), json!("X")]);
    // a contact without an external id is identified by its record id
    let partner = app.get(&app.admin, "/api/masterdata/bpartners?q=P-1").await.json()["items"][0].clone();
    let target = format!("int-{}", partner["contacts"][0]["id"]);
    let contact = json!([{ "org": "001", "kind": "contact", "bpartner": "P-1", "value": "A",
        "targetContact": target }]);
    let written = put(&app, &app.admin, contact).await;
    assert_eq!(written.status, 200, "{}", written.text);
    assert_eq!(items(&app, &app.admin, "targetKind=contact").await[0]["targetContact"], json!(target));
}

#[tokio::test]
async fn invalid_cross_reference_is_rejected_at_its_member() {
    let app = TestApp::start().await;
    for (change, code, pointer) in [
        (json!({ "targetProduct": null }), "property.missing", "/0/targetProduct"),
        (json!({ "targetProduct": "none" }), "record.reference_unknown", "/0/targetProduct"),
        (json!({ "targetUom": "PCE" }), "property.conflict", "/0/targetUom"),
        (json!({ "kind": "price" }), "enum.unknown", "/0/kind"),
        (json!({ "value": null }), "property.missing", "/0/value"),
        (json!({ "dataSource": "SOURCE.none" }), "record.reference_unknown", "/0/dataSource"),
    ] {
        let mut record = coffee();
        for (member, value) in change.as_object().unwrap() {
            record[member] = value.clone();
        }
        let response = put(&app, &app.admin, json!([record])).await;
        let error = &response.json()["errors"][0];
        assert_eq!(response.status, 400, "{}", response.text);
        assert_eq!((&error["code"], &error["pointer"]), (&json!(code), &json!(pointer)), "{}", response.text);
        assert_eq!(response.json()["errors"].as_array().unwrap().len(), 1, "{}", response.text);
    }
}

#[tokio::test]
async fn cross_references_of_other_organisations_are_neither_visible_nor_writable() {
    let app = TestApp::start().await;
    let written = put(&app, &app.admin, json!([coffee()])).await;
    let id = written.json()["result"][0]["id"].clone();
    app.load("bpartners: [{org: \"001\", code: P-1, name: P-1}]").await;
    let other_token = app.token_of("test-org-03", &[Scope::MasterdataWrite, Scope::CandidatesRead]).await;
    assert_eq!(items(&app, &other_token, "value=KAF-1KG").await, [] as [Value; 0]);
    assert_eq!(app.get(&other_token, &format!("{PATH}/{id}")).await.status, 404);
    assert_eq!(app.post(&other_token, &format!("{PATH}/{id}/deactivate"), "").await.status, 404);
    assert_eq!(put(&app, &other_token, json!([coffee()])).await.status, 403);
    let partner =
        json!([{ "org": "test-org-03", "kind": "bpartner", "value": "1", "targetBpartner": "P-1" }]);
    let rejected = put(&app, &other_token, partner).await;
    assert_eq!(
        (rejected.status, &rejected.json()["errors"][0]["code"]),
        (400, &json!("record.reference_unknown"))
    );
    let reader = app.token_of("001", &[Scope::CandidatesWrite, Scope::CandidatesRead]).await;
    assert_eq!(put(&app, &reader, json!([coffee()])).await.status, 403);
    assert_eq!(items(&app, &reader, "value=KAF-1KG").await.len(), 1);
}

#[tokio::test]
async fn whole_order_finds_its_records_by_cross_references() {
    let app = TestApp::start().await;
    let buyer = json!({ "org": "001", "kind": "bpartner", "value": "1001", "targetBpartner": "G0001" });
    let order = json!({
        "shipBPartnerCode": "1001",
        "datePromised": "2030-03-04T12:00:00Z",
        "lines": [{ "productCode": "KAF-1KG", "qty": 3 }, { "productCode": "A001", "qty": 1 }],
    });
    let rejected = app.post(&app.admin, "/api/sales/order", order.to_string()).await;
    assert_eq!(rejected.status, 400, "{}", rejected.text);
    assert_eq!(put(&app, &app.admin, json!([coffee(), buyer])).await.status, 200);
    let created = app.post(&app.admin, "/api/sales/order", order.to_string()).await;
    assert_eq!(created.status, 200, "{}", created.text);
    let lines = created.json()["lines"].as_array().unwrap().clone();
    let codes: Vec<_> = lines.iter().map(|line| line["productCode"].clone()).collect();
    assert_eq!(codes, [json!("A001"), json!("A001")], "{}", created.text);
    let found = items(&app, &app.admin, "org=001").await;
    let uses: Vec<_> = found.iter().map(|one| one["useCount"].clone()).collect();
    assert_eq!(uses, [json!(1), json!(1)]);
    assert!(found[0]["lastUsedAt"].is_string(), "{}", found[0]);
    // a rejected order with an unknown code counts no use
    let mut unknown = order;
    unknown["lines"][1]["productCode"] = json!("none");
    assert_eq!(app.post(&app.admin, "/api/sales/order", unknown.to_string()).await.status, 400);
    assert_eq!(items(&app, &app.admin, "value=1001").await[0]["useCount"], 1);
}

#[tokio::test]
async fn whole_order_finds_products_by_gtin_and_number_of_the_buyer() {
    let app = TestApp::start().await;
    app.load(
        "products: [{code: A001, name: Box, uom: PCE, gtins: [\"4006381333931\"]}]
bpartner-products: [{org: \"001\", bpartner: G0001, number: EIGEN-7, product: A001}]",
    )
    .await;
    let order = json!({
        "shipBPartnerCode": "G0001",
        "datePromised": "2030-03-04T12:00:00Z",
        "lines": [{ "productCode": "4006381333931", "qty": 3 }, { "productCode": "EIGEN-7", "qty": 1 }],
    });
    let created = app.post(&app.admin, "/api/sales/order", order.to_string()).await;
    assert_eq!(created.status, 200, "{}", created.text);
    let lines = created.json()["lines"].as_array().unwrap().clone();
    let codes: Vec<_> = lines.iter().map(|line| line["productCode"].clone()).collect();
    assert_eq!(codes, [json!("A001"), json!("A001")], "{}", created.text);
}

/// Rows of all organisations use a shared cross-reference, so its number of uses would disclose their rows.
#[tokio::test]
async fn uses_of_shared_references_are_shown_with_access_to_all_organisations() {
    let app = TestApp::start().await;
    let shared = json!([{ "kind": "uom", "value": "Stk", "targetUom": "PCE" }, coffee()]);
    assert_eq!(put(&app, &app.admin, shared).await.status, 200);
    let reader = app.token_of("001", &[Scope::CandidatesRead]).await;
    for (token, shared_count) in [(&app.admin, json!(0)), (&reader, Value::Null)] {
        assert_eq!(items(&app, token, "value=Stk").await[0]["useCount"], shared_count);
        assert_eq!(items(&app, token, "value=KAF-1KG").await[0]["useCount"], json!(0));
    }
}
