//! Undoing of a run: restores changed candidates and voids created orders, unless later changes depend on them.

use std::collections::HashMap;

use super::context::{CorrectionCall, CorrectionContext};
use super::plan::{Correction, Corrector};
use super::previous_state::PreviousState;
use crate::candidate::{Candidate, Status};
use crate::ids::{CandidateId, RunId};
use crate::order::{OrderSettings, OrderToVoid, VoidOrder};
use crate::problem::{Problem, ProblemCode};
use crate::processing::{RunCandidateResult, RunOutcome};
use crate::text::Text;

/// Result of undoing a run for some of its candidates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct UndoPlan {
    pub corrections: Vec<Correction>,
    /// Orders to void, by id.
    pub voids: Vec<VoidOrder>,
    /// One result per candidate, ascending by id.
    pub results: Vec<RunCandidateResult>,
}

/// Undoes the changes of a run that no later change depends on. The orders are voided with `reason`.
pub fn undo(
    context: &CorrectionContext,
    run: RunId,
    reason: Option<&Text>,
    call: &CorrectionCall,
) -> UndoPlan {
    let mut undoing = UndoPlan::default();
    let candidates: HashMap<_, _> = context.candidates.iter().map(|one| (one.id, one)).collect();
    for order in &context.done.orders {
        undoing.order(order, &candidates, reason, call);
    }
    let corrector = Corrector::new(context, call);
    for candidate in &context.candidates {
        let Some(previous) = context.done.changed.get(&candidate.id) else { continue };
        match left(context, candidate, run, previous.as_ref()) {
            Err(problem) => undoing.leave(candidate.id, problem),
            Ok(before) => {
                let correction = corrector.restore(candidate, before);
                undoing.handle_result(candidate, correction.warnings.clone());
                undoing.corrections.push(correction);
            }
        }
    }
    undoing.results.sort_unstable_by_key(|result| result.candidate);
    undoing
}

impl UndoPlan {
    fn order(
        &mut self,
        order: &OrderToVoid,
        candidates: &HashMap<CandidateId, &Candidate>,
        reason: Option<&Text>,
        call: &CorrectionCall,
    ) {
        let ids = order.candidates.iter().map(|(candidate, _)| candidate);
        let held: Vec<&Candidate> = ids.filter_map(|id| candidates.get(id).copied()).collect();
        let voided = match order.taken() {
            Some(handover) => Err(order
                .problem(ProblemCode::OrderHandedOver)
                .with("receiver", handover.receiver.as_str())
                .with("at", handover.at)),
            None => order.void(held.iter().copied(), reason.cloned(), &OrderSettings::default(), call),
        };
        match voided {
            Err(problem) => {
                for candidate in held {
                    self.leave(candidate.id, problem.clone());
                }
            }
            Ok(void) => {
                for candidate in held {
                    self.handle_result(candidate, Vec::new());
                }
                self.voids.push(void);
            }
        }
    }

    fn leave(&mut self, candidate: CandidateId, problem: Problem) {
        let outcome = RunOutcome::Failed(vec![problem]);
        self.results.push(RunCandidateResult { candidate, outcome, warnings: Vec::new() });
    }

    fn handle_result(&mut self, candidate: &Candidate, warnings: Vec<Problem>) {
        let outcome = RunOutcome::Changed(Box::new(PreviousState::of(candidate)));
        self.results.push(RunCandidateResult { candidate: candidate.id, outcome, warnings });
    }
}

/// Returns the previous state of a candidate, or the reason why it is skipped.
fn left<'s>(
    context: &CorrectionContext,
    candidate: &Candidate,
    run: RunId,
    previous: Option<&'s PreviousState>,
) -> Result<&'s PreviousState, Problem> {
    if candidate.status == Status::Processed {
        let order = context.orders.iter().find(|(id, _)| *id == candidate.id);
        let number = order.map_or("", |(_, number)| number.as_str());
        return Err(Problem::new(ProblemCode::UndoOrdered, "").with("documentNo", number));
    }
    match context.done.latest.get(&candidate.id) {
        Some(latest) if latest.run != Some(run) => {
            let problem = Problem::new(ProblemCode::UndoChanged, "").with("actor", latest.actor.as_str());
            Err(problem.with("at", latest.at))
        }
        _ => previous.ok_or_else(|| Problem::new(ProblemCode::UndoUnknown, "")),
    }
}
