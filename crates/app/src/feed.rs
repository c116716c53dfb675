//! The event feed: committed events in one order over all organisations that a caller may see.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::Scope;
use orderdock_domain::attachment::Attachment;
use orderdock_domain::cast;
use orderdock_domain::event::{EventCursor, EventKind, EventType, Subject};
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

/// Maximum number of events in a response.
pub const MAX_EVENTS: u32 = 1_000;
/// Maximum number of events in a response with records.
pub const MAX_RECORDS: u32 = 100;
/// Longest wait for the next event.
pub const MAX_WAIT: Duration = Duration::from_mins(1);
/// Commits of the first query. Each query that finds too few events is followed by one twice as large, up to the
/// maximum. One commit can contain 10,000 events.
const FIRST_COMMITS: u32 = 8;
const COMMITS_AT_ONCE: u32 = 128;
/// Maximum number of queries per response. If few events match, the response contains the position that was reached.
const MAX_QUERIES: u32 = 64;

/// Start position of a read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// Before the oldest stored event.
    Nothing,
    /// After the latest committed event.
    Now,
    Cursor(EventCursor),
}

/// Parameters of a read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedQuery {
    pub after: After,
    /// Wanted types; empty for all.
    pub types: Vec<EventType>,
    pub data_source: Option<DataSourceId>,
    pub limit: u32,
    /// Longest wait for the first event.
    pub wait: Duration,
    /// Whether the response contains the records of the events.
    pub records: bool,
}

impl FeedQuery {
    fn wants(&self, kind: &EventKind) -> bool {
        (self.types.is_empty() || self.types.contains(&kind.event_type))
            && self.data_source.is_none_or(|source| kind.data_source == Some(source))
    }
}

/// A page of the feed.
#[derive(Debug)]
pub struct Feed {
    pub events: Vec<FeedEvent>,
    /// Cursor for the next read, after the last event and the events that the filter skipped.
    pub next: EventCursor,
    pub records: Records,
}

/// An event of the feed.
#[derive(Clone, PartialEq, Debug)]
pub struct FeedEvent {
    pub cursor: EventCursor,
    pub at: Timestamp,
    pub organisation: OrganisationId,
    pub kind: EventKind,
    pub subject: Subject,
}

/// Records of the events. Deleted records are missing.
#[derive(Debug, Default)]
pub struct Records {
    pub candidates: HashMap<CandidateId, NamedCandidate>,
    pub orders: HashMap<OrderId, NamedOrder>,
    pub requests: HashMap<RequestId, NamedRequest>,
    pub runs: HashMap<RunId, RunRecord>,
    pub attachments: HashMap<AttachmentId, Attachment>,
}

/// Service for the event feed: numbers committed events and reads them in that order.
pub struct FeedService {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) events: Arc<EventService>,
    /// Held while committed events get their positions.
    pub(crate) position_lock: Mutex<()>,
}

impl FeedService {
    /// Reads the next events and waits for the first one if there is none. A wait ends without events when the
    /// credential is no longer valid.
    pub async fn feed(
        self: &Arc<Self>,
        caller: &Caller,
        credential: &Credential,
        query: &FeedQuery,
    ) -> Outcome<Feed> {
        caller.require(Scope::CandidatesRead, Phrase::FollowEvents)?;
        let _slot = self.events.listeners.acquire(caller.actor.caller)?;
        let until = Instant::now() + query.wait.min(MAX_WAIT);
        let mut after = query.after;
        // subscribed before the first read, so that no commit in between is missed
        let mut commits = if query.wait.is_zero() { None } else { Some(self.events.watch_runs().await?) };
        let mut closing = self.events.listeners.closing();
        loop {
            self.place_events().await?;
            let feed = self.read_feed(caller, query, after).await?;
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

    /// Assigns positions to committed events. Only one task of a process does so at a time, so that readers do not wait
    /// for each other in the database.
    pub(crate) async fn place_events(&self) -> Outcome<()> {
        let _lock = self.position_lock.lock().await;
        Ok(self.store.place_events().await?)
    }

    pub(crate) async fn read_feed(&self, caller: &Caller, query: &FeedQuery, after: After) -> Outcome<Feed> {
        let limit = query.limit.min(if query.records { MAX_RECORDS } else { MAX_EVENTS });
        let limit = cast::<usize>(limit).max(1);
        let mut reading = FeedReading { query, events: Vec::new(), limit, next: None };
        let mut commits = FIRST_COMMITS;
        for _ in 0..MAX_QUERIES {
            let from = match (reading.next, after) {
                (Some(next), _) | (None, After::Cursor(next)) => next.first_position(),
                (None, After::Nothing) => 0,
                (None, After::Now) => i64::MAX,
            };
            let scope = caller.organisations.read();
            let page = self.store.read(move |tx| tx.read_events(&scope, from, commits)).await?;
            let next = match reading.next {
                Some(next) => next,
                None => begin(after, page.ends)?,
            };
            let is_last = u32::try_from(page.commits.len()).is_ok_and(|count| count < commits);
            commits = (commits * 2).min(COMMITS_AT_ONCE);
            reading.next = Some(next);
            if reading.take(page.commits) {
                break;
            }
            if is_last {
                let end = EventCursor::after_commit(page.ends.newest);
                reading.next = reading.next.max(Some(end));
                break;
            }
        }
        let FeedReading { mut events, next, .. } = reading;
        let next = next.ok_or_else(|| Failure::fault("the event feed has no last position"))?;
        let records = self.records_of_events(caller, &events).await?;
        // an event of a run of several organisations is sent only to callers that may see the run
        events.retain(|event| match event.subject {
            Subject::Run(id) => records.runs.contains_key(&id),
            _ => true,
        });
        Ok(Feed { events, next, records })
    }

    /// Returns the records of events, as far as the caller may see them.
    pub async fn records_of_events(&self, caller: &Caller, events: &[FeedEvent]) -> Outcome<Records> {
        let read = || caller.organisations.read();
        let mut records = Records::default();
        let (mut candidates, mut orders) = (BTreeSet::new(), BTreeSet::new());
        let mut requests = BTreeSet::new();
        for event in events {
            match event.subject {
                Subject::Candidate(id) => drop(candidates.insert(id)),
                Subject::Order(id) => drop(orders.insert(id)),
                Subject::Request(id) => drop(requests.insert(id)),
                Subject::Attachment(id) => {
                    let scope = read();
                    let found = self.store.read(move |tx| tx.attachment(&scope, id)).await?;
                    records.attachments.extend(found.map(|one| (id, one)));
                }
                Subject::Run(id) => {
                    let scope = caller.organisations.write();
                    let found = self.store.read(move |tx| tx.run(&scope, id)).await?;
                    records.runs.extend(found.map(|one| (id, one)));
                }
                Subject::Record(..) => {}
            }
        }
        if !candidates.is_empty() {
            let (scope, ids) = (read(), Vec::from_iter(candidates));
            let named = self.store.read(move |tx| tx.named_candidates(&scope, &ids)).await?;
            records.candidates = named.into_iter().map(|one| (one.id, one)).collect();
        }
        if !orders.is_empty() {
            let (scope, ids) = (read(), Vec::from_iter(orders));
            let named = self.store.read(move |tx| tx.named_orders(&scope, &ids)).await?;
            records.orders = named.into_iter().map(|one| (one.id, one)).collect();
        }
        if !requests.is_empty() {
            let ids = Vec::from_iter(requests);
            let named = self.store.read(move |tx| tx.named_requests(&ids)).await?;
            records.requests = named.into_iter().map(|one| (one.id, one)).collect();
        }
        Ok(records)
    }

    /// Deletes events older than `kept`. The server calls it periodically.
    pub async fn sweep_events(&self, max_age: SignedDuration) -> Outcome<u64> {
        Ok(self.store.sweep_events(self.clock.ago(max_age)).await?)
    }
}

/// Returns the start cursor of a read. Rejects an unknown or expired cursor, because events would be missed.
fn begin(after: After, ends: FeedEnds) -> Outcome<EventCursor> {
    let oldest = EventCursor::after_commit(ends.oldest);
    match after {
        After::Nothing => Ok(oldest),
        After::Now => Ok(EventCursor::after_commit(ends.newest)),
        After::Cursor(cursor) if ends.contains_all_after(cursor) => Ok(cursor),
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

/// State of a read: the events collected so far.
struct FeedReading<'q> {
    query: &'q FeedQuery,
    events: Vec<FeedEvent>,
    limit: usize,
    next: Option<EventCursor>,
}

impl FeedReading<'_> {
    /// Collects the wanted events of commits. Returns whether the limit is reached.
    fn take(&mut self, commits: Vec<orderdock_store::FeedCommit>) -> bool {
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
            self.next = self.next.max(Some(EventCursor::after_commit(commit.position)));
        }
        false
    }
}
