//! A SQLite database as source or target of a copy, opened exclusively.

use std::path::Path;
use std::time::Duration;

use orderdock_store::StoreResult;
use orderdock_store_sql::maintenance::copy::{CopyFault, Engine, Side, at, require_steps};
use orderdock_store_sql::search::DOCUMENT_TABLES;
use orderdock_store_sql::sql::query::run;
use orderdock_store_sql::{Transaction, Verbatim};
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::connection::{has_table, reject_foreign, require_own};
use crate::error::translate;
use crate::migrate::{MIGRATIONS, migrate, steps};
use crate::transaction::SqliteTransaction;

/// Makes the first read of this connection fail if any other process has the file open, even an idle one. Otherwise a
/// server could continue to write to a source that was already copied.
const EXCLUSIVE_MODE: &str = "PRAGMA locking_mode = EXCLUSIVE";
/// Time for processes that were just stopped to close the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// Settings while the target is filled. Writes are durable after the final checkpoint.
const FILL_SETTINGS: &str = "PRAGMA foreign_keys = OFF;
    PRAGMA cache_size = -262144;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 16000;";

/// Source or target of a copy.
#[derive(Debug)]
pub struct SqliteSide {
    connection: Connection,
    name: String,
    /// Whether this is the source, which is read in one exclusive transaction.
    is_source: bool,
}

impl SqliteSide {
    /// Opens the source.
    pub fn source(path: &Path) -> Result<Self, CopyFault> {
        let (connection, name) = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        begin_exclusive(&connection, &name)?;
        at(&name, require_own(&connection))?;
        require_steps(&name, at(&name, steps(&connection))?, MIGRATIONS.len())?;
        Ok(Self { connection, name, is_source: true })
    }

    /// Opens the target. Creates the schema in a missing or empty file.
    pub fn target(path: &Path) -> Result<Self, CopyFault> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let (mut connection, name) = open(path, flags)?;
        begin_exclusive(&connection, &name)?;
        at(&name, reject_foreign(&connection))?;
        at(&name, execute(&connection, "COMMIT"))?;
        at(&name, execute(&connection, FILL_SETTINGS))?;
        at(&name, connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).map_err(translate))?;
        if at(&name, steps(&connection))? == 0 {
            at(&name, migrate(&mut connection))?;
        }
        require_steps(&name, at(&name, steps(&connection))?, MIGRATIONS.len())?;
        Ok(Self { connection, name, is_source: false })
    }
}

/// Rejects a file that any process has open.
pub fn require_unused(path: &Path) -> Result<(), CopyFault> {
    let (connection, name) = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    begin_exclusive(&connection, &name)
}

fn open(path: &Path, flags: OpenFlags) -> Result<(Connection, String), CopyFault> {
    let rejected = |error: &dyn std::fmt::Display| {
        CopyFault::Rejected(format!("cannot open {}: {error}", path.display()))
    };
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| rejected(&error))?;
    let path = std::fs::canonicalize(path).map_err(|error| rejected(&error))?;
    let name = format!("sqlite:{}", path.display());
    if at(&name, connection.is_readonly(rusqlite::MAIN_DB).map_err(translate))? {
        return Err(CopyFault::Rejected(format!("{name}: this user cannot write the file")));
    }
    at(
        &name,
        connection
            .busy_timeout(BUSY_TIMEOUT)
            .and_then(|()| connection.execute_batch(EXCLUSIVE_MODE))
            .map_err(translate),
    )?;
    Ok((connection, name))
}

/// Begins an exclusive transaction. From then on, no other process can open the file.
fn begin_exclusive(connection: &Connection, name: &str) -> Result<(), CopyFault> {
    match connection.execute_batch("BEGIN EXCLUSIVE") {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
            Err(CopyFault::Rejected(format!(
                "{name} is in use: stop the server and other programs that use the file, then repeat the command"
            )))
        }
        result => at(name, result.map_err(translate)),
    }
}

fn execute(connection: &Connection, sql: &str) -> StoreResult<()> {
    connection.execute_batch(sql).map_err(translate)
}

impl Side for SqliteSide {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn engine(&self) -> &'static dyn Engine {
        &SqliteEngine
    }

    fn within(&mut self, work: &mut dyn FnMut(&dyn Transaction) -> StoreResult<()>) -> StoreResult<()> {
        let transaction = SqliteTransaction::on(&self.connection);
        if self.is_source {
            return work(&transaction);
        }
        execute(&self.connection, "BEGIN IMMEDIATE")?;
        let result = work(&transaction).and_then(|()| execute(&self.connection, "COMMIT"));
        if result.is_err() && !self.connection.is_autocommit() {
            execute(&self.connection, "ROLLBACK")?;
        }
        result
    }

    fn flush(&mut self) -> StoreResult<()> {
        let is_busy = |row: &rusqlite::Row<'_>| row.get::<_, bool>(0);
        self.connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], is_busy)
            .map(|_| ())
            .map_err(translate)
    }
}

struct SqliteEngine;

impl Engine for SqliteEngine {
    fn has_table(&self, transaction: &dyn Transaction, name: &str) -> StoreResult<bool> {
        has_table(transaction, name)
    }

    /// Nothing to drop: foreign keys are already off on this connection.
    fn drop_constraints(&self, _: &dyn Transaction) -> StoreResult<Vec<String>> {
        Ok(Vec::new())
    }

    /// Rebuilds the trigrams, which are in index tables of SQLite and are not copied. Id counters need no update, because
    /// SQLite numbers new rows after the highest id.
    fn complete(&self, transaction: &dyn Transaction) -> StoreResult<()> {
        DOCUMENT_TABLES.iter().try_for_each(|table| {
            let rebuild = format!("INSERT INTO {0}_index ({0}_index) VALUES ('rebuild')", table.name);
            run(transaction, &Verbatim(&rebuild), []).map(|_| ())
        })
    }
}
