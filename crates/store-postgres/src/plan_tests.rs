//! How PostgreSQL runs the statements on 100,000 candidates: none may read a whole large table.

use std::cell::RefCell;
use std::sync::Arc;

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{HoldReason, Status};
use orderdock_domain::ids::{CandidateId, RequestId, RunId};
use orderdock_domain::problem::Code as ProblemCode;
use orderdock_domain::processing::RunOutcomeWord;
use orderdock_store::conformance::World;
use orderdock_store::{CandidateFilter, CandidateQuery, CandidateSort, Position, Store, StoreResult, Window};
use orderdock_store_sql::reference::ReferenceCache;
use orderdock_store_sql::scope::OrganisationIds;
use orderdock_store_sql::template::Sql as _;
use orderdock_store_sql::{
    Datum, Dialect, Outbox, Prepared, Row, Transaction, Values, Writing, count, examine, find, headers,
    intake, problem_groups, statements,
};
use serde_json::Value;
use tokio_postgres::types::Type;

use crate::address::Address;
use crate::backend::{OF_KEYS, OF_LISTS};
use crate::dialect::PostgresDialect;
use crate::link::{Link, places};
use crate::partitions::{keep, partition};
use crate::plain::Plain;
use crate::testing::fresh_database;
use crate::transaction::PostgresTransaction;
use crate::{PostgresOptions, PostgresStore};

/// What may be read whole, and why: tables, or words of a statement. What `doctor` asks is asked of everything.
const EXCEPTIONS: [(&str, &str); 7] = [
    ("country", "Small kinds are loaded whole, and kept."),
    ("currency", "Small kinds are loaded whole, and kept."),
    (
        "FROM candidate_problem p JOIN candidate_state c",
        "The figures count the problems of all that is in error.",
    ),
    ("FROM request r JOIN request_origin g", "The list goes back from the newest until it has enough."),
    ("FROM webhook_delivery WHERE status = 'waiting' GROUP BY", "The figures count all that waits."),
    ("UPDATE webhook_delivery SET tries = 0", "All that waits for a webhook begins anew."),
    ("FROM webhook_delivery ORDER BY id LIMIT", "What is old goes from the beginning, some at a time."),
];

/// So many candidates of 300 partners and products, three to a header: of a hundred 95 are processed, two in error.
const CANDIDATES: u32 = 99_999;

/// How the large tables are kept: each in one, or a year of them and the month before it began.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Whole,
    ByMonth,
}

/// Ids of candidates by their number `i`; in a year of months, as many in each.
const WHOLE: &str = "t.id + 1000000 + i";
fn by_month(number: &str) -> String {
    format!("(202601 + {number} * 12 / 100000) * 1000000000::bigint + {number}")
}

/// The id of a candidate by its place in the request with the number `i`.
fn of_request(kept: Kept, place: u32) -> String {
    match kept {
        Kept::Whole => format!("t.first_candidate_id + 1000000 + i * 10 + {place}"),
        Kept::ByMonth => by_month(&format!("(i * 10 + {place})")),
    }
}

async fn filled(kept: Kept) -> (Address, World) {
    let address = fresh_database();
    let opened = address.clone();
    let world = World::new(Box::new(move || {
        Arc::new(PostgresStore::open(&opened, PostgresOptions::default()).unwrap()) as Arc<dyn Store>
    }))
    .await;
    let scene = world.scene("001").await;
    world.import(&mut [world.candidate(&scene, "H", "L").await]).await.unwrap();
    let filling = address.clone();
    let fill = move || {
        if kept == Kept::ByMonth {
            a_year_of_months(&filling);
        }
        multiply(&Plain::connect(&filling).unwrap(), kept);
    };
    std::thread::spawn(fill).join().unwrap();
    (address, world)
}

fn a_year_of_months(address: &Address) {
    let day =
        |month: i8| jiff::civil::date(2026, month, 5).to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp();
    assert!(partition(address, Some(day(1))).unwrap());
    let link = Link::connect(address, "orderdock/test").unwrap();
    for month in 2..=12 {
        keep(&link, day(month)).unwrap();
    }
}

fn multiply(database: &Plain, kept: Kept) {
    let id = if kept == Kept::Whole { WHOLE.to_owned() } else { by_month("i") };
    let [first, last] = [0, 9].map(|place| of_request(kept, place));
    let of_candidate = id.replace("t.id", "t.candidate_id");
    let many = |table: &str, count: u32, changed: &[(&str, &str)]| {
        let columns = format!(
            "SELECT attname::text FROM pg_attribute WHERE attrelid = '{table}'::regclass AND attnum > 0 ORDER BY attnum"
        );
        let columns = database.texts(&columns).unwrap();
        let value = |column: &String| {
            let changed = changed.iter().find(|(name, _)| name == column);
            changed.map_or_else(|| format!("t.{column}"), |(_, value)| (*value).to_owned())
        };
        let (names, values) = (columns.join(", "), columns.iter().map(value).collect::<Vec<_>>().join(", "));
        let sql = format!(
            "INSERT INTO {table} ({names}) SELECT {values} \
             FROM (SELECT * FROM {table} LIMIT 1) t, generate_series(1, {count}) i"
        );
        database.batch(&sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    };
    let code = ("code", "'P' || i");
    let keys = [("code_key", "'p' || i"), ("name_key", "'p' || i"), ("external_id", "'P' || i")];
    let records = [&[("id", WHOLE), code][..], &keys].concat();
    many("bpartner", 300, &records);
    many("product", 300, &records);
    let status = "CASE WHEN i % 100 < 95 THEN 'processed' WHEN i % 100 < 97 THEN 'error' ELSE 'new' END";
    many("candidate_state", CANDIDATES, &[("id", &id), ("status", status)]);
    many(
        "candidate_row",
        CANDIDATES,
        &[
            ("id", &id),
            ("created_at", "t.created_at + i * interval '1 second'"),
            ("external_header_id", "'H' || i / 3"),
            ("external_line_id", "i::text"),
            ("po_reference", "'PO' || i / 3"),
            ("po_reference_key", "'po' || i / 3"),
            ("header_group", "'h' || i / 3"),
            ("bpartner_id", "t.bpartner_id + 1000000 + 1 + i % 300"),
            ("product_id", "t.product_id + 1000000 + 1 + i % 300"),
            ("date_required", "t.date_ordered + i % 300"),
            ("qty_key", "t.qty_key || i % 100"),
            ("price_key", "'2' || i % 1000"),
            ("request_id", "t.request_id + 1000000 + i / 10"),
        ],
    );
    many(
        "candidate_identity",
        CANDIDATES,
        &[
            ("candidate_id", &of_candidate),
            ("external_header_id", "'H' || i / 3"),
            ("external_line_id", "i::text"),
        ],
    );
    many("candidate_content", CANDIDATES, &[("candidate_id", &of_candidate)]);
    many(
        "request",
        CANDIDATES / 10,
        &[("id", WHOLE), ("first_candidate_id", &first), ("last_candidate_id", &last)],
    );
    let rest = format!(
        "INSERT INTO candidate_problem (code, candidate_id) SELECT 'price.none', id FROM candidate_state \
           WHERE status = 'error'; \
         INSERT INTO run_result (run_id, candidate_id, outcome) SELECT 1 + id % 20, id, \
           CASE WHEN id % 1000 = 0 THEN 'failed' ELSE 'ordered' END FROM candidate_state; \
         UPDATE candidate_count SET new = new + {CANDIDATES}; ANALYZE"
    );
    database.batch(&rest).unwrap();
    deliver(database);
}

/// The server has counted nothing of deliveries: so it is in its first minutes, when nothing may be slow either.
fn deliver(database: &Plain) {
    let deliveries = format!(
        "INSERT INTO webhook_delivery (webhook_id, event_id, event_type, org_id, happened_at, event, sequence, status, manual, \
             created_at, attempts, tries, next_attempt_at) \
           SELECT 1 + i % 4, i::text, 'orderdock.candidate.received', 0, now(), 'r', 'H' || i / 3, \
             CASE WHEN i < 90000 THEN 'delivered' ELSE 'waiting' END, FALSE, now(), 0, 0, \
             CASE WHEN i >= 90000 AND i % 3 = 0 THEN now() END FROM generate_series(1, {CANDIDATES}) i; \
         INSERT INTO webhook_attempt (delivery_id, number, at, duration_ms) \
           SELECT id, 1, now(), 1 FROM webhook_delivery WHERE status = 'delivered'"
    );
    database.batch(&deliveries).unwrap();
}

/// The steps of a plan, the outermost first.
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

/// Whether it reads what was there before the year of months, or comes behind it: next to nothing.
fn is_empty_part(step: &Value) -> bool {
    let name = step["Relation Name"].as_str().unwrap_or_default();
    ["_before", "_2027_01", "_2027_02"].iter().any(|end| name.ends_with(end))
}

/// What is read whole: tables without an index, or all of an index.
fn read_whole(steps: &[Value]) -> Vec<String> {
    let whole =
        steps.iter().filter(|step| !is_empty_part(step)).filter(|step| match step["Node Type"].as_str() {
            Some("Seq Scan") => true,
            Some("Index Scan" | "Index Only Scan" | "Bitmap Index Scan") => {
                // ten thousand may wait for one webhook
                let least = if step["Index Name"] == "webhook_delivery_waiting" { "sequence" } else { "" };
                !step["Index Cond"].as_str().is_some_and(|condition| condition.contains(least))
            }
            _ => false,
        });
    let told = |step: &Value| {
        let name = step["Relation Name"].as_str().or(step["Index Name"].as_str());
        name.unwrap_or_default().to_owned()
    };
    whole.map(told).collect()
}

fn explained(database: &Plain, sql: &str) -> Value {
    let types = places(sql);
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

/// As a connection that looks up by keys has them, whose plans are kept.
#[tokio::test]
async fn statements_reach_their_rows_by_an_index() {
    reach_their_rows(Kept::Whole).await;
}

#[tokio::test]
async fn statements_reach_their_rows_in_the_parts_of_a_year() {
    reach_their_rows(Kept::ByMonth).await;
}

async fn reach_their_rows(kept: Kept) {
    let (address, _world) = filled(kept).await;
    std::thread::spawn(move || {
        let database = Plain::connect(&address).unwrap();
        for setting in OF_KEYS.iter().chain(&["plan_cache_mode = force_generic_plan"]) {
            database.batch(&format!("SET {setting}")).unwrap();
        }
        // of a table with next to nothing in it all is read as soon as a part
        let large =
            "SELECT relname::text FROM pg_class WHERE reltuples > 100 OR starts_with(relname, 'webhook_')";
        let large = database.texts(large).unwrap();
        assert!(large.len() > 20, "{large:?}");
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
        // later servers find ways through indexes that this one does not know
        let version = database.figure("SELECT current_setting('server_version_num')::bigint").unwrap();
        assert!(unused.is_empty() || version >= 180_000, "no exceptions any more: {unused:?}");
    })
    .join()
    .unwrap();
}

/// A transaction that notes how its statements are run.
struct Noting<'l> {
    inner: PostgresTransaction<'l>,
    seen: RefCell<Vec<(String, Vec<Value>)>>,
}

impl Transaction for Noting<'_> {
    fn dialect(&self) -> &'static dyn Dialect {
        self.inner.dialect()
    }

    fn outbox(&self) -> &Outbox {
        self.inner.outbox()
    }

    fn query(
        &self,
        sql: &str,
        values: Values<'_, '_>,
        see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let values: Vec<Datum<'_>> = values.collect();
        let explain = format!("EXPLAIN (FORMAT JSON) {sql}");
        self.inner.query(&explain, &mut values.iter().cloned(), &mut |row| {
            let plan = row.datum(0).unwrap();
            let plan = steps(&serde_json::from_str(plan.as_text().unwrap()).unwrap());
            self.seen.borrow_mut().push((sql.to_owned(), plan));
            Ok(())
        })?;
        self.inner.query(sql, &mut values.into_iter(), see)
    }

    fn run(&self, sql: &str, _: Values<'_, '_>) -> StoreResult<usize> {
        panic!("a list writes: {sql}")
    }

    fn prepare<'s>(&'s self, writing: &Writing<'_>) -> StoreResult<Box<dyn Prepared + 's>> {
        panic!("a list writes: {}", writing.sql)
    }

    fn savepoint(&self, _: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool> {
        panic!("a list writes")
    }
}

/// Runs lists on a connection of theirs.
async fn noted(kept: Kept, work: impl FnOnce(&Noting<'_>, &World, &OrganisationIds) + Send + 'static) {
    let (address, world) = filled(kept).await;
    std::thread::spawn(move || {
        let link = Link::connect(&address, "orderdock/test").unwrap();
        for setting in OF_LISTS {
            link.batch(&format!("SET {setting}")).unwrap();
        }
        let noting = Noting { inner: PostgresTransaction::over(&link), seen: RefCell::default() };
        let reference = ReferenceCache::default().in_snapshot(&noting).unwrap();
        let organisations = OrganisationIds::readable(&OrgScope::All.read(), &reference);
        work(&noting, &world, &organisations);
        // its stores must not wait for their threads on one that has a runtime
        drop(world);
    })
    .join()
    .unwrap();
}

fn query(filter: CandidateFilter, sort: CandidateSort, window: Window) -> CandidateQuery {
    CandidateQuery { filter, sort, descending: true, window, limit: 50, counted: true }
}

#[tokio::test]
async fn filters_lead_to_candidates_by_an_index() {
    lead_to_candidates(Kept::Whole).await;
}

#[tokio::test]
async fn filters_lead_to_candidates_in_the_parts_of_a_year() {
    lead_to_candidates(Kept::ByMonth).await;
}

async fn lead_to_candidates(kept: Kept) {
    noted(kept, |noting, world, organisations| {
        let reference = ReferenceCache::default().in_snapshot(noting).unwrap();
        let none = CandidateFilter::default;
        let day = |day| Some(jiff::civil::date(2027, 1, day));
        let now = Some(world.request().received_at);
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
            CandidateFilter { request: Some(RequestId(1)), ..none() },
            CandidateFilter { run: Some(RunId(1)), ..none() },
            CandidateFilter { run: Some(RunId(1)), outcome: Some(RunOutcomeWord::Failed), ..none() },
            CandidateFilter { header_of: vec![CandidateId(1), CandidateId(2)], ..none() },
            CandidateFilter { search: Some("po77".to_owned()), ..none() },
            CandidateFilter { search: Some("1".to_owned()), has_attachment: Some(false), ..none() },
        ];
        for filter in filters {
            for sort in CandidateSort::ALL {
                let query = query(filter.clone(), sort, Window::Offset(0));
                find::find(noting, organisations, Arc::clone(&reference), &query).unwrap();
                headers::find(noting, organisations, Arc::clone(&reference), &query).unwrap();
            }
            count::by_status(noting, organisations, &filter).unwrap();
        }
        let intake = orderdock_store::IntakeQuery {
            data_source: None,
            organisation: None,
            bounds: vec![world.request().received_at; 2],
            today: world.request().received_at,
        };
        intake::figures(noting, organisations, &intake).unwrap();
        let groups = orderdock_store::ProblemGroupQuery::default();
        problem_groups::groups(noting, organisations, &reference, &groups).unwrap();
        let seen = noting.seen.borrow();
        assert!(seen.len() > 300, "{} statements", seen.len());
        for (sql, steps) in seen.iter() {
            let large = |table: &String| table.starts_with("candidate") && table != "candidate_count";
            // what is no small part is read as soon with all, and a list goes on until it is full
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
async fn lists_are_read_in_their_order() {
    are_read_in_their_order(Kept::Whole).await;
}

#[tokio::test]
async fn lists_are_read_in_their_order_from_the_parts_of_a_year() {
    are_read_in_their_order(Kept::ByMonth).await;
}

async fn are_read_in_their_order(kept: Kept) {
    noted(kept, move |noting, world, organisations| {
        let reference = ReferenceCache::default().in_snapshot(noting).unwrap();
        for sort in CandidateSort::ALL {
            let id = if kept == Kept::Whole { world.id() } else { CandidateId(202_606_000_050_000) };
            let key = if sort == CandidateSort::DateRequired { "2027-01-01" } else { "2" };
            for window in [
                Window::Offset(0),
                Window::After(Position { key: key.to_owned(), id }),
                Window::Before(Position { key: key.to_owned(), id }),
            ] {
                let all = query(CandidateFilter::default(), sort, window);
                noting.seen.borrow_mut().clear();
                find::find(noting, organisations, Arc::clone(&reference), &all).unwrap();
                headers::find(noting, organisations, Arc::clone(&reference), &all).unwrap();
                let seen = noting.seen.borrow();
                let walks: Vec<_> = seen.iter().filter(|(sql, _)| sql.contains("OFFSET")).collect();
                assert!(!walks.is_empty(), "{sort:?}");
                for (sql, steps) in walks {
                    // candidates of one partner may be sorted
                    // of many parts a few rows each come as soon by a sort
                    let is_little = |step: &&Value| {
                        is_empty_part(step)
                            || kept == Kept::ByMonth && step["Plan Rows"].as_i64() <= Some(100)
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
