//! The history of candidates: written by whatever changes one, in the same transaction.

use jiff::Timestamp;
use orderdock_domain::candidate::Status;
use orderdock_domain::correction::HistoryEntry;
use orderdock_domain::ids::{CandidateId, OrderId, RunId};
use orderdock_domain::order::Claim;
use orderdock_domain::problem::Problem;
use orderdock_store::{History, StoreError, StoreResult, decode_problems, encode_problems};

use crate::Session;
use crate::column::{Column, Fields, NULL, first, integer, owned, rows, run, text};
use crate::scope::OrganisationIds;

/// Of an entry, behind its candidate; in the order of the values below.
macro_rules! columns {
    () => {
        "version, at, actor, event, status_before, status, changes, problems, order_id, document_no, run_id, released"
    };
}

/// What the import found to stand against a candidate `c`, if this is its first entry: later ones follow upon another.
macro_rules! problems_before {
    () => {
        "iif(EXISTS (SELECT 1 FROM candidate_history WHERE candidate_id = c.id), NULL, c.problems)"
    };
}

const INSERT_ENTRY: &str = concat!(
    "INSERT INTO candidate_history (candidate_id, ",
    columns!(),
    ", problems_before) SELECT c.id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ",
    problems_before!(),
    " FROM candidate c WHERE c.id = ?1"
);

/// Before the candidate itself is written.
pub fn insert(session: &dyn Session, entry: &HistoryEntry) -> StoreResult<()> {
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
        if entry.released.is_empty() { NULL } else { entry.released.write() },
    ];
    run(session, INSERT_ENTRY, values)?;
    Ok(())
}

/// What a run did to a candidate by putting it into an order is not written down: the order tells it, and a candidate
/// stays as the run left it until its order is voided.
macro_rules! ordered {
    () => {
        "SELECT c.id, c.version, o.created_at, coalesce(r.actor, ''), 'ordered', 'new', c.status, '', NULL, o.id, \
         o.document_no, o.run_id, a.released FROM allocation a CROSS JOIN candidate c ON c.id = a.candidate_id \
         CROSS JOIN sales_order o ON o.id = a.order_id LEFT JOIN run r ON r.id = o.run_id WHERE a.live = 1 AND "
    };
}

/// `?1` organisations, `?2` candidate.
const HISTORY: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM (SELECT candidate_id, ",
    columns!(),
    " FROM candidate_history WHERE candidate_id = ?2 UNION ALL ",
    ordered!(),
    "a.candidate_id = ?2) WHERE (SELECT org_id FROM candidate WHERE id = ?2) IN (SELECT value FROM json_each(?1)) \
     ORDER BY version"
);

/// `?1` organisations, `?2` candidate.
const IMPORTED_WITH: &str = "SELECT iif(EXISTS (SELECT 1 FROM candidate_history WHERE candidate_id = c.id), \
     (SELECT problems_before FROM candidate_history WHERE candidate_id = c.id ORDER BY version LIMIT 1), c.problems) \
     FROM candidate c WHERE c.id = ?2 AND c.org_id IN (SELECT value FROM json_each(?1))";

pub fn of_candidate(
    session: &dyn Session,
    organisations: &OrganisationIds,
    candidate: CandidateId,
) -> StoreResult<History> {
    let values = [organisations.write(), candidate.write()];
    let imported_with = first(session, "candidate", IMPORTED_WITH, values, problems)?;
    let entries = entries(session, organisations, candidate)?;
    Ok(History { imported_with: imported_with.unwrap_or_default(), entries })
}

fn entries(
    session: &dyn Session,
    organisations: &OrganisationIds,
    candidate: CandidateId,
) -> StoreResult<Vec<HistoryEntry>> {
    let values = [organisations.write(), candidate.write()];
    rows(session, "candidate_history", HISTORY, values, |fields| {
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
            released: fields.take::<Option<_>>()?.unwrap_or_default(),
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
const VALIDATED: &str = concat!(
    "INSERT INTO candidate_history (candidate_id, version, at, actor, event, status_before, status, changes, problems, \
     run_id, problems_before) \
     SELECT c.id, c.version + 1, ?6, coalesce((SELECT actor FROM run WHERE id = ?5), ''), 'validated', c.status, \
     ?3, '', ?4, ?5, ",
    problems_before!(),
    " FROM candidate c WHERE c.id = ?1 AND c.version = ?2 AND c.status IN ('new', 'error') \
     AND (c.status <> ?3 OR coalesce(c.problems, '') <> coalesce(?4, ''))"
);

/// Notes what a run found out about a candidate, before that is written; nothing if it knew as much before, or
/// has changed meanwhile.
pub fn note_validated(
    session: &dyn Session,
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
    run(session, VALIDATED, values).map(|_| ())
}

/// `?1` candidate, `?2` order; both as they are now.
const VOIDED: &str = "INSERT INTO candidate_history (candidate_id, version, at, actor, event, status_before, \
     status, changes, order_id, document_no) \
     SELECT c.id, c.version, ?3, ?4, 'orderVoided', 'processed', c.status, '', o.id, o.document_no \
     FROM candidate c CROSS JOIN sales_order o ON o.id = ?2 WHERE c.id = ?1";

/// `?1` order.
const KEEP_ORDERED: &str =
    concat!("INSERT INTO candidate_history (candidate_id, ", columns!(), ") ", ordered!(), "a.order_id = ?1");

/// Writes down that candidates were ordered, before their order is voided.
pub fn keep_ordered(session: &dyn Session, order: OrderId) -> StoreResult<()> {
    run(session, KEEP_ORDERED, [order.write()]).map(|_| ())
}

/// Notes that a candidate's order was voided.
pub fn note_voided(
    session: &dyn Session,
    candidate: CandidateId,
    order: OrderId,
    actor: &str,
    now: Timestamp,
) -> StoreResult<()> {
    let values = [candidate.write(), order.write(), now.write(), text(actor)];
    run(session, VOIDED, values).map(|_| ())
}
