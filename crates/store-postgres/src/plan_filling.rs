//! A database for tests of query plans: 100,000 candidates with all kinds of dependent records.

use std::sync::{Arc, OnceLock};

use orderdock_store::Store;
use orderdock_store::conformance::Fixture;
use tokio::runtime::Runtime;

use crate::address::Address;
use crate::blocking_connection::BlockingConnection;
use crate::link::Link;
use crate::partitions::{keep, partition};
use crate::testing::{Copied, TemplateDatabase};
use crate::{PostgresOptions, PostgresStore};

/// Number of orders, with one candidate each.
const ORDERS: u32 = 30_000;
/// Tables with enough rows that none may be scanned.
pub const FILLED: [&str; 37] = [
    "allocation",
    "attachment",
    "attachment_content",
    "bpartner",
    "candidate_cause",
    "candidate_content",
    "candidate_history",
    "candidate_identity",
    "candidate_problem",
    "candidate_row",
    "candidate_state",
    "comment",
    "idempotency",
    "import_draft",
    "import_draft_cell",
    "import_draft_request",
    "import_draft_row",
    "import_mapping",
    "masterdata_change",
    "notification_message",
    "notification_rule",
    "notification_sending",
    "outbox",
    "product",
    "request",
    "run",
    "run_result",
    "sales_order",
    "sales_order_line",
    "sales_order_tax",
    "saved_view",
    "saved_view_default",
    "search_candidate",
    "search_order",
    "search_partner",
    "search_product",
    "session",
];

/// Number of candidates, with 300 partners and products and three candidates per header. 95 % are processed and 2 % are
/// in error.
pub const CANDIDATES: u32 = 99_999;

/// Layout of the large tables: one table each, or partitions for the months of a year and for the time before it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TableLayout {
    Whole,
    ByMonth,
}

/// SQL expression of the id of the candidate with the number `i`, without partitions.
const WHOLE: &str = "t.id + 1000000 + i";

/// Returns the SQL expression of the id of the candidate with a number, with partitions: each month has the same number
/// of ids.
fn id_in_partition(number: &str) -> String {
    format!("(202601 + {number} * 12 / 100000) * 1000000000::bigint + {number}")
}

/// Returns the SQL expression of the id of the candidate at a position in the request with the number `i`.
fn of_request(layout: TableLayout, place: u32) -> String {
    match layout {
        TableLayout::Whole => format!("t.first_candidate_id + 1000000 + i * 10 + {place}"),
        TableLayout::ByMonth => id_in_partition(&format!("(i * 10 + {place})")),
    }
}

/// Creates a copy of the database with its fixture. The original is filled once for all tests.
pub async fn filled(layout: TableLayout) -> (Copied, Fixture) {
    static WHOLE: OnceLock<TemplateDatabase> = OnceLock::new();
    static BY_MONTH: OnceLock<TemplateDatabase> = OnceLock::new();
    let once = if layout == TableLayout::Whole { &WHOLE } else { &BY_MONTH };
    let copy = once.get_or_init(|| fill(layout)).copy();
    let fixture = fixture_in(&copy.address).await;
    (copy, fixture)
}

async fn fixture_in(address: &Address) -> Fixture {
    let address = address.clone();
    Fixture::new(Box::new(move || {
        Arc::new(PostgresStore::open(&address, PostgresOptions::default()).unwrap()) as Arc<dyn Store>
    }))
    .await
}

/// Fills the template on a separate thread, because a store blocks its thread, which is not allowed within a runtime.
fn fill(layout: TableLayout) -> TemplateDatabase {
    let fill = move || {
        TemplateDatabase::of(TemplateDatabase::migrated(), |address| {
            let begin = async {
                let fixture = fixture_in(address).await;
                let scene = fixture.scene("001").await;
                let lines = fixture.header(&scene, "H", 1).await;
                fixture.process(vec![fixture.order(&scene, &lines)]).await.unwrap();
                fixture
            };
            drop(Runtime::new().unwrap().block_on(begin));
            if layout == TableLayout::ByMonth {
                partition_year(address);
            }
            multiply(&BlockingConnection::connect(address).unwrap(), layout);
        })
    };
    std::thread::spawn(fill).join().unwrap()
}

fn partition_year(address: &Address) {
    let day =
        |month: i8| jiff::civil::date(2026, month, 5).to_zoned(jiff::tz::TimeZone::UTC).unwrap().timestamp();
    assert!(partition(address, Some(day(1))).unwrap());
    let link = Link::connect(address, "orderdock/test").unwrap();
    for month in 2..=12 {
        keep(&link, day(month)).unwrap();
    }
}

/// Inserts `count` copies of the first row of a table, with changed columns.
fn repeat(database: &BlockingConnection, table: &str, count: u32, changed: &[(&str, &str)]) {
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
}

fn multiply(database: &BlockingConnection, layout: TableLayout) {
    let id = if layout == TableLayout::Whole { WHOLE.to_owned() } else { id_in_partition("i") };
    let [first, last] = [0, 9].map(|place| of_request(layout, place));
    let of_candidate = id.replace("t.id", "t.candidate_id");
    let many = |table: &str, count: u32, changed: &[(&str, &str)]| repeat(database, table, count, changed);
    let code = ("code", "'P' || i");
    let keys = [("code_key", "'p' || i"), ("name_key", "'p' || i"), ("external_id", "'P' || i")];
    let records = [&[("id", WHOLE), code][..], &keys].concat();
    many("bpartner", 300, &records);
    many("product", 300, &records);
    let status = "CASE WHEN i % 100 < 95 THEN 'processed' WHEN i % 100 < 97 THEN 'error' ELSE 'new' END";
    many(
        "candidate_state",
        CANDIDATES,
        &[
            ("id", &id),
            ("status", status),
            ("bpartner_id", "t.bpartner_id + 1000000 + 1 + i % 300"),
            ("price_key", "'2' || i % 1000"),
        ],
    );
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
            ("promotion_code", "CASE WHEN i % 10 = 0 THEN 'PROMO' || i % 1000 END"),
            ("promotion_code_key", "CASE WHEN i % 10 = 0 THEN 'promo' || i % 1000 END"),
            ("external_system_id", "CASE WHEN i % 10 = 0 THEN 1 + i % 100 END"),
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
    add_problems(database);
    add_orders(&many, &of_candidate);
    add_documents(database);
    add_other_records(database);
    database.batch("ANALYZE").unwrap();
    add_deliveries(database);
}

/// Adds problems, their causes, and the results of runs.
fn add_problems(database: &BlockingConnection) {
    let rest = format!(
        "INSERT INTO candidate_problem (code, candidate_id) SELECT 'price.none', id FROM candidate_state \
           WHERE status = 'error'; \
         INSERT INTO candidate_cause (candidate_id, code, cause, at, org_id, data_source_id) \
           SELECT id, 'price.none', 'A' || id % 100, clock_timestamp() - id % 15 * interval '1 day', org_id, \
             data_source_id FROM candidate_state; \
         INSERT INTO run_result (run_id, candidate_id, outcome) SELECT 1 + id % 20, id, \
           CASE WHEN id % 1000 = 0 THEN 'failed' ELSE 'ordered' END FROM candidate_state; \
         UPDATE candidate_count SET new = new + {CANDIDATES}"
    );
    database.batch(&rest).unwrap();
}

/// Function that inserts copies of the first row of a table: table, number of copies, changed columns.
type Many<'m> = dyn Fn(&str, u32, &[(&str, &str)]) + 'm;

/// Adds orders of ended runs, each with one candidate, line and tax.
fn add_orders(many: &Many<'_>, of_candidate: &str) {
    let of_order = WHOLE.replace("t.id", "t.order_id");
    many("run", 2_000, &[("id", WHOLE), ("state", "'done'"), ("finished_at", "now()")]);
    many(
        "sales_order",
        ORDERS,
        &[
            ("id", WHOLE),
            ("document_number", "t.document_number + i"),
            ("document_no", "'N' || i"),
            ("document_no_key", "'n' || i"),
            ("external_header_id", "'H' || i"),
            ("po_reference", "'PO' || i"),
            ("po_reference_key", "'po' || i"),
            ("bpartner_id", "t.bpartner_id + 1000000 + 1 + i % 300"),
            ("run_id", "t.run_id + 1000000 + i / 15"),
            ("created_at", "t.created_at + i * interval '1 second'"),
            ("handed_over", "i % 100 > 0"),
            ("status", "CASE WHEN i % 100 = 1 THEN 'voided' ELSE 'completed' END"),
        ],
    );
    many("sales_order_line", ORDERS, &[("order_id", &of_order)]);
    many("sales_order_tax", ORDERS, &[("order_id", &of_order)]);
    many("allocation", ORDERS, &[("order_id", &of_order), ("candidate_id", of_candidate)]);
}

/// Adds the search documents.
fn add_documents(database: &BlockingConnection) {
    let documents = "INSERT INTO search_candidate (id, org_id, target_id, words) \
           SELECT min(id), min(org_id), min(id), header_group || ' ' || po_reference_key FROM candidate_row \
           GROUP BY header_group, po_reference_key; \
         INSERT INTO search_partner (id, org_id, target_id, words) SELECT id, org_id, id, code_key FROM bpartner; \
         INSERT INTO search_product (id, org_id, target_id, words) SELECT id, org_id, id, code_key FROM product; \
         INSERT INTO search_order (id, org_id, target_id, words) SELECT id, org_id, id, document_no_key FROM sales_order";
    database.batch(documents).unwrap();
}

/// Adds events, history, comments, users, saved views, notifications, responses, attachments and import drafts.
fn add_other_records(database: &BlockingConnection) {
    let statements = format!(
        "INSERT INTO outbox (org_id, at, position, events) \
           SELECT 0, now(), CASE WHEN i < 29000 THEN i END, '' FROM generate_series(1, {ORDERS}) i; \
         INSERT INTO candidate_history (candidate_id, version, at, actor, event, status_before, status, changes) \
           SELECT id, 2, now(), 'anna', 'corrected', 'error', status, '' FROM candidate_state; \
         INSERT INTO comment (candidate_id, order_id, at, actor, text) \
           SELECT id, NULL, now(), 'anna', 'x' FROM candidate_state WHERE id % 3 = 0 \
           UNION ALL SELECT NULL, id, now(), 'anna', 'x' FROM sales_order; \
         INSERT INTO \"user\" (id, name, name_key, role, all_orgs, password_hash, created_at, created_by, password_changed_at) \
           SELECT i, 'u' || i, 'u' || i, 'clerk', true, 'x', now(), 'x', now() FROM generate_series(1, 2000) i; \
         INSERT INTO session (secret_hash, user_id, created_at, last_used_at, expires_at) \
           SELECT sha256(i::text::bytea), 1 + i % 2000, now(), now(), now() + i * interval '1 second' \
           FROM generate_series(1, 5000) i; \
         INSERT INTO saved_view (id, version, owner_id, name, name_key, shared, list, query, columns, created_at, changed_at) \
           SELECT i, 1, 1 + i % 2000, 'v' || i, 'v' || i, i % 100 = 0, 'candidates', '', '', now(), now() \
           FROM generate_series(1, {ORDERS}) i; \
         INSERT INTO saved_view_default (user_id, view_id) SELECT id, 1 + id % {ORDERS} FROM \"user\"; \
         INSERT INTO notification_rule (id, version, kind, patience_minutes, weekdays, time_zone, language, recipients, \
             active_since, created_at, created_by) \
           SELECT i, 1, 'run-failed', 0, 'mon', 'UTC', 'de', 'a@b.example', now(), now(), 'x' FROM generate_series(1, 200) i; \
         INSERT INTO notification_message (id, rule_id, kind, cause, hour, at, subject, text) \
           SELECT i, 1 + i % 200, 'run-failed', 'run ' || i, i, now() + i * interval '1 second', 'x', 'y' \
           FROM generate_series(1, {ORDERS}) i; \
         INSERT INTO notification_sending (message_id, position, recipient, status, attempts, next_attempt_at, sent_at) \
           SELECT id, 0, 'a@b.example', CASE WHEN id % 1000 = 0 THEN 'waiting' ELSE 'sent' END, 1, \
             CASE WHEN id % 1000 = 0 THEN at END, CASE WHEN id % 1000 > 0 THEN at END FROM notification_message; \
         INSERT INTO idempotency (caller_id, status, created_at, method, path, key, body_hash, answer) \
           SELECT 1, 201, now() + i * interval '1 second', 'POST', '/', i::text, '', '' FROM generate_series(1, 5000) i; \
         INSERT INTO attachment_content (sha256) SELECT sha256(i::text::bytea) FROM generate_series(1, 5000) i; \
         INSERT INTO attachment (id, org_id, order_id, sha256, size, file_name, media_type, tags, created_at, created_by) \
           SELECT i, 0, i, sha256(i::text::bytea), 1, 'f', 't', '[]', now(), 'x' FROM generate_series(1, 5000) i; \
         INSERT INTO import_draft (id, version, org_id, file_name, size, sha256, status, settings, results, created_by, \
             created_at, changed_by, changed_at, expires_at, fence, instance_id, caller) \
           SELECT i, 1, i % 100, 'f', 1, sha256(i::text::bytea), CASE WHEN i % 1000 = 0 THEN 'importing' ELSE 'open' END, \
             '', '', 'x', now(), 'x', now(), now() + i * interval '1 second', CASE WHEN i % 1000 = 0 THEN i END, \
             CASE WHEN i % 1000 = 0 THEN 1 END, CASE WHEN i % 1000 = 0 THEN '' END FROM generate_series(1, 5000) i; \
         INSERT INTO import_draft_cell SELECT 1 + i % 100, i / 100, 0, 'x' FROM generate_series(1, {ORDERS}) i; \
         INSERT INTO import_draft_row SELECT 1 + i % 100, i / 100, CASE WHEN i % 17 = 0 THEN 'problems' ELSE 'ready' END \
           FROM generate_series(1, {ORDERS}) i; \
         INSERT INTO import_draft_request SELECT 1 + i % 100, i FROM generate_series(1, 5000) i; \
         INSERT INTO import_mapping SELECT i, i % 100, 'm' || i, '', '', 'x', now(), 'm' || i \
           FROM generate_series(1, 5000) i; \
         INSERT INTO masterdata_change (root_id, record_id, version, org_id, at, kind, actor, request_id) \
           SELECT i, i, 1, 0, now(), 'uom', 'x', 'y' FROM generate_series(1, 5000) i"
    );
    database.batch(&statements).unwrap();
}

/// Adds webhook deliveries after ANALYZE, so without statistics, as in the first minutes of a server.
fn add_deliveries(database: &BlockingConnection) {
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
