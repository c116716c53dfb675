//! Reads and writes of runs, each in its own transaction.

use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{CandidateId, InstanceId, RunId};
use orderdock_domain::processing::{RunOutcomeKind, RunState};

use crate::{
    Chunk, ChunkCommit, ChunkOutcome, FencingToken, Gathered, LoadedChunk, RequestLogEntry, RunRecord,
    RunResult, RunScope, RunTarget, RunWork, Store, StoreResult, WriteMode,
};

/// Methods of [`RunReader`](crate::RunReader) and [`RunWriter`](crate::RunWriter).
pub trait RunCalls {
    async fn gather(&self, scope: RunScope, target: RunTarget, chunk: u32) -> StoreResult<Gathered>;
    async fn load_chunk(&self, scope: RunScope, chunk: Chunk) -> StoreResult<LoadedChunk>;
    async fn commit_chunk(&self, commit: ChunkCommit) -> StoreResult<ChunkOutcome>;
    async fn create_run(
        &self,
        run: RunRecord,
        by: InstanceId,
        work: Option<RunWork>,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<()>;
    async fn resume_run(
        &self,
        run: RunId,
        starts: Option<Timestamp>,
        fence: FencingToken,
    ) -> StoreResult<bool>;
    async fn finish_run(
        &self,
        run: RunId,
        fence: FencingToken,
        state: RunState,
        now: Timestamp,
    ) -> StoreResult<()>;
    async fn stop_run(
        &self,
        scope: WriteScope,
        run: RunId,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<bool>;
    async fn run(&self, scope: WriteScope, run: RunId) -> StoreResult<Option<RunRecord>>;
    async fn runs(&self, scope: WriteScope, before: Option<RunId>, limit: u32)
    -> StoreResult<Vec<RunRecord>>;
    async fn active_runs(&self, scope: WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>>;
    async fn run_results(
        &self,
        run: RunId,
        outcome: Option<RunOutcomeKind>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> StoreResult<Vec<RunResult>>;
}

impl RunCalls for dyn Store {
    async fn gather(&self, scope: RunScope, target: RunTarget, chunk: u32) -> StoreResult<Gathered> {
        self.read(move |tx| tx.gather(&scope, &target, chunk)).await
    }

    async fn load_chunk(&self, scope: RunScope, chunk: Chunk) -> StoreResult<LoadedChunk> {
        self.read(move |tx| tx.load_chunk(&scope, &chunk)).await
    }

    async fn commit_chunk(&self, commit: ChunkCommit) -> StoreResult<ChunkOutcome> {
        self.write(WriteMode::Shared, commit.row_count(), move |tx| tx.commit_chunk(&commit)).await
    }

    async fn create_run(
        &self,
        run: RunRecord,
        by: InstanceId,
        work: Option<RunWork>,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<()> {
        self.write(WriteMode::Shared, 2, move |tx| tx.create_run(&run, by, work.as_ref(), call.as_ref()))
            .await
    }

    async fn resume_run(
        &self,
        run: RunId,
        starts: Option<Timestamp>,
        fence: FencingToken,
    ) -> StoreResult<bool> {
        self.write(WriteMode::Shared, 1, move |tx| tx.resume_run(run, starts, fence)).await
    }

    async fn finish_run(
        &self,
        run: RunId,
        fence: FencingToken,
        state: RunState,
        now: Timestamp,
    ) -> StoreResult<()> {
        self.write(WriteMode::Shared, 1, move |tx| tx.finish_run(run, fence, state, now)).await
    }

    async fn stop_run(
        &self,
        scope: WriteScope,
        run: RunId,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<bool> {
        self.write(WriteMode::Shared, 2, move |tx| tx.stop_run(&scope, run, call.as_ref())).await
    }

    async fn run(&self, scope: WriteScope, run: RunId) -> StoreResult<Option<RunRecord>> {
        self.read(move |tx| tx.run(&scope, run)).await
    }

    async fn runs(
        &self,
        scope: WriteScope,
        before: Option<RunId>,
        limit: u32,
    ) -> StoreResult<Vec<RunRecord>> {
        self.read(move |tx| tx.runs(&scope, before, limit)).await
    }

    async fn active_runs(&self, scope: WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>> {
        self.read(move |tx| tx.active_runs(&scope, ended_since)).await
    }

    async fn run_results(
        &self,
        run: RunId,
        outcome: Option<RunOutcomeKind>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> StoreResult<Vec<RunResult>> {
        self.read(move |tx| tx.run_results(run, outcome, after, limit)).await
    }
}
