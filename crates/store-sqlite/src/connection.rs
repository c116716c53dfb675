//! Opening connections: one that writes, others that only read.

use std::path::Path;
use std::time::Duration;

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::asking::value;
use orderdock_store_sql::copy::{MARK, unfinished};
use orderdock_store_sql::{StoreClock, Transaction, Verbatim};
use rusqlite::types::FromSql;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::translate;
use crate::transaction::SqliteTransaction;

/// How a database is opened.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// Threads, each with a connection of its own, that answer reading calls.
    pub readers: usize,
    /// The same for lists, which may take long.
    pub list_readers: usize,
    /// How long a write waits for another process to finish its own.
    pub busy_timeout: Duration,
    /// The clock by which leases end, instead of that of the machine: tests set it.
    pub clock: Option<StoreClock>,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self { readers: 4, list_readers: 3, busy_timeout: Duration::from_secs(5), clock: None }
    }
}

/// Of the connection that writes.
pub const WRITER_SETTINGS: &str = "PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 16000;
    PRAGMA journal_size_limit = 67108864;";

/// Marks a file as Orderdock's (`ODCK`), so that no other program's database is migrated by mistake.
pub const APPLICATION_ID: i32 = 0x4F44_434B;

/// The connection that writes. WAL lets readers go on beside it; only `synchronous = FULL` keeps what was
/// acknowledged through a power cut. Checkpoints are rare because bulks touch the same pages of the indexes again
/// and again (64 MB of log took a quarter off a bulk's commit, against 16 MB).
pub fn open_writer(path: &Path, options: &SqliteOptions) -> StoreResult<Connection> {
    open_to_write(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE, options)
}

/// The same for a database that was open before: one that is gone meanwhile is not begun anew.
pub fn reopen_writer(path: &Path, options: &SqliteOptions) -> StoreResult<Connection> {
    open_to_write(path, OpenFlags::SQLITE_OPEN_READ_WRITE, options)
}

fn open_to_write(path: &Path, flags: OpenFlags, options: &SqliteOptions) -> StoreResult<Connection> {
    let connection = open(path, flags, options)?;
    // SQLite opens what it may only read without a word
    if connection.is_readonly(rusqlite::MAIN_DB).map_err(translate)? {
        return Err(StoreError::Unavailable("this user may read the file, but not write it".to_owned()));
    }
    refuse_foreign(&connection)?;
    switch_to_wal(&connection, options)?;
    connection.execute_batch(WRITER_SETTINGS).map_err(translate)?;
    Ok(connection)
}

/// Puts what the log holds into the database itself, as far as nobody reads what was before. Writing and reading go
/// on meanwhile.
pub fn checkpoint(connection: &Connection) {
    if let Err(error) = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
        tracing::warn!(%error, "checkpoint failed, will be retried");
    }
}

/// A connection that cannot write.
pub fn open_reader(path: &Path, options: &SqliteOptions) -> StoreResult<Connection> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_ONLY, options)?;
    connection
        .execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY;")
        .map_err(translate)?;
    Ok(connection)
}

/// The same for lists, which look up many candidates all over the file: pages are used where the system keeps them,
/// without a call and a copy for each (that took a third off the lists of a million candidates). It is address space,
/// up to the most that SQLite maps, and memory only as far as the system has some to spare; where addresses are short
/// nothing is mapped. A disk that fails under a mapped file ends the process, but that must be a local one
/// anyway: the write-ahead log works on no other.
pub fn open_list_reader(path: &Path, options: &SqliteOptions) -> StoreResult<Connection> {
    const MOST: i64 = 2_147_418_112;
    let connection = open_reader(path, options)?;
    if cfg!(target_pointer_width = "64") {
        connection.pragma_update(None, "mmap_size", MOST).map_err(translate)?;
    }
    Ok(connection)
}

/// A connection for looking at or copying what is there, as it is.
pub fn open_plain(path: &Path) -> StoreResult<Connection> {
    open(path, OpenFlags::SQLITE_OPEN_READ_WRITE, &SqliteOptions::default())
}

fn open(path: &Path, flags: OpenFlags, options: &SqliteOptions) -> StoreResult<Connection> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| StoreError::Unavailable(format!("{}: {error}", path.display())))?;
    connection.busy_timeout(options.busy_timeout).map_err(translate)?;
    connection.set_prepared_statement_cache_capacity(256);
    Ok(connection)
}

/// What SQLite says of a connection or its file under this name.
pub fn pragma<T: FromSql>(connection: &Connection, name: &str) -> StoreResult<T> {
    connection.pragma_query_value(None, name, |row| row.get(0)).map_err(translate)
}

/// Before anything is changed: another program's database is left alone.
pub fn refuse_foreign(connection: &Connection) -> StoreResult<()> {
    const TABLES: &str = "SELECT EXISTS (SELECT 1 FROM sqlite_schema)";
    // in this order: another process may be creating the schema just now, and sets the id with it
    let filled: bool = connection.query_row(TABLES, [], |row| row.get(0)).map_err(translate)?;
    let application: i32 = pragma(connection, "application_id")?;
    if application == APPLICATION_ID || (application == 0 && !filled) {
        return Ok(());
    }
    Err(StoreError::Unavailable("the file is the database of another program".to_owned()))
}

/// For looking at or copying what is there: an empty file or another program's is no database to begin with.
pub fn require_own(connection: &Connection) -> StoreResult<()> {
    let application: i32 = pragma(connection, "application_id")?;
    if application == APPLICATION_ID {
        return Ok(());
    }
    Err(StoreError::Unavailable("the file is not a database of Orderdock".to_owned()))
}

/// Several processes may do this at once on a new file; then SQLite answers "busy" without waiting.
fn switch_to_wal(connection: &Connection, options: &SqliteOptions) -> StoreResult<()> {
    let pause = Duration::from_millis(10);
    let mut waited = Duration::ZERO;
    loop {
        match connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0)) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => {
                return Err(StoreError::Unavailable(format!(
                    "the database cannot keep a write-ahead log here (journal mode {mode})"
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

/// A database that a copy has begun is opened by nobody else.
pub fn refuse_unfinished(connection: &Connection) -> StoreResult<()> {
    if has_table(&SqliteTransaction::on(connection), MARK)? {
        return Err(unfinished());
    }
    Ok(())
}

pub fn has_table(transaction: &dyn Transaction, name: &str) -> StoreResult<bool> {
    let sql = format!("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '{name}'");
    Ok(value::<i64>(transaction, "schema", &Verbatim(&sql), [])?.is_some())
}
