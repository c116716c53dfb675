//! Numeric options with a minimum.

use super::faults::ConfigFaults;
use crate::database::Database;
use orderdock_api::BULK_BYTES;

/// Response budget that lets two connections use their full limit.
const MIN_RESPONSE_BYTES: u64 = 8 << 20;

/// Returns a number; a smaller one than `minimum` is a fault.
fn at_least<N: Copy + PartialOrd + std::fmt::Display>(
    number: N,
    minimum: N,
    option: &'static str,
    reason: &str,
    faults: &mut ConfigFaults,
) -> N {
    if number < minimum {
        faults.add(option, format!("--{option} is {number}. Expected: at least {minimum}, {reason}"));
    }
    number
}

pub fn max_connections(given: Option<u32>, faults: &mut ConfigFaults) -> u32 {
    at_least(given.unwrap_or(1024), 1, "max-connections", "otherwise no request is served", faults)
}

pub fn attachment_bytes(given: Option<u64>, faults: &mut ConfigFaults) -> u64 {
    at_least(
        given.unwrap_or(25 << 20),
        1,
        "max-attachment-bytes",
        "otherwise no file can be attached",
        faults,
    )
}

pub fn body_bytes(given: Option<usize>, faults: &mut ConfigFaults) -> usize {
    let bytes = given.unwrap_or(256 << 20);
    at_least(bytes, BULK_BYTES, "max-body-bytes-under-way", "the size of the largest bulk", faults)
}

pub fn response_bytes(given: Option<u64>, faults: &mut ConfigFaults) -> u64 {
    let (bytes, reason) = (given.unwrap_or(256 << 20), "the maximum of two connections");
    at_least(bytes, MIN_RESPONSE_BYTES, "max-response-bytes-under-way", reason, faults)
}

pub fn requests_kept_days(given: Option<u16>, faults: &mut ConfigFaults) -> u16 {
    let reason = "otherwise a retried request is processed again";
    at_least(given.unwrap_or(30), 1, "requests-kept-days", reason, faults)
}

pub fn rejected_rows_kept_days(given: Option<u16>, faults: &mut ConfigFaults) -> u16 {
    let reason = "otherwise rejected rows are deleted before they can be corrected";
    at_least(given.unwrap_or(30), 1, "rejected-rows-kept-days", reason, faults)
}

pub fn kept_days(given: Option<u16>, faults: &mut ConfigFaults) -> u16 {
    let reason = "otherwise events are deleted before they can be read";
    at_least(given.unwrap_or(30), 1, "events-kept-days", reason, faults)
}

/// Percentage of requests with a trace.
pub fn trace_percent(given: Option<u8>, faults: &mut ConfigFaults) -> u8 {
    let percent = given.unwrap_or(100);
    if percent > 100 {
        faults.add("otlp-trace-percent", format!("--otlp-trace-percent is {percent}. Expected: 0 to 100"));
    }
    percent.min(100)
}

pub fn connections(given: Option<usize>, faults: &mut ConfigFaults) -> usize {
    let (connections, reason) = (given.unwrap_or(Database::CONNECTIONS), "one of them for the heartbeat");
    at_least(connections, Database::MIN_CONNECTIONS, "database-connections", reason, faults)
}
