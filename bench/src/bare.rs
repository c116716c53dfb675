//! The other side: the rows that resulted, inserted again by nothing but prepared statements.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use crate::Failure;

/// Candidates per transaction, as bulks have.
pub const BULK_CANDIDATES: usize = 1000;

/// A table that an import of known master data fills, and its rows with keys beyond `?1`, the key last.
struct Table {
    name: &'static str,
    new_rows: &'static str,
}

/// What many candidates share; its ids are not of the sequence of the others.
const BLOCKS: &str = "content_block";

const TABLES: [Table; 7] = [
    Table { name: "candidate", new_rows: "SELECT *, id FROM candidate WHERE id > ?1 ORDER BY id" },
    Table {
        name: "candidate_content",
        new_rows: "SELECT *, candidate_id FROM candidate_content WHERE candidate_id > ?1 ORDER BY candidate_id",
    },
    Table {
        name: "candidate_identity",
        new_rows: "SELECT *, candidate_id FROM candidate_identity WHERE candidate_id > ?1 ORDER BY candidate_id",
    },
    Table { name: BLOCKS, new_rows: "SELECT *, id FROM content_block WHERE id > ?1 ORDER BY id" },
    Table { name: "request", new_rows: "SELECT *, id FROM request WHERE id > ?1 ORDER BY id" },
    Table {
        name: "request_org",
        new_rows: "SELECT *, request_id FROM request_org WHERE request_id > ?1 ORDER BY request_id",
    },
    // a header has one row however many candidates it has
    Table {
        name: "po_reference_use",
        new_rows: "SELECT u.*, max(c.id) AS last FROM candidate c JOIN po_reference_use u ON \
                   u.po_reference = c.po_reference AND u.bpartner_id = c.bpartner_id AND u.org_id = c.org_id AND \
                   u.data_source_id = c.data_source_id AND u.external_header_id = c.external_header_id \
                   WHERE c.id > ?1 GROUP BY c.po_reference, c.external_header_id ORDER BY last",
    },
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
        const SCHEMA: &str =
            "SELECT sql FROM sqlite_master WHERE type <> 'trigger' AND sql IS NOT NULL AND tbl_name = ?";
        const LAST: &str = "SELECT coalesce(max(last), 0) FROM \
                            (SELECT max(id) AS last FROM candidate UNION ALL SELECT max(id) FROM request)";
        let served = Connection::open_with_flags(served, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let bare = Connection::open(bare)?;
        bare.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; \
             PRAGMA wal_autocheckpoint = 16000; PRAGMA foreign_keys = OFF;",
        )?;
        let mut schema = served.prepare(SCHEMA)?;
        for table in TABLES {
            for sql in schema.query_map([table.name], |row| row.get::<_, String>(0))? {
                bare.execute_batch(&sql?)?;
            }
        }
        drop(schema);
        let last = served.query_row(LAST, [], |row| row.get(0))?;
        Ok(Self {
            served,
            copy: bare,
            copied: TABLES.map(|table| if table.name == BLOCKS { 0 } else { last }),
        })
    }

    /// Copies what came since the last call, so many candidates with each commit: candidates inserted, and the time
    /// the inserts took, commits included. Reading the rows is not part of the time.
    pub fn insert_what_is_new(&mut self, candidates_per_commit: usize) -> Result<(usize, Duration), Failure> {
        let mut rows = Vec::new();
        for (copied, table) in self.copied.iter_mut().zip(TABLES) {
            let mut statement = self.served.prepare(table.new_rows)?;
            let columns = statement.column_count() - 1;
            let mut found = statement.query([*copied])?;
            let mut of_table: Vec<Vec<Value>> = Vec::new();
            while let Some(row) = found.next()? {
                of_table.push((0..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?);
                *copied = row.get(columns)?;
            }
            rows.push((insert_statement(table.name, columns), of_table));
        }
        let candidates = rows.first().map_or(0, |(_, rows)| rows.len());
        let commits = candidates.div_ceil(candidates_per_commit).max(1);
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
