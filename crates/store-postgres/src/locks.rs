//! What all agree on who use a server at the same time: whom one waits for, for how long, and when somebody is dead.

use std::time::Duration;

use jiff::SignedDuration;
use orderdock_store::Pace;

/// The lock that all business writes share, and that one takes alone which others overtook again and again.
pub const TURN: i64 = 0x4F44_434B_0001;
/// The lock of those who change master data by hand.
pub const RECORDS: i64 = 0x4F44_434B_0002;
/// The lock of transactions that change lines of incoming orders: shared by those that lock their orders one by one, exclusive
/// for one that changes many.
pub const ORDERS: i64 = 0x4F44_434B_0004;
/// The lock of those who change the schema.
pub const MIGRATION: i64 = 0x4F44_434B_0003;
/// Who was stopped in the middle of a step does not keep the others from it for ever. It never pauses between statements.
pub const LIMITS: &str = "SET LOCAL idle_in_transaction_session_timeout = '5s'; SET LOCAL lock_timeout = 0; \
    SET LOCAL statement_timeout = 0";
/// How often an instance gives a sign of life, and after how long without one it is dead.
pub const PACE: Pace = Pace { sign: Duration::from_secs(2), dead: SignedDuration::from_secs(6) };
