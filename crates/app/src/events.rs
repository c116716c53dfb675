//! Live events for connected clients: commits and the progress of runs.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{OrgScope, Scope, WriteScope};
use orderdock_domain::ids::{CallerId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::phrase::Phrase;
use orderdock_domain::processing::RunState;
use orderdock_store::{RunRecord, Store, StoreError};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until};

use crate::access::token::ParsedToken;
use crate::access::{AccessService, KeyedSlot, KeyedSlots};
use crate::clock::Clock;
use crate::locked::locked;
use crate::metrics::count;
use crate::{Caller, Metrics, Outcome, SessionSecret};

/// Listeners at the same time in one process; further ones are rejected.
pub const MAX_LISTENERS: usize = 256;
/// Listeners at the same time of one user or one token.
pub const MAX_LISTENERS_PER_CALLER: usize = 16;
/// Interval of the check for commits; other processes send no notification.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// Minimum interval between two [`LiveEvent::Changed`]; commits in between are merged.
const CHANGED_EVERY: Duration = Duration::from_secs(1);
/// Interval of the check whether the credential of a listener is still valid.
const ADMITTED_EVERY: Duration = Duration::from_secs(1);
/// Age up to which a run counts as just ended. A run records its end shortly before the commit.
const JUST_ENDED: SignedDuration = SignedDuration::from_secs(30);

/// Listeners of this process.
#[derive(Default)]
pub(crate) struct Listeners {
    /// The latest snapshot of the runs, refreshed after every commit.
    live_runs: watch::Sender<Arc<LiveRuns>>,
    /// Whether a task checks for commits.
    watched: Mutex<bool>,
    slots: KeyedSlots<Option<CallerId>>,
    closing: watch::Sender<bool>,
}

impl Listeners {
    /// Subscribes to the snapshots; `None` if no task checks for commits yet.
    fn join(&self) -> Option<watch::Receiver<Arc<LiveRuns>>> {
        let watched = locked(&self.watched);
        watched.then(|| self.live_runs.subscribe())
    }

    /// Returns a receiver that becomes true when the process shuts down.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Takes a slot for a listener. Fails with `Overloaded` if none is free. Callers of the command line have no limit
    /// of their own.
    pub(crate) fn acquire(&self, caller: Option<CallerId>) -> Outcome<KeyedSlot<Option<CallerId>>> {
        let may = |all, own| all < MAX_LISTENERS && (caller.is_none() || own < MAX_LISTENERS_PER_CALLER);
        self.slots.take(caller, may).ok_or_else(|| StoreError::Overloaded.into())
    }
}

/// Credential of a listener; the connection ends when it is no longer valid.
#[derive(Clone, Debug)]
pub enum Credential {
    Token(ParsedToken),
    Session(SessionSecret),
}

/// Event for a listener.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LiveEvent {
    /// A commit of any process.
    Changed,
    /// A run that is queued or running, or has just ended.
    Run(Box<RunRecord>),
}

/// Snapshot of the runs that are queued or running or have just ended, shared by all listeners.
#[derive(Default)]
pub(crate) struct LiveRuns {
    runs: Vec<RunRecord>,
    reference: Arc<Reference>,
}

impl LiveRuns {
    /// Returns the runs whose organisations are all in a scope.
    fn within<'l>(&'l self, scope: &'l WriteScope) -> impl Iterator<Item = &'l RunRecord> {
        self.runs.iter().filter(|record| match &record.organisations {
            OrgScope::These(ids) => ids.iter().all(|id| scope.contains(*id)),
            OrgScope::All => self.reference.organisations.iter().all(|one| scope.contains(one.id)),
        })
    }

    fn holds(&self, run: RunId) -> bool {
        self.runs.iter().any(|record| record.run.id == run)
    }
}

/// Connected listener; dropping it frees its slot.
pub struct Listener {
    events: Arc<EventService>,
    credential: Credential,
    scope: WriteScope,
    live_runs: watch::Receiver<Arc<LiveRuns>>,
    closing: watch::Receiver<bool>,
    _slot: KeyedSlot<Option<CallerId>>,
    /// The runs as last sent.
    runs: HashMap<RunId, RunRecord>,
    /// Start of the connection; runs that ended before it are not sent.
    started: Timestamp,
    waiting: VecDeque<LiveEvent>,
    /// Whether there was a commit since the last [`LiveEvent::Changed`], so that another one is due.
    changed: bool,
    next_changed: Instant,
    admitted_until: Instant,
}

/// Service for live events of the order desk: commits and the progress of runs.
pub struct EventService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) access: Arc<AccessService>,
    pub(crate) listeners: Listeners,
}

impl EventService {
    /// Starts to listen. The first events are the runs that are queued or running.
    pub async fn listen(self: &Arc<Self>, caller: &Caller, credential: Credential) -> Outcome<Listener> {
        caller.require(Scope::CandidatesRead, Phrase::ReadCandidates)?;
        let slot = self.listeners.acquire(caller.actor.caller)?;
        let mut live_runs = self.watch_runs().await?;
        let first = live_runs.borrow_and_update().clone();
        let now = Instant::now();
        let mut listener = Listener {
            events: self.clone(),
            credential,
            scope: caller.organisations.write(),
            live_runs,
            closing: self.listeners.closing(),
            _slot: slot,
            runs: HashMap::new(),
            started: caller.now,
            waiting: VecDeque::new(),
            changed: false,
            next_changed: now,
            admitted_until: now + ADMITTED_EVERY,
        };
        listener.queue_changes(&first).await?;
        Ok(listener)
    }

    /// Ends all listeners before the process shuts down.
    pub fn close_listeners(&self) {
        self.listeners.closing.send_replace(true);
    }

    /// Subscribes to the snapshots of runs. Starts the task that checks for commits unless it is running; it ends
    /// with the last listener.
    pub(crate) async fn watch_runs(self: &Arc<Self>) -> Outcome<watch::Receiver<Arc<LiveRuns>>> {
        if let Some(live_runs) = self.listeners.join() {
            return Ok(live_runs);
        }
        let started = self.clock.now();
        // read before the first snapshot, so that no commit in between is missed
        let stamp = self.store.commit_stamp().await?;
        let first = self.snapshot_runs(started, &LiveRuns::default()).await?;
        let mut watched = locked(&self.listeners.watched);
        if !std::mem::replace(&mut *watched, true) {
            self.listeners.live_runs.send_replace(Arc::new(first));
            tokio::spawn(watch_commits(Arc::clone(self), stamp, started));
        }
        Ok(self.listeners.live_runs.subscribe())
    }

    /// Takes a snapshot: active runs, runs that ended since an instant, and runs of the previous snapshot that are no
    /// longer active.
    async fn snapshot_runs(&self, ended_since: Timestamp, before: &LiveRuns) -> Outcome<LiveRuns> {
        count(&self.metrics.run_looks, 1);
        let reference = self.store.reference().await?;
        let scope = OrgScope::All.write();
        let runs = self.store.read(move |tx| tx.active_runs(&scope, ended_since)).await?;
        let mut look = LiveRuns { runs, reference };
        let lately = just_ended(self.clock.now());
        for record in &before.runs {
            if look.holds(record.run.id) {
                continue;
            }
            match record.run.finished_at {
                None => look.runs.push(self.ended(record.clone()).await?),
                // a slow listener may not have received its end yet
                Some(at) if at >= lately => look.runs.push(record.clone()),
                Some(_) => {}
            }
        }
        Ok(look)
    }

    /// Returns the final record of a run that is no longer active.
    async fn ended(&self, mut last_known: RunRecord) -> Outcome<RunRecord> {
        // its end may have been recorded long before the commit
        let (scope, id) = (OrgScope::All.write(), last_known.run.id);
        if let Some(record) = self.store.read(move |tx| tx.run(&scope, id)).await? {
            return Ok(record);
        }
        // a scheduled run that changed nothing is deleted
        last_known.run.state = RunState::Done;
        last_known.run.finished_at = Some(self.clock.now());
        Ok(last_known)
    }

    /// Returns whether a credential is still valid. Errors other than 401 count as valid.
    pub(crate) async fn holds(&self, credential: &Credential) -> bool {
        let now = self.clock.now();
        let ended = match credential {
            Credential::Token(token) => self.access.live_token(token, now).await.err(),
            Credential::Session(secret) => self.access.live_session(secret, now).await.err(),
        };
        ended.is_none_or(|failure| failure.status() != 401)
    }
}

async fn watch_commits(events: Arc<EventService>, mut known: i64, mut ended_since: Timestamp) {
    loop {
        sleep(LOOK_AGAIN).await;
        match snapshot_after_commit(&events, known, ended_since).await {
            Ok(Some((stamp, look))) => {
                known = stamp;
                ended_since = ended_since.max(just_ended(events.clock.now()));
                events.listeners.live_runs.send_replace(Arc::new(look));
            }
            Ok(None) => {}
            Err(failure) => tracing::warn!(?failure, "checking for commits failed"),
        }
        let mut watched = locked(&events.listeners.watched);
        if events.listeners.live_runs.receiver_count() == 0 {
            *watched = false;
            return;
        }
    }
}

/// Takes a snapshot with its commit stamp if there was a commit since the known stamp.
async fn snapshot_after_commit(
    events: &EventService,
    known: i64,
    ended_since: Timestamp,
) -> Outcome<Option<(i64, LiveRuns)>> {
    let stamp = events.store.commit_stamp().await?;
    if stamp == known {
        return Ok(None);
    }
    let before = events.listeners.live_runs.borrow().clone();
    Ok(Some((stamp, events.snapshot_runs(ended_since, &before).await?)))
}

fn just_ended(now: Timestamp) -> Timestamp {
    now.saturating_sub(JUST_ENDED).unwrap_or(Timestamp::MIN)
}

impl Listener {
    /// Returns the next event; `None` when the process, the token or the session ends.
    pub async fn next(&mut self) -> Option<LiveEvent> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            tokio::select! {
                () = closed(&mut self.closing) => return None,
                () = sleep_until(self.admitted_until) => {
                    if !self.events.holds(&self.credential).await {
                        return None;
                    }
                    self.admitted_until = Instant::now() + ADMITTED_EVERY;
                }
                () = sleep_until(self.next_changed), if self.changed => {
                    self.changed = false;
                    self.next_changed = Instant::now() + CHANGED_EVERY;
                    return Some(LiveEvent::Changed);
                }
                _ = self.live_runs.changed() => {
                    self.changed = true;
                    let look = self.live_runs.borrow_and_update().clone();
                    if let Err(failure) = self.queue_changes(&look).await {
                        tracing::warn!(?failure, "looking up a finished run failed");
                    }
                }
            }
        }
    }

    /// Queues the runs that differ from the last ones sent.
    async fn queue_changes(&mut self, look: &LiveRuns) -> Outcome<()> {
        let mut previous_runs = std::mem::take(&mut self.runs);
        for record in look.within(&self.scope) {
            let is_news = match previous_runs.remove(&record.run.id) {
                Some(before) => differs(&before, record),
                None => record.run.finished_at.is_none_or(|at| at >= self.started),
            };
            if is_news {
                self.waiting.push_back(LiveEvent::Run(Box::new(record.clone())));
            }
            self.runs.insert(record.run.id, record.clone());
        }
        // a slow listener can miss the snapshot that contained the end of a run
        for missed in previous_runs.into_values().filter(|record| record.run.finished_at.is_none()) {
            let ended = self.events.ended(missed).await?;
            self.waiting.push_back(LiveEvent::Run(Box::new(ended.clone())));
            self.runs.insert(ended.run.id, ended);
        }
        Ok(())
    }
}

pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // an error means that the sender was dropped with the process
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Returns whether a listener needs to know about a change; a heartbeat of the run alone is not sent.
fn differs(before: &RunRecord, now: &RunRecord) -> bool {
    before.run != now.run || before.stop_requested != now.stop_requested
}
