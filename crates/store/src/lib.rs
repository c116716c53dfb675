//! The storage traits of Orderdock and the conformance suite that every backend runs.
//!
//! The transactions of a [`Store`] have synchronous read and write methods, one trait per topic in `traits/`. The
//! methods take batches. Methods for data of an organisation also take an organisation scope.

mod attachments;
mod backup_contents;
mod candidates;
mod chunks;
#[cfg(any(test, feature = "conformance"))]
pub mod conformance;
mod corrections;
mod day;
mod error;
mod finding;
#[cfg(test)]
mod golden;
mod headers;
mod hold_groups;
mod import;
mod import_drafts;
mod instances;
mod intake;
mod json;
mod mappings;
mod masterdata;
mod missing_records;
mod notifications;
mod orders;
mod outbox;
mod problem_groups;
mod rejected_rows;
mod requests;
mod run_work;
mod runs;
mod saved_views;
mod sessions;
mod storage_use;
mod tally;
mod tokens;
mod traits;
mod users;
mod webhooks;

pub use attachments::*;
pub use backup_contents::{BackupContents, COUNTED_TABLES};
pub use candidates::*;
pub use chunks::*;
pub use corrections::*;
pub use day::*;
pub use error::*;
pub use finding::Finding;
pub use headers::*;
pub use hold_groups::*;
pub use import::*;
pub use import_drafts::*;
pub use instances::*;
pub use intake::*;
pub use json::{from_json, to_json};
pub use mappings::*;
pub use masterdata::*;
pub use missing_records::*;
pub use notifications::*;
pub use orders::*;
pub use outbox::*;
pub use problem_groups::*;
pub use rejected_rows::*;
pub use requests::*;
pub use run_work::RunWork;
pub use runs::*;
pub use saved_views::*;
pub use sessions::*;
pub use storage_use::StorageUse;
pub use tally::*;
pub use tokens::*;
pub use traits::*;
pub use users::*;
pub use webhooks::*;
