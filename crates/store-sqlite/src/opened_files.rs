//! Detects whether the files of an open database were removed or replaced.
//!
//! On Unix, a process can still use a removed or replaced file that it has open, without any error. Its later writes
//! are lost when it ends. So the writer checks the files before and after each commit.

use std::io;
use std::path::{Path, PathBuf};

use orderdock_store::{StoreError, StoreResult};

/// The identities of the database and its write-ahead log when they were opened.
#[derive(Debug)]
pub struct OpenedFiles {
    database: OpenedFile,
    log: OpenedFile,
}

#[derive(Debug)]
struct OpenedFile {
    path: PathBuf,
    identity: FileIdentity,
}

/// State of a file compared with the opened one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileState {
    Same,
    Removed,
    Replaced,
}

impl OpenedFiles {
    /// Records the files of an open database that was already read or written; only then the log exists.
    pub fn note(database: &Path) -> StoreResult<Self> {
        Ok(Self { database: OpenedFile::note(database)?, log: OpenedFile::note(&log_of(database))? })
    }

    /// Returns an error that names the replaced or removed file and the action to take.
    pub fn check(&self) -> StoreResult<()> {
        self.check_database()?;
        self.log.check()
    }

    /// Checks only the database file, because the log is removed with the last connection and recreated with the next.
    pub fn check_database(&self) -> StoreResult<()> {
        self.database.check()
    }

    /// Returns whether only the log was removed and not recreated, so that its content can still be checkpointed
    /// through the open file.
    pub fn only_the_log_is_gone(&self) -> bool {
        matches!(
            (self.database.current_state(), self.log.current_state()),
            (Ok(FileState::Same), Ok(FileState::Removed))
        )
    }
}

impl OpenedFile {
    fn note(path: &Path) -> StoreResult<Self> {
        let identity = identity(path).map_err(|error| unreadable(path, &error))?;
        Ok(Self { path: path.to_owned(), identity })
    }

    fn check(&self) -> StoreResult<()> {
        let happened = match self.current_state()? {
            FileState::Same => return Ok(()),
            FileState::Removed => "was removed",
            FileState::Replaced => "was replaced",
        };
        Err(StoreError::Unavailable(format!(
            "{} {happened} while it was in use; restore it and start the server again",
            self.path.display()
        )))
    }

    fn current_state(&self) -> StoreResult<FileState> {
        match identity(&self.path) {
            Ok(found) if found == self.identity => Ok(FileState::Same),
            Ok(_) => Ok(FileState::Replaced),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(FileState::Removed),
            Err(error) => Err(unreadable(&self.path, &error)),
        }
    }
}

fn unreadable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("cannot check {}: {error}", path.display()))
}

/// Returns the path of the write-ahead log of a database.
pub fn log_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Device and inode of the file.
#[cfg(unix)]
type FileIdentity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// On other systems, open files can be neither removed nor replaced.
#[cfg(not(unix))]
type FileIdentity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<FileIdentity> {
    std::fs::metadata(path).map(|_| ())
}
