//! Creation of master data by rows.

use super::*;
use crate::candidate::*;
use crate::ids::*;
use crate::import::{ErrorPolicy, ImportKeys, ImportPlan, ImportRow, PostalCode};
use crate::masterdata::{Defaults, PartnerGroup, ProductType};

fn creating(set: impl FnOnce(&mut CandidateRequest)) -> ImportRow {
    row_with("H", "1", |request| {
        request.bpartner.advice = CREATE;
        request.product.advice = CREATE;
        set(request);
    })
}

fn address(postal: &str, city: &str, country: &str) -> LocationData {
    LocationData {
        address1: called("Main Street 1"),
        postal: sent(postal),
        city: called(city),
        country_code: sent(country),
        ..LocationData::default()
    }
}

fn plan(given: &ImportFixture, row: ImportRow) -> ImportPlan {
    given.plan(ErrorPolicy::All, &[row])
}

#[test]
fn missing_required_member_of_new_record_is_rejected() {
    type Set = fn(&mut CandidateRequest);
    let location = || Some(address("53111", "Bonn", "DE"));
    let table: [(&str, Set); 8] = [
        ("bpartner.name_required /bpartner/bpartner/name", |request| {
            request.bpartner.bpartner.code = sent("N");
        }),
        ("location.none /bpartner/location", |request| {
            request.bpartner.bpartner.code = sent("N");
            request.bpartner.bpartner.name = called("New");
            request.bpartner.location = None;
        }),
        ("location.country_required /bpartner/location/countryCode", |request| {
            request.bpartner.location.as_mut().unwrap().country_code = MaybeUndefined::Absent;
        }),
        ("countryCode.unknown /bpartner/location/countryCode", |request| {
            request.bpartner.location.as_mut().unwrap().country_code = sent("XX");
        }),
        ("contact.name_required /bpartner/contact/name", |request| {
            request.bpartner.contact = Some(ContactData { external_id: sent("C"), ..ContactData::default() });
        }),
        (
            "product.field_required /product/name, product.field_required /product/type, \
             product.field_required /product/uomCode",
            |request| request.product.code = sent("N"),
        ),
        ("uomCode.unknown /product/uomCode", |request| {
            request.product = ProductData {
                code: sent("N"),
                name: called("N"),
                product_type: MaybeUndefined::Value(ProductType::Item),
                uom_code: sent("XXX"),
                advice: CREATE,
                ..ProductData::default()
            };
        }),
        ("record.unknown /bpartner/bpartner/parentId", |request| {
            request.bpartner.bpartner.code = sent("N");
            request.bpartner.bpartner.name = called("New");
            request.bpartner.bpartner.parent_id = MaybeUndefined::Value(4711);
        }),
    ];
    let given = given().partner("G0001").product("P1");
    for (expected, set) in table {
        let row = creating(|request| {
            request.bpartner.location = location();
            set(request);
        });
        assert_eq!(given.outcome(row), format!("rejected {expected}"));
    }
}

#[test]
fn faults_of_new_location_and_contact_are_reported_too() {
    let row = creating(|request| {
        request.bpartner.bpartner.code = sent("N");
        request.bpartner.location =
            Some(LocationData { country_code: MaybeUndefined::Null, ..address("1", "1", "DE") });
        request.bpartner.contact = Some(ContactData { external_id: sent("C"), ..ContactData::default() });
    });
    let expected = [
        "rejected bpartner.name_required /bpartner/bpartner/name",
        "location.country_required /bpartner/location/countryCode",
        "contact.name_required /bpartner/contact/name",
    ];
    assert_eq!(given().product("P1").outcome(row), expected.join(", "));
    // location and contact of an unknown partner are not checked if the partner must exist
    let row = row_with("H", "1", |request| {
        request.bpartner.bpartner.advice = FAIL;
        request.bpartner.advice = CREATE;
        request.bpartner.location = Some(address("1", "1", "XX"));
    });
    let unknown = "rejected bpartner.unknown /bpartner/bpartner/code";
    assert_eq!(given().product("P1").outcome(row), unknown);
}

#[test]
fn missing_code_is_generated_from_the_id() {
    let given = given();
    let row = creating(|request| {
        request.bpartner.bpartner =
            PartnerData { external_id: sent("e"), name: called("New"), ..PartnerData::default() };
        request.bpartner.location = Some(address("53111", "Bonn", "DE"));
        request.bpartner.contact =
            Some(ContactData { first_name: called("Ann"), last_name: called("Able"), ..Default::default() });
        request.product = ProductData {
            external_id: sent("p"),
            name: called("New"),
            product_type: MaybeUndefined::Value(ProductType::Service),
            uom_code: sent("KGM"),
            advice: CREATE,
            ..ProductData::default()
        };
    });
    let plan = plan(&given, row);
    let writes = &plan.writes;
    let (partner, product) = (&writes.partners.created[0], &writes.products.created[0]);
    assert_eq!(partner.code.as_str(), format!("BP{}", partner.id));
    assert_eq!(product.code.as_str(), format!("P{}", product.id));
    assert_eq!((product.external_id.as_ref(), product.unit), (Some(&code("p")), UnitId(32)));
    assert_eq!(writes.contacts.created[0].name.as_str(), "Ann Able");
    assert!(partner.customer && partner.active && !partner.vendor);
    let warned = "location.postal_unknown /bpartner/location/postal";
    let created = format!("created bpartner location contact product, warned {warned}");
    assert_eq!(outcome_text(&plan.outcomes[0]), created);
}

#[test]
fn generated_code_avoids_existing_codes() {
    let given = given().partner(&format!("BP{FIRST}")).product("P1");
    let row = creating(|request| {
        request.bpartner.bpartner =
            PartnerData { external_id: sent("e"), name: called("New"), ..PartnerData::default() };
        request.bpartner.location =
            Some(LocationData { country_code: sent("DE"), ..LocationData::default() });
    });
    let plan = plan(&given, row);
    assert_eq!(plan.writes.partners.created[0].code.as_str(), format!("BP{FIRST}X"));
}

#[test]
fn unknown_group_is_created_with_a_warning() {
    let group = |id: i64, owner: OrganisationId, label: &str| PartnerGroup {
        id: PartnerGroupId(id),
        organisation: owner,
        active: true,
        name: name(label),
        defaults: Defaults::default(),
    };
    let given = given().product("P1").reference(|reference| {
        reference.partner_groups = vec![group(70, SHARED, "A"), group(71, OWN, "A"), group(72, OTHER, "B")];
    });
    let row_of = |line: &str, partner: &str, label: &str| {
        row_with("H", line, |request| {
            request.bpartner.advice = CREATE;
            request.bpartner.bpartner = PartnerData {
                code: sent(partner),
                name: called(partner),
                group: called(label),
                ..PartnerData::default()
            };
            let location = LocationData { country_code: sent("DE"), ..LocationData::default() };
            request.bpartner.location = Some(location);
        })
    };
    let rows = [row_of("1", "N1", "A"), row_of("2", "N2", "B"), row_of("3", "N3", "B")];
    let plan = given.plan(ErrorPolicy::All, &rows);
    let made = "created group bpartner location, warned group.created /bpartner/bpartner/group";
    let (found, seen) = ("created bpartner location", "created bpartner location");
    assert_eq!(plan.outcomes.iter().map(outcome_text).collect::<Vec<_>>(), [found, made, seen]);
    let groups: Vec<_> = plan.writes.partners.created.iter().filter_map(|partner| partner.group).collect();
    let new = plan.writes.partner_groups.created[0].id;
    assert_eq!(groups, [PartnerGroupId(71), new, new]);
    assert_eq!(plan.related.reference.partner_group(new).unwrap().name.as_str(), "B");
}

#[test]
fn new_location_becomes_the_default_only_if_none_exists() {
    let given =
        given().partner("G0001").product("P1").allow(|permissions| permissions.update_masterdata = true);
    let flags = |existing: bool, set: fn(&mut LocationData)| {
        let row = creating(|request| {
            let mut location =
                LocationData { external_id: sent("N"), country_code: sent("DE"), ..Default::default() };
            set(&mut location);
            request.bpartner.location = Some(location);
            if !existing {
                request.bpartner.bpartner.code = sent("N1");
                request.bpartner.bpartner.name = called("New");
            }
        });
        let plan = plan(&given, row);
        let new = &plan.writes.locations.created[0];
        let old = plan.writes.locations.changed.first();
        let old = old.map(|location| (location.ship_to_default, location.bill_to_default));
        ((new.ship_to_default, new.bill_to_default), old)
    };
    // a partner's first location is its default, unless flags specify otherwise
    assert_eq!(flags(false, |_| ()), ((true, true), None));
    assert_eq!(
        flags(false, |location| location.ship_to_default = MaybeUndefined::Value(false)),
        ((false, true), None)
    );
    assert_eq!(
        flags(false, |location| location.bill_to = MaybeUndefined::Value(false)),
        ((true, false), None)
    );
    // further locations become the default only if flags specify it, and the previous default loses the flag
    assert_eq!(flags(true, |_| ()), ((false, false), None));
    let ship = |location: &mut LocationData| location.ship_to_default = MaybeUndefined::Value(true);
    assert_eq!(flags(true, ship), ((true, false), Some((false, true))));
}

#[test]
fn replacing_the_default_location_needs_the_scope() {
    let given = given().partner("G0001").product("P1");
    let row = creating(|request| {
        request.bpartner.location = Some(LocationData {
            external_id: sent("N"),
            country_code: sent("DE"),
            ship_to_default: MaybeUndefined::Value(true),
            ..LocationData::default()
        });
    });
    assert_eq!(given.outcome(row), "rejected scope.missing /bpartner/location/shipToDefault");
}

#[test]
fn location_is_linked_to_its_postal_code() {
    let given = given().partner("G0001").product("P1").context(|context| {
        let postal = |id: i64, city: &str| PostalCode {
            id: PostalCodeId(id),
            country: code("DE"),
            postal: code("53111"),
            city: Some(name(city)),
        };
        context.postal_codes = vec![postal(90, "Bonn"), postal(91, "Bad Godesberg")];
    });
    let warned = ", warned location.postal_unknown /bpartner/location/postal";
    let table = [
        (address("53111", "bonn", "DE"), Some(90), ""),
        (address("53111", "Bad  Godesberg", "DE"), Some(91), ""),
        (address("53111", "Elsewhere", "DE"), Some(90), ""),
        (address("53111", "Bonn", "IN"), None, warned),
        (address("53112", "Bonn", "DE"), None, warned),
        (LocationData { postal: MaybeUndefined::Absent, ..address("53111", "Bonn", "DE") }, None, ""),
    ];
    for (location, link, warning) in table {
        let row = creating(|request| request.bpartner.location = Some(location.clone()));
        let plan = plan(&given, row);
        assert_eq!(outcome_text(&plan.outcomes[0]), format!("created location{warning}"), "{location:?}");
        let created = &plan.writes.locations.created[0];
        assert_eq!(created.postal_code, link.map(PostalCodeId), "{location:?}");
        assert_eq!(created.city.as_ref(), location.city.value());
    }
}

#[test]
fn moved_location_loses_its_postal_code() {
    let given =
        given().partner("G0001").product("P1").allow(|permissions| permissions.update_masterdata = true);
    let given = given.context(|context| {
        context.locations[0].postal_code = Some(PostalCodeId(90));
        context.locations[0].postal = Some(code("53111"));
    });
    let row = row_with("H", "1", |request| {
        request.bpartner.advice = MERGE;
        request.bpartner.location = Some(LocationData {
            external_id: sent("G0001-L"),
            postal: sent("53112"),
            country_code: sent("DE"),
            ..LocationData::default()
        });
    });
    let plan = plan(&given, row);
    assert_eq!(
        outcome_text(&plan.outcomes[0]),
        "created, warned location.postal_unknown /bpartner/location/postal"
    );
    assert_eq!(plan.writes.locations.changed[0].postal_code, None);
}

fn new_product(price: &str) -> ProductData {
    ProductData {
        code: sent("N"),
        name: called("New"),
        product_type: MaybeUndefined::Value(ProductType::Item),
        uom_code: sent("PCE"),
        price_std: MaybeUndefined::Value(number(price)),
        advice: CREATE,
        ..ProductData::default()
    }
}

#[test]
fn new_product_gets_the_sent_price() {
    let given = given().partner("G0001");
    let rows = [
        row_with("H", "1", |request| request.product = new_product("12.34")),
        row_with("H", "2", |request| request.product.code = sent("N")),
    ];
    let plan = given.plan(ErrorPolicy::All, &rows);
    assert_eq!(outcome_text(&plan.outcomes[0]), "created product productPrice");
    let [price] = plan.writes.product_prices.as_slice() else { panic!("{plan:?}") };
    assert_eq!(
        (price.price, price.price_list_version, price.tax_category),
        (number("12.34"), VERSION, Some(CATEGORY))
    );
    assert_eq!(price.organisation, OWN);
    let listed: Vec<_> = plan.writes.candidates.iter().map(|candidate| candidate.list_price).collect();
    assert_eq!(listed, [Some(number("12.34")); 2]);
}

#[test]
fn product_price_that_cannot_be_stored_is_a_warning() {
    type Change = fn(ImportFixture) -> ImportFixture;
    let table: [(&str, Change); 4] = [
        ("pricingsystem.none /pricingSystemCode", |given| {
            given.reference(|reference| reference.organisations[0].defaults.pricing_system = None)
        }),
        ("pricelist.none /pricingSystemCode", |given| {
            given.reference(|reference| reference.price_lists[0].country = Some(code("IN")))
        }),
        ("pricelist.no_version /pricingSystemCode", |given| {
            given.reference(|reference| {
                reference.price_list_versions[0].valid_from = jiff::civil::date(2030, 1, 1);
            })
        }),
        ("pricelist.no_tax_category /product/priceStd", |given| {
            given.reference(|reference| reference.price_lists[0].default_tax_category = None)
        }),
    ];
    for (warning, change) in table {
        let row = row_with("H", "1", |request| request.product = new_product("12.34"));
        let plan = plan(&change(given().partner("G0001")), row);
        assert_eq!(outcome_text(&plan.outcomes[0]), format!("created product, warned {warning}"));
        assert!(plan.writes.product_prices.is_empty());
        // stored with a problem, because it cannot become an order yet
        assert_eq!(plan.writes.candidates[0].status.as_str(), "error");
    }
}

#[test]
fn existing_product_keeps_its_price() {
    let given = given().partner("G0001").product_with("N", |product| product.name = name("New"));
    let plan = plan(&given, row_with("H", "1", |request| request.product = new_product("12.34")));
    assert_eq!(outcome_text(&plan.outcomes[0]), "created");
    assert!(plan.writes.product_prices.is_empty());
}

#[test]
fn each_partner_role_creates_its_records_once() {
    let given = given().partner("G0001").product("P1");
    let block = |key: &str, country: &str| PartnerBlock {
        bpartner: PartnerData { code: sent(key), name: called(key), ..PartnerData::default() },
        location: Some(LocationData { country_code: sent(country), ..LocationData::default() }),
        contact: None,
        advice: CREATE,
        lookup: None,
    };
    let row = row_with("H", "1", |request| {
        request.bill_bpartner = Some(block("BILL", "DE").into());
        request.drop_ship_bpartner = Some(block("DROP", "IN").into());
        request.hand_over_bpartner = Some(block("DROP", "IN").into());
    });
    let plan = plan(&given, row);
    assert_eq!(outcome_text(&plan.outcomes[0]), "created bpartner location bpartner location");
    let candidate = &plan.writes.candidates[0];
    assert_eq!(candidate.drop_ship, candidate.hand_over);
    assert_eq!(candidate.roles().count(), 4);
}

#[test]
fn import_keys_contain_every_lookup_of_the_planner() {
    let rows = [
        creating(|request| {
            request.bpartner.bpartner.external_id = sent("e");
            request.bpartner.bpartner.parent_id = MaybeUndefined::Value(5);
            request.bpartner.location = Some(address("53111", "Bonn", "DE"));
            request.bpartner.contact = Some(ContactData {
                first_name: called("Ann"),
                last_name: called("ABLE"),
                ..ContactData::default()
            });
            request.sales_partner_code = Some(code("test_42"));
        }),
        row_with("H", "2", |request| {
            let mut block = request.bpartner.clone();
            block.location =
                Some(LocationData { gln: sent("7"), external_id: sent("L"), ..address("1", "X", "IN") });
            block.contact =
                Some(ContactData { external_id: sent("C"), name: called("X"), ..ContactData::default() });
            request.hand_over_bpartner = Some(block.into());
        }),
        ImportRow { request: Err(Vec::new()), ..row("bad", "1") },
    ];
    let keys = ImportKeys::collect(&rows);
    let texts = |codes: &std::collections::BTreeSet<crate::text::Code>| -> Vec<String> {
        codes.iter().map(ToString::to_string).collect()
    };
    assert_eq!(keys.identities.len(), 2);
    assert_eq!(texts(&keys.partner_codes), ["G0001"]);
    assert_eq!(texts(&keys.partner_external_ids), ["e"]);
    assert_eq!(keys.partner_ids.iter().map(|id| id.0).collect::<Vec<_>>(), [5]);
    assert_eq!(texts(&keys.sales_partner_codes), ["test_42"]);
    assert_eq!(
        (texts(&keys.location_external_ids), texts(&keys.location_glns)),
        (strings(&["L"]), strings(&["7"]))
    );
    assert_eq!(keys.location_address_keys.len(), 1);
    assert_eq!(
        (texts(&keys.contact_external_ids), keys.contact_name_keys.into_iter().collect()),
        (strings(&["C"]), strings(&["ann able"]))
    );
    assert_eq!(keys.postal_codes.len(), 2);
    assert_eq!(texts(&keys.product_codes), ["P1"]);
    assert_eq!(texts(&keys.po_references), ["PO-H"]);
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}
