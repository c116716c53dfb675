//! The other side: the rows that resulted, inserted again by nothing but what the database does best.

mod postgres;
mod sqlite;

use std::path::Path;

use crate::Failure;
use crate::database::Database;
use crate::spent::Spent;

/// Which rows are inserted again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// Those of all tables, with all indexes.
    AllRows,
    /// Those of these tables, with all their indexes.
    Tables(&'static [&'static str]),
    /// Candidates alone, with so many of their indexes.
    Candidates { indexes: usize },
}

/// What was inserted, and the time that the inserts took, commits included. Reading the rows is not part of it.
pub struct Inserted {
    /// How many rows of each table.
    rows: Vec<(String, usize)>,
    pub spent: Spent,
}

impl Inserted {
    /// How many rows of all tables.
    pub fn rows(&self) -> usize {
        self.rows.iter().map(|(_, rows)| rows).sum()
    }

    /// Fails unless there were so many of each of the tables: what was measured has to be there.
    pub fn check(&self, tables: &[&str], sent: usize) -> Result<(), Failure> {
        for table in tables {
            let there = self.rows.iter().find(|(name, _)| name == table).map_or(0, |(_, rows)| *rows);
            if there != sent {
                return Err(format!("{sent} were sent, {there} are there as {table}").into());
            }
        }
        Ok(())
    }
}

/// A second set of tables that began as a copy of the first: the same columns, indexes and settings.
pub enum Bare {
    Sqlite(sqlite::Bare),
    Postgres(postgres::Bare),
}

impl Bare {
    /// The copy is made in the folder, or beside the first in the same database, under that name.
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

    /// Inserts what came since the last call, in so many transactions of about the same size.
    pub fn insert_what_is_new(&mut self, commits: usize) -> Result<Inserted, Failure> {
        match self {
            Self::Sqlite(bare) => bare.insert_what_is_new(commits),
            Self::Postgres(bare) => bare.copy_what_is_new(commits),
        }
    }

    /// The same, one transaction for each of so many requests; a server is given them by several clients at once.
    pub fn insert_each(&mut self, requests: usize, clients: usize) -> Result<Inserted, Failure> {
        match self {
            Self::Sqlite(bare) => bare.insert_what_is_new(requests),
            Self::Postgres(bare) => bare.insert_each(requests, clients),
        }
    }
}

/// The `part`-th of `parts` equal shares; rounded up, so that of few rows, to which many refer, none comes too late.
fn share<T>(rows: &[T], part: usize, parts: usize) -> &[T] {
    let end = |part: usize| (rows.len() * part).div_ceil(parts);
    &rows[end(part)..end(part + 1)]
}
