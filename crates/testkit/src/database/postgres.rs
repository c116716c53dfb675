//! PostgreSQL test databases.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use orderdock_app::Clock;
use orderdock_store::Store;
use orderdock_store_postgres::testing::{self, TemplateDatabase};
use orderdock_store_postgres::{Address, Postgres, PostgresOptions, PostgresStore, partition};
use orderdock_store_sql::{SqlStore, StoreClock};

pub use orderdock_store_postgres::testing::Copied;

use super::racing::RacingBackend;
use super::{CompetingSql, InitialData, LOCK_TIMEOUT, TestDatabaseAccess, fill};
use crate::TestClock;

/// Name of the file with the database name, in the folder of the test. Other processes read it.
const NAME: &str = "postgres";

/// Creates a database from the template and writes its name to the folder.
pub fn copy(filling: InitialData, folder: &Path) -> Copied {
    static TEMPLATES: [OnceLock<TemplateDatabase>; 2] = [OnceLock::new(), OnceLock::new()];
    let template = TEMPLATES[filling as usize].get_or_init(|| {
        TemplateDatabase::new(|address| {
            let filled = address.clone();
            fill(
                move || Arc::new(PostgresStore::open(&filled, options_with(None, LOCK_TIMEOUT)).unwrap()),
                filling,
            );
            if testing::partition_by_month() {
                partition_by_month(address, &TestClock::default());
            }
        })
    });
    let copy = template.copy();
    std::fs::write(folder.join(NAME), copy.address.database()).unwrap();
    copy
}

/// Partitions the tables by month, from the month of the clock.
pub fn partition_by_month(address: &Address, clock: &TestClock) {
    partition(address, Some(clock.now())).unwrap();
}

/// Returns the address of the database whose name is in the folder.
pub fn address_in(folder: &Path) -> Option<Address> {
    let name = std::fs::read_to_string(folder.join(NAME)).ok()?;
    Some(testing::cluster().with_database(&name))
}

pub fn open(address: &Address, clock: &Arc<TestClock>, lock_timeout: Duration) -> Arc<dyn Store> {
    Arc::new(PostgresStore::open(address, options(clock, lock_timeout)).unwrap())
}

pub fn open_racing(
    address: &Address,
    clock: &Arc<TestClock>,
    others: CompetingSql,
    connection: TestDatabaseAccess,
) -> Arc<dyn Store> {
    let options = (options(clock, LOCK_TIMEOUT), others, connection);
    Arc::new(SqlStore::<RacingBackend<Postgres>>::open(address, options).unwrap())
}

fn options(clock: &Arc<TestClock>, lock_timeout: Duration) -> PostgresOptions {
    let clock = clock.clone();
    options_with(Some(StoreClock::new(move || clock.now())), lock_timeout)
}

/// Returns options with few connections, because each test has its own database and many tests run at once.
fn options_with(clock: Option<StoreClock>, lock_timeout: Duration) -> PostgresOptions {
    PostgresOptions { writers: 2, readers: 2, list_readers: 1, clock, lock_timeout, replica: None }
}
