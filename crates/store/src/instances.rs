//! The processes that use a database, their heartbeats, and the runs of dead processes.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use orderdock_domain::ids::{CandidateId, InstanceId};

use crate::{FencingToken, RunRecord, RunWork};

/// The lease for running the schedules.
pub const SCHEDULER: &str = "scheduler";
/// The lease for sending events to webhooks.
pub const WEBHOOKS: &str = "webhooks";
/// The lease for creating notifications.
pub const NOTIFICATIONS: &str = "notifications";
/// The lease for resolving references of stored candidates.
pub const REFERENCES: &str = "references";
/// The lease for removing old data.
pub const HOUSEKEEPING: &str = "housekeeping";

/// Properties of an instance that it registers itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewInstance {
    /// Host name and process id.
    pub name: String,
    pub version: String,
    /// Location of the attached files.
    pub attachments: String,
}

/// A process that uses the database, or used it recently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub id: InstanceId,
    pub new: NewInstance,
    pub started_at: Timestamp,
    /// Time of the last heartbeat by the clock of the store.
    pub heartbeat_at: Timestamp,
    /// Difference of the machine's clock from the store's clock; positive if the machine's is ahead.
    pub clock_ahead: SignedDuration,
    /// Whether it holds the lease of the scheduler.
    pub leads: bool,
}

/// An instance without a recent heartbeat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SilentInstance {
    pub id: InstanceId,
    pub new: NewInstance,
    /// Session name of its connections; empty if they cannot be terminated.
    pub session: String,
}

/// A heartbeat to record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeartbeatCommit {
    pub instance: InstanceId,
    /// Time by the clock of the store.
    pub at: Timestamp,
    /// Difference of the machine's clock from the store's clock; positive if the machine's is ahead.
    pub clock_ahead: SignedDuration,
    /// If the previous heartbeat is older than this, the instance was suspended. It must then wait again before it can
    /// declare other instances dead.
    pub awake_since: Timestamp,
}

/// A lease that a live instance holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lease {
    pub fence: FencingToken,
    pub holder: InstanceId,
}

/// Heartbeat intervals of a database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeartbeatIntervals {
    /// Time between two heartbeats.
    pub heartbeat: Duration,
    /// Time without a heartbeat after which a process counts as dead.
    pub dead: SignedDuration,
}

/// A run of a dead process that another process has adopted.
#[derive(Clone, PartialEq, Debug)]
pub struct AdoptedRun {
    pub record: RunRecord,
    /// `None` if the work cannot be decoded, for example because a later version wrote it.
    pub work: Option<RunWork>,
    /// Candidates that the run has already processed, ascending.
    pub done: Vec<CandidateId>,
}
