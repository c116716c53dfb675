//! A connection as the transaction that statements run in.

mod each_row;
mod order_locks;
mod whole_rows;

use orderdock_domain::fit;
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
    Dialect, Outbox, Prepared, Question, Row, SqlValue, StatementValues, Transaction, WriteStatement,
};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Error, Statement};

use self::each_row::EachRow;
use self::whole_rows::RowsByCopy;
use crate::binding::{Bound, ReadValue};
use crate::dialect::PostgresDialect;
use crate::error::{is_passing, translate};
use crate::link::{Link, first_value};

/// Rows that are read before they are looked at.
const AT_ONCE: usize = 256;
/// Statements that are under way before their answers are waited for.
const IN_FLIGHT: usize = 512;

/// What was sent: its answer, as far as anybody wants to know.
type PendingAnswer<'l> = Pin<Box<dyn Future<Output = Result<Option<String>, Error>> + 'l>>;

/// A connection on which a transaction has begun. What nobody asks the outcome of is sent and not waited for: the server
/// does one after the other, and what fails makes all fail that comes behind it, the commit too.
pub struct PostgresTransaction<'l> {
    pub(crate) link: &'l Link,
    slot: i64,
    outbox: Outbox,
    under_way: RefCell<FuturesUnordered<PendingAnswer<'l>>>,
    /// What failed of it.
    failed: RefCell<Option<Error>>,
    /// What the server calls the transaction, as soon as it has said so.
    number: RefCell<Option<String>>,
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
        Self {
            link,
            slot,
            outbox: Outbox::default(),
            under_way: RefCell::default(),
            failed: RefCell::default(),
            number: RefCell::default(),
            passing: Cell::new(false),
            unfinished: Cell::new(false),
            copies_all: false,
        }
    }

    /// That of who fills a database alone: nobody waits for it, however long a COPY takes.
    pub fn copying(link: &'l Link) -> Self {
        Self { copies_all: true, ..Self::over(link) }
    }

    /// Begins it together with its first statement. What is asked behind the beginning is the number of the transaction.
    pub fn begin(&self, sql: String) {
        let client = &self.link.client;
        self.send(async move { client.simple_query(&sql).await.map(|answer| first_value(&answer)) });
    }

    /// What the server calls the transaction, if it has said so.
    pub fn number(&self) -> Option<String> {
        self.number.borrow().clone()
    }

    /// Commits what is finished, and waits until that is durable. Unavailable: nobody heard what came of it.
    pub fn commit(&self) -> StoreResult<()> {
        if self.number.borrow().is_none() {
            self.settle()?;
        }
        let done = self.wait(self.link.client.batch_execute("COMMIT"));
        self.hear_all();
        // with something that failed the server has undone it
        match self.failed.take().or(done.err()) {
            Some(error) => Err(self.translate(&error)),
            None => Ok(()),
        }
    }

    /// Whether all that was to be written is on its way.
    pub fn is_finished(&self) -> StoreResult<()> {
        if self.unfinished.get() {
            return Err(StoreError::Statement("rows were not finished".to_owned()));
        }
        Ok(())
    }

    /// Whether all that was to be written is there.
    pub fn finished(&self) -> StoreResult<()> {
        self.is_finished().and_then(|()| self.settle())
    }

    /// Sends what nobody waits for now.
    pub(crate) fn send(&self, work: impl Future<Output = Result<Option<String>, Error>> + 'l) {
        let mut work: PendingAnswer<'l> = Box::pin(work);
        // it goes out now, in its turn
        match (&mut work).now_or_never() {
            Some(done) => self.hear(done),
            None => self.under_way.borrow().push(work),
        }
    }

    /// Waits for an answer, and hears what was sent before it.
    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        self.link.wait(poll_fn(|context| {
            let _ = self.listen(context);
            work.as_mut().poll(context)
        }))
    }

    fn hear_all(&self) {
        self.link.wait(poll_fn(|context| self.listen(context)));
    }

    /// Ready when nothing is under way.
    fn listen(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut under_way = self.under_way.borrow_mut();
        while let Some(done) = std::task::ready!(under_way.poll_next_unpin(context)) {
            self.hear(done);
        }
        Poll::Ready(())
    }

    /// The first that failed counts: all behind it fail for it.
    fn hear(&self, done: Result<Option<String>, Error>) {
        match done {
            Ok(None) => {}
            Ok(number) => *self.number.borrow_mut() = number,
            Err(error) => {
                let mut failed = self.failed.borrow_mut();
                if failed.as_ref().is_none_or(is_aftermath) {
                    *failed = Some(error);
                }
            }
        }
    }

    /// What an answer that is an error means: what failed before it says more.
    pub(crate) fn fault(&self, error: &Error) -> StoreError {
        if is_aftermath(error) || error.is_closed() {
            self.hear_all();
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

/// Whether it failed because something had failed before.
fn is_aftermath(error: &Error) -> bool {
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

    /// The schema leaves that to the plans, and to `doctor`.
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
        let answer = self.wait(self.link.client.query_raw(&statement, values));
        let answer = answer.map_err(|error| self.fault(&error))?;
        let mut rows = std::pin::pin!(answer.ready_chunks(AT_ONCE));
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
            let mut under_way = Vec::new();
            for (number, key) in keys.by_ref().take(IN_FLIGHT) {
                let values = bound(&statement, &mut key.into_iter())?;
                let statement = &statement;
                under_way.push(async move {
                    let answer = self.link.client.query_raw(statement, values).await?;
                    Ok((number, answer.try_collect::<Vec<_>>().await?))
                });
            }
            let answers = self.wait(try_join_all(under_way)).map_err(|error| self.fault(&error))?;
            for (number, rows) in answers {
                rows.iter().try_for_each(|row| see(number, &PostgresRow(row)))?;
            }
        }
        Ok(())
    }

    fn query_several(
        &self,
        asked: Vec<Question<'_>>,
        see: &mut dyn FnMut(usize, &dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let client = &self.link.client;
        let mut under_way = Vec::new();
        for Question { sql, values } in asked {
            let statement = self.statement(&sql)?;
            let values = bound(&statement, &mut values.into_iter())?;
            under_way.push(async move {
                client.query_raw(&statement, values).await?.try_collect::<Vec<_>>().await
            });
        }
        let answers = self.wait(try_join_all(under_way)).map_err(|error| self.fault(&error))?;
        let mut answers = answers.iter().enumerate();
        answers.try_for_each(|(number, rows)| rows.iter().try_for_each(|row| see(number, &PostgresRow(row))))
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
            let mut under_way = Vec::new();
            for row in rows.by_ref().take(IN_FLIGHT) {
                let values = bound(&statement, &mut row.into_iter())?;
                under_way.push(self.link.client.execute_raw(&statement, values));
            }
            let done = self.wait(try_join_all(under_way)).map_err(|error| self.fault(&error))?;
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

    fn hurry(&self, patience: Duration) {
        let client = &self.link.client;
        let sql = format!("SET LOCAL lock_timeout = {}", patience.as_millis());
        self.send(async move { client.batch_execute(&sql).await.map(|()| None) });
    }

    fn settle(&self) -> StoreResult<()> {
        self.hear_all();
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
            // what failed is undone, and what was to be written is not missed
            self.unfinished.set(unfinished);
        }
        send(if done { "RELEASE part" } else { "ROLLBACK TO part; RELEASE part" });
        Ok(done)
    }
}

/// Values for the places of a statement.
fn bound<'v>(statement: &Statement, values: StatementValues<'_, 'v>) -> StoreResult<Vec<Bound<'v>>> {
    let values: Vec<_> = values.map(Bound).collect();
    if values.len() == statement.params().len() {
        return Ok(values);
    }
    let (given, places) = (values.len(), statement.params().len());
    Err(StoreError::Statement(format!("{given} values for {places} places")))
}

fn count(touched: u64) -> usize {
    fit::<usize>(touched)
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
