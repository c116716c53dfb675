//! The history of candidates: written by whatever changes one, in the same transaction.

use jiff::Timestamp;
use orderdock_domain::candidate::Status;
use orderdock_domain::correction::HistoryEntry;
use orderdock_domain::ids::{CandidateId, OrderId, RunId};
use orderdock_domain::order::Claim;
use orderdock_domain::problem::Problem;
use orderdock_domain::text::Code;
use orderdock_store::{StoreError, StoreResult, decode_problems, encode_problems};
use rusqlite::Connection;

use crate::column::{Column, Fields, NULL, Rows, integer, owned, rows, run, text};
use crate::scope::OrganisationIds;

const INSERT_ENTRY: &str = "INSERT INTO candidate_history (candidate_id, version, at, actor, event, status_before, \
     status, changes, problems, order_id, document_no, run_id) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)";

pub fn insert(connection: &Connection, entry: &HistoryEntry) -> StoreResult<()> {
    let values = [
        entry.candidate.write(),
        integer(entry.version),
        entry.at.write(),
        entry.actor.write(),
        entry.event.write(),
        entry.status_before.write(),
        entry.status.write(),
        entry.changes.write(),
        if entry.problems.is_empty() { NULL } else { owned(encode_problems(&entry.problems)) },
        entry.order.write(),
        entry.document_no.write(),
        entry.run.write(),
    ];
    run(connection, INSERT_ENTRY, values)?;
    Ok(())
}

/// `?1` organisations, `?2` candidate.
const HISTORY: &str = "SELECT h.version, h.at, h.actor, h.event, h.status_before, h.status, h.changes, h.problems, \
     h.order_id, h.document_no, h.run_id FROM candidate_history h CROSS JOIN candidate c ON c.id = h.candidate_id \
     WHERE h.candidate_id = ?2 AND +c.org_id IN (SELECT value FROM json_each(?1)) ORDER BY h.version";

pub fn of_candidate(
    connection: &Connection,
    organisations: &OrganisationIds,
    candidate: CandidateId,
) -> StoreResult<Vec<HistoryEntry>> {
    let values = [organisations.write(), candidate.write()];
    rows(connection, "candidate_history", HISTORY, values, |fields| {
        Ok(HistoryEntry {
            candidate,
            version: fields.take()?,
            at: fields.take()?,
            actor: fields.take()?,
            event: fields.take()?,
            status_before: fields.take()?,
            status: fields.take()?,
            changes: fields.take()?,
            problems: problems(fields)?,
            order: fields.take()?,
            document_no: fields.take()?,
            run: fields.take()?,
        })
    })
}

fn problems(fields: &mut Fields<'_>) -> StoreResult<Vec<Problem>> {
    let Some(json) = fields.take::<Option<String>>()? else { return Ok(Vec::new()) };
    decode_problems(&json).map_err(|fault| StoreError::Inconsistent {
        place: "candidate_history.problems",
        fault: fault.to_string(),
    })
}

/// `?1` candidate and `?2` version as a run read them, `?3` and `?4` status and problems from then on, `?5` run.
const VALIDATED: &str = "INSERT INTO candidate_history (candidate_id, version, at, actor, event, status_before, \
     status, changes, problems, run_id) \
     SELECT c.id, c.version + 1, ?6, coalesce((SELECT actor FROM run WHERE id = ?5), ''), 'validated', c.status, \
     ?3, '', ?4, ?5 FROM candidate c WHERE c.id = ?1 AND c.version = ?2 AND c.status IN ('new', 'error') \
     AND (c.status <> ?3 OR coalesce(c.problems, '') <> coalesce(?4, ''))";

/// Notes what a run found out about a candidate, before that is written; nothing if it knew as much before, or
/// has changed meanwhile.
pub fn note_validated(
    connection: &Connection,
    claim: Claim,
    (status, problems): (Status, &[Problem]),
    run_id: RunId,
    now: Timestamp,
) -> StoreResult<()> {
    let values = [
        claim.candidate.write(),
        integer(claim.version),
        status.write(),
        if problems.is_empty() { NULL } else { owned(encode_problems(problems)) },
        run_id.write(),
        now.write(),
    ];
    run(connection, VALIDATED, values).map(|_| ())
}

/// `?1` candidate, `?2` order; both as they are now.
const VOIDED: &str = "INSERT INTO candidate_history (candidate_id, version, at, actor, event, status_before, \
     status, changes, order_id, document_no) \
     SELECT c.id, c.version, ?3, ?4, 'orderVoided', 'processed', c.status, '', o.id, o.document_no \
     FROM candidate c CROSS JOIN sales_order o ON o.id = ?2 WHERE c.id = ?1";

const ORDERED: &str = "INSERT INTO candidate_history (candidate_id, version, at, actor, event, status_before, \
     status, changes, order_id, document_no, run_id) VALUES (?,?,?,?,'ordered','new','processed','',?,?,?)";

/// Notes which candidates a run put into orders.
pub struct OrderedEntries<'c>(Rows<'c>);

impl<'c> OrderedEntries<'c> {
    pub fn prepare(connection: &'c Connection) -> StoreResult<Self> {
        Rows::prepare(connection, ORDERED).map(Self)
    }

    /// A candidate, claimed as it was read, is in an order now.
    pub fn note(
        &mut self,
        claim: Claim,
        (order, document_no): (OrderId, &Code),
        (run_id, actor): (RunId, &str),
        now: Timestamp,
    ) -> StoreResult<()> {
        let values = [
            claim.candidate.write(),
            integer(claim.version + 1),
            now.write(),
            text(actor),
            order.write(),
            document_no.write(),
            run_id.write(),
        ];
        self.0.write(values).map(|_| ())
    }
}

/// Notes that a candidate's order was voided.
pub fn note_voided(
    connection: &Connection,
    candidate: CandidateId,
    order: OrderId,
    actor: &str,
    now: Timestamp,
) -> StoreResult<()> {
    let values = [candidate.write(), order.write(), now.write(), text(actor)];
    run(connection, VOIDED, values).map(|_| ())
}
