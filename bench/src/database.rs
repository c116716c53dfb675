//! Measured databases: a file, or a temporary database on a PostgreSQL server.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use orderdock_store::Store;
use orderdock_store_postgres::{Address, BlockingConnection, PostgresOptions, PostgresStore};
use orderdock_store_sqlite::{SqliteOptions, SqliteStore};
use rusqlite::{Connection, OpenFlags};

use crate::Failure;

pub enum Database {
    Sqlite(PathBuf),
    Postgres(TemporaryDatabase),
}

/// A database on a server, which is dropped after the measurement.
pub struct TemporaryDatabase {
    server: BlockingConnection,
    name: String,
    url: String,
}

impl Database {
    /// Creates a database on the server if one is configured; otherwise selects the file of a data folder.
    pub fn new(server: Option<&str>, folder: &Path) -> Result<Self, Failure> {
        Ok(match server {
            None => Self::Sqlite(folder.join("orderdock.sqlite")),
            Some(url) => Self::Postgres(TemporaryDatabase::on(url)?),
        })
    }

    /// Opens the store of the database in this process.
    pub fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        Ok(match self {
            Self::Sqlite(file) => Arc::new(SqliteStore::open(file, SqliteOptions::default())?),
            Self::Postgres(made) => {
                Arc::new(PostgresStore::open(&made.address()?, PostgresOptions::default())?)
            }
        })
    }

    /// Returns the number of rows of a table. `table` may also contain a condition.
    pub fn count(&self, table: &str) -> Result<usize, Failure> {
        let sql = format!("SELECT count(*) FROM {table}");
        let count = match self {
            Self::Sqlite(file) => {
                let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
                connection.query_row(&sql, [], |row| row.get(0))?
            }
            Self::Postgres(made) => BlockingConnection::connect(&made.address()?)?.figure(&sql)?,
        };
        Ok(usize::try_from(count)?)
    }

    /// Returns the database file. Fails for a database on a server, for figures that only files have.
    pub fn file(&self) -> Result<&Path, Failure> {
        match self {
            Self::Sqlite(file) => Ok(file),
            Self::Postgres(_) => Err("this is measured on SQLite alone; leave --database out".into()),
        }
    }

    /// Returns the URL for `--database`; `None` for the file of the data folder.
    pub fn url(&self) -> Option<&str> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(made) => Some(made.url()),
        }
    }
}

impl TemporaryDatabase {
    fn on(server: &str) -> Result<Self, Failure> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let address = Address::parse(server)?;
        let name = format!("orderdock_bench_{}_{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let server = BlockingConnection::connect(&address)?;
        server.batch(&format!("CREATE DATABASE {name}"))?;
        let url = address.with_database(&name).to_string();
        Ok(Self { server, name, url })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    fn address(&self) -> Result<Address, Failure> {
        Ok(Address::parse(&self.url)?)
    }
}

impl Drop for TemporaryDatabase {
    fn drop(&mut self) {
        let dropped = self.server.batch(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
        if let Err(error) = dropped {
            eprintln!("the database {} was not dropped: {error}", self.name);
        }
    }
}
