//! Cancellation of candidates by their sender.

use super::context::{CorrectionCall, CorrectionContext};
use super::plan::{Correction, Corrector};
use crate::candidate::Status;
use crate::problem::{Param, Problem, ProblemCode};

/// Cancels all candidates of the context, or returns a problem if one of them is already in an order.
pub fn cancel(context: &CorrectionContext, call: &CorrectionCall) -> Result<Vec<Correction>, Problem> {
    let processed: Vec<_> =
        context.candidates.iter().filter(|candidate| candidate.status == Status::Processed).collect();
    if processed.is_empty() {
        let corrector = Corrector::new(context, call);
        return Ok(context.candidates.iter().map(|candidate| corrector.cancel(candidate)).collect());
    }
    let mut orders: Vec<String> =
        context.orders.iter().map(|(_, document_no)| document_no.to_string()).collect();
    orders.sort_unstable();
    orders.dedup();
    let candidates = processed.iter().map(|candidate| candidate.id.0).collect();
    Err(Problem::new(ProblemCode::HeaderProcessed, "")
        .with("orders", Param::Texts(orders))
        .with("candidates", Param::Numbers(candidates)))
}
