//! SQL syntax of PostgreSQL where engines differ.

use std::fmt::Write as _;

use orderdock_store_sql::sql::table::Table;
use orderdock_store_sql::sql::tables;
use orderdock_store_sql::{Dialect, Marker, Type};

/// Lists of keys are arrays, lists of tuples are JSON. The condition `FEW` makes the planner look up their rows by an
/// index; for everything else it uses its statistics.
#[derive(Debug)]
pub struct PostgresDialect;

impl Dialect for PostgresDialect {
    fn name(&self) -> &'static str {
        "PostgreSQL"
    }

    /// An update of the status writes new entries into all indexes of the table, and a narrow table has few.
    fn splits_hot_columns(&self) -> bool {
        true
    }

    fn parameter(&self, number: usize, sql: &mut String) {
        push(sql, format_args!("${number}"));
    }

    fn table(&self, name: &str) -> Option<&'static Table> {
        tables::table(name)
    }

    fn marker(&self, marker: &Marker<'_>, sql: &mut String) {
        match marker {
            Marker::Array { parameter, of } => push(
                sql,
                format_args!(
                    "(SELECT e.value, e.key - 1 AS key FROM unnest(${parameter}::{}[]) WITH ORDINALITY e(value, key) \
                     WHERE {FEW}) k",
                    name(*of)
                ),
            ),
            Marker::Tuples { parameter, of } => pairs(sql, *parameter, of),
            Marker::Tuple(number) => push(sql, format_args!("k.part{number}")),
            Marker::In { parameter, of } => push(sql, format_args!("= ANY (${parameter}::{}[])", name(*of))),
            Marker::JsonElements { array, alias, of } => each(sql, array, alias, *of),
            Marker::Join => sql.push_str("JOIN"),
            // the planner chooses the index
            Marker::UsePrimaryKey | Marker::UseIndex(_) => {}
            Marker::NoIndex(column) | Marker::IsTrue(column) => sql.push_str(column),
            Marker::FilterOnly(column) => push(sql, format_args!("({column} + 0)")),
            Marker::IsFalse(column) => push(sql, format_args!("NOT {column}")),
            Marker::JsonArray(value) => push(sql, format_args!("coalesce(json_agg({value}), '[]')::text")),
            Marker::JsonRows { values, by } => rows(sql, values, by),
            // the trigrams are an index on the table of documents
            Marker::DocumentId => sql.push_str("id"),
            Marker::DatabaseBytes => sql.push_str("pg_database_size(current_database())"),
            Marker::ZeroBytes(count) => push(sql, format_args!("decode(repeat('00', {count}), 'hex')")),
            Marker::QuarterHour(instant) => {
                push(sql, format_args!("floor(extract(epoch FROM {instant}) / 900)::bigint"));
            }
            Marker::Day(column) => push(sql, format_args!("coalesce({column}, '-infinity'::date)")),
            Marker::Param { parameter, of } => push(sql, format_args!("${parameter}::{}", name(*of))),
            Marker::ParamList { parameter, of } => push(sql, format_args!("${parameter}::{}[]", name(*of))),
        }
    }
}

/// Always true, but estimated to be rare, so the planner expects one key and looks up its rows by an index. Otherwise
/// it scans a table that was never analysed, or keeps a plan from when the table was nearly empty.
const FEW: &str = "e.key + 0 = e.key AND e.key - 0 = e.key";

fn name(of: Type) -> &'static str {
    match of {
        Type::Text => "text",
        Type::Integer => "bigint",
        Type::Decimal => "numeric",
        Type::Boolean => "boolean",
        Type::Date => "date",
        Type::Instant => "timestamptz",
        Type::Bytes => "bytea",
        Type::Json => "json",
    }
}

fn pairs(sql: &mut String, parameter: usize, of: &[Type]) {
    sql.push_str("(SELECT e.key - 1 AS key");
    for (number, of) in of.iter().enumerate() {
        push(sql, format_args!(", (e.value ->> {number})::{} AS part{number}", name(*of)));
    }
    push(
        sql,
        format_args!(
            " FROM json_array_elements(${parameter}::json) WITH ORDINALITY e(value, key) WHERE {FEW}) k"
        ),
    );
}

fn each(sql: &mut String, array: &str, alias: &str, of: Type) {
    match of {
        Type::Json => push(sql, format_args!("json_array_elements({array}) {alias}(value)")),
        of => push(
            sql,
            format_args!(
                "LATERAL (SELECT e.value::{} AS value FROM json_array_elements_text({array}) e(value)) {alias}",
                name(of)
            ),
        ),
    }
}

/// Writes a JSON array of rows. Decimals are texts, as on SQLite.
fn rows(sql: &mut String, values: &str, by: &str) {
    let values = values.split(", ").map(|value| format!("{value}::text")).collect::<Vec<_>>().join(", ");
    push(sql, format_args!("coalesce(json_agg(json_build_array({values}) ORDER BY {by}), '[]')::text"));
}

fn push(sql: &mut String, text: std::fmt::Arguments<'_>) {
    // writing to a string cannot fail
    let _ = sql.write_fmt(text);
}
