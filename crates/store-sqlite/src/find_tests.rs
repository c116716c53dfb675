//! Tests the limits of counting, and the numbers of found candidates.

use std::path::Path;
use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::ids::{CandidateId, RunId};
use orderdock_domain::processing::RunOutcomeKind;
use orderdock_store::conformance::Fixture;
use orderdock_store::{
    CandidateFilter, CandidatePosition, CandidateQuery, CandidateSort, PageStart, Store, Total,
};
use orderdock_store_sql::records::TableRecord as _;
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::sql::scope::OrganisationIds;
use orderdock_store_sql::{candidates::count, candidates::find, candidates::headers};

use crate::connection::open_writer;
use crate::plan_tests::{Traced, plan};
use crate::{SqliteOptions, SqliteStore};

#[tokio::test]
async fn totals_above_the_limit_are_estimated_by_status() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let opened = path.clone();
    let fixture = Fixture::new(Box::new(move || {
        Arc::new(SqliteStore::open(&opened, SqliteOptions::default()).unwrap()) as Arc<dyn Store>
    }))
    .await;
    let scene = fixture.scene("001").await;
    let mut first = [fixture.candidate(&scene, "H", "L").await];
    fixture.import(&mut first).await.unwrap();
    let total = async |filter: CandidateFilter| {
        let window = PageStart::Offset(0);
        let query = CandidateQuery {
            filter,
            sort: CandidateSort::CreatedAt,
            descending: true,
            window,
            limit: 1,
            counted: true,
            count_all: false,
            now: fixture.request().received_at,
        };
        fixture.store.find_candidates(OrgScope::All.read(), query).await.unwrap().total
    };
    let of_partner = CandidateFilter { bpartner: Some("G0001".to_owned()), ..CandidateFilter::default() };
    let of_source = CandidateFilter {
        statuses: vec![Status::New],
        data_source: Some(first[0].data_source),
        ..CandidateFilter::default()
    };
    copy(&path, 99_999, 10_000_000);
    assert_eq!(total(of_partner.clone()).await, Total { value: 100_000, exact: true });
    copy(&path, 1, 20_000_000);
    assert_eq!(total(of_partner).await, Total { value: 100_000, exact: false });
    assert_eq!(total(of_source).await, Total { value: 100_001, exact: true });
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "100,000 candidates, made once")]
async fn many_matching_candidates_are_read_in_batches() {
    const MANY: u32 = 100_001;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    let opened = path.clone();
    let fixture = Fixture::new(Box::new(move || {
        Arc::new(SqliteStore::open(&opened, SqliteOptions::default()).unwrap()) as Arc<dyn Store>
    }))
    .await;
    let scene = fixture.scene("001").await;
    let mut first = [fixture.candidate(&scene, "H", "L").await];
    fixture.import(&mut first).await.unwrap();
    copy(&path, MANY - 1, 10_000_000);
    let run = RunId(7);
    open_writer(&path, &SqliteOptions::default())
        .unwrap()
        .execute(
            "INSERT INTO run_result (run_id, candidate_id, outcome)
             SELECT ?, id, CASE id % 1000 WHEN 0 THEN 'failed' ELSE 'ordered' END FROM candidate",
            [run.0],
        )
        .unwrap();
    let traced = Traced::open(&path);
    let reference = ReferenceCache::default().in_snapshot(&traced.transaction()).unwrap();
    let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);

    // headers are counted within the scope of the caller
    for scope in [OrgScope::All, OrgScope::These(vec![scene.organisation.id])] {
        let query = CandidateQuery {
            filter: CandidateFilter::default(),
            sort: CandidateSort::CreatedAt,
            descending: false,
            window: PageStart::Offset(0),
            limit: 1,
            counted: true,
            count_all: false,
            now: fixture.request().received_at,
        };
        let seen = OrganisationIds::readable(&scope.read(), &reference);
        let page = headers::find(&traced.transaction(), &seen, Arc::clone(&reference), &query).unwrap();
        assert_eq!((page.headers[0].counts.new, page.total), (100_001, Total { value: 1, exact: false }));
        let query = CandidateQuery { count_all: true, ..query };
        let page = headers::find(&traced.transaction(), &seen, Arc::clone(&reference), &query).unwrap();
        assert_eq!(page.total, Total { value: 1, exact: true });
    }

    let begins = CandidateFilter { search: Some("h".to_owned()), ..CandidateFilter::default() };
    let mut counts = None;
    let counting = traced.statements(|transaction| {
        counts =
            Some(count::by_status(transaction, &organisations, &begins, jiff::civil::Date::MIN).unwrap());
    });
    let counts = counts.unwrap();
    assert_eq!(counts.all, Total { value: 100_000, exact: false });
    assert_eq!(counts.new, Total { value: 30_000, exact: false });

    let in_run = |outcome| CandidateFilter { run: Some(run), outcome, ..CandidateFilter::default() };
    let list = |filter: CandidateFilter| {
        let mut found = None;
        let query = CandidateQuery {
            filter,
            sort: CandidateSort::CreatedAt,
            descending: true,
            window: PageStart::Offset(1),
            limit: 2,
            counted: true,
            count_all: false,
            now: fixture.request().received_at,
        };
        let seen = traced.statements(|transaction| {
            found = Some(find::find(transaction, &organisations, Arc::clone(&reference), &query).unwrap());
        });
        let page = found.unwrap();
        // the copied candidates have no content, so they can only be positions
        let ids = [page.previous, page.next].map(|position| position.unwrap().id.0);
        (ids, page.total, seen)
    };
    let (ids, total, walk) = list(in_run(None));
    assert_eq!((ids, total.exact), ([10_099_999, 10_099_998], false));
    let (ids, total, failed) = list(in_run(Some(RunOutcomeKind::Failed)));
    assert_eq!((ids, total.exact), ([10_099_000, 10_098_000], true));

    // in the order of ids, up to the counted number of rows are read and sorted, at any position of the list
    let halve = "UPDATE candidate SET po_reference = 'Half', po_reference_key = 'half' WHERE id % 2 = 0";
    traced.connection.execute_batch(halve).unwrap();
    let half = CandidateFilter { po_reference: Some("Half".to_owned()), ..CandidateFilter::default() };
    for filter in [half.clone(), CandidateFilter { statuses: vec![Status::New], ..half }] {
        let (ids, total, known) = list(filter.clone());
        assert_eq!((ids, total), ([10_099_998, 10_099_996], Total { value: 50_000, exact: true }));
        assert!(!known.iter().any(|sql| sql.contains("OFFSET")), "{known:#?}");
        let at = |id: i64| CandidatePosition { key: String::new(), id: CandidateId(id) };
        for (window, descending, ids) in [
            (PageStart::After(at(10_050_001)), true, [Some(10_050_000), Some(10_049_998)]),
            (PageStart::After(at(10_050_000)), false, [Some(10_050_002), Some(10_050_004)]),
            (PageStart::Before(at(10_050_000)), true, [Some(10_050_004), Some(10_050_002)]),
            (PageStart::Before(at(10_000_003)), false, [None, Some(10_000_002)]),
            (PageStart::Offset(49_999), false, [Some(10_100_000), None]),
        ] {
            let sort = CandidateSort::CreatedAt;
            let query = CandidateQuery {
                filter: filter.clone(),
                sort,
                descending,
                window,
                limit: 2,
                counted: true,
                count_all: false,
                now: fixture.request().received_at,
            };
            let transaction = traced.transaction();
            let page = find::find(&transaction, &organisations, Arc::clone(&reference), &query).unwrap();
            assert_eq!(
                [page.previous, page.next].map(|position| position.map(|one| one.id.0)),
                ids,
                "{query:?}"
            );
        }
    }

    for analysed in [false, true] {
        for (statements, wanted, index) in [
            (&counting, "GROUP BY c.status", "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)"),
            (&walk, "FROM run_result r", "SEARCH r USING PRIMARY KEY (run_id=?)"),
            (
                &failed,
                "SELECT '', id FROM",
                "SEARCH run_result USING COVERING INDEX run_result_outcome (run_id=? AND outcome=?)",
            ),
        ] {
            let sql = statements.iter().find(|sql| sql.contains(wanted)).unwrap();
            let steps = plan(&traced.connection, sql);
            assert!(steps.iter().any(|step| step.starts_with(index)), "{analysed} {sql}\n{steps:#?}");
            let sorted = steps.iter().any(|step| step.contains("ORDER BY"));
            assert!(!sorted, "{analysed} {sql}\n{steps:#?}");
        }
        traced.connection.execute_batch("ANALYZE").unwrap();
    }
}

/// Copies the first candidate `count` times, with ids after `after`.
fn copy(path: &Path, count: u32, after: i64) {
    let columns = Candidate::TABLE.written().filter(|column| *column != "id").collect::<Vec<_>>().join(", ");
    let connection = open_writer(path, &SqliteOptions::default()).unwrap();
    let sql = format!(
        "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {count})
         INSERT INTO candidate (id, {columns})
         SELECT {after} + n, {columns} FROM number CROSS JOIN (SELECT * FROM candidate LIMIT 1)"
    );
    assert_eq!(connection.execute(&sql, []).unwrap(), usize::try_from(count).unwrap());
    // the counters that an import would have updated
    connection.execute("UPDATE candidate_count SET new = new + ?", [count]).unwrap();
}
