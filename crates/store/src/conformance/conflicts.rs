//! Conflicts that a commit must detect: another transaction was faster.

use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::TokenId;
use orderdock_domain::import::{Expectation, ImportWrites};
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_domain::masterdata::{
    Contact, Defaults, Location, Organisation, Partner, PartnerGroup, Product, ProductPrice,
};

use super::calls::SingleCalls as _;
use super::fixture::{Fixture, Scene, code, list, members, name, number, scalar};
use crate::{Conflict, ImportCommit, StoreError, StoreResult};

fn conflict_in<T>(outcome: &StoreResult<T>) -> Option<Conflict> {
    match outcome {
        Err(StoreError::Conflict(conflict)) => Some(*conflict),
        _ => None,
    }
}

pub async fn duplicate_identity_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut first = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut first).await.unwrap();
    let mut again = [fixture.candidate(&scene, "H1", "L1").await];
    assert_eq!(conflict_in(&fixture.import(&mut again).await), Some(Conflict::Identity));
    // the identity is the same for a flat id and for a pair of ids
    let mut flat = [fixture.candidate(&scene, "H1", "L1").await];
    flat[0].identity.flat = true;
    assert_eq!(conflict_in(&fixture.import(&mut flat).await), Some(Conflict::Identity));
}

pub async fn identity_is_unique_per_organisation_and_source(fixture: Fixture) {
    let (one, two) = (fixture.scene("001").await, fixture.scene("002").await);
    let reference = fixture.reference().await;
    let first = fixture.candidate(&one, "H1", "L1").await;
    let mut candidates = [
        Candidate { data_source: reference.data_sources[1].id, id: fixture.id(), ..first.clone() },
        fixture.candidate(&two, "H1", "L1").await,
        fixture.candidate(&one, "H1", "l1").await,
        fixture.candidate(&one, "L1", "H1").await,
        first,
    ];
    fixture.import(&mut candidates).await.unwrap();
}

/// Commits two plans with the same key, of which each is valid by itself, and asserts that the second one is a
/// conflict.
async fn assert_conflict(
    fixture: &Fixture,
    conflict: Conflict,
    add: impl Fn(&mut ImportWrites),
    add_again: impl Fn(&mut ImportWrites),
) {
    let mut first = fixture.commit_of(ImportWrites::default()).await;
    let mut second = fixture.commit_of(ImportWrites::default()).await;
    add(&mut first.writes);
    add_again(&mut second.writes);
    fixture.store.commit_import(first).await.unwrap();
    second.writes.unchanged = fixture.relied().await;
    assert_eq!(conflict_in(&fixture.store.commit_import(second).await), Some(conflict));
}

pub async fn equal_keys_of_new_records_are_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let organisation = &scene.organisation;
    for (conflict, version) in [
        (Conflict::Organisation, 1),
        (Conflict::PartnerGroup, 2),
        (Conflict::Partner, 3),
        (Conflict::Product, 4),
        (Conflict::ReferenceData, 5),
    ] {
        let add = |writes: &mut ImportWrites| match version {
            1 => writes.organisations.created.push(fixture.organisation("new")),
            2 => writes.partner_groups.created.push(PartnerGroup {
                id: fixture.id(),
                organisation: organisation.id,
                active: true,
                name: name("new"),
                defaults: Defaults::default(),
            }),
            3 => writes.partners.created.push(fixture.partner(organisation, "new")),
            4 => writes.products.created.push(fixture.product(organisation, "new", &scene.unit)),
            _ => writes.external_systems.created.push(fixture.system(organisation, "new")),
        };
        assert_conflict(&fixture, conflict, add, add).await;
    }
    partners_and_products_by_external_id(&fixture, &scene).await;
    locations_and_contacts(&fixture, &scene).await;
}

async fn partners_and_products_by_external_id(fixture: &Fixture, scene: &Scene) {
    let organisation = &scene.organisation;
    let partner =
        |text: &str| Partner { external_id: Some(code("ext")), ..fixture.partner(organisation, text) };
    assert_conflict(
        fixture,
        Conflict::Partner,
        |writes| writes.partners.created.push(partner("e1")),
        |writes| writes.partners.created.push(partner("e2")),
    )
    .await;
    let product = |text: &str| Product {
        external_id: Some(code("ext")),
        ..fixture.product(organisation, text, &scene.unit)
    };
    assert_conflict(
        fixture,
        Conflict::Product,
        |writes| writes.products.created.push(product("e1")),
        |writes| writes.products.created.push(product("e2")),
    )
    .await;
}

async fn locations_and_contacts(fixture: &Fixture, scene: &Scene) {
    let place = |street: &str| fixture.location(&scene.partner, street);
    let with_id = |street: &str| Location { external_id: Some(code("L1")), ..place(street) };
    let with_gln = |street: &str| Location { gln: Some(code("4012345000009")), ..place(street) };
    // imports create one location per partner and GLN, even with different external ids
    let with_both = |id: &str, street: &str| Location {
        external_id: Some(code(id)),
        gln: Some(code("4012345000016")),
        ..place(street)
    };
    for (one, two) in [
        (place("Weg 1"), place("WEG  1")),
        (with_id("Weg 2"), with_id("Weg 3")),
        (with_gln("Weg 4"), with_gln("Weg 5")),
        (with_both("L2", "Weg 6"), with_both("L3", "Weg 7")),
    ] {
        assert_conflict(
            fixture,
            Conflict::Location,
            |writes| writes.locations.created.push(one.clone()),
            |writes| writes.locations.created.push(two.clone()),
        )
        .await;
    }
    let person = |text: &str| Contact { email: Some(name("A@b.c")), ..fixture.contact(&scene.partner, text) };
    let with_id = |text: &str| Contact { external_id: Some(code("C1")), ..person(text) };
    for (one, two) in [
        (person("Ada"), person("ADA")),
        (fixture.contact(&scene.partner, "Ada"), fixture.contact(&scene.partner, "ada")),
        (with_id("Ada"), with_id("Eva")),
    ] {
        assert_conflict(
            fixture,
            Conflict::Contact,
            |writes| writes.contacts.created.push(one.clone()),
            |writes| writes.contacts.created.push(two.clone()),
        )
        .await;
    }
}

pub async fn equal_keys_in_other_organisations_are_no_conflict(fixture: Fixture) {
    let (one, two) = (fixture.scene("001").await, fixture.scene("002").await);
    assert_eq!(one.partner.code, two.partner.code);
    let mut writes = ImportWrites::default();
    // a location of this organisation under a partner of another one; only a shared partner can have one
    let mut location = fixture.location(&one.partner, "Am Nossbacher Weg 2");
    location.organisation = two.organisation.id;
    writes.locations.created.push(location);
    fixture.commit(writes).await.unwrap();
}

pub async fn equal_new_prices_are_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let version = price_list(&fixture).await;
    let price = |text: &str| ProductPrice {
        id: fixture.id(),
        organisation: scene.organisation.id,
        active: true,
        price_list_version: version,
        product: scene.product.id,
        unit: scene.unit.id,
        price: number(text),
        tax_category: None,
        scales: Vec::new(),
    };
    assert_conflict(
        &fixture,
        Conflict::ProductPrice,
        |writes| writes.product_prices.push(price("1")),
        |writes| writes.product_prices.push(price("2")),
    )
    .await;
}

/// Creates a shared price list with one version.
pub async fn price_list(fixture: &Fixture) -> orderdock_domain::ids::PriceListVersionId {
    let named = |text: &str| vec![("code", scalar(text)), ("name", scalar(text))];
    let mut price_list = named("DE");
    price_list.push(("pricingSystem", scalar("Testpreise Kunden")));
    price_list.push(("currency", scalar("EUR")));
    price_list.push(("versions", list(vec![members(&[("validFrom", scalar("2015-01-01"))])])));
    fixture
        .masterdata(vec![
            (KindName::PricingSystems, vec![members(&named("Testpreise Kunden"))]),
            (KindName::PriceLists, vec![members(&price_list)]),
        ])
        .await;
    fixture.reference().await.price_list_versions[0].id
}

pub async fn outdated_version_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut first = ImportWrites::default();
    first.partners.changed.push(scene.partner.clone());
    first.locations.changed.push(scene.location.clone());
    first.products.changed.push(scene.product.clone());
    first.organisations.changed.push(scene.organisation.clone());
    fixture.commit(first).await.unwrap();
    for conflict in [Conflict::Partner, Conflict::Location, Conflict::Product, Conflict::Organisation] {
        let mut writes = ImportWrites::default();
        match conflict {
            Conflict::Partner => writes.partners.changed.push(scene.partner.clone()),
            Conflict::Location => writes.locations.changed.push(scene.location.clone()),
            Conflict::Product => writes.products.changed.push(scene.product.clone()),
            _ => writes.organisations.changed.push(scene.organisation.clone()),
        }
        assert_eq!(conflict_in(&fixture.commit(writes).await), Some(conflict));
    }
}

pub async fn outdated_expectation_is_a_conflict(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let contact = fixture.contact(&scene.partner, "Ada");
    let mut writes = ImportWrites::default();
    writes.contacts.created.push(contact.clone());
    fixture.commit(writes).await.unwrap();
    let expect = |version| {
        [
            (Conflict::Partner, Expectation::Partner(scene.partner.id, version)),
            (Conflict::Location, Expectation::Location(scene.location.id, version)),
            (Conflict::Contact, Expectation::Contact(contact.id, version)),
            (Conflict::Product, Expectation::Product(scene.product.id, version)),
        ]
    };
    // a repeated expectation has no effect
    let all = expect(1).into_iter().chain(expect(1)).map(|(_, one)| one).collect();
    fixture.commit(ImportWrites { unchanged: all, ..ImportWrites::default() }).await.unwrap();
    for (conflict, wrong) in expect(2) {
        let right = expect(1)
            .into_iter()
            .map(|(_, one)| one)
            .filter(|one| std::mem::discriminant(one) != std::mem::discriminant(&wrong));
        let unchanged = right.chain([wrong]).collect();
        let outcome = fixture.commit(ImportWrites { unchanged, ..ImportWrites::default() }).await;
        assert_eq!(conflict_in(&outcome), Some(conflict));
    }
    let unknown_partner = Expectation::Partner(fixture.id(), 1);
    let outcome =
        fixture.commit(ImportWrites { unchanged: vec![unknown_partner], ..ImportWrites::default() }).await;
    assert_eq!(conflict_in(&outcome), Some(Conflict::Partner));
}

pub async fn outdated_reference_generation_is_a_conflict(fixture: Fixture) {
    let (own, other) = (fixture.scene("001").await.organisation, fixture.scene("002").await.organisation);
    let relying_on = async |organisation: &Organisation| {
        let unchanged = fixture.reference().await.expectations([organisation.id]);
        let commit = fixture.commit_of(ImportWrites::default()).await;
        ImportCommit { writes: ImportWrites { unchanged, ..commit.writes }, ..commit }
    };
    // including a change by another process
    for (store, version) in [(&fixture.store, 1), (&fixture.another(), 2)] {
        let (own_writes, other_writes) = (relying_on(&own).await, relying_on(&other).await);
        let mut change = fixture.commit_of(ImportWrites::default()).await;
        change.writes.organisations.changed.push(Organisation { version, ..own.clone() });
        store.commit_import(change).await.unwrap();
        assert_eq!(
            conflict_in(&fixture.store.commit_import(own_writes).await),
            Some(Conflict::ReferenceData)
        );
        fixture.store.commit_import(other_writes).await.unwrap();
    }
    // a change of shared records affects every organisation
    let other_writes = relying_on(&other).await;
    let unit = members(&[("code", scalar("XPX")), ("name", scalar("Pallet"))]);
    fixture.masterdata(vec![(KindName::Uoms, vec![unit])]).await;
    assert_eq!(conflict_in(&fixture.store.commit_import(other_writes).await), Some(Conflict::ReferenceData));
    // a new organisation affects no other one
    let other_writes = relying_on(&other).await;
    fixture.scene("003").await;
    fixture.store.commit_import(other_writes).await.unwrap();
}

pub async fn second_response_under_a_key_is_rejected(fixture: Fixture) {
    let response = fixture.response(TokenId(5), "a-1");
    let scene = fixture.scene("001").await;
    let commit = async |line: &str| {
        let mut commit = fixture.commit_of(ImportWrites::default()).await;
        commit.writes.candidates.push(fixture.candidate(&scene, "H1", line).await);
        ImportCommit { response: Some(response.clone()), ..commit }
    };
    fixture.store.commit_import(commit("L1").await).await.unwrap();
    // also from another store, with rows that already exist or new ones
    let another = fixture.another();
    for (store, line) in [(&fixture.store, "L1"), (&another, "L1"), (&another, "L2")] {
        let again = store.commit_import(commit(line).await).await;
        assert!(matches!(again, Err(StoreError::ResponseExists)), "{again:?}");
    }
}
