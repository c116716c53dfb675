//! Query plans with 100,000 candidates: no statement may scan a large table.

use std::cell::RefCell;
use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{HoldReason, ReferenceKind, Status};
use orderdock_domain::ids::{CandidateId, RequestId, RunId};
use orderdock_domain::problem::ProblemCode;
use orderdock_domain::processing::RunOutcomeKind;
use orderdock_store::conformance::Fixture;
use orderdock_store::{
    AssigneeFilter, CandidateFilter, CandidatePosition, CandidateQuery, CandidateSort, CustomerWaitFilter,
    MissingRecordQuery, MissingRecordSort, OrderFilter, OrderQuery, PageStart, StoreResult,
};
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::sql::scope::OrganisationIds;
use orderdock_store_sql::sql::template::Sql as _;
use orderdock_store_sql::{
    Dialect, Outbox, Prepared, Row, SqlValue, StatementValues, Transaction, WriteStatement,
    candidates::count, candidates::find, candidates::headers, candidates::hold_groups,
    candidates::problem_groups, maintenance::examine, orders, statements, statistics::intake,
    unresolved::missing_records,
};
use serde_json::Value;
use tokio_postgres::types::Type;

use crate::backend::{OF_KEYS, OF_LISTS};
use crate::blocking_connection::BlockingConnection;
use crate::dialect::PostgresDialect;
use crate::link::{Link, parameter_types};
use crate::plan_filling::{CANDIDATES, FILLED, TableLayout, filled};
use crate::transaction::PostgresTransaction;

/// Permitted scans: a table or a part of the statement, and the reason. `doctor` may scan everything.
const EXCEPTIONS: [(&str, &str); 14] = [
    ("country", "Small kinds are loaded whole, and kept."),
    ("currency", "Small kinds are loaded whole, and kept."),
    (
        "FROM candidate_problem p JOIN candidate_state c",
        "The figures count the problems of all that is in error.",
    ),
    ("FROM request r JOIN request_origin g", "The list goes back from the newest until it has enough."),
    ("FROM webhook_delivery WHERE status = 'waiting' GROUP BY", "The figures count all that waits."),
    ("UPDATE webhook_delivery SET tries = 0", "All waiting deliveries of a webhook are reset."),
    ("FROM webhook_delivery ORDER BY id LIMIT", "Old rows are removed from the beginning in batches."),
    (
        "WHERE position IS NOT NULL ORDER BY position LIMIT",
        "Old rows are removed from the beginning in batches.",
    ),
    (
        "FROM notification_message WHERE ($2::bigint = 1",
        "The list goes back from the newest until it has enough.",
    ),
    (
        "undone_by FROM run WHERE ($2::bigint IS NULL",
        "The list goes back from the newest until it has enough.",
    ),
    ("notification_rule_pkey", "Rules are few, and counted."),
    ("notification_rule", "Rules are few, and shown all."),
    ("user", "Administrators list all users."),
    (
        "FROM saved_view v JOIN \"user\" u ON u.id = v.owner_id WHERE v.shared",
        "Users see all views that are shared.",
    ),
];
/// Partial indexes with few rows (waiting, open or failed ones, and drafts with a job); they may be scanned.
const OF_FEW: [&str; 8] = [
    "import_draft_working",
    "outbox_waiting",
    "notification_sending_due",
    "run_open",
    "run_failed",
    "sales_order_waiting",
    "candidate_error_bpartner",
    "candidate_open_price",
];

/// Returns whether an index has few rows, including the indexes of rows in error and of open rows in partitions.
fn is_of_few(index: &str) -> bool {
    let ends = ["_bpartner_id_id_idx", "_status_coalesce_id_idx"];
    OF_FEW.contains(&index)
        || index.starts_with("candidate_state_") && ends.iter().any(|end| index.ends_with(end))
}

/// Returns the steps of a plan, outermost first.
fn steps(plan: &Value) -> Vec<Value> {
    fn collect(step: &Value, steps: &mut Vec<Value>) {
        steps.push(step.clone());
        for inner in step["Plans"].as_array().into_iter().flatten() {
            collect(inner, steps);
        }
    }
    let mut all = Vec::new();
    for one in plan.as_array().unwrap() {
        collect(&one["Plan"], &mut all);
    }
    all
}

/// Returns whether the step reads a partition before or after the year, which is nearly empty.
fn is_empty_part(step: &Value) -> bool {
    let name = step["Relation Name"].as_str().unwrap_or_default();
    ["_before", "_2027_01", "_2027_02"].iter().any(|end| name.ends_with(end))
}

/// Returns the tables that are read without an index, and the indexes that are read as a whole.
fn read_whole(steps: &[Value]) -> Vec<String> {
    let whole =
        steps.iter().filter(|step| !is_empty_part(step)).filter(|step| match step["Node Type"].as_str() {
            Some("Seq Scan") => true,
            Some("Index Scan" | "Index Only Scan" | "Bitmap Index Scan") => {
                // up to 10,000 deliveries can wait for one webhook, so a condition on the webhook alone is not enough
                let minimum = if step["Index Name"] == "webhook_delivery_waiting" { "sequence" } else { "" };
                let is_of_few = step["Index Name"].as_str().is_some_and(is_of_few);
                !is_of_few
                    && !step["Index Cond"].as_str().is_some_and(|condition| condition.contains(minimum))
            }
            _ => false,
        });
    let summary = |step: &Value| {
        let name = step["Relation Name"].as_str().or(step["Index Name"].as_str());
        name.unwrap_or_default().to_owned()
    };
    whole.map(summary).collect()
}

fn explained(database: &BlockingConnection, sql: &str) -> Value {
    let types = parameter_types(sql);
    let names: Vec<_> = types.iter().map(|of| if *of == Type::TEXT { "text" } else { "unknown" }).collect();
    let (names, nothing) = (names.join(", "), vec!["NULL"; types.len()].join(", "));
    let (names, nothing) = if types.is_empty() {
        (String::new(), String::new())
    } else {
        (format!("({names})"), format!("({nothing})"))
    };
    database.batch(&format!("PREPARE asked {names} AS {sql}")).unwrap();
    let plan = database.text(&format!("EXPLAIN (FORMAT JSON) EXECUTE asked {nothing}"));
    database.batch("DEALLOCATE asked").unwrap();
    serde_json::from_str(&plan.unwrap()).unwrap()
}

/// Returns a filter of candidates on hold for the customer, with two groups of organisations.
fn waiting() -> CustomerWaitFilter {
    let from = jiff::civil::date(2026, 12, 1);
    CustomerWaitFilter {
        from,
        elsewhere: [(vec![orderdock_domain::ids::OrganisationId(1)], from), (Vec::new(), from)],
        to: None,
    }
}

#[tokio::test]
async fn statements_use_indexes() {
    assert_statements_use_indexes(TableLayout::Whole).await;
}

#[tokio::test]
async fn statements_use_indexes_of_partitions() {
    assert_statements_use_indexes(TableLayout::ByMonth).await;
}

async fn assert_statements_use_indexes(layout: TableLayout) {
    let (copy, _fixture) = filled(layout).await;
    std::thread::spawn(move || {
        let database = BlockingConnection::connect(&copy.address).unwrap();
        for setting in OF_KEYS.iter().chain(&["plan_cache_mode = force_generic_plan"]) {
            database.batch(&format!("SET {setting}")).unwrap();
        }
        // in a nearly empty table, a scan is as fast as an index
        let large =
            "SELECT relname::text FROM pg_class WHERE reltuples > 100 OR starts_with(relname, 'webhook_')";
        let large = database.texts(large).unwrap();
        let large_enough = |table: &&str| {
            large.iter().any(|name| name == table || name.starts_with(&format!("{table}_2026_")))
        };
        let small: Vec<_> = FILLED.into_iter().filter(|table| !large_enough(table)).collect();
        assert!(small.is_empty(), "next to nothing is in {small:?}");
        let (mut wrong, mut unused): (Vec<String>, Vec<_>) = (Vec::new(), EXCEPTIONS.to_vec());
        let examining: Vec<_> =
            examine::statements().map(|one| one.text(&PostgresDialect).unwrap().into_owned()).collect();
        for statement in statements() {
            let sql = statement.text(&PostgresDialect).unwrap();
            if examining.iter().any(|one| *one == sql) {
                continue;
            }
            let whole = read_whole(&steps(&explained(&database, &sql)));
            for table in whole.into_iter().filter(|table| large.contains(table)) {
                let is_exception = |(words, _): &(&str, &str)| table == *words || sql.contains(words);
                unused.retain(|exception| !is_exception(exception));
                if !EXCEPTIONS.iter().any(is_exception) {
                    wrong.push(format!("{table}: {sql}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{} read a whole table:\n{}", wrong.len(), wrong.join("\n"));
        // from version 18 on, the server uses indexes for some of the exceptions
        let version = database.figure("SELECT current_setting('server_version_num')::bigint").unwrap();
        assert!(unused.is_empty() || version >= 180_000, "unnecessary exceptions: {unused:?}");
    })
    .join()
    .unwrap();
}

/// A transaction that records the plans of its queries.
struct RecordingTransaction<'l> {
    inner: PostgresTransaction<'l>,
    /// Options of EXPLAIN.
    how: &'static str,
    seen: RefCell<Vec<(String, Vec<Value>)>>,
}

impl Transaction for RecordingTransaction<'_> {
    fn dialect(&self) -> &'static dyn Dialect {
        self.inner.dialect()
    }

    fn outbox(&self) -> &Outbox {
        self.inner.outbox()
    }

    fn query(
        &self,
        sql: &str,
        values: StatementValues<'_, '_>,
        see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let values: Vec<SqlValue<'_>> = values.collect();
        let explain = format!("EXPLAIN ({}) {sql}", self.how);
        self.inner.query(&explain, &mut values.iter().cloned(), &mut |row| {
            let plan = row.value(0).unwrap();
            let plan = steps(&serde_json::from_str(plan.as_text().unwrap()).unwrap());
            self.seen.borrow_mut().push((sql.to_owned(), plan));
            Ok(())
        })?;
        self.inner.query(sql, &mut values.into_iter(), see)
    }

    fn run(&self, sql: &str, _: StatementValues<'_, '_>) -> StoreResult<usize> {
        panic!("a list writes: {sql}")
    }

    fn prepare<'s>(&'s self, writing: &WriteStatement<'_>) -> StoreResult<Box<dyn Prepared + 's>> {
        panic!("a list writes: {}", writing.sql)
    }

    fn savepoint(&self, _: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool> {
        panic!("a list writes")
    }
}

/// Runs lists on a connection with the settings for lists, and records their plans.
async fn record_plans(
    layout: TableLayout,
    work: impl FnOnce(&RecordingTransaction<'_>, &Fixture, &OrganisationIds) + Send + 'static,
) {
    record_with("FORMAT JSON", layout, "", work).await;
}

/// Like [`record_plans`], with options of EXPLAIN and after a change of the data.
async fn record_with(
    how: &'static str,
    layout: TableLayout,
    change: &'static str,
    work: impl FnOnce(&RecordingTransaction<'_>, &Fixture, &OrganisationIds) + Send + 'static,
) {
    let (copy, fixture) = filled(layout).await;
    std::thread::spawn(move || {
        let link = Link::connect(&copy.address, "orderdock/test").unwrap();
        if !change.is_empty() {
            link.batch(change).unwrap();
            // the indexes would still contain deleted rows
            link.batch("VACUUM ANALYZE").unwrap();
        }
        for setting in OF_LISTS {
            link.batch(&format!("SET {setting}")).unwrap();
        }
        let recording =
            RecordingTransaction { inner: PostgresTransaction::over(&link), how, seen: RefCell::default() };
        let reference = ReferenceCache::default().in_snapshot(&recording).unwrap();
        let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
        work(&recording, &fixture, &organisations);
        // dropped on this thread, because a store blocks its thread, which is not allowed within a runtime
        drop(fixture);
    })
    .join()
    .unwrap();
}

fn query(filter: CandidateFilter, sort: CandidateSort, window: PageStart) -> CandidateQuery {
    CandidateQuery {
        filter,
        sort,
        descending: true,
        window,
        limit: 50,
        counted: true,
        count_all: false,
        now: jiff::Timestamp::UNIX_EPOCH,
    }
}

#[tokio::test]
async fn candidate_filters_use_indexes() {
    assert_filters_use_indexes(TableLayout::Whole).await;
}

#[tokio::test]
async fn candidate_filters_use_indexes_of_partitions() {
    assert_filters_use_indexes(TableLayout::ByMonth).await;
}

async fn assert_filters_use_indexes(layout: TableLayout) {
    record_plans(layout, |recording, fixture, organisations| {
        let reference = ReferenceCache::default().in_snapshot(recording).unwrap();
        let none = CandidateFilter::default;
        let day = |day| Some(jiff::civil::date(2027, 1, day));
        let now = Some(fixture.request().received_at);
        let filters = [
            CandidateFilter { statuses: vec![Status::Error], ..none() },
            CandidateFilter { statuses: vec![Status::New, Status::Error], ..none() },
            CandidateFilter { bpartner: Some("P1".to_owned()), ..none() },
            CandidateFilter { product: Some("P1".to_owned()), statuses: vec![Status::New], ..none() },
            CandidateFilter { po_reference: Some("PO1".to_owned()), ..none() },
            CandidateFilter { external_header_id: Some("H1".to_owned()), ..none() },
            CandidateFilter { date_required_from: day(1), date_required_to: day(2), ..none() },
            CandidateFilter { created_from: now, created_to: now, ..none() },
            CandidateFilter { problem: Some(ProblemCode::PriceNone), ..none() },
            CandidateFilter {
                problem: Some(ProblemCode::PriceNone),
                cause: Some("DE-EUR".to_owned()),
                ..none()
            },
            CandidateFilter { hold: Some(HoldReason::SiblingError), ..none() },
            CandidateFilter { waiting: Some(waiting()), ..none() },
            CandidateFilter { assigned: Some(AssigneeFilter::To("anna".to_owned())), ..none() },
            CandidateFilter { request: Some(RequestId(1)), ..none() },
            CandidateFilter { run: Some(RunId(1)), ..none() },
            CandidateFilter { run: Some(RunId(1)), outcome: Some(RunOutcomeKind::Failed), ..none() },
            CandidateFilter { header_of: vec![CandidateId(1), CandidateId(2)], ..none() },
            CandidateFilter { has_comments: Some(true), ..none() },
            CandidateFilter { search: Some("po77".to_owned()), ..none() },
            CandidateFilter { search: Some("pallet".to_owned()), ..none() },
            CandidateFilter { search: Some("1".to_owned()), has_attachment: Some(false), ..none() },
        ];
        for filter in filters {
            for sort in CandidateSort::ALL.iter().copied() {
                let query = query(filter.clone(), sort, PageStart::Offset(0));
                find::find(recording, organisations, Arc::clone(&reference), &query).unwrap();
                headers::find(recording, organisations, Arc::clone(&reference), &query).unwrap();
            }
            count::by_status(recording, organisations, &filter, jiff::civil::Date::MIN).unwrap();
        }
        let intake = orderdock_store::IntakeQuery {
            data_source: None,
            organisation: None,
            bounds: vec![fixture.request().received_at; 2],
            today: fixture.request().received_at,
        };
        intake::figures(recording, organisations, &intake).unwrap();
        let groups = orderdock_store::ProblemGroupQuery::default();
        problem_groups::groups(recording, organisations, &reference, &groups).unwrap();
        let now = fixture.request().received_at;
        let holds = orderdock_store::HoldGroupQuery { data_source: None, organisation: None, now };
        hold_groups::groups(recording, organisations, &reference, &holds).unwrap();
        hold_groups::orders(recording, organisations, &reference, &holds).unwrap();
        let seen = recording.seen.borrow();
        assert!(seen.len() > 300, "{} statements", seen.len());
        for (sql, steps) in seen.iter() {
            let large = |table: &String| table.starts_with("candidate") && table != "candidate_count";
            // a filter that matches many candidates is as fast without an index, because a list is read only until it
            // is full
            let is_small = |step: &&Value| step["Plan Rows"].as_i64() <= Some(i64::from(CANDIDATES / 100));
            let small: Vec<_> = steps.iter().filter(is_small).cloned().collect();
            let whole: Vec<_> = read_whole(&small).into_iter().filter(large).collect();
            let walked = steps.first().is_some_and(|step| step["Node Type"] == "Limit");
            assert!(whole.is_empty() || walked, "{whole:?} is read whole: {sql}\n{steps:#?}");
        }
    })
    .await;
}

#[tokio::test]
async fn searches_use_the_trigram_index() {
    record_plans(TableLayout::Whole, |recording, _, organisations| {
        let reference = ReferenceCache::default().in_snapshot(recording).unwrap();
        for words in ["o7777", "h2999 po29", "p29"] {
            let filter = CandidateFilter { search: Some(words.to_owned()), ..CandidateFilter::default() };
            let query = query(filter, CandidateSort::CreatedAt, PageStart::Offset(0));
            let page = find::find(recording, organisations, Arc::clone(&reference), &query).unwrap();
            assert!(page.total.value > 0, "{words}");
            let filter = OrderFilter { search: Some(words.to_owned()), ..OrderFilter::default() };
            let query = OrderQuery { filter, descending: true, after: None, limit: 50, counted: true };
            orders::find(recording, organisations, &query).unwrap();
        }
        let seen = recording.seen.borrow();
        let documents = seen.iter().filter(|(sql, _)| sql.starts_with("SELECT d.target_id FROM"));
        assert_eq!(documents.clone().count(), 15);
        for (sql, steps) in documents {
            let large = |table: &String| ["search_candidate", "search_order"].contains(&table.as_str());
            let whole: Vec<_> = read_whole(steps).into_iter().filter(large).collect();
            assert!(whole.is_empty(), "{whole:?} is read whole: {sql}\n{steps:#?}");
        }
    })
    .await;
}

#[tokio::test]
async fn order_filters_use_indexes() {
    record_plans(TableLayout::Whole, |recording, _, organisations| {
        let text = |text: &str| Some(text.to_owned());
        let none = OrderFilter::default;
        for filter in [
            OrderFilter { run: Some(RunId(17)), ..none() },
            OrderFilter { external_header_id: text("H77"), ..none() },
            OrderFilter { po_reference: text("PO77"), ..none() },
            OrderFilter { document_no: text("N77"), ..none() },
            OrderFilter { search: text("n777"), ..none() },
        ] {
            for descending in [true, false] {
                let filter = filter.clone();
                let query = OrderQuery { filter, descending, after: None, limit: 50, counted: true };
                orders::find(recording, organisations, &query).unwrap();
            }
        }
        let seen = recording.seen.borrow();
        assert!(seen.len() >= 20, "{} statements", seen.len());
        for (sql, steps) in seen.iter().filter(|(sql, _)| sql.contains("sales_order")) {
            let whole = read_whole(steps);
            assert!(!whole.iter().any(|table| table.starts_with("sales_order")), "{sql}\n{steps:#?}");
        }
    })
    .await;
}

#[tokio::test]
async fn lists_are_read_in_index_order() {
    assert_lists_follow_indexes(TableLayout::Whole).await;
}

#[tokio::test]
async fn lists_are_read_in_index_order_of_partitions() {
    assert_lists_follow_indexes(TableLayout::ByMonth).await;
}

async fn assert_lists_follow_indexes(layout: TableLayout) {
    record_plans(layout, move |recording, fixture, organisations| {
        let reference = ReferenceCache::default().in_snapshot(recording).unwrap();
        for sort in CandidateSort::ALL.iter().copied() {
            let id =
                if layout == TableLayout::Whole { fixture.id() } else { CandidateId(202_606_000_050_000) };
            let key = if sort == CandidateSort::DateRequired { "2027-01-01" } else { "2" };
            for window in [
                PageStart::Offset(0),
                PageStart::After(CandidatePosition { key: key.to_owned(), id }),
                PageStart::Before(CandidatePosition { key: key.to_owned(), id }),
            ] {
                let all = query(CandidateFilter::default(), sort, window);
                recording.seen.borrow_mut().clear();
                find::find(recording, organisations, Arc::clone(&reference), &all).unwrap();
                headers::find(recording, organisations, Arc::clone(&reference), &all).unwrap();
                let seen = recording.seen.borrow();
                let walks: Vec<_> = seen.iter().filter(|(sql, _)| sql.contains("OFFSET")).collect();
                assert!(!walks.is_empty(), "{sort:?}");
                for (sql, steps) in walks {
                    // candidates of one partner may be sorted, and so may a few rows from each of many partitions
                    let is_little = |step: &&Value| {
                        is_empty_part(step)
                            || layout == TableLayout::ByMonth && step["Plan Rows"].as_i64() <= Some(100)
                    };
                    let kinds = steps.iter().filter(|step| !is_little(step));
                    let kinds = kinds.filter_map(|step| step["Node Type"].as_str());
                    let sorted = |kind: &str| kind == "Sort" || kind == "Seq Scan";
                    let may_be = sort == CandidateSort::Bpartner;
                    assert!(may_be || !kinds.clone().any(sorted), "{sort:?} {sql}\n{steps:#?}");
                }
            }
        }
    })
    .await;
}

/// Removes the prices of two fifths of the candidates, sets them to error, and moves their partners to the end of the
/// list. So they are first in a list by price and last in a list by partner.
const IN_ERROR_FIRST: &str = "UPDATE candidate_row SET price_key = NULL WHERE bpartner_id % 5 < 2; \
    UPDATE candidate_state s SET status = CASE WHEN r.price_key IS NULL THEN 'error' ELSE 'new' END, price_key = r.price_key \
      FROM candidate_row r WHERE r.id = s.id; \
    UPDATE bpartner SET code_key = CASE WHEN id % 5 < 2 THEN 'y' ELSE 'x' END || code_key; \
    UPDATE candidate_count SET new = 60000, error = 40000 WHERE new > 0";
/// Maximum number of blocks read for a window of a list: one per candidate, and the index pages. In partitioned tables,
/// each partner before the first one is looked up in every partition.
fn max_blocks(layout: TableLayout) -> i64 {
    if layout == TableLayout::Whole { 1_000 } else { 10_000 }
}

#[tokio::test]
async fn status_lists_skip_no_other_candidates() {
    assert_no_rows_are_skipped(TableLayout::Whole).await;
}

#[tokio::test]
async fn status_lists_of_partitions_skip_no_other_candidates() {
    assert_no_rows_are_skipped(TableLayout::ByMonth).await;
}

async fn assert_no_rows_are_skipped(layout: TableLayout) {
    record_with(
        "ANALYZE, BUFFERS, FORMAT JSON",
        layout,
        IN_ERROR_FIRST,
        move |recording, _, organisations| {
            let reference = ReferenceCache::default().in_snapshot(recording).unwrap();
            for (statuses, sort, descending) in [
                (vec![Status::New], CandidateSort::Price, false),
                (vec![Status::Error], CandidateSort::Price, true),
                (vec![Status::New, Status::Error], CandidateSort::Price, true),
                (vec![Status::Error], CandidateSort::Bpartner, false),
            ] {
                let filter = CandidateFilter { statuses, ..CandidateFilter::default() };
                let query = CandidateQuery { descending, ..query(filter, sort, PageStart::Offset(0)) };
                recording.seen.borrow_mut().clear();
                let first = find::find(recording, organisations, Arc::clone(&reference), &query).unwrap();
                let after = PageStart::After(first.next.clone().unwrap());
                let second = CandidateQuery { window: after, ..query.clone() };
                find::find(recording, organisations, Arc::clone(&reference), &second).unwrap();
                let seen = recording.seen.borrow();
                let walks: Vec<_> = seen.iter().filter(|(sql, _)| sql.contains("OFFSET")).collect();
                assert!(walks.len() >= 3, "{sort:?}");
                for (sql, steps) in walks {
                    let of = |name: &str| steps.first().and_then(|step| step[name].as_i64()).unwrap();
                    let blocks = of("Shared Hit Blocks") + of("Shared Read Blocks");
                    assert!(blocks <= max_blocks(layout), "{sort:?}: {blocks} blocks for {sql}\n{steps:#?}");
                }
            }
        },
    )
    .await;
}

/// Inserts missing records of the first organisation, with one line each.
const MANY_MISSING: &str = "INSERT INTO missing_record \
    SELECT lpad(to_hex(n), 32, '0'), 1000000, 1, 'product', 0, 0, '[]', '', 1, 1, 0, '[]', n, \
      timestamptz '2026-01-01' + n * interval '1 minute' \
    FROM generate_series(1, 100000) n";

#[tokio::test]
async fn missing_records_of_rules_are_read_in_index_order() {
    record_with("FORMAT JSON", TableLayout::Whole, MANY_MISSING, |recording, fixture, organisations| {
        let query = MissingRecordQuery {
            open_since: Some(fixture.request().received_at),
            sort: MissingRecordSort::Oldest,
            descending: true,
            limit: 10_001,
            ..MissingRecordQuery::default()
        };
        missing_records::list::find(recording, organisations, &query).unwrap();
        let seen = recording.seen.borrow();
        let (sql, steps) = seen.last().unwrap();
        let read = |step: &Value| {
            step["Index Name"] == "missing_record_oldest" && step["Scan Direction"] == "Backward"
        };
        assert!(steps.iter().any(read), "{sql}\n{steps:#?}");
        // only the rows of the page are sorted again
        let sorts = steps.iter().filter(|step| step["Node Type"] == "Sort").count();
        assert!(sorts <= 1, "{sql}\n{steps:#?}");
    })
    .await;
}

#[tokio::test]
async fn filters_of_missing_records_are_evaluated_on_the_index() {
    record_with("FORMAT JSON", TableLayout::Whole, MANY_MISSING, |recording, _, organisations| {
        for (sort, index) in [
            (MissingRecordSort::Lines, "missing_record_lines"),
            (MissingRecordSort::Oldest, "missing_record_oldest"),
        ] {
            let kinds = vec![ReferenceKind::Product];
            let query = MissingRecordQuery { kinds, sort, limit: 51, ..MissingRecordQuery::default() };
            missing_records::list::find(recording, organisations, &query).unwrap();
            let seen = recording.seen.borrow();
            let (sql, steps) = seen.last().unwrap();
            let read = |step: &Value| step["Node Type"] == "Index Only Scan" && step["Index Name"] == index;
            assert!(steps.iter().any(read), "{sql}\n{steps:#?}");
        }
    })
    .await;
}
