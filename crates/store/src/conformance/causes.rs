//! Counts of the causes of problems.

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, CandidateEvent, Status};
use orderdock_domain::problem::{Problem, ProblemCode};

use super::calls::SingleCalls as _;
use super::figures::{quarter, unpriced};
use super::fixture::{Fixture, everything};
use super::ordering::later;
use crate::ProblemGroupQuery;

fn of_list(list: &str) -> Vec<Problem> {
    vec![Problem::new(ProblemCode::PriceNone, "/price").with("list", list)]
}

async fn stored(fixture: &Fixture, candidate: &Candidate) -> Candidate {
    fixture.store.candidates(everything(), vec![candidate.id]).await.unwrap().candidates.remove(0)
}

/// Returns a query for which candidates created by `quarter` are earlier, and changes during a test are recent.
fn query() -> ProblemGroupQuery {
    let (recent, earlier) = (later(1), quarter(-4));
    ProblemGroupQuery { recent, earlier, ..ProblemGroupQuery::default() }
}

/// Returns `cause candidates recent earlier` for each group.
async fn summary(fixture: &Fixture, scope: &OrgScope, query: ProblemGroupQuery) -> Vec<String> {
    let found = fixture.store.problem_groups(scope.write(), query).await.unwrap();
    assert_eq!(found.counted_since, None, "counting starts with the first row");
    let summary = found.groups.iter();
    summary.map(|one| format!("{} {} {} {}", one.cause, one.candidates, one.recent, one.earlier)).collect()
}

pub async fn causes_are_counted_when_written(fixture: Fixture) {
    let (scene, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut list = Vec::new();
    for (line, (of, cause, received)) in
        [(&scene, "A", -1), (&scene, "A", -2), (&scene, "A", -3), (&scene, "B", -99), (&other, "A", -1)]
            .into_iter()
            .enumerate()
    {
        let candidate = unpriced(&fixture, of, &line.to_string(), cause, None).await;
        list.push(Candidate { created_at: quarter(received), ..candidate });
    }
    fixture.import(&mut list).await.unwrap();
    let own = OrgScope::These(vec![scene.organisation.id]);
    // a candidate from before both periods is open, but counted in neither of them
    assert_eq!(summary(&fixture, &own, query()).await, ["A 3 0 3", "B 1 0 0"]);
    assert_eq!(summary(&fixture, &OrgScope::All, query()).await, ["A 4 0 4", "B 1 0 0"]);
    let of_other = ProblemGroupQuery { organisation: Some(other.organisation.id), ..query() };
    assert_eq!(summary(&fixture, &OrgScope::All, of_other).await, ["A 1 0 1"]);
    // the cause of a resolved problem is still counted
    fixture.correct_to(&list[0], CandidateEvent::Corrected, Status::New).await.unwrap();
    assert_eq!(summary(&fixture, &own, query()).await, ["A 2 0 3", "B 1 0 0"]);
    // an edit that keeps the cause is not counted again
    fixture.correct_with(&list[1], of_list("A")).await;
    fixture.correct_with(&stored(&fixture, &list[1]).await, of_list("A")).await;
    assert_eq!(summary(&fixture, &own, query()).await, ["A 2 0 3", "B 1 0 0"]);
    // a new cause is counted, and the previous one stays counted
    fixture.correct_with(&list[2], of_list("B")).await;
    assert_eq!(summary(&fixture, &own, query()).await, ["B 2 1 0", "A 1 0 3"]);
    // a cause that a candidate gets repeatedly is counted once
    for cause in ["A", "B", "A"] {
        fixture.correct_with(&stored(&fixture, &list[2]).await, of_list(cause)).await;
    }
    assert_eq!(summary(&fixture, &own, query()).await, ["A 2 0 3", "B 1 1 0"]);
    fixture.correct_with(&list[3], of_list("A")).await;
    assert_eq!(summary(&fixture, &own, query()).await, ["A 3 1 3"]);
}

pub async fn old_causes_are_swept(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut list = Vec::new();
    for line in 0..3 {
        let candidate = unpriced(&fixture, &scene, &line.to_string(), "A", None).await;
        list.push(Candidate { created_at: quarter(-line), ..candidate });
    }
    fixture.import(&mut list).await.unwrap();
    let forget = async |before| fixture.store.sweep_causes(quarter(before)).await.unwrap();
    assert_eq!((forget(-2).await, forget(0).await, forget(0).await), (0, 2, 0), "concurrent rows stay");
    assert_eq!(summary(&fixture, &OrgScope::All, query()).await, ["A 3 0 1"]);
    // keeping the cause after the sweep does not count it again
    fixture.correct_with(&list[2], of_list("A")).await;
    assert_eq!(summary(&fixture, &OrgScope::All, query()).await, ["A 3 0 1"]);
}
