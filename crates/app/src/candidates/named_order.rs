//! Selection of the incoming order that an external id of a sender refers to, because orders of several data sources
//! and external systems can have the same id.

use std::collections::BTreeSet;

use orderdock_domain::attachment::ExternalHeader;
use orderdock_domain::candidate::Candidate;
use orderdock_domain::masterdata::Reference;
use orderdock_domain::problem::{Param, Problem, ProblemCode};

/// Keeps the lines of one incoming order per organisation. Orders without an external system take precedence, because
/// an order with an external system can be selected by the system's code. Fails with 409 if several orders are left.
pub fn named_lines(candidates: Vec<Candidate>, reference: &Reference) -> Result<Vec<Candidate>, Problem> {
    let all: BTreeSet<_> = candidates.iter().map(ExternalHeader::of).collect();
    let orders = without_system_first(all.into_iter().collect());
    let same_organisation =
        |pair: &[ExternalHeader]| matches!(pair, [one, next] if one.organisation == next.organisation);
    if orders.windows(2).any(same_organisation) {
        return Err(ambiguous_orders(&orders, reference));
    }
    let is_named = |candidate: &Candidate| orders.contains(&ExternalHeader::of(candidate));
    Ok(candidates.into_iter().filter(is_named).collect())
}

/// Removes orders of an external system if their organisation and data source have one without a system.
pub fn without_system_first(mut orders: Vec<ExternalHeader>) -> Vec<ExternalHeader> {
    let without: Vec<_> = orders
        .iter()
        .filter(|order| order.system.is_none())
        .map(|order| (order.organisation, order.data_source))
        .collect();
    orders.retain(|order| {
        order.system.is_none() || !without.contains(&(order.organisation, order.data_source))
    });
    orders
}

/// Returns the problem that a reference names several incoming orders.
pub fn ambiguous_orders(orders: &[ExternalHeader], reference: &Reference) -> Problem {
    let owners: BTreeSet<_> = orders.iter().map(|order| (order.organisation, order.data_source)).collect();
    if owners.len() > 1 {
        let names = orders.iter().map(|order| name(order, reference)).collect();
        return Problem::new(ProblemCode::CandidateAmbiguous, "").with("candidates", Param::Texts(names));
    }
    let mut systems: Vec<_> = orders.iter().filter_map(|order| system(order, reference)).collect();
    systems.sort_unstable();
    Problem::new(ProblemCode::IdentityAmbiguous, "").with("systems", Param::Texts(systems))
}

/// Returns the display name: data source, external system and organisation.
fn name(order: &ExternalHeader, reference: &Reference) -> String {
    let organisation = reference.organisation(order.organisation).map(|found| found.code.to_string());
    let source = reference.data_source(order.data_source).and_then(|found| found.internal_names.first());
    let organisation = organisation.unwrap_or_else(|| order.organisation.to_string());
    let source = source.map_or_else(|| order.data_source.to_string(), ToString::to_string);
    match system(order, reference) {
        Some(system) => format!("{source} / {system} ({organisation})"),
        None => format!("{source} ({organisation})"),
    }
}

fn system(order: &ExternalHeader, reference: &Reference) -> Option<String> {
    let id = order.system?;
    Some(reference.external_system(id).map_or_else(|| id.to_string(), |system| system.code.to_string()))
}
