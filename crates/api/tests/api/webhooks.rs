//! Webhooks with a local receiver and a test clock: deliveries, retries and administration.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use jiff::SignedDuration;
use orderdock_api::CloudEvents;
use orderdock_app::{WebhookReply, WebhookRequest, WebhookSender, WebhookTransport};
use orderdock_domain::access::Scope;
use orderdock_domain::phrase::Phrase;
use orderdock_testkit::{TestApp, bulk, candidate, courier, send};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Timeout of an expected state, long enough for a busy machine.
const TEST_TIMEOUT: Duration = Duration::from_mins(2);

/// A request that the receiver got.
#[derive(Clone, Debug)]
pub struct ReceivedCall {
    pub id: String,
    pub timestamp: String,
    pub signatures: Vec<String>,
    pub body: String,
    pub event: Value,
    status: u16,
}

type Decide = Box<dyn FnMut(&Value) -> u16 + Send>;

/// Requests of a receiver, and its decision about the response.
struct ReceiverState {
    received: Mutex<Vec<ReceivedCall>>,
    decide: Mutex<Decide>,
}

/// A local receiver of events.
pub struct Receiver {
    state: Arc<ReceiverState>,
    pub url: String,
    task: JoinHandle<()>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn receive(
    State(state): State<Arc<ReceiverState>>,
    headers: HeaderMap,
    body: String,
) -> (StatusCode, String) {
    let event: Value = serde_json::from_str(&body).unwrap();
    let text = |name: &str| headers[name].to_str().unwrap().to_owned();
    assert_eq!(text("content-type"), "application/cloudevents+json");
    let status = (state.decide.lock().unwrap())(&event);
    let signatures = text("webhook-signature").split(' ').map(str::to_owned).collect();
    let (id, timestamp) = (text("webhook-id"), text("webhook-timestamp"));
    state.received.lock().unwrap().push(ReceivedCall { id, timestamp, signatures, body, event, status });
    (StatusCode::from_u16(status).unwrap(), format!("said {status}"))
}

impl Receiver {
    async fn responding(decide: impl FnMut(&Value) -> u16 + Send + 'static) -> Self {
        let state =
            Arc::new(ReceiverState { received: Mutex::default(), decide: Mutex::new(Box::new(decide)) });
        let router = Router::new().route("/hook", post(receive)).with_state(state.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { state, url, task }
    }

    pub async fn pleased() -> Self {
        Self::responding(|_| 200).await
    }

    fn respond_from_now_on(&self, decide: impl FnMut(&Value) -> u16 + Send + 'static) {
        *self.state.decide.lock().unwrap() = Box::new(decide);
    }

    pub fn received(&self) -> Vec<ReceivedCall> {
        self.state.received.lock().unwrap().clone()
    }

    /// Returns the ids of the events that were accepted.
    fn taken(&self) -> Vec<String> {
        self.received().into_iter().filter(|one| one.status == 200).map(|one| one.id).collect()
    }

    pub async fn has(&self, condition: &str, is_done: impl Fn(&[ReceivedCall]) -> bool) -> Vec<ReceivedCall> {
        let started = std::time::Instant::now();
        loop {
            let received = self.received();
            if is_done(&received) {
                return received;
            }
            assert!(started.elapsed() < TEST_TIMEOUT, "{condition}: {received:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A delivering process, stopped on drop.
pub struct Sending {
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

impl Sending {
    pub fn of(app: &TestApp) -> Self {
        Self::through(app, courier())
    }

    /// Starts delivering with this HTTP client.
    fn through(app: &TestApp, receivers: Arc<dyn WebhookSender>) -> Self {
        let outgoing =
            WebhookTransport { receivers, messages: Arc::new(CloudEvents::new(Arc::clone(&app.services))) };
        let (stop, stopped) = oneshot::channel();
        let deliverer = app.services.webhooks.deliverer(outgoing);
        let task = tokio::spawn(deliverer.run(async { drop(stopped.await) }));
        Self { stop: Some(stop), task: Some(task) }
    }

    async fn end(mut self) {
        drop(self.stop.take());
        self.task.take().unwrap().await.unwrap();
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

pub async fn subscribe(app: &TestApp, settings: Value) -> Value {
    let response = app.post(&app.admin, "/api/webhooks", settings.to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()
}

pub fn path(webhook: &Value, rest: &str) -> String {
    format!("/api/webhooks/{}{rest}", webhook["id"])
}

pub async fn read(app: &TestApp, webhook: &Value) -> Value {
    app.get(&app.admin, &path(webhook, "")).await.json()
}

async fn until(condition: &str, app: &TestApp, webhook: &Value, is_done: impl Fn(&Value) -> bool) -> Value {
    let started = std::time::Instant::now();
    loop {
        let now = read(app, webhook).await;
        if is_done(&now) {
            return now;
        }
        assert!(started.elapsed() < TEST_TIMEOUT, "{condition}: {now}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub async fn import(app: &TestApp, headers: std::ops::Range<usize>) {
    let rows: Vec<Value> = headers.map(|number| candidate(&format!("H{number}"), "1", json!({}))).collect();
    let response = app.import_bulk("", bulk(rows)).await;
    assert_eq!(response.status, 201, "{}", response.text);
}

/// Returns the same events from the feed.
async fn feed_events(app: &TestApp) -> Vec<Value> {
    let feed = app.get(&app.admin, "/api/event-feed?limit=1000&types=orderdock.candidate.received").await;
    feed.json().as_array().unwrap().clone()
}

#[tokio::test]
async fn deliveries_equal_feed_and_are_signed() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::pleased().await;
    import(&app, 0..1).await;
    let webhook =
        subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    let secret = webhook["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    assert!(!read(&app, &webhook).await.to_string().contains("whsec_"), "the first answer alone shows it");
    import(&app, 1..4).await;
    let calls = receiver.has("three events", |received| received.len() == 3).await;
    let expected = &feed_events(&app).await[1..];
    let mut events: Vec<_> = calls.iter().map(|one| one.event.clone()).collect();
    events.sort_by_key(|event| event["data"]["id"].as_i64());
    assert_eq!(events, expected, "events before its creation are not sent");
    for one in &calls {
        assert_eq!(one.event["id"], one.id.as_str());
        assert_eq!(one.timestamp, app.services.now().as_second().to_string());
        assert!(one.signatures.len() == 1 && one.signatures[0].starts_with("v1,"), "{one:?}");
    }
    let is_recorded = |now: &Value| now["waiting"] == 0 && now["lastSuccessAt"].is_string();
    let now = until("the deliveries are recorded", &app, &webhook, is_recorded).await;
    assert!(now["failingSince"].is_null(), "{now}");
}

/// Client whose first request panics.
#[derive(Debug)]
struct PanicsOnce {
    panicked: AtomicBool,
    client: Arc<dyn WebhookSender>,
}

#[async_trait]
impl WebhookSender for PanicsOnce {
    async fn reject(&self, url: &str) -> Option<Phrase> {
        self.client.reject(url).await
    }

    async fn post(&self, call: WebhookRequest) -> WebhookReply {
        assert!(self.panicked.swap(true, Ordering::SeqCst), "the first request of this test panics");
        self.client.post(call).await
    }
}

#[tokio::test]
async fn delivery_whose_request_panicked_is_sent_again_by_the_same_worker() {
    let app = TestApp::start().await;
    let client = Arc::new(PanicsOnce { panicked: AtomicBool::new(false), client: courier() });
    let _sending = Sending::through(&app, client.clone());
    let receiver = Receiver::pleased().await;
    subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    import(&app, 0..1).await;
    let started = std::time::Instant::now();
    while receiver.received().is_empty() {
        assert!(started.elapsed() < TEST_TIMEOUT, "the event was not sent again");
        if client.panicked.load(Ordering::SeqCst) {
            app.clock.advance(SignedDuration::from_secs(61));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(receiver.received().len(), 1);
}

#[tokio::test]
async fn record_is_included_and_secret_is_rotated() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::pleased().await;
    let webhook =
        subscribe(&app, json!({ "url": receiver.url, "include": "record", "orgCode": "001" })).await;
    let rotated = app.post(&app.admin, &path(&webhook, "/rotate"), r#"{"keepOldFor": 2}"#).await.json();
    assert_ne!(rotated["secret"], webhook["secret"]);
    import(&app, 0..1).await;
    let calls = receiver.has("an event", |received| received.len() == 1).await;
    assert_eq!(calls[0].event["data"]["record"]["externalHeaderId"], "H0");
    assert_eq!(calls[0].signatures.len(), 2, "by the new secret and the old one");
    app.clock.advance(SignedDuration::from_hours(2));
    let test = app.post(&app.admin, &path(&webhook, "/test"), "").await.json();
    assert_eq!((&test["status"], &test["attempts"][0]["answer"]), (&json!("delivered"), &json!("said 200")));
    let calls = receiver.has("the test", |received| received.len() == 2).await;
    assert_eq!(calls[1].event["type"], "orderdock.webhook.test");
    assert_eq!(calls[1].event["id"], calls[1].id.as_str());
    assert_eq!(calls[1].signatures.len(), 1, "the old one is used no more");
}

#[tokio::test]
async fn events_of_incoming_order_keep_order_despite_failures() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    let mut count = 0;
    // every third request fails
    let receiver = Receiver::responding(move |_| {
        count += 1;
        if count % 3 == 0 { 500 } else { 200 }
    })
    .await;
    let webhook = subscribe(&app, json!({ "url": receiver.url })).await;
    import(&app, 0..4).await;
    for number in 0..4 {
        let found =
            app.get(&app.admin, &format!("/api/sales/order/candidates?externalHeaderId=H{number}")).await;
        let item = &found.json()["items"][0];
        let one = format!("/api/sales/order/candidates/{}", item["id"]);
        for active in [false, true, false] {
            let response = app.patch(&app.admin, &one, "*", json!({ "active": active })).await;
            assert_eq!(response.status, 200, "{}", response.text);
        }
    }
    let clock = app.clock.clone();
    let set_lock_timeout = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(200)).await;
            clock.advance(SignedDuration::from_secs(5));
        }
    });
    receiver
        .has("all of them", |received| received.iter().filter(|one| one.status == 200).count() >= 16)
        .await;
    until("all is noted", &app, &webhook, |now| now["waiting"] == 0).await;
    set_lock_timeout.abort();
    let mut of_each: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for one in receiver.received().iter().filter(|one| one.status == 200) {
        let id = one.event["data"]["id"].as_i64().unwrap();
        let types = of_each.entry(id).or_default();
        types.push(one.event["type"].as_str().unwrap().trim_start_matches("orderdock.candidate.").to_owned());
    }
    assert_eq!(of_each.len(), 4);
    for types in of_each.values() {
        assert_eq!(types, &["received", "inactive", "reactivated", "inactive"]);
    }
    let page = app.get(&app.admin, &path(&webhook, "/deliveries?limit=500")).await.json();
    let items = page["items"].as_array().unwrap();
    let tried: usize = items.iter().map(|item| item["attempts"].as_array().unwrap().len()).sum();
    assert_eq!((items.len(), tried), (16, receiver.received().len()), "every attempt is kept");
}

#[tokio::test]
async fn receiver_gets_all_events_after_outage_of_a_day() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::responding(|_| 503).await;
    let webhook =
        subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    import(&app, 0..20).await;
    let seen = |count: usize| {
        move |received: &[ReceivedCall]| {
            received.iter().map(|one| &one.id).collect::<BTreeSet<_>>().len() >= count
        }
    };
    receiver.has("a first try of each", seen(20)).await;
    for _ in 0..24 {
        app.clock.advance(SignedDuration::from_hours(1));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let failing = until("it is failing", &app, &webhook, |now| now["failingSince"].is_string()).await;
    assert_eq!((&failing["status"], &failing["waiting"]), (&json!("active"), &json!(20)));
    receiver.respond_from_now_on(|_| 200);
    import(&app, 20..21).await;
    let taken = |received: &[ReceivedCall]| {
        received.iter().filter(|one| one.status == 200).map(|one| &one.id).collect::<BTreeSet<_>>().len()
    };
    receiver.has("all, without another move of the clock", |received| taken(received) == 21).await;
    until("that is noted", &app, &webhook, |now| now["waiting"] == 0).await;
}

#[tokio::test]
async fn webhook_is_paused_after_three_days_and_resumed() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::responding(|_| 500).await;
    let webhook =
        subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    import(&app, 0..3).await;
    receiver.has("tries", |received| received.len() >= 3).await;
    until("that is noted", &app, &webhook, |now| now["failingSince"].is_string()).await;
    app.clock.advance(SignedDuration::from_hours(73));
    let paused = until("it is paused", &app, &webhook, |now| now["status"] == "paused").await;
    assert_eq!(paused["statusReason"], "no delivery succeeded for three days");
    assert_eq!(paused["waiting"], 3, "nothing is thrown away");
    receiver.respond_from_now_on(|_| 200);
    let patch = async |version: &Value| {
        let request = app.request(Method::PATCH, &path(&webhook, "")).header("Authorization", &app.admin);
        let body = json!({ "version": version, "active": true }).to_string();
        orderdock_testkit::send(request.header("Content-Type", "application/json").body(body)).await
    };
    let stale = patch(&json!(7)).await;
    assert_eq!((stale.status, &stale.json()["errors"][0]["code"]), (409, &json!("webhook.outdated")));
    assert_eq!(patch(&paused["version"]).await.json()["status"], "active");
    until("all went", &app, &webhook, |now| now["waiting"] == 0).await;
    assert_eq!(receiver.taken().iter().collect::<BTreeSet<_>>().len(), 3);
}

#[tokio::test]
async fn response_410_ends_webhook() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::responding(|_| 410).await;
    let webhook =
        subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    import(&app, 0..1).await;
    let ended = until("it has ended", &app, &webhook, |now| now["status"] == "ended").await;
    assert_eq!(ended["statusReason"], "the receiver responded with 410");
    let before = receiver.received().len();
    app.clock.advance(SignedDuration::from_hours(24));
    let other = Receiver::pleased().await;
    subscribe(&app, json!({ "url": other.url, "types": ["orderdock.candidate.received"] })).await;
    import(&app, 1..2).await;
    other.has("events from now on", |received| !received.is_empty()).await;
    assert_eq!(receiver.received().len(), before);
}

#[tokio::test]
async fn slow_receiver_and_reset_clock_do_not_block_others() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    // a receiver that accepts no connection, so that each request times out
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let slow = format!("http://{}/", silent.local_addr().unwrap());
    let mut first = true;
    let receiver = Receiver::responding(move |_| if std::mem::take(&mut first) { 500 } else { 200 }).await;
    let slow = subscribe(&app, json!({ "url": slow })).await;
    let webhook =
        subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    import(&app, 0..9).await;
    receiver.has("the others", |received| received.iter().filter(|one| one.status == 200).count() == 8).await;
    until("one waits", &app, &webhook, |now| now["waiting"] == 1).await;
    // events are distributed to each webhook separately
    until("all wait", &app, &slow, |now| now["waiting"] == 9).await;
    app.clock.advance(-SignedDuration::from_hours(5));
    receiver.has("the last", |received| received.iter().filter(|one| one.status == 200).count() == 9).await;
}

#[tokio::test]
async fn resent_delivery_has_same_id() {
    let app = TestApp::start().await;
    let _sending = Sending::of(&app);
    let receiver = Receiver::pleased().await;
    let webhook =
        subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    import(&app, 0..3).await;
    until("all went", &app, &webhook, |now| now["lastSuccessAt"].is_string() && now["waiting"] == 0).await;
    let page = app.get(&app.admin, &path(&webhook, "/deliveries?limit=2")).await.json();
    let (first, next) = (&page["items"][0], page["next"].as_str().unwrap());
    let rest = app.get(&app.admin, &path(&webhook, &format!("/deliveries?before={next}"))).await.json();
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next"]), (1, &Value::Null));
    let one = app.get(&app.admin, &path(&webhook, &format!("/deliveries/{}", first["id"]))).await.json();
    let body: Value = serde_json::from_str(one["body"].as_str().unwrap()).unwrap();
    assert_eq!(body["id"], first["eventId"]);
    let again = app
        .post(&app.admin, &path(&webhook, &format!("/deliveries/{}/resend", first["id"])), "")
        .await
        .json();
    assert_eq!((&again["manual"], &again["eventId"]), (&json!(true), &first["eventId"]));
    receiver.has("one again", |received| received.len() == 4).await;
    until("that is noted", &app, &webhook, |now| now["waiting"] == 0).await;
    let since = json!({ "since": "2026-11-20T00:00:00Z" }).to_string();
    let sent = app.post(&app.admin, &path(&webhook, "/resend"), since).await.json();
    assert_eq!(sent["deliveries"], 3, "each event once");
    let calls = receiver.has("all again", |received| received.len() == 7).await;
    assert_eq!(calls.iter().map(|one| &one.id).collect::<BTreeSet<_>>().len(), 3);
}

#[tokio::test]
async fn webhook_deleted_during_delivery_is_gone() {
    let app = TestApp::start().await;
    let sending = Sending::of(&app);
    let receiver = Receiver::pleased().await;
    let webhook = subscribe(&app, json!({ "url": receiver.url })).await;
    import(&app, 0..200).await;
    receiver.has("some", |received| received.len() > 5).await;
    let request = app.request(Method::DELETE, &path(&webhook, "")).header("Authorization", &app.admin);
    assert_eq!(orderdock_testkit::send(request).await.status, 204);
    assert_eq!(app.get(&app.admin, &path(&webhook, "")).await.status, 404);
    let other =
        subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    let before = receiver.received().len();
    import(&app, 200..201).await;
    receiver.has("the other process continues", |received| received.len() > before).await;
    until("it is through", &app, &other, |now| now["lastSuccessAt"].is_string()).await;
    sending.end().await;
}

#[tokio::test]
async fn other_process_takes_over_deliveries() {
    let app = TestApp::start().await;
    let second_app = app.start_second_instance().await;
    let (first, second) = (Sending::of(&app), Sending::of(&second_app));
    let receiver = Receiver::pleased().await;
    let webhook =
        subscribe(&app, json!({ "url": receiver.url, "types": ["orderdock.candidate.received"] })).await;
    import(&app, 0..50).await;
    until("all went", &app, &webhook, |now| now["lastSuccessAt"].is_string() && now["waiting"] == 0).await;
    assert_eq!(receiver.received().len(), 50, "one of them sends");
    first.end().await;
    app.services.heartbeat.live(std::future::ready(())).await;
    import(&second_app, 50..60).await;
    receiver.has("the other process continues", |received| received.len() == 60).await;
    second.end().await;
}

#[tokio::test]
async fn administrator_sees_webhooks_of_own_organisation_only() {
    let app = TestApp::start().await;
    let own = app.token_of("001", &[Scope::Admin]).await;
    let all = subscribe(&app, json!({ "url": "http://127.0.0.1:9/" })).await;
    let created = app.post(&own, "/api/webhooks", r#"{"url": "http://127.0.0.1:9/"}"#).await.json();
    assert_eq!(created["orgCode"], "001");
    let seen = app.get(&own, "/api/webhooks").await.json();
    assert_eq!(seen["items"].as_array().unwrap().len(), 1);
    assert_eq!(app.get(&own, &path(&all, "")).await.status, 404);
    // existing deliveries contain data of the previous organisation, which another one must not see
    let moved = async |webhook: &Value, to: Value| {
        let body = json!({ "version": webhook["version"], "orgCode": to }).to_string();
        let request = app.request(Method::PATCH, &path(webhook, "")).header("Authorization", &app.admin);
        let response = send(request.header("Content-Type", "application/json").body(body)).await;
        (response.status, response.json()["errors"][0]["code"].clone())
    };
    for (webhook, to) in [(&all, "001"), (&created, "test-org-03")] {
        assert_eq!(moved(webhook, json!(to)).await, (409, json!("webhook.org_fixed")));
    }
    assert_eq!(moved(&created, json!("001")).await, (200, Value::Null));
    let body = r#"{"url": "http://127.0.0.1:9/", "orgCode": "test-org-03"}"#;
    let rejected = app.post(&own, "/api/webhooks", body).await;
    let error = &rejected.json()["errors"][0];
    assert_eq!(
        (rejected.status, &error["code"], &error["pointer"]),
        (403, &json!("org.not_allowed"), &json!("/orgCode"))
    );
    let rejected = app.post(&app.admin, "/api/webhooks", r#"{"url": "http://192.0.2.1/"}"#).await;
    let error = &rejected.json()["errors"][0];
    assert_eq!(
        (rejected.status, &error["code"], &error["pointer"]),
        (400, &json!("webhook.url_refused"), &json!("/url"))
    );
    assert_eq!(
        error["message"],
        "Webhook URL “http://192.0.2.1/” is not allowed: a special-purpose address."
    );
}
