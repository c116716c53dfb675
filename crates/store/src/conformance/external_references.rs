//! Ids of records in external systems: written by master data and by imports, loaded with the records.

use orderdock_domain::access::OrgScope;
use orderdock_domain::ids::{ExternalSystemId, SHARED};
use orderdock_domain::import::{Changes, ImportContext, ImportKeys, ImportWrites, ReferenceChanges};
use orderdock_domain::masterdata::kinds::{EXTERNAL_REFERENCES, GivenValue, KindName, Node, StoredRecord};
use orderdock_domain::masterdata::{ExternalReference, ExternalSystem, Location, Partner};
use orderdock_domain::problem::{Language, ProblemCode};

use super::calls::SingleCalls as _;
use super::fixture::{Fixture, Scene, code, list, members, scalar, upsert as given};
use crate::{Conflict, CrossReferenceFilter, MasterdataQuery, MasterdataWindow, StoreError};

fn system(code: &str) -> Node {
    members(&[("org", scalar("001")), ("code", scalar(code))])
}

fn references(pairs: &[(&str, &str)]) -> Node {
    let entry = |(system, id): &(&str, &str)| members(&[("system", scalar(system)), ("id", scalar(id))]);
    list(pairs.iter().map(entry).collect())
}

fn partner(key: &str, pairs: &[(&str, &str)]) -> Node {
    let named = |name: &'static str, value: &str| (name, scalar(value));
    members(&[
        named("org", "001"),
        named("code", key),
        named("name", key),
        (EXTERNAL_REFERENCES, references(pairs)),
    ])
}

async fn shown(fixture: &Fixture, kind: KindName, search: &str) -> StoredRecord {
    let query = MasterdataQuery {
        kind,
        language: Language::English,
        search: Some(search.to_owned()),
        organisation: None,
        active: None,
        cross_references: CrossReferenceFilter::default(),
        parent: None,
        window: MasterdataWindow::First,
        limit: 1,
    };
    let mut page = fixture.store.find_masterdata(OrgScope::All.read(), query).await.unwrap();
    page.records.remove(0)
}

fn pairs_of(record: &StoredRecord, kind: KindName) -> Vec<(String, String)> {
    match record.value(kind.kind(), EXTERNAL_REFERENCES) {
        Some(GivenValue::ExternalReferences(pairs)) => pairs.clone(),
        other => panic!("{other:?}"),
    }
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(system, id)| ((*system).to_owned(), (*id).to_owned())).collect()
}

pub async fn references_are_replaced_as_a_whole_and_shown_with_the_code_of_the_system(fixture: Fixture) {
    fixture.scene("001").await;
    let both = [("b", "2"), ("a", "1"), ("a", "0")];
    // the file also creates the external systems
    let systems = (KindName::ExternalSystems, vec![system("a"), system("b")]);
    fixture.masterdata(vec![(KindName::Partners, vec![partner("P1", &both)]), systems]).await;
    let sorted = [("a", "0"), ("a", "1"), ("b", "2")];
    let stored = shown(&fixture, KindName::Partners, "P1").await;
    assert_eq!((pairs_of(&stored, KindName::Partners), stored.version), (pairs(&sorted), 1));
    // unchanged, then without the member `externalReferences`
    fixture.masterdata(vec![(KindName::Partners, vec![partner("P1", &both)])]).await;
    let plain = members(&[("org", scalar("001")), ("code", scalar("P1")), ("name", scalar("P1"))]);
    fixture.masterdata(vec![(KindName::Partners, vec![plain])]).await;
    let stored = shown(&fixture, KindName::Partners, "P1").await;
    assert_eq!((pairs_of(&stored, KindName::Partners), stored.version), (pairs(&sorted), 1));
    // one file moves an id from one record to another
    let swapped = vec![partner("P2", &[("a", "1")]), partner("P1", &[("a", "9")])];
    fixture.masterdata(vec![(KindName::Partners, swapped)]).await;
    let stored = shown(&fixture, KindName::Partners, "P1").await;
    assert_eq!(pairs_of(&stored, KindName::Partners), pairs(&[("a", "9")]));
    let read = OrgScope::All.read();
    let history = fixture.store.masterdata_history(read, KindName::Partners, stored.id, None, 1).await;
    let change = history.unwrap().unwrap().remove(0).changes.unwrap().remove(0);
    assert_eq!(change.field.name, EXTERNAL_REFERENCES);
    assert_eq!(change.before, GivenValue::ExternalReferences(pairs(&sorted)));
    assert_eq!(change.after, GivenValue::ExternalReferences(pairs(&[("a", "9")])));
    fixture.masterdata(vec![(KindName::Partners, vec![partner("P1", &[])])]).await;
    let stored = shown(&fixture, KindName::Partners, "P1").await;
    assert_eq!(pairs_of(&stored, KindName::Partners), []);
}

pub async fn reference_of_two_records_is_rejected(fixture: Fixture) {
    fixture.scene("001").await;
    let systems = (KindName::ExternalSystems, vec![system("a"), system("b")]);
    fixture.masterdata(vec![(KindName::Partners, vec![partner("P1", &[("a", "1")])]), systems]).await;
    let rejected = async |records: Vec<Node>| {
        let upsert = given(&[(KindName::Partners, records)]);
        let problems = fixture.store.upsert_masterdata(upsert).await.unwrap().unwrap_err();
        problems.into_iter().map(|one| (one.code, one.pointer.to_string())).collect::<Vec<_>>()
    };
    let taken = |place: usize| (ProblemCode::RecordTaken, format!("/bpartners/{place}/externalReferences"));
    assert_eq!(rejected(vec![partner("P2", &[("a", "1")])]).await, [taken(0)]);
    let both = vec![partner("P2", &[("b", "7")]), partner("P3", &[("b", "7")])];
    assert_eq!(rejected(both).await, [taken(1)]);
    let unknown =
        (ProblemCode::RecordReferenceUnknown, "/bpartners/0/externalReferences/0/system".to_owned());
    assert_eq!(rejected(vec![partner("P2", &[("none", "1")])]).await, [unknown]);
    let twice = (ProblemCode::EntryDuplicate, "/bpartners/0/externalReferences/1".to_owned());
    assert_eq!(rejected(vec![partner("P2", &[("a", "5"), ("a", "5")])]).await, [twice]);
    // the same id is allowed in another system and in another organisation
    fixture.scene("002").await;
    let other = members(&[("org", scalar("002")), ("code", scalar("a"))]);
    fixture.masterdata(vec![(KindName::ExternalSystems, vec![other])]).await;
    let duplicate = members(&[
        ("org", scalar("002")),
        ("code", scalar("P1")),
        ("name", scalar("P1")),
        (EXTERNAL_REFERENCES, references(&[("a", "1")])),
    ]);
    let records = vec![partner("P2", &[("b", "1")]), duplicate];
    fixture.masterdata(vec![(KindName::Partners, records)]).await;
}

pub async fn nested_records_are_found_by_their_references(fixture: Fixture) {
    fixture.scene("001").await;
    let location = |street: &str, id: &str| {
        members(&[
            ("address1", scalar(street)),
            ("country", scalar("DE")),
            (EXTERNAL_REFERENCES, references(&[("a", id)])),
        ])
    };
    let contact = |name: &str, phone: &str| {
        members(&[
            ("name", scalar(name)),
            ("phone", scalar(phone)),
            (EXTERNAL_REFERENCES, references(&[("a", "1")])),
        ])
    };
    let file = |street: &str, name: &str| {
        members(&[
            ("org", scalar("001")),
            ("code", scalar("P1")),
            ("name", scalar("P1")),
            ("locations", list(vec![location("Weg 1", "1"), location(street, "2")])),
            ("contacts", list(vec![contact(name, "1")])),
        ])
    };
    let systems = (KindName::ExternalSystems, vec![system("a")]);
    fixture.masterdata(vec![(KindName::Partners, vec![file("Weg 2", "Ann")]), systems]).await;
    // the second location gets the address of the first one
    fixture.masterdata(vec![(KindName::Partners, vec![file("Weg 1", "Bea")])]).await;
    let partner = shown(&fixture, KindName::Partners, "P1").await;
    let totals: Vec<_> = partner.children.iter().map(|nested| nested.total).collect();
    assert_eq!(totals, [2, 1]);
    let text = |record: &StoredRecord, kind: KindName, member: &str| match record.value(kind.kind(), member) {
        Some(GivenValue::Text(text)) => text.clone(),
        other => panic!("{other:?}"),
    };
    let streets = partner.children[0].records.iter().map(|one| text(one, KindName::Locations, "address1"));
    assert_eq!(streets.collect::<Vec<_>>(), ["Weg 1", "Weg 1"]);
    assert_eq!(text(&partner.children[1].records[0], KindName::Contacts, "name"), "Bea");
}

/// Creates two systems of an organisation.
async fn two_systems(fixture: &Fixture, scene: &Scene) -> [ExternalSystem; 2] {
    let systems = ["a", "b"].map(|key| ExternalSystem {
        id: fixture.id(),
        organisation: scene.organisation.id,
        active: true,
        code: code(key),
        name: None,
    });
    let mut writes = ImportWrites::default();
    writes.external_systems.created = systems.to_vec();
    fixture.commit(writes).await.unwrap();
    systems
}

fn of_partner(partner: &Partner, system: ExternalSystemId, id: &str) -> ExternalReference {
    ExternalReference {
        kind: KindName::Partners,
        record: partner.id.0,
        organisation: partner.organisation,
        partner: None,
        system,
        id: code(id),
    }
}

fn of_location(location: &Location, system: ExternalSystemId, id: &str) -> ExternalReference {
    ExternalReference {
        kind: KindName::Locations,
        record: location.id.0,
        organisation: location.organisation,
        partner: Some(location.partner),
        system,
        id: code(id),
    }
}

fn inserted(references: Vec<ExternalReference>) -> ReferenceChanges {
    ReferenceChanges { inserted: references, deleted: Vec::new() }
}

pub async fn referenced_records_are_loaded_for_rows_with_systems(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let [a, b] = two_systems(&fixture, &scene).await;
    let (one, two) = (fixture.partner(&scene.organisation, "P1"), fixture.partner(&scene.organisation, "P2"));
    let same = [0, 1].map(|_| fixture.location(&one, "Weg 1"));
    let product = fixture.product(&scene.organisation, "T", &scene.unit);
    let of_product =
        ExternalReference { kind: KindName::Products, record: product.id.0, ..of_partner(&one, a.id, "1") };
    let all = vec![
        of_partner(&one, a.id, "1"),
        of_partner(&one, b.id, "5"),
        of_partner(&two, b.id, "1"),
        of_location(&same[0], a.id, "1"),
        of_location(&same[1], a.id, "2"),
        of_product,
    ];
    let writes = ImportWrites {
        partners: Changes { created: vec![one.clone(), two.clone()], changed: Vec::new() },
        locations: Changes { created: same.to_vec(), changed: Vec::new() },
        products: Changes { created: vec![product.clone()], changed: Vec::new() },
        external_references: inserted(all.clone()),
        // two locations with the same address
        without_unique_key: same.iter().map(|one| one.id.0).collect(),
        ..ImportWrites::default()
    };
    fixture.commit(writes).await.unwrap();
    let keys = ImportKeys {
        partner_external_ids: [code("1")].into(),
        location_external_ids: [code("2")].into(),
        product_external_ids: [code("1")].into(),
        names_system: true,
        ..ImportKeys::default()
    };
    let found = |context: &ImportContext| {
        let partners: Vec<_> = context.partners.iter().map(|one| one.id).collect();
        let locations: Vec<_> = context.locations.iter().map(|one| one.id).collect();
        let products: Vec<_> = context.products.iter().map(|one| one.id).collect();
        (partners, locations, products)
    };
    let context = fixture.load(keys.clone()).await;
    let (partners, locations, products) = found(&context);
    assert_eq!((partners, products), (vec![one.id, two.id], vec![product.id]));
    assert!(locations.contains(&same[1].id), "{locations:?}");
    let loaded = |reference: &&ExternalReference| {
        context.external_references.contains(reference) || reference.record == same[0].id.0
    };
    assert_eq!(all.iter().filter(loaded).count(), all.len(), "{:?}", context.external_references);
    // rows without a system load no references; another organisation does not see these
    let without = fixture.load(ImportKeys { names_system: false, ..keys.clone() }).await;
    assert_eq!((found(&without), without.external_references), ((vec![], vec![], vec![]), vec![]));
    let other = fixture.scene("002").await.organisation.id;
    let others = fixture.load_as(OrgScope::These(vec![other]).read(), keys).await;
    assert_eq!((found(&others), others.external_references), ((vec![], vec![], vec![]), vec![]));
    assert_ne!(other, SHARED);
}

pub async fn reference_that_exists_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let [a, _] = two_systems(&fixture, &scene).await;
    let reference = || inserted(vec![of_partner(&scene.partner, a.id, "1")]);
    let writes = || ImportWrites { external_references: reference(), ..ImportWrites::default() };
    fixture.commit(writes()).await.unwrap();
    let again = fixture.commit(writes()).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::ReferenceData))), "{again:?}");
    let removed = || {
        let external_references = ReferenceChanges { inserted: Vec::new(), deleted: reference().inserted };
        ImportWrites { external_references, ..ImportWrites::default() }
    };
    fixture.commit(removed()).await.unwrap();
    let again = fixture.commit(removed()).await;
    assert!(matches!(again, Err(StoreError::Conflict(Conflict::ReferenceData))), "{again:?}");
}

pub async fn candidates_are_read_with_ids_of_their_systems(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let [a, b] = two_systems(&fixture, &scene).await;
    let references = vec![of_partner(&scene.partner, a.id, "7"), of_partner(&scene.partner, a.id, "6")];
    let writes = ImportWrites { external_references: inserted(references), ..ImportWrites::default() };
    fixture.commit(writes).await.unwrap();
    let mut with_system = fixture.candidate(&scene, "H1", "1").await;
    with_system.external_system = Some(a.id);
    let without = fixture.candidate(&scene, "H2", "1").await;
    let mut candidates = [with_system, without];
    fixture.import(&mut candidates).await.unwrap();
    let [first, second] = candidates.each_ref().map(|one| one.id);
    let everything = OrgScope::All.read();
    let found = fixture.store.candidates(everything.clone(), vec![first]).await.unwrap().related;
    let id = scene.partner.id.0;
    assert_eq!(found.external_id(Some(a.id), id, None), Some(&code("6")));
    assert_eq!(found.external_id(Some(b.id), id, None), None);
    let found = fixture.store.candidates(everything, vec![second]).await.unwrap().related;
    assert!(found.external_ids.is_empty());
}
