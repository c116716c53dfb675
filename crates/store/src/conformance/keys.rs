//! Stored search keys.

use orderdock_domain::import::ImportWrites;
use orderdock_domain::masterdata::{Location, Partner};

use super::world::{World, code, name};
use crate::Refold;

pub async fn keys_of_this_version_stay(world: World) {
    let scene = world.scene("001").await;
    let partner = Partner { name: name("Groß & Söhne"), ..world.partner(&scene.organisation, "GROß") };
    let location = Location { city: Some(name("Gießen")), ..world.location(&partner, "Hauptstraße 1") };
    let mut writes = ImportWrites::default();
    writes.partners.created.push(partner);
    writes.locations.created.push(location);
    world.commit(writes).await.unwrap();
    let mut list = vec![world.candidate(&scene, "Straße", "Groß").await];
    list[0].po_reference = code("Maß");
    world.import(&mut list).await.unwrap();
    while let Refold::Progress(progress) = world.store.refold_keys().await.unwrap() {
        assert_eq!((progress.changed, progress.duplicates), (0, 0), "{progress:?}");
    }
    assert_eq!(world.store.refold_keys().await.unwrap(), Refold::Done);
}
