//! Notes of the request log on rows that did not become candidates.

use serde::{Deserialize, Serialize};

use super::{ImportRow, RowOutcome};
use crate::candidate::string_enum;
use crate::ids::{CandidateId, OrganisationId};
use crate::problem::{Problem, ProblemCode};

string_enum! {
    /// Kind of a request. An incoming order whose candidates all arrived in one bulk is considered complete.
    RequestKind { Single "single" Bulk "bulk" Call "call" }
}

impl RequestKind {
    /// Returns whether the request imports candidates.
    pub fn is_import(self) -> bool {
        self != Self::Call
    }
}

/// A row of an import that did not become a candidate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RowNote {
    /// Index of the row in its request.
    #[serde(rename = "row")]
    pub index: u32,
    /// External ids, as far as they could be read.
    #[serde(rename = "header", skip_serializing_if = "Option::is_none")]
    pub header_id: Option<String>,
    #[serde(rename = "line", skip_serializing_if = "Option::is_none")]
    pub line_id: Option<String>,
    /// Organisation of the row; `None` if it could not be read or the caller has no access to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organisation: Option<OrganisationId>,
    #[serde(flatten)]
    pub outcome: RowNoteOutcome,
}

/// Outcome of a row that did not become a candidate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "StoredOutcome", into = "StoredOutcome")]
pub enum RowNoteOutcome {
    /// Rejected, with the codes of its errors.
    Rejected(Vec<ProblemCode>),
    /// Already imported, as this candidate.
    Unchanged(CandidateId),
}

/// Stored form of [`RowNoteOutcome`]. `candidate` is present if the row was already imported.
#[derive(Serialize, Deserialize)]
struct StoredOutcome {
    #[serde(skip_serializing_if = "Option::is_none")]
    candidate: Option<CandidateId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    codes: Vec<ProblemCode>,
}

impl From<RowNoteOutcome> for StoredOutcome {
    fn from(outcome: RowNoteOutcome) -> Self {
        match outcome {
            RowNoteOutcome::Rejected(codes) => Self { candidate: None, codes },
            RowNoteOutcome::Unchanged(candidate) => Self { candidate: Some(candidate), codes: Vec::new() },
        }
    }
}

impl From<StoredOutcome> for RowNoteOutcome {
    fn from(stored: StoredOutcome) -> Self {
        stored.candidate.map_or(Self::Rejected(stored.codes), Self::Unchanged)
    }
}

impl RowNote {
    /// Returns the note for a rejected request that is a single row, without external ids.
    pub fn rejected(codes: Vec<ProblemCode>) -> Self {
        let outcome = RowNoteOutcome::Rejected(codes);
        Self { index: 0, header_id: None, line_id: None, organisation: None, outcome }
    }

    /// Returns the note for a row; `None` if it became a candidate.
    pub(super) fn of(
        index: u32,
        row: &ImportRow,
        outcome: &RowOutcome,
        organisation: Option<OrganisationId>,
    ) -> Option<Self> {
        let outcome = match outcome {
            RowOutcome::Created { .. } => return None,
            RowOutcome::Unchanged { candidate, .. } => RowNoteOutcome::Unchanged(*candidate),
            RowOutcome::Rejected { errors } => RowNoteOutcome::Rejected(codes(errors)),
        };
        let (header_id, line_id) = (row.header_id.clone(), row.line_id.clone());
        Some(Self { index, header_id, line_id, organisation, outcome })
    }
}

/// Returns the error codes; adjacent equal codes are merged.
fn codes(errors: &[Problem]) -> Vec<ProblemCode> {
    let mut codes: Vec<_> = errors.iter().map(|error| error.code).collect();
    codes.dedup();
    codes
}
