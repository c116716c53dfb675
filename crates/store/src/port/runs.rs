//! Runs: what they work on, their signs of life, what they did.

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{CandidateId, InstanceId, RunId};
use orderdock_domain::processing::{RunOutcomeWord, RunState};

use crate::{
    AdoptedRun, Chunk, ChunkCommit, ChunkOutcome, Fence, Gather, Gathered, KeptCall, LoadedChunk, RunRecord,
    RunResult, RunScope, RunWork, StoreResult,
};

/// Reads of chunks of a run.
pub trait RunReader {
    /// Loads a chunk and everything its plan depends on, with a number of queries that does not depend on the number of
    /// candidates.
    fn load_chunk(&self, scope: &RunScope, chunk: &Chunk) -> StoreResult<LoadedChunk>;
}

/// Writes of chunks of a run.
pub trait RunWriter {
    /// Writes a chunk: each order completely or not at all, document numbers without gaps, and the results of the run. An
    /// order with a changed candidate is left out. Conflict if master data has changed; then nothing is written.
    fn commit_chunk(&self, commit: &ChunkCommit) -> StoreResult<ChunkOutcome>;
}

/// Runs: what they work on, their signs of life, what they did.
///
/// What writes for a run takes no scope but its fence: what the run takes was settled within a scope when it was made, and
/// each of its chunks was loaded within it.
#[async_trait]
pub trait RunStore: Send + Sync + 'static {
    /// The chunks of a run, of about so many candidates each, ascending by their smallest id.
    async fn gather(&self, scope: RunScope, what: Gather, chunk: u32) -> StoreResult<Gathered>;

    /// Keeps a new run of an instance, with the call that started it. Without its work nobody else can go on with it.
    async fn create_run(
        &self,
        run: RunRecord,
        by: InstanceId,
        work: Option<RunWork>,
        call: Option<KeptCall>,
    ) -> StoreResult<()>;

    /// Whether a run is to go on; a `queued` one becomes `running` if it `starts`.
    async fn go_on_with_run(&self, run: RunId, starts: Option<Timestamp>, fence: Fence) -> StoreResult<bool>;

    /// Ends a run that has not ended. One of the schedule that did nothing is not kept.
    async fn finish_run(&self, run: RunId, fence: Fence, state: RunState, now: Timestamp) -> StoreResult<()>;

    /// Asks a run to stop, and keeps the call; `false` if there is none, or it has ended.
    async fn stop_run(&self, scope: WriteScope, run: RunId, keep: Option<KeptCall>) -> StoreResult<bool>;

    /// Takes a run whose instance has died and whose work is known, the oldest there is.
    async fn adopt_run(&self, by: InstanceId) -> StoreResult<Option<AdoptedRun>>;

    /// Ends runs whose instance has died and with which nobody can or should go on; tells how many.
    async fn fail_dead_runs(&self, now: Timestamp) -> StoreResult<u64>;

    async fn run(&self, scope: WriteScope, run: RunId) -> StoreResult<Option<RunRecord>>;

    /// Runs, newest first, from before the one given.
    async fn runs(&self, scope: WriteScope, before: Option<RunId>, limit: u32)
    -> StoreResult<Vec<RunRecord>>;

    /// Runs that have not ended, and those that have ended since the instant.
    async fn active_runs(&self, scope: WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>>;

    /// What a run did with each candidate, by candidate, from behind the one given, or only with those that it did
    /// this with. The run was found within the caller's scope.
    async fn run_results(
        &self,
        run: RunId,
        outcome: Option<RunOutcomeWord>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> StoreResult<Vec<RunResult>>;
}
