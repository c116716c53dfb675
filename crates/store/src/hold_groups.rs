//! Candidates on hold, grouped by reason or by incoming order.

use std::collections::BTreeSet;

use jiff::Timestamp;
use orderdock_domain::candidate::HoldReason;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};

use crate::Amounts;

/// Maximum number of candidates on hold that are counted and summed.
pub const MAX_HELD: usize = 50_000;

/// The query for candidates on hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HoldGroupQuery {
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
    /// A wait until a day that has begun by this instant is over.
    pub now: Timestamp,
}

/// Figures of `new` candidates on hold.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HeldFigures {
    pub candidates: u64,
    /// Number of their incoming orders.
    pub headers: u64,
    /// Start of the longest hold; absent without candidates.
    pub since: Option<Timestamp>,
    /// Value by currency, ascending.
    pub worth: Amounts,
    /// Number of candidates without a price, or with one that cannot be summed.
    pub unpriced: u64,
}

/// Candidates with the same hold reason.
#[derive(Clone, PartialEq, Debug)]
pub struct HoldGroup {
    pub reason: HoldReason,
    pub figures: HeldFigures,
}

/// Candidates on hold.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HoldGroups {
    /// Groups, largest first.
    pub groups: Vec<HoldGroup>,
    /// All groups. An incoming order with several reasons counts once.
    pub all: HeldFigures,
    /// Whether there are at most [`MAX_HELD`] candidates, so that all are included.
    pub whole: bool,
}

/// An incoming order with `new` candidates on hold.
#[derive(Clone, PartialEq, Debug)]
pub struct HeldOrder {
    pub organisation: OrganisationId,
    /// The candidate on hold with the lowest id.
    pub first: CandidateId,
    /// Start of the hold.
    pub since: Timestamp,
    /// Reasons of its candidates.
    pub reasons: BTreeSet<HoldReason>,
    /// Number of candidates on hold.
    pub candidates: u64,
    /// Value by currency, ascending.
    pub worth: Amounts,
    /// Number of candidates without a price, or with one that cannot be summed.
    pub unpriced: u64,
}

/// Incoming orders on hold.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct HeldOrders {
    /// Ordered by their first candidate.
    pub orders: Vec<HeldOrder>,
    /// Whether there are at most [`MAX_HELD`] candidates, so that all are included.
    pub whole: bool,
}
