//! Statements as they are run: values in, rows out as records.

use orderdock_store::{StoreError, StoreResult};

use crate::column::{Column, Fields, Taken};
use crate::template::Sql;
use crate::{Datum, Prepared, Question, Row, Transaction, WriteStatement};

/// Runs a statement that writes, and tells how many rows it touched.
pub fn run<'v>(
    transaction: &dyn Transaction,
    sql: &impl Sql,
    values: impl IntoIterator<Item = Datum<'v>>,
) -> StoreResult<usize> {
    transaction.run(&sql.text(transaction.dialect())?, &mut values.into_iter())
}

/// Runs a statement that must touch one row; else nothing is as it should be, for this reason.
pub fn run_one<'v>(
    transaction: &dyn Transaction,
    sql: &impl Sql,
    values: impl IntoIterator<Item = Datum<'v>>,
    reason: StoreError,
) -> StoreResult<()> {
    if run(transaction, sql, values)? == 1 { Ok(()) } else { Err(reason) }
}

/// A statement that writes, for any number of rows.
pub struct Rows<'s>(Box<dyn Prepared + 's>);

impl<'s> Rows<'s> {
    pub fn prepare(transaction: &'s dyn Transaction, sql: &impl Sql) -> StoreResult<Self> {
        let writing = WriteStatement { sql: &sql.text(transaction.dialect())?, whole: sql.whole() };
        transaction.prepare(&writing).map(Self)
    }

    /// Writes one row; what an engine holds back is there when it is finished.
    pub fn write<'v>(&mut self, values: impl IntoIterator<Item = Datum<'v>>) -> StoreResult<()> {
        self.0.write(&mut values.into_iter())
    }

    /// Writes what was held back. What the transaction does next may be the first to fail for it.
    pub fn close(mut self) -> StoreResult<()> {
        self.0.close()
    }

    /// Writes what was held back, and tells how many rows were touched by all.
    pub fn finish(mut self) -> StoreResult<usize> {
        self.0.finish()
    }
}

/// Runs a statement that writes once for each of these rows, and tells how many each touched.
pub fn run_each<'v>(
    transaction: &dyn Transaction,
    sql: &impl Sql,
    rows: impl IntoIterator<Item = Vec<Datum<'v>>>,
) -> StoreResult<Vec<usize>> {
    transaction.run_each(&sql.text(transaction.dialect())?, &mut rows.into_iter())
}

/// Runs a statement that reads, and makes a record of each row.
pub fn rows<'v, T>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    values: impl IntoIterator<Item = Datum<'v>>,
    read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    many_rows(transaction, place, sql, values, 0, read)
}

/// The same where it is known about how many there will be, and that they are many.
pub fn many_rows<'v, T>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    values: impl IntoIterator<Item = Datum<'v>>,
    expected: usize,
    mut read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    let mut found = Vec::with_capacity(expected);
    transaction.query(&sql.text(transaction.dialect())?, &mut values.into_iter(), &mut |row| {
        found.push(read(&mut Fields::of(place, row))?);
        Ok(())
    })?;
    Ok(found)
}

/// The first row of a statement that reads, if there is one.
pub fn first<'v, T>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    values: impl IntoIterator<Item = Datum<'v>>,
    read: impl FnMut(&mut Fields<'_>) -> StoreResult<T>,
) -> StoreResult<Option<T>> {
    Ok(rows(transaction, place, sql, values, read)?.into_iter().next())
}

/// The one value that a statement answers, if it answers any.
pub fn value<'v, T: Column>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    values: impl IntoIterator<Item = Datum<'v>>,
) -> StoreResult<Option<T>> {
    first(transaction, place, sql, values, take)
}

/// The one value that a statement answers to each of these keys, if it answers any.
pub fn first_of_each<'v, T: Column>(
    transaction: &dyn Transaction,
    place: &'static str,
    sql: &impl Sql,
    keys: impl ExactSizeIterator<Item = Vec<Datum<'v>>>,
) -> StoreResult<Vec<Option<T>>> {
    let mut found: Vec<_> = std::iter::repeat_with(|| None).take(keys.len()).collect();
    let mut keys = keys;
    transaction.query_each(&sql.text(transaction.dialect())?, &mut keys, &mut |number, row| {
        if let Some(found) = found.get_mut(number) {
            *found = Some(take(&mut Fields::of(place, row))?);
        }
        Ok(())
    })?;
    Ok(found)
}

/// Statements that are asked together, for none depends on the answer of another.
pub struct Flight<'t, 'f> {
    transaction: &'t dyn Transaction,
    asked: Vec<Question<'f>>,
    seen: Vec<RowReader<'f>>,
}

type RowReader<'f> = Box<dyn FnMut(&dyn Row) -> StoreResult<()> + 'f>;

impl<'t, 'f> Flight<'t, 'f> {
    pub fn of(transaction: &'t dyn Transaction) -> Self {
        Self { transaction, asked: Vec::new(), seen: Vec::new() }
    }

    /// Asks for rows, which are there when all are answered.
    pub fn ask<T: 'f>(
        &mut self,
        place: &'static str,
        sql: &impl Sql,
        values: impl IntoIterator<Item = Datum<'f>>,
        mut read: impl FnMut(&mut Fields<'_>) -> StoreResult<T> + 'f,
        found: &'f mut Vec<T>,
    ) -> StoreResult<()> {
        let sql = sql.text(self.transaction.dialect())?.into_owned();
        self.asked.push(Question { sql, values: values.into_iter().collect() });
        self.seen.push(Box::new(move |row| {
            found.push(read(&mut Fields::of(place, row))?);
            Ok(())
        }));
        Ok(())
    }

    /// How many are asked.
    pub fn count(&self) -> usize {
        self.asked.len()
    }

    /// Waits for all answers, if anything was asked.
    pub fn land(self) -> StoreResult<()> {
        let Self { transaction, asked, mut seen } = self;
        if asked.is_empty() {
            return Ok(());
        }
        transaction
            .query_several(asked, &mut |number, row| seen.get_mut(number).map_or(Ok(()), |see| see(row)))
    }
}

/// A row as its type tells.
pub fn take<T: Taken>(fields: &mut Fields<'_>) -> StoreResult<T> {
    fields.take()
}
