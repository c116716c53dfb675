//! Tests that the schema matches the descriptions of its tables and the limits of their values.

use std::collections::{BTreeMap, BTreeSet};

use orderdock_domain::masterdata::kinds::{FieldType, KINDS, Kind};
use orderdock_store_sql::masterdata::tables::{KindTable, lists};
use orderdock_store_sql::sql::column::SqlType;
use orderdock_store_sql::sql::table::{SplitTable, Table};
use orderdock_store_sql::sql::tables::tables;

use crate::blocking_connection::BlockingConnection;
use crate::testing::fresh_database;

/// Text columns with JSON that is stored and read as a whole. Other text columns have a form of their own: lines or
/// words.
const JSON: [(&str, &str); 15] = [
    ("attachment", "tags"),
    ("candidate", "extended_props"),
    ("candidate", "problems"),
    ("candidate_history", "problems"),
    ("candidate_history", "problems_before"),
    ("masterdata_change", "changes"),
    ("run", "orgs"),
    ("run", "task"),
    ("run_result", "warnings"),
    ("sales_order", "document_type"),
    ("sales_order", "header"),
    ("sales_order", "requests"),
    ("sales_order_line", "explanation"),
    ("sales_order_line", "extended_props"),
    ("sales_order_line", "warehouse_dest"),
];

/// Declared type of a column, and whether it is nullable.
type Declared = (String, bool);

/// Columns by table and name.
type Columns = BTreeMap<String, BTreeMap<String, Declared>>;

/// Returns the tables that store the rows of a described table.
fn stored_tables(table: &Table) -> Vec<&'static str> {
    SplitTable::of(table.name)
        .map_or_else(|| vec![table.name.trim_matches('"')], |split| vec![split.row, split.state])
}

/// Returns the cells of each row.
pub fn rows(database: &BlockingConnection, sql: &str) -> Vec<Vec<String>> {
    let texts = database.texts(&format!("SELECT to_json(r.cells)::text FROM ({sql}) r")).unwrap();
    texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
}

fn columns(database: &BlockingConnection) -> Columns {
    let sql = "SELECT ARRAY[c.relname::text, a.attname, format_type(a.atttypid, a.atttypmod), (NOT a.attnotnull)::text] AS cells
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace";
    let mut columns = Columns::new();
    for row in rows(database, sql) {
        let [table, column, declared, nullable] = row.try_into().unwrap();
        columns.entry(table).or_default().insert(column, (declared, nullable == "true"));
    }
    columns
}

fn keys(database: &BlockingConnection) -> BTreeMap<String, BTreeSet<String>> {
    let sql = "SELECT ARRAY[c.relname::text, a.attname] AS cells FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
        WHERE k.contype = 'p' AND c.relnamespace = current_schema()::regnamespace";
    let mut keys: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for row in rows(database, sql) {
        let [table, column] = row.try_into().unwrap();
        keys.entry(table).or_default().insert(column);
    }
    keys
}

fn declared(table: &str, column: &str, sql_type: SqlType) -> String {
    match sql_type {
        SqlType::Boolean => "boolean",
        SqlType::Integer => "bigint",
        SqlType::Text if JSON.contains(&(table, column)) => "json",
        SqlType::Text => "text",
        SqlType::Bytes => "bytea",
        SqlType::Decimal => "numeric",
        SqlType::Date => "date",
        SqlType::Instant => "timestamp with time zone",
    }
    .to_owned()
}

#[test]
fn tables_match_their_descriptions() {
    let database = BlockingConnection::connect(&fresh_database()).unwrap();
    let (columns, keys) = (columns(&database), keys(&database));
    let mut undescribed: BTreeSet<&str> = columns.keys().map(String::as_str).collect();
    for table in tables() {
        let name = table.name.trim_matches('"');
        let described: BTreeMap<_, _> = table
            .columns()
            .map(|(column, column_type)| {
                (column.to_owned(), (declared(name, column, column_type.sql_type), column_type.nullable))
            })
            .collect();
        let key: BTreeSet<_> = table.key.iter().map(|column| (*column).to_owned()).collect();
        let mut actual = BTreeMap::new();
        for stored_table in stored_tables(table) {
            actual.extend(columns[stored_table].clone());
            undescribed.remove(stored_table);
            assert_eq!(keys.get(stored_table), Some(&key), "{name}");
        }
        assert_eq!(actual, described, "{name}");
    }
    for kind in KINDS {
        let table = KindTable::of(kind);
        let actual: BTreeMap<_, _> = columns[table.name]
            .iter()
            .map(|(column, (declared, _))| (column.as_str(), declared.as_str()))
            .collect();
        let described = described(kind);
        let described = described.iter().map(|(column, declared)| (column.as_str(), *declared)).collect();
        assert_eq!(actual, described, "{}", kind.member);
        undescribed.remove(table.name);
    }
    // the table of applied steps
    assert_eq!(undescribed, ["schema_step"].into());
}

/// Returns the columns of a kind by its description, with their types.
fn described(kind: &Kind) -> Vec<(String, &'static str)> {
    let table = KindTable::of(kind);
    let cells = kind.cells().into_iter().zip(table.columns(kind)).zip(kind.cells_with_ids()).zip(lists(kind));
    let cells = cells.filter(|(_, list)| !list).map(|(((cell, column), id), _)| {
        let declared = match kind.field(cell).map(|field| field.field_type) {
            _ if id => "bigint",
            Some(FieldType::Boolean) => "boolean",
            Some(FieldType::Whole { .. }) => "bigint",
            Some(FieldType::Decimal(_)) => "numeric",
            Some(FieldType::Date) => "date",
            _ => "text",
        };
        (column, declared)
    });
    let folded = table.folded.iter().map(|(column, _)| ((*column).to_owned(), "text"));
    cells.chain(folded).chain(["id", "version"].map(|column| (column.to_owned(), "bigint"))).collect()
}

#[test]
fn split_columns_are_in_the_described_table() {
    let database = BlockingConnection::connect(&fresh_database()).unwrap();
    let columns = columns(&database);
    for table in tables() {
        let Some(split) = SplitTable::of(table.name) else { continue };
        for (column, _) in table.columns() {
            let actual =
                [split.state, split.row].map(|stored_table| columns[stored_table].contains_key(column));
            assert_eq!(actual, <[bool; 2]>::from(split.places(column)), "{column}");
        }
    }
}

#[test]
fn every_table_and_column_has_a_comment() {
    let database = BlockingConnection::connect(&fresh_database()).unwrap();
    let untold = "SELECT concat_ws('.', c.relname, a.attname)
        FROM pg_class c CROSS JOIN LATERAL (SELECT 0 AS attnum, NULL::name AS attname UNION ALL
          SELECT attnum, attname FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) a
        WHERE c.relkind IN ('r', 'v', 'p') AND c.relnamespace = current_schema()::regnamespace
          AND CASE a.attnum WHEN 0 THEN obj_description(c.oid, 'pg_class') ELSE col_description(c.oid, a.attnum) END IS NULL";
    assert_eq!(database.texts(untold).unwrap(), Vec::<String>::new());
}

#[test]
fn every_text_column_has_collation_c() {
    let database = BlockingConnection::connect(&fresh_database()).unwrap();
    // indexes included; the collation of the database would sort texts differently
    let other = "SELECT c.relname || '.' || a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        JOIN pg_collation l ON l.oid = a.attcollation
        WHERE c.relkind IN ('r', 'i', 'v') AND c.relnamespace = current_schema()::regnamespace AND l.collname <> 'C'";
    assert_eq!(database.texts(other).unwrap(), Vec::<String>::new());
}

#[test]
fn schema_has_no_triggers() {
    let database = BlockingConnection::connect(&fresh_database()).unwrap();
    let others = "SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal UNION ALL SELECT rulename::text FROM pg_rules
        WHERE schemaname = current_schema() UNION ALL SELECT conname::text FROM pg_constraint WHERE condeferrable";
    assert_eq!(database.texts(others).unwrap(), Vec::<String>::new());
}

/// An index entry has a maximum size, so a longer value could not be stored.
#[test]
fn longest_texts_fit_into_indexes() {
    let database = BlockingConnection::connect(&fresh_database()).unwrap();
    // characters of four bytes in random order, which do not compress
    let text = |length: u32| {
        format!(
            "(SELECT string_agg(chr(65536 + (i * 7919 + ascii(md5(i::text)) * 523) % 49999), '') \
                 FROM generate_series(1, {length}) i)"
        )
    };
    let (code, name) = (text(255), text(500));
    let address = format!("concat_ws(chr(31), {name}, {name}, {name}, {name}, {code}, {name}, 'DE')");
    let query = text(2_000);
    let statements = [
        format!("INSERT INTO postal_code (id, country, postal, city) VALUES (1, 'DE', {code}, {name})"),
        format!("INSERT INTO bpartner (id, org_id, code, external_id, name, code_key, name_key)
                 VALUES (1, 0, {code}, {code}, {name}, {code}, {name})"),
        format!("INSERT INTO bpartner_location (id, org_id, bpartner_id, country, address_key)
                 VALUES (1, 0, 1, 'DE', {address})"),
        format!("INSERT INTO bpartner_contact (id, org_id, bpartner_id, name, name_key, email_key)
                 VALUES (1, 0, 1, 'x', {name}, {name})"),
        format!("INSERT INTO candidate_identity (org_id, data_source_id, candidate_id, external_header_id, external_line_id)
                 VALUES (0, 1, 1, {code}, {code})"),
        format!("INSERT INTO po_reference_use (bpartner_id, org_id, data_source_id, po_reference, external_header_id)
                 VALUES (1, 0, 1, {code}, {code})"),
        format!("INSERT INTO request_origin (strict, whole, kind, actor, method, path, query, media_type)
                 VALUES (true, true, 'bulk', {name}, 'POST', '/api/sales/order/candidates/bulk', {query}, {query})"),
        format!("INSERT INTO idempotency (caller_id, status, created_at, method, path, key, body_hash, answer)
                 VALUES (1, 200, now(), 'POST', '/api/v1/sales/order/candidates', {code}, '', '')"),
    ];
    for statement in statements {
        if let Err(error) = database.batch(&statement) {
            panic!("{statement}: {error}");
        }
    }
    // values that are unique by their hash are found to be duplicates
    let twice = "INSERT INTO bpartner_location (id, org_id, bpartner_id, country, address_key)
        SELECT 2, org_id, bpartner_id, country, address_key FROM bpartner_location WHERE id = 1";
    assert!(database.batch(twice).is_err(), "duplicate address");
}
