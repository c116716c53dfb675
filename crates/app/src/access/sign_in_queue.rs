//! Queue of password checks.
//!
//! There are two queues, served alternately: one for browsers in which the user has signed in before, one for all
//! others. The first is shared fairly between names, the second between networks and, within a network, between names.
//! Among several attempts for one name from one network, the newest is served first, because its client is most likely
//! still waiting. The order does not depend on whether a name exists.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::locked::locked;

/// Hands out a limited number of slots.
#[derive(Clone)]
pub(crate) struct SignInQueue(Arc<Mutex<SignInQueueState>>);

struct SignInQueueState {
    free: usize,
    known: FairQueue,
    others: FairQueue,
    /// Whether the queue of known browsers is served next, unless it is empty.
    known_is_next: bool,
    /// Names with too many recent attempts by unknown browsers, until their next attempt is allowed.
    delayed: HashSet<String>,
}

/// Groups in the order in which they are served.
#[derive(Default)]
struct FairQueue(VecDeque<QueueGroup>);

struct QueueGroup {
    key: String,
    names: VecDeque<WaitingName>,
}

struct WaitingName {
    name: String,
    waiting: Vec<SlotSender>,
}

type SlotSender = oneshot::Sender<SignInSlot>;

/// A request for a slot.
pub(crate) struct SlotRequest {
    pub known: bool,
    /// Group within its queue: the network, or the name for a known browser.
    pub group: String,
    pub name: String,
}

/// A slot; the next request gets it on drop.
pub(crate) struct SignInSlot(Option<SignInQueue>);

/// Removes a cancelled request from its queue on drop.
struct CancelGuard<'a> {
    queue: &'a SignInQueue,
    claim: &'a SlotRequest,
}

impl SignInQueue {
    pub fn new(at_once: usize) -> Self {
        Self(Arc::new(Mutex::new(SignInQueueState {
            free: at_once,
            known: FairQueue::default(),
            others: FairQueue::default(),
            known_is_next: true,
            delayed: HashSet::new(),
        })))
    }

    /// Waits for a slot.
    pub async fn wait(&self, claim: SlotRequest) -> Option<SignInSlot> {
        let (slot, granted) = oneshot::channel();
        self.state().queue_of(claim.known).add(&claim, slot);
        self.grant_free_slot();
        let remove_closed = CancelGuard { queue: self, claim: &claim };
        let slot = granted.await.ok();
        drop(remove_closed);
        slot
    }

    /// Gives a free slot to the next request.
    fn grant_free_slot(&self) {
        let mut state = self.state();
        if state.free > 0 {
            state.free -= 1;
            drop(state);
            self.grant_next();
        }
    }

    /// Gives a slot to the next request that is not cancelled.
    fn grant_next(&self) {
        loop {
            let mut state = self.state();
            let Some(next) = state.next() else {
                state.free += 1;
                return;
            };
            drop(state);
            match next.send(SignInSlot(Some(self.clone()))) {
                Ok(()) => return,
                // the receiver is gone, so the slot is still available
                Err(mut slot) => slot.0 = None,
            }
        }
    }

    /// Delays the next attempt of unknown browsers for a name. Called by the holder of the slot, so that no other
    /// attempt is served before.
    pub fn delay(&self, name: &str, delay: Duration) {
        if delay.is_zero() {
            return;
        }
        self.state().delayed.insert(name.to_owned());
        let (queue, name) = (self.clone(), name.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            queue.state().delayed.remove(&name);
            queue.grant_free_slot();
        });
    }

    fn state(&self) -> MutexGuard<'_, SignInQueueState> {
        locked(&self.0)
    }
}

impl SignInQueueState {
    fn queue_of(&mut self, known: bool) -> &mut FairQueue {
        if known { &mut self.known } else { &mut self.others }
    }

    fn next(&mut self) -> Option<SlotSender> {
        let nothing_delayed = HashSet::new();
        for known in [self.known_is_next, !self.known_is_next] {
            let delayed = if known { &nothing_delayed } else { &self.delayed };
            let queue_of = if known { &mut self.known } else { &mut self.others };
            if let Some(waiting) = queue_of.next(delayed) {
                self.known_is_next = !known;
                return Some(waiting);
            }
        }
        None
    }
}

impl FairQueue {
    fn add(&mut self, claim: &SlotRequest, waiting: SlotSender) {
        let Self(groups) = self;
        let at = groups.iter().position(|group| group.key == claim.group).unwrap_or_else(|| {
            groups.push_back(QueueGroup { key: claim.group.clone(), names: VecDeque::new() });
            groups.len() - 1
        });
        let names = &mut groups[at].names;
        match names.iter_mut().find(|name| name.name == claim.name) {
            Some(name) => name.waiting.push(waiting),
            None => names.push_back(WaitingName { name: claim.name.clone(), waiting: vec![waiting] }),
        }
    }

    fn next(&mut self, delayed: &HashSet<String>) -> Option<SlotSender> {
        for _ in 0..self.0.len() {
            let mut group = self.0.pop_front()?;
            let found = next_name(&mut group.names, delayed);
            if !group.names.is_empty() {
                self.0.push_back(group);
            }
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn remove_closed(&mut self, claim: &SlotRequest) {
        let Some(at) = self.0.iter().position(|group| group.key == claim.group) else { return };
        let names = &mut self.0[at].names;
        for name in names.iter_mut().filter(|name| name.name == claim.name) {
            name.waiting.retain(|waiting| !waiting.is_closed());
        }
        names.retain(|name| !name.waiting.is_empty());
        if names.is_empty() {
            self.0.remove(at);
        }
    }
}

/// Returns the newest attempt for the first name that is not delayed.
fn next_name(names: &mut VecDeque<WaitingName>, delayed: &HashSet<String>) -> Option<SlotSender> {
    let at = names.iter().position(|name| !delayed.contains(&name.name))?;
    let mut name = names.remove(at)?;
    let newest = name.waiting.pop();
    if !name.waiting.is_empty() {
        names.push_back(name);
    }
    newest
}

impl Drop for SignInSlot {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.grant_next();
        }
    }
}

impl Drop for CancelGuard<'_> {
    fn drop(&mut self) {
        self.queue.state().queue_of(self.claim.known).remove_closed(self.claim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc;
    use tokio::task::JoinHandle;

    const DELAY: Duration = Duration::from_secs(1);

    fn claim(known: bool, group: &str, name: &str) -> SlotRequest {
        SlotRequest { known, group: group.into(), name: name.into() }
    }

    /// A queue with one slot, and the order in which requests got it.
    struct Scene {
        queue: SignInQueue,
        sender: mpsc::UnboundedSender<String>,
        receiver: mpsc::UnboundedReceiver<String>,
    }

    impl Scene {
        fn new() -> Self {
            let (sender, receiver) = mpsc::unbounded_channel();
            Self { queue: SignInQueue::new(1), sender, receiver }
        }

        /// Requests are queued in this order when it returns.
        async fn claims(&self, claims: Vec<SlotRequest>) -> Vec<JoinHandle<()>> {
            let mut waiting = Vec::new();
            for claim in claims {
                let (queue, sender, name) = (self.queue.clone(), self.sender.clone(), claim.name.clone());
                waiting.push(tokio::spawn(async move {
                    let known = claim.known;
                    let slot = queue.wait(claim).await;
                    if name == "often" && !known {
                        queue.delay(&name, DELAY);
                    }
                    sender.send(name).unwrap();
                    drop(slot);
                }));
                tokio::task::yield_now().await;
            }
            waiting
        }

        async fn order(&mut self, count: usize) -> Vec<String> {
            let mut order = Vec::new();
            for _ in 0..count {
                order.push(self.receiver.recv().await.unwrap());
            }
            order
        }
    }

    #[tokio::test]
    async fn hashing_slots_alternate_between_networks_and_names() {
        let mut scene = Scene::new();
        let held = scene.queue.wait(claim(false, "x", "x")).await;
        let mut claims: Vec<_> =
            (1..=4).map(|at| claim(false, "guessers", &format!("made up {at}"))).collect();
        claims.push(claim(false, "office", "berta"));
        claims.push(claim(true, "anna", "anna"));
        claims.push(claim(true, "anna", "anna"));
        claims.push(claim(true, "carla", "carla"));
        scene.claims(claims).await;
        drop(held);
        let expected = ["anna", "made up 1", "carla", "berta", "anna", "made up 2", "made up 3", "made up 4"];
        assert_eq!(scene.order(8).await, expected);
    }

    #[tokio::test]
    async fn newest_attempt_of_a_name_is_served_first() {
        let scene = Scene::new();
        let held = scene.queue.wait(claim(false, "x", "x")).await;
        let (sender, mut receiver) = mpsc::unbounded_channel();
        for number in 1..=3 {
            let (queue, sender) = (scene.queue.clone(), sender.clone());
            tokio::spawn(async move {
                let slot = queue.wait(claim(false, "a", "anna")).await;
                sender.send(number).unwrap();
                drop(slot);
            });
            tokio::task::yield_now().await;
        }
        drop(held);
        for number in [3, 2, 1] {
            assert_eq!(receiver.recv().await, Some(number));
        }
    }

    #[tokio::test]
    async fn cancelled_attempt_leaves_no_state() {
        let mut scene = Scene::new();
        let held = scene.queue.wait(claim(false, "x", "x")).await;
        let cancelled: Vec<_> = (0..5).map(|at| claim(false, "guessers", &at.to_string())).collect();
        let cancelled = scene.claims(cancelled).await;
        let same = scene.claims(vec![claim(false, "guessers", "0")]).await;
        for waits in cancelled {
            waits.abort();
            assert!(waits.await.is_err());
        }
        assert_eq!(scene.queue.state().others.0[0].names.len(), 1);
        drop(held);
        assert_eq!(scene.order(1).await, ["0"]);
        for waits in same {
            waits.await.unwrap();
        }
        assert!(scene.queue.state().others.0.is_empty());
        assert_eq!(scene.queue.state().free, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn attempts_of_one_name_are_spaced() {
        let mut scene = Scene::new();
        let started = tokio::time::Instant::now();
        let held = scene.queue.wait(claim(false, "x", "x")).await;
        let mut claims: Vec<_> = (0..3).map(|_| claim(false, "a", "often")).collect();
        claims.push(claim(false, "b", "often"));
        claims.push(claim(false, "a", "berta"));
        claims.push(claim(true, "often", "often"));
        scene.claims(claims).await;
        drop(held);
        assert_eq!(scene.order(3).await, ["often", "often", "berta"], "one of them from a known browser");
        assert!(started.elapsed() < DELAY);
        assert_eq!(scene.order(3).await, ["often", "often", "often"]);
        assert!(started.elapsed() >= DELAY * 3, "{:?}", started.elapsed());
        tokio::time::sleep(DELAY * 2).await;
        assert!(scene.queue.state().delayed.is_empty());
    }
}
