//! The records that an import context contains for the keys of a batch.

use std::collections::BTreeSet;

use orderdock_domain::candidate::Candidate;
use orderdock_domain::ids::{OrganisationId, PartnerId, SHARED};
use orderdock_domain::import::{ImportContext, ImportKeys, ImportWrites};
use orderdock_domain::masterdata::kinds::KindName;
use orderdock_domain::masterdata::{Contact, Location, Partner, Product, ProductPrice, ScalePrice};
use orderdock_domain::text::{Code, fold};

use super::calls::SingleCalls as _;
use super::conflicts::price_list;
use super::fixture::{Fixture, Scene, code, everything, list, members, name, number, only, scalar};

fn codes(texts: &[&str]) -> BTreeSet<Code> {
    texts.iter().map(|text| code(text)).collect()
}

fn of_partner(scene: &Scene) -> ImportKeys {
    ImportKeys { partner_codes: codes(&[scene.partner.code.as_str()]), ..ImportKeys::default() }
}

pub async fn empty_batch_loads_only_reference_data(fixture: Fixture) {
    fixture.scene("001").await;
    let context = fixture.load(ImportKeys::default()).await;
    assert_eq!(context.reference.generation(), fixture.reference().await.generation());
    assert!(context.partners.is_empty() && context.locations.is_empty() && context.products.is_empty());
}

pub async fn partners_are_found_by_every_key(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let named = |text: &str| fixture.partner(&scene.organisation, text);
    let by_external_id = Partner { external_id: Some(code("2156425")), ..named("E") };
    let by_sales_code = Partner { sales_code: Some(code("test_42")), ..named("S") };
    let by_gln = named("L");
    let location = Location { gln: Some(code("4012345000009")), ..fixture.location(&by_gln, "Weg 1") };
    let mut writes = ImportWrites::default();
    writes.partners.created =
        vec![by_external_id.clone(), by_sales_code.clone(), by_gln.clone(), named("unwanted")];
    writes.locations.created.push(location.clone());
    fixture.commit(writes).await.unwrap();
    let none = ImportKeys::default;
    for (keys, expected) in [
        (of_partner(&scene), &scene.partner),
        (ImportKeys { partner_external_ids: codes(&["2156425"]), ..none() }, &by_external_id),
        (ImportKeys { sales_partner_codes: codes(&["test_42"]), ..none() }, &by_sales_code),
        (ImportKeys { partner_ids: [by_gln.id].into(), ..none() }, &by_gln),
        (ImportKeys { location_glns: codes(&["4012345000009"]), ..none() }, &by_gln),
    ] {
        let context = fixture.load(keys).await;
        assert_eq!(context.partners, std::slice::from_ref(expected));
    }
    let all = ImportKeys {
        partner_codes: codes(&["G0001"]),
        partner_external_ids: codes(&["2156425"]),
        sales_partner_codes: codes(&["test_42"]),
        location_glns: codes(&["4012345000009"]),
        ..none()
    };
    let context = fixture.load(all).await;
    assert_eq!(context.partners, [scene.partner, by_external_id, by_sales_code, by_gln]);
    assert!(context.locations.contains(&location));
}

pub async fn partner_found_by_several_keys_is_loaded_once(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let partner = Partner {
        external_id: Some(code("E")),
        sales_code: Some(code("S")),
        ..fixture.partner(&scene.organisation, "P")
    };
    let glns = ["4012345000009", "4012345000016"];
    let mut writes = ImportWrites::default();
    writes.partners.created.push(partner.clone());
    for gln in glns {
        let location = Location { gln: Some(code(gln)), ..fixture.location(&partner, gln) };
        writes.locations.created.push(location);
    }
    fixture.commit(writes).await.unwrap();
    let keys = ImportKeys {
        partner_codes: codes(&["P"]),
        partner_external_ids: codes(&["E"]),
        sales_partner_codes: codes(&["S"]),
        location_glns: codes(&glns),
        ..ImportKeys::default()
    };
    let context = fixture.load(keys).await;
    assert_eq!((context.partners.len(), context.locations.len()), (1, 2));
}

pub async fn locations_are_loaded_by_key_default_or_first_active(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let (one, two) =
        (fixture.partner(&scene.organisation, "one"), fixture.partner(&scene.organisation, "two"));
    let at = |partner: &Partner, street: &str| fixture.location(partner, street);
    let inactive = Location { active: false, ..at(&one, "inactive") };
    let first_active = at(&one, "first active");
    let second_active = at(&one, "second active");
    let by_id = Location { external_id: Some(code("L1")), active: false, ..at(&one, "by id") };
    let by_gln = Location { gln: Some(code("4012345000009")), ..at(&one, "by gln") };
    let by_address = at(&one, "by address");
    let bill_default = Location { bill_to_default: true, ..at(&one, "bill") };
    let other_active = at(&two, "other active");
    let ship_default = Location { ship_to_default: true, ..at(&two, "ship") };
    let mut writes = ImportWrites::default();
    writes.partners.created = vec![one.clone(), two.clone()];
    writes.locations.created = vec![
        inactive,
        first_active.clone(),
        second_active,
        by_id.clone(),
        by_gln.clone(),
        by_address.clone(),
        bill_default.clone(),
        other_active,
        ship_default.clone(),
    ];
    fixture.commit(writes).await.unwrap();
    let keys = ImportKeys {
        partner_codes: codes(&["one", "two"]),
        location_external_ids: codes(&["L1"]),
        location_glns: codes(&["4012345000009"]),
        location_address_keys: [by_address.address_key()].into(),
        ..ImportKeys::default()
    };
    let found = fixture.load(keys).await.locations;
    assert_eq!(found, [first_active, by_id, by_gln, by_address, bill_default, ship_default]);
}

pub async fn contacts_are_loaded_by_external_id_or_folded_name(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let named = |text: &str| fixture.contact(&scene.partner, text);
    let by_id = Contact { external_id: Some(code("C1")), ..named("Eva") };
    let by_name = named("ÄDA  Lovelace");
    let mut writes = ImportWrites::default();
    writes.contacts.created = vec![by_id.clone(), by_name.clone(), named("unwanted")];
    fixture.commit(writes).await.unwrap();
    let keys = ImportKeys {
        contact_external_ids: codes(&["C1"]),
        contact_name_keys: [fold("äda lovelace")].into(),
        ..of_partner(&scene)
    };
    assert_eq!(fixture.load(keys).await.contacts, [by_id, by_name]);
    assert!(fixture.load(of_partner(&scene)).await.contacts.is_empty());
}

pub async fn products_are_loaded_with_conversions(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let by_id =
        Product { external_id: Some(code("X1")), ..fixture.product(&scene.organisation, "P2", &scene.unit) };
    let mut writes = ImportWrites::default();
    writes.products.created.push(by_id.clone());
    fixture.commit(writes).await.unwrap();
    let conversion = members(&[
        ("from", scalar("CT")),
        ("to", scalar("PCE")),
        ("multiplier", scalar("12")),
        ("divisor", scalar("7")),
    ]);
    let product = members(&[
        ("org", scalar("001")),
        ("code", scalar("P002737")),
        ("name", scalar("P002737")),
        ("uom", scalar("PCE")),
        ("conversions", list(vec![conversion])),
    ]);
    fixture.masterdata(vec![(KindName::Products, vec![product])]).await;
    let keys = ImportKeys {
        product_codes: codes(&["P002737", "unknown"]),
        product_external_ids: codes(&["X1"]),
        ..ImportKeys::default()
    };
    let found = fixture.load(keys).await.products;
    let ids: Vec<_> = found.iter().map(|product| product.id).collect();
    assert_eq!(ids, [scene.product.id, by_id.id]);
    let conversion = &found[0].conversions[0];
    assert_eq!((conversion.multiplier, conversion.divisor), (number("12"), number("7")));
    assert_eq!(conversion.to, scene.unit.id);
    assert!(found[1].conversions.is_empty());
}

pub async fn prices_are_loaded_with_ascending_scales(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let version = price_list(&fixture).await;
    let scale = |from: &str, price: &str| ScalePrice { from_quantity: number(from), price: number(price) };
    let price = ProductPrice {
        id: fixture.id(),
        organisation: scene.organisation.id,
        active: true,
        price_list_version: version,
        product: scene.product.id,
        unit: scene.unit.id,
        price: number("12345678901234567890.12345678"),
        tax_category: None,
        scales: vec![scale("9", "3"), scale("10", "2"), scale("1000.5", "1.1")],
    };
    let carton = fixture.reference().await.unit_by_code(&code("CT")).unwrap().id;
    let inactive =
        ProductPrice { id: fixture.id(), active: false, unit: carton, scales: Vec::new(), ..price.clone() };
    let writes = ImportWrites { product_prices: vec![price.clone(), inactive], ..ImportWrites::default() };
    fixture.commit(writes).await.unwrap();
    let keys = ImportKeys { product_codes: codes(&["P002737"]), ..ImportKeys::default() };
    assert_eq!(fixture.load(keys).await.product_prices, [price]);
}

pub async fn postal_codes_are_loaded_by_country_and_code(fixture: Fixture) {
    let postal = |country: &str, postal: &str, city: &str| {
        members(&[("country", scalar(country)), ("postal", scalar(postal)), ("city", scalar(city))])
    };
    let codes = vec![
        postal("DE", "53179", "Bonn"),
        postal("DE", "53179", "Bad Godesberg"),
        postal("DE", "53111", "Bonn"),
        postal("AT", "53179", "Wien"),
    ];
    fixture.masterdata(vec![(KindName::PostalCodes, codes)]).await;
    let keys = ImportKeys {
        postal_codes: [(code("DE"), code("53179")), (code("IN"), code("53179"))].into(),
        ..ImportKeys::default()
    };
    let found = fixture.load(keys).await.postal_codes;
    let cities: BTreeSet<_> = found.iter().map(|one| one.city.clone().unwrap()).collect();
    assert_eq!(cities, [name("Bad Godesberg"), name("Bonn")].into());
    assert!(found.iter().all(|one| one.country == code("DE") && one.postal == code("53179")));
}

pub async fn identities_are_loaded_by_header_and_line(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [
        fixture.candidate(&scene, "H1", "L1").await,
        fixture.candidate(&scene, "H2", "L2").await,
        fixture.candidate(&scene, "F", "F").await,
    ];
    candidates[2].identity.flat = true;
    fixture.import(&mut candidates).await.unwrap();
    let pairs = [("H1", "L1"), ("H1", "L2"), ("H2", "L1"), ("F", "F")];
    let identities = pairs.iter().map(|(header, line)| (code(header), code(line))).collect();
    let found = fixture.load(ImportKeys { identities, ..ImportKeys::default() }).await.identities;
    let ids: Vec<_> = found.iter().map(|known| known.candidate).collect();
    assert_eq!(ids, [candidates[0].id, candidates[2].id]);
    assert_eq!(found[1].identity, candidates[2].identity);
    assert_eq!(found[0].stored, Some((candidates[0].status, candidates[0].content.clone())));
    assert_eq!(found[0].data_source, candidates[0].data_source);
    assert_eq!(found[0].organisation, scene.organisation.id);
}

pub async fn used_references_are_loaded_with_headers(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = Vec::new();
    for (header, reference) in
        [("H1", "PO-1"), ("H1", "PO-2"), ("H2", "PO-1"), ("H3", "PO-1"), ("H4", "PO-4"), ("H1", "PO-1")]
    {
        let line = candidates.len().to_string();
        let candidate = fixture.candidate(&scene, header, &line).await;
        candidates.push(Candidate { po_reference: code(reference), ..candidate });
    }
    fixture.import(&mut candidates).await.unwrap();
    let keys = ImportKeys { po_references: codes(&["PO-1", "PO-2", "po-4"]), ..of_partner(&scene) };
    let context = fixture.load(keys.clone()).await;
    let headers = |reference: &str| -> BTreeSet<Code> {
        let known = context.po_references.iter().filter(|known| known.po_reference.as_str() == reference);
        known.map(|known| known.header_id.clone()).collect()
    };
    assert_eq!(headers("PO-2"), codes(&["H1"]));
    assert_eq!(headers("PO-1"), codes(&["H1", "H2"]));
    assert!(headers("PO-4").is_empty());
    // stored a second time, as by two concurrent imports
    let mut commit = fixture.commit_of(ImportWrites::default()).await;
    commit.writes.po_references = context.po_references.clone();
    fixture.store.commit_import(commit).await.unwrap();
    let known = &context.po_references[0];
    assert_eq!(
        (known.organisation, known.partner, known.data_source),
        (scene.organisation.id, scene.partner.id, candidates[0].data_source)
    );
    assert!(context.po_references.iter().all(|known| !known.ordered));
    fixture.process(vec![fixture.order(&scene, &candidates[2..3])]).await.unwrap();
    let context = fixture.load(keys).await;
    let ordered = context.po_references.iter().filter(|known| known.ordered);
    let ordered: Vec<_> =
        ordered.map(|known| (known.po_reference.as_str(), known.header_id.as_str())).collect();
    assert_eq!(ordered, [("PO-1", "H2")]);
}

pub async fn header_has_the_day_of_its_first_candidate(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let day = |day| jiff::civil::date(2026, 1, day);
    let mut first = [Candidate { date_ordered: day(9), ..fixture.candidate(&scene, "H1", "L9").await }];
    let mut second = [
        Candidate { date_ordered: day(1), ..fixture.candidate(&scene, "H1", "L1").await },
        Candidate { date_ordered: day(2), ..fixture.candidate(&scene, "H2", "L1").await },
    ];
    fixture.import(&mut first).await.unwrap();
    fixture.import(&mut second).await.unwrap();
    let identities = [(code("H1"), code("new")), (code("H3"), code("new"))].into();
    let found = fixture.load(ImportKeys { identities, ..ImportKeys::default() }).await.header_dates;
    assert_eq!(found.len(), 1);
    assert_eq!((&found[0].header_id, found[0].date_ordered), (&code("H1"), day(9)));
}

pub async fn codes_compare_exactly(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let keys = ImportKeys {
        partner_codes: codes(&["g0001", "G0001 x", "G000", "0001"]),
        product_codes: codes(&["p002737"]),
        identities: [(code("h1"), code("L1")), (code("H1"), code("l1"))].into(),
        ..ImportKeys::default()
    };
    let context = fixture.load(keys).await;
    assert!(context.partners.is_empty() && context.products.is_empty() && context.identities.is_empty());
}

pub async fn keys_are_never_patterns_or_code(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let strange =
        ["%", "_", "*", "[G]*", "' OR 1=1 --", "\"", "\\", "\\\"]", "?1", "$.x", "null", "1", "{}", "]", ","];
    for text in strange {
        let context =
            fixture.load(ImportKeys { partner_codes: codes(&[text]), ..ImportKeys::default() }).await;
        assert!(context.partners.is_empty(), "{text}");
    }
    let mut writes = ImportWrites::default();
    writes.partners.created = strange.iter().map(|text| fixture.partner(&scene.organisation, text)).collect();
    fixture.commit(writes).await.unwrap();
    let context = fixture.load(ImportKeys { partner_codes: codes(&strange), ..ImportKeys::default() }).await;
    assert_eq!(context.partners.len(), strange.len());
}

/// Returns the keys of a batch that refers to all records of a scene.
fn everything_of(scene: &Scene) -> ImportKeys {
    ImportKeys {
        identities: [(code("H1"), code("L1"))].into(),
        product_codes: codes(&[scene.product.code.as_str()]),
        location_address_keys: [scene.location.address_key()].into(),
        location_glns: codes(&["4012345000009"]),
        contact_name_keys: [fold("Ada")].into(),
        po_references: codes(&["PO-1"]),
        ..of_partner(scene)
    }
}

pub async fn only_own_and_shared_records_are_loaded(fixture: Fixture) {
    let (one, two) = (fixture.scene("001").await, fixture.scene("002").await);
    let shared = Partner { organisation: SHARED, ..fixture.partner(&one.organisation, "G0001") };
    let at_shared = |scene: &Scene| Location {
        organisation: scene.organisation.id,
        gln: Some(code("4012345000009")),
        ..fixture.location(&shared, "Am Nossbacher Weg 2")
    };
    let mut writes = ImportWrites::default();
    writes.partners.created.push(shared.clone());
    writes.locations.created = vec![at_shared(&one), at_shared(&two)];
    for scene in [&one, &two] {
        writes.contacts.created.push(fixture.contact(&scene.partner, "Ada"));
    }
    fixture.commit(writes).await.unwrap();
    let mut candidates =
        [fixture.candidate(&one, "H1", "L1").await, fixture.candidate(&two, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();

    let partners_of = |context: &ImportContext| -> BTreeSet<PartnerId> {
        context.partners.iter().map(|partner| partner.id).collect()
    };
    let context = fixture.load_as(only(one.organisation.id), everything_of(&one)).await;
    assert_eq!(partners_of(&context), [one.partner.id, shared.id].into());
    let owners = owners(&context);
    assert_eq!(owners, [one.organisation.id, SHARED].into(), "{context:?}");
    assert_eq!((context.locations.len(), context.contacts.len(), context.products.len()), (2, 1, 1));
    assert_eq!((context.identities.len(), context.po_references.len()), (1, 1));
    assert_eq!(context.header_dates.len(), 1);

    let context = fixture.load_as(everything(), everything_of(&one)).await;
    assert_eq!(partners_of(&context), [one.partner.id, two.partner.id, shared.id].into());
    assert_eq!((context.identities.len(), context.header_dates.len()), (2, 2));

    // a caller without organisations still reads the shared records
    let no_organisation = orderdock_domain::access::OrgScope::These(vec![]).read();
    let context = fixture.load_as(no_organisation, everything_of(&one)).await;
    assert_eq!(partners_of(&context), [shared.id].into());
    assert!(context.locations.is_empty() && context.identities.is_empty() && context.products.is_empty());
}

fn owners(context: &ImportContext) -> BTreeSet<OrganisationId> {
    let partners = context.partners.iter().map(|one| one.organisation);
    let locations = context.locations.iter().map(|one| one.organisation);
    let contacts = context.contacts.iter().map(|one| one.organisation);
    let products = context.products.iter().map(|one| one.organisation);
    let identities = context.identities.iter().map(|one| one.organisation);
    let references = context.po_references.iter().map(|one| one.organisation);
    let dates = context.header_dates.iter().map(|one| one.organisation);
    partners
        .chain(locations)
        .chain(contacts)
        .chain(products)
        .chain(identities)
        .chain(references)
        .chain(dates)
        .collect()
}

pub async fn statements_do_not_depend_on_the_size_of_the_batch(fixture: Fixture) {
    let scene = fixture.scene("001").await;
    let mut writes = ImportWrites::default();
    let (mut small, mut large) = (everything_of(&scene), everything_of(&scene));
    for number in 0..500 {
        let text = format!("P{number}");
        let partner = fixture.partner(&scene.organisation, &text);
        writes.locations.created.push(fixture.location(&partner, &text));
        writes.products.created.push(fixture.product(&scene.organisation, &text, &scene.unit));
        writes.partners.created.push(partner);
        let keys =
            if number == 0 { [&mut small, &mut large] } else { [&mut large, &mut ImportKeys::default()] };
        for keys in keys {
            keys.partner_codes.insert(code(&text));
            keys.product_codes.insert(code(&text));
            keys.identities.insert((code("H1"), code(&text)));
        }
    }
    fixture.commit(writes).await.unwrap();
    let mut candidates = [fixture.candidate(&scene, "H1", "L1").await];
    fixture.import(&mut candidates).await.unwrap();
    let mut counts = Vec::new();
    for keys in [small, large] {
        let before = fixture.store.statistics().import_load_statements;
        fixture.load(keys).await;
        counts.push(fixture.store.statistics().import_load_statements - before);
    }
    assert_eq!(counts[0], counts[1]);
    assert!((5..=12).contains(&counts[0]), "{counts:?}");
}
