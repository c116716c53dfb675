//! Tests that the schemas of both engines are equal, in a common notation.

use std::collections::{BTreeMap, BTreeSet};

use orderdock_store_sqlite::{SqliteOptions, SqliteStore};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::blocking_connection::BlockingConnection;
use crate::schema_tests::rows;
use crate::testing::fresh_database;

const HASHED: &str = "An entry of an index of PostgreSQL has 2,704 bytes at most, these names together have more: their \
    hash is kept unique instead, and no statement looks for them by it.";
const BULK: &str =
    "A foreign key costs more than the row itself. Tables of bulk data have none; `doctor` checks them.";

/// Permitted differences, by the beginning of their description, and their reasons.
const BESIDE: &str = "SQLite reads the status from the list's table; PostgreSQL looks it up for each row.";
const SEARCHED: &str =
    "The search text of a missing record may be longer than an entry of an index of PostgreSQL.";
const TRIGRAMS: &str = "Trigrams of documents are an index in PostgreSQL, and tables of FTS5 in SQLite.";
const EXCEPTIONS: [(&str, &str); 35] = [
    ("search_partner: index search_partner_trigram ", TRIGRAMS),
    ("table search_partner_index", TRIGRAMS),
    ("search_product: index search_product_trigram ", TRIGRAMS),
    ("table search_product_index", TRIGRAMS),
    ("search_candidate: index search_candidate_trigram ", TRIGRAMS),
    ("table search_candidate_index", TRIGRAMS),
    ("search_order: index search_order_trigram ", TRIGRAMS),
    ("table search_order_index", TRIGRAMS),
    ("table schema_step ", "SQLite keeps the number of its steps in the head of the file."),
    ("attachment: references ", BULK),
    ("bpartner: references ", BULK),
    ("bpartner_contact: references ", BULK),
    ("bpartner_location: references ", BULK),
    ("bpartner_product: references ", BULK),
    ("external_reference: references ", BULK),
    ("product: references ", BULK),
    ("product_gtin: references ", BULK),
    ("product_price: references ", BULK),
    ("product_price_scale: references ", BULK),
    ("rejected_line: references ", BULK),
    ("request: references ", BULK),
    ("request_org: references ", BULK),
    ("sales_order_line: references ", BULK),
    ("sales_order_tax: references ", BULK),
    ("candidate: index candidate_open_price ", BESIDE),
    ("candidate: index candidate_error_bpartner ", BESIDE),
    ("bpartner_contact: index bpartner_contact_name: ", HASHED),
    ("bpartner_location: index bpartner_location_address: ", HASHED),
    ("missing_record: index missing_record_lines: ", SEARCHED),
    ("missing_record: index missing_record_oldest: ", SEARCHED),
    ("postal_code: unique country, postal, city ", HASHED),
    ("postal_code: index postal_code_place ", HASHED),
    (
        "request_origin: index request_origin_path: ",
        "Queries and media types may be longer than an entry of an index, so that only their beginnings are in it.",
    ),
    (
        "candidate: index candidate_date_required: ",
        "No day is the first of all days; SQLite, which keeps texts, takes \
        the empty one.",
    ),
    ("uom_conversion.divisor: ", "SQLite stores decimals as text, so its default is a text."),
];

#[derive(Default)]
struct Shape {
    /// Type, nullability and default of each column.
    columns: BTreeMap<String, String>,
    key: Vec<String>,
    unique: BTreeSet<String>,
    indexes: BTreeMap<String, Index>,
    references: BTreeSet<String>,
    checks: BTreeSet<String>,
}

#[derive(PartialEq, Eq, Default)]
struct Index {
    unique: bool,
    entries: Vec<String>,
    condition: String,
}

impl Index {
    fn summary(&self) -> String {
        let (unique, entries) = (if self.unique { "unique " } else { "" }, self.entries.join(", "));
        format!("{unique}({entries}) where ({})", self.condition)
    }

    /// Returns whether two indexes are equal. An index of SQLite implicitly ends with the key of the table, one of
    /// PostgreSQL does not.
    fn is(&self, other: &Self, key: &[String]) -> bool {
        if self.unique || other.unique {
            return self == other;
        }
        let unasked = key.iter().filter(|column| !self.entries.contains(column));
        let all: Vec<_> = self.entries.iter().chain(unasked).cloned().collect();
        self.condition == other.condition
            && other.entries.starts_with(&self.entries)
            && all.starts_with(&other.entries)
    }
}

type Schema = BTreeMap<String, Shape>;

/// Creates a migrated SQLite database in a temporary folder.
fn sqlite() -> (TempDir, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orderdock.db");
    drop(SqliteStore::open(&path, SqliteOptions::default()).unwrap());
    let connection = Connection::open(path).unwrap();
    (folder, connection)
}

fn read_rows(connection: &Connection, sql: &str) -> Vec<Vec<String>> {
    let mut statement = connection.prepare(sql).unwrap();
    let count = statement.column_count();
    let read = |row: &rusqlite::Row<'_>| (0..count).map(|column| row.get(column)).collect();
    statement.query_map([], read).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Normalises an expression: removes parentheses, quotes and type casts.
fn neutral(expression: &str) -> String {
    let mut words = String::with_capacity(expression.len());
    let mut parts = expression.split("::");
    words.extend(parts.next());
    for part in parts {
        words.push_str(part.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || sign == '_'));
    }
    let words = words.to_lowercase().replace(['(', ')', '"'], " ").replace(" = 1", " ");
    // booleans are numbers on SQLite
    let words = words.replace("handed_over = 0", "not handed_over");
    words.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",")
}

/// Returns the text between the first parenthesis and its closing one, and the rest.
fn enclosed(text: &str) -> (&str, &str) {
    let start = text.find('(').unwrap() + 1;
    let mut depth = 1;
    for (at, sign) in text.bytes().enumerate().skip(start) {
        depth += match sign {
            b'(' => 1,
            b')' => -1,
            _ => 0,
        };
        if depth == 0 {
            return (&text[start..at], &text[at + 1..]);
        }
    }
    panic!("nothing closes {text}")
}

/// Splits at commas outside parentheses.
fn listed(text: &str) -> Vec<String> {
    let (mut entries, mut depth) = (vec![String::new()], 0);
    for sign in text.chars() {
        depth += match sign {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        match entries.last_mut() {
            Some(entry) if sign != ',' || depth > 0 => entry.push(sign),
            _ => entries.push(String::new()),
        }
    }
    entries.iter().map(|entry| neutral(entry)).collect()
}

fn of_sqlite() -> Schema {
    const TABLES: &str =
        "(SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%') t";
    let (_folder, database) = sqlite();
    let mut schema = Schema::new();
    let columns = format!(
        "SELECT t.name, c.name, CASE c.type WHEN 'INTEGER' THEN 'integer' WHEN 'TEXT' THEN 'text' ELSE 'bytes' END \
           || CASE WHEN c.\"notnull\" OR c.pk THEN '' ELSE ' or nothing' END, coalesce(c.dflt_value, '') \
         FROM {TABLES}, pragma_table_info(t.name) c"
    );
    for row in read_rows(&database, &columns) {
        let [table, column, holds, default] = row.try_into().unwrap();
        schema
            .entry(table)
            .or_default()
            .columns
            .insert(column, format!("{holds} {default}").trim_end().to_owned());
    }
    let keys =
        format!("SELECT t.name, c.name FROM {TABLES}, pragma_table_info(t.name) c WHERE c.pk ORDER BY c.pk");
    for row in read_rows(&database, &keys) {
        let [table, column] = row.try_into().unwrap();
        schema.entry(table).or_default().key.push(column);
    }
    let unique = format!(
        "SELECT t.name, (SELECT string_agg(name, ', ' ORDER BY seqno) FROM pragma_index_info(i.name)) \
         FROM {TABLES}, pragma_index_list(t.name) i WHERE i.origin = 'u'"
    );
    for row in read_rows(&database, &unique) {
        let [table, columns] = row.try_into().unwrap();
        schema.entry(table).or_default().unique.insert(columns);
    }
    for row in read_rows(
        &database,
        "SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    ) {
        let [table, name, sql] = row.try_into().unwrap();
        let (entries, condition) = enclosed(&sql);
        let condition = neutral(condition.trim().trim_start_matches("WHERE "));
        let index = Index { unique: sql.starts_with("CREATE UNIQUE"), entries: listed(entries), condition };
        schema.entry(table).or_default().indexes.insert(name, index);
    }
    let references = format!(
        "SELECT t.name, f.\"from\" || ' to ' || f.\"table\" || '.' || f.\"to\" \
         FROM {TABLES}, pragma_foreign_key_list(t.name) f"
    );
    for row in read_rows(&database, &references) {
        let [table, reference] = row.try_into().unwrap();
        schema.entry(table).or_default().references.insert(reference);
    }
    for row in read_rows(&database, &format!("SELECT t.name, t.sql FROM {TABLES}")) {
        let [table, sql] = row.try_into().unwrap();
        let checks = sql.split("CHECK").skip(1).map(|text| neutral(enclosed(text).0));
        schema.entry(table).or_default().checks.extend(checks);
    }
    schema
}

/// Condition for the tables of the schema, as `c`.
const OWN: &str = "c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace";
/// Name of a table. The two tables of a split table have the same name.
const NAME: &str =
    "CASE WHEN c.relname IN ('candidate_row', 'candidate_state') THEN 'candidate' ELSE c.relname::text END";

fn of_postgres() -> Schema {
    let database = BlockingConnection::connect(&fresh_database()).unwrap();
    let mut schema = Schema::new();
    let columns = format!(
        "SELECT ARRAY[{NAME}, a.attname, CASE WHEN t.typname IN ('int8', 'bool', 'timestamptz') THEN 'integer' \
             WHEN t.typname IN ('text', 'json', 'numeric', 'date') THEN 'text' WHEN t.typname = 'bytea' THEN 'bytes' \
             ELSE t.typname END || CASE WHEN a.attnotnull THEN '' ELSE ' or nothing' END, \
           CASE pg_get_expr(d.adbin, d.adrelid) WHEN 'true' THEN '1' WHEN 'false' THEN '0' \
             ELSE coalesce(replace(pg_get_expr(d.adbin, d.adrelid), '::text', ''), '') END] AS cells \
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
         JOIN pg_type t ON t.oid = a.atttypid \
         LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE {OWN}"
    );
    for row in rows(&database, &columns) {
        let [table, column, holds, default] = row.try_into().unwrap();
        schema
            .entry(table)
            .or_default()
            .columns
            .insert(column, format!("{holds} {default}").trim_end().to_owned());
    }
    constraints(&database, &mut schema);
    let indexes = format!(
        "SELECT ARRAY[{NAME}, n.relname, i.indisunique::text, coalesce(pg_get_expr(i.indpred, c.oid), '')] \
           || ARRAY(SELECT pg_get_indexdef(n.oid, at::int, false) FROM generate_series(1, i.indnkeyatts) at) AS cells \
         FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid JOIN pg_class n ON n.oid = i.indexrelid \
         WHERE {OWN} AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = n.oid AND k.contype IN ('p', 'u'))"
    );
    for row in rows(&database, &indexes) {
        let [table, name, unique, condition, entries @ ..] = row.as_slice() else { panic!("{row:?}") };
        let entries = entries.iter().map(|entry| neutral(entry)).collect();
        let index = Index { unique: unique == "true", entries, condition: neutral(condition) };
        schema.entry(table.clone()).or_default().indexes.insert(name.clone(), index);
    }
    schema
}

fn constraints(database: &BlockingConnection, schema: &mut Schema) {
    let constraints = format!(
        "SELECT ARRAY[{NAME}, k.contype::text, CASE k.contype WHEN 'c' THEN pg_get_expr(k.conbin, c.oid) \
             ELSE coalesce((SELECT concat(f.relname, '.', attname) FROM pg_attribute \
               WHERE attrelid = f.oid AND attnum = k.confkey[1]), '') END] || ARRAY(SELECT a.attname::text FROM unnest(k.conkey) \
             WITH ORDINALITY l(attnum, place) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = l.attnum \
             ORDER BY place) AS cells \
         FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid LEFT JOIN pg_class f ON f.oid = k.confrelid \
         WHERE {OWN}"
    );
    for row in rows(database, &constraints) {
        let [table, kind, definition, columns @ ..] = row.as_slice() else { panic!("{row:?}") };
        let shape = schema.entry(table.clone()).or_default();
        match kind.as_str() {
            "p" => shape.key = columns.to_vec(),
            "u" => _ = shape.unique.insert(columns.join(", ")),
            "c" => _ = shape.checks.insert(neutral(definition)),
            "f" => _ = shape.references.insert(format!("{} to {definition}", columns.join(", "))),
            // NOT NULL is already part of the column
            other => assert_eq!(other, "n", "{table}"),
        }
    }
}

/// Returns the entries that only one side has.
fn alone<'s>(
    table: &str,
    kind: &str,
    [sqlite, postgres]: [&'s BTreeSet<String>; 2],
    found: &mut Vec<String>,
) {
    let summary = |name: &'s String, engine| format!("{table}: {kind} {name} in {engine} alone");
    found.extend(sqlite.difference(postgres).map(|name| summary(name, "SQLite")));
    found.extend(postgres.difference(sqlite).map(|name| summary(name, "PostgreSQL")));
}

fn differences(sqlite: &Schema, postgres: &Schema) -> Vec<String> {
    let mut found = Vec::new();
    let names: BTreeSet<_> = sqlite.keys().chain(postgres.keys()).collect();
    for table in names {
        let (Some(one), Some(other)) = (sqlite.get(table), postgres.get(table)) else {
            found.push(format!("table {table} in one alone"));
            continue;
        };
        let columns: BTreeSet<_> = one.columns.keys().chain(other.columns.keys()).collect();
        for column in columns {
            let [one, other] =
                [one, other].map(|shape| shape.columns.get(column).map_or("-", String::as_str));
            if one != other {
                found.push(format!("{table}.{column}: SQLite {one}, PostgreSQL {other}"));
            }
        }
        if one.key != other.key {
            found.push(format!("{table}: key SQLite {:?}, PostgreSQL {:?}", one.key, other.key));
        }
        alone(table, "unique", [&one.unique, &other.unique], &mut found);
        alone(table, "references", [&one.references, &other.references], &mut found);
        alone(table, "check", [&one.checks, &other.checks], &mut found);
        let names = [one, other].map(|shape| shape.indexes.keys().cloned().collect());
        alone(table, "index", [&names[0], &names[1]], &mut found);
        for (name, index) in &one.indexes {
            let Some(there) = other.indexes.get(name).filter(|there| !index.is(there, &one.key)) else {
                continue;
            };
            let (one, other) = (index.summary(), there.summary());
            found.push(format!("{table}: index {name}: SQLite {one}, PostgreSQL {other}"));
        }
    }
    found
}

#[test]
fn schemas_differ_only_by_listed_exceptions() {
    let found = differences(&of_sqlite(), &of_postgres());
    let is_known =
        |difference: &&String| !EXCEPTIONS.iter().any(|(beginning, _)| difference.starts_with(beginning));
    let unknown: Vec<_> = found.iter().filter(is_known).collect();
    assert!(unknown.is_empty(), "differences without a reason: {unknown:#?}");
    for (beginning, _) in EXCEPTIONS {
        assert!(
            found.iter().any(|difference| difference.starts_with(beginning)),
            "no difference any more: {beginning}"
        );
    }
}

#[test]
fn initial_records_are_equal_on_both_engines() {
    let (_folder, sqlite) = sqlite();
    let postgres = BlockingConnection::connect(&fresh_database()).unwrap();
    let columns = format!(
        "SELECT ARRAY[c.relname::text, string_agg(quote_ident(a.attname), ',' ORDER BY a.attname), \
           string_agg(quote_ident(a.attname) || CASE a.atttypid WHEN 'bool'::regtype THEN '::int' ELSE '' END \
             || '::text', ',' ORDER BY a.attname)] AS cells \
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped \
         WHERE a.attname <> 'state_id' AND (c.relname = 'candidate' OR {OWN} AND c.relname NOT IN ('schema_step', 'candidate_row', 'candidate_state')) \
         AND c.relnamespace = current_schema()::regnamespace GROUP BY c.relname"
    );
    let mut records = 0;
    for row in rows(&postgres, &columns) {
        let [table, names, texts] = row.try_into().unwrap();
        let of_sqlite =
            names.split(',').map(|name| format!("CAST({name} AS TEXT)")).collect::<Vec<_>>().join(",");
        let of_sqlite = read_rows(&sqlite, &format!("SELECT json_array({of_sqlite}) FROM \"{table}\""));
        let of_sqlite: BTreeSet<Vec<Option<String>>> =
            of_sqlite.concat().iter().map(|json| serde_json::from_str(json).unwrap()).collect();
        let of_postgres = format!("SELECT json_build_array({texts})::text FROM \"{table}\"");
        let of_postgres: BTreeSet<Vec<Option<String>>> = postgres
            .texts(&of_postgres)
            .unwrap()
            .iter()
            .map(|json| serde_json::from_str(json).unwrap())
            .collect();
        assert_eq!(of_sqlite, of_postgres, "{table}");
        records += of_sqlite.len();
    }
    assert!(records > 400, "{records} records were compared");
}
