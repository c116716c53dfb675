//! Which record the keys of a row name.

use super::*;
use crate::candidate::*;
use crate::ids::{LocationId, PartnerId, SHARED};
use crate::import::{ErrorPolicy, ImportRow};
use crate::masterdata::{Contact, Location};

type SetLocation = fn(&mut Location);
type SetContact = fn(&mut Contact);
/// Id, active, default ship-to, default bill-to.
type Flags = (i64, bool, bool, bool);

/// A: code A, external id a, GLN 1. B: code B, no external id, GLN 2. C: code C, external id c, none.
fn partners() -> Given {
    let mut given = given().product("P1");
    for (key, external_id, gln) in
        [("A", Some("a"), Some("1")), ("B", None, Some("2")), ("C", Some("c"), None)]
    {
        given = given.partner_with(key, |partner| partner.external_id = external_id.map(code));
        let location = given.context.locations.last_mut().unwrap();
        location.gln = gln.map(code);
        location.external_id = None;
        location.address1 = Some(name(key));
    }
    given
}

fn block(key: &str, external_id: &str, gln: &str) -> PartnerBlock {
    let given = |text: &str| if text.is_empty() { Sent::Absent } else { sent(text) };
    PartnerBlock {
        bpartner: PartnerData { code: given(key), external_id: given(external_id), ..PartnerData::default() },
        location: (!gln.is_empty()).then(|| LocationData { gln: sent(gln), ..LocationData::default() }),
        ..PartnerBlock::default()
    }
}

#[test]
fn partners_by_code_external_id_and_gln() {
    let given = partners();
    let ambiguous = |member: &str| format!("rejected bpartner.ambiguous /bpartner/{member}");
    let unknown = |member: &str| format!("rejected bpartner.unknown /bpartner/{member}");
    let table = [
        (("A", "", ""), "A".to_owned()),
        (("", "a", ""), "A".to_owned()),
        (("", "", "1"), "A".to_owned()),
        (("A", "a", "1"), "A".to_owned()),
        (("a", "", ""), unknown("bpartner/code")), // case counts
        (("", "A", ""), unknown("bpartner/externalId")),
        (("X", "x", ""), unknown("bpartner/code")),
        (("", "x", ""), unknown("bpartner/externalId")),
        (("", "", "9"), unknown("location/gln")),
        (("", "", ""), "rejected bpartner.key_missing /bpartner/bpartner/code".to_owned()),
        // keys that name different partners
        (("B", "a", ""), ambiguous("bpartner/externalId")),
        (("B", "", "1"), ambiguous("location/gln")),
        (("", "c", "2"), ambiguous("location/gln")),
        // one key finds it, the other holds something else
        (("A", "x", ""), ambiguous("bpartner/externalId")),
        (("X", "a", ""), ambiguous("bpartner/code")),
        (("X", "", "1"), ambiguous("bpartner/code")),
        (("", "x", "1"), ambiguous("bpartner/externalId")),
        // nothing is there yet that could contradict
        (("B", "x", ""), "B".to_owned()),
    ];
    for ((key, external_id, gln), expected) in table {
        let row = row_with("H", "1", |request| request.bpartner = block(key, external_id, gln));
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let seen = match plan.writes.candidates.first() {
            Some(candidate) => plan.related.partners[&candidate.buyer.partner].code.to_string(),
            None => words(&plan.outcomes[0]),
        };
        assert_eq!(seen, expected, "code {key:?}, external id {external_id:?}, gln {gln:?}");
        assert!(plan.writes.partners.changed.is_empty());
    }
}

#[test]
fn a_gln_that_two_partners_have_names_neither_alone() {
    let mut given = partners();
    given.context.locations[1].gln = Some(code("1"));
    let buyer = |key: &str, gln: &str| {
        given.outcome(row_with("H", "1", |request| request.bpartner = block(key, "", gln)))
    };
    assert_eq!(buyer("", "1"), "rejected bpartner.ambiguous /bpartner/location/gln");
    assert_eq!((buyer("A", "1"), buyer("B", "1")), ("created".to_owned(), "created".to_owned()));
    // those of shared locations are not asked where there is an own one
    given.context.locations[1].organisation = SHARED;
    let row = row_with("H", "1", |request| request.bpartner = block("", "", "1"));
    let plan = given.plan(ErrorPolicy::All, &[row]);
    assert_eq!(plan.writes.candidates[0].buyer.partner, given.partner_id("A"));
}

#[test]
fn both_partners_are_named() {
    let row = row_with("H", "1", |request| request.bpartner = block("B", "a", ""));
    let plan = partners().plan(ErrorPolicy::All, &[row]);
    let crate::import::RowOutcome::Rejected { errors } = &plan.outcomes[0] else { panic!("{plan:?}") };
    let message = errors[0].message(crate::problem::Language::English);
    assert_eq!(message, "The keys name different business partners: B and A (externalId a).");
}

#[test]
fn an_empty_key_is_filled_only_under_update_merge() {
    let given = partners().allow(|permissions| permissions.update_masterdata = true);
    let filled = |advice| {
        let row = row_with("H", "1", |request| {
            request.bpartner = block("B", "b", "");
            request.bpartner.bpartner.advice = advice;
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let changed = plan.writes.partners.changed.first().map(|partner| partner.external_id.clone());
        (words(&plan.outcomes[0]), changed.flatten().map(|id| id.to_string()))
    };
    assert_eq!(filled(FAIL), ("created".to_owned(), None));
    assert_eq!(filled(CREATE), ("created".to_owned(), None));
    assert_eq!(filled(MERGE), ("created".to_owned(), Some("b".to_owned())));
    let changed = "rejected bpartner.changed /bpartner/bpartner/externalId".to_owned();
    assert_eq!(filled(ASSERT), (changed, None));
}

#[test]
fn a_key_filled_by_one_row_finds_the_partner_in_the_next() {
    let given = partners().allow(|permissions| permissions.update_masterdata = true);
    let rows = [
        row_with("H", "1", |request| {
            request.bpartner = block("B", "b", "");
            request.bpartner.bpartner.advice = MERGE;
        }),
        row_with("H", "2", |request| request.bpartner = block("", "b", "")),
    ];
    assert_eq!(given.outcomes(ErrorPolicy::All, &rows), ["created", "created"]);
}

/// Locations of partner G0001, by label.
fn locations() -> Given {
    let mut given = given().partner("G0001").product("P1");
    let partner = given.partner_id("G0001");
    let table: [(&str, SetLocation); 4] = [
        ("by id", |location| location.gln = Some(code("7"))),
        ("by gln", |location| (location.external_id, location.gln) = (None, Some(code("8")))),
        ("by address", |location| {
            location.external_id = None;
            location.address1 = Some(name("Main Street 1"));
            location.postal = Some(code("53111"));
            location.city = Some(name("Bonn"));
        }),
        ("in India", |location| (location.external_id, location.country) = (None, code("IN"))),
    ];
    for (label, set) in table {
        given = given.location_with(partner, label, |location| {
            location.name = Some(name(label));
            set(location);
        });
    }
    given
}

#[test]
fn locations_within_their_partner() {
    let given = locations();
    let address = |line: &str, postal: &str, city: &str, country: &str| LocationData {
        address1: called(line),
        postal: sent(postal),
        city: called(city),
        country_code: sent(country),
        ..LocationData::default()
    };
    let by = |external_id: &str, gln: &str| {
        let given = |text: &str| if text.is_empty() { Sent::Absent } else { sent(text) };
        LocationData { external_id: given(external_id), gln: given(gln), ..LocationData::default() }
    };
    let unknown = |member: &str| format!("rejected location.unknown /bpartner/location{member}");
    let table = [
        (by("by id", ""), "by id".to_owned()),
        (by("by id", "7"), "by id".to_owned()),
        (by("", "7"), "by id".to_owned()),
        (by("", "8"), "by gln".to_owned()),
        (by("x", ""), unknown("/externalId")),
        // an external id that is not found is a new location, whatever its GLN or address
        (by("x", "8"), unknown("/externalId")),
        (
            LocationData { external_id: sent("x"), ..address("Main Street 1", "53111", "Bonn", "DE") },
            unknown("/externalId"),
        ),
        (LocationData { gln: sent("9"), ..address("Main Street 1", "53111", "Bonn", "DE") }, unknown("/gln")),
        (by("by id", "8"), "rejected location.ambiguous /bpartner/location/gln".to_owned()),
        (address("Main Street 1", "53111", "Bonn", "DE"), "by address".to_owned()),
        (address("MAIN   street 1", "53111", "bonn", "DE"), "by address".to_owned()),
        (address("Main Street 2", "53111", "Bonn", "DE"), unknown("")),
        (address("Main Street 1", "53112", "Bonn", "DE"), unknown("")),
        (address("Main Street 1", "53111", "Bonn", "IN"), unknown("")),
        (
            LocationData { country_code: Sent::Absent, ..address("Main Street 1", "53111", "Bonn", "DE") },
            unknown(""),
        ),
        // never by name alone
        (LocationData { name: called("by address"), ..LocationData::default() }, unknown("")),
        (LocationData { country_code: sent("IN"), ..LocationData::default() }, "in India".to_owned()),
        // nothing said is nothing given
        (
            LocationData { external_id: Sent::Null, advice: CREATE, ..LocationData::default() },
            "default".to_owned(),
        ),
    ];
    for (data, expected) in table {
        let row = row_with("H", "1", |request| request.bpartner.location = Some(data.clone()));
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let seen = match plan.writes.candidates.first().and_then(|candidate| candidate.buyer.location) {
            Some(id) => {
                plan.related.locations[&id].name.as_ref().map_or("default".to_owned(), ToString::to_string)
            }
            None => words(&plan.outcomes[0]),
        };
        assert_eq!(seen, expected, "{data:?}");
    }
}

#[test]
fn without_a_location_the_default_then_any_active_one() {
    let partner = PartnerId(900);
    let with = |locations: &[Flags]| {
        let mut given = given().product("P1");
        given.context.partners.push(stored_partner(partner, "G0001"));
        for (id, active, ship, bill) in locations {
            let mut location = stored_location(LocationId(*id), partner, &id.to_string());
            (location.active, location.ship_to_default, location.bill_to_default) = (*active, *ship, *bill);
            given.context.locations.push(location);
        }
        given
    };
    let own = block("G0001", "", "");
    let table: [(&[Flags], Option<i64>, Option<i64>); 5] = [
        (&[(1, true, false, true), (2, true, true, false)], Some(2), Some(1)),
        (&[(1, true, false, false), (2, true, true, false)], Some(2), Some(2)),
        (&[(1, true, false, false), (2, false, true, true)], Some(1), Some(1)),
        (&[(3, true, false, false), (2, true, false, false)], Some(2), Some(2)),
        (&[(1, false, true, true)], None, None),
    ];
    for (locations, buyer, bill) in table {
        let given = with(locations);
        let row = row_with("H", "1", |request| request.bill_bpartner = Some(own.clone().into()));
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let Some(candidate) = plan.writes.candidates.first() else {
            assert_eq!(buyer, None);
            assert_eq!(words(&plan.outcomes[0]), "rejected location.none /bpartner/location");
            continue;
        };
        assert_eq!(candidate.buyer.location.map(|id| id.0), buyer, "{locations:?}");
        assert_eq!(candidate.bill.unwrap().location.map(|id| id.0), bill, "{locations:?}");
    }
}

#[test]
fn contacts_within_their_partner() {
    let mut given = given().partner("G0001").partner("G0002").product("P1");
    let (partner, other) = (given.partner_id("G0001"), given.partner_id("G0002"));
    let table: [(PartnerId, &str, SetContact); 4] = [
        (partner, "Ann Able", |contact| contact.external_id = Some(code("1"))),
        (partner, "Bob Best", |contact| contact.email = Some(name("bob@example.org"))),
        (partner, "Bob Best", |contact| contact.email = Some(name("other@example.org"))),
        (other, "Carl Cole", |contact| contact.external_id = Some(code("3"))),
    ];
    for (of, label, set) in table {
        given = given.contact_with(of, label, set);
    }
    let first = given.context.contacts[0].id.0;
    let data = |set: fn(&mut ContactData)| {
        let mut data = ContactData::default();
        set(&mut data);
        data
    };
    let unknown = |member: &str| format!("rejected contact.unknown /bpartner/contact/{member}");
    let table: [(ContactData, String); 10] = [
        (data(|contact| contact.external_id = sent("1")), "0".to_owned()),
        (data(|contact| contact.external_id = sent("3")), unknown("externalId")),
        // an external id that is not found is somebody new
        (
            data(|contact| (contact.external_id, contact.name) = (sent("9"), called("Ann Able"))),
            unknown("externalId"),
        ),
        (data(|contact| contact.name = called("ann  ABLE")), "0".to_owned()),
        (
            data(|contact| (contact.first_name, contact.last_name) = (called("Ann"), called("Able"))),
            "0".to_owned(),
        ),
        (data(|contact| contact.name = called("Bob Best")), "1".to_owned()),
        (
            data(|contact| (contact.name, contact.email) = (called("Bob Best"), called("OTHER@example.org"))),
            "2".to_owned(),
        ),
        (
            data(|contact| (contact.name, contact.email) = (called("Bob Best"), called("new@example.org"))),
            unknown("name"),
        ),
        (data(|contact| contact.email = called("bob@example.org")), unknown("name")),
        (data(|contact| contact.email = Sent::Null), "none".to_owned()),
    ];
    for (data, expected) in table {
        let row = row_with("H", "1", |request| request.bpartner.contact = Some(data.clone()));
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let seen = match plan.writes.candidates.first() {
            Some(candidate) => {
                candidate.buyer.contact.map_or("none".to_owned(), |contact| (contact.0 - first).to_string())
            }
            None => words(&plan.outcomes[0]),
        };
        assert_eq!(seen, expected, "{data:?}");
    }
}

#[test]
fn products_by_code_and_external_id() {
    let given = given()
        .partner("G0001")
        .product_with("A", |product| product.external_id = Some(code("a")))
        .product("B")
        .product_with("C", |product| product.external_id = Some(code("c")));
    let table = [
        ("A", "", "A"),
        ("", "a", "A"),
        ("A", "a", "A"),
        ("B", "x", "B"),
        ("B", "a", "rejected product.ambiguous /product/externalId"),
        ("A", "c", "rejected product.ambiguous /product/externalId"),
        ("A", "x", "rejected product.ambiguous /product/externalId"),
        ("X", "a", "rejected product.ambiguous /product/code"),
        ("X", "x", "rejected product.unknown /product/code"),
        ("", "x", "rejected product.unknown /product/externalId"),
        ("", "", "rejected product.key_missing /product/code"),
    ];
    for (key, external_id, expected) in table {
        let sent = |text: &str| if text.is_empty() { Sent::Absent } else { sent(text) };
        let row = row_with("H", "1", |request| {
            (request.product.code, request.product.external_id) = (sent(key), sent(external_id));
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let seen = match plan.writes.candidates.first() {
            Some(candidate) => plan.related.products[&candidate.product].code.to_string(),
            None => words(&plan.outcomes[0]),
        };
        assert_eq!(seen, expected, "code {key:?}, external id {external_id:?}");
    }
}

#[test]
fn an_own_record_wins_over_a_shared_one_and_others_are_not_seen() {
    let row = || row("H", "1");
    let table: [(&[crate::ids::OrganisationId], Option<usize>); 6] = [
        (&[SHARED], Some(0)),
        (&[OWN], Some(0)),
        (&[OTHER], None),
        (&[SHARED, OWN], Some(1)),
        (&[OWN, SHARED], Some(0)),
        (&[OTHER, SHARED], Some(1)),
    ];
    for (owners, expected) in table {
        let mut given = given();
        for owner in owners {
            given = given
                .partner_with("G0001", |partner| partner.organisation = *owner)
                .product_with("P1", |product| product.organisation = *owner);
        }
        let plan = given.plan(ErrorPolicy::All, &[row()]);
        let seen = plan.writes.candidates.first().map(|candidate| {
            let partner = given.context.partners.iter().position(|known| known.id == candidate.buyer.partner);
            let product = given.context.products.iter().position(|known| known.id == candidate.product);
            assert_eq!(partner, product);
            partner.unwrap()
        });
        assert_eq!(seen, expected, "{owners:?}: {:?}", plan.outcomes);
    }
}

#[test]
fn what_a_row_creates_below_a_shared_record_is_its_own() {
    let given = given()
        .partner_with("G0001", |partner| partner.organisation = SHARED)
        .product_with("P1", |product| product.organisation = SHARED);
    let row = || -> ImportRow {
        row_with("H", "1", |request| {
            request.bpartner.advice = CREATE;
            request.bpartner.location = Some(LocationData {
                external_id: sent("new"),
                country_code: sent("DE"),
                ship_to_default: Sent::Value(true),
                bill_to_default: Sent::Value(true),
                ..LocationData::default()
            });
            request.bpartner.contact =
                Some(ContactData { name: called("Ann Able"), ..ContactData::default() });
        })
    };
    let plan = given.plan(ErrorPolicy::All, &[row()]);
    assert_eq!(words(&plan.outcomes[0]), "created location contact");
    assert_eq!(plan.writes.locations.created[0].organisation, OWN);
    assert_eq!(plan.writes.contacts.created[0].organisation, OWN);
    // the shared partner's own default stays what it was
    assert!(plan.writes.locations.changed.is_empty() && plan.writes.partners.changed.is_empty());
    // and the own default holds for this organisation alone
    let mut later = given.clone().after(&plan.writes);
    let buyer = |given: &Given| {
        let plan = given.plan(ErrorPolicy::All, &[super::row("H", "2")]);
        plan.writes.candidates[0].buyer.location
    };
    assert_eq!(buyer(&later), Some(plan.writes.locations.created[0].id));
    later.permissions.organisations = crate::access::OrgScope::These(vec![OTHER]);
    later.permissions.default_organisation = Some(OTHER);
    assert_eq!(buyer(&later), Some(given.context.locations[0].id));
}

#[test]
fn what_others_have_below_a_shared_partner_is_not_seen() {
    let mut given = given()
        .partner_with("G0001", |partner| partner.organisation = SHARED)
        .product_with("P1", |product| product.organisation = SHARED);
    given.context.locations[0].organisation = OTHER;
    given.context.product_prices[0].organisation = OTHER;
    let partner = given.partner_id("G0001");
    given = given.contact_with(partner, "Ann Able", |contact| contact.organisation = OTHER);
    let row = |location: bool, contact: bool| {
        row_with("H", "1", |request| {
            request.bpartner.advice = CREATE;
            request.bpartner.location = location.then(|| LocationData {
                external_id: sent("G0001-L"),
                country_code: sent("DE"),
                ..LocationData::default()
            });
            request.bpartner.contact =
                contact.then(|| ContactData { name: called("Ann Able"), ..ContactData::default() });
        })
    };
    assert_eq!(given.outcome(row(false, false)), "rejected location.none /bpartner/location");
    let plan = given.plan(ErrorPolicy::All, &[row(true, true)]);
    assert_eq!(words(&plan.outcomes[0]), "created location contact");
    // the first that this organisation sees, so its default; theirs stays theirs
    assert!(plan.writes.locations.created[0].ship_to_default);
    assert!(plan.writes.locations.changed.is_empty());
    assert_eq!(items(&plan.writes.candidates[0].problems), "price.none /price");
}
