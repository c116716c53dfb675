//! The SQLite backend: one writer with group commit, and concurrent readers.

mod backend;
mod backup;
mod backup_check;
mod connection;
mod copy;
#[cfg(test)]
mod correction_plan_tests;
#[cfg(test)]
mod day_plan_tests;
mod dialect;
mod doctor;
mod error;
#[cfg(test)]
mod find_tests;
mod instance_file;
mod instance_lock;
#[cfg(test)]
mod masterdata_plan_tests;
mod migrate;
#[cfg(test)]
mod missing_record_plan_tests;
mod opened_files;
#[cfg(test)]
mod plan_tests;
#[cfg(test)]
mod processing_tests;
mod readers;
#[cfg(test)]
mod refold_tests;
#[cfg(test)]
mod run_plan_tests;
#[cfg(test)]
mod schema_tests;
#[cfg(test)]
mod statement_plan_tests;
mod transaction;
mod write_queue;
mod writer;
#[cfg(test)]
mod writer_tests;

pub use backend::{Sqlite, SqliteStore};
pub use backup::{backup, restore};
pub use backup_check::verify_backup;
pub use connection::{SqliteOptions, WRITER_SETTINGS};
pub use copy::{SqliteSide, require_unused};
pub use doctor::{attached_contents, examine, storage_use};

/// Returns the version of SQLite that is compiled into this program.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}
pub use opened_files::log_of;
