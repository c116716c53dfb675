//! The interface of a transaction, implemented by each engine.

use std::time::Duration;

use orderdock_domain::ids::CandidateId;
use orderdock_store::StoreResult;

use crate::sql::table::Table;
use crate::{Dialect, Outbox, SqlValue};

/// The values of a statement, in the order of its parameters.
pub type StatementValues<'s, 'v> = &'s mut dyn Iterator<Item = SqlValue<'v>>;

/// A transaction of an engine, used by one thread.
pub trait Transaction {
    fn dialect(&self) -> &'static dyn Dialect;

    /// Returns the events that are written before the commit.
    fn outbox(&self) -> &Outbox;

    /// Returns the slot of the counters that it increments. Concurrent writers use different slots.
    fn slot(&self) -> i64 {
        0
    }

    /// Returns whether the database checks the references of new rows of an order. Then referenced rows are written
    /// first.
    fn checks_references(&self) -> bool {
        true
    }

    /// Runs a query and passes each row to `see`.
    fn query(
        &self,
        sql: &str,
        values: StatementValues<'_, '_>,
        see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()>;

    /// Runs a query once for each key, and passes each row to `see` with the number of its key.
    fn query_each(
        &self,
        sql: &str,
        keys: &mut dyn Iterator<Item = Vec<SqlValue<'_>>>,
        see: &mut dyn FnMut(usize, &dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        keys.enumerate()
            .try_for_each(|(number, key)| self.query(sql, &mut key.into_iter(), &mut |row| see(number, row)))
    }

    /// Runs independent queries, and passes each row to `see` with the number of its query.
    fn query_several(
        &self,
        queries: Vec<QueryStatement<'_>>,
        see: &mut dyn FnMut(usize, &dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        queries.into_iter().enumerate().try_for_each(|(number, QueryStatement { sql, values })| {
            self.query(&sql, &mut values.into_iter(), &mut |row| see(number, row))
        })
    }

    /// Runs a statement that writes. Returns the number of affected rows.
    fn run(&self, sql: &str, values: StatementValues<'_, '_>) -> StoreResult<usize>;

    /// Runs a statement that writes once for each row of values. Returns the number of affected rows of each execution.
    fn run_each(
        &self,
        sql: &str,
        rows: &mut dyn Iterator<Item = Vec<SqlValue<'_>>>,
    ) -> StoreResult<Vec<usize>> {
        rows.map(|row| self.run(sql, &mut row.into_iter())).collect()
    }

    /// Prepares a statement that writes any number of rows.
    fn prepare<'s>(&'s self, writing: &WriteStatement<'_>) -> StoreResult<Box<dyn Prepared + 's>>;

    /// Locks the incoming orders of these candidates, and those with these group keys, until the end of the
    /// transaction. An engine with one writer needs no lock.
    fn lock_incoming_orders(&self, _candidates: &[CandidateId], _groups: &[String]) -> StoreResult<()> {
        Ok(())
    }

    /// Limits the time to wait for locks in the rest of the transaction.
    fn set_lock_timeout(&self, _timeout: Duration) {}

    /// Waits until all pending writes are complete. Returns the error of a failed one.
    fn settle(&self) -> StoreResult<()> {
        Ok(())
    }

    /// Returns whether a statement failed because of concurrent transactions, for example by a deadlock, so that a
    /// retry of the whole transaction can succeed.
    fn lost_to_others(&self) -> bool {
        false
    }

    /// Runs work in a savepoint, and rolls it back if the work returns `false`. After an error the transaction must
    /// not be committed.
    fn savepoint(&self, work: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool>;
}

/// A statement with its values.
#[derive(Debug)]
pub struct QueryStatement<'v> {
    pub sql: String,
    pub values: Vec<SqlValue<'v>>,
}

/// A statement that writes rows.
#[derive(Clone, Copy, Debug)]
pub struct WriteStatement<'s> {
    pub sql: &'s str,
    /// The table, if the statement writes whole rows.
    pub whole: Option<WholeRows>,
}

/// Whole rows of a table.
#[derive(Clone, Copy, Debug)]
pub struct WholeRows {
    pub table: &'static Table,
    pub on_conflict: OnConflict,
}

/// Handling of a row whose key already exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnConflict {
    /// The write is rejected.
    Reject,
    /// The stored row is replaced.
    Replace,
    /// The stored row is kept.
    Keep,
}

/// A prepared statement that writes rows. An engine may buffer them until there are many, or until it is finished.
pub trait Prepared {
    /// Writes one row.
    fn write(&mut self, values: StatementValues<'_, '_>) -> StoreResult<()>;

    /// Flushes buffered rows. Returns the number of rows that all writes affected. Without this call or
    /// [`Self::close`], rows may be missing, and the transaction cannot be committed.
    fn finish(&mut self) -> StoreResult<usize>;

    /// Flushes buffered rows. Does not count them, so an engine need not wait for the response.
    fn close(&mut self) -> StoreResult<()> {
        self.finish().map(|_| ())
    }
}

/// A row of a result.
pub trait Row {
    /// Returns the value of a column, counted from zero, or a description of an unsupported value.
    fn value(&self, column: usize) -> Result<SqlValue<'_>, String>;

    fn column_name(&self, column: usize) -> &str;
}
