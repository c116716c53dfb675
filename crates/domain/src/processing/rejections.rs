//! Adjusts the results of a chunk to orders that failed at the commit.

use crate::cast;
use std::borrow::Cow;
use std::collections::HashMap;

use super::{RunCandidateResult, RunCounts, RunOutcome};
use crate::candidate::CandidateChange;
use crate::correction::CorrectionCall;
use crate::ids::{CandidateId, OrderId};
use crate::order::NewOrder;
use crate::problem::{Problem, ProblemCode};

/// Reason why an order was not created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderRejection {
    /// A candidate was changed by a concurrent run or call.
    Stale,
    /// The order cannot be written because of a bug; other orders must not be affected.
    Fault,
}

/// Orders that were not created, with the reason.
pub type OrderRejections = HashMap<OrderId, OrderRejection>;

/// Result of a chunk without the orders that failed at the commit.
#[derive(Clone, PartialEq, Debug)]
pub struct ChunkResult<'p> {
    pub counts: RunCounts,
    /// Candidates to process again, ascending by id. They have no result in this chunk.
    pub stale: Vec<CandidateId>,
    /// Additional changes: candidates whose order cannot be written get a problem.
    pub faulty: Vec<CandidateChange>,
    pub results: Cow<'p, [RunCandidateResult]>,
}

/// Adjusts results and counts of a plan to the orders that failed at the commit.
pub fn settle<'p>(
    orders: &[NewOrder],
    results: &'p [RunCandidateResult],
    counts: RunCounts,
    rejections: &OrderRejections,
    call: &CorrectionCall,
) -> ChunkResult<'p> {
    let mut settled = ChunkResult { counts, stale: Vec::new(), faulty: Vec::new(), results: results.into() };
    if rejections.is_empty() {
        return settled;
    }
    for new in orders {
        let Some(rejection) = rejections.get(&new.order.id) else { continue };
        let candidates = cast::<u64>(new.claims.len());
        let counts = &mut settled.counts;
        counts.orders = counts.orders.saturating_sub(1);
        counts.processed = counts.processed.saturating_sub(candidates);
        match rejection {
            OrderRejection::Stale => {
                counts.selected = counts.selected.saturating_sub(candidates);
                settled.stale.extend(new.claims.iter().map(|claim| claim.candidate));
            }
            OrderRejection::Fault => {
                counts.failed += candidates;
                let faulty = new.claims.iter();
                settled
                    .faulty
                    .extend(faulty.filter_map(|claim| CandidateChange::failed(*claim, fault(), call)));
            }
        }
    }
    settled.stale.sort_unstable();
    settled.results = results.iter().filter_map(|result| final_result(result, rejections)).collect();
    settled
}

/// Returns the final result: failed if the order cannot be written, `None` if one of its candidates was changed.
fn final_result(result: &RunCandidateResult, rejections: &OrderRejections) -> Option<RunCandidateResult> {
    let rejection = match &result.outcome {
        RunOutcome::Ordered { order, .. } => rejections.get(order),
        _ => None,
    };
    match rejection {
        Some(OrderRejection::Stale) => None,
        Some(OrderRejection::Fault) => {
            Some(RunCandidateResult { outcome: RunOutcome::Failed(fault()), ..result.clone() })
        }
        None => Some(result.clone()),
    }
}

fn fault() -> Vec<Problem> {
    vec![Problem::new(ProblemCode::ServerFault, "")]
}
