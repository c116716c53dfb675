//! Counters of candidates, updated with every write.

use std::collections::BTreeMap;

use jiff::Timestamp;
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::order::CandidateClaim;
use orderdock_domain::problem::Problem;

/// Microseconds in a quarter of an hour. Every zone begins its days and hours with a quarter.
const QUARTER: i64 = 900_000_000;

/// Returns the number of the quarter of an hour since 1970 that contains an instant.
pub fn quarter_of(instant: Timestamp) -> i64 {
    instant.as_microsecond().div_euclid(QUARTER)
}

/// A counter of candidates: of one quarter of an hour, or of all time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Counter {
    pub quarter: Option<i64>,
    pub organisation: OrganisationId,
    pub data_source: DataSourceId,
}

/// The additions of a commit to the counters, aggregated over its candidates. Every write of a candidate's status uses
/// it.
#[derive(Default, Debug)]
pub struct Tally(BTreeMap<Counter, [i64; Status::ALL.len()]>);

impl Tally {
    /// Adds the change of one candidate; `before` is `None` for a new one.
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

    /// Returns the additions to each counter, by status in the order of [`Status::ALL`]. Counters are ascending, so
    /// that no two commits deadlock.
    pub fn additions(&self) -> impl Iterator<Item = (Counter, [i64; Status::ALL.len()])> + '_ {
        self.0
            .iter()
            .map(|(counter, counts)| (*counter, *counts))
            .filter(|(_, counts)| counts.iter().any(|count| *count != 0))
    }
}

/// Returns the distinct codes of problems, each with the cause of its first problem.
pub fn problem_causes(problems: &[Problem]) -> BTreeMap<&'static str, String> {
    let mut causes = BTreeMap::new();
    for problem in problems {
        causes.entry(problem.code.as_str()).or_insert_with(|| problem.cause());
    }
    causes
}
