//! Two instances on one database with concurrent equal requests, and one instance with many senders.

use crate::{
    postgres::{TestDatabase, start},
    postgres_faults::demo,
    postgres_ledger::Senders,
    running::{Server, printed, ready_within, signal, status_and_body, within_a_second},
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    path::Path,
    time::{Duration, Instant},
};

const BULK: &str = "/api/sales/order/candidates/bulk";
const SINGLE: &str = "/api/sales/order/candidates";
const PARTNERS: usize = 60;
/// Minimum number of connections of an instance: one for all reads and writes, one for heartbeats.
const FEW: i64 = 2;

/// Starts a demo and a second instance on its database.
fn start_two(folder: &Path, database: &TestDatabase) -> ([Server; 2], String) {
    let (first, token) = demo(folder, &database.url, &["--accept-data-loss"]);
    let serve = ["serve", "--data-dir", "d", "--scheduler", "false", "--attachments-shared"];
    ([first, start(folder, &serve, database, "127.0.0.1:0")], token)
}

/// Returns a row that creates a partner with a location and a contact, and a product.
fn row(round: usize, sender: usize, partner: usize) -> Value {
    let advise = json!({"ifNotExists": "CREATE", "ifExists": "DONT_UPDATE"});
    json!({
        "bpartner": {
            "bpartner": {"code": format!("N{round}-{partner}"), "name": format!("New {partner}"), "group": "Standard"},
            "location": {"externalId": format!("L{partner}"), "address1": "Am Kai 1", "city": "Emden", "countryCode": "DE"},
            "syncAdvise": advise,
        },
        "product": {
            "code": format!("N{round}-{}", PARTNERS - partner), "name": "New", "type": "ITEM", "priceStd": 2.5,
            "uomCode": "PCE", "syncAdvise": advise,
        },
        "qty": 1, "uomCode": "PCE", "pricingSystemCode": "Testpreise Kunden", "dateRequired": "2030-01-15",
        "poReference": "P", "externalHeaderId": format!("N{round}-{sender}-{partner}"), "externalLineId": "1",
    })
}

#[tokio::test]
async fn concurrent_imports_in_opposite_orders_create_each_record_once() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (servers, token) = start_two(folder.path(), &database);
    for round in 0..4 {
        let sent = (0..4).map(|sender| {
            let mut rows: Vec<_> = (0..PARTNERS).map(|partner| row(round, sender, partner)).collect();
            if sender % 2 == 1 {
                rows.reverse();
            }
            let request = servers[sender / 2].post(BULK, &json!({ "requests": rows }));
            request.header("Authorization", &token).send()
        });
        for response in join_all(sent).await {
            let response = response.unwrap();
            let status = response.status().as_u16();
            assert_eq!(status, 201, "{}", response.text().await.unwrap());
        }
        let connection = database.connect();
        for (kind, table) in [("partners", "bpartner"), ("products", "product")] {
            let count = |expression: &str| {
                format!("SELECT count({expression}) FROM {table} WHERE code LIKE 'N{round}-%'")
            };
            let figures = (count("*"), count("DISTINCT code"));
            let figures = (connection.figure(&figures.0).unwrap(), connection.figure(&figures.1).unwrap());
            assert_eq!(figures, (60, 60), "{kind} of round {round}");
        }
    }
}

#[tokio::test]
async fn same_idempotency_key_at_two_instances_runs_once() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (servers, token) = start_two(folder.path(), &database);
    for round in 0..8 {
        let body = row(9, round, 0);
        let key = format!("key-{round}");
        let mut waiting: Vec<_> = (0..6).map(|sender| &servers[sender % 2]).collect();
        let mut bodies = BTreeSet::new();
        while !waiting.is_empty() {
            let sent = waiting.iter().map(|server| {
                let request = server.post(SINGLE, &body).header("Authorization", &token);
                request.header("Idempotency-Key", &key).send()
            });
            let responses = join_all(sent).await;
            let mut again = Vec::new();
            for (server, response) in waiting.into_iter().zip(responses) {
                let response = response.unwrap();
                let status = response.status().as_u16();
                // the instance that processes the request responds 409, so the request is repeated
                if status == 409 {
                    assert!(response.headers().contains_key("Retry-After"));
                    again.push(server);
                } else {
                    bodies.insert((status, response.text().await.unwrap()));
                }
            }
            waiting = again;
        }
        assert_eq!(bodies.len(), 1, "one answer, byte for byte: {bodies:?}");
        assert_eq!(bodies.first().unwrap().0, 201);
        let made = format!("SELECT count(*) FROM candidate WHERE external_header_id = 'N9-{round}-0'");
        assert_eq!(database.connect().figure(&made).unwrap(), 1);
    }
}

/// PostgreSQL ends the open transaction of a paused instance; its response after resuming is correct.
#[tokio::test]
async fn stopped_instance_does_not_block_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (servers, token) = start_two(folder.path(), &database);
    for round in ["one", "two", "three"] {
        let senders = Senders::to(servers.iter().collect(), &token, round, 8);
        let sleeping = async {
            senders.more(20).await;
            signal(servers[0].process_id(), "-STOP");
            senders.more(40).await;
            signal(servers[0].process_id(), "-CONT");
            senders.more(40).await;
        };
        let (mut ledger, ()) = senders.send_during(sleeping).await;
        eprintln!("{round}: {}", ledger.summary());
        ledger.check(&database.connect());
        senders.settle(&mut ledger).await;
        ledger.check(&database.connect());
    }
    for server in &servers {
        ready_within(server, Duration::from_secs(30)).await;
    }
}

#[tokio::test]
async fn few_connections_serve_200_senders() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let few = FEW.to_string();
    let options = ["--accept-data-loss", "--database-connections", &few];
    let (server, token) = demo(folder.path(), &database.url, &options);
    let mut senders = Senders::to(vec![&server], &token, "many", 200);
    // a token can send at most eight bulks at a time
    senders.accepted_rejections = &[429, 503];
    let (mut ledger, maximum) = senders
        .send_during(async {
            senders.more(600).await;
            let held = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
                    AND application_name LIKE 'orderdock/%' AND pid <> pg_backend_pid()";
            database.connect().figure(held).unwrap()
        })
        .await;
    eprintln!("{}, over {maximum} connections", ledger.summary());
    assert!(maximum <= FEW, "{maximum} connections");
    ledger.check(&database.connect());
    senders.settle(&mut ledger).await;
    ledger.check(&database.connect());
    ready_within(&server, Duration::from_secs(30)).await;
}

#[tokio::test]
async fn long_request_with_same_key_is_reported_as_running() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (server, token) = demo(folder.path(), &database.url, &["--accept-data-loss"]);
    let sent = json!({ "requests": [row(1, 1, 1)] });
    let post = |key: &str| {
        let request = server.post(BULK, &sent).header("Authorization", &token).header("Idempotency-Key", key);
        request.send()
    };
    assert_eq!(post("first").await.unwrap().status(), 201);
    let other = database.connect();
    other.batch("BEGIN; UPDATE idempotency SET key = 'second' WHERE key = 'first'").unwrap();
    let started = Instant::now();
    let response = post("second").await.unwrap();
    assert!(started.elapsed() >= Duration::from_secs(5), "it may have an answer in a moment");
    assert_eq!((response.status().as_u16(), response.headers()["retry-after"].to_str().unwrap()), (409, "1"));
    let response = response.json::<Value>().await.unwrap();
    assert_eq!(response["errors"][0]["code"], "idempotency.running", "{response}");
    other.batch("COMMIT").unwrap();
    let replayed = post("second").await.unwrap();
    assert_eq!(
        (replayed.status().as_u16(), &replayed.headers()["idempotency-replayed"]),
        (201, &"true".parse().unwrap())
    );
}

/// Each process caches the tokens that it has checked.
#[tokio::test]
async fn revoked_token_is_rejected_by_every_instance_within_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (servers, _) = start_two(folder.path(), &database);
    let of_database = ["--database", &database.url];
    let create = ["token", "create", "--name", "shop", "--scope", "candidates:read"];
    let token = printed(folder.path(), &[&create[..], &of_database].concat());
    let token = token.trim();
    let responses = async || {
        let requests = servers.iter().map(|server| server.get(SINGLE).header("Authorization", token).send());
        let mut results = Vec::new();
        for response in join_all(requests).await {
            let (status, body) = status_and_body(response).await;
            results.push((status, body["errors"][0]["code"].as_str().unwrap_or_default().to_owned()));
        }
        results
    };
    assert_eq!(responses().await, vec![(200, String::new()); 2]);
    printed(folder.path(), &[&["token", "revoke", &token[3..13]][..], &of_database].concat());
    let revoked = vec![(401, "token.revoked".to_owned()); 2];
    within_a_second("it is dead at both", async || responses().await == revoked).await;
}

/// Failed sign-ins of all instances delay an attempt; up to five failures at each instance alone would cause no delay.
#[tokio::test]
async fn sign_in_attempts_are_counted_across_instances() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::empty();
    let (servers, _) = start_two(folder.path(), &database);
    let attempt = async |number: usize| {
        let wrong = json!({ "user": "nobody", "password": format!("guess {number}") });
        let rejected = servers[number % 2].post("/api/session", &wrong).send().await.unwrap();
        assert_eq!(rejected.status(), 401);
    };
    for number in 0..8 {
        attempt(number).await;
    }
    let started = Instant::now();
    attempt(8).await;
    assert!(started.elapsed() >= Duration::from_secs(2), "{:?}", started.elapsed());
}
