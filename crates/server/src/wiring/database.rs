//! The database that the settings name, whichever engine it is of: the only place that names one.

mod beginning;

use super::{make_file, make_folder};
use crate::{cli::Failure, config::Settings};
use jiff::Timestamp;
use orderdock_store::{Finding, Store, StoreResult};
use orderdock_store_sqlite::{SqliteOptions, SqliteStore};
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Where the database is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// In a file, with others beside it.
    Sqlite(PathBuf),
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Sqlite(file) = self;
        file.display().fmt(f)
    }
}

impl Database {
    /// As `--database` names it.
    pub fn parse(url: &str) -> Result<Self, Failure> {
        match url.split_once(':') {
            Some(("sqlite", file)) if !file.is_empty() => Ok(Self::Sqlite(file.into())),
            Some(("postgres" | "postgresql", _)) => Err(Failure::call(
                "--database names a PostgreSQL database, which this build does not know; use sqlite:PATH",
            )),
            _ => Err(Failure::call(
                "--database must be sqlite:PATH, for example sqlite:/var/lib/orderdock/data.sqlite",
            )),
        }
    }

    /// The one of a data folder, where none is named.
    pub fn in_folder(data_dir: &Path) -> Self {
        Self::Sqlite(data_dir.join("orderdock.sqlite"))
    }

    pub fn is_there(&self) -> bool {
        let Self::Sqlite(file) = self;
        file.exists()
    }

    /// Opens or begins the database of the settings. Where others write, it waits for them so long at most, or as long
    /// as a server does.
    pub fn open(settings: &Settings, patience: Option<Duration>) -> Result<Arc<dyn Store>, Failure> {
        let Self::Sqlite(file) = &settings.database;
        beginning::check(file, settings)?;
        make_folder(&settings.data_dir).map_err(|error| {
            Failure::work(format!("cannot make the folder {}: {error}", settings.data_dir.display()))
        })?;
        let failed = |what: &str, error: &dyn fmt::Display| {
            Failure::work(format!("cannot {what} the database {}: {error}", file.display()))
        };
        make_file(file).map_err(|error| failed("make", &error))?;
        let usual = SqliteOptions::default();
        let options = SqliteOptions { busy_timeout: patience.unwrap_or(usual.busy_timeout), ..usual };
        let store = SqliteStore::open(file, options).map_err(|error| failed("open", &error))?;
        beginning::mark(file)?;
        Ok(Arc::new(store))
    }

    /// How many lists it answers at the same time.
    pub fn lists(&self) -> usize {
        let Self::Sqlite(_) = self;
        SqliteOptions::default().list_readers
    }

    /// Looks for everything that can be wrong, and changes nothing. An error is what keeps it from looking at all.
    pub fn examine(&self, now: Timestamp) -> StoreResult<Vec<Finding>> {
        let Self::Sqlite(file) = self;
        orderdock_store_sqlite::examine(file, now)
    }

    /// The contents that attachments name, by their hash in hexadecimal digits, with their sizes.
    pub fn attached_contents(&self) -> StoreResult<Vec<(String, i64)>> {
        let Self::Sqlite(file) = self;
        orderdock_store_sqlite::attached_contents(file)
    }

    /// Copies what is there as of one moment into an empty file, and checks the copy.
    pub fn back_up(&self, copy: &Path) -> StoreResult<()> {
        let Self::Sqlite(file) = self;
        orderdock_store_sqlite::backup(file, copy)
    }

    /// The files that hold its records on this machine and must be for their owner alone; first the one that lasts.
    pub fn files(&self) -> Vec<PathBuf> {
        let Self::Sqlite(file) = self;
        let beside = |ending| {
            let mut name = file.clone().into_os_string();
            name.push(ending);
            name.into()
        };
        vec![file.clone(), beside("-wal"), beside("-shm")]
    }

    /// What tells it from every other one for who marks it in a folder that is there: a folder that is moved as a whole
    /// keeps its database.
    pub fn known_in(&self, folder: &Path) -> io::Result<String> {
        let Self::Sqlite(file) = self;
        let (folder, file) = (fs::canonicalize(folder)?, canonical(file)?);
        Ok(file.strip_prefix(&folder).unwrap_or(&file).display().to_string())
    }
}

/// The one name of a file, whether or not it is there; its folder must be.
fn canonical(file: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
            Ok(file.file_name().map_or_else(|| folder.clone(), |name| folder.join(name)))
        }
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_a_sqlite_path() {
        for (url, path) in [
            ("sqlite:data.sqlite", Some("data.sqlite")),
            ("sqlite:/var/lib/x.db", Some("/var/lib/x.db")),
            ("sqlite:", None),
            ("postgres://localhost/orderdock", None),
            ("data.sqlite", None),
        ] {
            let expected = path.map(|path| Database::Sqlite(path.into()));
            assert_eq!(Database::parse(url).ok(), expected, "{url}");
        }
        let refused = format!("{:?}", Database::parse("postgresql://localhost/orderdock").unwrap_err());
        assert!(refused.contains("which this build does not know"), "{refused}");
    }
}
