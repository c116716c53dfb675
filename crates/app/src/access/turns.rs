//! Queue of password checks.
//!
//! There are two queues, one for known browsers, with which their user has signed in before, and one for all others.
//! They are served alternately. The first is shared fairly between names, the other between networks and, within a
//! network, between names. Of several attempts for one name from one network the newest is first, because its client is
//! most likely still waiting. The order does not depend on whether a name exists.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::locked::locked;

/// Hands out a limited number of slots.
#[derive(Clone)]
pub(crate) struct SignInTurns(Arc<Mutex<TurnsState>>);

struct TurnsState {
    free: usize,
    known: WaitingLine,
    others: WaitingLine,
    /// Whether the queue of known browsers is served next, unless it is empty.
    known_is_next: bool,
    /// Names with too many recent attempts by unknown browsers, until their next attempt is allowed.
    resting: HashSet<String>,
}

/// Groups in the order in which they are served.
#[derive(Default)]
struct WaitingLine(VecDeque<WaitingGroup>);

struct WaitingGroup {
    key: String,
    names: VecDeque<Name>,
}

struct Name {
    name: String,
    waiting: Vec<TurnSender>,
}

type TurnSender = oneshot::Sender<SignInTurn>;

/// A request for a slot.
pub(crate) struct TurnRequest {
    pub known: bool,
    /// Group within its queue: the network, or the name for a known browser.
    pub group: String,
    pub name: String,
}

/// A slot; the next request gets it on drop.
pub(crate) struct SignInTurn(Option<SignInTurns>);

/// Removes a cancelled request from its queue on drop.
struct Leave<'a> {
    turns: &'a SignInTurns,
    claim: &'a TurnRequest,
}

impl SignInTurns {
    pub fn new(at_once: usize) -> Self {
        Self(Arc::new(Mutex::new(TurnsState {
            free: at_once,
            known: WaitingLine::default(),
            others: WaitingLine::default(),
            known_is_next: true,
            resting: HashSet::new(),
        })))
    }

    /// Waits for a slot.
    pub async fn wait(&self, claim: TurnRequest) -> Option<SignInTurn> {
        let (turn, came) = oneshot::channel();
        self.state().line(claim.known).add(&claim, turn);
        self.offer();
        let leave = Leave { turns: self, claim: &claim };
        let turn = came.await.ok();
        drop(leave);
        turn
    }

    /// Gives a free slot to the next request.
    fn offer(&self) {
        let mut state = self.state();
        if state.free > 0 {
            state.free -= 1;
            drop(state);
            self.pass_on();
        }
    }

    /// Gives a slot to the next request that is not cancelled.
    fn pass_on(&self) {
        loop {
            let mut state = self.state();
            let Some(next) = state.next() else {
                state.free += 1;
                return;
            };
            drop(state);
            match next.send(SignInTurn(Some(self.clone()))) {
                Ok(()) => return,
                // the receiver is gone, so the slot is still available
                Err(mut turn) => turn.0 = None,
            }
        }
    }

    /// Delays the next attempt of unknown browsers for a name. Called by the holder of the slot, so that no other
    /// attempt is served before.
    pub fn rest(&self, name: &str, rest: Duration) {
        if rest.is_zero() {
            return;
        }
        self.state().resting.insert(name.to_owned());
        let (turns, name) = (self.clone(), name.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep(rest).await;
            turns.state().resting.remove(&name);
            turns.offer();
        });
    }

    fn state(&self) -> MutexGuard<'_, TurnsState> {
        locked(&self.0)
    }
}

impl TurnsState {
    fn line(&mut self, known: bool) -> &mut WaitingLine {
        if known { &mut self.known } else { &mut self.others }
    }

    fn next(&mut self) -> Option<TurnSender> {
        let no_name = HashSet::new();
        for known in [self.known_is_next, !self.known_is_next] {
            let resting = if known { &no_name } else { &self.resting };
            let line = if known { &mut self.known } else { &mut self.others };
            if let Some(waiting) = line.next(resting) {
                self.known_is_next = !known;
                return Some(waiting);
            }
        }
        None
    }
}

impl WaitingLine {
    fn add(&mut self, claim: &TurnRequest, waiting: TurnSender) {
        let Self(groups) = self;
        let at = groups.iter().position(|group| group.key == claim.group).unwrap_or_else(|| {
            groups.push_back(WaitingGroup { key: claim.group.clone(), names: VecDeque::new() });
            groups.len() - 1
        });
        let names = &mut groups[at].names;
        match names.iter_mut().find(|name| name.name == claim.name) {
            Some(name) => name.waiting.push(waiting),
            None => names.push_back(Name { name: claim.name.clone(), waiting: vec![waiting] }),
        }
    }

    fn next(&mut self, resting: &HashSet<String>) -> Option<TurnSender> {
        for _ in 0..self.0.len() {
            let mut group = self.0.pop_front()?;
            let found = next_name(&mut group.names, resting);
            if !group.names.is_empty() {
                self.0.push_back(group);
            }
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn leave(&mut self, claim: &TurnRequest) {
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
fn next_name(names: &mut VecDeque<Name>, resting: &HashSet<String>) -> Option<TurnSender> {
    let at = names.iter().position(|name| !resting.contains(&name.name))?;
    let mut name = names.remove(at)?;
    let newest = name.waiting.pop();
    if !name.waiting.is_empty() {
        names.push_back(name);
    }
    newest
}

impl Drop for SignInTurn {
    fn drop(&mut self) {
        if let Some(turns) = self.0.take() {
            turns.pass_on();
        }
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.turns.state().line(self.claim.known).leave(self.claim);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc;
    use tokio::task::JoinHandle;

    const REST: Duration = Duration::from_secs(1);

    fn claim(known: bool, group: &str, name: &str) -> TurnRequest {
        TurnRequest { known, group: group.into(), name: name.into() }
    }

    /// A queue with one slot, and the order in which requests got it.
    struct Scene {
        turns: SignInTurns,
        tell: mpsc::UnboundedSender<String>,
        told: mpsc::UnboundedReceiver<String>,
    }

    impl Scene {
        fn new() -> Self {
            let (tell, told) = mpsc::unbounded_channel();
            Self { turns: SignInTurns::new(1), tell, told }
        }

        /// Requests are queued in this order when it returns.
        async fn claims(&self, claims: Vec<TurnRequest>) -> Vec<JoinHandle<()>> {
            let mut waiting = Vec::new();
            for claim in claims {
                let (turns, tell, name) = (self.turns.clone(), self.tell.clone(), claim.name.clone());
                waiting.push(tokio::spawn(async move {
                    let known = claim.known;
                    let turn = turns.wait(claim).await;
                    if name == "often" && !known {
                        turns.rest(&name, REST);
                    }
                    tell.send(name).unwrap();
                    drop(turn);
                }));
                tokio::task::yield_now().await;
            }
            waiting
        }

        async fn order(&mut self, count: usize) -> Vec<String> {
            let mut order = Vec::new();
            for _ in 0..count {
                order.push(self.told.recv().await.unwrap());
            }
            order
        }
    }

    #[tokio::test]
    async fn lines_networks_and_names_take_turns() {
        let mut scene = Scene::new();
        let held = scene.turns.wait(claim(false, "x", "x")).await;
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
    async fn of_several_attempts_for_a_name_the_newest_comes_first() {
        let scene = Scene::new();
        let held = scene.turns.wait(claim(false, "x", "x")).await;
        let (tell, mut told) = mpsc::unbounded_channel();
        for number in 1..=3 {
            let (turns, tell) = (scene.turns.clone(), tell.clone());
            tokio::spawn(async move {
                let turn = turns.wait(claim(false, "a", "anna")).await;
                tell.send(number).unwrap();
                drop(turn);
            });
            tokio::task::yield_now().await;
        }
        drop(held);
        for number in [3, 2, 1] {
            assert_eq!(told.recv().await, Some(number));
        }
    }

    #[tokio::test]
    async fn who_goes_away_leaves_nothing_behind() {
        let mut scene = Scene::new();
        let held = scene.turns.wait(claim(false, "x", "x")).await;
        let gone: Vec<_> = (0..5).map(|at| claim(false, "guessers", &at.to_string())).collect();
        let gone = scene.claims(gone).await;
        let same = scene.claims(vec![claim(false, "guessers", "0")]).await;
        for waits in gone {
            waits.abort();
            assert!(waits.await.is_err());
        }
        assert_eq!(scene.turns.state().others.0[0].names.len(), 1);
        drop(held);
        assert_eq!(scene.order(1).await, ["0"]);
        for waits in same {
            waits.await.unwrap();
        }
        assert!(scene.turns.state().others.0.is_empty());
        assert_eq!(scene.turns.state().free, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_name_rests_between_its_turns_and_others_do_not() {
        let mut scene = Scene::new();
        let begun = tokio::time::Instant::now();
        let held = scene.turns.wait(claim(false, "x", "x")).await;
        let mut claims: Vec<_> = (0..3).map(|_| claim(false, "a", "often")).collect();
        claims.push(claim(false, "b", "often"));
        claims.push(claim(false, "a", "berta"));
        claims.push(claim(true, "often", "often"));
        scene.claims(claims).await;
        drop(held);
        assert_eq!(scene.order(3).await, ["often", "often", "berta"], "one of them from a known browser");
        assert!(begun.elapsed() < REST);
        assert_eq!(scene.order(3).await, ["often", "often", "often"]);
        assert!(begun.elapsed() >= REST * 3, "{:?}", begun.elapsed());
        tokio::time::sleep(REST * 2).await;
        assert!(scene.turns.state().resting.is_empty());
    }
}
