//! What a run decided: the orders to write, what becomes of the candidates that stay, and why.

use jiff::Timestamp;

use crate::candidate::{CandidateChange, Hold, Status, words};
use crate::correction::Stood;
use crate::ids::{CandidateId, OrderId};
use crate::import::Expectation;
use crate::order::NewOrder;
use crate::problem::Problem;

use super::SplitMember;

/// The plan of one chunk of a run.
#[derive(Debug, Default)]
pub struct OrdersPlan {
    pub writes: OrdersWrites,
    /// One for each candidate that was given, by id ascending.
    pub results: Vec<RunCandidateResult>,
    /// When the next header is due that now only waits for its time.
    pub due: Option<Timestamp>,
    /// The planner ran out of ids: reserve at least this many and plan again. Nothing may be written then.
    pub ids_short: u32,
}

/// What the commit writes. Each order is a transaction of its own, or a savepoint in one that many share: if
/// one cannot be made because a candidate of it has changed, that leaves the others alone.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OrdersWrites {
    /// What must still be what it was, else Conflict. Each once.
    pub unchanged: Vec<Expectation>,
    /// In the order in which numbers are drawn: headers by their first candidate, orders of one likewise.
    pub orders: Vec<NewOrder>,
    /// Candidates of `orders` whose list price is another than was stored; written before their orders, which claim the
    /// version that this makes.
    pub repriced: Vec<CandidateChange>,
    /// Candidates that stay, as far as something about them changes. By id ascending. One that has changed meanwhile is
    /// left as it is.
    pub changes: Vec<CandidateChange>,
}

/// What a run did with one candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct RunCandidateResult {
    pub candidate: CandidateId,
    pub outcome: RunOutcome,
    /// Warnings of its price.
    pub warnings: Vec<Problem>,
}

words! {
    /// The word that stands for a [`RunOutcome`] in answers and filters.
    RunOutcomeWord {
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
    /// It is on this line of this order.
    Ordered {
        order: OrderId,
        line: i64,
        /// Where its header became several orders: what sets this one apart from the one before.
        split_by: Option<SplitMember>,
    },
    /// Nothing is wrong with it, and it waits.
    Held(Hold),
    /// It cannot become an order, or not be edited so.
    Failed(Vec<Problem>),
    /// It was not for this run: processed, inactive or in error before.
    Passed(Status),
    /// It was edited, or what was done with it undone. With what it was before.
    Changed(Box<Stood>),
    /// The edit left it as it was.
    Unchanged,
}
