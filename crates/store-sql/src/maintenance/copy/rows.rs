//! Reads and writes whole rows for a copy, ordered by key.

use orderdock_domain::cast;
use std::borrow::Cow;

use orderdock_store::{StoreError, StoreResult};

use super::Side;
use crate::sql::query::{RowWriter, value};
use crate::sql::table::Table;
use crate::sql::template::{Sql, insert};
use crate::{Dialect, OnConflict, Row, SqlValue, Transaction, Verbatim, WholeRows};

/// The values of a key.
pub type KeyValues = Vec<SqlValue<'static>>;

/// Inserts whole rows of a table.
pub struct WholeRow(pub &'static Table);

impl Sql for WholeRow {
    fn text(&self, dialect: &dyn Dialect) -> StoreResult<Cow<'_, str>> {
        insert(self.0).text(dialect).map(|text| Cow::Owned(text.into_owned()))
    }

    fn whole(&self) -> Option<WholeRows> {
        Some(WholeRows { table: self.0, on_conflict: OnConflict::Reject })
    }
}

/// Writes a row of one side to the other.
pub fn write(rows: &mut RowWriter<'_>, table: &'static Table, row: &dyn Row) -> StoreResult<()> {
    let mut fault = None;
    let values = (0..table.read().count()).map_while(|column| match row.value(column) {
        Ok(value) => Some(value),
        Err(held) => {
            fault = Some(unfit(table, row, column, &held));
            None
        }
    });
    let written = rows.write(values);
    fault.map_or(written, Err)
}

pub fn unfit(table: &'static Table, row: &dyn Row, column: usize, held: &str) -> StoreError {
    StoreError::Inconsistent {
        place: table.name,
        fault: format!("column {} holds a {held}", row.column_name(column)),
    }
}

/// Passes a page of rows after a key to `see`. Returns their number and, if there may be more, the key of the last one.
pub fn read_page(
    transaction: &dyn Transaction,
    table: &'static Table,
    after: Option<&[SqlValue<'static>]>,
    page: usize,
    see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
) -> StoreResult<(usize, Option<KeyValues>)> {
    let sql = page_sql(table, after.is_some(), page);
    let sql = sql.text(transaction.dialect())?;
    let (mut seen, mut last) = (0, None);
    transaction.query(&sql, &mut after.unwrap_or_default().iter().cloned(), &mut |row| {
        seen += 1;
        if seen == page {
            last = Some(key_of(table, row)?);
        }
        see(row)
    })?;
    Ok((seen, last))
}

fn page_sql(table: &Table, behind: bool, page: usize) -> String {
    let (columns, key) = (table.read().collect::<Vec<_>>().join(", "), table.key.join(", "));
    let behind = if behind {
        let places = vec!["?"; table.key.len()].join(", ");
        format!(" WHERE ({key}) > ({places})")
    } else {
        String::new()
    };
    format!("SELECT {columns} FROM {}{behind} ORDER BY {key} LIMIT {page}", table.name)
}

fn key_of(table: &'static Table, row: &dyn Row) -> StoreResult<KeyValues> {
    let places = table.key.iter().map(|part| table.read().position(|column| column == *part));
    places
        .map(|place| {
            let place = place.unwrap_or_default();
            row.value(place).map(SqlValue::into_owned).map_err(|held| unfit(table, row, place, &held))
        })
        .collect()
}

/// Returns the last key of a table, after which a copy continues.
pub fn last_key(side: &mut dyn Side, table: &'static Table) -> StoreResult<Option<KeyValues>> {
    let columns = table.read().collect::<Vec<_>>().join(", ");
    let order = table.key.iter().map(|column| format!("{column} DESC")).collect::<Vec<_>>().join(", ");
    let sql = format!("SELECT {columns} FROM {} ORDER BY {order} LIMIT 1", table.name);
    let mut last = None;
    side.within(&mut |transaction| {
        transaction.query(&sql, &mut std::iter::empty(), &mut |row| {
            last = Some(key_of(table, row)?);
            Ok(())
        })
    })?;
    Ok(last)
}

pub fn count(side: &mut dyn Side, table: &'static Table) -> StoreResult<u64> {
    let sql = format!("SELECT count(*) FROM {}", table.name);
    let mut count = 0;
    side.within(&mut |transaction| {
        count = value::<i64>(transaction, table.name, &Verbatim(&sql), [])?.unwrap_or_default();
        Ok(())
    })?;
    Ok(cast(count))
}
