//! Locks and timeouts that all processes on a server share.

use std::time::Duration;

use jiff::SignedDuration;
use orderdock_store::HeartbeatIntervals;

/// Advisory lock of all business writes: shared, or exclusive for a write that was repeatedly aborted by conflicts.
pub const TURN: i64 = 0x4F44_434B_0001;
/// Advisory lock for changes of master data by hand.
pub const RECORDS: i64 = 0x4F44_434B_0002;
/// Advisory lock of transactions that change lines of incoming orders: shared for those that lock their orders one by
/// one, exclusive for one that changes many.
pub const ORDERS: i64 = 0x4F44_434B_0004;
/// Advisory lock for changes of the schema.
pub const MIGRATION: i64 = 0x4F44_434B_0003;
/// Limits for migration steps: a process that is suspended during a step releases its locks after 5 s, because a step
/// never pauses between statements.
pub const LIMITS: &str = "SET LOCAL idle_in_transaction_session_timeout = '5s'; SET LOCAL lock_timeout = 0; \
    SET LOCAL statement_timeout = 0";
/// Heartbeat interval of an instance, and the timeout after which it is dead.
pub const PACE: HeartbeatIntervals =
    HeartbeatIntervals { sign: Duration::from_secs(2), dead: SignedDuration::from_secs(6) };
