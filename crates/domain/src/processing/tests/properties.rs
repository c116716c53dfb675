//! Property tests of the planner with random candidates.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::candidate::{PartnerRole, PaymentRule};
use crate::number::{Decimal, add};

const HEADERS: [&str; 3] = ["H1", "H2", "H3"];
const QUANTITIES: [&str; 6] = ["1", "2.5", "60", "0.000001", "0", "9999999999999999999999999999"];
const STATUSES: [Status; 8] = [
    Status::New,
    Status::New,
    Status::New,
    Status::New,
    Status::New,
    Status::Error,
    Status::Processed,
    Status::Inactive,
];

/// Creates a candidate from random numbers. Most candidates are valid.
fn mixed(id: i64, dice: [u8; 10]) -> Candidate {
    let [header, quantity, product, buyer, payment, line, unit, price, rest, status] = dice.map(usize::from);
    with(candidate(id, HEADERS[header % 3]), |c| {
        c.qty = number(if quantity < 100 { QUANTITIES[quantity % 3] } else { QUANTITIES[quantity % 6] });
        c.product = Some(if product > 240 { GLUE } else { [SCREW, NAIL][product % 2] });
        if buyer % 4 == 0 {
            c.buyer = Some(PartnerRole { partner: OTHER, location: Some(OTHER_DOCK), contact: None });
        }
        c.payment_rule = (payment % 3 == 0).then_some(PaymentRule::Paypal);
        c.line = (line % 2 == 0).then_some(i64::try_from(line % 7).unwrap());
        c.unit = Some([PCE, PCE, CTN][unit % 3]);
        c.price = (price % 4 == 0).then(|| number(["0", "7.5", "99999999999999999999"][price % 3]));
        c.discount = (price % 5 == 0).then(|| number("12.5"));
        c.identity.flat = rest % 5 == 0;
        c.header_line_count = (rest % 11 == 0).then_some(2);
        c.data_dest = if rest % 13 == 0 { INVOICES } else { ORDERS };
        c.status = STATUSES[status % 8];
    })
}

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    proptest::collection::vec(any::<[u8; 10]>(), 0..40)
        .prop_map(|dice| (1..).zip(dice).map(|(id, dice)| mixed(id, dice)).collect())
}

/// Generates the settings of the fixture: lines are merged, partial incoming orders are allowed, prices include tax.
fn fixtures() -> impl Strategy<Value = [bool; 3]> {
    any::<[bool; 3]>()
}

fn fixture([merge_lines, partial_headers, tax_included]: [bool; 3]) -> OrderFixture {
    let mut fixture = OrderFixture::new();
    fixture.settings.organisations.entry(OWN).or_default().merge_lines = merge_lines;
    fixture.source(SHOP).partial_headers = partial_headers;
    fixture.reference.price_lists[0].tax_included = tax_included;
    fixture
}

fn sum(numbers: impl IntoIterator<Item = Decimal>) -> Decimal {
    numbers.into_iter().fold(Decimal::ZERO, |sum, number| add(sum, number).unwrap())
}

proptest! {
    /// Every candidate has one result. Its quantity is allocated to exactly one order line if it is ordered, otherwise to none.
    #[test]
    fn every_candidate_is_on_at_most_one_order_line(candidates in candidates(), setting in fixtures()) {
        let plan = run(&fixture(setting), &candidates);
        let results: Vec<_> = plan.results.iter().map(|result| result.candidate).collect();
        let given: Vec<_> = candidates.iter().map(|candidate| candidate.id).collect();
        prop_assert_eq!(results, given);

        let mut allocated = BTreeMap::new();
        for NewOrder { order, claims, .. } in &plan.writes.orders {
            let mut in_order = BTreeSet::new();
            for line in &order.lines {
                prop_assert_eq!(sum(line.allocations.iter().map(|given| given.qty)), line.qty);
                for given in &line.allocations {
                    prop_assert!(allocated.insert(given.candidate, (order.id, line.line, given.qty)).is_none());
                    in_order.insert(given.candidate);
                }
            }
            let claimed: BTreeSet<_> = claims.iter().map(|claim| claim.candidate).collect();
            prop_assert_eq!(claimed, in_order);
        }
        let changed: BTreeSet<_> = plan.writes.changes.iter().map(|change| change.claim.candidate).collect();
        prop_assert_eq!(changed.len(), plan.writes.changes.len());
        for (candidate, result) in candidates.iter().zip(&plan.results) {
            let allocation = allocated.get(&candidate.id);
            match &result.outcome {
                RunOutcome::Ordered { order, line, .. } => {
                    prop_assert_eq!(allocation, Some(&(*order, *line, candidate.qty)));
                    prop_assert_eq!(candidate.status, Status::New);
                    prop_assert!(!changed.contains(&candidate.id));
                }
                RunOutcome::Passed(status) => {
                    prop_assert_eq!((allocation, *status), (None, candidate.status));
                    prop_assert!(!changed.contains(&candidate.id));
                }
                RunOutcome::Held(_) | RunOutcome::Failed(_) => {
                    prop_assert_eq!(allocation, None);
                    prop_assert!(changed.contains(&candidate.id));
                }
                RunOutcome::Changed(_) | RunOutcome::Unchanged => prop_assert!(false, "nothing was edited"),
            }
        }
        prop_assert!(plan.writes.orders.iter().all(|new| !new.order.lines.is_empty()));
    }

    #[test]
    fn order_totals_equal_the_sums_of_lines(candidates in candidates(), setting in fixtures()) {
        let plan = run(&fixture(setting), &candidates);
        for NewOrder { order, .. } in &plan.writes.orders {
            prop_assert_eq!(sum(order.lines.iter().map(|line| line.net)), order.total_lines);
            prop_assert_eq!(sum(order.taxes.iter().map(|tax| tax.amount)), order.total_tax);
            let charged = if order.header.tax_included { Decimal::ZERO } else { order.total_tax };
            prop_assert_eq!(sum([order.total_lines, charged]), order.grand_total);
            let included = if order.header.tax_included { order.total_tax } else { Decimal::ZERO };
            let bases = sum(order.taxes.iter().map(|tax| tax.base));
            prop_assert_eq!(sum([bases, included]), order.total_lines);
        }
    }

    #[test]
    fn plan_is_independent_of_input_order(
        (candidates, shuffled) in candidates().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
        setting in fixtures(),
    ) {
        let fixture = fixture(setting);
        let (one, other) = (run(&fixture, &candidates), run(&fixture, &shuffled));
        prop_assert_eq!(one.writes, other.writes);
        prop_assert_eq!(one.results, other.results);
        prop_assert_eq!(one.due, other.due);
    }

    /// Unless partial incoming orders are allowed, no line of an incoming order is ordered if one of its candidates fails.
    #[test]
    fn incoming_orders_are_not_ordered_partially(candidates in candidates(), merge_lines: bool, partial_headers: bool) {
        let plan = run(&fixture([merge_lines, partial_headers, false]), &candidates);
        let mut ordered = BTreeSet::new();
        let mut failed = BTreeSet::new();
        for (candidate, result) in candidates.iter().zip(&plan.results) {
            match result.outcome {
                RunOutcome::Ordered { .. } => { ordered.insert(HeaderKey::of(candidate)); }
                RunOutcome::Failed(_) => { failed.insert(HeaderKey::of(candidate)); }
                _ => {}
            }
        }
        prop_assert!(partial_headers || ordered.is_disjoint(&failed));
    }
}
