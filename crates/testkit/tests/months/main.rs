//! The service on tables partitioned by month, over a year that a test clock simulates.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::sync::atomic::{AtomicBool, Ordering};

use jiff::SignedDuration;
use orderdock_testkit::reqwest::Method;
use orderdock_testkit::{CANDIDATES, HttpResponse, TestApp, TestEngine, bulk, candidate, send};
use serde_json::{Value, json};

/// Months of the simulated year. It starts in November, so that the calendar year changes.
const MONTHS: [&str; 13] = [
    "202611", "202612", "202701", "202702", "202703", "202704", "202705", "202706", "202707", "202708",
    "202709", "202710", "202711",
];
const TABLES: [&str; 4] = ["candidate_row", "candidate_state", "candidate_content", "candidate_history"];

async fn partitioned_app() -> TestApp {
    let app = TestApp::start_on(TestEngine::Postgres).await;
    app.database.partition_by_month();
    expire_reserved_ids(&app);
    app
}

/// Advances the clock until the reserved ids have expired, which takes a second.
fn expire_reserved_ids(app: &TestApp) {
    app.clock.advance(SignedDuration::from_secs(2));
}

/// Advances the clock by 30.4 days, which never skips a month from 20 November on, and runs the maintenance.
async fn next_month(app: &TestApp) {
    app.clock.advance(SignedDuration::from_mins(60 * 730));
    app.services.create_partitions().await.unwrap();
}

async fn import(app: &TestApp, header: &str) -> i64 {
    let lines = ["1", "2"].map(|line| candidate(header, line, json!({})));
    let response = app.import_bulk("", bulk(lines)).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let listed = app.get(&app.admin, &format!("{CANDIDATES}?externalHeaderId={header}")).await.json();
    assert_eq!(listed["items"].as_array().unwrap().len(), 2, "{listed}");
    listed["items"][0]["id"].as_i64().unwrap()
}

async fn all(app: &TestApp, query: &str) -> Vec<Value> {
    let response = app.get(&app.admin, &format!("{CANDIDATES}?limit=100{query}")).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json()["items"].as_array().unwrap().clone()
}

async fn run(app: &TestApp, filter: &Value) -> Value {
    let request = app.request(Method::POST, &format!("{CANDIDATES}/process"));
    let request = request.header("Authorization", &app.admin).header("Prefer", "wait=60");
    let body = json!({ "selection": { "filter": filter } });
    let run = send(request.header("Content-Type", "application/json").body(body.to_string())).await;
    assert_eq!(run.json()["state"], "done", "{}", run.text);
    run.json()
}

async fn one(app: &TestApp, id: i64) -> HttpResponse {
    app.get(&app.admin, &format!("{CANDIDATES}/{id}")).await
}

fn partitions(app: &TestApp, table: &str) -> Vec<String> {
    let partitions = format!(
        "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = '{table}'::regclass ORDER BY 1"
    );
    app.database.connect().texts(&partitions)
}

/// Returns the number of rows of a partition.
fn row_count(app: &TestApp, part: &str) -> i64 {
    app.database.figure(&format!("SELECT count(*) FROM {part}"))
}

#[tokio::test]
async fn candidates_of_a_year_are_listed_and_processed() {
    let app = TestApp::start_on(TestEngine::Postgres).await;
    let mut ids = vec![import(&app, "BEFORE").await];
    app.database.partition_by_month();
    expire_reserved_ids(&app);
    for (number, month) in MONTHS.iter().enumerate() {
        if number > 0 {
            next_month(&app).await;
        }
        ids.push(import(&app, &format!("M{month}")).await);
        assert!(ids.last().unwrap().to_string().starts_with(month), "{ids:?}");
        // partitioning is idempotent
        app.services.create_partitions().await.unwrap();
        app.database.partition_by_month();
    }
    assert!(ids.is_sorted());
    for table in TABLES {
        let partitions = partitions(&app, table);
        assert_eq!(partitions.len(), 1 + MONTHS.len() + 2, "{partitions:?}");
        assert_eq!(partitions.last().unwrap(), &format!("{table}_before"));
        assert_eq!(partitions[partitions.len() - 2], format!("{table}_2028_01"));
    }
    for part in partitions(&app, "candidate_content") {
        let expected = if part.ends_with("2027_12") || part.ends_with("2028_01") { 0 } else { 2 };
        assert_eq!(row_count(&app, &part), expected, "{part}");
    }
    // lists cover all months in both directions
    let listed = all(&app, "").await;
    assert_eq!(listed.len(), 2 * ids.len());
    assert!(listed.is_sorted_by_key(|item| item["id"].as_i64().unwrap()));
    for sort in ["createdAt", "dateRequired", "-price", "qty", "poReference", "bpartner", "status"] {
        assert_eq!(all(&app, &format!("&sort={sort}")).await.len(), listed.len(), "{sort}");
    }
    assert_eq!(app.count().await, listed.len() as u64);
    // corrections work in the first month and in the partition before it
    for id in &ids[..2] {
        let read = one(&app, *id).await;
        let change = json!({ "override": { "qty": 7 } });
        let changed = app.patch(&app.admin, &format!("{CANDIDATES}/{id}"), read.header("etag"), change).await;
        assert_eq!((changed.status, &changed.json()["qty"]), (200, &json!(7)), "{}", changed.text);
    }
    // a repeated import is unchanged
    let again = app.import_bulk("", bulk(["1", "2"].map(|line| candidate("M202701", line, json!({}))))).await;
    assert_eq!((again.status, again.text.matches("unchanged").count()), (200, 2), "{}", again.text);
    let done = run(&app, &json!({ "status": "new" })).await;
    assert_eq!(done["counts"]["processed"], json!(listed.len()), "{done}");
    assert_eq!(all(&app, "&status=processed").await.len(), listed.len());
    let history = app.get(&app.admin, &format!("{CANDIDATES}/{}/history", ids[0])).await;
    assert!(history.text.contains("processed"), "{}", history.text);
}

#[tokio::test]
async fn concurrent_writes_succeed_while_partitions_are_created() {
    let one = TestApp::start_on(TestEngine::Postgres).await;
    let other = one.start_second_instance().await;
    let stop = AtomicBool::new(false);
    let write = async |app: &TestApp, name: &str| {
        let mut written = 0_u64;
        while !stop.load(Ordering::Relaxed) {
            import(app, &format!("{name}{written}")).await;
            all(app, "&sort=qty").await;
            written += 1;
        }
        written
    };
    let create_partitions = async {
        let database = one.database.clone();
        // both instances start at once, and one of them creates the partitions
        let both = [database.clone(), database]
            .map(|database| tokio::task::spawn_blocking(move || database.partition_by_month()));
        for task in both {
            task.await.unwrap();
        }
        for _ in 0..3 {
            one.clock.advance(SignedDuration::from_mins(60 * 730));
            let (first, second) =
                tokio::join!(one.services.create_partitions(), other.services.create_partitions());
            first.and(second).unwrap();
        }
        stop.store(true, Ordering::Relaxed);
    };
    let (first, second, ()) = tokio::join!(write(&one, "A"), write(&other, "B"), create_partitions);
    assert!(first > 0 && second > 0);
    assert_eq!(one.count().await, 2 * (first + second));
    assert_eq!(partitions(&one, "candidate_row").len(), 1 + 4 + 2);
    expire_reserved_ids(&one);
    let now = import(&one, "NOW").await;
    assert!(now.to_string().starts_with("202702"), "{now}");
}

#[tokio::test]
async fn ids_above_the_range_of_a_month_use_the_next_month() {
    let app = partitioned_app().await;
    let first = import(&app, "FIRST").await;
    let counter = |id: i64| format!("UPDATE counter SET value = {id} WHERE name = 'id'");
    // into the next month, past the last partition, and past the twelfth month
    for start in [202_611_999_999_990, 202_612_999_999_990, 202_705_999_999_990, 202_712_999_999_990] {
        app.database.change(&counter(start));
        expire_reserved_ids(&app);
        let id = import(&app, &format!("F{start}")).await;
        assert!(id > first && id >= start, "{id}");
        app.services.create_partitions().await.unwrap();
        expire_reserved_ids(&app);
        let again = import(&app, &format!("G{start}")).await;
        assert!(again > id, "ids never go back: {id} {again}");
        let next = partitions(&app, "candidate_row");
        assert!(next.len() > 3, "{next:?}");
    }
    assert_eq!(app.count().await, 18);
    for table in TABLES {
        let last = partitions(&app, table);
        assert_eq!(last[last.len() - 2], format!("{table}_2028_02"), "{last:?}");
    }
}

/// Returns the documented statements for archiving November 2026.
fn archive_statements() -> String {
    let documented = include_str!("../../../../docs/scaling.md");
    documented.split("```sql\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap().to_owned()
}

#[tokio::test]
async fn oldest_month_can_be_archived() {
    let app = partitioned_app().await;
    let old = import(&app, "OLD").await;
    run(&app, &json!({ "status": "new" })).await;
    let faulty = app.import(candidate("FAULTY", "1", json!({ "qty": 0 })).to_string()).await;
    assert!(faulty.text.contains("qty.not_positive"), "{}", faulty.text);
    next_month(&app).await;
    let young = import(&app, "YOUNG").await;
    let doctor = async |app: &TestApp| {
        let address = app.database.connect().text("SELECT current_database()::text");
        tokio::task::spawn_blocking(move || doctor_findings(&address)).await.unwrap()
    };
    assert_eq!(doctor(&app).await, [""; 0]);
    app.database.change(&archive_statements());
    assert_eq!(doctor(&app).await, [""; 0]);
    for path in ["", "/history", "/request"] {
        let response = app.get(&app.admin, &format!("{CANDIDATES}/{old}{path}")).await;
        assert_eq!(response.status, 404, "{path} {}", response.text);
    }
    assert_eq!(one(&app, young).await.status, 200);
    assert_eq!((all(&app, "").await.len(), app.count().await), (2, 2));
    assert_eq!(row_count(&app, "candidate_row_2026_11"), 3, "they are there as they were");
    // orders are complete
    let orders = app.get(&app.admin, "/api/sales/order").await.json();
    let order = format!("/api/sales/order/{}", orders["items"][0]["salesOrderId"].as_str().unwrap());
    let read = app.get(&app.admin, &order).await;
    assert_eq!((read.status, read.json()["lineCount"].clone()), (200, json!(2)), "{}", read.text);
    let void = app.post(&app.admin, &format!("{order}/void"), "{}").await;
    assert_eq!((void.status, void.text.contains("order.archived")), (409, true), "{}", void.text);
    // a repeated import of an archived line is rejected
    for body in [candidate("OLD", "1", json!({})), candidate("OLD", "2", json!({ "qty": 6 }))] {
        let again = app.import(body.to_string()).await;
        assert_eq!((again.status, again.text.contains("identity.archived")), (409, true), "{}", again.text);
    }
    let more = app.import(candidate("OLD", "3", json!({})).to_string()).await;
    assert_eq!(more.status, 201, "{}", more.text);
    // attached partitions are visible again
    for table in TABLES {
        app.database.change(&format!(
            "ALTER TABLE {table} ATTACH PARTITION {table}_2026_11 FOR VALUES FROM (202611000000000) TO (202612000000000)"
        ));
    }
    let again = app.import(candidate("OLD", "1", json!({})).to_string()).await;
    assert_eq!((again.status, again.text.contains("unchanged")), (200, true), "{}", again.text);
    assert_eq!(one(&app, old).await.status, 200);
}

/// Returns the doctor's findings about candidates and identities.
fn doctor_findings(name: &str) -> Vec<String> {
    let address = orderdock_store_postgres::testing::cluster().with_database(name);
    let now = "2026-12-20T00:00:00Z".parse().unwrap();
    let findings = orderdock_store_postgres::examine(&address, 11, now).unwrap();
    findings
        .into_iter()
        .map(|finding| finding.fault)
        .filter(|fault| fault.contains("candidate") || fault.contains("identit"))
        .collect()
}
