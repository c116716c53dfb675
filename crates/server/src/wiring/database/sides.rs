//! Source and target database of a copy, each on any engine.

use super::beginning;
use crate::{
    database::Database,
    failure::CommandFailure,
    wiring::{make_file, make_folder},
};
use orderdock_store_postgres::PostgresSide;
use orderdock_store_sql::maintenance::copy::{CopyFault, Side};
use orderdock_store_sqlite::SqliteSide;

impl Database {
    /// Opens the source. Blocks, so the thread must not run an async runtime.
    pub fn as_source(&self) -> Result<Box<dyn Side>, CopyFault> {
        Ok(match self {
            Self::Sqlite(file) => Box::new(SqliteSide::source(file)?),
            Self::Postgres(address) => Box::new(PostgresSide::source(address)?),
        })
    }

    /// Opens the target. Blocks. A missing file is created with its folder, accessible to their owner only.
    pub fn as_target(&self) -> Result<Box<dyn Side>, CopyFault> {
        Ok(match self {
            Self::Sqlite(file) => {
                let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
                folder.map_or(Ok(()), make_folder).and_then(|()| make_file(file)).map_err(|error| {
                    CopyFault::Rejected(format!("cannot create {}: {error}", file.display()))
                })?;
                Box::new(SqliteSide::target(file)?)
            }
            Self::Postgres(address) => Box::new(PostgresSide::target(address)?),
        })
    }

    /// Records that the copy created the database.
    pub fn has_begun(&self) -> Result<(), CommandFailure> {
        match self {
            Self::Sqlite(file) => beginning::mark(file),
            Self::Postgres(_) => Ok(()),
        }
    }
}
