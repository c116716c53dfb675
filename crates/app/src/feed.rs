//! The feed: what commits told, in one order over all that a caller may see, for those who follow it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::Scope;
use orderdock_domain::attachment::Attachment;
use orderdock_domain::event::{EventCursor, EventKind, EventType, Subject};
use orderdock_domain::fit;
use orderdock_domain::ids::{
    AttachmentId, CandidateId, DataSourceId, OrderId, OrganisationId, RequestId, RunId,
};
use orderdock_domain::phrase::Phrase;
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_store::{FeedEnds, NamedCandidate, NamedOrder, NamedRequest, RunRecord, Store};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

use crate::clock::Clock;
use crate::events::{Credential, EventService, closed};
use crate::{Caller, Failure, Outcome};

/// Events that an answer has at most.
pub const MOST_EVENTS: u32 = 1_000;
/// Those that carry their records.
pub const MOST_RECORDS: u32 = 100;
/// How long somebody may wait for the next one.
pub const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// Commits that are looked at with the first question, and with each that finds too little in twice as many, up to the most.
/// One commit may tell of 10,000 records.
const FIRST_COMMITS: u32 = 8;
const COMMITS_AT_ONCE: u32 = 128;
/// How often the store is asked for one answer: where little is sought among much, the answer says how far it looked.
const MOST_QUESTIONS: u32 = 64;

/// Where somebody goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// Before everything that is kept.
    Nothing,
    /// Behind everything that was committed until now.
    Now,
    Cursor(EventCursor),
}

/// What somebody wants to hear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedQuery {
    pub after: After,
    /// All where there are none.
    pub types: Vec<EventType>,
    pub data_source: Option<DataSourceId>,
    pub limit: u32,
    /// How long to wait for the first.
    pub wait: Duration,
    /// Whether each carries its record.
    pub records: bool,
}

impl FeedQuery {
    fn wants(&self, kind: &EventKind) -> bool {
        (self.types.is_empty() || self.types.contains(&kind.event_type))
            && self.data_source.is_none_or(|source| kind.data_source == Some(source))
    }
}

/// A part of the feed.
#[derive(Debug)]
pub struct Feed {
    pub events: Vec<FeedEvent>,
    /// Where to go on: behind the last of them, and behind what was not wanted.
    pub next: EventCursor,
    pub records: Records,
}

/// An event.
#[derive(Clone, PartialEq, Debug)]
pub struct FeedEvent {
    pub cursor: EventCursor,
    pub at: Timestamp,
    pub organisation: OrganisationId,
    pub kind: EventKind,
    pub subject: Subject,
}

/// What is known of the records that events are about. What is kept no more is in none of them.
#[derive(Debug, Default)]
pub struct Records {
    pub candidates: HashMap<CandidateId, NamedCandidate>,
    pub orders: HashMap<OrderId, NamedOrder>,
    pub requests: HashMap<RequestId, NamedRequest>,
    pub runs: HashMap<RunId, RunRecord>,
    pub attachments: HashMap<AttachmentId, Attachment>,
}

/// The event feed: numbers committed events and reads them in that order.
pub struct FeedService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) events: Arc<EventService>,
    /// Held while committed events get their positions.
    pub(crate) placing: Mutex<()>,
}

impl FeedService {
    /// Reads on, and waits for the first event if there is none. Who waits and is admitted no more hears nothing.
    pub async fn feed(
        self: &Arc<Self>,
        ctx: &Caller,
        credential: &Credential,
        query: &FeedQuery,
    ) -> Outcome<Feed> {
        ctx.require(Scope::CandidatesRead, Phrase::FollowEvents)?;
        let _place = self.events.listeners.place(ctx.actor.caller)?;
        let until = Instant::now() + query.wait.min(LONGEST_WAIT);
        let mut after = query.after;
        // before the first look, so that nothing is missed in between
        let mut commits = if query.wait.is_zero() { None } else { Some(self.events.watch_runs().await?) };
        let mut closing = self.events.listeners.closing();
        loop {
            self.place_events().await?;
            let feed = self.read_feed(ctx, query, after).await?;
            let Some(commits) = commits.as_mut().filter(|_| feed.events.is_empty()) else { return Ok(feed) };
            after = After::Cursor(feed.next);
            tokio::select! {
                _ = commits.changed() => {
                    if !self.events.holds(credential).await {
                        return Ok(feed);
                    }
                }
                () = sleep_until(until) => return Ok(feed),
                () = closed(&mut closing) => return Ok(feed),
            }
        }
    }

    /// Gives places to what was committed; one at a time in a process, so that those who follow do not wait for each other
    /// in the database.
    pub(crate) async fn place_events(&self) -> Outcome<()> {
        let _turn = self.placing.lock().await;
        Ok(self.store.place_events().await?)
    }

    pub(crate) async fn read_feed(&self, ctx: &Caller, query: &FeedQuery, after: After) -> Outcome<Feed> {
        let limit = query.limit.min(if query.records { MOST_RECORDS } else { MOST_EVENTS });
        let limit = fit::<usize>(limit).max(1);
        let mut reading = FeedReading { query, events: Vec::new(), limit, next: None };
        let mut commits = FIRST_COMMITS;
        for _ in 0..MOST_QUESTIONS {
            let from = match (reading.next, after) {
                (Some(next), _) | (None, After::Cursor(next)) => next.first_position(),
                (None, After::Nothing) => 0,
                (None, After::Now) => i64::MAX,
            };
            let page = self.store.read_events(ctx.organisations.read(), from, commits).await?;
            let next = match reading.next {
                Some(next) => next,
                None => begin(after, page.ends)?,
            };
            let all = u32::try_from(page.commits.len()).is_ok_and(|count| count < commits);
            commits = (commits * 2).min(COMMITS_AT_ONCE);
            reading.next = Some(next);
            if reading.take(page.commits) {
                break;
            }
            if all {
                let end = EventCursor::behind(page.ends.newest);
                reading.next = reading.next.max(Some(end));
                break;
            }
        }
        let FeedReading { mut events, next, .. } = reading;
        let next = next.ok_or_else(|| Failure::fault("the event feed has no last position"))?;
        let records = self.records_of_events(ctx, &events).await?;
        // who sees a run of several organisations gets its event
        events.retain(|event| match event.subject {
            Subject::Run(id) => records.runs.contains_key(&id),
            _ => true,
        });
        Ok(Feed { events, next, records })
    }

    /// What is known of the records, as far as the caller sees them.
    pub async fn records_of_events(&self, ctx: &Caller, events: &[FeedEvent]) -> Outcome<Records> {
        let read = || ctx.organisations.read();
        let mut records = Records::default();
        let (mut candidates, mut orders) = (BTreeSet::new(), BTreeSet::new());
        let mut requests = BTreeSet::new();
        for event in events {
            match event.subject {
                Subject::Candidate(id) => drop(candidates.insert(id)),
                Subject::Order(id) => drop(orders.insert(id)),
                Subject::Request(id) => drop(requests.insert(id)),
                Subject::Attachment(id) => {
                    let found = self.store.attachment(read(), id).await?;
                    records.attachments.extend(found.map(|one| (id, one)));
                }
                Subject::Run(id) => {
                    let found = self.store.run(ctx.organisations.write(), id).await?;
                    records.runs.extend(found.map(|one| (id, one)));
                }
                Subject::Record(..) => {}
            }
        }
        if !candidates.is_empty() {
            let named = self.store.named_candidates(read(), candidates.into_iter().collect()).await?;
            records.candidates = named.into_iter().map(|one| (one.id, one)).collect();
        }
        if !orders.is_empty() {
            let named = self.store.named_orders(read(), orders.into_iter().collect()).await?;
            records.orders = named.into_iter().map(|one| (one.id, one)).collect();
        }
        if !requests.is_empty() {
            let named = self.store.named_requests(requests.into_iter().collect()).await?;
            records.requests = named.into_iter().map(|one| (one.id, one)).collect();
        }
        Ok(records)
    }

    /// Forgets events that are older than they are kept. The server calls it now and then.
    pub async fn sweep_events(&self, kept: SignedDuration) -> Outcome<u64> {
        Ok(self.store.sweep_events(self.clock.ago(kept)).await?)
    }
}

/// Where reading begins; refuses what cannot be gone on from without missing something.
fn begin(after: After, ends: FeedEnds) -> Outcome<EventCursor> {
    let oldest = EventCursor::behind(ends.oldest);
    match after {
        After::Nothing => Ok(oldest),
        After::Now => Ok(EventCursor::behind(ends.newest)),
        After::Cursor(cursor) if ends.is_kept_behind(cursor) => Ok(cursor),
        After::Cursor(cursor) => {
            let code = if cursor.position > ends.newest {
                ProblemCode::EventCursorUnknown
            } else {
                ProblemCode::EventCursorExpired
            };
            let problem = Problem::new(code, "").with("cursor", cursor.to_string());
            Err(problem.with("oldest", oldest.to_string()).into())
        }
    }
}

/// Events that are gathered for an answer.
struct FeedReading<'q> {
    query: &'q FeedQuery,
    events: Vec<FeedEvent>,
    limit: usize,
    next: Option<EventCursor>,
}

impl FeedReading<'_> {
    /// Takes what is wanted of commits; whether that is enough.
    fn take(&mut self, commits: Vec<orderdock_store::ToldCommit>) -> bool {
        for commit in commits {
            for ((kind, id), number) in commit.events.iter().zip(1..) {
                let cursor = EventCursor { position: commit.position, number };
                if Some(cursor) <= self.next || !self.query.wants(kind) {
                    continue;
                }
                let Some(subject) = kind.subject(id) else { continue };
                let (at, organisation) = (commit.at, commit.organisation);
                self.events.push(FeedEvent { cursor, at, organisation, kind: *kind, subject });
                if self.events.len() == self.limit {
                    self.next = Some(cursor);
                    return true;
                }
            }
            self.next = self.next.max(Some(EventCursor::behind(commit.position)));
        }
        false
    }
}
