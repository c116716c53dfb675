//! Changes of a webhook apply to the next request, regardless of the instance that made the change.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use orderdock_testkit::{TestApp, send};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::webhooks::{ReceivedCall, Receiver, Sending, import, path, read, subscribe};

/// Returns the signature of a request by a secret in the form that the receiver has.
fn signature(secret: &str, call: &ReceivedCall) -> String {
    let key = STANDARD.decode(secret.trim_start_matches("whsec_")).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("{}.{}.{}", call.id, call.timestamp, call.body).as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// Changes the current version of a webhook.
async fn change(app: &TestApp, webhook: &Value, mut change: Value) {
    change["version"] = read(app, webhook).await["version"].clone();
    let request = app.request(Method::PATCH, &path(webhook, "")).header("Authorization", &app.admin);
    let response = send(request.header("Content-Type", "application/json").body(change.to_string())).await;
    assert_eq!(response.status, 200, "{}", response.text);
}

const RECEIVED: &str = "orderdock.candidate.received";

#[tokio::test]
async fn call_after_rotation_is_signed_by_both_secrets() {
    let app = TestApp::start().await;
    let second_app = app.start_second_instance().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::pleased().await;
    let webhook = subscribe(&app, json!({ "url": receiver.url, "types": [RECEIVED] })).await;
    import(&app, 0..1).await;
    receiver.has("a first event", |received| received.len() == 1).await;
    let mut before = webhook["secret"].as_str().unwrap().to_owned();
    for number in 1..25 {
        // changes alternate between the sending instance and the other one
        let server = if number % 2 == 0 { &app } else { &second_app };
        let rotated = server.post(&app.admin, &path(&webhook, "/rotate"), r#"{"keepOldFor": 2}"#).await;
        let secret = rotated.json()["secret"].as_str().unwrap().to_owned();
        import(&app, number..number + 1).await;
        let calls = receiver.has("the next event", |received| received.len() > number).await;
        let call = &calls[number];
        assert_eq!(call.signatures, [signature(&secret, call), signature(&before, call)], "{number}");
        before = secret;
    }
}

#[tokio::test]
async fn call_after_change_of_address_goes_to_new_address() {
    let app = TestApp::start().await;
    let second_app = app.start_second_instance().await;
    let _sending = Sending::of(&app);
    let receivers = [Receiver::pleased().await, Receiver::pleased().await];
    let webhook = subscribe(&app, json!({ "url": receivers[0].url, "types": [RECEIVED] })).await;
    import(&app, 0..1).await;
    receivers[0].has("a first event", |received| received.len() == 1).await;
    for number in 1..25 {
        let server = if number % 3 == 0 { &app } else { &second_app };
        let to = &receivers[number % 2];
        let before = to.received().len();
        change(server, &webhook, json!({ "url": to.url })).await;
        import(&app, number..number + 1).await;
        to.has("the event at the new address", |received| received.len() > before).await;
    }
}

#[tokio::test]
async fn event_after_change_of_types_follows_new_types() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::pleased().await;
    let webhook = subscribe(&app, json!({ "url": receiver.url, "types": [RECEIVED] })).await;
    import(&app, 0..1).await;
    receiver.has("a first event", |received| received.len() == 1).await;
    for number in 1..4 {
        change(&app, &webhook, json!({ "types": ["orderdock.order.completed"] })).await;
        import(&app, 2 * number..2 * number + 1).await;
        // events are selected by the types at the time of reading, so the first event must be read before the change
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        change(&app, &webhook, json!({ "types": [RECEIVED], "include": "record" })).await;
        import(&app, 2 * number + 1..2 * number + 2).await;
        let calls = receiver.has("the next event", |received| received.len() > number).await;
        let header = calls[number].event["data"]["record"]["externalHeaderId"].clone();
        assert_eq!(header, format!("H{}", 2 * number + 1));
        change(&app, &webhook, json!({ "include": null })).await;
    }
}

#[tokio::test]
async fn paused_webhook_is_not_called() {
    let app = TestApp::start().await;
    let second_app = app.start_second_instance().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::pleased().await;
    let webhook = subscribe(&app, json!({ "url": receiver.url, "types": [RECEIVED] })).await;
    for number in 0..6 {
        import(&app, 2 * number..2 * number + 1).await;
        let before = receiver.has("an event", |received| received.len() > 2 * number).await.len();
        change(&second_app, &webhook, json!({ "active": false })).await;
        import(&app, 2 * number + 1..2 * number + 2).await;
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        assert_eq!(receiver.received().len(), before, "while it is paused");
        change(&app, &webhook, json!({ "active": true })).await;
        receiver.has("the event that waited", |received| received.len() == 2 * number + 2).await;
    }
}

#[tokio::test]
async fn webhook_limit_applies_per_organisation() {
    let app = TestApp::start().await;
    let create = async |organisation: Option<&str>| {
        let body = json!({ "url": "http://127.0.0.1:9/", "orgCode": organisation, "active": false });
        app.post(&app.admin, "/api/webhooks", body.to_string()).await
    };
    for _ in 0..100 {
        assert_eq!(create(Some("001")).await.status, 201);
    }
    let rejected = create(Some("001")).await;
    assert_eq!((rejected.status, &rejected.json()["errors"][0]["code"]), (409, &json!("webhook.too_many")));
    for other in [Some("test-org-03"), None] {
        assert_eq!(create(other).await.status, 201, "{other:?}");
    }
}
