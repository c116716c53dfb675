//! What happens while someone looks: that something was committed, and how runs go on.

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
use crate::access::{AccessService, Places, TakenPlace};
use crate::clock::Clock;
use crate::locked::locked;
use crate::metrics::count;
use crate::{Caller, Metrics, Outcome, SessionSecret};

/// Who may listen at the same time in one process; one more is refused.
pub const MOST_LISTENERS: usize = 256;
/// Who may listen at the same time as one user, or by one token.
pub const MOST_LISTENERS_EACH: usize = 16;
/// How often commits are looked for; other processes tell nothing.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// Commits in this time make one [`Event::Changed`].
const CHANGED_EVERY: Duration = Duration::from_secs(1);
/// How often it is looked whether a listener may still listen.
const ADMITTED_EVERY: Duration = Duration::from_secs(1);
/// A run notes its end a moment before that is committed.
const JUST_ENDED: SignedDuration = SignedDuration::from_secs(30);

/// Those of this process who listen.
#[derive(Default)]
pub(crate) struct Listeners {
    /// The last look at the runs; there is another after every commit.
    looks: watch::Sender<Arc<LiveRuns>>,
    /// Whether a task looks for commits.
    watched: Mutex<bool>,
    places: Places<Option<CallerId>>,
    closing: watch::Sender<bool>,
}

impl Listeners {
    /// Listens along with others; `None` if nobody looks for commits yet.
    fn join(&self) -> Option<watch::Receiver<Arc<LiveRuns>>> {
        let watched = locked(&self.watched);
        watched.then(|| self.looks.subscribe())
    }

    /// Tells when the process is about to end.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Room for one more, if there is any; the command line is nobody of whom there could be too many.
    pub(crate) fn place(&self, caller: Option<CallerId>) -> Outcome<TakenPlace<Option<CallerId>>> {
        let may = |all, own| all < MOST_LISTENERS && (caller.is_none() || own < MOST_LISTENERS_EACH);
        self.places.take(caller, may).ok_or_else(|| StoreError::Overloaded.into())
    }
}

/// What a listener proved themselves by; they listen no longer than it holds.
#[derive(Clone, Debug)]
pub enum Credential {
    Token(ParsedToken),
    Session(SessionSecret),
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LiveEvent {
    /// Something was committed, by whatever process.
    Changed,
    /// A run that works or waits, or has just ended.
    Run(Box<RunRecord>),
}

/// The runs that work or wait, or have just ended, found once for all who listen.
#[derive(Default)]
pub(crate) struct LiveRuns {
    runs: Vec<RunRecord>,
    reference: Arc<Reference>,
}

impl LiveRuns {
    /// Those that are seen within a scope: runs of which it holds every organisation.
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

/// Someone who listens; dropping it makes room for another.
pub struct Listener {
    events: Arc<EventService>,
    credential: Credential,
    scope: WriteScope,
    looks: watch::Receiver<Arc<LiveRuns>>,
    closing: watch::Receiver<bool>,
    _place: TakenPlace<Option<CallerId>>,
    /// The runs as they were sent last.
    runs: HashMap<RunId, RunRecord>,
    /// Runs that ended before are not sent.
    begun: Timestamp,
    waiting: VecDeque<LiveEvent>,
    /// Something was committed since the last [`LiveEvent::Changed`]; another one is to come.
    changed: bool,
    tell_changed: Instant,
    admitted_until: Instant,
}

/// Live events of the order desk: commits and the progress of runs.
pub struct EventService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) access: Arc<AccessService>,
    pub(crate) listeners: Listeners,
}

impl EventService {
    /// Begins to listen; the runs that work or wait come first.
    pub async fn listen(self: &Arc<Self>, ctx: &Caller, credential: Credential) -> Outcome<Listener> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadCandidates)?;
        let place = self.listeners.place(ctx.actor.caller)?;
        let mut looks = self.watch_runs().await?;
        let first = looks.borrow_and_update().clone();
        let now = Instant::now();
        let mut listener = Listener {
            events: self.clone(),
            credential,
            scope: ctx.organisations.write(),
            looks,
            closing: self.listeners.closing(),
            _place: place,
            runs: HashMap::new(),
            begun: ctx.now,
            waiting: VecDeque::new(),
            changed: false,
            tell_changed: now,
            admitted_until: now + ADMITTED_EVERY,
        };
        listener.tell(&first).await?;
        Ok(listener)
    }

    /// Ends all listening: the process is about to end.
    pub fn close_listeners(&self) {
        self.listeners.closing.send_replace(true);
    }

    /// Lets one task look for commits, and at the runs after each, as long as anyone listens.
    pub(crate) async fn watch_runs(self: &Arc<Self>) -> Outcome<watch::Receiver<Arc<LiveRuns>>> {
        if let Some(looks) = self.listeners.join() {
            return Ok(looks);
        }
        let begun = self.clock.now();
        // before the first look, so that nothing is missed in between
        let stamp = self.store.commit_stamp().await?;
        let first = self.look_at_runs(begun, &LiveRuns::default()).await?;
        let mut watched = locked(&self.listeners.watched);
        if !std::mem::replace(&mut *watched, true) {
            self.listeners.looks.send_replace(Arc::new(first));
            tokio::spawn(look_for_commits(Arc::clone(self), stamp, begun));
        }
        Ok(self.listeners.looks.subscribe())
    }

    /// Finds the runs that have not ended, those that have ended since an instant, and those of the look before that
    /// have ended otherwise.
    async fn look_at_runs(&self, ended_since: Timestamp, before: &LiveRuns) -> Outcome<LiveRuns> {
        count(&self.metrics.run_looks, 1);
        let reference = self.store.reference().await?;
        let runs = self.store.active_runs(OrgScope::All.write(), ended_since).await?;
        let mut look = LiveRuns { runs, reference };
        let lately = just_ended(self.clock.now());
        for record in &before.runs {
            if look.holds(record.run.id) {
                continue;
            }
            match record.run.finished_at {
                None => look.runs.push(self.ended(record.clone()).await?),
                // who is slow has not heard of it yet
                Some(at) if at >= lately => look.runs.push(record.clone()),
                Some(_) => {}
            }
        }
        Ok(look)
    }

    /// A run that was there and is no longer active, as it ended.
    async fn ended(&self, mut gone: RunRecord) -> Outcome<RunRecord> {
        // its end may have been noted long before that was committed
        if let Some(record) = self.store.run(OrgScope::All.write(), gone.run.id).await? {
            return Ok(record);
        }
        // one of the schedule that did nothing is not kept
        gone.run.state = RunState::Done;
        gone.run.finished_at = Some(self.clock.now());
        Ok(gone)
    }

    /// Whether a token or a session is still what it was; when nobody can tell, it is.
    pub(crate) async fn holds(&self, credential: &Credential) -> bool {
        let now = self.clock.now();
        let ended = match credential {
            Credential::Token(token) => self.access.live_token(token, now).await.err(),
            Credential::Session(secret) => self.access.live_session(secret, now).await.err(),
        };
        ended.is_none_or(|failure| failure.status() != 401)
    }
}

async fn look_for_commits(events: Arc<EventService>, mut known: i64, mut ended_since: Timestamp) {
    loop {
        sleep(LOOK_AGAIN).await;
        match look_again(&events, known, ended_since).await {
            Ok(Some((stamp, look))) => {
                known = stamp;
                ended_since = ended_since.max(just_ended(events.clock.now()));
                events.listeners.looks.send_replace(Arc::new(look));
            }
            Ok(None) => {}
            Err(failure) => tracing::warn!(?failure, "checking for commits failed"),
        }
        let mut watched = locked(&events.listeners.watched);
        if events.listeners.looks.receiver_count() == 0 {
            *watched = false;
            return;
        }
    }
}

/// Another look with its stamp, if something was committed since a known one.
async fn look_again(
    events: &EventService,
    known: i64,
    ended_since: Timestamp,
) -> Outcome<Option<(i64, LiveRuns)>> {
    let stamp = events.store.commit_stamp().await?;
    if stamp == known {
        return Ok(None);
    }
    let before = events.listeners.looks.borrow().clone();
    Ok(Some((stamp, events.look_at_runs(ended_since, &before).await?)))
}

fn just_ended(now: Timestamp) -> Timestamp {
    now.saturating_sub(JUST_ENDED).unwrap_or(Timestamp::MIN)
}

impl Listener {
    /// The next event; `None` when the process, the token or the session ends.
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
                () = sleep_until(self.tell_changed), if self.changed => {
                    self.changed = false;
                    self.tell_changed = Instant::now() + CHANGED_EVERY;
                    return Some(LiveEvent::Changed);
                }
                _ = self.looks.changed() => {
                    self.changed = true;
                    let look = self.looks.borrow_and_update().clone();
                    if let Err(failure) = self.tell(&look).await {
                        tracing::warn!(?failure, "looking up a finished run failed");
                    }
                }
            }
        }
    }

    /// Sends the runs that are no longer as they were sent last.
    async fn tell(&mut self, look: &LiveRuns) -> Outcome<()> {
        let mut told = std::mem::take(&mut self.runs);
        for record in look.within(&self.scope) {
            let is_news = match told.remove(&record.run.id) {
                Some(before) => differs(&before, record),
                None => record.run.finished_at.is_none_or(|at| at >= self.begun),
            };
            if is_news {
                self.waiting.push_back(LiveEvent::Run(Box::new(record.clone())));
            }
            self.runs.insert(record.run.id, record.clone());
        }
        // who was too slow for the look that told an end
        for missed in told.into_values().filter(|record| record.run.finished_at.is_none()) {
            let ended = self.events.ended(missed).await?;
            self.waiting.push_back(LiveEvent::Run(Box::new(ended.clone())));
            self.runs.insert(ended.run.id, ended);
        }
        Ok(())
    }
}

pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // an error says that the process is gone
    let _ = closing.wait_for(|closing| *closing).await;
}

/// That a run shows that it lives is nothing to tell.
fn differs(before: &RunRecord, now: &RunRecord) -> bool {
    before.run != now.run || before.stop_requested != now.stop_requested
}
