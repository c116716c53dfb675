//! Options for the measured binary and the location of its databases.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::Failure;
use crate::database::Database;

#[derive(clap::Args, Clone, Default, Debug)]
pub struct BenchTarget {
    /// The server to measure [default: `orderdock` beside this program]
    #[arg(long, global = true, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Where the databases are made [default: the folder for temporary files]
    #[arg(long, global = true, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// PostgreSQL server for the databases, instead of files. Supported by `singles`, `bulk`, `bulk-new`, `beside`,
    /// `batches`, `clients`, `orders`, `size`, `references`, `webhooks` and `instances`
    #[arg(long, global = true, value_name = "URL")]
    database: Option<String>,
}

impl BenchTarget {
    pub fn binary(&self) -> Result<PathBuf, Failure> {
        let binary = match &self.binary {
            Some(path) => path.clone(),
            None => std::env::current_exe()?.with_file_name("orderdock"),
        };
        if !binary.is_file() {
            let binary = binary.display();
            return Err(
                format!("{binary} does not exist; run `cargo build` with the same profile first").into()
            );
        }
        Ok(binary)
    }

    pub fn names_binary(&self) -> bool {
        self.binary.is_some()
    }

    pub fn folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(std::env::temp_dir)
    }

    /// Creates a temporary database, which is in the folder unless it is on a server.
    pub fn database(&self, folder: &Path) -> Result<Database, Failure> {
        Database::new(self.database.as_deref(), folder)
    }

    /// Returns whether the databases are on a server, so that several instances can use one.
    pub fn is_served(&self) -> bool {
        self.database.is_some()
    }

    /// Creates a temporary folder.
    pub fn scratch(&self) -> Result<TempDir, Failure> {
        let folder = self.folder();
        std::fs::create_dir_all(&folder)?;
        Ok(tempfile::Builder::new().prefix("orderdock-bench-").tempdir_in(folder)?)
    }
}
