//! Gathers the candidates of a run into chunks. A header is never split between chunks.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use orderdock_domain::candidate::{Hold, Status};
use orderdock_domain::cast;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId, OrganisationId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::processing::ClerkHoldFilter;
use orderdock_domain::text::Code;
use orderdock_store::{
    ChunkExtent, EXCLUDED_SAMPLE, ExcludedOrder, Gathered, GatheredHeader, RunTarget, Selection, StoreResult,
    by_header, cut,
};

use crate::candidates::filter::{AccessPath, AccessPurpose};
use crate::search::SearchMatches;
use crate::sql::column::{Column, text};
use crate::sql::keys;
use crate::sql::query::{decode_row, rows, value};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction};

/// The first candidate of each incoming order and the number of its candidates, without candidates that only a clerk
/// can release. `?1` organisations, `?2` and `?3` the two lists of [`ClerkHoldFilter`], `?4` and `?5` the holds to
/// which these apply.
static DUE: Statement = Statement::new(
    r"
    SELECT min(c.id), count(*)
    FROM candidate c
    WHERE c.status = 'new'
      AND {no_index c.org_id} {in ?1 int8}
      AND NOT (coalesce(c.hold, '') = ?4 AND NOT ({no_index c.data_dest_id} {in ?2 int8}))
      AND NOT (coalesce(c.hold, '') = ?5 AND {no_index c.data_source_id} {in ?3 int8})
    GROUP BY c.org_id, c.data_source_id, c.header_group
    ORDER BY 1
    ",
);

/// Candidates with one of the statuses `?3` in the incoming orders of the candidates `?2`. `?1` organisations.
static MEMBERS: Statement = Statement::new(
    r"
    SELECT c.id, c.org_id, c.data_source_id, c.header_group
    FROM {array ?2 int8}
    {join} {row candidate} r ON r.id = k.value
    {join} candidate c {use_index candidate_header_group}
        ON c.org_id = r.org_id
          AND c.data_source_id = r.data_source_id
          AND c.header_group = r.header_group
    WHERE r.org_id {in ?1 int8} AND c.status {in ?3 text}
    ",
);

/// `?1` price lists, `?2` start.
static LISTS_CHANGED: Statement = Statement::new(
    r"
    SELECT 1
    FROM {array ?1 int8}
    {join} masterdata_change m ON m.root_id = k.value
    WHERE m.at >= ?2
    LIMIT 1
    ",
);

/// `?1` candidates.
static NAMED: Statement = Statement::new(
    r"
    SELECT c.id, c.flat_identity, c.external_header_id, c.po_reference
    FROM {array ?1 int8}
    {join} candidate c ON c.id = k.value
    ",
);

/// Candidates that the run `?2` changed or ordered, with their sales orders. `?1` organisations. Each candidate is
/// looked up separately, because a join with ORDER BY reads the partitions of all months.
static DONE: Statement = Statement::new(
    r"
    SELECT r.candidate_id, r.order_id
    FROM run_result r
    WHERE r.run_id = ?2
      AND r.outcome IN ('changed', 'ordered')
      AND (SELECT c.org_id FROM {row candidate} c WHERE c.id = r.candidate_id) {in ?1 int8}
    ORDER BY r.candidate_id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&DUE, &MEMBERS, &LISTS_CHANGED, &NAMED, &DONE];

pub fn gather(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    target: &RunTarget,
    chunk: usize,
) -> StoreResult<Gathered> {
    let found = match target {
        RunTarget::Due | RunTarget::Open => {
            let left_out = ClerkHoldFilter::of(reference);
            let left_out = if *target == RunTarget::Open { left_out.but_for_release() } else { left_out };
            let headers = open(transaction, organisations, &left_out)?;
            return Ok(cut(headers, chunk, ChunkExtent::Headers).into());
        }
        RunTarget::ToValidate { prices_since } => {
            to_validate(transaction, organisations, reference, *prices_since)?
        }
        RunTarget::DoneBy(run) => {
            let done = by_header(done(transaction, organisations, *run)?);
            return Ok(cut(done, chunk, ChunkExtent::Listed).into());
        }
        RunTarget::Selected(selection) => {
            let excluded: HashSet<_> = excluded(selection).iter().copied().collect();
            let mut found = selected(transaction, organisations, selection)?;
            found.retain(|(id, _)| !excluded.contains(id));
            found
        }
        RunTarget::WholeOrders(selection, statuses) => {
            return load_incoming_orders(transaction, organisations, selection, statuses, chunk);
        }
    };
    Ok(cut(by_header(found), chunk, ChunkExtent::Listed).into())
}

/// Returns candidates in error, and new ones whose list price may have changed.
fn to_validate(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    prices_since: Timestamp,
) -> StoreResult<Vec<CandidateInHeader>> {
    let error = format!("{SCOPE} AND c.status = 'error'");
    let mut found = select(transaction, &error, [organisations.write()])?;
    let lists = keys::numbers(reference.price_lists.iter().map(|list| list.id.0));
    let changed =
        value::<i64>(transaction, "masterdata_change", &LISTS_CHANGED, [lists, prices_since.write()])?;
    let new = format!("{SCOPE} AND c.status = 'new' AND c.price IS NULL");
    if changed.is_some() {
        found.extend(select(transaction, &new, [organisations.write()])?);
    } else {
        let new = format!("{new} AND {REPRICED}");
        found.extend(select(transaction, &new, [organisations.write(), prices_since.write()])?);
    }
    found.sort_unstable_by_key(|(id, _)| *id);
    Ok(found)
}

/// Condition that a price of the candidate's product has changed since an instant.
const REPRICED: &str = "EXISTS (SELECT 1 FROM product_price p {join} masterdata_change m ON m.root_id = p.id \
     WHERE p.product_id = c.product_id AND m.at >= ?)";

/// Returns selected candidates with the other lines of their incoming orders. Skips orders with an excluded line.
fn load_incoming_orders(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    selection: &Selection,
    statuses: &[Status],
    chunk: usize,
) -> StoreResult<Gathered> {
    let mut found = selected(transaction, organisations, selection)?;
    let excluded = by_ids(transaction, organisations, excluded(selection))?;
    let left_out: HashSet<_> = excluded.into_iter().map(|(_, header)| header).collect();
    let (excluded_lines, gathered) =
        std::mem::take(&mut found).into_iter().partition(|(_, header)| left_out.contains(header));
    let (excluded_lines, mut gathered): (Vec<_>, Vec<_>) = (excluded_lines, gathered);
    let selected: HashSet<_> = gathered.iter().map(|(id, _)| *id).collect();
    let members = members(transaction, organisations, &gathered, statuses)?;
    gathered.extend(members.into_iter().filter(|(id, _)| !selected.contains(id)));
    let added = cast(gathered.len().saturating_sub(selected.len()));
    gathered.sort_unstable_by_key(|(id, _)| *id);
    let excluded_lines = by_header(excluded_lines);
    Ok(Gathered {
        chunks: cut(by_header(gathered), chunk, ChunkExtent::ListedAndHeaders),
        added,
        excluded_orders: cast(excluded_lines.len()),
        excluded: named(transaction, excluded_lines)?,
    })
}

/// Returns the candidates of the same headers with one of these statuses.
fn members(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidates: &[CandidateInHeader],
    statuses: &[Status],
) -> StoreResult<Vec<CandidateInHeader>> {
    let mut seen = HashSet::new();
    let first = candidates.iter().filter(|(_, header)| seen.insert(header));
    let representatives = keys::numbers(first.map(|(id, _)| id.0));
    let statuses = keys::texts(statuses.iter().map(|status| status.as_str()));
    rows(transaction, "candidate", &MEMBERS, [organisations.write(), representatives, statuses], decode_row)
}

fn named(transaction: &dyn Transaction, mut headers: Vec<GatheredHeader>) -> StoreResult<Vec<ExcludedOrder>> {
    headers.truncate(EXCLUDED_SAMPLE);
    let lines = headers.iter().filter_map(|header| Some((*header.candidates.first()?, header.count)));
    let lines: HashMap<_, _> = lines.collect();
    let ids = keys::numbers(lines.keys().map(|id| id.0));
    let mut orders = rows(transaction, "candidate", &NAMED, [ids], |row| {
        let (candidate, flat, header_id, po_reference): (_, bool, Code, _) = row.read()?;
        let lines = lines.get(&candidate).copied().unwrap_or_default();
        let header_id = (!flat).then_some(header_id);
        Ok(ExcludedOrder { candidate, header_id, po_reference, lines: cast(lines) })
    })?;
    orders.sort_unstable_by_key(|order| order.candidate);
    Ok(orders)
}

fn excluded(selection: &Selection) -> &[CandidateId] {
    match selection {
        Selection::Filter { exclude, .. } => exclude,
        Selection::Ids(_) | Selection::Header { .. } => &[],
    }
}

fn open(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    left_out: &ClerkHoldFilter,
) -> StoreResult<Vec<GatheredHeader>> {
    let sources = |ids: &[DataSourceId]| keys::numbers(ids.iter().map(|id| id.0));
    let values = [
        organisations.write(),
        sources(&left_out.order_destinations),
        sources(&left_out.released_by_hand),
        Hold::Destination.write(),
        Hold::Release.write(),
    ];
    rows(transaction, "candidate", &DUE, values, |row| {
        let (first, count): (_, i64) = row.read()?;
        Ok(GatheredHeader { candidates: vec![first], count: cast(count) })
    })
}

/// Key of candidates that must be undone together: an order, or a single candidate.
type UndoGroupKey = (Option<OrderId>, Option<CandidateId>);

fn done(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    run: RunId,
) -> StoreResult<Vec<(CandidateId, UndoGroupKey)>> {
    rows(transaction, "run_result", &DONE, [organisations.write(), run.write()], |row| {
        let (candidate, order): (CandidateId, Option<OrderId>) = row.read()?;
        Ok((candidate, (order, order.is_none().then_some(candidate))))
    })
}

/// A candidate with the key of its header.
type CandidateInHeader = (CandidateId, (OrganisationId, DataSourceId, String));

fn select<'v>(
    transaction: &dyn Transaction,
    conditions: &str,
    values: impl IntoIterator<Item = SqlValue<'v>>,
) -> StoreResult<Vec<CandidateInHeader>> {
    select_from(transaction, "candidate c", conditions, values)
}

fn select_from<'v>(
    transaction: &dyn Transaction,
    from: &str,
    conditions: &str,
    values: impl IntoIterator<Item = SqlValue<'v>>,
) -> StoreResult<Vec<CandidateInHeader>> {
    let sql = format!(
        "SELECT c.id, c.org_id, c.data_source_id, c.header_group FROM {from}{conditions} ORDER BY c.id"
    );
    rows(transaction, "candidate", &sql, values, decode_row)
}

const SCOPE: &str = " WHERE {no_index c.org_id} {in ? int8}";

fn by_ids(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    ids: &[CandidateId],
) -> StoreResult<Vec<CandidateInHeader>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids = keys::numbers(ids.iter().map(|id| id.0));
    let sql = format!("{SCOPE} AND c.id {{in ? int8}}");
    select(transaction, &sql, [organisations.write(), ids])
}

/// Returns the selected candidates, including those that the selection excludes.
fn selected(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    selection: &Selection,
) -> StoreResult<Vec<CandidateInHeader>> {
    match selection {
        Selection::Ids(ids) => by_ids(transaction, organisations, ids),
        Selection::Header { data_source, header_id } => {
            // rows without an external system if there are any, otherwise the rows of all systems
            let sql = format!(
                "{SCOPE} AND c.id IN (SELECT i.candidate_id FROM candidate_identity i \
                 WHERE i.external_header_id = ? AND i.data_source_id = ? \
                   AND (i.external_system_id IS NULL OR NOT EXISTS ( \
                     SELECT 1 FROM candidate_identity o \
                     WHERE o.external_header_id = i.external_header_id AND o.org_id = i.org_id \
                       AND o.data_source_id = i.data_source_id AND o.external_system_id IS NULL)))"
            );
            select(transaction, &sql, [organisations.write(), text(header_id), data_source.write()])
        }
        Selection::Filter { filter, .. } => {
            let search = SearchMatches::of_candidates(transaction, organisations, filter)?;
            let AccessPath { from, conditions, values, .. } =
                AccessPath::of(transaction, organisations, filter, search.as_ref(), AccessPurpose::All)?;
            select_from(transaction, &from, &conditions, values)
        }
    }
}
