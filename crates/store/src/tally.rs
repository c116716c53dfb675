//! How many candidates there are: counted as they are written.

use std::collections::BTreeMap;

use jiff::Timestamp;
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::order::CandidateClaim;
use orderdock_domain::problem::Problem;

/// Microseconds in a quarter of an hour. Every zone begins its days and hours with a quarter.
const QUARTER: i64 = 900_000_000;

/// The quarter of an hour that an instant lies in, since 1970.
pub fn quarter_of(instant: Timestamp) -> i64 {
    instant.as_microsecond().div_euclid(QUARTER)
}

/// Where a candidate is counted: of a quarter, or of all time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Counter {
    pub quarter: Option<i64>,
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
}

/// What a commit adds to the counters, once for all of its candidates. Every write of a candidate's status goes
/// through here.
#[derive(Default, Debug)]
pub struct Tally(BTreeMap<Counter, [i64; Status::ALL.len()]>);

impl Tally {
    /// What one candidate changes, `before` being `None` for one that is new.
    pub fn add(&mut self, claim: &CandidateClaim, before: Option<Status>, after: Status) {
        if before == Some(after) {
            return;
        }
        let CandidateClaim { organisation, data_source, created_at, .. } = *claim;
        for quarter in [None, Some(quarter_of(created_at))] {
            let counts = self.0.entry(Counter { quarter, organisation, data_source }).or_default();
            for (count, status) in counts.iter_mut().zip(Status::ALL) {
                *count += i64::from(*status == after) - i64::from(Some(*status) == before);
            }
        }
    }

    /// What is added to which counter, by status in the order of [`Status::ALL`]; ascending, so that no two commits
    /// wait for each other.
    pub fn additions(&self) -> impl Iterator<Item = (Counter, [i64; Status::ALL.len()])> + '_ {
        self.0
            .iter()
            .map(|(counter, counts)| (*counter, *counts))
            .filter(|(_, counts)| counts.iter().any(|count| *count != 0))
    }
}

/// The codes of problems, each once, with what the first of its problems is about.
pub fn problem_causes(problems: &[Problem]) -> BTreeMap<&'static str, String> {
    let mut causes = BTreeMap::new();
    for problem in problems {
        causes.entry(problem.code.as_str()).or_insert_with(|| problem.cause());
    }
    causes
}
