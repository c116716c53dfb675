//! Tests of the planner with candidates of a fixture: resulting orders, holds and problems.

mod faults;
mod headers;
mod members;
mod orders;
mod properties;
mod rejections;
mod splits;
mod voids;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use jiff::Timestamp;

use super::*;
use crate::candidate::{Candidate, Hold, HoldReason, Releases, Status};
use crate::ids::{CandidateId, IdBlock, RunId};
use crate::number::canonical;
use crate::order::test_fixture::*;
use crate::order::{NewOrder, Order};

/// Time long after every incoming order has settled.
const NOW: &str = "2026-12-01T12:00:00Z";

fn context(fixture: &OrderFixture, headers: HashMap<HeaderKey, HeaderState>) -> ProcessingContext {
    ProcessingContext {
        related: fixture.related(),
        product_prices: fixture.prices.clone(),
        headers,
        settings: Arc::new(fixture.settings.clone()),
    }
}

fn priced(id: i64, qty: &str, change: impl FnOnce(&mut Candidate)) -> Candidate {
    with(candidate(id, "H1"), |c| {
        c.qty = number(qty);
        change(c);
    })
}

fn call(eligibility_options: EligibilityOptions, now: Timestamp) -> ProcessingCall {
    ProcessingCall {
        now,
        run: Some(RunId(500)),
        actor: "Webshop".to_owned(),
        eligibility_options,
        ids: IdBlock::new(1000, 100_000),
    }
}

/// Returns the states of the incoming orders, assuming that they have no other candidates.
fn headers_of(candidates: &[Candidate]) -> HashMap<HeaderKey, HeaderState> {
    let mut headers: HashMap<HeaderKey, HeaderState> = HashMap::new();
    for candidate in candidates {
        let state = headers.entry(HeaderKey::of(candidate)).or_insert_with(|| HeaderState {
            arrived: 0,
            ready: 0,
            announced: None,
            one_bulk: false,
            newest: candidate.created_at,
            error: None,
            rejected_line: None,
            waiting: None,
        });
        state.arrived += 1;
        state.ready += usize::from(candidate.status == Status::New);
        state.announced = state.announced.max(candidate.header_line_count);
        state.newest = state.newest.max(candidate.created_at);
    }
    headers
}

/// Plans a scheduled run after all incoming orders have settled.
fn run(fixture: &OrderFixture, candidates: &[Candidate]) -> OrdersPlan {
    let context = context(fixture, headers_of(candidates));
    plan_orders(&context, candidates, call(EligibilityOptions::DUE, moment(NOW)))
}

/// Formats the candidates of each order (`1 2 | 3`), followed by the others in brackets (`[4 price.none]`).
fn summary(plan: &OrdersPlan) -> String {
    let orders = plan.writes.orders.iter().map(|new| {
        let given = new.order.lines.iter().map(|line| {
            let candidates = line.allocations.iter().map(|given| given.candidate.to_string());
            candidates.collect::<Vec<_>>().join("+")
        });
        given.collect::<Vec<_>>().join(" ")
    });
    let mut summary = orders.collect::<Vec<_>>().join(" | ");
    for result in &plan.results {
        let why = match &result.outcome {
            RunOutcome::Ordered { .. } => continue,
            RunOutcome::Held(hold) => hold_words(hold),
            RunOutcome::Failed(problems) => problems.iter().map(at).collect::<Vec<_>>().join(", "),
            RunOutcome::Passed(status) => status.as_str().to_owned(),
            RunOutcome::Changed(_) | RunOutcome::Unchanged => panic!("nothing was edited"),
        };
        if !summary.is_empty() {
            summary.push(' ');
        }
        write!(summary, "[{}: {why}]", result.candidate).unwrap();
    }
    summary
}

fn at(problem: &crate::problem::Problem) -> String {
    format!("{} at {}", problem.code, problem.pointer)
}

/// Returns the only order of a plan.
fn only(plan: &OrdersPlan) -> &Order {
    let [NewOrder { order, .. }] = plan.writes.orders.as_slice() else { panic!("{}", summary(plan)) };
    order
}

fn with(mut candidate: Candidate, change: impl FnOnce(&mut Candidate)) -> Candidate {
    change(&mut candidate);
    candidate
}

/// Formats a hold with its reason and parameters.
fn hold_words(hold: &Hold) -> String {
    let word = hold.reason().as_str();
    match hold {
        Hold::SiblingError { candidate, code } => format!("{word} {candidate} {code}"),
        Hold::SiblingRejected { line_id } => format!("{word} {line_id}"),
        _ => word.to_owned(),
    }
}

fn released_words(releases: Releases) -> String {
    releases.words().collect::<Vec<_>>().join(" ")
}
