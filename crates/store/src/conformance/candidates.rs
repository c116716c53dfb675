//! Candidates by id and by the sender's reference.

use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;

use super::calls::SingleCalls as _;
use super::world::{World, everything, known, only};

pub async fn candidates_come_by_id_with_what_they_name(world: World) {
    let scene = world.scene("001").await;
    let mut candidates = [
        world.candidate(&scene, "H1", "L1").await,
        world.candidate(&scene, "H1", "L2").await,
        world.candidate(&scene, "H2", "L1").await,
    ];
    world.import(&mut candidates).await.unwrap();
    let [one, _, three] = &candidates;
    let ids = vec![three.id, CandidateId(1), one.id, three.id];
    let found = world.store.candidates(everything(), ids).await.unwrap();
    assert_eq!(found.candidates, [one.clone(), three.clone()]);
    assert_eq!(found.related.partners.len(), 1);
    assert_eq!(found.related.partners[&scene.partner.id], scene.partner);
    assert_eq!(found.related.locations[&scene.location.id], scene.location);
    assert_eq!(found.related.products[&scene.product.id], scene.product);
    assert!(found.related.contacts.is_empty());
    assert_eq!(found.related.reference.generation(), world.reference().await.generation());
    let none = world.store.candidates(everything(), Vec::new()).await.unwrap();
    assert!(none.candidates.is_empty());
}

pub async fn candidates_of_others_are_not_there(world: World) {
    let (mine, other) = (world.scene("001").await, world.scene("002").await);
    let mut candidates =
        [world.candidate(&mine, "H1", "L1").await, world.candidate(&other, "H1", "L1").await];
    world.import(&mut candidates).await.unwrap();
    let ids: Vec<_> = candidates.iter().map(|candidate| candidate.id).collect();
    let found = world.store.candidates(only(mine.organisation.id), ids).await.unwrap();
    assert_eq!(found.candidates, candidates[..1]);
    assert!(!found.related.partners.contains_key(&other.partner.id));
}

pub async fn a_header_comes_whole_and_a_line_alone(world: World) {
    let scene = world.scene("001").await;
    let reference = world.reference().await;
    let first = world.candidate(&scene, "H1", "L1").await;
    let elsewhere = Candidate { id: world.id(), data_source: reference.data_sources[1].id, ..first.clone() };
    let mut candidates = [
        first,
        world.candidate(&scene, "H1", "L2").await,
        world.candidate(&scene, "h1", "L1").await,
        elsewhere,
    ];
    world.import(&mut candidates).await.unwrap();
    let source = candidates[0].data_source;
    for (header, line, expected) in [
        ("H1", None, &candidates[..2]),
        ("H1", Some("L2"), &candidates[1..2]),
        ("H1", Some("l2"), &[]),
        ("H%", None, &[]),
        ("", None, &[]),
    ] {
        let found = world
            .store
            .candidates_by_reference(everything(), known(source), header.to_owned(), line.map(str::to_owned))
            .await
            .unwrap();
        assert_eq!(found.candidates, expected, "{header} {line:?}");
    }
    let none = world.store.candidates_by_reference(everything(), Box::new(|_| None), "H1".to_owned(), None);
    assert_eq!(none.await.unwrap().candidates, []);
}

pub async fn a_header_is_found_in_every_readable_organisation(world: World) {
    let (one, two) = (world.scene("001").await, world.scene("002").await);
    let mut candidates = [world.candidate(&one, "H1", "L1").await, world.candidate(&two, "H1", "L1").await];
    world.import(&mut candidates).await.unwrap();
    let source = candidates[0].data_source;
    for (scope, expected) in [
        (everything(), &candidates[..]),
        (only(one.organisation.id), &candidates[..1]),
        (only(two.organisation.id), &candidates[1..]),
    ] {
        let found =
            world.store.candidates_by_reference(scope, known(source), "H1".to_owned(), None).await.unwrap();
        assert_eq!(found.candidates, expected);
    }
}
