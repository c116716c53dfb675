//! Runs statements: binds values and decodes rows.

use orderdock_store::{StoreError, StoreResult};

use crate::sql::column::{Column, FromRow, RowReader};
use crate::sql::template::Sql;
use crate::{Prepared, QueryStatement, Row, SqlValue, Transaction, WriteStatement};

/// Runs a statement that writes. Returns the number of rows it changed.
pub fn run<'v>(
    transaction: &dyn Transaction,
    sql: &impl Sql,
    values: impl IntoIterator<Item = SqlValue<'v>>,
) -> StoreResult<usize> {
    transaction.run(&sql.text(transaction.dialect())?, &mut values.into_iter())
}

/// Runs a statement that must change exactly one row. Otherwise returns `reason` as the error.
pub fn run_one<'v>(
    transaction: &dyn Transaction,
    sql: &impl Sql,
    values: impl IntoIterator<Item = SqlValue<'v>>,
    reason: StoreError,
) -> StoreResult<()> {
    if run(transaction, sql, values)? == 1 { Ok(()) } else { Err(reason) }
}

/// A prepared statement that writes any number of rows.
pub struct RowWriter<'s>(Box<dyn Prepared + 's>);

impl<'s> RowWriter<'s> {
    pub fn prepare(transaction: &'s dyn Transaction, sql: &impl Sql) -> StoreResult<Self> {
        let writing = WriteStatement { sql: &sql.text(transaction.dialect())?, whole: sql.whole() };
        transaction.prepare(&writing).map(Self)
    }

    /// Writes one row. An engine may buffer it until [`RowWriter::close`] or [`RowWriter::finish`].
    pub fn write<'v>(&mut self, values: impl IntoIterator<Item = SqlValue<'v>>) -> StoreResult<()> {
        self.0.write(&mut values.into_iter())
    }

    /// Flushes buffered rows. Errors may be returned by the next statement of the transaction.
    pub fn close(mut self) -> StoreResult<()> {
        self.0.close()
    }

    /// Flushes buffered rows. Returns the number of rows that all writes changed.
    pub fn finish(mut self) -> StoreResult<usize> {
        self.0.finish()
    }
}

/// Runs a statement once for each row of values. Returns the number of rows that each run changed.
pub fn run_each<'v>(
    transaction: &dyn Transaction,
    sql: &impl Sql,
    rows: impl IntoIterator<Item = Vec<SqlValue<'v>>>,
) -> StoreResult<Vec<usize>> {
    transaction.run_each(&sql.text(transaction.dialect())?, &mut rows.into_iter())
}

/// Runs a query and decodes each row with `read`.
pub fn rows<'v, T>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    values: impl IntoIterator<Item = SqlValue<'v>>,
    read: impl FnMut(&mut RowReader<'_>) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    many_rows(transaction, place, sql, values, 0, read)
}

/// Runs a query like [`rows`], with memory reserved for about `expected` rows.
pub fn many_rows<'v, T>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    values: impl IntoIterator<Item = SqlValue<'v>>,
    expected: usize,
    mut read: impl FnMut(&mut RowReader<'_>) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    let mut found = Vec::with_capacity(expected);
    transaction.query(&sql.text(transaction.dialect())?, &mut values.into_iter(), &mut |row| {
        found.push(read(&mut RowReader::of(place, row))?);
        Ok(())
    })?;
    Ok(found)
}

/// Runs a query and decodes its first row, if there is one.
pub fn first<'v, T>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    values: impl IntoIterator<Item = SqlValue<'v>>,
    read: impl FnMut(&mut RowReader<'_>) -> StoreResult<T>,
) -> StoreResult<Option<T>> {
    Ok(rows(transaction, place, sql, values, read)?.into_iter().next())
}

/// Runs a query with one column and returns its first value; `None` without rows.
pub fn value<'v, T: Column>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    values: impl IntoIterator<Item = SqlValue<'v>>,
) -> StoreResult<Option<T>> {
    first(transaction, place, sql, values, decode_row)
}

/// Runs a query with one column for each key and returns the first value of each; `None` without rows.
pub fn first_of_each<'v, T: Column>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    keys: impl ExactSizeIterator<Item = Vec<SqlValue<'v>>>,
) -> StoreResult<Vec<Option<T>>> {
    let mut found: Vec<_> = std::iter::repeat_with(|| None).take(keys.len()).collect();
    let mut keys = keys;
    transaction.query_each(&sql.text(transaction.dialect())?, &mut keys, &mut |number, row| {
        if let Some(found) = found.get_mut(number) {
            *found = Some(decode_row(&mut RowReader::of(place, row))?);
        }
        Ok(())
    })?;
    Ok(found)
}

/// Queries that are sent together, because none depends on the result of another.
pub struct Pipeline<'t, 'f> {
    transaction: &'t dyn Transaction,
    queries: Vec<QueryStatement<'f>>,
    handlers: Vec<RowHandler<'f>>,
}

type RowHandler<'f> = Box<dyn FnMut(&dyn Row) -> StoreResult<()> + 'f>;

impl<'t, 'f> Pipeline<'t, 'f> {
    pub fn of(transaction: &'t dyn Transaction) -> Self {
        Self { transaction, queries: Vec::new(), handlers: Vec::new() }
    }

    /// Adds a query. [`Pipeline::execute`] appends its rows to `found`.
    pub fn push<T: 'f>(
        &mut self,
        place: &'static str,
        sql: &impl Sql,
        values: impl IntoIterator<Item = SqlValue<'f>>,
        mut read: impl FnMut(&mut RowReader<'_>) -> StoreResult<T> + 'f,
        found: &'f mut Vec<T>,
    ) -> StoreResult<()> {
        let sql = sql.text(self.transaction.dialect())?.into_owned();
        self.queries.push(QueryStatement { sql, values: values.into_iter().collect() });
        self.handlers.push(Box::new(move |row| {
            found.push(read(&mut RowReader::of(place, row))?);
            Ok(())
        }));
        Ok(())
    }

    /// Returns the number of queries.
    pub fn count(&self) -> usize {
        self.queries.len()
    }

    /// Sends all queries and decodes their rows.
    pub fn execute(self) -> StoreResult<()> {
        let Self { transaction, queries, mut handlers } = self;
        if queries.is_empty() {
            return Ok(());
        }
        transaction.query_several(queries, &mut |number, row| {
            handlers.get_mut(number).map_or(Ok(()), |see| see(row))
        })
    }
}

/// Decodes the columns of a row as a type.
pub fn decode_row<T: FromRow>(row: &mut RowReader<'_>) -> StoreResult<T> {
    row.read()
}
