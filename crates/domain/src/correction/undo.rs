//! Undoing a run: what it changed comes back, the orders that it made are voided; what somebody built on it is left.

use std::collections::HashMap;

use jiff::Timestamp;

use super::context::{CorrectionCall, CorrectionContext};
use super::patch::{RecordKeys, is_place};
use super::plan::{Correction, Corrector};
use crate::candidate::{Candidate, Field, Hold, PartnerRole, Status, Worded};
use crate::ids::{CandidateId, RunId};
use crate::order::{OrderSettings, OrderToVoid, VoidOrder};
use crate::problem::{Problem, ProblemCode};
use crate::processing::{RunCandidateResult, RunOutcome};
use crate::text::{Code, Text};

/// What a candidate was before a run changed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stood {
    pub status: Status,
    pub hold: Option<Hold>,
    pub assigned_to: Option<Code>,
    /// The values that held instead of imported ones.
    pub held: Vec<HeldValue>,
}

/// A value that held instead of the imported one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldValue {
    pub field: Field,
    /// As [`Field::read`] gives it.
    pub value: Option<String>,
    /// The imported value counted as absent.
    pub cleared: bool,
    /// Who set it, and when.
    pub actor: String,
    pub at: Timestamp,
}

impl Stood {
    pub fn of(candidate: &Candidate) -> Self {
        let held = candidate.overrides.iter().map(|one| HeldValue {
            field: one.field,
            value: one.field.read(candidate),
            cleared: one.cleared,
            actor: one.actor.clone(),
            at: one.at,
        });
        Self {
            status: candidate.status,
            hold: candidate.hold.clone(),
            assigned_to: candidate.assigned_to.clone(),
            held: held.collect(),
        }
    }

    /// Adds the records that its values name.
    pub fn add_keys(&self, keys: &mut RecordKeys) {
        for HeldValue { field, value, .. } in &self.held {
            let value = value.as_deref();
            keys.places |= is_place(*field);
            match field {
                Field::Bpartner | Field::SalesPartnerCode => {
                    keys.partners.ids.extend(value.and_then(<i64 as Worded>::read));
                }
                Field::ProductCode => keys.products.ids.extend(value.and_then(<i64 as Worded>::read)),
                Field::BillBPartner | Field::DropShipBPartner | Field::HandOverBPartner => {
                    let role = value.and_then(<PartnerRole as Worded>::read);
                    keys.partners.ids.extend(role.map(|role| role.partner.0));
                }
                _ => {}
            }
        }
    }
}

/// What a run did with candidates, and what became of that.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DoneByRun {
    /// The candidates that it changed, with what they were before; nothing where that was not kept.
    pub changed: HashMap<CandidateId, Option<Stood>>,
    /// What changed them last.
    pub latest: HashMap<CandidateId, LatestChange>,
    /// The orders that it made of others, by id.
    pub orders: Vec<OrderToVoid>,
}

/// What changed a candidate last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LatestChange {
    pub run: Option<RunId>,
    pub actor: String,
    pub at: Timestamp,
}

/// What comes of undoing a run, for some of its candidates.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Undoing {
    pub corrections: Vec<Correction>,
    /// By order.
    pub voids: Vec<VoidOrder>,
    /// One for each candidate, ascending: it came back, or why it was left.
    pub results: Vec<RunCandidateResult>,
}

/// Undoes what a run did with candidates, each as far as nothing was built on that. The orders are voided with the reason.
pub fn undo(
    context: &CorrectionContext,
    run: RunId,
    reason: Option<&Text>,
    call: &CorrectionCall,
) -> Undoing {
    let mut undoing = Undoing::default();
    let candidates: HashMap<_, _> = context.candidates.iter().map(|one| (one.id, one)).collect();
    for order in &context.done.orders {
        undoing.order(order, &candidates, reason, call);
    }
    let corrector = Corrector::new(context, call);
    for candidate in &context.candidates {
        let Some(stood) = context.done.changed.get(&candidate.id) else { continue };
        match left(context, candidate, run, stood.as_ref()) {
            Err(problem) => undoing.leave(candidate.id, problem),
            Ok(before) => {
                let correction = corrector.restore(candidate, before);
                undoing.came_back(candidate, correction.warnings.clone());
                undoing.corrections.push(correction);
            }
        }
    }
    undoing.results.sort_unstable_by_key(|result| result.candidate);
    undoing
}

impl Undoing {
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
            None => order.void(&held, reason.cloned(), &OrderSettings::default(), call),
        };
        match voided {
            Err(problem) => {
                for candidate in held {
                    self.leave(candidate.id, problem.clone());
                }
            }
            Ok(void) => {
                for candidate in held {
                    self.came_back(candidate, Vec::new());
                }
                self.voids.push(void);
            }
        }
    }

    fn leave(&mut self, candidate: CandidateId, problem: Problem) {
        let outcome = RunOutcome::Failed(vec![problem]);
        self.results.push(RunCandidateResult { candidate, outcome, warnings: Vec::new() });
    }

    fn came_back(&mut self, candidate: &Candidate, warnings: Vec<Problem>) {
        let outcome = RunOutcome::Changed(Box::new(Stood::of(candidate)));
        self.results.push(RunCandidateResult { candidate: candidate.id, outcome, warnings });
    }
}

/// What a candidate was before; or why it is left alone.
fn left<'s>(
    context: &CorrectionContext,
    candidate: &Candidate,
    run: RunId,
    stood: Option<&'s Stood>,
) -> Result<&'s Stood, Problem> {
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
        _ => stood.ok_or_else(|| Problem::new(ProblemCode::UndoUnknown, "")),
    }
}
