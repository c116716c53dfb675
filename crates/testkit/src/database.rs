//! The databases of tests: copies of one that was migrated and filled once in a process. Tests name no engine; which
//! one they run on says `ORDERDOCK_TEST_DATABASE` (`sqlite`, which is what it is without).

mod overtaken;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use orderdock_app::{App, AttachmentFiles, Clock};
use orderdock_store::Store;
use orderdock_store_sql::{SqlStore, StoreClock};
use orderdock_store_sqlite::{SqliteOptions, SqliteStore};
use tempfile::TempDir;

pub use overtaken::Others;
use overtaken::Overtaken;

use crate::{SeededRandomness, TestClock, operator};

/// The demo's master data, which well-known examples of the interface run on.
const MASTER_DATA: [&str; 4] = [
    include_str!("../../server/demo/1-settings.yaml"),
    include_str!("../../server/demo/2-postal-codes.yaml"),
    include_str!("../../server/demo/3-partners.yaml"),
    include_str!("../../server/demo/4-products.yaml"),
];

const FILE: &str = "orderdock.sqlite";
/// A test has its database for itself.
const OPTIONS: SqliteOptions =
    SqliteOptions { readers: 2, list_readers: 2, busy_timeout: Duration::from_secs(5), clock: None };

/// A database that goes with the test. Several stores may be open on it.
pub struct TestDatabase {
    folder: TempDir,
    pub clock: Arc<TestClock>,
}

impl TestDatabase {
    /// Without master data.
    pub fn empty() -> Self {
        static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
        Self::copy_of(TEMPLATE.get_or_init(|| template(&[])))
    }

    /// With the demo's master data.
    pub fn with_demo() -> Self {
        static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
        Self::copy_of(TEMPLATE.get_or_init(|| template(&MASTER_DATA)))
    }

    fn copy_of(template: &[u8]) -> Self {
        require_engine();
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join(FILE), template).unwrap();
        Self { folder, clock: Arc::default() }
    }

    /// Opens it, as one process would that has it.
    pub fn open(&self) -> Arc<dyn Store> {
        self.open_impatiently(OPTIONS.busy_timeout)
    }

    /// The same, for a process that waits only so long for others that write.
    pub fn open_impatiently(&self, busy_timeout: Duration) -> Arc<dyn Store> {
        open(&self.folder.path().join(FILE), options(&self.clock, busy_timeout))
    }

    /// The same, for a process that others are always faster than.
    pub fn open_overtaken(&self, others: Others) -> Arc<dyn Store> {
        let options = options(&self.clock, OPTIONS.busy_timeout);
        let path = self.folder.path().join(FILE);
        Arc::new(SqlStore::<Overtaken>::open(&path, (options, others)).unwrap())
    }

    /// What another process says to [`Self::open_at`].
    pub fn address(&self) -> String {
        self.folder.path().to_str().unwrap().to_owned()
    }

    /// The database of another process, with its files.
    pub fn open_at(address: &str) -> (Arc<dyn Store>, AttachmentFiles) {
        let folder = Path::new(address);
        (open(&folder.join(FILE), options(&Arc::default(), OPTIONS.busy_timeout)), files(folder))
    }

    pub fn files(&self) -> AttachmentFiles {
        files(self.folder.path())
    }

    /// Where the database and its attachments are.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Keeps everybody from writing, from when it returns until it is dropped. It blocks: nothing else of a test on a
    /// single thread goes on between what stands before it and then.
    pub fn keep_from_writing(&self) -> Kept {
        let inside = self.inside();
        inside.change("BEGIN IMMEDIATE");
        Kept(inside)
    }

    /// Changes what no call of the service changes.
    pub fn change(&self, sql: &str) {
        self.inside().change(sql);
    }

    /// One figure, without giving way to other tasks of the thread.
    pub fn figure(&self, sql: &str) -> i64 {
        self.inside().figure(sql)
    }

    fn inside(&self) -> Inside {
        Inside::of(self.folder.path())
    }
}

/// Looks into a database past the service, and changes what no call of the service changes.
pub struct Inside(rusqlite::Connection);

impl Inside {
    /// The database of a data folder.
    pub fn of(data_dir: &Path) -> Self {
        Self::at(&data_dir.join(FILE))
    }

    /// The database of a name, which is begun if it is not there.
    pub fn at(name: &Path) -> Self {
        let connection = rusqlite::Connection::open(name).unwrap();
        connection.busy_timeout(Duration::from_mins(1)).unwrap();
        Self(connection)
    }

    pub fn change(&self, sql: &str) {
        self.0.execute_batch(sql).unwrap();
    }

    pub fn figure(&self, sql: &str) -> i64 {
        self.0.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    pub fn text(&self, sql: &str) -> String {
        self.0.query_row(sql, [], |row| row.get(0)).unwrap()
    }
}

/// As long as it lives nobody writes.
pub struct Kept(Inside);

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.change("ROLLBACK");
    }
}

fn require_engine() {
    if let Ok(engine) = std::env::var("ORDERDOCK_TEST_DATABASE")
        && engine != "sqlite"
    {
        panic!("ORDERDOCK_TEST_DATABASE is {engine:?}; expected: sqlite");
    }
}

fn options(clock: &Arc<TestClock>, busy_timeout: Duration) -> SqliteOptions {
    let clock = clock.clone();
    SqliteOptions { busy_timeout, clock: Some(StoreClock::new(move || clock.now())), ..OPTIONS }
}

fn open(path: &Path, options: SqliteOptions) -> Arc<dyn Store> {
    Arc::new(SqliteStore::open(path, options).unwrap())
}

fn files(folder: &Path) -> AttachmentFiles {
    AttachmentFiles::local(&folder.join("attachments")).unwrap()
}

/// The bytes of a database with this master data. Its work is done on a thread of its own, for a test that waits for
/// it may have a clock that stands still.
fn template(master_data: &'static [&'static str]) -> Vec<u8> {
    let fill = move || {
        let folder = TempDir::new().unwrap();
        let (made, copy): (PathBuf, PathBuf) = (folder.path().join(FILE), folder.path().join("copy"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let clock = Arc::new(TestClock::default());
            let randomness = Arc::new(SeededRandomness::default());
            let app = App::new(open(&made, OPTIONS), files(folder.path()), clock, randomness);
            for file in master_data {
                if let Err(failure) = app.load_masterdata(&operator(&app), file).await {
                    panic!("{:?}", failure.lines("demo"));
                }
            }
        });
        orderdock_store_sqlite::backup(&made, &copy).unwrap();
        std::fs::read(&copy).unwrap()
    };
    std::thread::spawn(fill).join().unwrap()
}
