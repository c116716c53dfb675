//! Figures about the present day, beside those before it that are like it.

use jiff::Timestamp;
use orderdock_domain::ids::{DataSourceId, OrganisationId};
use orderdock_domain::masterdata::CurrencyCode;
use orderdock_domain::number::Decimal;

/// So many candidates of a status, the oldest, and so many orders of a day, the newest, are summed up.
pub const MOST_SUMMED: usize = 20_000;

/// A day up to the same time of day as now, and as a whole. All lie on quarters of an hour, but for now.
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
    /// Whose queue is counted, by name.
    pub assigned: String,
    /// What came before has been here for longer than a week.
    pub week: Timestamp,
    /// Today, and the same weekday of the weeks before it, the latest first.
    pub days: Vec<DaySpan>,
}

/// Amounts, for each currency; ascending by it.
pub type Amounts = Vec<(CurrencyCode, Decimal)>;

/// What waits since some time, new or in error.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Open {
    pub candidates: u64,
    pub worth: Amounts,
    /// Those that are in no amount: without a price, or with one of a list that may be for another unit.
    pub unpriced: u64,
}

/// What is new or in error of what somebody looks after.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Queue {
    pub candidates: u64,
    /// How many of them are in error.
    pub error: u64,
    /// The headers that they belong to.
    pub headers: u64,
    /// When the oldest of them came.
    pub oldest: Option<Timestamp>,
}

/// Orders of a day, up to the same time of day, that hold.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OrdersOfDay {
    pub orders: u64,
    /// Candidates in them.
    pub candidates: u64,
    /// Without tax.
    pub worth: Amounts,
    /// Whether these are all.
    pub whole: bool,
}

/// How many candidates came on a day up to the same time of day, and on the whole of it.
pub type ArrivalCounts = (u64, u64);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceDays {
    pub data_source: DataSourceId,
    /// As many as days were asked for.
    pub came: Vec<ArrivalCounts>,
    /// When something came last.
    pub last: Option<Timestamp>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Day {
    /// Since today, since the week before it, and for longer.
    pub open: [Open; 3],
    /// Whether that is all that waits.
    pub open_whole: bool,
    pub queue: Queue,
    /// Of the first two days.
    pub orders: [OrdersOfDay; 2],
    /// Candidates that are in orders of today, and how many of them nobody corrected or released.
    pub ordered: u64,
    pub untouched: u64,
    /// Ascending; those that sent nothing on these days left out.
    pub sources: Vec<SourceDays>,
}
