//! A PostgreSQL database as source or target of a copy. No Orderdock process may use it during the copy.

use std::time::{Duration, Instant};

use orderdock_domain::cast;
use orderdock_store::StoreResult;
use orderdock_store_sql::maintenance::copy::{CopyFault, Engine, Side, at, require_steps};
use orderdock_store_sql::sql::column::RowReader;
use orderdock_store_sql::sql::query::{decode_row, rows, run, value};
use orderdock_store_sql::{Transaction, Verbatim};

use crate::address::Address;
use crate::link::Link;
use crate::locks::TURN;
use crate::migrate::{MIGRATIONS, migrate, steps};
use crate::transaction::PostgresTransaction;

const APPLICATION: &str = "orderdock/copy";
/// Time for processes that were just stopped to disconnect.
const GOING: Duration = Duration::from_secs(2);
/// Settings of a copy. Nothing is acknowledged before the last commit, which makes all earlier ones durable.
const SETTINGS: &str =
    "SET jit = off; SET timezone = 'UTC'; SET statement_timeout = 0; SET lock_timeout = '10s';
    SET idle_in_transaction_session_timeout = 0; SET client_min_messages = warning;
    SET synchronous_commit = off; SET maintenance_work_mem = '256MB'";
const OTHERS: &str = "SELECT coalesce(string_agg(DISTINCT application_name, ', '), '') FROM pg_stat_activity \
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND starts_with(application_name, 'orderdock/')";
/// Query for statements that drop and recreate objects: foreign keys, because they require an order of tables, and
/// indexes, because they are built faster over all rows. Indexes of primary keys and other constraints are kept.
/// Indexes of partitions are dropped and recreated with those of the partitioned table.
const LOOSENED: &str = "SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', r.relname, c.conname), \
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', r.relname, c.conname, pg_get_constraintdef(c.oid)) \
     FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid \
     WHERE c.contype = 'f' AND r.relnamespace = current_schema()::regnamespace \
     UNION ALL SELECT format('DROP INDEX %I', n.relname), replace(pg_get_indexdef(n.oid), ' ON ONLY ', ' ON ') \
     FROM pg_index i JOIN pg_class n ON n.oid = i.indexrelid \
     WHERE n.relnamespace = current_schema()::regnamespace AND NOT n.relispartition \
       AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = n.oid) ORDER BY 1";
const NUMBERED: &str = "SELECT c.relname::text, a.attname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid \
    WHERE a.attidentity <> '' AND c.relnamespace = current_schema()::regnamespace";

/// Source or target of a copy. Blocks the calling thread, which must not run an async runtime.
pub struct PostgresSide {
    link: Link,
    name: String,
    /// Whether this is the source, which is read in one transaction.
    reads: bool,
}

impl PostgresSide {
    /// Opens the source.
    pub fn source(address: &Address) -> Result<Self, CopyFault> {
        let (link, name) = open(address)?;
        let Some(steps_done) = at(&name, steps(&link))? else {
            return Err(CopyFault::Rejected(format!("{name} is not an Orderdock database")));
        };
        require_steps(&name, cast(steps_done), MIGRATIONS.len())?;
        at(&name, link.batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))?;
        Ok(Self { link, name, reads: true })
    }

    /// Opens the target. Creates the schema in an empty database.
    pub fn target(address: &Address) -> Result<Self, CopyFault> {
        let (link, name) = open(address)?;
        if at(&name, steps(&link))?.is_none() {
            at(&name, migrate(address))?;
        }
        let steps_done = at(&name, steps(&link))?.unwrap_or_default();
        require_steps(&name, cast(steps_done), MIGRATIONS.len())?;
        Ok(Self { link, name, reads: false })
    }
}

/// Connects, and blocks all other writers until the connection is closed.
fn open(address: &Address) -> Result<(Link, String), CopyFault> {
    let name = address.to_string();
    if address.is_pooled() {
        return Err(CopyFault::Rejected(format!(
            "{name} is a pooler, which a copy cannot use: set the URL of the server itself, without pooler=transaction"
        )));
    }
    let link = at(&name, Link::connect(address, APPLICATION))?;
    at(&name, link.batch(SETTINGS))?;
    let in_use = |user: &str| {
        CopyFault::Rejected(format!(
            "{name} is in use by {user}: stop all Orderdock servers and commands that use it, then copy again"
        ))
    };
    let started = Instant::now();
    loop {
        let others = at(&name, link.word(OTHERS))?;
        let locked = at(&name, link.word(&format!("SELECT pg_try_advisory_lock({TURN})::text")))?;
        if others.is_empty() && locked == "true" {
            return Ok((link, name));
        }
        if started.elapsed() > GOING {
            return Err(in_use(if others.is_empty() { "another writer" } else { &others }));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

impl Side for PostgresSide {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn engine(&self) -> &'static dyn Engine {
        &PostgresEngine
    }

    fn within(&mut self, work: &mut dyn FnMut(&dyn Transaction) -> StoreResult<()>) -> StoreResult<()> {
        let transaction = PostgresTransaction::copying(&self.link);
        if self.reads {
            return work(&transaction);
        }
        self.link.batch("BEGIN")?;
        let done = work(&transaction).and_then(|()| transaction.finished());
        match done {
            Ok(()) => self.link.batch("COMMIT"),
            Err(error) => {
                // a broken connection is already reported by `error`
                let _ = self.link.batch("ROLLBACK");
                Err(error)
            }
        }
    }

    /// Makes the copy durable and vacuums it, because index-only scans need the visibility map.
    fn flush(&mut self) -> StoreResult<()> {
        self.link.batch("SET synchronous_commit = on")?;
        // a synchronous commit makes all earlier ones durable
        self.link.batch("BEGIN; SELECT pg_current_xact_id(); COMMIT")?;
        self.link.batch("VACUUM (ANALYZE)")
    }
}

struct PostgresEngine;

impl Engine for PostgresEngine {
    fn has_table(&self, transaction: &dyn Transaction, name: &str) -> StoreResult<bool> {
        let sql = format!("SELECT 1::bigint FROM pg_class WHERE oid = to_regclass('{name}')");
        Ok(value::<i64>(transaction, "schema", &Verbatim(&sql), [])?.is_some())
    }

    fn drop_constraints(&self, transaction: &dyn Transaction) -> StoreResult<Vec<String>> {
        let loosened = rows(transaction, "schema", &Verbatim(LOOSENED), [], text_pair)?;
        for (statement, _) in &loosened {
            run(transaction, &Verbatim(statement), [])?;
        }
        // indexes first, because they speed up the checks of the foreign keys
        let mut back: Vec<_> = loosened.into_iter().map(|(_, back)| back).collect();
        back.sort_by_key(|statement| statement.starts_with("ALTER"));
        Ok(back)
    }

    fn complete(&self, transaction: &dyn Transaction) -> StoreResult<()> {
        for (table, column) in rows(transaction, "schema", &Verbatim(NUMBERED), [], text_pair)? {
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), coalesce(max({column}), 0) + 1, false) \
                 FROM {table}"
            );
            rows(transaction, "sequence", &Verbatim(&sql), [], decode_row::<i64>)?;
        }
        Ok(())
    }
}

fn text_pair(row: &mut RowReader<'_>) -> StoreResult<(String, String)> {
    Ok((row.read()?, row.read()?))
}

impl std::fmt::Debug for PostgresSide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PostgresSide").field(&self.name).finish()
    }
}
