//! Operations on the configured database. Only this module and `database.rs` depend on an engine.

mod beginning;
mod dump;
mod dump_contents;
mod restoring;
mod sides;

use super::{make_file, make_folder};
use crate::{
    config::{AttachmentStorage, Settings},
    database::Database,
    failure::CommandFailure,
};
use jiff::Timestamp;
use orderdock_store::{BackupContents, Finding, StorageUse, Store, StoreError, StoreResult};
use orderdock_store_postgres::{
    Address, DatabaseState, PostgresOptions, PostgresStore, database_state, mark_demo, mark_quiet,
    non_durable_settings, partition,
};
use orderdock_store_sqlite::{SqliteOptions, SqliteStore};
use std::{
    fmt, fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The first bytes of a SQLite database.
const SQLITE_FILE: &[u8] = b"SQLite format 3\0";
/// The first bytes of an archive of `pg_dump` in its custom format.
const DUMP_FILE: &[u8] = b"PGDMP";

/// Contents of a database, as `demo` distinguishes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contents {
    /// No records.
    Nothing,
    /// A database that a demo has marked with this number.
    Demo(i64),
    /// Records without the mark of a demo.
    Records,
}

impl Database {
    pub fn is_there(&self) -> Result<bool, CommandFailure> {
        match self {
            Self::Sqlite(file) => Ok(file.exists()),
            Self::Postgres(_) => Ok(self.database_state()? != DatabaseState::Empty),
        }
    }

    /// Opens or creates the configured database. The write lock timeout defaults to that of a server.
    pub fn open(
        settings: &Settings,
        lock_timeout: Option<Duration>,
    ) -> Result<Arc<dyn Store>, CommandFailure> {
        match &settings.database {
            Self::Sqlite(file) => open_sqlite(file, settings, lock_timeout),
            Self::Postgres(address) => open_postgres(address, settings, lock_timeout),
        }
    }

    /// Returns whether processes on other machines can use the database, and therefore have other local files.
    pub fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }

    /// Returns the contents of the database for `demo`.
    pub fn contents(&self) -> Result<Contents, CommandFailure> {
        match self {
            Self::Sqlite(file) if file.exists() => Ok(Contents::Records),
            Self::Sqlite(_) => Ok(Contents::Nothing),
            Self::Postgres(_) => Ok(match self.database_state()? {
                DatabaseState::Empty | DatabaseState::Untouched => Contents::Nothing,
                DatabaseState::Demo(mark) => Contents::Demo(mark),
                DatabaseState::InUse | DatabaseState::Foreign(_) => Contents::Records,
            }),
        }
    }

    /// Marks the database as that of a demo, if the engine can store a mark.
    pub fn mark_as_demo(&self, mark: i64) -> Result<(), CommandFailure> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(address) => mark_demo(address, mark).map_err(|error| {
                CommandFailure::work(format!("cannot mark the database {self} as a demo: {error}"))
            }),
        }
    }

    /// Fails if the settings of the server allow losing acknowledged data in a crash.
    pub fn require_durable(&self) -> Result<(), CommandFailure> {
        let Self::Postgres(address) = self else { return Ok(()) };
        let off = non_durable_settings(address).map_err(|error| self.unreached(error))?;
        if off.is_empty() {
            return Ok(());
        }
        Err(CommandFailure::call(format!(
            "the PostgreSQL server of {self} has {} off and can lose committed data in a crash. Switch this on in its \
             configuration. If data loss is acceptable, as in tests, set --accept-data-loss.",
            off.join(" and ")
        )))
    }

    /// Returns the number of lists that are read concurrently, which is also the number of connections to a replica.
    pub fn lists(settings: &Settings) -> usize {
        match &settings.database {
            Self::Sqlite(_) => SqliteOptions::default().list_readers,
            Self::Postgres(_) => {
                let each = PostgresOptions::sharing(settings.database_connections).list_readers.max(1);
                if settings.replica.is_some() { 2 * each } else { each }
            }
        }
    }

    /// Examines the database for processes with this number of connections each, and changes nothing. Fails if the
    /// examination itself is impossible.
    pub fn examine(&self, connections: usize, now: Timestamp) -> StoreResult<Vec<Finding>> {
        match self {
            Self::Sqlite(file) => orderdock_store_sqlite::examine(file, now),
            Self::Postgres(address) => orderdock_store_postgres::examine(address, connections, now),
        }
    }

    /// Fails unless the engine supports partitions.
    pub fn require_partitions(&self) -> Result<(), CommandFailure> {
        match self {
            Self::Sqlite(_) => Err(CommandFailure::call(format!(
                "{self} is a SQLite database, which has no partitions: set --database postgres://…, or omit --partitions"
            ))),
            Self::Postgres(_) => Ok(()),
        }
    }

    /// Partitions the large tables by month. Returns false if they already are.
    pub fn partition(&self) -> Result<bool, CommandFailure> {
        self.require_partitions()?;
        let Self::Postgres(address) = self else { return Ok(false) };
        partition(address, None).map_err(|error| self.failed("partition", &error))
    }

    /// Returns the reason why a replica cannot serve lists.
    pub fn examine_replica(&self, replica: &Self) -> Option<Finding> {
        let (Self::Postgres(primary), Self::Postgres(replica)) = (self, replica) else { return None };
        orderdock_store_postgres::examine_replica(primary, replica)
    }

    /// Returns the contents of all attachments: SHA-256 in hexadecimal digits, and size in bytes.
    pub fn attached_contents(&self) -> StoreResult<Vec<(String, i64)>> {
        match self {
            Self::Sqlite(file) => orderdock_store_sqlite::attached_contents(file),
            Self::Postgres(address) => orderdock_store_postgres::attached_contents(address),
        }
    }

    /// Stored bytes of each organisation.
    pub fn storage_use(&self) -> StoreResult<Vec<StorageUse>> {
        match self {
            Self::Sqlite(file) => orderdock_store_sqlite::storage_use(file),
            Self::Postgres(address) => orderdock_store_postgres::storage_use(address),
        }
    }

    /// Copies a consistent snapshot to an empty file and verifies the copy.
    pub fn back_up(&self, copy: &Path) -> Result<(), String> {
        match self {
            Self::Sqlite(file) => {
                orderdock_store_sqlite::backup(file, copy).map_err(|error| error.to_string())
            }
            Self::Postgres(address) => dump::dump(address, copy),
        }
    }

    /// Restores a backup into an empty database and marks it as a copy. With `replace`, the backup replaces a SQLite
    /// database, whose files are kept.
    pub fn restore(&self, data_dir: &Path, backup: &Path, replace: bool) -> Result<(), CommandFailure> {
        match self {
            Self::Sqlite(file) => restoring::restore_file(data_dir, backup, file, replace),
            Self::Postgres(_) if self.is_there()? => Err(CommandFailure::call(format!(
                "{self} is not empty. Create an empty database with CREATE DATABASE and name it with --database."
            ))),
            Self::Postgres(address) => {
                dump::restore(address, backup).map_err(|error| restoring::failed(&error))?;
                mark_quiet(address).map_err(|error| restoring::failed(&error))
            }
        }
    }

    /// Returns the local files with records, which only the owner may access; the permanent file is first.
    pub fn files(&self) -> Vec<PathBuf> {
        let Self::Sqlite(file) = self else { return Vec::new() };
        let beside = |ending| {
            let mut name = file.clone().into_os_string();
            name.push(ending);
            name.into()
        };
        vec![file.clone(), beside("-wal"), beside("-shm")]
    }

    /// Returns an identifier of the database for a marker file in `folder`. A moved folder keeps its database; a PostgreSQL
    /// database recreated under the same name has another mark.
    pub fn known_in(&self, folder: &Path, mark: i64) -> io::Result<String> {
        match self {
            Self::Sqlite(file) => {
                let (folder, file) = (fs::canonicalize(folder)?, canonical(file)?);
                Ok(file.strip_prefix(&folder).unwrap_or(&file).display().to_string())
            }
            Self::Postgres(address) => Ok(format!("{address} (furnished as {mark})")),
        }
    }

    fn database_state(&self) -> Result<DatabaseState, CommandFailure> {
        match self {
            Self::Sqlite(_) => Ok(DatabaseState::InUse),
            Self::Postgres(address) => database_state(address).map_err(|error| self.unreached(error)),
        }
    }

    fn failed(&self, action: &str, error: &dyn fmt::Display) -> CommandFailure {
        CommandFailure::work(format!("cannot {action} the database {self}: {error}"))
    }

    /// Converts an error of a server that may be unreachable. Its errors already contain the address.
    fn unreached(&self, error: StoreError) -> CommandFailure {
        let StoreError::Unavailable(reason) = error else { return self.failed("read", &error) };
        let reason = reason.strip_prefix(&format!("{self}: ")).unwrap_or(&reason);
        CommandFailure::work(format!(
            "cannot reach the database {self}: {reason}\nCheck that the server is running, and check host, port, user, \
             password and name of the database. If the database does not exist, create it with CREATE DATABASE."
        ))
    }
}

/// Checks a backup file of either engine without changing it, and returns its contents.
pub fn verify_backup(file: &Path) -> Result<BackupContents, String> {
    let unreadable = |error| format!("cannot read the file: {error}");
    let mut start = Vec::new();
    let opened = fs::File::open(file).map_err(unreadable)?;
    opened.take(16).read_to_end(&mut start).map_err(unreadable)?;
    if start == SQLITE_FILE {
        orderdock_store_sqlite::verify_backup(file).map_err(|error| error.to_string())
    } else if start.starts_with(DUMP_FILE) {
        dump::contents(file)
    } else {
        Err("the file is neither a SQLite database nor an archive of pg_dump, so it is no backup of Orderdock".to_owned())
    }
}

fn open_sqlite(
    file: &Path,
    settings: &Settings,
    lock_timeout: Option<Duration>,
) -> Result<Arc<dyn Store>, CommandFailure> {
    beginning::check(file, settings)?;
    make_folder(&settings.data_dir).map_err(|error| {
        CommandFailure::work(format!("cannot create the folder {}: {error}", settings.data_dir.display()))
    })?;
    let failed = |action: &str, error: &dyn fmt::Display| settings.database.failed(action, error);
    make_file(file).map_err(|error| failed("create", &error))?;
    let usual = SqliteOptions::default();
    let options = SqliteOptions { busy_timeout: lock_timeout.unwrap_or(usual.busy_timeout), ..usual };
    let store = SqliteStore::open(file, options).map_err(|error| failed("open", &error))?;
    beginning::mark(file)?;
    Ok(Arc::new(store))
}

/// Initialises an empty database. Rejects the database of another application.
fn open_postgres(
    address: &Address,
    settings: &Settings,
    lock_timeout: Option<Duration>,
) -> Result<Arc<dyn Store>, CommandFailure> {
    let database = &settings.database;
    match database.database_state()? {
        DatabaseState::Foreign(table) => {
            return Err(CommandFailure::work(format!(
                "{database} contains tables of another program, such as {table}. Create a separate database for Orderdock \
                 with CREATE DATABASE"
            )));
        }
        DatabaseState::Empty if !settings.begin_anew => {
            if let AttachmentStorage::Folder(folder) = &settings.attachments {
                beginning::reject_files_of_another(database, folder)?;
            }
        }
        _ => {}
    }
    let usual = PostgresOptions::sharing(settings.database_connections);
    let replica = settings.replica.as_ref().and_then(|replica| match replica {
        Database::Postgres(address) => Some((**address).clone()),
        Database::Sqlite(_) => None,
    });
    let options =
        PostgresOptions { lock_timeout: lock_timeout.unwrap_or(usual.lock_timeout), replica, ..usual };
    let store = PostgresStore::open(address, options).map_err(|error| database.failed("open", &error))?;
    Ok(Arc::new(store))
}

/// Returns the canonical path of a file, which may be missing; its folder must exist.
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
    fn database_is_a_sqlite_path_or_a_server_url() {
        let sqlite = |path: &str| Some(Database::Sqlite(path.into()));
        for (url, expected) in [
            ("sqlite:data.sqlite", sqlite("data.sqlite")),
            ("sqlite:/var/lib/x.db", sqlite("/var/lib/x.db")),
            ("sqlite:", None),
            ("data.sqlite", None),
            ("postgres://anna@localhost", None),
            ("mysql://localhost/orderdock", None),
        ] {
            assert_eq!(Database::parse(url).ok(), expected, "{url}");
        }
        for url in ["postgres://anna:s3cret@db.example/orders", "postgresql://anna:s3cret@db.example/orders"]
        {
            let database = Database::parse(url).unwrap();
            assert_eq!(database.to_string(), "postgres://anna@db.example/orders");
            assert!(!format!("{database:?}").contains("s3cret"));
            assert!(Database::names_password(url));
        }
        assert!(!Database::names_password("postgres://anna@db.example/orders"));
        let primary = Database::parse("postgres://anna:s3cret@db.example/orders").unwrap();
        for (url, expected) in [
            ("postgres://anna@db2.example/orders", true),
            ("postgres://anna:s3cret@db2.example/orders", true),
            ("postgres://anna@db2.example/others", false),
            ("sqlite:data.sqlite", false),
        ] {
            let replica = primary.replica(url);
            assert!(!format!("{replica:?}").contains("s3cret"));
            assert_eq!(replica.is_ok(), expected, "{url}");
            if let Ok(Database::Postgres(address)) = replica {
                assert!(address.has_password(), "{url}");
            }
        }
        assert!(Database::parse("sqlite:x").unwrap().replica("postgres://anna@db2.example/orders").is_err());
        let rejected = format!("{:?}", Database::parse("postgres://anna:s3cret@db.example").unwrap_err());
        assert!(
            rejected.contains("name of the database is missing") && !rejected.contains("s3cret"),
            "{rejected}"
        );
    }
}
