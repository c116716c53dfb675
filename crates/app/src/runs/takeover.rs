//! Runs that others have begun: what was asked for is done, whoever dies.

use std::collections::HashSet;
use std::sync::Arc;

use orderdock_domain::ids::{CandidateId, InstanceId};
use orderdock_domain::processing::{RunKind, RunState};
use orderdock_store::{AdoptedRun, Chunk, RunScope, RunWork};

use super::job::RunJob;
use super::{NewRun, RunTask, UndoTask};
use crate::Outcome;
use crate::runs::RunService;

impl RunJob {
    /// What is stored of it, for who has to go on with it.
    pub(crate) fn work(&self) -> RunWork {
        let (edit, reason) = match &self.task {
            RunTask::Edit(edit) => (Some((**edit).clone()), None),
            RunTask::Undo(undo) => (None, undo.reason.clone()),
            RunTask::Process(_) | RunTask::Revalidate => (None, None),
        };
        RunWork { edit, reason, selected: self.selected, chunks: self.chunks.clone() }
    }
}

impl RunService {
    /// Goes on with runs whose instance has died, as far as there is room for them here.
    pub(crate) async fn adopt_runs(self: &Arc<Self>, own: InstanceId) -> Outcome<()> {
        while let Ok(place) = self.jobs.place() {
            let Some(adopted) = self.store.adopt_run(own).await? else { return Ok(()) };
            let (run, through) = (adopted.record.run.id, adopted.done.len());
            tracing::warn!(%run, through, "run taken over from a lost instance");
            let fence = adopted.record.fence;
            if let Some(job) = job(adopted) {
                self.spawn(NewRun { job, place });
            } else {
                tracing::error!(%run, "run failed: its stored selection is unknown to this version");
                self.store.finish_run(run, fence, RunState::Failed, self.clock.now()).await?;
            }
        }
        Ok(())
    }
}

/// The rest of a run, if it is known what it is to do.
fn job(adopted: AdoptedRun) -> Option<RunJob> {
    let AdoptedRun { record, work, done } = adopted;
    let RunWork { edit, reason, selected, chunks } = work?;
    let task = match record.run.kind {
        RunKind::Process => RunTask::Process(record.run.release),
        RunKind::Revalidate => RunTask::Revalidate,
        RunKind::Edit => RunTask::Edit(Arc::new(edit?)),
        RunKind::Undo => RunTask::Undo(Arc::new(UndoTask { run: record.run.undoes?, reason })),
    };
    let chunks = rest(chunks, &done.into_iter().collect());
    let scope = RunScope::of(&record.organisations);
    Some(RunJob { record, task, chunks, selected, scope })
}

/// Without the candidates of which the run knows what became of them.
fn rest(chunks: Vec<Chunk>, done: &HashSet<CandidateId>) -> Vec<Chunk> {
    let left = chunks.into_iter().map(|mut chunk| {
        chunk.candidates.retain(|id| !done.contains(id));
        chunk
    });
    left.filter(|chunk| !chunk.candidates.is_empty()).collect()
}
