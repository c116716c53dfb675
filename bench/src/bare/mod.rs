//! References of measurements: the rows that the server has written, inserted again with the fastest means of the
//! database.

mod postgres;
mod sqlite;

use std::path::Path;

use crate::Failure;
use crate::database::Database;
use crate::spent::Spent;

/// The rows that a reference inserts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// Rows of all tables, with all indexes.
    AllRows,
    /// Rows of these tables, with all their indexes.
    Tables(&'static [&'static str]),
    /// Candidates only, with this number of indexes.
    Candidates { indexes: usize },
}

/// The inserted rows, and the duration of the inserts including the commits. Reading the rows is not measured.
pub struct Inserted {
    /// Number of rows per table.
    rows: Vec<(String, usize)>,
    pub spent: Spent,
}

impl Inserted {
    /// Returns the number of rows of all tables.
    pub fn rows(&self) -> usize {
        self.rows.iter().map(|(_, rows)| rows).sum()
    }

    /// Fails unless this number of rows was inserted into each of the tables, so that a measurement without effect is
    /// noticed.
    pub fn check(&self, tables: &[&str], sent: usize) -> Result<(), Failure> {
        for table in tables {
            let stored = self.rows.iter().find(|(name, _)| name == table).map_or(0, |(_, rows)| *rows);
            if stored != sent {
                return Err(format!("{sent} were sent, {stored} are there as {table}").into());
            }
        }
        Ok(())
    }
}

/// A second set of tables, created as a copy of the measured one: with the same columns, indexes and settings.
pub enum Bare {
    Sqlite(sqlite::Bare),
    Postgres(postgres::Bare),
}

impl Bare {
    /// Creates the copy in the folder, or under `name` in the same PostgreSQL database.
    pub fn new(served: &Database, folder: &Path, name: &str, reference: Reference) -> Result<Self, Failure> {
        Ok(match served {
            Database::Sqlite(file) => {
                let copy = folder.join(format!("{name}.sqlite"));
                Self::Sqlite(sqlite::Bare::new(file, &copy, reference)?)
            }
            Database::Postgres(database) => {
                Self::Postgres(postgres::Bare::new(database.url(), name, reference)?)
            }
        })
    }

    /// Inserts the rows that were written since the last call, in `commits` transactions of about the same size.
    pub fn insert_new_rows(&mut self, commits: usize) -> Result<Inserted, Failure> {
        match self {
            Self::Sqlite(bare) => bare.insert_new_rows(commits),
            Self::Postgres(bare) => bare.copy_new_rows(commits),
        }
    }

    /// Inserts the rows that were written since the last call, with one transaction per request. On PostgreSQL, several
    /// clients insert concurrently.
    pub fn insert_per_request(&mut self, requests: usize, clients: usize) -> Result<Inserted, Failure> {
        match self {
            Self::Sqlite(bare) => bare.insert_new_rows(requests),
            Self::Postgres(bare) => bare.insert_per_request(requests, clients),
        }
    }
}

/// Returns part number `part` of `parts` equal parts of the rows. The first parts get the extra rows, which are often
/// referenced.
fn share<T>(rows: &[T], part: usize, parts: usize) -> &[T] {
    let end = |part: usize| (rows.len() * part).div_ceil(parts);
    &rows[end(part)..end(part + 1)]
}
