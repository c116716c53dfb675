//! The process `C_OLCand process to C_OrderLines`, and the validating again of candidates: gather, load, plan,
//! commit, chunk by chunk.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use orderdock_domain::candidate::{Candidate, HoldReason, Releases, Status};
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::ids::{CandidateId, IdBlock, RunId};
use orderdock_domain::order::NewOrder;
use orderdock_domain::problem::{Code, Problem};
use orderdock_domain::processing::{
    HeaderKey, OrdersPlan, OrdersWrites, ProcessingCall, RunCandidateResult, RunCounts, RunKind, RunOutcome,
    Taking, plan_orders, validate,
};
use orderdock_store::{
    Chunk, ChunkCommit, ChunkOutcome, Fence, Gather, LoadedChunk, RunScope, Selection, StoreError,
    StoreResult, Turn,
};

use super::edit::CHUNK as EDIT_CHUNK;
use super::patience::Patience;
use crate::metrics::count;
use crate::overtaken::TRIES;
use crate::{App, Effort, Failure, OpContext, Outcome, RunTask};

/// Candidates that are planned and written together.
const CHUNK: u32 = 5_000;
/// How often candidates come up again whose order was overtaken.
const ROUNDS: usize = 3;
/// Candidates that a dry run names of those that would become orders, and of those that would stay; and lines after
/// which it shows no further order. The figures are of all.
pub const DRY_RUN_SAMPLE: usize = 1_000;
/// Chunks that a dry run loads and plans at the same time.
const PLANNED_AT_ONCE: usize = 2;

/// What a run is to do.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub run: RunId,
    pub fence: Fence,
    pub task: RunTask,
    /// In whose name.
    pub actor: String,
    pub chunks: Vec<Chunk>,
    /// By a clerk or sender; it keeps a result for every candidate. Otherwise only where something has changed: a
    /// schedule looks at what waits again and again.
    pub selected: bool,
    pub scope: RunScope,
    /// The figures of what others did of it before.
    pub told: RunCounts,
    /// What it is to do is stored, so that others can go on with it.
    pub lasting: bool,
}

/// How a run ended, if nothing failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ended {
    /// Before it was through.
    pub stopped: bool,
    /// When a header is due that now only waits for its time.
    pub due: Option<Timestamp>,
}

/// What a run would do.
#[derive(Clone, Debug)]
pub struct PlannedRun {
    /// Without numbers; their ids are imaginary, and differ. The first ones.
    pub orders: Vec<NewOrder>,
    /// By candidate. The first [`DRY_RUN_SAMPLE`] that would become orders, and as many that would not.
    pub results: Vec<RunCandidateResult>,
    /// Of all that was selected.
    pub counts: RunCounts,
    /// Of all of these that would not become orders.
    pub stays: Stays,
    /// What they wait for, and would if it were not released; in the order of [`HoldReason::ALL`].
    pub holds: Vec<PlannedHold>,
}

/// What candidates wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedHold {
    pub reason: HoldReason,
    /// How many stay because of it; of a reason that is released, how many would stay if it were not.
    pub candidates: u64,
    /// Where it can be released.
    pub release: Option<PlannedRelease>,
}

/// What a release is about, all others being as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlannedRelease {
    /// It is released already.
    pub given: bool,
    /// Candidates that become orders only with it.
    pub candidates: u64,
    /// Orders that result only with it.
    pub orders: u64,
}

/// Why candidates would not become orders. Those that a validation would find in order are none of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stays {
    pub held: u64,
    pub error: u64,
    pub processed: u64,
    pub inactive: u64,
}

/// What a run would do with a chunk.
struct PlannedChunk {
    orders: Vec<NewOrder>,
    results: Vec<RunCandidateResult>,
    counts: RunCounts,
    holds: HoldCounts,
}

/// How many candidates a reason holds, and what its release would add to the orders.
type HoldCounts = HashMap<HoldReason, (u64, RunCounts)>;

/// What is tried out with every chunk.
#[derive(Clone, Copy)]
struct Trial {
    kind: RunKind,
    release: Releases,
    now: Timestamp,
}

/// What a run would do, while its chunks are planned.
#[derive(Default)]
struct Preview {
    orders: Vec<NewOrder>,
    /// Of the orders.
    lines: usize,
    ordered: Sample,
    staying: Sample,
    counts: RunCounts,
    stays: Stays,
    holds: HoldCounts,
}

/// The first [`DRY_RUN_SAMPLE`] of many.
#[derive(Default)]
struct Sample(Vec<RunCandidateResult>);

/// A chunk that was planned.
struct Prepared {
    chunk: Arc<Chunk>,
    patience: Patience,
    commit: ChunkCommit,
    due: Option<Timestamp>,
    /// How many candidates it has.
    candidates: u32,
}

impl Job {
    fn taking(&self) -> Taking {
        Taking { selected: self.selected, release: self.task.release() }
    }
}

impl App {
    /// What a run would do with a selection: which orders would result, what would stay and why. Nothing is
    /// written and no number drawn.
    pub async fn plan_run(
        &self,
        ctx: &OpContext,
        task: &RunTask,
        selection: Selection,
    ) -> Outcome<PlannedRun> {
        super::check_scope(ctx, task.kind())?;
        let scope = RunScope::of(&ctx.organisations);
        let chunks = self.gather(&scope, Gather::Selected(selection)).await?;
        let mut imaginary = IdBlock::imaginary();
        let trial = Trial { kind: task.kind(), release: task.release(), now: ctx.now };
        let plans = chunks.into_iter().map(|chunk| {
            let (store, scope) = (self.store.clone(), scope.clone());
            let ids = imaginary.split(u32::MAX);
            async move {
                let ids = ids.ok_or_else(|| Failure::fault("a dry run needed more ids than there are"))?;
                let loaded = store.load_chunk(scope, Arc::new(chunk)).await?;
                self.compute(Effort::Large, move || trial.chunk(&loaded, ids)).await
            }
        });
        let mut plans = stream::iter(plans).buffered(PLANNED_AT_ONCE);
        let mut preview = Preview::default();
        while let Some(chunk) = plans.next().await {
            preview.add(chunk?);
        }
        Ok(preview.into_planned(trial.release))
    }

    /// The chunks of a run; of what was selected all that was named must be there.
    pub(crate) async fn gather(&self, scope: &RunScope, what: Gather) -> Outcome<Vec<Chunk>> {
        let named = match &what {
            Gather::Selected(selection) => check_selection(selection)?,
            Gather::Due | Gather::Open | Gather::InError | Gather::DoneBy(_) => Vec::new(),
        };
        let chunk = if matches!(what, Gather::DoneBy(_)) { EDIT_CHUNK } else { CHUNK };
        let chunks = self.store.gather(scope.clone(), what, chunk).await?;
        check_found(&named, &chunks)?;
        Ok(chunks)
    }

    /// Works through a run.
    pub(crate) async fn work(&self, job: &Arc<Job>) -> Outcome<Ended> {
        match &job.task {
            RunTask::Edit(_) | RunTask::Undo(_) => self.work_edit(job).await,
            RunTask::Process(_) | RunTask::Revalidate => self.work_orders(job).await,
        }
    }

    /// While a chunk is written, the next one is loaded and planned.
    async fn work_orders(&self, job: &Arc<Job>) -> Outcome<Ended> {
        let mut chunks: VecDeque<Chunk> = job.chunks.clone().into();
        let (mut ended, mut told, mut again) = (Ended::default(), job.told, 0);
        let mut prepared = self.prepare_next(job, chunks.pop_front()).await?;
        while let Some(current) = prepared.take() {
            let whole_headers = current.chunk.whole_headers;
            if !chunks.is_empty() {
                // reserved while the chunk before is written they would wait for that, and the plan with them
                self.patiently(&Patience::of(job.run), || self.reserve_ids(CHUNK)).await?;
            }
            let (written, following) =
                tokio::join!(self.write(job, told, current), self.prepare_next(job, chunks.pop_front()));
            let (ChunkOutcome { counts, overtaken, stop }, due) = written?;
            told = told.plus(counts);
            ended.due = [ended.due, due].into_iter().flatten().min();
            if stop || self.jobs.stopping() {
                return Ok(Ended { stopped: true, ..ended });
            }
            if !overtaken.is_empty() && again < ROUNDS {
                again += 1;
                chunks.push_back(Chunk { candidates: overtaken, whole_headers });
            }
            prepared = match following? {
                Some(following) => Some(following),
                None => self.prepare_next(job, chunks.pop_front()).await?,
            };
        }
        Ok(ended)
    }

    async fn prepare_next(&self, job: &Arc<Job>, chunk: Option<Chunk>) -> Outcome<Option<Prepared>> {
        match chunk {
            None => Ok(None),
            Some(chunk) => Ok(Some(self.prepare(job, Arc::new(chunk), Patience::of(job.run)).await?)),
        }
    }

    async fn prepare(&self, job: &Arc<Job>, chunk: Arc<Chunk>, patience: Patience) -> Outcome<Prepared> {
        let load = || self.store.load_chunk(job.scope.clone(), chunk.clone());
        let loaded = self.patiently(&patience, load).await?;
        let candidates = u32::try_from(loaded.candidates.len()).unwrap_or(u32::MAX);
        let ids = self.patiently(&patience, || self.take_ids(candidates)).await?;
        let (job, now) = (job.clone(), self.now());
        let planned = self.compute(Effort::Large, move || plan(&job, &loaded, ids, now)).await?;
        let (commit, due) = planned.ok_or_else(too_few_ids)?;
        Ok(Prepared { chunk, patience, commit, due, candidates })
    }

    /// Writes a chunk; overtaken, it is planned again, after some times where nothing can overtake it, and so it is
    /// when a fault that passes was in the way. Tells as well when a header of it is due, by the plan that was
    /// written.
    async fn write(
        &self,
        job: &Arc<Job>,
        told: RunCounts,
        mut prepared: Prepared,
    ) -> Outcome<(ChunkOutcome, Option<Timestamp>)> {
        let mut conflicts = 0;
        loop {
            let Prepared { chunk, patience, commit, due, candidates } = prepared;
            let tried = match self.store.commit_chunk(commit).await {
                Err(StoreError::Conflict(_)) if conflicts + 1 < TRIES => {
                    conflicts += 1;
                    count(&self.metrics.plan_conflicts, 1);
                    None
                }
                Err(StoreError::Conflict(_)) => {
                    match self.write_in_turn(job, chunk.clone(), candidates).await {
                        Ok(written) => Some(Ok(written?)),
                        Err(fault) => Some(Err(fault)),
                    }
                }
                done => Some(done.map(|written| (written, due))),
            };
            match tried {
                None => {}
                Some(Ok(written)) => return Ok(written),
                Some(Err(fault)) => {
                    if let Some(written) = self.after_fault(job, told, fault, &patience).await? {
                        return Ok((written, due));
                    }
                }
            }
            prepared = self.prepare(job, chunk, patience).await?;
        }
    }

    async fn write_in_turn(
        &self,
        job: &Arc<Job>,
        chunk: Arc<Chunk>,
        candidates: u32,
    ) -> StoreResult<Outcome<(ChunkOutcome, Option<Timestamp>)>> {
        count(&self.metrics.plans_in_turn, 1);
        let (task, now) = (job.clone(), self.now());
        let work = move |turn: &dyn Turn| {
            let loaded = turn.load_chunk(&task.scope, &chunk)?;
            let ids = turn.reserve_ids(u32::try_from(loaded.candidates.len()).unwrap_or(u32::MAX))?;
            let Some((commit, due)) = plan(&task, &loaded, ids, now) else { return Ok(Err(too_few_ids())) };
            Ok(Ok((turn.commit_chunk(&commit)?, due)))
        };
        self.store.in_turn(usize::try_from(candidates).unwrap_or(usize::MAX), work).await
    }
}

fn too_few_ids() -> Failure {
    Failure::fault("a run needed more ids than it can need")
}

impl Trial {
    fn chunk(self, loaded: &LoadedChunk, ids: IdBlock) -> PlannedChunk {
        if self.kind == RunKind::Revalidate {
            let call = CorrectionCall { actor: String::new(), now: self.now, run: None };
            let Revalidated { results, counts, .. } = revalidate(true, loaded, &call);
            return PlannedChunk { orders: Vec::new(), results, counts, holds: HoldCounts::new() };
        }
        let plan = self.plan(loaded, &loaded.candidates, self.release, ids);
        let (counts, holds) = (RunCounts::of(&plan), self.holds(loaded, &plan));
        PlannedChunk { orders: plan.writes.orders, results: plan.results, counts, holds }
    }

    fn plan(
        self,
        loaded: &LoadedChunk,
        candidates: &[Candidate],
        release: Releases,
        ids: IdBlock,
    ) -> OrdersPlan {
        let taking = Taking { selected: true, release };
        let call = ProcessingCall { now: self.now, run: RunId(0), actor: String::new(), taking, ids };
        plan_orders(&loaded.context, candidates, call)
    }

    /// What waits is planned once more for each reason, with its release and without.
    fn holds(self, loaded: &LoadedChunk, plan: &OrdersPlan) -> HoldCounts {
        let mut holds = HoldCounts::new();
        for reason in HoldReason::ALL.iter().copied().filter(|reason| !reason.is_releasable()) {
            holds.insert(reason, (held_for(plan, reason), RunCounts::default()));
        }
        let waiting = waiting_headers(loaded, plan);
        if waiting.is_empty() {
            return holds;
        }
        let planned = |release| self.plan(loaded, &waiting, release, IdBlock::imaginary());
        let as_asked = planned(self.release);
        for reason in HoldReason::RELEASABLE {
            let given = self.release.contains(reason);
            if !given && held_for(&as_asked, reason) == 0 {
                continue;
            }
            let other = planned(if given { self.release.without(reason) } else { self.release.with(reason) });
            let (with, without) = if given { (&as_asked, &other) } else { (&other, &as_asked) };
            let gained = RunCounts::of(with).less(RunCounts::of(without));
            holds.insert(reason, (held_for(without, reason), gained));
        }
        holds
    }
}

fn held_for(plan: &OrdersPlan, reason: HoldReason) -> u64 {
    let held = plan.results.iter().filter(|result| match &result.outcome {
        RunOutcome::Held(hold) => hold.reason() == reason,
        _ => false,
    });
    u64::try_from(held.count()).unwrap_or(u64::MAX)
}

/// The candidates of headers of which some wait, or go only because they were released.
fn waiting_headers(loaded: &LoadedChunk, plan: &OrdersPlan) -> Vec<Candidate> {
    let held = plan.results.iter().filter(|result| match &result.outcome {
        RunOutcome::Held(hold) => hold.reason().is_releasable(),
        _ => false,
    });
    let lines = plan.writes.orders.iter().flat_map(|new| &new.order.lines);
    let released = lines.flat_map(|line| &line.allocations).filter(|given| !given.released.is_empty());
    let ids: HashSet<_> =
        held.map(|result| result.candidate).chain(released.map(|given| given.candidate)).collect();
    let of_these = loaded.candidates.iter().filter(|candidate| ids.contains(&candidate.id));
    let headers: HashSet<_> = of_these.map(HeaderKey::of).collect();
    let members = loaded.candidates.iter().filter(|candidate| headers.contains(&HeaderKey::of(candidate)));
    members.cloned().collect()
}

impl Preview {
    fn add(&mut self, chunk: PlannedChunk) {
        self.counts = self.counts.plus(chunk.counts);
        for (reason, (candidates, gained)) in chunk.holds {
            let (held, gain) = self.holds.entry(reason).or_default();
            *held += candidates;
            *gain = gain.plus(gained);
        }
        for result in chunk.results {
            if matches!(result.outcome, RunOutcome::Ordered { .. }) {
                self.ordered.note(result);
            } else {
                self.stays.note(&result.outcome);
                self.staying.note(result);
            }
        }
        for new in chunk.orders {
            if self.lines < DRY_RUN_SAMPLE {
                self.lines += new.order.lines.len();
                self.orders.push(new);
            }
        }
    }

    fn into_planned(self, release: Releases) -> PlannedRun {
        let holds = self.holds(release);
        let Self { orders, ordered, staying, counts, stays, .. } = self;
        let mut results = ordered.0;
        results.extend(staying.0);
        results.sort_unstable_by_key(|result| result.candidate);
        PlannedRun { orders, results, counts, stays, holds }
    }

    fn holds(&self, release: Releases) -> Vec<PlannedHold> {
        let held = HoldReason::ALL.iter().filter_map(|reason| Some((*reason, *self.holds.get(reason)?)));
        let held = held.filter(|(_, (candidates, _))| *candidates > 0);
        let shown = held.map(|(reason, (candidates, gained))| PlannedHold {
            reason,
            candidates,
            release: reason.is_releasable().then_some(PlannedRelease {
                given: release.contains(reason),
                candidates: gained.processed,
                orders: gained.orders,
            }),
        });
        shown.collect()
    }
}

impl Sample {
    fn note(&mut self, result: RunCandidateResult) {
        if self.0.len() < DRY_RUN_SAMPLE {
            self.0.push(result);
        }
    }
}

impl Stays {
    fn note(&mut self, outcome: &RunOutcome) {
        let count = match outcome {
            RunOutcome::Held(_) => &mut self.held,
            RunOutcome::Failed(_) | RunOutcome::Passed(Status::Error) => &mut self.error,
            RunOutcome::Passed(Status::Processed) => &mut self.processed,
            RunOutcome::Passed(Status::Inactive) => &mut self.inactive,
            _ => return,
        };
        *count += 1;
    }
}

/// One plan with all that its commit writes; `None` if it ran out of ids.
fn plan(
    job: &Job,
    loaded: &LoadedChunk,
    ids: IdBlock,
    now: Timestamp,
) -> Option<(ChunkCommit, Option<Timestamp>)> {
    let commit = |writes, results, counts| ChunkCommit {
        run: job.run,
        actor: job.actor.clone(),
        writes,
        results,
        counts,
        now,
        fence: job.fence,
    };
    if matches!(job.task, RunTask::Revalidate) {
        let call = CorrectionCall { actor: job.actor.clone(), now, run: Some(job.run) };
        let Revalidated { writes, results, counts } = revalidate(job.selected, loaded, &call);
        return Some((commit(writes, results, counts), None));
    }
    let actor = job.actor.clone();
    let call = ProcessingCall { now, run: job.run, actor, taking: job.taking(), ids };
    let plan = plan_orders(&loaded.context, &loaded.candidates, call);
    if plan.ids_short > 0 {
        return None;
    }
    let counts = RunCounts::of(&plan);
    let due = plan.due;
    let OrdersPlan { writes, results, .. } = plan;
    let results = if job.selected { results } else { news(results, &writes) };
    Some((commit(writes, results, counts), due))
}

/// The results in which something has changed.
fn news(mut results: Vec<RunCandidateResult>, writes: &OrdersWrites) -> Vec<RunCandidateResult> {
    let changed: HashSet<_> = writes.changes.iter().map(|change| change.claim.candidate).collect();
    results.retain(|result| {
        matches!(result.outcome, RunOutcome::Ordered { .. }) || changed.contains(&result.candidate)
    });
    results
}

/// What validating candidates again comes to.
struct Revalidated {
    writes: OrdersWrites,
    results: Vec<RunCandidateResult>,
    counts: RunCounts,
}

/// With a result for every candidate, or only for those about which something changes.
fn revalidate(keeps_everything: bool, loaded: &LoadedChunk, call: &CorrectionCall) -> Revalidated {
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
            _ => done.counts.stayed += 1,
        }
        if change.is_some() || keeps_everything {
            let warnings = validation.warnings;
            done.results.push(RunCandidateResult { candidate: candidate.id, outcome, warnings });
        }
        done.writes.changes.extend(change);
    }
    done
}

/// Ids that a selection may name.
pub const LARGEST_SELECTION: usize = 10_000;

/// The ids that a selection names, if it is one.
fn check_selection(selection: &Selection) -> Outcome<Vec<CandidateId>> {
    let Selection::Ids(ids) = selection else { return Ok(Vec::new()) };
    if ids.is_empty() || ids.len() > LARGEST_SELECTION {
        return Err(Problem::new(Code::SelectionInvalid, "/selection/ids").into());
    }
    Ok(ids.clone())
}

/// Candidates of others are not there.
fn check_found(named: &[CandidateId], chunks: &[Chunk]) -> Outcome<()> {
    if named.is_empty() {
        return Ok(());
    }
    let found: HashSet<_> = chunks.iter().flat_map(|chunk| &chunk.candidates).collect();
    let missing = named.iter().enumerate().filter(|(_, id)| !found.contains(id));
    let problems: Vec<_> = missing
        .map(|(place, _)| Problem::new(Code::CandidateNotFound, format!("/selection/ids/{place}")))
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}
