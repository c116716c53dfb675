//! SQL syntax of SQLite where engines differ.

use std::fmt::Write as _;

use orderdock_store_sql::sql::table::Table;
use orderdock_store_sql::sql::tables;
use orderdock_store_sql::{Dialect, Marker, Type};

/// Lists of keys are JSON arrays. `CROSS JOIN` makes the left table the outer loop; otherwise SQLite sometimes scans
/// the inner table once for each key. A `+` prevents a condition from choosing the index.
#[derive(Debug)]
pub struct SqliteDialect;

impl Dialect for SqliteDialect {
    fn name(&self) -> &'static str {
        "SQLite"
    }

    fn splits_trigrams(&self) -> bool {
        true
    }

    fn parameter(&self, number: usize, sql: &mut String) {
        push(sql, format_args!("?{number}"));
    }

    fn table(&self, name: &str) -> Option<&'static Table> {
        tables::table(name)
    }

    fn marker(&self, marker: &Marker<'_>, sql: &mut String) {
        match marker {
            Marker::Array { parameter, of: Type::Bytes } => {
                push(sql, format_args!("(SELECT key, unhex(value) AS value FROM json_each(?{parameter})) k"));
            }
            Marker::Array { parameter, .. } | Marker::Tuples { parameter, .. } => {
                push(sql, format_args!("json_each(?{parameter}) k"));
            }
            Marker::Param { parameter, .. } | Marker::ParamList { parameter, .. } => {
                push(sql, format_args!("?{parameter}"));
            }
            Marker::Day(column) => push(sql, format_args!("coalesce({column}, '')")),
            Marker::Tuple(number) => push(sql, format_args!("k.value ->> {number}")),
            Marker::In { parameter, .. } => {
                push(sql, format_args!("IN (SELECT value FROM json_each(?{parameter}))"));
            }
            Marker::JsonElements { array, alias, .. } => {
                push(sql, format_args!("json_each({array}) {alias}"));
            }
            Marker::Join => sql.push_str("CROSS JOIN"),
            Marker::UsePrimaryKey => sql.push_str("NOT INDEXED"),
            Marker::UseIndex(index) => push(sql, format_args!("INDEXED BY {index}")),
            Marker::NoIndex(column) | Marker::FilterOnly(column) => push(sql, format_args!("+{column}")),
            Marker::IsTrue(column) => push(sql, format_args!("{column} = 1")),
            Marker::IsFalse(column) => push(sql, format_args!("{column} = 0")),
            Marker::JsonArray(value) => push(sql, format_args!("json_group_array({value})")),
            Marker::JsonRows { values, by } => {
                push(sql, format_args!("json_group_array(json_array({values}) ORDER BY {by})"));
            }
            Marker::DocumentId => sql.push_str("rowid"),
            Marker::DatabaseBytes => {
                sql.push_str("(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())");
            }
            Marker::ZeroBytes(count) => push(sql, format_args!("zeroblob({count})")),
            // instants are microseconds
            Marker::QuarterHour(instant) => push(sql, format_args!("({instant} / 900000000)")),
        }
    }
}

fn push(sql: &mut String, text: std::fmt::Arguments<'_>) {
    // writing to a string cannot fail
    let _ = sql.write_fmt(text);
}
