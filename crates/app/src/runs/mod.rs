//! Runs as resources: start, wait, read, stop. The submodules contain the work of each kind of run and the scheduler.

mod edit;
mod job;
mod map;
mod process;
mod retry;
mod scheduler;
mod settings;
mod takeover;
mod trial;
mod undo;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use orderdock_domain::access::{Scope, WriteScope};
use orderdock_domain::candidate::{HoldReason, Releases};
use orderdock_domain::cast;
use orderdock_domain::correction::CandidateEdit;
use orderdock_domain::ids::{CandidateId, RunId};
use orderdock_domain::import::ReferenceMapping;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::{
    Run as ProcessRun, RunCounts, RunKind, RunOutcomeKind, RunState, RunTrigger,
};
use orderdock_store::{
    FencingToken, Gathered, RunRecord, RunResult, RunScope, RunTarget, Store, StoreError, StoreResult,
    WriteMode, WriteTransaction,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, watch};
use tokio::time::Instant;

use self::job::{EndedRun, RunJob};
use self::retry::RetryPolicy;
use crate::candidates::CandidateService;
use crate::clock::Clock;
use crate::idempotency::IdempotencyService;
use crate::ids::IdSource;
use crate::instances::InstanceService;
use crate::masterdata::changed_by;
use crate::planned_write::PlannedWrites;
use crate::requests::RequestService;
use crate::workers::Workers;
use crate::{CallCommand, Caller, EncodedResponse, Metrics, Outcome};

pub use edit::{EDIT_SAMPLE, EditCounts, EditedCandidate, PlannedEdit};
pub use map::{MapCommand, Remember};
pub use process::LARGEST_SELECTION;
pub use scheduler::{Scheduler, Tick};
pub use settings::{ScheduleChange, ScheduleView, SettingsChange};
pub use trial::{
    DRY_RUN_SAMPLE, OrdersValue, PlannedHold, PlannedRelease, PlannedRun, RELEASE_SAMPLE, ReleasedOrder,
    UnprocessedCandidate, UnprocessedCounts,
};
pub use undo::{PlannedUndo, SkippedGroup, UndoCounts, UndoTask};

/// Runs that execute at the same time in one process; others are queued.
const AT_ONCE: u32 = 2;
/// Maximum number of queued runs in one process.
const QUEUE_LIMIT: u32 = 100;
/// Interval at which a queued run checks for a stop request.
const STOP_CHECK_INTERVAL: Duration = Duration::from_secs(30);
/// Interval at which a caller that waits for a run of another process checks it.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// Queue of the runs of this process.
pub(crate) struct RunQueue {
    slots: Semaphore,
    permits: Arc<Semaphore>,
    stopping: AtomicBool,
    ended: watch::Sender<()>,
}

impl Default for RunQueue {
    fn default() -> Self {
        Self {
            slots: Semaphore::new(AT_ONCE as usize),
            permits: Arc::new(Semaphore::new(QUEUE_LIMIT as usize)),
            stopping: AtomicBool::new(false),
            ended: watch::Sender::new(()),
        }
    }
}

impl RunQueue {
    /// Returns whether the process shuts down, so that no further chunk may start.
    pub fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Takes a slot of the queue, which is freed on drop; fails if the queue is full or the process shuts down.
    fn acquire(&self) -> Outcome<OwnedSemaphorePermit> {
        let permit = self.permits.clone().try_acquire_owned().ok().filter(|_| !self.stopping());
        permit.ok_or_else(|| StoreError::Overloaded.into())
    }
}

/// A run with its slot in the queue.
struct NewRun {
    job: RunJob,
    permit: OwnedSemaphorePermit,
}

/// Task of a run.
#[derive(Clone, Debug)]
pub enum RunTask {
    /// Creates orders, also from candidates on hold for the released reasons.
    Process(Releases),
    Revalidate,
    Edit(Arc<CandidateEdit>),
    /// Maps the lines of a missing record to an existing one.
    Map(Arc<ReferenceMapping>),
    Undo(Arc<UndoTask>),
}

impl RunTask {
    pub fn kind(&self) -> RunKind {
        match self {
            Self::Process(_) => RunKind::Process,
            Self::Revalidate => RunKind::Revalidate,
            Self::Edit(_) => RunKind::Edit,
            Self::Map(_) => RunKind::Map,
            Self::Undo(_) => RunKind::Undo,
        }
    }

    /// Returns the run that an undo reverts; `None` for other tasks.
    fn undoes(&self) -> Option<RunId> {
        match self {
            Self::Undo(undo) => Some(undo.run),
            Self::Process(_) | Self::Revalidate | Self::Edit(_) | Self::Map(_) => None,
        }
    }

    fn release(&self) -> Releases {
        match self {
            Self::Process(release) => *release,
            Self::Revalidate | Self::Edit(_) | Self::Map(_) | Self::Undo(_) => Releases::NONE,
        }
    }
}

/// A run to start.
#[derive(Clone, Debug)]
pub struct RunCommand {
    pub task: RunTask,
    pub trigger: RunTrigger,
    pub gather: RunTarget,
}

/// Result of a scheduled run. No run is created if there are no candidates.
pub(crate) struct ScheduledRunResult {
    pub run: Option<RunId>,
    pub ended: Outcome<EndedRun>,
}

/// Service that plans, starts, waits for and stops runs.
pub struct RunService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) workers: Arc<Workers>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) candidates: Arc<CandidateService>,
    pub(crate) idempotency: Arc<IdempotencyService>,
    pub(crate) instances: Arc<InstanceService>,
    pub(crate) requests: Arc<RequestService>,
    pub(crate) writes: Arc<PlannedWrites>,
    pub(crate) jobs: RunQueue,
}

impl RunService {
    /// Starts a run for the caller's organisations in the background. The request is logged with its response: 202 and
    /// the queued run.
    pub async fn start_run(
        self: &Arc<Self>,
        caller: &Caller,
        command: RunCommand,
        call: &CallCommand,
        encode: impl Fn(&RunRecord) -> Vec<u8> + Send + Sync,
    ) -> Outcome<(RunRecord, EncodedResponse)> {
        let new = self.new_run(caller, command).await?;
        let record = new.job.record.clone();
        let response = EncodedResponse { status: 202, body: encode(&record) };
        let log_entry = self.requests.log_entry(caller, call, &response).await?;
        let (by, work) = (self.instances.instance().await?, Some(new.job.work()));
        let queued = record.clone();
        let author = changed_by(caller);
        let undone = new.job.task.undoes();
        let create = move |tx: &dyn WriteTransaction| {
            tx.create_run(&queued, by, work.as_ref(), Some(&log_entry))?;
            undone.map_or(Ok(false), |undone| tx.forget_value(undone, &author)).map(|_| ())
        };
        let created = self.store.write(WriteMode::Shared, 2, create).await;
        if let (Some(undone), Err(StoreError::Conflict(_))) = (new.job.task.undoes(), &created) {
            // another run may have undone it first
            self.run_to_undo(caller, undone).await?;
        }
        self.idempotency.or_replay(call.idempotency.as_ref(), created).await?;
        self.spawn(new);
        Ok((record, response))
    }

    /// Executes the steps of the schedule in the caller's task. Candidates in error or with list prices are
    /// revalidated, because their master data may have changed. Then due candidates, and candidates on hold for a
    /// released reason, become orders. Returns the second run when it has ended.
    pub async fn process_due(&self, caller: &Caller, release: Releases) -> Outcome<RunRecord> {
        let trigger = RunTrigger::Command;
        let gather = RunTarget::ToValidate { prices_since: Timestamp::MIN };
        let validate = RunCommand { task: RunTask::Revalidate, trigger, gather };
        self.run_scheduled(caller, validate).await?.ended?;
        let gather = if release.contains(HoldReason::Release) { RunTarget::Open } else { RunTarget::Due };
        self.run_to_end(caller, RunCommand { task: RunTask::Process(release), trigger, gather }).await
    }

    /// Executes a run in the caller's task and returns it when it has ended.
    pub async fn run_to_end(&self, caller: &Caller, command: RunCommand) -> Outcome<RunRecord> {
        let new = self.new_run(caller, command).await?;
        let run = new.job.run();
        self.create_run(&new.job).await?;
        self.do_run(new).await?;
        self.find_run(caller.organisations.write(), run).await
    }

    pub(crate) async fn run_scheduled(
        &self,
        caller: &Caller,
        command: RunCommand,
    ) -> Outcome<ScheduledRunResult> {
        let new = self.new_run(caller, command).await?;
        if new.job.chunks.is_empty() {
            return Ok(ScheduledRunResult { run: None, ended: Ok(EndedRun::default()) });
        }
        let run = Some(new.job.run());
        self.create_run(&new.job).await?;
        Ok(ScheduledRunResult { run, ended: self.do_run(new).await })
    }

    /// Stores a run that no other instance can continue.
    async fn create_run(&self, job: &RunJob) -> Outcome<()> {
        let (record, by) = (job.record.clone(), self.instances.instance().await?);
        let create = move |tx: &dyn WriteTransaction| tx.create_run(&record, by, None, None);
        Ok(self.store.write(WriteMode::Shared, 2, create).await?)
    }

    /// Returns whether a run may continue; marks a queued run as running if `starts` is given.
    pub(crate) async fn resume_run(&self, job: &RunJob, starts: Option<Timestamp>) -> StoreResult<bool> {
        let (run, fence) = (job.run(), job.record.fence);
        self.store.write(WriteMode::Shared, 1, move |tx| tx.resume_run(run, starts, fence)).await
    }

    async fn new_run(&self, caller: &Caller, command: RunCommand) -> Outcome<NewRun> {
        let organisations = if let Some(undone) = command.task.undoes() {
            self.run_to_undo(caller, undone).await?.organisations
        } else {
            check_scope(caller, command.task.kind())?;
            caller.organisations.clone()
        };
        let permit = self.jobs.acquire()?;
        let id = self.ids.take_one().await?;
        let RunCommand { task, trigger, gather } = command;
        let task = match task {
            RunTask::Edit(edit) => {
                RunTask::Edit(Arc::new(self.edit_with_assignee(caller, (*edit).clone()).await?))
            }
            task => task,
        };
        let selected =
            matches!(gather, RunTarget::Selected(_) | RunTarget::WholeOrders(..) | RunTarget::DoneBy(_));
        let scope = RunScope::of(&organisations);
        let Gathered { chunks, added, .. } = self.gather(&scope, gather).await?;
        let total: usize = chunks.iter().map(|chunk| chunk.candidates.len()).sum();
        let run = ProcessRun {
            id,
            kind: task.kind(),
            undoes: task.undoes(),
            trigger,
            state: RunState::Queued,
            actor: caller.actor.name.clone(),
            release: task.release(),
            queued_at: caller.now,
            started_at: None,
            finished_at: None,
            total: cast::<u64>(total),
            added,
            counts: RunCounts::default(),
        };
        // ids are unique, so the id of the run can be its first fencing token
        let fence = FencingToken(id.0);
        let record = RunRecord { run, organisations, stop_requested: false, undone_by: None, fence };
        Ok(NewRun { job: RunJob { record, task, chunks, selected, scope }, permit })
    }

    fn spawn(self: &Arc<Self>, new: NewRun) {
        let app = self.clone();
        tokio::spawn(async move {
            let run = new.job.run();
            if let Err(failure) = app.do_run(new).await {
                tracing::error!(%run, ?failure, "run failed");
            }
        });
    }

    /// Waits for a slot, executes the run and records its end.
    async fn do_run(&self, NewRun { job, permit }: NewRun) -> Outcome<EndedRun> {
        let job = Arc::new(job);
        let mut permit = Some(permit);
        let (slot, worked) = match self.await_slot(&job).await {
            Ok(Some(slot)) => {
                drop(permit.take());
                (Some(slot), self.begin(&job).await)
            }
            Ok(None) => (None, Ok(EndedRun { stopped: true, due: None })),
            Err(failure) => (None, Err(failure)),
        };
        let state = match &worked {
            Ok(EndedRun { stopped: false, .. }) => RunState::Done,
            Ok(EndedRun { stopped: true, .. }) => RunState::Stopped,
            Err(_) => RunState::Failed,
        };
        let lasting = job.record.run.trigger == RunTrigger::Call;
        let noted = if state == RunState::Stopped && lasting && self.jobs.stopping() {
            // its work is stored, so another instance continues it
            Ok(())
        } else {
            let now = self.clock.now();
            let (run, fence) = (job.run(), job.record.fence);
            let finish =
                || self.store.write(WriteMode::Shared, 1, move |tx| tx.finish_run(run, fence, state, now));
            self.with_retries(&RetryPolicy::of(job.run()), finish).await
        };
        self.jobs.ended.send_replace(());
        // released after its end is recorded, because `stop_runs` waits for both permits
        drop((permit, slot));
        let ended = worked?;
        noted?;
        Ok(ended)
    }

    async fn begin(&self, job: &Arc<RunJob>) -> Outcome<EndedRun> {
        let now = self.clock.now();
        let begin = || self.resume_run(job, Some(now));
        if self.jobs.stopping() || !self.with_retries(&RetryPolicy::of(job.run()), begin).await? {
            return Ok(EndedRun { stopped: true, due: None });
        }
        self.work(job).await
    }

    /// Waits for a slot. Returns `None` if the run must end before it has started.
    async fn await_slot(&self, job: &RunJob) -> Outcome<Option<SemaphorePermit<'_>>> {
        loop {
            if let Ok(slot) = tokio::time::timeout(STOP_CHECK_INTERVAL, self.jobs.slots.acquire()).await {
                return Ok(slot.ok());
            }
            let wait = || self.resume_run(job, None);
            if !self.with_retries(&RetryPolicy::of(job.run()), wait).await? {
                return Ok(None);
            }
        }
    }

    /// Prevents further chunks of all runs of this process and returns when the runs have ended. Other instances or the
    /// next run continue.
    pub async fn stop_runs(&self) {
        self.jobs.stopping.store(true, Ordering::Relaxed);
        let _queued = self.jobs.permits.acquire_many(QUEUE_LIMIT).await;
        let _working = self.jobs.slots.acquire_many(AT_ONCE).await;
    }

    pub async fn process_run(&self, caller: &Caller, id: RunId) -> Outcome<RunRecord> {
        caller.require(Scope::CandidatesRead, Phrase::ReadRuns)?;
        self.find_run(caller.organisations.write(), id).await
    }

    async fn find_run(&self, scope: WriteScope, id: RunId) -> Outcome<RunRecord> {
        let found = self.store.read(move |tx| tx.run(&scope, id)).await?;
        found.ok_or_else(|| Problem::not_found(ProblemCode::RunNotFound, &id).into())
    }

    /// Returns the run when it has ended, or its state after `longest`.
    pub async fn wait_for_run(&self, caller: &Caller, id: RunId, longest: Duration) -> Outcome<RunRecord> {
        let until = Instant::now() + longest;
        let mut ended = self.jobs.ended.subscribe();
        loop {
            let record = self.find_run(caller.organisations.write(), id).await?;
            let left = until.saturating_duration_since(Instant::now());
            if record.run.finished_at.is_some() || left.is_zero() {
                return Ok(record);
            }
            // runs of another process send no notification, so they are polled
            let _ = tokio::time::timeout(left.min(LOOK_AGAIN), ended.changed()).await;
        }
    }

    /// Returns runs before the given one, newest first.
    pub async fn process_runs(
        &self,
        caller: &Caller,
        before: Option<RunId>,
        limit: u32,
    ) -> Outcome<Vec<RunRecord>> {
        caller.require(Scope::CandidatesRead, Phrase::ListRuns)?;
        let scope = caller.organisations.write();
        Ok(self.store.read(move |tx| tx.runs(&scope, before, limit)).await?)
    }

    /// Returns results of a run by candidate: after candidate `after` and with outcome `outcome`, if given. A scheduled
    /// run stores only results of changed candidates.
    pub async fn run_results(
        &self,
        caller: &Caller,
        id: RunId,
        outcome: Option<RunOutcomeKind>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> Outcome<Vec<RunResult>> {
        self.process_run(caller, id).await?;
        Ok(self.store.read(move |tx| tx.run_results(id, outcome, after, limit)).await?)
    }

    /// Requests a run to stop before its next chunk and returns it. A run that has ended is not changed.
    pub async fn stop_run(
        &self,
        caller: &Caller,
        id: RunId,
        call: CallCommand,
        encode: impl Fn(&RunRecord) -> Vec<u8> + Send + Sync,
    ) -> Outcome<EncodedResponse> {
        caller.require(Scope::ProcessRun, Phrase::StopRuns)?;
        let mut record = self.find_run(caller.organisations.write(), id).await?;
        record.stop_requested |= record.run.finished_at.is_none();
        let response = EncodedResponse { status: 200, body: encode(&record) };
        let log_entry = self.requests.log_entry(caller, &call, &response).await?;
        let scope = caller.organisations.write();
        let stop = move |tx: &dyn WriteTransaction| tx.stop_run(&scope, id, Some(&log_entry));
        let stopped = self.store.write(WriteMode::Shared, 2, stop).await;
        self.idempotency.or_replay(call.idempotency.as_ref(), stopped).await?;
        Ok(response)
    }
}

/// Checks the scope that a kind of run requires.
pub(crate) fn check_scope(caller: &Caller, kind: RunKind) -> Outcome<()> {
    match kind {
        RunKind::Process => caller.require(Scope::ProcessRun, Phrase::ProcessCandidates),
        RunKind::Revalidate => caller.require(Scope::CandidatesWrite, Phrase::RevalidateCandidates),
        RunKind::Edit => caller.require(Scope::CandidatesWrite, Phrase::EditCandidates),
        RunKind::Map => caller.require(Scope::ReferencesWrite, Phrase::MapReferences),
        RunKind::Undo => caller.require(Scope::CandidatesWrite, Phrase::UndoRuns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_run_queue_rejects_new_runs() {
        let jobs = RunQueue::default();
        let mut permits: Vec<_> = (0..QUEUE_LIMIT).map(|_| jobs.acquire().unwrap()).collect();
        let rejected = jobs.acquire().unwrap_err();
        assert_eq!((rejected.status(), rejected.retry_after), (503, Some(1)));
        permits.pop();
        assert!(jobs.acquire().is_ok());
    }
}
