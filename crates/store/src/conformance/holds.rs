//! Figures of candidates on hold.

use jiff::civil::date;
use jiff::{SignedDuration, Timestamp};
use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, Hold, HoldReason, Status};
use orderdock_domain::correction::{HistoryEntry, HistoryEvent};
use orderdock_domain::ids::DataSourceId;
use orderdock_domain::number::canonical;
use orderdock_domain::problem::{Problem, ProblemCode};

use super::corrections::entry;
use super::find::query;
use super::fixture::{Fixture, Scene, code, everything, now, number};
use crate::{CandidateFilter, HeldFigures, HeldOrder, HoldGroupQuery};

/// A query at an instant at which no wait of the tests has ended.
const EARLY: HoldGroupQuery =
    HoldGroupQuery { data_source: None, organisation: None, now: Timestamp::UNIX_EPOCH };

fn summary(HeldFigures { candidates, headers, worth, unpriced, .. }: &HeldFigures) -> String {
    let worth: Vec<_> =
        worth.iter().map(|(currency, sum)| format!("{} {currency}", canonical(sum))).collect();
    format!("{candidates} {headers} {worth:?} {unpriced}")
}

/// Returns `reason candidates headers worth unpriced` for all candidates on hold and for each group.
async fn held(fixture: &Fixture, scope: &OrgScope, query: HoldGroupQuery) -> Vec<String> {
    let found = fixture.store.hold_groups(scope.write(), query).await.unwrap();
    assert!(found.whole);
    let groups = found.groups.iter();
    let groups = groups.map(|group| format!("{} {}", group.reason.as_str(), summary(&group.figures)));
    std::iter::once(format!("all {}", summary(&found.all))).chain(groups).collect()
}

/// Returns a line of an incoming order of three lines, with a price in EUR.
async fn line_of_three(
    fixture: &Fixture,
    scene: &Scene,
    header: &str,
    line: &str,
    price: Option<&str>,
) -> Candidate {
    let mut candidate = fixture.candidate(scene, header, line).await;
    candidate.header_line_count = Some(3);
    candidate.currency = Some(code("EUR"));
    candidate.price = price.map(number);
    candidate
}

pub async fn candidates_on_hold_are_grouped_by_reason(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut list = vec![
        line_of_three(&fixture, &scene, "H1", "1", Some("10")).await,
        line_of_three(&fixture, &scene, "H1", "2", None).await,
        line_of_three(&fixture, &scene, "H2", "1", Some("0.50")).await,
        line_of_three(&fixture, &other, "H1", "1", Some("7")).await,
        fixture.candidate(&scene, "H3", "1").await,
        fixture.candidate(&scene, "H3", "2").await,
        fixture.candidate(&scene, "H4", "1").await,
        fixture.candidate(&scene, "H5", "1").await,
    ];
    list[4].status = Status::Error;
    list[4].problems = vec![Problem::new(ProblemCode::PriceNone, "/price").with("list", "A")];
    // `HeaderSettling` is not counted, because a manually started run does not wait for it
    list[6].hold = Some(Hold::HeaderSettling);
    fixture.import(&mut list).await.unwrap();
    let own = OrgScope::These(vec![scene.organisation.id]);
    let expected =
        ["all 4 3 [\"10.5 EUR\"] 2", "header.incomplete 3 2 [\"10.5 EUR\"] 1", "sibling.error 1 1 [] 1"];
    assert_eq!(held(&fixture, &own, EARLY).await, expected);
    assert_eq!(
        held(&fixture, &OrgScope::All, EARLY).await[..2],
        ["all 5 4 [\"17.5 EUR\"] 2", "header.incomplete 4 3 [\"17.5 EUR\"] 1"]
    );
    let foreign = HoldGroupQuery { organisation: Some(other.organisation.id), ..EARLY };
    assert_eq!(held(&fixture, &own, foreign).await, ["all 0 0 [] 0"]);
    assert_eq!(held(&fixture, &OrgScope::All, foreign).await[0], "all 1 1 [\"7 EUR\"] 0");
    let source = HoldGroupQuery { data_source: Some(list[3].data_source), ..EARLY };
    let in_source = held(&fixture, &OrgScope::All, source).await;
    assert!(list[0].data_source == list[3].data_source || in_source[0] == "all 1 1 [\"7 EUR\"] 0");
    let headers = fixture.store.find_headers(everything(), query(CandidateFilter::default())).await.unwrap();
    let announced: Vec<_> = headers.headers.iter().map(|header| header.announced).collect();
    assert_eq!(announced[..2], [Some(3), Some(3)]);
}

pub async fn hold_begins_with_the_wait_or_the_change_of_status(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut list = [
        line_of_three(&fixture, &scene, "H1", "1", None).await,
        fixture.candidate(&scene, "H2", "1").await,
        fixture.candidate(&scene, "H2", "2").await,
    ];
    fixture.import(&mut list).await.unwrap();
    let since = async |now: Timestamp| {
        let query = HoldGroupQuery { now, ..EARLY };
        let found = fixture.store.hold_groups(OrgScope::All.write(), query).await.unwrap();
        let groups = found.groups.iter().map(|group| (group.reason.as_str(), group.figures.since));
        (found.all.since, groups.collect::<Vec<_>>())
    };
    let received = Some(now());
    assert_eq!(since(now()).await, (received, vec![("header.incomplete", received)]));
    // the wait of one line also holds the other line of its incoming order
    let later = now() + SignedDuration::from_hours(5);
    let waiting = Candidate {
        hold: Some(Hold::Waiting { until: date(2026, 12, 1), sibling: None }),
        ..list[1].clone()
    };
    let started = entry(&list[1], HistoryEvent::WaitBegun);
    fixture.correct(waiting, HistoryEntry { at: later, status: Status::New, ..started }).await.unwrap();
    let groups = vec![("waiting", Some(later)), ("header.incomplete", received)];
    assert_eq!(since(now()).await, (received, groups));
    let page = fixture.store.find_headers(everything(), query(CandidateFilter::default())).await.unwrap();
    let of_headers: Vec<_> = page.headers.iter().map(|header| header.held_since).collect();
    assert_eq!(of_headers, [received, Some(later)]);
    // after the end of the wait
    assert_eq!(since(Timestamp::MAX).await, (received, vec![("header.incomplete", received)]));
}

pub async fn orders_on_hold_have_figures_and_reasons(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut list = [
        line_of_three(&fixture, &scene, "H1", "1", Some("10")).await,
        line_of_three(&fixture, &scene, "H1", "2", None).await,
        line_of_three(&fixture, &other, "H1", "1", Some("7")).await,
        fixture.candidate(&scene, "H2", "1").await,
        fixture.candidate(&scene, "H2", "2").await,
        fixture.candidate(&scene, "H3", "1").await,
        fixture.candidate(&scene, "H4", "1").await,
    ];
    list[5].hold = Some(Hold::HeaderSettling);
    fixture.import(&mut list).await.unwrap();
    let later = now() + SignedDuration::from_hours(5);
    let until = date(2026, 12, 1);
    let waiting = Candidate { hold: Some(Hold::Waiting { until, sibling: None }), ..list[3].clone() };
    let started = entry(&list[3], HistoryEvent::WaitBegun);
    fixture.correct(waiting, HistoryEntry { at: later, status: Status::New, ..started }).await.unwrap();
    let found = async |scope: OrgScope, query| {
        let found = fixture.store.held_orders(scope.write(), query).await.unwrap();
        assert!(found.whole);
        found.orders
    };
    let order = |first: &Candidate, since, reason, candidates, worth: &[&str], unpriced| HeldOrder {
        organisation: first.organisation,
        first: first.id,
        since,
        reasons: [reason].into(),
        candidates,
        worth: worth.iter().map(|amount| (code("EUR"), number(amount))).collect(),
        unpriced,
    };
    let incomplete = HoldReason::HeaderIncomplete;
    let own = order(&list[0], now(), incomplete, 2, &["10"], 1);
    let foreign = order(&list[2], now(), incomplete, 1, &["7"], 0);
    // the wait of one line also holds the other line of its incoming order
    let waits = order(&list[3], later, HoldReason::Waiting, 2, &[], 2);
    assert_eq!(found(OrgScope::All, EARLY).await, [own.clone(), foreign.clone(), waits.clone()]);
    let mine = OrgScope::These(vec![scene.organisation.id]);
    assert_eq!(found(mine, EARLY).await, [own.clone(), waits]);
    let ended = HoldGroupQuery { now: Timestamp::MAX, ..EARLY };
    assert_eq!(found(OrgScope::All, ended).await, [own, foreign.clone()]);
    let unknown = HoldGroupQuery { data_source: Some(DataSourceId(0)), ..EARLY };
    assert_eq!(found(OrgScope::All, unknown).await, []);
    let of_other = HoldGroupQuery { organisation: Some(other.organisation.id), ..EARLY };
    assert_eq!(found(OrgScope::All, of_other).await, [foreign]);
}
