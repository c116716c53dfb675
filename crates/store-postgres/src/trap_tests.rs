//! Tests that rely on surprising behaviour of PostgreSQL.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_store::{Store, WriteMode};
use tokio_postgres::types::ToSql;

use crate::backend::{OF_KEYS, OF_LISTS, SETTINGS};
use crate::blocking_connection::BlockingConnection;
use crate::doctor::WAL_SETTINGS;
use crate::jobs::{beginning, status_of};
use crate::link::Link;
use crate::testing::fresh_database;
use crate::{PostgresOptions, PostgresStore};

const EXECUTIONS: usize = 12;

/// Executes one statement repeatedly. Returns the numbers of custom and generic plans.
fn plans(settings: &[&str]) -> (String, String) {
    let link = Link::connect(&fresh_database(), "orderdock/test").unwrap();
    for setting in SETTINGS.iter().chain(settings) {
        link.batch(&format!("SET {setting}")).unwrap();
    }
    let statement =
        link.wait(link.prepared("SELECT id FROM candidate WHERE product_id = $1 ORDER BY id")).unwrap();
    for number in 0..EXECUTIONS {
        let product = i64::try_from(number).unwrap();
        let values: [&(dyn ToSql + Sync); 1] = [&product];
        link.wait(link.client.query(&statement, &values)).unwrap();
    }
    let query = "SELECT custom_plans::text, generic_plans::text FROM pg_prepared_statements \
        WHERE statement LIKE 'SELECT id FROM candidate %'";
    let row = link.wait(link.client.query_one(query, &[])).unwrap();
    (row.get(0), row.get(1))
}

/// By default, a generic plan is cached after five executions. For a list, it would be wrong for most values.
#[test]
fn list_statements_use_custom_plans() {
    assert_eq!(plans(&OF_LISTS), (EXECUTIONS.to_string(), "0".to_owned()));
    let (_, generic) = plans(&OF_KEYS);
    assert_ne!(generic, "0", "lookups by key use generic plans");
}

/// By default, a table with only inserts is not vacuumed for a long time, and until then index-only scans do not work.
#[test]
fn large_tables_are_vacuumed_after_inserts() {
    let connection = BlockingConnection::connect(&fresh_database()).unwrap();
    let tables = "SELECT c.relname::text FROM pg_class c WHERE c.relkind IN ('r', 'p') \
        AND c.relnamespace = current_schema()::regnamespace \
        AND array_to_string(c.reloptions, ' ') LIKE '%autovacuum_vacuum_insert_scale_factor%' ORDER BY 1";
    // tables whose lists are read or counted by index-only scans
    let expected = [
        "candidate_cause",
        "candidate_problem",
        "candidate_row",
        "candidate_state",
        "run_result",
        "sales_order",
    ];
    assert_eq!(connection.texts(tables).unwrap(), expected);
}

/// The first change of a page after a checkpoint writes the full page to the log.
#[test]
fn wal_compression_shortens_full_page_images() {
    let connection = BlockingConnection::connect(&fresh_database()).unwrap();
    // rows as wide as a stored candidate, on several hundred pages
    let filled = "DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT n AS id, 'new' AS status, repeat(md5(n::text) || ' ', 12) AS content \
        FROM generate_series(1, 5000) n; CREATE INDEX ON kept (id)";
    let logged = |compression: &str| {
        // recreated, because updated rows would be on few pages
        connection.batch(filled).unwrap();
        connection.batch(&format!("SET wal_compression = {compression}; CHECKPOINT")).unwrap();
        // one row of every page, like scattered changes of status
        let change = "EXPLAIN (ANALYZE, WAL, FORMAT JSON) UPDATE kept SET status = 'error' WHERE id % 17 = 0";
        let summary: serde_json::Value = serde_json::from_str(&connection.text(change).unwrap()).unwrap();
        let figure = |name: &str| summary[0]["Plan"][name].as_u64().unwrap();
        assert!(figure("WAL FPI") > 100, "{summary}");
        figure("WAL Bytes")
    };
    let (whole, short) = (logged("off"), logged("on"));
    assert!(short * 2 < whole, "{short} bytes of {whole}");
    let advice: Vec<_> = [("off", "64MB"), ("off", "8GB"), ("on", "64MB"), ("on", "8GB")]
        .into_iter()
        .map(|(compression, size)| {
            // settings that a session cannot change are replaced in the query
            let query = WAL_SETTINGS.replace("pg_settings", &format!(
                "(VALUES ('wal_compression', '{compression}'), ('max_wal_size', pg_size_bytes('{size}') / 1048576 || '')) \
                 pg_settings (name, setting)"
            ));
            connection.texts(&query).unwrap()
        })
        .collect();
    let both = ["max_wal_size", "wal_compression"];
    assert_eq!(advice, [&both[..], &both[1..], &both[..1], &[]]);
}

/// A server that lost a transaction id assigns it again, and so does a server that never had it.
#[test]
fn transaction_status_is_unknown_on_another_server_or_timeline() {
    let link = Link::connect(&fresh_database(), "orderdock/test").unwrap();
    let system = link.word("SELECT system_identifier FROM pg_control_system()").unwrap();
    let begin = || link.word(&beginning(WriteMode::Shared)).unwrap();
    let status = |number: &str, system: &str| link.word(&status_of(number, system)).unwrap();
    // other tests in the cluster can cause a checkpoint at any time, after which the outcome is unknown
    let finished_transactions = || {
        link.batch("CHECKPOINT").unwrap();
        // moves the position of the log beyond the checkpoint
        link.batch("CREATE TABLE IF NOT EXISTS written (a int); INSERT INTO written VALUES (1)").unwrap();
        let committed = begin();
        link.batch("COMMIT").unwrap();
        let rolled_back = begin();
        link.batch("ROLLBACK").unwrap();
        let seen = [status(&committed, &system), status(&rolled_back, &system)];
        (seen == ["committed", "aborted"]).then_some(committed)
    };
    let committed = (0..200).find_map(|_| finished_transactions()).unwrap();
    assert_eq!(status(&committed, "1"), "elsewhere", "another server");
    let mut parts: Vec<_> = committed.split(' ').collect();
    parts[1] = "0000002A";
    assert_eq!(status(&parts.join(" "), &system), "elsewhere", "another timeline");
    link.batch("CHECKPOINT").unwrap();
    assert_eq!(status(&committed, &system), "elsewhere", "as after a crash");
}

/// A number is drawn when a row is written, and becomes visible with the commit. So the first transaction to draw a
/// number may be the last to commit.
#[tokio::test]
async fn late_commit_is_late_in_the_feed() {
    let address = fresh_database();
    let insert_event = |order: i64| {
        format!(
            "INSERT INTO outbox (org_id, at, events) VALUES (0, clock_timestamp(), \
             E'orderdock.order.voided\\t-\\t-\\t1\\t{order}\\n')"
        )
    };
    let opened = address.clone();
    let blocking = move || {
        let late = BlockingConnection::connect(&opened).unwrap();
        late.batch("BEGIN").unwrap();
        late.batch(&insert_event(1)).unwrap();
        BlockingConnection::connect(&opened).unwrap().batch(&insert_event(2)).unwrap();
        let store: Arc<dyn Store> =
            Arc::new(PostgresStore::open(&opened, PostgresOptions::default()).unwrap());
        (late, store)
    };
    let (late, store) = tokio::task::spawn_blocking(blocking).await.unwrap();
    let summary = async |behind: i64| {
        store.place_events().await.unwrap();
        let scope = OrgScope::All.read();
        let page = store.read(move |tx| tx.read_events(&scope, behind + 1, 10)).await.unwrap();
        let orders = page.commits.iter().flat_map(|commit| commit.events.iter()).map(|(_, order)| order);
        (orders.collect::<Vec<_>>(), page.ends.newest)
    };
    let (first, behind) = summary(0).await;
    assert_eq!(first, [2], "an uncommitted transaction does not block the feed");
    tokio::task::spawn_blocking(move || late.batch("COMMIT").unwrap()).await.unwrap();
    assert_eq!(summary(behind).await.0, [1], "no event is skipped");
    tokio::task::spawn_blocking(move || drop(store)).await.unwrap();
}
