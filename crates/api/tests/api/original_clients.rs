//! Members that classes of the original interface require in responses.

use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

/// Returns the names of the members that are not booleans.
fn non_boolean_members<'n>(object: &Value, names: &[&'n str]) -> Vec<&'n str> {
    names.iter().copied().filter(|name| !object[*name].is_boolean()).collect()
}

#[tokio::test]
async fn partner_blocks_have_required_members() {
    let app = TestApp::start().await;
    let parent = app.import(candidate("P", "1", json!({})).to_string()).await.json();
    let parent = &parent["result"][0]["bpartner"]["bpartner"]["metasfreshId"];
    let block = json!({
        "bpartner": { "code": "C1", "name": "Child", "companyName": "Child GmbH", "parentId": parent },
        "location": { "countryCode": "DE", "address1": "Kai 1" },
        "contact": { "name": "Kim" },
        "syncAdvise": { "ifNotExists": "CREATE" },
    });
    let rows = bulk([candidate("H", "1", json!({ "bpartner": block })), candidate("H", "2", json!({}))]);
    let response = app.import_bulk("", rows).await.json();
    let row = &response["result"][0];
    assert_eq!(row["billBPartner"], row["bpartner"], "the buyer is the default bill partner");
    let block = &row["bpartner"];
    assert_eq!((&block["bpartner"]["company"], &block["bpartner"]["parentId"]), (&json!(true), parent));
    let other = &response["result"][1]["bpartner"]["bpartner"];
    assert_eq!((&other["company"], other.get("parentId")), (&json!(false), None));
    let flags = ["active", "vendor", "customer", "company"];
    assert_eq!(non_boolean_members(&block["bpartner"], &flags), [""; 0]);
    let usual = ["active", "shipTo", "shipToDefault", "billTo", "billToDefault"];
    let rare = ["visitorsAddress", "handoverLocation", "remitTo", "replicationLookupDefault"];
    assert_eq!(non_boolean_members(&block["location"], &[&usual[..], &rare].concat()), [""; 0]);
    let kinds = ["active", "newsletter", "shipToDefault", "billToDefault", "defaultContact", "sales"];
    let more = ["salesDefault", "purchase", "purchaseDefault", "subjectMatter"];
    assert_eq!(non_boolean_members(&block["contact"], &[&kinds[..], &more].concat()), [""; 0]);
}

#[tokio::test]
async fn discount_bill_partner_and_pricing_system_are_always_present() {
    let app = TestApp::start().await;
    app.load(
        "pricing-systems: [{code: OWN, name: Own}]\n\
         bpartners: [{code: PAYER, name: Payer, pricingSystem: OWN, locations: [{country: DE, address1: Kai 2}]}]",
    )
    .await;
    let payer = json!({ "bpartner": { "code": "PAYER" } });
    let rows = bulk([
        candidate("H", "1", json!({})),
        candidate("H", "2", json!({ "billBPartner": payer, "discount": 2.5 })),
        candidate("H", "3", json!({ "billBPartner": payer, "pricingSystemCode": "Testpreise Kunden" })),
    ]);
    let imported = app.import_bulk("", rows.clone()).await.json();
    let again = app.import_bulk("", rows).await.json();
    let tried = app.import_bulk("?dryRun=true", bulk([candidate("I", "1", json!({}))])).await.json();
    let summary = |row: &Value| {
        let payer = row["billBPartner"]["bpartner"]["code"].as_str().unwrap_or_default().to_owned();
        assert_eq!(row["pricingSystemId"].is_i64(), row["pricingSystemCode"].is_string());
        format!("{payer} {} {}", row["pricingSystemCode"].as_str().unwrap_or("-"), row["discount"])
    };
    let expected = ["G0001 Testpreise Kunden 0", "PAYER OWN 2.5", "PAYER Testpreise Kunden 0"];
    for response in [imported, again] {
        let rows: Vec<_> = response["result"].as_array().into_iter().flatten().map(summary).collect();
        assert_eq!(rows, expected);
    }
    assert_eq!(summary(&tried["result"][0]), expected[0]);
    let list = app.get(&app.admin, &format!("{CANDIDATES}?sort=createdAt")).await.json();
    assert_eq!(
        list["items"].as_array().map(|rows| rows.iter().map(summary).collect()),
        Some(expected.map(String::from).to_vec())
    );
}

#[tokio::test]
async fn errors_have_member_names_of_metasfresh() {
    let app = TestApp::start().await;
    let rows = bulk([
        candidate("H", "1", json!({ "qty": "5,5" })),
        candidate("H", "2", json!({ "paymentRule": "Cash" })),
    ]);
    let response = app.import_bulk("", rows).await.json();
    let errors = response["errors"].as_array().cloned().unwrap_or_default();
    assert_eq!(errors.len(), 2, "{response}");
    for error in &errors {
        assert_eq!(error["errorCode"], error["code"]);
        let (summary, texts) = (error["params"].as_object(), error["parameters"].as_object());
        assert_eq!(
            summary.map(|summary| summary.keys().collect::<Vec<_>>()),
            texts.map(|texts| texts.keys().collect())
        );
        assert!(texts.is_some_and(|texts| texts.values().all(Value::is_string)), "{error}");
    }
    assert_eq!(errors[1]["parameters"]["allowed"], "OnCredit, Paypal, DirectDebit", "{response}");
}

#[tokio::test]
async fn attachments_have_external_system_and_number() {
    let app = TestApp::start().await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    let form = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhello\r\n--edge--\r\n";
    let request = app.request(Method::POST, &format!("{CANDIDATES}/H/attachments"));
    let request = request.header("Content-Type", "multipart/form-data; boundary=edge").body(form);
    let file = send(request.header("Authorization", &app.admin)).await.json();
    assert!(file["externalSystemCode"].is_string(), "{file}");
    assert_eq!(file["externalSystemCode"], file["dataSourceName"]);
    assert_eq!(json!(file["id"].to_string()), file["attachmentId"]);
}
