//! Findings of the reader: errors and warnings with positions.

use orderdock_domain::problem::Problem;

/// Error or warning about a value.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueFinding {
    /// Problem with a pointer relative to the start of the reader.
    pub problem: Problem,
    /// Offset of the value in bytes; of the containing object if the value is missing.
    pub at: u32,
    /// Value as text; `None` if it is missing.
    pub seen: Option<String>,
}

/// First findings of a kind, and their total number.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    pub first: Vec<ValueFinding>,
    pub total: usize,
    /// Maximum number of stored findings.
    pub(super) keep: usize,
}

impl Findings {
    pub(super) fn keeping(keep: usize) -> Self {
        Self { first: Vec::new(), total: 0, keep }
    }

    /// Returns the findings for a text that begins `by` bytes earlier.
    #[must_use]
    pub fn moved(&self, by: u32) -> Self {
        let moved = |finding: &ValueFinding| ValueFinding { at: finding.at + by, ..finding.clone() };
        Self { first: self.first.iter().map(moved).collect(), ..*self }
    }

    pub(super) fn note(&mut self, finding: impl FnOnce() -> ValueFinding) {
        self.total += 1;
        if self.first.len() < self.keep {
            self.first.push(finding());
        }
    }
}
