//! Plan of a run: orders to write and the outcome of every candidate.

use jiff::Timestamp;

use crate::candidate::{CandidateChange, Hold, Status, string_enum};
use crate::correction::PreviousState;
use crate::ids::{CandidateId, OrderId};
use crate::import::Expectation;
use crate::order::NewOrder;
use crate::problem::Problem;

use super::SplitMember;

/// Plan of one chunk of a run.
#[derive(Debug, Default)]
pub struct OrdersPlan {
    pub writes: OrdersWrites,
    /// One result per candidate, ascending by id.
    pub results: Vec<RunCandidateResult>,
    /// Earliest end of a hold, among holds that end by time alone.
    pub due: Option<Timestamp>,
    /// Number of missing ids. If it is not 0, reserve at least this many and plan again; nothing may be written.
    pub ids_short: u32,
}

/// Writes of the commit. Each order is written in its own transaction or savepoint, so that an order that fails because a
/// candidate has changed does not affect the others.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OrdersWrites {
    /// Records that must be unchanged, otherwise the commit returns Conflict. Without duplicates.
    pub unchanged: Vec<Expectation>,
    /// Orders, in the sequence in which their numbers are assigned: by the first candidate of the incoming order, then of the
    /// order.
    pub orders: Vec<NewOrder>,
    /// Changes of candidates of `orders` whose list price differs from the stored one. They are written before the orders,
    /// which claim the resulting version.
    pub repriced: Vec<CandidateChange>,
    /// Changes of candidates without order, ascending by id. A candidate that was modified since it was read is not
    /// changed.
    pub changes: Vec<CandidateChange>,
}

/// Result of a run for one candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct RunCandidateResult {
    pub candidate: CandidateId,
    pub outcome: RunOutcome,
    /// Warnings of the price.
    pub warnings: Vec<Problem>,
}

string_enum! {
    /// Name of a [`RunOutcome`] in responses and filters.
    RunOutcomeKind {
        Ordered "ordered"
        Held "held"
        Failed "failed"
        Passed "passed"
        Changed "changed"
        Unchanged "unchanged"
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum RunOutcome {
    /// The candidate is on this line of this order.
    Ordered {
        order: OrderId,
        line: i64,
        /// First member of the split key that differs from the previous order of the same incoming order.
        split_by: Option<SplitMember>,
    },
    /// The candidate is valid but on hold.
    Held(Hold),
    /// No order line could be created for the candidate, or it cannot be edited as requested.
    Failed(Vec<Problem>),
    /// The run ignored the candidate, because it was already processed, inactive or in error.
    Passed(Status),
    /// The candidate was edited, or an earlier run was undone for it. Contains its previous state.
    Changed(Box<PreviousState>),
    /// The edit did not change the candidate.
    Unchanged,
}
