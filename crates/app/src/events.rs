//! What happens while someone looks: that something was committed, and how runs go on.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::{Scope, WriteScope};
use orderdock_domain::ids::{CallerId, RunId};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::processing::RunState;
use orderdock_store::{RunRecord, StoreError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep, sleep_until};

use crate::access::token::ParsedToken;
use crate::{App, OpContext, Outcome, SessionSecret};

/// Who may listen at the same time in one process; one more is refused.
pub const MOST_LISTENERS: usize = 256;
/// Who may listen at the same time as one user, or by one token.
pub const MOST_LISTENERS_EACH: usize = 16;
/// How often commits are looked for; other processes tell nothing.
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// Commits in this time are told as one.
const CHANGED_EVERY: Duration = Duration::from_secs(1);
/// How often it is looked whether a listener may still listen.
const ADMITTED_EVERY: Duration = Duration::from_secs(1);
/// A run notes its end a moment before that is committed.
const JUST_ENDED: SignedDuration = SignedDuration::from_secs(30);

/// Those of this process who listen.
pub(crate) struct Listeners {
    commits: watch::Sender<()>,
    /// Whether a task looks for commits.
    watched: Mutex<bool>,
    slots: Arc<Semaphore>,
    /// How many listen as each.
    callers: Arc<Mutex<HashMap<CallerId, usize>>>,
    closing: watch::Sender<bool>,
}

impl Default for Listeners {
    fn default() -> Self {
        Self {
            commits: watch::Sender::new(()),
            watched: Mutex::new(false),
            slots: Arc::new(Semaphore::new(MOST_LISTENERS)),
            callers: Arc::default(),
            closing: watch::Sender::new(false),
        }
    }
}

impl Listeners {
    /// Room for one more, if there is any; the command line is nobody of whom there could be too many.
    fn place(&self, caller: Option<CallerId>) -> Outcome<Place> {
        let slot = self.slots.clone().try_acquire_owned().map_err(|_| StoreError::Overloaded)?;
        if let Some(caller) = caller {
            let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
            let listening = callers.entry(caller).or_default();
            if *listening == MOST_LISTENERS_EACH {
                return Err(StoreError::Overloaded.into());
            }
            *listening += 1;
        }
        Ok(Place { callers: self.callers.clone(), caller, _slot: slot })
    }
}

/// Where one listens; dropping it makes room for another.
struct Place {
    callers: Arc<Mutex<HashMap<CallerId, usize>>>,
    caller: Option<CallerId>,
    _slot: OwnedSemaphorePermit,
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(caller) = self.caller else { return };
        let mut callers = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut listening) = callers.entry(caller) {
            *listening.get_mut() -= 1;
            if *listening.get() == 0 {
                listening.remove();
            }
        }
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
pub enum Event {
    /// Something was committed, by whatever process.
    Changed,
    /// A run that works or waits, or has just ended.
    Run(Box<RunRecord>),
}

/// Someone who listens; dropping it makes room for another.
pub struct Listener {
    app: Arc<App>,
    credential: Credential,
    scope: WriteScope,
    commits: watch::Receiver<()>,
    closing: watch::Receiver<bool>,
    _place: Place,
    /// The runs as they were told.
    runs: HashMap<RunId, RunRecord>,
    /// Runs that ended before are not told.
    ended_after: Timestamp,
    waiting: VecDeque<Event>,
    /// Something was committed since the last [`Event::Changed`], and that is told then.
    changed: bool,
    tell_changed: Instant,
    admitted_until: Instant,
}

impl App {
    /// Begins to listen; the runs that work or wait come first.
    pub async fn listen(self: &Arc<Self>, ctx: &OpContext, credential: Credential) -> Outcome<Listener> {
        ctx.require(Scope::CandidatesRead, Phrase::ReadCandidates)?;
        let place = self.listeners.place(ctx.actor.caller)?;
        let commits = self.watch_commits().await?;
        let now = Instant::now();
        let mut listener = Listener {
            app: self.clone(),
            credential,
            scope: ctx.organisations.write(),
            commits,
            closing: self.listeners.closing.subscribe(),
            _place: place,
            runs: HashMap::new(),
            ended_after: ctx.now,
            waiting: VecDeque::new(),
            changed: false,
            tell_changed: now,
            admitted_until: now + ADMITTED_EVERY,
        };
        listener.look_at_runs().await?;
        Ok(listener)
    }

    /// Ends all listening: the process is about to end.
    pub fn close_listeners(&self) {
        self.listeners.closing.send_replace(true);
    }

    /// Lets one task look for commits as long as anyone listens.
    async fn watch_commits(self: &Arc<Self>) -> Outcome<watch::Receiver<()>> {
        // before the first of the task, so that nothing is missed in between
        let stamp = self.store.commit_stamp().await?;
        let mut watched = self.listeners.watched.lock().unwrap_or_else(PoisonError::into_inner);
        let commits = self.listeners.commits.subscribe();
        if !std::mem::replace(&mut *watched, true) {
            tokio::spawn(look_for_commits(self.clone(), stamp));
        }
        Ok(commits)
    }

    /// Whether a token or a session is still what it was; when nobody can tell, it is.
    async fn holds(&self, credential: &Credential) -> bool {
        let now = self.clock.now();
        let ended = match credential {
            Credential::Token(token) => self.live_token(token, now).await.err(),
            Credential::Session(secret) => self.live_session(secret, now).await.err(),
        };
        ended.is_none_or(|failure| failure.status() != 401)
    }
}

async fn look_for_commits(app: Arc<App>, mut known: i64) {
    loop {
        sleep(LOOK_AGAIN).await;
        match app.store.commit_stamp().await {
            Ok(stamp) if stamp != known => {
                known = stamp;
                app.listeners.commits.send_replace(());
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, "commits could not be looked for"),
        }
        let mut watched = app.listeners.watched.lock().unwrap_or_else(PoisonError::into_inner);
        if app.listeners.commits.receiver_count() == 0 {
            *watched = false;
            return;
        }
    }
}

impl Listener {
    /// The next event; `None` when the process, the token or the session ends.
    pub async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            tokio::select! {
                () = closed(&mut self.closing) => return None,
                () = sleep_until(self.admitted_until) => {
                    if !self.app.holds(&self.credential).await {
                        return None;
                    }
                    self.admitted_until = Instant::now() + ADMITTED_EVERY;
                }
                () = sleep_until(self.tell_changed), if self.changed => {
                    self.changed = false;
                    self.tell_changed = Instant::now() + CHANGED_EVERY;
                    return Some(Event::Changed);
                }
                _ = self.commits.changed() => {
                    self.changed = true;
                    if let Err(failure) = self.look_at_runs().await {
                        tracing::warn!(?failure, "runs could not be looked at");
                    }
                }
            }
        }
    }

    /// Tells the runs that are not what they were told as.
    async fn look_at_runs(&mut self) -> Outcome<()> {
        let now = self.app.now();
        let mut found = self.app.store.active_runs(self.scope.clone(), self.ended_after).await?;
        let missing = |told: &&RunRecord| {
            told.run.finished_at.is_none() && !found.iter().any(|record| record.run.id == told.run.id)
        };
        let missing: Vec<_> = self.runs.values().filter(missing).cloned().collect();
        for mut gone in missing {
            // its end may have been noted long before that was committed
            if let Some(record) = self.app.store.run(self.scope.clone(), gone.run.id).await? {
                found.push(record);
                continue;
            }
            // one of the schedule that did nothing is not kept
            gone.run.state = RunState::Done;
            gone.run.finished_at = Some(now);
            found.push(gone);
        }
        let mut told = std::mem::take(&mut self.runs);
        for record in found {
            let before = told.remove(&record.run.id);
            if before.is_none_or(|before| differs(&before, &record)) {
                self.waiting.push_back(Event::Run(Box::new(record.clone())));
            }
            self.runs.insert(record.run.id, record);
        }
        let lately = now.saturating_sub(JUST_ENDED).unwrap_or(Timestamp::MIN);
        self.ended_after = self.ended_after.max(lately);
        Ok(())
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // an error says that the process is gone
    let _ = closing.wait_for(|closing| *closing).await;
}

/// That a run shows that it lives is nothing to tell.
fn differs(before: &RunRecord, now: &RunRecord) -> bool {
    before.run != now.run || before.stop_requested != now.stop_requested
}
