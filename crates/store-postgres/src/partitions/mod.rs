//! Large tables partitioned by month, if an administrator enables it (ADR 16). Ids rise with time, so a month is a
//! range of ids.
//!
//! The last partition of a table has no upper bound, so every later id has a place. Before its month begins and while
//! it is empty, it is bounded at the next month. When the month begins, the sequence of ids jumps to the boundary.

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

/// The tables that grow with every candidate, and the column of the candidate's id. None of them needs a unique index
/// across all partitions.
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

/// Partitions the tables, unless they are. Returns whether there was anything to do.
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

/// Returns whether [`keep`] has anything to do, by the result of [`STATE`].
pub fn is_due(state: &str, now: Timestamp) -> StoreResult<bool> {
    let parts = AllPartitions::read(state)?;
    let now = Month::of(now);
    Ok(parts.are_months() && (parts.lack(parts.wanted(now)) || parts.may_begin(now) || parts.have_grown))
}

/// Returns whether the tables are partitioned and the next month has no partition of its own.
pub fn lacks_next_month(state: &str, now: Timestamp) -> StoreResult<bool> {
    let parts = AllPartitions::read(state)?;
    Ok(parts.are_months() && parts.lack(Month::of(now).plus(1)))
}

/// Creates the partitions of coming months, starts the id range of the month, and analyses grown tables. Several
/// processes may do so at the same time.
pub fn keep(link: &Link, now: Timestamp) -> StoreResult<()> {
    let now = Month::of(now);
    let mut parts = AllPartitions::of(link)?;
    if !parts.are_months() {
        return Ok(());
    }
    if parts.lack(parts.wanted(now)) {
        for (table, key) in TABLES {
            cut::ahead(link, table, key, now)?;
        }
        parts = AllPartitions::of(link)?;
    }
    if parts.may_begin(now) {
        let first = now.first_id();
        // this update is durable together with the rows that use the ids of the month
        link.batch(&format!("UPDATE counter SET value = {first} WHERE name = 'id' AND value < {first}"))?;
        tracing::info!(month = now.name(), first, "id range of a new month started");
    }
    if parts.have_grown {
        analyze(link)?;
    }
    Ok(())
}

/// Analyses the partitioned tables, because the server analyses only each partition by itself.
fn analyze(link: &Link) -> StoreResult<()> {
    for (table, _) in TABLES {
        link.batch(&format!("BEGIN; {LIMITS}; ANALYZE {table}; COMMIT")).inspect_err(|_| link.roll_back())?;
    }
    Ok(())
}
