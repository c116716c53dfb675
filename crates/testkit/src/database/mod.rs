//! The databases of tests: copies of one that was migrated and filled once in a process. Tests name no engine; which
//! one they run on says `ORDERDOCK_TEST_DATABASE` (`sqlite`, which is what it is without, or `postgres`).

mod inside;
mod overtaken;
mod postgres;
mod sqlite;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use orderdock_app::{AttachmentFiles, Services};
use orderdock_store::{NewInstance, Store};
use tempfile::TempDir;

pub use inside::{Inside, WriteLock};
pub use overtaken::Others;

use crate::{SeededRandomness, TestClock, operator};

/// The demo's master data, which well-known examples of the interface run on.
const MASTER_DATA: [&str; 4] = [
    include_str!("../../../server/demo/1-settings.yaml"),
    include_str!("../../../server/demo/2-postal-codes.yaml"),
    include_str!("../../../server/demo/3-partners.yaml"),
    include_str!("../../../server/demo/4-products.yaml"),
];

/// How long a process waits for others that write, unless a test says otherwise.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a database is made of before a test has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InitialData {
    Nothing,
    Demo,
}

/// What keeps the data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestEngine {
    Sqlite,
    Postgres,
}

impl TestEngine {
    /// The one that the tests of this process run on.
    pub fn of_process() -> Self {
        match std::env::var("ORDERDOCK_TEST_DATABASE").as_deref() {
            Err(_) | Ok("sqlite") => Self::Sqlite,
            Ok("postgres") => Self::Postgres,
            Ok(other) => panic!("ORDERDOCK_TEST_DATABASE is {other:?}; expected: sqlite or postgres"),
        }
    }
}

/// A database that goes with the test. Several stores may be open on it.
pub struct TestDatabase {
    place: DatabasePlace,
    folder: TempDir,
    pub clock: Arc<TestClock>,
}

enum DatabasePlace {
    Sqlite,
    Postgres(Box<postgres::Copied>),
}

impl TestDatabase {
    /// Without master data.
    pub fn empty() -> Self {
        Self::filled(TestEngine::of_process(), InitialData::Nothing)
    }

    /// With the demo's master data.
    pub fn with_demo() -> Self {
        Self::with_demo_on(TestEngine::of_process())
    }

    /// The same on this engine, whichever the others are on.
    pub fn with_demo_on(engine: TestEngine) -> Self {
        Self::filled(engine, InitialData::Demo)
    }

    fn filled(engine: TestEngine, filling: InitialData) -> Self {
        let folder = TempDir::new().unwrap();
        let place = match engine {
            TestEngine::Sqlite => {
                sqlite::copy(filling, folder.path());
                DatabasePlace::Sqlite
            }
            TestEngine::Postgres => DatabasePlace::Postgres(Box::new(postgres::copy(filling, folder.path()))),
        };
        Self { place, folder, clock: Arc::default() }
    }

    /// Opens it, as one process would that has it.
    pub fn open(&self) -> Arc<dyn Store> {
        self.open_impatiently(PATIENCE)
    }

    /// The same, for a process that waits only so long for others that write.
    pub fn open_impatiently(&self, patience: Duration) -> Arc<dyn Store> {
        match &self.place {
            DatabasePlace::Sqlite => sqlite::open(self.folder(), &self.clock, patience),
            DatabasePlace::Postgres(copy) => postgres::open(&copy.address, &self.clock, patience),
        }
    }

    /// The same, for a process that others are always faster than.
    pub fn open_overtaken(&self, others: Others) -> Arc<dyn Store> {
        let inside = self.inside();
        match &self.place {
            DatabasePlace::Sqlite => sqlite::open_overtaken(self.folder(), &self.clock, others, inside),
            DatabasePlace::Postgres(copy) => {
                postgres::open_overtaken(&copy.address, &self.clock, others, inside)
            }
        }
    }

    /// Cuts its tables by month, as `orderdock migrate --partitions monthly` does; of PostgreSQL alone.
    pub fn cut_by_month(&self) {
        match &self.place {
            DatabasePlace::Sqlite => panic!("tables of SQLite are not cut"),
            DatabasePlace::Postgres(copy) => postgres::cut_by_month(&copy.address, &self.clock),
        }
    }

    /// What another process says to [`Self::open_at`].
    pub fn address(&self) -> String {
        self.folder().to_str().unwrap().to_owned()
    }

    /// The database of another process, with its files.
    pub fn open_at(address: &str) -> (Arc<dyn Store>, AttachmentFiles) {
        let (folder, clock) = (Path::new(address), Arc::default());
        let store = match postgres::told_in(folder) {
            Some(address) => postgres::open(&address, &clock, PATIENCE),
            None => sqlite::open(folder, &clock, PATIENCE),
        };
        (store, files(folder))
    }

    pub fn files(&self) -> AttachmentFiles {
        files(self.folder())
    }

    /// Where the attachments are, and with SQLite the database.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Keeps everybody from writing, from when it returns until it is dropped. It blocks: nothing else of a test on a
    /// single thread goes on between what stands before it and then.
    pub fn keep_from_writing(&self) -> WriteLock {
        self.inside().keep_from_writing()
    }

    /// Changes what no call of the service changes.
    pub fn change(&self, sql: &str) {
        self.inside().change(sql);
    }

    /// One figure, without giving way to other tasks of the thread.
    pub fn figure(&self, sql: &str) -> i64 {
        self.inside().figure(sql)
    }

    /// Looks into it past the service.
    pub fn inside(&self) -> Inside {
        match &self.place {
            DatabasePlace::Sqlite => Inside::of(self.folder()),
            DatabasePlace::Postgres(copy) => Inside::behind(&copy.address),
        }
    }
}

fn files(folder: &Path) -> AttachmentFiles {
    AttachmentFiles::local(&folder.join("attachments")).unwrap()
}

/// Fills an open database. Its work is done on a thread of its own, for a test that waits for it may have a clock that
/// stands still.
fn fill(open: impl FnOnce() -> Arc<dyn Store> + Send + 'static, filling: InitialData) {
    let fill = move || {
        let folder = TempDir::new().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let store = open();
        runtime.block_on(async {
            let clock = Arc::new(TestClock::default());
            let randomness = Arc::new(SeededRandomness::default());
            let services =
                Services::new(store, files(folder.path()), clock, randomness, NewInstance::default());
            let master_data: &[&str] = if filling == InitialData::Demo { &MASTER_DATA } else { &[] };
            for file in master_data {
                if let Err(failure) = services.master_data.load_masterdata(&operator(&services), file).await {
                    panic!("{:?}", failure.lines("demo"));
                }
            }
        });
    };
    std::thread::spawn(fill).join().unwrap();
}
