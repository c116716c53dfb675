//! Letterhead of organisations as master data and on orders.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use orderdock_domain::access::Scope;
use orderdock_testkit::TestApp;
use serde_json::{Value, json};

use super::{codes, history, path, put, record, upsert};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and more";

fn letterhead() -> Value {
    json!({
        "code": "001", "name": "Hauptbetrieb", "country": "DE", "legalName": "Nordwind Handel GmbH",
        "address1": "Am Hafen 1", "address2": "Speicher 2", "postal": "20457", "city": "Hamburg",
        "vatId": "DE123456789", "phone": "+49 40 123", "email": "office@example.com",
        "footer": "Bank: DE02 1203 0000 0000 2020 51\nRegister: HRB 1",
        "logo": STANDARD.encode(PNG),
    })
}

async fn new_order(app: &TestApp) -> Value {
    let order = json!({ "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00.000Z",
        "docTypeName": "Auftrag", "lines": [{ "productCode": "P002737", "qty": 3 }] });
    let response = app.post(&app.admin, "/api/sales/order", order.to_string()).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

async fn stored_order(app: &TestApp, order: &Value) -> Value {
    app.get(&app.admin, &format!("/api/sales/order/{}", order["salesOrderId"].as_str().unwrap())).await.json()
}

#[tokio::test]
async fn letterhead_is_returned_as_sent_and_recorded_in_the_history() {
    let app = TestApp::start().await;
    let (id, outcome) = upsert(&app, "organisations", json!([letterhead()])).await;
    assert_eq!(outcome, "changed");
    let found = record(&app, "organisations", id).await;
    for (member, value) in letterhead().as_object().unwrap() {
        assert_eq!(&found[member], value, "{member}");
    }
    let changes = history(&app, &app.admin, "organisations", id).await[0]["changes"].clone();
    let logo = changes.as_array().unwrap().iter().find(|change| change["member"] == "logo").unwrap().clone();
    assert_eq!(logo, json!({ "member": "logo", "before": null, "after": STANDARD.encode(PNG) }));

    // a load file has the same members, and absent members keep the logo
    app.load("organisations: [{code: \"001\", name: Hauptbetrieb, city: Bremen}]").await;
    let found = record(&app, "organisations", id).await;
    assert_eq!((&found["city"], &found["logo"]), (&json!("Bremen"), &json!(STANDARD.encode(PNG))));
    upsert(&app, "organisations", json!([{ "code": "001", "name": "Hauptbetrieb", "logo": null }])).await;
    assert_eq!(record(&app, "organisations", id).await.get("logo"), None);
}

#[tokio::test]
async fn logo_that_is_no_small_png_or_jpeg_is_rejected() {
    let app = TestApp::start().await;
    let mut large = PNG.to_vec();
    large.resize(100 * 1024 + 1, 0);
    let table = [
        ("SVG", STANDARD.encode("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>")),
        ("more than 100 KiB", STANDARD.encode(large)),
        ("not Base64", "logo.png".to_owned()),
    ];
    for (name, logo) in table {
        let records = json!([{ "code": "001", "name": "Hauptbetrieb", "logo": logo }]);
        let response = put(&app, &app.admin, "organisations", records.to_string()).await;
        assert_eq!((response.status, codes(&response)), (400, vec!["type.wrong".to_owned()]), "{name}");
        let error = &response.json()["errors"][0];
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("a PNG or JPEG image of up to 100 KiB in Base64"), "{message}");
        assert!(message.len() < 200, "the message does not repeat the image");
    }
}

#[tokio::test]
async fn letterhead_of_another_organisation_cannot_be_read() {
    let app = TestApp::start().await;
    let (id, _) = upsert(&app, "organisations", json!([letterhead()])).await;
    let place = format!("{}/{id}", path("organisations"));
    let own = app.token_of("001", &[Scope::CandidatesRead]).await;
    assert_eq!(app.get(&own, &place).await.json()["vatId"], "DE123456789");
    let other = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    assert_eq!(app.get(&other, &place).await.status, 404);
}

#[tokio::test]
async fn order_keeps_the_seller_as_it_was() {
    let app = TestApp::start().await;
    let before = new_order(&app).await;
    assert_eq!(before.get("seller"), None, "the organisation has no letterhead");

    upsert(&app, "organisations", json!([letterhead()])).await;
    let order = new_order(&app).await;
    let seller = json!({
        "name": "Nordwind Handel GmbH", "address1": "Am Hafen 1", "address2": "Speicher 2", "postal": "20457",
        "city": "Hamburg", "countryCode": "DE", "vatId": "DE123456789", "phone": "+49 40 123",
        "email": "office@example.com", "footer": "Bank: DE02 1203 0000 0000 2020 51\nRegister: HRB 1",
    });
    assert_eq!(order["seller"], seller);

    let changed = json!([{ "code": "001", "name": "Umbenannt", "legalName": null, "city": "Bremen" }]);
    upsert(&app, "organisations", changed).await;
    assert_eq!(stored_order(&app, &order).await["seller"], seller);
    assert_eq!(stored_order(&app, &before).await.get("seller"), None);
    let later = new_order(&app).await;
    assert_eq!((&later["seller"]["name"], &later["seller"]["city"]), (&json!("Umbenannt"), &json!("Bremen")));
}
