//! Stored search keys.

use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::{Location, Partner};

use super::fixture::{Fixture, code, name};
use crate::Refold;

pub async fn keys_of_this_version_stay(fixture: Fixture) {
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
