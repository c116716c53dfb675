//! Stored search keys.

use jiff::Timestamp;
use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::{Location, Partner};

use super::fixture::{Fixture, code, name};
use crate::{Refold, RefoldStep, WriteMode};

pub async fn keys_of_this_version_are_not_recomputed(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let partner = Partner { name: name("Groß & Söhne"), ..fixture.partner(&scene.organisation, "GROß") };
    let location = Location { city: Some(name("Gießen")), ..fixture.location(&partner, "Hauptstraße 1") };
    let mut writes = ImportWrites::default();
    writes.partners.created.push(partner);
    writes.locations.created.push(location);
    fixture.commit(writes).await.unwrap();
    let mut list = vec![fixture.candidate(&scene, "Straße", "Groß").await];
    list[0].po_reference = code("Maß");
    fixture.import(&mut list).await.unwrap();
    while let Refold::Progress(progress) = fixture.store.refold_keys().await.unwrap() {
        assert_eq!((progress.changed, progress.duplicates), (0, 0), "{progress:?}");
    }
    assert_eq!(fixture.store.refold_keys().await.unwrap(), Refold::Done);
}

pub async fn restarted_recomputation_processes_another_batch(fixture: Fixture) {
    while fixture.store.refold_keys().await.unwrap() != Refold::Done {}
    let next = async || fixture.store.read(|tx| tx.next_refold_step(Timestamp::MIN)).await.unwrap();
    assert_eq!(next().await, RefoldStep::None);
    fixture.store.write(WriteMode::Unlocked, 1, |tx| tx.restart_refold()).await.unwrap();
    assert_eq!(next().await, RefoldStep::Batch);
    while fixture.store.refold_keys().await.unwrap() != Refold::Done {}
    assert_eq!(next().await, RefoldStep::None);
}

pub async fn live_instance_of_this_version_delays_no_recomputation(fixture: Fixture) {
    fixture.instance().await;
    let next = fixture.store.read(|tx| tx.next_refold_step(Timestamp::MIN)).await.unwrap();
    assert!(!matches!(next, RefoldStep::Wait { .. }), "{next:?}");
}
