//! Entries of rejected rows.

use jiff::Timestamp;
use orderdock_domain::ids::{CallerId, CandidateId, DataSourceId, OrganisationId, RejectedRowId, RequestId};
use orderdock_domain::import::{ClosedRejection, RejectedRowStatus};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::RejectedSystem;
use orderdock_domain::text::Code;

/// The last rejected version of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedRowContent {
    /// `None` if the row specified none of the caller's organisations.
    pub organisation: Option<OrganisationId>,
    pub data_source: Option<DataSourceId>,
    pub system: RejectedSystem,
    pub header_id: Option<Code>,
    pub line_id: Option<Code>,
    pub request: RequestId,
    /// Index of the row in its request; `None` if the body could not be parsed. Then `text` is the beginning of the
    /// body.
    pub index: Option<u32>,
    pub sender: Option<CallerId>,
    /// Name of the token or user, or `cli`.
    pub sender_name: String,
    pub at: Timestamp,
    /// Code of the first problem, by which entries are grouped.
    pub code: ProblemCode,
    pub problems: Vec<Problem>,
    /// Number of rows without errors that were rejected together with this one.
    pub rejected_with: u32,
    /// Customer, product and order reference as sent, for lists.
    pub customer: String,
    pub product: String,
    pub po_reference: String,
    /// Text as sent, at most 64 KiB.
    pub text: String,
    /// Whether the text was longer.
    pub is_cut: bool,
}

/// A rejected row to store. A row with the key of an entry updates this entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewRejectedRow {
    /// Id of the entry if the key has none.
    pub id: RejectedRowId,
    /// Hash of the identity of the row, or of its text if its identity is incomplete.
    pub key: [u8; 32],
    /// Hash of text and problem codes. A dismissed entry stays dismissed as long as this does not change.
    pub content_hash: [u8; 32],
    pub content: RejectedRowContent,
}

/// Entry of a rejected row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedRowEntry {
    pub id: RejectedRowId,
    /// See [`NewRejectedRow::key`].
    pub key: [u8; 32],
    pub status: RejectedRowStatus,
    pub first_at: Timestamp,
    /// Number of times that the row was rejected.
    pub count: i64,
    /// The candidate of the row, once it was imported.
    pub candidate: Option<CandidateId>,
    pub closed_at: Option<Timestamp>,
    pub closed_by: Option<String>,
    /// Reason of the dismissal.
    pub reason: Option<String>,
    /// The row and its problems. Most lists omit the text and all problems but the first.
    pub content: RejectedRowContent,
    /// Number of problems of the row.
    pub problem_count: u32,
}

/// Changes of the entries of rejected rows by an import, written in its transaction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RejectionChanges {
    pub rejected: Vec<NewRejectedRow>,
    /// Entries whose rows were imported.
    pub closed: Vec<ClosedRejection>,
    /// The entry whose row this import repeats. `Conflict` if the row was imported since the entry was read.
    pub sent_again: Option<ClosedRejection>,
}

/// Conditions on entries, joined by "and"; an absent condition matches every entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RejectedRowFilter {
    pub statuses: Vec<RejectedRowStatus>,
    pub ids: Vec<RejectedRowId>,
    pub organisation: Option<OrganisationId>,
    pub data_source: Option<RejectedRowSource>,
    pub code: Option<ProblemCode>,
    /// Part of an id, customer, product, order reference or sender, in folded form.
    pub words: Option<String>,
    /// Earliest time of the last rejection.
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub to: Option<Timestamp>,
}

/// Data source of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RejectedRowSource {
    One(DataSourceId),
    /// The row specified no existing data source.
    Unknown,
}

/// Order of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RejectedRowSort {
    #[default]
    LastRejected,
    FirstRejected,
}

/// A query for a page of entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RejectedRowQuery {
    pub filter: RejectedRowFilter,
    pub sort: RejectedRowSort,
    pub ascending: bool,
    /// Time and id of the last entry of the previous page.
    pub after: Option<(Timestamp, RejectedRowId)>,
    pub limit: u32,
    /// Whether entries contain their texts and all problems.
    pub whole: bool,
}

/// Entries with the same first problem and data source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedRowGroup {
    pub code: ProblemCode,
    pub data_source: Option<DataSourceId>,
    pub rows: u64,
    /// Number of rows without errors that were rejected together with them.
    pub rejected_with: u64,
    pub senders: u64,
    /// Times of the last rejection.
    pub oldest: Timestamp,
    pub newest: Timestamp,
    /// Entry with the smallest id.
    pub example: RejectedRowId,
}

/// Decision of a user on entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RejectedRowDecision {
    /// Dismisses entries that are not imported.
    Dismiss { reason: String, by: String, at: Timestamp },
    /// Opens dismissed entries again.
    Reopen,
}
