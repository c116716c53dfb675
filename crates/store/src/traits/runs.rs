//! Runs: their candidates, state, results and takeover by another instance.

use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{CandidateId, InstanceId, RunId};
use orderdock_domain::processing::{RunOutcomeKind, RunState};

use crate::{
    AdoptedRun, Chunk, ChunkCommit, ChunkOutcome, FencingToken, Gathered, LoadedChunk, RequestLogEntry,
    RunRecord, RunResult, RunScope, RunTarget, RunWork, Store, StoreResult, WriteMode,
};

/// Reads of runs, their chunks and results.
pub trait RunReader {
    /// Returns the chunks of a run, of about `chunk` candidates each, ascending by their smallest id.
    fn gather(&self, scope: &RunScope, target: &RunTarget, chunk: u32) -> StoreResult<Gathered>;

    /// Loads a chunk and everything its plan depends on, with a number of queries that does not depend on the number of
    /// candidates.
    fn load_chunk(&self, scope: &RunScope, chunk: &Chunk) -> StoreResult<LoadedChunk>;

    fn run(&self, scope: &WriteScope, run: RunId) -> StoreResult<Option<RunRecord>>;

    /// Returns runs older than `before`, newest first.
    fn runs(&self, scope: &WriteScope, before: Option<RunId>, limit: u32) -> StoreResult<Vec<RunRecord>>;

    /// Returns runs that have not ended, and those that have ended since an instant.
    fn active_runs(&self, scope: &WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>>;

    /// Returns the results of a run after a candidate, ordered by candidate, optionally only those with one outcome.
    /// Takes no scope, because the caller has read the run within a scope.
    fn run_results(
        &self,
        run: RunId,
        outcome: Option<RunOutcomeKind>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> StoreResult<Vec<RunResult>>;

    /// Returns the oldest run with stored work of a dead instance, so that another instance can continue it.
    fn orphaned_run(&self) -> StoreResult<Option<RunId>>;

    /// Returns the runs of dead instances that no instance can or should continue, with their final states.
    fn dead_runs(&self) -> StoreResult<Vec<(RunId, RunState)>>;
}

/// Writes of runs and their chunks.
///
/// Writes of a run take its fencing token instead of a scope. The scope was applied when the run was created and when
/// its chunks were loaded.
pub trait RunWriter: RunReader {
    /// Writes a chunk: each order completely or not at all, document numbers without gaps, and the results of the run.
    /// Skips orders with a changed candidate. `Conflict` if master data has changed; then nothing is written.
    fn commit_chunk(&self, commit: &ChunkCommit) -> StoreResult<ChunkOutcome>;

    /// Stores a new run of an instance, and the call that started it. Another instance can continue the run only if
    /// `work` is given.
    fn create_run(
        &self,
        run: &RunRecord,
        by: InstanceId,
        work: Option<&RunWork>,
        call: Option<&RequestLogEntry>,
    ) -> StoreResult<()>;

    /// Returns whether the run may continue. With `starts`, a `queued` run becomes `running`.
    fn resume_run(&self, run: RunId, starts: Option<Timestamp>, fence: FencingToken) -> StoreResult<bool>;

    /// Ends a run that has not ended. Deletes a scheduled run without results instead.
    fn finish_run(&self, run: RunId, fence: FencingToken, state: RunState, now: Timestamp)
    -> StoreResult<()>;

    /// Requests a run to stop, and stores the call. Returns `false` if the run does not exist or has ended.
    fn stop_run(&self, scope: &WriteScope, run: RunId, call: Option<&RequestLogEntry>) -> StoreResult<bool>;

    /// Adopts a run of a dead instance. Returns `None` if another instance was faster.
    fn adopt_run(&self, run: RunId, by: InstanceId) -> StoreResult<Option<AdoptedRun>>;

    /// Ends the [`dead_runs`](RunReader::dead_runs). Returns their number.
    fn fail_dead_runs(&self, now: Timestamp) -> StoreResult<u64>;
}

impl dyn Store {
    /// Adopts the oldest run with stored work of a dead instance.
    pub async fn adopt_run(&self, by: InstanceId) -> StoreResult<Option<AdoptedRun>> {
        let Some(run) = self.priority_read(|tx| tx.orphaned_run()).await? else { return Ok(None) };
        self.write(WriteMode::Shared, 1, move |tx| tx.adopt_run(run, by)).await
    }

    /// Ends runs of dead instances that no instance can or should continue. Returns their number.
    pub async fn fail_dead_runs(&self, now: Timestamp) -> StoreResult<u64> {
        if self.priority_read(|tx| tx.dead_runs()).await?.is_empty() {
            return Ok(0);
        }
        self.write(WriteMode::Shared, 1, move |tx| tx.fail_dead_runs(now)).await
    }
}
