//! Tests that PostgreSQL accepts every statement, and that distributed engines could run it.

use orderdock_domain::masterdata::kinds::KINDS;
use orderdock_store::WriteMode;
use orderdock_store_sql::masterdata::Statements;
use orderdock_store_sql::masterdata::list::{ReadDirection, select};
use orderdock_store_sql::masterdata::shown::{count_nested, select_by, select_nested};
use orderdock_store_sql::masterdata::tables::KindTable;
use orderdock_store_sql::sql::template::{Sql as _, expand};
use orderdock_store_sql::statements;

use crate::backend::{OF_KEYS, OF_LISTS, SETTINGS};
use crate::blocking_connection::BlockingConnection;
use crate::dialect::PostgresDialect;
use crate::jobs::beginning;
use crate::link::Link;
use crate::migrate::MIGRATIONS;
use crate::testing::fresh_database;

/// Syntax that distributed engines lack or interpret differently, as consecutive words.
const UNSUPPORTED_SYNTAX: [&str; 21] = [
    "LISTEN",
    "NOTIFY",
    "PG_NOTIFY",
    "UNLISTEN",
    "CREATE TRIGGER",
    "CONSTRAINT TRIGGER",
    "CREATE RULE",
    "DEFERRABLE",
    "DEFERRED",
    "PG_ADVISORY_LOCK",
    "PG_ADVISORY_LOCK_SHARED",
    "PG_TRY_ADVISORY_LOCK",
    "LOCK TABLE",
    "TEMP",
    "TEMPORARY",
    "UNLOGGED",
    "CTID",
    "XMIN",
    "TABLEOID",
    "WITH HOLD",
    "EXCLUDE",
];
/// Functions whose result differs with each call. A row computed again on another node would differ.
const VOLATILE_FUNCTIONS: [&str; 6] =
    ["RANDOM", "CLOCK_TIMESTAMP", "TIMEOFDAY", "GEN_RANDOM_UUID", "NEXTVAL", "SETVAL"];

/// Returns the constant statements, and those that are assembled for each kind of master data.
fn all_statements() -> Vec<String> {
    let mut all: Vec<_> =
        statements().map(|statement| statement.text(&PostgresDialect).unwrap().to_string()).collect();
    for kind in KINDS {
        let written = Statements::of(kind);
        let mut texts = vec![written.insert, written.update, select_by(kind, "id")];
        for (nested, side) in [(false, ReadDirection::After), (true, ReadDirection::Before)] {
            texts.push(select(kind, "", nested, side));
        }
        if let Some(parent) = KindTable::of(kind).parent {
            texts.extend([select_nested(kind, parent), count_nested(kind, parent)]);
        }
        texts.extend(kind.lookups.iter().map(|by| orderdock_store_sql::masterdata::select(kind, by)));
        all.extend(texts.iter().map(|text| expand(text, &PostgresDialect).unwrap()));
    }
    all
}

#[test]
fn every_statement_is_prepared() {
    let link = Link::connect(&fresh_database(), "orderdock/test").unwrap();
    let mut wrong = Vec::new();
    let all = all_statements();
    for sql in &all {
        if let Err(error) = link.wait(link.prepared(sql)) {
            wrong.push(format!("{sql}\n  {error}"));
        }
    }
    let understood = all.len() - wrong.len();
    assert!(wrong.is_empty(), "{} statements are rejected:\n{}", wrong.len(), wrong.join("\n"));
    assert!(understood > 300, "{understood} statements");
}

/// Returns a statement in upper case with single spaces, without quoted text.
fn words(sql: &str) -> String {
    let unquoted: String = sql.split('\'').step_by(2).collect::<Vec<_>>().join(" ");
    let unquoted = unquoted.lines().map(|line| line.split("--").next().unwrap_or_default());
    let words = unquoted.collect::<Vec<_>>().join(" ").to_uppercase();
    let words = words.split(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '"'));
    format!(" {} ", words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

/// Returns the reason why a distributed engine would not run a statement, if any.
fn fault(sql: &str) -> Option<String> {
    let words = words(sql);
    let names =
        |list: &[&'static str]| list.iter().copied().find(|word| words.contains(&format!(" {word} ")));
    if let Some(word) = names(&UNSUPPORTED_SYNTAX) {
        return Some(format!("{word}: {sql}"));
    }
    let writes = [" UPDATE ", " DELETE ", " INSERT "].iter().any(|word| words.starts_with(word))
        || words.contains(" UPDATE ")
            && !words.contains(" FOR UPDATE ")
            && !words.contains(" FOR NO KEY UPDATE ");
    names(&VOLATILE_FUNCTIONS).filter(|_| writes).map(|word| format!("{word} where rows are written: {sql}"))
}

#[test]
fn statements_run_on_distributed_engines() {
    let all = all_statements();
    let modes =
        [WriteMode::Unlocked, WriteMode::Ids, WriteMode::Shared, WriteMode::Records, WriteMode::Exclusive];
    let settings = SETTINGS.iter().chain(&OF_KEYS).chain(&OF_LISTS).map(|setting| format!("SET {setting}"));
    let steps = MIGRATIONS.iter().flat_map(|(_, _, sql)| sql.split(';').map(str::to_owned));
    let faults: Vec<_> = all
        .into_iter()
        .chain(modes.map(beginning))
        .chain(settings)
        .chain(steps)
        .filter_map(|sql| fault(&sql))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn unsupported_syntax_of_distributed_engines_is_detected() {
    for (sql, noticed) in [
        ("LISTEN changes", true),
        ("SELECT pg_notify('x', 'y')", true),
        ("CREATE TABLE x (a int REFERENCES y DEFERRABLE INITIALLY DEFERRED)", true),
        ("SELECT pg_try_advisory_lock(1)", true),
        ("SELECT pg_advisory_xact_lock_shared(1)", false),
        ("CREATE TEMPORARY TABLE x (a int)", true),
        ("CREATE CONSTRAINT TRIGGER x AFTER INSERT ON y", true),
        ("SELECT trigger FROM run", false),
        ("DELETE FROM x WHERE ctid = ANY($1)", true),
        ("UPDATE x SET at = clock_timestamp()", true),
        ("WITH c AS (UPDATE x SET a = random() RETURNING a) SELECT a FROM c", true),
        ("SELECT clock_timestamp()", false),
        ("SELECT a FROM x ORDER BY id FOR UPDATE", false),
        ("UPDATE x SET text = 'listen, the trigger of ctid'", false),
    ] {
        assert_eq!(fault(sql).is_some(), noticed, "{sql}");
    }
}

/// Checks the schema itself, not the statements.
#[test]
fn schema_uses_no_features_missing_in_distributed_engines() {
    let plain = BlockingConnection::connect(&fresh_database()).unwrap();
    for (feature, query) in [
        ("triggers", "SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal"),
        ("rules", "SELECT rulename::text FROM pg_rules WHERE schemaname = current_schema()"),
        ("deferrable constraints", "SELECT conname::text FROM pg_constraint WHERE condeferrable"),
        ("exclusion constraints", "SELECT conname::text FROM pg_constraint WHERE contype = 'x'"),
        (
            "functions",
            "SELECT proname::text FROM pg_proc p WHERE pronamespace = current_schema()::regnamespace \
             AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')",
        ),
        (
            "unlogged or temporary tables",
            "SELECT relname::text FROM pg_class WHERE relpersistence <> 'p' AND relkind IN ('r', 'p', 'v')",
        ),
    ] {
        assert_eq!(plain.texts(query).unwrap(), Vec::<String>::new(), "{feature}");
    }
}
