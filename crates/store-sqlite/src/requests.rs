//! Requests as received, and answers kept for idempotency keys.

use jiff::Timestamp;
use orderdock_domain::ids::CandidateId;
use orderdock_store::{IdempotencyKey, KeptCall, StoreResult, StoredAnswer, StoredRequest};
use rusqlite::Connection;

use crate::column::{Column, Fields, first, integer, run, text};
use crate::scope::OrganisationIds;

const INSERT: &str = "INSERT INTO request (id, request_id, token_id, actor, method, path, query, received_at, \
     status, media_type, body_size, body, outcomes, candidate_count) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
const INSERT_REJECTED: &str = "INSERT INTO rejected_line (external_header_id, external_line_id, request_id, \
     request_index) VALUES (?,?,?,?)";
const OF_CANDIDATE: &str = "SELECT r.id, r.request_id, r.token_id, r.actor, r.method, r.path, r.query, \
     r.received_at, r.status, r.media_type, r.body_size, r.body, r.outcomes \
     FROM candidate c CROSS JOIN request r ON r.id = c.request_id \
     WHERE c.id = ?2 AND c.org_id IN (SELECT value FROM json_each(?1))";
const INSERT_ANSWER: &str = "INSERT INTO idempotency (token_id, method, path, key, body_hash, status, answer, \
     created_at) VALUES (?,?,?,?,?,?,?,?)";
const ANSWER: &str = "SELECT body_hash, status, answer, created_at FROM idempotency \
     WHERE token_id = ? AND method = ? AND path = ? AND key = ?";
/// `?1` instant, `?2` how many; a few more where several are of one instant.
const SWEEP_ANSWERS: &str = "DELETE FROM idempotency WHERE created_at < ?1 AND created_at <= coalesce( \
     (SELECT created_at FROM idempotency WHERE created_at < ?1 ORDER BY created_at LIMIT 1 OFFSET ?2 - 1), ?1)";

macro_rules! swept {
    () => {
        "candidate_count = 0 AND received_at < ?1 AND received_at <= coalesce((SELECT received_at FROM request \
         WHERE candidate_count = 0 AND received_at < ?1 ORDER BY received_at LIMIT 1 OFFSET ?2 - 1), ?1)"
    };
}

const SWEEP_REJECTED: &str =
    concat!("DELETE FROM rejected_line WHERE request_id IN (SELECT id FROM request WHERE ", swept!(), ")");
const SWEEP_REQUESTS: &str = concat!("DELETE FROM request WHERE ", swept!());

/// Keeps a request that made so many candidates.
pub fn keep(connection: &Connection, request: &StoredRequest, candidates: usize) -> StoreResult<()> {
    let values = [
        request.id.write(),
        request.request_id.write(),
        request.token.write(),
        request.actor.write(),
        request.method.write(),
        request.path.write(),
        request.query.write(),
        request.received_at.write(),
        request.status.write(),
        request.media_type.write(),
        request.body_size.write(),
        request.body.write(),
        request.outcomes.write(),
        integer(i64::try_from(candidates).unwrap_or(i64::MAX)),
    ];
    run(connection, INSERT, values)?;
    keep_rejected_lines(connection, request)
}

/// Keeps a call that made no candidates, if there was one, with its answer.
pub fn keep_call(connection: &Connection, call: Option<&KeptCall>) -> StoreResult<()> {
    let Some(KeptCall { request, answer }) = call else { return Ok(()) };
    keep(connection, request, 0)?;
    answer.as_ref().map_or(Ok(()), |answer| keep_answer(connection, answer))
}

/// The other rows of such a request were taken, and those of the same header wait for the ones that were not.
const SINGLE_ROWS: &str = "errorPolicy=row";

fn keep_rejected_lines(connection: &Connection, request: &StoredRequest) -> StoreResult<()> {
    if !request.query.split('&').any(|parameter| parameter == SINGLE_ROWS) {
        return Ok(());
    }
    for outcome in request.outcomes.lines() {
        if let [index, "rejected", header, line, ..] = outcome.split('\t').collect::<Vec<_>>().as_slice()
            && let Ok(index) = index.parse()
            && !header.is_empty()
            && !line.is_empty()
        {
            let values = [text(header), text(line), request.id.write(), integer(index)];
            run(connection, INSERT_REJECTED, values)?;
        }
    }
    Ok(())
}

pub fn of_candidate(
    connection: &Connection,
    organisations: &OrganisationIds,
    candidate: CandidateId,
) -> StoreResult<Option<StoredRequest>> {
    first(connection, "request", OF_CANDIDATE, [organisations.write(), candidate.write()], |fields| {
        Ok(StoredRequest {
            id: fields.take()?,
            request_id: fields.take()?,
            token: fields.take()?,
            actor: fields.take()?,
            method: fields.take()?,
            path: fields.take()?,
            query: fields.take()?,
            received_at: fields.take()?,
            status: fields.take()?,
            media_type: fields.take()?,
            body_size: fields.take()?,
            body: fields.take()?,
            outcomes: fields.take()?,
        })
    })
}

pub fn keep_answer(connection: &Connection, answer: &StoredAnswer) -> StoreResult<()> {
    let IdempotencyKey { token, method, path, key } = &answer.key;
    let values = [
        token.write(),
        method.write(),
        path.write(),
        key.write(),
        answer.body_hash.write(),
        answer.status.write(),
        answer.answer.write(),
        answer.created_at.write(),
    ];
    run(connection, INSERT_ANSWER, values)?;
    Ok(())
}

pub fn answer_for(connection: &Connection, key: &IdempotencyKey) -> StoreResult<Option<StoredAnswer>> {
    let values = [key.token.write(), key.method.write(), key.path.write(), key.key.write()];
    first(connection, "idempotency", ANSWER, values, |fields: &mut Fields<'_>| {
        Ok(StoredAnswer {
            key: key.clone(),
            body_hash: fields.take()?,
            status: fields.take()?,
            answer: fields.take()?,
            created_at: fields.take()?,
        })
    })
}

/// Removes about so many answers, and as many requests; tells how many went.
pub fn sweep(connection: &Connection, before: Timestamp, limit: i64) -> StoreResult<u64> {
    let answers = run(connection, SWEEP_ANSWERS, [before.write(), integer(limit)])?;
    run(connection, SWEEP_REJECTED, [before.write(), integer(limit)])?;
    let requests = run(connection, SWEEP_REQUESTS, [before.write(), integer(limit)])?;
    Ok(u64::try_from(answers + requests).unwrap_or(u64::MAX))
}
