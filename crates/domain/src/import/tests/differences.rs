//! Values of a row that differ clearly from the records that its keys match.

use super::*;
use crate::candidate::*;
use crate::import::{ErrorPolicy, ImportRow, RowOutcome};
use crate::masterdata::{MatchDifferences, Reference};
use crate::sync_advice::{IfExists, IfNotExists, SyncAdvice};

/// Returns a fixture with a partner in Bonn and a product, both with names of several words.
fn known() -> ImportFixture {
    let mut given = given()
        .partner_with("G0001", |partner| partner.name = name("Anna Müller GmbH"))
        .product_with("P1", |product| product.name = name("Coffee beans Sumatra"));
    let location = given.context.locations.last_mut().unwrap();
    (location.postal, location.city) = (Some(code("53111")), Some(name("Bonn")));
    given
}

fn as_problems(reference: &mut Reference) {
    reference.data_sources.iter_mut().for_each(|source| source.differences = MatchDifferences::Problem);
}

/// Returns a row with the partner's name, the postal code, city and country of its location, and the product's name;
/// empty texts are not sent.
fn naming([partner, postal, city, country, product]: [&str; 5], advice: Option<SyncAdvice>) -> ImportRow {
    fn given<T>(text: &str, parse: impl Fn(&str) -> MaybeUndefined<T>) -> MaybeUndefined<T> {
        if text.is_empty() { MaybeUndefined::Absent } else { parse(text) }
    }
    row_with("H", "1", |request| {
        request.bpartner.advice = advice;
        request.bpartner.bpartner.name = given(partner, called);
        request.bpartner.location = Some(LocationData {
            external_id: sent("G0001-L"),
            postal: given(postal, sent),
            city: given(city, called),
            country_code: given(country, sent),
            ..LocationData::default()
        });
        (request.product.name, request.product.advice) = (given(product, called), advice);
    })
}

/// Values of a row, and the pointers of the values that differ clearly.
const TABLE: [([&str; 5], &[&str]); 9] = [
    (["", "", "", "", ""], &[]),
    (["Anna Müller GmbH", "53111", "Bonn", "DE", "Coffee beans Sumatra"], &[]),
    (["MUELLER, ANNA", "53 111", "BONN", "", "Sumatra Coffee"], &[]),
    (["Anna Schmidt", "", "", "", ""], &["bpartner.differs /bpartner/bpartner/name"]),
    (["", "10115", "", "", ""], &["location.differs /bpartner/location/postal"]),
    (["", "", "Berlin", "", ""], &["location.differs /bpartner/location/city"]),
    (["", "", "", "IN", ""], &["location.differs /bpartner/location/countryCode"]),
    (["", "", "", "", "Green tea"], &["product.differs /product/name"]),
    (
        ["Shop B", "10115", "Berlin", "", "Green tea"],
        &[
            "bpartner.differs /bpartner/bpartner/name",
            "location.differs /bpartner/location/postal",
            "location.differs /bpartner/location/city",
            "product.differs /product/name",
        ],
    ),
];

#[test]
fn clear_differences_are_warnings() {
    for (values, expected) in TABLE {
        let warned =
            if expected.is_empty() { String::new() } else { format!(", warned {}", expected.join(", ")) };
        assert_eq!(known().outcome(naming(values, None)), format!("created{warned}"), "{values:?}");
        assert_eq!(staged(&known(), naming(values, None)), "new", "{values:?}");
    }
}

#[test]
fn clear_differences_are_problems_under_that_setting() {
    for (values, expected) in TABLE {
        let given = known().reference(as_problems);
        let expected =
            if expected.is_empty() { "new".to_owned() } else { format!("error {}", expected.join(", ")) };
        assert_eq!(staged(&given, naming(values, None)), expected, "{values:?}");
        assert_eq!(given.outcome(naming(values, None)), "created", "{values:?}");
    }
}

#[test]
fn differences_contain_both_values() {
    let plan = known().plan(ErrorPolicy::All, &[naming(["Shop B", "", "", "", ""], None)]);
    let RowOutcome::Created { warnings, .. } = &plan.outcomes[0] else { panic!("{plan:?}") };
    let values: Vec<_> = warnings[0].params.iter().map(|(name, value)| format!("{name} {value:?}")).collect();
    assert_eq!(
        values,
        ["member Text(\"name\")", "stored Text(\"Anna Müller GmbH\")", "sent Text(\"Shop B\")"]
    );
}

#[test]
fn only_values_that_are_not_stored_are_compared() {
    let values = ["Shop B", "10115", "Berlin", "DE", "Green tea"];
    let given = known().allow(|permissions| permissions.update_masterdata = true);
    let updating = Some(advice(IfNotExists::Fail, IfExists::UpdateMerge));
    let updated = "created, warned location.postal_unknown /bpartner/location/postal";
    assert_eq!(given.outcome(naming(values, updating)), updated);
    // the record has no value
    let mut empty = known();
    empty.context.locations[0].city = None;
    assert_eq!(empty.outcome(naming(["", "", "Berlin", "", ""], None)), "created");
}

#[test]
fn every_role_is_compared() {
    let row = row_with("H", "1", |request| {
        let mut bill = request.bpartner.clone();
        bill.bpartner.name = called("Shop B");
        request.bill_bpartner = Some(bill.into());
    });
    let given = known().reference(as_problems);
    assert_eq!(staged(&given, row), "error bpartner.differs /billBPartner/bpartner/name");
}
