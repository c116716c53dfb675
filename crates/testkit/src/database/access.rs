//! SQL access to a test database, with a method for each difference between the engines.

use std::path::Path;
use std::time::Duration;

use orderdock_store_postgres::{Address, BlockingConnection, TURN};

use super::sqlite::FILE;

/// A connection to a test database that bypasses the service.
pub struct TestDatabaseAccess(Connection);

enum Connection {
    Sqlite(rusqlite::Connection),
    Postgres(BlockingConnection),
}

impl TestDatabaseAccess {
    /// Opens the SQLite database in a data folder.
    pub fn of(data_dir: &Path) -> Self {
        Self::at(&data_dir.join(FILE))
    }

    /// Opens a SQLite file, and creates it if it does not exist.
    pub fn at(name: &Path) -> Self {
        let connection = rusqlite::Connection::open(name).unwrap();
        connection.busy_timeout(Duration::from_mins(1)).unwrap();
        Self(Connection::Sqlite(connection))
    }

    /// Connects to a PostgreSQL database.
    pub fn connect(address: &Address) -> Self {
        Self(Connection::Postgres(BlockingConnection::connect(address).unwrap()))
    }

    pub fn change(&self, sql: &str) {
        match &self.0 {
            Connection::Sqlite(connection) => connection.execute_batch(sql).unwrap(),
            Connection::Postgres(connection) => connection.batch(sql).unwrap(),
        }
    }

    /// Subtracts a number of seconds from the timestamps in a column.
    pub fn move_into_past(&self, table: &str, column: &str, seconds: u32) {
        self.change(&match &self.0 {
            Connection::Sqlite(_) => format!("UPDATE {table} SET {column} = {column} - {seconds} * 1000000"),
            Connection::Postgres(_) => {
                let table = if table == "candidate" { self.candidate_table() } else { table };
                format!("UPDATE {table} SET {column} = {column} - {seconds} * interval '1 second'")
            }
        });
    }

    /// Returns the table with the immutable columns of candidates.
    pub const fn candidate_table(&self) -> &'static str {
        match &self.0 {
            Connection::Sqlite(_) => "candidate",
            Connection::Postgres(_) => "candidate_row",
        }
    }

    /// Returns the SQL expression for the current time.
    pub const fn now(&self) -> &'static str {
        match &self.0 {
            Connection::Sqlite(_) => "CAST(unixepoch('subsec') * 1000000 AS INTEGER)",
            Connection::Postgres(_) => "clock_timestamp()",
        }
    }

    pub fn figure(&self, sql: &str) -> i64 {
        match &self.0 {
            Connection::Sqlite(connection) => connection.query_row(sql, [], |row| row.get(0)).unwrap(),
            Connection::Postgres(connection) => connection.figure(sql).unwrap(),
        }
    }

    pub fn text(&self, sql: &str) -> String {
        match &self.0 {
            Connection::Sqlite(connection) => connection.query_row(sql, [], |row| row.get(0)).unwrap(),
            Connection::Postgres(connection) => connection.text(sql).unwrap(),
        }
    }

    /// Returns the first column of every row.
    pub fn texts(&self, sql: &str) -> Vec<String> {
        match &self.0 {
            Connection::Sqlite(connection) => {
                let mut statement = connection.prepare(sql).unwrap();
                let rows = statement.query_map([], |row| row.get(0)).unwrap();
                rows.collect::<Result<_, _>>().unwrap()
            }
            Connection::Postgres(connection) => connection.texts(sql).unwrap(),
        }
    }

    /// Returns the SQL literal for `count` zero bytes.
    pub fn zeros(&self, count: usize) -> String {
        let digits = "00".repeat(count);
        match &self.0 {
            Connection::Sqlite(_) => format!("x'{digits}'"),
            Connection::Postgres(_) => format!("'\\x{digits}'::bytea"),
        }
    }

    /// Creates a trigger that deletes every inserted row of a table, to simulate lost rows.
    pub fn delete_inserted_rows(&self, table: &str) {
        match &self.0 {
            Connection::Sqlite(_) => self.change(&format!(
                "CREATE TRIGGER lose AFTER INSERT ON {table} BEGIN DELETE FROM {table} WHERE id = NEW.id; END"
            )),
            Connection::Postgres(_) => self.change(&format!(
                "CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS \
                 'BEGIN DELETE FROM {table} WHERE id = NEW.id; RETURN NULL; END'; \
                 CREATE TRIGGER lose AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION lose()"
            )),
        }
    }

    /// Acquires the lock of an exclusive write transaction.
    pub(super) fn lock_writes(self) -> WriteLock {
        match &self.0 {
            Connection::Sqlite(_) => self.change("BEGIN IMMEDIATE"),
            // the lock may be held longer than the timeout of idle transactions
            Connection::Postgres(_) => self.change(&format!(
                "SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT pg_advisory_xact_lock({TURN})"
            )),
        }
        WriteLock(self)
    }
}

/// The lock of an exclusive write transaction; released when dropped.
pub struct WriteLock(TestDatabaseAccess);

impl Drop for WriteLock {
    fn drop(&mut self) {
        self.0.change("ROLLBACK");
    }
}
