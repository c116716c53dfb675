//! The transaction interface over a PostgreSQL connection.

mod each_row;
mod order_locks;
mod whole_rows;

use orderdock_domain::cast;
use orderdock_domain::ids::CandidateId;
use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::future::try_join_all;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _};
use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::{
    Dialect, Outbox, Prepared, QueryStatement, Row, SqlValue, StatementValues, Transaction, WriteStatement,
};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Error, Statement};

use self::each_row::EachRow;
use self::whole_rows::RowsByCopy;
use crate::binding::{BoundValue, ReadValue};
use crate::dialect::PostgresDialect;
use crate::error::{is_passing, translate};
use crate::link::{Link, first_value};

/// Number of rows that are fetched at a time.
const AT_ONCE: usize = 256;
/// Maximum number of statements that are sent before their responses are awaited.
const IN_FLIGHT: usize = 512;

/// The pending response of a sent statement.
type PendingResponse<'l> = Pin<Box<dyn Future<Output = Result<Option<String>, Error>> + 'l>>;

/// A connection with an open transaction. Statements whose result is not needed are sent without waiting for the
/// response. The server executes statements in order; after a failure all later ones fail, including the commit.
pub struct PostgresTransaction<'l> {
    pub(crate) link: &'l Link,
    slot: i64,
    outbox: Outbox,
    pending: RefCell<FuturesUnordered<PendingResponse<'l>>>,
    /// The first error.
    failed: RefCell<Option<Error>>,
    /// Id of the transaction, once the server has returned it.
    number: RefCell<Option<String>>,
    /// Whether a statement failed with an error that may not occur in a retry.
    passing: Cell<bool>,
    /// Whether rows were passed to a statement that was never finished.
    unfinished: Cell<bool>,
    /// Whether new rows are always sent by COPY, including ids that the tables would otherwise generate.
    pub(crate) copies_all: bool,
}

impl<'l> PostgresTransaction<'l> {
    /// Creates the transaction of a read-only connection.
    pub fn over(link: &'l Link) -> Self {
        Self::with_slot(link, 0)
    }

    pub fn with_slot(link: &'l Link, slot: i64) -> Self {
        Self {
            link,
            slot,
            outbox: Outbox::default(),
            pending: RefCell::default(),
            failed: RefCell::default(),
            number: RefCell::default(),
            passing: Cell::new(false),
            unfinished: Cell::new(false),
            copies_all: false,
        }
    }

    /// Creates the transaction of an exclusive copy. Its COPY may take any time, because no other session waits for it.
    pub fn copying(link: &'l Link) -> Self {
        Self { copies_all: true, ..Self::over(link) }
    }

    /// Begins the transaction in one message with its first statement. The last query of `sql` returns the transaction
    /// id.
    pub fn begin(&self, sql: String) {
        let client = &self.link.client;
        self.send(async move { client.simple_query(&sql).await.map(|result| first_value(&result)) });
    }

    /// Returns the id of the transaction, if the server has returned it.
    pub fn number(&self) -> Option<String> {
        self.number.borrow().clone()
    }

    /// Commits, and waits until the commit is durable. `Unavailable` means that there was no response, so the outcome
    /// is unknown.
    pub fn commit(&self) -> StoreResult<()> {
        if self.number.borrow().is_none() {
            self.settle()?;
        }
        let done = self.wait(self.link.client.batch_execute("COMMIT"));
        self.record_all();
        // the server has rolled back if a statement failed
        match self.failed.take().or(done.err()) {
            Some(error) => Err(self.translate(&error)),
            None => Ok(()),
        }
    }

    /// Fails if rows of an unfinished statement were not sent.
    pub fn is_finished(&self) -> StoreResult<()> {
        if self.unfinished.get() {
            return Err(StoreError::Statement("rows were not finished".to_owned()));
        }
        Ok(())
    }

    /// Fails if rows were not sent or if a sent statement has failed.
    pub fn finished(&self) -> StoreResult<()> {
        self.is_finished().and_then(|()| self.settle())
    }

    /// Sends a statement without waiting for its response.
    pub(crate) fn send(&self, work: impl Future<Output = Result<Option<String>, Error>> + 'l) {
        let mut work: PendingResponse<'l> = Box::pin(work);
        // the first poll sends it, so statements are sent in order
        match (&mut work).now_or_never() {
            Some(done) => self.record(done),
            None => self.pending.borrow().push(work),
        }
    }

    /// Waits for a response. Meanwhile processes the responses to earlier statements.
    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        self.link.wait(poll_fn(|context| {
            let _ = self.listen(context);
            work.as_mut().poll(context)
        }))
    }

    fn record_all(&self) {
        self.link.wait(poll_fn(|context| self.listen(context)));
    }

    /// Ready when no statement is pending.
    fn listen(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut pending = self.pending.borrow_mut();
        while let Some(done) = std::task::ready!(pending.poll_next_unpin(context)) {
            self.record(done);
        }
        Poll::Ready(())
    }

    /// Records a response. Only the first error is stored, because it makes all later statements fail.
    fn record(&self, done: Result<Option<String>, Error>) {
        match done {
            Ok(None) => {}
            Ok(number) => *self.number.borrow_mut() = number,
            Err(error) => {
                let mut failed = self.failed.borrow_mut();
                if failed.as_ref().is_none_or(is_consequence) {
                    *failed = Some(error);
                }
            }
        }
    }

    /// Translates the error of a response. Returns an earlier error instead, which is more specific.
    pub(crate) fn fault(&self, error: &Error) -> StoreError {
        if is_consequence(error) || error.is_closed() {
            self.record_all();
            if let Some(first) = self.failed.take() {
                return self.translate(&first);
            }
        }
        self.translate(error)
    }

    fn translate(&self, error: &Error) -> StoreError {
        if error.code().is_some_and(is_passing) {
            self.passing.set(true);
        }
        translate(error)
    }

    pub(crate) fn statement(&self, sql: &str) -> StoreResult<Statement> {
        if let Some(known) = self.link.known(sql) {
            return Ok(known);
        }
        self.wait(self.link.prepared(sql)).map_err(|error| self.fault(&error))
    }

    pub(crate) fn leave_unfinished(&self) {
        self.unfinished.set(true);
    }
}

/// Returns whether the error is only a consequence of an earlier one.
fn is_consequence(error: &Error) -> bool {
    error.code() == Some(&SqlState::IN_FAILED_SQL_TRANSACTION)
}

impl Transaction for PostgresTransaction<'_> {
    fn dialect(&self) -> &'static dyn Dialect {
        &PostgresDialect
    }

    fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    fn slot(&self) -> i64 {
        self.slot
    }

    /// References are checked by plans and `doctor` instead of the schema.
    fn checks_references(&self) -> bool {
        false
    }

    fn query(
        &self,
        sql: &str,
        values: StatementValues<'_, '_>,
        see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let statement = self.statement(sql)?;
        let values = bound(&statement, values)?;
        let result = self.wait(self.link.client.query_raw(&statement, values));
        let result = result.map_err(|error| self.fault(&error))?;
        let mut rows = std::pin::pin!(result.ready_chunks(AT_ONCE));
        while let Some(chunk) = self.wait(rows.next()) {
            for row in chunk {
                see(&PostgresRow(&row.map_err(|error| self.fault(&error))?))?;
            }
        }
        Ok(())
    }

    fn query_each(
        &self,
        sql: &str,
        keys: &mut dyn Iterator<Item = Vec<SqlValue<'_>>>,
        see: &mut dyn FnMut(usize, &dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let statement = self.statement(sql)?;
        let mut keys = keys.enumerate().peekable();
        while keys.peek().is_some() {
            let mut pending = Vec::new();
            for (number, key) in keys.by_ref().take(IN_FLIGHT) {
                let values = bound(&statement, &mut key.into_iter())?;
                let statement = &statement;
                pending.push(async move {
                    let result = self.link.client.query_raw(statement, values).await?;
                    Ok((number, result.try_collect::<Vec<_>>().await?))
                });
            }
            let results = self.wait(try_join_all(pending)).map_err(|error| self.fault(&error))?;
            for (number, rows) in results {
                rows.iter().try_for_each(|row| see(number, &PostgresRow(row)))?;
            }
        }
        Ok(())
    }

    fn query_several(
        &self,
        queries: Vec<QueryStatement<'_>>,
        see: &mut dyn FnMut(usize, &dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let client = &self.link.client;
        let mut pending = Vec::new();
        for QueryStatement { sql, values } in queries {
            let statement = self.statement(&sql)?;
            let values = bound(&statement, &mut values.into_iter())?;
            pending.push(
                async move { client.query_raw(&statement, values).await?.try_collect::<Vec<_>>().await },
            );
        }
        let results = self.wait(try_join_all(pending)).map_err(|error| self.fault(&error))?;
        let mut results = results.iter().enumerate();
        results.try_for_each(|(number, rows)| rows.iter().try_for_each(|row| see(number, &PostgresRow(row))))
    }

    fn run(&self, sql: &str, values: StatementValues<'_, '_>) -> StoreResult<usize> {
        let statement = self.statement(sql)?;
        let values = bound(&statement, values)?;
        let touched = self.wait(self.link.client.execute_raw(&statement, values));
        touched.map(count).map_err(|error| self.fault(&error))
    }

    fn run_each(
        &self,
        sql: &str,
        rows: &mut dyn Iterator<Item = Vec<SqlValue<'_>>>,
    ) -> StoreResult<Vec<usize>> {
        let statement = self.statement(sql)?;
        let mut touched = Vec::new();
        let mut rows = rows.peekable();
        while rows.peek().is_some() {
            let mut pending = Vec::new();
            for row in rows.by_ref().take(IN_FLIGHT) {
                let values = bound(&statement, &mut row.into_iter())?;
                pending.push(self.link.client.execute_raw(&statement, values));
            }
            let done = self.wait(try_join_all(pending)).map_err(|error| self.fault(&error))?;
            touched.extend(done.into_iter().map(count));
        }
        Ok(touched)
    }

    fn prepare<'s>(&'s self, writing: &WriteStatement<'_>) -> StoreResult<Box<dyn Prepared + 's>> {
        if let Some(whole) = writing.whole {
            return Ok(Box::new(RowsByCopy::begin(self, whole)?));
        }
        Ok(Box::new(EachRow::new(self, writing.sql.to_owned())))
    }

    fn lock_incoming_orders(&self, candidates: &[CandidateId], groups: &[String]) -> StoreResult<()> {
        order_locks::lock(self, candidates, groups)
    }

    fn set_lock_timeout(&self, lock_timeout: Duration) {
        let client = &self.link.client;
        let sql = format!("SET LOCAL lock_timeout = {}", lock_timeout.as_millis());
        self.send(async move { client.batch_execute(&sql).await.map(|()| None) });
    }

    fn settle(&self) -> StoreResult<()> {
        self.record_all();
        match self.failed.take() {
            Some(error) => Err(self.translate(&error)),
            None => Ok(()),
        }
    }

    fn lost_to_others(&self) -> bool {
        self.passing.get()
    }

    fn savepoint(&self, work: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool> {
        let client = &self.link.client;
        let send = |sql| self.send(async move { client.batch_execute(sql).await.map(|()| None) });
        send("SAVEPOINT part");
        let unfinished = self.unfinished.get();
        let done = work()?;
        let settled = self.settle();
        if done {
            settled?;
        } else {
            // unsent rows of the part that was rolled back are not missing
            self.unfinished.set(unfinished);
        }
        send(if done { "RELEASE part" } else { "ROLLBACK TO part; RELEASE part" });
        Ok(done)
    }
}

/// Converts the values of the parameters of a statement.
fn bound<'v>(statement: &Statement, values: StatementValues<'_, 'v>) -> StoreResult<Vec<BoundValue<'v>>> {
    let values: Vec<_> = values.map(BoundValue).collect();
    if values.len() == statement.params().len() {
        return Ok(values);
    }
    let (given, places) = (values.len(), statement.params().len());
    Err(StoreError::Statement(format!("{given} values for {places} places")))
}

fn count(touched: u64) -> usize {
    cast::<usize>(touched)
}

struct PostgresRow<'r>(&'r tokio_postgres::Row);

impl Row for PostgresRow<'_> {
    fn value(&self, column: usize) -> Result<SqlValue<'_>, String> {
        self.0.try_get::<_, ReadValue<'_>>(column).map(|read| read.0).map_err(|error| error.to_string())
    }

    fn column_name(&self, column: usize) -> &str {
        self.0.columns().get(column).map_or("?", tokio_postgres::Column::name)
    }
}
