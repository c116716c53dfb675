//! Selection of the tax of a line.

use super::*;

fn add(w: &mut Fixture, key: &str, to_country: Option<&str>, change: fn(&mut Tax)) {
    let mut tax = tax(key, to_country, "7");
    change(&mut tax);
    w.reference.taxes.push(tax);
}

fn vat_id(w: &mut Fixture) {
    w.partner.vat_id = Some(code("DE123456789"));
}

const USUAL: &str = "DE: 10 -> 10 x 1 PCE = 10, DE19";
const SPECIAL: &str = "DE: 10 -> 10 x 1 PCE = 10, T7";
const NONE: &str = "tax.none at /product/code";
const TWO: &str = "tax.ambiguous at /product/code";

/// Removes all tax categories, so that the test can set a single one.
fn without_categories(w: &mut Fixture) {
    w.prices[0].tax_category = None;
    w.product.tax_category = None;
    w.reference.price_lists[0].default_tax_category = None;
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn tax_category_falls_back_from_row_to_organisation() {
    check(&[
        (
            "the row's before the price's",
            |w| {
                w.tax_category = Some(NORMAL);
                w.prices[0].tax_category = Some(REDUCED);
                w.product.tax_category = Some(REDUCED);
            },
            USUAL,
        ),
        ("the row's, of which there is no tax", |w| w.tax_category = Some(REDUCED), NONE),
        (
            "the list's, where price and product have none",
            |w| {
                without_categories(w);
                w.reference.price_lists[0].default_tax_category = Some(NORMAL);
                w.organisation.tax_category = Some(REDUCED);
            },
            USUAL,
        ),
        (
            "the organisation's, where nothing else has one",
            |w| {
                without_categories(w);
                w.organisation.tax_category = Some(NORMAL);
            },
            USUAL,
        ),
        (
            "by hand, without any price in the list",
            |w| {
                without_categories(w);
                w.prices.clear();
                (w.price, w.tax_category) = (Some(number("10")), Some(NORMAL));
            },
            USUAL,
        ),
        (
            "by hand, without any price or category",
            |w| {
                without_categories(w);
                w.prices.clear();
                w.price = Some(number("10"));
            },
            "taxcategory.none at /taxCategoryCode",
        ),
        (
            "by hand, by the organisation's category",
            |w| {
                without_categories(w);
                w.prices.clear();
                (w.price, w.organisation.tax_category) = (Some(number("10")), Some(NORMAL));
            },
            USUAL,
        ),
        (
            "the price's before the product's",
            |w| {
                w.prices[0].tax_category = Some(NORMAL);
                w.product.tax_category = Some(REDUCED);
            },
            USUAL,
        ),
        ("the product's", |w| w.prices[0].tax_category = None, USUAL),
        ("one without taxes", |w| w.product.tax_category = Some(REDUCED), NONE),
        ("none at all", without_categories, "taxcategory.none at /taxCategoryCode"),
        (
            "none at all, and no price: the price would have to bring one",
            |w| {
                without_categories(w);
                w.prices.clear();
            },
            "price.none at /price",
        ),
        (
            "no price, and no tax for the product's either",
            |w| {
                w.product.tax_category = Some(REDUCED);
                w.prices.clear();
            },
            "price.none at /price, tax.none at /product/code",
        ),
    ]);
}

#[test]
fn tax_matches_by_countries_and_date() {
    check(&[
        ("from another country", |w| w.reference.taxes[0].from_country = code("AT"), NONE),
        ("to another country", |w| w.reference.taxes[0].to_country = Some(code("AT")), NONE),
        ("to any country", |w| w.reference.taxes[0].to_country = None, USUAL),
        ("from the day after", |w| w.reference.taxes[0].valid_from = day("2026-12-09"), NONE),
        ("from the very day", |w| w.reference.taxes[0].valid_from = day("2026-12-08"), USUAL),
        ("until the very day", |w| w.reference.taxes[0].valid_to = Some(day("2026-12-08")), USUAL),
        ("until the day before", |w| w.reference.taxes[0].valid_to = Some(day("2026-12-07")), NONE),
        ("not active", |w| w.reference.taxes[0].active = false, NONE),
        ("another organisation's", |w| w.reference.taxes[0].organisation = OTHER, NONE),
    ]);
}

#[test]
fn warehouse_country_is_the_origin_country() {
    check(&[
        ("the row's warehouse in AT", |w| w.warehouse = Some(WAREHOUSE), NONE),
        ("the organisation's warehouse in AT", |w| w.organisation.defaults.warehouse = Some(WAREHOUSE), NONE),
        (
            "a warehouse without country",
            |w| {
                w.warehouse = Some(WAREHOUSE);
                w.reference.warehouses[0].country = None;
            },
            USUAL,
        ),
        (
            "the warehouse's before the organisation's country",
            |w| {
                w.warehouse = Some(WAREHOUSE);
                w.organisation.country = Some(code("FR"));
                w.reference.taxes[0].from_country = code("AT");
            },
            USUAL,
        ),
        ("unknown country", |w| w.organisation.country = None, NONE),
    ]);
    let mut fixture = Fixture::new();
    fixture.organisation.country = None;
    assert_eq!(
        fixture.messages(),
        ["No tax rate for category “normal” from ? to DE is valid on 8 December 2026."]
    );
}

#[test]
fn most_specific_matching_tax_wins() {
    check(&[
        ("with the country before without", |w| add(w, "T7", None, |_| ()), USUAL),
        (
            "with the country before one for VAT ids without",
            |w| {
                add(w, "T7", None, |tax| tax.requires_vat_id = true);
                vat_id(w);
            },
            USUAL,
        ),
        (
            "for VAT ids before the other",
            |w| {
                add(w, "T7", Some("DE"), |tax| tax.requires_vat_id = true);
                vat_id(w);
            },
            SPECIAL,
        ),
        ("not for a partner without", |w| add(w, "T7", Some("DE"), |tax| tax.requires_vat_id = true), USUAL),
        ("only for VAT ids, and the partner has none", |w| w.reference.taxes[0].requires_vat_id = true, NONE),
        ("own before shared", |w| add(w, "T7", Some("DE"), |tax| tax.organisation = OWN), SPECIAL),
        ("the country before the owner", |w| add(w, "T7", None, |tax| tax.organisation = OWN), USUAL),
        ("two shared ones", |w| add(w, "T7", Some("DE"), |_| ()), TWO),
        (
            "two own ones",
            |w| {
                w.reference.taxes[0].organisation = OWN;
                add(w, "T7", Some("DE"), |tax| tax.organisation = OWN);
            },
            TWO,
        ),
        (
            "two, but a third is better than both",
            |w| {
                add(w, "A", Some("DE"), |_| ());
                add(w, "T7", Some("DE"), |tax| tax.organisation = OWN);
                add(w, "B", None, |_| ());
            },
            SPECIAL,
        ),
    ]);
    let mut fixture = Fixture::new();
    add(&mut fixture, "T7", Some("DE"), |_| ());
    assert_eq!(fixture.messages(), ["Several tax rates apply: DE19 and T7."]);
}

#[test]
fn exempt_partner_needs_no_matching_tax() {
    const EXEMPT: &str = "DE: 10 -> 10 x 1 PCE = 10, exempt";
    check(&[
        ("although one fits", |w| w.partner.tax_exempt = true, EXEMPT),
        (
            "none fits",
            |w| {
                w.partner.tax_exempt = true;
                w.reference.taxes.clear();
            },
            EXEMPT,
        ),
        (
            "not even a category",
            |w| {
                w.partner.tax_exempt = true;
                w.product.tax_category = None;
            },
            EXEMPT,
        ),
    ]);
}

#[test]
fn all_pricing_problems_are_reported_together() {
    check(&[
        (
            "all at once",
            |w| {
                w.unit = KGM;
                w.currency = Some(code("INR"));
                w.prices.clear();
                w.organisation.country = None;
            },
            "uomCode.no_conversion at /uomCode, currencyCode.mismatch at /currencyCode, \
             price.none at /price, tax.none at /product/code",
        ),
        (
            "no pricing system, and no tax",
            |w| {
                w.organisation.defaults.pricing_system = None;
                w.reference.taxes.clear();
            },
            "pricingsystem.none at /pricingSystemCode, tax.none at /product/code",
        ),
    ]);
}
