//! What a transaction can be asked for, whichever engine it runs on.

use std::time::Duration;

use orderdock_domain::ids::CandidateId;
use orderdock_store::StoreResult;

use crate::table::Table;
use crate::{Dialect, Outbox, SqlValue};

/// The values of a statement, in the order of its places.
pub type StatementValues<'s, 'v> = &'s mut dyn Iterator<Item = SqlValue<'v>>;

/// A transaction of an engine, used by one thread.
pub trait Transaction {
    fn dialect(&self) -> &'static dyn Dialect;

    /// What it will have told when it is committed.
    fn outbox(&self) -> &Outbox;

    /// The slot of the counters that it adds to: those that write at the same time have others.
    fn slot(&self) -> i64 {
        0
    }

    /// Whether it checks that the rows are there which a new one of an order names: then those are written first.
    fn checks_references(&self) -> bool {
        true
    }

    /// Runs a statement that answers rows, and shows each.
    fn query(
        &self,
        sql: &str,
        values: StatementValues<'_, '_>,
        see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()>;

    /// Runs a statement that answers rows once for each of these keys, and shows each row with the number of its key.
    fn query_each(
        &self,
        sql: &str,
        keys: &mut dyn Iterator<Item = Vec<SqlValue<'_>>>,
        see: &mut dyn FnMut(usize, &dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        keys.enumerate()
            .try_for_each(|(number, key)| self.query(sql, &mut key.into_iter(), &mut |row| see(number, row)))
    }

    /// Runs statements that answer rows and do not depend on each other, and shows each row with the number of its
    /// statement.
    fn query_several(
        &self,
        asked: Vec<Question<'_>>,
        see: &mut dyn FnMut(usize, &dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        asked.into_iter().enumerate().try_for_each(|(number, Question { sql, values })| {
            self.query(&sql, &mut values.into_iter(), &mut |row| see(number, row))
        })
    }

    /// Runs a statement that writes, and tells how many rows it touched.
    fn run(&self, sql: &str, values: StatementValues<'_, '_>) -> StoreResult<usize>;

    /// Runs a statement that writes once for each of these rows, and tells how many each touched.
    fn run_each(
        &self,
        sql: &str,
        rows: &mut dyn Iterator<Item = Vec<SqlValue<'_>>>,
    ) -> StoreResult<Vec<usize>> {
        rows.map(|row| self.run(sql, &mut row.into_iter())).collect()
    }

    /// A statement that writes, for any number of rows.
    fn prepare<'s>(&'s self, writing: &WriteStatement<'_>) -> StoreResult<Box<dyn Prepared + 's>>;

    /// Waits until no other transaction changes the incoming orders of these candidates and those with these group keys, and
    /// keeps others from changing them until the end. An engine with one writer has nothing to wait for.
    fn lock_incoming_orders(&self, _candidates: &[CandidateId], _groups: &[String]) -> StoreResult<()> {
        Ok(())
    }

    /// From now on it waits no longer than this for what others have locked.
    fn hurry(&self, _patience: Duration) {}

    /// Waits until all that was written is there, or tells what failed.
    fn settle(&self) -> StoreResult<()> {
        Ok(())
    }

    /// Whether a statement failed because other transactions were in the way, as in a deadlock: run again from its
    /// beginning, the whole transaction can succeed.
    fn lost_to_others(&self) -> bool {
        false
    }

    /// Does work that can be undone by itself: so it is where the work tells `false`. After an error the transaction
    /// must not be committed.
    fn savepoint(&self, work: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool>;
}

/// A statement with its values.
#[derive(Debug)]
pub struct Question<'v> {
    pub sql: String,
    pub values: Vec<SqlValue<'v>>,
}

/// A statement that writes rows.
#[derive(Clone, Copy, Debug)]
pub struct WriteStatement<'s> {
    pub sql: &'s str,
    /// The table, if each row becomes one of it, whole.
    pub whole: Option<WholeRows>,
}

/// Rows that are written whole.
#[derive(Clone, Copy, Debug)]
pub struct WholeRows {
    pub table: &'static Table,
    pub if_there: IfThere,
}

/// What becomes of a row whose key is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfThere {
    /// Rows are new: it breaks a rule.
    Refused,
    /// It is written over.
    Replaced,
    /// It stays as it is.
    Kept,
}

/// A statement that writes rows, which an engine may hold back until they are many, or until it is finished.
pub trait Prepared {
    /// Writes one row.
    fn write(&mut self, values: StatementValues<'_, '_>) -> StoreResult<()>;

    /// Writes what was held back, and tells how many rows were touched by all. Who does not call it has written nothing:
    /// the transaction cannot be committed then.
    fn finish(&mut self) -> StoreResult<usize>;

    /// The same where nobody asks how many rows were touched: an engine need not wait to know that it went well.
    fn close(&mut self) -> StoreResult<()> {
        self.finish().map(|_| ())
    }
}

/// A row that a statement answered.
pub trait Row {
    /// The value of a column, counted from zero; else what is there that none of ours is.
    fn value(&self, column: usize) -> Result<SqlValue<'_>, String>;

    fn column_name(&self, column: usize) -> &str;
}
