//! Candidates by id and by the sender's reference.

use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::CandidateId;

use super::calls::SingleCalls as _;
use super::fixture::{Fixture, everything, known, only};

pub async fn candidates_are_read_by_id_with_related_records(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [
        fixture.candidate(&scene, "H1", "L1").await,
        fixture.candidate(&scene, "H1", "L2").await,
        fixture.candidate(&scene, "H2", "L1").await,
    ];
    fixture.import(&mut candidates).await.unwrap();
    let [one, _, three] = &candidates;
    let ids = vec![three.id, CandidateId(1), one.id, three.id];
    let found = fixture.store.candidates(everything(), ids).await.unwrap();
    assert_eq!(found.candidates, [one.clone(), three.clone()]);
    assert_eq!(found.related.partners.len(), 1);
    assert_eq!(found.related.partners[&scene.partner.id], scene.partner);
    assert_eq!(found.related.locations[&scene.location.id], scene.location);
    assert_eq!(found.related.products[&scene.product.id], scene.product);
    assert!(found.related.contacts.is_empty());
    assert_eq!(found.related.reference.generation(), fixture.reference().await.generation());
    let none = fixture.store.candidates(everything(), Vec::new()).await.unwrap();
    assert!(none.candidates.is_empty());
}

pub async fn candidates_of_other_organisations_are_not_found(fixture: Fixture) {
    let (mine, other) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidates =
        [fixture.candidate(&mine, "H1", "L1").await, fixture.candidate(&other, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let ids: Vec<_> = candidates.iter().map(|candidate| candidate.id).collect();
    let found = fixture.store.candidates(only(mine.organisation.id), ids).await.unwrap();
    assert_eq!(found.candidates, candidates[..1]);
    assert!(!found.related.partners.contains_key(&other.partner.id));
}

pub async fn header_reference_returns_all_lines(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let reference = fixture.reference().await;
    let first = fixture.candidate(&scene, "H1", "L1").await;
    let elsewhere =
        Candidate { id: fixture.id(), data_source: reference.data_sources[1].id, ..first.clone() };
    let mut candidates = [
        first,
        fixture.candidate(&scene, "H1", "L2").await,
        fixture.candidate(&scene, "h1", "L1").await,
        elsewhere,
    ];
    fixture.import(&mut candidates).await.unwrap();
    let source = candidates[0].data_source;
    for (header, line, expected) in [
        ("H1", None, &candidates[..2]),
        ("H1", Some("L2"), &candidates[1..2]),
        ("H1", Some("l2"), &[]),
        ("H%", None, &[]),
        ("", None, &[]),
    ] {
        let found = fixture
            .store
            .candidates_by_reference(everything(), known(source), header.to_owned(), line.map(str::to_owned))
            .await
            .unwrap();
        assert_eq!(found.candidates, expected, "{header} {line:?}");
    }
    let none = fixture.store.candidates_by_reference(everything(), Box::new(|_| None), "H1".to_owned(), None);
    assert_eq!(none.await.unwrap().candidates, []);
}

pub async fn header_reference_finds_all_readable_organisations(fixture: Fixture) {
    let (one, two) = (fixture.scene("001").await, fixture.scene("002").await);
    let mut candidates =
        [fixture.candidate(&one, "H1", "L1").await, fixture.candidate(&two, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let source = candidates[0].data_source;
    for (scope, expected) in [
        (everything(), &candidates[..]),
        (only(one.organisation.id), &candidates[..1]),
        (only(two.organisation.id), &candidates[1..]),
    ] {
        let found =
            fixture.store.candidates_by_reference(scope, known(source), "H1".to_owned(), None).await.unwrap();
        assert_eq!(found.candidates, expected);
    }
}
