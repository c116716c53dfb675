//! Corrections of stored candidates, and what happened to them.

use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
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

/// What happened to a candidate; nothing where it is not seen.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// What its import found to stand against it.
    pub imported_with: Vec<Problem>,
    /// What changed it since, oldest first.
    pub entries: Vec<HistoryEntry>,
    /// What was said about it, oldest first.
    pub comments: Vec<Comment>,
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

impl History {
    /// What the candidate itself, the entries that were kept and the order that it is in say of it.
    pub fn of(
        problems: Vec<Problem>,
        mut entries: Vec<HistoryEntry>,
        ordered: Option<OrderedCandidate>,
    ) -> Self {
        entries.extend(ordered.map(OrderedCandidate::entry));
        entries.sort_unstable_by_key(|entry| entry.version);
        // the candidate has the problems that its import found until something changes them
        let imported_with = entries.first().map_or(problems, |first| first.problems_before.clone());
        Self { imported_with, entries, comments: Vec::new() }
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
