//! A connection as the transaction that statements run in.

use std::cell::Cell;

use futures_util::future::try_join_all;
use futures_util::{StreamExt as _, TryStreamExt as _};
use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::{Datum, Dialect, Prepared, Row, Transaction, Values, Writing};
use tokio_postgres::{Error, Statement};

use crate::binding::{Bound, Read};
use crate::dialect::PostgresDialect;
use crate::error::{is_passing, translate};
use crate::link::Link;
use crate::rows::WholeRows;

/// Rows that are read before they are looked at.
const AT_ONCE: usize = 256;
/// Statements that are under way before their answers are waited for.
const IN_FLIGHT: usize = 512;

/// A connection on which a transaction has begun.
pub struct PostgresTransaction<'l> {
    pub(crate) link: &'l Link,
    slot: i64,
    /// Whether a statement failed for what may be gone when all is run again.
    passing: Cell<bool>,
    /// Rows that were given to a statement which was never finished.
    unfinished: Cell<bool>,
    /// Whether all new rows are copied, with the numbers that tables would give them.
    pub(crate) copies_all: bool,
}

impl<'l> PostgresTransaction<'l> {
    /// That of a connection that only reads.
    pub fn over(link: &'l Link) -> Self {
        Self::with_slot(link, 0)
    }

    pub fn with_slot(link: &'l Link, slot: i64) -> Self {
        Self { link, slot, passing: Cell::new(false), unfinished: Cell::new(false), copies_all: false }
    }

    /// That of who fills a database alone: nobody waits for it, however long a COPY takes.
    pub fn copying(link: &'l Link) -> Self {
        Self { copies_all: true, ..Self::over(link) }
    }

    /// Whether what failed may go well when it is run again.
    pub fn may_go_well(&self) -> bool {
        self.passing.get()
    }

    /// Whether all that was to be written is.
    pub fn finished(&self) -> StoreResult<()> {
        if self.unfinished.get() {
            return Err(StoreError::Statement("rows were not finished".to_owned()));
        }
        Ok(())
    }

    pub(crate) fn translate(&self, error: &Error) -> StoreError {
        if error.code().is_some_and(is_passing) {
            self.passing.set(true);
        }
        translate(error)
    }

    pub(crate) fn leave_unfinished(&self) {
        self.unfinished.set(true);
    }
}

impl Transaction for PostgresTransaction<'_> {
    fn dialect(&self) -> &'static dyn Dialect {
        &PostgresDialect
    }

    fn slot(&self) -> i64 {
        self.slot
    }

    /// The schema leaves that to the plans, and to `doctor`.
    fn checks_references(&self) -> bool {
        false
    }

    fn query(
        &self,
        sql: &str,
        values: Values<'_, '_>,
        see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let statement = self.link.statement(sql)?;
        let values = bound(&statement, values)?;
        let answer = self.link.wait(self.link.client.query_raw(&statement, values));
        let answer = answer.map_err(|error| self.translate(&error))?;
        let mut rows = std::pin::pin!(answer.ready_chunks(AT_ONCE));
        while let Some(chunk) = self.link.wait(rows.next()) {
            for row in chunk {
                see(&PostgresRow(&row.map_err(|error| self.translate(&error))?))?;
            }
        }
        Ok(())
    }

    fn query_each(
        &self,
        sql: &str,
        keys: &mut dyn Iterator<Item = Vec<Datum<'_>>>,
        see: &mut dyn FnMut(usize, &dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let statement = self.link.statement(sql)?;
        let mut keys = keys.enumerate().peekable();
        while keys.peek().is_some() {
            let mut under_way = Vec::new();
            for (number, key) in keys.by_ref().take(IN_FLIGHT) {
                let values = bound(&statement, &mut key.into_iter())?;
                let statement = &statement;
                under_way.push(async move {
                    let answer = self.link.client.query_raw(statement, values).await?;
                    Ok((number, answer.try_collect::<Vec<_>>().await?))
                });
            }
            let answers = self.link.wait(try_join_all(under_way)).map_err(|error| self.translate(&error))?;
            for (number, rows) in answers {
                rows.iter().try_for_each(|row| see(number, &PostgresRow(row)))?;
            }
        }
        Ok(())
    }

    fn run(&self, sql: &str, values: Values<'_, '_>) -> StoreResult<usize> {
        let statement = self.link.statement(sql)?;
        let values = bound(&statement, values)?;
        let touched = self.link.wait(self.link.client.execute_raw(&statement, values));
        touched.map(count).map_err(|error| self.translate(&error))
    }

    fn run_each(&self, sql: &str, rows: &mut dyn Iterator<Item = Vec<Datum<'_>>>) -> StoreResult<Vec<usize>> {
        let statement = self.link.statement(sql)?;
        let mut touched = Vec::new();
        let mut rows = rows.peekable();
        while rows.peek().is_some() {
            let mut under_way = Vec::new();
            for row in rows.by_ref().take(IN_FLIGHT) {
                let values = bound(&statement, &mut row.into_iter())?;
                under_way.push(self.link.client.execute_raw(&statement, values));
            }
            let done = self.link.wait(try_join_all(under_way)).map_err(|error| self.translate(&error))?;
            touched.extend(done.into_iter().map(count));
        }
        Ok(touched)
    }

    fn prepare<'s>(&'s self, writing: &Writing<'_>) -> StoreResult<Box<dyn Prepared + 's>> {
        if let Some(whole) = writing.whole {
            return Ok(Box::new(WholeRows::begin(self, whole)?));
        }
        let sql = writing.sql.to_owned();
        Ok(Box::new(EachRow { transaction: self, sql, held_back: Vec::new(), touched: 0 }))
    }

    fn savepoint(&self, work: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool> {
        self.link.batch("SAVEPOINT part")?;
        let unfinished = self.unfinished.get();
        let done = work()?;
        if !done {
            // nor is missed what was to be written
            self.unfinished.set(unfinished);
        }
        self.link.batch(if done { "RELEASE part" } else { "ROLLBACK TO part; RELEASE part" })?;
        Ok(done)
    }
}

/// Values for the places of a statement.
fn bound<'v>(statement: &Statement, values: Values<'_, 'v>) -> StoreResult<Vec<Bound<'v>>> {
    let values: Vec<_> = values.map(Bound).collect();
    if values.len() == statement.params().len() {
        return Ok(values);
    }
    let (given, places) = (values.len(), statement.params().len());
    Err(StoreError::Statement(format!("{given} values for {places} places")))
}

fn count(touched: u64) -> usize {
    usize::try_from(touched).unwrap_or(usize::MAX)
}

/// A statement that is run for each row, many of them without waiting for each other.
struct EachRow<'t> {
    transaction: &'t PostgresTransaction<'t>,
    sql: String,
    held_back: Vec<Vec<Datum<'static>>>,
    touched: usize,
}

impl EachRow<'_> {
    fn flush(&mut self) -> StoreResult<()> {
        let rows = std::mem::take(&mut self.held_back);
        if !rows.is_empty() {
            let touched = self.transaction.run_each(&self.sql, &mut rows.into_iter())?;
            self.touched += touched.into_iter().sum::<usize>();
        }
        Ok(())
    }
}

impl Prepared for EachRow<'_> {
    fn write(&mut self, values: Values<'_, '_>) -> StoreResult<()> {
        self.held_back.push(values.map(Datum::into_owned).collect());
        if self.held_back.len() < IN_FLIGHT {
            return Ok(());
        }
        self.flush()
    }

    fn finish(&mut self) -> StoreResult<usize> {
        self.flush()?;
        Ok(std::mem::take(&mut self.touched))
    }
}

impl Drop for EachRow<'_> {
    fn drop(&mut self) {
        if !self.held_back.is_empty() {
            self.transaction.leave_unfinished();
        }
    }
}

struct PostgresRow<'r>(&'r tokio_postgres::Row);

impl Row for PostgresRow<'_> {
    fn datum(&self, column: usize) -> Result<Datum<'_>, String> {
        self.0.try_get::<_, Read<'_>>(column).map(|read| read.0).map_err(|error| error.to_string())
    }

    fn column_name(&self, column: usize) -> &str {
        self.0.columns().get(column).map_or("?", tokio_postgres::Column::name)
    }
}
