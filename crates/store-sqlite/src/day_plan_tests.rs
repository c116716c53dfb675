//! Query plans of the figures of the day: all use indexes.

use orderdock_domain::access::OrgScope;
use orderdock_store::{DayQuery, DaySpan};
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::sql::scope::OrganisationIds;
use orderdock_store_sql::statistics::day;

use crate::plan_tests::{Traced, filled, plan, whole_tables};

/// Open candidates are read from the index of the status, assigned ones from that of the assignee, orders from that of
/// the creation time.
#[tokio::test]
async fn day_figures_use_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let fixture = filled(&path).await;
    let traced = Traced::open(&path);
    let (connection, transaction) = (&traced.connection, &traced.transaction());
    let reference = ReferenceCache::default().in_snapshot(transaction).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
    let now = fixture.request().received_at;
    let today = DaySpan { begin: now, until: now, end: now };
    let query = DayQuery {
        data_source: None,
        organisation: None,
        assigned: "anna".to_owned(),
        week: now,
        days: vec![today; 2],
    };
    for analysed in [false, true] {
        let seen = traced.statements(|transaction| {
            day::figures(transaction, &organisations, &reference, &query).unwrap();
        });
        let mut plans: Vec<_> = seen.iter().map(|sql| (sql, plan(connection, sql))).collect();
        for (sql, steps) in &plans {
            // `d` are the candidates that an index returns, `o` the orders
            let found = |step: &&&String| step.starts_with("SCAN d") || step.starts_with("SCAN o");
            let whole = whole_tables(steps);
            assert!(whole.iter().all(|step| found(&step)), "{analysed} {sql}\n{steps:#?}");
        }
        for wanted in [
            "SEARCH c USING COVERING INDEX candidate_status (status=?)",
            "SEARCH c USING INDEX candidate_assigned_to (assigned_to=?)",
            "SEARCH o USING INDEX sales_order_created (created_at>? AND created_at<?)",
            "SEARCH o USING COVERING INDEX sales_order_created (created_at>?)",
        ] {
            let before = plans.len();
            plans.retain(|(_, steps)| !steps.iter().any(|step| step == wanted));
            assert!(plans.len() < before, "{analysed} no plan has {wanted}: {plans:#?}");
        }
        connection.execute_batch("ANALYZE").unwrap();
    }
}
