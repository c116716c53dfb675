//! The processes that use a database.

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::attachment::ContentHash;

use super::calls::InstanceCalls as _;
use super::fixture::Fixture;
use crate::{Lease, NewInstance, SCHEDULER};

fn called(name: &str) -> NewInstance {
    let text = str::to_owned;
    NewInstance { name: text(name), version: text("1.2.3"), attachments: text("s3:files") }
}

pub async fn live_instances_are_listed(fixture: Fixture) {
    let store = &fixture.store;
    let first = store.begin_instance(called("a/1")).await.unwrap();
    let second = fixture.another().begin_instance(called("b/2")).await.unwrap();
    store.take_lease(SCHEDULER, second).await.unwrap();
    let ahead = SignedDuration::from_micros(-3_600_000_007);
    assert!(store.record_heartbeat(first, ahead).await.unwrap());
    let known = store.instances().await.unwrap();
    let summary: Vec<_> = known.iter().map(|one| (one.id, one.new.name.as_str(), one.leads)).collect();
    assert_eq!(summary, [(first, "a/1", false), (second, "b/2", true)]);
    assert_eq!((known[0].clock_ahead, known[1].clock_ahead), (ahead, SignedDuration::ZERO));
    assert_eq!(known[0].new, called("a/1"));
    assert!(known[0].heartbeat_at >= known[0].started_at);
}

pub async fn each_instance_has_its_own_row(fixture: Fixture) {
    let first = fixture.instance().await;
    let second = fixture.another().begin_instance(called("b")).await.unwrap();
    let known = fixture.store.instances().await.unwrap();
    assert_eq!(known.iter().map(|one| one.id).collect::<Vec<_>>(), [first, second]);
}

pub async fn heartbeat_never_moves_back(fixture: Fixture) {
    let id = fixture.instance().await;
    let before = fixture.store.instances().await.unwrap().remove(0);
    assert!(fixture.another().record_heartbeat(id, SignedDuration::ZERO).await.unwrap());
    let after = fixture.store.instances().await.unwrap().remove(0);
    assert!(after.heartbeat_at >= before.heartbeat_at && after.started_at == before.started_at);
}

pub async fn ended_instance_sends_no_heartbeat(fixture: Fixture) {
    let (first, second) = (fixture.instance().await, fixture.instance().await);
    fixture.store.end_instance(first).await.unwrap();
    assert!(!fixture.store.record_heartbeat(first, SignedDuration::ZERO).await.unwrap());
    let known = fixture.store.instances().await.unwrap();
    assert_eq!(known.iter().map(|one| one.id).collect::<Vec<_>>(), [second]);
}

pub async fn heartbeat_timeout_spans_three_heartbeats(fixture: Fixture) {
    let heartbeat_intervals = fixture.store.heartbeat_intervals();
    assert!(heartbeat_intervals.dead >= SignedDuration::try_from(heartbeat_intervals.heartbeat * 3).unwrap());
}

pub async fn instance_without_recent_heartbeat_is_silent(fixture: Fixture) {
    let store = &fixture.store;
    let (judge, other) = (fixture.instance().await, store.begin_instance(called("silent")).await.unwrap());
    let silent =
        async |since| store.priority_read(move |tx| tx.silent_instances(judge, since)).await.unwrap();
    assert_eq!(silent(Timestamp::MIN).await, []);
    let found = silent(store.now().await.unwrap()).await;
    assert_eq!(found.iter().map(|one| (one.id, &one.new)).collect::<Vec<_>>(), [(other, &called("silent"))]);
}

pub async fn lease_of_ended_instance_is_free(fixture: Fixture) {
    let store = &fixture.store;
    let holder = fixture.instance().await;
    let lease = async || store.priority_read(|tx| tx.lease(SCHEDULER)).await.unwrap();
    assert_eq!(lease().await, None);
    let fence = store.take_lease(SCHEDULER, holder).await.unwrap().unwrap();
    assert_eq!(lease().await, Some(Lease { fence, holder }));
    store.end_instance(holder).await.unwrap();
    assert_eq!(lease().await, None);
}

pub async fn unknown_sessions_end_no_instance(fixture: Fixture) {
    fixture.store.end_sessions(vec!["orderdock/none".to_owned()]).await;
    assert_eq!(fixture.store.instances().await.unwrap(), []);
}

pub async fn instance_without_heartbeat_is_removed(fixture: Fixture) {
    let store = &fixture.store;
    let judge = fixture.instance().await;
    let silent = store.begin_instance(called("silent")).await.unwrap();
    let content = ContentHash([9; 32]);
    store.claim_content(content, silent, SignedDuration::from_hours(1)).await.unwrap();
    let long = SignedDuration::from_hours(1);
    assert_eq!(store.remove_dead_instances(judge, long).await.unwrap(), [], "its heartbeat may be late");
    assert_eq!(store.remove_dead_instances(judge, SignedDuration::ZERO).await.unwrap(), [called("silent")]);
    assert_eq!(store.instances().await.unwrap().len(), 1, "an instance does not remove itself");
    assert!(!store.record_heartbeat(silent, SignedDuration::ZERO).await.unwrap());
    let doomed = store.mark_for_removal(judge, SignedDuration::ZERO, 9).await.unwrap();
    assert_eq!(doomed, [content], "its claims are gone with it");
    assert_eq!(
        store.remove_dead_instances(silent, SignedDuration::ZERO).await.unwrap(),
        [],
        "a removed instance cannot remove others"
    );
}
