//! The facts that notification rules observe.

use jiff::Timestamp;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId};
use orderdock_store::{LastingState, LastingStateQuery, StoreResult, quarter_of};

use crate::sql::column::{Column, FromRow, RowReader, integer};
use crate::sql::query::{decode_row, rows, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, sql::keys};

/// `?1` organisations, `?2` latest start of the error, `?3` limit, `?4` data source or NULL. The error started with the
/// last change in the history or, without changes, when the candidate was created.
static IN_ERROR: Statement = Statement::new(
    r"
    SELECT e.org_id, e.id, e.since
    FROM (
        SELECT
            c.org_id AS org_id, c.id AS id,
            coalesce(
                (
                    SELECT max(h.at)
                    FROM candidate_history h
                    WHERE h.candidate_id = c.id
                      AND h.status = 'error'
                      AND h.status_before <> 'error'
                ),
                r.created_at
            ) AS since
        FROM {state candidate} c {use_index candidate_status}
        {join} {row candidate} r ON r.id = c.id
        WHERE c.status = 'error'
          AND {no_index c.org_id} {in ?1 int8}
          AND ({param ?4 int8} IS NULL OR {no_index c.data_source_id} = ?4)
          AND r.created_at <= ?2
    ) e
    WHERE e.since <= ?2
    ORDER BY e.id DESC
    LIMIT ?3
    ",
);

/// `?1` organisations, `?2` latest creation, `?3` limit, `?4` data source or NULL.
static NOT_HANDED_OVER: Statement = Statement::new(
    r"
    SELECT o.org_id, o.id, o.created_at
    FROM order_setting s
    {join} sales_order o {use_index sales_order_waiting}
        ON o.org_id = s.org_id
          AND {is_false o.handed_over}
          AND o.status = 'completed'
          AND o.created_at >= s.hand_over_since
    WHERE s.hand_over_since IS NOT NULL
      AND s.org_id {in ?1 int8}
      AND o.created_at <= ?2
      AND ({param ?4 int8} IS NULL OR o.data_source_id = ?4)
    ORDER BY o.id DESC
    LIMIT ?3
    ",
);

/// Candidates that were in error when they were last excluded. `?1` organisations, `?2` candidates.
static EXCLUDED_IN_ERROR: Statement = Statement::new(
    r"
    SELECT c.id
    FROM {array ?2 int8}
    {join} {state candidate} c ON c.id = k.value
    WHERE {no_index c.org_id} {in ?1 int8}
      AND 'error' = (
          SELECT h.status_before
          FROM candidate_history h
          WHERE h.candidate_id = k.value
            AND h.status = 'inactive'
            AND h.status_before <> 'inactive'
          ORDER BY h.version DESC
          LIMIT 1
      )
    ORDER BY c.id
    ",
);

/// `?1` organisations, `?2` orders.
static NEVER_HANDED_OVER: Statement = Statement::new(
    r"
    SELECT o.id
    FROM {array ?2 int8}
    {join} sales_order o ON o.id = k.value
    WHERE o.org_id {in ?1 int8} AND {is_false o.handed_over}
    ORDER BY o.id
    ",
);

/// The last quarter of an hour with new candidates. `?1` organisations, `?2` data source, `?3` last quarter to
/// consider.
static QUARTER: Statement = Statement::new(
    r"
    SELECT max(quarter)
    FROM candidate_count
    WHERE quarter > 0
      AND quarter <= ?3
      AND data_source_id = ?2
      AND org_id {in ?1 int8}
    ",
);

/// `?3` from, `?4` before.
static RECEIVED: Statement = Statement::new(
    r"
    SELECT max(created_at)
    FROM {row candidate} {use_index candidate_created_at}
    WHERE created_at >= ?3
      AND created_at < ?4
      AND {no_index data_source_id} = ?2
      AND {no_index org_id} {in ?1 int8}
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] =
    &[&IN_ERROR, &NOT_HANDED_OVER, &EXCLUDED_IN_ERROR, &NEVER_HANDED_OVER, &QUARTER, &RECEIVED];

pub fn candidates_in_error(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &LastingStateQuery,
) -> StoreResult<Vec<LastingState>> {
    rows(transaction, "candidate", &IN_ERROR, values(organisations, query), decode_row)
}

pub fn orders_not_handed_over(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &LastingStateQuery,
) -> StoreResult<Vec<LastingState>> {
    rows(transaction, "sales_order", &NOT_HANDED_OVER, values(organisations, query), decode_row)
}

pub fn excluded_in_error(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidates: &[CandidateId],
) -> StoreResult<Vec<CandidateId>> {
    let ids = keys::numbers(candidates.iter().map(|id| id.0));
    rows(transaction, "candidate", &EXCLUDED_IN_ERROR, [organisations.write(), ids], decode_row)
}

pub fn never_handed_over(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    orders: &[OrderId],
) -> StoreResult<Vec<OrderId>> {
    let ids = keys::numbers(orders.iter().map(|id| id.0));
    rows(transaction, "sales_order", &NEVER_HANDED_OVER, [organisations.write(), ids], decode_row)
}

fn values<'v>(organisations: &'v OrganisationIds, query: &'v LastingStateQuery) -> [SqlValue<'v>; 4] {
    let LastingStateQuery { data_source, since, limit } = query;
    [organisations.write(), since.write(), limit.write(), data_source.write()]
}

impl FromRow for LastingState {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { organisation: row.read()?, id: row.read()?, since: row.read()? })
    }
}

/// Seconds of a quarter of an hour.
const QUARTER_SECONDS: i64 = 15 * 60;

/// Returns the time of the last candidate: first finds the quarter of an hour by the counters, which are few, and then
/// the exact time. If the candidates of the quarter are archived, returns the start of the quarter.
pub fn last_received(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    data_source: DataSourceId,
    before: Timestamp,
) -> StoreResult<Option<Timestamp>> {
    let start = |quarter: i64| Timestamp::from_second(quarter * QUARTER_SECONDS).unwrap_or(before);
    let mut latest = quarter_of(before);
    loop {
        let values = [organisations.write(), data_source.write(), integer(latest)];
        let found = value::<Option<i64>>(transaction, "candidate_count", &QUARTER, values)?.flatten();
        let Some(quarter) = found else { return Ok(None) };
        let (from, to) = (start(quarter), start(quarter + 1).min(before));
        let values = [organisations.write(), data_source.write(), from.write(), to.write()];
        let exact = value::<Option<Timestamp>>(transaction, "candidate", &RECEIVED, values)?.flatten();
        match exact {
            Some(exact) => return Ok(Some(exact)),
            // the quarter of `before` is not over, and all its candidates may be later than `before`
            None if to == before => latest = quarter - 1,
            None => return Ok(Some(from)),
        }
    }
}
