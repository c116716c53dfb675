//! Places that callers share: who finds none waits for a moment, and nobody takes them all.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use orderdock_domain::ids::CallerId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Places, and those of each caller. Of one caller only as many as may hold a place wait for one with the others; the
/// rest waits behind them, however many they are. So callers take turns.
pub struct Gate {
    places: Arc<Semaphore>,
    of_a_caller: usize,
    patience: Duration,
    callers: Mutex<HashMap<CallerId, Arc<Semaphore>>>,
    waiting: AtomicUsize,
    refused: AtomicU64,
}

/// A place; dropping it makes room.
#[derive(Debug)]
pub struct GatePlace {
    _own: OwnedSemaphorePermit,
    _shared: OwnedSemaphorePermit,
}

impl Gate {
    /// So many places, of which one caller has at most so many; who finds none waits for so long.
    pub fn new(places: usize, of_a_caller: usize, patience: Duration) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            of_a_caller,
            patience,
            callers: Mutex::default(),
            waiting: AtomicUsize::new(0),
            refused: AtomicU64::new(0),
        }
    }

    /// Places of each caller that others do not take away.
    pub fn unshared(of_a_caller: usize, patience: Duration) -> Self {
        Self::new(Semaphore::MAX_PERMITS, of_a_caller, patience)
    }

    pub const fn places_of_a_caller(&self) -> usize {
        self.of_a_caller
    }

    /// Requests that wait for a place.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Requests that waited in vain.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// A place for a request, unless it waits for it in vain.
    pub async fn enter(&self, caller: CallerId) -> Option<GatePlace> {
        let place = tokio::time::timeout(self.patience, self.wait(caller)).await.ok().flatten();
        if place.is_none() {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
        place
    }

    /// A place for what goes on and cannot be refused any more.
    pub async fn wait(&self, caller: CallerId) -> Option<GatePlace> {
        let own = self.places_of(caller);
        let at_once = |semaphore: &Arc<Semaphore>| semaphore.clone().try_acquire_owned().ok();
        if let Some(own) = at_once(&own)
            && let Some(shared) = at_once(&self.places)
        {
            return Some(GatePlace { _own: own, _shared: shared });
        }
        let _waits = CountedWait::at(&self.waiting);
        let own = own.acquire_owned().await.ok()?;
        let shared = self.places.clone().acquire_owned().await.ok()?;
        Some(GatePlace { _own: own, _shared: shared })
    }

    /// Callers who are not there any more are forgotten when a new one comes.
    fn places_of(&self, caller: CallerId) -> Arc<Semaphore> {
        let new = || Arc::new(Semaphore::new(self.of_a_caller));
        let Ok(mut callers) = self.callers.lock() else { return new() };
        if let Some(known) = callers.get(&caller) {
            return known.clone();
        }
        // every place and everyone who waits has a share of it
        callers.retain(|_, places| Arc::strong_count(places) > 1);
        callers.entry(caller).or_insert_with(new).clone()
    }
}

/// Counts one who waits, for as long as that takes.
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

    fn gate(places: usize, of_a_caller: usize) -> Arc<Gate> {
        Arc::new(Gate::new(places, of_a_caller, Duration::from_secs(1)))
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_leaves_places_to_others() {
        let gate = gate(4, 3);
        let held = join_all((0..3).map(|_| gate.enter(ONE))).await;
        assert!(held.iter().all(Option::is_some));
        let begun = Instant::now();
        assert!(gate.enter(ONE).await.is_none());
        assert_eq!((begun.elapsed(), gate.refused()), (Duration::from_secs(1), 1), "it waited first");
        let begun = Instant::now();
        let theirs = gate.enter(OTHER).await;
        assert!(theirs.is_some() && begun.elapsed().is_zero());
        assert!(gate.enter(OTHER).await.is_none(), "now all are taken");
        drop(held);
        assert!(gate.enter(ONE).await.is_some());
        assert_eq!((gate.refused(), gate.waiting()), (2, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn who_comes_late_is_not_behind_all_that_another_asks_for() {
        let gate = gate(1, 1);
        let first = gate.enter(ONE).await.unwrap();
        let mut order = Vec::new();
        let (told, mut turns) = tokio::sync::mpsc::unbounded_channel();
        let mut callers = vec![ONE; 50];
        callers.push(OTHER);
        let mut asking = Vec::new();
        for caller in callers {
            let (gate, told) = (gate.clone(), told.clone());
            asking.push(tokio::spawn(async move {
                let place = gate.wait(caller).await;
                told.send(caller).unwrap();
                tokio::time::sleep(Duration::from_millis(100)).await;
                drop(place);
            }));
            tokio::task::yield_now().await;
        }
        assert_eq!(gate.waiting(), 51);
        drop(first);
        for _ in 0..3 {
            order.push(turns.recv().await.unwrap());
        }
        assert!(order.contains(&OTHER), "{order:?}");
        join_all(asking).await;
        assert_eq!(gate.waiting(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_up_leaves_nothing_behind() {
        let gate = gate(1, 1);
        let held = gate.enter(ONE).await.unwrap();
        let given_up = tokio::time::timeout(Duration::from_millis(10), gate.enter(OTHER)).await;
        assert!(given_up.is_err());
        assert_eq!((gate.waiting(), gate.refused()), (0, 0));
        drop(held);
        drop(gate.enter(CallerId(3)).await.unwrap());
        assert_eq!(gate.callers.lock().unwrap().len(), 1, "callers who are gone are forgotten");
        assert!(gate.enter(OTHER).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn bulks_of_others_are_no_hindrance() {
        let gate = Gate::unshared(2, Duration::from_secs(1));
        let held = join_all((0..2).map(|_| gate.enter(ONE))).await;
        assert!(gate.enter(ONE).await.is_none());
        assert!(
            join_all((2..100).map(|caller| gate.enter(CallerId(caller)))).await.iter().all(Option::is_some)
        );
        drop(held);
        assert!(gate.enter(ONE).await.is_some());
    }
}
