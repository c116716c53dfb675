//! Transfer of orders: confirmed and rejected hand-overs, and voiding of transferred orders.

use jiff::SignedDuration;
use orderdock_domain::access::Scope;
use orderdock_testkit::{HttpResponse, TestApp, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const ORDERS: &str = "/api/sales/order";

async fn confirm(app: &TestApp, token: &str, orders: Value) -> HttpResponse {
    app.post(token, &format!("{ORDERS}/handed-over"), json!({ "orders": orders }).to_string()).await
}

/// Returns the outcome of each order, with the code of its problem.
fn outcomes(response: &HttpResponse) -> Vec<String> {
    let orders = response.json()["orders"].as_array().unwrap().clone();
    let recorded = |order: &Value| {
        let code = order["errors"][0]["code"].as_str().map(|code| format!(" {code}"));
        format!("{}{}", order["outcome"].as_str().unwrap(), code.unwrap_or_default())
    };
    orders.iter().map(recorded).collect()
}

/// Creates orders of one candidate each and returns their ids, newest last.
async fn orders(app: &TestApp, headers: &[&str]) -> Vec<String> {
    for header in headers {
        assert_eq!(app.import(candidate(header, "1", json!({})).to_string()).await.status, 201);
    }
    app.clock.advance(SignedDuration::from_mins(10));
    let request = app.request(Method::POST, "/api/process-runs").header("Authorization", &app.admin);
    let run = send(request.header("Prefer", "wait=60")).await.json();
    assert_eq!(run["state"], "done", "{run}");
    let listed = app.get(&app.admin, &format!("{ORDERS}?limit=500")).await.json();
    let items = listed["items"].as_array().unwrap().clone();
    let ids = items.iter().map(|order| order["salesOrderId"].as_str().unwrap().to_owned());
    let ids: Vec<_> = ids.collect();
    ids[ids.len() - headers.len()..].to_vec()
}

async fn waiting(app: &TestApp) -> Vec<String> {
    let listed = app.get(&app.admin, &format!("{ORDERS}?handedOver=false")).await.json();
    let items = listed["items"].as_array().unwrap().clone();
    items.iter().map(|order| order["salesOrderId"].as_str().unwrap().to_owned()).collect()
}

async fn order(app: &TestApp, id: &str) -> Value {
    app.get(&app.admin, &format!("{ORDERS}/{id}")).await.json()
}

async fn change_settings(app: &TestApp, settings: Value) -> Value {
    let request = app.request(Method::PUT, "/api/process-settings/001").header("Authorization", &app.admin);
    let response = send(request.header("Content-Type", "application/json").body(settings.to_string())).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()
}

#[tokio::test]
async fn repeated_confirmation_of_same_receiver_is_unchanged() {
    let app = TestApp::start().await;
    let made = orders(&app, &["H1", "H2"]).await;
    let [one, other] = &made[..] else { panic!("{made:?}") };
    assert_eq!(waiting(&app).await, made);
    let first = confirm(
        &app,
        &app.admin,
        json!([
            { "salesOrderId": one, "receiver": "ERP", "number": "4711", "at": "2026-11-20T13:00:00+01:00" },
            { "salesOrderId": other, "receiver": "ERP" },
        ]),
    )
    .await;
    assert_eq!((first.status, outcomes(&first)), (200, vec!["noted".to_owned(), "noted".to_owned()]));
    let known = json!({ "receiver": "ERP", "at": "2026-11-20T12:00:00Z", "number": "4711" });
    assert_eq!(order(&app, one).await["handedOver"], known);
    assert_eq!(waiting(&app).await, [] as [String; 0]);
    assert_eq!(first.json()["orders"][0]["handedOver"], known);
    let again = confirm(
        &app,
        &app.admin,
        json!([
            { "salesOrderId": one, "receiver": "ERP", "number": "4711" },
            // ids may be sent as numbers
            { "salesOrderId": other.parse::<i64>().unwrap(), "receiver": "ERP", "number": "4712" },
            { "salesOrderId": one, "receiver": "ERP", "number": "9" },
            { "salesOrderId": one, "receiver": "WMS" },
            { "salesOrderId": "17", "receiver": "ERP" },
        ]),
    )
    .await;
    assert_eq!(again.status, 207);
    let expected = [
        "unchanged",
        "noted",
        "rejected order.number_taken",
        "rejected order.handed_over",
        "rejected order.not_found",
    ];
    assert_eq!(outcomes(&again), expected);
    assert_eq!(again.json()["orders"][0]["handedOver"], known, "the stored time");
    assert_eq!(order(&app, other).await["handedOver"]["number"], "4712");
    let another = confirm(&app, &app.admin, json!([{ "salesOrderId": one, "receiver": "WMS" }])).await;
    assert_eq!((another.status, outcomes(&another)), (409, vec!["rejected order.handed_over".to_owned()]));
    let message = another.json()["orders"][0]["errors"][0]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("ERP"), "{message}");
    let nothing = confirm(&app, &app.admin, json!([{ "salesOrderId": "17", "receiver": "WMS" }])).await;
    assert_eq!(nothing.status, 404);
}

#[tokio::test]
async fn receiver_rejects_order_with_reason() {
    let app = TestApp::start().await;
    let made = orders(&app, &["H1"]).await;
    let refusing = json!([{ "salesOrderId": made[0], "receiver": "ERP", "refused": "Kunde gesperrt" }]);
    let rejected = confirm(&app, &app.admin, refusing.clone()).await;
    assert_eq!((rejected.status, outcomes(&rejected)), (200, vec!["noted".to_owned()]));
    let at = app.services.now().to_string();
    let known = json!({ "receiver": "ERP", "at": at, "refused": "Kunde gesperrt" });
    assert_eq!(order(&app, &made[0]).await["handedOver"], known);
    assert_eq!(waiting(&app).await, made, "no receiver has confirmed it");
    assert_eq!(outcomes(&confirm(&app, &app.admin, refusing).await), ["unchanged"], "however late");
    let taken = confirm(&app, &app.admin, json!([{ "salesOrderId": made[0], "receiver": "WMS" }])).await;
    assert_eq!(outcomes(&taken), ["noted"]);
    let late = json!([{ "salesOrderId": made[0], "receiver": "ERP", "refused": "doch nicht" }]);
    assert_eq!(outcomes(&confirm(&app, &app.admin, late).await), ["rejected order.handed_over"]);
}

#[tokio::test]
async fn confirmation_of_voided_order_is_rejected_with_reason() {
    let app = TestApp::start().await;
    let made = orders(&app, &["H1"]).await;
    let path = format!("{ORDERS}/{}/void", made[0]);
    let voided = app.post(&app.admin, &path, json!({ "reason": "ordered twice" }).to_string()).await;
    assert_eq!(voided.status, 200, "{}", voided.text);
    let late = confirm(&app, &app.admin, json!([{ "salesOrderId": made[0], "receiver": "ERP" }])).await;
    assert_eq!((late.status, outcomes(&late)), (409, vec!["rejected order.voided_since".to_owned()]));
    assert!(late.text.contains("ordered twice"), "{}", late.text);
    assert_eq!(waiting(&app).await, [] as [String; 0], "a voided order is not waiting");
}

#[tokio::test]
async fn voiding_requires_reason_if_orders_are_transferred() {
    let app = TestApp::start().await;
    let before = orders(&app, &["H1"]).await;
    let figures =
        async || app.get(&app.admin, "/api/statistics/intake").await.json()["waitingOrders"].clone();
    assert_eq!(figures().await, json!({ "count": 0, "oldest": null }), "none is expected");
    app.clock.advance(SignedDuration::from_secs(1));
    let settings = change_settings(&app, json!({ "handOver": true })).await;
    assert_eq!(settings["handOverSince"], app.services.now().to_string());
    app.clock.advance(SignedDuration::from_mins(1));
    assert_eq!(
        change_settings(&app, json!({ "handOver": true })).await["handOverSince"],
        settings["handOverSince"]
    );
    let after = orders(&app, &["H2", "H3"]).await;
    let made_at = order(&app, &after[0]).await["createdAt"].clone();
    assert_eq!(figures().await, json!({ "count": 2, "oldest": made_at }), "from that day on");
    for id in before.iter().chain(&after[..1]) {
        confirm(&app, &app.admin, json!([{ "salesOrderId": id, "receiver": "ERP" }])).await;
    }
    assert_eq!(figures().await["count"], 1);
    let void = async |id: &str, body: &str| app.post(&app.admin, &format!("{ORDERS}/{id}/void"), body).await;
    let rejected = void(&after[0], "").await;
    let fault = &rejected.json()["errors"][0];
    assert_eq!(
        (rejected.status, &fault["code"]),
        (400, &json!("order.void_reason_missing")),
        "{}",
        rejected.text
    );
    assert_eq!(void(&after[0], &json!({ "reason": "storniert" }).to_string()).await.status, 200);
    assert_eq!(void(&after[1], "").await.status, 200, "no receiver has confirmed it");
    assert_eq!(void(&before[0], "").await.status, 200, "of before that day");
    assert_eq!(figures().await, json!({ "count": 0, "oldest": null }));
    let off = change_settings(&app, json!({ "handOver": false })).await;
    assert_eq!(off.get("handOverSince"), None);
}

#[tokio::test]
async fn confirmations_require_scope_and_are_published() {
    let app = TestApp::start().await;
    let begin = app.get(&app.admin, "/api/event-feed?after=now").await.header("link").to_owned();
    let begin = begin.split("after=").nth(1).unwrap().split('>').next().unwrap().to_owned();
    let made = orders(&app, &["H1"]).await;
    let body = json!([{ "salesOrderId": made[0], "receiver": "ERP" }]);
    let reader = app.token(&[Scope::CandidatesRead]).await;
    assert_eq!(confirm(&app, &reader, body.clone()).await.status, 403);
    let other_token = app.token_of("test-org-03", &[Scope::OrdersWrite]).await;
    assert_eq!(outcomes(&confirm(&app, &other_token, body.clone()).await), ["rejected order.not_found"]);
    let ours = app.token_of("001", &[Scope::OrdersWrite]).await;
    let path = format!("{ORDERS}/handed-over");
    let request =
        app.request(Method::POST, &path).header("Authorization", &ours).header("Idempotency-Key", "k1");
    let request =
        request.header("Content-Type", "application/json").body(json!({ "orders": body }).to_string());
    let first = send(request.try_clone().unwrap()).await;
    let again = send(request).await;
    assert_eq!((first.status, &first.text), (200, &again.text));
    assert_eq!(again.header("idempotency-replayed"), "true");
    let path =
        format!("/api/event-feed?after={begin}&types=orderdock.order.completed,orderdock.order.handed-over");
    let recorded = app.get(&app.admin, &path).await.json();
    let recorded: Vec<_> =
        recorded.as_array().unwrap().iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(recorded, ["orderdock.order.completed", "orderdock.order.handed-over"], "once");
}

#[tokio::test]
async fn invalid_confirmations_are_reported_with_position() {
    let app = TestApp::start().await;
    let made = orders(&app, &["H1"]).await;
    for (orders, code, pointer) in [
        (json!([]), "property.missing", "/orders"),
        (json!([{ "receiver": "ERP" }]), "property.missing", "/orders/0/salesOrderId"),
        (json!([{ "salesOrderId": made[0] }]), "property.missing", "/orders/0/receiver"),
        (json!([{ "salesOrderId": "SO-1", "receiver": "ERP" }]), "number.invalid", "/orders/0/salesOrderId"),
        (
            json!([{ "salesOrderId": made[0], "receiver": "ERP", "by": "me" }]),
            "property.unknown",
            "/orders/0/by",
        ),
        (
            json!([{ "salesOrderId": made[0], "receiver": "ERP", "number": "1", "refused": "no" }]),
            "property.conflict",
            "/orders/0/number",
        ),
    ] {
        let response = confirm(&app, &app.admin, orders.clone()).await;
        let fault = &response.json()["errors"][0];
        assert_eq!((response.status, &fault["code"]), (400, &json!(code)), "{orders} {}", response.text);
        assert_eq!(fault["pointer"], pointer, "{orders}");
    }
    assert_eq!(waiting(&app).await, made);
}
