//! Counts of candidates, and figures about received candidates.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, CandidateEvent, Hold, HoldReason, Releases, Status};
use orderdock_domain::ids::CandidateId;
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::{Decimal, canonical};
use orderdock_domain::problem::{Problem, ProblemCode};
use orderdock_domain::processing::RunState;

use super::calls::RunCalls as _;
use super::calls::SingleCalls as _;
use super::chunks::change;
use super::find::{found, query};
use super::fixture::{Fixture, Scene, code, everything, now, number, only};
use super::ordering::{ids, later};
use super::orders::to_void;
use crate::{
    AssignedCandidates, CandidateCounts, CandidateFilter, CandidateQuery, DayQuery, DaySpan, FencingToken,
    Intake, IntakeQuery, MAX_GROUPS, PageStart, ProblemGroup, ProblemGroupQuery, StatusCounts, Total,
    WaitingOrders,
};

fn exact(value: usize) -> Total {
    Total { value: value as u64, exact: true }
}

/// Counts the candidates of the list itself, as the expected result.
async fn counts_of_list(fixture: &Fixture, filter: &CandidateFilter) -> (CandidateCounts, Vec<Candidate>) {
    let candidates = found(fixture, query(filter.clone())).await.candidates;
    let of = |status| exact(candidates.iter().filter(|candidate| candidate.status == status).count());
    let waits = |hold: &Hold| hold.reason() != HoldReason::HeaderSettling;
    let ready = |one: &&Candidate| one.status == Status::New && !one.hold.as_ref().is_some_and(waits);
    let counts = CandidateCounts {
        all: exact(candidates.len()),
        new: of(Status::New),
        ready: exact(candidates.iter().filter(ready).count()),
        error: of(Status::Error),
        processed: of(Status::Processed),
        inactive: of(Status::Inactive),
    };
    (counts, candidates)
}

async fn with_problem(fixture: &Fixture, code: ProblemCode) -> Vec<CandidateId> {
    let filter = CandidateFilter { problem: Some(code), ..CandidateFilter::default() };
    ids(&found(fixture, query(filter)).await.candidates)
}

/// Asserts that counts, totals and the filter by problem agree with the list of candidates.
async fn assert_counts_agree(fixture: &Fixture, after: &str) {
    let source = fixture.reference().await.data_sources[1].id;
    let none = CandidateFilter::default;
    for filter in [
        none(),
        CandidateFilter { data_source: Some(source), ..none() },
        CandidateFilter { po_reference: Some("PO-1".to_owned()), ..none() },
    ] {
        let (counts, _) = counts_of_list(fixture, &filter).await;
        assert_eq!(
            fixture
                .store
                .count_candidates(everything(), filter.clone(), jiff::civil::Date::MIN)
                .await
                .unwrap(),
            counts,
            "{after}"
        );
        let error = CandidateFilter { statuses: vec![Status::Error], ..filter };
        let window = PageStart::Offset(0);
        let total = found(fixture, CandidateQuery { limit: 1, window, ..query(error) }).await.total;
        assert_eq!(total, counts.error, "{after}");
    }
    let (_, candidates) = counts_of_list(fixture, &none()).await;
    for code in [ProblemCode::PriceNone, ProblemCode::TaxNone] {
        let has = |one: &&Candidate| one.problems.iter().any(|problem| problem.code == code);
        let expected: Vec<_> = candidates.iter().filter(has).map(|one| one.id).collect();
        assert_eq!(with_problem(fixture, code).await, expected, "{after} {code}");
    }
}

pub async fn counts_equal_a_recount_after_every_change(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    assert_counts_agree(&fixture, "nothing").await;
    let source = fixture.reference().await.data_sources[1].id;
    let mut list = Vec::new();
    for (line, status) in [Status::New, Status::Error, Status::New, Status::Inactive].into_iter().enumerate()
    {
        for (scene, quarter) in [(&scene, 0), (&other, 1)] {
            let mut candidate = fixture.candidate(scene, "H", &line.to_string()).await;
            candidate.status = status;
            candidate.created_at = now() + SignedDuration::from_mins(quarter * 15);
            if line == 1 {
                let problems = [ProblemCode::PriceNone, ProblemCode::TaxNone, ProblemCode::PriceNone];
                candidate.problems = problems.map(|code| Problem::new(code, "/product")).into();
            }
            if line == 2 {
                candidate.data_source = source;
            }
            list.push(candidate);
        }
    }
    fixture.import(&mut list).await.unwrap();
    assert_counts_agree(&fixture, "an import").await;
    change(&fixture, &list[0], Status::Error, None).await;
    assert_counts_agree(&fixture, "a run that fails for it").await;
    let failed = fixture.store.candidates(everything(), vec![list[0].id]).await.unwrap().candidates;
    change(&fixture, &failed[0], Status::New, None).await;
    assert_counts_agree(&fixture, "a validation").await;
    let (order, void) = to_void(&fixture, &scene).await;
    assert_counts_agree(&fixture, "an order").await;
    fixture.store.void_order(OrgScope::All.write(), void, None).await.unwrap();
    assert_counts_agree(&fixture, "its end").await;
    assert!(order.version == 1 && fixture.import(&mut list[..1]).await.is_err());
    assert_counts_agree(&fixture, "a failed import").await;
}

pub async fn counts_are_of_readable_organisations(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut list = [fixture.candidate(&scene, "H", "1").await, fixture.candidate(&other, "H", "1").await];
    list[1].po_reference = code("PO-2");
    fixture.import(&mut list).await.unwrap();
    let none = CandidateFilter::default;
    let foreign = CandidateFilter { organisation: Some(other.organisation.id), ..none() };
    let reference = CandidateFilter { po_reference: Some("PO-2".to_owned()), ..none() };
    for (scope, filter, expected) in [
        (everything(), none(), 2),
        (everything(), foreign.clone(), 1),
        (only(scene.organisation.id), none(), 1),
        (only(scene.organisation.id), foreign, 0),
        (only(scene.organisation.id), reference, 0),
    ] {
        let filter = CandidateFilter { statuses: vec![Status::Inactive], ..filter };
        let counts = fixture.store.count_candidates(scope, filter, jiff::civil::Date::MIN).await.unwrap();
        assert_eq!((counts.all, counts.new, counts.error), (exact(expected), exact(expected), exact(0)));
    }
}

/// Returns a candidate in error because it has no price in the price list with this name.
pub async fn unpriced(
    fixture: &Fixture,
    scene: &Scene,
    line: &str,
    list: &str,
    price: Option<&str>,
) -> Candidate {
    let mut candidate = fixture.candidate(scene, &format!("H{line}"), line).await;
    candidate.status = Status::Error;
    candidate.problems = vec![Problem::new(ProblemCode::PriceNone, "/price").with("list", list)];
    candidate.currency = Some(code("EUR"));
    (candidate.qty, candidate.price) = (number("3"), price.map(number));
    candidate
}

/// Returns `code cause candidates headers worth unpriced` for the groups that a scope can see.
async fn groups(fixture: &Fixture, scope: &OrgScope, query: ProblemGroupQuery) -> Vec<String> {
    let found = fixture.store.problem_groups(scope.write(), query).await.unwrap();
    assert!(!found.more && found.summed);
    let summary = found.groups.iter().map(|group| {
        let worth: Vec<_> =
            group.worth.iter().map(|(currency, sum)| format!("{} {currency}", canonical(sum))).collect();
        let ProblemGroup { code, cause, candidates, headers, unpriced, .. } = group;
        format!("{code} {cause} {candidates} {headers} {worth:?} {unpriced}")
    });
    summary.collect()
}

pub async fn groups_are_paged_by_offset(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut list = Vec::new();
    for number in 0..=MAX_GROUPS {
        list.push(unpriced(&fixture, &scene, &format!("{number}"), &format!("L{number:03}"), None).await);
    }
    list.push(unpriced(&fixture, &scene, "twice", "L000", None).await);
    fixture.import(&mut list).await.unwrap();
    let page = async |offset| {
        let query = ProblemGroupQuery { offset, ..ProblemGroupQuery::default() };
        let found = fixture.store.problem_groups(OrgScope::All.write(), query).await.unwrap();
        assert_eq!((found.all_groups, found.candidates), (201, 202));
        (
            found.groups.into_iter().map(|group| (group.cause, group.candidates)).collect::<Vec<_>>(),
            found.more,
        )
    };
    let (first, more) = page(0).await;
    assert_eq!((first.len(), &first[0], more), (MAX_GROUPS, &("L000".to_owned(), 2), true));
    assert_eq!(page(200).await, (vec![("L200".to_owned(), 1)], false));
    assert_eq!(page(201).await, (Vec::new(), false));
}

pub async fn problems_are_grouped_by_their_cause(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut list = vec![
        unpriced(&fixture, &scene, "1", "A", Some("0.105")).await,
        unpriced(&fixture, &scene, "2", "A", None).await,
        unpriced(&fixture, &scene, "3", "B", Some("1.10")).await,
        unpriced(&fixture, &other, "4", "A", Some("100")).await,
    ];
    // an excluded candidate is in no group
    list.push(Candidate { status: Status::Inactive, ..unpriced(&fixture, &scene, "5", "B", None).await });
    fixture.import(&mut list).await.unwrap();
    let own = OrgScope::These(vec![scene.organisation.id]);
    let all = ProblemGroupQuery::default();
    assert_eq!(
        groups(&fixture, &own, all).await,
        ["price.none A 2 2 [\"0.32 EUR\"] 1", "price.none B 1 1 [\"3.3 EUR\"] 0",]
    );
    assert_eq!(groups(&fixture, &OrgScope::All, all).await[0], "price.none A 3 3 [\"300.32 EUR\"] 1");
    let of_other = ProblemGroupQuery { organisation: Some(other.organisation.id), ..all };
    assert_eq!(groups(&fixture, &own, of_other).await, Vec::<String>::new());
    assert_eq!(groups(&fixture, &OrgScope::All, of_other).await, ["price.none A 1 1 [\"300 EUR\"] 0"]);
    for (recent, earlier, expected) in
        [(0, 0, (2, 0)), (9_000_000_000, 0, (0, 2)), (9_000_000_000, 8_999_999_999, (0, 0))]
    {
        let [recent, earlier] = [recent, earlier].map(|second| Timestamp::from_second(second).unwrap());
        let query = ProblemGroupQuery { recent, earlier, ..all };
        let found = fixture.store.problem_groups(own.write(), query).await.unwrap();
        assert_eq!((found.groups[0].recent, found.groups[0].earlier), expected);
    }
    // the filter by cause matches exactly the candidates of a group
    let of_cause = |cause: &str| CandidateFilter {
        statuses: vec![Status::Error],
        problem: Some(ProblemCode::PriceNone),
        cause: Some(cause.to_owned()),
        ..CandidateFilter::default()
    };
    assert_eq!(
        ids(&found(&fixture, query(of_cause("A"))).await.candidates),
        [list[0].id, list[1].id, list[3].id]
    );
    assert_eq!(ids(&found(&fixture, query(of_cause("B"))).await.candidates), [list[2].id]);
    // the same problem with another cause
    let moved = vec![Problem::new(ProblemCode::PriceNone, "/price").with("list", "B")];
    let stored = fixture.store.candidates(everything(), vec![list[0].id]).await.unwrap().candidates.remove(0);
    fixture.correct_with(&stored, moved).await;
    assert_eq!(
        groups(&fixture, &own, all).await,
        ["price.none B 2 2 [\"3.62 EUR\"] 0", "price.none A 1 1 [] 1",]
    );
}

pub fn quarter(number: i64) -> Timestamp {
    // the start of a quarter of an hour before all changes of a test
    Timestamp::from_second(1_790_000_000 / 900 * 900).unwrap() + SignedDuration::from_mins(15 * number)
}

fn new(new: u64) -> StatusCounts {
    StatusCounts { new, ..StatusCounts::default() }
}

pub async fn figures_count_received_and_waiting_candidates(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let sources: Vec<_> = fixture.reference().await.data_sources.iter().map(|source| source.id).collect();
    let mut list = Vec::new();
    for line in 0..6 {
        list.push(fixture.candidate(if line == 5 { &other } else { &scene }, "H", &line.to_string()).await);
    }
    for (candidate, number) in list.iter_mut().zip([0, 1, 3, 3, 4, 1]) {
        candidate.created_at = quarter(number);
    }
    list[2].status = Status::Error;
    list[2].problems = vec![Problem::new(ProblemCode::PriceNone, ""), Problem::new(ProblemCode::TaxNone, "")];
    list[3].status = Status::Inactive;
    list[3].problems = vec![Problem::new(ProblemCode::TaxNone, "")];
    list[3].data_source = sources[1];
    fixture.import(&mut list).await.unwrap();
    change(&fixture, &list[1], Status::Error, None).await;
    let (_, void) = to_void(&fixture, &scene).await;
    let made = fixture.header(&scene, "H9", 3).await;
    fixture.process(vec![fixture.order(&scene, &made)]).await.unwrap();
    fixture.store.void_order(OrgScope::All.write(), void, None).await.unwrap();
    let failed = fixture.running(OrgScope::All).await;
    fixture.store.finish_run(failed, FencingToken(failed.0), RunState::Failed, now()).await.unwrap();
    let bounds = vec![quarter(1), quarter(3), quarter(4)];
    let query = IntakeQuery { bounds, today: quarter(0), data_source: None, organisation: None };
    let figures =
        async |scope: OrgScope, query: IntakeQuery| fixture.store.intake(scope.write(), query).await.unwrap();
    let own = figures(OrgScope::These(vec![scene.organisation.id]), query.clone()).await;
    let error = StatusCounts { error: 1, ..StatusCounts::default() };
    assert_eq!(
        own,
        Intake {
            spans: vec![error, StatusCounts { error: 1, inactive: 1, ..StatusCounts::default() }],
            sources: vec![
                (sources[0], StatusCounts { error: 2, ..StatusCounts::default() }),
                (sources[1], StatusCounts { inactive: 1, ..StatusCounts::default() }),
            ],
            problems: vec![(ProblemCode::PriceNone, 2), (ProblemCode::TaxNone, 1)],
            now: StatusCounts { new: 2, error: 2, processed: 3, inactive: 3 },
            processed_today: 3,
            oldest_unprocessed: Some((list[0].id, quarter(0))),
            waiting_orders: WaitingOrders::default(),
            failed_runs: 0,
        }
    );
    let narrow = IntakeQuery { organisation: Some(other.organisation.id), ..query.clone() };
    let others = figures(OrgScope::All, narrow).await;
    assert_eq!((others.spans, others.now, others.processed_today), (vec![new(1), new(0)], new(1), 0));
    assert_eq!(others.oldest_unprocessed, Some((list[5].id, quarter(1))));
    let late = IntakeQuery { today: later(1_000), data_source: Some(sources[1]), ..query };
    let late = figures(OrgScope::All, late).await;
    assert_eq!((late.processed_today, late.oldest_unprocessed, late.problems), (0, None, vec![]));
    assert_eq!(late.failed_runs, u64::from(quarter(1) <= now() && now() < quarter(4)));
}

fn span(begin: i64, until: i64, end: i64) -> DaySpan {
    DaySpan { begin: quarter(begin), until: quarter(until), end: quarter(end) }
}

/// Returns a query for all candidates and the queue of a user. A week is the seven days before the first quarter of an
/// hour.
fn query_of_days(assigned: &str, days: Vec<DaySpan>) -> DayQuery {
    let (assigned, week) = (assigned.to_owned(), quarter(-7 * DAY));
    DayQuery { data_source: None, organisation: None, assigned, week, days }
}

/// Quarters of an hour per day.
const DAY: i64 = 96;

pub async fn day_is_counted_by_age_order_and_source(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut list = Vec::new();
    for (line, (of, since, price)) in [
        (&scene, 1, Some("0.105")),
        (&scene, 1 - 7 * DAY, Some("2")),
        (&scene, 9 - 7 * DAY, None),
        (&scene, -8 * DAY, Some("5")),
        (&other, 1, Some("100")),
    ]
    .into_iter()
    .enumerate()
    {
        let candidate = Candidate {
            created_at: quarter(since),
            ..unpriced(&fixture, of, &line.to_string(), "A", price).await
        };
        list.push(Candidate { list_price: None, ..candidate });
    }
    (list[0].status, list[0].problems) = (Status::New, Vec::new());
    fixture.import(&mut list).await.unwrap();
    let made = fixture.header(&scene, "H9", 3).await;
    fixture.correct_to(&made[0], CandidateEvent::Corrected, Status::New).await.unwrap();
    let ids = made.iter().map(|candidate| candidate.id).collect();
    let made = fixture.store.candidates(everything(), ids).await.unwrap().candidates;
    let mut order = fixture.order(&scene, &made);
    // one line was corrected and one was released; the third is unchanged
    for line in order.order.lines.iter_mut().take(2) {
        line.allocations.iter_mut().for_each(|given| given.released = Releases::NONE);
    }
    fixture.process(vec![order]).await.unwrap();
    let days = vec![span(0, DAY, DAY), span(-7 * DAY, 8 - 7 * DAY, -6 * DAY)];
    let all = query_of_days("", days);
    let day = async |scope: OrgScope, query: &DayQuery| {
        fixture.store.day(scope.write(), query.clone()).await.unwrap()
    };
    let own = day(OrgScope::These(vec![scene.organisation.id]), &all).await;
    let summary = |amounts: &[(CurrencyCode, Decimal)]| {
        amounts.iter().map(|(currency, sum)| format!("{} {currency}", canonical(sum))).collect::<Vec<_>>()
    };
    let open = own.open.each_ref().map(|open| (open.candidates, summary(&open.worth), open.unpriced));
    assert_eq!(
        open,
        [
            (1, vec!["0.32 EUR".to_owned()], 0),
            (2, vec!["6 EUR".to_owned()], 1),
            (1, vec!["15 EUR".to_owned()], 0)
        ]
    );
    let [today, before] = &own.orders;
    assert_eq!((today.orders, today.candidates, today.worth.len(), today.whole), (1, 3, 1, true));
    assert_eq!((before.orders, own.open_whole, own.ordered, own.untouched), (0, true, 3, 1));
    let source = own.sources.iter().find(|source| source.data_source == list[0].data_source).unwrap();
    // including today's candidates of the order
    assert_eq!(source.received, [(4, 4), (1, 2)]);
    assert_eq!(source.last, Some(quarter(1)));
    let narrow = DayQuery { organisation: Some(other.organisation.id), ..all.clone() };
    let others = day(OrgScope::All, &narrow).await;
    assert_eq!(
        (others.open[0].candidates, summary(&others.open[0].worth), others.ordered),
        (1, vec!["300 EUR".to_owned()], 0)
    );
    let none = day(OrgScope::These(vec![scene.organisation.id]), &narrow).await;
    assert_eq!((none.open, none.sources), (Default::default(), vec![]));
}

pub async fn queue_counts_assigned_candidates(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut list = Vec::new();
    // two of one header, one without an assignee, an excluded one, and one of another organisation
    for (of, line, since, status, name) in [
        (&scene, "1", 2, Status::New, Some("anna")),
        (&scene, "1b", 1, Status::Error, Some("anna")),
        (&scene, "3", 0, Status::Error, None),
        (&scene, "4", 0, Status::Inactive, Some("anna")),
        (&other, "5", 3, Status::Error, Some("anna")),
    ] {
        let mut candidate = unpriced(&fixture, of, line, "A", None).await;
        candidate.identity.header_id = code(&format!("H{}", &line[..1]));
        (candidate.created_at, candidate.status) = (quarter(since), status);
        candidate.assigned_to = name.map(code);
        list.push(candidate);
    }
    fixture.import(&mut list).await.unwrap();
    let own = OrgScope::These(vec![scene.organisation.id]);
    for (scope, name, expected) in [
        (&own, "anna", AssignedCandidates { candidates: 2, error: 1, headers: 1, oldest: Some(quarter(1)) }),
        (
            &OrgScope::All,
            "anna",
            AssignedCandidates { candidates: 3, error: 2, headers: 2, oldest: Some(quarter(1)) },
        ),
        (&OrgScope::All, "otto", AssignedCandidates::default()),
    ] {
        let query = query_of_days(name, vec![span(0, 1, 1)]);
        assert_eq!(fixture.store.day(scope.write(), query).await.unwrap().queue, expected, "{name}");
    }
}
