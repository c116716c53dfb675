//! GTINs of products and product numbers of partners: reads and writes, errors, history, undo, authorisation.

use orderdock_domain::access::Scope;
use orderdock_testkit::{HttpResponse, TestApp};
use serde_json::{Value, json};

use super::{codes, history, listed, put, record, upsert};

const EAN: &str = "4006381333931";
const EAN_14: &str = "04006381333931";

fn product(org: &str, code: &str, gtins: &Value) -> Value {
    json!([{ "org": org, "code": code, "name": code, "uom": "PCE", "gtins": gtins }])
}

fn number(org: &str, number: &str, product: &str) -> Value {
    json!([{ "org": org, "bpartner": "G0001", "number": number, "product": product, "description": "Tee" }])
}

async fn undo(app: &TestApp, token: &str, record: &str, written: &HttpResponse) -> HttpResponse {
    let body = json!({ "requestId": written.header("x-request-id") }).to_string();
    app.post(token, &format!("/api/masterdata/{record}/undo"), body).await
}

#[tokio::test]
async fn gtins_are_returned_with_14_digits() {
    let app = TestApp::start().await;
    let (id, outcome) = upsert(&app, "products", product("001", "T1", &json!([EAN, 96_385_074]))).await;
    assert_eq!(outcome, "created");
    let stored = record(&app, "products", id).await;
    assert_eq!(stored["gtins"], json!(["00000096385074", EAN_14]));
    // sending a product as it was read changes nothing
    let mut sent = stored;
    sent.as_object_mut().unwrap().retain(|name, _| !matches!(name.as_str(), "id" | "version"));
    assert_eq!(upsert(&app, "products", json!([sent])).await, (id, "unchanged".to_owned()));
    let changed = put(&app, &app.admin, "products", product("001", "T1", &json!([])).to_string()).await;
    assert_eq!(record(&app, "products", id).await["gtins"], json!([]));
    let change = &history(&app, &app.admin, "products", id).await[0]["changes"][0];
    let expected = json!({ "member": "gtins", "before": ["00000096385074", EAN_14], "after": [] });
    assert_eq!(*change, expected);
    let undone = undo(&app, &app.admin, &format!("products/{id}"), &changed).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
    assert_eq!(record(&app, "products", id).await["gtins"], json!(["00000096385074", EAN_14]));
}

#[tokio::test]
async fn faulty_gtin_is_reported_with_entry_and_reason() {
    let app = TestApp::start().await;
    upsert(&app, "products", product("001", "T1", &json!([EAN]))).await;
    for (gtins, code, pointer, message) in [
        (
            json!([EAN, "4006381333932"]),
            "type.wrong",
            "/0/gtins/1",
            "Expected a GTIN with the check digit 1, got “4006381333932”.",
        ),
        (
            json!(["1234"]),
            "type.wrong",
            "/0/gtins/0",
            "Expected a GTIN of 8, 12, 13 or 14 digits, got “1234”.",
        ),
        (json!(EAN), "type.wrong", "/0/gtins", "Expected a list, got “4006381333931”."),
        (
            json!([EAN, EAN_14]),
            "entry.duplicate",
            "/0/gtins/1",
            "The list contains this entry more than once.",
        ),
        (json!([EAN]), "record.taken", "/0/gtins", "“04006381333931” is already used by product “T1”."),
    ] {
        let response = put(&app, &app.admin, "products", product("001", "T2", &gtins).to_string()).await;
        let error = response.json()["errors"][0].clone();
        let found = ["code", "pointer", "message"].map(|member| error[member].as_str().unwrap().to_owned());
        assert_eq!((response.status, found), (400, [code, pointer, message].map(str::to_owned)), "{gtins}");
    }
}

/// An inactive product releases its GTINs. It can be activated again only if no other product has them.
#[tokio::test]
async fn deactivated_product_cannot_be_restored_if_its_gtin_is_taken() {
    let app = TestApp::start().await;
    let (id, _) = upsert(&app, "products", product("001", "T1", &json!([EAN]))).await;
    let deactivated = app.post(&app.admin, &format!("/api/masterdata/products/{id}/deactivate"), "").await;
    assert_eq!(deactivated.status, 200, "{}", deactivated.text);
    let other = put(&app, &app.admin, "products", product("001", "T2", &json!([EAN])).to_string()).await;
    assert_eq!(other.status, 200, "{}", other.text);
    let undone = undo(&app, &app.admin, &format!("products/{id}"), &deactivated).await;
    assert_eq!((undone.status, codes(&undone)), (400, vec!["record.taken".to_owned()]), "{}", undone.text);
    let active = json!([{ "org": "001", "code": "T1", "name": "T1", "uom": "PCE", "active": true }]);
    let rejected = put(&app, &app.admin, "products", active.to_string()).await;
    assert_eq!((rejected.status, codes(&rejected)), (400, vec!["record.taken".to_owned()]));
    upsert(&app, "products", product("001", "T2", &json!([]))).await;
    let undone = undo(&app, &app.admin, &format!("products/{id}"), &deactivated).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
}

#[tokio::test]
async fn number_of_a_partner_is_written_listed_and_undone() {
    let app = TestApp::start().await;
    let first = put(&app, &app.admin, "bpartner-products", number("001", "77", "A001").to_string()).await;
    assert_eq!(first.status, 200, "{}", first.text);
    let id = first.json()["result"][0]["id"].as_i64().unwrap();
    let expected = json!({ "id": id, "version": 1, "org": "001", "bpartner": "G0001", "product": "A001",
        "number": "77", "description": "Tee", "active": true });
    assert_eq!(record(&app, "bpartner-products", id).await, expected);
    // a product can have several numbers; the number identifies the record to change
    upsert(&app, "bpartner-products", number("001", "78", "A001")).await;
    let change = number("001", "77", "P002737").to_string();
    let changed = put(&app, &app.admin, "bpartner-products", change).await;
    assert_eq!(changed.json()["result"][0]["outcome"], "changed", "{}", changed.text);
    for (query, numbers) in
        [("q=77", vec!["77"]), ("q=A001", vec!["78"]), ("org=001&q=G0001", vec!["77", "78"])]
    {
        let query = format!("bpartner-products?{query}");
        assert_eq!(listed(&app, &app.admin, &query, "number").await, numbers, "{query}");
    }
    let record = format!("bpartner-products/{id}");
    let early = undo(&app, &app.admin, &record, &first).await;
    assert_eq!((early.status, codes(&early)), (409, vec!["undo.record_changed".to_owned()]));
    let undone = undo(&app, &app.admin, &record, &changed).await;
    assert_eq!(undone.status, 200, "{}", undone.text);
    assert_eq!(super::record(&app, "bpartner-products", id).await["product"], "A001");
    // undo removes a number that was created by mistake
    let wrong = put(&app, &app.admin, "bpartner-products", number("001", "79", "A001").to_string()).await;
    let record = format!("bpartner-products/{}", wrong.json()["result"][0]["id"]);
    let undone = undo(&app, &app.admin, &record, &wrong).await;
    assert_eq!(undone.json()["records"][0]["outcome"], "removed", "{}", undone.text);
    assert_eq!(app.get(&app.admin, &format!("/api/masterdata/{record}")).await.status, 404);
}

#[tokio::test]
async fn numbers_and_gtins_of_other_organisations_are_invisible() {
    let app = TestApp::start().await;
    let (product_id, _) = upsert(&app, "products", product("001", "T1", &json!([EAN]))).await;
    let (id, _) = upsert(&app, "bpartner-products", number("001", "77", "T1")).await;
    let other_token = app.token_of("test-org-03", &[Scope::MasterdataWrite, Scope::CandidatesRead]).await;
    for record in [format!("bpartner-products/{id}"), format!("products/{product_id}")] {
        let path = format!("/api/masterdata/{record}");
        assert_eq!(app.get(&other_token, &path).await.status, 404, "{path}");
        assert_eq!(app.get(&other_token, &format!("{path}/history")).await.status, 404, "{path}");
        assert_eq!(app.post(&other_token, &format!("{path}/deactivate"), "").await.status, 404, "{path}");
    }
    assert_eq!(listed(&app, &other_token, "bpartner-products?q=77", "number").await, [""; 0]);
    // other organisations can neither write the record nor refer to its product
    let other = put(&app, &other_token, "bpartner-products", number("001", "78", "A001").to_string()).await;
    assert_eq!((other.status, codes(&other)), (403, vec!["org.not_allowed".to_owned()]));
    let named =
        put(&app, &other_token, "bpartner-products", number("test-org-03", "78", "T1").to_string()).await;
    assert_eq!((named.status, codes(&named)), (400, vec!["record.reference_unknown".to_owned()]));
    // the same GTIN and number are allowed in another organisation
    let own =
        put(&app, &other_token, "products", product("test-org-03", "T9", &json!([EAN])).to_string()).await;
    assert_eq!(own.status, 200, "{}", own.text);
    let own =
        put(&app, &other_token, "bpartner-products", number("test-org-03", "77", "T9").to_string()).await;
    assert_eq!(own.status, 200, "{}", own.text);
    let reader = app.token_of("001", &[Scope::CandidatesRead, Scope::CandidatesWrite]).await;
    let rejected = put(&app, &reader, "bpartner-products", number("001", "79", "T1").to_string()).await;
    assert_eq!((rejected.status, codes(&rejected)), (403, vec!["scope.missing".to_owned()]));
}
