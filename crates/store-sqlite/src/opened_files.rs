//! Whether the files of an open database are still the ones that were opened.
//!
//! Under Unix a file that is removed or replaced stays usable for whoever has it open, without a word: what is
//! written to it then is gone with the process. So writers look before and after each commit.

use std::io;
use std::path::{Path, PathBuf};

use orderdock_store::{StoreError, StoreResult};

/// The database and its write-ahead log, as they were when they were opened.
#[derive(Debug)]
pub struct OpenedFiles {
    database: OpenedFile,
    log: OpenedFile,
}

#[derive(Debug)]
struct OpenedFile {
    path: PathBuf,
    identity: Identity,
}

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Same,
    Removed,
    Replaced,
}

impl OpenedFiles {
    /// Of a database that is open, and was read or written, which makes its log.
    pub fn note(database: &Path) -> StoreResult<Self> {
        Ok(Self { database: OpenedFile::note(database)?, log: OpenedFile::note(&log_of(database))? })
    }

    /// Says which file is another one, or gone, and what to do.
    pub fn check(&self) -> StoreResult<()> {
        self.check_database()?;
        self.log.check()
    }

    /// The same without the log, which goes with the last connection and comes with the next.
    pub fn check_database(&self) -> StoreResult<()> {
        self.database.check()
    }

    /// Only the log is gone, and nobody has made another one: what it held can still be put into the database.
    pub fn only_the_log_is_gone(&self) -> bool {
        matches!((self.database.fate(), self.log.fate()), (Ok(Fate::Same), Ok(Fate::Removed)))
    }
}

impl OpenedFile {
    fn note(path: &Path) -> StoreResult<Self> {
        let identity = identity(path).map_err(|error| unreadable(path, &error))?;
        Ok(Self { path: path.to_owned(), identity })
    }

    fn check(&self) -> StoreResult<()> {
        let happened = match self.fate()? {
            Fate::Same => return Ok(()),
            Fate::Removed => "was removed",
            Fate::Replaced => "was replaced by another one",
        };
        Err(StoreError::Unavailable(format!(
            "{} {happened} while it was in use; bring it back, and start the server again",
            self.path.display()
        )))
    }

    fn fate(&self) -> StoreResult<Fate> {
        match identity(&self.path) {
            Ok(found) if found == self.identity => Ok(Fate::Same),
            Ok(_) => Ok(Fate::Replaced),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Fate::Removed),
            Err(error) => Err(unreadable(&self.path, &error)),
        }
    }
}

fn unreadable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Unavailable(format!("{} cannot be looked at: {error}", path.display()))
}

/// The write-ahead log of a database.
pub fn log_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Device and number of the file.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Elsewhere a file that is open can be neither removed nor replaced.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    std::fs::metadata(path).map(|_| ())
}
