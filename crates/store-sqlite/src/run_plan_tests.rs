//! Query plans of the statements of runs: none scans a large table, for any number of candidates.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{CandidateId, OrderId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_store::{Chunk, ChunkExtent, HistoryRange, RunScope, RunTarget};
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::sql::scope::OrganisationIds;
use orderdock_store_sql::{Transaction, orders, processing};

use crate::plan_tests::{Traced, filled, plan, whole_tables};

/// Runs the statements of a run over a number of headers, started by the scheduler and by a clerk.
fn execute_run(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Arc<Reference>,
    size: usize,
) {
    for target in [
        RunTarget::Due,
        RunTarget::Open,
        RunTarget::ToValidate { prices_since: jiff::Timestamp::MIN },
        RunTarget::DoneBy(RunId(1)),
    ] {
        processing::gather(transaction, organisations, reference, &target, size).unwrap();
    }
    for chunk in processing::gather(transaction, organisations, reference, &RunTarget::Due, size)
        .unwrap()
        .chunks
        .drain(..1)
    {
        for extent in [ChunkExtent::Listed, ChunkExtent::Headers, ChunkExtent::ListedAndHeaders] {
            let chunk = Chunk { extent, ..chunk.clone() };
            let reference = Arc::clone(reference);
            let loaded =
                processing::load(transaction, &RunScope::of(&OrgScope::All), reference, &chunk).unwrap();
            assert!(!loaded.candidates.is_empty());
        }
    }
    orders::by_id(transaction, organisations, OrderId(1)).unwrap();
    orders::history(transaction, organisations, OrderId(1), HistoryRange::WHOLE).unwrap();
    orders::of_candidates(transaction, organisations, &[CandidateId(1)]).unwrap();
    processing::one(transaction, organisations, RunId(1)).unwrap();
    processing::results(transaction, RunId(1), None, None, 10).unwrap();
    processing::dead(transaction).unwrap();
}

#[tokio::test]
async fn active_runs_use_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let _world = filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let seen = traced.statements(|transaction| {
        processing::active(transaction, &organisations, jiff::Timestamp::MIN).unwrap();
    });
    let sql = seen.iter().find(|sql| sql.contains("FROM run")).unwrap();
    for analysed in [false, true] {
        let steps = plan(connection, sql);
        let searched = steps.iter().filter(|step| step.starts_with("SEARCH run USING INDEX run_"));
        assert_eq!(searched.count(), 2, "{analysed} {steps:#?}");
        assert!(!steps.iter().any(|step| step.starts_with("SCAN run")), "{analysed} {steps:#?}");
        connection.execute_batch("ANALYZE").unwrap();
    }
}

#[tokio::test]
async fn run_statement_count_is_independent_of_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let _world = filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let mut counts = Vec::new();
    for size in [3, 1_000] {
        traced.ran.store(0, Ordering::Relaxed);
        let seen =
            traced.statements(|transaction| execute_run(transaction, &organisations, &reference, size));
        counts.push(traced.ran.load(Ordering::Relaxed));
        // organisations and their settings are few
        let few = ["order_setting", "number_pattern", "FROM organisation"];
        for sql in seen.iter().filter(|sql| !few.iter().any(|small| sql.contains(small))) {
            let steps = plan(connection, sql);
            assert!(whole_tables(&steps).is_empty(), "{sql}\n{steps:#?}");
            // the origin of a request contains whether it was a bulk import, so it is read before the body
            let of_request = steps.iter().find(|step| step.starts_with("SEARCH q "));
            let by_id = |step: &String| step == "SEARCH q USING INTEGER PRIMARY KEY (rowid=?)";
            assert!(of_request.is_none_or(by_id), "{sql}\n{steps:#?}");
        }
    }
    assert_eq!(counts[0], counts[1]);
    assert!(counts[0] > 20, "{counts:?}");
}
