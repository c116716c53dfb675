//! Creation of indexes without blocking writers.
//!
//! The creating process holds no lock that blocks others from creating the same index. A process that finds a build in
//! progress waits for it, and rebuilds an unfinished index. So the creating process can be killed at any time.

use std::time::Duration;

use orderdock_store::{StoreError, StoreResult};

use crate::link::Link;

/// Pause between checks of an index that another process is building.
const PAUSE: Duration = Duration::from_millis(200);

/// An index, parsed from its CREATE statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LargeIndex<'s> {
    pub name: &'s str,
    pub table: &'s str,
    /// Columns, options and condition of the index.
    pub entries: &'s str,
}

impl<'s> LargeIndex<'s> {
    pub fn parse(statement: &'s str) -> Option<Self> {
        let (name, rest) = statement.strip_prefix("CREATE INDEX ")?.split_once(" ON ")?;
        let (table, entries) = rest.split_once(' ')?;
        Some(Self { name, table, entries })
    }

    /// Returns the indexes to create, with their tables: for a partitioned table, one per partition.
    fn parts(&self, link: &Link) -> StoreResult<Vec<(String, String)>> {
        let (name, table) = (self.name, self.table);
        let parts = link.word(&format!(
            "SELECT coalesce(string_agg(c.relname, ' ' ORDER BY c.relname), '') FROM pg_inherits h \
             JOIN pg_class c ON c.oid = h.inhrelid WHERE h.inhparent = '{table}'::regclass"
        ))?;
        if parts.is_empty() {
            return Ok(vec![(name.to_owned(), table.to_owned())]);
        }
        let of_part =
            |part: &str| (format!("{name}{}", part.strip_prefix(table).unwrap_or(part)), part.to_owned());
        Ok(parts.split(' ').map(of_part).collect())
    }

    /// Returns whether the index, or for a partitioned table the index of each partition, is complete.
    pub fn is_there(&self, link: &Link) -> StoreResult<bool> {
        for (name, table) in self.parts(link)? {
            if index_state(link, &name, &table)? != "there" {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Creates the index, unless it exists. Must be called outside a transaction.
    pub fn make(&self, link: &Link) -> StoreResult<()> {
        for (name, table) in self.parts(link)? {
            make(link, &name, &table, self.entries)?;
        }
        Ok(())
    }

    /// Returns the statement that creates the index of the table from those of its partitions, within a transaction.
    pub fn whole(&self) -> String {
        format!("CREATE INDEX IF NOT EXISTS {} ON {} {}", self.name, self.table, self.entries)
    }
}

fn make(link: &Link, name: &str, table: &str, entries: &str) -> StoreResult<()> {
    loop {
        let done = match &*index_state(link, name, table)? {
            "there" => return Ok(()),
            "under way" => {
                std::thread::sleep(PAUSE);
                continue;
            }
            "unfinished" => link.batch(&format!("DROP INDEX CONCURRENTLY IF EXISTS {name}")),
            _ => {
                tracing::info!(index = name, table, "creating an index concurrently");
                link.batch(&format!("CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {table} {entries}"))
            }
        };
        match done {
            // two processes began at the same time, and the server aborted this one
            Err(StoreError::Conflict(_)) => {}
            done => done?,
        }
    }
}

/// Returns the state of an index.
fn index_state(link: &Link, name: &str, table: &str) -> StoreResult<String> {
    link.word(&format!(
        "SELECT CASE WHEN (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('{name}')) THEN 'there' \
         WHEN EXISTS (SELECT 1 FROM pg_stat_progress_create_index WHERE datname = current_database() \
           AND relid = '{table}'::regclass) THEN 'under way' \
         WHEN to_regclass('{name}') IS NULL THEN 'missing' ELSE 'unfinished' END"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocking_connection::BlockingConnection;
    use crate::large_step::LargeStep;
    use crate::migrate::{APART, MIGRATIONS, migrate};
    use crate::partitions::partition;
    use crate::testing::{BEHIND_16, TemplateDatabase, partition_by_month};

    const VALID: &str =
        "SELECT count(*) FROM pg_index WHERE indexrelid = to_regclass('sales_order_run') AND indisvalid";
    const TAKEN: &str = "SELECT count(*) FROM schema_step WHERE number >= 16";

    #[test]
    fn separate_steps_take_no_blocking_locks() {
        let large =
            |number: i64| LargeStep::of_step(MIGRATIONS[usize::try_from(number - 1).unwrap()].2).unwrap();
        assert!(APART.iter().all(|number| !large(*number).is_empty()));
        let LargeStep::Index(index) = &large(16)[0] else { panic!("no index") };
        assert_eq!((index.name, index.table), ("sales_order_run", "sales_order"));
        assert_eq!(index.entries, "(run_id, id) WHERE run_id IS NOT NULL");
        assert!(LargeStep::of_step("DROP TABLE x").is_err());
    }

    /// Others can write during the build. If the creating process is terminated, the next one rebuilds the index.
    #[test]
    fn unfinished_index_is_rebuilt_without_blocking() {
        let copy = TemplateDatabase::migrated().copy();
        let (reader, writer) = (
            BlockingConnection::connect(&copy.address).unwrap(),
            BlockingConnection::connect(&copy.address).unwrap(),
        );
        writer.batch("DROP INDEX sales_order_run; DELETE FROM schema_step WHERE number >= 16").unwrap();
        writer.batch(BEHIND_16).unwrap();
        // the build waits for transactions with older snapshots
        reader.batch("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM sales_order").unwrap();
        let address = copy.address.clone();
        let making = std::thread::spawn(move || migrate(&address));
        let building = "SELECT count(*) FROM pg_stat_progress_create_index p JOIN pg_stat_activity a USING (pid) \
            WHERE p.datname = current_database() AND a.wait_event_type = 'Lock'";
        let until = |question: &str, wanted: i64| {
            let found = (0..6_000).any(|_| {
                std::thread::sleep(Duration::from_millis(20));
                writer.figure(question).unwrap() == wanted
            });
            assert!(found, "never {wanted}: {question}");
        };
        until(building, 1);
        writer.batch("SET lock_timeout = '5s'; UPDATE sales_order SET version = version").unwrap();
        // another process waits for the build and does not begin a second one
        let address = copy.address.clone();
        let waiting = std::thread::spawn(move || migrate(&address));
        let migrating = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
            AND application_name = 'orderdock/migrate'";
        until(migrating, 2);
        writer.batch("SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index WHERE datname = current_database()").unwrap();
        assert!(making.join().unwrap().is_err());
        reader.batch("ROLLBACK").unwrap();
        let steps = i64::try_from(waiting.join().unwrap().unwrap()).unwrap();
        assert_eq!((writer.figure(VALID).unwrap(), writer.figure(TAKEN).unwrap()), (1, steps));
    }

    #[test]
    fn index_of_partitioned_table_is_built_per_partition() {
        let copy = TemplateDatabase::migrated().copy();
        if !partition_by_month() {
            partition(&copy.address, None).unwrap();
        }
        let link = Link::connect(&copy.address, "orderdock/test").unwrap();
        let step =
            "-- some\nCREATE INDEX candidate_line ON candidate_row (line, id) WHERE line IS NOT NULL;\n";
        let LargeStep::Index(index) = &LargeStep::of_step(step).unwrap()[0] else { panic!("no index") };
        assert!(!index.is_there(&link).unwrap());
        index.make(&link).unwrap();
        assert!(index.is_there(&link).unwrap());
        link.batch(&index.whole()).unwrap();
        let parts = "SELECT count(*) || ' ' || count(*) FILTER (WHERE starts_with(c.relname, 'candidate_line_')) \
            FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid WHERE h.inhparent = 'candidate_line'::regclass";
        assert_eq!(link.word(parts).unwrap(), "4 4", "none was made by the whole");
    }
}
