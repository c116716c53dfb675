//! Corrections of stored candidates, and what happened to them.

use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::candidate::Status;
use orderdock_domain::correction::{Correction, HistoryEntry, OrderedCandidate, RecordKeys};
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId, RunId};
use orderdock_domain::import::Expectation;
use orderdock_domain::order::VoidOrder;
use orderdock_domain::problem::Problem;
use orderdock_domain::processing::RunCandidateResult;
use orderdock_domain::text::Text;

use crate::{Fence, KeptCall};

/// Which candidates a correction is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Corrected {
    One(CandidateId),
    /// A chunk of a run that edits many.
    These(Vec<CandidateId>),
    /// A chunk of what a run did that is to be undone, with all that says whether something was built on it.
    DoneBy {
        run: RunId,
        candidates: Vec<CandidateId>,
    },
    /// The rows of an external header, or the one row of a line.
    Reference {
        data_source: DataSourceId,
        header_id: String,
        line_id: Option<String>,
    },
}

/// What a correction is about and what it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorrectionKeys {
    pub candidates: Corrected,
    pub records: RecordKeys,
}

/// Everything that one correction writes, in one transaction.
#[derive(Debug)]
pub struct CorrectionCommit {
    /// What must still be what it was, else Conflict.
    pub unchanged: Vec<Expectation>,
    /// With the versions that were read, which the commit raises by one. Those without an entry write nothing.
    pub corrections: Vec<Correction>,
    pub kept: KeptCall,
}

impl CorrectionCommit {
    /// Returns about how many rows it writes.
    pub const fn row_count(&self) -> usize {
        1 + self.corrections.len()
    }
}

/// Comments that one candidate or order may have.
pub const MOST_COMMENTS: u32 = 1_000;

/// A part of the history of a candidate; empty if the candidate is not visible.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// Status and problems that the import left.
    pub imported_as: Option<Status>,
    pub imported_with: Vec<Problem>,
    /// Changes since the import, in the order of the range.
    pub entries: Vec<HistoryEntry>,
    /// Comments with their numbers, in the order of the range.
    pub comments: Vec<(i64, Comment)>,
}

/// Which part of a history is read. From oldest to newest, the change at the place comes too: comments that follow it show
/// its status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryRange {
    pub newest_first: bool,
    pub after: Option<HistoryPlace>,
    /// At most so many changes, and so many comments.
    pub limit: u32,
}

/// A place in a history: the last change and the last comment before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HistoryPlace {
    pub version: i64,
    /// Number of the comment.
    pub comment: i64,
}

impl HistoryRange {
    pub const WHOLE: Self = Self { newest_first: false, after: None, limit: u32::MAX };
    pub const NONE: Self = Self { newest_first: false, after: None, limit: 0 };

    /// Where the range begins.
    pub fn place(&self) -> HistoryPlace {
        let end = if self.newest_first { i64::MAX } else { 0 };
        self.after.unwrap_or(HistoryPlace { version: end, comment: end })
    }
}

/// Result of writing a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentOutcome {
    Written,
    NotFound,
    /// The record has [`MOST_COMMENTS`].
    TooMany,
}

/// What somebody said about a candidate or an order. It never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    pub at: Timestamp,
    pub actor: String,
    pub text: Text,
}

/// What a comment is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Commented {
    Candidate(CandidateId),
    Order(OrderId),
}

/// A comment that is written, with its call.
#[derive(Debug)]
pub struct CommentCommit {
    pub about: Commented,
    pub comment: Comment,
    pub kept: KeptCall,
}

impl CommentCommit {
    /// About how many rows it writes.
    pub const ROWS: usize = 2;
}

impl History {
    /// Adds the entry of the order that the candidate is in, if it belongs to the range.
    #[must_use]
    pub fn with_order(mut self, ordered: Option<OrderedCandidate>, range: &HistoryRange) -> Self {
        let (from, newest_first) = (range.place().version, range.newest_first);
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

/// What one chunk of an edit or of an undoing writes, in one transaction with the figures of its run.
#[derive(Debug)]
pub struct EditCommit {
    pub run: RunId,
    /// What must still be what it was, else Conflict.
    pub unchanged: Vec<Expectation>,
    /// With the versions that were read, which the commit raises by one. Those without an entry write nothing.
    pub corrections: Vec<Correction>,
    /// Orders that are voided, of the scope.
    pub voids: Vec<VoidOrder>,
    pub scope: WriteScope,
    /// One for each candidate of the chunk.
    pub results: Vec<RunCandidateResult>,
    /// Of who works on the run.
    pub fence: Fence,
}

impl EditCommit {
    /// Returns about how many rows it writes.
    pub const fn row_count(&self) -> usize {
        1 + self.results.len()
    }
}
