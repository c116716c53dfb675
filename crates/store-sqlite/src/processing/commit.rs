//! Writing a chunk of a run: each order whole or not at all, and what became of every candidate.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use orderdock_domain::candidate::Status;
use orderdock_domain::ids::{CandidateId, OrderId, RunId};
use orderdock_domain::number::sort_key;
use orderdock_domain::order::{Claim, NewOrder};
use orderdock_domain::problem::{Code, Problem};
use orderdock_domain::processing::{
    CandidateChange, OrdersWrites, RunCandidateResult, RunCounts, RunOutcome, Validation,
};
use orderdock_store::{ChunkCommit, ChunkOutcome, StoreError, StoreResult, encode_problems};
use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;

use super::runs;
use crate::column::{Column, NULL, Rows, integer, owned, rows, run, take, text, value};
use crate::commit_import::check_relied;
use crate::error::translate;
use crate::history::{self, OrderedEntries};
use crate::keys;
use crate::orders::OrderRows;

/// Rows that the commit writes, about.
pub fn row_count(commit: &ChunkCommit) -> usize {
    1 + commit.writes.orders.len()
        + commit.writes.changes.len()
        + commit.validated.len()
        + commit.results.len()
}

/// Why an order was not made.
enum Refusal {
    /// A candidate of it has changed: another run or call was faster.
    Overtaken,
    /// It cannot be written, which is a bug; the others must not suffer from it.
    Fault,
}

/// Answers Conflict if master data that the plan relied on has changed; the caller undoes what was written.
pub fn commit(connection: &Connection, commit: &ChunkCommit) -> StoreResult<ChunkOutcome> {
    let OrdersWrites { reference_generation, unchanged, orders, changes } = &commit.writes;
    check_relied(connection, *reference_generation, unchanged)?;
    let refused = write_orders(connection, orders, commit)?;
    let mut outcome = ChunkOutcome { counts: commit.counts, ..ChunkOutcome::default() };
    for new in orders {
        let Some(refusal) = refused.get(&new.order.id) else { continue };
        let candidates = u64::try_from(new.claims.len()).unwrap_or(u64::MAX);
        outcome.counts = without(outcome.counts, candidates);
        match refusal {
            Refusal::Overtaken => outcome.overtaken.extend(new.claims.iter().map(|claim| claim.candidate)),
            Refusal::Fault => {
                for claim in &new.claims {
                    change(connection, &faulty(*claim), commit)?;
                }
                outcome.counts.selected += candidates;
                outcome.counts.failed += candidates;
            }
        }
    }
    for one in changes {
        change(connection, one, commit)?;
    }
    for (claim, validation) in &commit.validated {
        write_validation(connection, *claim, validation, commit)?;
    }
    outcome.overtaken.sort_unstable();
    keep_results(connection, commit.run, &written(&commit.results, &refused))?;
    outcome.stop = !runs::progress(connection, commit.run, outcome.counts, commit.alive_until)?;
    Ok(outcome)
}

/// An order less, and its candidates.
fn without(counts: RunCounts, candidates: u64) -> RunCounts {
    RunCounts {
        selected: counts.selected.saturating_sub(candidates),
        processed: counts.processed.saturating_sub(candidates),
        orders: counts.orders.saturating_sub(1),
        ..counts
    }
}

/// Orders that were not made.
type Refused = HashMap<OrderId, Refusal>;

/// Writes the orders whose candidates are what they were: all in one savepoint, because each of them copies the
/// pages it touches. Only if one cannot be written, each has its own.
fn write_orders(connection: &Connection, orders: &[NewOrder], commit: &ChunkCommit) -> StoreResult<Refused> {
    let changed = changed_claims(connection, orders)?;
    let overtaken = |new: &&NewOrder| new.claims.iter().any(|claim| changed.contains(&claim.candidate));
    let (lost, standing): (Vec<&NewOrder>, Vec<_>) = orders.iter().partition(overtaken);
    let mut refused: Refused = lost.iter().map(|new| (new.order.id, Refusal::Overtaken)).collect();
    if standing.is_empty() || in_savepoint(connection, || write(connection, &standing, commit))? {
        return Ok(refused);
    }
    for new in standing {
        if !in_savepoint(connection, || write(connection, &[new], commit))? {
            refused.insert(new.order.id, Refusal::Fault);
        }
    }
    Ok(refused)
}

/// Pairs of the candidates that orders take, with the versions that these were read with.
fn claims<'o>(orders: impl IntoIterator<Item = &'o NewOrder>) -> ToSqlOutput<'static> {
    let claims = orders.into_iter().flat_map(|new| &new.claims);
    keys::number_pairs(claims.map(|claim| (claim.candidate.0, claim.version)))
}

/// `?1` pairs of id and version: candidates that are something else by now.
const CHANGED: &str = "SELECT k.value ->> 0 FROM json_each(?1) k WHERE NOT EXISTS (SELECT 1 FROM candidate c \
     WHERE c.id = k.value ->> 0 AND c.version = k.value ->> 1 AND +c.status = 'new')";

fn changed_claims(connection: &Connection, orders: &[NewOrder]) -> StoreResult<HashSet<CandidateId>> {
    Ok(rows(connection, "candidate", CHANGED, [claims(orders)], take)?.into_iter().collect())
}

/// `?1` pairs of id and version, of which is known that they hold.
const CLAIM: &str = "UPDATE candidate SET status = 'processed', hold = NULL, version = version + 1, updated_at = ?2 \
     WHERE id IN (SELECT value ->> 0 FROM json_each(?1)) AND +status = 'new'";
const ACTOR: &str = "SELECT actor FROM run WHERE id = ?";

/// Writes orders and takes their candidates.
fn write(connection: &Connection, orders: &[&NewOrder], commit: &ChunkCommit) -> StoreResult<()> {
    let taken = orders.iter().map(|new| new.claims.len()).sum::<usize>();
    if run(connection, CLAIM, [claims(orders.iter().copied()), commit.now.write()])? != taken {
        return Err(StoreError::Conflict("candidate"));
    }
    let actor: String = value(connection, "run", ACTOR, [commit.run.write()])?.unwrap_or_default();
    let mut rows = OrderRows::prepare(connection)?;
    let mut entries = OrderedEntries::prepare(connection)?;
    for new in orders {
        let document_no = rows.insert(new)?;
        for claim in &new.claims {
            let (order, by) = ((new.order.id, &document_no), (commit.run, actor.as_str()));
            entries.note(*claim, order, by, commit.now)?;
        }
    }
    rows.save_numbers()
}

/// `false` if the work could not be done and is undone. What concerns the whole database ends the chunk.
fn in_savepoint(connection: &Connection, work: impl FnOnce() -> StoreResult<()>) -> StoreResult<bool> {
    let statement = |sql: &str| connection.prepare_cached(sql)?.execute([]).map(|_| ());
    statement("SAVEPOINT orders").map_err(translate)?;
    let done = match work() {
        Ok(()) => true,
        Err(
            error @ (StoreError::Statement(_) | StoreError::Conflict(_) | StoreError::Inconsistent { .. }),
        ) => {
            tracing::error!(%error, "an order could not be written");
            statement("ROLLBACK TO orders").map_err(translate)?;
            false
        }
        Err(error) => return Err(error),
    };
    statement("RELEASE orders").map_err(translate)?;
    Ok(done)
}

fn faulty(claim: Claim) -> CandidateChange {
    let problems = vec![Problem::new(Code::ServerFault, "")];
    CandidateChange { claim, status: Status::Error, hold: None, problems }
}

/// One that has changed meanwhile is left as it is.
const CHANGE: &str = "UPDATE candidate SET status = ?3, hold = ?4, problems = ?5, version = version + 1, \
     updated_at = ?6 WHERE id = ?1 AND version = ?2";

fn change(connection: &Connection, change: &CandidateChange, commit: &ChunkCommit) -> StoreResult<()> {
    let found = (change.status, change.problems.as_slice());
    history::note_validated(connection, change.claim, found, commit.run, commit.now)?;
    let values = [
        change.claim.candidate.write(),
        integer(change.claim.version),
        change.status.write(),
        change.hold.write(),
        if change.problems.is_empty() { NULL } else { owned(encode_problems(&change.problems)) },
        commit.now.write(),
    ];
    run(connection, CHANGE, values)?;
    Ok(())
}

const VALIDATE: &str = "UPDATE candidate SET status = ?3, hold = NULL, problems = ?4, list_price = ?5, \
     price_key = iif(price IS NULL, ?6, price_key), currency = ?7, version = version + 1, updated_at = ?8 \
     WHERE id = ?1 AND version = ?2 AND status IN ('new', 'error')";

fn write_validation(
    connection: &Connection,
    claim: Claim,
    validation: &Validation,
    commit: &ChunkCommit,
) -> StoreResult<()> {
    let Validation { status, problems, list_price, currency, .. } = validation;
    history::note_validated(connection, claim, (*status, problems), commit.run, commit.now)?;
    let values = [
        claim.candidate.write(),
        integer(claim.version),
        status.write(),
        if problems.is_empty() { NULL } else { owned(encode_problems(problems)) },
        list_price.write(),
        list_price.as_ref().map_or(NULL, |price| owned(sort_key(price))),
        currency.write(),
        commit.now.write(),
    ];
    run(connection, VALIDATE, values)?;
    Ok(())
}

/// A candidate whose order was overtaken can come up again in the same run; the last word counts.
const KEEP_RESULT: &str = "INSERT INTO run_result (run_id, candidate_id, outcome, order_id, line, detail, warnings) \
     VALUES (?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET outcome = excluded.outcome, order_id = excluded.order_id, \
     line = excluded.line, detail = excluded.detail, warnings = excluded.warnings";

pub fn keep_results(connection: &Connection, run: RunId, results: &[RunCandidateResult]) -> StoreResult<()> {
    let mut rows = Rows::prepare(connection, KEEP_RESULT)?;
    results.iter().try_for_each(|result| keep_result(&mut rows, run, result))
}

/// The results as they are after all: of an order that was overtaken there are none.
fn written<'r>(results: &'r [RunCandidateResult], refused: &Refused) -> Cow<'r, [RunCandidateResult]> {
    if refused.is_empty() {
        return Cow::Borrowed(results);
    }
    let refusal = |result: &RunCandidateResult| match &result.outcome {
        RunOutcome::Ordered { order, .. } => refused.get(order),
        _ => None,
    };
    let results = results.iter().filter_map(|result| match refusal(result) {
        Some(Refusal::Overtaken) => None,
        Some(Refusal::Fault) => {
            let outcome = RunOutcome::Failed(vec![Problem::new(Code::ServerFault, "")]);
            Some(RunCandidateResult { outcome, ..result.clone() })
        }
        None => Some(result.clone()),
    });
    results.collect()
}

fn keep_result(rows: &mut Rows<'_>, run: RunId, result: &RunCandidateResult) -> StoreResult<()> {
    let (word, order, line, detail) = match &result.outcome {
        RunOutcome::Ordered { order, line, split_by } => {
            let detail = split_by.map_or(NULL, |member| text(member.as_str()));
            ("ordered", order.write(), integer(*line), detail)
        }
        RunOutcome::Held(hold) => ("held", NULL, NULL, hold.write()),
        RunOutcome::Failed(problems) => ("failed", NULL, NULL, owned(encode_problems(problems))),
        RunOutcome::Passed(status) => ("passed", NULL, NULL, text(status.as_str())),
        RunOutcome::Changed => ("changed", NULL, NULL, NULL),
        RunOutcome::Unchanged => ("unchanged", NULL, NULL, NULL),
    };
    let warnings = if result.warnings.is_empty() { NULL } else { owned(encode_problems(&result.warnings)) };
    let values = [run.write(), result.candidate.write(), text(word), order, line, detail, warnings];
    rows.write(values)?;
    Ok(())
}
