//! Read-only checks of a database file.

use std::path::Path;

use jiff::Timestamp;
use orderdock_store::{Finding, StorageUse, StoreError, StoreResult};
use orderdock_store_sql::Verbatim;
use orderdock_store_sql::maintenance::{examine, identity::quiet_finding, storage_use};
use orderdock_store_sql::sql::query::{decode_row, rows};
use rusqlite::Connection;

use crate::backup::damage;
use crate::connection::{open_plain, pragma, reject_unfinished, require_own};
use crate::instance_file;
use crate::migrate::{MIGRATIONS, steps};
use crate::transaction::SqliteTransaction;

const RESTORE: &str =
    "Stop the server and restore the last backup; keep the damaged file for the investigation.";
const MIGRATE: &str = "Run `orderdock migrate` or start the server: both migrate to the current schema.";
const FILE_TABLES: &str =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('attachment', 'import_draft')";

/// Returns the hashes (hexadecimal) and sizes of the contents that attachments and import drafts reference; empty for a
/// schema from before attachments.
pub fn attached_contents(database: &Path) -> StoreResult<Vec<(String, i64)>> {
    contents_of(&open_plain(database)?)
}

/// Returns the contents of [`attached_contents`] by an open connection.
pub fn contents_of(connection: &Connection) -> StoreResult<Vec<(String, i64)>> {
    let transaction = SqliteTransaction::on(connection);
    let tables = rows(&transaction, "schema", &Verbatim(FILE_TABLES), [], decode_row::<String>)?;
    if tables.is_empty() {
        return Ok(Vec::new());
    }
    examine::attached_contents(&transaction, tables.iter().any(|table| table == "import_draft"))
}

/// Returns the stored bytes of each organisation.
pub fn storage_use(database: &Path) -> StoreResult<Vec<StorageUse>> {
    let connection = open_plain(database)?;
    storage_use::all(&SqliteTransaction::on(&connection))
}

/// Runs all checks. Returns an error if the database cannot be examined.
pub fn examine(database: &Path, now: Timestamp) -> StoreResult<Vec<Finding>> {
    let connection = open_plain(database)?;
    let mut findings = Vec::new();
    if examine_file(&connection, &mut findings)? {
        let place = instance_file::read(database)
            .map_err(|error| StoreError::Unavailable(format!("cannot read the instance file: {error}")))?;
        findings.extend(quiet_finding(&SqliteTransaction::on(&connection), place)?);
        findings.extend(examine::examine(&SqliteTransaction::on(&connection), now)?);
    }
    Ok(findings)
}

/// Returns the foreign keys with references to missing records, as `table → table`.
pub fn missing_records(connection: &Connection) -> StoreResult<Vec<String>> {
    rows(
        &SqliteTransaction::on(connection),
        "foreign keys",
        &Verbatim("SELECT DISTINCT \"table\" || ' → ' || parent FROM pragma_foreign_key_check LIMIT 20"),
        [],
        decode_row::<String>,
    )
}

/// Checks the file at the level of SQLite; returns `false` if its tables cannot be examined.
fn examine_file(connection: &Connection, findings: &mut Vec<Finding>) -> StoreResult<bool> {
    let mut grave = |fault: String, advice| findings.push(Finding { fault, advice, grave: true });
    require_own(connection)?;
    reject_unfinished(connection)?;
    for fault in damage(connection)? {
        grave(format!("the file is damaged: {fault}"), RESTORE);
    }
    for orphan in missing_records(connection)? {
        grave(format!("references to missing records: {orphan}"), RESTORE);
    }
    let mode: String = pragma(connection, "journal_mode")?;
    if mode != "wal" {
        let advice = "Start the server: it switches to WAL. If that fails, the file system does not support WAL; move the data to another one.";
        grave(
            format!("the journal mode is {mode} instead of wal: reads and writes block each other"),
            advice,
        );
    }
    let (known, steps) = (MIGRATIONS.len(), steps(connection)?);
    if steps < known {
        grave(format!("the schema is older than this program: {steps} of {known} migration steps"), MIGRATE);
    } else if steps > known {
        let advice = "Use the version of Orderdock that the server runs, or a newer one.";
        grave(
            format!("the schema is newer than this program: {steps} migration steps, {known} are known"),
            advice,
        );
    }
    Ok(steps == known)
}
