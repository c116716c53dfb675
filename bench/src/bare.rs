//! The other side: the rows that resulted, inserted again by nothing but prepared statements.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use crate::Failure;

/// Candidates per transaction, as the requests had.
const CANDIDATES_PER_COMMIT: usize = 1000;

/// The tables that an import of known master data fills, with the column that tells old rows from new ones.
const TABLES: [(&str, &str); 4] = [
    ("candidate", "id"),
    ("candidate_content", "candidate_id"),
    ("candidate_identity", "candidate_id"),
    ("request", "id"),
];

/// A second database with the same tables, indexes and settings.
pub struct Bare {
    served: Connection,
    copy: Connection,
    /// The largest key already copied, for each of the tables.
    copied: [i64; TABLES.len()],
}

impl Bare {
    pub fn new(served: &Path, bare: &Path) -> Result<Self, Failure> {
        let served = Connection::open_with_flags(served, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let bare = Connection::open(bare)?;
        bare.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")?;
        let mut schema = served.prepare("SELECT sql FROM sqlite_master WHERE type <> 'trigger' AND sql IS NOT NULL AND tbl_name IN ('candidate', 'candidate_content', 'candidate_identity', 'request')")?;
        for sql in schema.query_map([], |row| row.get::<_, String>(0))? {
            bare.execute_batch(&sql?)?;
        }
        drop(schema);
        let mut this = Self { served, copy: bare, copied: [0; TABLES.len()] };
        for (copied, (table, key)) in this.copied.iter_mut().zip(TABLES) {
            *copied = this.served.query_row(
                &format!("SELECT coalesce(max({key}), 0) FROM {table}"),
                [],
                |row| row.get(0),
            )?;
        }
        Ok(this)
    }

    /// Copies what came since the last call: candidates inserted, and the time the inserts took, commits
    /// included. Reading the rows is not part of the time.
    pub fn insert_what_is_new(&mut self) -> Result<(usize, Duration), Failure> {
        let mut rows = Vec::new();
        for (copied, (table, key)) in self.copied.iter_mut().zip(TABLES) {
            let sql = format!("SELECT *, {key} FROM {table} WHERE {key} > ? ORDER BY {key}");
            let mut statement = self.served.prepare(&sql)?;
            let columns = statement.column_count() - 1;
            let mut found = statement.query([*copied])?;
            let mut of_table: Vec<Vec<Value>> = Vec::new();
            while let Some(row) = found.next()? {
                of_table.push((0..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?);
                *copied = row.get(columns)?;
            }
            rows.push((insert_statement(table, columns), of_table));
        }
        let candidates = rows.first().map_or(0, |(_, rows)| rows.len());
        let commits = candidates.div_ceil(CANDIDATES_PER_COMMIT).max(1);
        let started = Instant::now();
        for commit in 0..commits {
            let transaction = self.copy.transaction()?;
            for (sql, rows) in &rows {
                let mut statement = transaction.prepare_cached(sql)?;
                for row in share(rows, commit, commits) {
                    statement.execute(rusqlite::params_from_iter(row))?;
                }
            }
            transaction.commit()?;
        }
        Ok((candidates, started.elapsed()))
    }
}

fn insert_statement(table: &str, columns: usize) -> String {
    let places = vec!["?"; columns].join(", ");
    format!("INSERT INTO {table} VALUES ({places})")
}

/// The `part`-th of `parts` equal shares.
fn share<T>(rows: &[T], part: usize, parts: usize) -> &[T] {
    let size = rows.len().div_ceil(parts);
    let from = (part * size).min(rows.len());
    &rows[from..(from + size).min(rows.len())]
}
