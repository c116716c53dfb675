//! Two instances on one database: each considers the writes of the other.

use std::time::{Duration, Instant};

use jiff::SignedDuration;
use orderdock_domain::access::{Role, Scope};
use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, bulk, candidate, new_token, send};
use serde_json::{Value, json};

/// Posts a candidate with an idempotency key.
async fn post(server: &TestApp, key: &str, body: String) -> HttpResponse {
    let request = server.request(Method::POST, CANDIDATES).header("Authorization", &server.admin);
    let request = request.header("Content-Type", "application/json").header("Idempotency-Key", key);
    send(request.body(body)).await
}

/// Returns the responses of two instances to calls that both started before either could write.
async fn race_posts(servers: [&TestApp; 2], key: &str, [one, other]: [String; 2]) -> [HttpResponse; 2] {
    race_of(servers, post(servers[0], key, one), post(servers[1], key, other)).await
}

/// Like `race_posts`, for any imports.
async fn race_of(
    servers: [&TestApp; 2],
    one: impl Future<Output = HttpResponse>,
    other: impl Future<Output = HttpResponse>,
) -> [HttpResponse; 2] {
    let lock = servers[0].database.lock_writes();
    let loads = || servers.map(|server| server.services.store_statistics().import_loads);
    let before = loads();
    let both_began = async {
        while loads().iter().zip(before).any(|(now, before)| *now == before) {
            tokio::task::yield_now().await;
        }
        drop(lock);
    };
    let (first, second, ()) = tokio::join!(one, other, both_began);
    [first, second]
}

#[tokio::test]
async fn key_answered_by_other_server_is_replayed() {
    let one = TestApp::start().await;
    let other = one.start_second_instance().await;
    let body = candidate("H1", "1", json!({})).to_string();
    let responses = race_posts([&one, &other], "k1", [body.clone(), body]).await;
    assert_eq!(responses.each_ref().map(|response| response.status), [201, 201], "{responses:?}");
    assert_eq!(responses[0].text, responses[1].text);
    let replayed = responses.iter().filter(|response| response.header("idempotency-replayed") == "true");
    assert_eq!(replayed.count(), 1, "{responses:?}");
    assert_eq!(one.count().await, 1);
}

#[tokio::test]
async fn key_answered_by_other_server_for_other_body_is_rejected() {
    let one = TestApp::start().await;
    let other = one.start_second_instance().await;
    let bodies = ["1", "2"].map(|line| candidate("H1", line, json!({})).to_string());
    let responses = race_posts([&one, &other], "k1", bodies).await;
    let mut statuses = responses.each_ref().map(|response| response.status);
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 422], "{responses:?}");
    assert_eq!(one.count().await, 1);
}

/// Hold reasons of the lines of an incoming order, by line.
async fn holds(server: &TestApp, header: &str) -> Vec<Value> {
    let path = format!("{CANDIDATES}?externalHeaderId={header}&sort=createdAt");
    let list = server.get(&server.admin, &path).await.json();
    let mut lines = list["items"].as_array().unwrap().clone();
    lines.sort_by_key(|line| line["externalLineId"].to_string());
    lines.iter().map(|line| line["hold"].clone()).collect()
}

/// Each instance plans its line before the other line is committed.
#[tokio::test]
async fn holds_of_lines_that_two_servers_import_together_depend_on_both() {
    let one = TestApp::start().await;
    let other = one.start_second_instance().await;
    let complete = || json!({ "headerLineCount": 2 });
    let incomplete = || json!({ "headerLineCount": 3 });
    // rows of other orders, so that a rejected import reads the database as well; one server imports many
    let import = async |server: &TestApp, header: &str, line: &str, change: &Value| {
        let others = if line == "1" { 1 } else { 60 };
        let others =
            (0..others).map(|number| candidate(&format!("{header}-{line}-{number}"), "1", json!({})));
        let body = bulk(others.chain([candidate(header, line, change.clone())]));
        server.import_bulk("?errorPolicy=row", body).await
    };
    for (number, (changes, expected)) in [
        ([json!({}), json!({ "qty": 0 })], vec![json!("sibling.error"), Value::Null]),
        ([json!({ "qty": 0 }), json!({})], vec![Value::Null, json!("sibling.error")]),
        ([json!({}), json!({ "qty": "many" })], vec![json!("sibling.rejected")]),
        ([json!({ "qty": "many" }), json!({})], vec![json!("sibling.rejected")]),
        ([complete(), complete()], vec![Value::Null, Value::Null]),
        ([incomplete(), incomplete()], vec![json!("header.incomplete"), json!("header.incomplete")]),
    ]
    .into_iter()
    .enumerate()
    {
        let [first, second] = &changes;
        let (together, after) = (format!("T{number}"), format!("A{number}"));
        race_of([&one, &other], import(&one, &together, "1", first), import(&other, &together, "2", second))
            .await;
        import(&one, &after, "1", first).await;
        import(&other, &after, "2", second).await;
        assert_eq!(holds(&one, &after).await, expected, "one after the other: {changes:?}");
        assert_eq!(holds(&one, &together).await, expected, "together: {changes:?}");
    }
}

/// Lists in order of creation are sorted by id.
#[tokio::test]
async fn candidates_are_ordered_by_receipt_across_servers() {
    let one = TestApp::start().await;
    let other = one.start_second_instance().await;
    for (server, day) in [(&one, "Monday"), (&other, "Wednesday"), (&one, "Friday")] {
        let response = server.import(candidate(day, "1", json!({})).to_string()).await;
        assert_eq!(response.status, 201, "{}", response.text);
        one.clock.advance(SignedDuration::from_hours(48));
    }
    let list = one.get(&one.admin, &format!("{CANDIDATES}?sort=createdAt")).await.json();
    let days =
        list["items"].as_array().unwrap().iter().map(|item| item["externalHeaderId"].as_str().unwrap());
    assert_eq!(days.collect::<Vec<_>>(), ["Monday", "Wednesday", "Friday"]);
}

#[tokio::test]
async fn wrong_passwords_are_counted_across_servers() {
    let one = TestApp::start().await;
    one.create_user("Anna", Role::Clerk, &["001"]).await;
    let other = one.start_second_instance().await;
    let guess = async |server: &TestApp| {
        let wrong = json!({ "user": "Anna", "password": "wrong password" });
        let response = send(server.request(Method::POST, "/api/session").json(&wrong)).await;
        assert_eq!(response.status, 401, "{}", response.text);
    };
    for _ in 0..8 {
        guess(&one).await;
    }
    let started = Instant::now();
    guess(&other).await;
    assert!(started.elapsed() >= Duration::from_secs(2), "the ninth is held back wherever it comes");
}

#[tokio::test]
async fn instances_are_listed_with_scope_process_run() {
    let one = TestApp::start().await;
    let other = one.start_second_instance().await;
    one.services.instances.send_heartbeat().await.unwrap();
    other.services.runs.scheduler().tick().await.unwrap();
    let response = one.get(&one.admin, "/api/instances").await;
    assert_eq!(response.status, 200, "{}", response.text);
    let flags =
        |instance: &Value| [&instance["answers"], &instance["leads"]].map(|flags| flags.as_bool().unwrap());
    let instances = response.json()["items"].as_array().unwrap().clone();
    assert_eq!(instances.iter().map(flags).collect::<Vec<_>>(), [[true, false], [false, true]]);
    assert_eq!(instances[0]["clockAheadSeconds"], 0);
    let reader = one.create_token(new_token("Reader", &[Scope::CandidatesRead])).await;
    assert_eq!(one.get(&reader, "/api/instances").await.status, 403);
}
