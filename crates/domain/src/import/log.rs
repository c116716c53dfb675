//! What the log of requests keeps of an import.

use super::{ImportRow, RowOutcome};
use crate::candidate::words;
use crate::ids::{CandidateId, OrganisationId};
use crate::problem::{Problem, ProblemCode};

words! {
    /// What came in. A header whose candidates all came in one bulk is complete.
    RequestKind { Single "single" Bulk "bulk" Call "call" }
}

impl RequestKind {
    /// Whether it brings candidates.
    pub fn is_import(self) -> bool {
        self != Self::Call
    }
}

/// A row of an import that did not become a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowNote {
    /// The row's place in its request.
    pub index: u32,
    /// The external ids as far as they could be read.
    pub header_id: Option<String>,
    pub line_id: Option<String>,
    /// Whose the row is; `None` where that could not be read, or is none of the sender's organisations.
    pub organisation: Option<OrganisationId>,
    pub outcome: NotedOutcome,
}

/// What became of such a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotedOutcome {
    /// With what was wrong with it.
    Rejected(Vec<ProblemCode>),
    /// It is there already, as this candidate.
    Unchanged(CandidateId),
}

impl RowNote {
    /// Of a request that is one row, without external ids.
    pub fn refused(codes: Vec<ProblemCode>) -> Self {
        let outcome = NotedOutcome::Rejected(codes);
        Self { index: 0, header_id: None, line_id: None, organisation: None, outcome }
    }

    /// `None` for a row that became a candidate.
    pub(super) fn of(
        index: u32,
        row: &ImportRow,
        outcome: &RowOutcome,
        organisation: Option<OrganisationId>,
    ) -> Option<Self> {
        let outcome = match outcome {
            RowOutcome::Created { .. } => return None,
            RowOutcome::Unchanged { candidate, .. } => NotedOutcome::Unchanged(*candidate),
            RowOutcome::Rejected { errors } => NotedOutcome::Rejected(codes(errors)),
        };
        let (header_id, line_id) = (row.header_id.clone(), row.line_id.clone());
        Some(Self { index, header_id, line_id, organisation, outcome })
    }
}

/// One code for errors of a kind that stand together.
fn codes(errors: &[Problem]) -> Vec<ProblemCode> {
    let mut codes: Vec<_> = errors.iter().map(|error| error.code).collect();
    codes.dedup();
    codes
}
