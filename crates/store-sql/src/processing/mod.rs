//! Processing of candidates into orders: gathers, loads and writes the chunks of runs, and stores runs.

pub(crate) mod commit;
pub(crate) mod gather;
pub(crate) mod headers;
pub(crate) mod load;
pub(crate) mod runs;
pub(crate) mod schedules;
pub(crate) mod siblings;

pub use commit::{commit, store_results};
pub use gather::gather;
pub use headers::Headers;
pub use load::load;
use orderdock_domain::cast;
pub use runs::{
    active, adopt, create, dead, fail_dead, failed_runs, failed_since, finish, list, one, orphan, progress,
    results, resume, stop,
};
pub use schedules::{note, schedules};

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{CandidateId, InstanceId, RunId};
use orderdock_domain::processing::{RunOutcomeWord, RunState};
use orderdock_store::{
    AdoptedRun, Chunk, ChunkCommit, ChunkOutcome, FencingToken, Gather, Gathered, LoadedChunk,
    RequestLogEntry, RunReader, RunRecord, RunResult, RunScope, RunStore, RunWork, RunWriter, StoreResult,
};

use crate::store_transaction::StoreTransaction;
use crate::{Backend, SqlStore, requests};

impl RunReader for StoreTransaction<'_> {
    fn load_chunk(&self, scope: &RunScope, chunk: &Chunk) -> StoreResult<LoadedChunk> {
        load(self.transaction, scope, self.reference()?, chunk)
    }
}

impl RunWriter for StoreTransaction<'_> {
    fn commit_chunk(&self, commit: &ChunkCommit) -> StoreResult<ChunkOutcome> {
        self::commit(self.transaction, commit)
    }
}

#[async_trait]
impl<B: Backend> RunStore for SqlStore<B> {
    async fn gather(&self, scope: RunScope, what: Gather, chunk: u32) -> StoreResult<Gathered> {
        let chunk = cast::<usize>(chunk);
        self.read_scoped(scope.candidates, move |transaction, organisations, reference| {
            gather(transaction, organisations, &reference, &what, chunk)
        })
        .await
    }

    async fn create_run(
        &self,
        run: RunRecord,
        by: InstanceId,
        work: Option<RunWork>,
        call: Option<RequestLogEntry>,
    ) -> StoreResult<()> {
        self.write(2, move |transaction| {
            create(transaction, &run, by, work.as_ref())?;
            requests::store_call(transaction, call.as_ref())
        })
        .await
    }

    async fn resume_run(
        &self,
        run: RunId,
        starts: Option<Timestamp>,
        fence: FencingToken,
    ) -> StoreResult<bool> {
        self.write(1, move |transaction| resume(transaction, run, starts, fence)).await
    }

    async fn finish_run(
        &self,
        run: RunId,
        fence: FencingToken,
        state: RunState,
        now: Timestamp,
    ) -> StoreResult<()> {
        self.write(1, move |transaction| finish(transaction, run, fence, state, now)).await
    }

    async fn stop_run(
        &self,
        scope: WriteScope,
        run: RunId,
        keep: Option<RequestLogEntry>,
    ) -> StoreResult<bool> {
        self.write_scoped(scope, 2, move |transaction, organisations| {
            requests::store_call(transaction, keep.as_ref())?;
            stop(transaction, organisations, run)
        })
        .await
    }

    async fn adopt_run(&self, by: InstanceId) -> StoreResult<Option<AdoptedRun>> {
        let Some(run) = self.backend.priority_read(orphan).await? else { return Ok(None) };
        self.write(1, move |transaction| adopt(transaction, run, by)).await
    }

    async fn fail_dead_runs(&self, now: Timestamp) -> StoreResult<u64> {
        if self.backend.priority_read(dead).await?.is_empty() {
            return Ok(0);
        }
        self.write(1, move |transaction| fail_dead(transaction, now)).await
    }

    async fn run(&self, scope: WriteScope, run: RunId) -> StoreResult<Option<RunRecord>> {
        self.read_scoped(scope, move |transaction, organisations, _| one(transaction, organisations, run))
            .await
    }

    async fn runs(
        &self,
        scope: WriteScope,
        before: Option<RunId>,
        limit: u32,
    ) -> StoreResult<Vec<RunRecord>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            list(transaction, organisations, before, limit)
        })
        .await
    }

    async fn active_runs(&self, scope: WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            active(transaction, organisations, ended_since)
        })
        .await
    }

    async fn run_results(
        &self,
        run: RunId,
        outcome: Option<RunOutcomeWord>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> StoreResult<Vec<RunResult>> {
        self.read(move |transaction| results(transaction, run, outcome, after, limit)).await
    }
}
