//! Rows whose values are mapped by cross-references: imports, dry runs, repeated rows, corrections.

use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const PATH: &str = "/api/masterdata/cross-references";

const TARGETS: &str = "shippers: [{org: \"001\", code: X-DPD}]
payment-terms: [{org: \"001\", code: X-30}]
warehouses: [{org: \"001\", code: X-W}]
bpartners: [{org: \"001\", code: X-P, name: Mapped, locations: [
  {externalId: X-L, city: Bonn, country: DE, shipToDefault: true}], contacts: [{externalId: X-C, name: Ann}]}]";

async fn put(app: &TestApp, records: Value) {
    let request = app.request(Method::PUT, PATH).header("Authorization", &app.admin).json(&records);
    let written = send(request).await;
    assert_eq!(written.status, 200, "{}", written.text);
}

/// Returns a row whose values match no record without cross-references.
fn row(header: &str) -> Value {
    candidate(
        header,
        "1",
        json!({
            "bpartner": {
                "bpartner": { "code": "K-77" },
                "location": { "externalId": "L-77" },
                "contact": { "externalId": "C-77" },
            },
            "product": { "code": "KAF-1KG" },
            "uomCode": "Stk",
            "shipper": "val-DHL-77",
            "paymentTerm": "val-Z77",
            "warehouseCode": "W-77",
        }),
    )
}

fn references() -> Value {
    json!([
        { "org": "001", "kind": "bpartner", "value": "K-77", "member": "code", "targetBpartner": "X-P" },
        { "org": "001", "kind": "location", "value": "L-77", "bpartner": "X-P", "targetLocation": "X-L" },
        { "org": "001", "kind": "contact", "value": "C-77", "bpartner": "X-P", "targetContact": "X-C" },
        { "org": "001", "kind": "product", "value": "KAF-1KG", "bpartner": "X-P", "targetProduct": "P002737" },
        { "kind": "uom", "value": "Stk", "targetUom": "PCE" },
        { "org": "001", "kind": "shipper", "value": "DHL-77", "bpartner": "X-P", "targetShipper": "X-DPD" },
        { "org": "001", "kind": "paymentTerm", "value": "Z77", "targetPaymentTerm": "X-30" },
        { "org": "001", "kind": "warehouse", "value": "W-77", "targetWarehouse": "X-W" },
    ])
}

/// Returns the number of uses of each cross-reference.
async fn uses(app: &TestApp) -> Vec<Value> {
    let list = app.get(&app.admin, PATH).await.json();
    list["items"].as_array().unwrap().iter().map(|item| item["useCount"].clone()).collect()
}

#[tokio::test]
async fn bulk_is_rejected_without_and_accepted_with_references() {
    let app = TestApp::start().await;
    app.load(TARGETS).await;
    let body = bulk([row("H1"), row("H2")]);
    let rejected = app.import_bulk("", body.clone()).await;
    assert_eq!(rejected.status, 400, "{}", rejected.text);
    put(&app, references()).await;
    let dry = app.import_bulk("?dryRun=true", body.clone()).await;
    assert_eq!(dry.status, 200, "{}", dry.text);
    assert_eq!(uses(&app).await, vec![json!(0); 8]);
    let accepted = app.import_bulk("", body.clone()).await;
    assert_eq!(accepted.status, 201, "{}", accepted.text);
    let found = &accepted.json()["result"][0];
    assert_eq!(found["warnings"], json!([]), "{found}");
    let block = &found["bpartner"];
    let keys =
        [&block["bpartner"]["code"], &block["location"]["externalId"], &block["contact"]["externalId"]];
    assert_eq!(keys, ["X-P", "X-L", "X-C"].map(|key| json!(key)).each_ref());
    let stored = app.get(&app.admin, &format!("{CANDIDATES}/{}", found["id"])).await.json();
    for (member, expected) in [("productCode", "P002737"), ("uomCode", "PCE"), ("warehouseCode", "X-W")] {
        assert_eq!(stored[member], expected, "{stored}");
    }
    for (member, expected) in [("shipper", "X-DPD"), ("paymentTerm", "X-30")] {
        assert!(stored[member].to_string().contains(expected), "{stored}");
    }
    assert_eq!(stored["imported"]["product"], json!({ "code": "KAF-1KG" }), "{stored}");
    assert_eq!(uses(&app).await, vec![json!(2); 8]);

    // a single import, and a repeated row after its cross-reference was deactivated
    let single = app.import(row("H3").to_string()).await;
    assert_eq!(single.status, 201, "{}", single.text);
    let mut inactive = references();
    inactive[3]["active"] = json!(false);
    put(&app, inactive).await;
    let repeated = app.import_bulk("", body).await;
    assert_eq!(repeated.json()["result"][0]["status"], stored["status"], "{}", repeated.text);
    assert_eq!(repeated.status, 200, "{}", repeated.text);
    let unknown = app.import(row("H4").to_string()).await;
    assert_eq!(unknown.json()["errors"][0]["code"], "product.unknown", "{}", unknown.text);
    assert_eq!(uses(&app).await, vec![json!(3); 8]);
}

#[tokio::test]
async fn correction_finds_product_by_reference() {
    let app = TestApp::start().await;
    let imported = app.import(candidate("H", "1", json!({})).to_string()).await;
    let path = format!("{CANDIDATES}/{}", imported.json()["result"][0]["id"]);
    let change = json!({ "override": { "productCode": "KAF-1KG" } });
    let of = |partner: &str| {
        json!([{ "org": "001", "kind": "product", "value": "KAF-1KG", "bpartner": partner,
            "targetProduct": "A001" }])
    };
    app.load("bpartners: [{org: \"001\", code: X-P, name: Other}]").await;
    put(&app, of("X-P")).await;
    let rejected = app.patch(&app.admin, &path, "*", change.clone()).await;
    assert_eq!(rejected.status, 400, "{}", rejected.text);
    assert_eq!(rejected.json()["errors"][0]["code"], "reference.unknown", "{}", rejected.text);
    put(&app, of("G0001")).await;
    let corrected = app.patch(&app.admin, &path, "*", change).await;
    assert_eq!((corrected.status, &corrected.json()["productCode"]), (200, &json!("A001")));
}

const GTIN_AND_NUMBER: &str = "products: [{code: P002737, name: Tea, uom: PCE, gtins: [\"4006381333931\"]}]
bpartner-products: [{org: \"001\", bpartner: G0001, number: EIGEN-7, product: A001}]";

/// Returns a row of buyer G0001 with these product members.
fn row_of_product(header: &str, product: &Value) -> String {
    candidate(header, "1", json!({ "product": product })).to_string()
}

#[tokio::test]
async fn products_are_found_by_gtin_and_number_of_the_buyer() {
    let app = TestApp::start().await;
    app.load(GTIN_AND_NUMBER).await;
    for (header, product, expected, warnings) in [
        ("G1", json!({ "code": "4006381333931" }), "P002737", vec![]),
        ("G2", json!({ "code": "04006381333931" }), "P002737", vec![]),
        ("G3", json!({ "code": "EIGEN-7" }), "A001", vec![]),
        ("G4", json!({ "code": "P002737", "externalId": "EIGEN-7" }), "P002737", vec!["product.key_differs"]),
    ] {
        let row = app.import(row_of_product(header, &product)).await;
        assert_eq!(row.status, 201, "{header}: {}", row.text);
        let row = &row.json()["result"][0];
        assert_eq!(row["productCode"], expected, "{header}");
        let codes: Vec<_> = row["warnings"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
        assert_eq!(codes, warnings, "{header}");
    }
    for code in ["4006381333932", "EIGEN-8"] {
        let unknown = app.import(row_of_product("G9", &json!({ "code": code }))).await;
        assert_eq!(unknown.json()["errors"][0]["code"], "product.unknown", "{}", unknown.text);
    }
}

#[tokio::test]
async fn correction_finds_product_by_gtin_and_number_of_the_buyer() {
    let app = TestApp::start().await;
    app.load(GTIN_AND_NUMBER).await;
    let imported = app.import(candidate("H", "1", json!({})).to_string()).await;
    let path = format!("{CANDIDATES}/{}", imported.json()["result"][0]["id"]);
    for (value, expected) in [("EIGEN-7", "A001"), ("4006381333931", "P002737")] {
        let change = json!({ "override": { "productCode": value } });
        let corrected = app.patch(&app.admin, &path, "*", change).await;
        assert_eq!(corrected.status, 200, "{value}: {}", corrected.text);
        assert_eq!(corrected.json()["productCode"], expected, "{value}");
    }
}
