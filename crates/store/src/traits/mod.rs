//! The storage traits, one file per topic. [`Store`] runs transactions; the traits of a [`ReadTransaction`] and a
//! [`WriteTransaction`] are the reads and writes within one. Operations of several transactions are methods of `dyn
//! Store` in the file of their topic. [`Upkeep`] contains operations on the database server or file outside of
//! transactions. The methods of [`MasterdataStore`] and [`CandidateStore`] still run in a transaction of their own.

mod access;
mod attachments;
mod candidates;
mod corrections;
mod import_drafts;
mod imports;
mod instances;
mod mappings;
mod masterdata;
mod notifications;
mod orders;
mod outbox;
mod rejected_rows;
mod requests;
mod runs;
mod saved_views;
mod schedules;
mod search;
mod transaction;
mod upkeep;
mod webhooks;

pub use access::{AccessReader, AccessWriter};
pub use attachments::{AttachmentReader, AttachmentWriter};
pub use candidates::{CandidateReader, CandidateStore, OwnerChoice, ReferenceOwner};
pub use corrections::{CorrectionReader, CorrectionWriter};
pub use import_drafts::{ImportDraftReader, ImportDraftWriter};
pub use imports::{ImportReader, ImportWriter};
pub use instances::{InstanceReader, InstanceWriter};
pub use mappings::{MappingReader, MappingWriter};
pub use masterdata::MasterdataStore;
pub use notifications::{NotificationReader, NotificationWriter};
pub use orders::{OrderReader, OrderWriter};
pub use outbox::{OutboxReader, OutboxWriter};
pub use rejected_rows::{RejectedRowReader, RejectedRowWriter};
pub use requests::{RequestReader, RequestWriter};
pub use runs::{RunReader, RunWriter};
pub use saved_views::{SavedViewReader, SavedViewWriter};
pub use schedules::{ScheduleReader, ScheduleWriter};
pub use search::{Refold, RefoldProgress, RefoldStep, SEARCH_BATCH, SearchReader, SearchWriter};
pub use transaction::{
    BoxedResult, ListClosure, ReadClosure, ReadTransaction, TransactionStore, WriteClosure, WriteMode,
    WriteTransaction,
};
pub use upkeep::{StoreStatistics, Upkeep, UpkeepReader, UpkeepWriter};
pub use webhooks::{WebhookReader, WebhookWriter};

/// A database. Methods that write return after the durable commit.
pub trait Store: TransactionStore + MasterdataStore + CandidateStore + Upkeep {}
