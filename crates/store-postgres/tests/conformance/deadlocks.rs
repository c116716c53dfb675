//! Deadlocks with transactions that Orderdock does not control.

use std::sync::Arc;
use std::time::Duration;

use orderdock_domain::access::OrgScope;
use orderdock_store::WriteMode;
use orderdock_store::conformance::World;
use orderdock_store_postgres::testing::TemplateDatabase;
use orderdock_store_postgres::{BlockingConnection, Postgres};
use orderdock_store_sql::SqlStore;

/// Another transaction locks rows in the opposite order, never checks for a deadlock itself, and changes a candidate: the
/// store's transaction fails, and is run again.
#[tokio::test(flavor = "multi_thread")]
async fn candidates_lost_in_a_deadlock_are_overtaken_and_no_fault() {
    let copy = TemplateDatabase::migrated().copy();
    let address = copy.address.clone();
    let opener = move || Arc::new(SqlStore::<Postgres>::open(&address, super::options()).unwrap()) as Arc<_>;
    let world = World::new(Box::new(opener)).await;
    let scene = world.scene("001").await;
    let candidates = world.header(&scene, "H1", 2).await;
    let (first, last) = (candidates[0].id.0, candidates[1].id.0);
    let change = |id: i64| format!("UPDATE candidate_state SET version = version + 1 WHERE id = {id}");

    let other = BlockingConnection::connect(&copy.address).unwrap();
    other.batch(&format!("SET deadlock_timeout = '10min'; BEGIN; {}", change(last))).unwrap();
    let run = world.running(OrgScope::All).await;
    let chunk = world.chunk(run, vec![world.order(&scene, &candidates)]).await;
    let store = Arc::clone(&world.store);
    let commit = tokio::spawn(async move {
        store.write(WriteMode::Shared, chunk.row_count(), move |tx| tx.commit_chunk(&chunk)).await
    });
    let watch = BlockingConnection::connect(&copy.address).unwrap();
    let waiting = "SELECT count(*)::text FROM pg_stat_activity \
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while watch.figure(waiting).unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    other.batch(&change(first)).unwrap();
    other.batch("COMMIT").unwrap();

    let deadlocks = "SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()";
    let outcome = commit.await.unwrap().unwrap();
    assert_eq!((outcome.counts.orders, outcome.counts.processed, outcome.counts.failed), (0, 0, 0));
    assert_eq!(outcome.overtaken, [candidates[0].id, candidates[1].id]);
    // a connection reports its statistics some time after its transaction
    while watch.figure(deadlocks).unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
