//! Copies a whole database into an empty one on any engine, and compares both.
//!
//! Tables are read in pages by key, and each page is written in one commit. So the target has a prefix of each table,
//! after which an interrupted copy continues. An incomplete target has a mark, and other processes refuse to open it.

mod digest;
mod fault;
mod rows;
mod tables;

use orderdock_domain::cast;
use orderdock_store::{StoreError, StoreResult};

use crate::sql::column::text;
use crate::sql::query::{RowWriter, rows, run, value};
use crate::sql::table::{SplitTable, Table};
use crate::{Transaction, Verbatim, maintenance::examine, maintenance::identity};
use digest::{Digest, Stopped};
pub use fault::{CopyFault, at};
use rows::{WholeRow, count, last_key, read_page};
use tables::whole_tables;

/// The table that marks an incomplete database.
pub const MARK: &str = "copy_begun";

/// Stores the source of the copy, and the statements that complete the target.
const MAKE_MARK: Verbatim<'_> =
    Verbatim("CREATE TABLE copy_begun (source text NOT NULL, statements text NOT NULL)");
/// Not in `STATEMENTS`, because the table exists only during a copy.
const WRITE_MARK: &str = "INSERT INTO copy_begun (source, statements) VALUES (?, ?)";
const READ_MARK: Verbatim<'_> = Verbatim("SELECT source, statements FROM copy_begun");
const REMOVE_MARK: Verbatim<'_> = Verbatim("DROP TABLE copy_begun");
/// Lower ids belong to records that every installation has.
const FIRST_ID: i64 = 1_000_000;
/// Tables that an idle server writes, in addition to the rows of the schema.
const UPKEEP: [&str; 6] =
    ["counter", "generation", "record_generation", "instance", "lease", "schedule_state"];

/// Source or target of a copy, which no other process may use during the copy.
pub trait Side: Send {
    /// Returns a name that identifies the database, without a password.
    fn name(&self) -> String;

    fn engine(&self) -> &'static dyn Engine;

    /// Runs work in a transaction, and rolls back if it returns an error.
    fn within(&mut self, work: &mut dyn FnMut(&dyn Transaction) -> StoreResult<()>) -> StoreResult<()>;

    /// Makes the target durable and optimises it, after the last commit.
    fn flush(&mut self) -> StoreResult<()>;
}

/// Operations that depend on the engine of a side.
pub trait Engine: Sync {
    fn has_table(&self, transaction: &dyn Transaction, name: &str) -> StoreResult<bool>;

    /// Drops objects that require an order of tables or slow down writes. Returns the statements that recreate them.
    fn drop_constraints(&self, transaction: &dyn Transaction) -> StoreResult<Vec<String>>;

    /// Updates id sequences and index tables after rows were written with explicit ids.
    fn complete(&self, transaction: &dyn Transaction) -> StoreResult<()>;
}

/// Progress of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyProgress<'t> {
    /// Start of a stage, and its total number of rows.
    Begins(&'static str, u64),
    /// Rows of a table that are complete.
    Rows(&'t str, u64),
}

/// Receives progress reports, concurrently from two threads.
pub type ReportProgress<'t> = &'t (dyn Fn(CopyProgress<'_>) + Sync);

/// A copy in progress.
pub struct DatabaseCopy<'s> {
    source: &'s mut dyn Side,
    target: &'s mut dyn Side,
    /// Rows per commit.
    page: usize,
    continued: bool,
}

impl<'s> DatabaseCopy<'s> {
    /// Begins a copy or continues an interrupted one. Rejects a target with other data.
    pub fn begin(source: &'s mut dyn Side, target: &'s mut dyn Side, page: usize) -> Result<Self, CopyFault> {
        let (from, to) = (source.name(), target.name());
        if from == to {
            return Err(CopyFault::Rejected(format!("source and target are the same database: {from}")));
        }
        if at(&from, mark(source))?.is_some() {
            return Err(CopyFault::Rejected(format!(
                "{from} is incomplete: a copy to it was interrupted. Finish that copy first"
            )));
        }
        let mark = at(&to, mark(target))?;
        let continued = mark.is_some();
        match mark {
            Some((begun_from, _)) if begun_from != from => {
                return Err(CopyFault::Rejected(format!(
                    "{to} contains an interrupted copy of {begun_from}. Finish that copy, or use an empty database"
                )));
            }
            Some(_) => {}
            None => {
                if let Some(table) = at(&to, filled(target))? {
                    return Err(CopyFault::Rejected(format!(
                        "{to} is not empty: the table {table} contains rows. Use an empty database"
                    )));
                }
                at(&to, clear(target, &from))?;
            }
        }
        Ok(Self { source, target, page: page.max(1), continued })
    }

    /// Returns whether it continues an interrupted copy.
    pub fn is_continued(&self) -> bool {
        self.continued
    }

    /// Copies the missing rows. Returns the total number of rows in the target.
    pub fn rows(&mut self, report: ReportProgress<'_>) -> Result<u64, CopyFault> {
        let (mut all, mut existing) = (0, Vec::new());
        for table in whole_tables() {
            all += at(table.name, count(self.source, table))?;
            existing.push(at(table.name, count(self.target, table))?);
        }
        report(CopyProgress::Begins("copying", all));
        for (table, existing) in whole_tables().iter().zip(existing) {
            report(CopyProgress::Rows(table.name, existing));
            at(&format!("copying the table {}", table.name), self.table(table, report))?;
        }
        Ok(all)
    }

    fn table(&mut self, table: &'static Table, report: ReportProgress<'_>) -> StoreResult<()> {
        let page = self.page;
        let mut last = last_key(self.target, table)?;
        loop {
            let (mut read, mut next) = (0, None);
            let source = &mut *self.source;
            self.target.within(&mut |target| {
                let mut rows = RowWriter::prepare(target, &WholeRow(table))?;
                let mut write = |row: &dyn crate::Row| rows::write(&mut rows, table, row);
                source.within(&mut |source| {
                    (read, next) = read_page(source, table, last.as_deref(), page, &mut write)?;
                    Ok(())
                })?;
                let written = rows.finish()?;
                if written == read {
                    return Ok(());
                }
                Err(StoreError::Statement(format!("{written} of {read} rows were written")))
            })?;
            report(CopyProgress::Rows(table.name, cast::<u64>(read)));
            if next.is_none() {
                return Ok(());
            }
            last = next;
        }
    }

    /// Compares the number of rows and a hash of each table; reads both sides concurrently.
    pub fn compare(&mut self, report: ReportProgress<'_>) -> Result<(), CopyFault> {
        let mut all = 0;
        for table in whole_tables() {
            all += at(table.name, count(self.source, table))?;
        }
        report(CopyProgress::Begins("comparing", 2 * all));
        let (source, target, page, stopped) =
            (&mut *self.source, &mut *self.target, self.page, Stopped::default());
        let (source, target) = std::thread::scope(|scope| {
            let source = scope.spawn(|| Digest::of_all(source, page, &stopped, report));
            let target = Digest::of_all(target, page, &stopped, report);
            (source.join(), target)
        });
        let source = source
            .map_err(|_| CopyFault::Rejected("reading the source failed unexpectedly".to_owned()))??;
        let target = target?;
        let compared = whole_tables().iter().zip(source.iter().zip(&target));
        let different = compared.filter(|(_, (one, other))| one != other);
        let different: Vec<_> = different
            .map(|(table, (one, other))| {
                let name = table.name.trim_matches('"');
                if one.rows == other.rows {
                    format!("{name} has different values")
                } else {
                    format!("{name} has {} rows instead of {}", other.rows, one.rows)
                }
            })
            .collect();
        if different.is_empty() { Ok(()) } else { Err(CopyFault::Different(different)) }
    }

    /// Returns the hashes (hexadecimal) and sizes of the contents that attachments and import drafts reference.
    pub fn contents(&mut self) -> Result<Vec<(String, i64)>, CopyFault> {
        let mut contents = Vec::new();
        let read = self.source.within(&mut |transaction| {
            contents = examine::attached_contents(transaction, true)?;
            Ok(())
        });
        at("reading which files are attached", read).map(|()| contents)
    }

    /// Removes the mark, so that the target can be opened normally.
    pub fn finish(self, report: ReportProgress<'_>) -> Result<(), CopyFault> {
        report(CopyProgress::Begins("completing", 0));
        let target = self.target;
        let engine = target.engine();
        let completed = mark(target).and_then(|mark| {
            let (_, statements) = mark.unwrap_or_default();
            target.within(&mut |transaction| {
                for statement in statements.lines() {
                    run(transaction, &Verbatim(statement), [])?;
                }
                engine.complete(transaction)?;
                identity::forget(transaction)?;
                run(transaction, &REMOVE_MARK, []).map(|_| ())
            })
        });
        at("completing the copy", completed.and_then(|()| target.flush()))
    }
}

/// Checks that a database has the schema version of this program.
pub fn require_steps(name: &str, steps: usize, known: usize) -> Result<(), CopyFault> {
    if steps == known {
        return Ok(());
    }
    Err(CopyFault::Rejected(format!(
        "the schema of {name} has {steps} migration steps, but this program has {known}: run `orderdock migrate` on it, \
         or use the version of Orderdock that wrote it"
    )))
}

/// Returns the error for a database with the mark.
pub fn unfinished() -> StoreError {
    StoreError::Unavailable(
        "a copy to it was interrupted; run `orderdock copy` again to continue it".to_owned(),
    )
}

/// Returns the source of an incomplete copy, and the statements that complete it.
fn mark(side: &mut dyn Side) -> StoreResult<Option<(String, String)>> {
    let (mut found, engine) = (None, side.engine());
    side.within(&mut |transaction| {
        if engine.has_table(transaction, MARK)? {
            let read = |row: &mut crate::sql::column::RowReader<'_>| Ok((row.read()?, row.read()?));
            found = rows(transaction, MARK, &READ_MARK, [], read)?.pop();
        }
        Ok(())
    })?;
    Ok(found)
}

/// Returns a table with rows that neither the schema nor an idle server has written.
fn filled(side: &mut dyn Side) -> StoreResult<Option<&'static str>> {
    let mut found = None;
    side.within(&mut |transaction| {
        for table in whole_tables().iter().filter(|table| !UPKEEP.contains(&table.name)) {
            let is_record = tables::has_numeric_id(table) && !tables::own_numbers(table);
            let sql = match (table.key, table.name) {
                (["id"], name) if is_record => format!("SELECT 1 FROM {name} WHERE id >= {FIRST_ID} LIMIT 1"),
                (_, name @ "data_source_name") => {
                    format!("SELECT 1 FROM {name} WHERE data_source_id >= {FIRST_ID} LIMIT 1")
                }
                (_, name) => format!("SELECT 1 FROM {name} LIMIT 1"),
            };
            if value::<i64>(transaction, table.name, &Verbatim(&sql), [])?.is_some() {
                found = Some(table.name);
                break;
            }
        }
        Ok(())
    })?;
    Ok(found)
}

/// Marks the target and removes the initial rows of its schema, which are copied from the source.
fn clear(target: &mut dyn Side, source: &str) -> StoreResult<()> {
    let engine = target.engine();
    target.within(&mut |transaction| {
        run(transaction, &MAKE_MARK, [])?;
        let statements = engine.drop_constraints(transaction)?.join("\n");
        run(transaction, &WRITE_MARK.to_owned(), [text(source), text(&statements)])?;
        for table in whole_tables() {
            for place in places(transaction, table) {
                run(transaction, &Verbatim(&format!("DELETE FROM {place}")), [])?;
            }
        }
        Ok(())
    })
}

/// Returns the tables that store the rows of a table: several for a split table.
fn places(transaction: &dyn Transaction, table: &Table) -> Vec<&'static str> {
    match SplitTable::of(table.name) {
        Some(split) if transaction.dialect().splits_hot_columns() => vec![split.state, split.row],
        _ => vec![table.name],
    }
}
