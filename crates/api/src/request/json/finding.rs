//! What is noted about a text: errors and warnings, each with its place.

use orderdock_domain::problem::Problem;

/// Something noted about a value: an error or a warning.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueFinding {
    /// Its pointer is relative to where the reader began.
    pub problem: Problem,
    /// Offset of the value; of the object around it, if it is missing.
    pub at: u32,
    /// The value, quoted; `None` if it is missing.
    pub seen: Option<String>,
}

/// The first findings of their kind, and how many there were.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    pub first: Vec<ValueFinding>,
    pub total: usize,
    /// How many are kept.
    pub(super) keep: usize,
}

impl Findings {
    pub(super) fn keeping(keep: usize) -> Self {
        Self { first: Vec::new(), total: 0, keep }
    }

    /// The same in a text that begins so much earlier.
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
