//! Partitions tables by month. Readers and writers of a table are blocked in the meantime, so the blocking part changes
//! only the catalogue: it reads no rows and builds no index.

use std::time::Duration;

use orderdock_store::{StoreError, StoreResult};

use super::parts::AllPartitions;
use super::{AHEAD, MARGIN, Month, TABLES, TRIES};
use crate::link::Link;
use crate::locks::{LIMITS, MIGRATION};

/// Lock timeout, because other sessions queue behind a waiting lock request. The timeouts of all tables together are
/// shorter than the deadlock timeout of the server, after which it could abort any session.
const LOCK_TIMEOUT: &str = "150ms";
/// Name of the constraint with the upper bound of a table. Because of it, the server need not scan the table when it
/// becomes a partition.
const UPPER_BOUND: &str = "orderdock_part";
/// Suffix of the partition with the rows from before the first month.
const BEFORE_SUFFIX: &str = "before";

/// Query for foreign objects that depend on a table. They would then depend only on its first partition.
const DEPENDENTS: &str = "SELECT format('the view %s', v.oid::regclass) FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid \
       JOIN pg_class v ON v.oid = r.ev_class WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass \
       AND d.refobjid = {} AND v.oid <> to_regclass('candidate') AND v.oid <> d.refobjid \
     UNION SELECT format('the trigger %I', tgname) FROM pg_trigger WHERE tgrelid = {} AND NOT tgisinternal \
     UNION SELECT format('the rule %I', rulename) FROM pg_rewrite WHERE ev_class = {} \
     UNION SELECT format('the foreign key %I', conname) FROM pg_constraint WHERE contype = 'f' AND {} IN (conrelid, confrelid) \
     UNION SELECT format('the publication %I', pubname) FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid \
       WHERE r.prrelid = {} \
     UNION SELECT format('the table %s, which inherits', inhrelid::regclass) FROM pg_inherits WHERE inhparent = {}";
/// Query for the storage parameters of a table, as a `WITH` clause; empty if there are none.
const STORAGE: &str =
    "SELECT coalesce('WITH (' || array_to_string(reloptions, ', ') || ')', '') FROM pg_class WHERE oid = {}";
/// Query for the privileges and the owner of a table, as statements that copy them to another table.
const GRANTS: &str = "SELECT format('GRANT %s ON %I TO %s%s', a.privilege_type, {other}, \
       CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END, \
       CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) \
     FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = {} AND a.grantee <> c.relowner \
     UNION ALL SELECT format('ALTER TABLE %I OWNER TO %I', {other}, pg_get_userbyid(relowner)) FROM pg_class \
     WHERE oid = {} AND relowner <> (SELECT oid FROM pg_roles WHERE rolname = current_user)";
/// Query for the names of the indexes of a table that belong to no constraint.
const INDEXES: &str = "SELECT n.relname FROM pg_index i JOIN pg_class n ON n.oid = i.indexrelid WHERE i.indrelid = {} \
     AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = n.oid) ORDER BY 1";

/// Partitions all tables: one partition with the existing rows, and one per month from now on. Returns `false` if they
/// are already partitioned.
pub fn all(link: &Link, now: Month) -> StoreResult<bool> {
    let parts = AllPartitions::of(link)?;
    if parts.cut > 0 {
        let rejected =
            || StoreError::Unavailable("the tables are already partitioned in another way".to_owned());
        return if parts.are_months() { Ok(false) } else { Err(rejected()) };
    }
    reject_dependents(link)?;
    let is_whole = |parts: &AllPartitions| parts.cut == 0;
    let first = now.max(Month::after(parts.counter + MARGIN));
    for (table, key) in TABLES {
        end_at(link, table, key, first, &is_whole)?;
    }
    let tables = TABLES.map(|(table, _)| table).join(", ");
    run_if_due(link, &is_whole, || {
        // the view is locked first, because its readers lock it before the tables
        lock(link, &format!("candidate, {tables}"))?;
        let view = link.word("SELECT pg_get_viewdef('candidate'::regclass)")?;
        for (table, key) in TABLES {
            partition_table(link, table, key, now, first)?;
        }
        link.batch(&format!("CREATE OR REPLACE VIEW candidate AS {view}"))
    })
}

/// Locks tables exclusively until the end of the transaction, which then needs no further locks.
fn lock(link: &Link, tables: &str) -> StoreResult<()> {
    link.batch(&format!(
        "SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'; LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE; \
         SET LOCAL lock_timeout = 0"
    ))
}

fn reject_dependents(link: &Link) -> StoreResult<()> {
    for (table, _) in TABLES {
        let dependents = link.texts(&for_table(DEPENDENTS, table))?;
        if !dependents.is_empty() {
            return Err(StoreError::Unavailable(format!(
                "{} depends on the table {table} and would only cover its first partition: remove it, partition the \
                 tables, then create it again",
                dependents.join(" and ")
            )));
        }
    }
    Ok(())
}

/// Adds and validates a constraint that all rows of a table are before a month. Blocks others only briefly.
fn end_at(
    link: &Link,
    table: &str,
    key: &str,
    end: Month,
    is_due: &dyn Fn(&AllPartitions) -> bool,
) -> StoreResult<()> {
    let end = end.first_id();
    run_if_due(link, is_due, || {
        lock(link, table)?;
        link.batch(&format!(
            "ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {UPPER_BOUND}; \
             ALTER TABLE {table} ADD CONSTRAINT {UPPER_BOUND} CHECK ({key} < {end}) NOT VALID"
        ))
    })?;
    run_if_due(link, is_due, || {
        link.batch(&format!("ALTER TABLE {table} VALIDATE CONSTRAINT {UPPER_BOUND}"))
    })?;
    Ok(())
}

/// Replaces a table by a partitioned one. The existing table becomes its first partition.
fn partition_table(link: &Link, table: &str, key: &str, now: Month, first: Month) -> StoreResult<()> {
    let before = format!("{table}_{BEFORE_SUFFIX}");
    let primary = link
        .word(&for_table("SELECT conname FROM pg_constraint WHERE contype = 'p' AND conrelid = {}", table))?;
    let defined = link.word(&for_table(
        "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'p' AND conrelid = {}",
        table,
    ))?;
    let comment = link.word(&for_table("SELECT quote_literal(obj_description({}, 'pg_class'))", table))?;
    let indexes = link.texts(&for_table(INDEXES, table))?;
    let mut definitions = Vec::new();
    for index in &indexes {
        definitions.push(link.word(&format!("SELECT pg_get_indexdef('{index}'::regclass)"))?);
    }
    link.batch(&format!("ALTER TABLE {table} RENAME CONSTRAINT {primary} TO {before}_pkey"))?;
    for index in &indexes {
        link.batch(&format!("ALTER INDEX {index} RENAME TO {index}_{BEFORE_SUFFIX}"))?;
    }
    link.batch(&format!("ALTER TABLE {table} RENAME TO {before}; \
         CREATE TABLE {table} (LIKE {before} INCLUDING ALL EXCLUDING CONSTRAINTS EXCLUDING INDEXES) PARTITION BY RANGE ({key}); \
         ALTER TABLE {table} ADD CONSTRAINT {primary} {defined}; COMMENT ON TABLE {table} IS {comment}"))?;
    for index in definitions {
        link.batch(&index)?;
    }
    let end = first.first_id();
    // existing indexes are attached instead of being built again
    link.batch(&format!(
        "ALTER TABLE {table} ATTACH PARTITION {before} FOR VALUES FROM (MINVALUE) TO ({end}); \
         ALTER TABLE {before} DROP CONSTRAINT {UPPER_BOUND}; \
         COMMENT ON TABLE {before} IS 'Of {table}: what was there before it was cut by month.'"
    ))?;
    copy_grants(link, &before, table)?;
    create_months(link, table, &before, first, now.max(first).plus(AHEAD))
}

/// Creates the partitions of several months. The last one has no upper bound.
fn create_months(link: &Link, table: &str, like: &str, first: Month, last: Month) -> StoreResult<()> {
    let storage = link.word(&for_table(STORAGE, like))?;
    let mut month = first;
    while month <= last {
        let name = format!("{table}_{}", month.name());
        let (from, next) = (month.first_id(), month.plus(1));
        let to = if month == last { "MAXVALUE".to_owned() } else { next.first_id().to_string() };
        link.batch(&format!(
            "CREATE TABLE {name} (LIKE {like} INCLUDING ALL) {storage}; \
             COMMENT ON TABLE {name} IS 'Of {table}: what has an id from {from} on, given out in {}.'; \
             ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ({from}) TO ({to})",
            month.name().replace('_', "-")
        ))?;
        copy_grants(link, like, &name)?;
        month = next;
    }
    Ok(())
}

/// If further months are needed, gives the last partition an upper bound at the next month and creates the partitions
/// after it.
pub fn extend(link: &Link, table: &str, key: &str, now: Month) -> StoreResult<()> {
    let parts = AllPartitions::of(link)?;
    let Some(open) = parts.open(table) else { return Ok(()) };
    let last = parts.wanted(now);
    if open.from >= last.first_id() {
        return Ok(());
    }
    let first = now.max(Month::after(open.from)).max(Month::after(parts.counter + MARGIN));
    let is_open = |parts: &AllPartitions| parts.open(table) == Some(open);
    if link.word(&format!("SELECT EXISTS (SELECT 1 FROM {})", open.name))? == "t" {
        end_at(link, &open.name, key, first, &is_open)?;
    }
    let (name, from, to) = (&open.name, open.from, first.first_id());
    run_if_due(link, &is_open, || {
        lock(link, table)?;
        link.batch(&format!(
            "ALTER TABLE {table} DETACH PARTITION {name}; \
             ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ({from}) TO ({to}); \
             ALTER TABLE {name} DROP CONSTRAINT IF EXISTS {UPPER_BOUND}"
        ))?;
        create_months(link, table, name, first, last)
    })?;
    Ok(())
}

fn copy_grants(link: &Link, as_of: &str, table: &str) -> StoreResult<()> {
    let grants = for_table(GRANTS, as_of).replace("{other}", &format!("'{table}'"));
    link.texts(&grants)?.iter().try_for_each(|grant| link.batch(grant))
}

/// Runs work in a transaction under the migration lock if it is due, and retries while others use the tables. Returns
/// whether it was due; another process may have been faster.
fn run_if_due(
    link: &Link,
    is_due: &dyn Fn(&AllPartitions) -> bool,
    work: impl Fn() -> StoreResult<()>,
) -> StoreResult<bool> {
    let once = || {
        link.batch(&format!("BEGIN; {LIMITS}; SELECT pg_advisory_xact_lock({MIGRATION})"))?;
        let due = is_due(&AllPartitions::of(link)?);
        if due {
            work()?;
        }
        link.batch("COMMIT")?;
        Ok(due)
    };
    for _ in 1..TRIES {
        match once() {
            Err(StoreError::Overloaded | StoreError::Conflict(_)) => link.roll_back(),
            done => return done.inspect_err(|_| link.roll_back()),
        }
        std::thread::sleep(Duration::from_secs(1));
    }
    once().inspect_err(|_| link.roll_back())
}

/// Inserts the name of a table into a query.
fn for_table(query: &str, table: &str) -> String {
    query.replace("{}", &format!("'{table}'::regclass"))
}
