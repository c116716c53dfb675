//! What orders that were refused at their commit mean for the rest of a chunk.

use crate::fit;
use std::borrow::Cow;
use std::collections::HashMap;

use super::{RunCandidateResult, RunCounts, RunOutcome};
use crate::candidate::CandidateChange;
use crate::correction::CorrectionCall;
use crate::ids::{CandidateId, OrderId};
use crate::order::NewOrder;
use crate::problem::{Problem, ProblemCode};

/// Why an order was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderRefusal {
    /// A candidate of it has changed: another run or call was faster.
    Overtaken,
    /// It cannot be written, which is a bug; the others must not suffer from it.
    Fault,
}

/// Orders that were not made.
pub type Refusals = HashMap<OrderId, OrderRefusal>;

/// What a chunk comes to after orders of it were refused.
#[derive(Clone, PartialEq, Debug)]
pub struct Settled<'p> {
    pub counts: RunCounts,
    /// Candidates that come up again, and of which nothing is kept now. Ascending.
    pub overtaken: Vec<CandidateId>,
    /// What becomes of candidates whose order cannot be written, besides the changes of the plan.
    pub faulty: Vec<CandidateChange>,
    pub results: Cow<'p, [RunCandidateResult]>,
}

/// What is kept of a plan of these orders, results and figures.
pub fn settle<'p>(
    orders: &[NewOrder],
    results: &'p [RunCandidateResult],
    counts: RunCounts,
    refusals: &Refusals,
    call: &CorrectionCall,
) -> Settled<'p> {
    let mut settled = Settled { counts, overtaken: Vec::new(), faulty: Vec::new(), results: results.into() };
    if refusals.is_empty() {
        return settled;
    }
    for new in orders {
        let Some(refusal) = refusals.get(&new.order.id) else { continue };
        let candidates = fit::<u64>(new.claims.len());
        let counts = &mut settled.counts;
        counts.orders = counts.orders.saturating_sub(1);
        counts.processed = counts.processed.saturating_sub(candidates);
        match refusal {
            OrderRefusal::Overtaken => {
                counts.selected = counts.selected.saturating_sub(candidates);
                settled.overtaken.extend(new.claims.iter().map(|claim| claim.candidate));
            }
            OrderRefusal::Fault => {
                counts.failed += candidates;
                let faulty = new.claims.iter();
                settled
                    .faulty
                    .extend(faulty.filter_map(|claim| CandidateChange::failed(*claim, fault(), call)));
            }
        }
    }
    settled.overtaken.sort_unstable();
    settled.results = results.iter().filter_map(|result| kept(result, refusals)).collect();
    settled
}

/// The result as it is after all: of an order that was overtaken there is none.
fn kept(result: &RunCandidateResult, refusals: &Refusals) -> Option<RunCandidateResult> {
    let refusal = match &result.outcome {
        RunOutcome::Ordered { order, .. } => refusals.get(order),
        _ => None,
    };
    match refusal {
        Some(OrderRefusal::Overtaken) => None,
        Some(OrderRefusal::Fault) => {
            Some(RunCandidateResult { outcome: RunOutcome::Failed(fault()), ..result.clone() })
        }
        None => Some(result.clone()),
    }
}

fn fault() -> Vec<Problem> {
    vec![Problem::new(ProblemCode::ServerFault, "")]
}
