//! What SQL databases share, written once: the port over the session of an engine, its statements, its records.

pub mod attachments;
pub mod candidates;
mod changes;
pub mod column;
pub mod commit_import;
mod conflict;
pub mod corrections;
pub mod count;
mod datum;
pub mod examine;
mod filter;
pub mod find;
pub mod history;
pub mod import_context;
pub mod intake;
mod keys;
pub mod masterdata;
pub mod orders;
mod port;
pub mod processing;
pub mod records;
pub mod reference;
pub mod requests;
pub mod scope;
mod session;
pub mod sessions;
mod store;
pub mod tokens;
#[cfg(test)]
mod touch_tests;
mod turn;
pub mod users;

pub use conflict::conflict;
pub use datum::Datum;
pub use session::{Prepared, Row, Session, Values};
pub use store::{Backend, Lane, SqlStore};
