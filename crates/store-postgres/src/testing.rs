//! Databases for tests: copies of templates that a process makes once, in the cluster that the environment names.

#![expect(clippy::unwrap_used, reason = "a test that cannot be prepared is to fail where it stands")]

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use orderdock_store_sql::SqlStore;

use crate::address::Address;
use crate::partitions::partition;
use crate::plain::BlockingConnection;
use crate::{Postgres, PostgresOptions};

/// The URL of a database of a cluster in which tests may make others.
pub const CLUSTER: &str = "ORDERDOCK_TEST_POSTGRES";
/// Takes back what the steps behind the sixteenth have brought.
pub const BEHIND_16: &str = "DROP VIEW candidate; ALTER TABLE candidate_state DROP COLUMN net; \
    ALTER TABLE candidate_row DROP COLUMN is_without_charge, DROP COLUMN reason, DROP COLUMN promotion_code, \
      DROP COLUMN promotion_code_key, DROP COLUMN extended_props; CREATE VIEW candidate AS \
      SELECT r.*, s.version, s.updated_at, s.status, s.hold, s.problems, s.id AS state_id, s.assigned_to \
      FROM candidate_row r LEFT JOIN candidate_state s ON s.id = r.id; \
    DROP TABLE candidate_cause, storage_use, key_spelling, search_partner, search_product, search_candidate, search_order; \
    DELETE FROM counter WHERE name LIKE 'search_%' OR name LIKE 'fold_%'; ALTER TABLE run DROP COLUMN added; \
    ALTER TABLE uom DROP COLUMN round_converted_quantities; \
    ALTER TABLE price_list DROP COLUMN net_precision, DROP COLUMN exempt_buyers; \
    ALTER TABLE sales_order_line DROP COLUMN multiplier, DROP COLUMN divisor, DROP COLUMN promotion_code, \
      DROP COLUMN extended_props; \
    ALTER TABLE data_source DROP COLUMN key_mismatch, DROP COLUMN unsupported_members; \
    ALTER TABLE token DROP COLUMN minimal_responses; DELETE FROM counter WHERE name = 'idempotency_keys_merged'";
/// How the names of all databases of tests begin.
const PREFIX: &str = "orderdock_test_";

/// The cluster as this process uses it.
struct Cluster {
    address: Address,
    /// Its application name is how the names of this process's databases begin: as long as it is open, they are in use.
    connection: BlockingConnection,
    name: String,
    made: AtomicUsize,
    dropped: Sender<String>,
    /// How templates are copied: as files, in half of the time that it takes through the log.
    strategy: &'static str,
}

/// A database that others are copied from.
#[derive(Debug)]
pub struct TemplateDatabase {
    name: String,
}

/// A database that goes with the test.
#[derive(Debug)]
pub struct Copied {
    pub address: Address,
}

impl Cluster {
    fn of_process() -> &'static Self {
        static CLUSTER: OnceLock<Cluster> = OnceLock::new();
        CLUSTER.get_or_init(Self::enter)
    }

    fn enter() -> Self {
        let address = cluster();
        let connection = BlockingConnection::connect(&address).unwrap();
        let random = RandomState::new().build_hasher().finish();
        let name = format!("{PREFIX}{}_{:08x}", std::process::id(), random & 0xffff_ffff);
        connection.batch(&format!("SET application_name = '{name}'")).unwrap();
        sweep(&connection);
        let version = connection.figure("SELECT current_setting('server_version_num')::bigint").unwrap();
        // the one before knows no other way, and no word for it
        let strategy = if version < 150_000 { "" } else { "STRATEGY file_copy" };
        Self { dropped: dropper(&address), address, connection, name, made: AtomicUsize::new(0), strategy }
    }

    /// Makes a database so, and tells its name.
    fn create(&self, how: &str) -> String {
        let name = format!("{}_{}", self.name, self.made.fetch_add(1, Ordering::Relaxed));
        self.connection.batch(&format!("CREATE DATABASE \"{name}\" {how}")).unwrap();
        name
    }
}

/// Drops the databases of processes that are gone: nobody can do that when a process ends.
fn sweep(connection: &BlockingConnection) {
    let left = format!(
        "SELECT d.datname FROM pg_database d WHERE starts_with(d.datname, '{PREFIX}') AND NOT EXISTS \
         (SELECT 1 FROM pg_stat_activity a WHERE starts_with(a.application_name, '{PREFIX}') \
         AND starts_with(d.datname, a.application_name || '_'))"
    );
    for name in connection.texts(&left).unwrap() {
        // another process may do the same
        let _ = connection.batch(&drop_statement(&name));
    }
}

fn drop_statement(name: &str) -> String {
    format!("DROP DATABASE IF EXISTS \"{name}\" WITH (FORCE)")
}

/// Databases are dropped beside the tests, which need not wait for it.
fn dropper(address: &Address) -> Sender<String> {
    let (dropped, names) = channel::<String>();
    let connection = BlockingConnection::connect(address).unwrap();
    thread::spawn(move || {
        for name in names {
            if let Err(error) = connection.batch(&drop_statement(&name)) {
                eprintln!("the database {name} of a test was not dropped: {error}");
            }
        }
    });
    dropped
}

impl TemplateDatabase {
    /// Makes a template, which is filled by a function. That must have closed its connections when it returns.
    pub fn new(fill: impl FnOnce(&Address)) -> Self {
        let cluster = Cluster::of_process();
        let name = cluster.create("");
        fill(&cluster.address.with_database(&name));
        Self { name }
    }

    /// A template that has what another one has, and more.
    #[cfg(test)]
    pub fn of(other: &Self, fill: impl FnOnce(&Address)) -> Self {
        let copy = other.copy();
        fill(&copy.address);
        let name = copy.address.database().to_owned();
        // it stays
        std::mem::forget(copy);
        Self { name }
    }

    /// A template with the schema alone.
    pub fn migrated() -> &'static Self {
        static TEMPLATE: OnceLock<TemplateDatabase> = OnceLock::new();
        TEMPLATE.get_or_init(|| {
            Self::new(|address| {
                drop(SqlStore::<Postgres>::open(address, PostgresOptions::default()).unwrap());
                if partition_by_month() {
                    partition(address, None).unwrap();
                }
            })
        })
    }

    pub fn copy(&self) -> Copied {
        let cluster = Cluster::of_process();
        let name = cluster.create(&format!("TEMPLATE \"{}\" {}", self.name, cluster.strategy));
        Copied { address: cluster.address.with_database(&name) }
    }
}

/// Whether the databases of this process are those of an administrator who has their tables cut by month.
pub fn partition_by_month() -> bool {
    std::env::var_os("ORDERDOCK_TEST_PARTITIONS").is_some()
}

/// The cluster that the environment names, at its maintenance database.
pub fn cluster() -> Address {
    let url = std::env::var(CLUSTER).unwrap_or_else(|_| {
        panic!(
            "{CLUSTER} is not set; run `scripts/test-database COMMAND`, which starts a cluster for the command, or set \
             it to the URL of one in which databases may be made, like \
             postgres://postgres@127.0.0.1:5432/postgres"
        )
    });
    Address::parse(&url).unwrap()
}

/// A database with nothing in it, not even a schema.
pub fn bare_database() -> Copied {
    let cluster = Cluster::of_process();
    Copied { address: cluster.address.with_database(&cluster.create("")) }
}

/// A database with the schema, which stays until another process of tests begins.
#[cfg(test)]
pub fn fresh_database() -> Address {
    let copy = TemplateDatabase::migrated().copy();
    let address = copy.address.clone();
    std::mem::forget(copy);
    address
}

impl Drop for Copied {
    fn drop(&mut self) {
        // the next process sweeps what this one does not come to
        let _ = Cluster::of_process().dropped.send(self.address.database().to_owned());
    }
}
