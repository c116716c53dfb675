//! References on SQLite: the rows are inserted into a second file with prepared statements.

use std::path::Path;

use orderdock_store_sqlite::WRITER_SETTINGS;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use super::{Inserted, Reference, share};
use crate::Failure;
use crate::spent::Watch;

/// A copy of the measured database: the same tables, indexes, page size and settings.
pub struct Bare {
    /// Connection to the measured database, with the copy attached as `copy`.
    served: Connection,
    copy: Connection,
    tables: Vec<Table>,
}

struct Table {
    name: String,
    /// Query for the rows that are not in the copy yet.
    missing: String,
    insert: String,
}

impl Bare {
    pub fn new(served: &Path, copy: &Path, reference: Reference) -> Result<Self, Failure> {
        let served = Connection::open_with_flags(served, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let path = copy.to_str().ok_or("the folder name is not valid UTF-8")?;
        served.execute("VACUUM INTO ?", [path])?;
        let copy = Connection::open(copy)?;
        copy.execute_batch("PRAGMA journal_mode = WAL")?;
        copy.execute_batch(WRITER_SETTINGS)?;
        copy.set_prepared_statement_cache_capacity(256);
        served.execute("ATTACH ? AS copy", [path])?;
        let mut tables = Vec::new();
        // In creation order, so that referenced rows are inserted first. Full-text indexes and their shadow tables are
        // omitted: they have no primary key, and the server fills them after the commit.
        let all = "SELECT name FROM main.sqlite_master WHERE type = ? AND name NOT LIKE 'sqlite%' AND name IN \
                   (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table') ORDER BY rowid";
        for name in strings(&served, all, "table")? {
            let wanted = match reference {
                Reference::AllRows => true,
                Reference::Tables(wanted) => wanted.contains(&name.as_str()),
                Reference::Candidates { .. } => name == "candidate",
            };
            if wanted {
                tables.push(Table::new(&served, name)?);
            }
        }
        if let Reference::Candidates { indexes } = reference {
            drop_indexes_beyond(&copy, indexes)?;
        }
        Ok(Self { served, copy, tables })
    }

    /// Inserts the rows that were written since the last call, in `commits` transactions of about the same size.
    pub fn insert_new_rows(&mut self, commits: usize) -> Result<Inserted, Failure> {
        let mut batches = Vec::new();
        for table in &self.tables {
            batches.push((table, table.missing_rows(&self.served)?));
        }
        let rows = batches.iter().map(|(table, rows)| (table.name.clone(), rows.len())).collect();
        let watch = Watch::on_this()?;
        for commit in 0..commits {
            let transaction = self.copy.transaction()?;
            for (table, rows) in &batches {
                let rows = share(rows, commit, commits);
                if rows.is_empty() {
                    continue;
                }
                let mut statement = transaction.prepare_cached(&table.insert)?;
                for row in rows {
                    statement.execute(rusqlite::params_from_iter(row))?;
                }
            }
            transaction.commit()?;
        }
        Ok(Inserted { rows, spent: watch.read()? })
    }
}

impl Table {
    fn new(served: &Connection, name: String) -> Result<Self, Failure> {
        let all = strings(served, "SELECT name FROM pragma_table_info(?) ORDER BY cid", &name)?;
        let key = strings(served, "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", &name)?;
        if key.is_empty() {
            return Err(format!("{name} has no key").into());
        }
        let columns = all.join(", ");
        let same: Vec<_> = key.iter().map(|column| format!("copied.{column} = row.{column}")).collect();
        // Rows are sorted by creation, which only numeric ids reflect.
        let kind = "SELECT type FROM pragma_table_info(?1) WHERE pk = 1";
        let words = strings(served, kind, &name)?.first().is_some_and(|kind| kind == "TEXT");
        let owner = ["candidate_id", "request_id", "order_id"]
            .into_iter()
            .find(|id| all.iter().any(|column| column == id));
        let order = owner.filter(|_| words).map_or_else(|| key.join(", "), str::to_owned);
        let missing = format!(
            "SELECT {columns} FROM main.{name} AS row WHERE NOT EXISTS \
             (SELECT 1 FROM copy.{name} AS copied WHERE {}) ORDER BY {order}",
            same.join(" AND ")
        );
        let places = vec!["?"; all.len()].join(", ");
        let insert = format!("INSERT INTO {name} ({columns}) VALUES ({places})");
        Ok(Self { name, missing, insert })
    }

    fn missing_rows(&self, served: &Connection) -> Result<Vec<Vec<Value>>, Failure> {
        let mut statement = served.prepare_cached(&self.missing)?;
        let columns = statement.column_count();
        let read = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
        let rows = statement.query_map([], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Drops indexes of candidates. Keeps `indexes` of them, first those over all rows.
fn drop_indexes_beyond(copy: &Connection, indexes: usize) -> Result<(), Failure> {
    let all = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ? \
               ORDER BY sql LIKE '% WHERE %', rowid";
    let all = strings(copy, all, "candidate")?;
    if all.len() < indexes {
        return Err(format!("candidates have no {indexes} indexes").into());
    }
    for name in &all[indexes..] {
        copy.execute_batch(&format!("DROP INDEX {name}"))?;
    }
    Ok(())
}

fn strings(database: &Connection, sql: &str, argument: &str) -> rusqlite::Result<Vec<String>> {
    database.prepare_cached(sql)?.query_map([argument], |row| row.get(0))?.collect()
}
