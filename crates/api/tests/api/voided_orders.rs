//! Notifications about voided orders.

use jiff::SignedDuration;
use orderdock_testkit::{TestApp, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";
const RULES: &str = "/api/notification-rules";

async fn create(app: &TestApp) -> String {
    let order = json!({ "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00.000Z",
        "lines": [{ "productCode": "P002737", "qty": 1 }] });
    let order = app.post(&app.admin, ORDERS, order.to_string()).await;
    assert_eq!(order.status, 200, "{}", order.text);
    format!("{ORDERS}/{}", order.json()["salesOrderId"].as_str().unwrap())
}

async fn void(app: &TestApp, order: &str) {
    let reason = json!({ "reason": "ordered twice" }).to_string();
    let voided = app.post(&app.admin, &format!("{order}/void"), reason).await;
    assert_eq!(voided.status, 200, "{}", voided.text);
}

/// Lets minutes pass, evaluates the rules in each, and returns the number of messages.
async fn pass_minutes(app: &TestApp, minutes: u32) -> u64 {
    let mut made = 0;
    for _ in 0..minutes {
        app.clock.advance(SignedDuration::from_mins(1));
        made += app.services.notifications.notifier().make().await.unwrap().made;
    }
    made
}

#[tokio::test]
async fn voided_order_is_not_unconfirmed() {
    let app = TestApp::start().await;
    let rule = json!({ "orgCode": "001", "kind": "order-not-handed-over", "hours": 2, "language": "de",
        "recipients": ["anna@shop.example"] });
    let rule = app.post(&app.admin, RULES, rule.to_string()).await;
    assert_eq!(rule.status, 201, "{}", rule.text);
    // an order that was created before transfers were enabled
    let before = create(&app).await;
    app.clock.advance(SignedDuration::from_mins(1));
    let request = app.request(Method::PUT, "/api/process-settings/001").header("Authorization", &app.admin);
    let enabled = send(request.json(&json!({ "handOver": true }))).await;
    assert_eq!(enabled.status, 200, "{}", enabled.text);
    let after = create(&app).await;
    let mut made = pass_minutes(&app, 60).await;
    void(&app, &before).await;
    void(&app, &after).await;
    made += pass_minutes(&app, 150).await;
    let tried = app.post(&app.admin, &format!("{RULES}/{}/try", rule.json()["id"]), "").await;
    assert_eq!(tried.status, 200, "{}", tried.text);
    let none: Vec<Value> = Vec::new();
    assert_eq!((made, &tried.json()["messages"]), (0, &json!(none)));
}
