//! Selection of pricing system, list and version.

use super::*;

/// Adds a price list to the customers' pricing system, with one version since 2015 and this price of the product.
fn offer(w: &mut Fixture, id: i64, key: &str, country: Option<&str>, currency: &str, amount: &str) {
    w.reference.price_lists.push(list(PriceListId(id), key, country, currency));
    w.reference.price_list_versions.push(version(PriceListVersionId(id), PriceListId(id), "2015-01-01"));
    w.prices.push(price(PriceListVersionId(id), PCE, amount));
}

/// Adds the price list `trade` to the dealers' pricing system, with a price of 5.
fn offer_to_dealers(w: &mut Fixture) {
    offer(w, 21, "trade", Some("DE"), "EUR", "5");
    w.reference.price_lists[1].pricing_system = DEALERS;
}

const CUSTOMER: &str = "DE: 10 -> 10 x 1 PCE = 10, DE19";
const DEALER: &str = "trade: 5 -> 5 x 1 PCE = 5, DE19";

#[test]
fn pricing_system_falls_back_from_row_to_organisation() {
    check(&[
        ("the organisation's", offer_to_dealers, CUSTOMER),
        (
            "the group's before it",
            |w| {
                offer_to_dealers(w);
                w.reference.partner_groups[0].defaults.pricing_system = Some(DEALERS);
            },
            DEALER,
        ),
        (
            "the partner's before the group's",
            |w| {
                offer_to_dealers(w);
                w.partner.defaults.pricing_system = Some(DEALERS);
                w.reference.partner_groups[0].defaults.pricing_system = Some(CUSTOMERS);
            },
            DEALER,
        ),
        (
            "the row's before the partner's",
            |w| {
                offer_to_dealers(w);
                w.pricing_system = Some(DEALERS);
                w.partner.defaults.pricing_system = Some(CUSTOMERS);
            },
            DEALER,
        ),
        (
            "no group, no system at all",
            |w| {
                w.organisation.defaults.pricing_system = None;
                w.partner.group = None;
            },
            "pricingsystem.none at /pricingSystemCode",
        ),
        (
            "none, with a manual price",
            |w| (w.organisation.defaults.pricing_system, w.price) = (None, Some(number("5"))),
            "pricingsystem.none at /pricingSystemCode",
        ),
        (
            "one that is not active offers no list; the next is not taken in its place",
            |w| {
                w.partner.defaults.pricing_system = Some(DEALERS);
                offer_to_dealers(w);
                w.reference.pricing_systems[1].active = false;
            },
            "pricelist.none at /pricingSystemCode",
        ),
    ]);
}

#[test]
fn price_list_is_chosen_by_country_currency_and_code() {
    check(&[
        ("the country's before the one without", |w| offer(w, 21, "A", None, "EUR", "5"), CUSTOMER),
        (
            "even if only the other has the row's currency",
            |w| {
                offer(w, 21, "A", None, "JPY", "5");
                w.currency = Some(code("JPY"));
            },
            "currencyCode.mismatch at /currencyCode",
        ),
        (
            "the one without country where there is none of the country",
            |w| {
                offer(w, 21, "world", None, "EUR", "5");
                w.reference.price_lists[0].country = Some(code("AT"));
            },
            "world: 5 -> 5 x 1 PCE = 5, DE19",
        ),
        (
            "another country's never",
            |w| w.reference.price_lists[0].country = Some(code("AT")),
            "pricelist.none at /pricingSystemCode",
        ),
        (
            "the row's currency before the smaller code",
            |w| {
                offer(w, 21, "ZZ", Some("DE"), "JPY", "7");
                w.currency = Some(code("JPY"));
            },
            "ZZ: 7 -> 7 x 1 PCE = 7, DE19",
        ),
        ("the smaller code", |w| offer(w, 21, "DD", Some("DE"), "EUR", "7"), "DD: 7 -> 7 x 1 PCE = 7, DE19"),
        ("case counts in it", |w| offer(w, 21, "DE2", Some("DE"), "EUR", "7"), CUSTOMER),
        (
            "own before shared of the same code",
            |w| {
                offer(w, 21, "DE", Some("DE"), "EUR", "7");
                w.reference.price_lists[1].organisation = OWN;
            },
            "DE: 7 -> 7 x 1 PCE = 7, DE19",
        ),
        (
            "never another organisation's",
            |w| {
                offer(w, 21, "AA", Some("DE"), "EUR", "7");
                w.reference.price_lists[1].organisation = OTHER;
            },
            CUSTOMER,
        ),
        (
            "nor one that is not active",
            |w| {
                offer(w, 21, "AA", Some("DE"), "EUR", "7");
                w.reference.price_lists[1].active = false;
            },
            CUSTOMER,
        ),
        (
            "nor one for purchases",
            |w| {
                offer(w, 21, "AA", Some("DE"), "EUR", "7");
                w.reference.price_lists[1].sales = false;
            },
            CUSTOMER,
        ),
    ]);
}

#[test]
fn newest_valid_version_is_used() {
    /// Adds another version of the list, in which the product costs 7.
    fn next(w: &mut Fixture, valid_from: &str) {
        w.reference.price_list_versions.push(version(PriceListVersionId(31), LIST, valid_from));
        w.prices.push(price(PriceListVersionId(31), PCE, "7"));
    }
    const NEXT: &str = "DE: 7 -> 7 x 1 PCE = 7, DE19";
    check(&[
        ("valid from the very day", |w| next(w, "2026-12-08"), NEXT),
        ("valid from the day after", |w| next(w, "2026-12-09"), CUSTOMER),
        ("older than the other", |w| next(w, "2014-12-31"), CUSTOMER),
        (
            "not active",
            |w| {
                next(w, "2026-01-01");
                w.reference.price_list_versions[1].active = false;
            },
            CUSTOMER,
        ),
        (
            "another organisation's",
            |w| {
                next(w, "2026-01-01");
                w.reference.price_list_versions[1].organisation = OTHER;
            },
            CUSTOMER,
        ),
        (
            "own before shared of the same day",
            |w| {
                next(w, "2015-01-01");
                w.reference.price_list_versions[1].organisation = OWN;
            },
            NEXT,
        ),
        (
            "none yet",
            |w| w.date = day("2014-12-31"),
            "pricelist.no_version at /pricingSystemCode, tax.none at /product/code",
        ),
    ]);
}

#[test]
fn expired_newest_version_gives_no_price() {
    /// Adds a version of 2026 that ends on `last` to the unlimited one of 2015. The product has a price in both.
    fn ends(w: &mut Fixture, last: &str) {
        w.reference.price_list_versions.push(PriceListVersion {
            valid_to: Some(day(last)),
            ..version(PriceListVersionId(31), LIST, "2026-01-01")
        });
        w.prices.push(price(PriceListVersionId(31), PCE, "7"));
    }
    const ENDED: &str = "pricelist.no_version at /pricingSystemCode";
    check(&[
        ("its last day", |w| ends(w, "2026-12-08"), "DE: 7 -> 7 x 1 PCE = 7, DE19"),
        ("the day after, though an older one has no end", |w| ends(w, "2026-12-07"), ENDED),
        (
            "a newer one that has not begun changes nothing",
            |w| {
                ends(w, "2026-12-07");
                w.reference.price_list_versions.push(version(PriceListVersionId(32), LIST, "2026-12-09"));
            },
            ENDED,
        ),
        (
            "a newer one that has begun holds",
            |w| {
                ends(w, "2026-12-07");
                w.reference.price_list_versions[1].valid_from = day("2014-01-01");
            },
            CUSTOMER,
        ),
        (
            "one that is not active does not count",
            |w| {
                ends(w, "2026-12-07");
                w.reference.price_list_versions[1].active = false;
            },
            CUSTOMER,
        ),
        (
            "a base is looked into whether it has ended or not",
            |w| {
                ends(w, "2026-12-31");
                w.prices.pop();
                w.reference.price_list_versions[1].base = Some(VERSION);
                w.reference.price_list_versions[0].valid_to = Some(day("2025-12-31"));
            },
            "DE: 10 -> 10 x 1 PCE = 10, DE19",
        ),
        (
            "a price by hand needs none",
            |w| {
                ends(w, "2026-12-07");
                w.price = Some(number("5"));
            },
            "DE: 5 -> 5 x 1 PCE = 5, DE19",
        ),
    ]);
}

#[test]
fn problem_messages_name_the_missing_records() {
    let messages = |change: fn(&mut Fixture)| {
        let mut fixture = Fixture::new();
        change(&mut fixture);
        fixture.messages().join(" ")
    };
    assert_eq!(
        messages(|w| w.country = code("FR")),
        "Pricing system “customers” has no active sales price list for country FR. \
         No tax rate for category “normal” from DE to FR is valid on 8 December 2026."
    );
    assert_eq!(
        messages(|w| w.reference.price_list_versions.clear()),
        "Price list “DE” has no version valid on 8 December 2026."
    );
    assert_eq!(
        messages(|w| w.prices.clear()),
        "Price list “DE” has no price for this product on 8 December 2026."
    );
    assert_eq!(
        messages(|w| w.currency = Some(code("INR"))),
        "The line uses INR, but price list “DE” uses EUR."
    );
}
