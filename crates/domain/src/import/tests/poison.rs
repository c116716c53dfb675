//! Extreme values in requests, which must never cause a panic or quadratic run time.

use std::time::{Duration, Instant};

use crate::import::RowOrigin;
use jiff::civil::Date;

use super::*;
use crate::candidate::*;
use crate::import::{ErrorPolicy, ImportKeys, ImportRow};
use crate::number::Decimal;
use crate::sync_advice::{IfExists, IfNotExists};

#[test]
fn extreme_numbers_and_dates_are_accepted() {
    let largest = number("9999999999999999999999999999");
    let smallest = number("0.0000000000000000000000000001");
    let given = given().partner("G0001").product("P1");
    let numbers = [largest, -largest, smallest, -smallest, Decimal::ZERO];
    let days = [Date::MIN, Date::MAX];
    for qty in numbers {
        for price in numbers.into_iter().filter(|price| *price >= Decimal::ZERO) {
            for (day, line) in days.into_iter().zip([i64::MIN, i64::MAX]) {
                let row = row_with("H", "1", |request| {
                    request.qty = qty;
                    (request.price, request.currency_code) = (Some(price), Some(code("EUR")));
                    request.discount = Some(number("33.3333333333333333333333333"));
                    (request.date_required, request.date_ordered) =
                        (Some(DateOrInstant::Date(day)), Some(DateOrInstant::Date(day)));
                    (request.preset_date_shipped, request.preset_date_invoiced) =
                        (Some(DateOrInstant::Date(day)), Some(DateOrInstant::Date(day)));
                    (request.line, request.header_line_count) = (Some(line), Some(line));
                });
                let plan = given.plan(ErrorPolicy::All, &[row]);
                let [candidate] = plan.writes.candidates.as_slice() else { panic!("{:?}", plan.outcomes) };
                assert_eq!((candidate.qty, candidate.price), (qty, Some(price)));
                assert_eq!(candidate.problems.is_empty(), candidate.status == Status::New);
            }
        }
    }
}

#[test]
fn longest_texts_are_accepted() {
    let (long_code, long_name) = ("ß".repeat(255), "Ǆ".repeat(500));
    let row = |line: &str| {
        row_with("H", line, |request| {
            request.po_reference = code(&long_code);
            request.bpartner.advice = CREATE;
            request.bpartner.bpartner.code = sent(&long_code);
            request.bpartner.bpartner.name = called(&long_name);
            request.bpartner.bpartner.group = called(&long_name);
            request.bpartner.location = Some(LocationData {
                address1: called(&long_name),
                city: called(&long_name),
                country_code: sent("DE"),
                ..LocationData::default()
            });
            // the joined name exceeds the maximum length, so the contact has no name
            request.bpartner.contact = Some(ContactData {
                first_name: called(&long_name),
                last_name: called(&long_name),
                ..ContactData::default()
            });
        })
    };
    let given = given().product("P1");
    assert_eq!(given.outcome(row("1")), "rejected contact.name_required /bpartner/contact/name");
    assert_eq!(ImportKeys::collect(&[row("1")]).contact_name_keys.len(), 0);
}

#[test]
fn equal_ids_and_empty_requests_are_accepted() {
    let empty = ImportRow {
        header_id: None,
        line_id: None,
        origin: RowOrigin::default(),
        request: Err(Vec::new()),
        warnings: Vec::new(),
    };
    for policy in [ErrorPolicy::All, ErrorPolicy::Header, ErrorPolicy::Row] {
        assert!(given().plan(policy, &[]).outcomes.is_empty());
    }
    assert_eq!(given().outcomes(ErrorPolicy::Row, &[empty]), ["rejected "]);
    // one partner in all four roles that is also its own parent
    let given =
        given().partner("G0001").product("P1").allow(|permissions| permissions.update_masterdata = true);
    let own = given.partner_id("G0001").0;
    let row = row_with("H", "1", |request| {
        request.bpartner.bpartner.parent_id = MaybeUndefined::Value(own);
        request.bpartner.bpartner.advice = Some(advice(IfNotExists::Create, IfExists::UpdateMerge));
        let block = request.bpartner.clone();
        request.bill_bpartner = Some(block.clone().into());
        request.drop_ship_bpartner = Some(block.clone().into());
        request.hand_over_bpartner = Some(block.into());
    });
    let plan = given.plan(ErrorPolicy::All, &[row]);
    assert_eq!(outcome_text(&plan.outcomes[0]), "created");
    assert_eq!(plan.writes.partners.changed.len(), 1);
}

#[test]
fn planning_time_grows_linearly_with_rows() {
    // lookups must not scan the other rows, for one or thousands of partners, references and headers
    const FACTOR: u32 = 8;
    for (policy, header) in [
        (ErrorPolicy::All, (|_| "H".to_owned()) as fn(usize) -> String),
        (ErrorPolicy::Header, |line| (line % 2).to_string()),
        (ErrorPolicy::Row, |line| line.to_string()),
    ] {
        let growth = || {
            let few = planning_time(policy, header, 250);
            planning_time(policy, header, 250 * FACTOR as usize).as_secs_f64() / few.as_secs_f64()
        };
        // Scanning all rows would multiply the time by FACTOR². Other processes can slow down a measurement, so it is repeated.
        let is_linear = |growth: &f64| *growth < f64::from(FACTOR * 3);
        let mut growths = Vec::new();
        while growths.len() < 5 && !growths.last().is_some_and(is_linear) {
            growths.push(growth());
        }
        assert!(growths.last().is_some_and(is_linear), "{policy:?}: {growths:?}");
    }
}

/// Returns the shortest time of three plans of rows that create one location each.
fn planning_time(policy: ErrorPolicy, header: fn(usize) -> String, count: usize) -> Duration {
    let given = given().partner("G0001").product("P1");
    let row = |line: usize| {
        row_with(&header(line), &line.to_string(), |request| {
            request.po_reference = code("PO");
            request.bpartner.advice = CREATE;
            request.bpartner.location = Some(LocationData {
                address1: called(&line.to_string()),
                country_code: sent("DE"),
                ..LocationData::default()
            });
        })
    };
    let rows: Vec<ImportRow> = (0..count).map(row).collect();
    let duration = |_| {
        let started = Instant::now();
        let plan = given.plan(policy, &rows);
        assert_eq!(plan.writes.locations.created.len(), count);
        started.elapsed()
    };
    (0..3).map(duration).min().unwrap()
}
