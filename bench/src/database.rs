//! The databases that are measured: a file, or one on a server of PostgreSQL that goes with the measurement.

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
    Postgres(Made),
}

/// A database that was made for the measurement, and goes with it.
pub struct Made {
    server: BlockingConnection,
    name: String,
    url: String,
}

impl Database {
    /// A new one on the server that is named, or the file of a data folder.
    pub fn new(server: Option<&str>, folder: &Path) -> Result<Self, Failure> {
        Ok(match server {
            None => Self::Sqlite(folder.join("orderdock.sqlite")),
            Some(url) => Self::Postgres(Made::on(url)?),
        })
    }

    /// The port on it, in this process.
    pub fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        Ok(match self {
            Self::Sqlite(file) => Arc::new(SqliteStore::open(file, SqliteOptions::default())?),
            Self::Postgres(made) => {
                Arc::new(PostgresStore::open(&made.address()?, PostgresOptions::default())?)
            }
        })
    }

    /// How many rows a table has.
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

    /// The file, for what only a file can tell.
    pub fn file(&self) -> Result<&Path, Failure> {
        match self {
            Self::Sqlite(file) => Ok(file),
            Self::Postgres(_) => Err("this is measured on SQLite alone; leave --database out".into()),
        }
    }

    /// What `--database` of the server says, where it is no file of its folder.
    pub fn url(&self) -> Option<&str> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(made) => Some(made.url()),
        }
    }
}

impl Made {
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

impl Drop for Made {
    fn drop(&mut self) {
        let dropped = self.server.batch(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
        if let Err(error) = dropped {
            eprintln!("the database {} was not dropped: {error}", self.name);
        }
    }
}
