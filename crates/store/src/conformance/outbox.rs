//! Events of commits, and their order in the feed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use orderdock_domain::access::{OrgScope, ReadScope};
use orderdock_domain::candidate::Status;
use orderdock_domain::event::{EventCursor, EventType, Subject};
use orderdock_domain::ids::{CandidateId, OrganisationId, SHARED};
use orderdock_domain::import::ImportWrites;
use orderdock_domain::processing::RunState;
use tokio::task::JoinSet;

use super::attachments::{attach, file};
use super::calls::RunCalls as _;
use super::calls::{OutboxCalls as _, RequestCalls as _, SingleCalls as _};
use super::fixture::{Fixture, code, everything, only, rejected_row};
use super::ordering::{ids, later};
use super::orders::to_void;
use crate::{
    FeedBacklog, FeedCommit, FeedEnds, FeedPage, FencingToken, NamedCandidate, NamedOrder, NamedRequest,
    StoreError, WriteMode,
};

/// More entries than a case creates.
const LIMIT: u32 = 1_000;
/// Number of stores that write concurrently; each writes `ROUNDS` times.
const STORES: usize = 4;
const ROUNDS: usize = 12;

type FeedItem = (OrganisationId, EventType, Subject);

impl Fixture {
    /// Returns the events after a position that a scope can see.
    pub async fn events_visible_to(&self, scope: ReadScope, behind: i64) -> FeedPage {
        self.store.place_events().await.unwrap();
        self.store.read_events(scope, behind + 1, LIMIT).await.unwrap()
    }

    async fn end(&self) -> i64 {
        self.events_visible_to(everything(), 0).await.ends.newest
    }

    async fn published_since(&self, behind: i64) -> Vec<FeedItem> {
        summary(&self.events_visible_to(everything(), behind).await.commits)
    }
}

fn summary(commits: &[FeedCommit]) -> Vec<FeedItem> {
    let of = |commit: &FeedCommit| {
        let events = commit.events.iter();
        let summary =
            events.map(|(kind, id)| (commit.organisation, kind.event_type, kind.subject(id).unwrap()));
        summary.collect::<Vec<_>>()
    };
    commits.iter().flat_map(of).collect()
}

pub async fn import_is_one_history_entry_per_organisation(fixture: Fixture) {
    let (one, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let before = fixture.end().await;
    let mut candidates = Vec::new();
    for (number, scene) in [(1, &one), (2, &other), (3, &one), (4, &one)] {
        let mut candidate = fixture.candidate(scene, &format!("H{number}"), "1").await;
        candidate.status = if number == 4 { Status::Error } else { Status::New };
        candidates.push(candidate);
    }
    let mut commit = fixture.commit_of(ImportWrites { candidates, ..ImportWrites::default() }).await;
    commit.request.notes = vec![rejected_row(4, "H5", Some(one.organisation.id))];
    commit.request.ownership.organisations = vec![one.organisation.id];
    let (request, candidates) = (commit.request.id, commit.writes.candidates.clone());
    fixture.store.commit_import(commit).await.unwrap();
    let page = fixture.events_visible_to(everything(), before).await;
    assert_eq!(page.commits.len(), 2, "{page:?}");
    assert!(page.commits[0].position < page.commits[1].position);
    assert_eq!(page.ends, FeedEnds { oldest: 0, events_there: 0, newest: page.commits[1].position });
    let received = |number: usize| {
        let candidate = &candidates[number];
        (candidate.organisation, EventType::CandidateReceived, Subject::Candidate(candidate.id))
    };
    let rejected = (one.organisation.id, EventType::RequestRejected, Subject::Request(request));
    let expected = [received(0), received(2), received(3), rejected, received(1)];
    assert_eq!(summary(&page.commits), expected);
    let kinds: Vec<_> = page.commits[0].events.iter().map(|(kind, _)| (kind.status, kind.version)).collect();
    let (new, error) = (Some(Status::New), Some(Status::Error));
    assert_eq!(kinds, [(new, 1), (new, 1), (error, 1), (None, 0)]);
    let ours = fixture.events_visible_to(only(other.organisation.id), before).await;
    assert_eq!(summary(&ours.commits), [received(1)], "no events of others");
    assert_eq!(ours.ends, page.ends, "but how far the feed reaches is");
}

pub async fn rolled_back_events_are_not_published(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "1").await];
    fixture.import(&mut candidates).await.unwrap();
    let before = fixture.end().await;
    let again = fixture.import(&mut candidates).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "{again:?}");
    assert_eq!(fixture.published_since(before).await, []);
}

pub async fn order_events_contain_its_candidates(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let before = fixture.end().await;
    let (order, void) = to_void(&fixture, &scene).await;
    let organisation = scene.organisation.id;
    let of_order = |event| (organisation, event, Subject::Order(order.id));
    let candidates: Vec<CandidateId> = void.changes.iter().map(|change| change.claim.candidate).collect();
    let of_candidates = |event| {
        candidates.iter().map(move |id| (organisation, event, Subject::Candidate(*id))).collect::<Vec<_>>()
    };
    let ordered = of_candidates(EventType::CandidateOrdered);
    let made = [ordered, vec![of_order(EventType::OrderCompleted)]].concat();
    let received = of_candidates(EventType::CandidateReceived);
    assert_eq!(fixture.published_since(before).await, [received, made].concat());
    let before = fixture.end().await;
    fixture.store.void_order(OrgScope::All.write(), void, None).await.unwrap();
    let excluded = of_candidates(EventType::CandidateInactive);
    let voided = [excluded, vec![of_order(EventType::OrderVoided)]].concat();
    let page = fixture.events_visible_to(everything(), before).await;
    assert_eq!(summary(&page.commits), voided);
    let versions: Vec<_> = page.commits[0].events.iter().map(|(kind, _)| kind.version).collect();
    assert_eq!(versions, [3, 3, 2]);
    assert_eq!(page.commits[0].at, later(5));
}

/// An order that is not written publishes no events.
pub async fn failed_order_is_not_published(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let [stale, made] = [fixture.header(&scene, "H1", 1).await, fixture.header(&scene, "H2", 1).await];
    let [mut late, good] = [fixture.order(&scene, &stale), fixture.order(&scene, &made)];
    late.claims[0].version = 7;
    let before = fixture.end().await;
    let (completed, ordered) = (Subject::Order(good.order.id), Subject::Candidate(made[0].id));
    fixture.process(vec![late, good]).await.unwrap();
    let organisation = scene.organisation.id;
    let expected = [
        (organisation, EventType::CandidateOrdered, ordered),
        (organisation, EventType::OrderCompleted, completed),
    ];
    assert_eq!(fixture.published_since(before).await, expected);
}

pub async fn files_runs_and_master_data_have_events(fixture: Fixture) {
    let before = fixture.end().await;
    let scene = fixture.scene("001").await;
    let records = fixture.published_since(before).await;
    assert!(records.iter().all(|(_, event, _)| *event == EventType::MasterdataChanged), "{records:?}");
    let owners: BTreeSet<_> = records.iter().map(|(owner, ..)| *owner).collect();
    assert!(owners.contains(&scene.organisation.id), "{owners:?}");
    let candidates = fixture.header(&scene, "H1", 1).await;
    let before = fixture.end().await;
    let attachment = file(&fixture, &orderdock_domain::attachment::ExternalHeader::of(&candidates[0]), 7);
    attach(&fixture, &attachment).await.unwrap();
    let mut expected =
        vec![(scene.organisation.id, EventType::AttachmentAdded, Subject::Attachment(attachment.id))];
    // events of a run of several organisations are stored as shared; the reader checks the access
    for organisations in [OrgScope::All, OrgScope::These(vec![scene.organisation.id])] {
        let owner = if organisations == OrgScope::All { SHARED } else { scene.organisation.id };
        let run = fixture.running(organisations).await;
        fixture.store.finish_run(run, FencingToken(run.0), RunState::Done, later(9)).await.unwrap();
        fixture.store.finish_run(run, FencingToken(run.0), RunState::Done, later(10)).await.unwrap();
        expected.push((owner, EventType::RunFinished, Subject::Run(run)));
    }
    assert_eq!(fixture.published_since(before).await, expected);
}

pub async fn rejected_request_is_published_to_its_organisation(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let before = fixture.end().await;
    let mut rejected_request = fixture.request();
    rejected_request.status = 400;
    rejected_request.default_organisation = Some(scene.organisation.id);
    let mut without_organisation = fixture.request();
    without_organisation.status = 401;
    let expected = (scene.organisation.id, EventType::RequestRejected, Subject::Request(rejected_request.id));
    let named = NamedRequest {
        id: rejected_request.id,
        request_id: rejected_request.request_id.clone(),
        status: 400,
    };
    fixture.store.store_request(rejected_request.clone(), Vec::new()).await.unwrap();
    fixture.store.store_request(without_organisation, Vec::new()).await.unwrap();
    assert_eq!(fixture.published_since(before).await, [expected]);
    assert_eq!(fixture.store.named_requests(vec![rejected_request.id]).await.unwrap(), [named]);
}

pub async fn feed_positions_are_assigned_once_in_ascending_order(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    fixture.header(&scene, "H1", 1).await;
    let first = fixture.events_visible_to(everything(), 0).await;
    assert_eq!(fixture.events_visible_to(everything(), 0).await, first, "nothing is given twice");
    fixture.header(&scene, "H2", 1).await;
    let unplaced = fixture.store.read_events(everything(), 0, LIMIT).await.unwrap();
    assert_eq!(unplaced, first, "events without a position are not returned");
    let both = fixture.events_visible_to(everything(), 0).await;
    assert_eq!(both.commits[..first.commits.len()], first.commits);
    assert_eq!(both.commits.len(), first.commits.len() + 1);
    assert!(both.commits.last().unwrap().position > first.ends.newest);
    let (fixture, end) = (fixture.reopened(), both.ends.newest);
    assert_eq!(fixture.events_visible_to(everything(), 0).await, both);
    fixture.header(&scene, "H3", 1).await;
    assert!(fixture.events_visible_to(everything(), end).await.commits[0].position > end);
}

pub async fn feed_is_read_in_pages(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    for number in 0..5 {
        fixture.header(&scene, &format!("H{number}"), 1).await;
    }
    let all = fixture.events_visible_to(everything(), 0).await.commits;
    let (mut parts, mut from) = (Vec::new(), 0);
    loop {
        let part = fixture.store.read_events(everything(), from, 2).await.unwrap().commits;
        assert!(part.len() <= 2);
        let Some(last) = part.last() else { break };
        from = last.position + 1;
        parts.extend(part);
    }
    assert_eq!(parts, all);
}

/// Regardless of the order of commits, no event gets a position before one that was already read.
pub async fn no_event_appears_before_a_read_cursor(fixture: Fixture) {
    let scenes = Arc::new([fixture.scene("001").await, fixture.scene("002").await]);
    let begin = fixture.end().await;
    let (fixture, done) = (Arc::new(fixture), Arc::new(AtomicBool::new(false)));
    let mut writers = JoinSet::new();
    for number in 0..STORES {
        let (fixture, scenes, store) = (Arc::clone(&fixture), Arc::clone(&scenes), fixture.another());
        writers.spawn(async move {
            for round in 0..ROUNDS {
                let mut commit = fixture.commit_of(ImportWrites::default()).await;
                for scene in scenes.iter() {
                    // different numbers of rows, so that commits take different times
                    for line in 0..=(round * STORES + number) % 7 {
                        let header = format!("H{number}-{round}");
                        commit
                            .writes
                            .candidates
                            .push(fixture.candidate(scene, &header, &line.to_string()).await);
                    }
                }
                store.commit_import(commit).await.unwrap();
            }
        });
    }
    let mut readers = JoinSet::new();
    for _ in 0..2 {
        let (store, done) = (fixture.another(), Arc::clone(&done));
        readers.spawn(async move {
            let (mut read, mut behind) = (Vec::new(), begin);
            loop {
                let last = done.load(Ordering::SeqCst);
                store.place_events().await.unwrap();
                let page = store.read_events(everything(), behind + 1, 3).await.unwrap();
                assert!(page.commits.is_sorted_by(|one, next| one.position < next.position));
                let Some(end) = page.commits.last() else {
                    if last {
                        return read;
                    }
                    tokio::task::yield_now().await;
                    continue;
                };
                behind = end.position;
                read.extend(page.commits);
            }
        });
    }
    while let Some(written) = writers.join_next().await {
        written.unwrap();
    }
    done.store(true, Ordering::SeqCst);
    let all = fixture.events_visible_to(everything(), begin).await.commits;
    assert_eq!(all.len(), 2 * STORES * ROUNDS);
    while let Some(read) = readers.join_next().await {
        assert_eq!(read.unwrap(), all);
    }
}

pub async fn backlog_counts_commits_behind_a_reader(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let end = fixture.end().await;
    let backlog = async |from: i64| fixture.store.feed_backlog(from).await.unwrap();
    let nothing = FeedBacklog { commits: 0, oldest_at: None };
    assert_eq!(backlog(end + 1).await, nothing);
    for (number, seconds) in [(1, 1), (2, 2), (3, 3)] {
        let mut candidate = fixture.candidate(&scene, &format!("H{number}"), "1").await;
        candidate.created_at = later(seconds);
        fixture.import(&mut [candidate]).await.unwrap();
    }
    let all = FeedBacklog { commits: 3, oldest_at: Some(later(1)) };
    assert_eq!(backlog(end + 1).await, all, "commits without a position");
    fixture.store.place_events().await.unwrap();
    assert_eq!(backlog(end + 1).await, all, "commits with a position");
    assert_eq!(backlog(end + 3).await, FeedBacklog { commits: 1, oldest_at: Some(later(3)) });
    assert_eq!(backlog(end + 4).await, nothing);
    fixture.store.sweep_events(later(2)).await.unwrap();
    let left = FeedBacklog { commits: 2, oldest_at: Some(later(2)) };
    assert_eq!(backlog(end + 1).await, left, "deleted commits do not count");
}

pub async fn oldest_entry_without_position_is_found(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    fixture.end().await;
    let oldest = async || fixture.store.read(|tx| tx.oldest_unplaced_event()).await.unwrap();
    assert_eq!(oldest().await, None);
    for (number, seconds) in [(1, 1), (2, 2)] {
        let mut candidate = fixture.candidate(&scene, &format!("H{number}"), "1").await;
        candidate.created_at = later(seconds);
        fixture.import(&mut [candidate]).await.unwrap();
    }
    assert_eq!(oldest().await, Some(later(1)));
    assert_eq!(fixture.store.write(WriteMode::Unlocked, 2, |tx| tx.place_events()).await.unwrap(), 2);
    assert_eq!(oldest().await, None);
}

pub async fn candidates_are_named_by_ids_of_their_senders(fixture: Fixture) {
    let (one, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let system = fixture.system(&other.organisation, "shop-1");
    let mut writes = ImportWrites::default();
    writes.external_systems.created.push(system.clone());
    fixture.commit(writes).await.unwrap();
    let mut candidates = [fixture.candidate(&other, "Ü/1", "0").await];
    candidates[0].external_system = Some(system.id);
    fixture.import(&mut candidates).await.unwrap();
    let candidate = NamedCandidate {
        id: candidates[0].id,
        organisation: other.organisation.id,
        data_source: candidates[0].data_source,
        external_system: Some(system.id),
        header_id: "Ü/1".to_owned(),
        line_id: "0".to_owned(),
        po_reference: candidates[0].po_reference.as_str().to_owned(),
    };
    let named = async |scope| fixture.store.named_candidates(scope, ids(&candidates)).await.unwrap();
    assert_eq!(named(everything()).await, std::slice::from_ref(&candidate));
    assert_eq!(named(only(other.organisation.id)).await, [candidate]);
    assert_eq!(named(only(one.organisation.id)).await, []);
}

pub async fn orders_are_named_by_ids_of_their_senders(fixture: Fixture) {
    let (one, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let (order, _) = to_void(&fixture, &one).await;
    let known = NamedOrder {
        id: order.id,
        organisation: one.organisation.id,
        document_no: "SO-0001".to_owned(),
        data_source: order.header.data_source,
        header_id: order.header.external_header_id.as_ref().map(|id| id.as_str().to_owned()),
        po_reference: Some(code("PO-1").as_str().to_owned()),
    };
    let named = async |scope| fixture.store.named_orders(scope, vec![order.id]).await.unwrap();
    assert_eq!(named(everything()).await, std::slice::from_ref(&known));
    assert_eq!(named(only(one.organisation.id)).await, [known]);
    assert_eq!(named(only(other.organisation.id)).await, []);
}

pub async fn sweep_removes_only_the_beginning_of_the_feed(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    for (number, seconds) in [(1, 1), (2, 2), (3, 9), (4, 3)] {
        let mut candidate = fixture.candidate(&scene, &format!("H{number}"), "1").await;
        candidate.created_at = later(seconds);
        fixture.import(&mut [candidate]).await.unwrap();
    }
    let all = fixture.events_visible_to(everything(), 0).await;
    let count = all.commits.len();
    let swept = fixture.store.sweep_events(later(5)).await.unwrap();
    assert_eq!(usize::try_from(swept).unwrap(), count - 2, "a newer commit keeps the events after it");
    let left = fixture.events_visible_to(everything(), 0).await;
    assert_eq!(left.commits, all.commits[count - 2..]);
    let last_swept = &all.commits[count - 3];
    let ends = FeedEnds { oldest: last_swept.position, events_there: 1, newest: all.ends.newest };
    assert_eq!(left.ends, ends);
    let cursor = |position, number| EventCursor { position, number };
    assert!(
        ends.contains_all_after(cursor(last_swept.position, 1)),
        "a reader of all swept events can continue"
    );
    assert!(!ends.contains_all_after(cursor(last_swept.position, 0)));
    assert!(!ends.contains_all_after(EventCursor::after_commit(last_swept.position - 1)));
    assert!(ends.contains_all_after(EventCursor::after_commit(ends.newest)));
    assert!(!ends.contains_all_after(EventCursor::after_commit(ends.newest + 1)), "of another database");
    assert_eq!(fixture.store.sweep_events(later(5)).await.unwrap(), 0);
    assert_eq!(fixture.store.sweep_events(later(100)).await.unwrap(), 2);
    fixture.header(&scene, "H5", 1).await;
    let next = fixture.events_visible_to(everything(), 0).await;
    assert_eq!((next.commits.len(), next.commits[0].position > ends.newest), (1, true));
    fixture.header(&scene, "H6", 1).await;
    assert_eq!(fixture.store.sweep_events(later(100)).await.unwrap(), 2, "unread events are swept as well");
    let left = fixture.events_visible_to(everything(), 0).await;
    assert!(
        left.commits.is_empty() && left.ends.newest == left.ends.oldest,
        "and a reader can see that: {left:?}"
    );
}
