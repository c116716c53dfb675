//! Concurrency limit with a share per caller, so that one caller cannot block the others.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use orderdock_domain::ids::CallerId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Semaphore shared by all callers, with a smaller semaphore for each. A caller waits for its own permit
/// first, so at most `per_caller` of its requests are in the shared queue.
pub struct ConcurrencyLimit {
    permits: Arc<Semaphore>,
    per_caller: usize,
    timeout: Duration,
    callers: Mutex<HashMap<CallerId, Arc<Semaphore>>>,
    waiting: AtomicUsize,
    rejected: AtomicU64,
}

/// Permit of a [`ConcurrencyLimit`]. Dropping it releases it.
#[derive(Debug)]
pub struct Permit {
    _own: OwnedSemaphorePermit,
    _shared: OwnedSemaphorePermit,
}

impl ConcurrencyLimit {
    /// Creates a limit of `permits`, at most `per_caller` of them for one caller. Requests wait up to
    /// `timeout`.
    pub fn new(permits: usize, per_caller: usize, timeout: Duration) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(permits)),
            per_caller,
            timeout,
            callers: Mutex::default(),
            waiting: AtomicUsize::new(0),
            rejected: AtomicU64::new(0),
        }
    }

    /// Creates a limit for each caller without a shared limit.
    pub fn per_caller_only(per_caller: usize, timeout: Duration) -> Self {
        Self::new(Semaphore::MAX_PERMITS, per_caller, timeout)
    }

    pub const fn per_caller(&self) -> usize {
        self.per_caller
    }

    /// Number of requests that wait for a permit.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Number of requests that were rejected after the timeout.
    pub fn rejected(&self) -> u64 {
        self.rejected.load(Ordering::Relaxed)
    }

    /// Acquires a permit; `None` after the timeout.
    pub async fn acquire_in_time(&self, caller: CallerId) -> Option<Permit> {
        let permit = tokio::time::timeout(self.timeout, self.acquire(caller)).await.ok().flatten();
        if permit.is_none() {
            self.rejected.fetch_add(1, Ordering::Relaxed);
        }
        permit
    }

    /// Acquires a permit without a timeout, for work that can no longer be rejected.
    pub async fn acquire(&self, caller: CallerId) -> Option<Permit> {
        let own = self.permits_of(caller);
        let at_once = |semaphore: &Arc<Semaphore>| semaphore.clone().try_acquire_owned().ok();
        if let Some(own) = at_once(&own)
            && let Some(shared) = at_once(&self.permits)
        {
            return Some(Permit { _own: own, _shared: shared });
        }
        let _waits = CountedWait::at(&self.waiting);
        let own = own.acquire_owned().await.ok()?;
        let shared = self.permits.clone().acquire_owned().await.ok()?;
        Some(Permit { _own: own, _shared: shared })
    }

    /// Returns the semaphore of a caller. A new caller removes unused semaphores.
    fn permits_of(&self, caller: CallerId) -> Arc<Semaphore> {
        let new = || Arc::new(Semaphore::new(self.per_caller));
        let Ok(mut callers) = self.callers.lock() else { return new() };
        if let Some(known) = callers.get(&caller) {
            return known.clone();
        }
        // permits and waiting requests hold a reference
        callers.retain(|_, permits| Arc::strong_count(permits) > 1);
        callers.entry(caller).or_insert_with(new).clone()
    }
}

/// Counts a waiting request until it is dropped.
struct CountedWait<'a>(&'a AtomicUsize);

impl<'a> CountedWait<'a> {
    fn at(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for CountedWait<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use tokio::time::Instant;

    const ONE: CallerId = CallerId(1);
    const OTHER: CallerId = CallerId(2);

    fn limit(permits: usize, per_caller: usize) -> Arc<ConcurrencyLimit> {
        Arc::new(ConcurrencyLimit::new(permits, per_caller, Duration::from_secs(1)))
    }

    #[tokio::test(start_paused = true)]
    async fn caller_at_its_share_leaves_permits_to_others() {
        let limit = limit(4, 3);
        let held = join_all((0..3).map(|_| limit.acquire_in_time(ONE))).await;
        assert!(held.iter().all(Option::is_some));
        let started = Instant::now();
        assert!(limit.acquire_in_time(ONE).await.is_none());
        assert_eq!((started.elapsed(), limit.rejected()), (Duration::from_secs(1), 1), "it waited first");
        let started = Instant::now();
        let other = limit.acquire_in_time(OTHER).await;
        assert!(other.is_some() && started.elapsed().is_zero());
        assert!(limit.acquire_in_time(OTHER).await.is_none(), "now all are taken");
        drop(held);
        assert!(limit.acquire_in_time(ONE).await.is_some());
        assert_eq!((limit.rejected(), limit.waiting()), (2, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn late_caller_overtakes_queue_of_another() {
        let limit = limit(1, 1);
        let first = limit.acquire_in_time(ONE).await.unwrap();
        let mut order = Vec::new();
        let (sender, mut turns) = tokio::sync::mpsc::unbounded_channel();
        let mut callers = vec![ONE; 50];
        callers.push(OTHER);
        let mut tasks = Vec::new();
        for caller in callers {
            let (limit, sender) = (limit.clone(), sender.clone());
            tasks.push(tokio::spawn(async move {
                let permit = limit.acquire(caller).await;
                sender.send(caller).unwrap();
                tokio::time::sleep(Duration::from_millis(100)).await;
                drop(permit);
            }));
            tokio::task::yield_now().await;
        }
        assert_eq!(limit.waiting(), 51);
        drop(first);
        for _ in 0..3 {
            order.push(turns.recv().await.unwrap());
        }
        assert!(order.contains(&OTHER), "{order:?}");
        join_all(tasks).await;
        assert_eq!(limit.waiting(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn cancelled_wait_is_forgotten() {
        let limit = limit(1, 1);
        let held = limit.acquire_in_time(ONE).await.unwrap();
        let cancelled = tokio::time::timeout(Duration::from_millis(10), limit.acquire_in_time(OTHER)).await;
        assert!(cancelled.is_err());
        assert_eq!((limit.waiting(), limit.rejected()), (0, 0));
        drop(held);
        drop(limit.acquire_in_time(CallerId(3)).await.unwrap());
        assert_eq!(limit.callers.lock().unwrap().len(), 1, "idle callers are removed");
        assert!(limit.acquire_in_time(OTHER).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn bulks_of_others_do_not_block() {
        let limit = ConcurrencyLimit::per_caller_only(2, Duration::from_secs(1));
        let held = join_all((0..2).map(|_| limit.acquire_in_time(ONE))).await;
        assert!(limit.acquire_in_time(ONE).await.is_none());
        assert!(
            join_all((2..100).map(|caller| limit.acquire_in_time(CallerId(caller))))
                .await
                .iter()
                .all(Option::is_some)
        );
        drop(held);
        assert!(limit.acquire_in_time(ONE).await.is_some());
    }
}
