//! Which candidates a run looks at, in chunks that hold headers whole.

use std::collections::HashSet;

use orderdock_domain::candidate::Hold;
use orderdock_domain::fit;
use orderdock_domain::ids::{CandidateId, DataSourceId, OrderId, OrganisationId, RunId};
use orderdock_domain::masterdata::Reference;
use orderdock_domain::processing::LeftToClerks;
use orderdock_store::{Chunk, Gather, GatheredHeader, Selection, StoreResult, by_header, cut};

use crate::asking::{rows, take};
use crate::column::{Column, text};
use crate::filter::{Matching, Wanted};
use crate::keys;
use crate::scope::OrganisationIds;
use crate::template::statements;
use crate::{Datum, Transaction};

statements! {
    /// One candidate of each header, and how many of it are there, but for what is left to clerks. `?1` organisations, `?2`
    /// and `?3` the two lists of [`LeftToClerks`], `?4` and `?5` the holds that they are about.
    DUE = "SELECT min(c.id), count(*) FROM candidate c
     WHERE c.status = 'new' AND {free c.org_id} {in 1 int8}
       AND NOT (coalesce(c.hold, '') = ?4 AND NOT ({free c.data_dest_id} {in 2 int8}))
       AND NOT (coalesce(c.hold, '') = ?5 AND {free c.data_source_id} {in 3 int8})
     GROUP BY c.org_id, c.data_source_id, c.header_group ORDER BY 1";
    /// `?1` organisations, `?2` run: what it changed, and what it ordered with the order. Each candidate is looked up by
    /// itself: joined, those of all months are gone through for the sake of their order.
    DONE = "SELECT r.candidate_id, r.order_id FROM run_result r WHERE r.run_id = ?2 AND r.outcome IN ('changed', 'ordered') \
     AND (SELECT c.org_id FROM {row candidate} c WHERE c.id = r.candidate_id) {in 1 int8} ORDER BY r.candidate_id";
}

pub fn gather(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    reference: &Reference,
    what: &Gather,
    chunk: usize,
) -> StoreResult<Vec<Chunk>> {
    let found = match what {
        Gather::Due | Gather::Open => {
            let left_out = LeftToClerks::of(reference);
            let left_out = if *what == Gather::Open { left_out.but_for_release() } else { left_out };
            return Ok(cut(open(transaction, organisations, &left_out)?, chunk, true));
        }
        Gather::InError => {
            let (sql, values) =
                ("{free c.org_id} {in ? int8} AND c.status = 'error'", [organisations.write()]);
            select(transaction, &format!(" WHERE {sql}"), values)?
        }
        Gather::DoneBy(run) => {
            return Ok(cut(by_header(done(transaction, organisations, *run)?), chunk, false));
        }
        Gather::Selected(selection) => selected(transaction, organisations, selection)?,
    };
    Ok(cut(by_header(found), chunk, false))
}

fn open(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    left_out: &LeftToClerks,
) -> StoreResult<Vec<GatheredHeader>> {
    let sources = |ids: &[DataSourceId]| keys::numbers(ids.iter().map(|id| id.0));
    let values = [
        organisations.write(),
        sources(&left_out.order_destinations),
        sources(&left_out.released_by_hand),
        Hold::Destination.write(),
        Hold::Release.write(),
    ];
    rows(transaction, "candidate", &DUE, values, |fields| {
        let (first, count): (_, i64) = fields.take()?;
        Ok(GatheredHeader { candidates: vec![first], count: fit(count) })
    })
}

/// What must be undone together: an order, or else a candidate alone.
type Together = (Option<OrderId>, Option<CandidateId>);

fn done(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    run: RunId,
) -> StoreResult<Vec<(CandidateId, Together)>> {
    rows(transaction, "run_result", &DONE, [organisations.write(), run.write()], |fields| {
        let (candidate, order): (CandidateId, Option<OrderId>) = fields.take()?;
        Ok((candidate, (order, order.is_none().then_some(candidate))))
    })
}

/// A candidate with what tells its header.
type CandidateInHeader = (CandidateId, (OrganisationId, DataSourceId, String));

fn select<'v>(
    transaction: &dyn Transaction,
    conditions: &str,
    values: impl IntoIterator<Item = Datum<'v>>,
) -> StoreResult<Vec<CandidateInHeader>> {
    select_from(transaction, "candidate c", conditions, values)
}

fn select_from<'v>(
    transaction: &dyn Transaction,
    from: &str,
    conditions: &str,
    values: impl IntoIterator<Item = Datum<'v>>,
) -> StoreResult<Vec<CandidateInHeader>> {
    let sql = format!(
        "SELECT c.id, c.org_id, c.data_source_id, c.header_group FROM {from}{conditions} ORDER BY c.id"
    );
    rows(transaction, "candidate", &sql, values, take)
}

fn selected(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    selection: &Selection,
) -> StoreResult<Vec<CandidateInHeader>> {
    const SCOPE: &str = " WHERE {free c.org_id} {in ? int8}";
    match selection {
        Selection::Ids(ids) => {
            let ids = keys::numbers(ids.iter().map(|id| id.0));
            let sql = format!("{SCOPE} AND c.id {{in ? int8}}");
            select(transaction, &sql, [organisations.write(), ids])
        }
        Selection::Header { data_source, header_id } => {
            let sql = format!(
                "{SCOPE} AND c.id IN (SELECT candidate_id FROM candidate_identity \
                 WHERE external_header_id = ? AND data_source_id = ?)"
            );
            select(transaction, &sql, [organisations.write(), text(header_id), data_source.write()])
        }
        Selection::Filter { filter, exclude } => {
            let Matching { from, conditions, values, .. } =
                Matching::of(transaction, organisations, filter, Wanted::All)?;
            let exclude: HashSet<_> = exclude.iter().copied().collect();
            let mut found = select_from(transaction, &from, &conditions, values)?;
            found.retain(|(id, _)| !exclude.contains(id));
            Ok(found)
        }
    }
}
