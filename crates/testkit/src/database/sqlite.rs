//! SQLite test databases.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use orderdock_app::Clock;
use orderdock_store::Store;
use orderdock_store_sql::{SqlStore, StoreClock};
use orderdock_store_sqlite::{Sqlite, SqliteOptions, SqliteStore};
use tempfile::TempDir;

use super::racing::RacingBackend;
use super::{CompetingSql, InitialData, LOCK_TIMEOUT, TestDatabaseAccess, fill};
use crate::TestClock;

pub const FILE: &str = "orderdock.sqlite";
/// Few connections, because each test has its own database.
const OPTIONS: SqliteOptions =
    SqliteOptions { readers: 2, list_readers: 2, busy_timeout: LOCK_TIMEOUT, clock: None };

/// Copies the template database to a folder.
pub fn copy(filling: InitialData, folder: &Path) {
    static TEMPLATES: [OnceLock<Vec<u8>>; 2] = [OnceLock::new(), OnceLock::new()];
    let template = TEMPLATES[filling as usize].get_or_init(|| template(filling));
    std::fs::write(folder.join(FILE), template).unwrap();
}

pub fn open(folder: &Path, clock: &Arc<TestClock>, lock_timeout: Duration) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(&folder.join(FILE), options(clock, lock_timeout)).unwrap())
}

pub fn open_racing(
    folder: &Path,
    clock: &Arc<TestClock>,
    others: CompetingSql,
    connection: TestDatabaseAccess,
) -> Arc<dyn Store> {
    let options = (options(clock, LOCK_TIMEOUT), others, connection);
    Arc::new(SqlStore::<RacingBackend<Sqlite>>::open(&folder.join(FILE), options).unwrap())
}

fn options(clock: &Arc<TestClock>, lock_timeout: Duration) -> SqliteOptions {
    let clock = clock.clone();
    SqliteOptions { busy_timeout: lock_timeout, clock: Some(StoreClock::new(move || clock.now())), ..OPTIONS }
}

/// Creates a filled database and returns its bytes.
fn template(filling: InitialData) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let (original, copy): (PathBuf, PathBuf) = (folder.path().join(FILE), folder.path().join("copy"));
    let path = original.clone();
    fill(move || Arc::new(SqliteStore::open(&path, OPTIONS).unwrap()), filling);
    orderdock_store_sqlite::backup(&original, &copy).unwrap();
    std::fs::read(&copy).unwrap()
}
