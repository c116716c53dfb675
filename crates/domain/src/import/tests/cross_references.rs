//! Lookup of records by cross-references.

use super::*;
use crate::candidate::*;
use crate::identifier::IdentifierString;
use crate::ids::*;
use crate::import::{ErrorPolicy, ImportRow, RowOutcome};
use crate::masterdata::*;
use crate::problem::Language;
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};

/// Data source of rows that send `SOURCE.shop`.
const SHOP: DataSourceId = DataSourceId(13);
/// Code that no record has.
const SENT: &str = "KAF-1KG";

/// Returns a fixture with partners and products that each have a different name.
pub(super) fn known() -> ImportFixture {
    let given = given().partner("G0001").partner("G0002");
    ["P1", "P2", "P3", "P4"].into_iter().fold(given, ImportFixture::product)
}

impl ImportFixture {
    /// Adds a cross-reference of the own organisation for all rows.
    pub(super) fn mapped(
        self,
        kind: CrossReferenceKind,
        value: &str,
        record: i64,
        set: impl FnOnce(&mut CrossReference),
    ) -> Self {
        self.context(|context| {
            let mut reference = CrossReference {
                id: CrossReferenceId(500 + i64::try_from(context.cross_references.len()).unwrap()),
                organisation: OWN,
                data_source: None,
                partner: None,
                kind,
                member: None,
                value: code(value),
                record,
            };
            set(&mut reference);
            context.cross_references.push(reference);
        })
    }

    fn mapped_product(self, product: &str, set: impl FnOnce(&mut CrossReference)) -> Self {
        let id = self.product_id(product).0;
        self.mapped(CrossReferenceKind::Product, SENT, id, set)
    }

    pub(super) fn product_id(&self, key: &str) -> ProductId {
        self.context.products.iter().find(|product| product.code == *key).unwrap().id
    }

    /// Returns the outcome of a row and the code of its product.
    pub(super) fn product_of(&self, row: ImportRow) -> String {
        let plan = self.plan(ErrorPolicy::All, &[row]);
        let found = plan.writes.candidates.first().and_then(|candidate| candidate.product);
        let of = |id| self.context.products.iter().find(|product| product.id == id);
        let found = found.and_then(of).map_or("none", |product| product.code.as_str());
        format!("{found}: {}", outcome_text(&plan.outcomes[0]))
    }
}

pub(super) fn naming_product(value: &str) -> ImportRow {
    row_with("H", "1", |request| request.product.code = sent(value))
}

fn of_shop(mut row: ImportRow) -> ImportRow {
    if let Ok(request) = &mut row.request {
        request.data_source = Some(SourceReference::InternalName(code("SOURCE.shop")));
    }
    row
}

const UPDATE: Option<SyncAdvice> =
    Some(SyncAdvice { if_not_exists: IfNotExists::Create, if_exists: IfExists::UpdateMerge });

#[test]
fn data_source_and_buyer_decide_which_reference_applies() {
    let buyer = known().partner_id("G0001");
    let other = known().partner_id("G0002");
    // data source, partner and product of each reference, by precedence
    let levels = [
        (Some(SHOP), Some(buyer), "P1"),
        (Some(SHOP), None, "P2"),
        (None, Some(buyer), "P3"),
        (None, None, "P4"),
    ];
    let add = |given: ImportFixture,
               (source, partner, product): (Option<DataSourceId>, Option<PartnerId>, &str)| {
        given.mapped_product(product, |one| (one.data_source, one.partner) = (source, partner))
    };
    for first in 0..levels.len() {
        // references are loaded in reverse order, because the order must not matter
        let given = levels[first..].iter().rev().fold(known(), |given, level| add(given, *level));
        let found = given.product_of(of_shop(naming_product(SENT)));
        assert_eq!(found, format!("{}: created", levels[first].2));
    }
    let unknown = "none: rejected product.unknown /product/code";
    for level in [(Some(SOURCE), None, "P1"), (None, Some(other), "P2"), (Some(SHOP), Some(other), "P3")] {
        assert_eq!(add(known(), level).product_of(of_shop(naming_product(SENT))), unknown);
    }
    assert_eq!(known().product_of(naming_product(SENT)), unknown);
    let of_other_organisation = known().mapped_product("P1", |one| one.organisation = OTHER);
    assert_eq!(of_other_organisation.product_of(naming_product(SENT)), unknown);
}

#[test]
fn reference_of_the_member_and_of_the_organisation_takes_precedence() {
    type Set = fn(&mut CrossReference);
    let any: Set = |_| ();
    let of_code: Set = |one| one.member = Some(CrossReferenceMember::Code);
    let of_id: Set = |one| one.member = Some(CrossReferenceMember::ExternalId);
    let shared: Set = |one| one.organisation = SHARED;
    let shared_of_code: Set =
        |one| (one.organisation, one.member) = (SHARED, Some(CrossReferenceMember::Code));
    let table: [([Set; 2], &str); 5] = [
        ([any, of_code], "P2"),
        ([shared, any], "P2"),
        ([any, shared_of_code], "P2"),
        ([of_code, shared_of_code], "P1"),
        ([of_id, shared], "P2"),
    ];
    for (number, ([first, second], expected)) in table.into_iter().enumerate() {
        let given = known().mapped_product("P1", first).mapped_product("P2", second);
        assert_eq!(given.product_of(naming_product(SENT)), format!("{expected}: created"), "{number}");
    }
}

/// Returns a fixture with master data of all kinds and a cross-reference for each value of [`row_of_all_kinds`].
fn all_kinds(with_references: bool) -> ImportFixture {
    let mut given = known();
    let partner = given.partner_id("G0002");
    given = given
        .contact_with(partner, "Ann Able", |_| ())
        .location_with(partner, "second", |location| location.gln = Some(code("77")))
        .reference(|reference| {
            reference.shippers = vec![Shipper {
                id: ShipperId(80),
                organisation: SHARED,
                active: true,
                code: code("DPD"),
                external_id: None,
                name: None,
            }];
            reference.payment_terms = vec![PaymentTerm {
                id: PaymentTermId(81),
                organisation: SHARED,
                active: true,
                code: code("30d"),
                external_id: None,
                name: None,
            }];
            reference.warehouses = vec![Warehouse {
                id: WarehouseId(82),
                organisation: OWN,
                active: true,
                code: code("W"),
                name: None,
                country: None,
            }];
        });
    if !with_references {
        return given;
    }
    let (location, contact) = (given.context.locations.last().unwrap().id, given.context.contacts[0].id);
    let product = given.product_id("P2");
    let of_partner = |one: &mut CrossReference| one.partner = Some(partner);
    given
        .mapped(CrossReferenceKind::Partner, "X-partner", partner.0, |_| ())
        .mapped(CrossReferenceKind::Location, "X-location", location.0, of_partner)
        .mapped(CrossReferenceKind::Contact, "X-contact", contact.0, of_partner)
        .mapped(CrossReferenceKind::Product, "X-product", product.0, of_partner)
        .mapped(CrossReferenceKind::Unit, "X-unit", PCE.0, of_partner)
        .mapped(CrossReferenceKind::Shipper, "X-shipper", 80, of_partner)
        .mapped(CrossReferenceKind::PaymentTerm, "X-term", 81, of_partner)
        .mapped(CrossReferenceKind::Warehouse, "X-warehouse", 82, of_partner)
}

fn row_of_all_kinds(header: &str) -> ImportRow {
    row_with(header, "1", |request| {
        request.bpartner.bpartner.code = sent("X-partner");
        request.bpartner.location = Some(LocationData { gln: sent("X-location"), ..LocationData::default() });
        request.bpartner.contact =
            Some(ContactData { external_id: sent("X-contact"), ..ContactData::default() });
        request.product.code = sent("X-product");
        request.uom_code = Some(code("X-unit"));
        request.shipper = Some(IdentifierString::Value(code("X-shipper")));
        request.payment_term = Some(IdentifierString::External(code("X-term")));
        request.warehouse_code = Some(code("X-warehouse"));
        request.warehouse_dest_code = Some(code("X-warehouse"));
    })
}

#[test]
fn records_of_all_kinds_are_found() {
    let unknown = "rejected uomCode.unknown /uomCode, shipper.unknown /shipper, paymentTerm.unknown /paymentTerm, \
                   warehouse.unknown /warehouseCode, warehouse.unknown /warehouseDestCode, bpartner.unknown \
                   /bpartner/bpartner/code, product.unknown /product/code";
    assert_eq!(all_kinds(false).outcome(row_of_all_kinds("H")), unknown);
    let given = all_kinds(true);
    let rows = ["H1", "H2"].map(row_of_all_kinds);
    let plan = given.plan(ErrorPolicy::All, &rows);
    assert_eq!(plan.outcomes.iter().map(outcome_text).collect::<Vec<_>>(), ["created", "created"]);
    let candidate = &plan.writes.candidates[0];
    let partner = given.partner_id("G0002");
    let role = PartnerRole {
        partner,
        location: given.context.locations.last().map(|location| location.id),
        contact: Some(given.context.contacts[0].id),
    };
    assert_eq!((candidate.buyer, candidate.product), (Some(role), Some(given.product_id("P2"))));
    let small = (candidate.unit, candidate.shipper, candidate.payment_term);
    assert_eq!(small, (Some(PCE), Some(ShipperId(80)), Some(PaymentTermId(81))));
    let warehouse = Some(WarehouseId(82));
    assert_eq!((candidate.warehouse, candidate.warehouse_dest), (warehouse, warehouse));
    let used: Vec<_> = plan.writes.used_cross_references.into_iter().collect();
    let expected: Vec<_> = (500..508).map(|id| (CrossReferenceId(id), 2)).collect();
    assert_eq!(used, expected, "each row counts once");
}

#[test]
fn only_accepted_rows_are_counted() {
    let given = known().mapped_product("P1", |_| ());
    let rejected = row_with("H2", "1", |request| {
        request.product.code = sent(SENT);
        request.uom_code = Some(code("unknown"));
    });
    let rows = [naming_product(SENT), rejected.clone()];
    let plan = given.plan(ErrorPolicy::Row, &rows);
    assert_eq!(plan.writes.used_cross_references, [(CrossReferenceId(500), 1)].into());
    assert_eq!(given.plan(ErrorPolicy::All, &rows).writes.used_cross_references, [].into());
    assert_eq!(given.plan(ErrorPolicy::Row, &[rejected]).writes.used_cross_references, [].into());
}

#[test]
fn buyer_of_the_row_limits_references_of_its_other_partners() {
    let given = known();
    let (buyer, other) = (given.partner_id("G0001"), given.partner_id("G0002"));
    let of = |partner| move |one: &mut CrossReference| one.partner = Some(partner);
    let billed = |request: &mut CandidateRequest| {
        let bpartner = PartnerData { code: sent("X"), ..PartnerData::default() };
        request.bill_bpartner = Some(Box::new(PartnerBlock { bpartner, ..PartnerBlock::default() }));
    };
    let outcome = |partner| {
        let given = known().mapped(CrossReferenceKind::Partner, "X", other.0, of(partner));
        given.outcome(row_with("H", "1", billed))
    };
    assert_eq!(outcome(buyer), "created");
    assert_eq!(outcome(other), "rejected bpartner.unknown /billBPartner/bpartner/code");
    // a reference limited to a buyer does not apply to the lookup of the buyer itself
    let row = row_with("H", "1", |request| request.bpartner.bpartner.code = sent("X"));
    let given = given.mapped(CrossReferenceKind::Partner, "X", other.0, of(other));
    assert_eq!(given.outcome(row), "rejected bpartner.unknown /bpartner/bpartner/code");
}

#[test]
fn location_and_contact_of_another_partner_are_not_found() {
    let given = known();
    let of_other = given.context.locations[1].id;
    let given = given.mapped(CrossReferenceKind::Location, "X", of_other.0, |_| ());
    let row = row_with("H", "1", |request| {
        request.bpartner.location = Some(LocationData { gln: sent("X"), ..LocationData::default() });
    });
    assert_eq!(given.outcome(row), "rejected location.unknown /bpartner/location/gln");
}

#[test]
fn inactive_target_is_reported_like_an_inactive_record() {
    let inactive = known()
        .product_with("off", |product| product.active = false)
        .partner_with("closed", |partner| partner.active = false);
    let partner = inactive.partner_id("closed").0;
    let inactive =
        inactive.mapped_product("off", |_| ()).mapped(CrossReferenceKind::Partner, "X", partner, |_| ());
    let same = |given: &ImportFixture, by_reference: ImportRow, by_code: ImportRow| {
        let found = staged(given, by_reference);
        assert_eq!(found, staged(given, by_code));
        found
    };
    let found = same(&inactive, naming_product(SENT), naming_product("off"));
    assert!(found.starts_with("error product.inactive"), "{found}");
    let of = |key: &str| row_with("H", "1", |request| request.bpartner.bpartner.code = sent(key));
    let found = same(&inactive, of("X"), of("closed"));
    assert!(found.starts_with("error bpartner.inactive"), "{found}");
    let small = all_kinds(true).reference(|reference| {
        reference.shippers[0].active = false;
        reference.payment_terms[0].active = false;
        reference.warehouses[0].active = false;
        reference.units.iter_mut().for_each(|unit| unit.active = false);
    });
    let unknown = "rejected uomCode.unknown /uomCode, shipper.unknown /shipper, paymentTerm.unknown /paymentTerm, \
                   warehouse.unknown /warehouseCode, warehouse.unknown /warehouseDestCode";
    assert_eq!(small.outcome(row_of_all_kinds("H")), unknown);
}

#[test]
fn mapped_key_is_not_written_to_the_record() {
    let given = all_kinds(true).allow(|permissions| permissions.update_masterdata = true);
    let row = |if_exists| {
        let mut row = row_of_all_kinds("H");
        let advice = Some(advice(IfNotExists::Create, if_exists));
        if let Ok(request) = &mut row.request {
            request.bpartner.advice = advice;
            request.product.advice = advice;
            request.bpartner.bpartner.phone = called("0228 1");
            request.bpartner.location.as_mut().unwrap().city = called("Bonn");
            request.bpartner.contact.as_mut().unwrap().phone = called("0228 2");
            request.product.name = called("Coffee 1 kg");
        }
        row
    };
    let plan = given.plan(ErrorPolicy::All, &[row(IfExists::UpdateMerge)]);
    assert_eq!(outcome_text(&plan.outcomes[0]), "created");
    let writes = &plan.writes;
    let [partner] = writes.partners.changed.as_slice() else { panic!("{writes:?}") };
    assert_eq!((partner.code.as_str(), partner.phone.as_ref().unwrap().as_str()), ("G0002", "0228 1"));
    let [location] = writes.locations.changed.as_slice() else { panic!("{writes:?}") };
    let keys = (location.gln.as_ref().unwrap().as_str(), location.external_id.as_ref().unwrap().as_str());
    assert_eq!((keys, location.city.as_ref().unwrap().as_str()), (("77", "second"), "Bonn"));
    let [contact] = writes.contacts.changed.as_slice() else { panic!("{writes:?}") };
    assert_eq!((&contact.external_id, contact.phone.as_ref().unwrap().as_str()), (&None, "0228 2"));
    let [product] = writes.products.changed.as_slice() else { panic!("{writes:?}") };
    assert_eq!((product.code.as_str(), product.name.as_str()), ("P2", "Coffee 1 kg"));
    let asserted = row_with("H", "1", |request| {
        request.product.code = sent("X-product");
        request.product.advice = ASSERT;
        request.bpartner.bpartner.code = sent("X-partner");
        request.bpartner.bpartner.advice = ASSERT;
    });
    assert_eq!(given.outcome(asserted), "created", "a mapped key is no change");
}

#[test]
fn unit_of_product_is_compared_after_its_reference() {
    let given = known().mapped(CrossReferenceKind::Unit, "Stk", PCE.0, |_| ());
    let given = given.allow(|permissions| permissions.update_masterdata = true);
    let with_unit = |product: &str| {
        row_with("H", "1", |request| {
            request.product.code = sent(product);
            request.product.uom_code = sent("Stk");
            request.product.name = called("P1");
            request.product.product_type = MaybeUndefined::Value(ProductType::Item);
            request.product.advice = UPDATE;
        })
    };
    let plan = given.plan(ErrorPolicy::All, &[with_unit("P1")]);
    assert_eq!(
        (outcome_text(&plan.outcomes[0]).as_str(), plan.writes.products.changed.len()),
        ("created", 0)
    );
    let plan = given.plan(ErrorPolicy::All, &[with_unit("new")]);
    assert_eq!(plan.writes.products.created[0].unit, PCE);
}

#[test]
fn nothing_is_created_if_a_reference_names_the_record() {
    let creating = |mut row: ImportRow| {
        if let Ok(request) = &mut row.request {
            request.bpartner.advice = CREATE;
            request.product.advice = CREATE;
            request.bpartner.bpartner.name = called("New name");
            request.product.name = called("New name");
        }
        row
    };
    let plan = all_kinds(true).plan(ErrorPolicy::All, &[creating(row_of_all_kinds("H"))]);
    assert_eq!(outcome_text(&plan.outcomes[0]), "created", "no record, and names are not compared");
}

#[test]
fn names_are_not_compared_again_after_the_import() {
    let given = known().mapped_product("P1", |_| ()).reference(|reference| {
        let sources = reference.data_sources.iter_mut();
        sources.for_each(|source| source.differences = MatchDifferences::Problem);
    });
    let named = |value: &str| {
        row_with("H", "1", |request| {
            request.product.code = sent(value);
            request.product.name = called("Something else");
        })
    };
    assert_eq!(staged(&given, named("P1")), "error product.differs /product/name");
    // the fixture validates each planned candidate again
    assert_eq!(staged(&given, named(SENT)), "new");
    let plan = given.plan(ErrorPolicy::All, &[named(SENT)]);
    let content = &plan.writes.candidates[0].content;
    assert!(content.is_mapped("", "/product") && content.is_whole());
    assert!(content.members().all(|member| member.pointer != "/product" || !member.kind.is_shown()));
}

#[test]
fn repeated_row_is_unchanged_after_its_reference_changed() {
    let before = known().mapped_product("P1", |_| ());
    let first = before.plan(ErrorPolicy::All, &[naming_product(SENT)]);
    let after = before.clone().after(&first.writes);
    let changed = after.clone().context(|context| context.cross_references[0].record = 9);
    let removed = after.clone().context(|context| context.cross_references.clear());
    for given in [&after, &changed, &removed] {
        let plan = given.plan(ErrorPolicy::All, &[naming_product(SENT)]);
        assert_eq!(outcome_text(&plan.outcomes[0]), "unchanged");
        assert_eq!(plan.writes.used_cross_references, [].into());
    }
    let other = after.outcome(naming_product("P1"));
    assert_eq!(other, "rejected identity.conflict /externalLineId");
}

#[test]
fn other_key_that_differs_is_a_warning() {
    let given = known()
        .product_with("P5", |product| product.external_id = Some(code("5")))
        .product_with("P6", |product| product.external_id = Some(code("6")))
        .mapped_product("P5", |one| one.member = Some(CrossReferenceMember::Code));
    let keys = |key: &str, id: &str| {
        row_with("H", "1", |request| {
            (request.product.code, request.product.external_id) = (sent(key), sent(id));
        })
    };
    let warned = "P5: created, warned product.key_differs /product/externalId";
    for (row, expected) in [
        (keys(SENT, "5"), "P5: created"),
        (keys(SENT, "6"), warned),
        (keys(SENT, "7"), warned),
        // own keys that contradict each other are an error, as without references
        (keys("P5", "6"), "none: rejected product.ambiguous /product/externalId"),
        (keys("P5", "7"), "none: rejected product.ambiguous /product/externalId"),
        (keys("unknown", "5"), "none: rejected product.ambiguous /product/code"),
    ] {
        assert_eq!(given.product_of(row), expected);
    }
    let texts = |id: &str| {
        let plan = given.plan(ErrorPolicy::All, &[keys(SENT, id)]);
        let RowOutcome::Created { warnings, .. } = &plan.outcomes[0] else { panic!("{id}") };
        (warnings[0].message(Language::English), warnings[0].message(Language::German))
    };
    let (english, german) = texts("6");
    assert_eq!(
        english,
        "externalId “6” belongs to P6 (externalId 6), but the line uses product P5 (externalId 5)."
    );
    assert_eq!(
        german,
        "externalId „6“ gehört zu P6 (externalId 6), die Position verwendet aber das Produkt P5 (externalId 5)."
    );
    let (english, german) = texts("7");
    assert_eq!(english, "externalId “7” belongs to no product, but the line uses product P5 (externalId 5).");
    assert!(german.starts_with("externalId „7“ gehört zu keinem Produkt, "), "{german}");
}

#[test]
fn keys_of_another_record_are_not_written() {
    let given = known()
        .product_with("P5", |product| product.external_id = Some(code("5")))
        .product_with("P6", |product| product.external_id = Some(code("6")))
        .mapped_product("P5", |_| ())
        .allow(|permissions| permissions.update_masterdata = true);
    let row = row_with("H", "1", |request| {
        (request.product.code, request.product.external_id) = (sent(SENT), sent("6"));
        (request.product.name, request.product.advice) = (called("Coffee"), UPDATE);
    });
    let plan = given.plan(ErrorPolicy::All, &[row]);
    let [product] = plan.writes.products.changed.as_slice() else { panic!("{plan:?}") };
    let keys = (product.code.as_str(), product.external_id.as_ref().unwrap().as_str());
    assert_eq!((keys, product.name.as_str()), (("P5", "5"), "Coffee"));
}

#[test]
fn keys_of_partner_and_location_that_differ_are_warnings() {
    let given = known();
    let (first, other) = (given.partner_id("G0001"), given.partner_id("G0002"));
    let given = given.location_with(first, "second", |location| location.gln = Some(code("77"))).mapped(
        CrossReferenceKind::Partner,
        "X",
        first.0,
        |one| {
            one.member = Some(CrossReferenceMember::ExternalId);
        },
    );
    let location = given.context.locations.last().unwrap().id;
    let given = given.mapped(CrossReferenceKind::Location, "L", location.0, |_| ());
    let given = given.reference(|reference| {
        let sources = reference.data_sources.iter_mut();
        sources.for_each(|source| source.key_mismatch = KeyMismatch::Reject);
    });
    let row = |key: &str, id: &str| {
        row_with("H", "1", |request| {
            request.bpartner.bpartner.external_id = sent("X");
            request.bpartner.bpartner.code = sent(key);
            request.bpartner.location =
                Some(LocationData { external_id: sent(id), gln: sent("L"), ..LocationData::default() });
        })
    };
    assert_eq!(given.outcome(row("G0001", "second")), "created");
    let warned = "created, warned bpartner.key_differs /bpartner/bpartner/code, location.key_differs \
                  /bpartner/location/externalId";
    assert_eq!(given.outcome(row("G0002", "G0001-L")), warned);
    let plan = given.plan(ErrorPolicy::All, &[row("G0002", "G0001-L")]);
    let buyer = plan.writes.candidates[0].buyer.unwrap();
    assert_eq!((buyer.partner, buyer.location), (first, Some(location)));
    assert_ne!(first, other);
}

#[test]
fn lookup_advice_limits_the_keys() {
    let given = known();
    let other = given.partner_id("G0002").0;
    let given = given.mapped(CrossReferenceKind::Partner, "X", other, |_| ());
    let row = |lookup| {
        row_with("H", "1", |request| {
            request.bpartner.lookup = Some(lookup);
            request.bpartner.bpartner.external_id = sent("X");
            request.bpartner.bpartner.code = sent("G0001");
        })
    };
    let buyer =
        |lookup| given.plan(ErrorPolicy::All, &[row(lookup)]).writes.candidates[0].buyer.unwrap().partner;
    assert_eq!(buyer(PartnerLookup::Code), given.partner_id("G0001"));
    assert_eq!(buyer(PartnerLookup::ExternalId), given.partner_id("G0002"));
}
