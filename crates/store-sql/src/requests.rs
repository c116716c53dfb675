//! Requests as received, and answers kept for idempotency keys.

use orderdock_domain::fit;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use orderdock_domain::access::{OrgScope, ReadScope};
use orderdock_domain::candidate::Candidate;
use orderdock_domain::event::{EventKind, EventType};
use orderdock_domain::ids::{CandidateId, OrganisationId, RequestId};
use orderdock_domain::import::{NotedOutcome, RejectedLine, RowNote};
use orderdock_store::{
    Belonging, IdempotencyKey, KeptBody, KeptCall, RequestQuery, RequestStore, StoreError, StoreResult,
    StoredAnswer, StoredRequest, decode_row_notes, encode_row_notes,
};
use uuid::Uuid;

use crate::asking::{Rows, first, rows, run, take};
use crate::column::{Column, Columns, Fields, NULL, columns, integer, owned, taken, text};
use crate::request_origins::{self, CalledAddress};
use crate::scope::OrganisationIds;
use crate::template::statements;
use crate::{Backend, Datum, SqlStore, Transaction, keys, storage_use};

macro_rules! request_columns {
    ($body:literal) => {
        concat!(
            "SELECT r.id, g.kind, r.request_id, r.caller_id, g.actor, g.method, g.path || r.path, g.query || r.query, \
             r.received_at, r.status, g.media_type, r.body_size, ",
            $body,
            ", r.dictionary_id, g.strict, r.replay_of, g.default_org_id, r.notes, g.org_id, g.whole, \
             (SELECT {list org_id} FROM request_org WHERE request_id = r.id) "
        )
    };
}

/// `?1` caller, `?2` caller by name or id, `?3` statuses, `?4` reference, `?5` and `?6` instants, `?7` id, `?8` how many,
/// `?9` the reference as the id of answers; NULL does not narrow.
macro_rules! find {
    ($($condition:expr),*) => {
        concat!(
            request_columns!("{bytes 0}"),
            "FROM request r {join} request_origin g ON g.id = r.origin_id WHERE ",
            $($condition, " AND ",)*
            "({value 2 text} IS NULL OR g.actor = ?2 OR CAST(r.caller_id AS TEXT) = ?2) \
             AND ({list 3 int8} IS NULL OR r.status {in 3 int8}) \
             AND ({value 5 instant} IS NULL OR r.received_at >= ?5) AND ({value 6 instant} IS NULL OR r.received_at < ?6) \
             AND ({value 7 int8} IS NULL OR r.id < ?7) ORDER BY r.id DESC LIMIT ?8"
        )
    };
}

/// Requests whose answer carried an id; its first bytes are indexed.
macro_rules! by_text_id {
    () => {
        "SELECT id FROM request {by request_text_id} WHERE substr(request_id, 1, 4) = substr({value 9 bytes}, 1, 4) AND request_id = ?9"
    };
}

/// What people see: their own calls, and imports with rows of `?10` organisations; NULL means all imports.
macro_rules! seen_by_people {
    () => {
        "({free r.caller_id} = ?1 OR g.org_id {in 10 int8} OR EXISTS (SELECT 1 FROM request_org o \
         WHERE o.request_id = r.id AND o.org_id {in 10 int8}) OR {list 10 int8} IS NULL AND g.kind <> 'call')"
    };
}

macro_rules! swept {
    () => {
        "candidate_count = 0 AND received_at < ?1 AND received_at <= coalesce((SELECT received_at FROM request \
         WHERE candidate_count = 0 AND received_at < ?1 ORDER BY received_at LIMIT 1 OFFSET ?2 - 1), ?1)"
    };
}

statements! {
    INSERT = insert REQUEST;
    INSERT_REJECTED = insert REJECTED_LINE;
    /// `?1` external headers: the candidates that were sent under one of them.
    OF_HEADERS = "SELECT i.candidate_id FROM {keys 1 text}
     {join} candidate_identity i ON i.external_header_id = k.value";
    OF_CANDIDATE = concat!(
        request_columns!("r.body"),
        "FROM {row candidate} c {join} request r ON r.id = c.request_id {join} request_origin g ON g.id = r.origin_id \
         WHERE c.id = ?2 AND c.org_id {in 1 int8}"
    );
    BY_ID = concat!(
        request_columns!("r.body"),
        "FROM request r {join} request_origin g ON g.id = r.origin_id WHERE r.id = ?1"
    );
    FIND = find!("{value 1 int8} IS NULL AND {value 4 text} IS NULL AND {value 9 bytes} IS NULL");
    FIND_OWN = find!("r.caller_id = ?1 AND {value 4 text} IS NULL AND {value 9 bytes} IS NULL");
    FIND_BY_REFERENCE = find!(
        concat!("({value 1 int8} IS NULL OR {free r.caller_id} = ?1) AND r.id IN (", by_text_id!(), " \
         UNION SELECT request_id FROM request_header WHERE external_header_id = ?4 \
         UNION SELECT c.request_id FROM candidate_identity i {join} {row candidate} c ON c.id = i.candidate_id \
         WHERE i.external_header_id = ?4)")
    );
    FIND_FOR_PEOPLE = find!(seen_by_people!(), "{value 4 text} IS NULL AND {value 9 bytes} IS NULL");
    /// A header finds no request by rows of others: it must be that of a candidate, or the request be theirs as a whole.
    FIND_FOR_PEOPLE_BY_REFERENCE = find!(
        seen_by_people!(),
        concat!("r.id IN (", by_text_id!(), " \
         UNION SELECT h.request_id FROM request_header h WHERE h.external_header_id = ?4 AND ({list 10 int8} IS NULL \
         OR EXISTS (SELECT 1 FROM request q {join} request_origin w ON w.id = q.origin_id WHERE q.id = h.request_id \
           AND (q.caller_id = ?1 OR {is w.whole}))) \
         UNION SELECT c.request_id FROM candidate_identity i {join} {row candidate} c ON c.id = i.candidate_id \
         WHERE i.external_header_id = ?4 AND ({list 10 int8} IS NULL OR c.org_id {in 10 int8}))")
    );
    INSERT_HEADER = insert REQUEST_HEADER;
    INSERT_ANSWER = insert IDEMPOTENCY;
    ANSWER = "SELECT body_hash, status, answer, created_at FROM idempotency \
     WHERE caller_id = ? AND method = ? AND path = ? AND key = ?";
    REPLACE_ANSWER = "UPDATE idempotency SET status = ?, answer = ? \
     WHERE caller_id = ? AND method = ? AND path = ? AND key = ?";
    /// `?1` instant, `?2` how many; a few more where several are of one instant.
    SWEEP_ANSWERS = "DELETE FROM idempotency WHERE created_at < ?1 AND created_at <= coalesce( \
     (SELECT created_at FROM idempotency WHERE created_at < ?1 ORDER BY created_at LIMIT 1 OFFSET ?2 - 1), ?1)";
    SWEEP_REJECTED = concat!("DELETE FROM rejected_line WHERE request_id IN (SELECT id FROM request WHERE ", swept!(), ")");
    SWEEP_HEADERS = concat!("DELETE FROM request_header WHERE request_id IN (SELECT id FROM request WHERE ", swept!(), ")");
    SWEEP_BELONGING = concat!("DELETE FROM request_org WHERE request_id IN (SELECT id FROM request WHERE ", swept!(), ")");
    /// Whose quota refused requests took, and how many bytes of it: see `storage_use`.
    SWEEP_CHARGES = concat!("SELECT coalesce(g.default_org_id, g.org_id, \
     (SELECT min(o.org_id) FROM request_org o WHERE o.request_id = r.id), 0), \
     CAST(sum(length(r.body) + length(r.notes) + 500) AS BIGINT) FROM request r {join} request_origin g ON g.id = r.origin_id \
     WHERE r.status >= 400 AND ", swept!(), " GROUP BY 1");
    SWEEP_REQUESTS = concat!("DELETE FROM request WHERE ", swept!());
    INSERT_BELONGING = insert REQUEST_ORG;
}

/// How long an answer may be about to be written by another process.
const ANSWERED_ELSEWHERE: Duration = Duration::from_secs(5);

/// Keeps requests with what is known of the candidates that each made.
pub fn keep_all<'r>(
    transaction: &dyn Transaction,
    requests: impl Iterator<Item = (&'r StoredRequest, &'r [Candidate])> + Clone,
) -> StoreResult<()> {
    let origins = request_origins::ids(transaction, requests.clone().map(|(request, _)| request))?;
    let mut rows = Rows::prepare(transaction, &INSERT)?;
    for ((request, candidates), origin) in requests.clone().zip(origins) {
        let ids = || candidates.iter().map(|candidate| candidate.id);
        let [path, query] = CalledAddress::of(request).of_request;
        rows.write([
            request.id.write(),
            integer(origin),
            request.caller.write(),
            text_id(&request.request_id),
            request.received_at.write(),
            request.status.write(),
            integer(fit::<i64>(candidates.len())),
            request.replay_of.write(),
            text(path),
            text(query),
            owned(encode_row_notes(&request.notes)),
            request.body_size.write(),
            request.body.dictionary.write(),
            request.body.bytes.write(),
            ids().min().map_or(NULL, |id| integer(id.0)),
            ids().max().map_or(NULL, |id| integer(id.0)),
        ])?;
    }
    rows.close()?;
    requests.clone().for_each(|(request, _)| tell_rejected(transaction, request));
    keep_belonging(transaction, requests.clone().map(|(request, _)| request))?;
    keep_headers(transaction, requests.map(|(request, _)| request))
}

/// Tells those whose rows they are that rows of a request were rejected; where nobody can tell whose they are, the
/// organisation that its sender writes for.
fn tell_rejected(transaction: &dyn Transaction, request: &StoredRequest) {
    let is_rejected = |note: &RowNote| matches!(note.outcome, NotedOutcome::Rejected(_));
    if request.status < 400 && !request.notes.iter().any(is_rejected) {
        return;
    }
    let kind = EventKind::of(EventType::RequestRejected, None, 0);
    let belonging = &request.belonging.organisations;
    let unnamed = request.default_organisation.filter(|_| belonging.is_empty());
    for organisation in belonging.iter().copied().chain(unnamed) {
        transaction.outbox().tell(request.received_at, organisation, kind, request.id);
    }
}

/// Keeps a request that made no candidates.
pub fn keep(transaction: &dyn Transaction, request: &StoredRequest) -> StoreResult<()> {
    keep_all(transaction, std::iter::once((request, &[][..])))
}

/// Keeps a call that made no candidates, if there was one, with its answer.
pub fn keep_call(transaction: &dyn Transaction, call: Option<&KeptCall>) -> StoreResult<()> {
    let Some(KeptCall { request, answer }) = call else { return Ok(()) };
    keep(transaction, request)?;
    answer.as_ref().map_or(Ok(()), |answer| keep_answer(transaction, answer))
}

/// Answers and requests that are removed in one turn of the writer.
const SWEEP_AT_ONCE: u32 = 500;

#[async_trait]
impl<B: Backend> RequestStore for SqlStore<B> {
    async fn keep_request(&self, request: StoredRequest, rejected: Vec<RejectedLine>) -> StoreResult<()> {
        self.write(1 + rejected.len(), move |transaction| {
            keep(transaction, &request)?;
            keep_rejected(transaction, &request, &rejected)?;
            if request.status < 400 {
                return Ok(());
            }
            storage_use::add_refused(transaction, &request, &encode_row_notes(&request.notes))
        })
        .await
    }

    async fn request_of_candidate(
        &self,
        scope: ReadScope,
        candidate: CandidateId,
    ) -> StoreResult<Option<StoredRequest>> {
        self.read_scoped(scope, move |transaction, organisations, _| {
            of_candidate(transaction, organisations, candidate)
        })
        .await
    }

    async fn find_requests(&self, query: RequestQuery) -> StoreResult<Vec<StoredRequest>> {
        self.read(move |transaction| find(transaction, &query)).await
    }

    async fn request(&self, id: RequestId) -> StoreResult<Option<StoredRequest>> {
        self.read(move |transaction| by_id(transaction, id)).await
    }

    async fn answer_for(&self, key: IdempotencyKey) -> StoreResult<Option<StoredAnswer>> {
        self.read(move |transaction| answer_for(transaction, &key)).await
    }

    async fn keep_answer(&self, answer: StoredAnswer) -> StoreResult<()> {
        self.write(1, move |transaction| keep_answer(transaction, &answer)).await
    }

    async fn replace_answer(&self, answer: StoredAnswer) -> StoreResult<()> {
        self.write(1, move |transaction| replace_answer(transaction, &answer)).await
    }

    async fn sweep_requests(&self, before: Timestamp) -> StoreResult<u64> {
        let mut removed = 0;
        loop {
            let now = self
                .write(1, move |transaction| sweep(transaction, before, i64::from(SWEEP_AT_ONCE)))
                .await?;
            removed += now;
            if now < u64::from(SWEEP_AT_ONCE) {
                return Ok(removed);
            }
        }
    }
}

fn keep_belonging<'r>(
    transaction: &dyn Transaction,
    requests: impl Iterator<Item = &'r StoredRequest>,
) -> StoreResult<()> {
    let mut rows = Rows::prepare(transaction, &INSERT_BELONGING)?;
    for request in requests.filter(|request| request_origins::only_organisation(request).is_none()) {
        for organisation in &request.belonging.organisations {
            rows.write([request.id.write(), organisation.write()])?;
        }
    }
    rows.close()
}

/// Keeps the headers of rows that did not become candidates; those that did are found by their identity.
fn keep_headers<'r>(
    transaction: &dyn Transaction,
    requests: impl Iterator<Item = &'r StoredRequest>,
) -> StoreResult<()> {
    let mut rows = Rows::prepare(transaction, &INSERT_HEADER)?;
    for request in requests {
        let headers: BTreeSet<_> =
            request.notes.iter().filter_map(|note| note.header_id.as_deref()).collect();
        for header in headers {
            rows.write([text(header), request.id.write()])?;
        }
    }
    rows.close()
}

/// Stores the rejected lines of a request. Other lines of the same incoming orders can be on hold for them from now on.
pub fn keep_rejected(
    transaction: &dyn Transaction,
    request: &StoredRequest,
    lines: &[RejectedLine],
) -> StoreResult<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut rows = Rows::prepare(transaction, &INSERT_REJECTED)?;
    for line in lines {
        rows.write([
            line.header_id.write(),
            request.id.write(),
            integer(line.index.into()),
            line.line_id.write(),
            line.organisation.write(),
            line.data_source.write(),
        ])?;
    }
    rows.close()?;
    note_siblings(transaction, request.received_at, lines)
}

fn note_siblings(transaction: &dyn Transaction, at: Timestamp, lines: &[RejectedLine]) -> StoreResult<()> {
    let headers: BTreeSet<_> = lines.iter().map(|line| line.header_id.as_str()).collect();
    let siblings = rows(transaction, "candidate_identity", &OF_HEADERS, [keys::texts(headers)], take)?;
    for candidate in siblings {
        transaction.outbox().note_line(at, candidate, false);
    }
    Ok(())
}

pub fn of_candidate(
    transaction: &dyn Transaction,
    organisations: &OrganisationIds,
    candidate: CandidateId,
) -> StoreResult<Option<StoredRequest>> {
    first(transaction, "request", &OF_CANDIDATE, [organisations.write(), candidate.write()], take)
}

pub fn by_id(transaction: &dyn Transaction, id: RequestId) -> StoreResult<Option<StoredRequest>> {
    first(transaction, "request", &BY_ID, [id.write()], take)
}

pub fn find(transaction: &dyn Transaction, query: &RequestQuery) -> StoreResult<Vec<StoredRequest>> {
    let statuses = (!query.statuses.is_empty())
        .then(|| keys::numbers(query.statuses.iter().map(|status| i64::from(*status))));
    let mut values = vec![
        query.of.write(),
        query.token.write(),
        statuses.unwrap_or(NULL),
        query.reference.write(),
        query.from.write(),
        query.to.write(),
        query.before.write(),
        integer(i64::from(query.limit)),
        query.reference.as_deref().map_or(NULL, text_id),
    ];
    let people = query.rows_of.as_ref().filter(|_| query.of.is_some());
    if let Some(organisations) = people {
        values.push(match organisations {
            OrgScope::All => NULL,
            OrgScope::These(ids) => keys::numbers(ids.iter().map(|id| id.0)),
        });
    }
    let sql = match (&query.reference, query.of, people) {
        (Some(_), _, None) => &FIND_BY_REFERENCE,
        (None, Some(_), None) => &FIND_OWN,
        (None, None, _) => &FIND,
        (None, Some(_), Some(_)) => &FIND_FOR_PEOPLE,
        (Some(_), _, Some(_)) => &FIND_FOR_PEOPLE_BY_REFERENCE,
    };
    rows(transaction, "request", sql, values, take)
}

fn belonging(fields: &mut Fields<'_>) -> StoreResult<Belonging> {
    let (only, whole, ids): (Option<OrganisationId>, bool, String) = fields.take()?;
    let mut organisations: Vec<_> = serde_json::from_str::<Vec<i64>>(&ids)
        .map_err(|_| StoreError::Inconsistent { place: "request_org", fault: ids })?
        .into_iter()
        .map(OrganisationId)
        .chain(only)
        .collect();
    organisations.sort_unstable();
    Ok(Belonging { organisations, whole })
}

/// Bytes of a UUID.
const UUID: usize = 16;

/// The id of answers and logs: the bytes of a UUID, or another text, to which a zero is added where it has as many.
fn text_id(id: &str) -> Datum<'static> {
    let uuid = Uuid::try_parse(id).ok().filter(|uuid| uuid.to_string() == id);
    let bytes = uuid.map_or_else(
        || {
            let mut bytes = id.as_bytes().to_vec();
            bytes.extend((bytes.len() == UUID).then_some(0));
            bytes
        },
        |uuid| uuid.into_bytes().to_vec(),
    );
    Datum::Bytes(Cow::Owned(bytes))
}

pub(crate) fn read_text_id(fields: &mut Fields<'_>) -> StoreResult<String> {
    let mut bytes: Vec<u8> = fields.take()?;
    if let Ok(uuid) = Uuid::from_slice(&bytes) {
        return Ok(uuid.to_string());
    }
    if bytes.len() == UUID + 1 && bytes.last() == Some(&0) {
        bytes.pop();
    }
    String::from_utf8(bytes)
        .map_err(|fault| StoreError::Inconsistent { place: "request.request_id", fault: fault.to_string() })
}

fn notes(fields: &mut Fields<'_>) -> StoreResult<Vec<RowNote>> {
    let text: String = fields.take()?;
    decode_row_notes(&text)
        .map_err(|fault| StoreError::Inconsistent { place: "request.notes", fault: fault.to_string() })
}

taken! {
    StoredRequest {
        id, kind, request_id by read_text_id, caller, actor, method, path, query, received_at, status, media_type,
        body_size, body, strict, replay_of, default_organisation, notes by notes, belonging by belonging,
    }
    KeptBody { bytes, dictionary }
}

columns! {
    StoredAnswer { key, body_hash, status, answer, created_at }
    IdempotencyKey { caller, method, path, key }
}

pub fn keep_answer(transaction: &dyn Transaction, answer: &StoredAnswer) -> StoreResult<()> {
    // another process may be at the same request; its sender is then asked to come again
    transaction.hurry(ANSWERED_ELSEWHERE);
    run(transaction, &INSERT_ANSWER, answer.row()).map(|_| ())
}

pub fn answer_for(transaction: &dyn Transaction, key: &IdempotencyKey) -> StoreResult<Option<StoredAnswer>> {
    first(transaction, "idempotency", &ANSWER, key.row(), |fields| {
        let (body_hash, status, answer, created_at) = fields.take()?;
        Ok(StoredAnswer { key: key.clone(), body_hash, status, answer, created_at })
    })
}

pub fn replace_answer(transaction: &dyn Transaction, answer: &StoredAnswer) -> StoreResult<()> {
    let values = [answer.status.write(), answer.answer.write()].into_iter().chain(answer.key.row());
    run(transaction, &REPLACE_ANSWER, values).map(|_| ())
}

/// Removes about so many answers, and as many requests; tells how many went.
pub fn sweep(transaction: &dyn Transaction, before: Timestamp, limit: i64) -> StoreResult<u64> {
    let answers = run(transaction, &SWEEP_ANSWERS, [before.write(), integer(limit)])?;
    let charges = rows(transaction, "request", &SWEEP_CHARGES, [before.write(), integer(limit)], take)?;
    storage_use::subtract_refused(transaction, &charges)?;
    run(transaction, &SWEEP_REJECTED, [before.write(), integer(limit)])?;
    run(transaction, &SWEEP_HEADERS, [before.write(), integer(limit)])?;
    run(transaction, &SWEEP_BELONGING, [before.write(), integer(limit)])?;
    let requests = run(transaction, &SWEEP_REQUESTS, [before.write(), integer(limit)])?;
    Ok(fit::<u64>(answers + requests))
}
