//! Matching of records by the keys of a row.

use super::*;
use crate::candidate::*;
use crate::ids::{PartnerId, SHARED};
use crate::import::{ErrorPolicy, ImportPlan, ImportRow, RowOutcome};
use crate::masterdata::{Contact, KeyMismatch, Reference};
use crate::problem::{Language, ProblemCode};

type SetContact = fn(&mut Contact);

/// Partners by code, external id and GLN: A (A, a, 1), B (B, none, 2), C (C, c, none).
fn partners() -> ImportFixture {
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

pub(super) fn reject_mismatches(reference: &mut Reference) {
    reference.data_sources.iter_mut().for_each(|source| source.key_mismatch = KeyMismatch::Reject);
}

pub(super) fn block(key: &str, external_id: &str, gln: &str) -> PartnerBlock {
    let given = |text: &str| if text.is_empty() { MaybeUndefined::Absent } else { sent(text) };
    PartnerBlock {
        bpartner: PartnerData { code: given(key), external_id: given(external_id), ..PartnerData::default() },
        location: (!gln.is_empty()).then(|| LocationData { gln: sent(gln), ..LocationData::default() }),
        ..PartnerBlock::default()
    }
}

#[test]
fn partners_match_by_code_external_id_and_gln() {
    let given = partners();
    let ambiguous = |member: &str| format!("rejected bpartner.ambiguous /bpartner/{member}");
    let unknown = |member: &str| format!("rejected bpartner.unknown /bpartner/{member}");
    let unknown_location = "rejected location.unknown /bpartner/location/gln".to_owned();
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
        // the first matching key selects the partner, and a later key that differs is a warning
        (("B", "a", ""), "A, code: stored A, sent B".to_owned()),
        (("B", "", "1"), "A, code: stored A, sent B".to_owned()),
        (("", "c", "2"), "C, gln: stored , sent 2".to_owned()),
        (("", "a", "2"), "A, gln: stored 1, sent 2".to_owned()),
        (("X", "a", ""), "A, code: stored A, sent X".to_owned()),
        (("X", "", "1"), "A, code: stored A, sent X".to_owned()),
        (("C", "a", "2"), "A, gln: stored 1, sent 2, code: stored A, sent C".to_owned()),
        // an unknown external id contradicts a different stored one
        (("A", "x", ""), ambiguous("bpartner/externalId")),
        (("", "x", "1"), ambiguous("bpartner/externalId")),
        // an unknown GLN is a new location, because a partner can have several
        (("A", "", "9"), unknown_location.clone()),
        // a partner without external id does not contradict the sent one
        (("B", "x", ""), "B".to_owned()),
    ];
    for ((key, external_id, gln), expected) in table {
        let row = row_with("H", "1", |request| {
            request.bpartner = block(key, external_id, gln);
            if let Some(location) = &mut request.bpartner.location {
                // the location must not affect the result
                location.advice = if gln == "9" { FAIL } else { CREATE };
                location.country_code = sent("DE");
            }
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        assert_eq!(found(&plan), expected, "code {key:?}, external id {external_id:?}, gln {gln:?}");
        assert!(plan.writes.partners.changed.is_empty());
    }
}

/// Returns the found partner with the differing keys, or the error.
fn found(plan: &ImportPlan) -> String {
    let (Some(candidate), RowOutcome::Created { warnings, .. }) =
        (plan.writes.candidates.first(), &plan.outcomes[0])
    else {
        return outcome_text(&plan.outcomes[0]);
    };
    let mut found = plan.related.partners[&candidate.buyer.unwrap().partner].code.to_string();
    for warning in warnings.iter().filter(|warning| warning.code == ProblemCode::BpartnerKeyDiffers) {
        let value = |name| warning.param(name).unwrap().text(Language::English);
        let (name, stored, sent) = (value("name"), value("stored"), value("sent"));
        found = format!("{found}, {name}: stored {stored}, sent {sent}");
    }
    found
}

#[test]
fn lookup_advice_selects_the_only_key() {
    use PartnerLookup::{Code, ExternalId, Gln};
    let given = partners();
    let unknown = |member: &str| format!("rejected bpartner.unknown /bpartner/{member}");
    let table = [
        (("C", "a", "1"), ExternalId, "A, code: stored A, sent C".to_owned()),
        (("C", "a", "2"), Gln, "B, code: stored B, sent C".to_owned()),
        (("B", "a", "1"), Code, "B, gln: stored 2, sent 1".to_owned()),
        // the other keys are not looked up
        (("A", "x", ""), ExternalId, unknown("bpartner/externalId")),
        (("A", "a", "9"), Gln, unknown("location/gln")),
        (("X", "a", "1"), Code, unknown("bpartner/code")),
        (("", "x", "1"), Gln, "A, externalId: stored a, sent x".to_owned()),
    ];
    for ((key, external_id, gln), lookup, expected) in table {
        let row = row_with("H", "1", |request| {
            request.bpartner = block(key, external_id, gln);
            request.bpartner.lookup = Some(lookup);
            if let Some(location) = &mut request.bpartner.location {
                (location.advice, location.country_code) = (CREATE, sent("DE"));
            }
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        assert_eq!(found(&plan), expected, "{key:?}, {external_id:?}, {gln:?} by {lookup:?}");
    }
}

#[test]
fn source_with_reject_mismatches_rejects_differing_keys() {
    let given = partners().reference(reject_mismatches);
    let ambiguous = |member: &str| format!("rejected bpartner.ambiguous /bpartner/{member}");
    for ((key, external_id, gln), expected) in [
        (("A", "a", "1"), "A".to_owned()),
        (("B", "x", ""), "B".to_owned()),
        (("B", "a", ""), ambiguous("bpartner/code")),
        (("B", "", "1"), ambiguous("bpartner/code")),
        (("", "c", "2"), ambiguous("location/gln")),
        (("A", "x", ""), ambiguous("bpartner/externalId")),
        (("X", "a", ""), ambiguous("bpartner/code")),
        (("X", "", "1"), ambiguous("bpartner/code")),
        (("", "x", "1"), ambiguous("bpartner/externalId")),
    ] {
        let row = row_with("H", "1", |request| request.bpartner = block(key, external_id, gln));
        let plan = given.plan(ErrorPolicy::All, &[row]);
        assert_eq!(found(&plan), expected, "code {key:?}, external id {external_id:?}, gln {gln:?}");
    }
}

#[test]
fn key_of_another_partner_is_rejected() {
    let given = partners().allow(|permissions| permissions.update_masterdata = true);
    let taken = |member: &str| format!("rejected key.taken /bpartner/bpartner/{member}");
    let differs = "created, warned bpartner.key_differs /bpartner/bpartner/code";
    for ((key, external_id, gln), lookup, advice, expected) in [
        (("C", "a", ""), None, MERGE, taken("code")),
        (("", "c", "2"), Some(PartnerLookup::Gln), MERGE, taken("externalId")),
        (("C", "", "9"), Some(PartnerLookup::Gln), CREATE, taken("code")),
        (("X", "c", "9"), Some(PartnerLookup::Gln), CREATE, taken("externalId")),
        (("X", "a", ""), None, MERGE, differs.to_owned()),
    ] {
        let row = row_with("H", "1", |request| {
            request.bpartner = block(key, external_id, gln);
            request.bpartner.lookup = lookup;
            request.bpartner.bpartner.name = called("Name");
            request.bpartner.bpartner.advice = advice;
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let seen = outcome_text(&plan.outcomes[0]);
        assert_eq!(seen, expected, "code {key:?}, external id {external_id:?}, gln {gln:?}");
    }
}

#[test]
fn gln_of_two_partners_is_ambiguous() {
    let mut given = partners();
    given.context.locations[1].gln = Some(code("1"));
    let buyer = |key: &str, gln: &str| {
        given.outcome(row_with("H", "1", |request| request.bpartner = block(key, "", gln)))
    };
    assert_eq!(buyer("", "1"), "rejected bpartner.ambiguous /bpartner/location/gln");
    assert_eq!((buyer("A", "1"), buyer("B", "1")), ("created".to_owned(), "created".to_owned()));
    // an own location takes precedence over shared ones
    given.context.locations[1].organisation = SHARED;
    let row = row_with("H", "1", |request| request.bpartner = block("", "", "1"));
    let plan = given.plan(ErrorPolicy::All, &[row]);
    assert_eq!(plan.writes.candidates[0].buyer.unwrap().partner, given.partner_id("A"));
}

#[test]
fn ambiguous_keys_error_names_both_partners() {
    let row = row_with("H", "1", |request| request.bpartner = block("", "x", "1"));
    let plan = partners().plan(ErrorPolicy::All, &[row]);
    let crate::import::RowOutcome::Rejected { errors } = &plan.outcomes[0] else { panic!("{plan:?}") };
    let message = errors[0].message(crate::problem::Language::English);
    assert_eq!(message, "The keys match different business partners: A (externalId a) and externalId x.");
}

#[test]
fn empty_key_is_filled_only_by_update_merge() {
    let given = partners().allow(|permissions| permissions.update_masterdata = true);
    let filled = |advice| {
        let row = row_with("H", "1", |request| {
            request.bpartner = block("B", "b", "");
            request.bpartner.bpartner.advice = advice;
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let changed = plan.writes.partners.changed.first().map(|partner| partner.external_id.clone());
        (outcome_text(&plan.outcomes[0]), changed.flatten().map(|id| id.to_string()))
    };
    assert_eq!(filled(FAIL), ("created".to_owned(), None));
    assert_eq!(filled(CREATE), ("created".to_owned(), None));
    assert_eq!(filled(MERGE), ("created".to_owned(), Some("b".to_owned())));
    let changed = "rejected bpartner.changed /bpartner/bpartner/externalId".to_owned();
    assert_eq!(filled(ASSERT), (changed, None));
}

#[test]
fn key_filled_by_a_row_matches_in_later_rows() {
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

#[test]
fn contacts_match_within_their_partner() {
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
        // an unknown external id is a new contact
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
        (data(|contact| contact.email = MaybeUndefined::Null), "none".to_owned()),
    ];
    for (data, expected) in table {
        let row = row_with("H", "1", |request| request.bpartner.contact = Some(data.clone()));
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let seen = match plan.writes.candidates.first() {
            Some(candidate) => candidate
                .buyer
                .unwrap()
                .contact
                .map_or("none".to_owned(), |contact| (contact.0 - first).to_string()),
            None => outcome_text(&plan.outcomes[0]),
        };
        assert_eq!(seen, expected, "{data:?}");
    }
}

#[test]
fn products_match_by_code_and_external_id() {
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
        let sent = |text: &str| if text.is_empty() { MaybeUndefined::Absent } else { sent(text) };
        let row = row_with("H", "1", |request| {
            (request.product.code, request.product.external_id) = (sent(key), sent(external_id));
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let seen = match plan.writes.candidates.first() {
            Some(candidate) => plan.related.products[&candidate.product.unwrap()].code.to_string(),
            None => outcome_text(&plan.outcomes[0]),
        };
        assert_eq!(seen, expected, "code {key:?}, external id {external_id:?}");
    }
}

#[test]
fn own_record_is_preferred_and_foreign_one_hidden() {
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
            let partner =
                given.context.partners.iter().position(|known| known.id == candidate.buyer.unwrap().partner);
            let product = given.context.products.iter().position(|known| Some(known.id) == candidate.product);
            assert_eq!(partner, product);
            partner.unwrap()
        });
        assert_eq!(seen, expected, "{owners:?}: {:?}", plan.outcomes);
    }
}

#[test]
fn records_created_below_a_shared_partner_belong_to_the_organisation() {
    let given = given()
        .partner_with("G0001", |partner| partner.organisation = SHARED)
        .product_with("P1", |product| product.organisation = SHARED);
    let row = || -> ImportRow {
        row_with("H", "1", |request| {
            request.bpartner.advice = CREATE;
            request.bpartner.location = Some(LocationData {
                external_id: sent("new"),
                country_code: sent("DE"),
                ship_to_default: MaybeUndefined::Value(true),
                bill_to_default: MaybeUndefined::Value(true),
                ..LocationData::default()
            });
            request.bpartner.contact =
                Some(ContactData { name: called("Ann Able"), ..ContactData::default() });
        })
    };
    let plan = given.plan(ErrorPolicy::All, &[row()]);
    assert_eq!(outcome_text(&plan.outcomes[0]), "created location contact");
    assert_eq!(plan.writes.locations.created[0].organisation, OWN);
    assert_eq!(plan.writes.contacts.created[0].organisation, OWN);
    // the default of the shared partner is unchanged
    assert!(plan.writes.locations.changed.is_empty() && plan.writes.partners.changed.is_empty());
    // the new default applies to this organisation only
    let mut later = given.clone().after(&plan.writes);
    let buyer = |given: &ImportFixture| {
        let plan = given.plan(ErrorPolicy::All, &[super::row("H", "2")]);
        plan.writes.candidates[0].buyer.unwrap().location
    };
    assert_eq!(buyer(&later), Some(plan.writes.locations.created[0].id));
    later.permissions.organisations = crate::access::OrgScope::These(vec![OTHER]);
    later.permissions.default_organisation = Some(OTHER);
    assert_eq!(buyer(&later), Some(given.context.locations[0].id));
}

#[test]
fn foreign_records_below_a_shared_partner_are_hidden() {
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
    assert_eq!(outcome_text(&plan.outcomes[0]), "created location contact");
    // the first location visible to this organisation is its default; other organisations' defaults are unchanged
    assert!(plan.writes.locations.created[0].ship_to_default);
    assert!(plan.writes.locations.changed.is_empty());
    assert_eq!(items(&plan.writes.candidates[0].problems), "price.none /price");
}

#[test]
fn exact_key_is_preferred_over_other_spacing() {
    let stored = |text: &str| crate::text::Code::stored(text).unwrap();
    let mut given = given()
        .partner_with("1", |partner| partner.code = stored("A\u{A0}1"))
        .partner_with("2", |partner| partner.code = stored("A\u{2003}1"))
        .product_with("3", |product| product.code = stored("P\u{A0}1"));
    let row = || {
        row_with("H", "1", |request| {
            request.bpartner = block("A 1", "", "");
            request.bpartner.bpartner.advice = ASSERT;
            request.product.code = sent("P\u{202F}1");
        })
    };
    let buyer = |given: &ImportFixture| {
        let plan = given.plan(ErrorPolicy::All, &[row()]);
        assert_eq!(outcome_text(&plan.outcomes[0]), "created");
        assert!(plan.writes.partners.changed.is_empty());
        plan.writes.candidates.first().map(|candidate| candidate.buyer.unwrap().partner)
    };
    assert_eq!(buyer(&given), Some(given.context.partners[0].id), "the oldest");
    given = given.partner_with("A 1", |_| ());
    assert_eq!(buyer(&given), Some(given.context.partners[2].id));
}
