//! Notification rules for incoming orders on hold and for unresolved references.

use jiff::SignedDuration;
use orderdock_app::NotificationConfig;
use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, TestApp, bulk, candidate};
use serde_json::{Value, json};

const RULES: &str = "/api/notification-rules";
const OTHER_ORG: &str = "test-org-03";

/// Starts a server with a second data source and links in messages.
async fn start_app() -> TestApp {
    let app = TestApp::start().await;
    app.load("data-sources: [{internalNames: [SOURCE.other]}]").await;
    let order_desk = Some("https://orders.example".to_owned());
    app.services.notifications.notify_by(NotificationConfig { order_desk, mailer: None });
    app
}

/// Creates a rule of organisation 001 with a threshold of 30 minutes, and returns its id.
async fn create_rule(app: &TestApp, kind: &str, change: Value) -> Value {
    let mut rule =
        json!({ "orgCode": "001", "kind": kind, "minutes": 30, "recipients": ["anna@shop.example"] });
    let Value::Object(changes) = change else { panic!("{change} is no object") };
    rule.as_object_mut().unwrap().extend(changes);
    let made = app.post(&app.admin, RULES, rule.to_string()).await;
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["id"].clone()
}

/// Advances the clock and returns the texts of the messages that are created then, each with its rule.
async fn messages_after(app: &TestApp, minutes: i64) -> Vec<(Value, String)> {
    app.clock.advance(SignedDuration::from_mins(minutes));
    let made = app.services.notifications.notifier().make().await.unwrap().made;
    let listed = app.get(&app.admin, &format!("{RULES}/messages?limit=500")).await.json();
    let newest = listed["items"].as_array().unwrap().iter().take(usize::try_from(made).unwrap());
    let mut messages: Vec<_> = newest
        .map(|message| (message["ruleId"].clone(), message["text"].as_str().unwrap().to_owned()))
        .collect();
    messages.sort_by_key(|(rule, _)| rule.as_i64());
    messages
}

async fn trial(app: &TestApp, rule: &Value) -> Vec<String> {
    let tried = app.post(&app.admin, &format!("{RULES}/{rule}/try"), "").await;
    assert_eq!(tried.status, 200, "{}", tried.text);
    let messages = tried.json()["messages"].as_array().unwrap().clone();
    messages.iter().map(|message| message["text"].as_str().unwrap().to_owned()).collect()
}

/// Returns a line of an incoming order of three lines.
fn line_of_three(header: &str, line: &str, change: Value) -> Value {
    let mut row = candidate(header, line, change);
    row["headerLineCount"] = json!(3);
    row
}

#[tokio::test]
async fn orders_on_hold_cause_a_notification() {
    let app = start_app().await;
    let own = create_rule(&app, "candidates-on-hold", json!({})).await;
    let german = create_rule(&app, "candidates-on-hold", json!({ "language": "de" })).await;
    let other_source = create_rule(&app, "candidates-on-hold", json!({ "dataSource": "SOURCE.other" })).await;
    let priced = json!({ "price": 3, "currencyCode": "EUR" });
    let lines = [
        line_of_three("H1", "1", priced.clone()),
        line_of_three("H1", "2", priced.clone()),
        line_of_three("SECRET", "1", json!({ "org": { "code": OTHER_ORG } })),
    ];
    let imported = app.import_bulk("", bulk(lines)).await;
    assert_eq!(imported.status, 201, "{}", imported.text);
    assert_eq!(messages_after(&app, 20).await, []);
    let elsewhere = json!({ "dataSourceInternalName": "SOURCE.other" });
    assert_eq!(app.import(line_of_three("H2", "1", elsewhere).to_string()).await.status, 201);
    let sent = messages_after(&app, 20).await;
    let [(first, english), (second, in_german)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!((first, second), (&own, &german));
    for part in [
        "001 Hauptbetrieb: 1 incoming order has been on hold for more than 30 minutes.\n",
        "\nLines: 2\nValue: 30.00 EUR\n",
        "\nIncoming orders by reason:\n- Lines missing: 1\n",
        "\n- H1 (PO-H1), 2 lines, 30.00 EUR, since 2026-11-20 13:00\n",
        "\nView details: https://orders.example/on-hold\n",
    ] {
        assert!(english.contains(part), "{part:?} {english}");
    }
    for part in [
        "001 Hauptbetrieb: 1 Bestellung wird seit mehr als 30 Minuten zurückgehalten.\n",
        "\nPositionen: 2\nGesamtwert: 30,00 EUR\n",
        "\n- H1 (PO-H1), 2 Positionen, 30,00 EUR, seit 20.11.2026 13:00\n",
    ] {
        assert!(in_german.contains(part), "{part:?} {in_german}");
    }
    let sent = messages_after(&app, 20).await;
    let [(rule, text)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(rule, &other_source);
    assert!(text.contains("- H2 (PO-H2), 1 line") && !text.contains("H1"), "{text}");
    let text = trial(&app, &own).await.concat();
    assert!(text.contains("- H1 (PO-H1), 2 lines") && !text.contains("SECRET"), "{text}");
}

#[tokio::test]
async fn holds_are_reported_daily_until_they_end() {
    let app = start_app().await;
    let rule = create_rule(&app, "candidates-on-hold", json!({})).await;
    for line in ["1", "2"] {
        app.import(line_of_three("H1", line, json!({})).to_string()).await;
    }
    assert_eq!(messages_after(&app, 40).await.len(), 1);
    assert_eq!(messages_after(&app, 23 * 60).await.len(), 0);
    assert_eq!(messages_after(&app, 60).await.len(), 1);
    assert_eq!(trial(&app, &rule).await.len(), 2);
    let last = app.import(line_of_three("H1", "3", json!({})).to_string()).await;
    assert_eq!(last.status, 201, "{}", last.text);
    assert_eq!(messages_after(&app, 25 * 60).await.len(), 0);
    assert_eq!(trial(&app, &rule).await.len(), 0);
}

#[tokio::test]
async fn unresolved_references_cause_a_notification() {
    let app = start_app().await;
    let own = create_rule(&app, "references-unresolved", json!({})).await;
    let other_source =
        create_rule(&app, "references-unresolved", json!({ "dataSource": "SOURCE.other" })).await;
    let of_all = create_rule(&app, "references-unresolved", json!({ "orgCode": null })).await;
    let store = async |header: &str, change: Value| {
        let row = candidate(header, "1", change).to_string();
        let stored = app.post(&app.admin, &format!("{CANDIDATES}?unresolved=store"), row).await;
        assert_eq!(stored.status, 201, "{}", stored.text);
    };
    let unknown = |code: &str| json!({ "product": { "code": code }, "price": 3, "currencyCode": "EUR" });
    store("H1", unknown("KAF-1KG")).await;
    store("H2", unknown("KAF-1KG")).await;
    store("H3", json!({ "org": { "code": OTHER_ORG }, "product": { "code": "SECRET" } })).await;
    assert_eq!(messages_after(&app, 20).await, []);
    store("H4", json!({ "dataSourceInternalName": "SOURCE.other", "product": { "code": "TEA" } })).await;
    let sent = messages_after(&app, 20).await;
    let rules: Vec<_> = sent.iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, [&own, &of_all, &of_all], "one message for each organisation");
    for part in [
        "001 Hauptbetrieb: 1 reference has been unresolved for more than 30 minutes.\n",
        "\n- Product KAF-1KG, 2 lines of 2 incoming orders, 30.00 EUR, since 2026-11-20 13:00\n",
        "\nView details: https://orders.example/inbox\n",
    ] {
        assert!(sent[0].1.contains(part), "{part:?} {}", sent[0].1);
    }
    let with_secret = sent.iter().filter(|(_, text)| text.contains("Product SECRET")).count();
    assert_eq!(with_secret, 1, "{sent:?}");
    let sent = messages_after(&app, 20).await;
    let [(rule, text)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(rule, &other_source);
    assert!(text.contains("- Product TEA, 1 line of 1 incoming order, since"), "{text}");
    let text = trial(&app, &own).await.concat();
    assert!(text.contains("Product KAF-1KG") && !text.contains("SECRET"), "{text}");
    // the missing record is created
    app.load("products: [{org: \"001\", code: TEA, name: Tea, uom: PCE}]").await;
    let mut resolver =
        app.services.candidates.reference_resolver(&app.services.instances, &app.services.feed);
    assert_eq!(resolver.tick().await.unwrap().resolved, 1);
    assert_eq!(trial(&app, &other_source).await, [] as [String; 0]);
}

#[tokio::test]
async fn trial_of_open_entry_rule_is_limited_to_organisations_of_caller() {
    let app = start_app().await;
    let other_token = app.token_of(OTHER_ORG, &[Scope::Admin]).await;
    assert_eq!(app.import(line_of_three("H1", "1", json!({})).to_string()).await.status, 201);
    let row = candidate("H2", "1", json!({ "product": { "code": "KAF-1KG" } })).to_string();
    let stored = app.post(&app.admin, &format!("{CANDIDATES}?unresolved=store"), row).await;
    assert_eq!(stored.status, 201, "{}", stored.text);
    app.clock.advance(SignedDuration::from_mins(40));
    for kind in ["candidates-on-hold", "references-unresolved"] {
        let rule = |org: &str| {
            json!({ "orgCode": org, "kind": kind, "minutes": 30, "recipients": ["anna@shop.example"] })
                .to_string()
        };
        let path = format!("{RULES}/try");
        let own = app.post(&app.admin, &path, rule("001")).await;
        assert_eq!(own.json()["messages"].as_array().map(Vec::len), Some(1), "{}", own.text);
        let other = app.post(&other_token, &path, rule(OTHER_ORG)).await;
        assert_eq!((other.status, &other.json()["messages"]), (200, &json!([])), "{}", other.text);
        assert_eq!(app.post(&other_token, &path, rule("001")).await.status, 403);
        let stored = create_rule(&app, kind, json!({})).await;
        assert_eq!(app.post(&other_token, &format!("{RULES}/{stored}/try"), "").await.status, 404);
    }
}
