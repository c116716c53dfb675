//! Compares the contents of both databases in a format that does not depend on the engine.

use std::collections::BTreeMap;

use orderdock_testkit::TestDatabaseAccess;

/// Tables that only one engine has, with the reason.
const TABLES_OF_ONE_ENGINE: [(&str, &str); 3] = [
    ("schema_step", "SQLite stores the number of steps in the file header"),
    ("candidate_row", "part of a candidate; candidates are compared through the view"),
    ("candidate_state", "the other part of a candidate"),
];

/// Columns that are not compared, with the reason.
const EXCLUDED_COLUMNS: [(&str, &str, &str); 19] = [
    ("content_block", "id", "assigned by the engine; references are compared by key"),
    (
        "request_origin",
        "id",
        "drawn by each engine in its own way; what names it is compared by what it says",
    ),
    ("request", "request_id", "random for each request"),
    ("masterdata_change", "request_id", "random for each request"),
    ("candidate_count", "slot", "spreads writers; sums are compared"),
    ("cross_reference_use", "slot", "spreads writers; sums are compared"),
    ("cross_reference_use", "last_used_at", "one per slot; the conformance tests compare the latest"),
    ("instance", "session", "SQLite connections have no name"),
    ("instance", "started_at", "time of the engine"),
    ("instance", "signed_at", "time of the engine"),
    ("instance", "watching_since", "time of the engine"),
    ("instance", "steps", "each engine has its own migration steps"),
    ("outbox", "id", "assigned by the engine; PostgreSQL never reuses a number"),
    ("comment", "id", "assigned by the engine"),
    ("session", "secret_hash", "random for each sign-in"),
    ("user", "password_hash", "salted"),
    ("webhook_delivery", "id", "assigned by the engine"),
    ("webhook_attempt", "delivery_id", "assigned by the engine"),
    ("webhook_attempt", "duration_ms", "measured duration"),
];

const NULL_TEXT: &str = "'<null>'";

/// Returns the first table that differs, with up to five rows that only one database contains.
pub fn difference(sqlite: &TestDatabaseAccess, postgres: &TestDatabaseAccess) -> Option<String> {
    let tables = tables(postgres);
    // trigrams are FTS5 tables on SQLite and indexes on PostgreSQL
    let sqlite_tables = sqlite.texts(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
         AND name NOT LIKE 'search\\_%\\_index%' ESCAPE '\\'",
    );
    let mut sqlite_tables: Vec<_> =
        sqlite_tables.into_iter().filter(|name| !is_of_one_engine(name)).collect();
    sqlite_tables.sort();
    let postgres_tables: Vec<_> = tables.keys().filter(|name| !is_of_one_engine(name)).cloned().collect();
    if sqlite_tables != postgres_tables {
        return Some(format!("different tables: {sqlite_tables:?}\n{postgres_tables:?}"));
    }
    postgres_tables.iter().find_map(|table| {
        let columns: Vec<_> = tables[table].iter().map(|column| Column::of(table, column)).collect();
        let one = rows(sqlite, &statement(table, &columns, Column::in_sqlite));
        let other = rows(postgres, &statement(table, &columns, Column::in_postgres));
        (one != other).then(|| describe_difference(table, &columns, &one, &other))
    })
}

fn is_of_one_engine(table: &str) -> bool {
    TABLES_OF_ONE_ENGINE.iter().any(|(name, _)| *name == table)
}

/// Returns the columns of every table with their types.
fn tables(postgres: &TestDatabaseAccess) -> BTreeMap<String, Vec<String>> {
    let columns = "SELECT c.table_name || ' ' || c.column_name || ' ' || c.data_type \
                   FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) \
                   WHERE table_schema = 'public' AND c.column_name <> 'state_id' ORDER BY c.table_name, c.column_name";
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in postgres.texts(columns) {
        let (table, column) = line.split_once(' ').unwrap();
        tables.entry(table.to_owned()).or_default().push(column.to_owned());
    }
    tables
}

struct Column {
    table: String,
    name: String,
    data_type: String,
}

impl Column {
    fn of(table: &str, column: &str) -> Self {
        let (name, data_type) = column.split_once(' ').unwrap();
        Self { table: table.to_owned(), name: name.to_owned(), data_type: data_type.to_owned() }
    }

    fn is_compared(&self) -> bool {
        !EXCLUDED_COLUMNS.iter().any(|(table, column, _)| (*table, *column) == (&*self.table, &*self.name))
    }

    /// Returns the SQL expression for the key of a referenced row whose id differs between the engines.
    fn referenced_key(&self, block: &str, origin: &str) -> Option<String> {
        match (&*self.table, &*self.name) {
            ("candidate_content", name) if name.ends_with("_block") => {
                Some(format!("(SELECT {block} FROM content_block b WHERE b.id = t.\"{name}\")"))
            }
            ("request", "origin_id") => {
                Some(format!("(SELECT {origin} FROM request_origin o WHERE o.id = t.origin_id)"))
            }
            _ => None,
        }
    }

    fn in_sqlite(&self) -> String {
        if let Some(named) = self.referenced_key("lower(hex(b.key))", &origin("CAST(o.strict AS TEXT)")) {
            return named;
        }
        let column = format!("t.\"{}\"", self.name);
        match &*self.data_type {
            "bytea" => format!("CASE WHEN {column} IS NOT NULL THEN lower(hex({column})) END"),
            _ => format!("CAST({column} AS TEXT)"),
        }
    }

    fn in_postgres(&self) -> String {
        if let Some(named) = self.referenced_key("encode(b.key, 'hex')", &origin("o.strict::int::text")) {
            return named;
        }
        let column = format!("t.\"{}\"", self.name);
        match &*self.data_type {
            "bytea" => format!("encode({column}, 'hex')"),
            "boolean" => format!("{column}::int::text"),
            "numeric" => format!("trim_scale({column})::text"),
            "timestamp with time zone" => format!("(extract(epoch FROM {column}) * 1000000)::bigint::text"),
            _ => format!("{column}::text"),
        }
    }
}

fn origin(strict: &str) -> String {
    let texts = ["kind", "actor", "method", "path", "query", "media_type"].map(|name| format!("o.{name}"));
    format!("{} || ' ' || {strict}", texts.join(" || ' ' || "))
}

/// Returns the query that reads each row as one text.
fn statement(table: &str, columns: &[Column], text: fn(&Column) -> String) -> String {
    let compared = columns.iter().filter(|column| column.is_compared());
    if ["candidate_count", "cross_reference_use"].contains(&table) {
        return sums(table, compared);
    }
    let cells = compared.map(|column| format!("coalesce({}, {NULL_TEXT})", text(column)));
    format!("SELECT {} FROM \"{table}\" t", cells.collect::<Vec<_>>().join(" || '|' || "))
}

/// Returns the query that sums the counters of all slots.
fn sums<'c>(table: &str, columns: impl Iterator<Item = &'c Column>) -> String {
    let (keys, counts): (Vec<_>, Vec<_>) = columns
        .map(|column| column.name.as_str())
        .partition(|name| ["quarter", "org_id", "data_source_id", "cross_reference_id"].contains(name));
    let keys: Vec<_> = keys.iter().map(|name| format!("\"{name}\"")).collect();
    let counts: Vec<_> = counts.iter().map(|name| format!("sum(\"{name}\")")).collect();
    let some: Vec<_> = counts.iter().map(|count| format!("{count} <> 0")).collect();
    let cells: Vec<_> = keys.iter().chain(&counts).map(|cell| format!("CAST({cell} AS TEXT)")).collect();
    format!(
        "SELECT {} FROM {table} GROUP BY {} HAVING {}",
        cells.join(" || '|' || "),
        keys.join(", "),
        some.join(" OR ")
    )
}

fn rows(connection: &TestDatabaseAccess, sql: &str) -> Vec<String> {
    let mut rows = connection.texts(sql);
    rows.sort_unstable();
    rows
}

fn describe_difference(table: &str, columns: &[Column], one: &[String], other: &[String]) -> String {
    let missing = |these: &[String], those: &[String]| {
        let missing = these.iter().filter(|row| those.binary_search(row).is_err());
        missing.take(5).map(|row| row.chars().take(2_000).collect::<String>()).collect::<Vec<_>>().join("\n")
    };
    let names: Vec<_> =
        columns.iter().filter(|column| column.is_compared()).map(|column| &*column.name).collect();
    format!(
        "{table} differs: {} and {} rows of {names:?}\nonly SQLite:\n{}\nonly PostgreSQL:\n{}",
        one.len(),
        other.len(),
        missing(one, other),
        missing(other, one)
    )
}
