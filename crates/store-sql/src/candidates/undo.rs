//! Loads the changes of a run to candidates, for undoing the run.

use std::collections::{BTreeSet, HashMap};

use orderdock_domain::candidate::Releases;
use orderdock_domain::correction::{LatestChange, PreviousState, RunChanges};
use orderdock_domain::ids::{CandidateId, OrderId, RunId};
use orderdock_domain::order::OrderToVoid;
use orderdock_store::{StoreError, StoreResult};

use crate::sql::column::{Column, FromRow, RowReader, released};
use crate::sql::lines::decode_previous_state;
use crate::sql::query::{decode_row, rows};
use crate::sql::scope::OrganisationIds;
use crate::sql::template::Statement;
use crate::{Transaction, sql::keys};

/// `?1` run, `?2` candidates.
static DONE: Statement = Statement::new(
    r"
    SELECT r.candidate_id, r.outcome, r.order_id, r.detail
    FROM {array ?2 int8}
    {join} run_result r ON r.run_id = ?1 AND r.candidate_id = k.value
    ORDER BY r.candidate_id
    ",
);

/// `?1` candidates.
static LATEST: Statement = Statement::new(
    r"
    SELECT h.candidate_id, h.run_id, h.actor, h.at
    FROM {array ?1 int8}
    {join} candidate_history h
        ON h.candidate_id = k.value
          AND h.version = (
              SELECT max(l.version)
              FROM candidate_history l
              WHERE l.candidate_id = k.value
          )
    ",
);

/// `?1` organisations, `?2` orders.
static ORDERS: Statement = Statement::new(
    r"
    SELECT
        o.id, o.version, o.status, o.document_no, o.org_id, o.run_id, o.created_at,
        coalesce(r.actor, o.created_by), o.receiver, o.receiver_said_at, o.handed_over,
        o.receiver_number, o.receiver_words
    FROM {array ?2 int8}
    {join} sales_order o ON o.id = k.value
    LEFT JOIN run r ON r.id = o.run_id
    WHERE o.org_id {in ?1 int8}
    ORDER BY o.id
    ",
);

/// `?1` orders.
static HELD: Statement = Statement::new(
    r"
    SELECT a.order_id, a.candidate_id, a.released
    FROM {array ?1 int8}
    {join} allocation a ON a.order_id = k.value
    ORDER BY a.candidate_id
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&DONE, &LATEST, &ORDERS, &HELD];

pub fn load(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    run: RunId,
    candidates: &[CandidateId],
) -> StoreResult<RunChanges> {
    let ids = || keys::numbers(candidates.iter().map(|id| id.0));
    let mut done = RunChanges::default();
    let mut orders = BTreeSet::new();
    rows(transaction, "run_result", &DONE, [run.write(), ids()], |row| {
        let (candidate, outcome, order, detail): (_, String, Option<OrderId>, Option<String>) = row.read()?;
        orders.extend(order.map(|order| order.0));
        if outcome == "changed" {
            done.changed.insert(candidate, detail.as_deref().map(previous).transpose()?);
        }
        Ok(())
    })?;
    let latest: Vec<(CandidateId, LatestChange)> =
        rows(transaction, "candidate_history", &LATEST, [ids()], decode_row)?;
    done.latest = latest.into_iter().collect();
    done.orders = to_void(transaction, organisations, orders)?;
    Ok(done)
}

fn previous(detail: &str) -> StoreResult<PreviousState> {
    let fault = || StoreError::Inconsistent { place: "run_result.detail", fault: detail.to_owned() };
    decode_previous_state(detail).ok_or_else(fault)
}

fn to_void(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    ids: BTreeSet<i64>,
) -> StoreResult<Vec<OrderToVoid>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let ids = keys::number_array(ids);
    let mut held: HashMap<OrderId, Vec<(CandidateId, Releases)>> = HashMap::new();
    rows(transaction, "allocation", &HELD, [ids.write()], |row| {
        let given = held.entry(row.read()?).or_default();
        given.push((row.read()?, released(row)?));
        Ok(())
    })?;
    let mut orders: Vec<OrderToVoid> =
        rows(transaction, "sales_order", &ORDERS, [organisations.write(), ids.write()], decode_row)?;
    for order in &mut orders {
        order.candidates = held.remove(&order.id).unwrap_or_default();
    }
    Ok(orders)
}

impl FromRow for LatestChange {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self { run: row.read()?, actor: row.read()?, at: row.read()? })
    }
}

impl FromRow for OrderToVoid {
    fn from_row(row: &mut RowReader<'_>) -> StoreResult<Self> {
        Ok(Self {
            id: row.read()?,
            version: row.read()?,
            status: row.read()?,
            document_no: row.read()?,
            organisation: row.read()?,
            run: row.read()?,
            created_at: row.read()?,
            made_by: row.read()?,
            handover: row.read()?,
            candidates: Vec::new(),
        })
    }
}
