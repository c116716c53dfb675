//! The transaction interface over a SQLite connection.

use orderdock_domain::number::canonical;
use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::{
    Dialect, Outbox, Prepared, Row, SqlValue, StatementValues, Transaction, WriteStatement,
};
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{CachedStatement, Connection, Statement};

use crate::dialect::SqliteDialect;
use crate::error::translate;

/// A connection with an open transaction.
pub struct SqliteTransaction<'c> {
    connection: &'c Connection,
    outbox: Outbox,
}

impl<'c> SqliteTransaction<'c> {
    pub fn on(connection: &'c Connection) -> Self {
        Self { connection, outbox: Outbox::default() }
    }
}

impl Transaction for SqliteTransaction<'_> {
    fn dialect(&self) -> &'static dyn Dialect {
        &SqliteDialect
    }

    fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    fn query(
        &self,
        sql: &str,
        values: StatementValues<'_, '_>,
        see: &mut dyn FnMut(&dyn Row) -> StoreResult<()>,
    ) -> StoreResult<()> {
        let mut statement = self.connection.prepare_cached(sql).map_err(translate)?;
        bind(&mut statement, values)?;
        let mut rows = statement.raw_query();
        while let Some(row) = rows.next().map_err(translate)? {
            see(&SqliteRow(row))?;
        }
        Ok(())
    }

    fn run(&self, sql: &str, values: StatementValues<'_, '_>) -> StoreResult<usize> {
        let mut statement = self.connection.prepare_cached(sql).map_err(translate)?;
        execute(&mut statement, values)
    }

    fn run_each(
        &self,
        sql: &str,
        rows: &mut dyn Iterator<Item = Vec<SqlValue<'_>>>,
    ) -> StoreResult<Vec<usize>> {
        let mut statement = self.connection.prepare_cached(sql).map_err(translate)?;
        rows.map(|row| execute(&mut statement, &mut row.into_iter())).collect()
    }

    fn prepare<'s>(&'s self, writing: &WriteStatement<'_>) -> StoreResult<Box<dyn Prepared + 's>> {
        let statement = self.connection.prepare_cached(writing.sql).map_err(translate)?;
        Ok(Box::new(SqliteStatement { statement, touched: 0 }))
    }

    fn savepoint(&self, work: &mut dyn FnMut() -> StoreResult<bool>) -> StoreResult<bool> {
        let statement = |sql: &str| self.run(sql, &mut std::iter::empty());
        statement("SAVEPOINT part")?;
        let done = work()?;
        if !done {
            statement("ROLLBACK TO part")?;
        }
        statement("RELEASE part")?;
        Ok(done)
    }
}

/// A prepared statement that executes each write at once.
struct SqliteStatement<'c> {
    statement: CachedStatement<'c>,
    touched: usize,
}

impl Prepared for SqliteStatement<'_> {
    fn write(&mut self, values: StatementValues<'_, '_>) -> StoreResult<()> {
        self.touched += execute(&mut self.statement, values)?;
        Ok(())
    }

    fn finish(&mut self) -> StoreResult<usize> {
        Ok(std::mem::take(&mut self.touched))
    }
}

fn execute(statement: &mut Statement<'_>, values: StatementValues<'_, '_>) -> StoreResult<usize> {
    bind(statement, values)?;
    statement.raw_execute().map_err(translate)
}

fn bind(statement: &mut Statement<'_>, values: StatementValues<'_, '_>) -> StoreResult<()> {
    let mut bound = 0;
    for value in values {
        bound += 1;
        statement.raw_bind_parameter(bound, stored(&value)).map_err(translate)?;
    }
    if bound == statement.parameter_count() {
        return Ok(());
    }
    Err(StoreError::Statement(format!("{bound} values for {} places", statement.parameter_count())))
}

/// Converts a value to its stored form: decimals and dates as canonical text, instants as microseconds.
fn stored<'v>(value: &'v SqlValue<'_>) -> ToSqlOutput<'v> {
    let integer = |number: i64| ToSqlOutput::Owned(Value::Integer(number));
    let owned = |text: String| ToSqlOutput::Owned(Value::Text(text));
    match value {
        SqlValue::Null => ToSqlOutput::Owned(Value::Null),
        SqlValue::Boolean(on) => integer(i64::from(*on)),
        SqlValue::Integer(number) => integer(*number),
        SqlValue::Text(text) | SqlValue::Json(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
        SqlValue::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        SqlValue::Decimal(number) => owned(canonical(number)),
        SqlValue::Date(day) => owned(day.to_string()),
        SqlValue::Instant(instant) => integer(instant.as_microsecond()),
    }
}

struct SqliteRow<'r>(&'r rusqlite::Row<'r>);

impl Row for SqliteRow<'_> {
    fn value(&self, column: usize) -> Result<SqlValue<'_>, String> {
        match self.0.get_ref(column).map_err(|error| error.to_string())? {
            ValueRef::Null => Ok(SqlValue::Null),
            ValueRef::Integer(number) => Ok(SqlValue::Integer(number)),
            ValueRef::Text(text) => str::from_utf8(text)
                .map(|text| SqlValue::Text(text.into()))
                .map_err(|_| "text that is not UTF-8".to_owned()),
            ValueRef::Blob(bytes) => Ok(SqlValue::Bytes(bytes.into())),
            ValueRef::Real(_) => Err("floating point number".to_owned()),
        }
    }

    fn column_name(&self, column: usize) -> &str {
        self.0.as_ref().column_name(column).unwrap_or("?")
    }
}
