//! Writes a chunk of a run: each order completely or not at all, and the result of every candidate.

use std::collections::{HashMap, HashSet};

use orderdock_domain::candidate::ORDERED;
use orderdock_domain::correction::CorrectionCall;
use orderdock_domain::event::EventType;
use orderdock_domain::ids::{CandidateId, OrderId, RunId};
use orderdock_domain::order::{CandidateClaim, NewOrder};
use orderdock_domain::processing::{
    ChunkResult, OrderRejection, OrderRejections, OrdersWrites, RunCandidateResult, RunOutcome, settle,
};
use orderdock_store::{ChunkCommit, ChunkOutcome, StoreError, StoreResult, Tally, to_json};

use super::runs;
use crate::imports::commit::check_relied;
use crate::orders::OrderRows;
use crate::records::problems_json;
use crate::sql::column::{Column, NULL, integer, owned, text};
use crate::sql::lines::encode_previous_state;
use crate::sql::query::{self, RowWriter, many_rows};
use crate::sql::tables::RUN_RESULT;
use crate::sql::template::Statement;
use crate::{SqlValue, Transaction, candidates::changes, candidates::count, sql::keys};

/// Writes a chunk; `Conflict` if master data that the plan depends on has changed, in which case the caller rolls
/// back.
pub fn commit(transaction: &dyn Transaction, commit: &ChunkCommit) -> StoreResult<ChunkOutcome> {
    let OrdersWrites { unchanged, orders, changes, .. } = &commit.writes;
    check_relied(transaction, unchanged)?;
    let rejections = write_orders(transaction, orders, commit)?;
    let call = CorrectionCall { actor: commit.actor.clone(), now: commit.now, run: Some(commit.run) };
    let ChunkResult { counts, stale, faulty, results } =
        settle(orders, &commit.results, commit.counts, &rejections, &call);
    changes::write(transaction, &faulty, commit.now)?;
    changes::write(transaction, changes, commit.now)?;
    store_results(transaction, commit.run, &results)?;
    let stop = !runs::progress(transaction, commit.run, counts, commit.fence)?;
    Ok(ChunkOutcome { counts, stale, stop })
}

/// Writes orders and claims their candidates in a single savepoint, because each savepoint copies the pages that it
/// touches. Skips orders with changed candidates. If an order cannot be written, each order is repeated in its own
/// savepoint.
fn write_orders(
    transaction: &dyn Transaction,
    orders: &[NewOrder],
    commit: &ChunkCommit,
) -> StoreResult<OrderRejections> {
    let mut rejected = OrderRejections::new();
    let mut remaining: Vec<&NewOrder> = orders.iter().collect();
    while !remaining.is_empty() {
        let mut stale = Vec::new();
        let done = in_savepoint(transaction, || {
            stale = take(transaction, &remaining, commit)?;
            Ok(stale.is_empty())
        })?;
        if done {
            return Ok(rejected);
        }
        if stale.is_empty() {
            return write_each(transaction, remaining, commit, rejected);
        }
        rejected.extend(stale.into_iter().map(|order| (order, OrderRejection::Stale)));
        remaining.retain(|new| !rejected.contains_key(&new.order.id));
    }
    Ok(rejected)
}

fn write_each(
    transaction: &dyn Transaction,
    orders: Vec<&NewOrder>,
    commit: &ChunkCommit,
    mut rejected: OrderRejections,
) -> StoreResult<OrderRejections> {
    for new in orders {
        let mut stale = Vec::new();
        let done = in_savepoint(transaction, || {
            stale = take(transaction, &[new], commit)?;
            Ok(stale.is_empty())
        })?;
        if !done {
            let rejection = if stale.is_empty() { OrderRejection::Fault } else { OrderRejection::Stale };
            rejected.insert(new.order.id, rejection);
        }
    }
    Ok(rejected)
}

/// Claims the candidates of orders and writes the orders whose candidates have not changed. Returns the other orders.
fn take(
    transaction: &dyn Transaction,
    orders: &[&NewOrder],
    commit: &ChunkCommit,
) -> StoreResult<Vec<OrderId>> {
    reprice(transaction, orders, commit)?;
    let stale = claim(transaction, orders, commit)?;
    if stale.is_empty() {
        let mut rows = OrderRows::new(transaction);
        for new in orders {
            rows.insert(new, None);
        }
        rows.finish()?;
    }
    Ok(stale)
}

/// Writes the list prices with which candidates were ordered, if the stored ones differ.
fn reprice(transaction: &dyn Transaction, orders: &[&NewOrder], commit: &ChunkCommit) -> StoreResult<()> {
    if commit.writes.repriced.is_empty() {
        return Ok(());
    }
    let claimed: HashSet<_> =
        orders.iter().flat_map(|new| &new.claims).map(|claim| claim.candidate).collect();
    let repriced = commit.writes.repriced.iter().filter(|change| claimed.contains(&change.claim.candidate));
    let repriced: Vec<_> = repriced.cloned().collect();
    changes::write(transaction, &repriced, commit.now).map(|_| ())
}

/// Sets the status of the candidates `?1` from `?2` to `?3`; `?5` specifies whether they keep their hold.
static CLAIM: Statement = Statement::new(
    r"
    UPDATE {state candidate}
    SET status = ?3, hold = CASE WHEN ?5 THEN hold END, version = version + 1, updated_at = ?4
    WHERE id {in ?1 int8} AND {no_index status} = ?2
    RETURNING id, version
    ",
);

/// A run can process a candidate again whose order had a conflict; its last result replaces the earlier one.
static KEEP_RESULT: Statement = Statement::upsert(&RUN_RESULT);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] = &[&CLAIM, &KEEP_RESULT];

/// Claims the candidates of orders. Returns the orders with a changed candidate, which must be rolled back.
fn claim(
    transaction: &dyn Transaction,
    orders: &[&NewOrder],
    commit: &ChunkCommit,
) -> StoreResult<Vec<OrderId>> {
    let claims = || orders.iter().flat_map(|new| &new.claims);
    let ids = keys::numbers(claims().map(|claim| claim.candidate.0));
    let keeps_hold = SqlValue::Boolean(ORDERED.hold.is_kept());
    let values = [ids, ORDERED.from.write(), ORDERED.to.write(), commit.now.write(), keeps_hold];
    let claimed = many_rows(transaction, "candidate", &CLAIM, values, claims().count(), query::decode_row)?;
    let claimed: HashMap<CandidateId, i64> = claimed.into_iter().collect();
    let as_planned = |claim: &CandidateClaim| claimed.get(&claim.candidate) == Some(&(claim.version + 1));
    let stale = |new: &&&NewOrder| !new.claims.iter().all(as_planned);
    let stale: Vec<_> = orders.iter().filter(stale).map(|new| new.order.id).collect();
    if stale.is_empty() {
        let mut tally = Tally::default();
        for claim in claims() {
            tally.add(claim, Some(ORDERED.from), ORDERED.to);
            changes::record_event_of(transaction, commit.now, claim, EventType::CandidateOrdered, ORDERED.to);
        }
        count::add(transaction, &tally)?;
    }
    Ok(stale)
}

/// Runs work in a savepoint. Returns `false` if it failed and was rolled back. Errors of the whole database end the
/// chunk. Deadlocks end it too, because no order is the cause; the chunk is then repeated.
fn in_savepoint(
    transaction: &dyn Transaction,
    mut work: impl FnMut() -> StoreResult<bool>,
) -> StoreResult<bool> {
    let outbox_mark = transaction.outbox().mark();
    let mut settled = || work().and_then(|done| transaction.settle().map(|()| done));
    let done = transaction.savepoint(&mut || match settled() {
        Err(error) if transaction.lost_to_others() => Err(error),
        Err(
            error @ (StoreError::Statement(_) | StoreError::Conflict(_) | StoreError::Inconsistent { .. }),
        ) => {
            tracing::error!(%error, "writing an order failed");
            Ok(false)
        }
        done => done,
    })?;
    if !done {
        transaction.outbox().roll_back_to(outbox_mark);
    }
    Ok(done)
}

pub fn store_results(
    transaction: &dyn Transaction,
    run: RunId,
    results: &[RunCandidateResult],
) -> StoreResult<()> {
    let mut rows = RowWriter::prepare(transaction, &KEEP_RESULT)?;
    results.iter().try_for_each(|result| store_result(&mut rows, run, result))?;
    rows.close()
}

fn store_result(rows: &mut RowWriter<'_>, run: RunId, result: &RunCandidateResult) -> StoreResult<()> {
    let (word, order, line, detail) = match &result.outcome {
        RunOutcome::Ordered { order, line, split_by } => {
            let detail = split_by.map_or(NULL, |member| text(member.as_str()));
            ("ordered", order.write(), integer(*line), detail)
        }
        RunOutcome::Held(hold) => ("held", NULL, NULL, hold.write()),
        RunOutcome::Failed(problems) => ("failed", NULL, NULL, owned(to_json(problems))),
        RunOutcome::Passed(status) => ("passed", NULL, NULL, text(status.as_str())),
        RunOutcome::Changed(previous) => ("changed", NULL, NULL, owned(encode_previous_state(previous))),
        RunOutcome::Unchanged => ("unchanged", NULL, NULL, NULL),
    };
    let values = [
        run.write(),
        result.candidate.write(),
        text(word),
        order,
        line,
        detail,
        problems_json(&result.warnings),
    ];
    rows.write(values)
}
