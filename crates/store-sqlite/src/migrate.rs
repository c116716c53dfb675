//! The schema, in steps that are applied once each, in order.

use orderdock_store::{StoreError, StoreResult};
use rusqlite::{Connection, TransactionBehavior};

use crate::error::translate;

/// Released steps never change; a change of the schema is a new step at the end.
pub const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/0001_schema.sql"),
    include_str!("../migrations/0002_common_records.sql"),
    include_str!("../migrations/0003_attachments.sql"),
    include_str!("../migrations/0004_orders.sql"),
    include_str!("../migrations/0005_corrections.sql"),
    include_str!("../migrations/0006_masterdata_history.sql"),
    include_str!("../migrations/0007_users.sql"),
    include_str!("../migrations/0008_sessions.sql"),
    include_str!("../migrations/0009_lists.sql"),
    include_str!("../migrations/0010_run_ends.sql"),
    include_str!("../migrations/0011_request_headers.sql"),
    include_str!("../migrations/0012_run_total.sql"),
    include_str!("../migrations/0013_request_strict.sql"),
    include_str!("../migrations/0014_finding.sql"),
    include_str!("../migrations/0015_run_outcomes.sql"),
    include_str!("../migrations/0016_allocated.sql"),
    include_str!("../migrations/0017_order_history.sql"),
    include_str!("../migrations/0018_request_org.sql"),
    include_str!("../migrations/0019_import_problems.sql"),
    include_str!("../migrations/0020_release.sql"),
    include_str!("../migrations/0021_values.sql"),
    include_str!("../migrations/0022_disabled_users.sql"),
    include_str!("../migrations/0023_rejected_lines.sql"),
    include_str!("../migrations/0024_negative_prices.sql"),
    include_str!("../migrations/0025_request_people.sql"),
];

/// Marks a file as Orderdock's (`ODCK`), so that no other program's database is migrated by mistake.
pub const APPLICATION_ID: i32 = 0x4F44_434B;

/// Brings the schema up to date and tells how many steps that took. Several processes may try at once.
pub fn migrate(connection: &mut Connection) -> StoreResult<usize> {
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(translate)?;
    let done: i32 =
        transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(translate)?;
    let done = usize::try_from(done).unwrap_or_default();
    let Some(missing) = MIGRATIONS.get(done..) else {
        return Err(StoreError::Unavailable(format!(
            "the database was written by a newer version of Orderdock: its schema has {done} steps, this \
             version knows {}",
            MIGRATIONS.len()
        )));
    };
    if missing.is_empty() {
        return Ok(0);
    }
    for step in missing {
        transaction.execute_batch(step).map_err(translate)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(translate)?;
    transaction
        .pragma_update(None, "user_version", i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX))
        .map_err(translate)?;
    transaction.commit().map_err(translate)?;
    Ok(missing.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SQLite of Debian 12 (3.40) can call a table without rowid damaged whose key is not where its columns begin. With
    /// these, filled, it is content.
    const CONTENT: [&str; 2] = ["candidate_identity", "product_price_scale"];

    #[test]
    fn tables_without_rowid_begin_with_their_key() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let sql = "SELECT DISTINCT t.name FROM pragma_table_list t, pragma_table_info(t.name) c
            WHERE t.wr = 1 AND t.schema = 'main' AND c.pk > 0 AND c.pk <> c.cid + 1
            ORDER BY t.name";
        let mut statement = connection.prepare(sql).unwrap();
        let misplaced: rusqlite::Result<Vec<String>> =
            statement.query_map([], |row| row.get(0)).unwrap().collect();
        assert_eq!(misplaced.unwrap(), CONTENT);
        let count = "SELECT count(*) FROM pragma_table_list WHERE wr = 1";
        let tables: i64 = connection.query_row(count, [], |row| row.get(0)).unwrap();
        assert!(tables > 10, "{tables} tables were looked at");
    }

    #[test]
    fn lines_that_were_rejected_before_are_still_waited_for() {
        const BEFORE: usize = 19;
        let mut connection = Connection::open_in_memory().unwrap();
        for step in &MIGRATIONS[..BEFORE] {
            connection.execute_batch(step).unwrap();
        }
        connection.pragma_update(None, "user_version", 19).unwrap();
        let insert = "INSERT INTO rejected_line VALUES ('H', '2', 7, 1)";
        connection.execute(insert, []).unwrap();
        assert_eq!(migrate(&mut connection).unwrap(), MIGRATIONS.len() - BEFORE);
        let kept: (String, i64, i64, String, Option<i64>, Option<i64>) = connection
            .query_row("SELECT * FROM rejected_line", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
            })
            .unwrap();
        assert_eq!(kept, ("H".to_owned(), 7, 1, "2".to_owned(), None, None));
    }
}
