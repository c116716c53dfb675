//! Figures about the present day, compared with earlier days of the same kind.

use jiff::Timestamp;
use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::Decimal;

/// Maximum number of candidates of a status (the oldest) and of orders of a day (the newest) whose amounts are summed.
pub const MAX_SUMMED: usize = 20_000;

/// A day: its start, the same time of day as now, and its end. All instants are multiples of a quarter of an hour,
/// except `until` of the present day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DaySpan {
    pub begin: Timestamp,
    pub until: Timestamp,
    pub end: Timestamp,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DayQuery {
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
    /// Name of the user whose queue is counted.
    pub assigned: String,
    /// Candidates received before this instant are older than a week.
    pub week: Timestamp,
    /// Today and the same weekday of the weeks before it, latest first.
    pub days: Vec<DaySpan>,
}

/// Amounts by currency, ascending.
pub type Amounts = Vec<(CurrencyCode, Decimal)>;

/// Candidates of a period that are new or in error.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OpenCandidates {
    pub candidates: u64,
    pub worth: Amounts,
    /// Number of candidates that no amount includes: without a price, or with a list price that may be for another
    /// unit.
    pub unpriced: u64,
}

/// Candidates assigned to a user that are new or in error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AssignedCandidates {
    pub candidates: u64,
    /// Number of them in error.
    pub error: u64,
    /// Number of headers that they belong to.
    pub headers: u64,
    /// Time when the oldest of them was received.
    pub oldest: Option<Timestamp>,
}

/// Valid orders of a day, up to the same time of day.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DayOrders {
    pub orders: u64,
    /// Number of candidates in these orders.
    pub candidates: u64,
    /// Net value.
    pub worth: Amounts,
    /// Whether the net value includes all orders.
    pub whole: bool,
}

/// Candidates received on a day, up to the same time of day and on the whole day.
pub type ArrivalCounts = (u64, u64);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceDays {
    pub data_source: DataSourceId,
    /// One entry for each day of the query.
    pub received: Vec<ArrivalCounts>,
    /// Time when the last candidate was received.
    pub last: Option<Timestamp>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Day {
    /// Candidates received today, in the week before today, and earlier.
    pub open: [OpenCandidates; 3],
    /// Whether the amounts include all open candidates.
    pub open_whole: bool,
    pub queue: AssignedCandidates,
    /// Orders of the first two days.
    pub orders: [DayOrders; 2],
    /// Candidates in orders of today, and the number of them that were neither corrected nor released by hand.
    pub ordered: u64,
    pub untouched: u64,
    /// Ascending; without data sources that sent nothing on these days.
    pub sources: Vec<SourceDays>,
}
