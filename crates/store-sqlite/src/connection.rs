//! Opens the connections for writing and for reading.

use std::path::Path;
use std::time::Duration;

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::maintenance::copy::{MARK, unfinished};
use orderdock_store_sql::sql::query::value;
use orderdock_store_sql::{StoreClock, Transaction, Verbatim};
use rusqlite::types::FromSql;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::translate;
use crate::transaction::SqliteTransaction;

/// Options for opening a database.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// Number of reader threads, each with its own connection.
    pub readers: usize,
    /// Number of reader threads for lists, which may take long.
    pub list_readers: usize,
    /// Maximum time to wait for the write of another process.
    pub busy_timeout: Duration,
    /// Clock for the expiry of leases instead of the system clock; set by tests.
    pub clock: Option<StoreClock>,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self { readers: 4, list_readers: 3, busy_timeout: Duration::from_secs(5), clock: None }
    }
}

/// Settings of the writing connection.
pub const WRITER_SETTINGS: &str = "PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 16000;
    PRAGMA journal_size_limit = 67108864;";

/// Application id of Orderdock (`ODCK`), so that no database of another program is migrated by mistake.
pub const APPLICATION_ID: i32 = 0x4F44_434B;

/// Opens the writing connection. WAL allows concurrent readers; only with `synchronous = FULL` do acknowledged commits
/// survive a power failure. Checkpoints are rare because bulk imports touch the same index pages repeatedly: a log of
/// 64 MB instead of 16 MB made the commit of a bulk a quarter faster.
pub fn open_writer(path: &Path, options: &SqliteOptions) -> StoreResult<Connection> {
    open_to_write(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE, options)
}

/// Reopens the writing connection. Does not create the file again if it is missing.
pub fn reopen_writer(path: &Path, options: &SqliteOptions) -> StoreResult<Connection> {
    open_to_write(path, OpenFlags::SQLITE_OPEN_READ_WRITE, options)
}

fn open_to_write(path: &Path, flags: OpenFlags, options: &SqliteOptions) -> StoreResult<Connection> {
    let connection = open(path, flags, options)?;
    // SQLite silently opens a file without write permission as read-only
    if connection.is_readonly(rusqlite::MAIN_DB).map_err(translate)? {
        return Err(StoreError::Unavailable("this user can read the file but not write it".to_owned()));
    }
    reject_foreign(&connection)?;
    switch_to_wal(&connection, options)?;
    connection.execute_batch(WRITER_SETTINGS).map_err(translate)?;
    Ok(connection)
}

/// Writes the log into the database file, as far as no reader needs the old pages. Blocks neither writers nor readers.
pub fn checkpoint(connection: &Connection) {
    if let Err(error) = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
        tracing::warn!(%error, "checkpoint failed, will be retried");
    }
}

/// Opens a read-only connection.
pub fn open_reader(path: &Path, options: &SqliteOptions) -> StoreResult<Connection> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_ONLY, options)?;
    connection
        .execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY;")
        .map_err(translate)?;
    Ok(connection)
}

/// Opens a read-only connection for lists, which read many candidates in all parts of the file. The file is mapped into
/// memory, so pages in the system cache need no call and no copy. This made lists of a million candidates a third
/// faster.
///
/// The mapping uses address space up to the maximum of SQLite. Mapped pages stay in memory only while it is free. It
/// is off on systems with addresses of less than 64 bits. An I/O error in a mapped file ends the process. That is
/// acceptable because the file must be on a local disk anyway, for the write-ahead log.
pub fn open_list_reader(path: &Path, options: &SqliteOptions) -> StoreResult<Connection> {
    const MAX_MAPPED_BYTES: i64 = 2_147_418_112;
    let connection = open_reader(path, options)?;
    if cfg!(target_pointer_width = "64") {
        connection.pragma_update(None, "mmap_size", MAX_MAPPED_BYTES).map_err(translate)?;
    }
    Ok(connection)
}

/// Opens a connection for examining or copying a database, without changing its settings.
pub fn open_plain(path: &Path) -> StoreResult<Connection> {
    open(path, OpenFlags::SQLITE_OPEN_READ_WRITE, &SqliteOptions::default())
}

/// Opens a connection that cannot change the file.
pub fn open_read_only(path: &Path) -> StoreResult<Connection> {
    open(path, OpenFlags::SQLITE_OPEN_READ_ONLY, &SqliteOptions::default())
}

fn open(path: &Path, flags: OpenFlags, options: &SqliteOptions) -> StoreResult<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    connection.busy_timeout(options.busy_timeout).map_err(translate)?;
    connection.set_prepared_statement_cache_capacity(256);
    Ok(connection)
}

/// Returns the value of a pragma of a connection or its file.
pub fn pragma<T: FromSql>(connection: &Connection, name: &str) -> StoreResult<T> {
    connection.pragma_query_value(None, name, |row| row.get(0)).map_err(translate)
}

/// Rejects the database of another program before anything is changed.
pub fn reject_foreign(connection: &Connection) -> StoreResult<()> {
    const TABLES: &str = "SELECT EXISTS (SELECT 1 FROM sqlite_schema)";
    // the tables are read before the id, because another process may be creating the schema, and sets the id in the
    // same transaction
    let filled: bool = connection.query_row(TABLES, [], |row| row.get(0)).map_err(translate)?;
    let application: i32 = pragma(connection, "application_id")?;
    if application == APPLICATION_ID || (application == 0 && !filled) {
        return Ok(());
    }
    Err(StoreError::Unavailable("the file is the database of another program".to_owned()))
}

/// Rejects files that are not Orderdock databases, including empty ones, before they are examined or copied.
pub fn require_own(connection: &Connection) -> StoreResult<()> {
    let application: i32 = pragma(connection, "application_id")?;
    if application == APPLICATION_ID {
        return Ok(());
    }
    Err(StoreError::Unavailable("the file is not a database of Orderdock".to_owned()))
}

/// Switches to WAL. If several processes do so at once on a new file, SQLite returns "busy" without waiting, so this
/// retries.
fn switch_to_wal(connection: &Connection, options: &SqliteOptions) -> StoreResult<()> {
    let pause = Duration::from_millis(10);
    let mut waited = Duration::ZERO;
    loop {
        match connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => {
                return Err(StoreError::Unavailable(format!(
                    "the file system does not support a write-ahead log (journal mode {mode})"
                )));
            }
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && waited < options.busy_timeout =>
            {
                std::thread::sleep(pause);
                waited += pause;
            }
            Err(error) => return Err(translate(error)),
        }
    }
}

/// Rejects a database with an incomplete copy.
pub fn reject_unfinished(connection: &Connection) -> StoreResult<()> {
    if has_table(&SqliteTransaction::on(connection), MARK)? {
        return Err(unfinished());
    }
    Ok(())
}

pub fn has_table(transaction: &dyn Transaction, name: &str) -> StoreResult<bool> {
    let sql = format!("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '{name}'");
    Ok(value::<i64>(transaction, "schema", &Verbatim(&sql), [])?.is_some())
}
