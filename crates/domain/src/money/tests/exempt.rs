//! Tax-inclusive price lists for buyers who are not charged tax.

use super::*;

/// Sets up a list that includes 19 % tax, an exempt buyer and a price of 119.00.
fn exempt(w: &mut Fixture, setting: ExemptBuyers) {
    let list = &mut w.reference.price_lists[0];
    (list.tax_included, list.exempt_buyers) = (true, setting);
    w.prices[0].price = number("119.00");
    w.partner.tax_exempt = true;
}

/// Sets up the same list for a buyer in Austria under reverse charge.
fn reverse_charge(w: &mut Fixture, setting: ExemptBuyers) {
    exempt(w, setting);
    w.partner.tax_exempt = false;
    w.partner.vat_id = Some(code("ATU1"));
    w.country = code("AT");
    w.reference.price_lists[0].country = None;
    w.reference.taxes.push(Tax {
        requires_vat_id: true,
        reverse_charge: true,
        ..tax("AT0", Some("AT"), "0")
    });
}

#[test]
fn gross_price_is_kept_with_a_warning_unless_the_list_removes_the_tax() {
    check(&[
        (
            "exempt, kept",
            |w| exempt(w, ExemptBuyers::KeepGross),
            "DE: 119 -> 119 x 1 PCE = 119, exempt ! price.includes_tax at /price",
        ),
        ("exempt, removed", |w| exempt(w, ExemptBuyers::RemoveTax), "DE: 100 -> 100 x 1 PCE = 100, exempt"),
        (
            "reverse charge, kept",
            |w| reverse_charge(w, ExemptBuyers::KeepGross),
            "DE: 119 -> 119 x 1 PCE = 119, AT0 ! price.includes_tax at /price",
        ),
        (
            "reverse charge, removed",
            |w| reverse_charge(w, ExemptBuyers::RemoveTax),
            "DE: 100 -> 100 x 1 PCE = 100, AT0",
        ),
        (
            "a buyer who pays the tax",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.partner.tax_exempt = false;
            },
            "DE: 119 -> 119 x 1 PCE = 119, DE19",
        ),
        (
            "a list without tax",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.reference.price_lists[0].tax_included = false;
            },
            "DE: 119 -> 119 x 1 PCE = 119, exempt",
        ),
    ]);
}

#[test]
fn included_tax_is_removed_before_the_discount_and_rounded_once() {
    check(&[
        (
            "a list price",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                (w.prices[0].price, w.discount) = (number("19.99"), Some(number("10")));
            },
            // 16.7983… rounds to 16.80, less 10 % is 15.12
            "DE: 16.8 -> 15.12 x 1 PCE = 15.12, exempt",
        ),
        (
            "a manual price, from its digits as sent",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.price = Some(number("5.5454"));
            },
            // 5.5454 without tax rounds to 4.66, and so does 5.55 (4.6638)
            "DE: 4.66 -> 4.66 x 1 PCE = 4.66, exempt ! price.rounded at /price",
        ),
        (
            "nothing is left",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.prices[0].price = number("0.0055");
            },
            "price.rounds_to_zero at /price",
        ),
        (
            "a price of 0 has no tax in it",
            |w| {
                exempt(w, ExemptBuyers::KeepGross);
                w.prices[0].price = Decimal::ZERO;
            },
            "DE: 0 -> 0 x 1 PCE = 0, exempt",
        ),
    ]);
}

#[test]
fn removed_tax_is_the_domestic_tax_on_the_pricing_date() {
    check(&[
        (
            "of the warehouse",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.warehouse = Some(WAREHOUSE);
                w.reference.taxes.push(Tax { from_country: code("AT"), ..tax("AT20", Some("AT"), "20") });
            },
            "DE: 99.17 -> 99.17 x 1 PCE = 99.17, exempt",
        ),
        (
            "of the product's category",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.product.tax_category = Some(REDUCED);
                w.reference.taxes.push(Tax { tax_category: REDUCED, ..tax("DE7", Some("DE"), "7") });
            },
            "DE: 111.21 -> 111.21 x 1 PCE = 111.21, exempt",
        ),
        (
            "not one for buyers with a VAT id",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.partner.vat_id = Some(code("DE1"));
                w.reference.taxes.push(Tax { requires_vat_id: true, ..tax("DE0", Some("DE"), "0") });
            },
            "DE: 100 -> 100 x 1 PCE = 100, exempt",
        ),
        (
            "none that is valid",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.reference.taxes[0].valid_to = Some(day("2026-12-07"));
            },
            "tax.none at /product/code",
        ),
        (
            "none without a category",
            |w| {
                exempt(w, ExemptBuyers::RemoveTax);
                w.product.tax_category = None;
                w.reference.price_lists[0].default_tax_category = None;
            },
            "taxcategory.none at /taxCategoryCode",
        ),
    ]);
}

#[test]
fn explanation_contains_removed_tax() {
    let mut fixture = Fixture::new();
    exempt(&mut fixture, ExemptBuyers::RemoveTax);
    fixture.quoted(|quotation| {
        let explanation = &quotation.result.as_ref().unwrap().explanation;
        assert!(!explanation.tax_included());
        assert_eq!(explanation.removed_tax.map(|tax| tax.code.as_str()), Some("DE19"));
    });
}
