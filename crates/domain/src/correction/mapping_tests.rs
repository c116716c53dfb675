//! Corrections that name records by cross-references, GTINs and the buyer's product numbers.

use super::*;
use crate::candidate::{Field, MaybeUndefined};
use crate::identifier::IdentifierString;
use crate::ids::*;
use crate::masterdata::*;
use crate::order::test_fixture::*;
use crate::processing::ProcessingContext;
use crate::text::Code;

fn reference(kind: CrossReferenceKind, value: &str, record: i64) -> CrossReference {
    CrossReference {
        id: CrossReferenceId(record),
        organisation: OWN,
        data_source: Some(SHOP),
        partner: None,
        kind,
        member: None,
        value: code(value),
        record,
    }
}

/// Returns the value of a field after its change, or the code of the problem.
fn corrected(mappings: &CorrectionMappings, field: Field, wanted: RequestedValue) -> String {
    let fixture = OrderFixture::new();
    let records = ProcessingContext {
        related: fixture.related(),
        product_prices: fixture.prices.clone(),
        ..ProcessingContext::default()
    };
    let context = CorrectionContext { records, mappings: mappings.clone(), ..CorrectionContext::default() };
    let call =
        CorrectionCall { actor: "Order desk".to_owned(), now: moment("2026-12-01T12:00:00Z"), run: None };
    let overrides = MaybeUndefined::Value(vec![(field, OverrideChange::Set(wanted))]);
    let patch = CandidatePatch { overrides, ..CandidatePatch::default() };
    match Corrector::new(&context, &call).correct(&candidate(1, "H1"), &patch) {
        Ok(correction) => field.read(&correction.candidate).unwrap_or_default(),
        Err(problems) => problems[0].code.as_str().to_owned(),
    }
}

#[test]
fn value_without_record_is_found_by_reference_of_data_source_and_buyer() {
    let product = |value: &str| RequestedValue::Code(code(value));
    let mappings = |set: fn(&mut CrossReference)| {
        let mut one = reference(CrossReferenceKind::Product, "KAF-1KG", NAIL.0);
        set(&mut one);
        let own = reference(CrossReferenceKind::Product, "GLUE", NAIL.0);
        CorrectionMappings { cross_references: vec![one, own], ..CorrectionMappings::default() }
    };
    let found = |set, value| corrected(&mappings(set), Field::ProductCode, product(value));
    assert_eq!(found(|_| (), "KAF-1KG"), NAIL.to_string());
    assert_eq!(found(|_| (), "val-KAF-1KG"), NAIL.to_string());
    assert_eq!(found(|one| one.partner = Some(BUYER), "KAF-1KG"), NAIL.to_string());
    for set in [
        |one: &mut CrossReference| one.partner = Some(OTHER),
        |one: &mut CrossReference| one.data_source = Some(DataSourceId(99)),
        |one: &mut CrossReference| one.kind = CrossReferenceKind::Unit,
    ] {
        assert_eq!(found(set, "KAF-1KG"), "reference.unknown");
    }
    assert_eq!(found(|_| (), "GLUE"), GLUE.to_string(), "clerks choose products by their own code");
}

#[test]
fn product_is_found_by_gtin_and_number_of_the_buyer() {
    let number = |partner, number: &str| PartnerProduct {
        organisation: OWN,
        partner,
        product: NAIL,
        number: code(number),
    };
    let mappings = CorrectionMappings {
        gtins: vec![ProductGtin { product: GLUE, organisation: OWN, gtin: code("04006381333931") }],
        partner_products: vec![number(BUYER, "4711"), number(OTHER, "4712")],
        ..CorrectionMappings::default()
    };
    for (value, expected) in [
        ("4006381333931", GLUE.to_string()),
        ("4711", NAIL.to_string()),
        ("4712", "reference.unknown".to_owned()),
    ] {
        let wanted = RequestedValue::Code(code(value));
        assert_eq!(corrected(&mappings, Field::ProductCode, wanted), expected);
    }
}

#[test]
fn partners_places_and_units_are_found_by_reference() {
    let cross_references = vec![
        reference(CrossReferenceKind::Partner, "P", OTHER.0),
        reference(CrossReferenceKind::Location, "L", BUYER_OFFICE.0),
        reference(CrossReferenceKind::Contact, "C", CLERK.0),
        reference(CrossReferenceKind::Unit, "Stk", PCE.0),
    ];
    let mappings = CorrectionMappings { cross_references, ..CorrectionMappings::default() };
    let named = |value: &str| RequestedValue::Identifier(IdentifierString::Value(code(value)));
    for (field, wanted, expected) in [
        (Field::Bpartner, named("P"), OTHER.to_string()),
        (Field::Location, named("L"), BUYER_OFFICE.to_string()),
        (Field::Contact, named("C"), CLERK.to_string()),
        (Field::UomCode, RequestedValue::Code(code("Stk")), PCE.to_string()),
    ] {
        assert_eq!(corrected(&mappings, field, wanted), expected, "{field:?}");
    }
}

#[test]
fn keys_contain_the_values_of_all_names() {
    let role = PartnerRoleReference {
        bpartner: IdentifierString::External(code("7")),
        location: Some(IdentifierString::Value(code("40"))),
        contact: Some(IdentifierString::Id(5)),
    };
    let overrides = [
        (Field::ProductCode, RequestedValue::Code(code("ext-8"))),
        (Field::Shipper, RequestedValue::Identifier(IdentifierString::Value(code("DPD")))),
        (Field::BillBPartner, RequestedValue::Role(role)),
    ];
    let overrides = overrides.map(|(field, wanted)| (field, OverrideChange::Set(wanted))).to_vec();
    let values = CandidatePatch::setting(overrides).keys().values;
    assert_eq!(values.iter().map(Code::as_str).collect::<Vec<_>>(), ["40", "7", "8", "DPD", "ext-8"]);
}
