//! Prevents replacing a missing database with an empty one, which would accept old orders again.

use crate::{
    config::{AttachmentStorage, Settings},
    database::Database,
    failure::CommandFailure,
};
use orderdock_store_sqlite::log_of;
use std::{
    fs,
    io::{self, Write},
    path::Path,
};

/// Suffix of the file that records that a database was created.
const MARKED: &str = "begun";
const MARK: &str = "This file marks that an Orderdock database was created here. While it exists, a new database is \
                    only created with `orderdock serve --begin-anew`.\n";

/// Fails if a database existed before and is missing.
pub fn check(database: &Path, settings: &Settings) -> Result<(), CommandFailure> {
    if is_there(database) {
        return Ok(());
    }
    if length(&log_of(database)) > 0 {
        return Err(CommandFailure::work(format!(
            "database {} is missing, but its write-ahead log {} exists and contains the latest changes. Restore the \
             database file. To create an empty database, move the log away first",
            database.display(),
            log_of(database).display()
        )));
    }
    if settings.begin_anew {
        return Ok(());
    }
    let mark = database.with_added_extension(MARKED);
    let trace = if mark.exists() {
        format!("{} shows that it existed", mark.display())
    } else if let AttachmentStorage::Folder(folder) = &settings.attachments
        && holds_files(&folder.join("sha256"))
    {
        format!("its attachments are in {}", folder.display())
    } else {
        return Ok(());
    };
    Err(CommandFailure::work(format!(
        "database {} does not exist, but {trace}. Restore it from a backup, or set --data-dir or --database to the right \
         place. To create an empty database: orderdock serve --begin-anew",
        database.display()
    )))
}

/// Fails if an empty database would be created while the attachments folder contains files of another one.
pub fn reject_files_of_another(database: &Database, attachments: &Path) -> Result<(), CommandFailure> {
    if !holds_files(&attachments.join("sha256")) {
        return Ok(());
    }
    Err(CommandFailure::work(format!(
        "{database} is empty, but {} contains the attachments of another database. Restore that database from a backup, \
         set --database to the right one, or set --data-dir to another folder. To use the empty database: orderdock \
         serve --begin-anew",
        attachments.display()
    )))
}

/// Records that the database exists.
pub fn mark(database: &Path) -> Result<(), CommandFailure> {
    let mark = database.with_added_extension(MARKED);
    let written = match fs::File::create_new(&mark) {
        Ok(mut file) => file.write_all(MARK.as_bytes()).and_then(|()| file.sync_all()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    };
    written.map_err(|error| CommandFailure::work(format!("cannot write {}: {error}", mark.display())))
}

/// Returns whether the database exists. An empty file counts only if its write-ahead log has content.
fn is_there(database: &Path) -> bool {
    length(database) > 0 || (database.exists() && length(&log_of(database)) > 0)
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Returns whether the folder or a subfolder contains files.
fn holds_files(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => holds_files(&entry.path()),
        kind => kind.is_ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ServiceOptions;

    fn checked(folder: &Path, begin_anew: bool) -> Result<(), String> {
        let options =
            ServiceOptions { data_dir: Some(folder.to_owned()), begin_anew, ..ServiceOptions::default() };
        let settings = options.resolve("unused").unwrap();
        check(&folder.join("orderdock.sqlite"), &settings).map_err(|failure| format!("{failure:?}"))
    }

    #[test]
    fn missing_database_is_not_recreated() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        assert!(checked(&path("new"), false).is_ok(), "nothing was here");
        mark(&path("orderdock.sqlite")).unwrap();
        mark(&path("orderdock.sqlite")).unwrap();
        for database in [None, Some("")] {
            if let Some(bytes) = database {
                fs::write(path("orderdock.sqlite"), bytes).unwrap();
            }
            let rejected = checked(folder.path(), false).unwrap_err();
            assert!(rejected.contains("orderdock.sqlite.begun shows that it existed"), "{rejected}");
            assert!(checked(folder.path(), true).is_ok());
        }
        fs::write(path("orderdock.sqlite-wal"), "all of it").unwrap();
        assert!(checked(folder.path(), false).is_ok(), "cut off before anything left the log");
        fs::remove_file(path("orderdock.sqlite")).unwrap();
        for begin_anew in [false, true] {
            assert!(checked(folder.path(), begin_anew).unwrap_err().contains("its write-ahead log"));
        }
    }

    #[test]
    fn attachments_of_another_database_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let files = folder.path().join("attachments/sha256/ab");
        fs::create_dir_all(&files).unwrap();
        assert!(checked(folder.path(), false).is_ok(), "empty folders are no files");
        fs::write(files.join("ab01"), "x").unwrap();
        let rejected = checked(folder.path(), false).unwrap_err();
        assert!(rejected.contains("its attachments are in"), "{rejected}");
        assert!(checked(folder.path(), true).is_ok());
    }
}
