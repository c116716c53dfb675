//! Backup of a database in use, and restore.

use std::path::Path;

use orderdock_store::{StoreError, StoreResult};
use orderdock_store_sql::maintenance::identity::set_quiet;
use rusqlite::{Connection, OpenFlags};

use crate::connection::{open_plain, pragma, reject_unfinished, require_own};
use crate::error::translate;
use crate::migrate::{MIGRATIONS, steps};
use crate::transaction::SqliteTransaction;

/// Copies a snapshot of the database into an empty file and checks the copy. Does not block writers.
pub fn backup(database: &Path, copy: &Path) -> StoreResult<()> {
    let name = copy.to_str().ok_or_else(|| {
        StoreError::Unavailable(format!("{} is not a valid file name for SQLite", copy.display()))
    })?;
    let connection = open_plain(database)?;
    require_own(&connection)?;
    reject_unfinished(&connection)?;
    connection.execute("VACUUM INTO ?1", [name]).map_err(translate)?;
    let copied = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(translate)?;
    for name in ["application_id", "user_version"] {
        if pragma::<i64>(&connection, name)? != pragma::<i64>(&copied, name)? {
            return Err(StoreError::Unavailable(format!("the copy has another {name}")));
        }
    }
    match damage(&copied)?.first() {
        None => Ok(()),
        Some(first) => Err(StoreError::Unavailable(format!("the copy is damaged: {first}"))),
    }
}

/// Copies a backup into an empty file, checks the copy and marks it as quiet: it sends nothing and runs no schedule
/// until it is activated. The next start migrates it.
pub fn restore(backup_file: &Path, database: &Path) -> StoreResult<()> {
    {
        let connection = open_plain(backup_file)?;
        require_own(&connection)?;
        let found = steps(&connection)?;
        if found > MIGRATIONS.len() {
            return Err(StoreError::Unavailable(format!(
                "it was written by a newer version of Orderdock: its schema has {found} steps, and this version knows {}",
                MIGRATIONS.len()
            )));
        }
    }
    backup(backup_file, database)?;
    let connection = open_plain(database)?;
    // the copy of `VACUUM INTO` has another journal mode; the log is removed when the connection is closed
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).map_err(translate)?;
    set_quiet(&SqliteTransaction::on(&connection))
}

/// Returns the faults that SQLite finds in a file; empty if it is intact.
pub fn damage(connection: &Connection) -> StoreResult<Vec<String>> {
    let mut statement = connection.prepare("PRAGMA integrity_check(20)").map_err(translate)?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0)).map_err(translate)?;
    let mut found = lines.collect::<Result<Vec<_>, _>>().map_err(translate)?;
    found.retain(|line| line != "ok");
    Ok(found)
}
