//! The schema, in steps that are applied once each, in order.

use orderdock_store::{StoreError, StoreResult};
use tokio_postgres::SimpleQueryMessage;

use crate::address::Address;
use crate::copy::{refuse_unfinished, told};
use crate::error::translate;
use crate::link::Link;

/// Released steps never change; a change of the schema is a new step at the end. Each has a name, and says what it does
/// for older processes that go on beside it.
pub const MIGRATIONS: &[(&str, &str)] = &[
    ("schema", include_str!("../migrations/0001_schema.sql")),
    ("common records", include_str!("../migrations/0002_common_records.sql")),
    ("comments on master data", include_str!("../migrations/0003_comments_master_data.sql")),
    ("comments on orders", include_str!("../migrations/0004_comments_orders.sql")),
];

/// The lock of those who change the schema.
const MIGRATION: i64 = 0x4F44_434B_0003;
/// Marks a database as Orderdock's.
const STEPS: &str = "CREATE TABLE IF NOT EXISTS schema_step (
    number bigint PRIMARY KEY,
    name text COLLATE \"C\" NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    program text COLLATE \"C\" NOT NULL
);
COMMENT ON TABLE schema_step IS 'The steps by which this schema came to be; written by Orderdock alone.';
COMMENT ON COLUMN schema_step.number IS 'The place of the step, from one.';
COMMENT ON COLUMN schema_step.name IS 'What the step is about.';
COMMENT ON COLUMN schema_step.applied_at IS 'When it was applied, UTC.';
COMMENT ON COLUMN schema_step.program IS 'The version of Orderdock that applied it.';";

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
    if steps(&link)? == Some(known) {
        return Ok(0);
    }
    link.batch(&format!("BEGIN; SELECT pg_advisory_xact_lock({MIGRATION})"))?;
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
        return Err(StoreError::Unavailable(format!(
            "the database was written by a newer version of Orderdock: its schema has {done} steps, this version knows {known}"
        )));
    }
    let missing = MIGRATIONS.iter().zip(1_i64..).skip(usize::try_from(done).unwrap_or_default());
    let mut applied = 0;
    for ((name, sql), number) in missing {
        link.batch(sql)?;
        let program = env!("CARGO_PKG_VERSION");
        link.batch(&format!(
            "INSERT INTO schema_step (number, name, program) VALUES ({number}, '{name}', '{program}')"
        ))?;
        applied += 1;
    }
    Ok(applied)
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
