//! Undoing of runs: permissions and dry run.

use std::sync::Arc;

use orderdock_domain::access::Scope;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::correction::{CorrectionCall, CorrectionContext, RecordKeys, UndoPlan, undo};
use orderdock_domain::ids::{CandidateId, RunId};
use orderdock_domain::order::OrderToVoid;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{RunKind, RunOutcome};
use orderdock_domain::text::Text;
use orderdock_store::{CorrectionKeys, CorrectionTarget, RunRecord, RunScope, RunTarget};

use super::edit::{EDIT_SAMPLE, EditedCandidate};
use crate::runs::RunService;
use crate::{Caller, Effort, Outcome};

/// The run to undo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoTask {
    pub run: RunId,
    /// Reason for voiding its orders.
    pub reason: Option<Text>,
}

impl UndoTask {
    pub(super) fn keys(&self, candidates: Vec<CandidateId>) -> CorrectionKeys {
        let candidates = CorrectionTarget::DoneBy { run: self.run, candidates };
        CorrectionKeys { candidates, records: RecordKeys::default() }
    }
}

/// Result of a dry run. Lists contain the first [`EDIT_SAMPLE`] entries; the counts cover all.
#[derive(Debug, Default)]
pub struct PlannedUndo {
    pub counts: UndoCounts,
    /// Candidates whose values or state would be restored.
    pub restored: Vec<EditedCandidate>,
    /// Orders that would be voided.
    pub orders: Vec<OrderToVoid>,
    /// Candidates that would be left unchanged, by reason, largest group first.
    pub left: Vec<SkippedGroup>,
}

/// Counts of a dry run; `selected` is the sum of `restored` and `left`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UndoCounts {
    /// Existing candidates that the run changed or ordered.
    pub selected: u64,
    /// Candidates that would be removed from their orders or get their former values.
    pub restored: u64,
    pub orders: u64,
    pub left: u64,
}

/// Candidates that would be left unchanged for the same kind of reason.
#[derive(Clone, PartialEq, Debug)]
pub struct SkippedGroup {
    pub code: ProblemCode,
    pub candidates: u64,
    /// The first candidates, each with its reason.
    pub sample: Vec<(CandidateId, Problem)>,
}

impl RunService {
    /// Returns the result of undoing a run without writing anything. Fails as the run would.
    pub async fn plan_undo(&self, caller: &Caller, task: UndoTask) -> Outcome<PlannedUndo> {
        let record = self.run_to_undo(caller, task.run).await?;
        let scope = RunScope::of(&record.organisations);
        let call = CorrectionCall { actor: caller.actor.name.clone(), now: caller.now, run: None };
        let shared = Arc::new((task, call));
        let mut planned = PlannedUndo::default();
        for chunk in self.gather(&scope, RunTarget::DoneBy(record.run.id)).await?.chunks {
            let keys = shared.0.keys(chunk.candidates);
            let scope = scope.clone();
            let load = self.store.read(move |tx| tx.load_correction(&scope, &keys));
            let context = Arc::new(load.await?);
            let shared = Arc::clone(&shared);
            planned = self
                .workers
                .compute(Effort::Large, move || {
                    let (task, call) = &*shared;
                    let undoing = undo(&context, task.run, task.reason.as_ref(), call);
                    planned.add(undoing, &context);
                    planned
                })
                .await?;
        }
        planned.left.sort_by_key(|group| std::cmp::Reverse(group.candidates));
        Ok(planned)
    }

    /// Returns a run that the caller may undo and that can be undone.
    pub(super) async fn run_to_undo(&self, caller: &Caller, id: RunId) -> Outcome<RunRecord> {
        caller.require(Scope::CandidatesWrite, Phrase::UndoRuns)?;
        let record = self.find_run(caller.organisations.write(), id).await?;
        match record.run.kind {
            RunKind::Edit | RunKind::Undo => {}
            RunKind::Map => caller.require(Scope::ReferencesWrite, Phrase::UndoRuns)?,
            RunKind::Process => {
                caller.require(Scope::ProcessRun, Phrase::UndoRuns)?;
                caller.require(Scope::OrdersWrite, Phrase::VoidOrders)?;
            }
            RunKind::Revalidate => return Err(ProblemCode::RunNotUndoable.into()),
        }
        if record.run.finished_at.is_none() {
            return Err(ProblemCode::RunNotEnded.into());
        }
        match record.undone_by {
            Some(by) => Err(Problem::new(ProblemCode::RunUndone, "").with("run", by.0).into()),
            None if record.run.counts.processed == 0 => Err(ProblemCode::RunChangedNothing.into()),
            None => Ok(record),
        }
    }
}

impl PlannedUndo {
    fn add(&mut self, undoing: UndoPlan, context: &Arc<CorrectionContext>) {
        for result in undoing.results {
            self.counts.selected += 1;
            match result.outcome {
                RunOutcome::Failed(problems) => self.leave(result.candidate, problems),
                _ => self.counts.restored += 1,
            }
        }
        for correction in undoing.corrections {
            let of_it = |one: &&Candidate| one.id == correction.candidate.id;
            if self.restored.len() < EDIT_SAMPLE
                && let Some(before) = context.candidates.iter().find(of_it).cloned()
            {
                self.restored.push(EditedCandidate { before, correction, context: Arc::clone(context) });
            }
        }
        for void in undoing.voids {
            self.counts.orders += 1;
            let order = context.done.orders.iter().find(|order| order.id == void.order);
            self.orders.extend(order.filter(|_| self.orders.len() < EDIT_SAMPLE).cloned());
        }
    }

    fn leave(&mut self, candidate: CandidateId, problems: Vec<Problem>) {
        self.counts.left += 1;
        let Some(problem) = problems.into_iter().next() else { return };
        if !self.left.iter().any(|group| group.code == problem.code) {
            self.left.push(SkippedGroup { code: problem.code, candidates: 0, sample: Vec::new() });
        }
        let Some(group) = self.left.iter_mut().find(|group| group.code == problem.code) else { return };
        group.candidates += 1;
        if group.sample.len() < EDIT_SAMPLE {
            group.sample.push((candidate, problem));
        }
    }
}
