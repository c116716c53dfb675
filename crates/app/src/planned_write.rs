//! Writes that are planned from a snapshot: load, plan, commit.

use std::sync::Arc;

use orderdock_domain::ids::IdBlock;
use orderdock_store::{ReadTransaction, Store, StoreError, StoreResult, WriteMode, WriteTransaction};

use crate::idempotency::IdempotencyService;
use crate::ids::IdSource;
use crate::metrics::count;
use crate::workers::Workers;
use crate::{Effort, IdempotencyGuard, Metrics, Outcome};

/// Optimistic attempts before the exclusive one.
pub const TRIES: usize = 3;

/// A write that is planned from a snapshot and committed unless something the plan depends on has changed since.
///
/// Each use case is written once. [`PlannedWrites::run`] runs it optimistically: `load` in a read snapshot, `plan` on
/// the threads for computations, `commit` concurrently with other writers. After [`TRIES`] conflicts it runs all three
/// in one exclusive transaction.
pub(crate) trait PlannedWrite: Send + Sync + Sized + 'static {
    /// Everything that the plan depends on.
    type Context: Send + 'static;
    /// The data that the transaction writes.
    type Commit: Send + Sync + 'static;
    /// The part of the plan for the caller: the response, encoded before the commit (ADR 3).
    type Response: Send + 'static;
    /// The result of the transaction.
    type Written: Send + 'static;

    /// Loads everything that the plan depends on, in one snapshot.
    fn load(&self, tx: &dyn ReadTransaction) -> StoreResult<Self::Context>;

    /// Returns the maximum number of ids that the plan can need.
    fn id_count(&self, _: &Self::Context) -> u32 {
        0
    }

    /// Returns the effort of planning.
    fn effort(&self, _: &Self::Context) -> Effort {
        Effort::Small
    }

    /// Makes the plan. Pure: no I/O and no clock.
    fn plan(&self, context: Self::Context, ids: IdBlock) -> Outcome<PreparedWrite<Self>>;

    /// Returns the approximate number of rows that the commit writes.
    fn row_count(&self, commit: &Self::Commit) -> usize;

    /// Writes the plan. Returns [`StoreError::Conflict`] if something the plan depends on has changed. The store may
    /// run it again from the start.
    fn commit(&self, tx: &dyn WriteTransaction, commit: &Self::Commit) -> StoreResult<Self::Written>;

    /// Returns the right to store the response of the idempotency key, if the call has one.
    fn idempotency_guard(&self) -> Option<&IdempotencyGuard> {
        None
    }
}

/// A plan, ready to be committed.
pub(crate) struct PreparedWrite<W: PlannedWrite> {
    /// Absent if there is nothing to write, as in a dry run.
    pub commit: Option<W::Commit>,
    pub response: W::Response,
}

/// Result of a planned write.
pub(crate) struct Completed<W: PlannedWrite> {
    pub response: W::Response,
    /// Absent if there was nothing to write.
    pub written: Option<W::Written>,
}

/// Executor of planned writes.
pub struct PlannedWrites {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) ids: Arc<IdSource>,
    pub(crate) workers: Arc<Workers>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) idempotency: Arc<IdempotencyService>,
}

impl PlannedWrites {
    /// Runs a planned write, optimistically up to [`TRIES`] times, then once in an exclusive transaction. If another
    /// process has stored a response for its idempotency key, nothing is written and the failure contains that
    /// response.
    pub(crate) async fn run<W: PlannedWrite>(&self, write: &Arc<W>) -> Outcome<Completed<W>> {
        let mut rows = 1;
        for _ in 0..TRIES {
            let context = self.load(write).await?;
            let ids = self.ids.take(write.id_count(&context)).await?;
            let plan = self.plan(write, context, ids).await?;
            rows = plan.row_count(write);
            match self.commit(write, plan).await {
                Err(StoreError::Conflict(_)) => count(&self.metrics.plan_conflicts, 1),
                completed => return self.idempotency.or_replay(write.idempotency_guard(), completed).await,
            }
        }
        count(&self.metrics.plans_in_turn, 1);
        let completed = self.run_exclusively(write, rows).await;
        self.idempotency.or_replay(write.idempotency_guard(), completed).await?
    }

    /// Loads everything that a plan depends on, in one read snapshot.
    pub(crate) async fn load<W: PlannedWrite>(&self, write: &Arc<W>) -> StoreResult<W::Context> {
        let write = Arc::clone(write);
        self.store.read(move |tx| write.load(tx)).await
    }

    /// Makes a plan on the threads for computations.
    pub(crate) async fn plan<W: PlannedWrite>(
        &self,
        write: &Arc<W>,
        context: W::Context,
        ids: IdBlock,
    ) -> Outcome<PreparedWrite<W>> {
        let (write, effort) = (Arc::clone(write), write.effort(&context));
        self.workers.compute(effort, move || write.plan(context, ids)).await?
    }

    /// Commits a plan concurrently with other writers.
    pub(crate) async fn commit<W: PlannedWrite>(
        &self,
        write: &Arc<W>,
        plan: PreparedWrite<W>,
    ) -> StoreResult<Completed<W>> {
        let rows = plan.row_count(write);
        let PreparedWrite { commit, response } = plan;
        let Some(commit) = commit.map(Arc::new) else { return Ok(Completed { response, written: None }) };
        let (task, shared) = (Arc::clone(write), Arc::clone(&commit));
        let written = self.store.write(WriteMode::Shared, rows, move |tx| task.commit(tx, &shared)).await;
        // dropped here and not on the writer thread, because it takes long for thousands of records
        drop(commit);
        Ok(Completed { response, written: Some(written?) })
    }

    /// Loads, plans and writes about `rows` rows in one exclusive transaction.
    pub(crate) async fn run_exclusively<W: PlannedWrite>(
        &self,
        write: &Arc<W>,
        rows: usize,
    ) -> StoreResult<Outcome<Completed<W>>> {
        let write = Arc::clone(write);
        let work = move |tx: &dyn WriteTransaction| {
            let context = write.load(tx)?;
            let ids = match write.id_count(&context) {
                0 => IdBlock::new(0, 0),
                count => tx.reserve_ids(count)?,
            };
            let PreparedWrite { commit, response } = match write.plan(context, ids) {
                Ok(plan) => plan,
                Err(failure) => return Ok(Err(failure)),
            };
            let written = commit.map(|commit| write.commit(tx, &commit)).transpose()?;
            Ok(Ok(Completed { response, written }))
        };
        self.store.write(WriteMode::Exclusive, rows, work).await
    }
}

impl<W: PlannedWrite> PreparedWrite<W> {
    /// Returns the approximate number of rows that its commit writes.
    pub fn row_count(&self, write: &W) -> usize {
        self.commit.as_ref().map_or(0, |commit| write.row_count(commit))
    }
}
