//! The process `C_OLCand process to C_OrderLines` and the revalidation of candidates: gather, load, plan and commit,
//! chunk by chunk.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;
use orderdock_domain::candidate::Status;
use orderdock_domain::cast;
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::{CandidateId, IdBlock};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{
    EligibilityOptions, OrdersPlan, OrdersWrites, ProcessingCall, RunCandidateResult, RunCounts, RunOutcome,
    plan_orders, validate,
};
use orderdock_store::{
    Chunk, ChunkCommit, ChunkOutcome, Gathered, LoadedChunk, ReadTransaction, RunScope, RunTarget, Selection,
    StoreResult, WriteTransaction,
};

use super::job::{EDIT_CHUNK, EndedRun, RunJob};
use super::retry::RetryPolicy;
use crate::planned_write::{PlannedWrite, PreparedWrite};
use crate::runs::RunService;
use crate::{Clock, Effort, Failure, Outcome, RunTask};

/// Maximum number of ids in a selection.
pub const LARGEST_SELECTION: usize = 10_000;
/// Candidates that are planned and written in one chunk.
const CHUNK: u32 = 5_000;
/// Maximum number of extra chunks per run for candidates whose orders were stale at the commit.
const ROUNDS: usize = 3;

/// A planned chunk.
struct PreparedChunk {
    write: Arc<ChunkWrite>,
    retry: RetryPolicy,
    plan: PreparedWrite<ChunkWrite>,
}

/// A chunk of a run that creates orders or revalidates candidates.
struct ChunkWrite {
    job: Arc<RunJob>,
    chunk: Arc<Chunk>,
    clock: Arc<dyn Clock>,
}

/// Data to write for a chunk, and the time at which one of its incoming orders becomes due.
type PlannedCommit = (ChunkCommit, Option<Timestamp>);

impl RunService {
    /// Returns the chunks of a run. Fails if a selected candidate is not found.
    pub(crate) async fn gather(&self, scope: &RunScope, target: RunTarget) -> Outcome<Gathered> {
        let named = match &target {
            RunTarget::Selected(Selection::Ids(ids)) | RunTarget::WholeOrders(Selection::Ids(ids), _) => {
                if ids.is_empty() || ids.len() > LARGEST_SELECTION {
                    return Err(Problem::new(ProblemCode::SelectionInvalid, "/selection/ids").into());
                }
                ids.clone()
            }
            _ => Vec::new(),
        };
        let chunk = if matches!(target, RunTarget::DoneBy(_)) { EDIT_CHUNK } else { CHUNK };
        let scope = scope.clone();
        let gathered = self.store.read(move |tx| tx.gather(&scope, &target, chunk)).await?;
        check_found(&named, &gathered.chunks)?;
        Ok(gathered)
    }

    /// Executes a run.
    pub(crate) async fn work(&self, job: &Arc<RunJob>) -> Outcome<EndedRun> {
        match &job.task {
            RunTask::Edit(_) | RunTask::Map(_) | RunTask::Undo(_) => self.work_edit(job).await,
            RunTask::Process(_) | RunTask::Revalidate => self.work_orders(job).await,
        }
    }

    /// Executes a run that creates orders or revalidates candidates. The next chunk is loaded and planned during the
    /// commit.
    async fn work_orders(&self, job: &Arc<RunJob>) -> Outcome<EndedRun> {
        let mut chunks: VecDeque<Chunk> = job.chunks.clone().into();
        let (mut ended, mut written_counts, mut again) = (EndedRun::default(), job.record.run.counts, 0);
        let mut prepared = self.prepare_next(job, chunks.pop_front()).await?;
        while let Some(current) = prepared.take() {
            let extent = current.write.chunk.extent;
            if !chunks.is_empty() {
                // reserved before the current chunk is written, otherwise the next plan would wait for that commit
                self.with_retries(&RetryPolicy::of(job.run()), || self.ids.reserve(CHUNK)).await?;
            }
            let (written, following) = tokio::join!(
                self.write(job, written_counts, current),
                self.prepare_next(job, chunks.pop_front())
            );
            let (ChunkOutcome { counts, stale, stop }, due) = written?;
            written_counts = written_counts.plus(counts);
            ended.due = [ended.due, due].into_iter().flatten().min();
            if stop || self.jobs.stopping() {
                return Ok(EndedRun { stopped: true, ..ended });
            }
            if !stale.is_empty() && again < ROUNDS {
                again += 1;
                chunks.push_back(Chunk { candidates: stale, extent });
            }
            prepared = match following? {
                Some(following) => Some(following),
                None => self.prepare_next(job, chunks.pop_front()).await?,
            };
        }
        Ok(ended)
    }

    async fn prepare_next(&self, job: &Arc<RunJob>, chunk: Option<Chunk>) -> Outcome<Option<PreparedChunk>> {
        let Some(chunk) = chunk.map(Arc::new) else { return Ok(None) };
        let retry = RetryPolicy::of(job.run());
        let write = Arc::new(ChunkWrite { job: Arc::clone(job), chunk, clock: Arc::clone(&self.clock) });
        let plan = self.plan_with_retries(&write, &retry).await?;
        Ok(Some(PreparedChunk { write, retry, plan }))
    }

    /// Commits a chunk; retries after conflicts and transient errors. Also returns the time at which one of its
    /// incoming orders becomes due, by the committed plan.
    async fn write(
        &self,
        job: &Arc<RunJob>,
        written_counts: RunCounts,
        prepared: PreparedChunk,
    ) -> Outcome<(ChunkOutcome, Option<Timestamp>)> {
        let PreparedChunk { write, retry, plan } = prepared;
        self.write_patiently(job, written_counts, &write, Some(plan), retry).await
    }
}

impl PlannedWrite for ChunkWrite {
    /// The loaded chunk and the time of loading.
    type Context = (LoadedChunk, Timestamp);
    type Commit = ChunkCommit;
    /// Time at which an incoming order of the chunk becomes due.
    type Response = Option<Timestamp>;
    type Written = ChunkOutcome;

    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<(LoadedChunk, Timestamp)> {
        let loaded = tx.load_chunk(&self.job.scope, &self.chunk)?;
        Ok((loaded, self.clock.now()))
    }

    fn id_count(&self, (loaded, _): &(LoadedChunk, Timestamp)) -> u32 {
        cast::<u32>(loaded.candidates.len())
    }

    fn effort(&self, _: &(LoadedChunk, Timestamp)) -> Effort {
        Effort::Large
    }

    fn plan(&self, (loaded, now): (LoadedChunk, Timestamp), ids: IdBlock) -> Outcome<PreparedWrite<Self>> {
        let (commit, due) = plan(&self.job, &loaded, ids, now)?;
        Ok(PreparedWrite { commit: Some(commit), response: due })
    }

    fn row_count(&self, commit: &ChunkCommit) -> usize {
        commit.row_count()
    }

    fn commit(&self, tx: &dyn WriteTransaction, commit: &ChunkCommit) -> StoreResult<ChunkOutcome> {
        tx.commit_chunk(commit)
    }
}

/// Plans a chunk and returns all data of its commit.
fn plan(job: &RunJob, loaded: &LoadedChunk, ids: IdBlock, now: Timestamp) -> Outcome<PlannedCommit> {
    let commit = |writes, results, counts| ChunkCommit {
        run: job.run(),
        actor: job.record.run.actor.clone(),
        writes,
        results,
        counts,
        now,
        fence: job.record.fence,
    };
    if matches!(job.task, RunTask::Revalidate) {
        let call = CorrectionCall { actor: job.record.run.actor.clone(), now, run: Some(job.run()) };
        let Revalidated { writes, results, counts } = revalidate(job.selected, loaded, &call);
        return Ok((commit(writes, results, counts), None));
    }
    let actor = job.record.run.actor.clone();
    let eligibility_options = EligibilityOptions { selected: job.selected, release: job.task.release() };
    let call = ProcessingCall { now, run: Some(job.run()), actor, eligibility_options, ids };
    let plan = plan_orders(&loaded.context, &loaded.candidates, call);
    if plan.ids_short > 0 {
        return Err(Failure::fault("a run needed more ids than its limit"));
    }
    let counts = RunCounts::of(&plan);
    let due = plan.due;
    let OrdersPlan { writes, results, .. } = plan;
    let results = if job.selected { results } else { news(results, &writes) };
    Ok((commit(writes, results, counts), due))
}

/// Returns the results of candidates that have changed.
fn news(mut results: Vec<RunCandidateResult>, writes: &OrdersWrites) -> Vec<RunCandidateResult> {
    let changed: HashSet<_> = writes.changes.iter().map(|change| change.claim.candidate).collect();
    results.retain(|result| {
        matches!(result.outcome, RunOutcome::Ordered { .. }) || changed.contains(&result.candidate)
    });
    results
}

/// Result of a revalidation.
pub(super) struct Revalidated {
    pub writes: OrdersWrites,
    pub results: Vec<RunCandidateResult>,
    pub counts: RunCounts,
}

/// Revalidates candidates, with a result for every candidate or only for changed ones.
pub(super) fn revalidate(keeps_everything: bool, loaded: &LoadedChunk, call: &CorrectionCall) -> Revalidated {
    let reference = &loaded.context.related.reference;
    let mut done = Revalidated {
        writes: OrdersWrites {
            unchanged: reference.expectations(loaded.candidates.iter().map(|one| one.organisation)),
            ..OrdersWrites::default()
        },
        results: Vec::new(),
        counts: RunCounts::default(),
    };
    let validations = validate(&loaded.context, &loaded.candidates);
    for (candidate, validation) in loaded.candidates.iter().zip(validations) {
        let open = matches!(candidate.status, Status::New | Status::Error);
        let change = validation.change(candidate, call);
        let outcome = match validation.status {
            _ if !open => RunOutcome::Passed(candidate.status),
            Status::Error => RunOutcome::Failed(validation.problems.clone()),
            status => RunOutcome::Passed(status),
        };
        done.counts.selected += 1;
        match outcome {
            RunOutcome::Failed(_) => done.counts.failed += 1,
            _ => done.counts.skipped += 1,
        }
        if change.is_some() || keeps_everything {
            let warnings = validation.warnings;
            done.results.push(RunCandidateResult { candidate: candidate.id, outcome, warnings });
        }
        done.writes.changes.extend(change);
    }
    done
}

/// Fails for each named candidate that is not found, such as one of another organisation.
fn check_found(named: &[CandidateId], chunks: &[Chunk]) -> Outcome<()> {
    if named.is_empty() {
        return Ok(());
    }
    let found: HashSet<_> = chunks.iter().flat_map(|chunk| &chunk.candidates).collect();
    let missing = named.iter().enumerate().filter(|(_, id)| !found.contains(id));
    let problems: Vec<_> = missing
        .map(|(place, id)| {
            let problem = Problem::new(ProblemCode::CandidateNotFound, format!("/selection/ids/{place}"));
            problem.with("id", id.to_string())
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}
