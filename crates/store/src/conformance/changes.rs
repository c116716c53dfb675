//! Sequences of changes of candidates. After each one, the history, events, counters and indexes must agree with the
//! candidates.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{
    Candidate, CandidateChange, CandidateEvent, CandidateState, Hold, Status, TRANSITIONS, Transition,
    ValidatedPrice,
};
use orderdock_domain::correction::{Correction, CorrectionCall, HistoryEntry};
use orderdock_domain::event::EventType;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId, OrganisationId};
use orderdock_domain::number::Decimal;
use orderdock_domain::order::{CandidateClaim, OrderSettings, ordered_candidates, void_order};
use orderdock_domain::problem::{Problem, ProblemCode};

use super::calls::RunCalls as _;
use super::calls::SingleCalls as _;
use super::find::{found, query};
use super::fixture::{Fixture, Scene, code, everything, now, number};
use super::ordering::later;
use crate::{
    CandidateFilter, CorrectionCommit, History, HistoryRange, IntakeQuery, RequestLogEntry, StatusCounts,
    StoreError, StoreResult,
};

fn kim() -> CorrectionCall {
    CorrectionCall { actor: "kim".to_owned(), now: later(1), run: None }
}

fn state_with(status: Status) -> CandidateState {
    let problems = match status {
        Status::Error => {
            vec![Problem::new(ProblemCode::PriceNone, "/product"), Problem::new(ProblemCode::TaxNone, "")]
        }
        _ => Vec::new(),
    };
    CandidateState { problems, ..CandidateState::plain(status) }
}

async fn stored(fixture: &Fixture, candidate: &Candidate) -> Candidate {
    let found = fixture.store.candidates(everything(), vec![candidate.id]).await.unwrap();
    found.candidates.into_iter().next().unwrap()
}

impl Fixture {
    async fn change(&self, change: CandidateChange) -> StoreResult<()> {
        let run = self.running(OrgScope::All).await;
        let mut chunk = self.chunk(run, Vec::new()).await;
        chunk.writes.changes.push(change);
        self.store.commit_chunk(chunk).await.map(|_| ())
    }

    pub async fn correct_to(&self, before: &Candidate, event: CandidateEvent, to: Status) -> StoreResult<()> {
        let Some(transition) = Transition::of(event, before.status, to) else { return Ok(()) };
        let new_state = transition.state_after(CandidateState::of(before), state_with(to));
        let entry = HistoryEntry::of(
            &CandidateClaim::of(before),
            event,
            (&CandidateState::of(before), &new_state),
            &kim(),
        );
        let CandidateState { status, hold, problems } = new_state;
        let candidate = Candidate { status, hold, problems, updated_at: kim().now, ..before.clone() };
        let corrections = vec![Correction { candidate, entry: Some(entry), warnings: Vec::new() }];
        let log_entry = RequestLogEntry { request: self.request(), response: None };
        let commit = CorrectionCommit { unchanged: Vec::new(), corrections, log_entry };
        self.store.commit_correction(commit).await
    }

    /// Corrects a candidate in error, which gets these problems and stays in error.
    pub async fn correct_with(&self, before: &Candidate, problems: Vec<Problem>) {
        let new_state = CandidateState { problems, ..CandidateState::plain(Status::Error) };
        let previous = CandidateState::of(before);
        let entry = HistoryEntry::of(
            &CandidateClaim::of(before),
            CandidateEvent::Corrected,
            (&previous, &new_state),
            &kim(),
        );
        let CandidateState { status, hold, problems } = new_state;
        let candidate = Candidate { status, hold, problems, updated_at: kim().now, ..before.clone() };
        let corrections = vec![Correction { candidate, entry: Some(entry), warnings: Vec::new() }];
        let log_entry = RequestLogEntry { request: self.request(), response: None };
        let commit = CorrectionCommit { unchanged: Vec::new(), corrections, log_entry };
        self.store.commit_correction(commit).await.unwrap();
    }

    async fn void(&self, order: OrderId) -> StoreResult<()> {
        let order = self.store.order(everything(), order).await.unwrap().unwrap();
        let candidates = self.store.candidates(everything(), ordered_candidates(&order)).await.unwrap();
        match void_order(
            &order,
            &candidates.candidates,
            Some("Webshop"),
            None,
            &OrderSettings::default(),
            &kim(),
        ) {
            Ok(void) => self.store.void_order(OrgScope::All.write(), void, None).await,
            Err(_) => Ok(()),
        }
    }
}

pub async fn every_transition_is_written_as_declared(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    for (number_, line) in TRANSITIONS.iter().enumerate() {
        let mut candidate = fixture.candidate(&scene, &format!("H{number_}"), "1").await;
        let CandidateState { problems, .. } = state_with(line.from);
        let waits = (line.from != Status::Processed).then_some(Hold::HeaderSettling);
        let status = if line.from == Status::Processed { Status::New } else { line.from };
        candidate = Candidate { status, problems, hold: waits, ..candidate };
        fixture.import(std::slice::from_mut(&mut candidate)).await.unwrap();
        let order = (line.from == Status::Processed || line.event == CandidateEvent::Ordered)
            .then(|| fixture.order(&scene, std::slice::from_ref(&candidate)));
        let order_id = order.as_ref().map(|new| new.order.id);
        let before = match (line.event, order) {
            (CandidateEvent::Ordered, Some(_)) | (_, None) => candidate.clone(),
            (_, Some(new)) => {
                fixture.process(vec![new]).await.unwrap();
                stored(&fixture, &candidate).await
            }
        };
        let mut expected = line.state_after(CandidateState::of(&before), state_with(line.to));
        let mut price = None;
        match line.event {
            CandidateEvent::Held | CandidateEvent::Failed | CandidateEvent::Validated => {
                let hold = Some(Hold::HeaderIncomplete);
                let new_state = CandidateState { hold, ..state_with(line.to) };
                expected = line.state_after(CandidateState::of(&before), new_state.clone());
                let list_price = Some(number("1.99"));
                price =
                    Some((list_price, Some(code("EUR")))).filter(|_| line.event == CandidateEvent::Validated);
                let found = validated_at(list_price);
                let change = CandidateChange::of(&before, line.event, new_state, Some(found), &kim());
                fixture.change(change.unwrap()).await.unwrap();
            }
            CandidateEvent::Ordered => {
                let new = fixture.order(&scene, std::slice::from_ref(&candidate));
                fixture.process(vec![new]).await.unwrap();
            }
            CandidateEvent::OrderVoided => {
                fixture.void(order_id.unwrap()).await.unwrap();
                expected.hold =
                    Some(Hold::OrderVoided { document_no: order_number(&fixture, order_id).await });
            }
            event => fixture.correct_to(&before, event, line.to).await.unwrap(),
        }
        let after = stored(&fixture, &candidate).await;
        assert_eq!(CandidateState::of(&after), expected, "{line:?}");
        assert_eq!((after.version, after.updated_at), (before.version + 1, later(1)), "{line:?}");
        let (list_price, currency) = price.unwrap_or((before.list_price, before.currency));
        assert_eq!((after.list_price, &after.currency), (list_price, &currency), "{line:?}");
        let history = whole_history(&fixture, candidate.id).await;
        let news = line.event != CandidateEvent::Held
            && (before.status, &before.problems) != (after.status, &after.problems);
        let summary = history.entries.last().filter(|entry| entry.version == after.version);
        assert_eq!(
            summary.is_some(),
            news || line.history == orderdock_domain::candidate::HistoryRule::Always,
            "{line:?}"
        );
        if let Some(entry) = summary {
            let statuses = (entry.status_before, entry.status);
            assert_eq!((entry.event, statuses), (line.event.history_event(), (line.from, line.to)));
        }
        let summary = events_of(&fixture, &after).await;
        let expected = EventType::of_change(Some(line.event.history_event()), line.from, line.to);
        assert_eq!(summary, expected.map(|event| (event, Some(line.to))).collect::<Vec<_>>(), "{line:?}");
        assert_derived_data_agrees(&fixture, &format!("{line:?}")).await;
    }
}

async fn whole_history(fixture: &Fixture, candidate: CandidateId) -> History {
    fixture.store.candidate_history(OrgScope::All.write(), candidate, HistoryRange::WHOLE).await.unwrap()
}

fn validated_at(price: Option<Decimal>) -> ValidatedPrice {
    ValidatedPrice { list_price: price, net: price, currency: Some(code("EUR")), in_effect: price }
}

/// Returns the events of the candidate's current version.
async fn events_of(fixture: &Fixture, candidate: &Candidate) -> Vec<(EventType, Option<Status>)> {
    let commits = fixture.events_visible_to(everything(), 0).await.commits;
    let events = commits.iter().flat_map(|commit| commit.events.iter());
    let events = events.filter(|(kind, id)| *id == candidate.id.0 && kind.version == candidate.version);
    events.map(|(kind, _)| (kind.event_type, kind.status)).collect()
}

async fn order_number(fixture: &Fixture, order: Option<OrderId>) -> orderdock_domain::text::Code {
    fixture.store.order(everything(), order.unwrap()).await.unwrap().unwrap().document_no.unwrap()
}

/// Asserts that counters, figures and the filter by problem agree with the stored candidates.
async fn assert_derived_data_agrees(fixture: &Fixture, after: &str) {
    let all = CandidateFilter::default;
    let candidates = found(fixture, query(all())).await.candidates;
    let mut counts: BTreeMap<(OrganisationId, DataSourceId, Timestamp), StatusCounts> = BTreeMap::new();
    for one in &candidates {
        let counted = counts.entry((one.organisation, one.data_source, quarter(one.created_at))).or_default();
        counted.add(count_of_one(one.status));
    }
    let mut places: BTreeSet<_> = counts.keys().copied().collect();
    places.extend(
        counts
            .keys()
            .map(|(organisation, source, at)| (*organisation, *source, *at + SignedDuration::from_mins(15))),
    );
    for (organisation, source, begin) in places {
        let end = begin + SignedDuration::from_mins(15);
        let intake = IntakeQuery {
            bounds: vec![begin, end],
            today: begin,
            data_source: Some(source),
            organisation: Some(organisation),
        };
        let figures = fixture.store.intake(OrgScope::All.write(), intake).await.unwrap();
        let expected = counts.get(&(organisation, source, begin)).copied().unwrap_or_default();
        assert_eq!(figures.spans, [expected], "{after}: {organisation:?} {source:?} {begin}");
        let mut ever = StatusCounts::default();
        let of_these = counts.iter().filter(|((org, from, _), _)| (*org, *from) == (organisation, source));
        of_these.for_each(|(_, counts)| ever.add(*counts));
        assert_eq!(figures.now, ever, "{after}: {organisation:?} {source:?}");
        let filter = CandidateFilter { organisation: Some(organisation), data_source: Some(source), ..all() };
        let summary =
            fixture.store.count_candidates(everything(), filter, jiff::civil::Date::MIN).await.unwrap();
        let summary =
            [summary.new, summary.error, summary.processed, summary.inactive].map(|total| total.value);
        assert_eq!(summary, [ever.new, ever.error, ever.processed, ever.inactive], "{after}");
    }
    for code in [ProblemCode::PriceNone, ProblemCode::TaxNone, ProblemCode::QtyNotPositive] {
        let has = |one: &&Candidate| one.problems.iter().any(|problem| problem.code == code);
        let expected: Vec<_> = candidates.iter().filter(has).map(|one| one.id).collect();
        let filter = CandidateFilter { problem: Some(code), ..all() };
        let seen: Vec<_> = found(fixture, query(filter)).await.candidates.iter().map(|one| one.id).collect();
        assert_eq!(seen, expected, "{after}: {code}");
    }
}

fn count_of_one(status: Status) -> StatusCounts {
    let one = |counted| u64::from(counted == status);
    StatusCounts {
        new: one(Status::New),
        error: one(Status::Error),
        processed: one(Status::Processed),
        inactive: one(Status::Inactive),
    }
}

fn quarter(instant: Timestamp) -> Timestamp {
    Timestamp::from_second(instant.as_second().div_euclid(900) * 900).unwrap()
}

/// A deterministic sequence of pseudo-random numbers.
struct PseudoRandom(u64);

impl PseudoRandom {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }
}

/// Runs a random call on candidates as they were last read, which can be outdated.
async fn random_call(
    fixture: &Fixture,
    scenes: &[Scene],
    known: &mut Vec<Candidate>,
    random: &mut PseudoRandom,
) -> StoreResult<()> {
    match random.below(8) {
        0 | 1 => {
            let mut new = Vec::new();
            for line in 0..=random.below(3) {
                let scene = &scenes[random.below(scenes.len())];
                let header = format!("H{}", known.len());
                let mut candidate = fixture.candidate(scene, &header, &line.to_string()).await;
                let minutes = i64::try_from(random.below(40)).unwrap();
                candidate.created_at = now() + SignedDuration::from_mins(minutes);
                let CandidateState { status, problems, .. } =
                    state_with([Status::New, Status::New, Status::Error, Status::Inactive][random.below(4)]);
                (candidate.status, candidate.problems) = (status, problems);
                candidate.data_source = fixture.reference().await.data_sources[random.below(2)].id;
                new.push(candidate);
            }
            if random.below(4) == 0 {
                // one of the rows was already imported
                new.extend(random.one_of(known).cloned());
            }
            let imported = fixture.import(&mut new).await.map(|_| ());
            if imported.is_ok() {
                known.extend(new);
            }
            imported
        }
        2 | 3 => {
            let Some(candidate) = random.one_of(known).cloned() else { return Ok(()) };
            let (event, to) = [
                (CandidateEvent::Held, Status::New),
                (CandidateEvent::Failed, Status::Error),
                (CandidateEvent::Validated, Status::New),
                (CandidateEvent::Validated, Status::Error),
            ][random.below(4)];
            match CandidateChange::of(&candidate, event, state_with(to), None, &kim()) {
                Some(change) => fixture.change(change).await,
                None => Ok(()),
            }
        }
        4 | 5 => {
            let Some(first) = random.one_of(known).cloned() else { return Ok(()) };
            let scene = scenes.iter().find(|scene| scene.organisation.id == first.organisation).unwrap();
            let siblings = known
                .iter()
                .filter(|one| (one.organisation, one.data_source) == (first.organisation, first.data_source));
            let siblings: Vec<_> = siblings.take(1 + random.below(3)).cloned().collect();
            fixture.process(vec![fixture.order(scene, &siblings)]).await.map(|_| ())
        }
        6 => {
            let orders = orders_of(fixture, known).await;
            match random.one_of(&orders) {
                Some(order) => fixture.void(*order).await,
                None => Ok(()),
            }
        }
        _ => {
            let Some(candidate) = random.one_of(known).cloned() else { return Ok(()) };
            let (event, to) = [
                (CandidateEvent::Corrected, Status::Error),
                (CandidateEvent::Corrected, Status::New),
                (CandidateEvent::Excluded, Status::Inactive),
                (CandidateEvent::Restored, Status::New),
                (CandidateEvent::Cancelled, Status::Inactive),
            ][random.below(5)];
            fixture.correct_to(&candidate, event, to).await
        }
    }
}

async fn orders_of(fixture: &Fixture, known: &[Candidate]) -> Vec<OrderId> {
    let ids = known.iter().map(|one| one.id).collect();
    let found = fixture.store.orders_of_candidates(everything(), ids).await.unwrap();
    found.into_iter().map(|one| one.order).collect()
}

pub async fn counters_equal_a_recount_after_any_calls(fixture: Fixture) {
    let scenes = [fixture.scene("001").await, fixture.scene("002").await];
    let (mut known, mut random) = (Vec::new(), PseudoRandom(7));
    let (mut done, mut rejected) = (0, 0);
    for call in 0..150 {
        match random_call(&fixture, &scenes, &mut known, &mut random).await {
            Ok(()) => done += 1,
            Err(StoreError::Conflict(_)) => rejected += 1,
            Err(error) => panic!("call {call}: {error}"),
        }
        // not always refreshed, so that some calls use outdated versions
        if random.below(3) > 0 {
            for one in &mut known {
                *one = stored(&fixture, one).await;
            }
        }
        assert_derived_data_agrees(&fixture, &format!("call {call}")).await;
    }
    assert!(done > 60 && rejected > 5 && known.len() > 20, "{done} {rejected} {}", known.len());
}
