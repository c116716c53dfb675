//! Tests that the schema matches the descriptions of its tables.

use std::collections::{BTreeMap, BTreeSet};

use orderdock_domain::masterdata::kinds::KINDS;
use orderdock_store_sql::masterdata::tables::{KindTable, lists};
use orderdock_store_sql::sql::column::SqlType;
use orderdock_store_sql::sql::tables::tables;
use rusqlite::Connection;

use crate::migrate::migrate;

/// Declared type of a column, and whether it is nullable.
type Declared = (String, bool);

struct Schema {
    /// Columns by table and name.
    columns: BTreeMap<String, BTreeMap<String, Declared>>,
    keys: BTreeMap<String, BTreeSet<String>>,
}

fn schema() -> Schema {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection).unwrap();
    let sql = "SELECT t.name, c.name, c.type, c.\"notnull\", c.pk FROM pragma_table_list t, pragma_table_info(t.name) c
        WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| {
        let (table, column, declared): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok((table, column, declared, row.get::<_, bool>(3)?, row.get::<_, i64>(4)? > 0))
    });
    let mut schema = Schema { columns: BTreeMap::new(), keys: BTreeMap::new() };
    for row in rows.unwrap() {
        let (table, column, declared, not_null, in_key) = row.unwrap();
        if in_key {
            schema.keys.entry(table.clone()).or_default().insert(column.clone());
        }
        // an integer primary key is never NULL, although SQLite does not report it
        let declared = (declared, !not_null && !in_key);
        schema.columns.entry(table).or_default().insert(column, declared);
    }
    schema
}

fn declared(sql_type: SqlType) -> String {
    match sql_type {
        SqlType::Boolean | SqlType::Integer | SqlType::Instant => "INTEGER",
        SqlType::Text | SqlType::Decimal | SqlType::Date => "TEXT",
        SqlType::Bytes => "BLOB",
    }
    .to_owned()
}

#[test]
fn tables_match_their_descriptions() {
    let schema = schema();
    let mut undescribed: BTreeSet<&str> = schema.columns.keys().map(String::as_str).collect();
    for table in tables() {
        let name = table.name.trim_matches('"');
        let described: BTreeMap<_, _> = table
            .columns()
            .map(|(name, column_type)| {
                (name.to_owned(), (declared(column_type.sql_type), column_type.nullable))
            })
            .collect();
        assert_eq!(described.len(), table.columns().count(), "{name}: each column once");
        assert_eq!(schema.columns.get(name), Some(&described), "{name}");
        undescribed.remove(name);
        let key: BTreeSet<_> = table.key.iter().map(|column| (*column).to_owned()).collect();
        assert_eq!(schema.keys.get(name), Some(&key), "{name}");
    }
    // master data has two descriptions: one for planners and one for lists of records
    for kind in KINDS {
        let table = KindTable::of(kind);
        let cells = table.columns(kind).into_iter().zip(lists(kind)).filter(|(_, list)| !list);
        let folded = table.folded.iter().map(|(column, _)| (*column).to_owned());
        let described: BTreeSet<_> = cells
            .map(|(column, _)| column)
            .chain(folded)
            .chain(["id", "version"].map(str::to_owned))
            .collect();
        let actual: BTreeSet<_> = schema.columns[table.name].keys().cloned().collect();
        assert_eq!(described, actual, "{}", kind.member);
        undescribed.remove(table.name);
    }
    assert!(undescribed.is_empty(), "tables without a description: {undescribed:?}");
}
