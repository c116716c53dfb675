//! The schema, in steps that are applied once each, in order.

use orderdock_store::{StoreError, StoreResult};
use tokio_postgres::SimpleQueryMessage;

use crate::address::Address;
use crate::copy::{refuse_unfinished, told};
use crate::error::translate;
use crate::link::Link;

/// Released steps never change; a change of the schema is a new step at the end. Each has a name, and says how many steps
/// a program must know to go on beside it: its own number where it takes something away that others use, a lower one
/// where it only adds.
pub const MIGRATIONS: &[(&str, i64, &str)] = &[
    ("schema", 1, include_str!("../migrations/0001_schema.sql")),
    ("common records", 2, include_str!("../migrations/0002_common_records.sql")),
    ("comments on master data", 2, include_str!("../migrations/0003_comments_master_data.sql")),
    ("comments on orders", 2, include_str!("../migrations/0004_comments_orders.sql")),
];

/// The lock of those who change the schema.
pub const MIGRATION: i64 = 0x4F44_434B_0003;
/// Marks a database as Orderdock's.
const STEPS: &str = "CREATE TABLE IF NOT EXISTS schema_step (
    number bigint PRIMARY KEY,
    name text COLLATE \"C\" NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    program text COLLATE \"C\" NOT NULL,
    beside_from bigint NOT NULL
);
COMMENT ON TABLE schema_step IS 'The steps by which this schema came to be; written by Orderdock alone.';
COMMENT ON COLUMN schema_step.number IS 'The place of the step, from one.';
COMMENT ON COLUMN schema_step.name IS 'What the step is about.';
COMMENT ON COLUMN schema_step.applied_at IS 'When it was applied, UTC.';
COMMENT ON COLUMN schema_step.program IS 'The version of Orderdock that applied it.';
COMMENT ON COLUMN schema_step.beside_from IS 'How many steps a program must know to go on beside this one.';";
/// Who was stopped in the middle of a step does not keep the others from it for ever. It never pauses between statements.
pub const LIMITS: &str = "SET LOCAL idle_in_transaction_session_timeout = '5s'; SET LOCAL lock_timeout = 0; \
    SET LOCAL statement_timeout = 0";

/// Brings the schema up to date and tells how many steps that took. Several processes may try at once. It waits on a
/// thread of its own, for its caller may have a runtime at work.
pub fn migrate(address: &Address) -> StoreResult<usize> {
    std::thread::scope(|scope| scope.spawn(|| bring_up_to_date(address)).join())
        .unwrap_or_else(|_| Err(StoreError::Statement("the migration panicked".to_owned())))
}

fn bring_up_to_date(address: &Address) -> StoreResult<usize> {
    let link = Link::connect(address, "orderdock/migrate")?;
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    refuse_unfinished(|sql| told(&link, sql))?;
    match steps(&link)? {
        Some(done) if done == known => return Ok(0),
        Some(done) if done > known => return go_on_beside(&link, done, known),
        _ => {}
    }
    link.batch(&format!("BEGIN; {LIMITS}"))?;
    if figure(&link, &format!("SELECT pg_try_advisory_xact_lock({MIGRATION})::int"))? == 0 {
        tracing::warn!(database = %address, "another process changes the schema; waiting until it is done");
        link.batch(&format!("SELECT pg_advisory_xact_lock({MIGRATION})"))?;
    }
    let applied = apply(&link, known);
    match &applied {
        Ok(_) => link.batch("COMMIT")?,
        Err(_) => link.batch("ROLLBACK")?,
    }
    applied
}

fn apply(link: &Link, known: i64) -> StoreResult<usize> {
    let done = steps(link)?;
    if done.is_none() {
        refuse_foreign(link)?;
        link.batch(STEPS)?;
    }
    let done = done.unwrap_or_default();
    if done > known {
        return go_on_beside(link, done, known);
    }
    let missing = MIGRATIONS.iter().zip(1_i64..).skip(usize::try_from(done).unwrap_or_default());
    let mut applied = 0;
    for ((name, beside_from, sql), number) in missing {
        link.batch(sql)?;
        let program = env!("CARGO_PKG_VERSION");
        link.batch(&format!(
            "INSERT INTO schema_step (number, name, program, beside_from) \
             VALUES ({number}, '{name}', '{program}', {beside_from})"
        ))?;
        applied += 1;
    }
    Ok(applied)
}

/// A newer version has changed the schema: whether this one can work with it, the steps say.
fn go_on_beside(link: &Link, done: i64, known: i64) -> StoreResult<usize> {
    let needed = figure(link, &needed(known))?;
    if needed <= known {
        tracing::info!(done, known, "the schema is newer than this version, which can go on beside it");
        return Ok(0);
    }
    Err(StoreError::Unavailable(format!(
        "the database was written by a newer version of Orderdock: its schema has {done} steps, of which a version that \
         works with it must know {needed}, and this one knows {known}"
    )))
}

/// Asks how many steps must be known of a schema that has more than these.
pub fn needed(known: i64) -> String {
    format!("SELECT coalesce(max(beside_from), 0)::bigint FROM schema_step WHERE number > {known}")
}

/// The steps of a database, if it is Orderdock's.
pub fn steps(link: &Link) -> StoreResult<Option<i64>> {
    let there = figure(link, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('schema_step')")?;
    if there == 0 {
        return Ok(None);
    }
    figure(link, "SELECT coalesce(max(number), 0)::bigint FROM schema_step").map(Some)
}

/// Before anything is changed: another program's database is left alone.
fn refuse_foreign(link: &Link) -> StoreResult<()> {
    let tables = "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
        WHERE c.relkind IN ('r', 'p') AND n.nspname = current_schema() \
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')";
    if figure(link, tables)? == 0 {
        return Ok(());
    }
    Err(StoreError::Unavailable(
        "the database holds tables of another program; give Orderdock one of its own".to_owned(),
    ))
}

fn figure(link: &Link, sql: &str) -> StoreResult<i64> {
    // as text: behind a pooler nothing may stay prepared
    let answer = link.wait(link.client.simple_query(sql)).map_err(|error| translate(&error))?;
    let figure = answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    });
    figure.ok_or_else(|| StoreError::Statement(format!("no figure: {sql}")))
}
