//! Query plan of missing records for notification rules.

use orderdock_domain::access::OrgScope;
use orderdock_store::{MissingRecordQuery, MissingRecordSort};
use orderdock_store_sql::missing_records::list;
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::scope::OrganisationIds;

use crate::plan_tests::{Traced, filled, plan};

/// Missing records are read in the order of their oldest lines, up to the limit.
#[tokio::test]
async fn missing_records_of_rules_are_read_in_index_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    for analysed in [false, true] {
        for data_source in [None, Some(reference.data_sources[0].id)] {
            let query = MissingRecordQuery {
                data_source,
                open_since: Some(fixture.request().received_at),
                sort: MissingRecordSort::Oldest,
                descending: true,
                limit: 10_001,
                ..MissingRecordQuery::default()
            };
            let seen = traced.statements(|transaction| {
                list::find(transaction, &organisations, &query).unwrap();
            });
            let seen = Vec::from_iter(seen);
            let [sql] = seen.as_slice() else { panic!("{seen:?}") };
            let steps = plan(connection, sql);
            let wanted = "SEARCH m USING INDEX missing_record_oldest (oldest_at<?)";
            assert!(steps.iter().any(|step| step == wanted), "{analysed} {sql}\n{steps:#?}");
            let is_sorted = |step: &String| step.contains("TEMP B-TREE");
            assert!(!steps.iter().any(is_sorted), "{analysed} {sql}\n{steps:#?}");
        }
        connection.execute_batch("ANALYZE").unwrap();
    }
}
