//! Suggestions for unknown codes of rejected rows.

use super::cross_references::{known, naming_product};
use super::*;
use crate::candidate::{CandidateRequest, MaybeUndefined, PartnerBlock};
use crate::ids::SHARED;
use crate::import::{
    ErrorPolicy, ImportContext, ImportKeys, ImportRow, RowOutcome, SimilarRecords, UnknownCodes,
};
use crate::masterdata::{CrossReferenceKind, ProductGtin};

/// Returns the number of codes for which a row needs similar records.
fn unknown_keys(given: &ImportFixture, row: ImportRow) -> usize {
    let rows = [row];
    let unknown = UnknownCodes::find(&rows, &ImportKeys::collect(&rows), &given.loaded());
    let keys = unknown.similar_keys();
    [&keys.partner_codes, &keys.sales_partner_codes, &keys.product_codes]
        .into_iter()
        .filter(|codes| !codes.is_empty())
        .count()
}

#[test]
fn only_unknown_codes_that_are_not_created_need_similar_records() {
    let set = |set: fn(&mut CandidateRequest)| row_with("H", "1", set);
    let table = [
        (0, set(|_| ())),
        (1, naming_product("P22")),
        (0, set(|request| (request.product.code, request.product.advice) = (sent("P22"), CREATE))),
        (1, set(|request| request.bpartner.bpartner.code = sent("G00001"))),
        (
            0,
            set(|request| {
                request.bpartner.bpartner.code = sent("G00001");
                request.bpartner.advice = CREATE;
            }),
        ),
        (0, short_row("H", |request| request.bpartner.bpartner.code = sent("G00001"))),
        (
            1,
            set(|request| {
                let mut bill = PartnerBlock::default();
                bill.bpartner.code = sent("G00001");
                request.bill_bpartner = Some(Box::new(bill));
            }),
        ),
        (1, set(|request| request.sales_partner_code = Some(code("V1")))),
        (
            3,
            set(|request| {
                request.product.code = sent("P22");
                request.bpartner.bpartner.code = sent("G00001");
                request.sales_partner_code = Some(code("V1"));
            }),
        ),
        (0, set(|request| request.product.code = MaybeUndefined::Absent)),
    ];
    for (expected, row) in table {
        let request = format!("{:?}", row.request);
        assert_eq!(unknown_keys(&known(), row), expected, "{request}");
    }
}

#[test]
fn similar_records_of_five_unknown_codes_are_loaded() {
    let rows: Vec<_> = ["Q10", "Q20", "Q30", "Q40", "Q50", "Q60", "Q70"].map(naming_product).into();
    let keys = UnknownCodes::find(&rows, &ImportKeys::collect(&rows), &known().loaded()).similar_keys();
    assert!(keys.product_codes.contains(&code("Q-50")), "{:?}", keys.product_codes);
    assert!(!keys.product_codes.contains(&code("Q-60")), "{:?}", keys.product_codes);
}

#[test]
fn mapped_codes_and_gtins_need_no_similar_records() {
    let product = known().product_id("P2");
    let mapped = known().mapped(CrossReferenceKind::Product, "KAF", product.0, |_| ());
    assert_eq!(unknown_keys(&mapped, naming_product("KAF")), 0);
    let with_gtin = known().context(|context| {
        context.gtins.push(ProductGtin { product, organisation: OWN, gtin: code("04006381333931") });
    });
    assert_eq!(unknown_keys(&with_gtin, naming_product("4006381333931")), 0);
}

#[test]
fn similar_records_of_the_organisation_are_suggested() {
    let given = given()
        .partner_with("G0001", |partner| partner.sales_code = Some(code("V-1")))
        .product_with("KAF-1KG", |product| product.organisation = SHARED)
        .product_with("KAF-2KG", |product| product.active = false)
        .product_with("KAF-3KG", |product| product.organisation = OTHER);
    let similar = SimilarRecords {
        reference: given.loaded().reference,
        partners: given.context.partners.clone(),
        products: given.context.products.clone(),
    };
    let set = |set: fn(&mut CandidateRequest)| row_with("H", "1", set);
    let table = [
        ("/product", "KAF-1KG", naming_product("KAF-1GK")),
        ("/product", "KAF-1KG", naming_product("kaf1kg")),
        ("/product", "", naming_product("TEE")),
        ("/bpartner", "G0001", set(|request| request.bpartner.bpartner.code = sent("G001"))),
        (
            "/billBPartner",
            "G0001",
            set(|request| {
                let mut bill = PartnerBlock::default();
                bill.bpartner.code = sent("g-0001");
                request.bill_bpartner = Some(Box::new(bill));
            }),
        ),
        ("/salesPartnerCode", "V-1", set(|request| request.sales_partner_code = Some(code("V1")))),
        ("/uomCode", "PCE", set(|request| request.uom_code = Some(code("PC")))),
        ("/currencyCode", "EUR", set(|request| request.currency_code = Some(code("EU")))),
    ];
    let empty = given.context(|context| *context = ImportContext::default());
    for (pointer, expected, row) in table {
        let request = row.request.clone().unwrap();
        let outcome = empty.plan(ErrorPolicy::Row, std::slice::from_ref(&row)).outcomes.remove(0);
        let RowOutcome::Rejected { errors } = outcome else { panic!("{request:?}") };
        let error = errors.iter().find(|error| error.pointer.starts_with(pointer)).unwrap();
        let suggestions = similar.suggestions(&request, OWN, error);
        let codes: Vec<_> = suggestions.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes.join(", "), expected, "{pointer}: {error:?}");
    }
}
