//! Runs: gathering, loading and writing of their chunks, and their state.

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
pub use runs::{active, dead, failed_runs, failed_since, list, one, progress, results};
pub use schedules::{note, schedules};

use jiff::Timestamp;
use orderdock_domain::access::WriteScope;
use orderdock_domain::ids::{CandidateId, InstanceId, RunId};
use orderdock_domain::processing::{RunOutcomeKind, RunState};
use orderdock_store::{
    AdoptedRun, Chunk, ChunkCommit, ChunkOutcome, FencingToken, Gathered, LoadedChunk, RequestLogEntry,
    RunReader, RunRecord, RunResult, RunScope, RunTarget, RunWork, RunWriter, StoreResult,
};

use crate::requests;
use crate::store::transaction::StoreTransaction;

impl RunReader for StoreTransaction<'_> {
    fn gather(&self, scope: &RunScope, target: &RunTarget, chunk: u32) -> StoreResult<Gathered> {
        let organisations = self.writable(&scope.candidates)?;
        gather(self.transaction, &organisations, &*self.reference()?, target, cast::<usize>(chunk))
    }

    fn load_chunk(&self, scope: &RunScope, chunk: &Chunk) -> StoreResult<LoadedChunk> {
        load(self.transaction, scope, self.reference()?, chunk)
    }

    fn run(&self, scope: &WriteScope, run: RunId) -> StoreResult<Option<RunRecord>> {
        one(self.transaction, &self.writable(scope)?, run)
    }

    fn runs(&self, scope: &WriteScope, before: Option<RunId>, limit: u32) -> StoreResult<Vec<RunRecord>> {
        list(self.transaction, &self.writable(scope)?, before, limit)
    }

    fn active_runs(&self, scope: &WriteScope, ended_since: Timestamp) -> StoreResult<Vec<RunRecord>> {
        active(self.transaction, &self.writable(scope)?, ended_since)
    }

    fn run_results(
        &self,
        run: RunId,
        outcome: Option<RunOutcomeKind>,
        after: Option<CandidateId>,
        limit: u32,
    ) -> StoreResult<Vec<RunResult>> {
        results(self.transaction, run, outcome, after, limit)
    }

    fn orphaned_run(&self) -> StoreResult<Option<RunId>> {
        runs::orphan(self.transaction)
    }

    fn dead_runs(&self) -> StoreResult<Vec<(RunId, RunState)>> {
        dead(self.transaction)
    }
}

impl RunWriter for StoreTransaction<'_> {
    fn commit_chunk(&self, commit: &ChunkCommit) -> StoreResult<ChunkOutcome> {
        self::commit(self.transaction, commit)
    }

    fn create_run(
        &self,
        run: &RunRecord,
        by: InstanceId,
        work: Option<&RunWork>,
        call: Option<&RequestLogEntry>,
    ) -> StoreResult<()> {
        runs::create(self.transaction, run, by, work)?;
        requests::store_call(self.transaction, call)
    }

    fn resume_run(&self, run: RunId, starts: Option<Timestamp>, fence: FencingToken) -> StoreResult<bool> {
        runs::resume(self.transaction, run, starts, fence)
    }

    fn finish_run(
        &self,
        run: RunId,
        fence: FencingToken,
        state: RunState,
        now: Timestamp,
    ) -> StoreResult<()> {
        runs::finish(self.transaction, run, fence, state, now)
    }

    fn stop_run(&self, scope: &WriteScope, run: RunId, call: Option<&RequestLogEntry>) -> StoreResult<bool> {
        let organisations = self.writable(scope)?;
        requests::store_call(self.transaction, call)?;
        runs::stop(self.transaction, &organisations, run)
    }

    fn adopt_run(&self, run: RunId, by: InstanceId) -> StoreResult<Option<AdoptedRun>> {
        runs::adopt(self.transaction, run, by)
    }

    fn fail_dead_runs(&self, now: Timestamp) -> StoreResult<u64> {
        runs::fail_dead(self.transaction, now)
    }
}
