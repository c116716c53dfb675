//! Test databases. Each process migrates and fills a template once and copies it for each test.
//! `ORDERDOCK_TEST_DATABASE` selects the engine, `sqlite` (default) or `postgres`.

mod access;
mod postgres;
mod racing;
mod sqlite;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use orderdock_app::{AttachmentFiles, Services};
use orderdock_store::{NewInstance, Store};
use tempfile::TempDir;

pub use access::{TestDatabaseAccess, WriteLock};
pub use racing::CompetingSql;

use crate::{SeededRandomness, TestClock, operator};

/// The demo's master data, which the examples of the API refer to.
const MASTER_DATA: [&str; 4] = [
    include_str!("../../../server/demo/de/1-settings.yaml"),
    include_str!("../../../server/demo/2-postal-codes.yaml"),
    include_str!("../../../server/demo/de/3-partners.yaml"),
    include_str!("../../../server/demo/de/4-products.yaml"),
];

/// Default timeout for the write lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Contents of a new test database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InitialData {
    Nothing,
    Demo,
}

/// Database engine of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestEngine {
    Sqlite,
    Postgres,
}

impl TestEngine {
    /// Returns the engine that `ORDERDOCK_TEST_DATABASE` selects.
    pub fn of_process() -> Self {
        match std::env::var("ORDERDOCK_TEST_DATABASE").as_deref() {
            Err(_) | Ok("sqlite") => Self::Sqlite,
            Ok("postgres") => Self::Postgres,
            Ok(other) => panic!("ORDERDOCK_TEST_DATABASE is {other:?}; expected: sqlite or postgres"),
        }
    }
}

/// A database that is deleted after the test. Several stores can be open on it.
pub struct TestDatabase {
    location: DatabaseLocation,
    folder: TempDir,
    pub clock: Arc<TestClock>,
}

enum DatabaseLocation {
    Sqlite,
    Postgres(Box<postgres::Copied>),
}

impl TestDatabase {
    /// Creates a database without master data.
    pub fn empty() -> Self {
        Self::filled(TestEngine::of_process(), InitialData::Nothing)
    }

    /// Creates a database with the demo's master data.
    pub fn with_demo() -> Self {
        Self::with_demo_on(TestEngine::of_process())
    }

    /// Creates a database with the demo's master data on a specific engine.
    pub fn with_demo_on(engine: TestEngine) -> Self {
        Self::filled(engine, InitialData::Demo)
    }

    fn filled(engine: TestEngine, initial_data: InitialData) -> Self {
        let folder = TempDir::new().unwrap();
        let location = match engine {
            TestEngine::Sqlite => {
                sqlite::copy(initial_data, folder.path());
                DatabaseLocation::Sqlite
            }
            TestEngine::Postgres => {
                DatabaseLocation::Postgres(Box::new(postgres::copy(initial_data, folder.path())))
            }
        };
        Self { location, folder, clock: Arc::default() }
    }

    /// Opens a store.
    pub fn open(&self) -> Arc<dyn Store> {
        self.open_with_lock_timeout(LOCK_TIMEOUT)
    }

    /// Opens a store with a write lock timeout.
    pub fn open_with_lock_timeout(&self, lock_timeout: Duration) -> Arc<dyn Store> {
        match &self.location {
            DatabaseLocation::Sqlite => sqlite::open(self.folder(), &self.clock, lock_timeout),
            DatabaseLocation::Postgres(copy) => postgres::open(&copy.address, &self.clock, lock_timeout),
        }
    }

    /// Opens a store that executes the SQL of `others` before each read by key and each write, to provoke conflicts.
    pub fn open_racing(&self, others: CompetingSql) -> Arc<dyn Store> {
        let connection = self.connect();
        match &self.location {
            DatabaseLocation::Sqlite => sqlite::open_racing(self.folder(), &self.clock, others, connection),
            DatabaseLocation::Postgres(copy) => {
                postgres::open_racing(&copy.address, &self.clock, others, connection)
            }
        }
    }

    /// Partitions the tables by month, like `orderdock migrate --partitions monthly`. PostgreSQL only.
    pub fn partition_by_month(&self) {
        match &self.location {
            DatabaseLocation::Sqlite => panic!("SQLite tables cannot be partitioned"),
            DatabaseLocation::Postgres(copy) => postgres::partition_by_month(&copy.address, &self.clock),
        }
    }

    /// Returns the address that another process passes to [`Self::open_at`].
    pub fn address(&self) -> String {
        self.folder().to_str().unwrap().to_owned()
    }

    /// Opens the database and files that another process created.
    pub fn open_at(address: &str) -> (Arc<dyn Store>, AttachmentFiles) {
        let (folder, clock) = (Path::new(address), Arc::default());
        let store = match postgres::address_in(folder) {
            Some(address) => postgres::open(&address, &clock, LOCK_TIMEOUT),
            None => sqlite::open(folder, &clock, LOCK_TIMEOUT),
        };
        (store, files(folder))
    }

    pub fn files(&self) -> AttachmentFiles {
        files(self.folder())
    }

    /// Returns the folder of the attachments and, on SQLite, of the database.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Acquires the write lock, which is released when the result is dropped. Blocks the thread, so no other task of a
    /// single-threaded test runs before the lock is acquired.
    pub fn lock_writes(&self) -> WriteLock {
        self.connect().lock_writes()
    }

    /// Executes SQL that bypasses the service.
    pub fn change(&self, sql: &str) {
        self.connect().change(sql);
    }

    /// Returns the number that a query selects. Blocks the thread, so no other task runs in the meantime.
    pub fn figure(&self, sql: &str) -> i64 {
        self.connect().figure(sql)
    }

    /// Opens a connection that bypasses the service.
    pub fn connect(&self) -> TestDatabaseAccess {
        match &self.location {
            DatabaseLocation::Sqlite => TestDatabaseAccess::of(self.folder()),
            DatabaseLocation::Postgres(copy) => TestDatabaseAccess::connect(&copy.address),
        }
    }
}

fn files(folder: &Path) -> AttachmentFiles {
    AttachmentFiles::local(&folder.join("attachments")).unwrap()
}

/// Fills a database. Runs on its own thread, because the clock of the test's runtime may be paused.
fn fill(open: impl FnOnce() -> Arc<dyn Store> + Send + 'static, initial_data: InitialData) {
    let fill = move || {
        let folder = TempDir::new().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let store = open();
        runtime.block_on(async {
            let clock = Arc::new(TestClock::default());
            let randomness = Arc::new(SeededRandomness::default());
            let services =
                Services::new(store, files(folder.path()), clock, randomness, NewInstance::default());
            let master_data: &[&str] = if initial_data == InitialData::Demo { &MASTER_DATA } else { &[] };
            for file in master_data {
                if let Err(failure) = services.master_data.load_masterdata(&operator(&services), file).await {
                    panic!("{:?}", failure.lines("demo"));
                }
            }
        });
    };
    std::thread::spawn(fill).join().unwrap();
}
