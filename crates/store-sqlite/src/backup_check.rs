//! Verification of an existing backup file.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use orderdock_domain::cast;
use orderdock_store::{BackupContents, COUNTED_TABLES, StoreError, StoreResult};

use crate::backup::damage;
use crate::connection::{has_table, open_read_only, reject_unfinished, require_own};
use crate::doctor::{contents_of, missing_records};
use crate::error::translate;
use crate::migrate::{MIGRATIONS, steps};
use crate::transaction::SqliteTransaction;

/// Checks a backup file without changing it, and returns its contents.
pub fn verify_backup(file: &Path) -> StoreResult<BackupContents> {
    reject_write_ahead_log(file)?;
    let connection = open_read_only(file)?;
    require_own(&connection)?;
    reject_unfinished(&connection)?;
    let mut faults: Vec<_> =
        damage(&connection)?.into_iter().map(|fault| format!("the file is damaged: {fault}")).collect();
    let orphans = missing_records(&connection)?;
    faults.extend(orphans.into_iter().map(|orphan| format!("references to missing records: {orphan}")));
    let mut rows = Vec::new();
    for (label, table) in COUNTED_TABLES {
        if has_table(&SqliteTransaction::on(&connection), table)? {
            let count = format!("SELECT count(*) FROM \"{table}\"");
            let count: i64 = connection.query_row(&count, [], |row| row.get(0)).map_err(translate)?;
            rows.push((label, cast(count)));
        }
    }
    let attachments = contents_of(&connection)?;
    Ok(BackupContents {
        steps: steps(&connection)?,
        known_steps: MIGRATIONS.len(),
        rows,
        attachments,
        faults,
    })
}

/// Rejects a file that needs its write-ahead log: reading it creates files next to it. Backups have no such log.
fn reject_write_ahead_log(file: &Path) -> StoreResult<()> {
    let failed = |error| StoreError::Unavailable(format!("cannot read {}: {error}", file.display()));
    // bytes 18 and 19 of the file are the versions of its format for writing and reading; 2 is a write-ahead log
    let mut header = Vec::new();
    File::open(file).map_err(failed)?.take(20).read_to_end(&mut header).map_err(failed)?;
    if header.get(18..20) == Some(&[2, 2]) {
        return Err(StoreError::Unavailable(
            "the file is a database with a write-ahead log, not a backup of `orderdock backup`; check it with \
             `orderdock doctor --database sqlite:FILE`"
                .to_owned(),
        ));
    }
    Ok(())
}
