//! Query plans of lists of missing records.

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::ReferenceKind;
use orderdock_domain::ids::OrganisationId;
use orderdock_store::{MissingRecordQuery, MissingRecordSort};
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::sql::scope::OrganisationIds;
use orderdock_store_sql::unresolved::missing_records::list;

use crate::plan_tests::{Traced, filled, plan};

/// Asserts that a list is read in the order of its index and that rows are read only for the page, which is sorted again.
fn assert_read_in_order(
    traced: &Traced,
    organisations: &OrganisationIds,
    query: &MissingRecordQuery,
    wanted: &str,
) {
    let seen = traced.statements(|transaction| {
        list::find(transaction, organisations, query).unwrap();
    });
    let seen = Vec::from_iter(seen);
    let [sql] = seen.as_slice() else { panic!("{seen:?}") };
    let steps = plan(&traced.connection, sql);
    assert!(steps.iter().any(|step| step == wanted), "{wanted} in {sql}\n{steps:#?}");
    let sorts = steps.iter().filter(|step| step.contains("TEMP B-TREE")).count();
    assert_eq!(sorts, 1, "{sql}\n{steps:#?}");
}

#[tokio::test]
async fn missing_records_of_rules_are_read_in_index_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    let reference = ReferenceCache::default().in_snapshot(&traced.transaction()).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    for _analysed in [false, true] {
        for data_source in [None, Some(reference.data_sources[0].id)] {
            let query = MissingRecordQuery {
                data_source,
                open_since: Some(fixture.request().received_at),
                sort: MissingRecordSort::Oldest,
                descending: true,
                limit: 10_001,
                ..MissingRecordQuery::default()
            };
            let wanted = "SEARCH m USING COVERING INDEX missing_record_oldest (oldest_at<?)";
            assert_read_in_order(&traced, &organisations, &query, wanted);
        }
        traced.connection.execute_batch("ANALYZE").unwrap();
    }
}

#[tokio::test]
async fn filters_of_missing_records_are_evaluated_on_the_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    filled(&path).await;
    let traced = Traced::open(&path);
    let reference = ReferenceCache::default().in_snapshot(&traced.transaction()).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let none = MissingRecordQuery::default;
    let filters = [
        none(),
        MissingRecordQuery { kinds: vec![ReferenceKind::Product], ..none() },
        MissingRecordQuery { data_source: Some(reference.data_sources[0].id), ..none() },
        MissingRecordQuery { organisation: Some(OrganisationId(7)), ..none() },
        MissingRecordQuery { external_system: Some("SHOP".to_owned()), ..none() },
        MissingRecordQuery { search: Some("art-7".to_owned()), ..none() },
    ];
    for _analysed in [false, true] {
        for filter in &filters {
            for (sort, index) in [
                (MissingRecordSort::Lines, "missing_record_lines"),
                (MissingRecordSort::Oldest, "missing_record_oldest"),
            ] {
                for descending in [false, true] {
                    let query = MissingRecordQuery { sort, descending, limit: 51, ..filter.clone() };
                    let wanted = format!("SCAN m USING COVERING INDEX {index}");
                    assert_read_in_order(&traced, &organisations, &query, &wanted);
                }
            }
        }
        traced.connection.execute_batch("ANALYZE").unwrap();
    }
}
