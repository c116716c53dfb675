//! Writes changes of stored candidates, with their history, problems by code, and counters.

use jiff::Timestamp;
use orderdock_domain::candidate::{Candidate, CandidateChange, Status};
use orderdock_domain::correction::{Correction, HistoryEntry};
use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::number::sort_key;
use orderdock_domain::order::CandidateClaim;
use orderdock_domain::problem::Problem;
use orderdock_store::{Conflict, StoreError, StoreResult, Tally, problem_causes};

use crate::records::{problems_json, update};
use crate::sql::column::{Column, NULL, integer, owned, text};
use crate::sql::query::{RowWriter, run_each};
use crate::sql::tables::CANDIDATE_PROBLEM;
use crate::sql::template::Statement;
use crate::{
    SqlValue, Transaction, candidates::causes, candidates::count, candidates::history,
    unresolved::missing_records, unresolved::open_references,
};

/// Writes changes. Skips candidates that have changed since they were read. Returns the number of written changes.
pub fn write(
    transaction: &dyn Transaction,
    changes: &[CandidateChange],
    now: Timestamp,
) -> StoreResult<usize> {
    if changes.is_empty() {
        return Ok(0);
    }
    let touched = run_each(transaction, &STAND, changes.iter().map(|change| state_values(change, now)))?;
    let touched = changes.iter().zip(touched).filter(|(_, touched)| *touched > 0);
    let written: Vec<_> = touched.map(|(change, _)| change).collect();
    write_prices(transaction, &written)?;
    let (mut problems, mut tally) = (ProblemRows::prepare(transaction, &causes::KEEP)?, Tally::default());
    for change in &written {
        problems.write(&change.claim, now, &change.before.problems, &change.after.problems)?;
        tally.add(&change.claim, Some(change.before.status), change.after.status);
        record_event(transaction, now, change);
        transaction.outbox().record_line(now, change.claim.candidate, change.after.hold.is_some());
    }
    problems.finish()?;
    history::insert(transaction, written.iter().filter_map(|change| change.entry.as_ref()))?;
    count::add(transaction, &tally)?;
    Ok(written.len())
}

/// Writes the prices that were found for candidates.
fn write_prices(transaction: &dyn Transaction, changes: &[&CandidateChange]) -> StoreResult<()> {
    let found = changes.iter().filter_map(|change| Some((&change.claim.candidate, change.price.as_ref()?)));
    let mut found = found.peekable();
    if found.peek().is_none() {
        return Ok(());
    }
    let prices = found.map(|(candidate, price)| {
        let key = price.in_effect.map_or(NULL, |price| owned(sort_key(&price)));
        vec![candidate.write(), price.list_price.write(), price.currency.write(), key]
    });
    let prices: Vec<_> = prices.collect();
    if transaction.dialect().splits_hot_columns() {
        let keys =
            prices.iter().filter_map(|price| Some(vec![price.first()?.clone(), price.last()?.clone()]));
        run_each(transaction, &PRICE_BESIDE, keys)?;
    }
    run_each(transaction, &PRICE, prices)?;
    let nets = changes
        .iter()
        .filter_map(|change| Some(vec![change.claim.candidate.write(), change.price.as_ref()?.net.write()]));
    run_each(transaction, &NET, nets).map(|_| ())
}

/// Writes corrected candidates; `Conflict` if one has changed.
pub fn correct(transaction: &dyn Transaction, corrections: &[Correction]) -> StoreResult<()> {
    let changed = || corrections.iter().filter_map(|one| Some((&one.candidate, one.entry.as_ref()?)));
    update(transaction, changed().map(|(candidate, _)| candidate))?;
    open_references::replace(transaction, changed().map(|(candidate, _)| candidate))?;
    missing_records::replace(transaction, changed().map(|(candidate, _)| candidate))?;
    let (mut problems, mut tally) = (ProblemRows::prepare(transaction, &causes::KEEP)?, Tally::default());
    for (candidate, entry) in changed() {
        let claim = CandidateClaim::of(candidate);
        problems.write(&claim, entry.at, &entry.problems_before, &candidate.problems)?;
        tally.add(&claim, Some(entry.status_before), candidate.status);
        record_correction(transaction, candidate, entry);
        transaction.outbox().record_line(entry.at, candidate.id, candidate.hold.is_some());
    }
    problems.finish()?;
    history::insert(transaction, changed().map(|(_, entry)| entry))?;
    count::add(transaction, &tally)
}

fn record_event(transaction: &dyn Transaction, now: Timestamp, change: &CandidateChange) {
    let CandidateChange { claim, before, after, entry, .. } = change;
    let event = entry.as_ref().map(|entry| entry.event);
    for event_type in EventType::of_change(event, before.status, after.status) {
        record_event_of(transaction, now, claim, event_type, after.status);
    }
}

fn record_correction(transaction: &dyn Transaction, candidate: &Candidate, entry: &HistoryEntry) {
    for event_type in EventType::of_change(Some(entry.event), entry.status_before, candidate.status) {
        let claim = CandidateClaim { version: entry.version - 1, ..CandidateClaim::of(candidate) };
        record_event_of(transaction, entry.at, &claim, event_type, candidate.status);
    }
}

/// Records the event of a changed candidate that was claimed in its previous state.
pub fn record_event_of(
    transaction: &dyn Transaction,
    at: Timestamp,
    claim: &CandidateClaim,
    event_type: EventType,
    status: Status,
) {
    let kind = EventKind::of_candidate(event_type, claim.data_source, status, claim.version + 1);
    transaction.outbox().record(at, claim.organisation, kind, claim.candidate);
}

/// Counts new candidates, and stores their problems for filters.
pub fn note_new<'c>(
    transaction: &dyn Transaction,
    candidates: impl Iterator<Item = &'c Candidate>,
) -> StoreResult<()> {
    let (mut problems, mut tally) = (ProblemRows::prepare(transaction, &causes::INSERT)?, Tally::default());
    for candidate in candidates {
        let claim = CandidateClaim::of(candidate);
        problems.write(&claim, candidate.created_at, &[], &candidate.problems)?;
        tally.add(&claim, None, candidate.status);
        let Candidate { data_source, status, version, .. } = *candidate;
        let kind = EventKind::of_candidate(EventType::CandidateReceived, data_source, status, version);
        transaction.outbox().record(candidate.created_at, candidate.organisation, kind, candidate.id);
        transaction.outbox().record_line(candidate.created_at, candidate.id, candidate.hold.is_some());
    }
    problems.finish()?;
    count::add(transaction, &tally)
}

/// Writes status, hold and problems if the candidate still has the version. `?1` candidate, `?2` version.
static STAND: Statement = Statement::new(
    r"
    UPDATE {state candidate}
    SET status = ?3, hold = ?4, problems = ?5, version = version + 1, updated_at = ?6
    WHERE id = ?1 AND version = ?2
    ",
);

/// Writes the price that was found for a candidate.
static PRICE: Statement = Statement::new(
    r"
    UPDATE {row candidate}
    SET list_price = ?2, currency = ?3, price_key = ?4
    WHERE id = ?1
    ",
);

static NET: Statement = Statement::new("UPDATE {state candidate} SET net = ?2 WHERE id = ?1");

/// Writes the sort key of the price into the table from which lists of a status are read in order.
static PRICE_BESIDE: Statement = Statement::new(
    r"
    UPDATE {state candidate}
    SET price_key = ?2
    WHERE id = ?1 AND price_key IS DISTINCT FROM ?2
    ",
);

static INSERT_PROBLEM: Statement = Statement::insert(&CANDIDATE_PROBLEM);
static DELETE_PROBLEM: Statement =
    Statement::new("DELETE FROM candidate_problem WHERE code = ? AND candidate_id = ?");

/// Changes the cause of a problem that the candidate keeps.
static CAUSE: Statement = Statement::new(
    r"
    UPDATE candidate_problem
    SET cause = ?3
    WHERE code = ?1 AND candidate_id = ?2 AND cause <> ?3
    ",
);

/// Every statement of this file.
pub const STATEMENTS: &[&Statement] =
    &[&STAND, &PRICE, &NET, &PRICE_BESIDE, &INSERT_PROBLEM, &DELETE_PROBLEM, &CAUSE];

fn state_values(change: &CandidateChange, now: Timestamp) -> Vec<SqlValue<'_>> {
    let CandidateChange { claim, after, .. } = change;
    vec![
        claim.candidate.write(),
        integer(claim.version),
        after.status.write(),
        after.hold.write(),
        problems_json(&after.problems),
        SqlValue::Instant(now),
    ]
}

/// Rows of the problems of candidates, for filters, and of their causes.
struct ProblemRows<'c> {
    insert: RowWriter<'c>,
    inserts: RowWriter<'c>,
    deletes: RowWriter<'c>,
    causes: RowWriter<'c>,
}

impl<'c> ProblemRows<'c> {
    fn prepare(transaction: &'c dyn Transaction, insert: &Statement) -> StoreResult<Self> {
        let prepare = |sql| RowWriter::prepare(transaction, sql);
        Ok(Self {
            insert: prepare(insert)?,
            inserts: prepare(&INSERT_PROBLEM)?,
            deletes: prepare(&DELETE_PROBLEM)?,
            causes: prepare(&CAUSE)?,
        })
    }

    fn write(
        &mut self,
        claim: &CandidateClaim,
        at: Timestamp,
        before: &[Problem],
        after: &[Problem],
    ) -> StoreResult<()> {
        let CandidateClaim { candidate, organisation, data_source, .. } = claim;
        let (before, after) = (problem_causes(before), problem_causes(after));
        for code in before.keys().filter(|code| !after.contains_key(*code)) {
            self.deletes.write([text(code), candidate.write()])?;
        }
        for (code, cause) in after {
            if before.get(code) != Some(&cause) {
                let of = [Column::write(&at), organisation.write(), data_source.write()];
                self.insert.write([candidate.write(), text(code), text(&cause)].into_iter().chain(of))?;
            }
            match before.get(code) {
                None => self.inserts.write([text(code), candidate.write(), owned(cause)])?,
                // older versions stored no cause, so the stored text is compared
                Some(_) => self.causes.write([text(code), candidate.write(), owned(cause)])?,
            }
        }
        Ok(())
    }

    fn finish(self) -> StoreResult<()> {
        self.deletes.close()?;
        self.causes.close()?;
        self.insert.close()?;
        self.inserts.close()
    }
}

/// Writes all changes; `Conflict` if any could not be written.
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
