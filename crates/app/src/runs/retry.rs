//! Retries of runs after transient errors. A run executes in the background, so no caller is there to retry it.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use orderdock_domain::ids::RunId;
use orderdock_domain::processing::RunCounts;
use orderdock_store::{ChunkOutcome, RunRecord, StoreError, StoreResult};
use tokio::time::{Instant, sleep};

use super::job::RunJob;
use crate::Outcome;
use crate::failure::is_transient;
use crate::metrics::count;
use crate::planned_write::{PlannedWrite, PreparedWrite, TRIES};
use crate::runs::RunService;

/// Retry time for a piece of work, from its first error.
const RETRY_DURATION: Duration = Duration::from_mins(3);
const PAUSE: Duration = Duration::from_secs(1);

/// Retry state of a run for one piece of work, which can have several steps.
pub(crate) struct RetryPolicy {
    run: RunId,
    ends: OnceLock<Instant>,
    /// Number of conflicts.
    conflicts: usize,
}

impl RetryPolicy {
    pub fn of(run: RunId) -> Self {
        Self { run, ends: OnceLock::new(), conflicts: 0 }
    }

    /// Waits before a retry. Returns the error if a retry is useless or the retry time is over.
    async fn pause(&self, fault: StoreError, may_continue: bool) -> StoreResult<()> {
        let ends = *self.ends.get_or_init(|| Instant::now() + RETRY_DURATION);
        if !is_transient(&fault) || !may_continue || Instant::now() >= ends {
            return Err(fault);
        }
        tracing::warn!(run = %self.run, error = %fault, "run paused after an error, retrying");
        sleep(PAUSE).await;
        Ok(())
    }

    /// Executes idempotent work; retries after transient errors while `may_continue` is true.
    async fn keep<T, W: Future<Output = StoreResult<T>>>(
        &self,
        may_continue: impl Fn() -> bool,
        work: impl Fn() -> W,
    ) -> StoreResult<T> {
        loop {
            match work().await {
                Err(fault) => self.pause(fault, may_continue()).await?,
                done => return done,
            }
        }
    }
}

/// Returns the counts that were written for a run since its counts were `written_counts`.
fn written_since(written_counts: RunCounts, known: Option<RunRecord>) -> StoreResult<RunCounts> {
    let known = known.ok_or_else(|| StoreError::Inconsistent {
        place: "run",
        fault: "an active run is missing".to_owned(),
    })?;
    Ok(known.run.counts.less(written_counts))
}

impl RunService {
    /// Executes idempotent work of a run; retries after transient errors unless the process shuts down.
    pub(crate) async fn with_retries<T, W: Future<Output = StoreResult<T>>>(
        &self,
        retry: &RetryPolicy,
        work: impl Fn() -> W,
    ) -> StoreResult<T> {
        retry.keep(|| !self.jobs.stopping(), work).await
    }

    /// Loads and plans a chunk of a run; retries after transient errors.
    pub(crate) async fn plan_with_retries<W: PlannedWrite>(
        &self,
        write: &Arc<W>,
        retry: &RetryPolicy,
    ) -> Outcome<PreparedWrite<W>> {
        let context = self.with_retries(retry, || self.writes.load(write)).await?;
        let wanted = write.id_count(&context);
        let ids = self.with_retries(retry, || self.ids.take(wanted)).await?;
        self.writes.plan(write, context, ids).await
    }

    /// Commits a chunk of a run, which may be `planned` already. After a conflict it is planned again, after [`TRIES`]
    /// conflicts in an exclusive transaction. After a transient error it waits and retries. `written_counts` are the counts of
    /// the run before the chunk. Also returns the response of the last plan.
    pub(crate) async fn write_patiently<W>(
        &self,
        job: &RunJob,
        written_counts: RunCounts,
        write: &Arc<W>,
        mut planned: Option<PreparedWrite<W>>,
        mut retry: RetryPolicy,
    ) -> Outcome<(ChunkOutcome, W::Response)>
    where
        W: PlannedWrite<Written = ChunkOutcome, Response: Copy + Default>,
    {
        let (mut rows, mut response) = (1, W::Response::default());
        loop {
            let tried = if retry.conflicts == TRIES {
                count(&self.metrics.plans_in_turn, 1);
                match self.writes.run_exclusively(write, rows).await {
                    Ok(decided) => Ok(decided?),
                    Err(error) => Err(error),
                }
            } else {
                let plan = match planned.take() {
                    Some(plan) => plan,
                    None => self.plan_with_retries(write, &retry).await?,
                };
                (rows, response) = (plan.row_count(write), plan.response);
                self.writes.commit(write, plan).await
            };
            let tried = tried.map(|completed| {
                response = completed.response;
                completed.written.unwrap_or_default()
            });
            if let Some(written) = self.after_try(job, written_counts, tried, &mut retry).await? {
                return Ok((written, response));
            }
        }
    }

    /// Evaluates an attempt to commit a chunk; `None` to try again. Repeating a commit may have another result, so
    /// after an error the counts of the run are compared with `written_counts`, its counts before the chunk: if they differ, the
    /// chunk was committed. Its stale candidates are then left to the next run.
    async fn after_try(
        &self,
        job: &RunJob,
        written_counts: RunCounts,
        tried: StoreResult<ChunkOutcome>,
        retry: &mut RetryPolicy,
    ) -> StoreResult<Option<ChunkOutcome>> {
        let fault = match tried {
            Ok(written) => return Ok(Some(written)),
            Err(StoreError::Conflict(_)) if retry.conflicts < TRIES => {
                retry.conflicts += 1;
                count(&self.metrics.plan_conflicts, 1);
                return Ok(None);
            }
            Err(fault) => fault,
        };
        retry.pause(fault, !self.jobs.stopping()).await?;
        let may_continue = || self.resume_run(job, None);
        let stop = !self.with_retries(retry, may_continue).await?;
        let find = || {
            let (scope, run) = (job.scope.candidates.clone(), job.run());
            self.store.read(move |tx| tx.run(&scope, run))
        };
        let counts = written_since(written_counts, self.with_retries(retry, find).await?)?;
        let written = counts != RunCounts::default();
        Ok((written || stop).then(|| ChunkOutcome { counts, stop, ..ChunkOutcome::default() }))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use jiff::Timestamp;
    use orderdock_domain::access::OrgScope;
    use orderdock_domain::candidate::Releases;
    use orderdock_domain::processing::{Run, RunKind, RunState, RunTrigger};
    use orderdock_store::{Conflict, FencingToken};

    use super::*;

    const RUN: RunId = RunId(1);

    /// Runs work that fails `fails` times. Returns the number of attempts and whether it succeeded.
    async fn tries(retry: &RetryPolicy, fails: u32, error: StoreError, may_continue: bool) -> (u32, bool) {
        let tries = Cell::new(0);
        let work = || {
            tries.set(tries.get() + 1);
            let done = if tries.get() <= fails { Err(error.clone()) } else { Ok(()) };
            std::future::ready(done)
        };
        let done = retry.keep(|| may_continue, work).await;
        (tries.get(), done.is_ok())
    }

    /// Number of attempts from the first error until the retry time is over.
    fn maximum() -> u32 {
        u32::try_from(RETRY_DURATION.as_secs()).unwrap() + 1
    }

    #[tokio::test(start_paused = true)]
    async fn transient_errors_are_retried_for_a_limited_time() {
        for (fails, error, may_continue, expected) in [
            (0, StoreError::Overloaded, true, (1, true)),
            (3, StoreError::Overloaded, true, (4, true)),
            (3, StoreError::Unavailable(String::new()), true, (4, true)),
            (1, StoreError::OutcomeUnknown(String::new()), true, (2, true)),
            (1, StoreError::Conflict(Conflict::Candidate), true, (1, false)),
            (1, StoreError::Statement(String::new()), true, (1, false)),
            (1, StoreError::NoSpace(String::new()), true, (1, false)),
            (3, StoreError::Overloaded, false, (1, false)),
            (u32::MAX, StoreError::Overloaded, true, (maximum(), false)),
        ] {
            let written_counts = tries(&RetryPolicy::of(RUN), fails, error.clone(), may_continue).await;
            assert_eq!(written_counts, expected, "{fails} {error}");
        }
    }

    /// Work that takes long without an error does not use up the retry time.
    #[tokio::test(start_paused = true)]
    async fn steps_of_a_run_share_the_retry_budget() {
        let retry = RetryPolicy::of(RUN);
        assert_eq!(tries(&retry, 0, StoreError::Overloaded, true).await, (1, true));
        sleep(RETRY_DURATION).await;
        assert_eq!(tries(&retry, 100, StoreError::Overloaded, true).await, (101, true));
        let left = maximum() - 100;
        assert_eq!(tries(&retry, u32::MAX, StoreError::Overloaded, true).await, (left, false));
    }

    #[test]
    fn missing_run_does_not_count_as_unwritten() {
        let counts = |selected| RunCounts { selected, ..RunCounts::default() };
        let record = RunRecord {
            run: Run {
                id: RUN,
                kind: RunKind::Edit,
                undoes: None,
                trigger: RunTrigger::Call,
                state: RunState::Running,
                actor: String::new(),
                release: Releases::NONE,
                queued_at: Timestamp::UNIX_EPOCH,
                started_at: None,
                finished_at: None,
                total: 9,
                added: 0,
                counts: counts(5),
            },
            organisations: OrgScope::All,
            undone_by: None,
            stop_requested: false,
            fence: FencingToken(1),
        };
        for (written_counts, known, expected) in [
            (counts(5), Some(record.clone()), Some(counts(0))),
            (counts(2), Some(record), Some(counts(3))),
            (counts(5), None, None),
        ] {
            assert_eq!(written_since(written_counts, known).ok(), expected);
        }
    }
}
