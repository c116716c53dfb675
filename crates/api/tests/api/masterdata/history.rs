//! History of master data records: author and changes.

use orderdock_domain::access::Scope;
use orderdock_testkit::{TestApp, candidate};
use serde_json::{Value, json};

use super::{history, listed_id, partner, path, put, upsert};

#[tokio::test]
async fn master_data_history_contains_actor_and_changes() {
    let app = TestApp::start().await;
    let (id, _) =
        upsert(&app, "bpartners", partner(&json!({ "locations": [{ "externalId": "L", "country": "DE" }] })))
            .await;
    let token = app.token(&[Scope::MasterdataWrite]).await;
    app.clock.advance(jiff::SignedDuration::from_secs(60));
    let change = partner(
        &json!({ "group": "Standard", "name": "Meier", "locations": [{ "externalId": "L", "country": "DE", "city": "Bonn" }] }),
    );
    let response = put(&app, &token, "bpartners", change.to_string()).await;
    let events = history(&app, &app.admin, "bpartners", id).await;
    let recorded: Vec<_> = events
        .iter()
        .map(|event| {
            (
                event["kind"].as_str().unwrap(),
                event["event"].as_str().unwrap(),
                event["version"].as_i64().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("bpartners.locations", "changed", 2),
        ("bpartners", "changed", 2),
        ("bpartners.locations", "created", 1),
        ("bpartners", "created", 1),
    ];
    assert_eq!(recorded, expected);
    assert_eq!(
        events[1]["changes"],
        json!([{ "member": "name", "before": "Müller", "after": "Meier" }, { "member": "group", "before": null, "after": "Standard" }])
    );
    assert_eq!(events[0]["changes"], json!([{ "member": "city", "before": null, "after": "Bonn" }]));
    assert_eq!(
        (&events[1]["actor"], &events[1]["requestId"]),
        (&json!("test"), &json!(response.header("x-request-id")))
    );
    assert_eq!(events[3]["actor"], "admin");
    // the pages contain the same entries
    let (mut after, mut walked) = (String::new(), Vec::new());
    loop {
        let page =
            app.get(&app.admin, &format!("{}/{id}/history?limit=1{after}", path("bpartners"))).await.json();
        walked.extend(page["items"].as_array().unwrap().clone());
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(walked, events);
    // changes of a load file are recorded, too
    let demo = listed_id(&app, "products?q=A001").await;
    let events = history(&app, &app.admin, "products", demo).await;
    assert_eq!((&events[0]["event"], &events[0]["actor"]), (&json!("created"), &json!("cli")));
}

#[tokio::test]
async fn changes_by_imports_are_in_history() {
    let app = TestApp::start().await;
    let with = |name: &str, city: &str| {
        json!({ "bpartner": {
            "bpartner": { "code": "NEW-1", "name": name },
            "location": { "externalId": "L1", "countryCode": "DE", "city": city },
            "syncAdvise": { "ifNotExists": "CREATE", "ifExists": "UPDATE_MERGE" },
        } })
    };
    let created = app.import(candidate("H", "1", with("Old", "Bonn")).to_string()).await;
    assert_eq!(created.status, 201, "{}", created.text);
    app.clock.advance(jiff::SignedDuration::from_secs(60));
    let changed = app.import(candidate("H", "2", with("New", "Köln")).to_string()).await;
    assert_eq!(changed.status, 201, "{}", changed.text);
    let id = listed_id(&app, "bpartners?q=new-1").await;
    let events = history(&app, &app.admin, "bpartners", id).await;
    let recorded: Vec<_> = events
        .iter()
        .map(|event| (event["kind"].clone(), event["event"].clone(), event["changes"][0]["after"].clone()))
        .collect();
    let expected = [
        (json!("bpartners.locations"), json!("changed"), json!("Köln")),
        (json!("bpartners"), json!("changed"), json!("New")),
        (json!("bpartners.locations"), json!("created"), Value::Null),
        (json!("bpartners"), json!("created"), Value::Null),
    ];
    assert_eq!(recorded, expected);
    assert_eq!(events[1]["requestId"], changed.header("x-request-id"));
    assert_eq!(
        (&events[3]["requestId"], &events[3]["actor"]),
        (&json!(created.header("x-request-id")), &json!("admin"))
    );
}
