//! Ids of records in external systems: look-up, creation and update by rows with a system.

use super::*;
use crate::access::OrgScope;
use crate::candidate::*;
use crate::ids::{ExternalSystemId, PartnerId, SHARED};
use crate::import::{ErrorPolicy, ImportRow};
use crate::masterdata::kinds::KindName;
use crate::masterdata::{ExternalIds, ExternalReference, ExternalSystem, Reference};
use crate::sync_advice::SyncAdvice;

const A: ExternalSystemId = ExternalSystemId(70);
const B: ExternalSystemId = ExternalSystemId(71);

fn two_systems(reference: &mut Reference) {
    let system =
        |(id, key)| ExternalSystem { id, organisation: OWN, active: true, code: code(key), name: None };
    reference.external_systems = [(A, "a"), (B, "b")].map(system).into();
}

fn own_ids(reference: &mut Reference) {
    reference.data_sources.iter_mut().for_each(|source| source.external_ids = ExternalIds::Own);
}

fn referenced(
    given: ImportFixture,
    kind: KindName,
    record: i64,
    system: ExternalSystemId,
    id: &str,
) -> ImportFixture {
    let locations = given.context.locations.iter().map(|one| (one.id.0, one.partner));
    let contacts = given.context.contacts.iter().map(|one| (one.id.0, one.partner));
    let partner = locations.chain(contacts).find(|(id, _)| *id == record).map(|(_, partner)| partner);
    let reference = ExternalReference { kind, record, organisation: OWN, partner, system, id: code(id) };
    given.context(|context| context.external_references.push(reference))
}

/// Returns a fixture with two records of each kind: the first has the id 1001 in system A, the second as shared id.
fn known() -> ImportFixture {
    let mut given = given().reference(two_systems).partner("P-A").partner("P-S").product("P1");
    let [first, second] = [given.partner_id("P-A"), given.partner_id("P-S")];
    given.context.partners[1].external_id = Some(code("1001"));
    given.context.locations[0].external_id = None;
    given = given.location_with(first, "1001", |_| {});
    given = given.contact_with(first, "Ann", |_| {});
    given = given.contact_with(first, "Bea", |contact| contact.external_id = Some(code("1001")));
    given = given.product("R-A").product_with("R-S", |product| product.external_id = Some(code("1001")));
    let (location, contact) = (given.context.locations[0].id.0, given.context.contacts[0].id.0);
    let product = given.context.products[1].id.0;
    given = referenced(given, KindName::Partners, first.0, A, "1001");
    given = referenced(given, KindName::Locations, location, A, "1001");
    given = referenced(given, KindName::Contacts, contact, A, "1001");
    given = referenced(given, KindName::Products, product, A, "1001");
    assert_ne!(first, second);
    given
}

fn of_system(system: &str, set: impl FnOnce(&mut CandidateRequest)) -> ImportRow {
    row_with("H", "1", |request| {
        request.external_system = (!system.is_empty()).then(|| code(system));
        set(request);
    })
}

/// System of the row, whether the data source uses own ids only, and the found record: `A` of system A, `S` the shared
/// one, or none.
const LOOK_UPS: [(&str, bool, &str); 6] = [
    ("", false, "S"),
    ("", true, "S"),
    ("a", false, "A"),
    ("a", true, "A"),
    ("b", false, "S"),
    ("b", true, ""),
];

fn set_up(is_own: bool) -> ImportFixture {
    if is_own { known().reference(own_ids) } else { known() }
}

#[test]
fn partner_is_found_by_its_id_in_the_system_of_the_row() {
    for (system, is_own, expected) in LOOK_UPS {
        let row = of_system(system, |request| request.bpartner = matching::block("", "1001", ""));
        let plan = set_up(is_own).plan(ErrorPolicy::All, &[row]);
        let found =
            plan.writes.candidates.first().map(|one| &plan.related.partners[&one.buyer.unwrap().partner]);
        let found = found.map_or("", |partner| partner.code.as_str().trim_start_matches("P-"));
        assert_eq!(found, expected, "{system} {is_own} {:?}", plan.outcomes);
    }
}

#[test]
fn location_and_contact_are_found_by_their_ids_in_the_system_of_the_row() {
    for (system, is_own, expected) in LOOK_UPS {
        let row = of_system(system, |request| {
            request.bpartner = matching::block("P-A", "", "");
            let location = LocationData { external_id: sent("1001"), ..LocationData::default() };
            request.bpartner.location = Some(location);
            request.bpartner.contact =
                Some(ContactData { external_id: sent("1001"), ..ContactData::default() });
        });
        let given = set_up(is_own);
        let plan = given.plan(ErrorPolicy::All, &[row]);
        let buyer = plan.writes.candidates.first().and_then(|one| one.buyer);
        let found = buyer.map_or(("", ""), |buyer| {
            let location = if buyer.location == Some(given.context.locations[0].id) { "A" } else { "S" };
            let contact = if buyer.contact == Some(given.context.contacts[0].id) { "A" } else { "S" };
            (location, contact)
        });
        assert_eq!(found, (expected, expected), "{system} {is_own} {:?}", plan.outcomes);
    }
}

#[test]
fn product_is_found_by_its_id_in_the_system_of_the_row() {
    for (system, is_own, expected) in LOOK_UPS {
        let row = of_system(system, |request| {
            request.bpartner = matching::block("P-A", "", "");
            request.product = ProductData { external_id: sent("1001"), ..ProductData::default() };
        });
        let plan = set_up(is_own).plan(ErrorPolicy::All, &[row]);
        let found = plan.writes.candidates.first().map(|one| &plan.related.products[&one.product.unwrap()]);
        let found = found.map_or("", |product| product.code.as_str().trim_start_matches("R-"));
        assert_eq!(found, expected, "{system} {is_own} {:?}", plan.outcomes);
    }
}

/// Returns a row that creates partner, location, contact and product, all with the id 7.
fn creating(system: &str, header: &str) -> ImportRow {
    row_with(header, "1", |request| {
        request.external_system = (!system.is_empty()).then(|| code(system));
        request.bpartner = matching::block("", "7", "");
        request.bpartner.advice = Some(SyncAdvice::CREATE);
        request.bpartner.bpartner.name = called("New");
        request.bpartner.location = Some(LocationData {
            external_id: sent("7"),
            country_code: sent("DE"),
            ..LocationData::default()
        });
        request.bpartner.contact =
            Some(ContactData { external_id: sent("7"), name: called("Ann"), ..ContactData::default() });
        request.product = ProductData {
            external_id: sent("7"),
            name: called("Tea"),
            product_type: MaybeUndefined::Value(crate::masterdata::ProductType::Item),
            uom_code: sent("PCE"),
            advice: Some(SyncAdvice::CREATE),
            ..ProductData::default()
        };
    })
}

#[test]
fn new_records_get_ids_of_the_system_only_with_own_ids() {
    for (system, is_own, expected) in [("", true, None), ("b", false, None), ("b", true, Some(B))] {
        // the second row refers to the records of the first one
        let rows = [creating(system, "H1"), creating(system, "H2")];
        let given = set_up(is_own);
        let plan = given.plan(ErrorPolicy::All, &rows);
        let writes = &plan.writes;
        assert_eq!(writes.candidates.len(), 2, "{:?}", plan.outcomes);
        assert_eq!(writes.candidates[0].buyer, writes.candidates[1].buyer);
        let shared = expected.is_none().then(|| code("7"));
        assert_eq!(writes.partners.created[0].external_id, shared);
        assert_eq!(writes.locations.created[0].external_id, shared);
        assert_eq!(writes.contacts.created[0].external_id, shared);
        assert_eq!(writes.products.created[0].external_id, shared);
        let references = &writes.external_references.inserted;
        let found: Vec<_> = references.iter().map(|one| (one.kind, one.system, one.id.as_str())).collect();
        let kinds = [KindName::Partners, KindName::Locations, KindName::Contacts, KindName::Products];
        let all = kinds.into_iter().filter_map(|kind| Some((kind, expected?, "7")));
        assert_eq!(found, all.collect::<Vec<_>>(), "{system} {is_own}");
        assert_eq!(writes.without_unique_key.len(), if expected.is_some() { 2 } else { 0 });
        let partner = writes.candidates[0].buyer.unwrap().partner;
        let shown = plan.related.external_id(
            plan.related.row_system(&writes.candidates[0]),
            partner.0,
            plan.related.partners[&partner].external_id.as_ref(),
        );
        assert_eq!(shown, Some(&code("7")));
        // later rows of the same system find the records, rows of other systems do not
        let later = given.after(&plan.writes);
        assert_eq!(later.outcome(creating(system, "H3")), "created");
        let other = later.plan(ErrorPolicy::All, &[creating("a", "H3")]);
        assert_eq!(other.writes.partners.created.len(), usize::from(is_own), "{system} {is_own}");
    }
}

#[test]
fn same_address_and_name_with_other_id_of_the_system_is_another_record() {
    let second = |mut row: ImportRow, id: &str| {
        let request = row.request.as_mut().unwrap();
        request.bpartner.location.as_mut().unwrap().external_id = sent(id);
        request.bpartner.contact.as_mut().unwrap().external_id = sent(id);
        row
    };
    let rows = [creating("b", "H1"), second(creating("b", "H2"), "8")];
    let given = set_up(true);
    let plan = given.plan(ErrorPolicy::All, &rows);
    assert_eq!((plan.writes.locations.created.len(), plan.writes.contacts.created.len()), (2, 2));
    let later = given.after(&plan.writes).allow(|permissions| permissions.update_masterdata = true);
    let mut update = second(creating("b", "H3"), "8");
    let request = update.request.as_mut().unwrap();
    request.bpartner.advice = MERGE;
    request.bpartner.location.as_mut().unwrap().bpartner_name = called("Dock");
    request.bpartner.contact.as_mut().unwrap().phone = called("1");
    assert_eq!(later.outcome(update), "created", "no key is taken");
}

#[test]
fn update_writes_the_id_of_the_row() {
    let partner = |given: &ImportFixture, key: &str| given.partner_id(key);
    // partner, system, own ids, sent id, references after it, shared id after it
    let table = [
        (
            "P-A",
            "a",
            true,
            sent("5"),
            vec![],
            None,
            "rejected bpartner.ambiguous /bpartner/bpartner/externalId",
        ),
        ("P-S", "b", true, sent("5"), vec![(B, "5")], Some("1001"), "created"),
        ("P-A", "a", true, MaybeUndefined::Null, vec![], None, "created"),
        ("P-A", "a", false, MaybeUndefined::Null, vec![], None, "created"),
        ("P-A", "b", false, sent("5"), vec![(A, "1001")], Some("5"), "created"),
        ("P-A", "b", true, sent("5"), vec![(A, "1001"), (B, "5")], None, "created"),
        ("P-S", "", true, MaybeUndefined::Null, vec![], None, "created"),
    ];
    for (key, system, is_own, id, references, shared, outcome) in table {
        let given = set_up(is_own).allow(|permissions| permissions.update_masterdata = true);
        let row = of_system(system, |request| {
            request.bpartner = matching::block(key, "", "");
            request.bpartner.bpartner.external_id = id.clone();
            request.bpartner.bpartner.advice = MERGE;
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        assert_eq!(outcome_text(&plan.outcomes[0]), outcome, "{key} {system} {id:?}");
        if outcome != "created" {
            continue;
        }
        assert_eq!(plan.writes.partners.changed.len(), 1, "the version shows the change");
        let id = partner(&given, key);
        let later = given.after(&plan.writes);
        let of_it = later.context.external_references.iter().filter(|one| one.record == id.0);
        let found: Vec<_> = of_it.map(|one| (one.system, one.id.as_str())).collect();
        assert_eq!(found, references, "{key} {system}");
        let stored = later.context.partners.iter().find(|one| one.id == id).unwrap();
        assert_eq!(stored.external_id.as_ref().map(crate::text::Code::as_str), shared, "{key} {system}");
    }
}

#[test]
fn equal_id_of_the_system_is_no_change() {
    for is_own in [true, false] {
        let row = of_system("a", |request| {
            request.bpartner = matching::block("", "1001", "");
            request.bpartner.bpartner.advice = ASSERT;
        });
        let plan = set_up(is_own).plan(ErrorPolicy::All, &[row]);
        assert_eq!(outcome_text(&plan.outcomes[0]), "created");
        assert_eq!(plan.writes.external_references, crate::import::ReferenceChanges::default());
    }
}

#[test]
fn rejected_rows_leave_no_references() {
    let mut faulty = creating("b", "H1");
    faulty.request.as_mut().unwrap().product = ProductData { code: sent("none"), ..ProductData::default() };
    let given = set_up(true);
    let plan = given.plan(ErrorPolicy::Row, &[faulty, creating("b", "H2")]);
    let records: Vec<_> = plan.writes.external_references.inserted.iter().map(|one| one.record).collect();
    assert_eq!(records.len(), 4, "{:?}", plan.outcomes);
    assert!(records.contains(&plan.writes.partners.created[0].id.0));
}

#[test]
fn references_of_other_organisations_are_not_found() {
    let row = || of_system("a", |request| request.bpartner = matching::block("", "1001", ""));
    let set_owner = |owner| {
        set_up(true).context(|context| {
            context.partners[0].organisation = owner;
            context.external_references[0].organisation = owner;
        })
    };
    assert_eq!(set_owner(OTHER).outcome(row()), "rejected bpartner.unknown /bpartner/bpartner/externalId");
    let shared: PartnerId = set_owner(SHARED).partner_id("P-A");
    let plan = set_owner(SHARED).plan(ErrorPolicy::All, &[row()]);
    assert_eq!(plan.writes.candidates[0].buyer.unwrap().partner, shared);
}

/// All organisations read shared records, so such an id would disclose the system of one organisation.
#[test]
fn shared_record_gets_no_id_in_a_system_of_an_organisation() {
    for (system_owner, stored) in [(OWN, 0), (SHARED, 1)] {
        let given = set_up(true).allow(|permissions| {
            (permissions.update_masterdata, permissions.organisations) = (true, OrgScope::All);
        });
        let given = given.reference(|reference| reference.external_systems[1].organisation = system_owner);
        let given = given.context(|context| context.partners[1].organisation = SHARED);
        let row = of_system("b", |request| {
            request.bpartner = matching::block("P-S", "", "");
            request.bpartner.bpartner.external_id = sent("5");
            request.bpartner.bpartner.advice = MERGE;
        });
        let plan = given.plan(ErrorPolicy::All, &[row]);
        assert_eq!(outcome_text(&plan.outcomes[0]), "created", "{system_owner:?}");
        assert_eq!(plan.writes.external_references.inserted.len(), stored, "{system_owner:?}");
    }
}

#[test]
fn references_are_looked_up_only_if_a_row_can_have_a_system() {
    use crate::import::ImportKeys;
    let with_id =
        |system: &str| of_system(system, |request| request.bpartner.bpartner.external_id = sent("1"));
    let reference = |set: fn(&mut Reference)| known().reference(set).loaded().reference;
    let with_source = reference(|reference| reference.data_sources[0].external_system = Some(A));
    let other_source = reference(|reference| reference.data_sources[3].external_system = Some(A));
    let no_systems = reference(|reference| reference.external_systems.clear());
    let plain = known().loaded().reference;
    let table = [
        (with_id("a"), &plain, true),
        (with_id("a"), &no_systems, false),
        (with_id(""), &plain, false),
        (with_id(""), &with_source, true),
        (with_id(""), &other_source, false),
        (row("H", "1"), &with_source, false),
    ];
    for (place, (row, reference, expected)) in table.into_iter().enumerate() {
        assert_eq!(ImportKeys::collect(&[row]).can_have_systems(reference), expected, "{place}");
    }
}
