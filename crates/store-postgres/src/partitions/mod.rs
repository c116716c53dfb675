//! Partitioning of large tables by month, if an administrator enables it (ADR 16). Ids increase with time, so a month
//! is a range of ids.
//!
//! The last partition of a table has no upper bound, so it accepts all later ids. Before its month begins and while it
//! is empty, it gets an upper bound at the next month. When a month begins, the sequence of ids jumps to its first id.

mod cut;
mod month;
mod parts;
#[cfg(test)]
mod tests;

use jiff::Timestamp;
use orderdock_store::{StoreError, StoreResult};

use crate::address::Address;
use crate::blocking_connection::BlockingConnection;
use crate::link::{Link, run_on_thread};
use crate::locks::LIMITS;
use month::Month;
use parts::AllPartitions;
pub use parts::STATE;

/// The tables that grow with every candidate, and their columns with the candidate's id. None of them needs a unique
/// index over all partitions.
pub const TABLES: [(&str, &str); 4] = [
    ("candidate_row", "id"),
    ("candidate_state", "id"),
    ("candidate_content", "candidate_id"),
    ("candidate_history", "candidate_id"),
];

/// Number of months whose partitions are created in advance.
const AHEAD: i64 = 2;
/// Number of ids that may be reserved while a table is being partitioned.
const MARGIN: i64 = 100_000_000;
/// Number of attempts to lock tables that others use, one second apart.
const TRIES: usize = 60;

/// Partitions the tables by month. Returns `false` if they are already partitioned.
pub fn partition(address: &Address, now: Option<Timestamp>) -> StoreResult<bool> {
    run_on_thread("cutting the tables", || partition_all(address, now))
}

fn partition_all(address: &Address, now: Option<Timestamp>) -> StoreResult<bool> {
    let link = Link::connect(address, "orderdock/migrate")?;
    let now = match now {
        Some(now) => now,
        None => time(&link)?,
    };
    let cut = cut::all(&link, Month::of(now))?;
    keep(&link, now)?;
    Ok(cut)
}

fn time(link: &Link) -> StoreResult<Timestamp> {
    let text = link.word("SELECT floor(extract(epoch FROM clock_timestamp()))::bigint")?;
    let time = text.parse().ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    time.ok_or_else(|| StoreError::Statement(format!("the server returned no time: {text}")))
}

/// Returns whether the tables are partitioned by month.
pub fn are_cut(address: &Address) -> StoreResult<bool> {
    Ok(AllPartitions::read(&BlockingConnection::connect(address)?.text(STATE)?)?.are_months())
}

/// Returns whether [`keep`] has work to do, by the result of [`STATE`].
pub fn is_due(state: &str, now: Timestamp) -> StoreResult<bool> {
    let parts = AllPartitions::read(state)?;
    let now = Month::of(now);
    Ok(parts.are_months() && (parts.lack(parts.wanted(now)) || parts.may_begin(now) || parts.have_grown))
}

/// Returns whether the tables are partitioned but lack a partition for the next month.
pub fn lacks_next_month(state: &str, now: Timestamp) -> StoreResult<bool> {
    let parts = AllPartitions::read(state)?;
    Ok(parts.are_months() && parts.lack(Month::of(now).plus(1)))
}

/// Creates the partitions of the coming months, starts the id range of a new month, and analyses tables that have
/// grown. Several processes may call it concurrently.
pub fn keep(link: &Link, now: Timestamp) -> StoreResult<()> {
    let now = Month::of(now);
    let mut parts = AllPartitions::of(link)?;
    if !parts.are_months() {
        return Ok(());
    }
    if parts.lack(parts.wanted(now)) {
        for (table, key) in TABLES {
            cut::extend(link, table, key, now)?;
        }
        parts = AllPartitions::of(link)?;
    }
    if parts.may_begin(now) {
        let first = now.first_id();
        // not durable by itself, but with the first row that uses an id of the month
        link.batch(&format!("UPDATE counter SET value = {first} WHERE name = 'id' AND value < {first}"))?;
        tracing::info!(month = now.name(), first, "id range of a new month started");
    }
    if parts.have_grown {
        analyze(link)?;
    }
    Ok(())
}

/// Analyses the partitioned tables as a whole, because the server does so only for each partition.
fn analyze(link: &Link) -> StoreResult<()> {
    for (table, _) in TABLES {
        link.batch(&format!("BEGIN; {LIMITS}; ANALYZE {table}; COMMIT")).inspect_err(|_| link.roll_back())?;
    }
    Ok(())
}
