//! Candidates in error by what is wrong with them.

use jiff::Timestamp;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::Decimal;
use orderdock_domain::problem::ProblemCode;

/// Most groups of a page.
pub const MOST_GROUPS: usize = 200;
/// So many candidates are summed, those that say the same of quantity and price counting as one.
pub const MOST_VALUED: usize = 100_000;

/// Which candidates in error are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ProblemGroupQuery {
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
    /// What came since then came lately.
    pub recent: Timestamp,
    /// What came since then came earlier, unless lately.
    pub earlier: Timestamp,
    /// Number of groups to skip, the largest first.
    pub offset: u32,
}

/// Candidates in error whose first problem is the same, for the same cause.
#[derive(Clone, PartialEq, Debug)]
pub struct ProblemGroup {
    pub code: ProblemCode,
    /// See [`orderdock_domain::problem::Problem::cause`].
    pub cause: String,
    pub candidates: u64,
    /// Candidates that had it lately for the first time, whatever was settled since; and earlier.
    pub recent: u64,
    pub earlier: u64,
    /// The headers that they belong to.
    pub headers: u64,
    /// The oldest of them, and when it came.
    pub oldest: (CandidateId, Timestamp),
    /// By their own prices, for each currency; ascending by it.
    pub worth: Vec<(CurrencyCode, Decimal)>,
    /// Those that have no price of their own, or one that cannot be summed.
    pub unpriced: u64,
}

/// A page of groups, the largest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProblemGroups {
    pub groups: Vec<ProblemGroup>,
    /// Whether more follow.
    pub more: bool,
    /// How many groups there are.
    pub all_groups: u64,
    /// The candidates of all groups; each is in one.
    pub candidates: u64,
    /// Whether every priced candidate was summed.
    pub summed: bool,
    /// Of what came before then only that is counted which was still open at that time; nothing if it is longer ago than
    /// what came earlier.
    pub counted_since: Option<Timestamp>,
}
