//! CPU-bound work outside the asynchronous threads: reading, planning and encoding. It runs on as many threads as there
//! are processors, because more would only use more memory at a time.

use std::num::NonZero;
use std::sync::Arc;

use orderdock_domain::cast;
use orderdock_store::StoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Outcome;
use crate::blocking::blocking;

/// Maximum number of active and waiting jobs per effort; further ones are rejected.
const MAX_JOBS: usize = 1_024;
/// Largest number of rows of a small job.
const SMALL_JOB_ROWS: usize = 20;

/// Total size of the bodies that are processed at a time, in [`UNIT`]s. Processing takes ten times as much memory.
const BODIES_AT_WORK: u32 = 16;
/// Unit in bytes. Smaller bodies do not count.
const UNIT: usize = 1 << 20;

/// Size class of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    Small,
    Large,
}

impl Effort {
    /// Returns the effort of planning `rows` rows.
    pub const fn of_rows(rows: usize) -> Self {
        if rows > SMALL_JOB_ROWS { Self::Large } else { Self::Small }
    }
}

/// Queues for CPU-bound jobs. Each effort has as many threads as there are processors, so small jobs do not wait for
/// large.
pub struct Workers {
    small: EffortQueue,
    large: EffortQueue,
    bodies: Arc<Semaphore>,
}

/// Permit for the memory of a large body; dropping it frees the memory for the next body.
#[derive(Debug)]
pub struct MemoryPermit {
    _taken: OwnedSemaphorePermit,
}

/// Queue for jobs of one effort.
struct EffortQueue {
    running: Arc<Semaphore>,
    queued: Arc<Semaphore>,
}

impl Default for Workers {
    fn default() -> Self {
        Self::with_threads(std::thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl Workers {
    fn with_threads(threads: usize) -> Self {
        let line = || EffortQueue {
            running: Arc::new(Semaphore::new(threads)),
            queued: Arc::new(Semaphore::new(MAX_JOBS)),
        };
        let bodies = Arc::new(Semaphore::new(cast::<usize>(BODIES_AT_WORK)));
        Self { small: line(), large: line(), bodies }
    }

    /// Waits until a body of `bytes` bytes can be processed, in order of arrival. A body beyond the total size takes
    /// all of it.
    pub async fn reserve_memory(&self, bytes: usize) -> Outcome<MemoryPermit> {
        let units = u32::try_from(bytes / UNIT).unwrap_or(u32::MAX).min(BODIES_AT_WORK);
        let taken = self.bodies.clone().acquire_many_owned(units).await;
        taken.map(|taken| MemoryPermit { _taken: taken }).map_err(|_| StoreError::Overloaded.into())
    }

    /// Runs a CPU-bound job. It runs to its end, even if the caller stops waiting.
    pub async fn compute<T: Send + 'static>(
        &self,
        effort: Effort,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Outcome<T> {
        let line = match effort {
            Effort::Small => &self.small,
            Effort::Large => &self.large,
        };
        let queued = line.queued.clone().try_acquire_owned().map_err(|_| StoreError::Overloaded)?;
        let running = line.running.clone().acquire_owned().await.map_err(|_| StoreError::Overloaded)?;
        blocking(move || {
            let _held = (queued, running);
            work()
        })
        .await
    }

    /// Returns how many jobs run or wait.
    pub fn queued_computations(&self) -> usize {
        [&self.small, &self.large].map(|line| MAX_JOBS - line.queued.available_permits()).iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use futures_util::FutureExt as _;
    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn concurrent_work_is_limited_by_threads() {
        let workers = Arc::new(Workers::with_threads(2));
        let (running, maximum) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut all = JoinSet::new();
        for _ in 0..200 {
            let (workers, running, maximum) = (workers.clone(), running.clone(), maximum.clone());
            all.spawn(async move {
                let work = move || {
                    maximum.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::yield_now();
                    running.fetch_sub(1, Ordering::SeqCst);
                };
                workers.compute(Effort::Small, work).await.unwrap();
            });
        }
        all.join_all().await;
        assert!((1..=2).contains(&maximum.load(Ordering::SeqCst)), "{maximum:?}");
        assert_eq!(workers.queued_computations(), 0);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn small_work_does_not_wait_for_large() {
        let workers = Arc::new(Workers::with_threads(1));
        let (go_on, wait) = mpsc::channel::<()>();
        let busy = workers.clone();
        let large = tokio::spawn(async move { busy.compute(Effort::Large, move || wait.recv()).await });
        while workers.queued_computations() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(workers.compute(Effort::Small, || 7).await.unwrap(), 7);
        go_on.send(()).unwrap();
        large.await.unwrap().unwrap().unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn work_above_the_queue_limit_is_rejected() {
        let workers = Arc::new(Workers::with_threads(1));
        let (go_on, wait) = mpsc::channel::<()>();
        let mut all = JoinSet::new();
        let busy = workers.clone();
        let (sender, started) = tokio::sync::oneshot::channel();
        let work = move || {
            sender.send(()).unwrap();
            wait.recv().unwrap_or_default();
        };
        all.spawn(async move { busy.compute(Effort::Large, work).await });
        // otherwise the other jobs could finish before it
        started.await.unwrap();
        for _ in 1..MAX_JOBS {
            let workers = workers.clone();
            all.spawn(async move { workers.compute(Effort::Large, || ()).await });
        }
        while workers.queued_computations() < MAX_JOBS {
            tokio::task::yield_now().await;
        }
        assert_eq!(workers.compute(Effort::Large, || ()).await.unwrap_err().status(), 503);
        go_on.send(()).unwrap();
        assert!(all.join_all().await.iter().all(Result::is_ok), "queued jobs are completed");
        workers.compute(Effort::Large, || ()).await.unwrap();
    }

    #[tokio::test]
    async fn large_bodies_are_processed_one_at_a_time() {
        let workers = Workers::with_threads(2);
        let huge = workers.reserve_memory(64 * UNIT).await.unwrap();
        assert!(workers.reserve_memory(UNIT).now_or_never().is_none());
        workers.reserve_memory(UNIT - 1).await.unwrap();
        drop(huge);
        let one = workers.reserve_memory(UNIT).await.unwrap();
        let others = workers.reserve_memory(15 * UNIT + 1).await.unwrap();
        assert!(workers.reserve_memory(UNIT).now_or_never().is_none());
        drop(one);
        workers.reserve_memory(UNIT).await.unwrap();
        drop(others);
    }

    #[test]
    fn more_than_twenty_rows_are_large_work() {
        for (rows, effort) in [(0, Effort::Small), (20, Effort::Small), (21, Effort::Large)] {
            assert_eq!(Effort::of_rows(rows), effort, "{rows}");
        }
    }
}
