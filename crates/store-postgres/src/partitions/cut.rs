//! Cutting tables. Everybody who reads or writes a table waits while that is done, so that it takes no longer than the
//! catalogue does: no row is read and no index is built while others wait.

use std::time::Duration;

use orderdock_store::{StoreError, StoreResult};

use super::parts::AllPartitions;
use super::{AHEAD, MARGIN, Month, TABLES, TRIES};
use crate::link::Link;
use crate::locks::{LIMITS, MIGRATION};

/// How long others wait behind who waits for a table. All tables together must take less than the server waits before it
/// looks for a deadlock, of which it would end anybody.
const PATIENCE: &str = "150ms";
/// Says of a table where it ends, so that the server need not look at every row when it becomes a part.
const END: &str = "orderdock_part";
/// How the part is called that has what was there before the first month.
const BEFORE: &str = "before";

/// What others have hung on a table, and would hang on its first part alone then.
const HANGERS: &str = "SELECT format('the view %s', v.oid::regclass) FROM pg_depend d JOIN pg_rewrite r ON r.oid = d.objid \
       JOIN pg_class v ON v.oid = r.ev_class WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass \
       AND d.refobjid = {} AND v.oid <> to_regclass('candidate') AND v.oid <> d.refobjid \
     UNION SELECT format('the trigger %I', tgname) FROM pg_trigger WHERE tgrelid = {} AND NOT tgisinternal \
     UNION SELECT format('the rule %I', rulename) FROM pg_rewrite WHERE ev_class = {} \
     UNION SELECT format('the foreign key %I', conname) FROM pg_constraint WHERE contype = 'f' AND {} IN (conrelid, confrelid) \
     UNION SELECT format('the publication %I', pubname) FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid \
       WHERE r.prrelid = {} \
     UNION SELECT format('the table %s, which inherits', inhrelid::regclass) FROM pg_inherits WHERE inhparent = {}";
/// How its columns are kept, as they say it in parentheses, or nothing.
const STORAGE: &str =
    "SELECT coalesce('WITH (' || array_to_string(reloptions, ', ') || ')', '') FROM pg_class WHERE oid = {}";
/// Who may do what with a table, as a statement about another one.
const GRANTS: &str = "SELECT format('GRANT %s ON %I TO %s%s', a.privilege_type, {other}, \
       CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END, \
       CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END) \
     FROM pg_class c, aclexplode(c.relacl) a WHERE c.oid = {} AND a.grantee <> c.relowner \
     UNION ALL SELECT format('ALTER TABLE %I OWNER TO %I', {other}, pg_get_userbyid(relowner)) FROM pg_class \
     WHERE oid = {} AND relowner <> (SELECT oid FROM pg_roles WHERE rolname = current_user)";
/// The indexes of a table that belong to no key: how each is called, and how it is made.
const INDEXES: &str = "SELECT n.relname FROM pg_index i JOIN pg_class n ON n.oid = i.indexrelid WHERE i.indrelid = {} \
     AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = n.oid) ORDER BY 1";

/// Cuts all tables into what is there and the months from now on. Tells whether that was to be done.
pub fn all(link: &Link, now: Month) -> StoreResult<bool> {
    let parts = AllPartitions::of(link)?;
    if parts.cut > 0 {
        let refused =
            || StoreError::Unavailable("the tables are already partitioned in another way".to_owned());
        return if parts.are_months() { Ok(false) } else { Err(refused()) };
    }
    refuse_hangers(link)?;
    let is_whole = |parts: &AllPartitions| parts.cut == 0;
    let first = now.max(Month::after(parts.counter + MARGIN));
    for (table, key) in TABLES {
        end_at(link, table, key, first, &is_whole)?;
    }
    let tables = TABLES.map(|(table, _)| table).join(", ");
    patiently(link, &is_whole, || {
        // who reads the view locks that first
        lock(link, &format!("candidate, {tables}"))?;
        let view = link.word("SELECT pg_get_viewdef('candidate'::regclass)")?;
        for (table, key) in TABLES {
            whole(link, table, key, now, first)?;
        }
        link.batch(&format!("CREATE OR REPLACE VIEW candidate AS {view}"))
    })
}

/// Nobody else uses the tables until the end of the transaction. It waits for nothing more then.
fn lock(link: &Link, tables: &str) -> StoreResult<()> {
    link.batch(&format!(
        "SET LOCAL lock_timeout = '{PATIENCE}'; LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE; \
         SET LOCAL lock_timeout = 0"
    ))
}

fn refuse_hangers(link: &Link) -> StoreResult<()> {
    for (table, _) in TABLES {
        let hangers = link.texts(&about(HANGERS, table))?;
        if !hangers.is_empty() {
            return Err(StoreError::Unavailable(format!(
                "{} depends on the table {table} and would only cover its first partition: remove it, partition the \
                 tables, then create it again",
                hangers.join(" and ")
            )));
        }
    }
    Ok(())
}

/// Has the server see that all of a table is before a month, while others go on.
fn end_at(
    link: &Link,
    table: &str,
    key: &str,
    end: Month,
    is_due: &dyn Fn(&AllPartitions) -> bool,
) -> StoreResult<()> {
    let end = end.first_id();
    patiently(link, is_due, || {
        lock(link, table)?;
        link.batch(&format!(
            "ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {END}; \
             ALTER TABLE {table} ADD CONSTRAINT {END} CHECK ({key} < {end}) NOT VALID"
        ))
    })?;
    patiently(link, is_due, || link.batch(&format!("ALTER TABLE {table} VALIDATE CONSTRAINT {END}")))?;
    Ok(())
}

/// Puts a table whose rows are its first part in the place of a whole one.
fn whole(link: &Link, table: &str, key: &str, now: Month, first: Month) -> StoreResult<()> {
    let before = format!("{table}_{BEFORE}");
    let primary =
        link.word(&about("SELECT conname FROM pg_constraint WHERE contype = 'p' AND conrelid = {}", table))?;
    let defined = link.word(&about(
        "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'p' AND conrelid = {}",
        table,
    ))?;
    let comment = link.word(&about("SELECT quote_literal(obj_description({}, 'pg_class'))", table))?;
    let indexes = link.texts(&about(INDEXES, table))?;
    let mut made = Vec::new();
    for index in &indexes {
        made.push(link.word(&format!("SELECT pg_get_indexdef('{index}'::regclass)"))?);
    }
    link.batch(&format!("ALTER TABLE {table} RENAME CONSTRAINT {primary} TO {before}_pkey"))?;
    for index in &indexes {
        link.batch(&format!("ALTER INDEX {index} RENAME TO {index}_{BEFORE}"))?;
    }
    link.batch(&format!("ALTER TABLE {table} RENAME TO {before}; \
         CREATE TABLE {table} (LIKE {before} INCLUDING ALL EXCLUDING CONSTRAINTS EXCLUDING INDEXES) PARTITION BY RANGE ({key}); \
         ALTER TABLE {table} ADD CONSTRAINT {primary} {defined}; COMMENT ON TABLE {table} IS {comment}"))?;
    for index in made {
        link.batch(&index)?;
    }
    let end = first.first_id();
    // what is made already is attached with it
    link.batch(&format!(
        "ALTER TABLE {table} ATTACH PARTITION {before} FOR VALUES FROM (MINVALUE) TO ({end}); \
         ALTER TABLE {before} DROP CONSTRAINT {END}; \
         COMMENT ON TABLE {before} IS 'Of {table}: what was there before it was cut by month.'"
    ))?;
    same_rights(link, &before, table)?;
    months(link, table, &before, first, now.max(first).plus(AHEAD))
}

/// The months of a table up to the last one, which is open.
fn months(link: &Link, table: &str, like: &str, first: Month, last: Month) -> StoreResult<()> {
    let storage = link.word(&about(STORAGE, like))?;
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
        same_rights(link, like, &name)?;
        month = next;
    }
    Ok(())
}

/// Cuts the open part of a table at the next month, where months are wanted behind it.
pub fn ahead(link: &Link, table: &str, key: &str, now: Month) -> StoreResult<()> {
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
    patiently(link, &is_open, || {
        lock(link, table)?;
        link.batch(&format!(
            "ALTER TABLE {table} DETACH PARTITION {name}; \
             ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ({from}) TO ({to}); \
             ALTER TABLE {name} DROP CONSTRAINT IF EXISTS {END}"
        ))?;
        months(link, table, name, first, last)
    })?;
    Ok(())
}

fn same_rights(link: &Link, as_of: &str, table: &str) -> StoreResult<()> {
    let grants = about(GRANTS, as_of).replace("{other}", &format!("'{table}'"));
    link.texts(&grants)?.iter().try_for_each(|grant| link.batch(grant))
}

/// Does what is due in a transaction, beside nobody who changes the schema; again, as long as others use what is to be
/// changed. Tells whether it was due: somebody else may have been faster.
fn patiently(
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

/// A question about a table.
fn about(question: &str, table: &str) -> String {
    question.replace("{}", &format!("'{table}'::regclass"))
}
