//! All tables with all columns, including columns that new rows leave at their default.

use std::sync::OnceLock;

use orderdock_domain::masterdata::kinds::{FieldType, KINDS, Kind};

use crate::masterdata::tables::{KindTable, lists};
use crate::sql::column::{ColumnType, SqlType};
use crate::sql::table::{Member, Table};
use crate::sql::tables::tables;

/// Tables that generate the ids of their rows.
const OWN_NUMBERS: [&str; 4] = ["content_block", "outbox", "request_origin", "webhook_delivery"];

/// Returns all tables with all columns as columns that are read and written.
pub fn whole_tables() -> &'static [Table] {
    static WHOLE: OnceLock<Vec<Table>> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let mut whole: Vec<_> =
            tables().map(|table| complete_table(table.name, table.key, table.columns())).collect();
        for kind in KINDS {
            let name = KindTable::of(kind).name;
            // several kinds share a table, and some tables have a record description too
            if !whole.iter().any(|table| table.name == name) {
                whole.push(complete_table(name, &["id"], columns(kind).into_iter()));
            }
        }
        whole
    })
}

/// Returns whether the table generates ids from 1.
pub fn own_numbers(table: &Table) -> bool {
    OWN_NUMBERS.contains(&table.name)
}

/// Returns whether the column `id` holds numbers.
pub fn has_numeric_id(table: &Table) -> bool {
    table.columns().any(|(column, column_type)| column == "id" && column_type.sql_type == SqlType::Integer)
}

/// Returns a leaked description with all columns.
fn complete_table(
    name: &'static str,
    key: &'static [&'static str],
    columns: impl Iterator<Item = (&'static str, ColumnType)>,
) -> Table {
    let members: Vec<_> = columns.map(|(column, held)| Member::named(column, held)).collect();
    Table { name, key, members: members.leak(), made: &[], later: &[] }
}

/// Returns the columns of a kind by its description.
fn columns(kind: &Kind) -> Vec<(&'static str, ColumnType)> {
    let table = KindTable::of(kind);
    let cells = kind.cells().into_iter().zip(table.columns(kind)).zip(kind.cells_with_ids()).zip(lists(kind));
    let cells = cells.filter(|(_, list)| !list).map(|(((cell, column), id), _)| {
        let sql_type = match kind.field(cell).map(|field| field.field_type) {
            _ if id => SqlType::Integer,
            Some(FieldType::Boolean) => SqlType::Boolean,
            Some(FieldType::Whole { .. }) => SqlType::Integer,
            Some(FieldType::Decimal(_)) => SqlType::Decimal,
            Some(FieldType::Date) => SqlType::Date,
            _ => SqlType::Text,
        };
        (&*column.leak(), sql_type)
    });
    let own = ["id", "version"].map(|column| (column, SqlType::Integer));
    let folded = table.folded.iter().map(|(column, _)| (*column, SqlType::Text));
    let all = own.into_iter().chain(cells).chain(folded);
    all.map(|(column, sql_type)| (column, ColumnType { sql_type, nullable: true })).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_copied_table_is_listed_once_with_its_key() {
        let names: BTreeSet<_> = whole_tables().iter().map(|table| table.name).collect();
        assert_eq!(names.len(), whole_tables().len());
        for table in whole_tables() {
            let columns: Vec<_> = table.read().collect();
            assert!(table.key.iter().all(|column| columns.contains(column)), "{}", table.name);
        }
        for name in OWN_NUMBERS {
            let table = whole_tables().iter().find(|table| table.name == name).unwrap();
            assert!(table.read().any(|column| column == "id"), "{name} has an id column");
        }
    }
}
