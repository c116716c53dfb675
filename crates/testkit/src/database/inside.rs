//! A look into a database past the service.

use std::path::Path;
use std::time::Duration;

use orderdock_store_postgres::{Address, BlockingConnection, TURN};

use super::sqlite::FILE;

/// Looks into a database past the service, and changes what no call of the service changes.
pub struct Inside(Connection);

enum Connection {
    Sqlite(rusqlite::Connection),
    Postgres(BlockingConnection),
}

impl Inside {
    /// The database in a data folder.
    pub fn of(data_dir: &Path) -> Self {
        Self::at(&data_dir.join(FILE))
    }

    /// The database in a file, which is begun if it is not there.
    pub fn at(name: &Path) -> Self {
        let connection = rusqlite::Connection::open(name).unwrap();
        connection.busy_timeout(Duration::from_mins(1)).unwrap();
        Self(Connection::Sqlite(connection))
    }

    /// The database of a server.
    pub fn behind(address: &Address) -> Self {
        Self(Connection::Postgres(BlockingConnection::connect(address).unwrap()))
    }

    pub fn change(&self, sql: &str) {
        match &self.0 {
            Connection::Sqlite(connection) => connection.execute_batch(sql).unwrap(),
            Connection::Postgres(connection) => connection.batch(sql).unwrap(),
        }
    }

    /// Makes the instants in a column so many seconds earlier, as if so much time had passed.
    pub fn set_back(&self, table: &str, column: &str, seconds: u32) {
        self.change(&match &self.0 {
            Connection::Sqlite(_) => format!("UPDATE {table} SET {column} = {column} - {seconds} * 1000000"),
            Connection::Postgres(_) => {
                let table = if table == "candidate" { self.candidate_table() } else { table };
                format!("UPDATE {table} SET {column} = {column} - {seconds} * interval '1 second'")
            }
        });
    }

    /// The table with the columns of candidates that do not change.
    pub const fn candidate_table(&self) -> &'static str {
        match &self.0 {
            Connection::Sqlite(_) => "candidate",
            Connection::Postgres(_) => "candidate_row",
        }
    }

    /// The current time, in SQL.
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

    /// The first column of every row.
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

    /// So many bytes of zeros, as this database writes them.
    pub fn zeros(&self, count: usize) -> String {
        let digits = "00".repeat(count);
        match &self.0 {
            Connection::Sqlite(_) => format!("x'{digits}'"),
            Connection::Postgres(_) => format!("'\\x{digits}'::bytea"),
        }
    }

    /// From now on, what is inserted into a table is gone at once.
    pub fn lose_what_comes_into(&self, table: &str) {
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

    /// Keeps everybody from writing, as a write of the service that nobody may stand beside.
    pub(super) fn keep_from_writing(self) -> WriteLock {
        match &self.0 {
            Connection::Sqlite(_) => self.change("BEGIN IMMEDIATE"),
            // a test may take its time
            Connection::Postgres(_) => self.change(&format!(
                "SET idle_in_transaction_session_timeout = 0; BEGIN; SELECT pg_advisory_xact_lock({TURN})"
            )),
        }
        WriteLock(self)
    }
}

/// As long as it lives nobody writes.
pub struct WriteLock(Inside);

impl Drop for WriteLock {
    fn drop(&mut self) {
        self.0.change("ROLLBACK");
    }
}
