//! How often causes of problems came.

use orderdock_domain::access::OrgScope;
use orderdock_domain::candidate::{Candidate, CandidateEvent, Status};
use orderdock_domain::problem::{Problem, ProblemCode};

use super::calls::SingleCalls as _;
use super::figures::{quarter, unpriced};
use super::ordering::later;
use super::world::{World, everything};
use crate::ProblemGroupQuery;

fn of_list(list: &str) -> Vec<Problem> {
    vec![Problem::new(ProblemCode::PriceNone, "/price").with("list", list)]
}

async fn stored(world: &World, candidate: &Candidate) -> Candidate {
    world.store.candidates(everything(), vec![candidate.id]).await.unwrap().candidates.remove(0)
}

/// What came before a case changes anything is earlier, what it changes is late.
fn query() -> ProblemGroupQuery {
    let (recent, earlier) = (later(1), quarter(-4));
    ProblemGroupQuery { recent, earlier, ..ProblemGroupQuery::default() }
}

/// `cause candidates lately earlier` of each group.
async fn told(world: &World, scope: &OrgScope, query: ProblemGroupQuery) -> Vec<String> {
    let found = world.store.problem_groups(scope.write(), query).await.unwrap();
    assert_eq!(found.counted_since, None, "nothing was there before it was counted");
    let told = found.groups.iter();
    told.map(|one| format!("{} {} {} {}", one.cause, one.candidates, one.recent, one.earlier)).collect()
}

pub async fn causes_are_counted_as_they_come(world: World) {
    let (scene, other) = (world.scene("001").await, world.scene("002").await);
    let mut list = Vec::new();
    for (line, (of, cause, came)) in
        [(&scene, "A", -1), (&scene, "A", -2), (&scene, "A", -3), (&scene, "B", -99), (&other, "A", -1)]
            .into_iter()
            .enumerate()
    {
        let candidate = unpriced(&world, of, &line.to_string(), cause, None).await;
        list.push(Candidate { created_at: quarter(came), ..candidate });
    }
    world.import(&mut list).await.unwrap();
    let own = OrgScope::These(vec![scene.organisation.id]);
    // what came long before is open, and in neither
    assert_eq!(told(&world, &own, query()).await, ["A 3 0 3", "B 1 0 0"]);
    assert_eq!(told(&world, &OrgScope::All, query()).await, ["A 4 0 4", "B 1 0 0"]);
    let of_other = ProblemGroupQuery { organisation: Some(other.organisation.id), ..query() };
    assert_eq!(told(&world, &OrgScope::All, of_other).await, ["A 1 0 1"]);
    // what is settled has come all the same
    world.correct_to(&list[0], CandidateEvent::Corrected, Status::New).await.unwrap();
    assert_eq!(told(&world, &own, query()).await, ["A 2 0 3", "B 1 0 0"]);
    // an edit that leaves the cause is none that comes
    world.correct_with(&list[1], of_list("A")).await;
    world.correct_with(&stored(&world, &list[1]).await, of_list("A")).await;
    assert_eq!(told(&world, &own, query()).await, ["A 2 0 3", "B 1 0 0"]);
    // another cause comes, the first one is counted still
    world.correct_with(&list[2], of_list("B")).await;
    assert_eq!(told(&world, &own, query()).await, ["B 2 1 0", "A 1 0 3"]);
    // what goes to and fro counts once
    for cause in ["A", "B", "A"] {
        world.correct_with(&stored(&world, &list[2]).await, of_list(cause)).await;
    }
    assert_eq!(told(&world, &own, query()).await, ["A 2 0 3", "B 1 1 0"]);
    world.correct_with(&list[3], of_list("A")).await;
    assert_eq!(told(&world, &own, query()).await, ["A 3 1 3"]);
}

pub async fn what_came_long_ago_is_forgotten(world: World) {
    let scene = world.scene("001").await;
    let mut list = Vec::new();
    for line in 0..3 {
        let candidate = unpriced(&world, &scene, &line.to_string(), "A", None).await;
        list.push(Candidate { created_at: quarter(-line), ..candidate });
    }
    world.import(&mut list).await.unwrap();
    let forget = async |before| world.store.sweep_causes(quarter(before)).await.unwrap();
    assert_eq!((forget(-2).await, forget(0).await, forget(0).await), (0, 2, 0), "what came just then stays");
    assert_eq!(told(&world, &OrgScope::All, query()).await, ["A 3 0 1"]);
    // what it had is not what comes
    world.correct_with(&list[2], of_list("A")).await;
    assert_eq!(told(&world, &OrgScope::All, query()).await, ["A 3 0 1"]);
}
