//! Figures about received candidates.

use jiff::Timestamp;
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::problem::ProblemCode;

/// Maximum number of listed problems, the most frequent first.
pub const TOP_PROBLEMS: usize = 10;

/// A query for figures about received candidates. All instants are multiples of a quarter of an hour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntakeQuery {
    /// Start of each time span, ascending, and the end of the last one.
    pub bounds: Vec<Timestamp>,
    /// Start of the present day.
    pub today: Timestamp,
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
}

/// Candidates by present status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StatusCounts {
    pub new: u64,
    pub error: u64,
    pub processed: u64,
    pub inactive: u64,
}

impl StatusCounts {
    pub fn of(&self, status: Status) -> u64 {
        match status {
            Status::New => self.new,
            Status::Error => self.error,
            Status::Processed => self.processed,
            Status::Inactive => self.inactive,
        }
    }

    pub fn all(&self) -> u64 {
        self.new + self.error + self.processed + self.inactive
    }

    /// Adds one candidate with this status.
    pub fn count(&mut self, status: Status) {
        match status {
            Status::New => self.new += 1,
            Status::Error => self.error += 1,
            Status::Processed => self.processed += 1,
            Status::Inactive => self.inactive += 1,
        }
    }

    pub fn add(&mut self, more: Self) {
        self.new += more.new;
        self.error += more.error;
        self.processed += more.processed;
        self.inactive += more.inactive;
    }
}

/// Candidates received in the time spans, and open work.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Intake {
    /// Candidates created in each span.
    pub spans: Vec<StatusCounts>,
    /// Candidates created in all spans, by data source in ascending order; without data sources that sent none.
    pub sources: Vec<(DataSourceId, StatusCounts)>,
    /// Problems of the candidates that are in error now, most frequent first.
    pub problems: Vec<(ProblemCode, u64)>,
    /// All candidates.
    pub now: StatusCounts,
    /// Candidates in valid orders that were created today.
    pub processed_today: u64,
    /// The oldest candidate that is new or in error, and its time of creation.
    pub oldest_unprocessed: Option<(CandidateId, Timestamp)>,
    /// Orders whose transfer to a receiver is not confirmed although one is expected.
    pub waiting_orders: WaitingOrders,
    /// Number of failed runs in the time spans.
    pub failed_runs: u64,
}

/// Orders whose transfer to a receiver is pending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WaitingOrders {
    pub count: u64,
    /// Time when the oldest of them was created.
    pub oldest: Option<Timestamp>,
}
