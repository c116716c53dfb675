//! The processes that work on a database: who lives, and what is left by those who do not.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::ids::{CandidateId, InstanceId};

use crate::{RunRecord, RunWork};

/// The lease of who follows the schedules.
pub const SCHEDULER: &str = "scheduler";
/// The lease of who sends events to webhooks.
pub const WEBHOOKS: &str = "webhooks";
/// The lease of who finds out what people are to be notified of.
pub const NOTIFICATIONS: &str = "notifications";
/// The lease of who forgets what is old.
pub const HOUSEKEEPING: &str = "housekeeping";

/// What a process says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewInstance {
    /// Its machine, and which process it is there.
    pub name: String,
    pub version: String,
    /// Where it keeps attached files.
    pub attachments: String,
}

/// A process that works on the database, or did a moment ago.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub id: InstanceId,
    pub new: NewInstance,
    pub started_at: Timestamp,
    /// Its last sign of life, by the clock of the store.
    pub signed_at: Timestamp,
    /// By how much the clock of its machine is ahead of that of the store.
    pub clock_ahead: SignedDuration,
    /// It follows the schedules.
    pub leads: bool,
}

/// How signs of life are given on a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// From one sign to the next.
    pub sign: Duration,
    /// Without a sign for so long, a process counts as dead.
    pub dead: SignedDuration,
}

/// A run whose process has died, taken by another.
#[derive(Clone, PartialEq, Debug)]
pub struct AdoptedRun {
    pub record: RunRecord,
    /// Nothing where it is not understood, as one that a later version wrote.
    pub work: Option<RunWork>,
    /// The candidates that it is through with. Ascending.
    pub done: Vec<CandidateId>,
}
