//! Groups of candidates in error by their first problem. Each candidate is in one group, so the groups add up.

use orderdock_domain::cast;
use std::collections::HashMap;

use orderdock_domain::masterdata::{CurrencyCode, Reference};
use orderdock_domain::money::currency_digits;
use orderdock_domain::number::{Decimal, multiply};
use orderdock_domain::problem::ProblemCode;
use orderdock_store::{
    MAX_GROUPS, MAX_VALUED, ProblemGroup, ProblemGroupQuery, ProblemGroups, StoreError, StoreResult,
};

use crate::candidates::count::figure;
use crate::candidates::value::{Sums, net};
use crate::sql::column::{Column, integer};
use crate::sql::query::{first, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::{Fragments, Statement};
use crate::{SqlValue, Transaction, candidates::causes};

/// Candidates in error, `s` and `r`, with their first problem `p`. Excluded candidates keep their problems but are not
/// in error. `?1` organisations, `?2` data source or NULL, `?3` organisation or NULL. `c` is read only from its index.
const IN_ERROR: &str = r"
    FROM candidate_problem p
    {join} {state candidate} c {use_index candidate_status}
        ON c.status = 'error' AND c.id = p.candidate_id
    {join} {row candidate} r ON r.id = p.candidate_id
    {join} {state candidate} s ON s.id = p.candidate_id
    WHERE p.code = (s.problems -> 0 ->> 'code')
      AND {no_index c.org_id} {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR {no_index c.data_source_id} = ?2)
      AND ({param ?3 int8} IS NULL OR {no_index c.org_id} = ?3)
    ";

const FRAGMENTS: Fragments = &[("in_error", IN_ERROR)];

/// Groups by incoming order first, which is faster than `count(DISTINCT …)`. `?4` limit, `?5` offset.
static GROUPS: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT code, cause, CAST(sum(candidates) AS bigint), count(*), min(oldest), min(came)
    FROM (
        SELECT
            p.code, p.cause, count(*) AS candidates, min(c.id) AS oldest,
            min(r.created_at) AS came
        {include in_error}
        GROUP BY
            p.code, p.cause, c.org_id, c.data_source_id, r.external_system_id, r.external_header_id
    ) part
    GROUP BY code, cause
    ORDER BY 3 DESC, 1, 2
    LIMIT ?4 OFFSET ?5
    ",
);

/// The number of groups, and of candidates in all groups.
static ALL: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT count(*), CAST(coalesce(sum(candidates), 0) AS bigint)
    FROM (
        SELECT p.code, p.cause, count(*) AS candidates
        {include in_error}
        GROUP BY p.code, p.cause
    ) part
    ",
);

/// `?4` limit.
static WORTH: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT p.code, p.cause, r.currency, r.qty, r.price, r.discount, s.net, count(*)
    {include in_error}
      AND (s.net IS NOT NULL OR r.price IS NOT NULL)
      AND r.currency IS NOT NULL
    GROUP BY p.code, p.cause, r.currency, r.qty, r.price, r.discount, s.net
    LIMIT ?4
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&GROUPS, &ALL, &WORTH];

/// Value and number of the candidates of each group.
type GroupSums = HashMap<(String, String), (Sums, u64)>;

pub fn groups(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    query: &ProblemGroupQuery,
) -> StoreResult<ProblemGroups> {
    let values = |maximum: usize| {
        let maximum = cast::<i64>(maximum).saturating_add(1);
        [organisations.write(), query.data_source.write(), query.organisation.write(), integer(maximum)]
    };
    let page = values(MAX_GROUPS).into_iter().chain([integer(i64::from(query.offset))]);
    let mut groups = rows(transaction, "candidate_problem", &GROUPS, page, |row| {
        let word: String = row.read()?;
        let fault = || StoreError::Inconsistent { place: "candidate_problem", fault: word.clone() };
        Ok(ProblemGroup {
            code: ProblemCode::parse(&word).ok_or_else(fault)?,
            cause: row.read()?,
            candidates: figure(row)?,
            headers: figure(row)?,
            oldest: row.read()?,
            recent: 0,
            earlier: 0,
            worth: Vec::new(),
            unpriced: 0,
        })
    })?;
    let more = groups.len() > MAX_GROUPS;
    groups.truncate(MAX_GROUPS);
    let (all_groups, candidates) = if more || query.offset > 0 {
        let [scope @ .., _] = values(MAX_GROUPS);
        let all =
            first(transaction, "candidate_problem", &ALL, scope, |row| Ok((figure(row)?, figure(row)?)))?;
        all.unwrap_or_default()
    } else {
        (cast::<u64>(groups.len()), groups.iter().map(|group| group.candidates).sum())
    };
    let (mut worth, summed) = sum_values(transaction, reference, values(MAX_VALUED))?;
    let received = causes::received(transaction, organisations, query)?;
    for group in &mut groups {
        let key = (group.code.as_str().to_owned(), group.cause.clone());
        (group.recent, group.earlier) = received.get(&key).copied().unwrap_or_default();
        let (sums, priced) = worth.remove(&key).unwrap_or_default();
        group.worth = sums.amounts();
        group.unpriced = group.candidates.saturating_sub(priced);
    }
    let counted_since = causes::counted_since(transaction)?.filter(|since| *since > query.earlier);
    Ok(ProblemGroups { groups, more, all_groups, candidates, summed, counted_since })
}

/// Returns values by code and cause, and whether all candidates were summed.
fn sum_values<'v>(
    transaction: &dyn Transaction,
    reference: &Reference,
    values: impl IntoIterator<Item = SqlValue<'v>>,
) -> StoreResult<(GroupSums, bool)> {
    let (mut all, mut left) = (GroupSums::new(), MAX_VALUED);
    let mut summed = true;
    rows(transaction, "candidate_problem", &WORTH, values, |row| {
        let group: (String, String) = row.read()?;
        let (currency, quantity, price, discount): (CurrencyCode, _, Option<Decimal>, _) = row.read()?;
        let stored: Option<Decimal> = row.read()?;
        let candidates = figure(row)?;
        summed = left > 0;
        left = left.saturating_sub(1);
        let digits = currency_digits(&currency, reference);
        let (sums, priced) = all.entry(group).or_default();
        let all_alike = |net| multiply(net, Decimal::from(candidates));
        let worth = stored.or_else(|| net(quantity, price?, discount, digits));
        let worth = worth.and_then(all_alike).filter(|_| summed);
        if worth.and_then(|worth| sums.add(currency, worth)).is_some() {
            *priced += candidates;
        }
        Ok(())
    })?;
    Ok((all, summed))
}
