//! Mass edits of candidates: as a dry run, or as a run that decides and writes chunk by chunk. Runs that undo others
//! work in the same way.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use orderdock_domain::access::Scope;
use orderdock_domain::candidate::{Candidate, Status};
use orderdock_domain::cast;
use orderdock_domain::correction::{
    CandidateEdit, Correction, CorrectionCall, CorrectionContext, Corrector, PreviousState, RecordKeys,
    UndoPlan, undo,
};
use orderdock_domain::ids::{CandidateId, IdBlock};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{RunCandidateResult, RunCounts, RunOutcome};
use orderdock_store::{
    Chunk, ChunkOutcome, CorrectionKeys, CorrectionTarget, EditCommit, ReadTransaction, RunScope, RunTarget,
    StoreResult, WriteTransaction,
};

use super::job::{EDIT_CHUNK, EndedRun, RunJob};
use super::map::ChunkMapping;
use super::retry::RetryPolicy;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::runs::RunService;
use crate::{Caller, Clock, Effort, Outcome, RunTask};

/// Number of candidates that a dry run lists; the counts cover all.
pub const EDIT_SAMPLE: usize = 5;

/// Result of a dry run.
#[derive(Debug, Default)]
pub struct PlannedEdit {
    pub counts: EditCounts,
    /// Problems that candidates would have afterwards, with the number of candidates.
    pub remaining: BTreeMap<ProblemCode, u64>,
    /// The first candidates that would change, with the records that they refer to.
    pub changed: Vec<EditedCandidate>,
    /// The first candidates that cannot be edited, with the problems.
    pub rejected: Vec<(CandidateId, Vec<Problem>)>,
}

/// Counts of an edit; `selected` is the sum of changed, unchanged and refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EditCounts {
    pub selected: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub rejected: u64,
    /// Candidates whose errors would all be resolved.
    pub resolved: u64,
}

/// A candidate before and after an edit.
#[derive(Clone, Debug)]
pub struct EditedCandidate {
    pub before: Candidate,
    pub correction: Correction,
    pub context: Arc<CorrectionContext>,
}

/// A candidate with its correction, or the problems that prevent it.
type DecidedEdit<'c> = (&'c Candidate, Result<Correction, Vec<Problem>>);

impl RunService {
    /// Returns the result of an edit without writing anything.
    pub async fn plan_edit(
        &self,
        caller: &Caller,
        gather: RunTarget,
        edit: CandidateEdit,
    ) -> Outcome<PlannedEdit> {
        caller.require(Scope::CandidatesWrite, Phrase::EditCandidates)?;
        let scope = RunScope::of(&caller.organisations);
        let edit = Arc::new(self.edit_with_assignee(caller, edit).await?);
        let call = Arc::new(CorrectionCall { actor: caller.actor.name.clone(), now: caller.now, run: None });
        let mut planned = PlannedEdit::default();
        for chunk in cut(self.gather(&scope, gather).await?.chunks) {
            let keys = edit_keys(&edit, chunk);
            let scope = scope.clone();
            let load = self.store.read(move |tx| tx.load_correction(&scope, &keys));
            let context = Arc::new(load.await?);
            let (edit, call) = (edit.clone(), call.clone());
            planned = self
                .workers
                .compute(Effort::Large, move || {
                    decide(&context, &edit, &call).for_each(|decided| planned.add(decided, &context));
                    planned
                })
                .await?;
        }
        Ok(planned)
    }

    /// Resolves the assignee of an edit.
    pub(super) async fn edit_with_assignee(
        &self,
        caller: &Caller,
        edit: CandidateEdit,
    ) -> Outcome<CandidateEdit> {
        let attention = self.candidates.resolve_assignee(caller, edit.attention).await?;
        Ok(CandidateEdit { attention, ..edit })
    }

    /// Executes a run that edits candidates or undoes a run. Each chunk is loaded, decided and committed separately.
    pub(crate) async fn work_edit(&self, job: &Arc<RunJob>) -> Outcome<EndedRun> {
        let chunks = job.chunks.clone();
        let chunks = match &job.task {
            // candidates that must be undone together stay in one chunk
            RunTask::Undo(_) => chunks.into_iter().map(|chunk| chunk.candidates).collect(),
            _ => cut(chunks),
        };
        let mut chunks = chunks.into_iter();
        let mut written_counts = job.record.run.counts;
        while let Some(chunk) = chunks.next() {
            let ChunkOutcome { counts, stop, .. } = self.edit_chunk(job, written_counts, &chunk).await?;
            written_counts = written_counts.plus(counts);
            let through = counts.selected > 0 && chunks.len() == 0;
            if !through && (stop || self.jobs.stopping()) {
                return Ok(EndedRun { stopped: true, due: None });
            }
        }
        Ok(EndedRun::default())
    }

    /// Edits a chunk; retries after conflicts and transient errors.
    async fn edit_chunk(
        &self,
        job: &Arc<RunJob>,
        written_counts: RunCounts,
        chunk: &[CandidateId],
    ) -> Outcome<ChunkOutcome> {
        if let RunTask::Map(mapping) = &job.task {
            let write = Arc::new(ChunkMapping {
                job: Arc::clone(job),
                mapping: Arc::clone(mapping),
                candidates: chunk.to_vec(),
                clock: Arc::clone(&self.clock),
            });
            let policy = RetryPolicy::of(job.run());
            let (written, ()) = self.write_patiently(job, written_counts, &write, None, policy).await?;
            return Ok(written);
        }
        let (job_of_chunk, keys) = (Arc::clone(job), keys(&job.task, chunk.to_vec()));
        let write = Arc::new(ChunkEdit { job: job_of_chunk, keys, clock: Arc::clone(&self.clock) });
        let (written, ()) =
            self.write_patiently(job, written_counts, &write, None, RetryPolicy::of(job.run())).await?;
        Ok(written)
    }
}

/// A chunk of a run that edits candidates or undoes a run.
struct ChunkEdit {
    job: Arc<RunJob>,
    keys: CorrectionKeys,
    clock: Arc<dyn Clock>,
}

impl PlannedWrite for ChunkEdit {
    /// The loaded records and the time of loading.
    type Context = (CorrectionContext, Timestamp);
    type Commit = EditCommit;
    type Response = ();
    type Written = ChunkOutcome;

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<(CorrectionContext, Timestamp)> {
        let loaded = tx.load_correction(&self.job.scope, &self.keys)?;
        Ok((loaded, self.clock.now()))
    }

    fn effort(&self, _: &(CorrectionContext, Timestamp)) -> Effort {
        Effort::Large
    }

    fn plan(
        &self,
        (context, now): (CorrectionContext, Timestamp),
        _: IdBlock,
    ) -> Outcome<PreparedWrite<Self>> {
        let job = &self.job;
        let call = CorrectionCall { actor: job.record.run.actor.clone(), now, run: Some(job.run()) };
        Ok(PreparedWrite { commit: Some(job.edit(&context, &call)), response: () })
    }

    fn row_count(&self, commit: &EditCommit) -> usize {
        commit.row_count()
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &EditCommit) -> StoreResult<ChunkOutcome> {
        tx.commit_edit(commit)
    }
}

/// Splits candidates into chunks. An edit treats each candidate alone, so an incoming order may be split.
fn cut(chunks: Vec<Chunk>) -> Vec<Vec<CandidateId>> {
    let candidates: Vec<_> = chunks.into_iter().flat_map(|chunk| chunk.candidates).collect();
    candidates.chunks(cast::<usize>(EDIT_CHUNK)).map(<[_]>::to_vec).collect()
}

fn keys(task: &RunTask, candidates: Vec<CandidateId>) -> CorrectionKeys {
    match task {
        RunTask::Edit(edit) => edit_keys(edit, candidates),
        RunTask::Undo(undo) => undo.keys(candidates),
        RunTask::Process(_) | RunTask::Revalidate | RunTask::Map(_) => {
            CorrectionKeys { candidates: CorrectionTarget::These(candidates), records: RecordKeys::default() }
        }
    }
}

fn edit_keys(edit: &CandidateEdit, chunk: Vec<CandidateId>) -> CorrectionKeys {
    CorrectionKeys { candidates: CorrectionTarget::These(chunk), records: edit.keys() }
}

fn decide<'c>(
    context: &'c CorrectionContext,
    edit: &'c CandidateEdit,
    call: &'c CorrectionCall,
) -> impl Iterator<Item = DecidedEdit<'c>> {
    let corrector = Corrector::new(context, call);
    context.candidates.iter().map(move |candidate| (candidate, corrector.edit(candidate, edit)))
}

impl RunJob {
    /// Returns the data to write for a chunk.
    fn edit(&self, context: &CorrectionContext, call: &CorrectionCall) -> EditCommit {
        let mut commit = EditCommit {
            run: self.run(),
            unchanged: context.expectations(),
            corrections: Vec::new(),
            voids: Vec::new(),
            scope: self.scope.candidates.clone(),
            results: Vec::new(),
            fence: self.record.fence,
        };
        match &self.task {
            RunTask::Edit(edit) => edit_each(edit, context, call, &mut commit),
            RunTask::Undo(task) => {
                let UndoPlan { corrections, voids, results } =
                    undo(context, task.run, task.reason.as_ref(), call);
                commit = EditCommit { corrections, voids, results, ..commit };
            }
            RunTask::Process(_) | RunTask::Revalidate | RunTask::Map(_) => {}
        }
        commit
    }
}

fn edit_each(
    edit: &CandidateEdit,
    context: &CorrectionContext,
    call: &CorrectionCall,
    commit: &mut EditCommit,
) {
    for (candidate, decided) in decide(context, edit, call) {
        let (outcome, warnings) = match decided {
            Err(problems) => (RunOutcome::Failed(problems), Vec::new()),
            Ok(Correction { entry: None, warnings, .. }) => (RunOutcome::Unchanged, warnings),
            Ok(correction) => {
                let warnings = correction.warnings.clone();
                commit.corrections.push(correction);
                (RunOutcome::Changed(Box::new(PreviousState::of(candidate))), warnings)
            }
        };
        commit.results.push(RunCandidateResult { candidate: candidate.id, outcome, warnings });
    }
}

impl PlannedEdit {
    fn add(&mut self, (candidate, decided): DecidedEdit<'_>, context: &Arc<CorrectionContext>) {
        self.counts.selected += 1;
        let after = decided.as_ref().map_or(candidate, |correction| &correction.candidate);
        self.counts.resolved += u64::from((candidate.status, after.status) == (Status::Error, Status::New));
        if after.status == Status::Error {
            let codes: BTreeSet<_> = after.problems.iter().map(|problem| problem.code).collect();
            for code in codes {
                *self.remaining.entry(code).or_default() += 1;
            }
        }
        match decided {
            Err(problems) => {
                self.counts.rejected += 1;
                if self.rejected.len() < EDIT_SAMPLE {
                    self.rejected.push((candidate.id, problems));
                }
            }
            Ok(correction) if correction.entry.is_some() => {
                self.counts.changed += 1;
                if self.changed.len() < EDIT_SAMPLE {
                    let (before, context) = (candidate.clone(), context.clone());
                    self.changed.push(EditedCandidate { before, correction, context });
                }
            }
            Ok(_) => self.counts.unchanged += 1,
        }
    }
}
