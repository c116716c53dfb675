//! Matching of a partner's locations by the keys of a row.

use super::matching::{block, reject_mismatches};
use super::*;
use crate::candidate::*;
use crate::ids::{LocationId, PartnerId};
use crate::import::{ErrorPolicy, ImportPlan, RowOutcome};
use crate::masterdata::Location;
use crate::problem::{Language, ProblemCode};
use crate::text::Code;

type SetLocation = fn(&mut Location);
/// Id, active, default ship-to, default bill-to.
type Flags = (i64, bool, bool, bool);

/// Locations of partner G0001, by label.
fn locations() -> ImportFixture {
    let mut given = given().partner("G0001").product("P1");
    let partner = given.partner_id("G0001");
    let table: [(&str, SetLocation); 9] = [
        ("twice 1", |location| location.gln = Some(code("5"))),
        ("twice 2", |location| location.gln = Some(code("5"))),
        ("not active", |location| (location.gln, location.active) = (Some(code("6")), false)),
        ("once active", |location| location.gln = Some(code("6"))),
        ("by id", |location| location.gln = Some(code("7"))),
        ("by gln", |location| (location.external_id, location.gln) = (None, Some(code("8")))),
        ("by address", |location| {
            location.external_id = None;
            location.address1 = Some(name("Main Street 1"));
            location.postal = Some(code("53111"));
            location.city = Some(name("Bonn"));
        }),
        ("by folded address", |location| {
            location.external_id = None;
            location.address1 = Some(name("Hauptstraße 1"));
            location.postal = Some(code("35390"));
            location.city = Some(name("Gießen"));
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
fn locations_match_within_their_partner() {
    let given = locations();
    let address = |line: &str, postal: &str, city: &str, country: &str| LocationData {
        address1: called(line),
        postal: sent(postal),
        city: called(city),
        country_code: sent(country),
        ..LocationData::default()
    };
    let by = |external_id: &str, gln: &str| {
        let given = |text: &str| if text.is_empty() { MaybeUndefined::Absent } else { sent(text) };
        LocationData { external_id: given(external_id), gln: given(gln), ..LocationData::default() }
    };
    let unknown = |member: &str| format!("rejected location.unknown /bpartner/location{member}");
    let table = [
        (by("by id", ""), "by id".to_owned()),
        (by("by id", "7"), "by id".to_owned()),
        (by("", "7"), "by id".to_owned()),
        (by("", "8"), "by gln".to_owned()),
        (by("x", ""), unknown("/externalId")),
        // an external id without match falls back to the GLN, never to the address
        (by("x", "8"), "by gln".to_owned()),
        (by("x", "7"), "by id, externalId: stored by id, sent x".to_owned()),
        (by("x", "9"), unknown("/externalId")),
        (
            LocationData { external_id: sent("x"), ..address("Main Street 1", "53111", "Bonn", "DE") },
            unknown("/externalId"),
        ),
        (LocationData { gln: sent("9"), ..address("Main Street 1", "53111", "Bonn", "DE") }, unknown("/gln")),
        (by("by id", "8"), "by id, gln: stored 7, sent 8".to_owned()),
        (by("by id", "9"), "by id, gln: stored 7, sent 9".to_owned()),
        (by("", "5"), "rejected location.ambiguous /bpartner/location/gln".to_owned()),
        (by("x", "5"), "rejected location.ambiguous /bpartner/location/gln".to_owned()),
        (by("twice 1", "5"), "twice 1".to_owned()),
        (by("", "6"), "once active".to_owned()),
        (address("Main Street 1", "53111", "Bonn", "DE"), "by address".to_owned()),
        (address("MAIN   street 1", "53111", "bonn", "DE"), "by address".to_owned()),
        (address("HAUPTSTRASSE 1", "35390", "GIESSEN", "DE"), "by folded address".to_owned()),
        (address("Haupt\u{AD}strasse 1", "35390", "Gie\u{1E9E}en", "DE"), "by folded address".to_owned()),
        (address("Hauptstrase 1", "35390", "Gießen", "DE"), unknown("")),
        (address("Main Street 2", "53111", "Bonn", "DE"), unknown("")),
        (address("Main Street 1", "53112", "Bonn", "DE"), unknown("")),
        (address("Main Street 1", "53111", "Bonn", "IN"), unknown("")),
        (
            LocationData {
                country_code: MaybeUndefined::Absent,
                ..address("Main Street 1", "53111", "Bonn", "DE")
            },
            unknown(""),
        ),
        // a name alone matches no location
        (LocationData { name: called("by address"), ..LocationData::default() }, unknown("")),
        (LocationData { country_code: sent("IN"), ..LocationData::default() }, "in India".to_owned()),
        // a location without values is treated as absent
        (
            LocationData { external_id: MaybeUndefined::Null, advice: CREATE, ..LocationData::default() },
            "default".to_owned(),
        ),
    ];
    for (data, expected) in table {
        let row = row_with("H", "1", |request| request.bpartner.location = Some(data.clone()));
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let seen = match plan.writes.candidates.first().and_then(|candidate| candidate.buyer?.location) {
            Some(id) => {
                let name = plan.related.locations[&id].name.as_ref();
                name.map_or("default".to_owned(), ToString::to_string) + &differing_keys(&plan)
            }
            None => outcome_text(&plan.outcomes[0]),
        };
        assert_eq!(seen, expected, "{data:?}");
    }
}

#[test]
fn gln_of_existing_location_creates_no_second_location() {
    let given = locations().allow(|permissions| permissions.update_masterdata = true);
    let planned = |external_id: &str, gln: &str, advice| {
        let row = row_with("H", "1", |request| {
            request.bpartner.location = Some(LocationData {
                external_id: sent(external_id),
                gln: sent(gln),
                country_code: sent("DE"),
                advice,
                ..LocationData::default()
            });
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let changed = plan.writes.locations.changed.first().and_then(|location| location.external_id.clone());
        (outcome_text(&plan.outcomes[0]), changed.map(|id| id.to_string()))
    };
    assert_eq!(planned("new", "8", CREATE), ("created".to_owned(), None));
    assert_eq!(planned("new", "8", MERGE), ("created".to_owned(), Some("new".to_owned())));
    assert_eq!(planned("new", "9", CREATE), ("created location".to_owned(), None));
    let taken = "rejected key.taken /bpartner/location".to_owned();
    assert_eq!(planned("by id", "8", MERGE), (taken, None));
    // two rows of a bulk do not create a second location either
    let differs = "created, warned location.key_differs /bpartner/location/externalId";
    let rows = ["1", "2"].map(|line| {
        row_with("H", line, |request| {
            request.bpartner.location = Some(LocationData {
                external_id: sent(line),
                gln: sent("9"),
                country_code: sent("DE"),
                advice: CREATE,
                ..LocationData::default()
            });
        })
    });
    assert_eq!(given.outcomes(ErrorPolicy::All, &rows), ["created location", differs]);
}

#[test]
fn gln_that_differs_only_in_spaces_is_taken() {
    let mut given = locations().allow(|permissions| permissions.update_masterdata = true);
    let stored = given.context.locations.iter_mut().find(|one| one.gln == Some(code("7"))).unwrap();
    stored.gln = Code::stored("7\u{A0}7");
    let table = [("7 7", "rejected key.taken /bpartner/location"), ("7 8", "created"), ("77", "created")];
    for (gln, expected) in table {
        let row = row_with("H", "1", |request| {
            let external_id = sent("G0001-L");
            let location =
                LocationData { external_id, gln: sent(gln), advice: MERGE, ..LocationData::default() };
            request.bpartner.location = Some(location);
        });
        assert_eq!(given.outcome(row), expected, "{gln}");
    }
}

#[test]
fn stored_ids_that_differ_only_in_spaces_remain_separate() {
    let mut given = locations().allow(|permissions| permissions.update_masterdata = true);
    let mut ids = ["a b", "a\u{A0}b"].into_iter();
    for location in given.context.locations.iter_mut().filter(|one| one.gln == Some(code("5"))) {
        location.external_id = ids.next().and_then(Code::stored);
        location.gln = Some(code(if location.external_id == Some(code("a b")) { "1" } else { "2" }));
    }
    for gln in ["1", "2"] {
        let row = row_with("H", "1", |request| {
            let (gln, name) = (sent(gln), called("New name"));
            let location = LocationData { gln, name, advice: MERGE, ..LocationData::default() };
            request.bpartner.location = Some(location);
        });
        assert_eq!(given.outcome(row), "created", "{gln}");
    }
}

#[test]
fn source_with_reject_mismatches_rejects_differing_location_keys() {
    let given = locations().reference(reject_mismatches);
    let ambiguous = "rejected location.ambiguous /bpartner/location/gln";
    for (external_id, gln, expected) in
        [("by id", "8", ambiguous), ("x", "7", ambiguous), ("x", "8", "created"), ("by id", "7", "created")]
    {
        let row = row_with("H", "1", |request| {
            let (external_id, gln) = (sent(external_id), sent(gln));
            request.bpartner.location = Some(LocationData { external_id, gln, ..LocationData::default() });
        });
        assert_eq!(given.outcome(row), expected, "external id {external_id}, gln {gln}");
    }
}

/// Returns the differing keys of a location from the warnings.
fn differing_keys(plan: &ImportPlan) -> String {
    let RowOutcome::Created { warnings, .. } = &plan.outcomes[0] else { return String::new() };
    let differing = warnings.iter().filter(|warning| warning.code == ProblemCode::LocationKeyDiffers);
    let summary = differing.map(|warning| {
        let value = |name| warning.param(name).unwrap().text(Language::English);
        format!(", {}: stored {}, sent {}", value("name"), value("stored"), value("sent"))
    });
    summary.collect()
}

#[test]
fn missing_location_falls_back_to_default_then_active_one() {
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
            assert_eq!(outcome_text(&plan.outcomes[0]), "rejected location.none /bpartner/location");
            continue;
        };
        assert_eq!(candidate.buyer.unwrap().location.map(|id| id.0), buyer, "{locations:?}");
        assert_eq!(candidate.bill.unwrap().location.map(|id| id.0), bill, "{locations:?}");
    }
}
