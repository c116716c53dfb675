//! Advisory locks and timeouts, which are the same for all processes on a server.

use std::time::Duration;

use jiff::SignedDuration;
use orderdock_store::HeartbeatIntervals;

/// Lock of all business writes: shared, or exclusive for a write that was repeatedly aborted by conflicts.
pub const TURN: i64 = 0x4F44_434B_0001;
/// Lock of manual changes of master data.
pub const RECORDS: i64 = 0x4F44_434B_0002;
/// Lock of transactions that change lines of incoming orders: shared if they also lock each order, exclusive if they
/// change too many orders for that.
pub const ORDERS: i64 = 0x4F44_434B_0004;
/// Lock of changes of the schema.
pub const MIGRATION: i64 = 0x4F44_434B_0003;
/// Timeouts of migration steps. A step never pauses between statements, so a process that is idle for 5 s within one is
/// suspended, and its locks are released.
pub const LIMITS: &str = "SET LOCAL idle_in_transaction_session_timeout = '5s'; SET LOCAL lock_timeout = 0; \
    SET LOCAL statement_timeout = 0";
/// Interval of heartbeats, and the timeout after which an instance is dead.
pub const HEARTBEAT_INTERVALS: HeartbeatIntervals =
    HeartbeatIntervals { heartbeat: Duration::from_secs(2), dead: SignedDuration::from_secs(6) };
