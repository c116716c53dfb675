//! Replaces a SQLite database with a backup.

use super::beginning;
use crate::{
    failure::CommandFailure,
    wiring::{make_file, make_folder, now, sync_folder},
};
use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

/// The failure of a restore.
pub fn failed(error: &dyn std::fmt::Display) -> CommandFailure {
    CommandFailure::work(format!("the backup was not restored: {error}"))
}

/// Replaces the database with the backup. The previous files are renamed and keep their contents.
pub fn restore_file(
    data_dir: &Path,
    backup: &Path,
    database: &Path,
    replace: bool,
) -> Result<(), CommandFailure> {
    if database.exists() {
        if !replace {
            return Err(CommandFailure::call(format!(
                "{} already exists. Use --replace to replace it; its files are kept under other names.",
                database.display()
            )));
        }
        orderdock_store_sqlite::require_unused(database)?;
    }
    let unfinished = database.with_added_extension("restoring");
    make_folder(data_dir)
        .and_then(|()| remove_if_there(&unfinished))
        .and_then(|()| make_file(&unfinished))
        .map_err(|error| failed(&format!("{}: {error}", unfinished.display())))?;
    let restored = orderdock_store_sqlite::restore(backup, &unfinished)
        .map_err(|error| error.to_string())
        .and_then(|()| {
            put_in_place(&unfinished, database).map_err(|error| format!("{}: {error}", database.display()))
        });
    if let Err(error) = restored {
        // an incomplete copy is not a database
        let _ = fs::remove_file(&unfinished);
        return Err(failed(&error));
    }
    beginning::mark(database)
}

fn put_in_place(unfinished: &Path, database: &Path) -> io::Result<()> {
    fs::File::open(unfinished)?.sync_all()?;
    if database.exists() {
        let replaced =
            database.with_added_extension(format!("replaced-{}", now().strftime("%Y%m%dT%H%M%SZ")));
        for ending in ["", "-wal", "-shm"] {
            let (from, to) = (with_ending(database, ending), with_ending(&replaced, ending));
            if from.exists() {
                fs::rename(from, to)?;
            }
        }
        eprintln!("the previous database is kept as {}", replaced.display());
    }
    fs::rename(unfinished, database)?;
    sync_folder(database.parent())
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn remove_if_there(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
