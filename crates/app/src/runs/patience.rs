//! What a run does about faults that pass: it has long been begun, and nobody waits to try it again.

use std::time::Duration;

use orderdock_domain::processing::RunCounts;
use orderdock_store::{ChunkOutcome, StoreError, StoreResult};
use tokio::time::{Instant, sleep};

use super::process::{Job, alive_until};
use crate::App;

/// How long work is tried again.
const PATIENCE: Duration = Duration::from_mins(3);
const PAUSE: Duration = Duration::from_secs(1);

/// Whether a fault passes by itself. After some of these nobody knows whether something was written.
fn passes(error: &StoreError) -> bool {
    match error {
        StoreError::Overloaded
        | StoreError::Unavailable(_)
        | StoreError::OutcomeUnknown(_)
        | StoreError::Conflict(_) => true,
        StoreError::NoSpace(_) | StoreError::Inconsistent { .. } | StoreError::Statement(_) => false,
    }
}

/// Until when a piece of work is tried.
pub(crate) struct Patience(Instant);

impl Patience {
    pub fn begin() -> Self {
        Self(Instant::now() + PATIENCE)
    }

    /// Lets some time go by before the work is tried again; the fault, if that makes no sense.
    async fn pause(&self, fault: StoreError, goes_on: bool) -> StoreResult<()> {
        if !passes(&fault) || !goes_on || Instant::now() >= self.0 {
            return Err(fault);
        }
        tracing::warn!(error = %fault, "a run waits for a fault to pass");
        sleep(PAUSE).await;
        Ok(())
    }
}

/// Does what may be done twice, again while a fault that passes is in its way and `goes_on` says so.
async fn patiently<T, W: Future<Output = StoreResult<T>>>(
    goes_on: impl Fn() -> bool,
    work: impl Fn() -> W,
) -> StoreResult<T> {
    let patience = Patience::begin();
    loop {
        match work().await {
            Err(fault) => patience.pause(fault, goes_on()).await?,
            done => return done,
        }
    }
}

impl App {
    /// Does for a run what may be done twice, again while a fault that passes is in its way and the process does not
    /// end.
    pub(crate) async fn patiently<T, W: Future<Output = StoreResult<T>>>(
        &self,
        work: impl Fn() -> W,
    ) -> StoreResult<T> {
        patiently(|| !self.jobs.stopping(), work).await
    }

    /// What is to be done about a chunk that could not be written, as it seems: nothing is told if it is to be tried
    /// again. What is done twice may be something else than once, so it is looked whether it was written after all:
    /// then the run, which had `told` these figures before, tells others. Candidates that were overtaken in it are
    /// left to the next run.
    pub(crate) async fn after_fault(
        &self,
        job: &Job,
        told: RunCounts,
        fault: StoreError,
        patience: &Patience,
    ) -> StoreResult<Option<ChunkOutcome>> {
        patience.pause(fault, !self.jobs.stopping()).await?;
        let alive = || self.store.keep_run_alive(job.run, None, alive_until(self.now()));
        let stop = !self.patiently(alive).await?;
        let known = self.patiently(|| self.store.run(job.scope.candidates.clone(), job.run)).await?;
        let counts = known.map_or(told, |record| record.run.counts).less(told);
        let written = counts != RunCounts::default();
        Ok((written || stop).then(|| ChunkOutcome { counts, stop, ..ChunkOutcome::default() }))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// How often work is done that fails so often, and how it ends.
    async fn tries(fails: u32, error: StoreError, goes_on: bool) -> (u32, bool) {
        let tries = Cell::new(0);
        let work = || {
            tries.set(tries.get() + 1);
            let done = if tries.get() <= fails { Err(error.clone()) } else { Ok(()) };
            std::future::ready(done)
        };
        let done = patiently(|| goes_on, work).await;
        (tries.get(), done.is_ok())
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_passes_is_waited_for_and_not_for_ever() {
        let most = u32::try_from(PATIENCE.as_secs()).unwrap() + 1;
        for (fails, error, goes_on, expected) in [
            (0, StoreError::Overloaded, true, (1, true)),
            (3, StoreError::Overloaded, true, (4, true)),
            (3, StoreError::Unavailable(String::new()), true, (4, true)),
            (1, StoreError::OutcomeUnknown(String::new()), true, (2, true)),
            (1, StoreError::Conflict("candidate"), true, (2, true)),
            (1, StoreError::Statement(String::new()), true, (1, false)),
            (1, StoreError::NoSpace(String::new()), true, (1, false)),
            (3, StoreError::Overloaded, false, (1, false)),
            (u32::MAX, StoreError::Overloaded, true, (most, false)),
        ] {
            assert_eq!(tries(fails, error.clone(), goes_on).await, expected, "{fails} {error}");
        }
    }
}
