//! The history of candidates: written by whatever changes one, in the same transaction.

use orderdock_domain::correction::{HistoryEntry, OrderedCandidate};
use orderdock_domain::ids::CandidateId;
use orderdock_store::{History, StoreResult};

use crate::column::{Column, Columns, Fields, NULL, Rows, first, integer, rows};
use crate::records::problems_json;
use crate::scope::OrganisationIds;
use crate::template::{Statement, statement};
use crate::{Datum, Transaction};

statement! {
    INSERT = insert CANDIDATE_HISTORY
}

pub fn insert<'e>(
    transaction: &dyn Transaction,
    entries: impl IntoIterator<Item = &'e HistoryEntry>,
) -> StoreResult<()> {
    let mut entries = entries.into_iter().peekable();
    if entries.peek().is_none() {
        return Ok(());
    }
    let mut rows = Rows::prepare(transaction, &INSERT)?;
    entries.try_for_each(|entry| rows.write(values(entry)))?;
    rows.close()
}

fn values(entry: &HistoryEntry) -> [Datum<'_>; 14] {
    [
        entry.candidate.write(),
        integer(entry.version),
        entry.at.write(),
        entry.actor.write(),
        entry.event.write(),
        entry.status_before.write(),
        entry.status.write(),
        entry.changes.write(),
        problems_json(&entry.problems_before),
        problems_json(&entry.problems),
        entry.order.write(),
        entry.document_no.write(),
        entry.run.write(),
        if entry.released.is_empty() { NULL } else { entry.released.write() },
    ]
}

statement! {
    /// `?1` organisations, `?2` candidate.
    PROBLEMS = "SELECT problems FROM candidate WHERE id = ?2 AND org_id {in 1 int8}"
}
statement! {
    /// `?1` candidate.
    ENTRIES = "SELECT {columns candidate_history} FROM candidate_history WHERE candidate_id = ?1 ORDER BY version"
}
statement! {
    /// `?1` candidate.
    ORDERED = "SELECT c.version, o.id, o.document_no, o.run_id, o.created_at, r.actor, a.released \
     FROM allocation a {join} candidate c ON c.id = a.candidate_id \
     {join} sales_order o ON o.id = a.order_id LEFT JOIN run r ON r.id = o.run_id \
     WHERE {is a.live} AND a.candidate_id = ?1"
}

/// Every statement of the room.
pub const STATEMENTS: &[&Statement] = &[&INSERT, &PROBLEMS, &ENTRIES, &ORDERED];

pub fn of_candidate(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidate: CandidateId,
) -> StoreResult<History> {
    let values = [organisations.write(), candidate.write()];
    let Some(problems) = first(transaction, "candidate", &PROBLEMS, values, Columns::take)? else {
        return Ok(History::default());
    };
    let entries = rows(transaction, "candidate_history", &ENTRIES, [candidate.write()], entry)?;
    let ordered = first(transaction, "allocation", &ORDERED, [candidate.write()], |fields| {
        Ok(OrderedCandidate {
            candidate,
            version: fields.take()?,
            order: fields.take()?,
            document_no: fields.take()?,
            run: fields.take()?,
            at: fields.take()?,
            actor: fields.take()?,
            released: fields.take::<Option<_>>()?.unwrap_or_default(),
        })
    })?;
    Ok(History::of(problems, entries, ordered))
}

fn entry(fields: &mut Fields<'_>) -> StoreResult<HistoryEntry> {
    Ok(HistoryEntry {
        candidate: fields.take()?,
        version: fields.take()?,
        at: fields.take()?,
        actor: fields.take()?,
        event: fields.take()?,
        status_before: fields.take()?,
        status: fields.take()?,
        changes: fields.take()?,
        problems_before: Columns::take(fields)?,
        problems: Columns::take(fields)?,
        order: fields.take()?,
        document_no: fields.take()?,
        run: fields.take()?,
        released: fields.take::<Option<_>>()?.unwrap_or_default(),
    })
}
