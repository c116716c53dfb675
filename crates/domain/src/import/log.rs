//! What the log of requests keeps of an import.

use serde::{Deserialize, Serialize};

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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RowNote {
    /// The row's place in its request.
    #[serde(rename = "row")]
    pub index: u32,
    /// The external ids as far as they could be read.
    #[serde(rename = "header", skip_serializing_if = "Option::is_none")]
    pub header_id: Option<String>,
    #[serde(rename = "line", skip_serializing_if = "Option::is_none")]
    pub line_id: Option<String>,
    /// Whose the row is; `None` where that could not be read, or is none of the sender's organisations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organisation: Option<OrganisationId>,
    #[serde(flatten)]
    pub outcome: NotedOutcome,
}

/// What became of such a row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredOutcome", into = "StoredOutcome")]
pub enum NotedOutcome {
    /// With what was wrong with it.
    Rejected(Vec<ProblemCode>),
    /// It is there already, as this candidate.
    Unchanged(CandidateId),
}

/// Members of a stored note. One with a candidate is about a row that is there already.
#[derive(Serialize, Deserialize)]
struct StoredOutcome {
    #[serde(skip_serializing_if = "Option::is_none")]
    candidate: Option<CandidateId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    codes: Vec<ProblemCode>,
}

impl From<NotedOutcome> for StoredOutcome {
    fn from(outcome: NotedOutcome) -> Self {
        match outcome {
            NotedOutcome::Rejected(codes) => Self { candidate: None, codes },
            NotedOutcome::Unchanged(candidate) => Self { candidate: Some(candidate), codes: Vec::new() },
        }
    }
}

impl From<StoredOutcome> for NotedOutcome {
    fn from(stored: StoredOutcome) -> Self {
        stored.candidate.map_or(Self::Rejected(stored.codes), Self::Unchanged)
    }
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
