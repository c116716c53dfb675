//! The event feed: visible events of each caller, their order, and continuing from a cursor.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::SignedDuration;
use orderdock_domain::access::Scope;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, operator, send};
use reqwest::Method;
use serde_json::{Value, json};

const FEED: &str = "/api/event-feed";

async fn read(app: &TestApp, token: &str, query: &str) -> HttpResponse {
    let response = app.get(token, &format!("{FEED}{query}")).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response
}

/// Reads all events after a cursor, page by page.
async fn all(app: &TestApp, token: &str, after: &str, more: &str) -> Vec<Value> {
    let (mut events, mut after) = (Vec::new(), after.to_owned());
    loop {
        let page = read(app, token, &format!("?after={after}{more}")).await.json();
        let page = page.as_array().unwrap();
        let Some(last) = page.last() else { return events };
        after = text(&last["id"]);
        events.extend(page.iter().cloned());
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Returns the event types without their prefix.
fn types(events: &[Value]) -> Vec<String> {
    events.iter().map(|event| text(&event["type"]).replace("orderdock.", "")).collect()
}

/// Returns the cursor after the latest event.
async fn latest_cursor(app: &TestApp, token: &str) -> String {
    let response = read(app, token, "?after=now").await;
    assert_eq!(response.json(), json!([]));
    cursor(&response)
}

/// Returns the cursor of the `Link` header.
fn cursor(response: &HttpResponse) -> String {
    let link = response.header("link");
    let (_, rest) = link.split_once("after=").unwrap();
    rest.split(['&', '>']).next().unwrap().to_owned()
}

async fn one(app: &TestApp, header: &str) -> Value {
    app.get(&app.admin, &format!("{CANDIDATES}?externalHeaderId={header}")).await.json()["items"][0].clone()
}

async fn process(app: &TestApp) -> Value {
    app.clock.advance(SignedDuration::from_mins(10));
    let request = app.request(Method::POST, "/api/process-runs").header("Authorization", &app.admin);
    let run = send(request.header("Prefer", "wait=60")).await.json();
    assert_eq!(run["state"], "done", "{run}");
    run
}

#[tokio::test]
async fn feed_contains_all_events_of_order() {
    let app = TestApp::start().await;
    let begin = latest_cursor(&app, &app.admin).await;
    let faulty = candidate("H-Ü1", "1", json!({ "currencyCode": "USD", "price": 3 }));
    app.import(faulty.to_string()).await;
    let received = one(&app, "H-Ü1").await;
    let id = received["id"].as_i64().unwrap();
    process(&app).await;
    let tag = app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await.header("etag").to_owned();
    let patch = json!({ "override": { "currencyCode": "EUR" } });
    let corrected = app.patch(&app.admin, &format!("{CANDIDATES}/{id}"), &tag, patch).await;
    assert_eq!(corrected.status, 200, "{}", corrected.text);
    process(&app).await;
    let order = app.get(&app.admin, "/api/sales/order").await.json()["items"][0].clone();
    let order_id = text(&order["salesOrderId"]);
    let voided = app.post(&app.admin, &format!("/api/sales/order/{order_id}/void"), "{}").await;
    assert_eq!(voided.status, 200, "{}", voided.text);

    let events = all(&app, &app.admin, &begin, "").await;
    let sent_types = types(&events);
    let expected = [
        "candidate.received",
        "run.finished",
        "candidate.corrected",
        "candidate.ready",
        "candidate.ordered",
        "order.completed",
        "run.finished",
        "candidate.inactive",
        "order.voided",
    ];
    assert_eq!(sent_types, expected, "{events:#?}");
    let [first, ..] = &events[..] else { panic!("{events:?}") };
    assert_eq!(
        *first,
        json!({
            "specversion": "1.0",
            "id": first["id"],
            "source": "/orderdock",
            "type": "orderdock.candidate.received",
            "subject": format!("/api/sales/order/candidates/{id}"),
            "time": "2026-11-20T12:00:00Z",
            "datacontenttype": "application/json",
            "data": {
                "id": id,
                "version": 1,
                "orgCode": "001",
                "dataSourceId": received["dataSourceId"],
                "dataSourceInternalName": received["dataSourceInternalName"],
                "externalHeaderId": "H-Ü1",
                "externalLineId": "1",
                "poReference": received["poReference"],
                "status": "error",
            },
        })
    );
    let of_line = events.iter().filter(|event| event["data"]["externalLineId"] == "1");
    let statuses: Vec<_> = of_line.map(|event| text(&event["data"]["status"])).collect();
    assert_eq!(statuses, ["error", "new", "new", "processed", "inactive"]);
    let completed = &events[5];
    assert_eq!(completed["subject"], format!("/api/sales/order/{order_id}"));
    assert_eq!(completed["data"]["documentNo"], order["documentNo"]);
    assert_eq!(completed["data"]["salesOrderId"], order["salesOrderId"]);
    assert_eq!(completed["data"]["externalHeaderId"], "H-Ü1");
    assert_eq!(events[1]["data"]["status"], "done");
}

#[tokio::test]
async fn feed_continues_after_any_event() {
    let app = TestApp::start().await;
    let begin = latest_cursor(&app, &app.admin).await;
    let rows: Vec<_> = (0..25).map(|line| candidate("H", &line.to_string(), json!({}))).collect();
    app.import_bulk("", bulk(rows)).await;
    app.import(candidate("H2", "1", json!({})).to_string()).await;
    let events = all(&app, &app.admin, &begin, "").await;
    assert_eq!(events.len(), 26);
    let mut ids: Vec<_> = events.iter().map(|event| text(&event["id"])).collect();
    for limit in [1, 7, 25, 26] {
        let parts = all(&app, &app.admin, &begin, &format!("&limit={limit}")).await;
        assert_eq!(parts, events, "{limit}");
    }
    for (number, id) in ids.iter().enumerate() {
        let rest = read(&app, &app.admin, &format!("?after={id}")).await.json();
        assert_eq!(rest.as_array().unwrap()[..], events[number + 1..], "{id}");
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 26, "each has an id of its own");
    // a page without matching events returns a cursor after the skipped events
    let nothing =
        read(&app, &app.admin, &format!("?after={begin}&types=orderdock.order.voided&limit=5")).await;
    assert_eq!(nothing.json(), json!([]));
    assert_eq!(nothing.header("content-type"), "application/cloudevents-batch+json");
    let link = nothing.header("link");
    assert!(link.starts_with("</api/event-feed?after="), "{link}");
    assert!(link.ends_with("&types=orderdock.order.voided&limit=5>; rel=\"next\""), "{link}");
    let behind = cursor(&nothing);
    assert_eq!(read(&app, &app.admin, &format!("?after={behind}")).await.json(), json!([]));
    app.import(candidate("H3", "1", json!({})).to_string()).await;
    assert_eq!(all(&app, &app.admin, &behind, "").await.len(), 1);
}

#[tokio::test]
async fn feed_is_filtered_by_type() {
    let app = TestApp::start().await;
    let begin = latest_cursor(&app, &app.admin).await;
    app.import(candidate("H1", "1", json!({})).to_string()).await;
    process(&app).await;
    let wanted = "&types=orderdock.order.completed,orderdock.run.finished";
    assert_eq!(types(&all(&app, &app.admin, &begin, wanted).await), ["order.completed", "run.finished"]);
    let source = one(&app, "H1").await["dataSourceId"].clone();
    let of_source = all(&app, &app.admin, &begin, &format!("&dataSource={source}")).await;
    assert_eq!(types(&of_source), ["candidate.received", "candidate.ordered", "order.completed"]);
    let other = app.get(&app.admin, "/api/masterdata/data-sources").await.json();
    let other = other["items"].as_array().unwrap().iter().find(|one| one["id"] != source).unwrap();
    assert_eq!(
        all(&app, &app.admin, &begin, &format!("&dataSource={}", other["id"])).await,
        [] as [Value; 0]
    );
}

#[tokio::test]
async fn feed_omits_other_organisations() {
    let app = TestApp::start().await;
    let other_token = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    let ours = app.token_of("001", &[Scope::CandidatesRead]).await;
    let begin = latest_cursor(&app, &app.admin).await;
    app.import(candidate("H1", "1", json!({})).to_string()).await;
    app.import(candidate("H1", "2", json!({ "qty": "none" })).to_string()).await;
    process(&app).await;
    let seen = types(&all(&app, &app.admin, &begin, "").await);
    let expected =
        ["candidate.received", "request.rejected", "candidate.ordered", "order.completed", "run.finished"];
    assert_eq!(seen, expected);
    // the run covered all organisations
    assert_eq!(types(&all(&app, &ours, &begin, "").await), expected[..4]);
    assert_eq!(all(&app, &other_token, &begin, "").await, [] as [Value; 0]);
    assert_eq!(all(&app, &other_token, "", "&types=orderdock.candidate.received").await, [] as [Value; 0]);
    let none = app.token(&[Scope::CandidatesWrite]).await;
    assert_eq!(app.get(&none, FEED).await.status, 403);
    assert_eq!(app.request(Method::GET, FEED).send().await.unwrap().status(), 401);
}

#[tokio::test]
async fn long_poll_returns_on_commit() {
    let app = Arc::new(TestApp::start().await);
    let second_app = app.start_second_instance().await;
    let begin = latest_cursor(&app, &app.admin).await;
    let waiting = {
        let (app, begin) = (Arc::clone(&app), begin.clone());
        tokio::spawn(async move { read(&app, &app.admin, &format!("?after={begin}&wait=60")).await.json() })
    };
    // an event of another organisation does not end a wait
    let other = app.token_of("test-org-03", &[Scope::CandidatesRead]).await;
    let elsewhere = {
        let app = Arc::clone(&app);
        tokio::spawn(async move { read(&app, &other, "?after=now&wait=2").await.json() })
    };
    while app.services.metrics.run_looks.load(Ordering::Relaxed) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    second_app.import(candidate("H1", "1", json!({})).to_string()).await;
    let received = waiting.await.unwrap();
    assert_eq!(types(received.as_array().unwrap()), ["candidate.received"]);
    assert_eq!(elsewhere.await.unwrap(), json!([]));
}

#[tokio::test]
async fn revoked_token_ends_long_poll() {
    let app = Arc::new(TestApp::start().await);
    let token = app.token(&[Scope::CandidatesRead]).await;
    let begin = latest_cursor(&app, &token).await;
    let waiting = {
        let (app, token, path) = (Arc::clone(&app), token.clone(), format!("?after={begin}&wait=60"));
        tokio::spawn(async move { read(&app, &token, &path).await })
    };
    while app.services.metrics.run_looks.load(Ordering::Relaxed) == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let operator = operator(&app.services);
    let known = app.services.access.tokens(&operator).await.unwrap();
    let newest = known.iter().max_by_key(|token| token.id).unwrap();
    app.services.access.revoke_token(&operator, newest.id).await.unwrap();
    app.clock.advance(SignedDuration::from_secs(2));
    app.import(candidate("H1", "1", json!({})).to_string()).await;
    let response = waiting.await.unwrap();
    assert_eq!(response.json(), json!([]));
    assert_eq!(cursor(&response), begin, "nothing is passed over either");
    assert_eq!(app.get(&token, FEED).await.status, 401);
}

#[tokio::test]
async fn included_record_equals_read_operation() {
    let app = TestApp::start().await;
    let begin = latest_cursor(&app, &app.admin).await;
    app.import(candidate("H1", "1", json!({})).to_string()).await;
    process(&app).await;
    let put = json!([{ "org": "001", "code": "NEW-1", "name": "Neu", "uom": "PCE" }]).to_string();
    let request = app.request(Method::PUT, "/api/masterdata/products").header("Authorization", &app.admin);
    let put = send(request.header("Content-Type", "application/json").body(put)).await;
    assert_eq!(put.status, 200, "{}", put.text);
    let events = all(&app, &app.admin, &begin, "&include=record").await;
    let sent_types =
        ["candidate.received", "candidate.ordered", "order.completed", "run.finished", "masterdata.changed"];
    assert_eq!(types(&events), sent_types);
    for event in &events {
        let read = app.get(&app.admin, &text(&event["subject"])).await;
        assert_eq!(read.status, 200, "{event}");
        assert_eq!(event["data"]["record"], read.json(), "{event}");
    }
    let thin = all(&app, &app.admin, &begin, "").await;
    assert!(thin.iter().all(|event| event["data"].get("record").is_none()), "{thin:?}");
}

#[tokio::test]
async fn expired_position_is_rejected() {
    let app = TestApp::start().await;
    let begin = latest_cursor(&app, &app.admin).await;
    app.import(candidate("H1", "1", json!({})).to_string()).await;
    let read_all = text(&all(&app, &app.admin, &begin, "").await[0]["id"]);
    app.clock.advance(SignedDuration::from_hours(29 * 24));
    app.import(candidate("H2", "1", json!({})).to_string()).await;
    assert_eq!(all(&app, &app.admin, &begin, "").await.len(), 2);
    app.clock.advance(SignedDuration::from_hours(2 * 24));
    assert!(app.services.feed.sweep_events(SignedDuration::from_hours(30 * 24)).await.unwrap() > 0);
    let expired = app.get(&app.admin, &format!("{FEED}?after={begin}")).await;
    let fault = &expired.json()["errors"][0];
    assert_eq!((expired.status, &fault["code"]), (410, &json!("event.cursor_expired")), "{}", expired.text);
    // a reader that had read all deleted events missed none
    let next = all(&app, &app.admin, &read_all, "").await;
    assert_eq!(types(&next), ["candidate.received"]);
    assert_eq!(all(&app, &app.admin, "", "").await, next, "the oldest that is kept");
    let unknown = app.get(&app.admin, &format!("{FEED}?after=987654321-1")).await;
    let fault = &unknown.json()["errors"][0];
    assert_eq!((unknown.status, &fault["code"]), (410, &json!("event.cursor_unknown")), "{}", unknown.text);
}

#[tokio::test]
async fn invalid_feed_parameters_are_rejected() {
    let app = TestApp::start().await;
    for query in [
        "after=yesterday",
        "after=1-",
        "after=-1",
        "types=candidate.received",
        "types=orderdock.candidate.received,x",
        "dataSource=nobody",
        "limit=0",
        "limit=1001",
        "wait=61",
        "wait=-1",
        "wait=1.5",
        "include=everything",
    ] {
        let response = app.get(&app.admin, &format!("{FEED}?{query}")).await;
        let fault = &response.json()["errors"][0];
        assert_eq!(
            (response.status, &fault["code"]),
            (400, &json!("query.invalid")),
            "{query}: {}",
            response.text
        );
    }
    let unknown = app.get(&app.admin, &format!("{FEED}?since=1")).await;
    assert_eq!((unknown.status, &unknown.json()["errors"][0]["code"]), (400, &json!("query.unknown")));
}

#[tokio::test]
async fn feed_of_ten_thousand_candidates_is_read_page_by_page() {
    let app = TestApp::start().await;
    let begin = latest_cursor(&app, &app.admin).await;
    let rows: Vec<_> = (0..10_000)
        .map(|line| candidate(&format!("H{}", line / 10), &(line % 10).to_string(), json!({})))
        .collect();
    let imported = app.import_bulk("", bulk(rows)).await;
    assert_eq!(imported.status, 201, "{}", &imported.text[..200]);
    let events = all(&app, &app.admin, &begin, "&limit=1000").await;
    assert_eq!(events.len(), 10_000);
    let mut subjects: Vec<_> = events.iter().map(|event| text(&event["subject"])).collect();
    subjects.sort_unstable();
    subjects.dedup();
    assert_eq!(subjects.len(), 10_000);
}
