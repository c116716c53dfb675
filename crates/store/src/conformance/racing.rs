//! Several stores that use one database concurrently.

use std::sync::Arc;

use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::Partner;
use tokio::task::JoinSet;

use super::calls::SingleCalls as _;
use super::fixture::{Fixture, Scene, everything};
use crate::{CandidateFilter, Conflict, OrderFilter, OrderQuery, Store, StoreError};

/// Number of concurrent stores; each writes `ROUNDS` times.
const STORES: usize = 4;
const ROUNDS: usize = 6;
/// Number of new partners of an import.
const PARTNERS: usize = 40;

fn stores(fixture: &Fixture) -> Vec<Arc<dyn Store>> {
    (0..STORES).map(|_| fixture.another()).collect()
}

/// Imports that create the same partners in opposite orders would deadlock if rows were not written by key.
pub async fn new_partners_in_opposite_orders_do_not_deadlock(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let stores = stores(&fixture);
    for round in 0..ROUNDS {
        let mut imports = JoinSet::new();
        for (number, store) in stores.iter().enumerate() {
            let partner = |place: usize| fixture.partner(&scene.organisation, &format!("R{round}-{place}"));
            let mut created: Vec<Partner> = (0..PARTNERS).map(partner).collect();
            if number % 2 == 1 {
                created.reverse();
            }
            let mut commit = fixture.commit_of(ImportWrites::default()).await;
            commit.writes.partners.created = created;
            let store = Arc::clone(store);
            imports.spawn(async move { store.commit_import(commit).await });
        }
        let mut written = 0;
        while let Some(outcome) = imports.join_next().await {
            match outcome.unwrap() {
                Ok(()) => written += 1,
                Err(StoreError::Conflict(conflict)) => assert_eq!(conflict, Conflict::Partner),
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(written, 1, "round {round}");
    }
}

/// Document numbers are unique and without gaps when several stores draw them concurrently.
pub async fn concurrent_orders_have_distinct_numbers(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut orders = JoinSet::new();
    for (number, store) in stores(&fixture).into_iter().enumerate() {
        for _ in 0..ROUNDS {
            let commit = fixture.order_commit(fixture.order(&scene, &[])).await;
            let store = Arc::clone(&store);
            orders.spawn(async move { (number, store.create_order(commit).await) });
        }
    }
    while let Some(created) = orders.join_next().await {
        let (number, created) = created.unwrap();
        assert!(created.is_ok(), "{number}: {created:?}");
    }
    let query = OrderQuery {
        filter: OrderFilter::default(),
        descending: false,
        after: None,
        limit: 500,
        counted: true,
    };
    let found = fixture.store.find_orders(everything(), query).await.unwrap().orders;
    let mut numbers: Vec<_> =
        found.iter().map(|order| order.document_no.as_ref().unwrap().as_str().to_owned()).collect();
    numbers.sort_unstable();
    let expected: Vec<_> = (1..=STORES * ROUNDS).map(|number| format!("SO-{number:04}")).collect();
    assert_eq!(numbers, expected);
}

/// The counters equal the number of stored candidates.
pub async fn counters_are_right_after_concurrent_imports(fixture: Fixture) {
    let scenes: Vec<Scene> = vec![fixture.scene("001").await, fixture.scene("002").await];
    let mut imports = JoinSet::new();
    for (number, store) in stores(&fixture).into_iter().enumerate() {
        for round in 0..ROUNDS {
            let mut commit = fixture.commit_of(ImportWrites::default()).await;
            for (place, scene) in scenes.iter().enumerate() {
                let header = format!("H{number}-{round}-{place}");
                commit.writes.candidates.push(fixture.candidate(scene, &header, "1").await);
            }
            if number % 2 == 1 {
                commit.writes.candidates.reverse();
            }
            let store = Arc::clone(&store);
            imports.spawn(async move { store.commit_import(commit).await });
        }
    }
    while let Some(imported) = imports.join_next().await {
        imported.unwrap().unwrap();
    }
    let there = u64::try_from(2 * STORES * ROUNDS).unwrap();
    let counted = fixture
        .store
        .count_candidates(everything(), CandidateFilter::default(), jiff::civil::Date::MIN)
        .await
        .unwrap();
    assert_eq!((counted.all.value, counted.new.value), (there, there));
}

/// Several stores never reserve the same id.
pub async fn ids_of_several_stores_are_distinct(fixture: Fixture) {
    let mut reserved = JoinSet::new();
    for store in stores(&fixture) {
        for count in [1, 7, 64] {
            let store = Arc::clone(&store);
            reserved.spawn(async move { store.reserve_ids(count).await.unwrap() });
        }
    }
    let mut ids = Vec::new();
    while let Some(block) = reserved.join_next().await {
        let mut block = block.unwrap();
        ids.extend(std::iter::from_fn(|| block.next::<i64>()));
    }
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), all), (STORES * 72, STORES * 72));
}
