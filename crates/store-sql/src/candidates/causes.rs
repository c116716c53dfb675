//! Counts of causes of problems, including resolved ones.

use std::collections::HashMap;

use jiff::Timestamp;
use orderdock_domain::cast;
use orderdock_store::{ProblemGroupQuery, StoreResult};

use crate::Transaction;
use crate::candidates::count::figure;
use crate::sql::column::Column;
use crate::sql::query::{rows, run, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::tables::CANDIDATE_CAUSE;
use crate::sql::template::Statement;

/// For new candidates, which have no causes yet.
pub static INSERT: Statement = Statement::insert(&CANDIDATE_CAUSE);

/// For existing candidates: a cause that the candidate already had is not counted again.
pub static KEEP: Statement = Statement::keep(&CANDIDATE_CAUSE);

/// Number of candidates by cause in two periods. `?4` start of the recent period, `?5` start of the period before it.
static CAME: Statement = Statement::new(
    r"
    SELECT a.code, a.cause, count(*) FILTER (WHERE a.at >= ?4), count(*) FILTER (WHERE a.at < ?4)
    FROM candidate_cause a {use_index candidate_cause_at}
    WHERE a.at >= ?5
      AND {no_index a.org_id} {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR {no_index a.data_source_id} = ?2)
      AND ({param ?3 int8} IS NULL OR {no_index a.org_id} = ?3)
    GROUP BY a.code, a.cause
    ",
);

static SINCE: Statement = Statement::new("SELECT value FROM counter WHERE name = 'causes_since'");

/// Deletes 1,000 causes older than `?1`.
static SWEEP: Statement = Statement::new(
    r"
    DELETE FROM candidate_cause
    WHERE (candidate_id, code, cause) IN (
        SELECT candidate_id, code, cause
        FROM candidate_cause {use_index candidate_cause_at}
        WHERE at < ?1
        ORDER BY at
        LIMIT 1000
    )
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&INSERT, &KEEP, &CAME, &SINCE, &SWEEP];

/// Returns the numbers of the recent and of the earlier period by code and cause.
pub fn received(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    query: &ProblemGroupQuery,
) -> StoreResult<HashMap<(String, String), (u64, u64)>> {
    let scope = [organisations.write(), query.data_source.write(), query.organisation.write()];
    let values = scope.into_iter().chain([query.recent.write(), query.earlier.write()]);
    let received = rows(transaction, "candidate_cause", &CAME, values, |row| {
        Ok((row.read()?, (figure(row)?, figure(row)?)))
    })?;
    Ok(received.into_iter().collect())
}

/// Returns the instant since which all causes have been counted; `None` if they have always been counted.
pub fn counted_since(transaction: &dyn Transaction) -> StoreResult<Option<Timestamp>> {
    let since = value::<i64>(transaction, "counter", &SINCE, [])?;
    Ok(since.and_then(|since| Timestamp::from_microsecond(since).ok()))
}

/// Removes some causes older than an instant. Returns their number.
pub fn sweep(transaction: &dyn Transaction, before: Timestamp) -> StoreResult<u64> {
    Ok(cast(run(transaction, &SWEEP, [before.write()])?))
}
