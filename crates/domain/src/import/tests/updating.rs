//! Members that UPDATE_MERGE writes or must not write.

use super::*;
use crate::candidate::*;
use crate::ids::*;
use crate::import::{ErrorPolicy, ImportPlan};
use crate::masterdata::{Contact, Defaults, Location, Partner, PartnerGroup};

fn known() -> ImportFixture {
    let mut given = given().partner("G0001").product("P1").reference(|reference| {
        reference.partner_groups.push(PartnerGroup {
            id: PartnerGroupId(70),
            organisation: SHARED,
            active: true,
            name: name("Standard"),
            defaults: Defaults::default(),
        });
    });
    let partner = given.partner_id("G0001");
    given.context.partners[0].group = Some(PartnerGroupId(70));
    given = given.contact_with(partner, "Ann Able", |contact| contact.email = Some(name("ann@example.org")));
    given.allow(|permissions| permissions.update_masterdata = true)
}

fn merging(given: &ImportFixture, set: impl FnOnce(&mut PartnerBlock)) -> ImportPlan {
    let row = row_with("H", "1", |request| {
        request.bpartner.advice = MERGE;
        set(&mut request.bpartner);
    });
    given.plan(ErrorPolicy::All, &[row])
}

fn partner(set: impl FnOnce(&mut PartnerData)) -> (String, Option<Partner>) {
    let plan = merging(&known(), |block| set(&mut block.bpartner));
    (outcome_text(&plan.outcomes[0]), plan.writes.partners.changed.first().cloned())
}

#[test]
fn partner_group_and_parent_are_updated() {
    let (outcome_text, changed) = partner(|data| data.group = called("Standard"));
    assert_eq!((outcome_text.as_str(), changed), ("created", None));
    let (outcome_text, changed) = partner(|data| data.group = MaybeUndefined::Null);
    assert_eq!((outcome_text.as_str(), changed.map(|partner| partner.group)), ("created", Some(None)));
    let (outcome_text, changed) = partner(|data| data.group = called("New"));
    assert_eq!(outcome_text, "created group, warned group.created /bpartner/bpartner/group");
    assert_eq!(changed.and_then(|partner| partner.group).map(|group| group.0), Some(FIRST));
    let (outcome_text, changed) = partner(|data| data.parent_id = MaybeUndefined::Value(4711));
    let unknown = "rejected record.unknown /bpartner/bpartner/parentId";
    assert_eq!((outcome_text.as_str(), changed), (unknown, None));
    let own = known().partner_id("G0001");
    let (outcome_text, changed) = partner(|data| data.parent_id = MaybeUndefined::Value(own.0));
    assert_eq!((outcome_text.as_str(), changed.map(|partner| partner.parent)), ("created", Some(Some(own))));
}

#[test]
fn missing_scope_creates_no_group() {
    let given = known().allow(|permissions| permissions.update_masterdata = false);
    let plan = merging(&given, |block| block.bpartner.group = called("New"));
    assert_eq!(outcome_text(&plan.outcomes[0]), "rejected scope.missing /bpartner/bpartner/group");
}

#[test]
fn location_and_contact_members_are_updated() {
    let location = |set: fn(&mut LocationData)| -> (String, Option<Location>) {
        let plan = merging(&known(), |block| {
            let mut data = LocationData { external_id: sent("G0001-L"), ..LocationData::default() };
            set(&mut data);
            block.location = Some(data);
        });
        (outcome_text(&plan.outcomes[0]), plan.writes.locations.changed.first().cloned())
    };
    let (outcome, changed) = location(|data| data.city = called("Bonn"));
    assert_eq!((outcome.as_str(), changed.and_then(|found| found.city)), ("created", Some(name("Bonn"))));
    let (outcome, _) = location(|data| data.country_code = MaybeUndefined::Null);
    assert_eq!(outcome, "rejected property.required_cleared /bpartner/location/countryCode");
    let (outcome, _) = location(|data| data.country_code = sent("XX"));
    assert_eq!(outcome, "rejected countryCode.unknown /bpartner/location/countryCode");
    let contact = |set: fn(&mut ContactData)| -> (String, Option<Contact>) {
        let plan = merging(&known(), |block| {
            let mut data = ContactData { name: called("Ann Able"), ..ContactData::default() };
            set(&mut data);
            block.contact = Some(data);
        });
        (outcome_text(&plan.outcomes[0]), plan.writes.contacts.changed.first().cloned())
    };
    let (outcome, changed) = contact(|data| data.newsletter = MaybeUndefined::Value(true));
    assert_eq!((outcome.as_str(), changed.map(|found| found.newsletter)), ("created", Some(true)));
    let (outcome, changed) = contact(|data| data.email = MaybeUndefined::Null);
    assert_eq!((outcome.as_str(), changed.map(|found| found.email)), ("created", Some(None)));
}

#[test]
fn update_to_the_key_of_another_record_is_rejected() {
    let mut given = known();
    let partner = given.partner_id("G0001");
    // without email, the contact would have the same key as the other Ann
    given = given.contact_with(partner, "ANN ABLE", |contact| contact.email = None);
    let plan = merging(&given, |block| {
        let (label, email) = (called("Ann Able"), MaybeUndefined::Null);
        block.contact = Some(ContactData { name: label, email, ..ContactData::default() });
    });
    assert_eq!(outcome_text(&plan.outcomes[0]), "rejected key.taken /bpartner/contact");
    // without external id, the location would have the same key as the other one
    given = given.location_with(partner, "x", |location| location.external_id = None);
    let plan = merging(&given, |block| {
        let (external_id, country_code) = (MaybeUndefined::Null, sent("DE"));
        block.location = Some(LocationData { external_id, country_code, ..LocationData::default() });
    });
    assert_eq!(outcome_text(&plan.outcomes[0]), "rejected key.taken /bpartner/location");
}

#[test]
fn later_row_finds_records_changed_by_earlier_row() {
    let given = known();
    let moving = |line: &str, from: &str, to: &str| {
        row_with("H", line, |request| {
            request.bpartner.advice = MERGE;
            let gln = if to.is_empty() { MaybeUndefined::Absent } else { sent(to) };
            request.bpartner.location =
                Some(LocationData { external_id: sent(from), gln, ..LocationData::default() });
        })
    };
    let by_gln = row_with("H", "2", |request| {
        request.bpartner.bpartner.code = MaybeUndefined::Absent;
        request.bpartner.location = Some(LocationData { gln: sent("77"), ..LocationData::default() });
    });
    let plan = given.plan(ErrorPolicy::All, &[moving("1", "G0001-L", "77"), by_gln]);
    assert_eq!(plan.outcomes.iter().map(outcome_text).collect::<Vec<_>>(), ["created", "created"]);
    let [first, second] = plan.writes.candidates.as_slice() else { panic!("{plan:?}") };
    assert_eq!(first.buyer, second.buyer);
}

#[test]
fn group_created_for_shared_partner_is_shared() {
    let mut given = known().allow(|permissions| permissions.organisations = crate::access::OrgScope::All);
    given.context.partners[0].organisation = SHARED;
    let plan = merging(&given, |block| block.bpartner.group = called("New"));
    assert_eq!(plan.writes.partner_groups.created[0].organisation, SHARED);
}

#[test]
fn moving_one_default_location_keeps_the_other() {
    let mut given = known();
    let partner = given.partner_id("G0001");
    given = given.location_with(partner, "X", |_| ());
    let plan = merging(&given, |block| {
        let (external_id, bill_to_default) = (sent("X"), MaybeUndefined::Value(true));
        block.location = Some(LocationData { external_id, bill_to_default, ..LocationData::default() });
    });
    let flags = |key: &str| {
        let changed = &plan.writes.locations.changed;
        let location = changed.iter().find(|location| location.external_id == Some(code(key))).unwrap();
        (location.ship_to_default, location.bill_to_default)
    };
    assert_eq!((flags("G0001-L"), flags("X")), ((true, false), (false, true)));
}
