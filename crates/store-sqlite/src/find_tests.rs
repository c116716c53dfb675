//! Where counting ends.

use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::Status;
use orderdock_store::conformance::World;
use orderdock_store::{CandidateFilter, CandidateQuery, CandidateSort, Store, Total, Window};

use crate::connection::open_writer;
use crate::records::columns_of;
use crate::{SqliteOptions, SqliteStore};

#[tokio::test]
async fn totals_are_exact_up_to_a_limit_and_by_status_beyond_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let opened = path.clone();
    let world = World::new(Box::new(move || {
        Arc::new(SqliteStore::open(&opened, SqliteOptions::default()).unwrap()) as Arc<dyn Store>
    }))
    .await;
    let scene = world.scene("001").await;
    let mut first = [world.candidate(&scene, "H", "L").await];
    world.import(&mut first).await.unwrap();
    let copy = |count: u32, after: i64| {
        let rest = columns_of!(candidate).trim_start_matches("id, ");
        let columns = format!("{rest}, qty_key, price_key, po_reference_key, header_key, line_key");
        let connection = open_writer(&path, &SqliteOptions::default()).unwrap();
        let sql = format!(
            "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {count})
             INSERT INTO candidate (id, {columns})
             SELECT {after} + n, {columns} FROM number CROSS JOIN (SELECT * FROM candidate LIMIT 1)"
        );
        assert_eq!(connection.execute(&sql, []).unwrap(), usize::try_from(count).unwrap());
        // an import would have counted them
        connection.execute("UPDATE candidate_count SET new = new + ?", [count]).unwrap();
    };
    let total = async |filter: CandidateFilter| {
        let window = Window::Offset(0);
        let query = CandidateQuery {
            filter,
            sort: CandidateSort::CreatedAt,
            descending: true,
            window,
            limit: 1,
            counted: true,
        };
        world.store.find_candidates(OrgScope::All.read(), query).await.unwrap().total
    };
    let of_partner = CandidateFilter { bpartner: Some("G0001".to_owned()), ..CandidateFilter::default() };
    let of_source = CandidateFilter {
        statuses: vec![Status::New],
        data_source: Some(first[0].data_source),
        ..CandidateFilter::default()
    };
    copy(99_999, 10_000_000);
    assert_eq!(total(of_partner.clone()).await, Total { value: 100_000, exact: true });
    copy(1, 20_000_000);
    assert_eq!(total(of_partner).await, Total { value: 100_000, exact: false });
    assert_eq!(total(of_source).await, Total { value: 100_001, exact: true });
}
