//! Rows that use existing master data, and rows that create it.

use super::*;
use crate::import::{ErrorPolicy, RowOutcome};

#[test]
fn row_with_known_master_data_becomes_a_candidate() {
    let given = given().partner("G0001").product("P1");
    let plan = given.plan(ErrorPolicy::All, &[row("H", "1")]);
    let [candidate] = plan.writes.candidates.as_slice() else { panic!("{plan:?}") };
    assert_eq!(plan.outcomes.iter().map(outcome_text).collect::<Vec<_>>(), ["created"]);
    assert_eq!(candidate.status.as_str(), "new", "{:?}", candidate.problems);
    assert_eq!(candidate.id.0, FIRST);
    assert_eq!(candidate.buyer.unwrap().partner, given.partner_id("G0001"));
    assert_eq!(candidate.buyer.unwrap().location.map(|id| id.0), Some(1002));
    assert_eq!(candidate.list_price, Some(number("10")));
    assert_eq!(candidate.currency, Some(code("EUR")));
    assert_eq!(candidate.unit, Some(PCE));
    assert_eq!(candidate.date_ordered, jiff::civil::date(2026, 11, 20));
    assert_eq!(candidate.data_source, SOURCE);
    assert_eq!(plan.related.partners.len(), 1);
}

#[test]
fn new_partner_of_many_rows_is_created_once() {
    let given = given().product("P1");
    let rows: Vec<_> = (0..1000)
        .map(|line| {
            row_with("H", &line.to_string(), |request| {
                request.bpartner.advice = CREATE;
                request.bpartner.bpartner.name = called("New");
                request.bpartner.location = Some(crate::candidate::LocationData {
                    external_id: sent("L"),
                    country_code: sent("DE"),
                    ..Default::default()
                });
            })
        })
        .collect();
    let plan = given.plan(ErrorPolicy::All, &rows);
    assert_eq!(outcome_text(&plan.outcomes[0]), "created bpartner location");
    assert!(plan.outcomes[1..].iter().all(|outcome| outcome_text(outcome) == "created"));
    assert_eq!((plan.writes.partners.created.len(), plan.writes.locations.created.len()), (1, 1));
    assert!(
        plan.writes.locations.created[0].ship_to_default && plan.writes.locations.created[0].bill_to_default
    );
}

#[test]
fn repeated_row_is_unchanged_without_its_master_data() {
    let given = given().partner("G0001").product("P1");
    let first = given.plan(ErrorPolicy::All, &[row("H", "1")]);
    let mut later = given.after(&first.writes);
    later.context.partners.clear();
    later.context.products.clear();
    let again = later.plan(ErrorPolicy::All, &[row("H", "1")]);
    let RowOutcome::Unchanged { candidate, .. } = &again.outcomes[0] else { panic!("{again:?}") };
    assert_eq!(*candidate, first.writes.candidates[0].id);
    assert!(again.writes.candidates.is_empty());
}

#[test]
fn plan_with_too_few_ids_returns_the_required_number() {
    let mut given = given().partner("G0001").product("P1");
    let rows: Vec<_> = (0..50).map(|line| row("H", &line.to_string())).collect();
    given.ids = crate::ids::IdBlock::new(FIRST, 20);
    let short = given.plan(ErrorPolicy::All, &rows);
    assert_eq!((short.ids_short, short.outcomes.len()), (50, 0));
    given.ids = crate::ids::IdBlock::new(FIRST, short.ids_short);
    assert_eq!(given.plan(ErrorPolicy::All, &rows).writes.candidates.len(), 50);
}
