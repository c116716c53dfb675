//! Candidates in error by what is wrong with them.

use jiff::Timestamp;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::Code;

/// So many groups are told, those with the most candidates.
pub const MOST_GROUPS: usize = 200;
/// The worth of so many candidates is summed.
pub const MOST_VALUED: usize = 100_000;

/// Which candidates in error are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProblemGroupQuery {
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
}

/// Candidates in error that have a problem for the same cause.
#[derive(Clone, PartialEq, Debug)]
pub struct ProblemGroup {
    pub code: Code,
    /// See [`orderdock_domain::problem::Problem::cause`].
    pub cause: String,
    pub candidates: u64,
    /// The headers that they belong to.
    pub headers: u64,
    /// The oldest of them, and when it came.
    pub oldest: (CandidateId, Timestamp),
    /// By their own prices, for each currency; ascending by it.
    pub worth: Vec<(CurrencyCode, Decimal)>,
    /// Those that have no price of their own, or one that cannot be summed.
    pub unpriced: u64,
}

/// The groups with the most candidates, the largest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProblemGroups {
    pub groups: Vec<ProblemGroup>,
    /// Whether there are more.
    pub more: bool,
    /// Whether every priced candidate was summed.
    pub summed: bool,
}
