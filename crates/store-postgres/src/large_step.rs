//! Parts of migration steps that may take long on large tables. They run outside the migration transaction, in batches
//! or without a lock, so that they do not block writers.

use orderdock_store::{StoreError, StoreResult};

use crate::large_index::LargeIndex;
use crate::link::Link;

/// Number of rows per batch; a batch takes a fraction of a second.
const ROWS: u32 = 10_000;

/// A statement of a migration step. The step contains only such statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LargeStep<'s> {
    Index(LargeIndex<'s>),
    Filling(Backfill<'s>),
}

impl<'s> LargeStep<'s> {
    /// Parses the statements of a step.
    pub fn of_step(sql: &'s str) -> StoreResult<Vec<Self>> {
        let is_comment = |line: &str| line.trim().is_empty() || line.starts_with("--");
        let without_comments = |mut text: &'s str| {
            while let Some((line, rest)) = text.split_once('\n')
                && is_comment(line)
            {
                text = rest;
            }
            text.trim()
        };
        let statements = sql.split_terminator(';').map(without_comments);
        statements.filter(|statement| !statement.is_empty()).map(Self::parse).collect()
    }

    fn parse(statement: &'s str) -> StoreResult<Self> {
        let index = || LargeIndex::parse(statement).map(Self::Index);
        let parsed = index().or_else(|| Backfill::parse(statement).map(Self::Filling));
        parsed.ok_or_else(|| StoreError::Statement(format!("neither an index nor a backfill: {statement}")))
    }

    /// Returns whether the work is complete.
    pub fn is_there(&self, link: &Link) -> StoreResult<bool> {
        match self {
            Self::Index(index) => index.is_there(link),
            Self::Filling(filling) => filling.is_there(link),
        }
    }

    /// Does the work, unless it is complete. Must be called outside a transaction.
    pub fn make(&self, link: &Link) -> StoreResult<()> {
        match self {
            Self::Index(index) => index.make(link),
            Self::Filling(filling) => filling.make(link),
        }
    }

    /// Returns the statement that completes the work within the migration transaction, if one is needed.
    pub fn whole(&self) -> Option<String> {
        match self {
            Self::Index(index) => Some(index.whole()),
            Self::Filling(_) => None,
        }
    }
}

/// An update of rows of one table from the rows of another table with the same ids. During the update, no process may
/// change only the other table; an earlier step has excluded versions that do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backfill<'s> {
    table: &'s str,
    set: &'s str,
    from: &'s str,
    /// Condition of the rows that still have to be updated.
    due: &'s str,
}

impl<'s> Backfill<'s> {
    fn parse(statement: &'s str) -> Option<Self> {
        let (table, rest) = statement.strip_prefix("UPDATE ")?.split_once(" s SET ")?;
        let (set, rest) = rest.split_once(" FROM ")?;
        let (from, rest) = rest.split_once(" r")?;
        let due = rest.trim_start().strip_prefix("WHERE r.id = s.id AND ")?;
        Some(Self { table, set, from, due })
    }

    fn is_there(&self, link: &Link) -> StoreResult<bool> {
        let Self { table, from, due, .. } = self;
        let left = format!("SELECT 1 FROM {table} s JOIN {from} r ON r.id = s.id WHERE {due}");
        Ok(link.word(&format!("SELECT NOT EXISTS ({left})"))? == "t")
    }

    fn make(&self, link: &Link) -> StoreResult<()> {
        let Self { table, set, from, due } = self;
        tracing::info!(table, "filling existing rows in the background");
        let mut last = i64::MIN.to_string();
        loop {
            let next = link.word(&format!(
                "SELECT coalesce(max(id)::text, '') FROM \
                 (SELECT id FROM {table} WHERE id > '{last}'::bigint ORDER BY id LIMIT {ROWS}) part"
            ))?;
            if next.is_empty() {
                return Ok(());
            }
            // with a bound on only one of the ids, the server would scan whole tables
            let within = |alias: &str| format!("{alias}.id > '{last}'::bigint AND {alias}.id <= {next}");
            let filled = link.batch(&format!(
                "UPDATE {table} s SET {set} FROM {from} r WHERE r.id = s.id AND {due} AND {} AND {}",
                within("s"),
                within("r")
            ));
            match filled {
                // another process updates the same rows, and the server aborted this one; the batch is repeated
                Err(StoreError::Conflict(_)) => {}
                filled => {
                    filled?;
                    last = next;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::blocking_connection::BlockingConnection;
    use crate::migrate::{MIGRATIONS, migrate};
    use crate::partitions::partition;
    use crate::testing::{BEHIND_16, TemplateDatabase, partition_by_month};

    /// Inserts rows for several batches into two tables, as they were before the step; every second row has a price.
    const UNFILLED: &str = "INSERT INTO candidate_row (id, org_id, created_at, data_source_id, data_dest_id, request_id, \
          request_index, bpartner_id, product_id, uom_id, date_ordered, flat_identity, external_header_id, external_line_id, \
          po_reference, qty, qty_key, price_key) \
        SELECT 5000000 + i * 3, 0, now(), 1, 1, 1, 1, 1 + i % 7, 1, 1, now(), false, 'h', i::text, '', 1, 'p11', \
          CASE WHEN i % 2 = 0 THEN 'p1' || i END FROM generate_series(1, 25000) i; \
        INSERT INTO candidate_state (id, org_id, data_source_id, version, updated_at, status) \
        SELECT id, org_id, data_source_id, 1, now(), 'new' FROM candidate_row WHERE external_header_id = 'h'; \
        DROP INDEX candidate_open_price; DELETE FROM schema_step WHERE number > 17";
    const OTHERS: &str = "SELECT count(*) FROM candidate_state s JOIN candidate_row r ON r.id = s.id \
        WHERE s.bpartner_id <> r.bpartner_id OR s.price_key IS DISTINCT FROM r.price_key";

    #[test]
    fn existing_rows_are_backfilled() {
        let copy = TemplateDatabase::migrated().copy();
        if !partition_by_month() {
            partition(&copy.address, None).unwrap();
        }
        for database in [&TemplateDatabase::migrated().copy(), &copy] {
            let plain = BlockingConnection::connect(&database.address).unwrap();
            plain.batch(UNFILLED).unwrap();
            plain.batch(BEHIND_16).unwrap();
            assert_eq!(plain.figure(OTHERS).unwrap(), 25_000);
            assert_eq!(migrate(&database.address).unwrap(), MIGRATIONS.len() - 17);
            assert_eq!(plain.figure(OTHERS).unwrap(), 0);
            let made = "SELECT count(*) FROM pg_index WHERE indexrelid = to_regclass('candidate_open_price') AND indisvalid";
            assert_eq!(plain.figure(made).unwrap(), 1);
        }
    }
}
