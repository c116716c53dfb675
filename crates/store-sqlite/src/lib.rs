//! The SQLite backend: one writer with group commit, readers beside it.

mod attachments;
mod backup;
mod candidates;
mod column;
mod commit_import;
mod connection;
#[cfg(test)]
mod correction_plan_tests;
mod corrections;
mod count;
mod error;
mod examine;
mod filter;
mod find;
#[cfg(test)]
mod find_tests;
mod history;
mod import_context;
mod intake;
mod keys;
mod masterdata;
mod migrate;
mod opened_files;
mod orders;
#[cfg(test)]
mod plan_tests;
mod processing;
mod readers;
mod records;
mod reference;
mod requests;
mod scope;
mod sessions;
mod store;
mod tokens;
mod users;
mod writer;
#[cfg(test)]
mod writer_tests;

pub use backup::backup;
pub use connection::SqliteOptions;
pub use examine::{Finding, attached_contents, examine};
pub use opened_files::log_of;
pub use store::SqliteStore;
