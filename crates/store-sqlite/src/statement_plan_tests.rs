//! Query plans of every statement without statistics: none may scan a large table.

use orderdock_store_sql::{maintenance::examine, statements};
use rusqlite::Connection;

use crate::migrate::migrate;
use crate::plan_tests::{plan_of, whole_tables};

/// Tables that grow with the orders and that other plan tests do not fill.
const LARGE: [&str; 24] = [
    "allocation",
    "attachment",
    "candidate_cause",
    "candidate_history",
    "comment",
    "cross_reference",
    "cross_reference_use",
    "import_draft",
    "import_draft_cell",
    "import_draft_request",
    "import_draft_row",
    "missing_record",
    "missing_record_line",
    "notification_message",
    "notification_sending",
    "open_reference",
    "outbox",
    "run",
    "sales_order",
    "sales_order_line",
    "sales_order_tax",
    "saved_view",
    "saved_view_default",
    "session",
];
/// Permitted scans: a part of the statement, and the reason.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("FROM notification_message WHERE (?2 = 1", "The list goes back from the newest until it has enough."),
    ("undone_by FROM run WHERE (?2 IS NULL", "The list goes back from the newest until it has enough."),
];
/// Partial indexes with few rows (waiting, open, failed or shared ones, and drafts with a job); they may be scanned.
const SMALL_INDEXES: [&str; 7] = [
    "import_draft_working",
    "outbox_waiting",
    "notification_sending_due",
    "run_open",
    "run_failed",
    "sales_order_waiting",
    "saved_view_shared",
];

/// Returns the table that a step scans; resolves the alias in the statement.
fn table_of<'s>(sql: &'s str, step: &'s str) -> &'s str {
    let name = step.split(' ').nth(1).unwrap_or_default();
    let before = |(at, _): (usize, &str)| {
        let ends =
            !sql[at + name.len() + 1..].starts_with(|sign: char| sign.is_alphanumeric() || sign == '_');
        ends.then(|| sql[..at].rsplit([' ', '(']).next().unwrap_or_default().trim_matches('"'))
    };
    let named = sql.match_indices(&format!(" {name}")).find_map(before);
    named.filter(|table| LARGE.contains(table)).unwrap_or(name)
}

#[test]
fn statements_scan_no_large_table() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection).unwrap();
    let examining: Vec<_> = examine::statements().map(std::ptr::from_ref).collect();
    let (mut wrong, mut unused): (Vec<String>, Vec<_>) = (Vec::new(), EXCEPTIONS.to_vec());
    let mut checked = 0;
    for statement in statements().filter(|one| !examining.contains(&std::ptr::from_ref(*one))) {
        let sql = statement.of(&crate::dialect::SqliteDialect).unwrap();
        checked += usize::from(LARGE.iter().any(|table| sql.contains(table)));
        let steps = plan_of(&connection, statement);
        for step in whole_tables(&steps) {
            let is_small = SMALL_INDEXES.iter().any(|index| step.ends_with(&format!(" INDEX {index}")));
            if is_small || !LARGE.contains(&table_of(sql, step)) {
                continue;
            }
            let is_exception = |(words, _): &(&str, &str)| sql.contains(words);
            unused.retain(|exception| !is_exception(exception));
            if !EXCEPTIONS.iter().any(is_exception) {
                wrong.push(format!("{step}: {sql}"));
            }
        }
    }
    assert!(checked > 80, "{checked} statements name a large table");
    assert!(wrong.is_empty(), "{} read a whole table:\n{}", wrong.len(), wrong.join("\n"));
    assert!(unused.is_empty(), "unnecessary exceptions: {unused:?}");
}
