//! Large tables cut by month, where an administrator wants that (ADR 16). Ids rise with time, so a month is a range of ids.
//!
//! The last part of a table is open: whatever comes after its beginning has a place in it. Before its month begins it is
//! cut at the next one, while it is empty. When the month begins, the sequence of ids jumps to the boundary.

mod cut;
mod month;
mod parts;
#[cfg(test)]
mod tests;

use jiff::Timestamp;
use orderdock_store::{StoreError, StoreResult};

use crate::address::Address;
use crate::link::{Link, apart};
use crate::locks::LIMITS;
use crate::plain::BlockingConnection;
use month::Month;
use parts::AllPartitions;
pub use parts::STATE;

/// The tables that grow with every candidate, and the column of its id: what is never looked for across all of them by
/// something that must be unique.
pub const TABLES: [(&str, &str); 4] = [
    ("candidate_row", "id"),
    ("candidate_state", "id"),
    ("candidate_content", "candidate_id"),
    ("candidate_history", "candidate_id"),
];

/// Months whose parts are there before they begin.
const AHEAD: i64 = 2;
/// Ids that may be given out while a table is cut.
const MARGIN: i64 = 100_000_000;
/// How often tables are asked for that others use, with a second between.
const TRIES: usize = 60;

/// Cuts the tables, unless they are. Tells whether that was to be done.
pub fn partition(address: &Address, now: Option<Timestamp>) -> StoreResult<bool> {
    apart("cutting the tables", || partition_all(address, now))
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

/// Whether the tables are cut.
pub fn are_cut(address: &Address) -> StoreResult<bool> {
    Ok(AllPartitions::read(&BlockingConnection::connect(address)?.text(STATE)?)?.are_months())
}

/// Whether there is something to do, by what [`STATE`] has told.
pub fn is_due(state: &str, now: Timestamp) -> StoreResult<bool> {
    let parts = AllPartitions::read(state)?;
    let now = Month::of(now);
    Ok(parts.are_months() && (parts.lack(parts.wanted(now)) || parts.may_begin(now) || parts.have_grown))
}

/// Whether the tables are cut, and the month to come has no part of its own.
pub fn lacks_next_month(state: &str, now: Timestamp) -> StoreResult<bool> {
    let parts = AllPartitions::read(state)?;
    Ok(parts.are_months() && parts.lack(Month::of(now).plus(1)))
}

/// Makes the parts of the months to come, begins the month, and looks at what has grown. Others may do so at the same time.
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
        // what is written with an id of the month is durable with this
        link.batch(&format!("UPDATE counter SET value = {first} WHERE name = 'id' AND value < {first}"))?;
        tracing::info!(month = now.name(), first, "id range of a new month started");
    }
    if parts.have_grown {
        analyze(link)?;
    }
    Ok(())
}

/// The server looks by itself at each part, but never at how they are together.
fn analyze(link: &Link) -> StoreResult<()> {
    for (table, _) in TABLES {
        link.batch(&format!("BEGIN; {LIMITS}; ANALYZE {table}; COMMIT")).inspect_err(|_| link.roll_back())?;
    }
    Ok(())
}
