//! Candidates on hold, grouped by reason or by incoming order.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use orderdock_domain::candidate::{Hold, HoldReason, Status};
use orderdock_domain::cast;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrganisationId};
use orderdock_domain::masterdata::Reference;
use orderdock_store::{
    HeldFigures, HeldOrder, HeldOrders, HoldGroup, HoldGroupQuery, HoldGroups, MAX_HELD, StoreResult,
};

use crate::Transaction;
use crate::candidates::holds::{HELD_SINCE, HoldStart};
use crate::candidates::value::{PricedRow, Sums};
use crate::sql::column::{Column, FromRow, RowReader, integer};
use crate::sql::query::rows;
use crate::sql::scope::OrganisationIds;
use crate::sql::template::{Fragments, Statement};

const FRAGMENTS: Fragments = &[("held_since", HELD_SINCE)];

/// Open candidates with a hold. `?1` organisations, `?2` data source or NULL, `?3` organisation or NULL, `?4` limit.
static HELD: Statement = Statement::with_fragments(
    FRAGMENTS,
    r"
    SELECT
        c.id, c.status, c.hold, c.org_id, c.data_source_id, r.header_group, r.created_at,
        {include held_since},
        r.currency, r.qty, r.discount, r.price, r.list_price,
        r.list_price IS NOT NULL AND EXISTS (
            SELECT 1
            FROM product_price x
            WHERE x.product_id = r.product_id AND x.uom_id <> r.uom_id
        ),
        c.net
    FROM {state candidate} c {use_index candidate_hold}
    {join} {row candidate} r ON r.id = c.id
    WHERE c.hold IS NOT NULL
      AND {no_index c.status} IN ('new', 'error')
      AND {no_index c.org_id} {in ?1 int8}
      AND ({param ?2 int8} IS NULL OR {no_index c.data_source_id} = ?2)
      AND ({param ?3 int8} IS NULL OR {no_index c.org_id} = ?3)
    LIMIT ?4
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&HELD];

/// An incoming order.
type HeldHeader = (OrganisationId, DataSourceId, String);

/// A candidate with a hold.
struct HeldRow {
    id: CandidateId,
    status: Status,
    hold: Hold,
    header: HeldHeader,
    since: Timestamp,
    priced: PricedRow,
}

impl FromRow for HeldRow {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        let (id, status, hold) = (row.read()?, row.read()?, row.read()?);
        let header = (row.read()?, row.read()?, row.read()?);
        let received: Timestamp = row.read()?;
        let changed: Option<Timestamp> = row.read()?;
        let since = changed.unwrap_or(received);
        Ok(Self { id, status, hold, header, since, priced: row.read()? })
    }
}

/// Accumulated figures of candidates with the same reason.
#[derive(Default)]
struct GroupAccumulator {
    candidates: u64,
    /// Number of `new` candidates and start of the hold, by incoming order. The number is 0 if only a candidate in
    /// error is on hold.
    headers: HashMap<HeldHeader, (u64, HoldStart)>,
    sums: Sums,
    unpriced: u64,
}

impl GroupAccumulator {
    fn take(&mut self, row: HeldRow, reference: &Reference) {
        let (candidates, start) = self.headers.entry(row.header).or_default();
        start.consider(&row.hold, row.since);
        if row.status != Status::New {
            return;
        }
        *candidates += 1;
        self.candidates += 1;
        self.unpriced += u64::from(self.sums.add_row(row.priced, reference).is_none());
    }

    fn figures(self) -> HeldFigures {
        let held = self.headers.into_values().filter(|(candidates, _)| *candidates > 0);
        let starts: Vec<_> = held.filter_map(|(_, start)| start.since()).collect();
        HeldFigures {
            candidates: self.candidates,
            headers: cast(starts.len()),
            since: starts.into_iter().min(),
            worth: self.sums.amounts(),
            unpriced: self.unpriced,
        }
    }
}

/// Accumulated figures of the candidates on hold of an incoming order.
#[derive(Default)]
struct OrderAccumulator {
    /// The `new` candidate on hold with the lowest id; absent if only a candidate in error is on hold.
    first: Option<CandidateId>,
    start: HoldStart,
    reasons: BTreeSet<HoldReason>,
    candidates: u64,
    sums: Sums,
    unpriced: u64,
}

impl OrderAccumulator {
    fn take(&mut self, row: HeldRow, reference: &Reference) {
        self.start.consider(&row.hold, row.since);
        if row.status != Status::New {
            return;
        }
        self.first = Some(self.first.map_or(row.id, |first| first.min(row.id)));
        self.reasons.insert(row.hold.reason());
        self.candidates += 1;
        self.unpriced += u64::from(self.sums.add_row(row.priced, reference).is_none());
    }

    fn order(self, organisation: OrganisationId) -> Option<HeldOrder> {
        let Self { first, start, reasons, candidates, sums, unpriced } = self;
        let (first, since) = first.zip(start.since())?;
        Some(HeldOrder { organisation, first, since, reasons, candidates, worth: sums.amounts(), unpriced })
    }
}

/// Passes the candidates on hold to `take`, up to [`MAX_HELD`]. Returns whether these are all.
fn read_held(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    query: &HoldGroupQuery,
    mut take: impl FnMut(HeldRow),
) -> StoreResult<bool> {
    let maximum = integer(cast::<i64>(MAX_HELD).saturating_add(1));
    let values = [organisations.write(), query.data_source.write(), query.organisation.write(), maximum];
    let mut left = MAX_HELD;
    let mut whole = true;
    rows(transaction, "candidate", &HELD, values, |row| {
        let held: HeldRow = row.read()?;
        if left == 0 {
            whole = false;
            return Ok(());
        }
        left -= 1;
        // a manually started run does not wait for more lines
        let is_held = held.hold.reason() != HoldReason::HeaderSettling
            && !held.hold.is_over(held.header.0, reference, query.now);
        if is_held {
            take(held);
        }
        Ok(())
    })?;
    Ok(whole)
}

/// Returns the incoming orders with candidates on hold.
pub fn orders(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    query: &HoldGroupQuery,
) -> StoreResult<HeldOrders> {
    let mut accumulators: HashMap<HeldHeader, OrderAccumulator> = HashMap::new();
    let whole = read_held(transaction, organisations, reference, query, |held| {
        accumulators.entry(held.header.clone()).or_default().take(held, reference);
    })?;
    let found = accumulators.into_iter().filter_map(|(header, order)| order.order(header.0));
    let mut orders: Vec<_> = found.collect();
    orders.sort_by_key(|order| order.first);
    Ok(HeldOrders { orders, whole })
}

pub fn groups(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    query: &HoldGroupQuery,
) -> StoreResult<HoldGroups> {
    let mut accumulators: HashMap<HoldReason, GroupAccumulator> = HashMap::new();
    let mut headers: BTreeSet<HeldHeader> = BTreeSet::new();
    let whole = read_held(transaction, organisations, reference, query, |held| {
        if held.status == Status::New {
            headers.insert(held.header.clone());
        }
        accumulators.entry(held.hold.reason()).or_default().take(held, reference);
    })?;
    let figures =
        accumulators.into_iter().map(|(reason, group)| HoldGroup { reason, figures: group.figures() });
    let mut groups: Vec<_> = figures.filter(|group| group.figures.candidates > 0).collect();
    groups.sort_by_key(|group| (Reverse(group.figures.candidates), group.reason.as_str()));
    let all = HeldFigures { headers: cast(headers.len()), ..sum(&groups) };
    Ok(HoldGroups { groups, all, whole })
}

/// Returns the sum of all groups, without the number of incoming orders, which several groups can share.
fn sum(groups: &[HoldGroup]) -> HeldFigures {
    let mut sums = Sums::default();
    let mut all = HeldFigures::default();
    for HoldGroup { figures, .. } in groups {
        all.candidates += figures.candidates;
        all.unpriced += figures.unpriced;
        all.since = all.since.into_iter().chain(figures.since).min();
        for (currency, amount) in &figures.worth {
            sums.add(currency.clone(), *amount);
        }
    }
    HeldFigures { worth: sums.amounts(), ..all }
}
