//! Corrections of stored candidates, and their history and comments.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::candidate::Status;
use orderdock_domain::correction::{Correction, HistoryEntry, OrderedCandidate, RecordKeys};
use orderdock_domain::ids::{CandidateId, CrossReferenceId, OrderId, RunId};
use orderdock_domain::import::Expectation;
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_domain::order::VoidOrder;
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::RunCandidateResult;
use orderdock_domain::text::Text;

use crate::{FencingToken, ReferenceOwner, RequestLogEntry};

/// The candidates of a correction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CorrectionTarget {
    One(CandidateId),
    /// A chunk of a run that edits many candidates.
    These(Vec<CandidateId>),
    /// A chunk of the candidates of a run that is being undone, with all data that shows whether later changes depend
    /// on them.
    DoneBy {
        run: RunId,
        candidates: Vec<CandidateId>,
    },
    /// The rows of an external header, or of one of its lines.
    Reference {
        owner: ReferenceOwner,
        header_id: String,
        line_id: Option<String>,
    },
}

/// The candidates of a correction and the records that it references.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorrectionKeys {
    pub candidates: CorrectionTarget,
    pub records: RecordKeys,
}

/// All writes of one correction, in one transaction.
#[derive(Debug)]
pub struct CorrectionCommit {
    /// Records that must not have changed, otherwise `Conflict`.
    pub unchanged: Vec<Expectation>,
    /// Corrections with the versions that were read, which the commit increments. Candidates without an entry are not
    /// written.
    pub corrections: Vec<Correction>,
    pub log_entry: RequestLogEntry,
}

impl CorrectionCommit {
    /// Returns about how many rows it writes.
    pub const fn row_count(&self) -> usize {
        1 + self.corrections.len()
    }
}

/// Candidates whose references were resolved, with the same rules as a [`CorrectionCommit`].
#[derive(Debug)]
pub struct ResolutionCommit {
    /// Records that must not have changed, otherwise `Conflict`.
    pub unchanged: Vec<Expectation>,
    pub corrections: Vec<Correction>,
    /// Number of candidates for which each cross-reference named a record.
    pub used: BTreeMap<CrossReferenceId, u64>,
    pub now: Timestamp,
}

/// Records and candidates that have changed, from the event feed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordChanges {
    /// Master data by kind.
    pub records: BTreeMap<KindName, BTreeSet<i64>>,
    pub candidates: BTreeSet<CandidateId>,
}

/// Maximum number of comments on one candidate or order.
pub const MAX_COMMENTS: u32 = 1_000;

/// A part of the history of a candidate; empty if the candidate is not visible.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// Status and problems after the import.
    pub imported_as: Option<Status>,
    pub imported_with: Vec<Problem>,
    /// Changes since the import, in the order of the range.
    pub entries: Vec<HistoryEntry>,
    /// Comments with their numbers, in the order of the range.
    pub comments: Vec<(i64, Comment)>,
}

/// A range of a history. Read from oldest to newest, it includes the change at its start, because the comments after
/// that change show its status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryRange {
    pub newest_first: bool,
    pub after: Option<HistoryPosition>,
    /// Maximum number of changes, and of comments.
    pub limit: u32,
}

/// A position in a history: the last change and the last comment before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HistoryPosition {
    pub version: i64,
    /// Number of the comment.
    pub comment: i64,
}

impl HistoryRange {
    pub const WHOLE: Self = Self { newest_first: false, after: None, limit: u32::MAX };
    pub const NONE: Self = Self { newest_first: false, after: None, limit: 0 };

    /// Returns the start of the range.
    pub fn position(&self) -> HistoryPosition {
        let end = if self.newest_first { i64::MAX } else { 0 };
        self.after.unwrap_or(HistoryPosition { version: end, comment: end })
    }
}

/// Result of writing a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentOutcome {
    Written,
    NotFound,
    /// The record has [`MAX_COMMENTS`].
    TooMany,
}

/// A comment on a candidate or an order. It never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    pub at: Timestamp,
    pub actor: String,
    pub text: Text,
}

/// The record that a comment belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentTarget {
    Candidate(CandidateId),
    Order(OrderId),
}

/// A comment to write, with its call.
#[derive(Debug)]
pub struct CommentCommit {
    pub about: CommentTarget,
    pub comment: Comment,
    pub log_entry: RequestLogEntry,
}

impl CommentCommit {
    /// Approximate number of rows that it writes.
    pub const ROWS: usize = 2;
}

impl History {
    /// Adds the entry about the candidate's order, if it is in the range.
    #[must_use]
    pub fn with_order(mut self, ordered: Option<OrderedCandidate>, range: &HistoryRange) -> Self {
        let (from, newest_first) = (range.position().version, range.newest_first);
        let within = |entry: &HistoryEntry| {
            if newest_first { entry.version < from } else { entry.version >= from }
        };
        self.entries.extend(ordered.map(OrderedCandidate::entry).filter(within));
        self.entries.sort_unstable_by_key(|entry| entry.version);
        if newest_first {
            self.entries.reverse();
        }
        self
    }
}

/// All writes of one chunk of an edit or undo, in one transaction with the counts of its run.
#[derive(Debug)]
pub struct EditCommit {
    pub run: RunId,
    /// Records that must not have changed, otherwise `Conflict`.
    pub unchanged: Vec<Expectation>,
    /// Corrections with the versions that were read, which the commit increments. Candidates without an entry are not
    /// written.
    pub corrections: Vec<Correction>,
    /// Orders to void; they belong to the scope.
    pub voids: Vec<VoidOrder>,
    pub scope: WriteScope,
    /// One result for each candidate of the chunk.
    pub results: Vec<RunCandidateResult>,
    /// Fence of the instance that processes the run.
    pub fence: FencingToken,
}

impl EditCommit {
    /// Returns about how many rows it writes.
    pub const fn row_count(&self) -> usize {
        1 + self.results.len()
    }
}
