//! Databases for tests: copies of templates that each process creates once, in the cluster given by an environment
//! variable.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use orderdock_store_sql::SqlStore;

use crate::address::Address;
use crate::blocking_connection::BlockingConnection;
use crate::partitions::partition;
use crate::{Postgres, PostgresOptions};

/// Environment variable with the URL of a database, in a cluster where tests may create databases.
pub const CLUSTER: &str = "ORDERDOCK_TEST_POSTGRES";
/// Reverts the steps after step 16.
pub const BEHIND_16: &str = "DROP VIEW candidate; ALTER TABLE candidate_state DROP COLUMN net; \
    ALTER TABLE candidate_row DROP COLUMN is_without_charge, DROP COLUMN reason, DROP COLUMN promotion_code, \
      DROP COLUMN promotion_code_key, DROP COLUMN extended_props, DROP COLUMN external_system_id, \
      DROP COLUMN unresolved; CREATE VIEW candidate AS \
      SELECT r.*, s.version, s.updated_at, s.status, s.hold, s.problems, s.id AS state_id, s.assigned_to \
      FROM candidate_row r LEFT JOIN candidate_state s ON s.id = r.id; \
    DROP TABLE candidate_cause, storage_use, key_spelling, search_partner, search_product, search_candidate, search_order; \
    DELETE FROM counter WHERE name LIKE 'search_%' OR name LIKE 'fold_%'; ALTER TABLE run DROP COLUMN added; \
    ALTER TABLE organisation DROP COLUMN legal_name, DROP COLUMN address1, DROP COLUMN address2, DROP COLUMN postal, DROP COLUMN city, \
      DROP COLUMN vat_id, DROP COLUMN phone, DROP COLUMN email, DROP COLUMN footer, DROP COLUMN logo; \
    ALTER TABLE uom DROP COLUMN round_converted_quantities; \
    ALTER TABLE price_list DROP COLUMN net_precision, DROP COLUMN exempt_buyers; \
    ALTER TABLE sales_order_line DROP COLUMN multiplier, DROP COLUMN divisor, DROP COLUMN promotion_code, \
      DROP COLUMN extended_props; \
    ALTER TABLE data_source DROP COLUMN key_mismatch, DROP COLUMN unsupported_members, DROP COLUMN differences, \
      DROP COLUMN external_system_id, DROP COLUMN external_ids, DROP COLUMN unresolved_references; \
    DROP TABLE import_draft, import_draft_cell, import_draft_row, import_draft_request, import_mapping, rejected_row, open_reference, missing_record, missing_record_line, reference_mapping, cross_reference_use, cross_reference, bpartner_product, product_gtin, external_system, external_reference; \
    DELETE FROM candidate_identity WHERE system_key <> 0; \
    ALTER TABLE candidate_identity DROP COLUMN system_key, DROP COLUMN external_system_id, \
      ADD PRIMARY KEY (external_header_id, external_line_id, org_id, data_source_id); \
    ALTER TABLE rejected_line DROP COLUMN external_system_id; ALTER TABLE attachment DROP COLUMN external_system_id; \
    CREATE UNIQUE INDEX attachment_header ON attachment (external_header_id, org_id, data_source_id, sha256) \
      WHERE external_header_id IS NOT NULL; \
    ALTER TABLE token DROP COLUMN minimal_responses; DELETE FROM counter WHERE name = 'idempotency_keys_merged'";
/// Prefix of the names of all test databases.
const PREFIX: &str = "orderdock_test_";

/// The cluster, and the connection of this process to it.
struct Cluster {
    address: Address,
    /// Its application name is the prefix of the names of this process's databases. While it is open, these are in use.
    connection: BlockingConnection,
    name: String,
    made: AtomicUsize,
    dropped: Sender<String>,
    /// Option for copying templates as files, which takes half the time of copying through the log.
    strategy: &'static str,
}

/// A database that tests copy.
#[derive(Debug)]
pub struct TemplateDatabase {
    name: String,
}

/// A database that is dropped at the end of the test.
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
        // version 14 always copies files and has no option for it
        let strategy = if version < 150_000 { "" } else { "STRATEGY file_copy" };
        Self { dropped: dropper(&address), address, connection, name, made: AtomicUsize::new(0), strategy }
    }

    /// Creates a database and returns its name.
    fn create(&self, how: &str) -> String {
        let name = format!("{}_{}", self.name, self.made.fetch_add(1, Ordering::Relaxed));
        self.connection.batch(&format!("CREATE DATABASE \"{name}\" {how}")).unwrap();
        name
    }
}

/// Drops the databases of ended processes; a process cannot do that itself when it ends.
fn sweep(connection: &BlockingConnection) {
    let left = format!(
        "SELECT d.datname FROM pg_database d WHERE starts_with(d.datname, '{PREFIX}') AND NOT EXISTS \
         (SELECT 1 FROM pg_stat_activity a WHERE starts_with(a.application_name, '{PREFIX}') \
         AND starts_with(d.datname, a.application_name || '_'))"
    );
    for name in connection.texts(&left).unwrap() {
        // another process may be dropping it at the same time
        let _ = connection.batch(&drop_statement(&name));
    }
}

fn drop_statement(name: &str) -> String {
    format!("DROP DATABASE IF EXISTS \"{name}\" WITH (FORCE)")
}

/// Starts a thread that drops databases, so that tests need not wait for that.
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
    /// Creates a template that `fill` fills. `fill` must have closed its connections when it returns.
    pub fn new(fill: impl FnOnce(&Address)) -> Self {
        let cluster = Cluster::of_process();
        let name = cluster.create("");
        fill(&cluster.address.with_database(&name));
        Self { name }
    }

    /// Creates a template from another one, to which `fill` adds data.
    #[cfg(test)]
    pub fn of(other: &Self, fill: impl FnOnce(&Address)) -> Self {
        let copy = other.copy();
        fill(&copy.address);
        let name = copy.address.database().to_owned();
        // a template is not dropped at the end of a test
        std::mem::forget(copy);
        Self { name }
    }

    /// Returns a template with only the schema.
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

/// Returns whether the test databases have tables partitioned by month.
pub fn partition_by_month() -> bool {
    std::env::var_os("ORDERDOCK_TEST_PARTITIONS").is_some()
}

/// Returns the address in the environment variable.
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

/// Creates an empty database without a schema.
pub fn bare_database() -> Copied {
    let cluster = Cluster::of_process();
    Copied { address: cluster.address.with_database(&cluster.create("")) }
}

/// Creates a database with the schema. It exists until the next test process starts.
#[cfg(test)]
pub fn fresh_database() -> Address {
    let copy = TemplateDatabase::migrated().copy();
    let address = copy.address.clone();
    std::mem::forget(copy);
    address
}

impl Drop for Copied {
    fn drop(&mut self) {
        // if the process ends first, the next one drops the database
        let _ = Cluster::of_process().dropped.send(self.address.database().to_owned());
    }
}
