//! What becomes of stored candidates, with all that is kept beside them: history, problems by their code, counters.

use std::collections::BTreeSet;

use jiff::Timestamp;
use orderdock_domain::candidate::{Candidate, CandidateChange};
use orderdock_domain::correction::Correction;
use orderdock_domain::ids::CandidateId;
use orderdock_domain::number::sort_key;
use orderdock_domain::order::Claim;
use orderdock_domain::problem::Problem;
use orderdock_store::{Conflict, StoreError, StoreResult, Tally, problem_codes};

use crate::column::{Column, NULL, Rows, integer, owned, text};
use crate::records::{problems_json, update};
use crate::template::{Statement, statement};
use crate::{Transaction, count, history};

/// Those are left alone that are no longer what they were; tells how many are written.
pub fn write(
    transaction: &dyn Transaction,
    changes: &[CandidateChange],
    now: Timestamp,
) -> StoreResult<usize> {
    if changes.is_empty() {
        return Ok(0);
    }
    let mut rows = ChangeRows::prepare(transaction)?;
    let (mut written, mut tally) = (0, Tally::default());
    for change in changes {
        if rows.write(change, now)? == 0 {
            continue;
        }
        written += 1;
        rows.problems.write(change.claim.candidate, &change.before.problems, &change.after.problems)?;
        change.entry.iter().try_for_each(|entry| history::insert(transaction, entry))?;
        tally.add(&change.claim, Some(change.before.status), change.after.status);
    }
    count::add(transaction, &tally)?;
    Ok(written)
}

/// Writes corrected candidates; Conflict if one is no longer what it was.
pub fn correct(transaction: &dyn Transaction, corrections: &[Correction]) -> StoreResult<()> {
    let changed = || corrections.iter().filter_map(|one| Some((&one.candidate, one.entry.as_ref()?)));
    update(transaction, changed().map(|(candidate, _)| candidate))?;
    let (mut problems, mut tally) = (ProblemRows::prepare(transaction)?, Tally::default());
    for (candidate, entry) in changed() {
        problems.write(candidate.id, &entry.problems_before, &candidate.problems)?;
        history::insert(transaction, entry)?;
        tally.add(&Claim::of(candidate), Some(entry.status_before), candidate.status);
    }
    count::add(transaction, &tally)
}

/// Counts new candidates, and makes them found by their problems.
pub fn note_new<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate>,
) -> StoreResult<()> {
    let (mut problems, mut tally) = (ProblemRows::prepare(transaction)?, Tally::default());
    for candidate in candidates {
        problems.write(candidate.id, &[], &candidate.problems)?;
        tally.add(&Claim::of(candidate), None, candidate.status);
    }
    count::add(transaction, &tally)
}

statement! {
    /// `?1` candidate and `?2` version as they were read.
    STAND = "UPDATE candidate SET status = ?3, hold = ?4, problems = ?5, version = version + 1, \
     updated_at = ?6 WHERE id = ?1 AND version = ?2"
}
statement! {
    /// The same, with what was found about the price.
    STAND_AND_PRICE = "UPDATE candidate SET status = ?3, hold = ?4, problems = ?5, version = version + 1, \
     updated_at = ?6, list_price = ?7, currency = ?8, price_key = ?9 WHERE id = ?1 AND version = ?2"
}

struct ChangeRows<'c> {
    standings: Rows<'c>,
    prices: Rows<'c>,
    problems: ProblemRows<'c>,
}

impl<'c> ChangeRows<'c> {
    fn prepare(transaction: &'c dyn Transaction) -> StoreResult<Self> {
        Ok(Self {
            standings: Rows::prepare(transaction, &STAND)?,
            prices: Rows::prepare(transaction, &STAND_AND_PRICE)?,
            problems: ProblemRows::prepare(transaction)?,
        })
    }

    fn write(&mut self, change: &CandidateChange, now: Timestamp) -> StoreResult<usize> {
        let CandidateChange { claim, after, price, .. } = change;
        let standing = [
            claim.candidate.write(),
            integer(claim.version),
            after.status.write(),
            after.hold.write(),
            problems_json(&after.problems),
            now.write(),
        ];
        match price {
            None => self.standings.write(standing),
            Some(price) => {
                let key = price.in_effect.map_or(NULL, |price| owned(sort_key(&price)));
                let found = [price.list_price.write(), price.currency.write(), key];
                self.prices.write(standing.into_iter().chain(found))
            }
        }
    }
}

statement! {
    INSERT_PROBLEM = insert CANDIDATE_PROBLEM
}
statement! {
    DELETE_PROBLEM = "DELETE FROM candidate_problem WHERE code = ? AND candidate_id = ?"
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&STAND, &STAND_AND_PRICE, &INSERT_PROBLEM, &DELETE_PROBLEM];

/// The problems of candidates, by which these are found.
struct ProblemRows<'c> {
    inserts: Rows<'c>,
    deletes: Rows<'c>,
}

impl<'c> ProblemRows<'c> {
    fn prepare(transaction: &'c dyn Transaction) -> StoreResult<Self> {
        let prepare = |sql| Rows::prepare(transaction, sql);
        Ok(Self { inserts: prepare(&INSERT_PROBLEM)?, deletes: prepare(&DELETE_PROBLEM)? })
    }

    fn write(&mut self, candidate: CandidateId, before: &[Problem], after: &[Problem]) -> StoreResult<()> {
        let (before, after): (BTreeSet<_>, BTreeSet<_>) = (problem_codes(before), problem_codes(after));
        for code in before.difference(&after) {
            self.deletes.write([text(code), candidate.write()])?;
        }
        for code in after.difference(&before) {
            self.inserts.write([text(code), candidate.write()])?;
        }
        Ok(())
    }
}

/// Conflict unless all are written.
pub fn write_all(
    transaction: &dyn Transaction,
    changes: &[CandidateChange],
    now: Timestamp,
) -> StoreResult<()> {
    match write(transaction, changes, now)? {
        written if written == changes.len() => Ok(()),
        _ => Err(StoreError::Conflict(Conflict::Candidate)),
    }
}
