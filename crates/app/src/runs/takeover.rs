//! Takeover of stored runs, which are completed even if their instance is lost.

use std::collections::HashSet;
use std::sync::Arc;

use orderdock_domain::ids::{CandidateId, InstanceId};
use orderdock_domain::processing::{RunKind, RunState};
use orderdock_store::{AdoptedRun, Chunk, RunScope, RunWork, WriteMode, WriteTransaction};

use super::job::RunJob;
use super::{NewRun, RunTask, UndoTask};
use crate::Outcome;
use crate::runs::RunService;

impl RunJob {
    /// Returns the part that is stored, so that another instance can continue the run.
    pub(crate) fn work(&self) -> RunWork {
        let work = RunWork { selected: self.selected, chunks: self.chunks.clone(), ..RunWork::default() };
        match &self.task {
            RunTask::Edit(edit) => RunWork { edit: Some((**edit).clone()), ..work },
            RunTask::Map(mapping) => RunWork { mapping: Some((**mapping).clone()), ..work },
            RunTask::Undo(undo) => RunWork { reason: undo.reason.clone(), ..work },
            RunTask::Process(_) | RunTask::Revalidate => work,
        }
    }
}

impl RunService {
    /// Continues runs of lost instances while the queue has free slots.
    pub(crate) async fn adopt_runs(self: &Arc<Self>, own: InstanceId) -> Outcome<()> {
        while let Ok(permit) = self.jobs.acquire() {
            let Some(adopted) = self.store.adopt_run(own).await? else { return Ok(()) };
            let (run, through) = (adopted.record.run.id, adopted.done.len());
            tracing::warn!(%run, through, "run taken over from a lost instance");
            let fence = adopted.record.fence;
            if let Some(job) = job(adopted) {
                self.spawn(NewRun { job, permit });
            } else {
                tracing::error!(%run, "run failed: its stored selection is unknown to this version");
                let now = self.clock.now();
                let fail = move |tx: &dyn WriteTransaction| tx.finish_run(run, fence, RunState::Failed, now);
                self.store.write(WriteMode::Shared, 1, fail).await?;
            }
        }
        Ok(())
    }
}

/// Returns the rest of a run; `None` if its work is not stored or is unknown to this version.
fn job(adopted: AdoptedRun) -> Option<RunJob> {
    let AdoptedRun { record, work, done } = adopted;
    let RunWork { edit, mapping, reason, selected, chunks } = work?;
    let task = match record.run.kind {
        RunKind::Process => RunTask::Process(record.run.release),
        RunKind::Revalidate => RunTask::Revalidate,
        RunKind::Edit => RunTask::Edit(Arc::new(edit?)),
        RunKind::Map => RunTask::Map(Arc::new(mapping?)),
        RunKind::Undo => RunTask::Undo(Arc::new(UndoTask { run: record.run.undoes?, reason })),
    };
    let chunks = rest(chunks, &done.into_iter().collect());
    let scope = RunScope::of(&record.organisations);
    Some(RunJob { record, task, chunks, selected, scope })
}

/// Removes candidates that already have a result.
fn rest(chunks: Vec<Chunk>, done: &HashSet<CandidateId>) -> Vec<Chunk> {
    let left = chunks.into_iter().map(|mut chunk| {
        chunk.candidates.retain(|id| !done.contains(id));
        chunk
    });
    left.filter(|chunk| !chunk.candidates.is_empty()).collect()
}
