//! Products that rows name by GTINs and by the buyer's product numbers.

use super::cross_references::{known, naming_product};
use super::*;
use crate::candidate::MaybeUndefined;
use crate::ids::SHARED;
use crate::masterdata::{CrossReferenceKind, PartnerProduct, ProductGtin};

impl ImportFixture {
    fn gtin(self, product: &str, number: &str) -> Self {
        let (product, gtin) = (self.product_id(product), code(number));
        self.context(|context| context.gtins.push(ProductGtin { product, organisation: OWN, gtin }))
    }

    fn number(self, partner: &str, product: &str, number: &str) -> Self {
        let (partner, product, number) = (self.partner_id(partner), self.product_id(product), code(number));
        let known = PartnerProduct { organisation: OWN, partner, product, number };
        self.context(|context| context.partner_products.push(known))
    }
}

/// GTIN of a product, in 13 digits.
const GTIN: &str = "4006381333931";

#[test]
fn products_are_found_by_gtin_with_valid_check_digit() {
    let unknown = "none: rejected product.unknown /product/code";
    let table = [
        ("04006381333931", GTIN, "P2: created"),
        ("04006381333931", "04006381333931", "P2: created"),
        ("00000040170725", "40170725", "P2: created"),
        ("00614141000036", "614141000036", "P2: created"),
        ("10614141000415", "10614141000415", "P2: created"),
        ("04006381333931", "4006381333932", unknown),
        ("04006381333931", "14006381333931", unknown),
    ];
    for (stored, value, expected) in table {
        assert_eq!(known().gtin("P2", stored).product_of(naming_product(value)), expected, "{value}");
    }
    let by_id = row_with("H", "1", |request| {
        (request.product.code, request.product.external_id) = (MaybeUndefined::Absent, sent(GTIN));
    });
    assert_eq!(known().gtin("P2", "04006381333931").product_of(by_id), "P2: created");
    // a product of the organisation precedes a shared one
    let both = known()
        .product_with("shared", |product| product.organisation = SHARED)
        .gtin("shared", "04006381333931")
        .gtin("P3", "04006381333931");
    assert_eq!(both.product_of(naming_product(GTIN)), "P3: created");
}

#[test]
fn product_is_found_by_number_of_the_buyer() {
    let given = known().number("G0001", "P2", "4711").number("G0002", "P3", "4711");
    assert_eq!(given.product_of(naming_product("4711")), "P2: created");
    let unknown = "none: rejected product.unknown /product/code";
    assert_eq!(given.product_of(naming_product("4712")), unknown);
    let of_other = known().number("G0002", "P3", "4711");
    assert_eq!(of_other.product_of(naming_product("4711")), unknown);
}

#[test]
fn first_of_reference_own_key_gtin_and_number_is_used() {
    let all = known()
        .product(GTIN)
        .mapped(CrossReferenceKind::Product, GTIN, known().product_id("P1").0, |_| ())
        .gtin("P2", "04006381333931")
        .number("G0001", "P3", GTIN);
    let without_reference = all.clone().context(|context| context.cross_references.clear());
    let without_key = without_reference.clone().context(|context| {
        context.products.retain(|product| product.code != *GTIN);
    });
    let without_gtin = without_key.clone().context(|context| context.gtins.clear());
    let warned = "created, warned product.key_differs /product/code";
    for (given, expected) in [
        (all, format!("P1: {warned}")),
        (without_reference, format!("{GTIN}: {warned}")),
        (without_key, format!("P2: {warned}")),
        (without_gtin, "P3: created".to_owned()),
    ] {
        assert_eq!(given.product_of(naming_product(GTIN)), expected);
    }
}
