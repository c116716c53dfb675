//! The schema against the descriptions of its tables.

use std::collections::{BTreeMap, BTreeSet};

use orderdock_domain::masterdata::kinds::KINDS;
use orderdock_store_sql::tables::{Holds, tables};
use rusqlite::Connection;

use crate::migrate::migrate;

/// What a column is declared as, and whether there may be nothing.
type Declared = (String, bool);

struct Schema {
    /// By table and name.
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
        let (table, column, declared, filled, in_key) = row.unwrap();
        if in_key {
            schema.keys.entry(table.clone()).or_default().insert(column.clone());
        }
        // an id that is the key is never absent, though SQLite does not say so
        let declared = (declared, !filled && !in_key);
        schema.columns.entry(table).or_default().insert(column, declared);
    }
    schema
}

fn declared(what: Holds) -> String {
    match what {
        Holds::Boolean | Holds::Integer | Holds::Instant => "INTEGER",
        Holds::Text | Holds::Decimal | Holds::Date => "TEXT",
        Holds::Bytes => "BLOB",
    }
    .to_owned()
}

#[test]
fn tables_are_as_they_are_described() {
    let Schema { mut columns, keys } = schema();
    for table in tables() {
        let name = table.name.trim_matches('"');
        let described: BTreeMap<_, _> = table
            .columns()
            .map(|(name, held)| (name.to_owned(), (declared(held.what), held.nullable)))
            .collect();
        assert_eq!(described.len(), table.columns().count(), "{name}: each column once");
        assert_eq!(columns.remove(name), Some(described), "{name}");
        let key: BTreeSet<_> = table.key.iter().map(|column| (*column).to_owned()).collect();
        assert_eq!(keys.get(name), Some(&key), "{name}");
    }
    // the other tables are those of master data, which the planners read through the reference data
    for kind in KINDS {
        let Some(columns) = columns.remove(kind.table) else { continue };
        let lists = ["internal_names"];
        let described = kind.columns().into_iter().filter(|column| !lists.contains(&column.as_str()));
        let described: BTreeSet<_> = described.chain(["id", "version"].map(str::to_owned)).collect();
        assert_eq!(columns.into_keys().collect::<BTreeSet<_>>(), described, "{}", kind.member);
    }
    assert!(columns.is_empty(), "described nowhere: {columns:?}");
}
