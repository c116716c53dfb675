//! Counts of matching candidates: from the counters if possible, otherwise by reading rows up to a limit.

use jiff::civil::Date;
use orderdock_domain::candidate::Status;
use orderdock_domain::cast;
use orderdock_store::{
    CandidateCounts, CandidateFilter, Counter, HoldFilter, StatusCounts, StoreResult, Tally, Total,
};

use crate::Transaction;
use crate::candidates::filter::{
    AccessPath, AccessPurpose, COUNT_LIMIT, FEW, FilterValues, MIN_COUNTED, counters_tell, up_to,
};
use crate::search::SearchMatches;
use crate::sql::column::{Column, FromRow, RowReader, integer};
use crate::sql::query::{RowWriter, decode_row, first, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;

pub fn total(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    filter: &CandidateFilter,
    matching: &AccessPath<'_>,
) -> StoreResult<Total> {
    if counters_tell(filter) {
        let counts = counted(transaction, organisations, filter)?;
        let statuses = if filter.statuses.is_empty() { Status::ALL } else { &filter.statuses };
        let known = Status::ALL.iter().filter(|status| statuses.contains(status));
        return Ok(exact(known.map(|status| counts.of(*status)).sum()));
    }
    let (count, whole) = if let Some(index_count) = matching.count(transaction)? {
        index_count
    } else {
        let sql = format!("SELECT c.id FROM {}{}", matching.from, matching.conditions);
        (up_to(transaction, &sql, matching.values.clone(), COUNT_LIMIT + 1)?, true)
    };
    Ok(Total {
        value: u64::try_from(count.min(COUNT_LIMIT)).unwrap_or_default(),
        exact: whole && count <= COUNT_LIMIT,
    })
}

/// Counts by status. If too many candidates match, the counts cover only the rows that were read.
pub fn by_status(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    filter: &CandidateFilter,
    today: Date,
) -> StoreResult<CandidateCounts> {
    let filter = &CandidateFilter { statuses: Vec::new(), ..filter.clone() };
    let search = SearchMatches::of_candidates(transaction, organisations, filter)?;
    let search = search.as_ref();
    if counters_tell(filter) {
        let counts = totals(&counted(transaction, organisations, filter)?, exact);
        return Ok(CandidateCounts {
            ready: ready(transaction, organisations, (filter, search), today, counts.new)?,
            ..counts
        });
    }
    let (statement, values, beyond) = statuses(transaction, organisations, filter, search)?;
    let seen =
        rows(transaction, "candidate", &statement, values, |row| Ok((row.read::<Status>()?, figure(row)?)))?;
    let count = |status| seen.iter().find(|(seen, _)| *seen == status).map_or(0, |(_, count)| *count);
    let counts = StatusCounts {
        new: count(Status::New),
        error: count(Status::Error),
        processed: count(Status::Processed),
        inactive: count(Status::Inactive),
    };
    let limit = cast::<u64>(COUNT_LIMIT);
    let all = if beyond { limit + 1 } else { seen.iter().map(|(_, count)| count).sum() };
    let totals = totals(&counts, |value| Total { value, exact: all <= limit });
    let counts = CandidateCounts { all: Total { value: all.min(limit), exact: all <= limit }, ..totals };
    Ok(CandidateCounts {
        ready: ready(transaction, organisations, (filter, search), today, counts.new)?,
        ..counts
    })
}

/// Counts the `new` candidates that are not on hold, by subtracting those on hold, which are fewer.
fn ready(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    (filter, search): (&CandidateFilter, Option<&SearchMatches>),
    today: Date,
    new: Total,
) -> StoreResult<Total> {
    if new.value == 0 || filter.held.is_some_and(|held| held.held) {
        return Ok(Total { value: 0, exact: new.exact });
    }
    let held = Some(HoldFilter { held: true, today });
    let filter = &CandidateFilter { statuses: vec![Status::New], held, ..filter.clone() };
    let matching = AccessPath::of(transaction, organisations, filter, search, AccessPurpose::Count)?;
    let held = total(transaction, organisations, filter, &matching)?;
    Ok(Total { value: new.value.saturating_sub(held.value), exact: new.exact && held.exact })
}

/// Returns a statement that counts by status, and whether it counts only the first rows because more match.
fn statuses<'v>(
    transaction: &dyn Transaction,
    organisations: &'v OrganisationIds,
    filter: &'v CandidateFilter,
    search: Option<&SearchMatches>,
) -> StoreResult<(String, FilterValues<'v>, bool)> {
    let matching = AccessPath::of(transaction, organisations, filter, search, AccessPurpose::Count)?;
    if let Some((ids, mut values)) = matching.some_ids {
        values.push(integer(MIN_COUNTED));
        return Ok((count_listed_ids(&ids), values, true));
    }
    let index_count = matching.count(transaction)?;
    let AccessPath { from, conditions, mut values, ids, .. } = matching;
    let (Some((count, whole)), Some((ids, mut ids_values))) = (index_count, ids) else {
        values.push(integer(COUNT_LIMIT + 1));
        let statement = format!(
            "SELECT status, count(*) FROM (SELECT c.status FROM {from}{conditions} LIMIT ?) part GROUP BY status"
        );
        return Ok((statement, values, false));
    };
    let beyond = !whole || count > COUNT_LIMIT;
    ids_values.push(integer(if beyond { FEW } else { COUNT_LIMIT }));
    Ok((count_listed_ids(&ids), ids_values, beyond))
}

/// Returns a statement that counts the first candidates of a list of ids by status.
fn count_listed_ids(ids: &str) -> String {
    format!(
        "SELECT c.status, count(*) FROM (SELECT id FROM ({ids}) part LIMIT ?) d {{join}} {{state candidate}} c \
         ON c.id = d.id \
         GROUP BY c.status"
    )
}

fn exact(value: u64) -> Total {
    Total { value, exact: true }
}

fn totals(counts: &StatusCounts, total: impl Fn(u64) -> Total) -> CandidateCounts {
    let StatusCounts { new, error, processed, inactive } = *counts;
    CandidateCounts {
        all: total(new + error + processed + inactive),
        new: total(new),
        ready: total(new),
        error: total(error),
        processed: total(processed),
        inactive: total(inactive),
    }
}

/// `?1` organisations, `?2` data source or NULL, `?3` organisation or NULL.
static COUNTED: Statement = Statement::new(
    r"
    SELECT
        CAST(sum(new) AS bigint), CAST(sum(error) AS bigint), CAST(sum(processed) AS bigint),
        CAST(sum(inactive) AS bigint)
    FROM candidate_count
    WHERE quarter = 0
      AND org_id {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR data_source_id = ?2)
      AND ({param ?3 int8} IS NULL OR org_id = ?3)
    ",
);

/// Adds to a counter. Concurrent writers use different slots, so they do not wait for each other.
static ADD: Statement = Statement::new(
    r"
    INSERT INTO candidate_count (
        quarter, org_id, data_source_id, slot, new, error, processed, inactive
    )
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (quarter, org_id, data_source_id, slot) DO UPDATE SET
        new = candidate_count.new + excluded.new,
        error = candidate_count.error + excluded.error,
        processed = candidate_count.processed + excluded.processed,
        inactive = candidate_count.inactive + excluded.inactive
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&COUNTED, &ADD];

/// Returns the counters of candidates for the organisation and data source of a filter.
fn counted(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    filter: &CandidateFilter,
) -> StoreResult<StatusCounts> {
    let values = [organisations.write(), filter.data_source.write(), filter.organisation.write()];
    Ok(first(transaction, "candidate_count", &COUNTED, values, decode_row)?.unwrap_or_default())
}

/// Value of the quarter for the counter of all time.
const ALL_TIME: i64 = 0;

/// Adds a tally to the counters.
pub fn add(transaction: &dyn Transaction, tally: &Tally) -> StoreResult<()> {
    let mut rows = RowWriter::prepare(transaction, &ADD)?;
    for (Counter { quarter, organisation, data_source }, counts) in tally.additions() {
        let quarter = integer(quarter.unwrap_or(ALL_TIME));
        let key = [quarter, organisation.write(), data_source.write(), integer(transaction.slot())];
        rows.write(key.into_iter().chain(counts.map(integer)))?;
    }
    rows.close()
}

// NULL if there are no rows
impl FromRow for StatusCounts {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { new: figure(row)?, error: figure(row)?, processed: figure(row)?, inactive: figure(row)? })
    }
}

/// Decodes a stored sum. A negative sum counts as 0 and is reported by `doctor`: administrators who remove old months
/// correct the counters by hand.
pub fn figure(row: &mut RowReader<'_>) -> StoreResult<u64> {
    Ok(u64::try_from(row.read::<Option<i64>>()?.unwrap_or_default()).unwrap_or_default())
}
