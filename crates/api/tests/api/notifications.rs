//! Notifications: administration of rules, messages, and equality of dry runs and sent messages.

use std::sync::{Arc, Mutex};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::SignedDuration;
use orderdock_app::{Mail, MailFault, Mailer, NotificationConfig};
use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, send};
use reqwest::Method;
use serde_json::{Value, json};

const RULES: &str = "/api/notification-rules";
const SOURCE: &str = "SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

fn rule(change: Value) -> Value {
    let mut rule = json!({ "orgCode": "001", "kind": "candidates-in-error", "minutes": 30, "language": "de",
        "recipients": ["anna@shop.example"] });
    let Value::Object(changes) = change else { panic!("{change} is no object") };
    for (name, value) in changes {
        match value {
            Value::Null => drop(rule.as_object_mut().unwrap().remove(&name)),
            value => rule[name] = value,
        }
    }
    rule
}

pub async fn make(app: &TestApp, change: Value) -> Value {
    let response = app.post(&app.admin, RULES, rule(change).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()
}

async fn patch(app: &TestApp, token: &str, id: &Value, body: Value) -> HttpResponse {
    let request = app.request(Method::PATCH, &format!("{RULES}/{id}")).header("Authorization", token);
    send(request.header("Content-Type", "application/json").body(body.to_string())).await
}

async fn remove(app: &TestApp, token: &str, id: &Value) -> HttpResponse {
    send(app.request(Method::DELETE, &format!("{RULES}/{id}")).header("Authorization", token)).await
}

/// Returns code and pointer of each error.
fn faults(response: &HttpResponse) -> Vec<String> {
    let errors = response.json()["errors"].as_array().unwrap().clone();
    let code = |error: &Value| {
        format!("{} {}", error["code"].as_str().unwrap(), error["pointer"].as_str().unwrap_or_default())
    };
    errors.iter().map(code).collect()
}

/// Advances the clock by a minute, evaluates the rules and returns the number of created messages.
async fn pass_minute(app: &TestApp) -> u64 {
    app.clock.advance(SignedDuration::from_mins(1));
    app.services.notifications.notifier().make().await.unwrap().made
}

/// Lets minutes pass one by one and returns the number of created messages.
pub async fn pass_minutes(app: &TestApp, count: i64) -> u64 {
    let mut made = 0;
    for _ in 0..count {
        made += pass_minute(app).await;
    }
    made
}

async fn messages(app: &TestApp, token: &str) -> Vec<Value> {
    let mut items = app.get(token, &format!("{RULES}/messages?limit=500")).await.json()["items"]
        .as_array()
        .unwrap()
        .clone();
    items.reverse();
    items
}

fn subjects(messages: &[Value]) -> Vec<String> {
    messages.iter().map(|message| message["subject"].as_str().unwrap().to_owned()).collect()
}

/// Returns the messages of the dry run of a rule.
async fn trial_messages(app: &TestApp, id: &Value) -> Vec<Value> {
    let response = app.post(&app.admin, &format!("{RULES}/{id}/try"), "").await;
    assert_eq!(response.status, 200, "{}", response.text);
    assert_eq!(response.json()["days"], 7);
    response.json()["messages"].as_array().unwrap().clone()
}

pub async fn faulty(app: &TestApp, header: &str, org: &str) -> String {
    let change = json!({ "currencyCode": "USD", "price": 3, "org": { "code": org } });
    let response = app.import(candidate(header, "1", change).to_string()).await;
    assert_eq!(response.json()["result"][0]["status"], "error", "{}", response.text);
    response.json()["result"][0]["id"].to_string()
}

async fn correct(app: &TestApp, id: &str) {
    let path = format!("{CANDIDATES}/{id}");
    let patched = app.patch(&app.admin, &path, "*", json!({ "override": { "currencyCode": "EUR" } })).await;
    assert_eq!((patched.status, &patched.json()["status"]), (200, &json!("new")), "{}", patched.text);
}

#[tokio::test]
async fn rule_is_created_changed_and_deleted() {
    let app = TestApp::start().await;
    let made = make(&app, json!({ "weekdays": ["fri", "mon"], "from": "07:00", "to": "18:00" })).await;
    let id = &made["id"];
    let expected = json!({ "id": id, "version": 1, "orgCode": "001", "kind": "candidates-in-error", "minutes": 30,
        "hours": null, "dataSourceId": null, "dataSourceInternalName": null, "weekdays": ["mon", "fri"],
        "from": "07:00", "to": "18:00", "timeZone": "Europe/Berlin", "language": "de",
        "recipients": ["anna@shop.example"], "webhookId": null, "active": true, "lastSentAt": null,
        "lastError": null, "createdAt": "2026-11-20T12:00:00Z", "createdBy": "admin" });
    assert_eq!(made, expected);
    let listed = app.get(&app.admin, RULES).await.json();
    assert_eq!(listed, json!({ "items": [expected], "mailConfigured": false }));
    let change =
        json!({ "version": 1, "weekdays": null, "from": null, "to": null, "active": false, "minutes": 5 });
    let changed = patch(&app, &app.admin, id, change.clone()).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    let changed = changed.json();
    let week = json!(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);
    assert_eq!((&changed["weekdays"], &changed["from"], &changed["to"]), (&week, &Value::Null, &Value::Null));
    assert_eq!(
        (&changed["active"], &changed["minutes"], &changed["version"]),
        (&json!(false), &json!(5), &json!(2))
    );
    let outdated = patch(&app, &app.admin, id, change).await;
    assert_eq!(
        (outdated.status, faults(&outdated)),
        (409, vec!["notification_rule.outdated /version".to_owned()])
    );
    let other = json!({ "version": 2, "kind": "source-silent", "hours": 4, "dataSource": SOURCE });
    let other = patch(&app, &app.admin, id, other).await.json();
    assert_eq!(
        (&other["hours"], &other["minutes"], &other["dataSourceInternalName"]),
        (&json!(4), &Value::Null, &json!(SOURCE))
    );
    assert_eq!(remove(&app, &app.admin, id).await.status, 204);
    for absent in [remove(&app, &app.admin, id).await, app.get(&app.admin, &format!("{RULES}/{id}")).await] {
        assert_eq!((absent.status, faults(&absent)[0].as_str()), (404, "notification_rule.not_found "));
    }
}

#[tokio::test]
async fn invalid_rule_is_reported_with_positions() {
    let app = TestApp::start().await;
    let many: Vec<_> = (0..21).map(|number| format!("a{number}@shop.example")).collect();
    for (change, status, expected) in [
        (json!({ "kind": null }), 400, &["property.missing /kind"][..]),
        (json!({ "kind": "nothing" }), 400, &["enum.unknown /kind"]),
        (json!({ "minutes": null }), 400, &["property.missing /minutes"]),
        (json!({ "minutes": 0 }), 400, &["type.wrong /minutes"]),
        (json!({ "minutes": 10_081 }), 400, &["type.wrong /minutes"]),
        (json!({ "hours": 3 }), 400, &["notification_rule.unneeded /hours"]),
        (json!({ "kind": "run-failed" }), 400, &["notification_rule.unneeded /minutes"]),
        (
            json!({ "kind": "run-failed", "minutes": null, "dataSource": SOURCE }),
            400,
            &["notification_rule.unneeded /dataSource"],
        ),
        (
            json!({ "kind": "source-silent", "minutes": null, "hours": 169 }),
            400,
            &["type.wrong /hours", "property.missing /dataSource"],
        ),
        (json!({ "dataSource": "nobody" }), 400, &["type.wrong /dataSource"]),
        (json!({ "recipients": [] }), 400, &["notification_rule.nobody /recipients"]),
        (
            json!({ "recipients": ["anna@shop.example\r\nBcc: all@shop.example"] }),
            400,
            &["text.control_character /recipients/0"],
        ),
        (json!({ "recipients": ["Anna <anna@shop.example>"] }), 400, &["mail_address.invalid /recipients/0"]),
        (json!({ "recipients": many }), 400, &["notification_rule.too_many_recipients /recipients"]),
        (json!({ "weekdays": ["monday"] }), 400, &["enum.unknown /weekdays/0"]),
        (json!({ "from": "7", "to": "24:00" }), 400, &["time.invalid /from", "time.invalid /to"]),
        (json!({ "from": "07:00" }), 400, &["property.missing /to"]),
        (json!({ "timeZone": "Mars" }), 400, &["type.wrong /timeZone"]),
        (json!({ "language": "fr" }), 400, &["enum.unknown /language"]),
        (json!({ "orgCode": "none" }), 400, &["org.unknown /orgCode"]),
        (json!({ "webhookId": 17 }), 404, &["webhook.not_found /webhookId"]),
        (json!({ "other": 1 }), 400, &["property.unknown /other"]),
        // all changes in one request
        (
            json!({ "orgCode": "none", "dataSource": "nobody", "minutes": null, "recipients": [] }),
            400,
            &[
                "type.wrong /dataSource",
                "org.unknown /orgCode",
                "property.missing /minutes",
                "notification_rule.nobody /recipients",
            ],
        ),
        (
            json!({ "minutes": "x", "hours": 3, "from": "7", "recipients": ["anna"] }),
            400,
            &[
                "mail_address.invalid /recipients/0",
                "number.invalid /minutes",
                "time.invalid /from",
                "notification_rule.unneeded /hours",
            ],
        ),
    ] {
        for path in [RULES.to_owned(), format!("{RULES}/try")] {
            let response = app.post(&app.admin, &path, rule(change.clone()).to_string()).await;
            assert_eq!(
                (response.status, faults(&response)),
                (status, expected.iter().map(|one| (*one).to_owned()).collect()),
                "{change} {}",
                response.text
            );
        }
    }
    assert_eq!(app.get(&app.admin, RULES).await.json()["items"], json!([]));
    assert_eq!(app.get(&app.admin, &format!("{RULES}/messages?status=gone&limit=0")).await.status, 400);
}

#[tokio::test]
async fn rule_and_messages_belong_to_organisation() {
    let app = TestApp::start().await;
    let other_token = app.token_of("test-org-03", &[Scope::Admin]).await;
    let own = make(&app, json!({})).await;
    let of_all = make(&app, json!({ "orgCode": null })).await;
    let body = rule(json!({ "orgCode": "test-org-03" })).to_string();
    let other = app.post(&other_token, RULES, body).await.json();
    for (change, fault) in [
        (json!({ "orgCode": null }), "notification_rule.for_all /orgCode"),
        (json!({ "orgCode": "001" }), "org.not_allowed /orgCode"),
        (json!({ "orgCode": "no-such" }), "org.not_allowed /orgCode"),
    ] {
        let response = app.post(&other_token, RULES, rule(change).to_string()).await;
        assert_eq!((response.status, faults(&response)), (403, vec![fault.to_owned()]), "{}", response.text);
    }
    let moved = patch(&app, &other_token, &other["id"], json!({ "version": 1, "orgCode": "001" })).await;
    assert_eq!(moved.status, 403);
    let all = patch(&app, &other_token, &other["id"], json!({ "version": 1, "orgCode": null })).await;
    assert_eq!(all.status, 403);
    for id in [&own["id"], &of_all["id"]] {
        let responses = [
            app.get(&other_token, &format!("{RULES}/{id}")).await,
            patch(&app, &other_token, id, json!({ "version": 1, "active": false })).await,
            app.post(&other_token, &format!("{RULES}/{id}/try"), "").await,
            remove(&app, &other_token, id).await,
        ];
        assert!(responses.iter().all(|response| response.status == 404), "{responses:?}");
    }
    let listed = app.get(&other_token, RULES).await.json();
    assert_eq!((listed["items"].as_array().unwrap().len(), &listed["items"][0]["id"]), (1, &other["id"]));
    faulty(&app, "H-001", "001").await;
    assert_eq!(pass_minutes(&app, 35).await, 2, "the rule of 001 and that of all");
    assert_eq!(messages(&app, &app.admin).await.len(), 2);
    assert_eq!(messages(&app, &other_token).await.len(), 0);
    assert_eq!(trial_messages(&app, &other["id"]).await, [] as [Value; 0]);
}

#[tokio::test]
async fn trial_of_error_rule_equals_sent_message() {
    let app = TestApp::start().await;
    app.services
        .notifications
        .notify_by(NotificationConfig { order_desk: Some("https://orders.example".into()), mailer: None });
    let id = make(&app, json!({})).await["id"].clone();
    let first = faulty(&app, "Ü-1", "001").await;
    assert_eq!(pass_minutes(&app, 30).await, 0, "not yet for 30 minutes");
    assert_eq!(pass_minutes(&app, 2).await, 1);
    let second = faulty(&app, "Ü-2", "001").await;
    let third = faulty(&app, "Ü-3", "001").await;
    assert_eq!(pass_minutes(&app, 20).await, 0);
    correct(&app, &third).await;
    assert_eq!(pass_minutes(&app, 100).await, 1, "the second an hour after the first message");
    correct(&app, &first).await;
    correct(&app, &second).await;
    assert_eq!(pass_minutes(&app, 60).await, 0);
    let sent = messages(&app, &app.admin).await;
    let words = [
        "1 Position ist seit mehr als 30 Minuten fehlerhaft",
        "2 Positionen sind seit mehr als 30 Minuten fehlerhaft",
    ];
    let organisation = "Orderdock: 001 Hauptbetrieb: ";
    assert_eq!(subjects(&sent), words.map(|words| format!("{organisation}{words}")));
    let text = sent[1]["text"].as_str().unwrap();
    assert!(text.contains("- Ü-1 / 1 (PO-Ü-1), seit 20.11.2026 13:00\n"), "{text}");
    assert!(text.contains("https://orders.example/candidates?status=error"), "{text}");
    assert_eq!(
        (&sent[0]["status"], &sent[0]["recipients"][0]["recipient"]),
        (&json!("waiting"), &json!("anna@shop.example"))
    );
    let tried = trial_messages(&app, &id).await;
    assert_eq!(subjects(&tried), subjects(&sent));
    for (tried, sent) in tried.iter().zip(&sent) {
        assert_eq!(tried["text"], sent["text"]);
        let at = |message: &Value| message["at"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
        assert!(at(sent).duration_since(at(tried)) < SignedDuration::from_mins(2), "{tried} {sent}");
    }
}

#[tokio::test]
async fn trial_reports_more_than_it_counts() {
    let app = TestApp::start().await;
    let id = make(&app, json!({})).await["id"].clone();
    let change = json!({ "currencyCode": "USD", "price": 3, "org": { "code": "001" } });
    let lines = (0..10_000).map(|line| candidate("H", &line.to_string(), change.clone()));
    assert_eq!(app.import_bulk("?errorPolicy=row", bulk(lines)).await.status, 201);
    app.clock.advance(SignedDuration::from_mins(40));
    let overdue = "Positionen sind seit mehr als 30 Minuten fehlerhaft";
    let expected = format!("Orderdock: 001 Hauptbetrieb: 10000 {overdue}");
    assert_eq!(subjects(&trial_messages(&app, &id).await), [expected]);
    faulty(&app, "H2", "001").await;
    app.clock.advance(SignedDuration::from_mins(100));
    let expected = format!("Orderdock: 001 Hauptbetrieb: Mehr als 10000 {overdue}");
    assert_eq!(subjects(&trial_messages(&app, &id).await).last(), Some(&expected));
}

#[tokio::test]
async fn trial_ignores_excluded_candidate_without_error() {
    let app = TestApp::start().await;
    let id = make(&app, json!({})).await["id"].clone();
    let response = app.import(candidate("H", "1", json!({})).to_string()).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let path = format!("/api/sales/order/candidates/{}", response.json()["result"][0]["id"]);
    pass_minutes(&app, 100).await;
    let excluded = app.patch(&app.admin, &path, "*", json!({ "active": false })).await;
    assert_eq!(excluded.status, 200, "{}", excluded.text);
    pass_minutes(&app, 100).await;
    let none: Vec<Value> = Vec::new();
    assert_eq!(trial_messages(&app, &id).await, none);
}

#[tokio::test]
async fn failed_run_is_notified_once() {
    let app = TestApp::start().await;
    let id = make(&app, json!({ "kind": "run-failed", "minutes": null, "language": "en", "orgCode": null }))
        .await["id"]
        .clone();
    pass_minutes(&app, 3).await;
    let run = app.post(&app.admin, "/api/process-runs", "").await.json()["id"].to_string();
    let ended = async {
        while app
            .database
            .figure(&format!("SELECT count(*) FROM run WHERE id = {run} AND finished_at IS NOT NULL"))
            == 0
        {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_mins(1), ended).await.unwrap();
    app.database.change(&format!("UPDATE run SET state = 'failed' WHERE id = {run}"));
    assert_eq!(pass_minutes(&app, 120).await, 1);
    let sent = messages(&app, &app.admin).await;
    assert_eq!(subjects(&sent), ["Orderdock: All organisations: 1 run failed"]);
    assert!(sent[0]["text"].as_str().unwrap().contains(&format!("- {run}, 2026-11-20 12:03\n")), "{sent:?}");
    assert_eq!(subjects(&trial_messages(&app, &id).await), subjects(&sent));
}

#[tokio::test]
async fn silent_source_is_notified_within_hours_of_rule() {
    let app = TestApp::start().await;
    app.import(candidate("H", "1", json!({})).to_string()).await;
    // Friday, 13:00 in Berlin
    let silent = json!({ "kind": "source-silent", "minutes": null, "hours": 4, "dataSource": SOURCE, "from": "08:00",
        "to": "16:00", "weekdays": ["mon", "tue", "wed", "thu", "fri"] });
    let id = make(&app, silent).await["id"].clone();
    assert_eq!(pass_minutes(&app, 200).await, 0, "the hours end");
    app.clock.advance(SignedDuration::from_hours(64));
    // Monday, 8:20 in Berlin
    assert_eq!(pass_minutes(&app, 30).await, 0);
    assert_eq!(pass_minutes(&app, 15).await, 1, "at nine");
    assert_eq!(pass_minutes(&app, 90).await, 0, "told");
    app.import(candidate("H", "2", json!({})).to_string()).await;
    assert_eq!(pass_minutes(&app, 200).await, 0);
    let sent = messages(&app, &app.admin).await;
    assert_eq!(
        subjects(&sent),
        ["Orderdock: Seit 4 Stunden keine Positionen von Order candidates over HTTP eingegangen"]
    );
    assert!(sent[0]["text"].as_str().unwrap().contains("eingegangen: 20.11.2026 13:00"), "{sent:?}");
    let mut tried = trial_messages(&app, &id).await;
    // the dry run also reports the silence before the first candidate
    tried.retain(|message| message["at"].as_str().unwrap() > "2026-11-20T12");
    assert_eq!(subjects(&tried), subjects(&sent));
    assert_eq!(tried[0]["at"], "2026-11-23T08:00:00Z");
}

#[tokio::test]
async fn unconfirmed_order_is_notified() {
    let app = TestApp::start().await;
    let waiting = json!({ "kind": "order-not-handed-over", "minutes": null, "hours": 2 });
    let id = make(&app, waiting).await["id"].clone();
    let order = || json!({ "shipBPartnerCode": "G0001", "datePromised": "2026-12-08T00:00:00.000Z", "lines": [{ "productCode": "P002737", "qty": 1 }] });
    let before = app.post(&app.admin, "/api/sales/order", order().to_string()).await;
    assert_eq!(before.status, 200, "{}", before.text);
    app.clock.advance(SignedDuration::from_mins(1));
    let request = app.request(Method::PUT, "/api/process-settings/001").header("Authorization", &app.admin);
    send(request.header("Content-Type", "application/json").body(json!({ "handOver": true }).to_string()))
        .await;
    let one = app.post(&app.admin, "/api/sales/order", order().to_string()).await.json();
    let other = app.post(&app.admin, "/api/sales/order", order().to_string()).await.json();
    let taken = json!({ "orders": [{ "salesOrderId": other["salesOrderId"], "receiver": "ERP" }] });
    app.clock.advance(SignedDuration::from_mins(30));
    app.post(&app.admin, "/api/sales/order/handed-over", taken.to_string()).await;
    assert_eq!(pass_minutes(&app, 90).await, 0);
    assert_eq!(pass_minutes(&app, 100).await, 1);
    let sent = messages(&app, &app.admin).await;
    assert_eq!(
        subjects(&sent),
        ["Orderdock: 001 Hauptbetrieb: 1 Übergabe eines Auftrags ist seit mehr als 2 Stunden unbestätigt"]
    );
    let number = one["documentNo"].as_str().unwrap();
    assert!(sent[0]["text"].as_str().unwrap().contains(&format!("- {number}, seit")), "{sent:?}");
    assert_eq!(subjects(&trial_messages(&app, &id).await), subjects(&sent));
}

/// Mail client that stores the mails or returns a failure.
#[derive(Default)]
pub struct Mailbox {
    mails: Mutex<Vec<Mail>>,
    pub fault: Mutex<Option<MailFault>>,
}

impl Mailer for Mailbox {
    fn send(&self, mail: Mail) -> BoxFuture<'_, Result<(), MailFault>> {
        async move {
            // long enough for another instance to attempt the same message
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            if let Some(fault) = self.fault.lock().unwrap().clone() {
                return Err(fault);
            }
            self.mails.lock().unwrap().push(mail);
            Ok(())
        }
        .boxed()
    }
}

#[tokio::test]
async fn two_processes_send_each_message_once() {
    let app = TestApp::start().await;
    let second_app = app.start_second_instance().await;
    let sent = Arc::new(Mailbox::default());
    for one in [&app, &second_app] {
        one.services
            .notifications
            .notify_by(NotificationConfig { order_desk: None, mailer: Some(sent.clone()) });
    }
    make(&app, json!({ "recipients": ["anna@shop.example", "berta@shop.example"] })).await;
    faulty(&app, "H", "001").await;
    app.clock.advance(SignedDuration::from_mins(40));
    let (one, other) = (app.services.notifications.notifier(), second_app.services.notifications.notifier());
    let (one, other) = tokio::join!(one.make(), other.make());
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!((one.made + other.made, one.idle != other.idle), (1, true));
    let (one, other) = tokio::join!(
        app.services.notifications.send_notifications(),
        second_app.services.notifications.send_notifications()
    );
    assert_eq!(one.unwrap() + other.unwrap(), 2);
    assert_eq!(app.services.notifications.send_notifications().await.unwrap(), 0);
    let mut to: Vec<_> = sent.mails.lock().unwrap().iter().map(|mail| mail.to.to_string()).collect();
    to.sort();
    assert_eq!(to, ["anna@shop.example", "berta@shop.example"]);
    let ids: std::collections::BTreeSet<_> =
        sent.mails.lock().unwrap().iter().map(|mail| mail.id.clone()).collect();
    assert_eq!(ids.len(), 2);
    assert_eq!(messages(&app, &app.admin).await[0]["status"], "sent");
    assert_eq!(
        app.get(&app.admin, RULES).await.json()["items"][0]["lastSentAt"],
        app.services.now().to_string()
    );
}

#[tokio::test]
async fn messages_are_limited_to_200_per_hour() {
    let app = TestApp::start().await;
    // each rule creates a message for each of two organisations
    for _ in 0..105 {
        make(&app, json!({ "orgCode": null, "minutes": 1 })).await;
    }
    faulty(&app, "H", "001").await;
    faulty(&app, "H", "test-org-03").await;
    assert_eq!(pass_minutes(&app, 2).await, 200);
    assert_eq!(pass_minutes(&app, 55).await, 0);
    assert_eq!(pass_minutes(&app, 10).await, 10, "they waited");
    assert_eq!(pass_minutes(&app, 120).await, 0, "each has had its message");
    let duplicates = "SELECT count(*) FROM (SELECT DISTINCT rule_id, cause FROM notification_message) t";
    assert_eq!((app.database.figure(duplicates), messages(&app, &app.admin).await.len()), (210, 210));
}

#[tokio::test]
async fn undeliverable_mail_is_retried_for_a_day() {
    let app = TestApp::start().await;
    let sent = Arc::new(Mailbox::default());
    app.services.notifications.notify_by(NotificationConfig { order_desk: None, mailer: Some(sent.clone()) });
    make(&app, json!({})).await;
    let id = faulty(&app, "H", "001").await;
    pass_minutes(&app, 32).await;
    *sent.fault.lock().unwrap() = Some(MailFault { message: "the server is away".into(), of_server: true });
    for _ in 0..3 {
        assert_eq!(app.services.notifications.send_notifications().await.unwrap(), 0);
    }
    let waiting = messages(&app, &app.admin).await;
    let recipient = &waiting[0]["recipients"][0];
    assert_eq!(
        (&waiting[0]["status"], &waiting[0]["error"]),
        (&json!("waiting"), &json!("the server is away"))
    );
    assert_eq!(recipient["attempts"], 1, "the next one is not due");
    assert_eq!(app.get(&app.admin, RULES).await.json()["items"][0]["lastError"], "the server is away");
    app.clock.advance(SignedDuration::from_mins(1));
    *sent.fault.lock().unwrap() = None;
    assert_eq!(app.services.notifications.send_notifications().await.unwrap(), 1);
    correct(&app, &id).await;
    faulty(&app, "H2", "001").await;
    assert_eq!(pass_minutes(&app, 62).await, 1);
    *sent.fault.lock().unwrap() = Some(MailFault { message: "no such mailbox".into(), of_server: false });
    for _ in 0..40 {
        app.clock.advance(SignedDuration::from_mins(45));
        app.services.notifications.send_notifications().await.unwrap();
    }
    let failed = messages(&app, &app.admin).await.remove(1);
    assert_eq!(
        (&failed["status"], &failed["recipients"][0]["nextAttemptAt"]),
        (&json!("failed"), &Value::Null)
    );
    let page = app.get(&app.admin, &format!("{RULES}/messages?limit=1")).await.json();
    let next =
        app.get(&app.admin, &format!("{RULES}/messages?after={}", page["next"].as_str().unwrap())).await;
    assert_eq!(next.json()["items"].as_array().unwrap().len(), 1, "{}", next.text);
    let listed = app.get(&app.admin, &format!("{RULES}/messages?status=failed")).await.json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
    assert_eq!(sent.mails.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn messages_without_mail_server_wait_for_a_day() {
    let app = TestApp::start().await;
    make(&app, json!({})).await;
    faulty(&app, "H", "001").await;
    pass_minutes(&app, 32).await;
    app.services.notifications.send_notifications().await.unwrap();
    let waiting = &messages(&app, &app.admin).await[0]["recipients"][0];
    assert_eq!((&waiting["status"], &waiting["attempts"]), (&json!("waiting"), &json!(0)));
    app.clock.advance(SignedDuration::from_hours(24));
    app.services.notifications.send_notifications().await.unwrap();
    let failed = &messages(&app, &app.admin).await[0];
    assert_eq!(
        (&failed["status"], &failed["error"]),
        (&json!("failed"), &json!("no mail server is configured"))
    );
    let list = |path: &str| app.request(Method::GET, path).header("Authorization", &app.admin);
    let messages = send(list(&format!("{RULES}/messages")).header("Accept-Language", "de")).await.json();
    let words = json!("kein Mailserver eingerichtet");
    let message = &messages["items"][0];
    assert_eq!([&message["error"], &message["recipients"][0]["error"]], [&words, &words]);
    let rules = send(list(RULES).header("Accept-Language", "de")).await.json();
    assert_eq!(rules["items"][0]["lastError"], words);
}

#[tokio::test]
async fn paused_webhook_is_notified() {
    let app = TestApp::start().await;
    let webhook = async |change: Value| {
        let mut body = json!({ "url": "http://127.0.0.1:9/events?key=s3cret" });
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let made = app.post(&app.admin, "/api/webhooks", body.to_string()).await;
        assert_eq!(made.status, 201, "{}", made.text);
        made.json()["id"].clone()
    };
    let (dead, receiver) = (webhook(json!({ "orgCode": "001" })).await, webhook(json!({})).await);
    let hook = webhook(json!({ "orgCode": "test-org-03", "description": "ERP \u{201e}Süd\u{201c}" })).await;
    let body =
        rule(json!({ "kind": "webhook-paused", "minutes": null, "recipients": null, "webhookId": hook }));
    let rejected = app.post(&app.admin, RULES, body.to_string()).await;
    assert_eq!(faults(&rejected), ["webhook.not_found /webhookId"], "it is of another organisation");
    let rule = make(
        &app,
        json!({ "kind": "webhook-paused", "minutes": null, "recipients": null, "webhookId": receiver }),
    )
    .await;
    assert_eq!(pass_minutes(&app, 5).await, 0);
    app.database.change(&format!("UPDATE webhook SET status = 'paused', status_by = NULL, failing_since = status_at WHERE id IN ({dead}, {hook})"));
    assert_eq!(pass_minutes(&app, 5).await, 1, "no message about that of another organisation");
    let subject = "Orderdock: Der Webhook 127.0.0.1:9 ist pausiert";
    let sent = messages(&app, &app.admin).await;
    assert_eq!(subjects(&sent), [subject]);
    assert!(!sent[0]["text"].as_str().unwrap().contains("s3cret"), "{sent:?}");
    assert_eq!(app.services.notifications.send_notifications().await.unwrap(), 1);
    assert_eq!(app.services.notifications.send_notifications().await.unwrap(), 0);
    let path = format!("/api/webhooks/{receiver}/deliveries");
    let queued = app.get(&app.admin, &path).await.json()["items"].as_array().unwrap().clone();
    let notified: Vec<_> =
        queued.iter().filter(|one| one["type"] == "orderdock.notification.raised").collect();
    assert_eq!(notified.len(), 1, "{queued:?}");
    assert_eq!(notified[0]["eventId"], format!("notification-{}", sent[0]["id"]));
    let whole = app.get(&app.admin, &format!("{path}/{}", notified[0]["id"])).await.json();
    let body = &whole["body"];
    let body: Value = body.as_str().map_or_else(|| body.clone(), |text| serde_json::from_str(text).unwrap());
    assert_eq!((&body["data"]["subject"], &body["data"]["ruleId"]), (&json!(subject), &rule["id"]));
    assert_eq!(subjects(&trial_messages(&app, &rule["id"]).await), [subject]);
}
