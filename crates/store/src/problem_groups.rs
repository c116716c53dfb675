//! Candidates in error, grouped by problem.

use jiff::Timestamp;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::ProblemCode;

/// Maximum number of groups on a page.
pub const MAX_GROUPS: usize = 200;
/// Maximum number of candidates whose value is summed; candidates with the same quantity and price count as one.
pub const MAX_VALUED: usize = 100_000;

/// A query for groups of candidates in error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProblemGroupQuery {
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
    /// Candidates received since this instant are recent.
    pub recent: Timestamp,
    /// Candidates received since this instant, but before `recent`, are earlier ones.
    pub earlier: Timestamp,
    /// Number of groups to skip, the largest first.
    pub offset: u32,
}

/// Candidates in error with the same first problem and the same cause.
#[derive(Clone, PartialEq, Debug)]
pub struct ProblemGroup {
    pub code: ProblemCode,
    /// See [`orderdock_domain::problem::Problem::cause`].
    pub cause: String,
    pub candidates: u64,
    /// Candidates that got the problem in the recent and in the earlier period, including those without it now.
    pub recent: u64,
    pub earlier: u64,
    /// Number of their headers.
    pub headers: u64,
    /// The oldest candidate, and the time when it was received.
    pub oldest: (CandidateId, Timestamp),
    /// Value of the candidates that have a price of their own, by currency, ascending.
    pub worth: Vec<(CurrencyCode, Decimal)>,
    /// Number of candidates without a price of their own, or with one that cannot be summed.
    pub unpriced: u64,
}

/// A page of groups, the largest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProblemGroups {
    pub groups: Vec<ProblemGroup>,
    /// Whether more groups follow.
    pub more: bool,
    /// Number of all groups.
    pub all_groups: u64,
    /// Number of candidates in all groups; each is in one.
    pub candidates: u64,
    /// Whether every priced candidate was summed.
    pub summed: bool,
    /// Candidates received before this instant are counted only if they were still open then. `None` if it is before
    /// the earlier period.
    pub counted_since: Option<Timestamp>,
}
