//! Figures about what came in.

use jiff::Timestamp;
use orderdock_domain::candidate::Status;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::problem::ProblemCode;

/// So many problems are listed, the most frequent ones.
pub const TOP_PROBLEMS: usize = 10;

/// Which figures are wanted. All instants lie on quarters of an hour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IntakeQuery {
    /// Where each span of time begins, ascending, and where the last one ends.
    pub bounds: Vec<Timestamp>,
    /// Where the present day began.
    pub today: Timestamp,
    pub data_source: Option<DataSourceId>,
    pub organisation: Option<OrganisationId>,
}

/// Candidates by the status that they have now.
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

    /// Counts one more.
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

/// What came in during the spans of time, and what there is to do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Intake {
    /// Candidates created in each span.
    pub spans: Vec<StatusCounts>,
    /// Candidates created in all spans, by data source; ascending, those without any left out.
    pub sources: Vec<(DataSourceId, StatusCounts)>,
    /// Problems of the candidates that are in error now, the most frequent first.
    pub problems: Vec<(ProblemCode, u64)>,
    /// All candidates.
    pub now: StatusCounts,
    /// Candidates in orders that were made today and stand.
    pub processed_today: u64,
    /// The candidate that has been new or in error for longest, and when it was created.
    pub oldest_unprocessed: Option<(CandidateId, Timestamp)>,
    /// Orders that no receiver has, where one is expected.
    pub waiting_orders: WaitingOrders,
    /// Runs of the spans that failed.
    pub failed_runs: u64,
}

/// Orders that wait for a receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WaitingOrders {
    pub count: u64,
    /// When the oldest of them was made.
    pub oldest: Option<Timestamp>,
}
