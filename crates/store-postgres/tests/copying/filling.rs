//! Rows for every table, with different values in every column.

use std::collections::BTreeMap;
use std::path::Path;

use orderdock_store_postgres::BlockingConnection;
use rusqlite::Connection;
use rusqlite::types::Value;

/// Number of rows per table, in addition to those of the schema.
pub const ROWS: u64 = 250;
const FIRST: i64 = 1_000_000;

struct Column {
    name: String,
    of: String,
    is_nullable: bool,
}

/// Returns the tables and their columns as reported by the server.
fn columns(connection: &BlockingConnection) -> BTreeMap<String, Vec<Column>> {
    let sql = "SELECT concat_ws(' ', table_name, column_name, is_nullable, data_type) FROM information_schema.columns \
        JOIN information_schema.tables USING (table_schema, table_name) \
        WHERE table_schema = current_schema() AND table_name <> 'schema_step' AND table_type = 'BASE TABLE' \
        ORDER BY table_name, ordinal_position";
    let mut tables: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    for line in connection.texts(sql).unwrap() {
        let [table, name, nullable, of] = line.splitn(4, ' ').collect::<Vec<_>>().try_into().unwrap();
        // the two tables of candidates are one table on SQLite
        let table = if ["candidate_row", "candidate_state"].contains(&table) { "candidate" } else { table };
        let column = Column { name: name.to_owned(), of: of.to_owned(), is_nullable: nullable == "YES" };
        let columns = tables.entry(table.to_owned()).or_default();
        if columns.iter().all(|known| known.name != name) {
            columns.push(column);
        }
    }
    tables
}

pub fn fill(sqlite: &Connection, connection: &BlockingConnection) {
    sqlite.execute_batch("PRAGMA foreign_keys = OFF; BEGIN").unwrap();
    for (table, columns) in columns(connection) {
        let names =
            columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ");
        let places = vec!["?"; columns.len()].join(", ");
        let sql = format!("INSERT INTO \"{table}\" ({names}) VALUES ({places})");
        let mut insert = sqlite.prepare(&sql).unwrap();
        for row in 1..=i64::try_from(ROWS).unwrap() {
            let values = columns.iter().zip(0..).map(|(column, place)| value(&table, column, row, place));
            insert.execute(rusqlite::params_from_iter(values)).unwrap();
        }
    }
    sqlite.execute_batch("COMMIT").unwrap();
}

/// Returns the value of a column. Ids are the same in every table, so that every referenced row exists.
fn value(table: &str, column: &Column, row: i64, place: i64) -> Value {
    let is_null = match (table, column.name.as_str()) {
        ("attachment", "order_id") => row % 2 == 0,
        ("attachment", "external_header_id" | "data_source_id") => row % 2 == 1,
        _ => column.is_nullable && (row + place) % 3 == 0,
    };
    if is_null {
        return Value::Null;
    }
    match column.of.as_str() {
        "bigint" => Value::Integer(FIRST + row),
        "boolean" => Value::Integer(row % 2),
        "numeric" => Value::Text(format!("{}{row}.{}", if row % 5 == 0 { "-" } else { "" }, row * 10 + 1)),
        "date" => Value::Text(format!("2026-{:02}-{:02}", row % 12 + 1, row % 28 + 1)),
        "timestamp with time zone" => Value::Integer(row * 1_000_003 * 1_000_003 - 5),
        "json" => Value::Text(format!("{{\"z\": [{row},  1.10], \"a\": \"\\u0000 ü\"}}")),
        "bytea" => Value::Blob(
            (0_u8..32).map(|byte| byte.wrapping_mul(u8::try_from(row % 251).unwrap() + 1)).collect(),
        ),
        "text" => Value::Text(
            ["", "ü ", "'a\\\t", "🎁\n"][usize::try_from(row % 4).unwrap()].to_owned() + &row.to_string(),
        ),
        other => panic!("{table}.{} is a {other}", column.name),
    }
}

/// Returns all rows of all tables as text, except the index tables of FTS5.
pub fn contents(file: &Path) -> Vec<(String, Vec<String>)> {
    let connection = Connection::open(file).unwrap();
    let mut tables = connection
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
             AND name NOT LIKE 'search\\_%\\_index%' ESCAPE '\\' ORDER BY 1",
        )
        .unwrap();
    let names =
        tables.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap).collect::<Vec<_>>();
    let of = |name: &str| {
        let mut rows = connection.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
        let columns: Vec<_> = rows.column_names().map(str::to_owned).collect();
        let shown = |row: &rusqlite::Row<'_>| {
            let cells = columns.iter().map(|name| Ok(format!("{name} {:?}", row.get_ref(name.as_str())?)));
            cells.collect::<rusqlite::Result<Vec<_>>>().map(|cells| cells.join(", "))
        };
        let mut lines: Vec<_> = rows.query_map([], shown).unwrap().map(Result::unwrap).collect();
        lines.sort();
        lines
    };
    names.into_iter().map(|name| (name.clone(), of(&name))).collect()
}
