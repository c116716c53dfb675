//! Runs a statement once for each row.

use orderdock_store::StoreResult;
use orderdock_store_sql::{Prepared, SqlValue, StatementValues, Transaction as _};

use super::{IN_FLIGHT, PostgresTransaction, bound};

/// A statement that is executed for each row, in pipelined batches.
pub struct EachRow<'t, 'l> {
    transaction: &'t PostgresTransaction<'l>,
    sql: String,
    held_back: Vec<Vec<SqlValue<'static>>>,
    touched: usize,
}

impl<'t, 'l> EachRow<'t, 'l> {
    pub fn new(transaction: &'t PostgresTransaction<'l>, sql: String) -> Self {
        Self { transaction, sql, held_back: Vec::new(), touched: 0 }
    }

    fn flush(&mut self) -> StoreResult<()> {
        let rows = std::mem::take(&mut self.held_back);
        if !rows.is_empty() {
            let touched = self.transaction.run_each(&self.sql, &mut rows.into_iter())?;
            self.touched += touched.into_iter().sum::<usize>();
        }
        Ok(())
    }
}

impl Prepared for EachRow<'_, '_> {
    fn write(&mut self, values: StatementValues<'_, '_>) -> StoreResult<()> {
        self.held_back.push(values.map(SqlValue::into_owned).collect());
        if self.held_back.len() < IN_FLIGHT {
            return Ok(());
        }
        self.flush()
    }

    fn finish(&mut self) -> StoreResult<usize> {
        self.flush()?;
        Ok(std::mem::take(&mut self.touched))
    }

    fn close(&mut self) -> StoreResult<()> {
        if self.held_back.is_empty() {
            return Ok(());
        }
        let client = &self.transaction.link.client;
        let statement = self.transaction.statement(&self.sql)?;
        for row in self.held_back.drain(..) {
            let values = bound(&statement, &mut row.into_iter())?;
            let statement = statement.clone();
            self.transaction.send(async move { client.execute_raw(&statement, values).await.map(|_| None) });
        }
        Ok(())
    }
}

impl Drop for EachRow<'_, '_> {
    fn drop(&mut self) {
        if !self.held_back.is_empty() {
            self.transaction.leave_unfinished();
        }
    }
}
